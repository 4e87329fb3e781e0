#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the table of the README: the impacts on the rigid stop under refinement of mesh and step.

usage: convergence.py PERCUSS
"""

import csv
import pathlib
import subprocess
import sys
import tempfile

MODEL = pathlib.Path(__file__).with_name("rigid.yaml")
WINDOWS = (0.03, 0.06, 0.12)


def run(percuss, elements, step, folder):
    out = pathlib.Path(folder) / "out"
    sets = [f"bodies.beam.elements={elements}", f"simulation.step={step}", "simulation.end_time=0.12", "outputs.every=1",
            "outputs.history=[stop.gap, stop.force, stop.percussion]"]
    command = [percuss, "run", str(MODEL), "--out", str(out)] + [word for s in sets for word in ("--set", s)]
    subprocess.run(command, capture_output=True, check=True)
    with open(out / "history.csv", encoding="utf-8") as file:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]


def main():
    head = [f"impulse to {t:g} s, N s" for t in WINDOWS]
    print("| elements | h, s | first impact, s | its percussion, N s | " + " | ".join(head) + " |")
    print("|---|---|---|---|" + "---|" * len(WINDOWS))
    for elements, step in ((5, 4e-6), (10, 4e-6), (20, 4e-6), (40, 4e-6), (20, 1.6e-5), (20, 8e-6), (20, 2e-6)):
        with tempfile.TemporaryDirectory() as folder:
            rows = run(sys.argv[1], elements, step, folder)
        first = next(r for r in rows if r["stop.percussion"] > 0.0)
        cells = []
        for t in WINDOWS:
            part = [r for r in rows if r["t"] <= t + 0.5 * step]
            impulse = sum(0.5 * step * (a["stop.force"] + b["stop.force"]) for a, b in zip(part, part[1:]))
            cells.append(f"{impulse + sum(r['stop.percussion'] for r in part):.4f}")
        print(f"| {elements} | {step:g} | {first['t']:.5f} | {first['stop.percussion']:.2e} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
