#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the bar against the wall and writes the tables of docs/performance.md between their markers.

Needs the program and the benchmark `triad`, both built (./dev build). With --peers, the same bar is timed in Siconos
and SciPy in the same run: the folder holds scipy_bar.py and build/siconos_bar (or siconos_bar). Minima of several runs.
"""
import argparse
import csv
import datetime
import json
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

import page

MODEL = page.ROOT / "examples" / "02_impacting_bar" / "bar.yaml"

HALF_EXPLICIT, MOREAU_JEAN = "half_explicit_velocity", "moreau_jean"
SIZES = [50, 1000, 4000, 10_000, 100_000, 1_000_000]
STEPS = {50: 200_000, 1000: 40_000, 4000: 10_000, 10_000: 5000, 100_000: 800, 1_000_000: 120}  # of the long runs
SHORTER = 10  # the short runs have so many times fewer steps
SICONOS_STEPS = {50: 2000, 1000: 60, 4000: 12}
SICONOS_SCHEME = {MOREAU_JEAN: "mj", HALF_EXPLICIT: "d1"}
WAVE_SPEED = math.sqrt(2.1e11 / 7800.0)  # of the model's material [m/s]
SPEED = 0.1  # of the bar towards the wall [m/s]
NUMBER = 8  # bytes

# What one step of a bar without damping reads and writes per unknown while no contact is closed, pass by pass as in
# src/scheme/half_explicit_velocity.cpp and src/scheme/moreau_jean.cpp (theta between 0 and 1). `off` is an
# off-diagonal, `d` the inverse pivots.
PASSES = {HALF_EXPLICIT: [  # name, arrays read, array written
    ("position: q' = q + h v + h^2/2 a", ["q", "v", "a"], "q'"),
    ("forces: f = -K q' (uniform bar: K is one number)", ["q'"], "a'"),
    ("solve, elimination", ["a'", "off of the factor"], "a'"),
    ("solve, substitution", ["a'", "off of the factor", "d of the factor"], "a'"),
    ("velocity: v' = v + h/2 (a + a'), where a stood", ["v", "a", "a'"], "v'"),
], MOREAU_JEAN: [
    ("position between the ends: q' = q + theta h v", ["q", "v"], "q'"),
    ("forces: f = -K q' (uniform bar: K is one number)", ["q'"], "v'"),
    ("solve, elimination", ["v'", "off of the factor"], "v'"),
    ("solve, substitution", ["v'", "off of the factor", "d of the factor"], "v'"),
    ("velocity: v' = v + h a", ["v", "v'"], "v'"),
    ("position: q' = q + h ((1 - theta) v + theta v')", ["q", "v", "v'"], "q'"),
]}


class Failure(Exception):
    pass


def call(command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise Failure(f"{shlex.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def step_size(scheme, elements, contact_steps=0):
    """Half the stability limit l / (sqrt(3) c); for the implicit scheme, the step of the peers. Small enough for
    `contact_steps` steps to end before the bar leaves the wall."""
    if scheme == HALF_EXPLICIT:
        h = 0.5 / elements / (math.sqrt(3.0) * WAVE_SPEED)
    else:
        h = 1e-7 if elements <= 1000 else 1e-8
    return min(h, 1.0 / WAVE_SPEED / contact_steps) if contact_steps else h


class Percuss:
    """The program under test, run on the example model."""

    def __init__(self, program, runs):
        self.program, self.runs = pathlib.Path(program).resolve(), runs

    def run(self, scheme, elements, steps, threads, contact=False):
        """(contents of summary.json, wall time of the process [s]) of one run in flight, or from impact on."""
        h = step_size(scheme, elements, STEPS[elements] if contact else 0)
        position = 0.5 * SPEED * h if contact else 1.0
        settings = {
            "bodies.bar.elements": elements, "bodies.bar.position": position, "bodies.bar.velocity": -SPEED,
            "simulation.scheme.name": scheme, "simulation.step": h, "simulation.end_time": h * steps,
            "outputs.every": 10**9, "outputs.history": "[wall.closed]",
        }
        with tempfile.TemporaryDirectory() as out:
            command = [self.program, "run", MODEL, "--quiet", "--out", out, "--threads", threads]
            for key, value in settings.items():
                command += ["--set", f"{key}={value!r}" if isinstance(value, float) else f"{key}={value}"]
            start = time.perf_counter()
            call(command)
            wall = time.perf_counter() - start
            summary = json.loads((pathlib.Path(out) / "summary.json").read_text(encoding="utf-8"))
            with open(pathlib.Path(out) / "history.csv", encoding="utf-8", newline="") as file:
                closed = float(list(csv.DictReader(row for row in file if not row.startswith("#")))[-1]["wall.closed"])
        if (closed != 0.0) != contact or summary["steps"] != steps:
            raise Failure(f"{scheme}, {elements} elements: the contact or the number of steps is not as planned")
        return summary, wall

    def step_time(self, scheme, elements, threads, contact=False):
        """Microseconds per step: the difference of the loop times of a long and a short run, over the difference of
        their steps. Comes with the long run's own figure, which holds the factorisation and the first step."""
        long, short = STEPS[elements], STEPS[elements] // SHORTER
        longs, shorts = [], []
        for _ in range(self.runs):
            longs.append(self.run(scheme, elements, long, threads, contact)[0])
            shorts.append(self.run(scheme, elements, short, threads, contact)[0]["loop_seconds"])
        best = min(longs, key=lambda summary: summary["loop_seconds"])
        return {
            "us": 1e6 * (best["loop_seconds"] - min(shorts)) / (long - short),
            "us_summary": best["microseconds_per_step"], "unknowns": best["unknowns"],
        }


def scipy_times(folder, python, runs):
    """{N: microseconds per step} of scipy_bar.py."""
    if folder is None:
        return {}
    best = {}
    for _ in range(runs):
        for n, us in re.findall(r"n=(\d+) per_step=([\d.]+) us", call([python, folder / "scipy_bar.py"])):
            best[int(n)] = min(float(us), best.get(int(n), math.inf))
    return best


def siconos_times(folder, runs, timeout):
    """{(scheme, N): (microseconds per step, storage)} of siconos_bar, the faster of sparse and dense."""
    if folder is None:
        return {}
    program = next((p for p in (folder / "build" / "siconos_bar", folder / "siconos_bar") if p.is_file()), None)
    if program is None:
        raise Failure(f"no siconos_bar in {folder} or {folder}/build")
    best = {}
    for elements, steps in SICONOS_STEPS.items():
        for scheme, word in SICONOS_SCHEME.items():
            for storage in ("sparse", "dense"):
                for _ in range(runs):
                    try:
                        text = call([program, elements, step_size(scheme, elements), steps, word, storage],
                                    timeout=timeout)
                    except subprocess.TimeoutExpired:
                        break
                    us = float(re.search(r"per_step=([\d.e+]+) us", text)[1])
                    if us < best.get((scheme, elements), (math.inf, ""))[0]:
                        best[scheme, elements] = us, storage
    return best


def triad_bandwidths(program, elements, runs):
    """{threads: bytes per second} at the working set of one step with so many elements."""
    text = call([pathlib.Path(program).resolve(), f"--benchmark_filter=^triad/{elements}/", "--benchmark_format=json",
                 f"--benchmark_repetitions={runs}"])
    best = {}
    for entry in json.loads(text)["benchmarks"]:
        if entry["run_type"] == "iteration":
            threads = int(re.search(r"threads:(\d+)", entry["name"])[1])
            best[threads] = max(entry["bytes_per_second"], best.get(threads, 0.0))
    return best


def significant(x, digits=3):
    """`digits` significant digits, never with an exponent."""
    if x == 0.0 or not math.isfinite(x):
        return str(x)
    decimals = digits - 1 - math.floor(math.log10(abs(x)))
    return f"{round(x, decimals):.{max(0, decimals)}f}"


def ratio(numerator, denominator):
    return "-" if numerator is None or denominator is None else significant(numerator / denominator, 2) + " x"


def table(head, rows):
    return "\n".join(page.table(head, rows, left=(0,)))


def in_threads(threads):
    return "1 thread" if threads == 1 else f"{threads} threads"


def step_tables(times, scipy, siconos, threads):
    """Microseconds per step, then ratios."""
    def percuss(scheme, n, t):
        return times[scheme, n, t]["us"]

    def cell(x):
        return "-" if x is None else significant(x)

    head = ["N", "SciPy, Moreau-Jean", "Siconos, Moreau-Jean", "Siconos, half-explicit"]
    head += [f"Percuss, Moreau-Jean, {in_threads(t)}" for t in threads]
    head += [f"Percuss, half-explicit, {in_threads(t)}" for t in threads]
    rows, ratios, long_run = [], [], []
    for n in SIZES:
        mj, he = siconos.get((MOREAU_JEAN, n)), siconos.get((HALF_EXPLICIT, n))
        named = [f"{significant(x[0])} ({x[1]})" if x else "-" for x in (mj, he)]
        rows.append([str(n), cell(scipy.get(n))] + named + [
            cell(percuss(scheme, n, t)) for scheme in (MOREAU_JEAN, HALF_EXPLICIT) for t in threads])
        ratios.append([str(n), ratio(scipy.get(n), percuss(MOREAU_JEAN, n, 1)),
                       ratio(mj and mj[0], percuss(MOREAU_JEAN, n, 1)),
                       ratio(he and he[0], percuss(HALF_EXPLICIT, n, 1))])
        for scheme in (MOREAU_JEAN, HALF_EXPLICIT):
            entry = times[scheme, n, 1]
            long_run.append([f"{scheme}, N = {n}", str(STEPS[n]), significant(entry["us_summary"]),
                             significant(entry["us"])])
    return [
        "### Time per step\n\nMicroseconds per step in flight; lower is better. Shown for Percuss is the difference of "
        f"a long and a {SHORTER} times shorter run, so that start-up is left out.\n\n" + table(head, rows),
        "How many times faster Percuss is on one thread, with the same scheme:\n\n" +
        table(["N", "than SciPy, Moreau-Jean", "than Siconos, Moreau-Jean", "than Siconos, half-explicit"], ratios),
        "What `summary.json` says after the long runs on one thread (`microseconds_per_step`, with the factorisation "
        "and the first step in it), beside the difference shown above:\n\n" +
        table(["run", "steps", "summary.json [us]", "difference [us]"], long_run),
    ]


def bytes_moved(passes):
    """Per unknown: what all passes read and write together."""
    return NUMBER * sum(len(read) + 1 for _, read, _ in passes)


def arrays_once(passes):
    """Arrays that a step must read and those that it must write, whatever the order of its work."""
    written_once = {written for _, _, written in passes}
    read_once = {array for _, read, _ in passes for array in read} - written_once  # results are read again only
    return read_once, written_once  # because the passes are apart


def passes_table(passes):
    rows = [[name, ", ".join(read), written, str(NUMBER * (len(read) + 1))] for name, read, written in passes]
    first_read, written_once = arrays_once(passes)
    rows.append(["all passes", "", "", str(bytes_moved(passes))])
    rows.append(["each array once", ", ".join(sorted(first_read)), ", ".join(sorted(written_once)),
                 str(NUMBER * (len(first_read) + len(written_once)))])
    return table(["pass", "reads", "writes", "bytes"], rows)


def bandwidth_tables(times, bandwidth, threads):
    small, large = 10_000, 1_000_000
    rows = []
    for scheme in (MOREAU_JEAN, HALF_EXPLICIT):
        moved, least = bytes_moved(PASSES[scheme]), NUMBER * sum(map(len, arrays_once(PASSES[scheme])))
        for t in threads:
            ns = {n: 1e3 * times[scheme, n, t]["us"] / times[scheme, n, t]["unknowns"] for n in (small, large)}
            bound_moved, bound_least = 1e9 * moved / bandwidth[t], 1e9 * least / bandwidth[t]
            rows.append([f"{scheme}, {in_threads(t)}", significant(ns[small]), significant(ns[large]),
                         ratio(ns[large], ns[small]), significant(1e-9 * bandwidth[t]), significant(bound_moved),
                         ratio(ns[large], bound_moved), significant(bound_least), ratio(ns[large], bound_least)])
    head = ["", f"N = {small} [ns]", f"N = {large} [ns]", "ratio", "triad [GB/s]", "all passes [ns]", "step / that",
            "each array once [ns]", "step / that"]
    return [
        "### Memory\n\nBytes that one half-explicit step in flight reads and writes per unknown:\n\n" +
        passes_table(PASSES[HALF_EXPLICIT]),
        "The same for Moreau-Jean:\n\n" + passes_table(PASSES[MOREAU_JEAN]),
        "Nanoseconds per unknown and step, against the time that the triad needs to move the same bytes at the same "
        f"working set (N = {large}; both are counted without the read that precedes a write):\n\n" +
        table(head, rows),
    ]


def startup_table(percuss, threads):
    elements, rows = 1_000_000, []
    for scheme in (MOREAU_JEAN, HALF_EXPLICIT):
        for t in threads:
            runs = [percuss.run(scheme, elements, 1, t) for _ in range(percuss.runs)]
            summary, wall = min(runs, key=lambda run: run[1])
            memory = max(run[0]["peak_memory_bytes"] for run in runs)
            rows.append([f"{scheme}, {in_threads(t)}", significant(wall), significant(summary["loop_seconds"]),
                         significant(1e-6 * memory)])
    return [f"### Start-up and memory at N = {elements}\n\nA run of one step: the whole process (read the model, "
            "assemble, factor, one step, write the first and the last state), and of that the time loop (factor, one "
            "step, write the last state).\n\n" + table(["", "process [s]", "time loop [s]", "peak memory [MB]"], rows)]


def contact_table(times, contact):
    rows = []
    for scheme in (MOREAU_JEAN, HALF_EXPLICIT):
        for n in SIZES:
            flight, closed = times[scheme, n, 1]["us"], contact[scheme, n]["us"]
            rows.append([f"{scheme}, N = {n}", significant(flight), significant(closed), ratio(closed, flight)])
    return ["### Contact against flight\n\nMicroseconds per step on one thread, with the wall far away and between "
            "impact and release.\n\n" + table(["", "flight [us]", "contact [us]", "ratio"], rows)]


def machine():
    model = "unknown processor"
    try:
        model = re.search(r"model name\s*:\s*(.+)", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"))[1]
    except (OSError, TypeError):
        pass
    return f"{model}, {os.cpu_count()} cores"


def measure(arguments):
    percuss = Percuss(arguments.program, arguments.runs)
    threads = sorted({1, os.cpu_count() or 1})

    def say(text):
        print(text, file=sys.stderr, flush=True)

    say("triad")
    bandwidth = triad_bandwidths(arguments.triad, 1_000_000, arguments.runs)
    times, contact = {}, {}
    for scheme in (MOREAU_JEAN, HALF_EXPLICIT):
        for n in SIZES:
            say(f"{scheme}, N = {n}")
            for t in threads:
                times[scheme, n, t] = percuss.step_time(scheme, n, t)
            contact[scheme, n] = percuss.step_time(scheme, n, 1, contact=True)
    say("start-up")
    startup = startup_table(percuss, threads)
    say("SciPy")
    scipy = scipy_times(arguments.peers, arguments.peer_python, arguments.runs)
    say("Siconos")
    siconos = siconos_times(arguments.peers, min(arguments.runs, 3), arguments.peer_timeout)
    parts = step_tables(times, scipy, siconos, threads) + bandwidth_tables(times, bandwidth, threads)
    return parts + startup + contact_table(times, contact)


def heading(arguments):
    command = "benchmarks/bar_table.py" + (" --peers DIR" if arguments.peers else "")
    version = call([arguments.program, "--version"]).splitlines()
    return (f"Made by `{command} --runs {arguments.runs}` on {datetime.date.today().isoformat()} with "
            f"{', '.join(line.strip() for line in version)}, on {machine()}. Minima of {arguments.runs} runs.")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    build = page.ROOT / "build" / "release"
    parser.add_argument("--program", default=build / "percuss", help="the program (default build/release/percuss)")
    parser.add_argument("--triad", default=build / "benchmarks" / "triad",
                        help="the benchmark (default build/release/benchmarks/triad)")
    parser.add_argument("--peers", type=pathlib.Path, help="folder with scipy_bar.py and a built siconos_bar")
    parser.add_argument("--peer-python", default="/usr/bin/python3", help="the Python that has SciPy")
    parser.add_argument("--peer-timeout", type=float, default=120.0,
                        help="give up a peer's run after so many seconds")
    parser.add_argument("--runs", type=int, default=5, help="runs of which the fastest counts")
    parser.add_argument("--document", type=pathlib.Path, default=page.PERFORMANCE,
                        help="where the tables go; `-` prints them")
    arguments = parser.parse_args()
    try:
        text = "\n\n".join([heading(arguments)] + measure(arguments))
        page.put(arguments.document, "bar_table", text)
    except (Failure, OSError, ValueError) as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
