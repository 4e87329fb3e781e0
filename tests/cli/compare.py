# SPDX-License-Identifier: Apache-2.0
"""`percuss compare`: tables, files, exit codes, and what it refuses."""

import csv
import io
import os
import unittest
import xml.etree.ElementTree

from support import BALL, SOURCE, CommandLineTest

CRANK = SOURCE / "examples" / "03_slider_crank" / "bilateral.yaml"
CRANK_REFERENCE = SOURCE / "tests" / "verification" / "data" / "slider_crank_bilateral.csv"
# y = 1 - 5 t^2 m: the half-explicit scheme is exact, explicit Moreau-Jean is wrong by 2 h after 0.4 s.
FALLING = """percuss: 1
simulation: {scheme: half_explicit_velocity, step: 1.0e-3, end_time: 0.4}
bodies:
  particle: {type: point_mass, mass: 1.0, position: 1.0, velocity: 0.0}
loads:
  weight: {type: gravity, acceleration: -10.0}
outputs:
  history: [{name: height, quantity: particle.nodes.first.position}, particle.nodes.first.velocity]
"""
EXACT = "t,height\n0,1\n0.1,0.95\n0.2,0.8\n0.3,0.55\n0.4,0.2\n"
EXPLICIT = "moreau_jean:theta=0"


class Compare(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.write("falling.yaml", FALLING)
        self.write("exact.csv", EXACT)

    def compare(self, *words, model="falling.yaml", code=0):
        done = self.percuss("compare", model, *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def rows(self, folder="out"):
        text = (self.folder / folder / "compare.csv").read_text(encoding="utf-8")
        return list(csv.DictReader(io.StringIO(text)))


class Tables(Compare):
    STUDY = ("--schemes", f"{EXPLICIT},half_explicit_velocity", "--steps", "0.1,0.05", "--columns", "height",
             "--reference", "exact.csv")

    def test_errors_orders_and_times_come_as_csv(self):
        self.compare(*self.STUDY, "--out", "out")
        rows = self.rows()
        self.assertEqual([(r["scheme"], float(r["step"])) for r in rows],
                         [(EXPLICIT, 0.1), (EXPLICIT, 0.05), ("half_explicit_velocity", 0.1),
                          ("half_explicit_velocity", 0.05)])
        self.assertAlmostEqual(float(rows[0]["error"]), 0.2, delta=1e-14)
        self.assertAlmostEqual(float(rows[1]["error"]), 0.1, delta=1e-14)
        self.assertAlmostEqual(float(rows[1]["order"]), 1.0, delta=1e-12)
        self.assertEqual(rows[0]["order"], "")
        self.assertEqual(float(rows[0]["relative_time"]), 1.0)
        self.assertGreater(float(rows[3]["seconds_per_step"]), 0.0)
        self.assertEqual({r["status"] for r in rows}, {"done"})

    def test_the_table_names_its_reference_norm_and_units(self):
        told = self.compare(*self.STUDY).stdout
        self.assertIn("falling.yaml: max norm of the errors of height\n", told)
        self.assertIn("reference exact.csv, t = 0 to 0.4 s: 5 times", told)
        self.assertRegex(told, r"(?m)^scheme +h \[s\] +error \[m\] +order +evaluations +time/step \[us\] +relative$")
        self.assertRegex(told, r"(?m)^moreau_jean:theta=0 +0\.05 +1\.00e-01 +1\.00 ")

    def test_the_columns_of_a_table_are_aligned(self):
        table = self.compare(*self.STUDY).stdout.split("\n\n")[1]
        self.assertEqual(len({len(line) for line in table.splitlines()}), 1, table)

    def test_markdown_and_a_plot_are_written(self):
        self.compare(*self.STUDY, "--out", "a/b")
        folder = self.folder / "a" / "b"
        self.assertEqual(sorted(p.name for p in folder.iterdir()), ["compare.csv", "compare.md", "compare.svg", "compare_evaluations.svg", "compare_time.svg"])
        lines = [line for line in (folder / "compare.md").read_text().splitlines() if line.startswith("|")]
        self.assertEqual(len(lines), 6 + 4)  # two tables with two lines of heading
        plot = xml.etree.ElementTree.parse(folder / "compare.svg")
        self.assertIn("moreau_jean:theta=0  (order 1.00)", "".join(plot.getroot().itertext()))

    def test_timing_can_be_left_out(self):
        told = self.compare(*self.STUDY, "--timing", "0", "--out", "out").stdout
        self.assertNotIn("time per step", told)
        self.assertEqual(self.rows()[0]["seconds_per_step"], "")

    def test_a_reference_is_computed_and_named(self):
        study = ("--schemes", "moreau_midpoint,half_explicit_velocity", "--steps", "1e-4,1e-5", "--columns",
                 "theta1,theta2", "--timing", "0")
        self.assertIn("reference half_explicit_velocity at h = 1e-06 s, t = 0 to 0.05 s: 501 times",
                      self.compare(*study, model=CRANK).stdout)
        told = self.compare(*study, "--reference-scheme", EXPLICIT, "--reference-step", "5e-6", "--until", "0.01",
                            model=CRANK).stdout
        self.assertIn("reference moreau_jean:theta=0 at h = 5e-06 s, t = 0 to 0.01 s: 101 times", told)

    # The same figures as in the verification suite, to the three digits that are printed there.
    def test_the_slider_crank_has_its_known_errors(self):
        self.compare("--schemes", f"moreau_midpoint,{EXPLICIT},half_explicit_velocity", "--steps", "1e-3,1e-4",
                     "--columns", "theta1,theta2", "--reference", CRANK_REFERENCE, "--timing", "0", "--out", "out",
                     model=CRANK)
        for row, error in zip(self.rows(), (5.89e-1, 5.00e-2, 9.98e-2, 5.18e-3, 5.82e-2, 8.09e-4)):
            self.assertAlmostEqual(float(row["error"]) / error, 1.0, delta=2e-3)

    # [MIX (92), Table 4]: Moreau's midpoint rule 1.3e1, 1.3e0, the half-explicit scheme 1.8e-1, 1.9e-3 (joint).
    def test_relative_errors_are_those_of_equation_92(self):
        self.compare("--schemes", "moreau_midpoint,half_explicit_velocity", "--steps", "1e-4,1e-5", "--columns",
                     "theta2", "--norm", "eq92", "--timing", "0", "--out", "out", model=CRANK)
        for row, error in zip(self.rows(), (1.311e1, 1.297e0, 1.838e-1, 1.890e-3)):
            self.assertAlmostEqual(float(row["error"]) / error, 1.0, delta=1.5e-2)  # the reference itself has 1 % of the last

    # [HETS, Table 3]: 7.1e-1, 1.5e-1 and 4.7e-1, 1.8e-2; an independent implementation gives the figures below.
    def test_the_spectral_norm_gives_the_table_of_the_paper(self):
        unilateral = CRANK.with_name("unilateral.yaml")
        self.compare("--schemes", f"{EXPLICIT},half_explicit_velocity", "--steps", "1e-3,1e-4", "--until", "0.1",
                     "--columns", "theta1,theta2,theta3", "--norm", "spectral", "--reference-step", "1e-6", "--timing",
                     "0", "--out", "out", model=unilateral)
        for row, error in zip(self.rows(), (7.94e-1, 1.53e-1, 4.72e-1, 1.75e-2)):
            self.assertAlmostEqual(float(row["error"]) / error, 1.0, delta=2e-2)  # the paper's reference is at 1e-7

    # Mean forces Lambda/h of impulse schemes grow as 1/h: mixed with the angles they made orders of -0.7 to -1.
    def test_errors_are_told_by_unit_without_the_forces_of_impulse_schemes(self):
        told = self.compare("--schemes", f"{EXPLICIT},half_explicit_velocity", "--steps", "1e-3,1e-4",
                            "--reference-step", "1e-5", "--timing", "0", "--out", "out",
                            model=CRANK.with_name("unilateral.yaml")).stdout
        self.assertIn("not compared: force, percussion (forces: moreau_jean:theta=0 knows impulses only)", told)
        rows = self.rows()
        self.assertEqual({r["unit"] for r in rows}, {"rad", "rad/s", "m", "J"})
        self.assertEqual(len(rows), 4 * 4)
        for row in rows:
            self.assertTrue(row["order"] == "" or float(row["order"]) > 0.0, row)
        self.assertEqual(sorted(p.name for p in (self.folder / "out").iterdir()),
                         ["compare.csv", "compare.md", "compare.svg", "compare_2.svg", "compare_2_evaluations.svg", "compare_3.svg",
                          "compare_3_evaluations.svg", "compare_4.svg", "compare_4_evaluations.svg",
                          "compare_evaluations.svg"])

    def test_settings_of_the_model_can_be_changed_for_all_cases(self):
        told = self.compare(*self.STUDY, "--set", "simulation.end_time=0.2", "--timing", "0").stdout
        self.assertIn("t = 0 to 0.2 s: 3 times", told)


CONTROLLED = "half_explicit_velocity:control=error"


class Tolerances(Compare):
    STUDY = ("--schemes", f"{EXPLICIT},{EXPLICIT}:control=error,{CONTROLLED}", "--steps", "0.1,0.05", "--tolerances",
             "1e-3,0.5", "--columns", "height", "--reference", "exact.csv")

    # A step and its two halves, of which the halves are kept: 3 evaluations, the error of half the step. The
    # half-explicit scheme is exact, so that no tolerance makes it take more.
    def test_controlled_schemes_run_with_every_tolerance_at_the_largest_step(self):
        told = self.compare(*self.STUDY, "--out", "out").stdout
        rows = self.rows()
        self.assertEqual([(r["scheme"], r["step"], r["tolerance"]) for r in rows],
                         [(EXPLICIT, "0.1", ""), (EXPLICIT, "0.05", ""), (f"{EXPLICIT}:control=error", "0.1", "0.5"),
                          (f"{EXPLICIT}:control=error", "0.1", "0.001"), (CONTROLLED, "0.1", "0.5"),
                          (CONTROLLED, "0.1", "0.001")])
        self.assertEqual([int(r["evaluations"]) for r in rows[:3] + rows[4:]], [4, 8, 12, 12, 12])
        self.assertGreater(int(rows[3]["evaluations"]), 12)
        self.assertAlmostEqual(float(rows[2]["error"]), 0.1, delta=1e-13)
        self.assertLess(float(rows[3]["error"]), 0.05)
        self.assertEqual([r["order"] == "" for r in rows], [True, False] + 4 * [True])
        self.assertRegex(told, r"(?m)^scheme +h \[s\] +tolerance +error \[m\] +order +evaluations +time")
        self.assertRegex(told, r"(?m)^moreau_jean:theta=0:control=error +0\.1 +0\.5 +1\.00e-01 +- +12 ")

    def test_work_precision_diagrams_have_a_line_for_each_scheme(self):
        self.compare(*self.STUDY, "--out", "out")
        for name, label in (("compare_evaluations.svg", "evaluations of a run"), ("compare_time.svg", "time of a run [")):
            text = "".join(xml.etree.ElementTree.parse(self.folder / "out" / name).getroot().itertext())
            for part in (label, "error [m]", EXPLICIT, f"{EXPLICIT}:control=error", CONTROLLED):
                self.assertIn(part, text)
        convergence = "".join(xml.etree.ElementTree.parse(self.folder / "out" / "compare.svg").getroot().itertext())
        self.assertNotIn("control", convergence)

    def test_without_fixed_steps_or_timing_there_are_no_such_plots(self):
        self.compare("--schemes", CONTROLLED, "--steps", "0.1", "--tolerances", "1e-3", "--timing", "0", "--out", "out")
        self.assertEqual(sorted(p.name for p in (self.folder / "out").iterdir()),
                         ["compare.csv", "compare.md", "compare_2_evaluations.svg", "compare_evaluations.svg"])


class Failures(Compare):
    def test_a_step_above_the_stability_limit_is_a_failed_row_and_exit_code_3(self):
        bar = SOURCE / "examples" / "02_impacting_bar" / "bar.yaml"
        done = self.compare("--schemes", "half_explicit_velocity,moreau_jean", "--steps", "1e-5,1e-6", "--columns",
                            "bar.mean_velocity", "--timing", "0", "--out", "out", model=bar, code=3)
        self.assertEqual([r["status"] for r in self.rows()], ["failed", "done", "done", "done"])
        self.assertRegex(done.stdout, r"(?m)^half_explicit_velocity +1e-05 +failed +- ")
        self.assertIn("half_explicit_velocity, h = 1e-05 s: 1e-05 s exceeds the stability limit", done.stdout)

    def test_a_broken_certificate_is_exit_code_4(self):
        done = self.compare("--schemes", "half_explicit_velocity", "--steps", "1e-3", "--timing", "0", "--set",
                            "simulation.certificates.penetration=1e-9", "--columns", "ball.nodes.first.position",
                            model=BALL, code=4)
        self.assertIn("certificate broken: penetration", done.stdout)


class WrongInput(Compare):
    def refuse(self, words, *parts):
        words = dict(zip(words[::2], words[1::2]))
        standard = {"--schemes": "moreau_jean", "--steps": "0.1"}
        done = self.compare(*(w for pair in {**standard, **words}.items() for w in pair), code=2)
        self.assertEqual(done.stdout, "")
        for part in parts:
            self.assertIn(part, done.stderr)
        self.assertIn("1 fault; nothing was run.", done.stderr)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir() if p.name != "wrong.csv"),
                         ["exact.csv", "falling.yaml"])

    def test_an_unknown_scheme(self):
        self.refuse(("--schemes", "half_explicit_velocity,moreau_jen"),
                    "--schemes moreau_jen: simulation.scheme.name: `moreau_jen` is not a scheme",
                    "did you mean `moreau_jean`?")

    def test_an_unknown_option_of_a_scheme(self):
        self.refuse(("--schemes", "moreau_jean:thetta=0"),
                    "--schemes moreau_jean:thetta=0: simulation.scheme.thetta: unknown key", "did you mean `theta`?")

    def test_an_option_without_value(self):
        self.refuse(("--schemes", "moreau_jean:theta"), "--schemes moreau_jean:theta: `theta` is not KEY=VALUE")

    def test_an_option_given_twice_or_another_scheme_by_an_option(self):
        self.refuse(("--schemes", "moreau_jean:theta=0:theta=1"), "`theta` is given twice")
        self.refuse(("--schemes", "moreau_jean:name=dg_plus"), "`name` is given twice")

    def test_a_step_longer_than_the_run(self):
        self.refuse(("--steps", "100", "--reference-step", "0.01"), "--steps 100: 100 s is longer than the run of")

    def test_a_reference_that_is_not_finite(self):
        (self.folder / "wrong.csv").write_text("t,height\n0.1,inf\n")
        self.refuse(("--reference", "wrong.csv", "--columns", "height", "--until", "0.1"), "wrong.csv:2", "inf is not a reference value")

    def test_steps_that_are_none(self):
        self.refuse(("--steps", "0"), "--steps: 0 is not a step size", "> 0")
        self.refuse(("--steps", "-1e-3"), "--steps: -0.001 is not a step size")
        self.refuse(("--steps", "nan"), "--steps: nan is not a step size")
        self.refuse(("--steps", "1e-3,1ms"), "--steps: `1ms` is not a number")
        self.refuse(("--steps", "1e-3,0.001"), "--steps: `0.001` is given twice")

    def test_tolerances_that_are_none(self):
        controlled = ("--schemes", CONTROLLED, "--tolerances")
        self.refuse((*controlled, "0"), "--tolerances: 0 is not a tolerance", "> 0")
        self.refuse((*controlled, "-1e-3"), "--tolerances: -0.001 is not a tolerance")
        self.refuse((*controlled, "inf"), "--tolerances: inf is not a tolerance")
        self.refuse((*controlled, "1e-3,tight"), "--tolerances: `tight` is not a number", "e.g. 1e-4,1e-6")
        self.refuse((*controlled, "1e-3,0.001"), "--tolerances: `0.001` is given twice")
        self.refuse((*controlled, "2"), "--tolerances 2: a tenth of it, 0.2 s, would be the smallest step")

    def test_tolerances_that_no_scheme_takes(self):
        self.refuse(("--tolerances", "1e-3"), "--tolerances: no scheme has a step control",
                    "--schemes moreau_midpoint:control=switching_point")
        self.refuse(("--schemes", "moreau_jean:control=impact_step", "--tolerances", "1e-3"),
                    "--schemes moreau_jean:control=impact_step: the control `impact_step` has no tolerances",
                    "without --tolerances")
        self.refuse(("--schemes", CONTROLLED + ":control.position_tolerance=1e-3", "--tolerances", "1e-3"),
                    "`control.position_tolerance` and --tolerances both give a tolerance")

    def test_an_unknown_norm(self):
        self.refuse(("--norm", "spectrum"), "--norm: there is no norm `spectrum`", "did you mean `spectral`?")

    def test_a_column_that_does_not_exist(self):
        self.refuse(("--columns", "heigt"), "--columns heigt: there is no such column", "did you mean `height`?")
        self.refuse(("--columns", "particle.nodes.first.speed"), "--columns particle.nodes.first.speed: ", "velocity")

    def test_a_reference_without_the_columns(self):
        self.refuse(("--reference", "exact.csv"), "exact.csv: particle.nodes.first.velocity: no such column",
                    "--columns")

    def test_a_reference_that_is_not_there(self):
        self.refuse(("--reference", "none.csv"), "none.csv: cannot read: No such file or directory")

    def test_times_of_a_reference_that_no_step_meets(self):
        self.write("wrong.csv", "t,height\n0.05,1\n0.15,1\n0.45,0\n")
        self.refuse(("--reference", "wrong.csv", "--columns", "height"), "the end of a step of h = 0.1 s",
                    "nothing is interpolated")

    def test_a_reference_that_ends_too_early(self):
        self.refuse(("--reference", "exact.csv", "--columns", "height", "--until", "0.5"),
                    "exact.csv: t: the reference ends at 0.4 s, before the runs at 0.5 s", "--until 0.4")

    def test_the_spectral_norm_needs_all_steps(self):
        self.refuse(("--reference", "exact.csv", "--columns", "height", "--norm", "spectral", "--steps", "0.05"),
                    "--norm: the spectral norm is taken over all steps", "no t = 0.05 s")

    def test_a_reference_that_is_coarser_than_the_steps(self):
        self.refuse(("--reference-step", "0.1"), "--reference-step: 0.1 s is not below the steps compared")

    def test_an_end_before_the_start(self):
        self.refuse(("--until", "-1"), "--until -1: simulation.end_time: -1 does not exceed start_time")

    def test_a_target_that_is_no_error(self):
        self.refuse(("--target", "0"), "--target: 0 is not an error to reach")

    def test_a_folder_that_cannot_be_written(self):
        self.refuse(("--out", "exact.csv/deep"), "--out: cannot write into `exact.csv/deep`")

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_a_folder_without_permission(self):
        closed = self.folder / "closed"
        closed.mkdir(mode=0o500)
        done = self.compare("--schemes", "moreau_jean", "--steps", "0.1", "--out", "closed", code=2)
        self.assertIn("--out: cannot write into `closed`", done.stderr)

    def test_a_model_that_is_not_there(self):
        done = self.compare("--schemes", "moreau_jean", "--steps", "0.1", model="none.yaml", code=2)
        self.assertIn("none.yaml: cannot be read: No such file or directory", done.stderr)
        self.assertIn("1 fault; nothing was run.", done.stderr)


if __name__ == "__main__":
    unittest.main()
