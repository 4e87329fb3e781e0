# SPDX-License-Identifier: Apache-2.0
"""`simulation.control` on the command line: events.csv, what the report says, compare, wrong words."""

import csv
import unittest

from support import SOURCE, CommandLineTest, summary

OSCILLATOR = SOURCE / "examples" / "05_single_masses" / "oscillator.yaml"
CRANK = SOURCE / "examples" / "03_slider_crank" / "unilateral.yaml"
CONTROL = ("--set", "simulation.step=0.01", "--set", "simulation.end_time=1.0", "--set", "outputs.every=1", "--set",
           "simulation.control={name: switching_point, step_min: 1e-8}")
FIXED = ("--set", "simulation.end_time=0.01")


class StepControl(CommandLineTest):
    def test_events_tell_where_contacts_switch(self):
        out = self.run_model(OSCILLATOR, *CONTROL)
        with open(out / "events.csv", newline="") as file:
            events = list(csv.DictReader(file))
        self.assertEqual([(e["contact"], e["law"], e["from"], e["to"]) for e in events],
                         3 * [("wall", "normal", "open", "closed"), ("wall", "normal", "closed", "open")])
        for event, exact in zip(events[::2], (0.13950767982030839, 0.45618890793724504)):
            self.assertAlmostEqual(float(event["t"]), exact, delta=3e-8)  # step_min, and what the impact before shifted
            self.assertEqual(float(event["bracket"]), 2e-8)
        try:
            import h5py
        except ImportError:
            return
        with h5py.File(out / "result.h5") as file:
            self.assertEqual(list(file["events/t"]), [float(e["t"]) for e in events])
            self.assertEqual(list(file["events/from"]), 3 * [0, 2])
            self.assertEqual(list(file["events/to"]), 3 * [2, 0])

    def test_a_run_without_them_leaves_no_events_of_an_earlier_one(self):
        out = self.run_model(OSCILLATOR, *CONTROL)
        self.assertTrue((out / "events.csv").exists())
        self.run_model(OSCILLATOR, *FIXED)
        self.assertEqual(sorted(p.name for p in out.iterdir()), ["history.csv", "result.h5", "summary.json"])

    def test_report_and_summary_tell_the_work(self):
        done = self.percuss("run", OSCILLATOR, *CONTROL, "--out", "out")
        told = summary(self.folder / "out")
        self.assertIn(f"step control: {told['attempts']} steps of the scheme, {told['taken_back']} taken back, "
                      f"{told['smallest_steps']} of the smallest size\n", done.stdout)
        self.assertEqual(told["steps"], 100)
        self.assertGreater(told["attempts"], 400)   # order 2 at the least
        self.assertLess(told["attempts"], 10000)
        self.assertNotIn("step control", self.percuss("run", OSCILLATOR, *FIXED, "--out", "other").stdout)

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
