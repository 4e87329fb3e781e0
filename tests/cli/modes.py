# SPDX-License-Identifier: Apache-2.0
"""`percuss modes`: of a body, of a whole model, and what it refuses."""

import csv
import io
import math
import unittest
import xml.etree.ElementTree

from support import CommandLineTest, SOURCE

PENDULUM = f"{SOURCE}/examples/15_flexible_pendulum/pendulum.yaml"


class Modes(CommandLineTest):
    def modes(self, *words, code=0):
        done = self.percuss("modes", PENDULUM, *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_a_table_of_a_body_names_frequency_and_place(self):
        lines = self.modes("rod", "--count", "2").stdout.splitlines()
        self.assertEqual(lines[2].split(), ["1", "2.58672", "16.2528", "w", "of", "node", "8"])
        self.assertEqual(lines[3].split(), ["2", "16.2119", "101.863", "w", "of", "node", "8"])
        self.assertEqual(len(lines), 4)

    def test_another_frame_has_other_modes(self):
        lines = self.modes("rod", "--count", "1", "--frame", "articulated").stdout.splitlines()
        self.assertEqual(lines[2].split()[:3], ["1", "11.3435", "71.2735"])

    def test_csv_has_the_shapes_of_unit_modal_mass(self):
        rows = list(csv.DictReader(io.StringIO(self.modes("rod", "--count", "2", "--format", "csv").stdout)))
        self.assertEqual(len(rows), 18)
        tip = rows[8]
        self.assertEqual((tip["mode"], tip["node"], tip["x"], rows[0]["w"]), ("1", "8", "1", "0"))
        self.assertAlmostEqual(float(tip["w"]), 2 / math.sqrt(3.12), delta=1e-4)  # 2/sqrt(m): exact beam

    def test_a_plot_shows_the_shapes(self):
        self.modes("rod", "--count", "3", "--format", "svg", "--out", "a.svg")
        words = "".join(xml.etree.ElementTree.parse(self.folder / "a.svg").getroot().itertext())
        self.assertIn("modes of rod", words)
        self.assertIn("2.587 Hz, w", words)

    def test_the_whole_model_swings_on_its_joints(self):
        down = ["--set", "bodies.rod.angle=-1.5707963267948966", "--set", "bodies.rod.youngs_modulus=1e14"]
        text = self.modes("--count", "1", *down).stdout
        self.assertAlmostEqual(float(text.splitlines()[2].split()[2]), math.sqrt(1.5 * 9.81), delta=1e-3)
        self.assertIn("joints hold 2 unknowns", text)
        self.assertIn("in no equilibrium at its start", self.modes("--count", "1", code=2).stderr)

    def test_faults_are_told(self):
        told = self.modes("rot", code=2).stderr
        self.assertIn("did you mean `rod`?", told)
        told = self.modes("--frame", "pinned", "--format", "svgg", "--count", "0", code=2).stderr
        for words in ("--format: `svgg`", "--count: 0 modes", "--frame: it is the frame of a body"):
            self.assertIn(words, told)
        self.assertIn("did you mean `pinned`?", self.modes("rod", "--frame", "pined", code=2).stderr)
        done = self.percuss("modes", f"{SOURCE}/examples/01_bouncing_ball/ball.yaml", "ball")
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no modes of its own", done.stderr)


if __name__ == "__main__":
    unittest.main()
