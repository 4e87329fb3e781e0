#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/performance.md of contacts at fixed unknowns, and their plots, by `percuss bench`.

usage: benchmarks/contacts_table.py [--percuss PROGRAM] [--rounds N] [--document FILE]

benchmarks/models/walls.yaml: 10^5 bodies, of which so many have a contact; supports.yaml: one body with so many contacts.
Nothing else should be running. `--document -` prints, and draws nothing.
"""

import cost_table
import page

MODELS = page.ROOT / "benchmarks" / "models"
CASES = [
    ("bodies at walls of their own", "walls", "parameters.contacts=10,100,1000,10000,100000", []),
    ("one beam on supports", "supports", "parameters.contacts=11,101,801,6401", ["--until", "0.2"]),
]
# Without the name and the threads of cost_table's rows; its size is the number of contacts.
LEFT_OUT = ("model", "contacts of a problem", "2 threads")


def main():
    parser = page.parser(__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    keep = [i for i, name in enumerate(cost_table.HEAD) if name not in LEFT_OUT]
    head = ["contacts" if cost_table.HEAD[i] == "size" else cost_table.HEAD[i] for i in keep]
    lines = [f"Made by `benchmarks/contacts_table.py`, minima of {options.rounds} runs, cut short after 4 s, on one thread."]
    for name, model, sizes, words in CASES:
        plot = page.ROOT / "docs" / "images" / f"contacts_{model}.svg"
        found = cost_table.bench(options.percuss, MODELS / f"{model}.yaml", sizes, words, options.rounds,
                                 plot=None if options.document == "-" else plot)
        rows = cost_table.rows_of(name, found, sizes.split("=")[0])
        lines += ["", f"{name[0].upper()}{name[1:]}:", "", *page.table(head, [[row[i] for i in keep] for row in rows])]
        if options.document != "-":
            lines += ["", f"![Time of a step of {name} over the contacts](images/{plot.name})"]
    page.put(options.document, "contacts_table", "\n".join(lines))


if __name__ == "__main__":
    main()
