#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the table of the README that asks which schemes let the driven slider-crank's vibrations grow [MIX 4.2-4.3].

usage: growth.py PERCUSS
"""

import csv
import json
import pathlib
import subprocess
import sys
import tempfile

MODEL = pathlib.Path(__file__).with_name("driven.yaml")
CASES = [("Bathe", {"name": "mixed_bathe"}), ("ED-alpha, 0", {"name": "mixed_ed_alpha", "rho_inf": 0.0})]
for rho in (0.8, 0.5):
    options = {"name": "mixed_generalized_alpha", "rho_inf": rho}
    CASES.append((f"generalized-alpha, {rho}", options))
    CASES.append((f"generalized-alpha, {rho}, as in MIX", {**options, "start": "paper", "after_impact": "kept"}))
CASES.append(("Newmark", {"name": "mixed_newmark"}))


def run(percuss, step, scheme, folder):
    sets = [f"simulation.step={step}", f"outputs.every={round(1e-3 / step)}"]
    sets += [f"simulation.scheme.{key}={value}" for key, value in scheme.items()]
    out = pathlib.Path(folder) / "out"
    command = [percuss, "run", str(MODEL), "--out", str(out)] + [word for s in sets for word in ("--set", s)]
    code = subprocess.run(command, capture_output=True, check=False).returncode
    with open(out / "history.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return code, rows, json.loads((out / "summary.json").read_text(encoding="utf-8"))


def main():
    print("| scheme | h, s | ends at, s | omega1 at 0.25 s | largest abs(tip_w) to 0.25 s | beyond | made by the scheme, J |")
    print("|---|---|---|---|---|---|---|")
    for step in (1e-5, 1e-4):
        for name, scheme in CASES:
            with tempfile.TemporaryDirectory() as folder:
                code, rows, summary = run(sys.argv[1], step, scheme, folder)
            early = [r for r in rows if float(r["t"]) <= 0.25]
            late = [r for r in rows if float(r["t"]) > 0.25]
            most = [f"{max(abs(float(r['tip_w'])) for r in part):.1e}" if part else "-" for part in (early, late)]
            middle = [r for r in rows if abs(float(r["t"]) - 0.25) < 0.5e-3]
            omega = f"{float(middle[0]['omega1']):.2f}" if middle else "-"
            end = f"{float(rows[-1]['t']):.4g}" + ("" if code == 0 else f" (exit code {code})")
            made = summary["energy_ledger"]["scheme"]
            print(f"| {name} | {step:g} | {end} | {omega} | {most[0]} | {most[1]} | {made:.3g} |")


if __name__ == "__main__":
    main()
