#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of long runs of docs/performance.md: time per step and memory over the number of steps.

usage: benchmarks/soak_table.py [--percuss PROGRAM] [--most STEPS] [--document FILE]

One run each, on one thread, the time loop alone, a row every 1000 steps. `--document -` prints.
"""
import tempfile

import page

MODELS = ["bank", "pile"]
STEPS = [10_000, 100_000, 1_000_000]


def run(program, folder, model, steps):
    summary = page.summary_of_run(program, folder, page.ROOT / "benchmarks" / "soak" / f"{model}.yaml",
                                  [f"parameters.steps={steps}"])
    return [model, f"{summary['steps']:,}", f"{1e6 * summary['loop_seconds'] / summary['steps']:.3g}",
            f"{summary['peak_memory_bytes'] / 1e6:.1f}", f"{summary['impacts']:,}", summary["status"],
            f"{100 * summary['certificates']['energy_share']:.2g} %"]


def main():
    parser = page.parser(__doc__)
    parser.add_argument("--most", type=int, default=STEPS[-1])
    options = parser.parse_args()
    head = ["model", "steps", "step [us]", "memory [MB]", "steps with impacts", "status", "energy made, of that put in"]
    with tempfile.TemporaryDirectory() as folder:
        rows = [run(options.percuss, folder, model, steps)
                for model in MODELS for steps in STEPS if steps <= options.most]
    lines = ["Made by `benchmarks/soak_table.py`, one thread.", "", *page.table(head, rows, left=(0, 5))]
    page.put(options.document, "soak_table", "\n".join(lines))


if __name__ == "__main__":
    main()
