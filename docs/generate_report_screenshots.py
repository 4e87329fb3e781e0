#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs five examples, writes their reports and takes the pictures of docs/report.md. Needs chromium.

usage: generate_report_screenshots.py PERCUSS [FOLDER]     FOLDER: where the pictures go (default: docs/images)
"""
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = {"bouncing_ball": ["01_bouncing_ball/ball.yaml"], "woodpecker": ["07_woodpecker/woodpecker.yaml"],
            "slider_crank": ["03_slider_crank/unilateral.yaml", "03_slider_crank/bilateral.yaml"],
            "flexible_slider_crank": ["14_flexible_slider_crank/unilateral.yaml"],
            "cantilever": ["16_cantilever_stop/elastic.yaml"]}
FRAMES = {"bouncing_ball": 20, "woodpecker": 100, "slider_crank": 20, "flexible_slider_crank": 100,
          "cantilever": 200}  # steps between them
HEIGHT = {"bouncing_ball": 1500, "woodpecker": 1000, "slider_crank": 1000, "flexible_slider_crank": 1000,
          "cantilever": 1000}


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    program = pathlib.Path(sys.argv[1]).resolve()
    images = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else SOURCE / "docs" / "images"
    os.environ.update(PERCUSS=str(program), PERCUSS_SOURCE_DIR=str(SOURCE))
    sys.path.insert(0, str(SOURCE / "tests" / "cli"))
    from support.chromium import Chromium

    with tempfile.TemporaryDirectory() as name, Chromium() as browser:
        for example, models in EXAMPLES.items():
            folders, room = [], pathlib.Path(name) / example
            room.mkdir()
            for model in models:
                folders.append(pathlib.Path(model).stem + ".out")
                subprocess.run([program, "run", SOURCE / "examples" / model, "--quiet", "--out", folders[-1],
                                "--set", f"outputs.geometry={{every: {FRAMES[example]}}}"], cwd=room, check=True,
                               stdout=subprocess.DEVNULL)
            subprocess.run([program, "report", *folders, "--out", f"{example}.html"], cwd=room, check=True,
                           stdout=subprocess.DEVNULL)
            page = browser.open(room / f"{example}.html", height=HEIGHT[example])
            page.evaluate("percussReport.clock.set(0.4 * percussReport.clock.end)")
            path = images / f"report_{example}.png"
            page.screenshot(path)
            print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
