# SPDX-License-Identifier: Apache-2.0
"""`percuss spectrum`: table, CSV, plot, and what it refuses."""

import csv
import io
import math
import unittest
import xml.etree.ElementTree

from support import CommandLineTest

TRAPEZOIDAL = "moreau_jean:theta=0.5"


class Spectrum(CommandLineTest):
    def spectrum(self, *words, code=0):
        done = self.percuss("spectrum", *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def test_a_table_shows_radius_damping_and_period(self):
        lines = self.spectrum("--schemes", f"{TRAPEZOIDAL},half_explicit_velocity", "--omega", "1,3").stdout.splitlines()
        self.assertEqual([line.split() for line in lines[1:]],
                         [[TRAPEZOIDAL, "1", "1.00000000", lines[1].split()[3], "7.841e-02"],
                          [TRAPEZOIDAL, "3", "1.00000000", lines[2].split()[3], "5.263e-01"],
                          ["half_explicit_velocity", "1", "1.00000000", lines[3].split()[3], "-4.507e-02"],
                          ["half_explicit_velocity", "3", "6.85410197", "-", "-"]])
        self.assertEqual(len({len(line) for line in lines}), 1)

    def test_csv_has_all_digits_over_the_whole_range(self):
        text = self.spectrum("--schemes", TRAPEZOIDAL, "--range", "0.1:100", "--points", "4", "--format", "csv").stdout
        rows = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual([round(float(row["omega"]), 12) for row in rows], [0.1, 1.0, 10.0, 100.0])
        for row in rows:
            omega = float(row["omega"])
            self.assertAlmostEqual(float(row["period_elongation"]), omega / (2 * math.atan(omega / 2)) - 1, delta=1e-9)

    def test_a_cell_without_a_value_is_empty(self):
        text = self.spectrum("--schemes", "dg_plus", "--omega", "5", "--format", "csv").stdout
        row = next(csv.DictReader(io.StringIO(text)))
        self.assertEqual((row["damping_ratio"], row["period_elongation"]), ("", ""))
        self.assertGreater(float(row["spectral_radius"]), 1.0)

    def test_a_plot_is_written_for_each_quantity(self):
        for quantity, title in (("radius", "spectral radius"), ("damping", "algorithmic damping ratio"),
                                ("period", "period elongation")):
            told = self.spectrum("--schemes", f"{TRAPEZOIDAL},moreau_jean:theta=1", "--format", "svg", "--quantity",
                                 quantity, "--out", "a.svg").stdout
            self.assertEqual(told, "")
            words = "".join(xml.etree.ElementTree.parse(self.folder / "a.svg").getroot().itertext())
            self.assertIn(title, words)
            self.assertIn("moreau_jean:theta=1", words)

    def test_faults_are_told_together_with_what_would_be_right(self):
        told = self.spectrum("--schemes", "moreau_jea,dg_plus:order=9", "--range", "10:1", "--format", "tabel",
                             code=2).stderr
        for words in ("did you mean `moreau_jean`?", "--schemes dg_plus:order=9: order: 9 is not in [1, 4]",
                      "--range: `10:1` is not a range", "did you mean `table`?", "4 faults."):
            self.assertIn(words, told)

    def test_odd_words_are_refused(self):
        for words in (["--omega", "0"], ["--omega", "-1"], ["--omega", "nan"], ["--omega", "x"], ["--omega", "inf"],
                      ["--range", "1"], ["--range", "0:1"], ["--range", "1:inf"], ["--range", "1:2:3"],
                      ["--points", "1"], ["--points", "1e3x"], ["--omega", "1", "--range", "1:2"],
                      ["--omega", "1", "--points", "5"], ["--quantity", "radios"], ["--out", ""],
                      ["--rho", "0.5"], ["--omega", "1", "--out", "no/such/folder.csv"]):
            told = self.spectrum("--schemes", "moreau_jean", *words, code=2)
            self.assertIn("fault", told.stderr, words)
            self.assertEqual(told.stdout, "")
        self.assertIn("is given twice", self.spectrum("--schemes", "dg_plus,dg_plus", code=2).stderr)
        self.spectrum(code=2)


if __name__ == "__main__":
    unittest.main()
