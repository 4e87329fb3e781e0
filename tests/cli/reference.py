# SPDX-License-Identifier: Apache-2.0
"""`percuss reference`: its files, what it says of itself, its use in `compare`, and what it refuses."""

import signal
import subprocess
import time
import unittest

from support import PERCUSS, SOURCE, CommandLineTest, summary, table

BALL = SOURCE / "examples" / "05_single_masses" / "falling.yaml"
CRANK = SOURCE / "examples" / "03_slider_crank" / "unilateral.yaml"
STACK = SOURCE / "examples" / "11_stack" / "stack.yaml"
SHORT = ("--set", "simulation.end_time=0.02", "--set", "simulation.step=1e-3", "--set", "outputs.every=1")


class Reference(CommandLineTest):
    def test_results_are_those_of_a_run_with_events_and_a_difference(self):
        done = self.percuss("reference", CRANK, *SHORT, "--out", "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no coordinate differs at a row by more than", done.stdout)
        out = self.folder / "out"
        self.assertEqual(sorted(p.name for p in out.iterdir()), ["events.csv", "history.csv", "result.h5", "summary.json"])
        told = summary(out)
        self.assertEqual(told["scheme"], "event_driven")
        self.assertEqual(told["reference"]["tolerance"], 1e-10)
        self.assertLess(told["reference"]["difference"], 1e-10)
        self.assertIn("accumulation", told["remark"])
        events = table((out / "events.csv").read_text())
        self.assertEqual([(e["contact"], e["kind"], e["from"], e["to"]) for e in events[:2]],
                         [("slider.1", "impact", "open", "open"), ("slider.2", "impact", "open", "open")])
        self.assertAlmostEqual(float(events[0]["t"]), 0.0026925027520214, delta=1e-13)

    def test_its_history_is_a_reference_for_compare(self):
        self.assertEqual(self.percuss("reference", CRANK, *SHORT, "--out", "out").returncode, 0)
        done = self.percuss("compare", CRANK, "--schemes", "half_explicit_velocity", "--steps", "1e-4,5e-5", "--until",
                            "0.02", "--columns", "theta1,theta2", "--reference", "out/history.csv", "--timing", "0")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("21 times common to all runs and the reference", done.stdout)

    def test_a_tolerance_that_round_off_hides_is_a_broken_certificate(self):
        model = self.folder / "far.yaml"  # coordinates of 1e6 m have a round-off of 1e-10 m
        model.write_text("percuss: 1\nsimulation: {scheme: moreau_midpoint, step: 0.05, end_time: 0.1}\nbodies:\n"
                         "  mass: {type: point_mass, mass: 1.0, position: 1000001}\nloads:\n"
                         "  spring: {type: spring, body: mass, to_point: 999990, stiffness: 1.0, length: 10.0}\n")
        done = self.percuss("reference", model, "--tolerance", "1e-13", "--out", "out")
        self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
        self.assertIn("1e-13 was asked for", done.stderr)
        told = summary(self.folder / "out")
        self.assertEqual(told["status"], "certificate_broken")
        self.assertGreater(told["reference"]["difference"], 1e-13)

    def test_the_log_tells_the_scheme_that_runs(self):
        done = self.percuss("reference", BALL, "--set", "simulation.end_time=1e-3", "--log", "info", "--out", "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("scheme event_driven, step 0.0001 s, no stability limit", done.stderr)
        self.assertNotIn("moreau", done.stdout + done.stderr)

    def test_an_interrupted_one_leaves_rows_and_no_checkpoint(self):
        process = subprocess.Popen([PERCUSS, "reference", BALL, "--set", "simulation.end_time=1e5", "--log", "info",
                                    "--out", "out"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   text=True)
        try:
            while "threads asked for" not in process.stderr.readline():
                pass
            time.sleep(0.3)  # it listens to signals a moment later
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=30)
        finally:
            process.kill()
        self.assertEqual(process.returncode, 130, errors)
        self.assertRegex(errors, r"(?m)^interrupted at t = .* steps$")
        out = self.folder / "out"
        self.assertEqual(sorted(p.name for p in out.iterdir()), ["events.csv", "history.csv", "result.h5", "summary.json"])
        self.assertEqual(summary(out)["status"], "interrupted")
        self.assertNotIn("reference", summary(out))
        done = self.percuss("reference", BALL, "--checkpoint-every", "1", "--out", "other")
        self.assertEqual(done.returncode, 2)

    def test_what_it_cannot_do(self):
        for tolerance in ("0", "-1", "1e-20", "1", "nan"):
            done = self.percuss("reference", BALL, "--tolerance", tolerance, "--out", "out")
            self.assertEqual(done.returncode, 2, tolerance)
            self.assertIn("is not in [1e-13, 0.001]", done.stderr)
        self.assertIn("nothing was run", done.stderr)
        done = self.percuss("reference", "none.yaml")
        self.assertEqual(done.returncode, 2)
        self.assertFalse((self.folder / "out").exists())
        done = self.percuss("reference", STACK, "--set", "simulation.end_time=0.01", "--out", "out")
        self.assertEqual(done.returncode, 3)
        self.assertIn("contacts touch at once, too many for an event-driven run", done.stderr)
        # A model file cannot ask for it: steps and step control mean other things there.
        done = self.percuss("run", BALL, "--set", "simulation.scheme=event_driven", "--out", "other")
        self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    unittest.main()
