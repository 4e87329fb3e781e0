#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Contact problems that are hard on solvers, solved by `percuss fclib solve` and judged from outside.

usage: benchmarks/contact_campaign.py [--campaigns ratios infeasible heaps] [--share S] [--heaps N] [--first SEED]
                                      [--solver auto] [--time-limit S] [--keep FOLDER] [--document FILE]
                                      [--percuss build/release/percuss]

  ratios      columns and walls of 20 courses whose masses rise, fall or alternate by 1, 1e2, ... 1e12; each contact once
              and twice; friction 0, 0.5 and 5; at rest and on a slope. Where the weight of all on the lightest body makes
              round-off larger than the tolerance, a hundred times that is asked for, up to 1e-2
  infeasible  the same with a body that two driven walls press from both sides: no forces can help it; and heaps of
              contacts, 10 to 20,000, with one such body
  heaps       random heaps of 5 to 300 contacts whose rank is from all of the rows to a fifth of them, friction 0 to 10,
              a fifth of them with walls that are driven at random: these may have no solution, also where the linear
              program below says nothing of it

A problem that is told as solved must have an error |r - P_K(r - u_hat)| / |q| of at most the tolerance, as computed
here. One that is told to have no solution must have none without friction, even with normal forces that pull: a linear
program finds no forces that keep contacts apart. Everything else counts as unsolved and is named. Needs NumPy, SciPy and
h5py. Prints the table; with `--document` writes it into that page, where the rows of campaigns that are not run stay as
they are. The exit code is 1 where something is wrong.
"""
import argparse
import collections
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import h5py
import numpy as np
from scipy import sparse
from scipy.optimize import linprog

import page

TOLERANCE = 1e-8
STEP, GRAVITY = 1e-3, 9.81
VERDICTS = ("solved", "refused", "unsolved", "WRONG")
# feasible: known to be, known not to be, or None
Problem = collections.namedtuple("Problem", "G q mu feasible tolerance")


class Bodies:
    """Rigid bodies in space and contacts between them, -1 being the ground."""

    def __init__(self):
        self.mass, self.inertia, self.rows, self.speeds = [], [], [], []

    def add(self, mass, inertia):
        self.mass.append(mass)
        self.inertia.append(inertia)
        return len(self.mass) - 1

    def touch(self, upper, lower, normal, arm_upper, arm_lower, speed=0.0):
        """Contact points relative to the centres of mass; `speed`: of a driven wall, along the normal."""
        n = np.asarray(normal, float) / np.linalg.norm(normal)
        t = np.cross(n, [1.0, 0.0, 0.0] if abs(n[0]) < 0.7 else [0.0, 1.0, 0.0])
        t /= np.linalg.norm(t)
        for k, axis in enumerate((n, t, np.cross(n, t))):
            row = {}
            if upper >= 0:
                row[upper] = np.concatenate((axis, np.cross(arm_upper, axis)))
            if lower >= 0:
                row[lower] = -np.concatenate((axis, np.cross(arm_lower, axis)))
            self.rows.append(row)
            self.speeds.append(speed if k == 0 else 0.0)

    def problem(self, mu, velocity, twice=False, feasible=True):
        H = sparse.lil_matrix((len(self.rows), 6 * len(self.mass)))
        for i, row in enumerate(self.rows):
            for body, entries in row.items():
                H[i, 6 * body:6 * body + 6] = entries
        weights = np.concatenate([[m] * 3 + [i] * 3 for m, i in zip(self.mass, self.inertia)])
        H = H.tocsr()
        q = H @ velocity + np.array(self.speeds)
        mu = np.full(len(self.rows) // 3, mu) if np.isscalar(mu) else mu
        if twice:
            again = np.repeat(np.arange(len(mu)), 2)
            rows = (3 * again[:, None] + np.arange(3)).ravel()
            H, q, mu = H[rows], q[rows], mu[again]
        G = (H @ sparse.diags(1.0 / weights) @ H.T).tocsc()
        G.sort_indices()
        weight = sum(self.mass) * GRAVITY * STEP * G.diagonal().max()
        round_off = 256.0 * np.finfo(float).eps * weight / size_of(q)
        return Problem(G, q, mu, feasible, float(np.clip(round_off, TOLERANCE, 1e-2)))


def courses(kind, masses):
    """A column or a wall in running bond of bricks 2 x 1 x 0.5, four contacts wherever one lies on another."""
    bodies, below = Bodies(), [(-1, -1e3, 1e3, 0.0)]
    for course, mass in enumerate(masses):
        number = 1 if kind == "column" else 3
        shift = 0.0 if kind == "column" else course % 2
        height, here = 0.5 * course, []
        for k in range(number):
            x = 2.0 * k + shift
            body = bodies.add(mass, 0.2 * mass)
            here.append((body, x - 1.0, x + 1.0, x))
            for other, left, right, centre in below:
                a, b = max(left, x - 1.0), min(right, x + 1.0)
                if b - a <= 0.0:
                    continue
                for px in (a, b):
                    for py in (-0.5, 0.5):
                        point = np.array([px, py, height])
                        arms = (point - [x, 0.0, height + 0.25], point - [centre, 0.0, height - 0.25])
                        bodies.touch(body, other, [0.0, 0.0, 1.0], *arms)
        below = here
    return bodies


def masses_of(order, ratio, count=20):
    rising = ratio ** (np.arange(count) / (count - 1))
    return {"rising": rising, "falling": rising[::-1], "alternating": np.where(np.arange(count) % 2, ratio, 1.0)}[order]


def falling(bodies, slope):
    down = np.array([slope, 0.0, -1.0, 0.0, 0.0, 0.0]) * GRAVITY * STEP
    return np.tile(down, len(bodies.mass))


def squeeze(bodies, mass=1.0):
    """A body between two walls that come from both sides."""
    body = bodies.add(mass, 0.2 * mass)
    for side in (1.0, -1.0):
        bodies.touch(body, -1, [side, 0.0, 0.0], [-side, 0.0, 0.0], np.zeros(3), -1.0)


def ratios():
    for kind in ("column", "wall"):
        for exponent in range(0, 13, 2):
            for order in ("rising", "falling", "alternating"):
                bodies = courses(kind, masses_of(order, 10.0 ** exponent))
                for mu in (0.0, 0.5, 5.0):
                    for slope in (0.0, 0.3):
                        for twice in (False, True):
                            name = f"{kind}, 1e{exponent} {order}, mu {mu:g}, slope {slope:g}{', twice' * twice}"
                            yield name, lambda b=bodies, m=mu, s=slope, t=twice: b.problem(m, falling(b, s), t)


def infeasible():
    def pressed(kind, exponent, order, mu, twice):
        bodies = courses(kind, masses_of(order, 10.0 ** exponent))
        squeeze(bodies)
        return bodies.problem(mu, falling(bodies, 0.0), twice, feasible=False)

    def strangers(contacts, mu):
        bodies = Bodies()
        for _ in range(contacts):
            bodies.touch(bodies.add(1.0, 0.4), -1, [0.0, 0.0, 1.0], [0.0, 0.0, -1.0], np.zeros(3))
        squeeze(bodies)
        return bodies.problem(mu, falling(bodies, 0.1), feasible=False)

    for mu in (0.0, 0.5, 5.0):
        for contacts in (10, 100, 1000, 5000, 20000):
            yield f"{contacts} strangers, mu {mu:g}", lambda c=contacts, m=mu: strangers(c, m)
        for kind in ("column", "wall"):
            for exponent in (0, 6, 12):
                for order in ("rising", "falling", "alternating"):
                    for twice in (False, True):
                        yield (f"{kind}, 1e{exponent} {order}, mu {mu:g}{', twice' * twice}, and a body pressed",
                               lambda k=kind, e=exponent, o=order, m=mu, t=twice: pressed(k, e, o, m, t))


def heap(seed):
    draw = np.random.default_rng(seed)
    contacts, share = int(draw.integers(5, 301)), draw.uniform(0.2, 1.1)
    bodies = Bodies()
    for _ in range(max(1, round(3 * contacts * share / 6))):
        mass = 10.0 ** draw.uniform(-1.0, 1.0)
        bodies.add(mass, 0.4 * mass)
    count, driven = len(bodies.mass), draw.random() < 0.2
    for k in range(contacts):
        upper = k if k < count else int(draw.integers(count))
        lower = int(draw.integers(-1, count))
        if lower == upper:
            lower = -1
        normal = draw.normal(size=3) + [0.0, 0.0, 1.5 if draw.random() < 0.7 else 0.0]
        speed = draw.normal() * 0.1 if driven and lower < 0 else 0.0
        arm = normal / np.linalg.norm(normal)
        bodies.touch(upper, lower, normal, -arm, arm, speed)
    mu = (0.0, draw.uniform(0.0, 1.0), draw.uniform(1.0, 10.0), draw.uniform(0.0, 10.0, contacts))[draw.integers(4)]
    velocity = falling(bodies, 0.0) + 0.02 * draw.normal(size=6 * count) * draw.integers(2)
    return bodies.problem(mu, velocity, feasible=None if driven else True)


def heaps(first, number):
    for seed in range(first, first + number):
        yield f"heap {seed}", lambda s=seed: heap(s)


def write(problem, path):
    with h5py.File(path, "w") as file:
        local = file.create_group("fclib_local")
        local["spacedim"] = np.array([3], np.int32)
        W = local.create_group("W")
        n = problem.G.shape[0]
        for key, value in (("m", n), ("n", n), ("nz", -1), ("nzmax", problem.G.nnz)):
            W[key] = np.array([value], np.int32)
        W["p"], W["i"], W["x"] = problem.G.indptr.astype(np.int32), problem.G.indices.astype(np.int32), problem.G.data
        vectors = local.create_group("vectors")
        vectors["q"], vectors["mu"] = problem.q, problem.mu


def onto_cones(mu, x):
    """The nearest point of each contact's cone |x_T| <= mu x_N."""
    x = x.reshape(-1, 3).copy()
    size = np.linalg.norm(x[:, 1:], axis=1)
    inside, polar = size <= mu * x[:, 0], mu * size <= -x[:, 0]
    normal = np.where(inside, x[:, 0], np.where(polar, 0.0, (x[:, 0] + mu * size) / (1.0 + mu * mu)))
    scale = np.where(inside, 1.0, mu * normal / np.where(size > 0.0, size, 1.0))
    x[:, 0] = normal
    x[:, 1:] *= scale[:, None]
    return x.ravel()


def size_of(q):
    return np.linalg.norm(q) or 1.0


def error_of(problem, r):
    u = problem.G @ r + problem.q
    hat = u.copy()
    hat[0::3] += problem.mu * np.hypot(u[1::3], u[2::3])
    return np.linalg.norm(r - onto_cones(problem.mu, r - hat)) / size_of(problem.q)


def can_keep_apart(problem):
    """Whether any forces at all, pulling ones among them, make every normal velocity >= 0: the largest that the least
    of them can be."""
    rows = problem.G.tocsr()[0::3]
    scale = abs(rows).max(axis=1).toarray().ravel()
    A = sparse.hstack((sparse.diags(-1.0 / scale) @ rows, 1.0 / scale[:, None])).tocsc()
    cost = np.zeros(A.shape[1])
    cost[-1] = -1.0
    size = abs(problem.q).max()
    done = linprog(cost, A_ub=A, b_ub=problem.q[0::3] / scale, bounds=[(None, None)] * (len(cost) - 1) + [(-size, size)],
                   method="highs")
    if done.status != 0:
        raise RuntimeError(f"linprog: {done.message}")
    return -done.fun > -1e-6 * size


def solve(options, problem, folder):
    """(what has come of it, error, seconds): one of VERDICTS, and more behind a colon."""
    given, answer = folder / "problem.hdf5", folder / "answer.hdf5"
    write(problem, given)
    answer.unlink(missing_ok=True)
    begun = time.monotonic()
    done = subprocess.run([options.percuss, "fclib", "solve", str(given), "--solver", options.solver, "--tolerance",
                           str(problem.tolerance), "--out", str(answer), "--time-limit", str(options.time_limit)],
                          capture_output=True, text=True, check=False)
    seconds, told = time.monotonic() - begun, done.stdout + done.stderr
    if done.returncode == 0:
        with h5py.File(answer) as file:
            r = file["solution/r"][:]
        error = error_of(problem, r)
        blur = np.finfo(float).eps * np.linalg.norm(r) / size_of(problem.q)
        good = error <= 1.001 * problem.tolerance + 4.0 * blur
        return ("solved" if good and problem.feasible is not False else "WRONG: told as solved"), error, seconds
    if done.returncode != 3:
        return f"WRONG: exit code {done.returncode}: {told[-300:]}", math.nan, seconds
    if "no solution" in told:
        wrong = problem.feasible or (problem.feasible is None and can_keep_apart(problem))
        return ("WRONG: told to have no solution" if wrong else "refused"), math.nan, seconds
    return "unsolved", math.nan, seconds


class Row:
    """What has come of one kind of problems."""

    def __init__(self):
        self.count, self.worst, self.slowest = collections.Counter(), 0.0, (0.0, "")

    def add(self, verdict, label, error, seconds):
        self.count[verdict] += 1
        self.slowest = max(self.slowest, (seconds, label))
        if verdict == "solved":
            self.worst = max(self.worst, error)

    def text(self, name, time_limit):
        told = [f"{time_limit:g}", sum(self.count.values())] + [self.count[verdict] for verdict in VERDICTS]
        return (f"| {name} | " + " | ".join(map(str, told)) +
                f" | {self.worst:.1e} | {self.slowest[0]:.1f} ({self.slowest[1]}) |")


def kind_of(campaign, problem):
    if campaign != "heaps":
        return campaign
    if problem.feasible is None:
        return "heaps, some walls driven"
    return "heaps, friction up to 1" if problem.mu.max() <= 1.0 else "heaps, friction up to 10"


def run(options, campaign, problems, folder):
    """{kind: Row} of a campaign."""
    rows = collections.defaultdict(Row)
    for k, (label, make) in enumerate(problems):
        if k % options.share:
            continue
        problem = make()
        told, error, seconds = solve(options, problem, folder)
        verdict = told.split(":")[0]
        rows[kind_of(campaign, problem)].add(verdict, label, error, seconds)
        if verdict in ("solved", "refused"):
            continue
        print(f"{label}: {told} (tolerance {problem.tolerance:.1e}, error {error:.1e}, {seconds:.1f} s, "
              f"{len(problem.mu)} contacts, friction {problem.mu.min():.2g} to {problem.mu.max():.2g})", flush=True)
        if options.keep:
            shutil.move(folder / "problem.hdf5", options.keep / f"{label.replace(' ', '_').replace(',', '')}.hdf5")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--campaigns", nargs="+", choices=["ratios", "infeasible", "heaps"],
                        default=["ratios", "infeasible", "heaps"])
    parser.add_argument("--share", type=int, default=1, help="one of so many problems")
    parser.add_argument("--heaps", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1, help="seed of the first heap")
    parser.add_argument("--solver", default="auto")
    parser.add_argument("--time-limit", type=float, default=60.0)
    parser.add_argument("--keep", type=pathlib.Path, help="folder for what was not solved")
    parser.add_argument("--document", default="-")
    parser.add_argument("--percuss", default=os.environ.get("PERCUSS", page.ROOT / "build/release/percuss"))
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    makers = {"ratios": ratios, "infeasible": infeasible, "heaps": lambda: heaps(options.first, options.heaps)}
    lines = [f"Made by `benchmarks/contact_campaign.py`. `{options.solver}` at {TOLERANCE:g}; the time limit is that of each "
             "problem.", "",
             "| campaign | time limit [s] | problems | solved | refused, rightly | unsolved | wrong | worst error | slowest [s] |",
             "|:--|--:|--:|--:|--:|--:|--:|--:|:--|"]
    as_they_stand = page.lines(options.document, "contact_campaign")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, make in makers.items():
            if name not in options.campaigns:
                lines += [line for line in as_they_stand if line.startswith(f"| {name}")]
                continue
            for kind, row in sorted(run(options, name, make(), pathlib.Path(folder)).items()):
                lines.append(row.text(kind, options.time_limit))
                wrong += row.count["WRONG"]
                print(lines[-1], flush=True)
    page.put(options.document, "contact_campaign", "\n".join(lines))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
