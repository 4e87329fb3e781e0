# SPDX-License-Identifier: Apache-2.0
"""Joints that repeat each other, but for drift: every scheme moves the mechanism as it moves without them."""

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


SCHEMES = ("half_explicit_velocity", "half_explicit_acceleration", "moreau_jean", "moreau_midpoint", "ggl_decoupled",
           "ggl_unified", "nonsmooth_generalized_alpha", "mixed_bathe", "mixed_generalized_alpha", "mixed_ed_alpha",
           "mixed_hht", "mixed_newmark", "dg_plus", "dg_minus", "explicit_velocity")

WITHOUT_FRICTION = ("half_explicit_acceleration", "dg_plus", "dg_minus")


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
                    # The same problem but for a row of zeros: sums may be taken in another order.
                    self.assertAlmostEqual(together["plate.phi"], alone["plate.phi"], delta=1e-9)
                    self.assertLess(alone["plate.phi"], -0.4)
                    self.assertEqual(together["rod.force"], 0.0)
                    self.assertEqual((told["joint_rows"], told["joint_rank"], told["joint_rows_left_out"]), (3, 2, 1))

    def test_a_linkage_in_space_moves_as_in_the_plane(self):
        plane, space = self.write("plane.yaml", linkage(False)), self.write("space.yaml", linkage(True))
        for scheme in some(SCHEMES):
            with self.subTest(scheme=scheme):
                words = ("--set", f"simulation.scheme={scheme}")
                flat, _ = self.end(plane, *words)
                askew, told = self.end(space, *words)
                expected = turned([flat["A.x"], flat["A.y"], 0.0])
                # Errors of the schemes differ as quaternions and angles do: of order one, h omega = 3e-3.
                delta = 1e-3 if scheme in ("moreau_midpoint", "explicit_velocity", "moreau_jean") else 2e-5
                for name, value in zip(("A.x", "A.y", "A.z"), expected):
                    self.assertAlmostEqual(askew[name], value, delta=delta)
                self.assertEqual(told["joint_rows_left_out"], 3)


if __name__ == "__main__":
    unittest.main()
