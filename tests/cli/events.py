# SPDX-License-Identifier: Apache-2.0
"""`percuss events` and events.csv on the command line."""

import math
import signal
import subprocess
import time
import unittest

from support import PERCUSS, CommandLineTest, summary, table

BALL = """percuss: 1
simulation: {scheme: SCHEME, step: 1e-3, end_time: 2.0}
bodies:
  ball: {type: point_mass, mass: 2.0, position: [0, 0.5]}
  slow: {type: point_mass, mass: 1.0, position: [0, 0], velocity: [1, 0]}
contacts:
  floor: {type: node_wall, body: ball, normal: [0, 1], restitution: 0.5}
  table: {type: node_wall, body: slow, normal: [0, 1], friction: 0.2}
loads: {weight: {type: gravity, acceleration: [0, -10]}}
outputs: {every: 100}
"""


class Events(CommandLineTest):
    def run_ball(self, scheme="half_explicit_velocity", *words):
        model = self.write("ball.yaml", BALL.replace("SCHEME", scheme))
        done = self.percuss("run", model, "--out", "out", "--quiet", "--overwrite", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.folder / "out"

    def listed(self, *words):
        done = self.percuss("events", *words, "--csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        return table(done.stdout)

    def refused(self, *words):
        done = self.percuss("events", *words)
        self.assertEqual(done.returncode, 2, done.stdout)
        return done.stderr

    def test_impacts_of_a_ball(self):
        """t_1 = sqrt(2 h/g), v_1 = g t_1; then (1 + 2 eps + 2 eps^2 + ...) t_1."""
        for scheme in ("half_explicit_velocity", "moreau_jean", "mixed_generalized_alpha"):
            out = self.run_ball(scheme)
            impacts = self.listed(out, "--contact", "floor", "--kind", "impact")
            t = first = math.sqrt(0.1)
            for i, event in enumerate(impacts[:4]):
                v = 10.0 * first * 0.5 ** i
                self.assertAlmostEqual(float(event["t"]), t, delta=4e-3, msg=scheme)
                self.assertAlmostEqual(float(event["normal_velocity_before"]), -v, delta=0.04)
                self.assertAlmostEqual(float(event["normal_velocity_after"]), 0.5 * v, delta=0.04)
                self.assertAlmostEqual(float(event["percussion"]), 2.0 * 1.5 * v, delta=0.12)
                self.assertAlmostEqual(float(event["energy_lost"]), v * v * 0.75, delta=0.25 * v)
                self.assertEqual((event["from"], event["to"], event["force"]), ("open", "open", ""))
                t += 2.0 * first * 0.5 ** (i + 1)
            rest = self.listed(out, "--contact", "table")
            self.assertEqual([(e["kind"], e["from"], e["to"]) for e in rest], [("stick", "slip", "stick")])
            self.assertAlmostEqual(float(rest[0]["t"]), 0.5, delta=3e-3)
            self.assertAlmostEqual(float(rest[0]["force"]), 10.0, delta=1e-6)

    def test_the_list_and_what_it_asks_for(self):
        out = self.run_ball()
        events = self.listed(out)
        self.assertEqual(events, table((out / "events.csv").read_text()))
        impacts = self.listed(out, "--kind", "impact")
        both = self.listed(out, "--kind", "impact", "--kind", "stick")
        self.assertEqual([e["kind"] for e in impacts], ["impact"] * len(impacts))
        self.assertEqual({e["kind"] for e in both}, {"impact", "stick"})
        self.assertEqual({e["contact"] for e in self.listed(out, "--contact", "ta*", "--contact", "floor")},
                         {"floor", "table"})
        within = self.listed(out, "--from", "0.4", "--to", "0.7")
        self.assertEqual(within, [e for e in events if 0.4 <= float(e["t"]) <= 0.7])
        self.assertGreater(len(within), 0)
        told = self.percuss("events", out, "--kind", "impact").stdout.splitlines()
        self.assertEqual(len(told), len(impacts) + 2)
        self.assertEqual(told[-1], f"{len(impacts)} of {len(events)} events: {len(impacts)} impact")
        self.assertIn("open", told[1])
        self.assertEqual(self.percuss("events", out, "--from", "50").stdout, f"0 of {len(events)} events\n")

    def test_the_same_in_result_h5(self):
        import h5py
        out = self.run_ball()
        events = self.listed(out)
        with h5py.File(out / "result.h5") as file:
            for name in ("t", "bracket", "percussion", "energy_lost", "slip_after"):
                numbers = file["events/" + name][:]
                texts = [e[name] for e in events]
                self.assertEqual(["" if math.isnan(x) else x for x in numbers], [t and float(t) for t in texts])
            kinds = ["impact", "close", "open", "stick", "slip"]
            self.assertEqual([kinds[int(k)] for k in file["events/kind"]], [e["kind"] for e in events])
            self.assertEqual(file["events/percussion"].attrs["units"], "N s")

    def test_none_are_kept_where_none_are_asked_for(self):
        out = self.run_ball("moreau_jean", "--set", "outputs.events=false")
        self.assertFalse((out / "events.csv").exists())
        self.assertIn("outputs.events: false", self.refused(out))

    def test_the_first_ones_where_there_are_too_many(self):
        out = self.run_ball("half_explicit_velocity", "--set", "outputs.max_events=3")
        told = summary(out)
        self.assertEqual(told["events_written"], 3)
        self.assertEqual(len(self.listed(out)), 3)
        done = self.percuss("events", out)
        self.assertIn(f"the run had {told['events'] - 3} events more", done.stderr)
        done = self.percuss("run", "ball.yaml", "--out", "out", "--overwrite", "--set", "outputs.max_events=3")
        self.assertIn(f"the first 3 of {told['events']} events are in out/events.csv", done.stdout)
        whole = self.run_ball()
        self.assertEqual(summary(whole)["events"], told["events"])
        self.assertEqual(summary(whole)["events_written"], told["events"])

    def test_a_run_that_was_killed_is_read_up_to_its_last_flush(self):
        model = self.write("ball.yaml", BALL.replace("SCHEME", "moreau_jean").replace("end_time: 2.0", "end_time: 1e5"))
        process = subprocess.Popen([PERCUSS, "run", model, "--out", "out", "--quiet"], cwd=self.folder)
        part = self.folder / "out" / "events.csv.part"
        for _ in range(600):
            time.sleep(0.02)
            if part.exists() and part.stat().st_size > 1000:
                break
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.assertGreater(len(self.listed("out", "--kind", "impact")), 3)
        with open(part, "a") as file:
            file.write("0.7,0.002,flo")
        self.assertGreater(len(self.listed("out", "--kind", "impact")), 3)

    def test_a_contact_that_was_quiet(self):
        model = self.write("far.yaml", BALL.replace("SCHEME", "moreau_jean").replace("[0, 0.5]", "[0, 500]"))
        self.assertEqual(self.percuss("run", model, "--out", "out", "--quiet").returncode, 0)
        self.assertEqual(self.percuss("events", "out", "--contact", "floor").stdout, "0 of 1 event\n")
        self.assertIn("there is no contact `wall`", self.refused("out", "--contact", "wall"))

    def test_wrong_words(self):
        out = self.run_ball()
        self.assertIn("did you mean `impact`?", self.refused(out, "--kind", "impakt"))
        self.assertIn("did you mean `floor`?", self.refused(out, "--contact", "flor"))
        self.assertIn("contacts: floor, table", self.refused(out, "--contact", "flor"))
        self.assertIn("--from", self.refused(out, "--from", "2", "--to", "1"))
        self.assertIn("no such folder", self.refused("nowhere"))
        self.assertIn("this is not a folder", self.refused(out / "history.csv"))
        (self.folder / "empty").mkdir()
        self.assertIn("there is no events.csv in this folder", self.refused("empty"))
        lines = (out / "events.csv").read_text().splitlines()
        for text, told in (("t,b\n1,2\n", "events.csv:1:1"), ("", "events.csv:1:1"),
                           ("\n".join(lines[:3] + ["0.5,1"]) + "\n", "events.csv:4:1"),
                           ("\n".join(lines[:2] + ["soon" + lines[2]]) + "\n", "is no time")):
            (out / "events.csv").write_text(text)
            self.assertIn(told, self.refused(out), text)


if __name__ == "__main__":
    unittest.main()
