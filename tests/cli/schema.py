# SPDX-License-Identifier: Apache-2.0
"""The JSON Schema, the examples, the reference and the program agree with each other."""

import json
import re
import subprocess
import sys
import unittest

try:
    import yaml
    from jsonschema import Draft202012Validator
except ImportError as problem:
    sys.exit(f"{sys.executable}: {problem}\nThis test needs jsonschema (4.0 or later) and yaml: "
             "apt-get install python3-jsonschema python3-yaml")

from support import SOURCE, CommandLineTest, some

SCHEMA_FILE = SOURCE / "docs" / "percuss-model.schema.json"
PAGE = SOURCE / "docs" / "model-file.md"


class Yaml12Loader(yaml.SafeLoader):
    """Reads scalars as YAML 1.2 does: 1e-7 is a number, `yes` and `on` are texts."""


Yaml12Loader.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("bool", r"^(true|false)$", "tf"),
    ("int", r"^[-+]?(0|[1-9][0-9]*)$", "-+0123456789"),
    ("float", r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$", "-+.0123456789"),
    ("null", r"^(~|null|)$", ["~", "n", ""]),
):
    Yaml12Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), list(first))
Yaml12Loader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(node.value))

MODEL = """percuss: 1
simulation:
  scheme: moreau_jean
  step: 1e-3
  end_time: 0.1
bodies:
  puck: {type: point_mass, mass: 1.0, position: [0.0, 0.1]}
contacts:
  ground: {type: node_wall, body: puck, node: first, normal: [0, 1], friction: 0.3}
loads:
  weight: {type: gravity, acceleration: [0, -9.81]}
  push: {type: force, body: puck, direction: [1, 0], history: [[0, 0], [1, 2]]}
outputs:
  every: 10
  history: [ground.gap, {name: v, quantity: puck.nodes.first.velocity.x}]
"""
# What both refuse; `assignment` is for --set.
WRONG = {
    "an unknown section": "simulatoin={}",
    "an unknown key": "bodies.puck.mas=1",
    "an unknown type of body": "bodies.puck.type=puk",
    "an unknown type of contact": "contacts.ground.type=wall",
    "an unknown type of load": "loads.push.type=forces",
    "an unknown scheme": "simulation.scheme=moreau_jaen",
    "an unknown option of a scheme": "simulation.scheme={name: moreau_jean, thta: 1}",
    "an option out of range": "simulation.scheme={name: moreau_jean, theta: 2}",
    "an unknown contact solver": "simulation.contact_solver={name: gauss}",
    "an unknown linear solver": "simulation.linear_solver=lu",
    "a linear solver's tolerance out of range": "simulation.linear_solver={name: cg, tolerance: 1}",
    "a negative mass": "bodies.puck.mass=-1",
    "no mass": "bodies.puck={type: point_mass}",
    "a text for a number": "bodies.puck.mass=heavy",
    "a quoted number": "bodies.puck.mass='1'",
    "a list for a number": "bodies.puck.mass=[1]",
    "a step of zero": "simulation.step=0",
    "one and a half steps between rows": "outputs.every=1.5",
    "zero steps between rows": "outputs.every=0",
    "a restitution above one": "contacts.ground.restitution=1.4",
    "negative friction": "contacts.ground.friction=-0.3",
    "a negative node": "contacts.ground.node=-1",
    "a node that is no node": "contacts.ground.node=middle",
    "a pair of three": "loads.push.history=[[0, 0, 0]]",
    "a word for a boolean": "simulation.allow_unstable_step=yes",
    "a list for a section": "bodies=[1]",
    "no bodies": "bodies={}",
    "a body without a type": "bodies.second={mass: 1}",
    "a name that is taken": "bodies.energy={type: point_mass, mass: 1}",
    "a name with a blank": "bodies.a b={type: point_mass, mass: 1}",
    "a column without a quantity": "outputs.history=[{name: v}]",
    "a certificate below zero": "simulation.certificates.residual=-1",
    "another version": "percuss=2",
}


def put(document, assignment):
    """The document after --set."""
    path, _, value = assignment.partition("=")
    *way, last = path.split(".")
    node = document
    for key in way:
        node = node.setdefault(key, {})
    node[last] = yaml.load(value, Yaml12Loader)
    return document


class Schema(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
        self.validator = Draft202012Validator(self.schema)

    def accepts(self, text):
        return [error.message for error in self.validator.iter_errors(yaml.load(text, Yaml12Loader))]

    def test_is_a_json_schema(self):
        Draft202012Validator.check_schema(self.schema)

    def test_the_file_is_what_the_program_prints(self):
        done = self.percuss("schema")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout == SCHEMA_FILE.read_text(encoding="utf-8"),
                        "docs/percuss-model.schema.json is out of date: run  "
                        "percuss schema > docs/percuss-model.schema.json  and then  "
                        "python3 docs/generate_model_reference.py")

    def test_every_example_keeps_to_it(self):
        examples = sorted((SOURCE / "examples").glob("**/*.yaml"))
        self.assertGreaterEqual(len(examples), 2)
        for example in examples:
            with self.subTest(example.relative_to(SOURCE)):
                self.assertEqual(self.accepts(example.read_text(encoding="utf-8")), [])

    def test_numbers_are_read_as_yaml_1_2_does(self):
        for text, value in (("1e-7", 1e-7), ("5", 5), ("-2.5E6", -2.5e6), (".5", 0.5), ("true", True), ("yes", "yes"),
                            ("1_000", "1_000"), ("0x10", "0x10"), ("~", None), ("1.", 1.0)):
            loaded = yaml.load(text, Yaml12Loader)
            self.assertEqual((loaded, type(loaded)), (value, type(value)), text)

    def test_a_sound_model_keeps_to_it_and_runs(self):
        self.assertEqual(self.accepts(MODEL), [])
        self.write("m.yaml", MODEL)
        self.run_model("m.yaml")

    def test_what_the_schema_refuses_the_program_refuses(self):
        self.write("m.yaml", MODEL)
        for what, assignment in some(WRONG.items()):
            with self.subTest(what):
                document = put(yaml.load(MODEL, Yaml12Loader), assignment)
                self.assertFalse(self.validator.is_valid(document), "the schema accepts it")
                done = self.percuss("validate", "m.yaml", "--set", assignment)
                self.assertEqual(done.returncode, 2, "the program accepts it")

    def test_what_must_be_there_is_required_by_both(self):
        for section, key in ((None, "percuss"), (None, "simulation"), (None, "bodies"), ("simulation", "step"),
                             ("simulation", "end_time"), ("simulation", "scheme")):
            with self.subTest(key):
                document = yaml.load(MODEL, Yaml12Loader)
                del (document[section] if section else document)[key]
                self.assertFalse(self.validator.is_valid(document), "the schema accepts it")
                self.write("m.yaml", yaml.safe_dump(document))
                done = self.percuss("validate", "m.yaml")
                self.assertEqual(done.returncode, 2, "the program accepts it")
                self.assertIn(f"`{key}`", done.stderr)


class Reference(CommandLineTest):
    def test_its_tables_are_up_to_date(self):
        done = subprocess.run([sys.executable, SOURCE / "docs" / "generate_model_reference.py", "--check"], text=True,
                              capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_its_tables_show_every_key_of_the_schema(self):
        def keys(schema):
            for key, value in schema.get("properties", {}).items():
                yield key
                yield from keys(value)
            for value in [schema.get("additionalProperties"), *schema.get("oneOf", []), schema.get("items")]:
                if isinstance(value, dict):
                    yield from keys(value)

        page = PAGE.read_text(encoding="utf-8")
        for key in set(keys(json.loads(SCHEMA_FILE.read_text(encoding="utf-8")))):
            self.assertRegex(page, rf"[`.\s]{key}[`:\s]", f"{key} is nowhere in docs/model-file.md")

    def test_its_model_runs(self):
        text = re.search(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL).group(1)
        self.write("m.yaml", text)
        self.run_model("m.yaml")

    def test_its_quantities_exist_and_are_all(self):
        section = PAGE.read_text(encoding="utf-8").split("### Quantities")[1].split("##")[0]
        names = re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)
        columns = [name.replace("CONTACT", "ground").replace("BODY", "puck").replace("NODE", "first") for name in names]
        columns = [name + ".y" if name.startswith("puck") else name for name in columns]
        self.write("m.yaml", MODEL)
        self.run_model("m.yaml", "--set", f"outputs.history=[{', '.join(columns)}]")
        for first in ("ground", "puck", "puck.nodes.first", "energy"):  # the program's own lists
            told = self.percuss("validate", "m.yaml", "--set", f"outputs.history=[{first}.]").stderr
            words = re.search(r"accepts: (.*)", told).group(1).split(", ")
            for word in words:
                if word != "nodes":
                    self.assertTrue(any(column.startswith(f"{first}.{word}") for column in columns), f"{first}.{word}")

    def test_its_summary_keys_are_those_of_a_run(self):
        self.write("m.yaml", MODEL)
        run = self.run_model("m.yaml", "--profile", "--time-limit", "1e-9", "--set",
                             "simulation.linear_solver=cg", code=130)  # with all that is told on demand
        summary = json.loads((run / "summary.json").read_text(encoding="utf-8"))
        section = PAGE.read_text(encoding="utf-8").split("**`summary.json`**")[1].split("##")[0]
        named = {key for row in re.findall(r"^\| (`[^|]+) \|", section, re.MULTILINE)
                 for key in re.findall(r"`(\w+)`", row)}
        self.assertEqual(named, set(summary))


if __name__ == "__main__":
    unittest.main()
