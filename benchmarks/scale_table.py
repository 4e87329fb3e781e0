#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of large models of docs/performance.md: a beam over a floor, a bank of bars, lattices, frames,
multigrid.

usage: benchmarks/scale_table.py [--percuss PROGRAM] [--runs N] [--document FILE] [--only TABLE ...]

Every figure is the least of N runs of `percuss run` on one thread, the time loop alone; cases take turns.
`--document -` prints; TABLE: beam, bank, lattice, frame, or multigrid, which needs a program with PETSc.
"""
import tempfile

import page

BEAM = page.ROOT / "examples" / "22_beam_on_floor" / "beam.yaml"
BANK = page.ROOT / "examples" / "21_bank" / "bank.yaml"
CONTACTS = [101, 201, 401, 801, 3201, 12_801, 51_201, 100_001]
MOST_ASSEMBLED = 401  # beyond, forming G takes minutes
LATTICE = page.ROOT / "examples" / "23_lattice" / "lattice.yaml"
CUBES = [10, 22, 46, 68]  # cells along each edge
FACTORED = [10, 22]       # beyond, the factor takes gigabytes
LONG_STEPS = [2e-4, 2e-3, 2e-2]  # [s], sound takes 1e-4 along a bar
COARSENED = [(22, "petsc_cg"), (22, "petsc_cg_gamg")]
BARS = [(1, 1_001_000), (10, 100_100), (100, 10_010), (1000, 1000), (10_000, 99), (100_000, 9)]
FRAME = page.ROOT / "examples" / "24_frame" / "frame.yaml"
FRAMES = [(3, 8), (30, 80), (100, 300), (333, 1000)]  # bays and storeys


def run(program, folder, model, settings):
    """Seconds per step and the most memory of the process [bytes]."""
    summary = page.summary_of_run(program, folder, model, settings)
    return summary["loop_seconds"] / summary["steps"], summary["peak_memory_bytes"]


def least(cases, runs, measure):
    """{case: least of what `measure(case)` gives, number by number}, the cases taking turns."""
    best = {}
    for _ in range(runs):
        for case in cases:
            seen = measure(case)
            best[case] = tuple(map(min, seen, best.get(case, seen)))
    return best


def foundation(program, folder, runs):
    def measure(case):
        contacts, delassus = case
        return run(program, folder, BEAM, [
            f"parameters.elements={contacts - 1}", "parameters.length=${0.02 * elements}", "bodies.beam.free_span=${min(5, length)}",
            "simulation.end_time=0.1", f"simulation.delassus={delassus}"])

    cases = [(n, "auto") for n in CONTACTS] + [(n, "assembled") for n in CONTACTS if n <= MOST_ASSEMBLED]
    best = least(cases, runs, measure)
    rows = []
    for n in CONTACTS:
        seconds, memory = best[n, "auto"]
        formed = best.get((n, "assembled"))
        rows.append([f"{n:,}", f"{1e3 * seconds:.3g}", f"{1e6 * seconds / n:.2f}", f"{1e3 * formed[0]:.3g}" if formed
                     else "-", f"{memory / 1e6:.0f}"])
    return page.table(["contacts", "step [ms]", "per contact [us]", "`delassus: assembled` [ms]", "memory [MB]"], rows)


def bank(program, folder, runs):
    def measure(case):
        bars, elements = case
        return run(program, folder, BANK, [f"parameters.bars={bars}", f"parameters.elements={elements}",
                                           # as many steps of either
                                           "simulation.end_time=${40 * length / elements / wave_speed}"])

    best = least(BARS, runs, measure)
    rows, one = [], None
    for bars, elements in BARS:
        per_unknown = 1e9 * best[bars, elements][0] / (bars * (elements + 1))
        one = one or per_unknown
        rows.append([f"{bars:,}", f"{elements:,}", f"{1e3 * best[bars, elements][0]:.2f}", f"{per_unknown:.2f}",
                     f"{per_unknown / one:.2f}", f"{best[bars, elements][1] / 1e6:.0f}"])
    return page.table(["bars", "elements of each", "step [ms]", "per unknown [ns]", "ratio", "memory [MB]"], rows)


def step_alone(program, folder, model, unknowns, step, settings):
    """Seconds per step without the first ones, in which matrices are factored, and the summary of the longer run."""
    more = min(max(20_000_000 // unknowns, 30), 3000)

    def seen(steps):
        return page.summary_of_run(program, folder, model, [
            *settings, f"simulation.step={step}", f"simulation.end_time={steps * step}"])

    few, many = seen(10), seen(10 + more)
    return (many["loop_seconds"] - few["loop_seconds"]) / more, many


def unknowns_of_cube(cells):
    return 3 * cells * (cells + 1)**2  # one face is held


def cube(cells, scheme, mass, solver):
    """The settings that make the lattice a cube."""
    return [*(f"parameters.n{axis}={cells}" for axis in "xyz"), "bodies.truss.bracing=single",
            f"simulation.scheme={scheme}", f"bodies.truss.mass={mass}", "bodies.truss.damping.mass=0",
            f"simulation.linear_solver={solver}"]


def lattice_step(program, folder, cells, scheme, mass, solver, step):
    """Seconds per step, the most memory [bytes], and the iterations of a linear solve, none of a factor."""
    seconds, summary = step_alone(program, folder, LATTICE, unknowns_of_cube(cells), step,
                                  cube(cells, scheme, mass, solver))
    solves = summary.get("linear_solver", {"iterations": 0, "solves": 1})
    return seconds, summary["peak_memory_bytes"], solves["iterations"] / solves["solves"]


def lattice(program, folder, runs):
    """Lumped masses; consistent ones; an implicit scheme; the latter two by a factor and by conjugate gradients."""
    cases = [(n, "half_explicit_velocity", "lumped", "diagonal", 2e-5) for n in CUBES]
    for scheme, step in (("half_explicit_velocity", 1e-5), ("mixed_generalized_alpha", 2e-4)):
        cases += [(n, scheme, "consistent", "cholmod", step) for n in FACTORED]
        cases += [(n, scheme, "consistent", "cg", step) for n in CUBES]
    best = least(cases, runs, lambda case: lattice_step(program, folder, *case))
    rows = []
    for case in cases:
        cells, scheme, mass, solver, _ = case
        unknowns, (seconds, memory, iterations) = unknowns_of_cube(cells), best[case]
        rows.append([f"{cells}^3", f"{unknowns:,}", f"{scheme}, {mass} masses", f"`{solver}`", f"{1e3 * seconds:.3g}",
                     f"{1e9 * seconds / unknowns:.1f}", f"{iterations:.0f}" if iterations else "-", f"{memory / 1e6:.0f}"])
    return page.table(["cells", "unknowns", "scheme", "linear solver", "step [ms]", "per unknown [ns]", "iterations",
                       "memory [MB]"], rows, left=(2, 3))


def multigrid(program, folder, runs):
    """The same lattices before they touch, in steps ever longer, by conjugate gradients behind PETSc's preconditioners."""
    def measure(case):
        cells, solver, step = case
        summary = page.summary_of_run(program, folder, LATTICE, [
            *cube(cells, "mixed_generalized_alpha", "consistent", solver), "parameters.gap=1000",
            f"simulation.step={step}", f"simulation.end_time={30 * step}"])
        solves = summary["linear_solver"]
        return summary["loop_seconds"], summary["peak_memory_bytes"], solves["iterations"] / solves["solves"]

    best = least([(*which, step) for which in COARSENED for step in LONG_STEPS], runs, measure)
    rows = []
    for (cells, solver, step), (seconds, memory, iterations) in best.items():
        rows.append([f"{cells}^3", f"{unknowns_of_cube(cells):,}", f"`{solver}`", f"{1e3 * step:g}", f"{iterations:.0f}",
                     f"{seconds:.3g}", f"{memory / 1e6:.0f}"])
    return page.table(["cells", "unknowns", "linear solver", "h [ms]", "iterations", "30 steps [s]", "memory [MB]"], rows,
                      left=(2,))


def frame(program, folder, runs):
    def measure(case):
        bays, storeys = case
        seconds, summary = step_alone(program, folder, FRAME, 3 * (bays + 1) * storeys, 5e-4,
                                      [f"parameters.bays={bays}", f"parameters.storeys={storeys}"])
        return seconds, summary["peak_memory_bytes"]

    best = least(FRAMES, runs, measure)
    rows = []
    for bays, storeys in FRAMES:
        unknowns, (seconds, memory) = 3 * (bays + 1) * storeys, best[bays, storeys]
        rows.append([f"{bays:,}", f"{storeys:,}", f"{unknowns:,}", f"{1e3 * seconds:.3g}", f"{1e9 * seconds / unknowns:.0f}",
                     f"{memory / 1e6:.0f}"])
    return page.table(["bays", "storeys", "unknowns", "step [ms]", "per unknown [ns]", "memory [MB]"], rows)


def main():
    parser = page.parser(__doc__)
    parser.add_argument("--runs", type=int, default=2)
    tables = {"beam": foundation, "bank": bank, "lattice": lattice, "frame": frame, "multigrid": multigrid}
    parser.add_argument("--only", nargs="+", choices=tables, default=list(tables), metavar="TABLE")
    options = parser.parse_args()
    for name in options.only:
        with tempfile.TemporaryDirectory() as folder:
            rows = tables[name](options.percuss, folder, options.runs)
        made = (f"Made by `benchmarks/scale_table.py --only {name}`. "
                f"Minima of {options.runs} run{'s' * (options.runs > 1)} on one thread.")
        page.put(options.document, f"scale_table {name}", "\n".join([made, "", *rows]))


if __name__ == "__main__":
    main()
