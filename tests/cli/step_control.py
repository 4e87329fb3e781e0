# SPDX-License-Identifier: Apache-2.0
"""`simulation.control` on the command line: events.csv, what the report says, compare, wrong words."""

import csv
import unittest

from support import SOURCE, CommandLineTest, summary, table

OSCILLATOR = SOURCE / "examples" / "05_single_masses" / "oscillator.yaml"
CRANK = SOURCE / "examples" / "03_slider_crank" / "unilateral.yaml"
CONTROL = ("--set", "simulation.step=0.01", "--set", "simulation.end_time=1.0", "--set", "outputs.every=1", "--set",
           "simulation.control={name: switching_point, step_min: 1e-8}")
FIXED = ("--set", "simulation.end_time=0.01")


class StepControl(CommandLineTest):
    def test_events_are_as_sharp_as_the_smallest_step(self):
        out = self.run_model(OSCILLATOR, *CONTROL)
        events = self.table(out / "events.csv")
        self.assertEqual([(e["contact"], e["kind"], e["from"], e["to"]) for e in events],
                         3 * [("wall", "impact", "open", "open")])
        for event, exact in zip(events, (0.13950767982030839, 0.45618890793724504)):
            self.assertAlmostEqual(float(event["t"]), exact, delta=3e-8)  # step_min, and what the impact before shifted
            self.assertEqual(float(event["bracket"]), 2e-8)

    def test_report_and_summary_tell_the_work(self):
        done = self.percuss("run", OSCILLATOR, *CONTROL, "--out", "out")
        told = summary(self.folder / "out")
        self.assertIn(f"step control: {told['attempts']} steps of the scheme, {told['taken_back']} taken back, "
                      f"{told['smallest_steps']} of the smallest size\n", done.stdout)
        self.assertEqual(told["steps"], 100)
        self.assertGreater(told["attempts"], 400)   # order 2 at the least
        self.assertLess(told["attempts"], 10000)
        self.assertNotIn("step control", self.percuss("run", OSCILLATOR, *FIXED, "--out", "other").stdout)

    def table(self, path):
        return table(path.read_text())

    def test_steps_tell_what_the_control_did(self):
        out = self.run_model(OSCILLATOR, *CONTROL, "--set", "outputs.steps=true")
        told, steps = summary(out), self.table(out / "steps.csv")
        self.assertEqual(list(steps[0]), ["t", "h", "order", "evaluations", "switch"])
        self.assertAlmostEqual(sum(float(s["h"]) for s in steps), 1.0, delta=1e-9)
        self.assertEqual(float(steps[-1]["t"]), 1.0)
        self.assertEqual(sum(int(s["evaluations"]) for s in steps), told["attempts"])
        self.assertEqual(sum(float(s["h"]) < 1.5e-8 for s in steps), told["smallest_steps"])
        switches = [s for s in steps if s["switch"] == "1"]
        # An impact, and the step behind it, in which the contact opens by the law of the step before.
        self.assertEqual([s["t"] for s in switches[::2]], [e["t"] for e in self.table(out / "events.csv")])
        self.assertTrue(all(s["order"] == "1" for s in switches))
        self.assertEqual(max(int(s["order"]) for s in steps), 6)
        for control, least in (("fixed", 100), ("{name: impact_step, factor: 0.1}", 110)):
            out = self.run_model(OSCILLATOR, *CONTROL[:-1], f"simulation.control={control}", "--set",
                                 "outputs.steps=true")
            steps = self.table(out / "steps.csv")
            self.assertGreaterEqual(len(steps), least)
            self.assertAlmostEqual(sum(float(s["h"]) for s in steps), 1.0, delta=1e-9)
            self.assertEqual(sum(s["switch"] == "1" for s in steps), 3)
        self.assertEqual(sum(int(s["evaluations"]) for s in steps), summary(out)["attempts"])

    def test_a_step_that_fails_in_part_leaves_no_hole(self):
        """Newton's method does not come far in two iterations: some halves are done, and the next one fails."""
        words = ("--set", "simulation.end_time=0.01", "--set", "outputs.every=1", "--set", "simulation.step=2e-4", "--set",
                 "simulation.scheme={name: mixed_newmark, max_iterations: 2, tolerance: 1e-14}", "--set",
                 "simulation.control=impact_step", "--set", "outputs.dense=3.3e-5", "--set", "outputs.steps=true", "--set",
                 "outputs.history=[mechanism.theta1]")
        done = self.percuss("run", CRANK, *words, "--out", "out")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        out = self.folder / "out"
        reached = summary(out)["time_reached"]
        self.assertGreater(abs(reached / 2e-4 - round(reached / 2e-4)), 0.1)  # within a step
        done = self.percuss("resume", "out", "--set", "outputs.dense=1e-4", "--force")
        self.assertEqual(done.returncode, 2)
        self.assertIn("dense rows and pictures are not those", done.stderr)
        self.assertEqual([p.name for p in out.iterdir() if p.name.endswith(".part")], [])
        for end in (reached, 0.01):
            steps, dense = self.table(out / "steps.csv"), self.table(out / "dense.csv")
            self.assertAlmostEqual(sum(float(s["h"]) for s in steps), end, delta=1e-12)
            self.assertEqual([float(r["t"]) for r in dense], [3.3e-5 * k for k in range(int(end / 3.3e-5) + 1)])
            if end == reached:
                done = self.percuss("resume", "out", "--set", "simulation.retries=12", "--force")
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_forces_over_the_time_between_rows_are_those_of_all_steps(self):
        columns = ("--set", "outputs.history=[wall.percussion, impulse(wall.force)]", "--set", "outputs.every=10")
        for control in ("fixed", "{name: impact_step, factor: 0.1}", "{name: error, position_tolerance: 1e-5}",
                        "{name: switching_point, step_min: 1e-6}"):
            out = self.run_model(OSCILLATOR, *CONTROL[:-1], f"simulation.control={control}", *columns)
            rows = self.table(out / "history.csv")
            self.assertGreater(max(float(r["wall.percussion"]) for r in rows), 0.4)
            for row in rows:
                self.assertAlmostEqual(float(row["wall.percussion"]), float(row["impulse(wall.force)"]), delta=1e-12)

    def test_dense_rows_lie_between_the_steps(self):
        dense = ("--set", "outputs.dense=1e-3", "--set", "outputs.history=[mass.nodes.first.position, wall.force, wall.gap]")
        out = self.run_model(OSCILLATOR, *CONTROL, *dense)
        rows, ends = self.table(out / "dense.csv"), self.table(out / "history.csv")
        self.assertEqual(list(rows[0]), ["t", "mass.nodes.first.position", "wall.gap"])
        self.assertEqual([float(r["t"]) for r in rows], [1e-3 * k for k in range(1001)])
        for row, end in zip(rows[::10], ends):
            self.assertAlmostEqual(float(row["wall.gap"]), float(end["wall.gap"]), delta=1e-15)
        plain = self.run_model(OSCILLATOR, *CONTROL, *dense[2:], out="plain")
        self.assertEqual((plain / "history.csv").read_text(), (out / "history.csv").read_text())
        self.assertEqual(sorted(p.name for p in plain.iterdir()), ["events.csv", "history.csv", "result.h5", "summary.json"])
        for word, message in (("outputs.dense=-1", "expected"), ("outputs.dense=1e-14", "choose 1e-11 s or more"),
                              ("outputs.history=[wall.force]", "no column of the history follows")):
            done = self.percuss("run", OSCILLATOR, *CONTROL, *dense, "--set", word, "--out", "none")
            self.assertEqual(done.returncode, 2, word)
            self.assertIn(message, done.stderr)
        done = self.percuss("reference", OSCILLATOR, *dense, "--out", "none")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("a reference has no steps between its rows", done.stderr)
        self.assertFalse((self.folder / "none").exists())

    def test_compare_takes_controlled_schemes(self):
        done = self.percuss("compare", CRANK, "--schemes",
                            "moreau_midpoint,moreau_midpoint:control=switching_point:control.step_min=1e-8", "--steps",
                            "1e-4,5e-5", "--until", "0.01", "--columns", "theta1", "--reference-step", "1e-6",
                            "--timing", "0", "--out", "out")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with open(self.folder / "out" / "compare.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        errors = [float(r["error"]) for r in rows]
        self.assertEqual(len(errors), 4)
        self.assertLess(max(errors[2:]), 0.05 * min(errors[:2]))

    def test_wrong_words(self):
        for words, message in (("{name: switching_point, factor: 0.1}", "control `switching_point` has no use for `factor`"),
                               ("{name: fixed, order_max: 3}", "control `fixed` has no use for `order_max`"),
                               ("switching_points", "switching_point"),
                               ("{name: switching_point, step_min: 1e-4}", "is not below simulation.step"),
                               ("{name: switching_point, order_max: 0}", "order_max"),
                               ("{name: switching_point, tolerance_absolute: 0}", "tolerance_absolute")):
            done = self.percuss("run", OSCILLATOR, "--set", f"simulation.control={words}", "--out", "out")
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(message, done.stderr)
        done = self.percuss("run", CRANK, "--set", "simulation.control=switching_point", "--out", "out")
        self.assertEqual(done.returncode, 2)
        self.assertIn("schemes that it works with: moreau_jean, moreau_midpoint", done.stderr)
        self.assertFalse((self.folder / "out").exists())


if __name__ == "__main__":
    unittest.main()
