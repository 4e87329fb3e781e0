#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of step-control.md: the work and the errors of fixed and of controlled steps, and the errors that
tolerances lead to.

    python3 docs/generate_step_control.py build/release/percuss     # a minute or two
"""

import csv
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE / "step-control.md"
EXAMPLES = HERE.parent / "examples"
TIGHT = "step_min: 2e-12, tolerance_absolute: 1e-11, tolerance_relative: 1e-11, order_max: 8"


class Model:
    def __init__(self, name, path, end, quantities, fixed, step, *words, until="", exact=None):
        self.name, self.path, self.end, self.quantities = name, path, end, quantities
        self.fixed, self.step, self.words, self.until, self.exact = fixed, step, words, until, exact

    def run(self, step, control=None, name="switching_point", scheme="moreau_midpoint"):
        with tempfile.TemporaryDirectory() as folder:
            sets = [f"simulation.scheme={scheme}", f"simulation.end_time={self.end}", f"simulation.step={step}",
                    "outputs.every=1000000000", f"outputs.history=[{', '.join(self.quantities)}]", *self.words]
            if control:
                sets.append(f"simulation.control={{name: {name}, {control}}}")
            command = [sys.argv[1], "run", str(EXAMPLES / self.path), "--quiet", "--out", folder + "/out"]
            for text in sets:
                command += ["--set", text]
            subprocess.run(command, check=True)
            with open(folder + "/out/history.csv", newline="") as file:
                last = [float(x) for x in list(csv.reader(file))[-1][1:]]
            with open(folder + "/out/summary.json") as file:
                return last, json.load(file)["attempts"]

    def reference(self):
        return self.exact if self.exact else self.run(self.step, TIGHT)[0]


def oscillator_end(time):
    """Position of the impact oscillator, event by event."""
    w = math.sqrt(20.0 / 0.1)
    t, y, v = 0.0, -0.35, 0.2
    while True:
        size, phase, angle = math.hypot(y, v / w), math.atan2(v / w, y), 0.0
        angle = -math.acos(0.15 / size)
        s = (angle + phase) / w
        while s < 1e-9:
            s += 2.0 * math.pi / w
        if t + s > time:
            return size * math.cos(w * (time - t) - phase) - 0.15
        t, y, v = t + s, 0.15, 0.6 * size * w * math.sin(angle)


def crank_end():
    """Of the event-by-event reference of the tests, at 0.05 s."""
    path = HERE.parent / "tests" / "verification" / "data" / "slider_crank_unilateral.csv"
    with open(path, newline="") as file:
        rows = [r for r in csv.reader(file) if r[0] != "t"]
    row = next(r for r in rows if abs(float(r[0]) - 0.05) < 1e-12)
    return [float(row[1]), float(row[2])]


def falling_end(time):
    """Height of the mass that falls from 0.07 m, restitution 0.7, event by event."""
    fall = math.sqrt(2.0 * 0.07 / 9.81)
    t, v = fall, 0.7 * 9.81 * fall
    while t + 2.0 * v / 9.81 < time:
        t, v = t + 2.0 * v / 9.81, 0.7 * v
    return v * (time - t) - 0.5 * 9.81 * (time - t) ** 2


MODELS = [
    Model("falling mass, 0.6 s", "05_single_masses/falling.yaml", 0.6, ["mass.nodes.first.position"],
          [1e-4, 1e-6], 0.05, exact=[falling_end(0.6)]),
    Model("impact oscillator, 1 s", "05_single_masses/oscillator.yaml", 1.0, ["mass.nodes.first.position"],
          [1e-4, 1e-6], 0.01, exact=[oscillator_end(1.0)]),
    Model("sliding mass that sticks, 4 s", "05_single_masses/sliding.yaml", 4.0,
          ["mass.nodes.first.position.x", "mass.nodes.first.position.y"], [1e-3, 1e-5], 0.05),
    Model("slider-crank with clearance, 0.05 s", "03_slider_crank/unilateral.yaml", 0.05,
          ["mechanism.theta1", "mechanism.theta2"], [1e-5, 1e-7], 1e-3, exact=crank_end()),
    Model("slider-crank with a joint, 0.05 s", "03_slider_crank/bilateral.yaml", 0.05,
          ["mechanism.theta1", "mechanism.theta2"], [1e-5, 1e-7], 1e-3),
    Model("flexible slider-crank with clearance, rod of two modes, 0.01 s", "14_flexible_slider_crank/unilateral.yaml", 0.01,
          ["crank.phi", "rod.phi"], [1e-5, 1e-7], 2.5e-5, "bodies.rod.modes.count=2"),
    Model("woodpecker, 0.2 s", "07_woodpecker/woodpecker.yaml", 0.2, ["bird.y", "bird.phi_M", "bird.phi_S"],
          [1e-5, 1e-7], 4e-3),
]


def error_table():
    crank = next(m for m in MODELS if m.path == "03_slider_crank/unilateral.yaml")
    lines = ["| `position_tolerance` [rad] | error at 0.05 s [rad] | evaluations |", "|---|---|---|"]
    for tolerance in (1e-5, 1e-6, 1e-7, 1e-8, 1e-9):
        found, work = crank.run(1e-4, f"position_tolerance: {tolerance}, step_min: 1e-10", name="error",
                                scheme="half_explicit_velocity")
        lines.append(f"| {tolerance:.0e} | {error_of(found, crank.exact):.1e} | {work} |")
    for step in (1e-5, 1e-6):
        found, work = crank.run(step, scheme="half_explicit_velocity")
        lines.append(f"| fixed steps of {step:.0e} s | {error_of(found, crank.exact):.1e} | {work} |")
    return "\n".join(lines)


def error_of(values, reference):
    return max(abs(a - b) for a, b in zip(values, reference))


def work_table(references):
    lines = ["| model | fixed step [s] | error | evaluations | `step_min` and tolerances | error | evaluations |",
             "|---|---|---|---|---|---|---|"]
    for model, reference in zip(MODELS, references):
        for fixed, tolerance in zip(model.fixed, (1e-6, 1e-9)):
            plain, plain_work = model.run(fixed)
            found, work = model.run(model.step, f"step_min: {tolerance}, tolerance_absolute: {tolerance}, "
                                                f"tolerance_relative: {tolerance}")
            lines.append(f"| {model.name} | {fixed:.0e} | {error_of(plain, reference):.1e} | {plain_work} | "
                         f"{tolerance:.0e} | {error_of(found, reference):.1e} | {work} |")
    return "\n".join(lines)


def tolerance_table(references):
    tolerances = [1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10]
    lines = ["| model | " + " | ".join(f"{t:.0e}" for t in tolerances) + " |", "|---" * (len(tolerances) + 1) + "|"]
    for model, reference in zip(MODELS, references):
        errors = []
        for t in tolerances:
            found, _ = model.run(model.step, f"step_min: {max(0.1 * t, 1e-11)}, tolerance_absolute: {t}, "
                                             f"tolerance_relative: {t}")
            errors.append(error_of(found, reference))
        lines.append(f"| {model.name} | " + " | ".join(f"{e:.0e}" for e in errors) + " |")
    return "\n".join(lines)


def main():
    references = [model.reference() for model in MODELS]
    page = PAGE.read_text()
    for name, table in (("work", work_table(references)), ("tolerances", tolerance_table(references)),
                        ("error", error_table())):
        page = re.sub(rf"(<!-- generated: {name} -->\n).*?(<!-- end -->)", lambda m: f"{m[1]}\n{table}\n\n{m[2]}", page,
                      flags=re.S)
    PAGE.write_text(page)


if __name__ == "__main__":
    main()
