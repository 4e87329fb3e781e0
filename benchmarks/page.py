# SPDX-License-Identifier: Apache-2.0
"""Pages of docs/ whose tables are written by scripts, each between its markers."""
import argparse
import json
import pathlib
import subprocess

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


def table(head, rows, left=()):
    """Lines of a table, its columns to the right but for those numbered in `left`."""
    sides = (":--|" if column in left else "--:|" for column in range(len(head)))
    return ["| " + " | ".join(head) + " |", "|" + "".join(sides)] + [
        "| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]


def summary_of_run(program, folder, model, settings, launcher=()):
    """What `percuss run` says of itself, on one thread; its results are in `folder` until the next run. `launcher`: words
    before the program."""
    out = pathlib.Path(folder) / "run"
    command = [*launcher, program, "run", str(model), "--threads", "1", "--overwrite", "--out", str(out)]
    for setting in settings:
        command += ["--set", setting]
    subprocess.run(command, check=True, capture_output=True)
    return json.loads((out / "summary.json").read_text(encoding="utf-8"))
