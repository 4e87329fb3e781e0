#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lets random heaps of discs fall, settle and rest with the default contact solver, and judges how they end.

usage: benchmarks/heaps.py [--heaps 100] [--first 1] [--end 3] [--step 1e-3] [--compare] [--keep FOLDER]
                           [--percuss build/release/percuss]

Heap SEED has 20 to 200 discs (equal or mixed radii) between smooth walls over a rough floor; friction 0 to 1, restitution
0 to 0.9, half_explicit_velocity or moreau_midpoint follow from SEED. A heap passes when its run reaches the end, loosely
solved steps are below 1 %, and the floor carries the weight to 1e-6 in all rows in which the heap rests. `--compare` runs
each heap with `gauss_seidel` at 1e-4 m/s as well and tells the ratio of the times. Prints a line per heap and a last one
over all; the exit code is 1 when a heap does not pass.
"""
import argparse
import csv
import json
import math
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
GRAVITY = 9.81
SCHEMES = ("half_explicit_velocity", "moreau_midpoint")


def model(seed, step, end, most_discs=200):
    """The model file of one heap, as a dictionary."""
    draw = random.Random(seed)
    count = draw.randint(20, most_discs)
    radius = [0.02] if draw.random() < 0.5 else [0.012, 0.028]
    law = {"friction": round(draw.uniform(0.0, 1.0), 3), "restitution": round(draw.uniform(0.0, 0.9), 3)}
    width = 2.0 * radius[-1] * math.sqrt(count) * draw.uniform(0.8, 1.6)
    height = count * math.pi * max(radius) ** 2 / (0.3 * width)
    contacts = {"discs": {"type": "disc_group", **law}, "floor": {"type": "disc_plane", **law}}
    for name, x, direction in (("left", 0.0, 1.0), ("right", width, -1.0)):
        contacts[name] = {"type": "disc_plane", "point": [x, 0.0], "normal": [direction, 0.0],
                          "restitution": law["restitution"]}
    return {
        "percuss": 1, "title": f"heap {seed}",
        "simulation": {"step": step, "end_time": end, "scheme": SCHEMES[seed % 2]},
        "bodies": {"heap": {"type": "discs", "count": count, "radius": radius, "density": 100.0, "from": [0.0, 0.0],
                            "to": [width, height], "seed": seed, "speed": 0.5}},
        "contacts": contacts,
        "loads": {"weight": {"type": "gravity", "acceleration": [0.0, -GRAVITY]}},
        "outputs": {"every": 10, "history": ["floor.force", "heap.momentum.y",
                                             "heap.mean_velocity.y", "energy.kinetic"]}}


def run(percuss, description, folder, *settings):
    """The summary of a run and its history; the exit code is in summary["exit"]."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "heap.yaml"
    file.write_text(json.dumps(description), encoding="utf-8")
    command = [str(percuss), "run", str(file), "--out", str(folder / "out"), "--threads", "1", "--log", "off"]
    for setting in settings:
        command += ["--set", setting]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    summary_file = folder / "out" / "summary.json"
    if not summary_file.exists():
        return {"exit": done.returncode, "message": done.stderr.strip()}, []
    summary = json.loads(summary_file.read_text(encoding="utf-8"))
    summary["exit"] = done.returncode
    summary["microseconds_per_step"] = 1e6 * seconds / max(summary["steps"], 1)  # of the processor, not of the clock
    with open(folder / "out" / "history.csv", encoding="utf-8") as lines:
        rows = [{key.split(" ")[0]: float(value) for key, value in row.items()} for row in csv.DictReader(lines)]
    return summary, rows


def weight_error(rows):
    """How far the floor's force is from the weight in rows of rest, relative; None when the heap never rests. A heap rests
    while the root mean square of its discs' speeds is below 1e-8 m/s, in this row and the one before: a step gives a free
    disc 1e-2 m/s, so that nothing that still moves changes the sixth digit of the force. A single disc that rolls on, or
    drops from one gap into the next, is no rest."""
    mass = total_mass(rows)
    most = 0.5 * mass * 1e-16
    errors = [abs(row["floor.force"] / (mass * GRAVITY) - 1.0) for before, row in zip(rows, rows[1:])
              if max(before["energy.kinetic"], row["energy.kinetic"]) < most]
    return max(errors) if errors else None


def total_mass(rows):
    """Momentum by mean velocity, at the start, where the discs have random velocities."""
    return rows[0]["heap.momentum.y"] / rows[0]["heap.mean_velocity.y"]


def judge(summary, error):
    """What a heap does not pass, as words; empty when it does."""
    faults = []
    if summary["exit"] != 0:
        faults.append(summary.get("message", "no summary"))
    elif summary["loose_steps"] >= 0.01 * summary["steps"]:
        faults.append(f"{summary['loose_steps']} of {summary['steps']} steps loose")
    if error is not None and error > 1e-6:
        faults.append(f"the floor's force misses the weight by {error:.1e}")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heaps", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--end", type=float, default=3.0)
    parser.add_argument("--step", type=float, default=1e-3)
    parser.add_argument("--most-discs", type=int, default=200)
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--percuss", type=pathlib.Path, default=ROOT / "build" / "release" / "percuss")
    options = parser.parse_args()
    failed, ratios, loose, steps, rested = 0, [], 0, 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        for seed in range(options.first, options.first + options.heaps):
            folder = (options.keep or pathlib.Path(scratch)) / str(seed)
            description = model(seed, options.step, options.end, options.most_discs)
            summary, rows = run(options.percuss, description, folder / "default")
            error = weight_error(rows) if rows else None
            faults = judge(summary, error)
            failed += bool(faults)
            loose += summary.get("loose_steps", 0)
            steps += summary.get("steps", 0)
            rested += error is not None
            text = line_of(seed, description, summary, error)
            if options.compare and summary["exit"] == 0:
                other, _ = run(options.percuss, description, folder / "gauss_seidel",
                               "simulation.contact_solver={name: gauss_seidel, tolerance_absolute: 1e-4, "
                               "tolerance_relative: 0, max_iterations: 100000}")
                if other["exit"] == 0:
                    ratios.append(summary["microseconds_per_step"] / other["microseconds_per_step"])
                    text += f", {ratios[-1]:.2f} times gauss_seidel"
            print(text + "".join(f"  FAILED: {fault}" for fault in faults), flush=True)
    print(f"{options.heaps - failed} of {options.heaps} heaps pass; {loose} of {steps} steps loose; {rested} came to rest"
          + (f"; time by gauss_seidel's: median {sorted(ratios)[len(ratios) // 2]:.2f}, worst {max(ratios):.2f}"
             if ratios else ""))
    return 1 if failed else 0


def line_of(seed, description, summary, error):
    heap, law = description["bodies"]["heap"], description["contacts"]["floor"]
    return (f"heap {seed}: {heap['count']} discs of {'equal' if len(heap['radius']) == 1 else 'mixed'} radii, "
            f"friction {law['friction']}, restitution {law['restitution']}, {description['simulation']['scheme']}: "
            f"{summary.get('microseconds_per_step', 0.0):.0f} us a step, {summary.get('loose_steps', 0)} loose, residual "
            f"{summary.get('worst_residual', 0.0):.1e} m/s, "
            + ("moves to the end" if error is None else f"weight to {error:.1e}"))


if __name__ == "__main__":
    sys.exit(main())
