#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How the journal of bearing.yaml whirls: its orbit's parts that turn with the shaft and against it.

usage: orbit.py RUN [FROM [TO]]     RUN: results of bearing.yaml; from and to, s (default: 0.1 to the end)

With z = journal_y + i journal_z, its mean z_0 and the angle phi that the shaft has turned by:
forward = |mean (z - z_0) exp(-i phi)|, backward = |mean (z - z_0) exp(+i phi)|.
Writes RUN/orbit.csv, the rows that were read, for  percuss plot RUN/orbit.csv --x journal_y --y journal_z.
"""
import cmath
import csv
import sys
from pathlib import Path


def whirl(journal, angles):
    """Forward and backward radius of complex places at the shaft's angles."""
    mean = sum(journal) / len(journal)
    parts = [sum((z - mean) * cmath.exp(sign * 1j * a) for z, a in zip(journal, angles)) for sign in (-1, 1)]
    return [abs(part) / len(journal) for part in parts]


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        sys.exit(__doc__)
    run = Path(sys.argv[1])
    start = float(sys.argv[2]) if len(sys.argv) > 2 else 0.1
    end = float(sys.argv[3]) if len(sys.argv) > 3 else float("inf")
    with open(run / "history.csv", newline="") as file:
        header, *rows = csv.reader(file)
    names = [name.split(" ")[0] for name in header]
    rows = [row for row in rows if start <= float(row[0]) <= end]
    if not rows:
        sys.exit(f"{run}/history.csv has no row between {start} and {end} s")
    column = {name: [float(row[i]) for row in rows] for i, name in enumerate(names)}
    forward, backward = whirl([complex(y, z) for y, z in zip(column["journal_y"], column["journal_z"])],
                              column["turned"])
    with open(run / "orbit.csv", "w", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    spin = (column["turned"][-1] - column["turned"][0]) / (column["t"][-1] - column["t"][0])
    print(f"spin {spin:.2f} rad/s, whirl with it: radius {forward * 1e6:.2f} um, against it: {backward * 1e6:.2f} um")


if __name__ == "__main__":
    main()
