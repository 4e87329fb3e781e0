# SPDX-License-Identifier: Apache-2.0
"""Runs the program for the tests of this folder, each in a folder of its own."""

import csv
import io
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PERCUSS = os.environ["PERCUSS"]
SOURCE = pathlib.Path(os.environ["PERCUSS_SOURCE_DIR"])
BALL = SOURCE / "examples" / "01_bouncing_ball" / "ball.yaml"
BAR = SOURCE / "examples" / "02_impacting_bar" / "bar.yaml"
UNDER_SANITIZERS = os.environ.get("PERCUSS_UNDER_SANITIZERS") == "1"  # which take ten times as long


def fewer(number):
    """`number`, or what the sanitizers are given of it."""
    return max(1, number // 5) if UNDER_SANITIZERS else number


def some(items):
    """All of them, or a few from everywhere among them under the sanitizers, which look for faults of memory alone."""
    items = list(items)
    return items[:: max(1, len(items) // fewer(len(items)))]


long_run = unittest.skipIf(UNDER_SANITIZERS, "a long run for its numbers: the code is that of shorter ones")


class CommandLineTest(unittest.TestCase):
    """A test that starts in an empty folder, which is gone afterwards."""

    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="percuss_cli_"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def percuss(self, *words, timeout=60):
        """The finished process: returncode, stdout, stderr."""
        return subprocess.run([PERCUSS, *map(str, words)], cwd=self.folder, timeout=timeout, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL)

    def run_model(self, model, *words, out="out", code=0):
        """Runs a model into the folder `out` and returns that folder."""
        done = self.percuss("run", model, "--out", out, *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return self.folder / out

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


def summary(folder):
    return json.loads((folder / "summary.json").read_text(encoding="utf-8"))


def without_unit(heading):
    return heading.split(" [")[0]


def table(text):
    """Rows of a CSV text as dictionaries, by the names of the columns without units."""
    rows = csv.reader(io.StringIO(text))
    names = [without_unit(heading) for heading in next(rows)]
    return [dict(zip(names, row, strict=True)) for row in rows]


def history(folder):
    """Names of the columns and rows of history.csv."""
    lines = (folder / "history.csv").read_text(encoding="utf-8").splitlines()
    names = [without_unit(heading) for heading in lines[0].split(",")]
    return names, [[float(cell) for cell in line.split(",")] for line in lines[1:]]


def edited(text, *edits):
    """`text` with each (old, new) replaced; `old` must occur once."""
    for old, new in edits:
        if text.count(old) != 1:
            raise ValueError(f"{old!r} occurs {text.count(old)} times")
        text = text.replace(old, new)
    return text


def place(text, mark):
    """Line and column, from 1, of the only `mark` in `text`."""
    if text.count(mark) != 1:
        raise ValueError(f"{mark!r} occurs {text.count(mark)} times")
    before = text[: text.index(mark)]
    return before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
