# SPDX-License-Identifier: Apache-2.0
"""What a user gets wrong: exit code 2, a message with place, key and remedy for every fault, and no file written."""

import os
import unittest

from support import BAR, SOURCE, CommandLineTest, edited, place

BAR_MODEL = """percuss: 1
simulation:
  scheme: {name: half_explicit_velocity}
  step: 1.0e-7
  end_time: 1.0e-4
bodies:
  bar:
    type: bar
    length: 1.0
    elements: 50
    area: 3.0e-4
    youngs_modulus: 2.1e11
    density: 7800.0
    mass: consistent
    damping: {mass: 0.0}
contacts:
  wall: {type: node_wall, body: bar, node: 0, restitution: 0.0}
outputs:
  every: 10
  history: [wall.gap, bar.nodes.last.velocity]
"""
PUCK_MODEL = """percuss: 1
simulation:
  scheme: moreau_jean
  contact_solver: {name: gauss_seidel}
  step: 1.0e-3
  end_time: 0.1
bodies:
  puck: {type: point_mass, mass: 1.0, position: [0.0, 0.1], velocity: [1.0, 0.0]}
contacts:
  ground: {type: node_wall, body: puck, normal: [0, 1], friction: 0.3}
loads:
  weight: {type: gravity, acceleration: [0, -9.81]}
  push: {type: force, body: puck, direction: [1, 0], history: [[0, 0], [1, 2]]}
"""


PENDULUM_MODEL = """percuss: 1
simulation: {scheme: half_explicit_velocity, step: 1.0e-3, end_time: 0.1}
bodies:
  bob: {type: point_mass, mass: 1.0, position: [0.3, -0.4], velocity: [0.8, 0.6]}
  bead: {type: point_mass, mass: 1.0, position: [1.0, 1.0]}
contacts:
  floor: {type: node_wall, body: bob, wall: [0, -1], normal: [0, 1]}
joints:
  rod: {type: distance, body: bob, length: 0.5}
  wire: {type: prismatic, body: bead, axis: [1, 1], to_point: [2, 2]}
"""


class WrongInput(CommandLineTest):
    def check(self, done, faults, verb):
        """`faults` are (first line, words of the remedy...), in the order in which they are told."""
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        lines = done.stderr.splitlines()
        count = len(faults)
        end = "; nothing was run." if verb in ("run", "validate") else "."
        self.assertEqual(lines[-1], f"{count} fault{'' if count == 1 else 's'}{end}", done.stderr)
        told = [line for line in lines[:-1] if not line.startswith("  ")]
        self.assertEqual(told, [fault[0] for fault in faults], done.stderr)
        remedies = [line for line in lines[:-1] if line.startswith("  ")]
        self.assertEqual(len(remedies), count, "every fault has a remedy:\n" + done.stderr)
        for remedy, (_, *words) in zip(remedies, faults):
            for word in words:
                self.assertIn(word, remedy)
        self.assertEqual([p.name for p in self.folder.iterdir() if p.name not in self.given], [], "files were written")

    def refuse(self, text, *faults, options=(), verb="run"):
        """Each of `faults` is (mark in the text, key, message, words of the remedy...)."""
        self.write("m.yaml", text)
        self.given = {"m.yaml"}
        expected = []
        for mark, key, message, *words in faults:
            line, column = mark if isinstance(mark, tuple) else place(text, mark)
            key = key + ": " if key else ""
            expected.append((f"m.yaml:{line}:{column}: {key}{message}", *words))
        out = ("--out", "results") if verb == "run" else ()
        self.check(self.percuss(verb, "m.yaml", *out, *options), expected, verb)

    def refuse_bar(self, old, new, *faults):
        self.refuse(edited(BAR_MODEL, (old, new)), *faults)

    def refuse_puck(self, old, new, *faults):
        self.refuse(edited(PUCK_MODEL, (old, new)), *faults)

    def refuse_words(self, words, *faults, given=()):
        """Faults without a place in a file: (first line, words of the remedy...)."""
        self.given = set(given)
        self.check(self.percuss(*words), faults, words[0] if words else "")

    def refuse_set(self, assignments, *faults):
        """Each of `faults` is (assignment, key, message, words of the remedy...)."""
        self.write("m.yaml", BAR_MODEL)
        self.given = {"m.yaml"}
        words = [word for assignment in assignments for word in ("--set", assignment)]
        expected = [(f"--set {a}: {key + ': ' if key else ''}{message}", *words) for a, key, message, *words in faults]
        self.check(self.percuss("run", "m.yaml", "--out", "results", *words), expected, "run")


MATRIX, SHAPES = "[\n                0.075552, ", "[\n                0.0, 0.0, 10."  # where these lists begin


class ShapeIntegrals(WrongInput):
    def refuse_rod(self, old, new, *faults):
        text = (SOURCE / "examples/14_flexible_slider_crank/published.yaml").read_text(encoding="utf-8")
        self.refuse(edited(text, (old, new)), *faults)

    def test_too_few_of_them(self):
        self.refuse_rod("radial: [0.0, 0.0, ", "radial: [", ("[0.0151104", "bodies.rod.integrals.radial",
                        "2 numbers where 4 are needed", "give 4 numbers"))

    def test_a_matrix_without_a_row(self):
        self.refuse_rod("0.0, 0.0, 0.151104, 0.302208]", "0.0]", (MATRIX, "bodies.rod.mass_matrix",
                        "13 numbers are no square matrix", "give r rows of r numbers"))

    def test_an_unsymmetric_matrix(self):
        self.refuse_rod("0.151104, 0.302208]", "0.1, 0.302208]", (MATRIX, "bodies.rod.mass_matrix", "not symmetric: row 4, "
                        "column 3 is 0.1, row 3, column 4 is 0.151104", "entries mirrored at the diagonal are equal"))

    def test_an_indefinite_matrix(self):
        self.refuse_rod("0.151104, 0.302208]", "0.151104, -0.302208]", (MATRIX, "bodies.rod.mass_matrix", "not positive "
                        "definite: some motion of the shapes has no kinetic energy, or a negative one",
                        "leave out shapes that are sums of others"))

    def test_moments_of_another_body(self):
        self.refuse_rod("    inertia: 0.0045", "    inertia: 0.0005", ("translation_x", "bodies.rod.integrals", "no body has "
                        "them with this mass, first moment, inertia and mass matrix: some motion of frame and shapes has no "
                        "kinetic energy, or a negative one", "about the origin of the frame"))

    def test_nodes_without_shapes(self):
        self.refuse_rod("0.225, 0.0, 0.3, 0.0]", "0.225, 0.0, 0.3, 0.0, 0.4, 0.0]", (SHAPES, "bodies.rod.shapes",
                        "60 numbers for 4 shapes at 6 nodes", "give 72: u, w and phi at all nodes, shape by shape"))

    def test_a_joint_off_the_nodes(self):
        self.refuse_rod("to_node: last", "to_point: [0.29, 0.0]", ("[0.29", "joints.piston_pin.to_point",
                        "`rod` is a flexible_body_planar, whose deformation is known at its nodes alone", "name a node"))


class Joints(WrongInput):
    def refuse_joint(self, old, new, *faults):
        self.refuse(edited(PENDULUM_MODEL, (old, new)), *faults)

    def test_an_unknown_joint(self):
        self.refuse_joint("prismatic", "prismatc", ("prismatc", "joints.wire.type", "`prismatc` is not a type of joint",
                          "did you mean `prismatic`?", "ball, bushing, distance, fixed, linear_motor, motor, prismatic, revolute"))

    def test_a_misspelt_key_of_a_joint(self):
        self.refuse_joint("length:", "lenght:", ("lenght", "joints.rod.lenght", "unknown key", "did you mean `length`?",
                          "A joint of type distance accepts:"))

    def test_a_joint_to_nobody(self):
        self.refuse_joint("body: bead,", "body: bead, to: bab,", ("bab", "joints.wire.to", "there is no body `bab`",
                          "did you mean `bob`?"))

    def test_a_joint_without_its_axis(self):
        self.refuse_joint("axis: [1, 1], ", "", ("{type: prismatic", "joints.wire", "missing key `axis`", "expected"))

    def test_a_joint_that_cannot_be_assembled(self):
        self.refuse_joint("[2, 2]", "[2, 3]", ("[2, 3]", "joints.wire.to_point", "cannot be assembled: initially the "
                          "point of `bead`, (1, 1) m, is 0.707107 m off the axis through (2, 3) m, on ground",
                          "must coincide"))

    def test_a_rod_of_another_length(self):
        self.refuse_joint("length: 0.5", "length: 0.6", ("0.6}", "joints.rod.length", "cannot be assembled: the points, "
                          "(0.3, -0.4) m and (0, 0) m, are initially 0.5 m apart, which is 0.1 m off", "leave"))

    def test_a_start_that_breaks_a_joint(self):
        self.refuse_joint("[0.8, 0.6]", "[0.8, 0.5]", ("{type: distance", "joints.rod", "initially `bob` moves "
                          "relative to `ground` at 0.08 m/s in a direction that the joint constrains", "initial velocities"))

    def test_bodies_that_overlap_at_the_start(self):
        self.refuse_joint("wall: [0, -1]", "wall: [0, -0.3]", ("{type: node_wall", "contacts.floor", "`floor` initially "
                          "overlaps by 0.1 m", "simulation.initial_overlap: 0.101"))


class UnknownNames(WrongInput):
    def test_a_misspelt_section_is_told_once_with_the_nearest_name(self):
        self.refuse_bar("simulation:", "simulaton:", ("simulaton", "simulaton", "unknown key",
                        "did you mean `simulation`?", "A model accepts: percuss, title, include, parameters, simulation"))

    def test_a_misspelt_key_of_the_simulation(self):
        self.refuse_bar("end_time:", "end_tim:", ("end_tim:", "simulation.end_tim", "unknown key",
                        "did you mean `end_time`?", "`simulation` accepts:"))

    def test_a_misspelt_required_key_is_not_missed_as_well(self):
        self.refuse_bar("elements:", "elemnts:", ("elemnts", "bodies.bar.elemnts", "unknown key",
                        "did you mean `elements`?", "A body of type bar accepts: type, length, elements"))

    def test_a_misspelt_key_of_an_inner_map(self):
        self.refuse_bar("damping: {mass", "damping: {stifness", ("stifness", "bodies.bar.damping.stifness",
                        "unknown key", "did you mean `stiffness`?", "`damping` accepts: mass, stiffness"))

    def test_a_misspelt_key_of_a_contact(self):
        self.refuse_bar("node: 0", "nodee: 0", ("nodee", "contacts.wall.nodee", "unknown key", "did you mean `node`?",
                        "A contact of type node_wall accepts:"))

    def test_a_misspelt_key_of_a_load(self):
        self.refuse_puck("acceleration:", "aceleration:", ("aceleration", "loads.weight.aceleration", "unknown key",
                         "did you mean `acceleration`?", "A load of type gravity accepts:"))

    def test_a_misspelt_key_of_the_outputs(self):
        self.refuse_bar("every:", "evry:", ("evry", "outputs.evry", "unknown key", "did you mean `every`?"))

    def test_a_misspelt_key_of_the_contact_solver(self):
        self.refuse_puck("{name: gauss_seidel}", "{name: gauss_seidel, tolerence_relative: 1e-9}",
                         ("tolerence", "simulation.contact_solver.tolerence_relative", "unknown key",
                          "did you mean `tolerance_relative`?"))

    def test_an_option_that_the_contact_solver_does_not_read(self):
        self.refuse_puck("{name: gauss_seidel}", "{name: newton, relaxation: 0.5}",
                         ("0.5}", "simulation.contact_solver.relaxation",
                          "this contact solver does not read `relaxation`", "`gauss_seidel` or `jacobi`"))
        self.refuse_puck("{name: gauss_seidel}", "{name: auto, acceleration: 5}",
                         ("5}", "simulation.contact_solver.acceleration",
                          "this contact solver does not read `acceleration`", "`auto` accelerates"))

    def test_an_option_that_the_linear_solver_does_not_read(self):
        self.refuse_bar("step: 1.0e-7", "step: 1.0e-7\n  linear_solver: {name: banded, tolerance: 1.0e-9}",
                        ("1.0e-9}", "simulation.linear_solver.tolerance",
                         "this linear solver does not read `tolerance`", "leave it out, or use the solver `cg`"))

    def test_a_tolerance_of_the_linear_solver_out_of_range(self):
        self.refuse_bar("step: 1.0e-7", "step: 1.0e-7\n  linear_solver: {name: cg, tolerance: 0.5}",
                        ("0.5}", "simulation.linear_solver.tolerance", "0.5 is not in [1e-16, 0.001]"))

    def test_a_misspelt_option_of_a_scheme(self):
        self.refuse_puck("scheme: moreau_jean", "scheme: {name: moreau_jean, thta: 1}",
                         ("thta", "simulation.scheme.thta", "unknown key", "did you mean `theta`?",
                          "Scheme moreau_jean accepts: name, theta"))

    def test_an_unknown_scheme(self):
        self.refuse_bar("half_explicit_velocity", "half_explicit_velocty", ("half_explicit_velocty",
                        "simulation.scheme.name", "`half_explicit_velocty` is not a scheme",
                        "did you mean `half_explicit_velocity`?", "moreau_jean"))

    def test_an_unknown_scheme_in_the_short_form(self):
        self.refuse_puck("moreau_jean", "moreau_jaen", ("moreau_jaen", "simulation.scheme.name",
                         "`moreau_jaen` is not a scheme", "did you mean `moreau_jean`?"))

    def test_an_unknown_contact_solver(self):
        self.refuse_puck("gauss_seidel", "gaus_seidel", ("gaus_seidel", "simulation.contact_solver.name",
                         "`gaus_seidel` is not an allowed value", "did you mean `gauss_seidel`?"))

    def test_an_unknown_type_of_body(self):
        self.refuse_bar("type: bar", "type: baar", ("baar", "bodies.bar.type", "`baar` is not a type of body",
                        "did you mean `bar`?", "point_mass"))

    def test_an_unknown_type_of_contact(self):
        self.refuse_bar("node_wall", "node_wal", ("node_wal", "contacts.wall.type",
                        "`node_wal` is not a type of contact", "did you mean `node_wall`?"))

    def test_an_unknown_type_of_load(self):
        self.refuse_puck("type: gravity", "type: gravty", ("gravty", "loads.weight.type",
                         "`gravty` is not a type of load", "did you mean `gravity`?"))

    def test_an_unknown_mass_matrix(self):
        self.refuse_bar("consistent", "consistant", ("consistant", "bodies.bar.mass",
                        "`consistant` is not an allowed value", "did you mean `consistent`?"))

    def test_a_contact_with_an_unknown_body(self):
        self.refuse_bar("body: bar", "body: baar", ("baar", "contacts.wall.body", "there is no body `baar`",
                        "did you mean `bar`?"))

    def test_a_load_on_an_unknown_body(self):
        self.refuse_puck("type: force, body: puck", "type: force, body: pukc", ("pukc", "loads.push.body",
                         "there is no body `pukc`", "did you mean `puck`?"))

    def test_an_unknown_quantity_of_a_contact(self):
        self.refuse_bar("wall.gap", "wall.gapp", ("wall.gapp", "outputs.history.0",
                        "`wall.gapp`: there is no quantity `gapp`", "did you mean `gap`?", "A contact accepts: gap"))

    def test_an_unknown_quantity_of_a_node(self):
        self.refuse_bar("last.velocity", "last.velocty", ("bar.nodes.last", "outputs.history.1",
                        "`bar.nodes.last.velocty`: there is no quantity `velocty`", "did you mean `velocity`?"))

    def test_an_unknown_quantity_of_the_energy(self):
        self.refuse_bar("wall.gap", "energy.totl", ("energy.totl", "outputs.history.0",
                        "`energy.totl`: there is no quantity `totl`", "did you mean `total`?"))

    def test_an_unknown_quantity_of_the_solver(self):
        self.refuse_bar("wall.gap", "solver.iterations", ("solver.iterations", "outputs.history.0",
                        "`solver.iterations`: there is no quantity `iterations`", "`solver` accepts: residual"))

    def test_a_column_with_a_word_too_many(self):
        self.refuse_bar("wall.gap", "wall.force.x", ("wall.force.x", "outputs.history.0",
                        "`wall.force.x`: `x` is not expected here", "end the name after `wall.force`"))

    def test_a_component_too_many(self):
        self.refuse_bar("last.velocity", "last.velocity.x.y", ("bar.nodes.last", "outputs.history.1",
                        "`bar.nodes.last.velocity.x.y`: `y` is not expected here", "bar.nodes.last.velocity.x`"))

    def test_a_column_of_an_unknown_contact(self):
        self.refuse_bar("wall.gap", "wal.gap", ("wal.gap", "outputs.history.0",
                        "`wal.gap`: there is no contact or body `wal`", "did you mean `wall`?"))

    def test_an_unknown_component(self):
        self.refuse_bar("last.velocity", "last.velocity.y", ("bar.nodes.last", "outputs.history.1",
                        "`bar.nodes.last.velocity.y`: `bar` has no component `y`", "components: x"))

    def test_a_missing_component(self):
        self.refuse(PUCK_MODEL + "outputs:\n  history: [puck.nodes.first.position]\n", ("puck.nodes",
                    "outputs.history.0", "`puck.nodes.first.position`: the component is missing", ".x, .y or .z"))

    def test_a_column_that_names_only_a_body(self):
        self.refuse_bar("wall.gap", "bar", ((20, 13), "outputs.history.0", "`bar`: the quantity is missing",
                        "A body accepts: nodes, elements, mean_velocity, momentum"))

    def test_an_element_of_a_column_out_of_range(self):
        self.refuse_bar("nodes.last.velocity", "elements.50.axial_force", ("bar.elements", "outputs.history.1",
                        "`bar.elements.50.axial_force`: `bar` has no element 50", "its elements are 0 to 49"))

    def test_a_support_that_bars_cannot_have(self):
        text = """percuss: 1
simulation: {scheme: moreau_jean, step: 1.0e-3, end_time: 1.0e-2}
bodies:
  truss: {type: lattice, cells: [1, 1], cell: [1.0], area: 1.0e-3, youngs_modulus: 2.0e9, density: 1000.0,
          supports: {x_min: pinned}}
"""
        self.refuse(text, ("pinned", "bodies.truss.supports.x_min", "`pinned` is not an allowed value", "free, held"))

    def test_a_face_that_a_frame_of_the_plane_has_not(self):
        text = """percuss: 1
simulation: {scheme: moreau_jean, step: 1.0e-3, end_time: 1.0e-2}
bodies:
  frame: {type: beam_lattice, cells: [1, 1], cell: [1.0], section: {area: 1.0e-3, second_moment: 1.0e-8},
          youngs_modulus: 2.0e9, density: 1000.0, supports: {z_min: roller}}
"""
        self.refuse(text, ("roller", "bodies.frame.supports.z_min", "a lattice of the plane has no such face", "leave it out"))

    def test_a_node_of_a_column_out_of_range(self):
        self.refuse_bar("nodes.last", "nodes.51", ("bar.nodes", "outputs.history.1",
                        "`bar.nodes.51.velocity`: `bar` has no node 51", "its nodes are 0 to 50"))


class WrongValues(WrongInput):
    def test_a_negative_length(self):
        self.refuse_bar("length: 1.0", "length: -1.0", ("-1.0", "bodies.bar.length", "-1 is not > 0",
                        "expected a number > 0 [m]"))

    def test_zero_elements(self):
        self.refuse_bar("elements: 50", "elements: 0", ((10, 15), "bodies.bar.elements", "0 is not in [1, 500000000]",
                        "expected an integer"))

    def test_one_and_a_half_elements(self):
        self.refuse_bar("elements: 50", "elements: 1.5", ("1.5", "bodies.bar.elements", "`1.5` is not an integer",
                        "expected an integer in [1, 500000000]"))

    def test_more_elements_than_the_memory_holds(self):
        text = edited(BAR_MODEL, ("elements: 50", "elements: 500000000"))
        self.write("m.yaml", text)
        done = self.percuss("run", "m.yaml", "--out", "results")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertRegex(done.stderr, r"^m.yaml:10:15: bodies.bar.elements: 500000000 elements need some 110 GB of "
                                      r"memory, and [\d.e+]+ GB are free\n  choose at most [\d.e+]+ elements")
        self.assertFalse((self.folder / "results").exists())

    def test_a_word_for_a_number(self):
        self.refuse_bar("length: 1.0", "length: long", ("long", "bodies.bar.length", "`long` is not a number",
                        "expected a number > 0 [m]"))

    def test_a_list_for_a_number(self):
        self.refuse_bar("length: 1.0", "length: [1.0, 2.0]", ("[1.0, 2.0]", "bodies.bar.length",
                        "a list is not a number", "expected a number > 0 [m]"))

    def test_a_number_with_a_unit(self):
        self.refuse_bar("length: 1.0", "length: 1.0 mm", ("1.0 mm", "bodies.bar.length", "`1.0 mm` is not a number",
                        "in SI units [m]"))

    def test_a_quoted_number(self):
        self.refuse_bar("length: 1.0", 'length: "1.0"', ('"1.0"', "bodies.bar.length",
                        "the quoted text `1.0` is not a number", "remove the quotes"))

    def test_a_decimal_comma(self):
        self.refuse_bar("length: 1.0", "length: 1,5", ("1,5", "bodies.bar.length", "`1,5` is not a number",
                        "decimal point"))

    def test_no_value(self):
        self.refuse_bar("length: 1.0", "length:", ("length", "bodies.bar.length", "has no value", "expected a number"))

    def test_not_a_number(self):
        self.refuse_bar("density: 7800.0", "density: .nan", (".nan", "bodies.bar.density", "nan is not a finite number",
                        "expected a number > 0 [kg/m^3]"))

    def test_an_end_time_that_is_not_finite_is_one_fault(self):
        for word in ("inf", ".inf", "nan"):
            done = self.percuss("run", BAR, "--set", f"simulation.end_time={word}")
            self.assertEqual(done.returncode, 2)
            self.assertIn("is not a finite number", done.stderr)
            self.assertIn("\n1 fault; nothing was run.\n", done.stderr)

    def test_infinity(self):
        self.refuse_bar("density: 7800.0", "density: .inf", (".inf", "bodies.bar.density", "inf is not a finite number",
                        "expected a number > 0"))

    def test_numbers_that_overflow_together(self):
        self.refuse_bar("length: 1.0", "length: 1.0e-300", ("type: bar", "bodies.bar",
                        "an element has a mass of 4.68e-302 kg, a stiffness of inf N/m and an oscillation of "
                        "8.99e+305 rad/s: beyond double precision", "SI units"))

    def test_a_word_for_a_boolean(self):
        self.refuse_bar("step: 1.0e-7", "step: 1.0e-7\n  allow_unstable_step: yes", ("yes",
                        "simulation.allow_unstable_step", "`yes` is not true or false", "write true"))

    def test_a_restitution_above_one(self):
        self.refuse_bar("restitution: 0.0", "restitution: 1.4", ("1.4", "contacts.wall.restitution",
                        "1.4 is not in [0, 1]", "expected a number in [0, 1]"))

    def test_negative_friction(self):
        self.refuse_puck("friction: 0.3", "friction: -0.3", ("-0.3", "contacts.ground.friction", "-0.3 is not >= 0",
                         "expected a number >= 0"))

    def test_friction_on_a_line(self):
        self.refuse_bar("restitution: 0.0", "friction: 0.1", ("0.1", "contacts.wall.friction",
                        "`bar` moves on a line: there is no direction to slide in", "leave `friction` out"))

    def test_a_normal_without_length(self):
        self.refuse_puck("normal: [0, 1]", "normal: [0, 0]", ((10, 49), "contacts.ground.normal",
                         "the direction has no length", "give a direction"))

    def test_a_normal_with_too_many_components(self):
        self.refuse_puck("normal: [0, 1]", "normal: [0, 1, 0]", ("[0, 1, 0]", "contacts.ground.normal",
                         "3 components where the node has 2", "give 1 to 2 numbers"))

    def test_a_node_out_of_range(self):
        self.refuse_bar("node: 0", "node: 51", ("51", "contacts.wall.node", "`bar` has no node 51",
                        "its nodes are 0 to 50; `first` and `last`"))

    def test_a_negative_node(self):
        self.refuse_bar("node: 0", "node: -1", ("-1", "contacts.wall.node", "`-1` is not a node", "counted from 0"))

    def test_initial_values_for_another_mesh(self):
        self.refuse_bar("mass: consistent", "velocity: [1, 2]", ("[1, 2]", "bodies.bar.velocity",
                        "2 numbers for 51 nodes", "give one number for the whole bar, or 51 numbers"))

    def test_a_history_of_a_force_that_goes_back_in_time(self):
        self.refuse_puck("[1, 2]", "[-1, 2]", ("[-1, 2]", "loads.push.history.1",
                         "-1 does not exceed the entry before it, 0", "increasing x"))

    def test_a_certificate_below_zero(self):
        self.refuse_bar("step: 1.0e-7", "step: 1.0e-7\n  certificates: {penetration: -1}", ("-1}",
                        "simulation.certificates.penetration", "-1 is not >= 0", "expected a number >= 0 [m]"))

    def test_rows_every_zero_steps(self):
        self.refuse_bar("every: 10", "every: 0", ((19, 10), "outputs.every", "0 is not in [1, 1000000000000000]",
                        "expected an integer"))


class WrongStructure(WrongInput):
    def test_a_missing_required_key(self):
        self.refuse_bar("    density: 7800.0\n", "", ("type: bar", "bodies.bar", "missing key `density`",
                        "expected a number > 0 [kg/m^3]"))

    def test_a_missing_step(self):
        self.refuse_bar("  step: 1.0e-7\n", "", ("scheme:", "simulation", "missing key `step`",
                        "expected a number > 0 [s]"))

    def test_a_missing_scheme(self):
        self.refuse_bar("  scheme: {name: half_explicit_velocity}\n", "", ("step:", "simulation.scheme",
                        "missing key `scheme`", "one of half_explicit_velocity, half_explicit_acceleration"))

    def test_a_missing_type(self):
        self.refuse_bar("type: node_wall, ", "", ((17, 9), "contacts.wall", "missing key `type`",
                        "expected one of beam_group, beam_plane"))

    def test_a_missing_section(self):
        text = BAR_MODEL[: BAR_MODEL.index("bodies:")]
        self.refuse(text, ((1, 1), "bodies", "missing section `bodies`", "at least one body"))

    def test_a_section_without_bodies(self):
        text = BAR_MODEL[: BAR_MODEL.index("bodies:")] + "bodies: {}\n"
        self.refuse(text, ("{}", "bodies", "there is no body", "at least one"))

    def test_a_number_for_a_section(self):
        text = BAR_MODEL[: BAR_MODEL.index("bodies:")] + "bodies: 3\n"
        self.refuse(text, ((6, 9), "bodies", "`3` is not a map of keys and values", "NAME: {type: ...}"))

    def test_two_bodies_of_one_name(self):
        self.refuse_bar("contacts:", "  bar: {type: point_mass, mass: 1}\ncontacts:", ("bar: {type: point_mass",
                        "bodies.bar", "key given twice, first at line 7, column 3", "keep one"))

    def test_a_key_given_twice(self):
        self.refuse_bar("    area: 3.0e-4\n", "    area: 3.0e-4\n    elements: 20\n", ("elements: 20",
                        "bodies.bar.elements", "key given twice, first at line 10, column 5", "keep one"))

    def test_a_contact_with_the_name_of_a_body(self):
        self.refuse_bar("  wall:", "  bar :", ("bar :", "contacts.bar", "the name `bar` is taken", "choose another"))

    def test_a_joint_with_the_name_of_a_contact(self):
        self.refuse(PENDULUM_MODEL.replace("rod:", "floor :"), ("floor :", "joints.floor", "the name `floor` is taken",
                    "choose another"))

    def test_a_name_with_a_dot(self):
        self.refuse_bar("  wall:", "  w.all:", ("w.all", "contacts.w.all", "`w.all` cannot be a name", "letters"))

    def test_a_column_twice(self):
        self.refuse_bar("bar.nodes.last.velocity", "wall.gap ", ("wall.gap ]", "outputs.history.1",
                        "the column `wall.gap` is named twice", "another name"))

    def test_a_heading_that_would_break_the_table(self):
        self.refuse_bar("wall.gap", '{name: "a,b", quantity: wall.gap}', ("{name: \"a,b\"", "outputs.history.0",
                        "`a,b` cannot be a column's name", "comma"))
        self.refuse_bar("wall.gap", '{name: ".", quantity: wall.gap}', ("{name: \".\"", "outputs.history.0",
                        "`.` cannot be a column's name", "a name is not empty"))

    def test_another_version_of_the_format(self):
        self.refuse_bar("percuss: 1", "percuss: 2", ((1, 10), "percuss",
                        "`2` is not a version of the model format that this program reads", "expected 1"))

    def test_no_version(self):
        self.refuse_bar("percuss: 1\n", "", ((1, 1), "percuss", "missing key `percuss`",
                        "begin the file with `percuss: 1`"))

    def test_a_list_instead_of_a_model(self):
        self.refuse("- 1\n- 2\n", ((1, 1), "", "a model is a map of sections", "start with `percuss: 1`"))

    def test_a_bracket_never_closed(self):
        self.refuse("percuss: 1\nbodies: [1, 2\n", ((3, 1), "", "not YAML: end of sequence flow not found",
                    "close the list with `]`"))

    def test_a_tab_as_indent(self):
        self.refuse_bar("    type: bar", "\ttype: bar", ((8, 2), "", "not YAML: end of map not found",
                        "indent with spaces, not tabs"))

    def test_a_quote_never_closed(self):
        self.refuse("percuss: 1\ntitle: 'no end\n", ((2, 8), "title", "the quote opened here is never closed",
                    "close it with '"))

    def test_all_faults_of_a_file_come_at_once(self):
        self.refuse(edited(BAR_MODEL, ("elements:", "elemnts:"), ("length: 1.0", "length: -1"),
                           ("restitution: 0.0", "restitution: 1.4"), ("end_time: 1.0e-4", "end_time: 0"),
                           ("every:", "evry:")),
                    ((5, 13), "simulation.end_time", "0 does not exceed start_time, 0", "after the start"),
                    ("-1", "bodies.bar.length", "-1 is not > 0", "expected a number > 0 [m]"),
                    ("elemnts", "bodies.bar.elemnts", "unknown key", "did you mean `elements`?"),
                    ("1.4", "contacts.wall.restitution", "1.4 is not in [0, 1]", "expected a number in [0, 1]"),
                    ("evry", "outputs.evry", "unknown key", "did you mean `every`?"))

    def test_all_faults_of_the_columns_come_at_once(self):
        self.refuse_bar("[wall.gap, bar.nodes.last.velocity]", "[wall.gp, bar.nodes.99.velocity]",
                        ("wall.gp", "outputs.history.0", "`wall.gp`: there is no quantity `gp`", "did you mean `gap`?"),
                        ("bar.nodes", "outputs.history.1", "`bar.nodes.99.velocity`: `bar` has no node 99", "0 to 50"))


class WrongSimulation(WrongInput):
    def test_an_end_before_the_start(self):
        self.refuse_bar("end_time: 1.0e-4", "start_time: 2.0\n  end_time: 1.0", ((6, 13), "simulation.end_time",
                        "1 does not exceed start_time, 2", "after the start of the run [s]"))

    def test_more_steps_than_can_be_counted(self):
        self.refuse_bar("end_time: 1.0e-4", "end_time: 1.0e+100", ("1.0e-7", "simulation.step",
                        "1e-07 s makes too many steps", "a larger step or an earlier end_time"))

    def test_a_step_that_times_do_not_resolve(self):
        self.refuse_bar("end_time: 1.0e-4", "start_time: 1.0e+7\n  end_time: 1.00000001e+7", ("1.0e-7", "simulation.step",
                        "1e-07 s is lost in the last digits of times like 10000000.1 s", "times nearer to 0"))

    def test_a_step_above_the_stability_limit(self):
        # 2 / omega_max with omega_max = sqrt(12) c0 / l_e = sqrt(12) sqrt(2.1e11 / 7800) / 0.02
        self.refuse_bar("1.0e-7", "1.0e-5", ("1.0e-5", "simulation.step",
                        "1e-05 s exceeds the stability limit of half_explicit_velocity for this model, 2.22539e-06 s",
                        "choose step <= 2.22539e-06 s", "moreau_jean with theta >= 0.5", "allow_unstable_step: true"))

    def test_a_step_above_the_stability_limit_does_not_validate_either(self):
        self.refuse(edited(BAR_MODEL, ("1.0e-7", "1.0e-5")), ("1.0e-5", "simulation.step",
                    "1e-05 s exceeds the stability limit of half_explicit_velocity for this model, 2.22539e-06 s",
                    "choose step <= 2.22539e-06 s"), verb="validate")

    def test_allow_unstable_step_runs_it_all_the_same(self):
        self.write("m.yaml", edited(BAR_MODEL, ("1.0e-7", "1.0e-5\n  allow_unstable_step: true"),
                                    ("end_time: 1.0e-4", "end_time: 2.0e-5")))
        self.run_model("m.yaml")

    def test_a_fraction_of_the_stability_limit(self):
        self.refuse_bar("1.0e-7", "2.0e-6\n  stability_fraction: 0.5", ("2.0e-6", "simulation.step",
                        "2e-06 s exceeds 0.5 times the stability limit of half_explicit_velocity for this model, "
                        "2.22539e-06 s", "choose step <= 1.11269e-06 s"))

    def test_a_scheme_that_is_unstable_at_any_step(self):
        self.refuse_bar("{name: half_explicit_velocity}", "{name: moreau_jean, theta: 0}", ("1.0e-7",
                        "simulation.step", "1e-07 s exceeds what is stable: with moreau_jean some oscillation that "
                        "this model may have grows at any step", "theta >= 0.5", "allow_unstable_step: true"))

    def test_a_linear_solver_that_does_not_fit_the_matrix(self):
        self.refuse_bar("step: 1.0e-7", "step: 1.0e-7\n  linear_solver: diagonal", ("diagonal",
                        "simulation.linear_solver", "`diagonal` cannot factor a matrix of half bandwidth 1",
                        "linear solvers that work here: auto, tridiagonal,"))

    def test_a_linear_solver_that_does_not_fit_does_not_validate_either(self):
        self.refuse(edited(BAR_MODEL, ("step: 1.0e-7", "step: 1.0e-7\n  linear_solver: diagonal")), ("diagonal",
                    "simulation.linear_solver", "`diagonal` cannot factor a matrix of half bandwidth 1",
                    "tridiagonal"), verb="validate")

    def test_a_contact_solver_that_needs_what_the_operator_lacks(self):
        self.refuse_puck("step: 1.0e-3", "step: 1.0e-3\n  delassus: implicit", ("gauss_seidel",
                         "simulation.contact_solver.name", "this contact solver needs the rows of the Delassus "
                         "operator, which `implicit` never forms", "`delassus: assembled`", "`jacobi`"))


class WrongFiles(WrongInput):
    def refuse_file(self, name, message, *words):
        self.refuse_words(("run", name, "--out", "results"), (f"{name}{message}", *words),
                          given=[p.name for p in self.folder.iterdir()])

    def test_no_such_file(self):
        self.refuse_file("none.yaml", ": cannot be read: No such file or directory", "check the path")

    def test_a_folder(self):
        (self.folder / "model").mkdir()
        self.refuse_file("model", ": is a directory, not a file", "name the model file inside it")

    @unittest.skipIf(os.geteuid() == 0, "root reads every file")
    def test_a_file_without_permission(self):
        self.write("m.yaml", BAR_MODEL).chmod(0)
        self.refuse_file("m.yaml", ": cannot be read: Permission denied", "its permissions")

    def test_an_empty_file(self):
        self.write("m.yaml", "")
        self.refuse_file("m.yaml", ": is empty", "a YAML map of keys and values")

    def test_a_file_of_comments(self):
        self.write("m.yaml", "# nothing\n\n")
        self.refuse_file("m.yaml", ": is empty", "a YAML map of keys and values")

    def test_a_binary_file(self):
        (self.folder / "m.yaml").write_bytes(b"percuss: 1\nab\x00\x01\xff")
        self.refuse_file("m.yaml", ":2:3: control character 0x00: this is not a text file", "UTF-8")

    def test_a_file_in_another_encoding(self):
        (self.folder / "m.yaml").write_bytes("percuss: 1\ntitle: Stoß\n".encode("latin-1"))
        self.refuse_file("m.yaml", ":2:11: byte 0xdf is not UTF-8", "UTF-8")

    def refuse_out(self, out, reason):
        self.write("m.yaml", BAR_MODEL)
        self.refuse_words(("run", "m.yaml", "--out", out),
                          (f"--out: cannot write results into `{out}`: {reason}", "can be created or written"),
                          given=["m.yaml"])

    def test_a_folder_for_results_below_a_file(self):
        self.refuse_out("m.yaml/results", "Not a directory")

    def test_a_file_as_folder_for_results(self):
        self.refuse_out("m.yaml", "Not a directory")

    def test_a_folder_for_results_below_a_device(self):
        self.refuse_out("/dev/null/x", "Not a directory")

    @unittest.skipUnless(os.path.isdir("/proc/self"), "needs /proc")
    def test_a_folder_for_results_where_none_can_be_made(self):
        self.refuse_out("/proc/x", "No such file or directory")

    def test_info_about_a_file_that_is_no_hdf5(self):
        self.write("result.h5", "hello\n")
        self.refuse_words(("info", "result.h5"), ("result.h5: not an HDF5 file", "*.h5"), given=["result.h5"])

    def test_info_about_a_file_of_results_other_than_the_hdf5_file(self):
        for name, folder in (("run/summary.json", "run"), ("run/history.csv", "run"), ("table.csv", ".")):
            with self.subTest(name):
                self.write(name, "t,a\n0,1\n")
                self.refuse_words(("info", name), (f"{name}: neither a model nor a result.h5",
                                  f"`percuss info {folder}`"), given=["run", "table.csv"])

    def test_info_about_a_faulty_model(self):
        self.refuse(edited(BAR_MODEL, ("elements: 50", "elements: 0")), ((10, 15), "bodies.bar.elements",
                    "0 is not in [1, 500000000]", "expected an integer"), verb="info")

    def test_info_about_a_folder_without_results(self):
        (self.folder / "empty").mkdir()
        self.refuse_words(("info", "empty"), ("empty: there is no result.h5 in this folder", "written by `percuss run`"),
                          given=["empty"])

    def test_a_plot_of_an_unknown_column(self):
        self.write("run/history.csv", "t,wall.force\n0,1\n1,2\n")
        self.refuse_words(("plot", "run", "--y", "wall.forc"), ("run/history.csv: wall.forc: no such column",
                          "did you mean `wall.force`?", "t, wall.force"), given=["run"])
        self.assertEqual([p.name for p in (self.folder / "run").iterdir()], ["history.csv"])

    def test_a_plot_of_a_folder_without_results(self):
        (self.folder / "empty").mkdir()
        self.refuse_words(("plot", "empty", "--y", "a"), ("empty: there is no history.csv in this folder",
                          "written by `percuss run`"), given=["empty"])

    def test_a_plot_of_nothing(self):
        self.refuse_words(("plot", "none", "--y", "a"), ("none: no such file or folder", "written by `percuss run`"))

    def test_a_plot_into_no_folder(self):
        self.write("run/history.csv", "t,a\n0,1\n1,2\n")
        self.refuse_words(("plot", "run", "--y", "a", "--out", "none/a.svg"), ("--out: cannot write `none/a.svg`",
                          "can be written"), given=["run"])


class WrongAssignments(WrongInput):
    def test_no_equals_sign(self):
        self.refuse_set(["bodies.bar.elements"], ("bodies.bar.elements", "", "has no `=`", "write KEY=VALUE"))

    def test_no_key(self):
        self.refuse_set(["=3"], ("=3", "", "no key before `=`", "write KEY=VALUE"))

    def test_no_value(self):
        self.refuse_set(["simulation.step="], ("simulation.step=", "simulation.step", "no value after `=`",
                        "write KEY=VALUE"))

    def test_a_misspelt_key(self):
        self.refuse_set(["bodies.bar.elemnts=3"], ("bodies.bar.elemnts=3", "bodies.bar.elemnts", "unknown key",
                        "did you mean `elements`?"))

    def test_a_misspelt_body(self):
        self.refuse_set(["bodies.bra.elements=3"], ("bodies.bra.elements=3", "bodies.bra", "missing key `type`",
                        "did you mean `bodies.bar`?", "one of bar, beam, beam_lattice, beam_planar"))

    def test_a_path_through_a_number(self):
        self.refuse_set(["bodies.bar.elements.x=3"], ("bodies.bar.elements.x=3", "bodies.bar.elements",
                        "is the value `50`: there is no `x` in it", "leave out"))

    def test_an_entry_that_a_list_lacks(self):
        self.refuse_set(["outputs.history.7=wall.force"], ("outputs.history.7=wall.force", "outputs.history",
                        "has no entry 7", "counted from 0: 0 to 1"))

    def test_a_wrong_type(self):
        self.refuse_set(["bodies.bar.elements=many"], ("bodies.bar.elements=many", "bodies.bar.elements",
                        "`many` is not an integer", "expected an integer"))

    def test_a_value_out_of_range(self):
        self.refuse_set(["simulation.step=1e-7", "contacts.wall.restitution=1.4"], ("contacts.wall.restitution=1.4",
                        "contacts.wall.restitution", "1.4 is not in [0, 1]", "expected a number in [0, 1]"))

    def test_a_step_above_the_stability_limit(self):
        self.refuse_set(["simulation.step=1e-5"], ("simulation.step=1e-5", "simulation.step", "1e-05 s exceeds the "
                        "stability limit of half_explicit_velocity for this model, 2.22539e-06 s",
                        "choose step <= 2.22539e-06 s"))


class WrongCommandLine(WrongInput):
    def refuse_line(self, words, message, *remedy):
        self.refuse_words(words, ("command line: " + message, *remedy))

    def test_no_verb(self):
        self.refuse_line((), "no subcommand given",
                         "run, resume, validate, expand, list, info, events, plot, report, compare, reference, sweep, bench, schema")

    def test_an_unknown_verb(self):
        self.refuse_line(("rnu", BAR), "there is no subcommand `rnu`", "did you mean `run`?")

    def test_an_unknown_option(self):
        self.refuse_line(("run", BAR, "--ot", "x"), "there is no option `--ot`", "did you mean `--out`?", "--threads")

    def test_an_unknown_option_without_a_verb(self):
        self.refuse_line(("--verson",), "there is no option `--verson`", "did you mean `--version`?")

    def test_no_model(self):
        self.refuse_line(("run",), "MODEL is required", "percuss run --help")

    def test_an_option_without_its_argument(self):
        self.refuse_line(("run", BAR, "--out"), "--out: 1 required TEXT missing", "percuss run --help")

    def test_a_folder_without_a_name(self):
        self.refuse_line(("run", BAR, "--out", ""), "--out: is not the name of a folder", "percuss run --help")

    def test_a_model_too_many(self):
        self.refuse_line(("run", BAR, "other.yaml"), "The following argument was not expected: other.yaml", "--help")

    def test_minus_one_threads(self):
        self.refuse_line(("run", BAR, "--threads", "-1"), "--threads: Value -1 not in range 0 to 4096", "--help")

    def test_an_unknown_level_of_the_log(self):
        self.refuse_line(("run", BAR, "--log", "inof"), "--log: there is no level `inof`", "did you mean `info`?",
                         "off, warn, info, debug")
        self.refuse_line(("run", BAR, "--log", ""), "--log: there is no level ``", "off, warn, info, debug")

    def test_a_plot_of_no_column(self):
        self.refuse_line(("plot", "run"), "--y is required", "percuss plot --help")

    def test_an_unknown_list(self):
        self.refuse_line(("list", "scheme"), "there is no list `scheme`", "did you mean `schemes`?", "linear-solvers")


if __name__ == "__main__":
    unittest.main()
