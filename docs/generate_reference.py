#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the table of reference.md: asked, told and true errors of event-driven references.

    python3 docs/generate_reference.py build/release/percuss
"""

import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE / "reference.md"
EXAMPLES = HERE.parent / "examples" / "03_slider_crank"
DATA = HERE.parent / "tests" / "verification" / "data"
SETS = ("simulation.end_time=0.05", "simulation.step=1e-3", "outputs.every=1")


def angles(path):
    with open(path, newline="") as file:
        rows = csv.reader(file)
        names = [heading.split(" [")[0] for heading in next(rows)]  # without units
        places = [names.index(angle) for angle in ("theta1", "theta2")]
        return [tuple(float(row[i]) for i in places) for row in rows]


def row(name, model, data, tolerance):
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.argv[1], "reference", str(EXAMPLES / model), "--tolerance", tolerance, "--quiet", "--out", folder + "/o"]
        for text in SETS:
            command += ["--set", text]
        subprocess.run(command, check=True)
        told = json.loads(pathlib.Path(folder, "o", "summary.json").read_text())
        seen, true = angles(folder + "/o/history.csv"), angles(DATA / data)
    error = max(abs(a - b) for s, t in zip(seen, true, strict=True) for a, b in zip(s, t))
    return (f"| {name} | {tolerance} | {told['reference']['difference']:.1e} | {error:.1e} "
            f"| {1e3 * told['loop_seconds']:.1f} |\n")


def main():
    table = "| model, 0.05 s | tolerance | difference told | true error [rad] | time of the last run [ms] |\n|---|---|---|---|---|\n"
    for name, model, data in (("slider-crank with clearance", "unilateral.yaml", "slider_crank_unilateral.csv"),
                              ("slider-crank with a joint", "bilateral.yaml", "slider_crank_bilateral.csv")):
        for tolerance in ("1e-06", "1e-08", "1e-10", "1e-12"):
            table += row(name, model, data, tolerance)
    text = PAGE.read_text()
    text = re.sub(r"(<!-- generated: errors -->\n\n).*?(\n<!-- end -->)", lambda m: m[1] + table + m[2], text, flags=re.S)
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
