# SPDX-License-Identifier: Apache-2.0
"""`percuss fclib` and `percuss run --dump-problems`: what they print and write, exit codes, what they refuse."""

import csv
import io
import re
import shutil
import unittest
import xml.etree.ElementTree

from support import SOURCE, CommandLineTest, edited

DATA = SOURCE / "tests" / "io" / "data" / "fclib"
PLANAR = DATA / "FrictionContactProblem00031.hdf5"
CONFETI = DATA / "Confeti-ex13-4contact-Fc3D-SBM.hdf5"
CRANK = SOURCE / "examples" / "03_slider_crank"


class Fclib(CommandLineTest):
    def fclib(self, *words, code=0):
        done = self.percuss("fclib", *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done


class Verbs(Fclib):
    def test_info_tells_what_a_file_holds(self):
        told = self.fclib("info", PLANAR, CONFETI).stdout
        self.assertIn("FrictionContactProblem00031.hdf5: local problem, 11 contacts of 2 rows, stored as rows\n", told)
        self.assertIn("W 12 x 12 with 144 entries, asymmetry 0\n", told)
        self.assertIn("mu from 0.04 to 0.04", told)

    def test_solve_prints_a_line_per_file_with_the_error_by_the_judge(self):
        told = self.fclib("solve", PLANAR, CONFETI).stdout
        for name in ("FrictionContactProblem00031", "Confeti-ex13-4contact-Fc3D-SBM"):
            line = re.search(rf"(?m)^{name} +(\d+)  solved +(\d+) +(\S+) +(\S+)  \w+( \(.+\))?$", told)
            self.assertIsNotNone(line, told)
            self.assertLessEqual(float(line[3]), 1e-8)
        self.assertIn("2 of 2 solved to error 1e-08 by auto", told)

    def test_a_solution_is_written_and_judged_again(self):
        self.fclib("solve", CONFETI, "--out", "solved.hdf5", "--tolerance", "1e-10")
        told = self.fclib("info", "solved.hdf5").stdout
        self.assertLessEqual(float(re.search(r"solution: error (\S+)", told)[1]), 1e-10)

    def test_who_worked_how_long_is_told(self):
        # An error of 1e-300 is out of reach, so that stages of `auto` have their turns until the iterations are over.
        told = self.fclib("solve", CONFETI, "--tolerance", "1e-300", "--max-iterations", "200", code=3).stdout
        stages = re.search(r"  failed +(\d+) +\S+ +\S+  - \((.+)\)\n", told)
        counts = dict(stage.split(" ") for stage in stages[2].split(", "))
        self.assertGreaterEqual(sum(map(int, counts.values())), int(stages[1]))  # pivoting may go beyond the limit
        self.assertIn("gauss_seidel", counts)
        self.assertIn("newton", counts)

    def test_a_time_limit_changes_no_result_and_ends_what_takes_longer(self):
        self.fclib("solve", CONFETI, "--out", "free.hdf5")
        self.fclib("solve", CONFETI, "--out", "limited.hdf5", "--time-limit", "100")
        self.assertEqual(self.fclib("info", "free.hdf5").stdout.replace("free", ""),
                         self.fclib("info", "limited.hdf5").stdout.replace("limited", ""))
        done = self.fclib("solve", CONFETI, "--solver", "gauss_seidel", "--tolerance", "1e-300", "--max-iterations",
                          "1000000000", "--time-limit", "0.2", "--out", "none.hdf5", code=3)
        self.assertIn("not solved: not done within 0.2 s", done.stderr)
        self.assertFalse((self.folder / "none.hdf5").exists())

    def test_a_solver_that_fails_says_why_and_the_exit_code_is_3(self):
        done = self.fclib("solve", CONFETI, PLANAR, "--solver", "jacobi", "--max-iterations", "2", code=3)
        self.assertRegex(done.stderr, r"Confeti-ex13-4contact-Fc3D-SBM.hdf5: not solved: .+ \(error \S+, 1e-08 asked")
        self.assertIn("failed", done.stdout)

    def test_convert_brings_a_problem_through_all_storages(self):
        names = [PLANAR]
        for storage in ("triplets", "columns", "rows"):
            self.fclib("convert", names[-1], f"{storage}.hdf5", "--storage", storage)
            names.append(f"{storage}.hdf5")
            told = self.fclib("info", names[-1]).stdout
            self.assertIn(f"11 contacts of 2 rows, stored as {storage}\n", told)
        same = [re.sub(r"\A.*\n", "", self.fclib("info", name).stdout) for name in names]
        self.assertEqual(len(set(same)), 1, same)

    def test_a_profile_is_printed_and_written(self):
        told = self.fclib("profile", PLANAR, CONFETI, "--solvers", "auto,jacobi", "--max-iterations", "1000", "--csv",
                          "times.csv", "--svg", "profile.svg").stdout
        self.assertRegex(told, r"(?m)^auto +2 ")
        rows = list(csv.DictReader(io.StringIO((self.folder / "times.csv").read_text())))
        self.assertEqual([(r["problem"], r["solver"]) for r in rows],
                         [(p, s) for p in ("FrictionContactProblem00031", "Confeti-ex13-4contact-Fc3D-SBM")
                          for s in ("auto", "jacobi")])
        self.assertEqual(rows[0]["status"], "solved")
        self.assertGreater(float(rows[0]["seconds"]), 0.0)
        self.assertLessEqual(float(rows[0]["error"]), 1e-8)
        text = "".join(xml.etree.ElementTree.parse(self.folder / "profile.svg").getroot().itertext())
        self.assertIn("auto", text)

    def test_a_solver_is_ended_when_its_time_is_over(self):
        # An error of 1e-300 is never met: Gauss-Seidel sweeps on until it is stopped.
        told = self.fclib("profile", CONFETI, "--solvers", "gauss_seidel", "--tolerance", "1e-300", "--max-iterations",
                          "1000000000", "--time-limit", "0.2", "--csv", "times.csv").stdout
        self.assertRegex(told, r"(?m)^gauss_seidel +0 ")
        row = list(csv.DictReader(io.StringIO((self.folder / "times.csv").read_text())))[0]
        self.assertEqual(row["status"], "failed")
        self.assertEqual(row["message"], "not done within 0.2 s")


class Refusals(Fclib):
    def refused(self, *words):
        done = self.fclib(*words, code=2)
        self.assertNotIn("Traceback", done.stderr)
        return done.stderr

    def test_every_bad_file_is_told_of_and_nothing_is_solved(self):
        self.write("text.hdf5", "words")
        shutil.copy(CONFETI, self.folder / "cut.hdf5")
        with open(self.folder / "cut.hdf5", "r+b") as file:
            file.truncate(3000)
        done = self.fclib("solve", "none.hdf5", PLANAR, "text.hdf5", "cut.hdf5", code=2)
        self.assertEqual(done.stdout, "")
        for words in ("none.hdf5: no such file", "text.hdf5: ", "not an HDF5 file", "cut.hdf5: the file is cut off",
                      "3 faults."):
            self.assertIn(words, done.stderr)

    def test_a_result_of_percuss_is_no_fclib_file(self):
        self.run_model(SOURCE / "examples" / "01_bouncing_ball" / "ball.yaml", "--set", "simulation.end_time=0.01")
        self.assertIn("holds no problem of friction and contact", self.refused("info", "out/result.h5"))

    def test_unknown_solvers_get_the_nearest_name(self):
        for words in (("solve", PLANAR, "--solver", "newtn"), ("profile", PLANAR, "--solvers", "auto,newtn")):
            text = self.refused(*words)
            self.assertIn("there is no contact solver `newtn`", text)
            self.assertIn("did you mean `newton`?", text)

    def test_options_out_of_range_are_refused(self):
        for value in ("0", "-1e-8", "1", "10", "nan"):
            self.assertIn(f"--tolerance: {value} is not a tolerance",
                          self.refused("solve", PLANAR, "--tolerance", value).replace("-1e-08", "-1e-8"))
        self.assertIn("--max-iterations: 0 is too few", self.refused("solve", PLANAR, "--max-iterations", "0"))
        self.assertIn("2000000000 is too many", self.refused("solve", PLANAR, "--max-iterations", "2000000000"))
        self.assertIn("--acceleration: this contact solver does not read `acceleration`",
                      self.refused("solve", PLANAR, "--acceleration", "5"))
        self.assertIn("--acceleration: 21 is not in [0, 20]",
                      self.refused("solve", PLANAR, "--solver", "gauss_seidel", "--acceleration", "21"))
        self.assertIn("--relaxation: 2 is not in (0, 2)",
                      self.refused("solve", PLANAR, "--solver", "jacobi", "--relaxation", "2"))
        self.assertIn("--time-limit", self.refused("solve", PLANAR, "--time-limit", "0"))
        self.assertIn("nan is not a time limit", self.refused("solve", PLANAR, "--time-limit", "nan"))
        self.assertIn("there is no folder `none`", self.refused("solve", PLANAR, "--out", "none/a.hdf5"))
        self.assertIn("one file to write", self.refused("solve", PLANAR, CONFETI, "--out", "a.hdf5"))
        self.assertIn("does not contain the masses", self.refused("convert", PLANAR, "a.hdf5", "--form", "global"))

    def test_words_that_are_no_verbs_or_options(self):
        self.assertIn("percuss fclib accepts: info, solve, convert, profile", self.refused())
        text = self.refused("sovle", PLANAR)
        self.assertIn("there is no subcommand `sovle`", text)
        self.assertIn("did you mean `solve`?", text)
        self.assertIn("did you mean `--tolerance`?", self.refused("solve", PLANAR, "--tolerence", "1"))

    def test_damaged_files_never_crash_the_program(self):
        for path in sorted((DATA / "damaged").iterdir()):
            for verb in (("info",), ("solve", "--max-iterations", "100")):
                done = self.percuss("fclib", verb[0], path, *verb[1:])
                self.assertIn(done.returncode, (0, 2, 3), f"{path}: {done.stdout}{done.stderr}")
                if done.returncode:
                    self.assertIn(path.name, done.stderr)


class DumpedProblems(Fclib):
    def problems(self, model, *words):
        folder = self.run_model(model, *words) / "problems"
        return sorted(folder.iterdir())

    def test_problems_of_a_run_are_written_and_can_be_solved(self):
        files = self.problems(CRANK / "unilateral.yaml", "--set", "simulation.end_time=0.02", "--dump-problems", "50")
        self.assertGreater(len(files), 3)
        told = self.fclib("solve", *files).stdout
        self.assertIn(f"{len(files)} of {len(files)} solved", told)
        told = self.fclib("info", files[0]).stdout
        self.assertIn("contact problem 1", told)
        # The scheme's solver met 1e-12 of |c| in its own measure; the judge's mixes units, hence some decades more.
        self.assertLessEqual(float(re.search(r"solution: error (\S+)", told)[1]), 1e-9)

    def test_joints_are_eliminated(self):
        model = self.write("pendulum.yaml", PENDULUM)
        files = self.problems(model, "--dump-problems", "10")
        self.assertGreater(len(files), 0)
        told = self.fclib("info", files[0]).stdout
        self.assertIn("1 contacts of 2 rows", told)
        self.assertLessEqual(float(re.search(r"solution: error (\S+)", told)[1]), 1e-9)
        self.fclib("solve", *files)

    def test_every_scheme_hands_its_problems_over(self):
        for scheme in ("moreau_jean", "half_explicit_velocity", "ggl_unified"):
            files = self.problems(CRANK / "unilateral.yaml", "--set", "simulation.end_time=0.005", "--set",
                                  f"simulation.scheme={{name: {scheme}}}", "--dump-problems", "100")
            self.assertGreater(len(files), 0, scheme)

    def test_a_run_says_how_many_and_zero_is_refused(self):
        ball = SOURCE / "examples" / "01_bouncing_ball" / "ball.yaml"
        done = self.percuss("run", ball, "--out", "out", "--dump-problems", "500")
        self.assertRegex(done.stdout, r"(?m)^\d+ contact problems in out/problems$")
        self.assertEqual(self.percuss("run", ball, "--out", "out", "--dump-problems", "0").returncode, 2)


PENDULUM = """percuss: 1
simulation: {scheme: moreau_jean, step: 1.0e-3, end_time: 0.3}
bodies:
  rod: {type: rigid_body_planar, mass: 1.0, inertia: 0.1, position: [0.5, 0.0]}
joints:
  pivot: {type: revolute, body: rod, point: [-0.5, 0.0]}
contacts:
  ground: {type: node_wall, body: rod, point: [0.5, 0.0], normal: [0.0, 1.0], wall: [0.0, -0.1], friction: 0.3}
loads:
  weight: {type: gravity, acceleration: [0.0, -10.0]}
"""

if __name__ == "__main__":
    unittest.main()
