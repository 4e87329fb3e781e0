#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes arch.yaml:  python3 make_arch.py > arch.yaml     python3 make_arch.py INNER_RADIUS > thinner.yaml"""

import sys
from math import cos, pi, sin, tan

STONES, OUTER, DEPTH, DENSITY = 11, 5.0, 1.0, 2400.0
INNER = float(sys.argv[1]) if len(sys.argv) > 1 else 4.0
PROUD = 1e-10  # corners stand out by this much [m], so that every joint is closed at the start in spite of round-off

half = pi / STONES / 2  # half the angle of a stone, a trapezium whose axis of symmetry is the body's y
inner, outer = INNER * cos(half), OUTER * cos(half)  # chords' distances from the centre of the arch
slope = tan(half)  # half width over distance
# Integrals over the trapezium of 1, y, y^2 and x^2, y from the centre of the arch.
area, first, second, width = (2 * slope * (outer**n - inner**n) / n for n in (2, 3, 4, 4))
centre = first / area
mass = DENSITY * DEPTH * area
inertia = DENSITY * DEPTH * (second - area * centre**2 + width * slope**2 / 3)


def numbers(*x):
    return "[" + ", ".join(f"{value:.16g}" for value in x) + "]"


def corner(radius, side):
    """A corner in the stone's axes; side -1 is the one that looks to the left springing."""
    x, y = radius * sin(half) + PROUD * cos(half), radius * cos(half) - PROUD * sin(half)
    return numbers(side * x, y - centre)


shape = numbers(*(value for x, y in ((-1, inner), (1, inner), (1, outer), (-1, outer))
                  for value in (x * y * slope, y - centre)))  # of the stone, drawn only


print(f"""\
# A semicircular arch of {STONES} stones stands by friction alone. Made by make_arch.py.
percuss: 1
title: arch of stones
simulation: {{scheme: moreau_midpoint, step: 1e-3, end_time: 10}}
bodies:""")
for i in range(STONES):
    turn = pi / 2 - (2 * i + 1) * half  # of the stone's y axis from the vertical, counter-clockwise: from left to right
    print(f"  stone{i + 1}: {{type: rigid_body_planar, mass: {mass:.16g}, inertia: {inertia:.16g}, "
          f"position: {numbers(-centre * sin(turn), centre * cos(turn))}, angle: {turn:.16g}, "
          f"shape: {{polygon: {shape}}}}}")
print("contacts:")
for i in range(STONES + 1):
    for name, radius in (("inner", INNER), ("outer", OUTER)):
        if i == 0:
            where = f"type: node_wall, body: stone1, point: {corner(radius, -1)}, wall: [0, 0], normal: [0, 1]"
        elif i == STONES:
            where = f"type: node_wall, body: stone{STONES}, point: {corner(radius, 1)}, wall: [0, 0], normal: [0, 1]"
        else:
            where = (f"type: point_face, body: stone{i + 1}, point: {corner(radius, -1)}, other: stone{i}, "
                     f"face: {numbers(0, -centre)}, normal: {numbers(cos(half), -sin(half))}")
        print(f"  joint{i}_{name}: {{{where}, friction: 0.7}}")
print(f"""\
loads:
  weight: {{type: gravity, acceleration: [0, -9.81]}}
outputs:
  every: 1000
  history:""")
for i in (1, (STONES + 1) // 2, STONES):
    for quantity in ("x", "y", "phi"):
        print(f"    - stone{i}.{quantity}")
for i in (0, STONES):
    for name in ("inner", "outer"):
        print(f"    - joint{i}_{name}.force")
print("    - energy.total\n    - solver.residual")
