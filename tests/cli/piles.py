# SPDX-License-Identifier: Apache-2.0
"""`generate_problems`: contact problems of piles, written for others and solved by `percuss fclib solve`."""

import os
import re
import subprocess
import unittest
import xml.etree.ElementTree

from support import CommandLineTest

GENERATE = os.environ.get("PERCUSS_GENERATE_PROBLEMS", "")


@unittest.skipUnless(GENERATE, "benchmarks are not built")
class Piles(CommandLineTest):
    def generate(self, *words, code=0):
        done = subprocess.run([GENERATE, *words], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def solve(self, name):
        done = self.percuss("fclib", "solve", name)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_every_family_is_about_as_large_as_asked_and_solved(self):
        for family in ("spheres", "wall", "heap", "column"):
            told = self.generate(family, f"{family}.hdf5", "--contacts", "100", "--mass-ratio", "10")
            contacts = int(re.search(r"(\d+) contacts", told)[1])
            self.assertTrue(50 <= contacts <= 150, told)
            self.solve(f"{family}.hdf5")

    def test_a_heap_that_linear_solves_do_not_carry_is_left_to_gradients(self):
        self.generate("heap", "rough.hdf5", "--contacts", "250", "--friction", "5", "--mass-ratio", "1e4")
        done = self.percuss("fclib", "solve", "rough.hdf5")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("apgd", done.stdout)

    def test_walls_and_columns_take_few_alternating_directions(self):
        """Seen: 8, 5, 23 and 32, after four sweeps; sweeps, which carry news from row to row, would take thousands."""
        for words in (("wall",), ("wall", "--friction", "5"), ("wall", "--mass-ratio", "1e4"), ("column",)):
            self.generate(*words, "pile.hdf5", "--contacts", "250")
            told = self.percuss("fclib", "solve", "pile.hdf5").stdout
            self.assertRegex(told, r"admm \(gauss_seidel 4, admm \d+\)\n")
            self.assertLess(int(re.search(r", admm (\d+)", told)[1]), 60, told)

    def test_settled_spheres_take_few_sweeps(self):
        """Seen: 70; plain sweeps take 330."""
        self.generate("spheres", "spheres.hdf5", "--contacts", "1000")
        told = self.percuss("fclib", "solve", "spheres.hdf5", "--tolerance", "1e-4").stdout
        self.assertRegex(told, r" gauss_seidel\n")
        self.assertLess(int(re.search(r"solved +(\d+) ", told)[1]), 120, told)

    def test_a_profile_tells_how_the_cost_grows(self):
        for contacts in ("10", "20", "40"):
            self.generate("column", f"column-{contacts}.hdf5", "--contacts", contacts)
        files = [f"column-{contacts}.hdf5" for contacts in ("40", "10", "20")]
        told = self.percuss("fclib", "profile", *files, "--solvers", "auto,gauss_seidel", "--max-iterations", "20000",
                            "--tolerance", "1e-2", "--growth", "growth.svg").stdout
        row = re.search(r"(?m)^gauss_seidel +(\d) +(\S+) +(\S+)$", told)
        self.assertEqual(row[1], "3", told)
        self.assertTrue(0.0 < float(row[3]) < 5.0, told)
        text = "".join(xml.etree.ElementTree.parse(self.folder / "growth.svg").getroot().itertext())
        for word in ("contacts", "time [s]", "gauss_seidel"):
            self.assertIn(word, text)
        self.assertRegex(self.percuss("fclib", "profile", files[0], "--solvers", "auto", "--growth", "one.svg").stdout,
                         r"(?m)^auto +1 +- +-$")

    def test_the_same_seed_is_the_same_problem_and_another_is_another(self):
        for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
            self.generate("spheres", f"{name}.hdf5", "--contacts", "60", "--speed", "0.1", "--seed", seed)
        a, b, c = ((self.folder / f"{name}.hdf5").read_bytes() for name in "abc")
        self.assertEqual(len(a), len(b))
        told = [re.sub(r"\A.*\n", "", self.percuss("fclib", "info", f"{name}.hdf5").stdout) for name in "ab"]
        self.assertEqual(*told)
        self.assertNotEqual(a, c)

    def test_local_and_global_form_are_the_same_problem(self):
        self.generate("wall", "local.hdf5", "--contacts", "40")
        self.generate("wall", "global.hdf5", "--contacts", "40", "--global")
        self.percuss("fclib", "convert", "global.hdf5", "converted.hdf5", "--form", "local")
        told = [re.search(r"W .*", self.percuss("fclib", "info", f"{name}.hdf5").stdout)[0] for name in ("local", "converted")]
        self.assertEqual(*told)

    def test_what_is_wrong_is_refused(self):
        self.assertIn("pyramid", self.generate("pyramid", "a.hdf5", code=2))
        self.assertIn("--contacts", self.generate("wall", "a.hdf5", "--contacts", "0", code=2))
        self.assertIn("must be finite", self.generate("wall", "a.hdf5", "--friction", "nan", code=2))
        self.assertIn("none/a.hdf5", self.generate("wall", "none/a.hdf5", code=2))


if __name__ == "__main__":
    unittest.main()
