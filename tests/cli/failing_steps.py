# SPDX-License-Identifier: Apache-2.0
"""A step that fails: smaller steps, then the exit code, the last good state and a message that names the contact."""

import unittest

from support import BAR, CommandLineTest, history, some, summary

# A particle falls into a corner of 45 degrees, which two sweeps of Gauss-Seidel do not solve; it arrives in step 11.
CORNER = """percuss: 1
simulation:
  scheme: moreau_jean
  step: 1.0e-2
  end_time: 0.2
  retries: 3
  contact_solver: {name: gauss_seidel, max_iterations: 2}
bodies:
  particle: {type: point_mass, mass: 1.0, position: [0.104, 0.208], velocity: [-1.0, -2.0]}
contacts:
  floor: {type: node_wall, body: particle, normal: [0.0, 1.0]}
  slope: {type: node_wall, body: particle, normal: [1.0, 1.0]}
"""
# The particle lies in the corner and is pressed into it: the problem of the first step has forces, not percussions.
PRESSED = (CORNER.replace("position: [0.104, 0.208], velocity: [-1.0, -2.0]", "position: [0.0, 0.0]") +
           "loads:\n  weight: {type: gravity, acceleration: [-1.0, -2.0]}\n")
# Two particles on a spring that no implicit stage takes as stiff as that, the lower one on the floor.
STIFF = """percuss: 1
simulation:
  scheme: mixed_bathe
  step: 1.0e-2
  end_time: 0.2
  retries: 2
  allow_unstable_step: true
bodies:
  below: {type: point_mass, mass: 1.0, position: [0.0]}
  above: {type: point_mass, mass: 1.0, position: [1.0], velocity: [-1.0]}
contacts:
  floor: {type: node_wall, body: below}
loads:
  weight: {type: gravity, acceleration: [-9.81]}
  spring: {type: spring, body: above, to: below, stiffness: 1.0e+9}
"""
# Three discs on each other: the coupled stages of mixed_ed_alpha make a problem that is not symmetric, and APGD leaves it.
TOWER = """percuss: 1
simulation: {scheme: mixed_ed_alpha, step: 2.0e-3, end_time: 0.1, retries: 1, contact_solver: apgd}
bodies:
  d0: {type: disc, radius: 0.1, mass: 0.36, position: [0, 0.1]}
  d1: {type: disc, radius: 0.1, mass: 0.28, position: [0, 0.3]}
  d2: {type: disc, radius: 0.1, mass: 0.21, position: [0, 0.5]}
contacts:
  g: {type: disc_group, friction: 0}
  f: {type: disc_plane, friction: 0}
loads:
  weight: {type: gravity, acceleration: [0, -9.81]}
outputs: {history: [f.force]}
"""
# A truss that swings: two iterations do not solve with its matrices.
TRUSS = """percuss: 1
simulation:
  scheme: half_explicit_velocity
  step: 1.0e-5
  end_time: 1.0e-4
  retries: 1
  linear_solver: {name: cg, max_iterations: 2}
bodies:
  truss: {type: lattice, cells: [4, 1], cell: [1.0], bracing: cross, area: 1.0e-4, youngs_modulus: 2.0e+11,
          density: 7800.0, supports: {x_min: held}}
loads:
  weight: {type: gravity, acceleration: [0.0, -9.81]}
"""
# Two discs, one of them fast, or pushed hard; a board on two hinges, which are redundant, stands by.
FAST = """percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0e-3, end_time: 0.03}
bodies:
  a: {type: disc, mass: 1, radius: 0.1, position: [0, 1], velocity: [450, 0]}
  b: {type: disc, mass: 1, radius: 0.1, position: [10.13, 1]}
  board: {type: rigid_body_planar, mass: 1, inertia: 1, position: [0, -5]}
contacts:
  floor: {type: disc_plane}
  pair: {type: disc_group, restitution: 1}
joints:
  left: {type: revolute, body: board, point: [-1, 0]}
  right: {type: revolute, body: board, point: [1, 0]}
loads:
  push: {type: force, body: a, direction: [1, 0], value: 1.0e-9}
"""


class FailingSteps(CommandLineTest):
    def schemes(self, *families):
        names = [line.split()[0] for line in self.percuss("list", "schemes").stdout.splitlines() if line[0] != " "]
        self.assertIn("mixed_ed_alpha", names)
        return some(name for name in names if name.startswith(families or ""))

    def ends(self, text, scheme, message):
        """The run fails with this message; returns what summary.json holds."""
        self.write("model.yaml", text)
        done = self.percuss("run", "model.yaml", "--out", scheme, "--set", f"simulation.scheme={scheme}")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertRegex(done.stderr, message + rf"; the state at t = \S+ s is the last one in {scheme}/result\.h5\n$")
        told = summary(self.folder / scheme)
        self.assertEqual(told["status"], "failed")
        self.assertEqual(history(self.folder / scheme)[1][-1][0], told["time_reached"])
        self.assertIn("states/q", self.percuss("info", scheme).stdout)
        return told

    def test_an_iteration_that_diverges_is_not_the_problems_fault(self):
        model = self.write("tower.yaml", TOWER)
        done = self.percuss("run", model, "--out", "tower")
        self.assertEqual(done.returncode, 3)
        self.assertIn("apgd: the iteration diverges; worst at `", done.stderr)
        self.assertNotIn("not finite", done.stderr)
        names, rows = history(self.run_model(model, "--overwrite", "--set", "simulation.contact_solver=auto"))
        self.assertAlmostEqual(rows[-1][names.index("f.force")], 0.85 * 9.81, delta=1e-6)

    def test_an_impact_that_is_not_solved_ends_the_run_with_the_contact_and_the_last_state(self):
        for scheme in self.schemes():
            with self.subTest(scheme):
                told = self.ends(CORNER, scheme,
                                 r"^failed: step 11 at t = 0\.10*\d* s failed: .*; worst at `(floor|slope)`.*; "
                                 r"halving the step 3 times did not help")
                self.assertEqual(told["steps"], 10)
                self.assertGreaterEqual(told["time_reached"], 0.1)
        self.assertEqual(self.percuss("run", "model.yaml", "--set", "simulation.contact_solver=auto").returncode, 0)

    def test_a_problem_that_is_nearly_solved_counts_as_solved_and_is_told_of(self):
        self.write("model.yaml", CORNER)
        for scheme in self.schemes():
            with self.subTest(scheme):
                done = self.percuss("run", "model.yaml", "--out", scheme, "--set", f"simulation.scheme={scheme}", "--set",
                                    "simulation.contact_solver.tolerance_accepted=1")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stderr, r"warning: \d+ steps? ha(s|ve) a contact problem that misses its "
                                              r"tolerance, but counts as solved: the worst residual is \S+ m/s")
                told = summary(self.folder / scheme)
                self.assertGreaterEqual(told["loose_steps"], 1)
                self.assertGreater(told["worst_residual"], 1e-3)

    def test_discs_that_would_go_through_each_other_are_met_in_smaller_steps_or_end_the_run(self):
        folder = self.run_model(self.write("fast.yaml", FAST + "outputs: {history: [a.v_x, b.v_x]}"))
        names, rows = history(folder)
        self.assertAlmostEqual(rows[-1][names.index("a.v_x")], 0.0, delta=1e-9)
        self.assertAlmostEqual(rows[-1][names.index("b.v_x")], 450.0, delta=1e-9)
        told = summary(folder)
        self.assertEqual((told["impacts"], told["retried_steps"], told["hasty_steps"]), (1, 1, 0))
        message = (r"failed: step \d+ at t = \S+ s failed: contact `pair`: discs at \(\S+, 1\) and \(10.13, 1\) m move by "
                   r"\S+ m against each other in one step, which would take them through each other; their radii are "
                   r"0.2 m together: the step is too large; halving the step 4 times did not help")
        self.ends(FAST.replace("450", "9000"), "moreau_midpoint", message)

    def test_discs_that_forces_drive_through_each_other_are_told_of(self):
        self.write("shot.yaml", FAST.replace("450", "0").replace("10.13", "0.3").replace("1.0e-9", "1.0e+6"))
        warning = (r"in 1 of 30 steps forces or impacts made discs, beams or points so fast that they may have gone "
                   r"through something: take smaller steps")
        for scheme in self.schemes("moreau_m", "half_explicit_v", "mixed_g", "dg_p"):
            with self.subTest(scheme):
                done = self.percuss("run", "shot.yaml", "--out", scheme, "--set", f"simulation.scheme={scheme}", "--strict")
                self.assertEqual(done.returncode, 4, done.stderr)
                self.assertRegex(done.stderr, warning)
                self.assertEqual(summary(self.folder / scheme)["hasty_steps"], 1)

    def test_forces_that_are_not_found_end_the_run_with_the_contact_and_the_start(self):
        for scheme in self.schemes():
            with self.subTest(scheme):
                told = self.ends(PRESSED, scheme, r"^failed: step 1 at t = 0 s failed: .*; worst at `(floor|slope)`.*; "
                                                  r"halving the step 3 times did not help")
                self.assertEqual((told["steps"], told["time_reached"]), (0, 0.0))

    def test_a_stage_that_does_not_converge_ends_the_run_with_the_contact_that_moves_most(self):
        for scheme in self.schemes("mixed_", "nonsmooth_"):
            with self.subTest(scheme):
                self.ends(STIFF, scheme, r"^failed: step 1 at t = 0 s failed: .* not? converge.*: the velocity still changes "
                                         r"by \S+, among the contacts most at `floor`; take a smaller step.*; "
                                         r"halving the step 2 times did not help")

    def test_a_linear_solver_that_does_not_converge_ends_the_run_at_the_last_state(self):
        self.write("model.yaml", TRUSS)
        for scheme in self.schemes("half_", "moreau_", "nonsmooth_", "mixed_b", "dg_"):
            with self.subTest(scheme):
                self.ends(TRUSS, scheme, r"^failed: step 1 at t = 0 s failed: the linear solver `cg` reached a relative "
                                         r"residual of \S+ in 2 iterations, its tolerance is 1e-12: raise its "
                                         r"`max_iterations`, or choose another `linear_solver`; "
                                         r"halving the step 1 times? did not help")
        for scheme in some(("half_explicit_velocity", "moreau_midpoint", "dg_plus", "mixed_hht", "moreau_jean")):
            with self.subTest(scheme, case="the solve for the column of a contact fails"):  # which no later step may use
                done = self.percuss("run", BAR, "--out", f"bar_{scheme}", "--set", f"simulation.scheme={scheme}", "--set",
                                    "simulation.linear_solver={name: cg, max_iterations: 15}")
                self.assertEqual(done.returncode, 3)
                self.assertRegex(done.stderr, r"failed: step \d+ at t = \S+ s failed: the linear solver `cg` reached")
        done = self.percuss("run", "model.yaml", "--out", "solved", "--set", "simulation.linear_solver={name: cg}")
        self.assertEqual(done.returncode, 0, done.stderr)
        told = summary(self.folder / "solved")["linear_solver"]
        self.assertGreaterEqual(told["iterations"], 2 * told["solves"])
        self.assertLessEqual(told["residual"], 1e-12)


if __name__ == "__main__":
    unittest.main()
