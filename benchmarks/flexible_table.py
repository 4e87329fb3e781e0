#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of flexible bodies of docs/performance.md from `floating_beam_step` and example 14.

usage: benchmarks/flexible_table.py [--document FILE]

`--document -` prints.
"""
import argparse
import copy
import json
import pathlib
import re
import subprocess
import tempfile

import page
import yaml
from mechanism_table import run

SCHEMES = {"half_explicit_velocity": "half-explicit", "mixed_generalized_alpha": "generalized-alpha",
           "mixed_bathe": "Bathe"}
HEADINGS = list(SCHEMES.values())


def microseconds(counters):
    return counters["real_time"]


def beams(seen):
    rows = []
    for n in (10, 30, 100, 300, 1000, 3000):
        solve = microseconds(seen[f"solve/{n}"])
        flight, hinged = ([microseconds(seen[f"{kind}/{name}/{n}"]) for name in SCHEMES] for kind in ("flight", "step"))
        rows.append([n, f"{solve:.2f}"] + [f"{t:.1f}" for t in flight + hinged] +
                    [f"{flight[0] / solve:.1f}", f"{hinged[0] / flight[0]:.2f}", f"{hinged[0] / n:.3f}",
                     f"{1e-3 * microseconds(seen[f'lanczos/{n}']):.1f}"])
    headings = (["elements", "one solve"] + [f"{h}, flying" for h in HEADINGS] + [f"{h}, hinged" for h in HEADINGS] +
                ["flying / solve", "hinged / flying", "hinged, per element", "20 modes, ms"])
    return page.table(headings, rows)


def modes(seen):
    cases = [(f"in the plane, {m} modes", f"modes/{{}}/{m}") for m in (2, 10, 50)]
    cases += [("in the plane, unreduced", "step/{}/100"), ("in space, 10 modes", "space_modes/{}/10"),
              ("in space, unreduced", "space/{}/100")]
    return page.table(["100 elements, hinged"] + HEADINGS,
                      [[text] + [f"{microseconds(seen[key.format(name)]):.1f}" for name in SCHEMES] for text, key in cases])


def slider_cranks():
    """Example 14 with other rods: the rigid one, of the same mass and inertia, the mesh, and modes of it."""
    text = (page.ROOT / "examples/14_flexible_slider_crank/bilateral.yaml").read_text()
    flexible = yaml.safe_load(re.sub(r"(\d\.\d+e)(\d)", r"\1+\2", text))  # YAML 1.1 takes 2.0e11 for a text
    flexible["simulation"]["end_time"] = 0.05
    flexible["outputs"] = {"every": 1000, "history": ["energy.total"]}
    rod = flexible["bodies"]["rod"]
    rigid = copy.deepcopy(flexible)
    length, mass = rod["length"], rod["density"] * rod["section"]["area"] * rod["length"]
    rigid["bodies"]["rod"] = {"type": "rigid_body_planar", "mass": mass, "inertia": mass * length ** 2 / 12,
                              "position": [rod["position"][0] + length / 2, 0.0],
                              "velocity": [0.0, rod["velocity"][1] + rod["angular_velocity"] * length / 2],
                              "angular_velocity": rod["angular_velocity"]}
    pins = rigid["joints"]
    del pins["crank_pin"]["node"], pins["piston_pin"]["to_node"]
    pins["crank_pin"]["point"], pins["piston_pin"]["to_point"] = [-length / 2, 0.0], [length / 2, 0.0]
    models = {"rigid": rigid}
    for name, changes in {"10 modes of 20 elements": {"elements": 20, "modes": {"count": 10}},
                          "4 elements": {"elements": 4}, "20 elements": {"elements": 20}}.items():
        models[name] = copy.deepcopy(flexible)
        models[name]["bodies"]["rod"].update(changes)
    times = {name: [least_time(model, scheme) for scheme in SCHEMES] for name, model in models.items()}
    return page.table(["rod"] + [f"{h}, us" for h in HEADINGS] + [f"{h}, rigid = 1" for h in HEADINGS],
                      [[name] + [f"{1e6 * t:.2f}" for t in row] + [f"{t / r:.1f}" for t, r in zip(row, times["rigid"])]
                       for name, row in times.items()])


def least_time(model, scheme, repetitions=5):
    """Time of a step [s], the least of some runs. The explicit scheme takes a step that the fastest mode bears."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.yaml"
        chosen = copy.deepcopy(model)
        chosen["simulation"]["scheme"] = scheme
        if scheme == "half_explicit_velocity":
            chosen["simulation"].update(step=1e-8, end_time=5e-4)
        path.write_text(json.dumps(chosen))
        times = []
        for _ in range(repetitions):
            summary = page.summary_of_run(str(page.ROOT / "build/release/percuss"), folder, path, [])
            times.append(1e-6 * summary["microseconds_per_step"])
        return min(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--document", default=str(page.PERFORMANCE))
    document = parser.parse_args().document
    seen = run("floating_beam_step", 5, ".", OMP_NUM_THREADS="1")
    lines = ["Made by `benchmarks/flexible_table.py`. Minima of 5 runs on one thread; microseconds per step.", ""]
    lines += beams(seen) + [""] + modes(seen) + [""] + slider_cranks()
    page.put(document, "flexible_table", "\n".join(lines))


if __name__ == "__main__":
    main()
