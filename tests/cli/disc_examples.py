# SPDX-License-Identifier: Apache-2.0
"""The examples with discs run, and show what their READMEs promise."""

import unittest

from support import SOURCE, CommandLineTest, history, summary

BOX = SOURCE / "examples" / "04_ball_in_box" / "ball_in_box.yaml"
DISCS = SOURCE / "examples" / "09_mixing_discs" / "discs.yaml"
FEW = ("--set", "bodies.left.count=60", "--set", "bodies.right.count=60", "--set", "simulation.end_time=1.0")


class DiscExamples(CommandLineTest):
    def test_the_ball_ends_in_the_corner_of_the_box(self):
        out = self.run_model(BOX)
        header, rows = history(out)
        end = dict(zip(header, rows[-1]))
        self.assertAlmostEqual(end["ball.nodes.first.position.x"], 1.0, delta=0.021)  # the way of a step
        self.assertAlmostEqual(end["ball.nodes.first.position.y"], 1.0, delta=0.016)
        self.assertGreater(min(row[header.index("box.right.gap")] for row in rows), 0.9)
        self.assertEqual(summary(out)["contacts"], 4)

    def test_the_stirrer_ploughs_through_the_discs(self):
        out = self.run_model(DISCS, *FEW)
        done = summary(out)
        self.assertEqual(done["status"], "done")
        self.assertEqual(done["contacts"], 3 * 121 + 4 * 121)
        self.assertLess(done["worst_residual"], 1.0e-3)
        self.assertGreater(done["min_gap"], -0.02)  # few discs do not hold the stirrer: 10 m/s against 10 m/s, for h
        # Every joule is accounted for: Moreau's midpoint rule adds none of its own in constant fields.
        self.assertLess(abs(done["energy_ledger"]["scheme"]), 1.0e-9)
        header, rows = history(out)
        end = dict(zip(header, rows[-1]))
        self.assertGreater(end["stirrer.nodes.first.position.x"], 1.2)
        self.assertGreater(end["energy.friction"], 1.0)
        self.assertGreater(end["discs.closed"], 50)
        weight = 9.81 * (0.4 + 120 * 3.14 * 10.0 * 0.015 ** 2)
        mean = sum(row[header.index("box.bottom.force")] for row in rows) / len(rows)
        self.assertLess(abs(mean - weight), 0.5 * weight)  # sampled every 20 steps, and it bounces


if __name__ == "__main__":
    unittest.main()
