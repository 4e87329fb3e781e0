# SPDX-License-Identifier: Apache-2.0
"""Pages of docs/ whose tables are written by scripts, each between its markers."""
import argparse
import csv
import json
import pathlib
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PERFORMANCE = ROOT / "docs" / "performance.md"


def parser(description):
    """What the scripts that run the program have in common on their command lines."""
    common = argparse.ArgumentParser(description=description.splitlines()[0])
    common.add_argument("--percuss", default=str(ROOT / "build" / "release" / "percuss"))
    common.add_argument("--document", default=str(PERFORMANCE))
    return common


def put(document, table, text):
    """Writes `text` between <!-- begin TABLE --> and <!-- end TABLE -->; prints it where the document is `-`."""
    begin, end = f"<!-- begin {table} -->", f"<!-- end {table} -->"
    block = f"{begin}\n{text}\n{end}"
    if str(document) == "-":
        print(block)
        return
    page = pathlib.Path(document)
    old = page.read_text(encoding="utf-8")
    if old.count(begin) != 1 or old.count(end) != 1:
        raise ValueError(f"{page} does not hold the lines {begin} and {end} once each")
    before, rest = old.split(begin)
    page.write_text(before + block + rest.split(end)[1], encoding="utf-8")


def lines(document, table):
    """The lines between these two as they stand; none where the document is `-`."""
    if str(document) == "-":
        return []
    page = pathlib.Path(document).read_text(encoding="utf-8")
    return page.split(f"<!-- begin {table} -->")[1].split(f"<!-- end {table} -->")[0].splitlines()


def table(head, rows, left=()):
    """Lines of a table, its columns to the right but for those numbered in `left`."""
    sides = (":--|" if column in left else "--:|" for column in range(len(head)))
    return ["| " + " | ".join(head) + " |", "|" + "".join(sides)] + [
        "| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]


def bench(program, model, words, seconds, plot=None):
    """Rows of bench.csv of `percuss bench`, whose runs are cut short after `seconds`; the time over the size goes to the
    file `plot`."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "bench", str(model), "--seconds", str(seconds), "--out", folder, "--quiet", *words]
        subprocess.run(command, check=True, capture_output=True)
        if plot:
            shutil.copy(pathlib.Path(folder) / "bench_time.svg", plot)
        with open(pathlib.Path(folder) / "bench.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))


def per_problem(row, what):
    """A cell: `what` of a row of bench.csv, by its contact problems."""
    return f"{float(row[what]) / max(float(row['contact_problems']), 1.0):.3g}"


def memory(row):
    """A cell: the most memory [MB] of a row of bench.csv."""
    return f"{float(row['peak_memory [bytes]']) / 1e6:.0f}"


# Parts of a step in bench.csv, and their heads in tables.
PARTS = {"forces": "forces", "factor": "factor", "solve": "solve", "detection": "detection", "delassus": "Delassus",
         "contact": "contact solver", "output": "output", "other": "other"}
PART_HEADS = [*PARTS.values(), "iterations", "memory [MB]"]


def part_cells(row):
    """Of a row of bench.csv: the parts of a step in percent, the contact solver's iterations, the memory."""
    loop = float(row["loop_seconds [s]"])
    return [*(f"{100.0 * float(row[f'{part} [s]']) / loop:.0f}" for part in PARTS), per_problem(row, "contact_iterations"),
            memory(row)]


def summary_of_run(program, folder, model, settings):
    """What `percuss run` says of itself, on one thread; its results are in `folder` until the next run."""
    out = pathlib.Path(folder) / "run"
    command = [program, "run", str(model), "--threads", "1", "--overwrite", "--out", str(out)]
    for setting in settings:
        command += ["--set", setting]
    subprocess.run(command, check=True, capture_output=True)
    return json.loads((out / "summary.json").read_text(encoding="utf-8"))
