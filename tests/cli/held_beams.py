# SPDX-License-Identifier: Apache-2.0
"""Elastic beams whose ends joints hold, against statics."""
import unittest
from support import CommandLineTest, history, some, summary

# A rod of steel falls from straight onto the wall at its tip and comes to rest: a propped cantilever, or on two feet.
BEAM = """percuss: 1
simulation: {scheme: moreau_jean, step: 0.002, end_time: 1.2}
bodies:
  b: {type: TYPE, length: 1.0, elements: 4, section: {shape: circle, diameter: 0.02}, youngs_modulus: 2.1e11,
      poisson_ratio: 0.3, density: 7800.0, damping: {mass: 20.0, stiffness: 0.0001}}
joints:
  a: {type: JOINT, body: b, node: first}
contacts:
  w: {type: node_wall, body: b, node: last, wall: [0, 0, 0], normal: [0, 0, 1]}
loads:
  weight: {type: gravity, acceleration: [0, 0, -9.81]}
outputs: {history: [a.force.z, w.force]}
"""
WEIGHT = 7800.0 * 3.141592653589793 * 1e-4 * 9.81


class HeldBeams(CommandLineTest):
    # Forces of both multipliers of a joint, of positions and of velocities; M and M + h^2 K of its node differ by 1e4.
    def test_forces_of_joints_and_walls_are_those_of_statics(self):
        schemes = ("nonsmooth_generalized_alpha", "moreau_jean", "mixed_bathe")
        for kind in ("beam", "floating_beam"):
            for joint, share in (("fixed", 5 / 8), ("revolute, axis: [0, 1, 0]", 1 / 2)):
                for scheme in some(schemes):
                    with self.subTest(kind=kind, joint=joint, scheme=scheme):
                        model = self.write("beam.yaml", BEAM.replace("TYPE", kind).replace("JOINT", joint))
                        out = self.run_model(model, "--overwrite", "--set", f"simulation.scheme={scheme}")
                        self.assertEqual(summary(out)["status"], "done", (out / "summary.json").read_text())
                        names, rows = history(out)
                        last = dict(zip(names, rows[-1], strict=True))
                        # What still moves; the weight is lumped in four elements.
                        self.assertAlmostEqual(last["a.force.z"], share * WEIGHT, delta=2e-3 * WEIGHT)
                        self.assertAlmostEqual(last["w.force"], (1.0 - share) * WEIGHT, delta=2e-3 * WEIGHT)

    def test_a_cantilever_swings_with_any_step(self):
        text = BEAM.replace("TYPE", "beam").replace("JOINT", "fixed")
        text = "\n".join(line for line in text.splitlines() if "node_wall" not in line and line != "contacts:")
        model = self.write("cantilever.yaml", text.replace(", w.force", "") + "\n")
        for step in (2e-3, 1e-4):
            with self.subTest(step=step):
                out = self.run_model(model, "--overwrite", "--set", "simulation.scheme=nonsmooth_generalized_alpha",
                                     "--set", f"simulation.step={step}")
                self.assertEqual(summary(out)["status"], "done", (out / "summary.json").read_text())
                names, rows = history(out)
                self.assertAlmostEqual(rows[-1][names.index("a.force.z")], WEIGHT, delta=2e-3 * WEIGHT)


if __name__ == "__main__":
    unittest.main()
