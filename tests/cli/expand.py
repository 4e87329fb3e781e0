# SPDX-License-Identifier: Apache-2.0
"""Parameters, expressions, repetitions and includes, from the command line."""

import json
import unittest

from support import CommandLineTest, history

PYRAMID = """percuss: 1
title: ${rows} rows
parameters:
  rows: 3
  radius: 0.1
  pitch: ${2 * radius}
simulation: {scheme: moreau_midpoint, step: 1.0e-3, end_time: "${0.02 * rows}"}
repeat:
- for: {row: "${rows}", column: "${rows - row}"}
  bodies:
    disc_${row}_${column}:
      type: disc
      mass: ${10 * (row + 1)}
      radius: ${radius}
      position: ${[(column + row / 2) * pitch, radius + row * 0.2]}
- for: {column: "${rows}"}
  contacts:
    floor_${column}: {type: disc_plane, bodies: "disc_0_${column}", normal: [0, 1]}
loads: {weight: {type: gravity, acceleration: [0, -9.81]}}
outputs: {history: ["floor_${rows - 1}.force", energy.total]}
"""
# The same, by hand.
PLAIN = """percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0e-3, end_time: 0.06}
bodies:
  disc_0_0: {type: disc, mass: 10, radius: 0.1, position: [0, 0.1]}
  disc_0_1: {type: disc, mass: 10, radius: 0.1, position: [0.2, 0.1]}
  disc_0_2: {type: disc, mass: 10, radius: 0.1, position: [0.4, 0.1]}
  disc_1_0: {type: disc, mass: 20, radius: 0.1, position: [0.1, 0.30000000000000004]}
  disc_1_1: {type: disc, mass: 20, radius: 0.1, position: [0.30000000000000004, 0.30000000000000004]}
  disc_2_0: {type: disc, mass: 30, radius: 0.1, position: [0.2, 0.5]}
contacts:
  floor_0: {type: disc_plane, bodies: disc_0_0, normal: [0, 1]}
  floor_1: {type: disc_plane, bodies: disc_0_1, normal: [0, 1]}
  floor_2: {type: disc_plane, bodies: disc_0_2, normal: [0, 1]}
loads: {weight: {type: gravity, acceleration: [0, -9.81]}}
outputs: {history: [floor_2.force, energy.total]}
"""
BASE = """percuss: 1
parameters: {mass: 2.0, height: 1.0}
simulation: {scheme: half_explicit_velocity, step: 1.0e-3, end_time: 1.0}
bodies: {ball: {type: point_mass, mass: "${mass}", position: "${height}"}}
loads: {weight: {type: gravity, acceleration: -9.81}}
outputs: {history: [ball.nodes.first.position, energy.total]}
"""
FLOOR = """include: parts/base.yaml
percuss: 1
parameters: {height: 0.5}
simulation: {end_time: 0.3}
contacts: {floor: {type: node_wall, body: ball, restitution: 0.5}}
"""


class Expand(CommandLineTest):
    def rows(self, folder):
        return (folder / "history.csv").read_text(encoding="utf-8")

    def refuse(self, text, *told, words=()):
        model = self.write("wrong.yaml", text)
        for verb in ("validate", "expand", "run"):
            done = self.percuss(verb, model, *words)
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            for part in told:
                self.assertIn(part, done.stderr)
        self.assertFalse((self.folder / "wrong.out").exists())

    def test_a_short_model_is_the_long_one(self):
        short, plain = self.write("short.yaml", PYRAMID), self.write("plain.yaml", PLAIN)
        self.assertEqual(self.rows(self.run_model(short, out="a")), self.rows(self.run_model(plain, out="b")))
        done = self.percuss("expand", short, "--out", "expanded.yaml")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual(self.rows(self.run_model("expanded.yaml", out="c")), self.rows(self.folder / "b"))
        self.assertNotIn("$", (self.folder / "expanded.yaml").read_text(encoding="utf-8"))
        again = self.percuss("expand", "expanded.yaml").stdout
        self.assertEqual(again, (self.folder / "expanded.yaml").read_text(encoding="utf-8"))

    def test_parameters_are_set_and_varied(self):
        model = self.write("m.yaml", PYRAMID.replace("floor_${rows - 1}", "floor_0"))
        told = self.percuss("validate", model, "--set", "parameters.rows=5").stdout
        self.assertIn("15 bodies", told)
        self.assertIn("100 steps", told)
        done = self.percuss("sweep", model, "--vary", "parameters.rows=1:1:4", "--collect", "energy.total", "--quiet",
                            "--out", "sweep")
        self.assertEqual(done.returncode, 0, done.stderr)
        header, *lines = (self.folder / "sweep" / "sweep.csv").read_text(encoding="utf-8").splitlines()
        energies = [float(line.split(",")[header.split(",").index("energy.total [J]")]) for line in lines]
        expected = [sum(10 * (row + 1) * 9.81 * (0.1 + 0.2 * row) * (rows - row) for row in range(rows))
                    for rows in range(1, 5)]
        for energy, start in zip(energies, expected):  # they fall for 0.08 s at most: less than 0.1 %
            self.assertAlmostEqual(energy / start, 1.0, delta=1e-3)

    def test_a_sweep_has_one_heading_for_all_runs(self):
        model = self.write("m.yaml", PYRAMID)
        for text in (PYRAMID, PYRAMID.replace("outputs:", "#")):
            self.write("m.yaml", text)
            done = self.percuss("sweep", model, "--vary", "parameters.rows=3,4", "--quiet", "--out", "sweep")
            self.assertEqual(done.returncode, 2)
            self.assertIn("--vary: with parameters.rows=4 the history has other columns than without", done.stderr)
            self.assertFalse((self.folder / "sweep").exists())

    def test_a_text_that_looks_like_an_expression_stays_one(self):
        model = self.write("m.yaml", PYRAMID)
        text = self.percuss("expand", model, "--set", "title='$${rows} $$${rows} is ${rows}'", "--out", "a.yaml")
        self.assertEqual(text.returncode, 0, text.stderr)
        self.assertIn("$${rows} $$${rows} is 3", (self.folder / "a.yaml").read_text(encoding="utf-8"))
        self.assertEqual(self.percuss("expand", "a.yaml").stdout, (self.folder / "a.yaml").read_text(encoding="utf-8"))

    def test_a_copy_can_be_changed(self):
        model = self.write("m.yaml", PYRAMID)
        text = self.percuss("expand", model, "--set", "bodies.disc_1_0.mass=${7 * rows}").stdout
        self.assertIn("disc_1_0: {type: disc, mass: 21,", text)
        self.assertIn("disc_1_1: {type: disc, mass: 20,", text)

    def test_what_is_wrong_is_told_once_with_its_place(self):
        self.refuse(PYRAMID.replace("${10 * (row + 1)}", "${row - 5}"),
                    "wrong.yaml:13:13: bodies.disc_0_0.mass: -5 is not > 0; so 5 more from here", "1 fault")
        self.refuse(PYRAMID.replace("${10 * (row + 1)}", "${10 * (rwo + 1)}"),
                    "repeat.0.bodies.disc_${row}_${column}.mass: there is no parameter `rwo`", "did you mean `row`?", "1 fault")
        self.refuse(PYRAMID.replace("disc_${row}_${column}:", "disc_${row}:"), "`bodies.disc_0` is there already")
        self.refuse(PYRAMID.replace("radius: 0.1", "radius: ${pitch}"), "needs itself: radius -> pitch -> radius")
        self.refuse(PYRAMID.replace("rows: 3", "rows: 1.0e9"), "no number of rounds")
        self.refuse(PYRAMID.replace("rows: 3", "rows: 0"), "missing section `bodies`", "end_time: 0 does not exceed")
        self.refuse(PYRAMID.replace("parameters:", "paramters:"), "there is no parameter `rows`")
        self.refuse(PYRAMID, "there is no such parameter", "did you mean `rows`?", words=("--set", "parameters.row=3"))
        self.refuse(PYRAMID, "is not a list", words=("--set", "repeat=3"))
        self.refuse(PYRAMID, "there is no parameter `m`", words=("--set", "simulation.step=${m}"))
        self.refuse(PYRAMID, "files are included by the model file alone", words=("--set", "include=x.yaml"))

    def test_the_model_is_not_written_over(self):
        model = self.write("m.yaml", PYRAMID)
        done = self.percuss("expand", model, "--out", model)
        self.assertEqual(done.returncode, 2)
        self.assertIn("is the model itself", done.stderr)
        self.assertEqual(model.read_text(encoding="utf-8"), PYRAMID)
        done = self.percuss("expand", model, "--out", "none/m.yaml")
        self.assertEqual(done.returncode, 2)
        self.assertIn("none/m.yaml: cannot write: No such file", done.stderr)

    def test_included_files_are_part_of_the_model(self):
        base = self.write("parts/base.yaml", BASE)
        model = self.write("floor.yaml", FLOOR)
        out = self.run_model(model, "--checkpoint-every", 100)
        header, rows = history(out)
        self.assertAlmostEqual(rows[0][1], 0.5)
        self.assertAlmostEqual(rows[0][2], 2.0 * 9.81 * 0.5)
        self.assertAlmostEqual(rows[-1][0], 0.3)
        self.assertAlmostEqual(rows[-1][1], 0.5 - 9.81 * 0.3**2 / 2, delta=9.81 * 0.3 * 1e-3)  # error of order h
        done = self.percuss("resume", "out", "--until", 0.5)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.rows(out), self.rows(self.run_model(model, "--set", "simulation.end_time=0.5", out="whole")))
        base.write_text(BASE.replace("mass: 2.0", "mass: 3.0"), encoding="utf-8")
        done = self.percuss("resume", "out", "--until", 0.7)
        self.assertEqual(done.returncode, 2)
        self.assertIn("base.yaml:4", done.stderr)
        self.assertIn("bodies.ball.mass: was `2` in the run of the checkpoint, and is `3`", done.stderr)

    def test_a_sweep_sees_that_an_included_file_has_changed(self):
        base = self.write("parts/base.yaml", BASE)
        model = self.write("floor.yaml", FLOOR)
        words = ("sweep", model, "--vary", "parameters.height=0.5,1", "--collect", "energy.total", "--out", "sweep", "--quiet")
        self.assertEqual(self.percuss(*words).returncode, 0)
        before = (self.folder / "sweep" / "sweep.csv").read_text(encoding="utf-8")
        base.write_text(BASE.replace("mass: 2.0", "mass: 4.0"), encoding="utf-8")
        self.assertEqual(self.percuss(*words).returncode, 0)
        self.assertNotEqual((self.folder / "sweep" / "sweep.csv").read_text(encoding="utf-8"), before)

    def test_what_cannot_be_included_is_told(self):
        self.write("parts/base.yaml", BASE)
        self.refuse(FLOOR.replace("base.yaml", "bsae.yaml"), "wrong.yaml:1:10: include: there is no file", "parts/bsae.yaml")
        self.refuse(FLOOR.replace("parts/base.yaml", "wrong.yaml"), "includes itself")
        self.refuse(FLOOR + "bodies: {ball: {type: point_mass, mass: 1}}\n", "bodies.ball: is in", "base.yaml:4 as well")
        self.write("parts/base.yaml", BASE.replace("point_mass", "point_mas"))
        self.refuse(FLOOR, "base.yaml:4", "did you mean `point_mass`?")

    def test_results_hold_the_text_of_all_files(self):
        self.write("parts/base.yaml", BASE)
        self.run_model(self.write("floor.yaml", FLOOR))
        done = self.percuss("report", "out")
        self.assertEqual(done.returncode, 0, done.stderr)
        page = (self.folder / "out" / "report.html").read_text(encoding="utf-8")
        self.assertIn("point_mass", page)
        self.assertIn(json.dumps("restitution: 0.5")[1:-1], page)


if __name__ == "__main__":
    unittest.main()
