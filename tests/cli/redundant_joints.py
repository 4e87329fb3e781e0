# SPDX-License-Identifier: Apache-2.0
"""Joints that repeat each other, but for drift: every scheme moves the mechanism as it moves without them, and shares the
forces among them in the same way."""

import math
import unittest

from support import CommandLineTest, history, some, summary

# A plate hinged at the origin, and a rod that would do nothing else than half of the hinge: as soon as the hinge has
# drifted, both together hold the plate.
PLATE = """percuss: 1
simulation: {scheme: half_explicit_velocity, step: 1.0e-3, end_time: 0.3}
bodies:
  plate: {type: rigid_body_planar, mass: 1.0, inertia: 0.02, position: [0.3, 0.1]}
  block: {type: rigid_body_planar, mass: 2.0, inertia: 0.4, position: [0.5, -0.4], velocity: [0.0, 1.5]}
joints:
  hinge: {type: revolute, body: plate, point: [-0.3, -0.1]}
  rod: {type: distance, body: plate, to_point: [0.0, 0.0]}
contacts:
  tip: {type: point_face, body: plate, point: [0.3, -0.1], other: block, face: [0.0, 0.2], normal: [0.0, 1.0],
        friction: 0.3, restitution: 0.2}
loads:
  gravity: {type: gravity, acceleration: [0.0, -9.81]}
outputs: {every: 300, history: [plate.phi, rod.force]}
"""

# A four-bar linkage in space, its hinges in parallel but askew to all axes: 20 rows where 17 would do.
TURN = (0.3, -0.7, 0.4)


def turned(x):
    """Rodrigues' formula for the rotation vector TURN."""
    angle = math.sqrt(sum(a * a for a in TURN))
    n = [a / angle for a in TURN]
    across = [n[1] * x[2] - n[2] * x[1], n[2] * x[0] - n[0] * x[2], n[0] * x[1] - n[1] * x[0]]
    along = sum(a * b for a, b in zip(n, x))
    c, s = math.cos(angle), math.sin(angle)
    return [c * a + s * b + (1.0 - c) * along * d for a, b, d in zip(x, across, n)]


def linkage(space):
    """In the plane, or the same askew in space; gravity along the turned y axis."""
    bodies = {"A": (1.0, 0.04, (0.1, 0.2)), "B": (2.0, 0.3, (0.7, 0.45)), "C": (1.0, 0.03, (1.25, 0.25))}
    joints = (("a", "A", (-0.1, -0.2), None, None), ("ab", "B", (-0.5, -0.05), "A", (0.1, 0.2)),
              ("bc", "B", (0.5, 0.05), "C", (-0.05, 0.25)), ("c", "C", (0.05, -0.25), None, None))
    of = (lambda x: [*x, 0.0]) if space else list
    lines = ["percuss: 1", "simulation: {scheme: half_explicit_velocity, step: 1.0e-3, end_time: 0.3}", "bodies:"]
    for name, (mass, inertia, x) in bodies.items():
        where = (f"type: rigid_body, inertia: [{inertia}, {inertia}, {inertia}], position: {turned(of(x))}, "
                 f"orientation: {list(TURN)}" if space
                 else f"type: rigid_body_planar, inertia: {inertia}, position: {of(x)}")
        lines.append(f"  {name}: {{mass: {mass}, {where}}}")
    lines.append("joints:")
    for name, body, point, to, to_point in joints:
        axis = "" if not space else f", axis: {[0.0, 0.0, 1.0] if to else turned([0.0, 0.0, 1.0])}"
        other = f", to: {to}, to_point: {of(to_point)}" if to else ""
        lines.append(f"  {name}: {{type: revolute, body: {body}, point: {of(point)}{other}{axis}}}")
    pull = turned([0.0, -9.81, 0.0]) if space else [0.0, -9.81]
    lines += ["loads:", f"  gravity: {{type: gravity, acceleration: {pull}}}",
              f"outputs: {{every: 300, history: [A.x, A.y{', A.z' if space else ''}]}}"]
    return "\n".join(lines) + "\n"


# A platform on three parallel cranks as rods, pivots not in line: two of them do where they are not in line themselves.
PLATFORM = """percuss: 1
simulation: {scheme: half_explicit_velocity, step: 1.0e-3, end_time: 2.2}
bodies:
  platform: {type: rigid_body_planar, mass: 2.0, inertia: 0.7, position: [0.6967067093471654, 0.7173560908995228],
             velocity: [-2.152068272698568, 2.090120128041496]}
joints:
  a: {type: distance, body: platform, point: [-0.4, 0.1], to_point: [-0.4, 0.1]}
  b: {type: distance, body: platform, point: [0.5, -0.2], to_point: [0.5, -0.2]}
  c: {type: distance, body: platform, point: [0.1, 0.6], to_point: [0.1, 0.6]}
outputs: {every: 2200, history: [platform.x, platform.y, platform.phi, a.rows.1.force, b.rows.1.force,
                                 c.rows.1.force]}
"""

# A plate of `size` hangs on rods, two of them twice, and the pair on the right is tilted: its horizontal force is all
# that gravity's horizontal part, 2 tilt, leaves to it. So it carries 2 N/kg times the size, each of both a half.
# With `box`, one stands on two feet with friction beside it.
def hanging_plate(tilt, size, box=False):
    inertia = f"{0.1 * size * size!r}"
    lines = ["percuss: 1", "simulation: {scheme: half_explicit_velocity, step: 1.0e-3, end_time: 0.05}", "bodies:",
             f"  plate: {{type: rigid_body_planar, mass: 1.0, inertia: {inertia}}}"]
    if box:
        lines.append(f"  box: {{type: rigid_body_planar, mass: 1.0, inertia: {inertia}, "
                     f"position: [{3.0 * size!r}, {0.1 * size!r}]}}")
    lines.append("joints:")
    for names, x, lean in (("ab", -0.5, 0.0), ("cd", 0.5, tilt), ("e", 0.0, 0.0)):
        lines += [f"  {name}: {{type: distance, body: plate, point: [{x * size!r}, {0.1 * size!r}], "
                  f"to_point: [{(x + lean) * size!r}, {1.1 * size!r}]}}" for name in names]
    if box:
        lines.append("contacts:")
        lines += [f"  {name}: {{type: node_wall, body: box, point: [{x * size!r}, {-0.1 * size!r}], wall: [0.0, 0.0], "
                  "normal: [0.0, 1.0], friction: 0.4}" for name, x in (("left", -0.2), ("right", 0.2))]
    lines += ["loads:", f"  gravity: {{type: gravity, acceleration: [{2.0 * tilt * size!r}, {-9.81 * size!r}]}}",
              "outputs: {every: 25, history: [a.force, b.force, c.force, d.force]}"]
    return "\n".join(lines) + "\n"


# A Bennett linkage: four hinges whose axes are neither parallel nor meet. Links of lengths a and b, twisted by alpha and
# beta with a / sin(alpha) = b / sin(beta), move with one degree of freedom; 20 rows of rank 17.
BEAM_WITH_A_STONE = """percuss: 1
simulation: {scheme: mixed_bathe, step: 1.0e-4, end_time: 0.01}
bodies:
  y: {type: beam, length: 1.0, elements: 10, section: {shape: rectangle, width: 0.02, height: 0.02}, poisson_ratio: 0.3,
      youngs_modulus: 2.0e11, density: 7800.0, damping: {mass: 100.0, stiffness: 1.0e-4}, position: [1, 0, 0]}
  r: {type: rigid_body, mass: 1.0, inertia: [0.01, 0.02, 0.03], position: [2.1, 0, 0]}
joints:
  c: {type: fixed, body: y, node: first}
  c2: {type: fixed, body: y, node: first}
  g: {type: revolute, body: r, point: [-0.1, 0, 0], to: y, axis: [0, 1, 0], to_node: last}
  g2: {type: revolute, body: r, point: [-0.1, 0, 0], to: y, axis: [0, 1, 0], to_node: last}
loads:
  w: {type: gravity, acceleration: [0, 0, -9.81]}
outputs: {history: [c.force.z, c2.force.z, g.force.z, g2.force.z]}
"""


def driven_slider_crank(size, far=0.0):
    """Crank 0.5, rod 1.5, driven from rest; time goes with the square root of the size. `far`: where the motor's other
    point is, and how long a rod that another body hangs on."""
    second = math.sqrt(size)

    def planar(mass, inertia, x, y, angle):
        return (f"{{type: rigid_body_planar, mass: {mass}, inertia: {inertia * size * size!r}, "
                f"position: [{x * size!r}, {y * size!r}], angle: {angle!r}}}")

    crank, rod = 0.9272952180016123, -0.26993279583340346  # sines 0.8 and -0.4/1.5
    reach = 0.3 + 1.5 * math.cos(rod)
    other = "" if far == 0.0 else (f"  weight: {{type: point_mass, mass: 1, position: [0, {-far!r}]}}\n",
                                   "  hanger: {type: distance, body: weight, to_point: [0, 0]}\n")
    return f"""percuss: 1
simulation: {{scheme: half_explicit_velocity, step: {4e-3 * second!r}, end_time: {0.6 * second!r}}}
bodies:
  c: {planar(1, 1 / 48, 0.15, 0.2, crank)}
  r: {planar(1, 0.1875, 0.3 + 0.75 * math.cos(rod), 0.2, rod)}
  s: {planar(0.5, 0.005, reach, 0.0, 0.0)}
{other[0] if other else ""}joints:
  a: {{type: revolute, body: c, point: [{-0.25 * size!r}, 0]}}
  b: {{type: revolute, body: c, point: [{0.25 * size!r}, 0], to: r, to_point: [{-0.75 * size!r}, 0]}}
  d: {{type: revolute, body: r, point: [{0.75 * size!r}, 0], to: s, to_point: [0, 0]}}
  p: {{type: prismatic, body: s, axis: [1, 0]}}
  m: {{type: motor, body: c, polynomial: [0, {3.0 / size!r}], to_point: [{far!r}, 0]}}
{other[1] if other else ""}loads:
  w: {{type: gravity, acceleration: [0, -9.81]}}
outputs: {{history: [c.phi, r.phi, a.force]}}
"""


def ball_on_a_hanging_disc(tilt):
    """A sideways force of the tilt pulls the second rod by one newton, as long as the disc stays."""
    rods = "".join(f"  {name}: {{type: distance, body: disc, point: [{x}, 0], to_point: [{x + lean!r}, 1]}}\n"
                   for name, x, lean in (("a", -0.5, 0.0), ("b", 0.5, tilt), ("c", 0.0, 0.0)))
    return f"""percuss: 1
simulation: {{scheme: half_explicit_velocity, step: 0.001, end_time: 0.05}}
bodies:
  disc: {{type: disc, mass: 1, radius: 0.6}}
  ball: {{type: disc, mass: 1, radius: 0.1, position: [0, 0.7]}}
joints:
{rods}contacts:
  touch: {{type: disc_disc, body: disc, other: ball, friction: 0.3}}
loads:
  weight: {{type: gravity, acceleration: [0, -9.81]}}
  aside: {{type: force, body: disc, point: [0, 0], direction: [1, 0], value: {tilt!r}}}
outputs: {{history: [touch.force, a.force, b.force, c.force]}}
"""


def bennett(angle, a=1.0, b=1.5, alpha=0.6):
    """Points and axes of the four hinges (Denavit-Hartenberg) at a crank angle."""
    beta = math.asin(b / a * math.sin(alpha))
    other = 2.0 * math.atan2(math.sin(0.5 * (beta + alpha)),
                             math.sin(0.5 * (beta - alpha)) * math.tan(0.5 * angle))
    T = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    hinges = []
    for theta, length, twist in ((angle, a, alpha), (other, b, beta), (2.0 * math.pi - angle, a, alpha),
                                 (2.0 * math.pi - other, b, beta)):
        c, s, ca, sa = math.cos(theta), math.sin(theta), math.cos(twist), math.sin(twist)
        step = [[c, -s * ca, s * sa, length * c], [s, c * ca, -c * sa, length * s], [0.0, sa, ca, 0.0],
                [0.0, 0.0, 0.0, 1.0]]
        hinges.append(([row[3] for row in T[:3]], [row[2] for row in T[:3]]))
        T = [[sum(T[i][k] * step[k][j] for k in range(4)) for j in range(4)] for i in range(4)]
    return hinges, T


SCHEMES = ("half_explicit_velocity", "half_explicit_acceleration", "moreau_jean", "moreau_midpoint", "ggl_decoupled",
           "ggl_unified", "nonsmooth_generalized_alpha", "mixed_bathe", "mixed_generalized_alpha", "mixed_ed_alpha",
           "mixed_hht", "mixed_newmark", "dg_plus", "dg_minus", "explicit_velocity")
WITHOUT_FRICTION = ("half_explicit_acceleration", "dg_plus", "dg_minus")
FIRST_ORDER = ("moreau_midpoint", "explicit_velocity", "moreau_jean", "ggl_decoupled", "ggl_unified")


class RedundantJoints(CommandLineTest):
    def end(self, model, *words):
        out = self.run_model(model, "--overwrite", *words)
        self.assertEqual(summary(out)["status"], "done", (out / "summary.json").read_text())
        names, rows = history(out)
        return dict(zip(names, rows[-1], strict=True)), summary(out)

    def test_a_rod_beside_a_hinge_changes_nothing(self):
        both = self.write("both.yaml", PLATE)
        one = self.write("one.yaml", "\n".join(line for line in PLATE.splitlines() if "rod:" not in line)
                         .replace(", rod.force", "") + "\n")
        for scheme in some(SCHEMES):
            for solver in ("auto", "gauss_seidel") if scheme == "moreau_jean" else ("auto",):
                words = ["--set", f"simulation.scheme={scheme}", "--set", f"simulation.contact_solver={solver}"]
                if scheme in WITHOUT_FRICTION:
                    words += ["--set", "contacts.tip.friction=0"]
                with self.subTest(scheme=scheme, solver=solver):
                    alone, _ = self.end(one, *words)
                    together, told = self.end(both, *words)
                    # What is held differs by the drift of the hinge, some (h omega)^2 in each step.
                    self.assertAlmostEqual(together["plate.phi"], alone["plate.phi"], delta=1e-5)
                    self.assertLess(alone["plate.phi"], -0.4)
                    self.assertEqual((told["joint_rows"], told["joint_rank"], told["joint_forces"]), (3, 2, "smallest"))

    def test_a_linkage_in_space_moves_as_in_the_plane(self):
        plane, space = self.write("plane.yaml", linkage(False)), self.write("space.yaml", linkage(True))
        for scheme in some(SCHEMES):
            with self.subTest(scheme=scheme):
                words = ("--set", f"simulation.scheme={scheme}")
                flat, _ = self.end(plane, *words)
                askew, told = self.end(space, *words)
                expected = turned([flat["A.x"], flat["A.y"], 0.0])
                # Errors of the schemes differ as quaternions and angles do: of order one, h omega = 3e-3.
                delta = 1e-3 if scheme in FIRST_ORDER else 2e-5
                for name, value in zip(("A.x", "A.y", "A.z"), expected):
                    self.assertAlmostEqual(askew[name], value, delta=delta)
                self.assertEqual((told["joint_rows"], told["joint_rank"], told["joint_forces"]), (20, 17, "smallest"))

    # 3 rad/s without any load: more than a turn, past the angles at which two of the rods are in line. The rods pull it in
    # by 2 kg 9 1/s^2 1 m together.
    def test_a_platform_passes_where_two_of_three_rods_are_in_line(self):
        model = self.write("platform.yaml", PLATFORM)
        forces = []
        for scheme in some(SCHEMES):
            with self.subTest(scheme=scheme):
                found, _ = self.end(model, "--set", f"simulation.scheme={scheme}")
                angle = 0.8 + 3.0 * 2.2
                # (h omega)^2 = 1e-5 of the angle 6.6; of first order h omega / 2 of it, and the radius that grows.
                delta = 0.2 if scheme in FIRST_ORDER else 3e-4
                self.assertAlmostEqual(found["platform.x"], math.cos(angle), delta=delta)
                self.assertAlmostEqual(found["platform.y"], math.sin(angle), delta=delta)
                self.assertAlmostEqual(found["platform.phi"], 0.0, delta=1e-4)
                forces.append([found[f"{rod}.rows.1.force"] for rod in "abc"])
                self.assertAlmostEqual(sum(forces[-1]), -18.0, delta=3.0 if scheme in FIRST_ORDER else 2e-2)
        for other in forces[1:]:  # and all share it in the same way
            for mine, theirs in zip(forces[0], other):
                self.assertAlmostEqual(mine, theirs, delta=2.0)

    def bennett_model(self, digits=17, unit=1.0, origin=(0.0, 0.0, 0.0)):
        hinges, closed = bennett(1.2)
        for i in range(4):  # the loop closes
            for j in range(4):
                self.assertAlmostEqual(closed[i][j], 1.0 if i == j else 0.0, delta=1e-12)

        def typed(x, length=1.0):
            return "[" + ", ".join(f"{length * round(y, digits):.17g}" for y in x) + "]"

        lines = ["percuss: 1", "simulation: {scheme: half_explicit_velocity, step: 2.0e-3, end_time: 6.0}", "bodies:"]
        for i, name in enumerate("abc"):  # links between the hinges 0-1, 1-2, 2-3; that of 3-0 is ground
            middle = [0.5 * (x + y) + z for x, y, z in zip(hinges[i][0], hinges[i + 1][0], origin)]
            lines.append(f"  {name}: {{type: rigid_body, mass: 1.0, inertia: {typed([0.3, 0.25, 0.2], unit ** 2)}, "
                         f"position: {typed(middle, unit)}}}")
        lines.append("joints:")
        for i, (body, to) in enumerate((("a", None), ("b", "a"), ("c", "b"), ("c", None))):
            place = hinges[i][0]
            at = hinges[i if i < 3 else 2][0], hinges[(i if i < 3 else 2) + 1][0]
            point = [x - 0.5 * (y + z) for x, y, z in zip(place, *at)]
            lines.append(f"  j{i}: {{type: revolute, body: {body}, point: {typed(point, unit)}, axis: {typed(hinges[i][1])}"
                         + (f", to: {to}}}" if to else "}"))
        lines += ["loads:", f"  pull: {{type: gravity, acceleration: {typed([1.0, -2.0, 0.5], unit)}}}",
                  "outputs: {every: 3000, history: [a.x, a.y, a.z, c.x, c.y, c.z, energy.total]}"]
        return self.write("bennett.yaml", "\n".join(lines) + "\n")

    # Of four hinges in space no choice of 17 rows holds the linkage all along.
    def test_a_bennett_linkage_goes_round(self):
        model = self.bennett_model()
        best, told = self.end(model, "--set", "simulation.scheme=nonsmooth_generalized_alpha", "--set", "simulation.step=5e-4",
                              "--set", "outputs.every=12000")
        self.assertLess(told["certificates"]["drift"], 1e-12)
        self.assertEqual((told["joint_rows"], told["joint_rank"]), (20, 17))
        for scheme in some([scheme for scheme in SCHEMES if scheme not in FIRST_ORDER]):
            with self.subTest(scheme=scheme):
                found, told = self.end(model, "--set", f"simulation.scheme={scheme}")
                for name, value in found.items():
                    if name[1:2] == ".":
                        self.assertAlmostEqual(value, best[name], delta=2e-2)

    # As users type it; of links of a tenth of a millimetre; a hundred kilometres away. To six digits it is no linkage:
    # it is held in place, and its user is told by how little.
    def test_a_bennett_linkage_of_any_size_anywhere(self):
        words = ("--set", "simulation.end_time=3.0", "--set", "outputs.every=1500")
        best, _ = self.end(self.bennett_model(), *words)
        for digits, unit, origin in ((9, 1.0, (0.0, 0.0, 0.0)), (17, 1e-4, (0.0, 0.0, 0.0)), (17, 1.0, (1e5, -6e4, 3e4))):
            with self.subTest(digits=digits, unit=unit, origin=origin):
                found, told = self.end(self.bennett_model(digits, unit, origin), *words)
                for i, name in enumerate(("a.x", "a.y", "a.z")):
                    self.assertAlmostEqual(found[name] / unit - origin[i], best[name], delta=1e-6)
                self.assertEqual((told["joint_rank"], told["joint_forces"]), (17, "smallest"))
        rough = self.bennett_model(6)
        self.assertRegex(self.percuss("info", rough).stdout, r"20 rows of rank 18.*one row stands off the others by [0-9.]+e-0[67] of its")

    # Links of a tenth of a millimetre a hundred metres away: positions are known to 1e-14 m, and over a microsecond
    # velocities to 1e-8 m/s. That is 1e-4 rad/s of such links, and no Newton step makes it less.
    def test_round_off_of_positions_stops_no_scheme(self):
        for scheme in ("nonsmooth_generalized_alpha", "ggl_unified", "mixed_generalized_alpha", "mixed_ed_alpha"):
            with self.subTest(scheme=scheme):
                words = ("--set", f"simulation.scheme={scheme}", "--set", "simulation.end_time=0.1", "--set",
                         "outputs.every=50")
                best, _ = self.end(self.bennett_model(), *words)
                origin = (1e6, -6e5, 3e5)  # in links
                found, _ = self.end(self.bennett_model(17, 1e-4, origin), *words)
                for i, name in enumerate(("a.x", "a.y", "a.z")):
                    self.assertAlmostEqual(found[name] / 1e-4 - origin[i], best[name], delta=1e-6)

    # A slider-crank of 10 um, its motor's other point a kilometre away, beside a rod of a kilometre: no row is taken for
    # one that repeats others, and nothing is told of.
    def test_sizes_of_other_things_do_not_count(self):
        last, told = self.end(self.write("far.yaml", driven_slider_crank(1e-5, far=1000.0)))
        best, _ = self.end(self.write("near.yaml", driven_slider_crank(1.0)))
        self.assertEqual((told["joint_rows"], told["joint_rank"]), (10, 10))
        self.assertAlmostEqual(best["c.phi"], 0.9272952180016123 + 0.54, delta=1e-4)  # by the motor
        self.assertAlmostEqual(last["r.phi"], best["r.phi"], delta=1e-9)
        self.assertAlmostEqual(last["a.force"], best["a.force"], delta=1e-6)

    # A beam held twice at one end carries a stone on two hinges at the other: each pair shares evenly. Joints of nodes tell
    # no places, only rows, and are of the mechanism all the same.
    def test_pairs_of_joints_at_both_ends_of_a_beam(self):
        last, told = self.end(self.write("beam.yaml", BEAM_WITH_A_STONE))
        self.assertEqual((told["joint_rows"], told["joint_rank"], told["joint_forces"]), (22, 11, "smallest"))
        for one, other in (("c", "c2"), ("g", "g2")):
            self.assertGreater(last[f"{one}.force.z"], 1.0)
            self.assertAlmostEqual(last[f"{one}.force.z"], last[f"{other}.force.z"], delta=1e-9)

    # Rows that stand off the others by a hundred thousandth of their length hold what they hold: the solver knows them
    # from rows that are there for others. Rounding, of G's condition of 1e11, leaves 1e-4 of a force.
    def test_rods_that_are_nearly_parallel(self):
        for size in (1.0, 1e-3):
            model = self.write("plate.yaml", hanging_plate(1e-5, size))
            with_box = self.write("box.yaml", hanging_plate(1e-5, size, box=True))
            runs = [(scheme, "auto") for scheme in some(SCHEMES)]
            runs += [("half_explicit_velocity", solver) for solver in some(
                ("newton", "gauss_seidel", "admm", "fischer_burmeister", "interior_point", "lemke", "enumerate", "active_set"))]
            for scheme, solver in runs:
                with self.subTest(size=size, scheme=scheme, solver=solver):
                    delassus = "implicit" if solver == "active_set" else "auto"
                    for file in (model, with_box)[:1 if scheme in WITHOUT_FRICTION else 2]:
                        out = self.run_model(file, "--overwrite", "--set", f"simulation.scheme={scheme}", "--set",
                                             f"simulation.contact_solver={solver}", "--set",
                                             f"simulation.delassus={delassus}")
                        names, rows = history(out)
                        for row in rows:
                            a, b, c, d = (row[names.index(f"{name}.force")] / size for name in "abcd")
                            self.assertAlmostEqual(c, 1.0, delta=2e-3)
                            self.assertAlmostEqual(d, c, delta=1e-6)
                            self.assertAlmostEqual(a, b, delta=1e-6)

    # A disc on such rods carries a ball: no solver, whatever it makes of the joints, has to call a step loose.
    def test_a_ball_on_a_disc_on_rods_that_are_nearly_parallel(self):
        model = self.write("ball.yaml", ball_on_a_hanging_disc(1e-5))
        for scheme in some(("half_explicit_velocity", "moreau_midpoint", "nonsmooth_generalized_alpha", "ggl_unified")):
            for solver in ("gauss_seidel", "jacobi", "apgd", "admm", "fischer_burmeister", "interior_point"):
                with self.subTest(scheme=scheme, solver=solver):
                    last, told = self.end(model, "--set", f"simulation.scheme={scheme}", "--set",
                                          f"simulation.contact_solver={solver}")
                    self.assertAlmostEqual(last["touch.force"], 9.81, delta=1e-6)
                    self.assertAlmostEqual(last["b.force"], 1.0, delta=2e-3)

    # A millionth is too little for good forces, and the last line says so.
    def test_forces_that_rounding_spoils_are_told(self):
        told = summary(self.run_model(self.write("plate.yaml", hanging_plate(1e-6, 1.0))))
        self.assertEqual(told["status"], "done_with_warnings")
        self.assertRegex(told["warnings"][0], r"joint forces may be off by 1.4 % and more: .* 5\.0e-07 of its length")


if __name__ == "__main__":
    unittest.main()
