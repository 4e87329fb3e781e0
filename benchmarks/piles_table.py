#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of generated piles of docs/performance.md.

usage: benchmarks/piles_table.py [--build FOLDER] [--contacts N,N] [--time-limit S] [--document FILE]

Poses contact problems of growing size by `generate_problems`, and times the contact solvers on each by
`percuss fclib profile`, on one thread. `--document -` prints the table.
"""
import argparse
import csv
import io
import math
import os
import pathlib
import subprocess
import tempfile

import page

FAMILIES = {
    "spheres": ["spheres"],
    "spheres, moving": ["spheres", "--speed", "0.3"],
    "wall": ["wall"],
    "wall, heavy top": ["wall", "--mass-ratio", "1e4"],
    "heap": ["heap"],
    "column": ["column"],
}
SOLVERS = ["auto", "gauss_seidel", "apgd", "fischer_burmeister"]
TOLERANCES = ["1e-4", "1e-8"]


def times(percuss, path, tolerance, limit, environment):
    """{solver: seconds, infinite where it failed}, and the number of contacts."""
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder) / "times.csv"
        subprocess.run([percuss, "fclib", "profile", path, "--solvers", ",".join(SOLVERS), "--tolerance", tolerance,
                        "--time-limit", str(limit), "--csv", str(table)], check=True, env=environment,
                       stdout=subprocess.DEVNULL)
        rows = list(csv.DictReader(io.StringIO(table.read_text())))
    return {row["solver"]: float(row["seconds"]) if row["status"] == "solved" else math.inf for row in rows}, \
        int(rows[0]["contacts"])


def cell(seconds):
    return "-" if math.isinf(seconds) else f"{1e3 * seconds:.3g}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=str(page.ROOT / "build" / "release"))
    parser.add_argument("--contacts", default="300,1000,3000")
    parser.add_argument("--time-limit", type=float, default=10.0)
    parser.add_argument("--document", default=str(page.PERFORMANCE))
    options = parser.parse_args()
    build = pathlib.Path(options.build)
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    lines = [f"Made by `benchmarks/piles_table.py`. Milliseconds on one thread, the least of several runs; `-`: not solved "
             f"within {options.time_limit:g} s, repetitions included. Friction 0.5.", "",
             "| family | contacts | tolerance | " + " | ".join(SOLVERS) + " | auto / best other |",
             "|:--|--:|--:|" + "--:|" * (len(SOLVERS) + 1)]
    solved = trials = 0
    with tempfile.TemporaryDirectory() as folder:
        for family, words in FAMILIES.items():
            for contacts in options.contacts.split(","):
                path = str(pathlib.Path(folder) / "problem.hdf5")
                subprocess.run([build / "benchmarks" / "generate_problems", *words, path, "--contacts", contacts],
                               check=True, stdout=subprocess.DEVNULL)
                for tolerance in TOLERANCES:
                    seconds, count = times(build / "percuss", path, tolerance, options.time_limit, environment)
                    best = min(seconds[s] for s in SOLVERS[1:])
                    ratio = f"{seconds['auto'] / best:.2f}" if max(seconds["auto"], best) < math.inf else ""
                    trials += 1
                    solved += seconds["auto"] < math.inf
                    lines.append(f"| {family} | {count} | {tolerance} | " + " | ".join(cell(seconds[s]) for s in SOLVERS)
                                 + f" | {ratio} |")
                    print(lines[-1], flush=True)
    lines += ["", f"`auto` solves {solved} of {trials}."]
    page.put(options.document, "piles_table", "\n".join(lines))


if __name__ == "__main__":
    main()
