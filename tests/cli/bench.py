# SPDX-License-Identifier: Apache-2.0
"""`percuss bench`, and what it is made of: `percuss run --profile` and `--time-limit`."""

import csv
import signal
import subprocess
import time
import unittest

from support import BALL, BAR, PERCUSS, CommandLineTest, summary

PARTS = {"forces", "factor", "solve", "detection", "delassus", "contact", "output", "other"}
SHORT = ("--set", "simulation.end_time=2e-5")  # 200 steps of the bar
ENDLESS = ("--set", "simulation.end_time=100", "--set", "outputs.every=1000000")


class Profiles(CommandLineTest):
    def test_parts_of_the_steps_are_all_of_the_loop(self):
        done = self.percuss("run", BAR, "--out", "out", "--profile", *SHORT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"time: .*forces \d")
        self.assertRegex(done.stdout, r"\d+ contact problems: 1.00 contacts and \S+ iterations on average")
        found = summary(self.folder / "out")
        seconds = found["profile"]["seconds"]
        self.assertEqual(set(seconds), PARTS)
        self.assertAlmostEqual(sum(seconds.values()), found["loop_seconds"], delta=1e-9)
        for part in ("forces", "factor", "solve", "detection", "delassus", "contact", "output"):
            self.assertGreater(seconds[part], 0.0, part)
        self.assertEqual(found["profile"]["contacts_in_problems"], found["profile"]["contact_problems"])

    def test_parts_add_up_where_a_run_ends_early(self):
        """A checkpoint at the end is no part of the loop."""
        done = self.percuss("run", BAR, "--out", "out", "--profile", "--time-limit", "1e-9", *ENDLESS)
        self.assertEqual(done.returncode, 130, done.stderr)
        found = summary(self.folder / "out")
        self.assertAlmostEqual(sum(found["profile"]["seconds"].values()), found["loop_seconds"], delta=1e-9)

    def test_nothing_is_told_unless_asked_for(self):
        self.assertNotIn("profile", summary(self.run_model(BALL)))

    def test_results_are_the_same(self):
        plain = self.run_model(BAR, *SHORT, out="plain")
        told = self.run_model(BAR, *SHORT, "--profile", out="told")
        self.assertEqual((plain / "history.csv").read_text(), (told / "history.csv").read_text())


class TimeLimits(CommandLineTest):
    def test_a_run_out_of_time_can_be_resumed(self):
        done = self.percuss("run", BAR, "--out", "out", "--time-limit", "0.2s", *ENDLESS)
        self.assertEqual(done.returncode, 130, done.stderr)
        self.assertIn("its 0.2 s of time are over", done.stderr)
        found = summary(self.folder / "out")
        self.assertEqual((found["status"], found["time_limit"]), ("interrupted", 0.2))
        steps = found["steps"]
        done = self.percuss("resume", "out", "--time-limit", "0.1")
        self.assertEqual(done.returncode, 130, done.stderr)
        self.assertGreater(summary(self.folder / "out")["steps"], steps)

    def test_a_run_that_has_come_to_its_end_is_done(self):
        """Though its time is over by then."""
        found = summary(self.run_model(BAR, "--set", "simulation.end_time=1e-7", "--time-limit", "1e-9"))
        self.assertEqual((found["status"], found["steps"]), ("done", 1))

    def test_a_run_in_time_is_done(self):
        self.assertNotIn("time_limit", summary(self.run_model(BAR, *SHORT, "--time-limit", "1h")))

    def test_what_is_no_time_is_refused(self):
        for word in ("0", "-1s", "abc", "5 days", "nan", "inf"):
            done = self.percuss("run", BALL, "--out", "out", f"--time-limit={word}")
            self.assertEqual(done.returncode, 2, word)
            self.assertIn("is not a time", done.stderr)
            self.assertFalse((self.folder / "out").exists())


class Benches(CommandLineTest):
    def rows(self, out="bench"):
        with open(self.folder / out / "bench.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_sizes_schemes_and_threads(self):
        done = self.percuss("bench", BAR, "--sizes", "bodies.bar.elements=10,40", "--schemes",
                            "moreau_jean:theta=0.5,half_explicit_velocity", "--threads", "1,2", "--until", "1e-5",
                            "--rounds", "2", "--out", "bench", "--quiet")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        rows = self.rows()
        self.assertEqual(len(rows), 8)
        self.assertEqual([row["unknowns"] for row in rows], ["11"] * 4 + ["41"] * 4)
        for row in rows:
            self.assertEqual((row["status"], row["evaluations"]), ("done", "100"))
            self.assertAlmostEqual(sum(float(row[f"{part} [s]"]) for part in PARTS), float(row["loop_seconds [s]"]),
                                   delta=1e-9)
            self.assertAlmostEqual(float(row["seconds_per_step [s]"]) * 100, float(row["loop_seconds [s]"]), delta=1e-9)
        self.assertIn("8 combinations, 0 failed", done.stdout)
        self.assertIn(done.stdout.split("\n\n")[0], (self.folder / "bench" / "bench.md").read_text(encoding="utf-8"))
        self.assertEqual({path.name for path in (self.folder / "bench").iterdir()},
                         {"bench.csv", "bench.md", "bench_time.svg", "bench_memory.svg"})

    def test_solvers_by_name(self):
        done = self.percuss("bench", BAR, "--linear", "tridiagonal,banded", "--contact", "auto,lemke", "--delassus",
                            "assembled", "--until", "1e-5", "--rounds", "1", "--out", "bench", "--quiet")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([(row["linear solver"], row["contact solver"], row["Delassus"]) for row in self.rows()],
                         [("tridiagonal", "auto", "assembled"), ("tridiagonal", "lemke", "assembled"),
                          ("banded", "auto", "assembled"), ("banded", "lemke", "assembled")])

    def test_long_runs_are_cut_short(self):
        done = self.percuss("bench", BAR, "--seconds", "0.2", "--rounds", "1", "--out", "bench", "--quiet", *ENDLESS)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        row, = self.rows()
        self.assertEqual(row["status"], "cut short")
        self.assertGreater(float(row["evaluations"]), 0)
        self.assertLess(float(row["loop_seconds [s]"]), 10.0)

    def test_a_run_that_is_refused_does_not_end_the_others(self):
        """The step is above the stability limit of the finer mesh."""
        done = self.percuss("bench", BAR, "--sizes", "bodies.bar.elements=10,100000", "--until", "1e-5", "--rounds",
                            "1", "--out", "bench", "--quiet")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertEqual([row["status"] for row in self.rows()], ["done", "failed"])
        self.assertIn("stability limit", self.rows()[1]["message"])
        self.assertIn("2 combinations, 1 failed", done.stdout)

    def test_ctrl_c_ends_it(self):
        with subprocess.Popen([PERCUSS, "bench", BAR, "--seconds", "60", "--out", "bench", *ENDLESS], text=True,
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            deadline = time.monotonic() + 30.0
            while not list(self.folder.glob("bench/bench.*/run")) and time.monotonic() < deadline:
                time.sleep(0.01)
            run.send_signal(signal.SIGINT)
            out, _ = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130)
        self.assertIn("1 combination, 0 failed, interrupted, 1 not run", out)
        self.assertEqual({path.name for path in (self.folder / "bench").iterdir()}, {"bench.csv", "bench.md"})

    def test_files_of_others_stay(self):
        self.write("mine/bar.yaml", "mine")
        done = self.percuss("bench", BAR, "--until", "1e-6", "--rounds", "1", "--out", "mine", "--quiet")
        self.assertEqual(done.returncode, 2)
        self.assertIn("holds files that are no bench's", done.stderr)
        self.assertEqual([path.name for path in (self.folder / "mine").iterdir()], ["bar.yaml"])
        for words in (("--overwrite",), ()):  # the second time it is a bench's
            done = self.percuss("bench", BAR, "--until", "1e-6", "--rounds", "1", "--out", "mine", "--quiet", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "mine" / "bar.yaml").read_text(), "mine")

    def test_without_a_model_it_runs_a_bar(self):
        done = self.percuss("bench", "--sizes", "parameters.elements=10,20", "--rounds", "1", "--quiet")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([row["unknowns"] for row in self.rows("percuss.bench")], ["11"] * 3 + ["21"] * 3)

    def test_wrong_inputs(self):
        for words, expected in {
                ("--schemes", "moreau_jeen"): "did you mean `moreau_jean`",
                ("--schemes", "moreau_jean:theta=2"): "--schemes moreau_jean:theta=2",
                ("--linear", "cholmood"): "did you mean `cholmod`",
                ("--contact", "gauss"): "gauss_seidel",
                ("--delassus", "none"): "assembled",
                ("--sizes", "bodies.bar.elemnts=1,2"): "did you mean `elements`",
                ("--sizes", "bodies.bar.elements"): "there is no `KEY=`",
                ("--threads", "0"): "is not a number of threads",
                ("--seconds", "0"): "is not a time",
                ("--until", "-1"): "--until -1",
                ("--threads", "5000"): "expected 1 to 4096",
                ("--ranks", "0"): "`0` is not a number of ranks",
                ("--ranks", "two"): "`two` is not a number of ranks",
                ("--out", ""): "is no name",
                ("--until", "nan"): "is not a time"}.items():
            done = self.percuss("bench", BAR, "--out", "bench", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(expected, done.stderr, words)
            self.assertFalse((self.folder / "bench").exists(), words)


if __name__ == "__main__":
    unittest.main()
