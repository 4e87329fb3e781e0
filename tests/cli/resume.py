# SPDX-License-Identifier: Apache-2.0
"""Runs that are ended at any moment, and go on."""

import os
import random
import re
import signal
import subprocess
import time
import unittest

from support import BALL, BAR, PERCUSS, SOURCE, CommandLineTest, fewer, summary

EXAMPLES = SOURCE / "examples"
FEW_DISCS = ("--set", "bodies.left.count=40", "--set", "bodies.right.count=40", "--set", "bodies.left.from=[0.6, 0.18]",
             "--set", "bodies.left.to=[1.0, 0.6]", "--set", "bodies.right.to=[1.4, 0.6]", "--set",
             "simulation.end_time=0.6")
# name: model, words, steps between checkpoints. Each takes some tenths of a second.
RUNS = {"slider_crank": (EXAMPLES / "03_slider_crank" / "unilateral.yaml",
                         ("--set", "simulation.step=2e-6", "--set", "outputs.every=7"), 500),
        "discs": (EXAMPLES / "09_mixing_discs" / "discs.yaml", FEW_DISCS, 20),
        "controlled": (EXAMPLES / "03_slider_crank" / "unilateral.yaml",
                       ("--set", "simulation.scheme=moreau_midpoint", "--set", "simulation.step=1e-4", "--set",
                        "simulation.end_time=0.3", "--set", "simulation.control=switching_point", "--set", "outputs.dense=7e-5",
                        "--set", "outputs.every=7", "--set",
                        "outputs.history=[mechanism.theta1, max(mechanism.omega2), 'rms(slider.*.force)']",
                        "--set", "outputs.steps=true"), 100),
        "bar": (BAR, ("--set", "simulation.end_time=1e-3", "--set", "outputs.states_every=1000"), 400),
        "lattice": (EXAMPLES / "23_lattice" / "lattice.yaml",
                    ("--set", "simulation.linear_solver=cg", "--set", "simulation.end_time=0.3", "--set",
                     "parameters.nx=8"), 60),
        "stack": (EXAMPLES / "11_stack" / "stack.yaml", ("--set", "simulation.end_time=4", "--set", "outputs.every=3"),
                  200)}
KILLS = fewer(3)  # of each


class Resume(CommandLineTest):

    def same(self, folder, other):
        """Histories to the last digit, which every number has; what else a run says of itself."""
        self.assertEqual((folder / "history.csv").read_text(), (other / "history.csv").read_text())
        for name in ("events.csv", "steps.csv", "dense.csv"):
            tables = [(out / name).read_text() for out in (folder, other) if (out / name).exists()]
            self.assertIn(len(tables), (0, 2))
            self.assertEqual(len(set(tables)), len(tables) // 2)
        left, right = summary(folder), summary(other)
        for key in left:
            if key not in ("loop_seconds", "microseconds_per_step", "peak_memory_bytes", "factorisations",
                           "linear_solver"):  # a run that goes on makes its factors anew
                self.assertEqual(left[key], right[key], key)

    def kill_after(self, seconds, *words, threads=1):
        process = subprocess.Popen([PERCUSS, *map(str, words)], cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, env={**os.environ, "OMP_NUM_THREADS": str(threads)})
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
        return process.wait()

    def killed_behind(self, files, *words):
        """A run that is killed once it has left these files, however slow the program is; it is asked to overwrite.
        Between two generations the newest checkpoint has no name for a moment, in which a run may be killed."""
        def there():
            return all((self.folder / file).exists() for file in files)

        for _ in range(20):
            run = subprocess.Popen([PERCUSS, "run", *map(str, words), "--overwrite"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while run.poll() is None and not there():
                time.sleep(0.005)
            run.kill()
            run.wait()
            if there():
                return
        self.fail(f"no run has left {files}")

    def test_kill_minus_nine_at_any_moment(self):
        moments = random.Random(1)
        for name, (model, words, every) in RUNS.items():
            start = time.monotonic()
            whole = self.run_model(model, *words, "--quiet", out=f"{name}.whole")
            whole_time = time.monotonic() - start
            for i in range(KILLS):
                out = f"{name}.{i}"
                run = ("run", model, *words, "--out", out, "--quiet", "--checkpoint-every", every)
                self.kill_after(moments.uniform(0.1, 1.5) * whole_time, *run)
                for _ in range(2):  # and the one that goes on, too, on other threads
                    if (self.folder / out / "checkpoint.h5").exists():
                        self.kill_after(moments.uniform(0.1, 1.0) * whole_time, "resume", out, "--quiet", threads=2)
                if not (self.folder / out / "checkpoint.h5").exists():
                    continue  # killed before the first checkpoint
                if not (self.folder / out / "summary.json").exists():
                    done = self.percuss("resume", out)
                    self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.same(self.folder / out, whole)

    def test_interrupted_runs_go_on(self):
        model, words, _ = RUNS["slider_crank"]
        whole = self.run_model(model, *words, out="whole")
        for kind in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen([PERCUSS, "run", model, *words, "--set", "outputs.every=1000000", "--out",
                                        kind.name], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            while not (self.folder / kind.name / "history.csv.part").exists():
                time.sleep(0.005)
            process.send_signal(kind)
            self.assertEqual(process.wait(), 130, process.stdout.read())
            process.stdout.close()
            self.assertEqual(summary(self.folder / kind.name)["status"], "interrupted")
            done = self.percuss("resume", kind.name)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r"going on at t = \S+ s, after step \d+ of 25000\n")
            self.assertEqual(summary(self.folder / kind.name)["energy_end"], summary(whole)["energy_end"])

    def test_problems_are_dumped_on(self):
        model, words, every = RUNS["stack"]
        whole = self.run_model(model, *words, "--dump-problems", 50, out="whole")
        self.kill_after(0.2, "run", model, *words, "--dump-problems", 50, "--out", "some", "--checkpoint-every", every)
        if (self.folder / "some" / "checkpoint.h5").exists() and not (self.folder / "some" / "summary.json").exists():
            self.assertEqual(self.percuss("resume", "some").returncode, 0)
            self.assertEqual(sorted(os.listdir(self.folder / "some" / "problems")), sorted(os.listdir(whole / "problems")))

    def test_goes_on_beyond_the_end(self):
        self.run_model(BALL, "--checkpoint-every", 1000, out="short")
        done = self.percuss("resume", "short")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--until", done.stderr)
        end = summary(self.folder / "short")["time_reached"]
        done = self.percuss("resume", "short", "--until", 2 * end)
        self.assertEqual(done.returncode, 0, done.stderr)
        long = self.run_model(BALL, "--set", f"simulation.end_time={2 * end}", out="long")
        self.assertEqual((self.folder / "short" / "history.csv").read_text(), (long / "history.csv").read_text())

    def test_bad_input_is_told_with_the_remedy(self):
        model = self.write("ball.yaml", BALL.read_text())
        self.run_model(model, "--checkpoint-every", 1000)
        cases = [(("resume", "nothing"), "holds no checkpoint"), (("resume", "out", "--until", "0.01"), "--until: simulation.end_time: the run has come to t"),
                 (("resume", "out", "--until", "soon"), "--until"),
                 (("resume", "out", "--until", "9", "--set", "bodies.ball.mass=2"), "bodies.ball.mass"),
                 (("run", model, "--checkpoint-every", "often"), "`often` is neither"),
                 (("run", model, "--checkpoint-every", "0"), "`0` is neither"),
                 (("run", model, "--checkpoint-every", "-5s"), "is neither"),
                 (("run", model, "--checkpoint-every", "1.5"), "`1.5` is neither")]
        for words, message in cases:
            done = self.percuss(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(message, done.stderr, words)
        os.remove(model)
        done = self.percuss("resume", "out", "--until", "9")
        self.assertEqual(done.returncode, 2)
        self.assertIn("ball.yaml", done.stderr)
        self.assertEqual(self.percuss("resume", "out", "--until", "1.1", "--model", BALL).returncode, 0)

    def test_a_damaged_checkpoint_gives_way_to_the_one_before(self):
        model, words, _ = RUNS["stack"]
        whole = self.run_model(model, *words, out="whole")
        self.killed_behind(("out/checkpoint.before.h5", "out/checkpoint.h5"), model, *words, "--out", "out", "--checkpoint-every", 20)
        newest = self.folder / "out" / "checkpoint.h5"
        newest.write_bytes(newest.read_bytes()[:5000])
        done = self.percuss("resume", "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(re.search("cut off|cannot read", done.stderr), done.stderr)
        self.assertIn("going on from the checkpoint before it", done.stderr)
        self.same(self.folder / "out", whole)

    def test_an_unfinished_run_is_not_begun_anew_unasked(self):
        model, words, _ = RUNS["slider_crank"]
        self.killed_behind(("out/checkpoint.h5",), model, *words, "--out", "out", "--checkpoint-every", 50)
        if (self.folder / "out" / "summary.json").exists():
            self.skipTest("this machine is faster than that")
        done = self.percuss("run", model, *words, "--out", "out")
        self.assertEqual(done.returncode, 2)
        self.assertIn("percuss resume out", done.stderr)
        self.assertEqual(self.percuss("run", model, *words, "--out", "out", "--overwrite").returncode, 0)
        self.assertEqual(sorted(os.listdir(self.folder / "out")), ["events.csv", "history.csv", "result.h5", "summary.json"])


if __name__ == "__main__":
    unittest.main()
