#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of mechanisms and discs of docs/performance.md from the benchmark programs.

usage: benchmarks/mechanism_table.py [--peers FILE] [--document FILE]

FILE of --peers holds lines `NAME NANOSECONDS` of other programs' Gauss-Seidel on the problem of 1000 settled discs, time
per contact and sweep, measured in the same run; lines are put into the table as they are. `--document -` prints.
"""
import argparse
import json
import pathlib
import subprocess

import page



def run(program, repetitions, pattern=".", **environment):
    """Least value of each counter of each benchmark that matches, over the repetitions."""
    import os
    command = [str(page.ROOT / "build" / "release" / "benchmarks" / program), "--benchmark_format=json",
               f"--benchmark_repetitions={repetitions}", f"--benchmark_filter={pattern}"]
    text = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, **environment}).stdout
    least = {}
    for row in json.loads(text)["benchmarks"]:
        if row["run_type"] != "iteration":
            continue
        counters = least.setdefault(row["run_name"], {})
        for key, value in row.items():
            if isinstance(value, float):
                counters[key] = min(value, counters.get(key, value))
    return least


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers")
    parser.add_argument("--document", default=str(page.PERFORMANCE))
    options = parser.parse_args()
    steps = run("mechanism_step", 5, "^(moreau|half).*/notch/1e-05")  # the mixed schemes: mixed_table.py
    lines = ["Made by `benchmarks/mechanism_table.py`. Minima of 5 runs on one thread.", "",
             "| Slider-crank with four frictional corners, h = 1e-5 s, T = 0.05 s | microseconds per step |",
             "|:--|--:|"]
    for name, counters in steps.items():
        lines.append(f"| {name.split('/')[0]} | {1e6 * counters['per_step']:.3f} |")
    moreau, half = (steps[f"{name}/notch/1e-05"]["per_step"] for name in ("moreau_jean", "half_explicit_velocity"))
    lines += ["", f"Half-explicit over Moreau-Jean: {half / moreau:.2f}.", "",
              "| Gauss-Seidel on settled discs | contacts | nanoseconds per contact and sweep |", "|:--|--:|--:|"]
    for name, counters in run("discs_sweep", 3, OMP_NUM_THREADS="1").items():
        if name.startswith("sweep"):
            lines.append(f"| {name.split('/')[1]} discs | {counters['contacts']:.0f} | "
                         f"{1e9 * counters['per_visit']:.1f} |")
    if options.peers:
        for line in pathlib.Path(options.peers).read_text().splitlines():
            name, value = line.rsplit(None, 1)
            lines.append(f"| 1000 discs, {name} | the same | {float(value):.0f} |")
    page.put(options.document, "mechanism_table", "\n".join(lines))


if __name__ == "__main__":
    main()
