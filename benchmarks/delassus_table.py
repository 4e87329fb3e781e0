#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of Delassus operators of docs/performance.md from the benchmark program.

usage: benchmarks/delassus_table.py [--processor-time] [--document FILE]

`--processor-time` shows processor time on one thread alone, for machines that are not idle. `--document -` prints.
"""
import argparse
import json
import subprocess

import page

BODIES = {"bar": "bar, stiff", "bar_mass": "bar, mass alone", "beam": "beam, stiff"}


def measure(program, key, threads):
    """Least milliseconds of each benchmark NAME/BODY/threads:N."""
    command = [program, "--benchmark_format=json", "--benchmark_repetitions=3", "--benchmark_min_time=0.1",
               f"--benchmark_filter=threads:({'|'.join(map(str, threads))})"]
    least = {}
    for row in json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["benchmarks"]:
        if row["run_type"] == "iteration":
            name, body, count = row["run_name"].split("/")[:3]
            case = name, body, int(count.split(":")[1])
            least[case] = min(row[key], least.get(case, row[key]))
    return least


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--processor-time", action="store_true")
    parser.add_argument("--program", default=str(page.ROOT / "build" / "release" / "benchmarks" / "delassus_operators"))
    parser.add_argument("--document", default=str(page.PERFORMANCE))
    options = parser.parse_args()
    threads = [1] if options.processor_time else [1, 2]
    least = measure(options.program, "cpu_time" if options.processor_time else "real_time", threads)
    kind = "Processor times" if options.processor_time else "Times"
    lines = [f"Made by `benchmarks/delassus_table.py{' --processor-time' if options.processor_time else ''}`. {kind}, "
             "minima of 3 runs.", "",
             "| body | threads | 1000 solves [ms] | new operator [ms] | after a new factor [ms] | other contacts [ms] | "
             "solves / new operator |", "|:--|--:|--:|--:|--:|--:|--:|"]
    for body, name in BODIES.items():
        for count in threads:
            solves, first, factor, contacts = (least[case, body, count]
                                               for case in ("solves", "first", "factor", "contacts"))
            lines.append(f"| {name} | {count} | {solves:.3g} | {first:.3g} | {factor:.3g} | {contacts:.3g} | "
                         f"{solves / first:.0f} x |")
    page.put(options.document, "delassus_table", "\n".join(lines))


if __name__ == "__main__":
    main()
