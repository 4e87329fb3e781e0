#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of docs/verification.md from a run of the verification tests.

usage: docs/generate_verification.py [build/release/tests/percuss_tests_verification]

The tests judge each figure and put it into their report (tests/verification/figure.hpp); this script only prints what
the run reported. It refuses to write when a test fails.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parent.parent
page = root / "docs" / "verification.md"
PLACES = ("figures", "hostile")  # between <!-- begin PLACE --> and <!-- end PLACE -->


def sentence(name):
    """AppearsLikeThis -> appears like this."""
    words = re.sub(r"([A-Z])", r" \1", name.split("/")[0]).strip()
    return words[0] + words[1:].lower()


def name_of(suite):
    return suite["name"].partition("/")[2] or suite["name"]


def place_of(suite):
    return "hostile" if name_of(suite).startswith("Hostile") else "figures"


def tables(report, place):
    text = []
    for suite in sorted(report["testsuites"], key=name_of):
        if place_of(suite) != place:
            continue
        rows_of_suite = []
        for test in suite["testsuite"]:
            figures = [value for key, value in sorted(test.items()) if key.startswith("figure_")]
            if not figures:
                continue
            variant = test["name"].partition("/")[2]
            heading = sentence(test["name"]) + (f" ({variant})" if variant else "")
            rows_of_suite.append(f"\n**{heading}**\n\n| figure | reference | seen | tolerance | unit |\n|---|---|---|---|---|\n")
            rows_of_suite += ["| " + figure + " |\n" for figure in figures]
        if rows_of_suite:
            text.append(f"\n### {name_of(suite)}\n" + "".join(rows_of_suite))
    return "".join(text)


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root / "build/release/tests/percuss_tests_verification")
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        run = subprocess.run([str(program), f"--gtest_output=json:{report}"], cwd=root, capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(run.stdout + "a verification test fails: nothing written")
        seen = json.loads(report.read_text())
    text = page.read_text()
    for place in PLACES:
        begin, end = f"<!-- begin {place} -->", f"<!-- end {place} -->"
        head, rest = text.split(begin)
        text = head + begin + "\n" + tables(seen, place) + "\n" + end + rest.split(end)[1]
    page.write_text(text)
    print(f"wrote {page.relative_to(root)}")


if __name__ == "__main__":
    main()
