#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of docs/mixed-schemes.md into docs/images, and prints the numbers that stand beside them.

usage: docs/generate_mixed_plots.py [build/release/percuss]

Every curve is a run of an example by `percuss run --set ...`, every figure is drawn by `percuss plot`.
"""
import math
import pathlib
import sys
import tempfile

from example_plots import ROOT, Plots

G, STIFFNESS, STEP = 9.81, 10.0, 0.05  # of the three masses in Figs. 17 and 18
FORCE, SPEED = 1271.4720606, math.sqrt(2.1e11 / 7800.0)  # of the contact [N], of waves [m/s]
LIMIT = 1.0 / (1000 * math.sqrt(3.0) * SPEED)  # largest step of an explicit scheme for 1000 elements of 1 m [s]


def scheme(name, **options):
    return {"name": name, **options}


# Figs. 17 and 18 of [MIX]: three masses on a joint.

MASS_SCHEMES = {
    "generalized-alpha 1": scheme("mixed_generalized_alpha", rho_inf=1.0),
    "generalized-alpha 0.8": scheme("mixed_generalized_alpha", rho_inf=0.8),
    "generalized-alpha 0": scheme("mixed_generalized_alpha", rho_inf=0.0),
    "Bathe": scheme("mixed_bathe"),
    "ED-alpha 0": scheme("mixed_ed_alpha", rho_inf=0.0),
}


def masses(plots, options):
    nodes = [{"name": f"{letter}{i + 1}", "quantity": f"chain.nodes.{i}.{quantity}"}
             for letter, quantity in (("q", "displacement"), ("v", "velocity")) for i in range(3)]
    run = plots.run("06_three_masses/joint.yaml", {
        "simulation.scheme": options, "simulation.step": STEP, "simulation.end_time": 5.0,
        "bodies.chain.stiffness": [STIFFNESS] * 3 + [0.0], "outputs.every": 1,
        "outputs.history": nodes + ["hold.force.x"]})
    q1, q2, q3, k = run["q1"], run["q2"], run["q3"], STIFFNESS
    # The equations of motion hold at the end of every step; the first row has no force yet.
    run["a1"] = [math.nan] + [G - k * (2 * a - b) for a, b in zip(q1[1:], q2[1:])]
    run["a2"] = [math.nan] + [G - k * (2 * b - a - c) for a, b, c in zip(q1[1:], q2[1:], q3[1:])]
    run["a3"] = [math.nan] + [G + k * (b - c) + f for b, c, f in zip(q2[1:], q3[1:], run["hold.force.x"][1:])]
    run["hold.force.x"][0] = math.nan
    return run


def start_figures(plots):
    runs = {start: {name: masses(plots, {**options, "start": start}) for name, options in MASS_SCHEMES.items()}
            for start in ("paper", "consistent")}
    shown = runs["paper"]["generalized-alpha 0.8"]
    for letter, word, unit in (("q", "displacement", "m"), ("v", "velocity", "m/s"), ("a", "acceleration", "m/s^2")):
        clean = runs["consistent"]["generalized-alpha 0.8"]
        curves = {"masses 1 and 2, alike": (shown["t"], shown[f"{letter}1"]),
                  "mass 3": (shown["t"], shown[f"{letter}3"]),
                  "mass 3, consistent start": (clean["t"], clean[f"{letter}3"])}
        plots.draw(f"mixed_start_{word}.svg", f"Start without lambda_0, generalized-alpha 0.8: {word}",
                   f"{word} [{unit}]", curves)
    plots.draw("mixed_start_offset.svg", "Displacement of the mass that a joint holds, start without lambda_0",
               "displacement of mass 3 [m]", {name: (run["t"], run["q3"]) for name, run in runs["paper"].items()})
    t = [i * STEP for i in range(1, 101)]
    exact = [-G - G * (1.0 - math.cos(math.sqrt(STIFFNESS) * s)) for s in t]  # masses 1 and 2 swing alike
    for start, words in (("paper", "start without lambda_0"), ("consistent", "consistent start")):
        curves = {name: (run["t"], run["hold.force.x"]) for name, run in runs[start].items()}
        plots.draw(f"mixed_start_force_{start}.svg", f"Force of the joint, {words}", "force of the joint [N]",
                   {**curves, "exact": (t, exact)})
    print("three masses, k = 10 N/m, h = 0.05 s, to 5 s:  scheme, start, q3 at the end, formula [m], "
          "largest error of the force, of all steps and of the last 0.5 s [N]")
    for name, options in MASS_SCHEMES.items():
        for start in ("paper", "consistent"):
            run = runs[start][name]
            rho = options.get("rho_inf", 0.0)
            formula = -G * STEP**2 / 4 * ((1 - rho) / (1 + rho)) ** 2 if "generalized" in name else math.nan
            errors = [abs(f - e) for f, e in zip(run["hold.force.x"][1:], exact)]
            print(f"  {name:22} {start:11} {run['q3'][-1]:13.5e} {formula:13.5e} {max(errors):10.3e} "
                  f"{max(errors[-10:]):10.3e}")


# The elastic bar against a wall, 1000 elements, ten times the explicit limit.

BAR_SCHEMES = {
    "half-explicit": (scheme("half_explicit_velocity"), 0.9 * LIMIT),
    "Moreau-Jean 0.5": (scheme("moreau_jean", theta=0.5), 10 * LIMIT),
    "Newmark": (scheme("mixed_newmark"), 10 * LIMIT),
    "Moreau-Jean 1": (scheme("moreau_jean", theta=1.0), 10 * LIMIT),
    "generalized-alpha 0.8": (scheme("mixed_generalized_alpha"), 10 * LIMIT),
    "HHT 0.3": (scheme("mixed_hht"), 10 * LIMIT),
    "Bathe": (scheme("mixed_bathe"), 10 * LIMIT),
    "ED-alpha 0": (scheme("mixed_ed_alpha"), 10 * LIMIT),
    "nonsmooth 0.8": (scheme("nonsmooth_generalized_alpha"), 10 * LIMIT),
}


def bar_figures(plots):
    print("bar, 1000 elements:  scheme, h [s], force over the middle half of the contact, its largest value [N], "
          "steps until it stays within 2 %, releases, duration [s], mean velocity [m/s] and energy [J] at 1 ms")
    curves = {}
    for name, (options, step) in BAR_SCHEMES.items():
        run = plots.run("02_impacting_bar/damped.yaml", {"simulation.scheme": options, "simulation.step": step})
        t, force = run["t"], run["wall.force"]
        curves[name] = t, force
        touching = [s for s, f, p in zip(t, force, run["wall.percussion"]) if f > 0.0 or p > 0.0]
        off = [i for i, (s, f) in enumerate(zip(t, force))
               if touching[0] <= s <= touching[0] + 0.5 * 2 / SPEED and abs(f - FORCE) > 0.02 * FORCE]
        middle = [f for s, f in zip(t, force) if 0.25 <= (s - touching[0]) * SPEED / 2.0 <= 0.75]
        releases = sum(a in touching and b not in touching for a, b in zip(t, t[1:]))
        print(f"  {name:24} {step:.4g} {min(middle):11.4f} to {max(middle):11.4f}  {max(force):9.2f} "
                  f"{max(off) + 1 - t.index(touching[0]):4} {releases:3} "
              f"{touching[-1] - touching[0]:.4e} {run['bar.mean_velocity'][-1]:.5f} {run['energy.total'][-1]:.5e}")
    continuum = [5.0005e-4, 5.0005e-4, 5.0005e-4 + 2 / SPEED, 5.0005e-4 + 2 / SPEED], [0.0, FORCE, FORCE, 0.0]
    undamped = ("half-explicit", "Newmark", "Moreau-Jean 0.5")
    damped = {name: curve for name, curve in curves.items() if name not in undamped}
    damped["continuum"] = continuum
    plots.draw("mixed_bar_force.svg", "Contact force of the bar, 1000 elements", "force [N]",
               {**{name: curves[name] for name in undamped}, **damped}, (4.8e-4, 9.2e-4))
    plots.draw("mixed_bar_front.svg", "The impact: damped schemes", "force [N]", damped, (4.98e-4, 5.3e-4))
    plots.draw("mixed_bar_release.svg", "The release: damped schemes", "force [N]", damped, (8.4e-4, 8.95e-4))


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/percuss").resolve()
    with tempfile.TemporaryDirectory() as folder:
        plots = Plots(program, pathlib.Path(folder))
        start_figures(plots)
        bar_figures(plots)


if __name__ == "__main__":
    main()
