#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random models under random schemes, judged from outside by what the result files hold.

As a test it runs a few seconds from a fixed seed. By hand:

    PERCUSS=build/release/percuss PERCUSS_SOURCE_DIR=. tests/cli/campaign.py --seconds 3600 --seed 7 --keep DIR

prints each model that breaks a rule and keeps it in DIR; with --reference each is also held against the midpoint rule
and the half-explicit scheme at an eighth and a sixteenth of the step, where these agree. The rules, for models without
motors and dampers:

  finite      no number is missing or infinite
  energy      gravity and springs are potentials: the total energy never grows, beyond a share that the scheme's
              discretisation may add, unless the run says so (`done_with_warnings`, `failed`)
  law         normal forces and percussions push; friction stays within mu times them
  gap         nothing sinks: a gap is never below what a step's motion explains
  momentum    without gravity and ground the momentum stays
  angular     and so does the angular momentum about the origin, in the plane

A refusal (exit code 2) and a failure (3) are answers, counted apart; a crash or a time-out is not.
"""
import argparse
import collections
import json
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from support import PERCUSS, without_unit  # noqa: E402

SCHEMES = [
    "half_explicit_velocity", "half_explicit_acceleration", "explicit_velocity", {"name": "moreau_jean", "theta": 0.5},
    {"name": "moreau_jean", "theta": 1.0}, {"name": "moreau_jean", "theta": 0.0}, "moreau_midpoint", "dg_minus",
    {"name": "dg_minus", "order": 3}, "dg_plus", "ggl_decoupled", "ggl_unified", "mixed_generalized_alpha", "mixed_hht",
    "mixed_newmark", "mixed_bathe", "mixed_ed_alpha", "nonsmooth_generalized_alpha"
]
FRICTIONLESS = ("half_explicit_acceleration", "dg_minus", "dg_plus")  # contacts on acceleration level
GRAVITY = 9.81


def law(rng, space):
    mu = rng.choice([0.0, 0.0, 0.1, 0.3, 0.8])
    return {"restitution": rng.choice([0.0, 0.0, 0.3, 0.7, 1.0]), "friction": mu}


def discs(rng):
    """Discs above a floor, or free and without gravity; touching each other."""
    model = {"bodies": {}, "contacts": {}, "loads": {}}
    n = rng.randint(1, 5)
    grounded = rng.random() < 0.7
    for i in range(n):
        model["bodies"][f"d{i}"] = {
            "type": "disc", "radius": rng.uniform(0.05, 0.1), "mass": 10.0**rng.uniform(-1.0, 1.0),
            "position": [0.25 * i + rng.uniform(-0.02, 0.02), 0.1 + rng.uniform(0.0, 0.2)],
            "velocity": [rng.uniform(-1.5, 1.5), rng.uniform(-1.5, 1.5)], "angular_velocity": rng.uniform(-5.0, 5.0)
        }
    if n > 1:
        model["contacts"]["dd"] = {"type": "disc_group", **law(rng, False)}
    if grounded:
        model["contacts"]["floor"] = {"type": "disc_plane", **law(rng, False)}
        model["loads"]["g"] = {"type": "gravity", "acceleration": [0.0, -GRAVITY]}
    return model, grounded


def crate(rng):
    """A box falls on a slope, its corners are points."""
    a, b, mass = rng.uniform(0.1, 0.4), rng.uniform(0.1, 0.4), 10.0**rng.uniform(-1.0, 1.0)
    slope = rng.uniform(-0.5, 0.5)
    normal = [math.sin(slope), math.cos(slope)]
    reach = math.hypot(a, b)
    model = {
        "bodies": {"box": {
            "type": "rigid_body_planar", "mass": mass, "inertia": mass * (a * a + b * b) / 3.0,
            "position": [normal[0] * 1.2 * reach, normal[1] * 1.2 * reach], "angle": rng.uniform(-3.0, 3.0),
            "velocity": [rng.uniform(-2.0, 2.0), rng.uniform(-2.0, 0.5)], "angular_velocity": rng.uniform(-5.0, 5.0)
        }},
        "contacts": {},
        "loads": {"g": {"type": "gravity", "acceleration": [0.0, -GRAVITY]}}
    }
    shared = law(rng, False)
    for i, (x, y) in enumerate([(-a, -b), (a, -b), (a, b), (-a, b)]):
        model["contacts"][f"c{i}"] = {"type": "node_wall", "body": "box", "point": [x, y], "wall": [0.0, 0.0],
                                      "normal": normal, **shared}
    return model, True


def stone(rng):
    """A rigid body in space falls on a plane with three to six of its points."""
    mass = 10.0**rng.uniform(-1.0, 1.0)
    normal = [rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), 1.0]
    quaternion = [rng.gauss(0.0, 1.0) for _ in range(4)]
    model = {
        "bodies": {"stone": {
            "type": "rigid_body", "mass": mass, "inertia": [mass * rng.uniform(0.02, 0.03) for _ in range(3)],
            "position": [0.0, 0.0, 0.5], "orientation": quaternion,
            "velocity": [rng.uniform(-1.0, 1.0) for _ in range(3)],
            "angular_velocity": [rng.uniform(-3.0, 3.0) for _ in range(3)]
        }},
        "contacts": {},
        "loads": {"g": {"type": "gravity", "acceleration": [0.0, 0.0, -GRAVITY]}}
    }
    shared = law(rng, True)
    for i in range(rng.randint(3, 6)):
        model["contacts"][f"c{i}"] = {"type": "node_wall", "body": "stone",
                                      "point": [rng.uniform(-0.2, 0.2) for _ in range(3)], "wall": [0.0, 0.0, 0.0],
                                      "normal": normal, **shared}
    return model, True


def pendulum(rng):
    """A chain of rods hangs from the ground and swings against a wall."""
    model = {"bodies": {}, "joints": {}, "contacts": {}, "loads": {}}
    x = y = 0.0
    before, n = None, rng.randint(1, 3)
    for i in range(n):
        half, angle, mass = rng.uniform(0.1, 0.3), rng.uniform(-2.5, 0.5), 10.0**rng.uniform(-0.5, 0.5)
        dx, dy = half * math.cos(angle), half * math.sin(angle)
        model["bodies"][f"r{i}"] = {"type": "rigid_body_planar", "mass": mass, "inertia": mass * half * half / 3.0,
                                    "position": [x + dx, y + dy], "angle": angle}
        joint = {"type": "revolute", "body": f"r{i}", "point": [-half, 0.0]}
        joint.update({"to_point": [0.0, 0.0]} if before is None else {"to": before[0], "to_point": [before[1], 0.0]})
        model["joints"][f"j{i}"] = joint
        x, y, before = x + 2.0 * dx, y + 2.0 * dy, (f"r{i}", half)
    model["contacts"]["wall"] = {"type": "node_wall", "body": before[0], "point": [before[1], 0.0],
                                 "wall": [min(x - 0.05, -0.02), 0.0], "normal": [1.0, 0.0], **law(rng, False)}
    model["loads"]["g"] = {"type": "gravity", "acceleration": [0.0, -GRAVITY]}
    return model, True


def slopes(rng):
    """Point masses on walls in the plane and in space."""
    model = {"bodies": {}, "contacts": {}, "loads": {}}
    space = rng.random() < 0.5
    d = 3 if space else 2
    for i in range(rng.randint(1, 3)):
        normal = [rng.uniform(-0.6, 0.6) for _ in range(d - 1)] + [1.0]
        length = math.sqrt(sum(x * x for x in normal))
        height = rng.choice([-1e-11, 0.05])
        model["bodies"][f"p{i}"] = {"type": "point_mass", "mass": 10.0**rng.uniform(-2.0, 2.0),
                                    "position": [height * x / length for x in normal],
                                    "velocity": [rng.choice([0.0, rng.uniform(-1.0, 1.0)]) for _ in range(d - 1)] + [0.0]}
        model["contacts"][f"w{i}"] = {"type": "node_wall", "body": f"p{i}", "wall": [0.0] * d, "normal": normal,
                                      **law(rng, space)}
    model["loads"]["g"] = {"type": "gravity", "acceleration": [0.0] * (d - 1) + [-GRAVITY]}
    return model, True


def rod(rng):
    """A rod slides on its lower end: with much friction no contact force may be consistent."""
    half, mass, angle = rng.uniform(0.3, 1.0), 10.0**rng.uniform(-1.0, 1.0), rng.uniform(0.3, 1.4)
    model = {
        "bodies": {"rod": {
            "type": "rigid_body_planar", "mass": mass, "inertia": mass * half * half / 3.0,
            "position": [0.0, half * math.sin(angle)], "angle": angle, "velocity": [rng.uniform(-5.0, 5.0), 0.0]
        }},
        "contacts": {"end": {"type": "node_wall", "body": "rod", "point": [-half, 0.0], "wall": [0.0, 0.0],
                             "normal": [0.0, 1.0], "friction": rng.uniform(0.0, 2.0),
                             "restitution": rng.choice([0.0, 0.5])}},
        "loads": {"g": {"type": "gravity", "acceleration": [0.0, -GRAVITY]}}
    }
    return model, True


def row(rng):
    """Discs in a row that touch, or nearly; the first strikes the others."""
    model = {"bodies": {}, "contacts": {}}
    n, x, shared = rng.randint(3, 5), 0.0, law(rng, False)
    for i in range(n):
        model["bodies"][f"d{i}"] = {"type": "disc", "radius": 0.1, "mass": 10.0**rng.uniform(-1.0, 1.0),
                                    "position": [x, 0.0], "velocity": [1.0 if i == 0 else rng.choice([0.0, 0.1]), 0.0]}
        x += 0.2 + (0.01 if i == 0 else rng.choice([0.0, -1e-12, 1e-12, -1e-10, 1e-4]))
    for i in range(n - 1):
        model["contacts"][f"c{i}"] = {"type": "disc_disc", "body": f"d{i}", "other": f"d{i + 1}", **shared}
    return model, False


FAMILIES = [discs, crate, stone, pendulum, slopes, rod, row]


def columns_of(model):
    columns = ["energy.total", "energy.kinetic", "energy.scheme", "energy.impact", "energy.friction", "solver.min_gap"]
    for name, contact in model.get("contacts", {}).items():
        columns += [f"{name}.force", f"{name}.percussion"]
        if contact["type"] == "node_wall":
            columns += [f"{name}.gap", f"{name}.friction_force", f"{name}.friction_percussion"]
    for name, body in model["bodies"].items():
        if body["type"] == "disc":
            columns += [f"{name}.{c}" for c in ("x", "y", "v_x", "v_y", "omega")]
    return columns + [c for c in places_of(model) if c not in columns]


def places_of(model):
    """Columns that say where the bodies are."""
    columns = []
    for name, body in model["bodies"].items():
        axes = "xyz"[:len(body["position"])]
        columns += [f"{name}.nodes.first.position.{c}" if body["type"] == "point_mass" else f"{name}.{c}" for c in axes]
    return columns


def random_model(seed):
    rng = random.Random(seed)
    model, grounded = rng.choice(FAMILIES)(rng)
    h = 10.0**rng.uniform(-3.7, -2.3)
    steps, scheme = rng.randint(100, 400), rng.choice(SCHEMES)
    if (scheme if isinstance(scheme, str) else scheme["name"]) in FRICTIONLESS:
        for contact in model["contacts"].values():
            contact["friction"] = 0.0
    model = {"percuss": 1, "title": f"campaign {seed}",
             "simulation": {"scheme": scheme, "step": h, "end_time": round(steps * h, 9)},
             **{key: value for key, value in model.items() if value}}
    model["outputs"] = {"every": 1, "history": columns_of(model)}
    return model, grounded


def run(model, folder):
    """exit code, summary or None, columns by name."""
    path = folder / "model.yaml"
    path.write_text(json.dumps(model), encoding="utf-8")
    done = subprocess.run([PERCUSS, "run", str(path), "--out", str(folder / "out"), "--quiet", "--threads", "1"],
                          capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    if done.returncode not in (0, 3, 4):
        return done.returncode, done.stderr, {}
    summary = json.loads((folder / "out" / "summary.json").read_text(encoding="utf-8"))
    lines = [line for line in (folder / "out" / "history.csv").read_text(encoding="utf-8").splitlines()
             if line and not line.startswith("#")]
    rows = [[float(cell) for cell in line.split(",")] for line in lines[1:]]
    return done.returncode, summary, dict(zip(map(without_unit, lines[0].split(",")), map(list, zip(*rows))))


def faults(model, grounded, code, summary, column):
    """What is wrong with a run that claims to be right."""
    found = []
    if any(not math.isfinite(x) for values in column.values() for x in values):
        return ["finite: a value is not"]
    h = model["simulation"]["step"]
    energy, kinetic = column["energy.total"], column["energy.kinetic"]
    scale = max(kinetic) + max(energy) - min(energy)
    told = summary["status"] != "done"
    # A scheme of order 1 across an impact may add what it moves wrongly within a step: a few percent at these steps.
    growth = max(after - min(energy[:i + 1]) for i, after in enumerate(energy))
    if not told and growth > 0.05 * scale + 1e-9:
        found.append(f"energy: grows by {growth:.3g} J of {scale:.3g} J and nobody is told")
    speed = max(1e-9, math.sqrt(2.0 * max(kinetic) / min(b["mass"] for b in model["bodies"].values())))
    deepest = -min(column["solver.min_gap"])
    if deepest > 3.0 * h * (2.0 * speed + GRAVITY * h) + 1e-9:
        found.append(f"gap: {deepest:.3g} m deep, {h * speed:.3g} m is a step's motion")
    for name, contact in model.get("contacts", {}).items():
        for kind in ("force", "percussion"):
            normal = column[f"{name}.{kind}"]
            size = max(map(abs, normal)) + min(b["mass"] for b in model["bodies"].values()) * speed * (1.0 if kind == "percussion" else 1.0 / h)
            if min(normal) < -1e-9 * size:
                found.append(f"law: {name}.{kind} pulls, {min(normal):.3g}")
            if f"{name}.friction_{kind}" in column:
                worst = max(t - contact["friction"] * n for t, n in zip(column[f"{name}.friction_{kind}"], normal))
                if worst > 1e-6 * size:
                    found.append(f"law: {name}.friction_{kind} is {worst:.3g} beyond mu times the normal one")
    if not grounded:
        discs_ = {k: b for k, b in model["bodies"].items()}
        sums = collections.defaultdict(list)
        for i in range(len(energy)):
            p_x = p_y = spin = size = 0.0
            for name, body in discs_.items():
                at = {c: column[f"{name}.{c}"][i] for c in ("x", "y", "v_x", "v_y", "omega")}
                m, inertia = body["mass"], 0.5 * body["mass"] * body["radius"]**2
                p_x += m * at["v_x"]
                p_y += m * at["v_y"]
                spin += m * (at["x"] * at["v_y"] - at["y"] * at["v_x"]) + inertia * at["omega"]
                size += m * (abs(at["v_x"]) + abs(at["v_y"])) * (1.0 + abs(at["x"]) + abs(at["y"]))
            for key, value in (("x", p_x), ("y", p_y), ("spin", spin), ("size", size)):
                sums[key].append(value)
        size = max(sums["size"])
        for key, tolerance in (("x", 1e-9), ("y", 1e-9), ("spin", 0.02)):  # spin: arms of the start of the step
            if max(sums[key]) - min(sums[key]) > tolerance * size:
                found.append(f"momentum: {key} changes by {max(sums[key]) - min(sums[key]):.3g} of {size:.3g}")
    return found


def against_reference(model, folder):
    """Where two schemes of other kinds, each at h/8 and h/16, agree, the scheme at h/8 must agree with them. One takes
    impacts within a step at once, the other one after the other: in rows of touching bodies these are two laws."""
    ends = []
    for scheme, share in ((model["simulation"]["scheme"], 8), ("moreau_midpoint", 8), ("moreau_midpoint", 16),
                          ("half_explicit_velocity", 8), ("half_explicit_velocity", 16)):
        finer = json.loads(json.dumps(model))
        finer["simulation"].update({"scheme": scheme, "step": model["simulation"]["step"] / share})
        finer["outputs"] = {"every": 1000000, "history": places_of(model)}
        own = folder / f"{share}_{len(ends)}"
        own.mkdir()
        code, _, column = run(finer, own)
        if code != 0:
            return []
        ends.append([column[c][-1] for c in places_of(model)])
        starts = [column[c][0] for c in places_of(model)]
    travel = max(max(abs(a - b) for a, b in zip(starts, ends[1])), 1e-3)
    doubt = max(abs(a - b) for known in ends[2:] for a, b in zip(ends[1], known))
    off = max(abs(a - b) for a, b in zip(ends[0], ends[1]))
    if doubt < 0.01 * travel and off > 20.0 * doubt + 0.03 * travel:
        return [f"reference: off by {off:.3g} m of {travel:.3g} m, which the reference knows to {doubt:.2g} m"]
    return []


def judge(seed, folder, reference=False):
    """(outcome, faults) of one random model."""
    model, grounded = random_model(seed)
    try:
        code, summary, column = run(model, folder)
    except subprocess.TimeoutExpired:
        return "time-out", ["does not end within 60 s"]
    if code == 2:
        return "refused", []
    if code == 3:
        return "failed", []
    if code not in (0, 4):
        return "crashed", [f"exit code {code}: {summary}"]
    found = faults(model, grounded, code, summary, column)
    return summary["status"], found + (against_reference(model, folder) if reference else [])


class Campaign(unittest.TestCase):
    def test_random_models_keep_the_rules(self):
        outcomes = collections.Counter()
        for seed in range(60):
            folder = pathlib.Path(tempfile.mkdtemp(prefix="percuss_campaign_"))
            self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
            with self.subTest(seed=seed, scheme=random_model(seed)[0]["simulation"]["scheme"]):
                outcome, found = judge(seed, folder)
                outcomes[outcome] += 1
                self.assertEqual(found, [])
        self.assertGreater(outcomes["done"], 50, outcomes)  # the rest: told warnings, refusals, honest failures


def campaign(seconds, first, keep, reference):
    outcomes, start, seed = collections.Counter(), time.monotonic(), first
    while time.monotonic() - start < seconds:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="percuss_campaign_"))
        outcome, found = judge(seed, folder, reference)
        outcomes[outcome] += 1
        if found or outcome in ("failed", "refused"):
            model = random_model(seed)[0]
            bodies = [b["type"] for b in model["bodies"].values()]
            print(f"seed {seed}: {outcome}, {model['simulation']['scheme']}, h {model['simulation']['step']:.2e}, "
                  f"{', '.join(bodies)}: {'; '.join(found)}", flush=True)
            if keep:
                shutil.copytree(folder, pathlib.Path(keep) / f"seed_{seed}", dirs_exist_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        seed += 1
    print(dict(outcomes), f"seeds {first} to {seed - 1}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        parser = argparse.ArgumentParser()
        parser.add_argument("--seconds", type=float, default=3600.0)
        parser.add_argument("--seed", type=int, default=1000)
        parser.add_argument("--keep")
        parser.add_argument("--reference", action="store_true")
        given = parser.parse_args()
        campaign(given.seconds, given.seed, given.keep, given.reference)
    else:
        unittest.main()
