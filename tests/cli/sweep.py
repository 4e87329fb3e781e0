# SPDX-License-Identifier: Apache-2.0
"""`percuss sweep`: a model for all combinations of values of some keys."""

import csv
import math
import unittest

from support import BALL, CommandLineTest, summary

HEIGHT, GRAVITY, STEP = 1.0, 9.81, 1e-3
DROP = """percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0e-3, end_time: 0.6}
bodies:
  ball: {type: point_mass, mass: 2.0, position: [0.0, 1.0]}
contacts:
  floor: {type: node_wall, body: ball, normal: [0.0, 1.0], restitution: 0.5}
loads:
  weight: {type: gravity, acceleration: [0.0, -9.81]}
outputs: {every: 10, history: [floor.gap]}
"""


class Sweeps(CommandLineTest):
    def table(self, out="sweep"):
        with open(self.folder / out / "sweep.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def sweep(self, *words, code=0):
        self.write("drop.yaml", DROP)
        done = self.percuss("sweep", "drop.yaml", "--out", "sweep", "--quiet", *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_restitution_against_the_closed_form_one_run_fails(self):
        """The ball falls with sqrt(2 g h) and leaves with e times that; h is not within [0, 1] for e = 1.1."""
        done = self.sweep("--vary", "contacts.floor.restitution=0:0.1:1.1", "--jobs", "4", "--collect",
                          "max(ball.nodes.first.velocity.y)", code=3)
        rows = self.table()
        self.assertEqual(len(rows), 12)
        speed = math.sqrt(2.0 * GRAVITY * HEIGHT)
        for row in rows[:-1]:
            e = float(row["contacts.floor.restitution"])
            found = float(row["max(ball.nodes.first.velocity.y) [m/s]"])
            self.assertEqual(row["status"], "done")
            # within a step the ball falls on, and the height of the impact is off by a step's way
            self.assertAlmostEqual(found, e * speed, delta=3.0 * GRAVITY * STEP)
        self.assertEqual(rows[-1]["status"], "failed")
        self.assertEqual(rows[-1]["max(ball.nodes.first.velocity.y) [m/s]"], "")
        self.assertIn("12 runs, 1 failed", done.stdout)
        self.assertIn("contacts.floor.restitution", done.stdout.split("run 12, failed:")[1])
        self.assertTrue((self.folder / "sweep" / "sweep_1.svg").exists())
        page = (self.folder / "sweep" / "sweep.html").read_text(encoding="utf-8")
        self.assertIn('"key":"contacts.floor.restitution"', page)

    def test_what_is_done_is_not_done_again(self):
        words = ("--collect", "floor.gap", "--set", "simulation.end_time=0.1")
        self.sweep("--vary", "contacts.floor.restitution=0,0.5", *words)
        first = self.folder / "sweep" / "contacts.floor.restitution=0.5" / "result.h5"
        stamp = first.stat().st_mtime_ns
        self.sweep("--vary", "contacts.floor.restitution=0,0.25,0.5", *words)
        self.assertEqual(len(self.table()), 3)
        self.assertEqual(first.stat().st_mtime_ns, stamp)
        self.sweep("--vary", "contacts.floor.restitution=0,0.25,0.5", "--collect", "floor.gap", "--set",
                   "simulation.end_time=0.2")
        self.assertNotEqual(first.stat().st_mtime_ns, stamp)

    def test_two_keys_and_all_columns(self):
        self.sweep("--vary", "contacts.floor.restitution=0,1", "--vary", "simulation.step=1e-3,5e-4", "--set",
                   "simulation.end_time=0.05")
        rows = self.table()
        self.assertEqual([(row["contacts.floor.restitution"], row["simulation.step"]) for row in rows],
                         [("0", "1e-3"), ("0", "5e-4"), ("1", "1e-3"), ("1", "5e-4")])
        for row in rows:
            self.assertAlmostEqual(float(row["floor.gap [m]"]), 1.0 - 0.5 * GRAVITY * 0.05 ** 2, delta=1e-12)
        ran = self.folder / "sweep" / "contacts.floor.restitution=1_simulation.step=5e-4"
        self.assertEqual(summary(ran)["step"], 5e-4)

    def test_wrong_inputs(self):
        self.write("drop.yaml", DROP)
        for words, expected in {
                ("--vary", "contacts.flor.restitution=0,1"): "contacts.flor",
                ("--vary", "contacts.floor.restitution=0:0.1"): "contacts.floor.restitution",
                ("--vary", "contacts.floor.restitution=0:-0.1:1"): "do not lead from the first value to the last",
                ("--vary", "simulation.step=1e-3", "--vary", "simulation.step=1e-4"): "is varied twice",
                ("--vary", "simulation.step=1e-3", "--collect", "max(flor.gap)"): "did you mean `floor`",
                ("--vary", "simulation.step=1e-3", "--set", "simulation.stp=1"): "did you mean `step`"}.items():
            done = self.percuss("sweep", "drop.yaml", "--out", "sweep", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(expected, done.stderr, words)
            self.assertFalse((self.folder / "sweep").exists(), words)
        self.assertEqual(self.percuss("sweep", BALL).returncode, 2)


if __name__ == "__main__":
    unittest.main()
