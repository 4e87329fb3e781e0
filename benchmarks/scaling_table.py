#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/performance.md of scaling, and their plots, by `percuss bench`: time over unknowns, contacts,
threads, ranks.

usage: benchmarks/scaling_table.py [--percuss PROGRAM] [--rounds N] [--document FILE] [--only TABLE ...]

Nothing else should be running. `--document -` prints, and draws nothing. TABLE: unknowns, contacts, threads, bodies-threads, or
ranks and bodies-ranks, which need a program with PETSc, and `mpirun`.
"""
import page

EXAMPLES = page.ROOT / "examples"
MODELS = page.ROOT / "benchmarks" / "models"
SCHEMES = "moreau_jean:theta=0.5,half_explicit_velocity,mixed_generalized_alpha"
CUBE = MODELS / "cube.yaml"
BAR = EXAMPLES / "02_impacting_bar" / "bar.yaml"
BAR_SIZES = "bodies.bar.elements=1000,10000,100000,1000000"
BAR_WORDS = ["--until", "5e-7", "--set", "simulation.step=1e-10", "--set", "bodies.bar.position=0", "--set", "outputs.every=100"]
# What is run: a name, the model, the key of its size with its values, further words of `percuss bench`, and the plot.
UNKNOWNS = [
    ("A bar at its wall, one contact", BAR, BAR_SIZES, ["--schemes", SCHEMES, *BAR_WORDS], "unknowns_bar"),
    ("A cube of a lattice on four stops, by `cg`", CUBE, "parameters.cells=6,10,22,46,68",
     ["--until", "1e-3", "--schemes", "half_explicit_velocity,mixed_generalized_alpha"], "unknowns_lattice"),
]
CONTACTS = [
    ("Bodies at walls of their own", MODELS / "walls.yaml", "parameters.contacts=10,100,1000,10000,100000", [],
     "contacts_walls"),
    ("One beam on supports", MODELS / "supports.yaml", "parameters.contacts=11,101,801,6401", ["--until", "0.2"],
     "contacts_supports"),
]
THREADS = [
    ("A bar at its wall", BAR, BAR_SIZES, ["--schemes", "half_explicit_velocity", *BAR_WORDS], "threads_bar"),
    ("A bank of 1000 bars at their walls", EXAMPLES / "21_bank/bank.yaml", "parameters.elements=10,100,1000",
     ["--set", "parameters.bars=1000"], "threads_bank"),
    ("A cube of a lattice on four stops, by `cg`", CUBE, "parameters.cells=10,22,46", ["--until", "1e-3"], "threads_lattice"),
    ("Crossed rods on each other", EXAMPLES / "25_beam_pile/pile.yaml", "parameters.rods=4,8,16",
     ["--until", "1e-2", "--set", "parameters.drop=0", "--set", "parameters.length=${0.05 * (rods + 6)}", "--set",
      "simulation.contact_solver.tolerance_absolute=1e-4"], "threads_rods"),
]
STEPS = {"half_explicit_velocity": 1e-5, "mixed_generalized_alpha": 2e-4}


def by_scheme(name, model, sizes, words, plot):
    """A hundred steps of each scheme."""
    return [(f"{name}, {scheme}", model, sizes, ["--schemes", scheme, *words, "--set", f"simulation.step={step}",
                                                "--until", str(100 * step)], f"{plot}_{scheme}") for scheme, step in STEPS.items()]


def trusses(plot):
    return by_scheme("Four trusses on a stop each, by factors", MODELS / "trusses.yaml", "parameters.cells=8,12,16", [], plot)


RANKS = by_scheme("A cube of a lattice on four stops, by `petsc_cg`", CUBE, "parameters.cells=22,46,68",
                  ["--linear", "petsc_cg"], "ranks")


def step_of(row):
    """Seconds per step; none of a run that failed."""
    return float(row["seconds_per_step [s]"]) if row["seconds_per_step [s]"] else None


def size_cells(row, key):
    return [f"{int(row[key]):,}", f"{int(row['unknowns']):,}"]


def per_unknown(found, key):
    """One row per size and scheme."""
    head = [key.split(".")[-1], "unknowns", "scheme", "step [us]", "per unknown [ns]", "memory [MB]"]
    rows = [[*size_cells(row, key), f"`{row['scheme']}`", f"{1e6 * step_of(row):.3g}",
             f"{1e9 * step_of(row) / int(row['unknowns']):.3g}", page.memory(row)]
            for row in found if step_of(row)]
    return page.table(head, rows, left=(2,))


def per_contact(found, _):
    """One row per size: what the step is spent on."""
    head = ["contacts", "unknowns", "step [us]", *page.PART_HEADS]
    rows = [[f"{int(row['contacts']):,}", f"{int(row['unknowns']):,}", f"{1e6 * step_of(row):.3g}", *page.part_cells(row)]
            for row in found if step_of(row)]
    return page.table(head, rows)


def side_by_side(axis):
    """One row per size: one thread or rank, two, and how much faster they are."""
    def table(found, key):
        rows = []
        for one, two in zip(found[::2], found[1::2], strict=True):
            first, second = step_of(one), step_of(two)
            if first and second:
                rows.append([*size_cells(one, key), page.per_problem(one, "contacts_in_problems"), f"{1e6 * first:.3g}",
                             f"{1e6 * second:.3g}", f"{first / second:.2f}", page.memory(one), page.memory(two)])
        return page.table([key.split(".")[-1], "unknowns", "contacts of a problem", f"one {axis} [us]", f"two {axis}s [us]", "faster",
                           "memory [MB]", "of two"], rows)
    return table


# Models, further words of `percuss bench`, the table of what it finds.
TABLES = {
    "unknowns": (UNKNOWNS, [], per_unknown),
    "contacts": (CONTACTS, [], per_contact),
    "threads": (THREADS, ["--threads", "1,2"], side_by_side("thread")),
    "ranks": (RANKS, ["--ranks", "1,2"], side_by_side("rank")),
    "bodies-ranks": (trusses("bodies_ranks"), ["--ranks", "1,2"], side_by_side("rank")),
    "bodies-threads": (trusses("bodies_threads"), ["--threads", "1,2"], side_by_side("thread")),
}


def main():
    parser = page.parser(__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=TABLES, default=list(TABLES), metavar="TABLE")
    options = parser.parse_args()
    for table in options.only:
        models, more, rows_of = TABLES[table]
        lines = [f"Made by `benchmarks/scaling_table.py --only {table}`, minima of {options.rounds} "
                 f"run{'s' * (options.rounds > 1)}, cut short after 30 s."]
        for name, model, sizes, words, plot in models:
            image = page.ROOT / "docs" / "images" / f"{plot}.svg"
            found = page.bench(options.percuss, model, ["--rounds", str(options.rounds), "--sizes", sizes, *words, *more], seconds=30,
                               plot=None if options.document == "-" else image)
            lines += ["", f"{name}:", "", *rows_of(found, sizes.split("=")[0])]
            if options.document != "-":
                lines += ["", f"![{name}: time of a step](images/{image.name})"]
        page.put(options.document, f"scaling_table {table}", "\n".join(lines))


if __name__ == "__main__":
    main()
