#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the tables of model-file.md from percuss-model.schema.json.

A table stands between `<!-- generated: PART -->` and `<!-- end -->`, where PART is a path of property names, e.g.
`bodies` or `simulation/scheme`. Everything outside is left as it is.

    percuss schema > docs/percuss-model.schema.json
    python3 docs/generate_model_reference.py            # rewrite the tables
    python3 docs/generate_model_reference.py --check    # exit code 1 when they are out of date
"""

import json
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
SCHEMA = FOLDER / "percuss-model.schema.json"
PAGE = FOLDER / "model-file.md"
HEAD = ["| Key | Value | Unit | Default | Meaning |", "|---|---|---|---|---|"]


def number(x):
    text = f"{x:.15g}"
    return str(int(x)) if re.fullmatch(r"-?\d+", text) else text


def interval(schema):
    """`> 0`, `in [0, 1]`, ... or nothing."""
    low, high = (next((schema[k] for k in keys if k in schema), None)
                 for keys in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")))
    if low is not None and high is not None:
        left = "(" if "exclusiveMinimum" in schema else "["
        right = ")" if "exclusiveMaximum" in schema else "]"
        return f" in {left}{number(low)}, {number(high)}{right}"
    if low is not None:
        return f" {'>' if 'exclusiveMinimum' in schema else '>='} {number(low)}"
    if high is not None:
        return f" {'<' if 'exclusiveMaximum' in schema else '<='} {number(high)}"
    return ""


EXPRESSION = {"$ref": "#/$defs/expression"}


def plain(schema):
    """A value without the expression that it may be instead."""
    choices = schema.get("anyOf", [])
    return choices[0] if len(choices) == 2 and choices[1] == EXPRESSION else schema


def kind(schema):
    """What a value may be, in words."""
    schema = plain(schema)
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in schema["enum"])
    types = schema.get("type")
    if types == "number":
        return "number" + interval(schema)
    if types == "integer":
        return "integer" + interval(schema)
    if types == "boolean":
        return "`true`, `false`"
    if types == "array" and "prefixItems" in plain(schema.get("items", {})):
        return "list of [x, y], x increasing"
    if types == "array":
        return "list"
    if types == "object":
        return "map"
    if isinstance(types, list) or types == "string":
        return "text"
    choices = schema.get("anyOf", schema.get("oneOf", []))
    if {"integer", "string"} == {choice.get("type") for choice in choices}:
        return "node: index from 0, `first` or `last`"
    if {"number", "array"} == {choice.get("type") for choice in choices}:
        return f"number{interval(choices[0])}, or list of them"
    return "map, or the name alone"


def default(schema, required):
    if required:
        return "required"
    if schema.get("default") in (None, "", []):
        return ""
    value = schema["default"]
    if isinstance(value, bool):
        return f"`{json.dumps(value)}`"
    if isinstance(value, (int, float)):
        return f"`{number(value)}`"
    if isinstance(value, list):
        return "`" + (number(value[0]) if len(value) == 1 else json.dumps(value)) + "`"
    return f"`{value}`"


def meaning_and_unit(schema):
    text = schema.get("description", "")
    unit = re.search(r" \[([^\]]+)\]$", text)
    return (text[: unit.start()], unit.group(1)) if unit else (text, "")


def rows(schema, prefix=""):
    for key, value in schema["properties"].items():
        if "const" in value:
            continue
        required = key in schema.get("required", [])
        if value.get("type") == "object" and "properties" in value and "description" not in value:
            yield from rows(value, f"{prefix}{key}.")
            continue
        meaning, unit = meaning_and_unit(value)
        cells = (f"`{prefix}{key}`", kind(value), unit, default(value, required), meaning)
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def types_of(schema):
    """The choices of a section of named things, or of `scheme`."""
    schema = schema.get("additionalProperties", schema)
    return [choice for choice in schema["oneOf"] if "properties" in choice]


def table(schema):
    lines = list(rows(schema))
    return HEAD + lines if lines else ["It has no options."]


def part(root, path):
    """The lines of one generated part."""
    names = path.split("/")
    schema = root
    for name in names:
        if name not in schema.get("properties", {}):
            raise SystemExit(f"{PAGE.name}: there is no part `{path}` in {SCHEMA.name}")
        schema = schema["properties"][name]
    if "properties" in schema:
        return table(schema)
    choices = types_of(schema)
    if len(choices) == 1 and "title" not in choices[0]:
        return table(choices[0])
    lines = []
    for choice in choices:
        key = next(key for key, value in choice["properties"].items() if "const" in value)
        summary = choice["description"]
        lines += [f"{'#' * (len(names) + 2)} `{key}: {choice['title']}`", ""]
        lines += [summary[0].upper() + summary[1:] + ".", ""] + table(choice) + [""]
    return lines[:-1]


def render(page, root):
    def fill(match):
        return f"{match.group(1)}\n\n" + "\n".join(part(root, match.group(2))) + "\n\n<!-- end -->"

    return re.sub(r"(<!-- generated: (\S+) -->)\n.*?<!-- end -->", fill, page, flags=re.DOTALL)


def main():
    root = json.loads(SCHEMA.read_text(encoding="utf-8"))
    page = PAGE.read_text(encoding="utf-8")
    fresh = render(page, root)
    if "--check" in sys.argv[1:]:
        if fresh != page:
            raise SystemExit(f"{PAGE.name} is out of date: run python3 docs/{pathlib.Path(__file__).name}")
        return
    PAGE.write_text(fresh, encoding="utf-8")


if __name__ == "__main__":
    main()
