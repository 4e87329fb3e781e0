#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of friction problems of docs/performance.md and their performance profile.

usage: benchmarks/friction_contact_table.py [--peer PROGRAM] [--solvers A,B] [--document FILE] FILE...

Times every contact solver on every fclib FILE by `percuss fclib profile`; PROGRAM is benchmarks/peers/siconos_fclib and is
run in between, on the same files. `--document -` prints the table and draws nothing.
"""
import csv
import io
import os
import pathlib
import subprocess
import tempfile

import page

PLOT = "images/friction_contact_profile.svg"


def trials(text):
    """{problem: {solver: row}}, problems and solvers in the order of the file."""
    table = {}
    for row in csv.DictReader(io.StringIO(text)):
        table.setdefault(row["problem"], {})[row["solver"]] = row
    return table


def milliseconds(row):
    if row is None:
        return ""
    if row["status"] != "solved":
        return "-"
    return f"{1e3 * float(row['seconds']):.3g}"


def total(table, solver):
    """Seconds over the problems that the solver was given, and how many of them it solved."""
    rows = [row[solver] for row in table.values() if solver in row]
    solved = [float(row["seconds"]) for row in rows if row["status"] == "solved"]
    return sum(solved), len(solved), len(rows)


def best_of(row, solvers):
    times = [float(row[s]["seconds"]) for s in solvers if s in row and row[s]["status"] == "solved"]
    return min(times) if times else None


def markdown(ours, peers, limit):
    own = list(next(iter(ours.values())))
    others = sorted({s for row in peers.values() for s in row}, key=lambda s: (len(s), s))
    lines = ["Made by `benchmarks/friction_contact_table.py`. Milliseconds to an error of 1e-8 on one thread, the least of "
             f"several runs; `-`: not solved, within {limit:g} s.", "",
             "| problem | contacts | " + " | ".join(own + others) + " |", "|:--|--:|" + "--:|" * len(own + others)]
    for problem, row in ours.items():
        cells = [milliseconds(row.get(s)) for s in own] + [milliseconds(peers.get(problem, {}).get(s)) for s in others]
        lines.append(f"| {problem} | {next(iter(row.values()))['contacts']} | " + " | ".join(cells) + " |")
    solved = [total(ours, s) for s in own] + [total(peers, s) for s in others]
    lines.append("| **solved** | | " + " | ".join(f"{n} of {of}" for _, n, of in solved) + " |")
    lines.append("| **time of the solved** | | " + " | ".join(f"{1e3 * t:.3g}" for t, _, _ in solved) + " |")
    if peers and "auto" in own:
        pairs = [(float(ours[p]["auto"]["seconds"]), best_of(peers[p], others)) for p in ours
                 if p in peers and ours[p]["auto"]["status"] == "solved"]
        pairs = [(mine, best) for mine, best in pairs if best is not None]
        mine, best = sum(m for m, _ in pairs), sum(b for _, b in pairs)
        lines += ["", f"`auto` against the best Siconos solver of each of the {len(pairs)} problems that both solve: "
                      f"{1e3 * mine:.3g} ms against {1e3 * best:.3g} ms, {best / mine:.1f} times faster."]
    return "\n".join(lines)


def main():
    parser = page.parser(__doc__)
    parser.add_argument("--peer")
    parser.add_argument("--solvers")
    parser.add_argument("--time-limit", type=float, default=30.0)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        table, plot = pathlib.Path(folder) / "times.csv", pathlib.Path(folder) / "profile.svg"
        command = [options.percuss, "fclib", "profile", *options.files, "--time-limit", str(options.time_limit), "--csv",
                   str(table), "--svg", str(plot)]
        if options.solvers:
            command += ["--solvers", options.solvers]
        subprocess.run(command, check=True, env=environment)
        ours, drawn = trials(table.read_text()), plot.read_text()
    peers = {}
    if options.peer:
        peers = trials(subprocess.run([options.peer, "1e-8", str(options.time_limit), *options.files], check=True,
                                      capture_output=True, text=True, env=environment).stdout)
    page.put(options.document, "friction_contact_table",
             f"{markdown(ours, peers, options.time_limit)}\n\n![Performance profile]({PLOT})")
    if options.document != "-":
        (pathlib.Path(options.document).parent / PLOT).write_text(drawn)


if __name__ == "__main__":
    main()
