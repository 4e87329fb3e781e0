# SPDX-License-Identifier: Apache-2.0
"""One model on several ranks that `mpirun` starts: the numbers of one process, one voice, one folder."""

import csv
import os
import pathlib
import signal
import subprocess
import threading
import time
import unittest

from support import BALL, PERCUSS, SOURCE, CommandLineTest, edited, history, summary

# A truss of 4,056 unknowns: more than three ranks need to share it. It falls on a stop, and slides along it.
TRUSS = """percuss: 1
simulation:
  scheme: half_explicit_velocity
  step: 1.0e-5
  end_time: 3.0e-4
  linear_solver: petsc_cg
bodies:
  truss: {type: lattice, cells: [12, 12, 7], cell: [0.1], bracing: single, area: 1.0e-4, youngs_modulus: 2.0e+11,
          density: 7800.0, mass: consistent, velocity: [1.0, 0.0, -2.0]}
contacts:
  corner: {type: node_wall, body: truss, node: 0, wall: [0.0, 0.0, -2.0e-4], normal: [0.0, 0.0, 1.0], friction: 0.3}
  middle: {type: node_wall, body: truss, node: 80, wall: [0.0, 0.0, -3.0e-4], normal: [0.0, 0.0, 1.0], friction: 0.3}
loads:
  gravity: {type: gravity, acceleration: [0.0, 0.0, -9.81]}
outputs:
  every: 3
  history: ["*.force", truss.nodes.500.position.z, truss.nodes.0.velocity.x, energy.total]
"""
# Three trusses of 6,591 unknowns, dealt out whole; one of them strikes a wall.
BANK = """percuss: 1
simulation: {scheme: half_explicit_velocity, step: 1.0e-6, end_time: 2.0e-5}
repeat:
  - for: {i: 3}
    bodies:
      truss${i}: {type: lattice, cells: [12, 12, 12], cell: [0.1], bracing: single, area: 1.0e-4, youngs_modulus: 2.0e+11,
                  density: 7800.0, velocity: [1.0, 0.0, -2.0]}
contacts:
  wall: {type: node_wall, body: truss1, node: 0, wall: [0.0, 0.0, -1.0e-5], normal: [0.0, 0.0, 1.0], friction: 0.3}
loads:
  gravity: {type: gravity, acceleration: [0.0, 0.0, -9.81]}
outputs:
  every: 2
  history: [wall.force, truss0.nodes.500.position.z, truss2.nodes.0.velocity.x, energy.total]
"""
# What a slider-crank gets beside it: a bar that strikes a wall.
BAR = """  bar: {type: bar, length: 1.0, elements: 3500, area: 3.0e-4, youngs_modulus: 2.1e+11, density: 7800.0, mass: consistent,
        position: 1.0e-5, velocity: -0.1}
"""
WALL = """  wall: {type: node_wall, body: bar}
"""
TWO_RANKS = {"OMPI_COMM_WORLD_SIZE": "2", "OMPI_COMM_WORLD_RANK": "0"}


def is_built_in():
    done = subprocess.run([PERCUSS, "--version"], text=True, capture_output=True, check=True)
    return "petsc yes" in done.stdout


def without_progress(text):
    """The lines of `text` but those that a run writes every 10 s, which a slow machine sees."""
    return [line for line in text.splitlines() if " steps/s  " not in line]


with_petsc = unittest.skipUnless(is_built_in(), "built without PETSc")


# Root, more ranks than cores, and copies within the kernel, which containers forbid, are Open MPI's concern. So are waiting
# ranks that keep a core from those that work.
OPEN_MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
            "OMPI_MCA_hwloc_base_binding_policy": "none", "OMPI_MCA_mpi_yield_when_idle": "1"}


class RanksTest(CommandLineTest):
    def in_open_mpi(self, *words, timeout=300, **more):
        return subprocess.run([*map(str, words)], cwd=self.folder, text=True, capture_output=True, timeout=timeout,
                              stdin=subprocess.DEVNULL, env={**os.environ, **OPEN_MPI, **more})

    def mpirun(self, ranks, *words, program=PERCUSS, **more):
        return self.in_open_mpi("mpirun", "-n", ranks, program, *words, **more)

    def run_truss(self, ranks, *words, out=None, code=0):
        out = out or f"out{ranks}"
        done = self.mpirun(ranks, "run", self.truss, "--out", out, *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return self.folder / out

    def setUp(self):
        super().setUp()
        self.truss = self.write("truss.yaml", TRUSS)

    def assert_same_rows(self, folder, other, tolerance):
        """Relative to the largest of each column."""
        names, rows = history(folder)
        other_names, other_rows = history(other)
        self.assertEqual(names, other_names)
        self.assertEqual(len(rows), len(other_rows))
        for name, column, other_column in zip(names, zip(*rows), zip(*other_rows)):
            size = max(map(abs, column)) or 1.0
            for a, b in zip(column, other_column):
                self.assertLessEqual(abs(a - b), tolerance * size, name)


@with_petsc
class OneModel(RanksTest):
    # What ranks share are sums, whose order changes the last bits: solves of 1e-12 leave some 1e-11 of the motion.
    def test_has_the_numbers_of_one_process(self):
        alone = self.run_model(self.truss)
        _, rows = history(alone)
        self.assertGreater(max(row[1] for row in rows), 0.0, "the corner has touched")
        for ranks in 1, 2, 3, 4:
            self.assert_same_rows(alone, self.run_truss(ranks), 1e-10)
        for scheme in "mixed_generalized_alpha", "nonsmooth_generalized_alpha", "moreau_jean":
            setting = "--set", f"simulation.scheme={scheme}"
            self.assert_same_rows(self.run_model(self.truss, *setting, out=scheme),
                                  self.run_truss(3, *setting, out=scheme + "3"), 1e-10)

    # Bodies below a share of 1000 unknowns, and other solvers, are every rank's own: nothing differs then.
    def test_has_the_bits_of_one_process_where_nothing_is_shared(self):
        for example, end_time in (("02_impacting_bar/bar.yaml", 1.0e-3), ("21_bank/bank.yaml", 2.0e-3),
                                  ("03_slider_crank/unilateral.yaml", 0.01), ("25_beam_pile/pile.yaml", 0.05)):
            words = SOURCE / "examples" / example, "--set", f"simulation.end_time={end_time}"
            name = example[:2]
            alone = self.run_model(*words, out=name)
            done = self.mpirun(2, "run", *words, "--out", name + "_2")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual((alone / "history.csv").read_bytes(),
                             (self.folder / f"{name}_2" / "history.csv").read_bytes(), example)

    # Bodies are dealt out whole: what one rank works out, all have to the last bit.
    def test_has_the_bits_of_one_process_where_bodies_are_dealt_out(self):
        bank = self.write("bank.yaml", BANK)
        for scheme in "half_explicit_velocity", "mixed_generalized_alpha", "moreau_jean":
            words = bank, "--set", f"simulation.scheme={scheme}"
            alone = self.run_model(*words, out=scheme)
            names, rows = history(alone)
            self.assertGreater(max(row[names.index("wall.force")] for row in rows), 0.0)
            for ranks in 2, 3:
                out = f"{scheme}_{ranks}"
                done = self.mpirun(ranks, "run", *words, "--out", out, "--checkpoint-every", "5")
                self.assertEqual((done.returncode, without_progress(done.stderr)), (0, []), done.stdout + done.stderr)
                self.assertEqual((alone / "history.csv").read_bytes(), (self.folder / out / "history.csv").read_bytes())
        done = self.mpirun(2, "resume", "moreau_jean_3", "--until", "4.0e-5")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_shares_a_long_bar_beside_a_mechanism(self):
        crank = (SOURCE / "examples" / "03_slider_crank" / "unilateral.yaml").read_text(encoding="utf-8")
        both = self.write("both.yaml", edited(crank, ("bodies:\n", "bodies:\n" + BAR), ("contacts:\n", "contacts:\n" + WALL),
                                              ("type: gravity,", "type: gravity, body: mechanism,"),
                                              ("    - energy.total", "    - energy.total\n    - {name: push, quantity: wall.force, over: max}")))
        settings = "--set", "simulation.end_time=0.004", "--set", "simulation.scheme=mixed_generalized_alpha"
        alone = self.run_model(both, *settings)
        names, rows = history(alone)
        self.assertGreater(max(row[names.index("push")] for row in rows), 0.0)
        done = self.mpirun(2, "run", both, *settings, "--out", "shared", "--set", "simulation.linear_solver=petsc_mumps")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("warning", done.stderr)
        # The bar's matrix has a condition of some 1e7, and contact forces show the round-off of its factors.
        self.assert_same_rows(alone, self.folder / "shared", 1e-8)

    def test_serves_every_solver_of_petsc(self):
        alone = self.run_model(self.truss)
        for solver in "petsc_mumps", "petsc_cg_gamg", "petsc_cg_hypre":
            shared = self.run_truss(3, "--set", f"simulation.linear_solver={solver}", out=solver)
            self.assert_same_rows(alone, shared, 1e-10)

    def test_talks_and_writes_once(self):
        done = self.mpirun(3, "run", self.truss, "--out", "out")
        self.assertEqual(done.stdout.count("done: results in out"), 1, done.stdout)
        self.assertEqual(done.stdout.count("iterations on average"), 1)
        self.assertEqual(without_progress(done.stderr), [])
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"truss.yaml", "out"})

    def test_goes_on_from_other_numbers_of_ranks(self):
        whole = self.run_model(self.truss, out="whole")
        self.run_truss(1, "--set", "simulation.end_time=1.0e-4", "--checkpoint-every", "5", out="parts")
        for ranks, end in (3, "2.0e-4"), (2, "3.0e-4"):
            done = self.mpirun(ranks, "resume", "parts", "--until", end)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual(done.stdout.count("going on at"), 1)
        self.assert_same_rows(whole, self.folder / "parts", 1e-10)

    def test_ends_as_one_when_the_time_is_over_and_when_a_step_fails(self):
        done = self.mpirun(2, "run", self.truss, "--out", "cut", "--time-limit", "0.5s", "--set",
                           "simulation.end_time=1.0")
        self.assertEqual(done.returncode, 130, done.stderr)
        self.assertEqual(done.stderr.count("interrupted at"), 1)
        self.assertEqual(summary(self.folder / "cut")["status"], "interrupted")
        done = self.mpirun(2, "run", self.truss, "--out", "failed", "--set", "simulation.linear_solver.max_iterations=3")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(done.stderr.count("the linear solver `petsc_cg` reached"), 1, done.stderr)

    def kill_the_last_of_three(self):
        """Once a checkpoint is there."""
        deadline = time.monotonic() + 60.0
        while not (self.folder / "out" / "checkpoint.h5").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if (b"OMPI_COMM_WORLD_RANK=2" in (process / "environ").read_bytes()
                        and str(self.folder) == os.readlink(process / "cwd")):
                    os.kill(int(process.name), signal.SIGKILL)
            except OSError:  # it has gone, or is of somebody else
                continue

    def test_ends_when_a_rank_dies_and_can_be_resumed(self):
        killer = threading.Thread(target=self.kill_the_last_of_three)
        killer.start()
        done = self.mpirun(3, "run", self.truss, "--out", "out", "--checkpoint-every", "10", "--set",
                           "simulation.end_time=1.0")
        killer.join()
        self.assertNotEqual(done.returncode, 0)
        self.assertNotIn("done:", done.stdout)
        done = self.mpirun(2, "resume", "out", "--until", "1.0e-2")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        whole = self.run_model(self.truss, "--set", "simulation.end_time=1.0e-2", out="whole")
        # 1,000 steps let the last bits of solves grow to some 1e-9 of the motion.
        self.assert_same_rows(whole, self.folder / "out", 1e-7)


@with_petsc
class WrongInputs(RanksTest):
    def refuse(self, done, *lines, code=2):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        for line in lines:
            self.assertEqual(done.stderr.count(line), 1, done.stderr)
        self.assertFalse((self.folder / "out").exists())

    def test_are_told_once(self):
        self.refuse(self.mpirun(3, "run", "none.yaml", "--out", "out"), "none.yaml")
        self.refuse(self.mpirun(3, "run", self.truss, "--out", "out", "--set", "bodies.truss.densty=1"), "unknown key")
        self.refuse(self.mpirun(3, "run", self.truss, "--out", "out", "--set", "simulation.step=1"),
                    "exceeds the stability limit")
        self.refuse(self.mpirun(2, "run", self.truss, "--out", "out", "--threads", "2"), "2 threads on each of 2 ranks")
        self.refuse(self.mpirun(2, "run", self.truss, "--nonsense"), "there is no option `--nonsense`")

    def test_of_the_folder_are_told_once(self):
        kept = self.write("out/history.csv", "t\n")
        done = self.mpirun(3, "run", self.truss, "--out", "out")
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("holds files of unknown origin"), 1, done.stderr)
        self.assertEqual(kept.read_text(encoding="utf-8"), "t\n")

    def test_of_one_rank_are_told_by_it(self):
        wrapper = self.write("wrapper.sh", '#!/bin/sh\n'
                             '[ "$OMPI_COMM_WORLD_RANK" = 1 ] && exec "$PERCUSS" "$@" $OF_RANK_1\nexec "$PERCUSS" "$@"\n')
        wrapper.chmod(0o755)
        for words, told in (("--nonsense", "rank 1: command line: there is no option `--nonsense`"),
                            ("--threads 2", "rank 1: command line: --threads"),
                            ("--set simulation.stp=1", "rank 1: --set simulation.stp=1"),
                            ("--set simulation.end_time=1", "command line: the ranks do not run the same model")):
            done = self.mpirun(2, "run", self.truss, "--out", "out", program=wrapper, OF_RANK_1=words)
            self.refuse(done, told, "1 fault; nothing was run.")

    def test_options_of_petsc_that_need_one_rank_are_refused(self):
        options = "--set", "simulation.linear_solver={name: petsc_cg, petsc_options: -pc_type icc}"
        self.run_model(self.truss, *options, out="alone")
        self.refuse(self.mpirun(2, "run", self.truss, "--out", "out", *options), "petsc_options: PETSc: ")

    def test_that_ranks_share_nothing_is_told(self):
        for words, told in ((("--set", "simulation.linear_solver=cg"), "this model's is `cg`"),
                            (("--set", "bodies.truss.cells=[4, 4, 4]", "--set", "outputs.history=[energy.total]"),
                             "each of the 2 ranks does all of the work")):
            done = self.mpirun(2, "run", self.truss, "--out", "out", "--overwrite", *words)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual(done.stderr.count(told), 1, done.stderr)

    def test_more_ranks_than_unknowns_are_served(self):
        done = self.mpirun(4, "run", BALL, "--out", "out", "--set", "simulation.linear_solver=petsc_mumps")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.run_model(BALL, out="alone")
        self.assert_same_rows(self.folder / "out", self.folder / "alone", 1e-12)


@with_petsc
class Benches(RanksTest):
    def setUp(self):
        super().setUp()
        self.launcher = self.write("launcher.sh", '#!/bin/sh\nprintf "%s " "$@" >> words; echo >> words\nexec mpirun "$@"\n')
        self.launcher.chmod(0o755)

    def bench(self, *words, launcher=None):
        return self.in_open_mpi(PERCUSS, "bench", self.truss, "--until", "1e-4", "--rounds", "1", "--out", "bench", "--quiet",
                                "--launcher", launcher or self.launcher, *words)

    def test_runs_are_shared_by_ranks(self):
        done = self.bench("--ranks", "1,2", "--sizes", "bodies.truss.cells.2=7,8")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with open(self.folder / "bench" / "bench.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([(row["status"], row["ranks"], row["unknowns"], row["evaluations"]) for row in rows],
                         [("done", ranks, unknowns, "10") for unknowns in ("4056", "4563") for ranks in ("1", "2")])
        started = (self.folder / "words").read_text(encoding="utf-8").splitlines()
        self.assertEqual([line.split()[:2] for line in started], [["-n", "2"]] * 2)  # one rank needs no launcher
        self.assertIn("2 ranks", (self.folder / "bench" / "bench_time.svg").read_text(encoding="utf-8"))

    def test_why_it_was_not_started_is_told(self):
        self.write("launcher.sh", "#!/bin/sh\necho ----------\necho no slots are left\nexit 1\n")
        done = self.bench("--ranks", "2")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("failed: no slots are left", done.stdout)
        self.write("launcher.sh", "#!/bin/sh\n")
        done = self.bench("--ranks", "2")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("failed: ended without results", done.stdout)

    def test_ranks_that_do_not_know_each_other_are_told(self):
        self.write("launcher.sh", '#!/bin/sh\nshift 2\nexec "$@"\n')
        done = self.bench("--ranks", "2")
        self.assertEqual(done.returncode, 3, done.stdout + done.stderr)
        self.assertIn("failed: 1 of 2 ranks worked together", done.stdout)

    def test_wrong_inputs(self):
        for words, launcher, told in ((("--ranks", "2", "--threads", "2"), None, "ranks work with one thread each"),
                                      (("--ranks", "1,2"), "mpirum", "there is no program `mpirum`"),
                                      (("--ranks", "1,2"), " ", "there is no program ` `")):
            done = self.bench(*words, launcher=launcher)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn(told, done.stderr)
            self.assertFalse((self.folder / "bench").exists())


class WithoutRanks(CommandLineTest):
    """What needs no `mpirun` to be seen: the environment that it leaves."""

    def start(self, *words, **settings):
        return subprocess.run([PERCUSS, *map(str, words)], cwd=self.folder, text=True, capture_output=True, timeout=60,
                              stdin=subprocess.DEVNULL, env={**os.environ, **TWO_RANKS, **settings})

    def test_other_verbs_are_refused(self):
        done = self.start("compare", BALL)
        self.assertEqual(done.returncode, 2)
        self.assertIn("`percuss compare` was started on several ranks", done.stderr)
        other = self.start("compare", BALL, OMPI_COMM_WORLD_RANK="1")  # which nobody ends meanwhile
        self.assertEqual((other.returncode, other.stdout), (2, ""))
        self.assertTrue(other.stderr.startswith("rank 1: command line: `percuss compare` was started"), other.stderr)

    def test_one_of_one_is_as_without(self):
        done = self.start("run", BALL, "--out", "out", OMPI_COMM_WORLD_SIZE="1")
        self.assertEqual(done.returncode, 0, done.stderr)

    @unittest.skipIf(is_built_in(), "built with PETSc")
    def test_a_program_without_mpi_says_so(self):
        done = self.start("run", BALL, "--out", "out")
        self.assertEqual(done.returncode, 2)
        self.assertIn("this program was built without PETSc and MPI", done.stderr)
        self.assertFalse((self.folder / "out").exists())
        done = self.percuss("bench", BALL, "--ranks", "1,2", "--out", "out")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--ranks: this program was built without PETSc and MPI", done.stderr)
        self.assertFalse((self.folder / "out").exists())


if __name__ == "__main__":
    unittest.main()
