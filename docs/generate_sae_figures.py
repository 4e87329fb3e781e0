#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of docs/sae-examples.md into docs/images, and writes its table: the examples of [SAE, Sec. 10] with
the step sizes of the paper.

usage: docs/generate_sae_figures.py [build/release/percuss]     # some minutes

Every curve is a run of an example by `percuss run --set ...`, every figure is drawn by `percuss plot`.
"""
import math
import pathlib
import re
import sys
import tempfile

from example_plots import ROOT, Plots

PAGE = ROOT / "docs" / "sae-examples.md"
ORDERS = range(1, 7)


def control(step_min, **keys):
    return {"name": "switching_point", "step_min": step_min, **keys}


def staircase(steps, column):
    """What held in each step, over its time."""
    t, y = [], []
    for end, h, value in zip(steps["t"], steps["h"], steps[column]):
        t += [end - h, end]
        y += [value, value]
    return t, y


class Example:
    """A run with the step sizes of the paper, and its figures."""

    def __init__(self, plots, model, name, title, settings, dense):
        self.plots, self.name, self.title = plots, name, title
        plots.run(model, {"outputs.every": 1, "outputs.steps": True, "outputs.dense": dense, **settings})
        self.steps, self.dense = plots.table("steps.csv"), plots.table("dense.csv")
        self.history, self.told = plots.table("history.csv"), plots.summary()
        self.settings = settings

    def draw_steps(self, order=True):
        self.plots.draw(f"sae_{self.name}_step.svg", f"{self.title}: step size", "step size [s]",
                        {"step size": staircase(self.steps, "h")}, words=["--log-y"])
        if order:
            self.plots.draw(f"sae_{self.name}_order.svg", f"{self.title}: order of the extrapolation", "order",
                            {"order": staircase(self.steps, "order")})

    def draw(self, what, y_label, columns, x="t", window=(-math.inf, math.inf)):
        curves = {name: (self.dense[x], self.dense[column]) for name, column in columns.items()}
        self.plots.draw(f"sae_{self.name}_{what}.svg", f"{self.title}: {what}", y_label, curves, window, x)

    def row(self):
        largest = max(self.steps["h"])
        passed = self.settings["simulation.end_time"]
        return (f"| {self.title} | {self.settings['simulation.control']['step_min']:.0e} | "
                f"{self.settings['simulation.step']:.0e} | {passed} | {len(self.steps['t'])} | "
                f"{self.told['smallest_steps']} | {self.told['taken_back']} | {self.told['attempts']} | {largest:.1e} | "
                f"{int(max(self.steps['order']))} |")


def falling(plots):
    settings = {"simulation.step": 0.05, "simulation.end_time": 1.0}
    one = Example(plots, "05_single_masses/falling.yaml", "falling", "Falling mass",
                  {**settings, "simulation.control": control(1e-5)}, 1e-3)
    one.draw_steps()
    one.draw("height", "z [m]", {"z": "z"})
    one.draw("velocity", "velocity [m/s]", {"u": "u"})
    for name, substeps in (("odd", "odd"), ("all", "all")):
        plots.run("05_single_masses/falling.yaml",
                  {**settings, "outputs.every": 1, "outputs.steps": True,
                   "simulation.control": control(1e-5, substeps=substeps, contact_law="midpoint")})
        plots.draw(f"sae_falling_substeps_{name}.svg", f"Falling mass, midpoint rule's law, substeps: {substeps}",
                   "step size [s]", {"step size": staircase(plots.table("steps.csv"), "h")}, words=["--log-y"])
    return one


def sliding(plots):
    # The paper's sizes are not told. The force ends on a row of the history, at 3 s.
    one = Example(plots, "05_single_masses/sliding.yaml", "sliding", "Sliding mass",
                  {"simulation.step": 0.05, "simulation.end_time": 4.0, "simulation.control": control(1e-7),
                   "loads.push.history": [[0, 2.512468905280223], [3, 2.512468905280223], [3.000000001, 0]]}, 5e-3)
    one.draw_steps()
    one.draw("path", "y [m]", {"path": "y"}, x="x")
    speed = [math.hypot(a, b) for a, b in zip(one.dense["u_x"], one.dense["u_y"])]
    plots.draw("sae_sliding_speed.svg", "Sliding mass: speed", "speed [m/s]", {"speed": (one.dense["t"], speed)})
    slip = [(t, 2 * a / s, 2 * b / s) for t, a, b, s in zip(one.dense["t"], one.dense["u_x"], one.dense["u_y"], speed)
            if s > 1e-6]
    times = [t for t, _, _ in slip]
    plots.draw("sae_sliding_force.svg", "Sliding mass: friction against the sliding direction", "force [N]",
               {"x": (times, [-a for _, a, _ in slip]), "y": (times, [-b for _, _, b in slip])})
    return one


def oscillator(plots):
    one = Example(plots, "05_single_masses/oscillator.yaml", "oscillator", "Impact oscillator",
                  {"simulation.step": 0.02, "simulation.end_time": 3.0, "simulation.control": control(1e-8)}, 1e-3)
    one.draw_steps()
    one.draw("position", "x [m]", {"x": "x"})
    one.draw("velocity", "velocity [m/s]", {"u": "u"})
    sizes = [0.04, 0.028, 0.02, 0.014, 0.01, 0.007, 0.005, 0.0035, 0.0025]

    def run(h, p):
        h_min = min(max(0.02 * h**p, 2e-12), 0.1 * h)
        end = plots.run("05_single_masses/oscillator.yaml",
                        {"simulation.step": h, "simulation.end_time": 1.0, "outputs.every": 10**9,
                         "simulation.control": control(h_min, order="fixed", order_max=p)})
        return abs(end["x"][-1] + 0.15 - oscillator_end()), plots.summary()["attempts"]
    return one, order_figures(plots, "oscillator", "Impact oscillator, x at 1 s", "m", sizes, run)


def oscillator_end():
    """Deflection of the impact oscillator at 1 s, event by event in closed form [m]."""
    w, t, y, v = math.sqrt(200.0), 0.0, -0.35, 0.2
    while True:
        size, phase = math.hypot(y, v / w), math.atan2(v / w, y)
        angle = -math.acos(0.15 / size)
        s = (angle + phase) / w
        while s < 1e-9:
            s += 2 * math.pi / w
        if t + s > 1.0:
            return size * math.cos(w * (1.0 - t) - phase)
        t, y, v = t + s, 0.15, 0.6 * size * w * math.sin(angle)


def woodpecker(plots):
    model, end = "07_woodpecker/woodpecker.yaml", 0.4
    one = Example(plots, model, "woodpecker", "Woodpecker",
                  {"simulation.step": 5e-3, "simulation.end_time": end, "simulation.control": control(1e-7),
                   "simulation.allow_unstable_step": True}, 1e-4)  # h_max of the paper: see the page
    one.draw_steps()
    one.draw("omega_S", "angular velocity [rad/s]", {"of the bird": "omega_S"})
    one.draw("omega_M", "angular velocity [rad/s]", {"of the sleeve": "omega_M"})
    one.draw("phase", "omega_S [rad/s]", {"phi_S, omega_S": "omega_S"}, x="phi_S")
    time = 0.2

    def at(settings):
        row = plots.run(model, {"simulation.end_time": time, "outputs.every": 10**9, **settings})
        return row["phi_S"][-1]
    exact = at({"simulation.step": 9e-4, "simulation.control": control(1e-10, tolerance_absolute=1e-10,
                                                                        tolerance_relative=1e-10)})

    def run(h, p):
        found = at({"simulation.step": h, "simulation.control": control(1e-10, order="fixed", order_max=p)})
        return abs(found - exact), plots.summary()["attempts"]
    sizes = [4e-3, 2.8e-3, 2e-3, 1.4e-3, 1e-3, 7e-4, 5e-4, 3.5e-4, 2.5e-4]
    return one, order_figures(plots, "woodpecker", "Woodpecker, phi_S at 0.2 s", "rad", sizes, run)


def order_figures(plots, name, title, unit, sizes, run):
    """Figs. 12e, 12f and 14, and the slopes of their lines."""
    over_step, over_work, slopes = {}, {}, {}
    for p in ORDERS:
        found = [(h, *run(h, p)) for h in sizes]
        over_step[f"order {p}"] = [h for h, _, _ in found], [e for _, e, _ in found]
        over_work[f"order {p}"] = [w for _, _, w in found], [e for _, e, _ in found]
    floor = min(min(errors) for _, errors in over_step.values())  # that of the switching points
    for p in ORDERS:
        slopes[p] = slope([(h, e) for h, e in zip(*over_step[f"order {p}"]) if e > 20 * floor])
    for suffix, x, curves in (("order", "largest step [s]", over_step), ("work", "steps of the scheme", over_work)):
        plots.draw(f"sae_{name}_error_{suffix}.svg", title, f"error [{unit}]", curves, x=x,
                   words=["--log-x", "--log-y"])
    return slopes


def slope(points):
    """Of the line of least squares through log e over log h; NaN through fewer than three."""
    if len(points) < 3:
        return math.nan
    points = [(math.log(h), math.log(e)) for h, e in points]
    x, y = (sum(column) / len(points) for column in zip(*points))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/percuss").resolve()
    with tempfile.TemporaryDirectory() as folder:
        plots = Plots(program, pathlib.Path(folder))
        mass, slide = falling(plots), sliding(plots)
        swing, of_swing = oscillator(plots)
        peck, of_peck = woodpecker(plots)
    work = "\n".join(["| example | `step_min` [s] | `step` [s] | time [s] | steps | smallest | taken back | evaluations | "
                      "largest step [s] | highest order |", "|---" * 10 + "|",
                      *(one.row() for one in (mass, slide, swing, peck))])
    orders = "\n".join(["| order p | " + " | ".join(map(str, ORDERS)) + " |", "|---" * (len(ORDERS) + 1) + "|",
                        *(f"| {name} | " + " | ".join(("-" if math.isnan(slopes[p]) else f"{slopes[p]:.1f}") for p in ORDERS) + " |"
                          for name, slopes in (("impact oscillator", of_swing), ("woodpecker", of_peck)))])
    page = PAGE.read_text()
    for name, table in (("work", work), ("orders", orders)):
        page = re.sub(rf"(<!-- generated: {name} -->\n).*?(<!-- end -->)", lambda m: f"{m[1]}\n{table}\n\n{m[2]}", page,
                      flags=re.S)
    PAGE.write_text(page)


if __name__ == "__main__":
    main()
