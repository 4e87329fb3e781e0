# SPDX-License-Identifier: Apache-2.0
"""A run whose integrator makes energy says so in its last line, its summary and, where asked, its exit code."""

import unittest

from support import BALL, BAR, CommandLineTest, history, summary

# An undamped oscillator of 10 rad/s beside a damped one, each by itself: with theta < 1/2 the first one grows.
CHAIN = """percuss: 1
simulation:
  scheme: {name: moreau_jean, theta: 0.0}
  step: 1.0e-3
  end_time: 1.0
  allow_unstable_step: true
bodies:
  chain: {type: mass_chain, masses: [1.0, 1.0], stiffness: [100.0, 0.0, 100.0], damping: [10.0, 0.0, 0.0],
          unstressed: [0.0, 1.0], position: [0.01, 1.01]}
outputs: {every: 10, history: [energy.total]}
"""


class EnergyGuard(CommandLineTest):
    def run_chain(self, *words, code=0):
        self.write("chain.yaml", CHAIN)
        done = self.percuss("run", "chain.yaml", "--out", "out", *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stderr.splitlines()[-1] if done.stderr else "", summary(self.folder / "out")

    def test_energy_that_the_scheme_makes_is_told(self):
        # theta = 0 multiplies the energy by 1 + (omega h)^2 in every step: 1.0001^1000 = 1.105, of 5 mJ in each mass.
        for words in ((), ("--quiet",)):
            line, told = self.run_chain(*words)
            self.assertRegex(line, r"^done with warnings: the integrator made 0\.000\d+ J, \S+ % of the 0\.01 J put in "
                                   r"\(limit 5 %\); results in out$")
            self.assertEqual(told["status"], "done_with_warnings")
            self.assertEqual(told["message"], "")
            self.assertEqual(len(told["warnings"]), 1)
            # The damped mass adds a tenth of that before it rests.
            self.assertAlmostEqual(told["certificates"]["energy_made"], 0.105 * 5e-3, delta=0.1 * 5.3e-4)
            self.assertGreater(told["certificates"]["energy_share"], 0.05)

    def test_strict_makes_it_a_broken_certificate(self):
        line, told = self.run_chain("--strict", code=4)
        self.assertRegex(line, r"^certificate broken, by --strict: the integrator made ")
        self.assertEqual(told["status"], "certificate_broken")
        self.percuss("run", BALL, "--strict", "--out", "good")
        self.assertEqual(summary(self.folder / "good")["status"], "done")

    def test_the_share_can_be_set(self):
        _, told = self.run_chain("--set", "simulation.certificates.energy_share=0.2")
        self.assertEqual((told["status"], told["warnings"]), ("done", []))
        line, told = self.run_chain("--set", "simulation.certificates.energy_share=0.2", "--set", "simulation.end_time=5")
        self.assertEqual(told["status"], "done_with_warnings")
        self.assertIn("(limit 20 %)", line)

    def test_energy_that_the_scheme_loses_is_told(self):
        # theta = 1 divides the energy by 1 + (omega h)^2 in every step, 10^4 of them: of 5 mJ 1/e is left. The damped mass
        # adds a tenth of its 5 mJ at most, as above.
        words = "--set", "simulation.scheme.theta=1.0", "--set", "simulation.end_time=10"
        line, told = self.run_chain(*words)
        self.assertRegex(line, r"^done with warnings: the integrator lost 0\.003\d+ J, \S+ % of the 0\.01 J put in "
                               r"\(limit 20 %\): take smaller steps, or a scheme that damps less; results in out$")
        self.assertAlmostEqual(told["certificates"]["energy_lost"], 0.632 * 5e-3, delta=5e-4)
        self.assertAlmostEqual(told["certificates"]["energy_lost_share"], 0.316, delta=0.05)
        self.assertEqual(told["limits"]["energy_lost_share"], 0.2)
        _, told = self.run_chain(*words, "--set", "simulation.certificates.energy_lost_share=0.5")
        self.assertEqual((told["status"], told["warnings"]), ("done", []))

    def test_a_run_that_is_nothing_but_made_energy_has_failed(self):
        line, told = self.run_chain("--set", "simulation.step=0.05", "--set", "simulation.end_time=100", code=3)
        self.assertRegex(line, r"^failed: the integrator made \S+e\+\d+ J, .*: the motion is not the model's any "
                               r"more; take a smaller step")
        self.assertEqual(told["status"], "failed")
        self.assertGreater(told["energy_end"], 1e100)

    def test_a_run_without_end_stops_where_it_is_no_longer_finite(self):
        for every in (1, 10, 100000):
            with self.subTest(every):
                out = self.run_model(BAR, "--set", "simulation.step=1e-4", "--set", "simulation.end_time=1", "--set",
                                     "simulation.allow_unstable_step=true", "--set", f"outputs.every={every}", "--set",
                                     "outputs.states_every=1", "--set", "outputs.history=[energy.total, wall.gap]",
                                     code=3)
                told = summary(out)
                self.assertLess(told["steps"], 60)  # energy grows by some 1e8 in a step
                text = (out / "history.csv").read_text()
                for word in ("nan", "inf"):
                    self.assertNotIn(word, text)
                self.assertLessEqual(history(out)[1][-1][0], told["time_reached"])

    def test_no_row_is_written_when_the_start_is_not_finite(self):
        out = self.run_model(BAR, "--set", "bodies.bar.velocity=1e200", code=3)
        self.assertEqual(history(out)[1], [])
        self.assertRegex(summary(out)["message"], "the energy is not finite at the start")


if __name__ == "__main__":
    unittest.main()
