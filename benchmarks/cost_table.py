#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of docs/performance.md of what the steps of the examples are spent on, by `percuss bench`.

usage: benchmarks/cost_table.py [--percuss PROGRAM] [--rounds N] [--document FILE]

Each model over its size, on one thread and on two; shares are those of one thread. Nothing else should be running.
`--document -` prints.
"""
import page

EXAMPLES = page.ROOT / "examples"
HEAD = ["model", "size", "unknowns", "contacts of a problem", "step [us]", "2 threads", *page.PART_HEADS]
# Name, model, key of its size and values, and further words of `percuss bench`.
CASES = [
    ("bar at its wall", "02_impacting_bar/bar.yaml", "bodies.bar.elements=1000,10000,100000,1000000",
     ["--until", "5e-7", "--set", "simulation.step=1e-10", "--set", "bodies.bar.position=0", "--set",
      "outputs.every=100"]),
    ("bank of bars", "21_bank/bank.yaml", "parameters.bars=10,100,1000", []),
    ("truss", "23_lattice/lattice.yaml", "parameters.nx=20,100,400", ["--until", "0.4"]),
    ("beam on a floor", "22_beam_on_floor/beam.yaml", "parameters.elements=100,800,6400",
     ["--until", "0.3", "--set", "parameters.length=${0.02 * elements}", "--set",
      "bodies.beam.free_span=${min(5, length)}"]),
    ("crossed rods", "25_beam_pile/pile.yaml", "parameters.rods=4,8,16",
     ["--until", "1e-2", "--set", "parameters.drop=0", "--set", "parameters.length=${0.05 * (rods + 6)}", "--set",
      "simulation.contact_solver.tolerance_absolute=1e-4"]),
    ("discs in a box", "09_mixing_discs/discs.yaml", "bodies.left.count=125,250,500", ["--until", "0.5"]),
    ("slider-crank", "03_slider_crank/unilateral.yaml", None, []),
    ("rotor in its bearing", "20_rotor/bearing.yaml", None, []),
]


def rows_of(name, found, key):
    """One row per size: its runs on one thread and on two stand side by side."""
    rows = []
    for one, two in zip(found[::2], found[1::2], strict=True):
        seconds = float(one["seconds_per_step [s]"])
        rows.append([name, f"{int(one[key]):,}" if key else "-", f"{int(one['unknowns']):,}",
                     page.per_problem(one, "contacts_in_problems"), f"{1e6 * seconds:.3g}",
                     f"{seconds / float(two['seconds_per_step [s]']):.2f}", *page.part_cells(one)])
    return rows


def main():
    parser = page.parser(__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    rows = []
    for name, model, sizes, words in CASES:
        words = ["--threads", "1,2", "--rounds", str(options.rounds), *words, *(["--sizes", sizes] if sizes else [])]
        found = page.bench(options.percuss, EXAMPLES / model, words, seconds=4)
        rows += rows_of(name, found, sizes.split("=")[0] if sizes else None)
    made = f"Made by `benchmarks/cost_table.py`, minima of {options.rounds} runs, cut short after 4 s."
    lines = [made, "", *page.table(HEAD, rows, left=(0,))]
    page.put(options.document, "cost_table", "\n".join(lines))


if __name__ == "__main__":
    main()
