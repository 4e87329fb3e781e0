# SPDX-License-Identifier: Apache-2.0
"""Runs of the examples by `percuss run --set ...` and figures of them by `percuss plot`, for the scripts of the docs."""
import csv
import json
import math
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"


class Plots:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def percuss(self, *words):
        subprocess.run([self.program, *map(str, words)], check=True, stdout=subprocess.DEVNULL)

    def run(self, model, settings):
        """Columns of the history; `table` has those of the other files."""
        words = [word for key, value in settings.items() for word in ("--set", f"{key}={json.dumps(value)}")]
        self.percuss("run", ROOT / "examples" / model, "--out", self.folder / "run.out", "--overwrite", "--quiet", *words)
        return self.table("history.csv")

    def table(self, name):
        """Columns of a file of the last run."""
        with open(self.folder / "run.out" / name, encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        return {heading.split(" [")[0]: [float(row[heading]) for row in rows] for heading in rows[0]}

    def summary(self):
        with open(self.folder / "run.out" / "summary.json", encoding="utf-8") as file:
            return json.load(file)

    def draw(self, image, title, y_label, curves, window=(0.0, math.inf), x="t", words=()):
        """`curves`: name in the legend -> (x, y)."""
        files = []
        for name, (xs, ys) in curves.items():
            files.append(self.folder / f"{name}.csv")
            with open(files[-1], "w", encoding="utf-8") as file:
                file.write(f"{x},y\n")
                file.writelines(f"{a!r},{b!r}\n" for a, b in zip(xs, ys) if window[0] <= a <= window[1])
        self.percuss("plot", *files, "--x", x, "--y", "y", "--y-label", y_label, "--title", title, "--out",
                     IMAGES / image, *words)
