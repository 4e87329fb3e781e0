#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the list of events of events.md.

    python3 docs/generate_events.py build/release/percuss
"""

import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE / "events.md"
MODEL = HERE.parent / "examples" / "03_slider_crank" / "unilateral.yaml"


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[1], "run", MODEL, "--quiet", "--out", folder + "/crank"], check=True)
        done = subprocess.run([sys.argv[1], "events", folder + "/crank", "--contact", "slider.1", "--to", "0.009"], check=True,
                              capture_output=True, text=True)
    lines = "".join("    " + line.rstrip() + "\n" for line in done.stdout.splitlines())
    text = re.sub(r"(<!-- events: begin -->\n).*?(<!-- events: end -->)", lambda m: m[1] + "\n" + lines + "\n" + m[2],
                  PAGE.read_text(), flags=re.S)
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
