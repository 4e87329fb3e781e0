# SPDX-License-Identifier: Apache-2.0
"""Pages of docs/ whose tables are written by scripts, each between its markers."""
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
PERFORMANCE = ROOT / "docs" / "performance.md"


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
