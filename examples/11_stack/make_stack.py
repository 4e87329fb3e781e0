#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes stack.yaml:  python3 make_stack.py > stack.yaml"""

BOXES, WIDTH, HEIGHT, MASS = 20, 1.0, 0.5, 100.0
SHIFT = 0.125  # every second box stands this far to the right
PROUD = 1e-10  # corners stand out by this much [m], so that every joint stays closed in spite of round-off
INERTIA = MASS * (WIDTH**2 + HEIGHT**2) / 12

print(f"""\
# Twenty boxes, one on the other, rest on a floor. Made by make_stack.py.
percuss: 1
title: stack of boxes
simulation: {{scheme: moreau_midpoint, step: 1e-3, end_time: 10}}
bodies:""")
for i in range(BOXES):
    print(f"  box{i + 1}: {{type: rigid_body_planar, mass: {MASS}, inertia: {INERTIA:.16g}, "
          f"position: [{SHIFT * (i % 2)}, {(i + 0.5) * HEIGHT}], shape: {{box: [{WIDTH}, {HEIGHT}]}}}}")
print("contacts:")
for i in range(BOXES):
    for side, x in (("left", -WIDTH / 2), ("right", WIDTH / 2)):
        corner = f"body: box{i + 1}, point: [{x}, {-HEIGHT / 2 - PROUD:.12g}]"
        face = (f"type: point_face, {corner}, other: box{i}, face: [0, {HEIGHT / 2}]" if i > 0 else
                f"type: node_wall, {corner}, wall: [0, 0]")
        print(f"  {'floor' if i == 0 else f'joint{i}'}_{side}: {{{face}, normal: [0, 1], friction: 0.5}}")
print(f"""\
loads:
  weight: {{type: gravity, acceleration: [0, -9.81]}}
outputs:
  every: 1000
  history:""")
for i in (1, BOXES // 2, BOXES):
    for quantity in ("x", "y", "phi"):
        print(f"    - box{i}.{quantity}")
for quantity in ("floor_left.force", "floor_right.force", "energy.total", "solver.residual"):
    print(f"    - {quantity}")
