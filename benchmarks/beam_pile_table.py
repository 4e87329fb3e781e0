#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of piles of rods of docs/performance.md: time per step over the number of rods.

usage: benchmarks/beam_pile_table.py [--percuss PROGRAM] [--most RODS] [--document FILE]

Layers of crossed rods of examples/25_beam_pile that touch from the start, 30 steps on one thread, contacts to 1e-4 m/s. The time
without contacts is that of the same rods 5 mm apart, in their fall, with the search. `--document -` prints.
"""
import csv
import pathlib
import tempfile

import page

MODEL = page.ROOT / "examples" / "25_beam_pile" / "pile.yaml"
PILES = [(6, 4, 0.5), (10, 10, 1.0), (20, 20, 2.0), (50, 20, 2.0)]  # layers, rods in each, length [m]


def run(program, folder, pile, drop):
    layers, rods, length = pile
    settings = [f"parameters.layers={layers}", f"parameters.rods={rods}", f"parameters.length={length}",
                f"parameters.drop={drop}", "simulation.end_time=3e-3", "outputs.every=30",
                'outputs.history=["pile.closed", "floor.closed"]', "simulation.contact_solver.tolerance_absolute=1e-4"]
    summary = page.summary_of_run(program, folder, MODEL, settings)
    with open(next(pathlib.Path(folder).rglob("history.csv")), encoding="utf-8") as file:
        last = list(csv.reader(file))[-1]
    return summary, sum(float(x) for x in last[1:])


def row(program, pile):
    with tempfile.TemporaryDirectory() as folder:
        touching, closed = run(program, folder, pile, 0)
    with tempfile.TemporaryDirectory() as folder:
        falling, _ = run(program, folder, pile, 0.005)
    step, free = (1e3 * s["loop_seconds"] / s["steps"] for s in (touching, falling))
    return [f"{pile[0] * pile[1]:,}", f"{touching['unknowns']:,}", f"{closed:,.0f}", f"{step:.3g}", f"{free:.3g}",
            f"{1e3 * step / max(closed, 1):.3g}", f"{touching['peak_memory_bytes'] / 1e6:.0f}"]


def main():
    parser = page.parser(__doc__)
    parser.add_argument("--most", type=int, default=1000)
    options = parser.parse_args()
    head = ["rods", "unknowns", "closed contacts", "step [ms]", "without contact [ms]", "a contact [us]", "memory [MB]"]
    rows = [row(options.percuss, pile) for pile in PILES if pile[0] * pile[1] <= options.most]
    lines = ["Made by `benchmarks/beam_pile_table.py`, one thread.", "", *page.table(head, rows)]
    page.put(options.document, "beam_pile_table", "\n".join(lines))


if __name__ == "__main__":
    main()
