#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of the mixed schemes of docs/performance.md from the benchmark programs.

usage: benchmarks/mixed_table.py [--runs N] [--document FILE]

Every figure is the least of N runs; the cases take turns in random order, so that what disturbs one disturbs all.
`--document -` prints.
"""
import argparse
import json
import subprocess

import page

SCHEMES = ["mixed_newmark", "mixed_generalized_alpha", "mixed_bathe", "mixed_ed_alpha"]
CRANK_TARGETS = {"mixed_generalized_alpha": 2, "mixed_bathe": 3, "mixed_ed_alpha": 3}
BAR_TARGETS = {"mixed_generalized_alpha": 2, "mixed_bathe": 4, "mixed_ed_alpha": 5}
SIZES = [10_000, 100_000, 1_000_000]
BASE = "solve_and_product"


def least(program, pattern, key, runs):
    """{name of a case without its `real_time`: least value of `key`}."""
    command = [str(page.ROOT / "build" / "release" / "benchmarks" / program), "--benchmark_format=json",
               f"--benchmark_filter={pattern}", f"--benchmark_repetitions={runs}", "--benchmark_min_time=0.05",
               "--benchmark_enable_random_interleaving=true"]
    rows = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["benchmarks"]
    values = {}
    for row in rows:
        if row["run_type"] == "iteration" and not row.get("error_occurred"):
            name = row["run_name"].removesuffix("/real_time")
            values[name] = min(row[key], values.get(name, row[key]))
    return values


def crank(runs):
    steps = least("mechanism_step", "^(moreau_midpoint|mixed_)", "per_step", runs)
    cases = [f"{guide}/{h}" for guide in ("joint", "notch") for h in ("1e-05", "1e-04")]
    rows = [["moreau_midpoint [us]"] + [f"{1e6 * steps[f'moreau_midpoint/{case}']:.3f}" for case in cases] + [""]]
    for name in SCHEMES:
        rows.append([f"{name}, times that"] +
                    [f"{steps[f'{name}/{case}'] / steps[f'moreau_midpoint/{case}']:.2f}" for case in cases] +
                    [str(CRANK_TARGETS.get(name, ""))])
    head = [f"{case.split('/')[0]}, h = {case.split('/')[1]} s" for case in cases]
    return page.table(["Slider-crank, T = 0.05 s", *head, "target"], rows, left=(0,))


def bar(runs):
    times = {}
    for n in SIZES:
        times |= least("bar_step", f"^(mixed_|{BASE}).*/{n}/", "real_time", runs)
    counts = sorted({int(name.rsplit(":", 1)[1]) for name in times})
    cases = [f"{n}/threads:{t}" for n in SIZES for t in counts]
    rows = [["solve and product [us]"] + [f"{times[f'{BASE}/{case}']:.1f}" for case in cases] + [""],
            ["on other vectors each time"] +
            [f"{times[f'{BASE}/streamed/{case}'] / times[f'{BASE}/{case}']:.2f}" for case in cases] + [""]]
    for motion in ("flight", "contact"):
        for name in SCHEMES:
            rows.append([f"{name}, {motion}"] +
                        [f"{times[f'{name}/{motion}/{case}'] / times[f'{BASE}/{case}']:.2f}" for case in cases] +
                        [str(BAR_TARGETS.get(name, ""))])
    head = [f"N = {case.split('/')[0]}, {case.split(':')[1]} thread{'s' if case[-1] != '1' else ''}" for case in cases]
    return page.table(["Bar, times one solve and one product", *head, "target"], rows, left=(0,))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--document", default=str(page.PERFORMANCE))
    options = parser.parse_args()
    lines = [f"Made by `benchmarks/mixed_table.py`. Minima of {options.runs} runs.", "", *crank(options.runs), "",
             *bar(options.runs)]
    page.put(options.document, "mixed_table", "\n".join(lines))


if __name__ == "__main__":
    main()
