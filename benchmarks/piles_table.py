#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table and the plots of generated piles of docs/performance.md.

usage: benchmarks/piles_table.py [--build FOLDER] [--families NAME ...] [--contacts N,N] [--time-limit S]
                                 [--peers FOLDER] [--document FILE]

Poses contact problems of growing size by `generate_problems`, and times the contact solvers on them by `percuss fclib
profile --growth`, on one thread. `--peers` names the folder of `siconos_fclib` (benchmarks/peers): its solvers are timed
on the smallest of each family, the best of them counts. With `--families` the rows of the others stay as they are.
`--document -` prints the table and draws nothing.
"""
import argparse
import csv
import io
import math
import os
import pathlib
import re
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
SOLVERS = ["auto", "gauss_seidel", "apgd", "admm", "fischer_burmeister", "interior_point"]
TOLERANCES = ["1e-4", "1e-8"]
ONE_THREAD = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def problem_files(generate, folder, words, sizes):
    files = []
    for size in sizes:
        files.append(str(folder / f"{size}.hdf5"))
        subprocess.run([generate, *words, files[-1], "--contacts", size], check=True, stdout=subprocess.DEVNULL)
    return files


def times(percuss, files, tolerance, limit, plot):
    """[(contacts, {solver: seconds, infinite where it failed})], and the exponent of auto's time."""
    table = pathlib.Path(files[0]).with_name("times.csv")
    told = subprocess.run([percuss, "fclib", "profile", *files, "--solvers", ",".join(SOLVERS), "--tolerance", tolerance,
                           "--time-limit", str(limit), "--csv", str(table), "--growth", str(plot)],
                          check=True, env=ONE_THREAD, stdout=subprocess.PIPE, text=True).stdout
    rows = list(csv.DictReader(io.StringIO(table.read_text())))
    problems = [rows[k:k + len(SOLVERS)] for k in range(0, len(rows), len(SOLVERS))]
    exponent = re.findall(r"(?m)^auto +\d+ +(\S+) +\S+$", told)[-1]
    return [(int(of_problem[0]["contacts"]),
             {row["solver"]: float(row["seconds"]) if row["status"] == "solved" else math.inf for row in of_problem})
            for of_problem in problems], exponent


def best_peer(program, path, tolerance, limit):
    """Name and seconds of Siconos's fastest solver, and infinity where none comes to the goal."""
    told = subprocess.run([program, tolerance, str(limit), path], check=True, env=ONE_THREAD, capture_output=True,
                          text=True).stdout
    solved = [row for row in csv.DictReader(io.StringIO(told)) if row["status"] == "solved"]
    best = min(solved, key=lambda row: float(row["seconds"]), default={"solver": "", "seconds": "inf"})
    return best["solver"].removeprefix("siconos_"), float(best["seconds"])


def cell(seconds):
    return "-" if math.isinf(seconds) else f"{1e3 * seconds:.3g}"


def ratio(seconds, other):
    return f"{seconds / other:.2f}" if max(seconds, other) < math.inf else ""


def kept_rows(document, family):
    """The rows of a family in the table as it stands: of times, and of exponents."""
    rows = [line for line in page.lines(document, "piles_table") if line.startswith(f"| {family} |")]
    return [row for row in rows if "(images/" not in row], [row for row in rows if "(images/" in row]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=str(page.ROOT / "build" / "release"))
    parser.add_argument("--families", nargs="+", choices=FAMILIES, default=list(FAMILIES))
    parser.add_argument("--contacts", default="300,1000,3000,10000")
    parser.add_argument("--time-limit", type=float, default=10.0)
    parser.add_argument("--peers", help="folder of siconos_fclib")
    parser.add_argument("--document", default=str(page.PERFORMANCE))
    options = parser.parse_args()
    build, sizes = pathlib.Path(options.build), options.contacts.split(",")
    generate, percuss = build / "benchmarks" / "generate_problems", build / "percuss"
    lines = [f"Made by `benchmarks/piles_table.py`. Milliseconds on one thread, the least of several runs; `-`: not solved "
             f"within {options.time_limit:g} s, repetitions included. Friction 0.5.", "",
             "| family | contacts | tolerance | " + " | ".join(SOLVERS) + " | auto / best other | best of Siconos |",
             "|:--|--:|--:|" + "--:|" * (len(SOLVERS) + 1) + ":--|"]
    rows, exponents = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for family, words in FAMILIES.items():
            if family not in options.families:
                times_kept, exponents_kept = kept_rows(options.document, family)
                rows += times_kept
                exponents += exponents_kept
                continue
            files = problem_files(generate, folder, words, sizes)
            for tolerance in TOLERANCES:
                picture = f"piles_{family.replace(', ', '_').replace(' ', '_')}_{tolerance}.svg"
                images = folder if options.document == "-" else pathlib.Path(options.document).parent / "images"
                seen, exponent = times(percuss, files, tolerance, options.time_limit, images / picture)
                exponents.append(f"| {family} | {tolerance} | {exponent} | [plot](images/{picture}) |")
                for k, (contacts, seconds) in enumerate(seen):
                    peer = ""
                    if options.peers and k == 0:
                        its_name, its_time = best_peer(pathlib.Path(options.peers) / "siconos_fclib", files[0], tolerance, 2)
                        peer = f"{cell(its_time)} {its_name}".rstrip()
                    best = min(seconds[s] for s in SOLVERS[1:])
                    rows.append(f"| {family} | {contacts} | {tolerance} | " + " | ".join(cell(seconds[s]) for s in SOLVERS)
                                + f" | {ratio(seconds['auto'], best)} | {peer} |")
                    print(rows[-1], flush=True)
    solved = sum(row.split("|")[4].strip() != "-" for row in rows)
    lines += [*rows, "", f"`auto` solves {solved} of {len(rows)}. How its time grows, time ~ contacts^p:", "",
              "| family | tolerance | p | all solvers |", "|:--|--:|--:|:--|", *exponents]
    page.put(options.document, "piles_table", "\n".join(lines))


if __name__ == "__main__":
    main()
