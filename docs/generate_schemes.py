#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the capability table of schemes.md from the program.

    python3 docs/generate_schemes.py build/release/percuss            # rewrite the table
    python3 docs/generate_schemes.py build/release/percuss --check    # exit code 1 when it is out of date
"""

import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parent / "schemes.md"


def main():
    table = subprocess.run([sys.argv[1], "list", "capabilities"], check=True, capture_output=True, text=True).stdout
    old = PAGE.read_text()
    new = re.sub(r"(<!-- generated: capabilities -->\n).*?(<!-- end -->)", lambda m: f"{m[1]}\n{table}\n{m[2]}", old,
                 flags=re.S)
    if "--check" in sys.argv[2:]:
        if new != old:
            sys.exit("docs/schemes.md is out of date: run docs/generate_schemes.py")
        return
    PAGE.write_text(new)


if __name__ == "__main__":
    main()
