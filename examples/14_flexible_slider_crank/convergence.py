#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the tables of the README on convergence in space: how far the rod's centre of mass is from that of the finest
rod, by the number of elements [MIX, Fig. 20] and, of a rod of 32 elements, by the number of modes [MIX, Figs. 30, 31].

usage: convergence.py PERCUSS
"""

import csv
import math
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).parent
CASES = {"bilateral": (1e-6, 1e-2), "unilateral": (1e-6, 1e-2), "driven": (1e-5, 5e-2)}  # step and end
FREE = 2.6e-3  # [s]: in `unilateral` nothing has struck yet
ELEMENTS, MODES = (1, 2, 4, 8, 16, 32), (1, 2, 4, 8, 16, 32, 64)


def run(percuss, name, rod):
    """Rows of every step: t, the centre of mass, and of a notch the normal percussion and force."""
    step, end = CASES[name]
    history = ["rod.mean_position.x", "rod.mean_position.y"]
    if name != "bilateral":
        history += ["notch.percussion", "notch.force"]
    sets = [f"simulation.step={step}", f"simulation.end_time={end}", "outputs.every=1",
            f"outputs.history=[{','.join(history)}]"] + [f"bodies.rod.{key}={value}" for key, value in rod.items()]
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        command = [percuss, "run", str(FOLDER / f"{name}.yaml"), "--out", str(out)]
        subprocess.run(command + [word for s in sets for word in ("--set", s)], capture_output=True, check=True)
        with open(out / "history.csv", encoding="utf-8") as file:
            return [[float(x) for x in row] for row in list(csv.reader(file))[1:]]


def distance(rows, finest, until=math.inf):
    return max(math.hypot(a[1] - b[1], a[2] - b[2]) for a, b in zip(rows, finest) if a[0] <= until)


def first_impact(rows):
    return next(row[0] for row in rows if row[3] > 0)


def impulse(rows, step):
    """Of the normal forces [N s]."""
    return sum(row[3] + row[4] * step for row in rows)


def table(percuss, heading, rods, finest):
    """One row per rod; the last one is what the others are compared with."""
    exact = {name: run(percuss, name, finest) for name in CASES}
    print(f"| {heading} | bilateral | ratio | unilateral to 2.6 ms | ratio | first impact | to 10 ms | driven to 50 ms | "
          "its impulse |")
    print("|" + "---|" * 9)
    before = {}
    for label, rod in [*rods, ("finest", finest)]:
        rows = {name: run(percuss, name, rod) for name in CASES} if rod is not finest else exact
        cells = [label]
        for name, until in (("bilateral", math.inf), ("unilateral", FREE)):
            away = distance(rows[name], exact[name], until)
            cells += [f"{away:.1e}", f"{before[name] / away:.1f}" if name in before and away > 0 else "-"]
            before[name] = away
        cells.append(f"{1e3 * first_impact(rows['unilateral']):.3f}")
        cells += [f"{distance(rows[name], exact[name]):.1e}" for name in ("unilateral", "driven")]
        cells.append(f"{impulse(rows['driven'], CASES['driven'][0]):.5f}")
        print("| " + " | ".join(str(cell) for cell in cells) + " |")
    print()


def main():
    percuss = sys.argv[1]
    table(percuss, "elements", [(n, {"elements": n}) for n in ELEMENTS], {"elements": 64})
    table(percuss, "modes", [(n, {"elements": 32, "modes.count": n}) for n in MODES], {"elements": 32})


if __name__ == "__main__":
    main()
