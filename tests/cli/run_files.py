# SPDX-License-Identifier: Apache-2.0
"""What a run leaves on disk, on the terminal and in its exit code."""

import json
import os
import pty
import re
import resource
import select
import shutil
import signal
import subprocess
import time
import unittest
import xml.etree.ElementTree

from support import BALL, BAR, PERCUSS, SOURCE, CommandLineTest, history, summary

SUMMARY_KEYS = {"status", "message", "scheme", "step", "steps", "impacts", "loop_seconds", "microseconds_per_step",
                "factorisations", "worst_residual", "min_gap", "energy_start", "energy_end", "energy_ledger",
                "ranks", "peak_memory_bytes", "certificates", "unknowns", "contacts", "joint_rows", "joint_rank",
                "joint_forces", "percuss_version", "time_reached", "retried_steps", "smaller_steps", "loose_steps", "plastic_steps", "hasty_steps", "taken_back",
                "smallest_steps", "attempts", "columns", "events", "events_written",
                "warnings", "model", "reduced_bodies", "limits"}
SHORT = ("--set", "simulation.end_time=1e-5")  # 100 steps of the bar
# A run that takes minutes, for what happens meanwhile.
LONG = ("--set", "simulation.end_time=100", "--set", "outputs.every=1000000")


# A particle falls into a corner.
CORNER = """percuss: 1
simulation: {scheme: moreau_jean, step: 1.0e-2, end_time: 0.2}
bodies:
  particle: {type: point_mass, mass: 1.0, position: [0.104, 0.208], velocity: [-1.0, -2.0]}
contacts:
  floor: {type: node_wall, body: particle, normal: [0.0, 1.0]}
  slope: {type: node_wall, body: particle, normal: [1.0, 1.0]}
loads:
  weight: {type: gravity, acceleration: [0.0, -9.81]}
"""


TRUSS = """percuss: 1
simulation: {scheme: moreau_midpoint, step: 5.0e-5, end_time: 2.5e-4}
bodies:
  truss: {type: lattice, cells: [6, 6, 6], cell: [0.5], bracing: cross, area: 5.0e-4, youngs_modulus: 2.1e11, density: 7800.0,
          mass: consistent, supports: {x_min: held}}
loads:
  gravity: {type: gravity, acceleration: [0.0, 0.0, -9.81]}
outputs: {every: 1, history: [truss.nodes.last.displacement.x, truss.nodes.last.displacement.z]}
"""


def wait_for(path, seconds=30):
    deadline = time.monotonic() + seconds
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.01)


class Results(CommandLineTest):
    def test_a_run_writes_history_results_and_summary(self):
        out = self.run_model(BAR)
        self.assertEqual(sorted(p.name for p in out.iterdir()), ["events.csv", "history.csv", "result.h5", "summary.json"])
        header, rows = history(out)
        self.assertEqual(header, ["t", "wall.gap", "wall.force", "wall.percussion", "bar.nodes.first.velocity",
                                  "bar.nodes.last.velocity", "bar.mean_velocity", "energy.kinetic",
                                  "energy.potential", "energy.total"])
        self.assertEqual(len(rows), 1001)  # the start, and every 10th of 10000 steps
        self.assertEqual(rows[0][0], 0.0)
        self.assertEqual(rows[-1][0], 1.0e-3)

    def test_the_first_row_is_the_initial_state(self):
        header, rows = history(self.run_model(BAR, *SHORT))
        start = dict(zip(header, rows[0]))
        self.assertEqual(start["wall.gap"], 5.0005e-5)
        self.assertEqual(start["bar.nodes.last.velocity"], -0.1)
        self.assertAlmostEqual(start["energy.kinetic"], 0.5 * 7800 * 3.14159265358979312e-4 * 0.01, delta=1e-15)

    def test_a_row_is_written_at_the_end_whatever_every_is(self):
        _, rows = history(self.run_model(BAR, *SHORT, "--set", "outputs.every=33"))
        self.assertEqual([round(row[0] / 1e-7) for row in rows], [0, 33, 66, 99, 100])

    def test_the_last_step_is_cut_to_the_end_time(self):
        out = self.run_model(BAR, "--set", "simulation.end_time=2.55e-6", "--set", "outputs.every=1")
        self.assertEqual(history(out)[1][-1][0], 2.55e-6)
        self.assertEqual(summary(out)["steps"], 26)

    def test_without_columns_every_contact_and_the_energy_are_shown(self):
        header, _ = history(self.run_model(BAR, *SHORT, "--set", "outputs={}"))
        self.assertEqual(header, ["t", "wall.gap", "wall.force", "wall.percussion", "energy.total"])

    def test_the_summary_holds_what_scripts_read(self):
        done = summary(self.run_model(BAR))
        self.assertEqual(set(done), SUMMARY_KEYS)
        self.assertEqual(set(done["energy_ledger"]), {"applied", "damping", "friction", "impact", "scheme"})
        self.assertEqual(done["status"], "done")
        self.assertEqual(done["message"], "")
        self.assertEqual(done["scheme"], "half_explicit_velocity")
        self.assertEqual((done["steps"], done["impacts"], done["factorisations"]), (10000, 1, 1))
        self.assertEqual((done["unknowns"], done["contacts"]), (51, 1))
        self.assertGreater(done["loop_seconds"], 0.0)
        self.assertAlmostEqual(done["microseconds_per_step"], done["loop_seconds"] * 100, delta=1e-6)
        self.assertGreater(done["peak_memory_bytes"], 1 << 20)
        self.assertEqual(done["reduced_bodies"], {})

    def test_reduced_bodies_say_what_their_modes_leave_out(self):
        out = self.run_model(SOURCE / "examples/14_flexible_slider_crank/modal.yaml", "--set", "simulation.end_time=1e-3")
        rod = summary(out)["reduced_bodies"]["rod"]
        self.assertEqual(set(rod), {"modes", "residual", "residual_time", "strain_energy", "samples"})
        self.assertEqual((rod["modes"], rod["samples"]), (10, 11))
        self.assertGreater(rod["residual"], 0.0)
        self.assertGreater(rod["strain_energy"], 0.0)

    def test_the_ledger_closes(self):
        done = summary(self.run_model(BALL))
        ledger = done["energy_ledger"]
        change = ledger["applied"] - ledger["damping"] - ledger["friction"] - ledger["impact"] + ledger["scheme"]
        self.assertAlmostEqual(done["energy_end"] - done["energy_start"], change, delta=1e-14)

    def test_the_result_file_holds_history_states_and_model(self):
        out = self.run_model(BAR, *SHORT, "--set", "outputs.states_every=25")
        told = self.percuss("info", out).stdout
        self.assertRegex(told.splitlines()[0], r"out/result.h5: result of percuss \d+\.\d+\.\d+")
        shapes = dict(re.findall(r"^  (\S+) +(.+)$", told, re.MULTILINE))
        self.assertEqual(shapes["history/t"], "11  [s]")
        self.assertEqual(shapes["history/wall.force"], "11  [N]")
        self.assertEqual(shapes["states/t"], "5  [s]")
        self.assertEqual(shapes["states/q"], "5 x 51  [m, rad]")
        self.assertEqual(shapes["states/v"], "5 x 51  [m/s, rad/s]")
        self.assertEqual(shapes["certificates/energy_scheme"], "11  [J]")
        for name in ("model/text", "model/overrides", "model/path", "summary"):
            self.assertEqual(shapes[name], "text")
        self.assertEqual(self.percuss("info", out / "result.h5").stdout, told)

    def test_assignments_reach_nested_keys_and_lists_in_their_order(self):
        out = self.run_model(BAR, "--set", "simulation.end_time=1e-6", "--set", "bodies.bar.elements=10", "--set",
                             "bodies.bar.elements=20", "--set", "outputs={every: 1, history: [energy.total, wall.gap]}",
                             "--set", "outputs.history.0=bar.nodes.20.position", "--set",
                             "simulation.certificates.residual=1e-9", "--set", "simulation.scheme=moreau_midpoint")
        header, rows = history(out)
        self.assertEqual(header, ["t", "bar.nodes.20.position", "wall.gap"])
        self.assertEqual(len(rows), 11)
        self.assertAlmostEqual(rows[0][1], 1.000050005, delta=1e-15)
        self.assertEqual(summary(out)["unknowns"], 21)
        self.assertEqual(summary(out)["scheme"], "moreau_midpoint")

    def test_a_scheme_by_its_name_alone_can_be_set_by_its_keys(self):
        model = self.write("bar.yaml", BAR.read_text().replace("scheme: {name: half_explicit_velocity}",
                                                               "scheme: half_explicit_velocity"))
        self.assertIn("scheme: half", model.read_text())
        for source in (model, BAR):
            for word in ("simulation.scheme", "simulation.scheme.name"):
                out = self.run_model(source, *SHORT, "--set", f"{word}=moreau_jean", "--set",
                                     "simulation.scheme.theta=0.75", "--overwrite")
                self.assertEqual(summary(out)["scheme"], "moreau_jean")

    def test_a_column_may_have_another_heading(self):
        out = self.run_model(BAR, *SHORT, "--set", "outputs.history=[{name: gap, quantity: wall.gap}]")
        self.assertEqual(history(out)[0], ["t", "gap"])

    def test_patterns_stand_for_all_that_they_match(self):
        out = self.run_model(BAR, *SHORT, "--set", "outputs.history=[wall.force, 'bar.nodes.?.velocity', 'wall.*']")
        header, _ = history(out)
        self.assertEqual(header, ["t", "wall.force", *(f"bar.nodes.{i}.velocity" for i in range(10)), "wall.gap",
                                  "wall.friction_force", "wall.percussion", "wall.friction_percussion", "wall.closed"])
        self.assertEqual([c["name"] for c in summary(out)["columns"]], header)
        for columns, message in (("['wal.*']", "matches no quantity of the model"),
                                 ("[{name: a, quantity: 'energy.*'}]", "cannot all be called `a`")):
            done = self.percuss("run", BAR, "--set", f"outputs.history={columns}", "--out", "none")
            self.assertEqual(done.returncode, 2)
            self.assertIn("outputs.history.0: ", done.stderr)
            self.assertIn(message, done.stderr)

    def test_columns_over_the_time_between_rows_lose_no_peak(self):
        columns = ("--set", "outputs.history=[max(wall.force), {name: peak, quantity: wall.force, over: max}, "
                            "impulse(wall.force), wall.force, mean(bar.mean_velocity), bar.nodes.first.position]")
        every = [self.run_model(BAR, *columns, "--set", f"outputs.every={n}", out=f"every{n}") for n in (1, 2500)]
        _, fine = history(every[0])
        _, coarse = history(every[1])
        self.assertEqual(len(coarse), 5)
        for k in range(4):
            rows = fine[2500 * k + 1:2500 * k + 2501]
            row = coarse[k + 1]
            self.assertEqual(row[1], max(r[4] for r in rows))
            self.assertEqual(row[1], row[2])
            self.assertAlmostEqual(row[3], 1e-7 * sum(r[4] for r in rows), delta=1e-9 * (1.0 + abs(row[3])))
        self.assertGreater(max(r[1] for r in coarse), max(r[4] for r in coarse) + 100)  # 1993 N between the rows
        units = {c["name"]: c["unit"] for c in summary(every[1])["columns"]}
        self.assertEqual((units["peak"], units["impulse(wall.force)"]), ("N", "N s"))
        for columns, verb, message in (("[max(wall.percussion)]", "run", "a sum over the time since the row before already"),
                                       ("[max(wall.force)]", "reference", "leave `over` out"),
                                       ("[{name: a, quantity: wall.gap, over: most}]", "run", "end, max, min, mean, rms")):
            done = self.percuss(verb, BAR, *SHORT, "--set", f"outputs.history={columns}", "--out", "none")
            self.assertEqual(done.returncode, 2, columns)
            self.assertIn(message, done.stderr)
        compare = ("compare", BAR, "--schemes", "half_explicit_velocity", "--steps", "2e-7,1e-7", "--until", "1e-5",
                   "--timing", "0", "--out", "compared", "--set", "outputs.history=[wall.gap, max(wall.gap)]")
        done = self.percuss(*compare)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("max(", done.stdout.split("scheme")[1])
        done = self.percuss(*compare, "--columns", "max(wall.gap)")
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot be compared", done.stderr)

    def test_a_renamed_column_keeps_its_unit(self):
        out = self.run_model(BAR, *SHORT, "--set",
                             "outputs.history=[{name: pull, quantity: wall.force}, {name: opening, quantity: wall.gap}]")
        self.assertEqual(summary(out)["columns"], [{"name": "t", "quantity": "t", "unit": "s"},
                                                   {"name": "pull", "quantity": "wall.force", "unit": "N"},
                                                   {"name": "opening", "quantity": "wall.gap", "unit": "m"}])
        self.assertRegex(self.percuss("info", out).stdout, r"history/pull +11  \[N\]")
        for table in ("out", "out/history.csv"):
            self.percuss("plot", table, "--y", "pull", "--out", "pull.svg")
            self.assertIn("pull [N]", (self.folder / "pull.svg").read_text())

    def test_the_default_folder_is_named_after_the_model(self):
        done = self.percuss("run", BAR, *SHORT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["bar.out"])
        self.assertIn("results in bar.out", done.stdout)

    def test_folders_are_made_as_deep_as_asked(self):
        self.assertTrue((self.run_model(BAR, *SHORT, out="a/b/c") / "summary.json").exists())

    def test_a_rerun_replaces_the_files(self):
        self.run_model(BAR)
        out = self.run_model(BAR, *SHORT)
        self.assertEqual(summary(out)["steps"], 100)
        self.assertEqual(len(history(out)[1]), 11)

    def test_results_of_another_model_are_replaced_only_when_asked(self):
        before = self.bytes_of(self.run_model(BAR))
        done = self.percuss("run", BALL, "--out", "out")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.splitlines()[:2],
                         [f"--out: `out` holds results of another model, {BAR}",
                          "  choose another folder by --out, or replace what is there by --overwrite"])
        self.assertEqual(self.bytes_of(self.folder / "out"), before)
        out = self.run_model(BALL, "--overwrite")
        header, rows = history(out)
        self.assertEqual(header[1], "ball.nodes.first.position")
        self.assertEqual(rows[-1][0], 1.0)
        self.assertEqual(summary(out)["unknowns"], 1)
        told = self.percuss("info", out).stdout
        self.assertNotIn("bar.", told)
        self.assertEqual(sorted(p.name for p in out.iterdir()), ["events.csv", "history.csv", "result.h5", "summary.json"])

    def bytes_of(self, folder):
        return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()}

    def test_files_of_unknown_origin_are_replaced_only_when_asked(self):
        for name in ("history.csv", "result.h5", "summary.json"):
            with self.subTest(name):
                folder = self.folder / f"with_{name}"
                folder.mkdir()
                (folder / name).write_text("mine")
                done = self.percuss("run", BAR, *SHORT, "--out", folder)
                self.assertEqual(done.returncode, 2)
                self.assertIn(f"holds files of unknown origin: {name}", done.stderr)
                self.assertEqual((folder / name).read_text(), "mine")
                self.assertEqual(self.percuss("run", BAR, *SHORT, "--out", folder, "--overwrite").returncode, 0)
        (self.folder / "notes").mkdir()
        (self.folder / "notes" / "notes.txt").write_text("mine")  # other names are in nobody's way
        self.run_model(BAR, *SHORT, out="notes")
        self.assertEqual((self.folder / "notes" / "notes.txt").read_text(), "mine")

    def test_two_models_of_one_name_do_not_share_their_default_folder(self):
        for name in ("one", "other"):
            self.write(f"{name}/bar.yaml", BAR.read_text())
        self.assertEqual(self.percuss("run", "one/bar.yaml", *SHORT).returncode, 0)
        self.assertEqual(self.percuss("run", self.folder / "one" / ".." / "one" / "bar.yaml", *SHORT).returncode, 0)
        self.assertEqual(self.percuss("run", "other/bar.yaml", *SHORT).returncode, 2)

    def test_problems_of_the_run_before_are_gone(self):
        corner = self.write("corner.yaml", CORNER)
        out = self.run_model(corner, "--dump-problems", "1")
        self.assertGreater(len(list((out / "problems").glob("problem_*.hdf5"))), 2)
        self.run_model(corner, "--dump-problems", "1000")
        self.assertEqual(len(list((out / "problems").iterdir())), 1)
        (out / "problems" / "mine.txt").write_text("mine")
        self.run_model(corner)
        self.assertEqual([p.name for p in (out / "problems").iterdir()], ["mine.txt"])

    def test_only_one_run_writes_into_a_folder(self):
        run = subprocess.Popen([PERCUSS, "run", str(BAR), "--out", "out", *LONG, "--quiet"], cwd=self.folder)
        try:
            wait_for(self.folder / "out" / "history.csv.part")
            done = self.percuss("run", BAR, *SHORT, "--out", "out", "--overwrite")
            self.assertEqual(done.returncode, 2)
            self.assertIn("another run is writing into it", done.stderr)
        finally:
            run.kill()
            run.wait()
        self.run_model(BAR, *SHORT)  # nothing is left of the one that was killed

    def test_a_start_that_fails_leaves_the_other_files_of_the_run_before_whole(self):
        out = self.run_model(BAR, *SHORT)
        (out / "result.h5").unlink()
        (out / "result.h5").mkdir()
        before = {name: (out / name).read_bytes() for name in ("history.csv", "summary.json")}
        done = self.percuss("run", BAR, *SHORT, "--out", "out")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--out: cannot write results into `out`", done.stderr)
        self.assertEqual({name: (out / name).read_bytes() for name in before}, before)

    def test_a_faulty_model_leaves_earlier_results_whole(self):
        out = self.run_model(BAR, *SHORT)
        before = {p.name: p.read_bytes() for p in out.iterdir()}
        self.assertEqual(self.percuss("run", BAR, "--set", "bodies.bar.length=-1", "--out", "out").returncode, 2)
        self.assertEqual({p.name: p.read_bytes() for p in out.iterdir()}, before)

    def test_the_number_of_threads_does_not_change_a_bit(self):
        big = ("--set", "bodies.bar.elements=70000", "--set", "simulation.step=1e-9", "--set",
               "simulation.end_time=4e-8", "--set", "outputs.every=1", "--set", "bodies.bar.position=1e-9")
        one = self.run_model(BAR, *big, "--threads", "1", out="one")
        two = self.run_model(BAR, *big, "--threads", "2", out="two")
        self.assertEqual((one / "history.csv").read_bytes(), (two / "history.csv").read_bytes())
        self.assertEqual(summary(one)["impacts"], 1)  # contact is part of what is compared
        self.assertEqual(summary(one)["energy_ledger"], summary(two)["energy_ledger"])

    # OpenBLAS takes as many threads as there are cores for the dense blocks of a factor, and adds up accordingly.
    def test_the_number_of_cores_does_not_change_a_bit(self):
        cores = sorted(os.sched_getaffinity(0))
        model, rows = self.write("truss.yaml", TRUSS), []
        try:
            for allowed in (cores[:1], cores):
                os.sched_setaffinity(0, allowed)  # of this thread and the programs that it starts
                rows.append(history(self.run_model(model, "--overwrite"))[1])
        finally:
            os.sched_setaffinity(0, cores)
        self.assertEqual(len(rows[0]), 6)
        self.assertEqual(*rows)


class ExitCodes(CommandLineTest):
    def test_a_step_far_too_large_fails_and_leaves_its_files(self):
        out = self.run_model(BAR, "--set", "simulation.step=1e-4", "--set", "simulation.allow_unstable_step=true",
                             "--set", "simulation.end_time=1", code=3)
        done = summary(out)
        self.assertEqual(done["status"], "failed")
        self.assertRegex(done["message"], r"^step \d+ at t = .* s failed: .* not finite")
        self.assertGreater(done["steps"], 0)
        self.assertGreater(len(history(out)[1]), 1)
        self.assertIn("states/q", self.percuss("info", out).stdout)

    def test_a_broken_certificate_is_told_and_the_results_are_whole(self):
        done = self.percuss("run", BAR, "--out", "out", "--set", "simulation.certificates.penetration=1e-12")
        self.assertEqual(done.returncode, 4)
        self.assertEqual(done.stderr, "certificate broken: penetration 5e-09 m exceeds its limit 1e-12\n")
        out = summary(self.folder / "out")
        self.assertEqual(out["status"], "certificate_broken")
        self.assertEqual(out["steps"], 10000)
        self.assertEqual(len(history(self.folder / "out")[1]), 1001)

    def test_certificates_that_hold_change_nothing(self):
        self.run_model(BAR, "--set", "simulation.certificates={penetration: 1e-8, residual: 1e-12, energy_error: 1e-3}")

    def test_an_energy_beyond_double_precision_is_a_failure(self):
        out = self.run_model(BAR, *SHORT, "--set", "bodies.bar.velocity=1e200", code=3)
        self.assertEqual(summary(out)["status"], "failed")
        self.assertIn("the energy is not finite", summary(out)["message"])
        self.assertIsNone(summary(out)["energy_end"])

    def test_velocities_that_overflow_are_a_failure(self):
        out = self.run_model(BALL, "--set", "loads.weight.acceleration=-1e308", "--set", "simulation.end_time=3e4",
                             "--set", "simulation.step=10", "--set", "contacts={}", "--set",
                             "outputs.history=[energy.total]", code=3)
        self.assertEqual(summary(out)["status"], "failed")

    def start(self, *words, **options):
        return subprocess.Popen([PERCUSS, "run", str(BAR), "--out", "out", *LONG, *words], cwd=self.folder, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    @unittest.skipUnless(os.path.exists("/proc/self/environ"), "needs /proc")
    def test_a_run_chooses_for_threads_and_memory_what_its_user_has_left_open(self):
        names = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "GLIBC_TUNABLES")
        huge = "glibc.malloc.hugetlb="
        threads = ("GOMP_SPINCOUNT=1000",) if "openmp yes" in self.percuss("--version").stdout else ()
        for given, expected, absent in (({}, (huge + "1", *threads), huge + "0"),
                                        ({"GLIBC_TUNABLES": "glibc.malloc.check=0", "GOMP_SPINCOUNT": "7"},
                                         ("glibc.malloc.check=0", huge + "1", "GOMP_SPINCOUNT=7"), "OMP_WAIT_POLICY"),
                                        ({"GLIBC_TUNABLES": huge + "0"}, (huge + "0",), huge + "1")):
            with self.subTest(given):
                left = {name: value for name, value in os.environ.items() if name not in names}
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                run = self.start(env=left | given)
                try:
                    wait_for(self.folder / "out" / "history.csv.part")
                    with open(f"/proc/{run.pid}/environ") as file:
                        environment = file.read()
                finally:
                    run.kill()
                    run.communicate()
                for words in expected:
                    self.assertIn(words, environment)
                self.assertNotIn(absent, environment)

    def interrupt(self, which):
        run = self.start()
        try:
            wait_for(self.folder / "out" / "history.csv.part")
            time.sleep(0.5)
            run.send_signal(which)
            _, errors = run.communicate(timeout=30)
        finally:
            run.kill()
        self.assertEqual(run.returncode, 130, errors)
        self.assertRegex(errors, r"interrupted at t = .* s after \d+ of 1000000000 steps")
        out = self.folder / "out"
        self.assertEqual(sorted(p.name for p in out.iterdir()), ["checkpoint.h5", "events.csv", "history.csv", "result.h5", "summary.json"])
        done = summary(out)
        self.assertEqual(done["status"], "interrupted")
        self.assertTrue(0 < done["steps"] < 1000000000)
        # A row shows the end, though it is no whole multiple of `every`.
        self.assertAlmostEqual(history(out)[1][-1][0], done["steps"] * 1e-7, delta=1e-9 * done["steps"] * 1e-7)
        self.assertIn("states/q                                 2 x 51", self.percuss("info", out).stdout)

    def test_control_c_ends_the_run_with_whole_files(self):
        self.interrupt(signal.SIGINT)

    def test_a_terminal_that_closes_ends_the_run_with_whole_files(self):
        self.interrupt(signal.SIGHUP)

    def test_a_processor_limit_ends_the_run_with_whole_files(self):
        self.interrupt(signal.SIGXCPU)

    def test_nohup_outlives_the_terminal(self):
        run = self.start(preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        try:
            wait_for(self.folder / "out" / "history.csv.part")
            run.send_signal(signal.SIGHUP)
            time.sleep(0.3)
            self.assertIsNone(run.poll())
        finally:
            run.kill()
            run.communicate()

    def test_a_run_that_is_killed_leaves_what_it_had_written_and_the_results_before_it(self):
        before = self.run_model(BAR, *SHORT)
        kept = {p.name: p.read_bytes() for p in before.iterdir()}
        run = self.start("--set", "outputs.every=20", "--set", "outputs.states_every=1000")
        try:
            wait_for(self.folder / "out" / "history.csv.part")
            time.sleep(2.0)  # a flush comes every second
        finally:
            run.kill()  # SIGKILL
            run.communicate()
        out = self.folder / "out"
        self.assertEqual({name: (out / name).read_bytes() for name in kept}, kept)
        self.assertEqual(json.loads((out / "summary.json.part").read_text())["status"], "running")
        told = self.percuss("info", out / "result.h5.part").stdout
        rows = int(re.search(r"history/t +(\d+)", told)[1])
        self.assertGreater(rows, 100)
        self.assertGreater(int(re.search(r"states/q +(\d+) x 51", told)[1]), 1)
        self.assertIn("model/text", told)
        text = (out / "history.csv.part").read_text()
        self.assertGreaterEqual(text.count("\n"), rows)
        self.assertEqual(self.percuss("plot", out / "history.csv.part", "--y", "wall.gap", "--out", "g.svg").returncode, 0)
        self.run_model(BAR, *SHORT)
        self.assertEqual(sorted(p.name for p in out.iterdir()), ["events.csv", "history.csv", "result.h5", "summary.json"])

    def test_a_request_to_terminate_ends_the_run_with_whole_files(self):
        self.interrupt(signal.SIGTERM)


class Progress(CommandLineTest):
    def test_quiet_prints_nothing(self):
        done = self.percuss("run", BAR, "--quiet", "--out", "out")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_quiet_still_tells_what_went_wrong(self):
        done = self.percuss("run", BAR, "--quiet", "--out", "out", "--set", "simulation.certificates.penetration=0")
        self.assertEqual((done.returncode, done.stdout), (4, ""))
        self.assertIn("certificate broken", done.stderr)

    def test_a_short_run_reports_steps_energy_and_folder_once(self):
        done = self.percuss("run", BAR, "--out", "out")
        self.assertEqual(done.stderr, "")
        self.assertRegex(done.stdout, r"51 unknowns, 1 contact, half_explicit_velocity, h = 1e-07 s\n"
                                      r"10000 steps in .* s \(.* us each\), 1 impact, 1 factorisation\n"
                                      r"worst residual .* m/s, complementarity .* J, smallest gap -5e-09 m\nenergy .*\ndone: results in out\n$")

    def test_plain_lines_come_now_and_then_without_a_terminal(self):
        run = subprocess.Popen([PERCUSS, "run", str(BAR), "--out", "out", *LONG], cwd=self.folder, text=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            line = run.stderr.readline()
        finally:
            run.kill()
            run.communicate()
        self.assertRegex(line, r"^ *\d+ %  step \d+ of 1000000000  \S+ steps/s  .* left\n$")

    def test_plain_lines_come_every_ten_seconds(self):
        run = subprocess.Popen([PERCUSS, "run", str(BAR), "--out", "out", *LONG], cwd=self.folder, text=True,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            times = [(run.stderr.readline(), time.monotonic())[1] for _ in range(2)]
        finally:
            run.kill()
            run.communicate()
        self.assertAlmostEqual(times[1] - times[0], 8.0, delta=2.0)  # at 2 s and 10 s; a busy machine

    def test_a_bar_redraws_itself_on_a_terminal(self):
        leader, follower = pty.openpty()
        run = subprocess.Popen([PERCUSS, "run", str(BAR), "--out", "out", *LONG], cwd=self.folder, stdout=follower,
                               stderr=follower, stdin=follower)
        os.close(follower)
        shown = b""
        try:
            deadline = time.monotonic() + 20
            while shown.count(b"\r[") < 3 and time.monotonic() < deadline:
                if select.select([leader], [], [], 1)[0]:
                    shown += os.read(leader, 4096)
            run.send_signal(signal.SIGINT)
            while select.select([leader], [], [], 5)[0]:
                try:
                    piece = os.read(leader, 4096)
                except OSError:  # the other end is closed
                    break
                if not piece:
                    break
                shown += piece
            self.assertEqual(run.wait(timeout=20), 130)
        finally:
            run.kill()
            os.close(leader)
        text = shown.decode()
        self.assertRegex(text, r"\r\[[= ]{30}\] +\d+ %  step \d+ of 1000000000  \S+ steps/s  .* left\x1b\[K")
        self.assertGreaterEqual(text.count("\r["), 3)
        self.assertIn("\r\x1b[K", text)  # the bar is gone before the result is printed
        self.assertIn("interrupted at t", text)


    def test_a_bar_is_gone_before_the_message_when_the_disk_is_full(self):
        def small_disk():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writes fail, as they do on a full disk
            resource.setrlimit(resource.RLIMIT_FSIZE, (20_000_000, 20_000_000))

        leader, follower = pty.openpty()
        run = subprocess.Popen([PERCUSS, "run", str(BAR), "--out", "out", *LONG, "--set", "outputs.every=1"],
                               cwd=self.folder, stdout=follower, stderr=follower, stdin=follower,
                               preexec_fn=small_disk)
        os.close(follower)
        shown = b""
        try:
            while select.select([leader], [], [], 20)[0]:
                try:
                    piece = os.read(leader, 4096)
                except OSError:  # the other end is closed
                    break
                shown += piece
            self.assertEqual(run.wait(timeout=20), 3)
        finally:
            run.kill()
            os.close(leader)
        self.assertIn("\r[", shown.decode())
        after_the_bar = shown.decode().rsplit("\r\x1b[K", 1)[1]
        self.assertRegex(after_the_bar, r"failed: out/(history.csv|result.h5).part: .*cannot write")


class FullDisk(CommandLineTest):
    def on_a_disk_of(self, size, *words):
        def small_disk():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writes fail, as they do on a full disk
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        # HDF5 leaks where a write fails, which is the end of the process.
        environment = dict(os.environ, ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0")
        return subprocess.run([PERCUSS, "run", str(BAR), "--out", "out", *map(str, words)], cwd=self.folder, text=True,
                              capture_output=True, preexec_fn=small_disk, timeout=60, env=environment)

    def test_good_results_survive_a_rerun_and_the_first_cause_is_told(self):
        out = self.run_model(BAR)
        before = {p.name: p.read_bytes() for p in out.iterdir()}
        for size in (2_000, 30_000, 300_000, 1_000_000):  # fails at the start, at the first chunks, at the end
            with self.subTest(size):
                done = self.on_a_disk_of(size, "--set", "outputs.every=1")
                self.assertIn(done.returncode, (2, 3))
                self.assertRegex(done.stderr, r"^(failed: out/|--out: cannot write results into `out`: out/)"
                                              r"(history.csv|result.h5|summary.json).part: .*File too large")
                self.assertNotIn("results in out", done.stdout)
                self.assertEqual({name: (out / name).read_bytes() for name in before}, before)
                if done.returncode == 3:
                    self.assertIn("the results of the run before are as they were", done.stderr)

    def test_what_was_computed_stays_under_the_names_with_part(self):
        done = self.on_a_disk_of(300_000, "--set", "outputs.every=1")
        self.assertEqual(done.returncode, 3)
        self.assertIn("what was computed until then, t = ", done.stderr)
        out = self.folder / "out"
        self.assertEqual(json.loads((out / "summary.json.part").read_text())["status"], "failed")
        self.assertFalse((out / "summary.json").exists())
        lines = (out / "history.csv.part").read_text().splitlines()
        self.assertGreater(len(lines), 100)
        self.assertEqual({line.count(",") for line in lines}, {lines[0].count(",")})  # whole lines
        self.assertIn("model/text", self.percuss("info", out / "result.h5.part").stdout)

    def test_a_disk_that_is_full_for_everything(self):
        """On a file system of 2 MB, where the process may make one."""
        script = (f"mount -t tmpfs -o size=2000k tmpfs {self.folder} && cd {self.folder} && "
                  f"{PERCUSS} run {BAR} --out out --quiet --set outputs.every=1000 && cp out/history.csv /dev/fd/3 && "
                  f"{PERCUSS} run {BAR} --out out --quiet --set outputs.every=1; echo code $?; "
                  f"cmp out/history.csv /dev/fd/4 && echo same; {PERCUSS} info out")
        if subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode != 0:
            self.skipTest("no private mounts here")
        keep = self.write("keep.csv", "")
        with open(keep, "w") as write, open(keep) as read:
            script = script.replace("/dev/fd/3", f"/dev/fd/{write.fileno()}").replace("/dev/fd/4",
                                                                                      f"/dev/fd/{read.fileno()}")
            done = subprocess.run(["unshare", "-rm", "bash", "-c", script], capture_output=True, text=True,
                                  pass_fds=(write.fileno(), read.fileno()))
        if "permission denied" in done.stderr:
            self.skipTest("no private mounts here")
        self.assertIn("code 3\nsame\n", done.stdout, done.stderr)
        self.assertRegex(done.stderr, r"failed: out/\S+\.part: .*cannot write.*No space left on device; ")
        self.assertIn("history/wall.force                       11  [N]", done.stdout)


class Log(CommandLineTest):
    def told(self, *words):
        done = self.percuss("run", BAR, "--out", "out", *SHORT, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr.splitlines()

    def test_nothing_is_told_unless_asked_for(self):
        for words in ((), ("--log", "warn"), ("--log", "off")):
            self.assertEqual(self.told(*words), [])

    def test_info_tells_what_is_run(self):
        told = self.told("--log", "info", "--threads", "1")
        self.assertRegex(told[0], r"^info: model read and built in \S+ s$")
        self.assertEqual(told[1:], ["info: 51 unknowns, 1 contact", "info: scheme half_explicit_velocity, "
                                    "step 1e-07 s, stability limit 2.22539e-06 s", "info: threads asked for: 1"])
        self.assertIn("info: threads asked for: 0 (OMP_NUM_THREADS or all cores)",
                      self.told("--log", "info", "--quiet"))
        self.assertTrue(any("no stability limit" in line for line in
                            self.told("--log", "info", "--set", "simulation.scheme=moreau_jean")))

    def test_debug_tells_overrides_in_order_and_the_figures_of_the_run(self):
        told = self.told("--log", "debug", "--set", "outputs.every=7")
        self.assertEqual([line for line in told if "--set" in line],
                         ["debug: --set simulation.end_time=1e-5", "debug: --set outputs.every=7"])
        self.assertIn("debug: results go into out", told)
        self.assertEqual({line for line in told if "Delassus" in line},
                         {"debug: Delassus operator: one body (1 contact rows): solves"})
        self.assertTrue(any(re.match(r"debug: 100 steps in \S+ s, 1 factorisation, 0 impacts$", line)
                            for line in told), told)
        self.assertTrue(set(line.split(":")[0] for line in told) == {"info", "debug"})

    def test_an_unstable_step_that_is_allowed_is_warned_of(self):
        unstable = ("--set", "simulation.step=5e-6", "--set", "simulation.allow_unstable_step=true")
        self.assertEqual(self.told(*unstable),
                         ["warning: step 5e-06 s is unstable and allowed: stability limit 2.22539e-06 s"])
        self.assertEqual(self.told(*unstable, "--quiet"), [])
        self.assertEqual(self.told(*unstable, "--log", "off"), [])


PENDULUM = """percuss: 1
simulation: {scheme: half_explicit_velocity, step: 1.0e-3, end_time: 1.0}
bodies:
  bob: {type: point_mass, mass: 2.0, position: [3.0, -4.0], velocity: [4.0, 3.0]}
joints:
  rod: {type: distance, body: bob}
outputs:
  history: [rod.rows.1.force, bob.nodes.first.position.x, bob.nodes.first.position.y]
"""


class Joints(CommandLineTest):
    def test_a_bob_circles_on_its_rod(self):
        _, rows = history(self.run_model(self.write("m.yaml", PENDULUM)))
        for _, _, x, y in rows:
            self.assertAlmostEqual(x * x + y * y, 25.0, delta=1e-4)  # second order in h omega = 1e-3
        self.assertAlmostEqual(rows[-1][1], -2.0 * 25.0 / 5.0, delta=1e-4)  # m v^2 / r, pulled inwards

    def test_joints_drift_with_the_schemes_of_which_the_manual_says_so(self):
        model = self.write("m.yaml", PENDULUM + "loads:\n  weight: {type: gravity, acceleration: [0.0, -9.81]}\n")
        exact = ("ggl_decoupled", "ggl_unified", "nonsmooth_generalized_alpha")
        drifting = ("half_explicit_velocity", "half_explicit_acceleration", "moreau_jean", "dg_minus",
                    "mixed_generalized_alpha", "{name: ggl_unified, positions: false}",
                    "{name: nonsmooth_generalized_alpha, level: velocity}")
        for scheme in exact + drifting:
            drift = summary(self.run_model(model, "--set", f"simulation.scheme={scheme}"))["certificates"]["drift"]
            with self.subTest(scheme):
                if scheme in exact:
                    self.assertLess(drift, 1e-13)  # round-off of 5 m, some times
                else:
                    self.assertGreater(drift, 1e-10)  # half_explicit_velocity: order h^3, 1e-9

    def test_info_names_a_joint_of_several_parts_once(self):
        model = self.write("m.yaml", PENDULUM.replace("  bob:", "  door: {type: rigid_body, mass: 1.0, inertia: [1, 1, 1]}"
                                                      "\n  bob:").replace("joints:\n", "joints:\n  hinge: {type: revolute, "
                                                                         "body: door, axis: [0, 0, 1]}\n"))
        told = self.percuss("info", model).stdout
        self.assertRegex(told, r"(?m)^  joint   hinge +5 rows$")
        self.assertRegex(told, r"(?m)^  joint   rod +1 row$")

    def test_redundant_joints_are_told_of_and_run(self):
        model = self.write("m.yaml", PENDULUM.replace("joints:\n", "joints:\n  again: {type: distance, body: bob}\n"))
        told = "joints: 2 rows of rank 1; 1 redundant: of the joint forces that do the same, the smallest are told"
        done = self.percuss("run", model, "--out", "out")
        self.assertEqual((done.returncode, done.stderr), (0, f"warning: {told}\n"))
        found = summary(self.folder / "out")
        self.assertEqual((found["joint_rows"], found["joint_rank"], found["joint_forces"]), (2, 1, "smallest"))
        self.assertIn(told, self.percuss("info", model).stdout)
        self.assertIn(told, self.percuss("validate", model).stdout)


class OtherVerbs(CommandLineTest):
    def told(self, *words):
        done = self.percuss(*words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_list_names_what_a_model_may_hold(self):
        expected = {
            "schemes": ["half_explicit_velocity", "moreau_jean", "moreau_midpoint", "theta"],
            "linear-solvers": ["auto", "diagonal", "tridiagonal", "banded", "eigen_ldlt", "cholmod"],
            "contact-solvers": ["gauss_seidel", "jacobi", "tolerance_absolute", "default 1e-14", "tolerance_relative",
                                "max_iterations", "default 10000"],
            "bodies": ["bar", "point_mass", "youngs_modulus", "[kg/m^3]", "required", "default consistent"],
            "contacts": ["node_wall", "restitution", "friction", "in [0, 1]", "notch", "clearance"],
            "joints": ["revolute", "prismatic", "distance", "fixed", "ball", "to_point", "default ground"],
            "loads": ["gravity", "force", "acceleration", "[m/s^2]"],
        }
        for kind, words in expected.items():
            with self.subTest(kind):
                told = self.told("list", kind)
                for word in words:
                    self.assertIn(word, told)

    def test_version_names_compiler_and_optional_parts(self):
        lines = self.told("--version").splitlines()
        self.assertRegex(lines[0], r"^percuss \d+\.\d+\.\d+")
        self.assertRegex(lines[1], r"^(GNU|Clang|AppleClang|IntelLLVM) [\d.]+ \w+$")
        self.assertRegex(lines[2], r"^optional parts: cholmod (yes|no), openmp (yes|no), kokkos (yes|no), petsc (yes|no)")

    def test_help_names_every_verb(self):
        told = self.told("--help")
        for verb in ("run", "validate", "list", "info", "plot", "compare", "schema"):
            self.assertRegex(told, rf"(?m)^  {verb}  ")
            self.assertIn("--help", self.told(verb, "--help"))

    def test_validate_tells_size_steps_and_stability_limit(self):
        self.assertEqual(self.told("validate", BAR).split(": ", 1)[1],
                         "valid. 1 body, 51 unknowns, 1 contact; half_explicit_velocity, 10000 steps of 1e-07 s "
                         "(stable up to 2.22539e-06 s)\n")
        self.assertNotIn("stable", self.told("validate", BALL))
        self.assertIn("11 unknowns", self.told("validate", BAR, "--set", "bodies.bar.elements=10"))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_info_tells_what_a_model_holds(self):
        told = self.told("info", BAR)
        self.assertIn("model, 51 unknowns", told)
        self.assertRegex(told, r"body bar +bar, 51 nodes of 1 coordinate\n")
        self.assertRegex(told, r"contact wall +1 row\n")
        self.assertIn("scheme half_explicit_velocity, step 1e-07 s, from 0 s to 0.001 s", told)

    def test_plot_draws_columns_as_svg(self):
        self.run_model(BAR)
        self.assertEqual(self.told("plot", "out", "--y", "wall.force"), "out/wall.force.svg\n")
        root = xml.etree.ElementTree.parse(self.folder / "out" / "wall.force.svg").getroot()
        self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        text = " ".join(root.itertext())
        self.assertIn("wall.force [", text)
        self.assertIn("t [", text)

    def test_plot_draws_several_columns_with_a_legend(self):
        self.run_model(BAR)
        self.told("plot", "out", "--y", "energy.kinetic", "--y", "energy.potential", "--title", "A < B & C", "--out",
                  "energies.svg")
        text = " ".join(xml.etree.ElementTree.parse(self.folder / "energies.svg").getroot().itertext())
        for word in ("energy.kinetic", "energy.potential", "A < B & C"):
            self.assertIn(word, text)

    def label_of(self, *columns):
        """The units beside the y-axes, in order."""
        self.write("table.csv", ",".join(("t", *columns)) + "\n" + "\n".join(",".join([str(i)] * (len(columns) + 1))
                                                                              for i in range(3)) + "\n")
        self.told("plot", "table.csv", *(word for column in columns for word in ("--y", column)), "--out", "e.svg")
        labels = [text.text or "" for text in xml.etree.ElementTree.parse(self.folder / "e.svg").getroot().iter()
                  if text.tag.endswith("text") and "rotate" in text.get("transform", "")]
        return " ".join(re.findall(r"\[[^]]*\]", " ".join(labels)))

    def test_plot_knows_the_units_of_quantities(self):
        for column, unit in {"puck.momentum.x": "[kg m/s]", "bar.momentum": "[kg m/s]", "bar.mean_velocity": "[m/s]",
                             "puck.nodes.first.position.z": "[m]", "puck.nodes.first.velocity.y": "[m/s]",
                             "wall.friction_percussion": "[N s]", "wall.force": "[N]", "energy.total": "[J]",
                             "wall.closed": "", "other": ""}.items():
            with self.subTest(column):
                self.assertEqual(self.label_of(column), unit)

    def test_plot_labels_axes_by_unit_and_has_one_for_each_of_two(self):
        self.assertEqual(self.label_of("energy.kinetic", "energy.total"), "[J]")
        self.assertEqual(self.label_of("wall.force", "wall.gap"), "[N] [m]")
        self.assertEqual(self.label_of("wall.gap", "wall.force", "floor.gap"), "[m] [N]")
        self.assertIn("wall.force [N]", self.text_of("e.svg"))  # the legend tells which curve belongs to which axis
        self.assertEqual(self.label_of("wall.force", "other"), "[N]")

    def test_plot_refuses_a_third_unit(self):
        self.write("table.csv", "t,wall.force,wall.gap,energy.total\n0,1,2,3\n")
        done = self.percuss("plot", "table.csv", "--y", "wall.force", "--y", "wall.gap", "--y", "energy.total")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--y: the columns have 3 units: N, m, J\n  a figure has two y-axes", done.stderr)

    def text_of(self, path):
        return " ".join(xml.etree.ElementTree.parse(self.folder / path).getroot().itertext())

    def test_plot_draws_several_runs_into_one_figure_by_their_names(self):
        for name in ("coarse", "fine.out"):
            self.run_model(BALL, out=name)
        column, other = "ball.nodes.first.position", "energy.total"
        self.assertEqual(self.told("plot", "coarse", "fine.out/", "--y", column), f"{column}.svg\n")
        text = self.text_of(f"{column}.svg")
        for word in ("coarse", "fine", f"{column} [m]"):
            self.assertIn(word, text)
        self.assertNotIn("fine.out", text)
        self.told("plot", "coarse", "fine.out/history.csv", "--y", column, "--y", other, "--out", "both.svg")
        for word in (f"coarse: {column}", f"coarse: {other}", f"history: {column}", f"history: {other}"):
            self.assertIn(word, self.text_of("both.svg"))

    def test_units_stand_in_the_headings_of_all_tables(self):
        out = self.run_model(BAR, *SHORT, "--set", "outputs.history=[wall.force, {name: pull, quantity: wall.force, "
                             "over: impulse}, wall.closed, wall.gap]", "--set", "outputs.steps=true", "--set", "outputs.dense=1e-5")
        heads = {p.name: p.read_text().split("\n")[0] for p in out.iterdir() if p.suffix == ".csv"}
        self.assertEqual(heads["history.csv"], "t [s],wall.force [N],pull [N s],wall.closed,wall.gap [m]")
        self.assertEqual(heads["steps.csv"], "t [s],h [s],order,evaluations,switch")
        self.assertEqual(heads["dense.csv"], "t [s],wall.gap [m]")
        self.assertTrue(heads["events.csv"].startswith("t [s],bracket [s],contact,kind,from,to,force [N],"))
        self.assertEqual(self.told("plot", "out", "--y", "pull [N s]"), "out/pull.svg\n")
        self.assertIn("pull [N s]", self.text_of("out/pull.svg"))
        done = self.percuss("run", BAR, "--set", "outputs.history=[{name: 'force [kN]', quantity: wall.force}]", "--out", "none")
        self.assertEqual(done.returncode, 2)
        self.assertIn("does not end in a unit in brackets", done.stderr)

    def test_plot_refuses_curves_of_two_units_on_one_axis(self):
        self.write("a.csv", "t [s],x [m]\n0,1\n")
        self.write("b.csv", "t [s],x [mm]\n0,1\n")
        done = self.percuss("plot", "a.csv", "b.csv", "--y", "x")
        self.assertEqual(done.returncode, 2)
        self.assertIn("b.csv: x: its unit is mm, but m in a.csv", done.stderr)

    def test_contacts_all_adds_what_there_is_to_tell_of_each(self):
        words = [f"wall.{word}" for word in ("gap", "force", "percussion", "closed")]  # without friction
        out = self.run_model(BAR, *SHORT, "--set", "outputs.history=[energy.total, wall.force]", "--set",
                             "outputs.contacts=all")
        self.assertEqual(history(out)[0], ["t", "energy.total", "wall.force", "wall.gap", "wall.percussion", "wall.closed"])
        out = self.run_model(BAR, *SHORT, "--set", "outputs.history=[]", "--set", "outputs.contacts=all", out="standard")
        self.assertEqual(history(out)[0], ["t", *words[:3], "energy.total", words[3]])
        stack = SOURCE / "examples" / "11_stack" / "stack.yaml"
        out = self.run_model(stack, "--set", "outputs.contacts=all", "--set", "simulation.end_time=2e-3", out="pile")
        self.assertIn("friction_force", "".join(history(out)[0]))
        done = self.percuss("sweep", BAR, *SHORT, "--vary", "contacts.wall.restitution=0,0.5", "--set", "outputs.contacts=all",
                            "--collect", "wall.closed", "--collect", "max(wall.force)", "--out", "sweep", "--quiet")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| wall.closed | max(wall.force) [N] |", done.stdout)
        compare = ("compare", BAR, "--schemes", "half_explicit_velocity", "--steps", "1e-6,5e-7", "--until", "1e-5", "--set",
                   "outputs.contacts=all", "--columns", "wall.gap")
        self.assertEqual(self.percuss(*compare).returncode, 0)

    def test_plot_labels_the_y_axis_as_it_is_told(self):
        self.write("table.csv", "t,wall.force\n0,1\n1,2\n")
        self.told("plot", "table.csv", "--y", "wall.force", "--y-label", "pull [kN]", "--out", "e.svg")
        self.assertIn("pull [kN]", self.text_of("e.svg"))
        self.assertNotIn("wall.force", self.text_of("e.svg"))

    def test_plot_refuses_what_it_cannot_draw_in_one_fault(self):
        self.run_model(BAR, *SHORT)
        self.write("table.csv", "t,q\n0,1\n0.5,2")
        text = (self.folder / "out" / "history.csv").read_text()
        self.write("cut/history.csv", text[:-4])  # within the last number
        for words, message in (((BAR, "--y", "wall.gap"), f"{BAR}: this is a model, not results of one"),
                               (("out/result.h5", "--y", "wall.gap"), "this is not the table of a run"),
                               (("out/history.csv", "--y", "wall.gap", "--out", "x.png"),
                                "--out: `x.png`: plots are written as SVG only"),
                               (("cut", "--y", "wall.gap"), "the last line is cut off within its last cell")):
            with self.subTest(message):
                done = self.percuss("plot", *words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(message, done.stderr)
                self.assertTrue(done.stderr.endswith("1 fault.\n"), done.stderr)
        self.told("plot", "table.csv", "--y", "q")  # a table of others may lack its last line end

    def test_plot_takes_any_table(self):
        self.write("table.csv", "n,error\n1,0.1\n10,0.001\n100,1e-5\n")
        self.told("plot", "table.csv", "--x", "n", "--y", "error", "--log-x", "--log-y", "--out", "e.svg")
        xml.etree.ElementTree.parse(self.folder / "e.svg")

    def test_schema_is_json(self):
        self.assertEqual(json.loads(self.told("schema"))["title"], "Percuss model, version 1")


class Examples(CommandLineTest):
    def test_the_bar_loses_the_energy_of_its_contact_node(self):
        done = summary(self.run_model(BAR))
        # 1e-14 J: 1e-10 of the loss, far above round-off.
        self.assertAlmostEqual(done["energy_ledger"]["impact"], 7.0738175205e-5, delta=1e-14)
        # The gap of 5.0005e-5 m closes at 0.1 m/s between two steps, which makes half a step of penetration.
        self.assertAlmostEqual(done["min_gap"], -5e-9, delta=1e-15)
        self.assertLess(done["worst_residual"], 1e-15)

    def test_the_bar_leaves_the_wall_after_the_wave_has_returned(self):
        header, rows = history(self.run_model(BAR, "--set", "outputs.every=1"))
        force, gap = header.index("wall.force"), header.index("wall.gap")
        last = max(row[0] for row in rows if row[force] > 0.0)
        first = min(row[0] for row in rows if row[gap] <= 0.0)
        there_and_back = 2.0 / (2.1e11 / 7800.0) ** 0.5
        self.assertAlmostEqual(last - first, there_and_back, delta=0.03 * there_and_back)  # a mesh of 50 elements
        self.assertGreater(rows[-1][gap], 0.0)

    def test_the_ball_bounces_until_the_sum_of_its_flights_and_rests(self):
        out = self.run_model(BALL, "--set", "outputs.every=1", "--set", "simulation.step=1e-5")
        header, rows = history(out)
        velocity, force = header.index("ball.nodes.first.velocity"), header.index("table.force")
        percussion = header.index("table.percussion")
        fall = (2 * 0.07 / 9.81) ** 0.5
        self.assertAlmostEqual(fall, 0.119461926511465505, delta=1e-16)
        end = fall * (1.0 + 2.0 * 0.7 / (1.0 - 0.7))  # 0.7 + 0.49 + ... = 7/3
        self.assertAlmostEqual(end, 0.6769509168983045, delta=1e-15)
        # After 16 bounces flights are shorter than 50 steps; the last few are lost in the step size.
        self.assertAlmostEqual(max(row[0] for row in rows if row[percussion] > 0.0), end, delta=2e-3)
        impacts = [row[0] for row in rows if row[percussion] > 0.0]
        self.assertAlmostEqual(impacts[0], fall, delta=1e-5)
        for n in range(5):  # each flight is 0.7 of the one before; a step for each end
            self.assertAlmostEqual(impacts[n + 1] - impacts[n], 2.0 * fall * 0.7 ** (n + 1), delta=3e-5)
        rest = [row for row in rows if row[0] > 0.7]
        self.assertTrue(all(row[velocity] == 0.0 for row in rest))
        self.assertTrue(all(abs(row[force] - 9.81) < 1e-12 for row in rest))
        loss = summary(out)["energy_ledger"]["impact"]
        self.assertAlmostEqual(loss, 9.81 * 0.07, delta=1e-5)  # all there was, but for a penetration of one step


if __name__ == "__main__":
    unittest.main()
