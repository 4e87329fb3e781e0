// SPDX-License-Identifier: Apache-2.0
// Where bodies, points and contacts are in a frame (src/report/motion.hpp says what the numbers mean).

class Motion {
  constructor(packed, blocks) {
    const frames = () => this.t.length;
    this.planar = packed.planar;
    this.every = packed.every;
    this.t = blocks.read(packed.t);
    this.bodies = packed.bodies;
    this.reference = blocks.read(packed.reference);
    this.cells = readCells(packed.cells, blocks);
    this.ground = { points: blocks.read(packed.ground.points), cells: readCells(packed.ground.cells, blocks) };
    this.poses = blocks.curves(packed.poses, 7 * this.bodies.length, frames);
    let flexible = 0;
    for (const body of this.bodies) {
      body.firstFlexible = flexible;
      if (body.flexible) flexible += body.points;
    }
    this.displacements = blocks.curves(packed.displacements, 3 * flexible, frames);
    const points = this.reference.length / 3;
    this.fields = packed.fields.map(({ name, unit, curves }) => fieldOf(name, unit, blocks.curves(curves, points, frames)));
    this.contacts = readContacts(packed.contacts, blocks, this.t.length);
  }

  frameAt(t) { return Math.max(0, lastNotAbove(this.t, t)); }

  /** Writes position and rotation of a body. */
  pose(body, frame, position, rotation) {
    const c = (k) => this.poses.value(7 * body + k, frame);
    position.set(c(0), c(1), c(2));
    rotation.set(c(3), c(4), c(5), c(6)).normalize();
  }

  /** A point of a body in the body's frame. */
  local(body, point, frame, scale, target) {
    const i = 3 * (body.first + point);
    target.set(this.reference[i], this.reference[i + 1], this.reference[i + 2]);
    if (!body.flexible) return target;
    const d = 3 * (body.firstFlexible + point);
    const c = (k) => scale * this.displacements.value(d + k, frame);
    target.x += c(0);
    target.y += c(1);
    target.z += c(2);
    return target;
  }

  displacement(body, point, frame) {
    if (!body.flexible) return 0;
    const d = 3 * (body.firstFlexible + point);
    const c = (k) => this.displacements.value(d + k, frame);
    return Math.hypot(c(0), c(1), c(2));
  }
}

/** Index of the last entry of an ascending array that is not above x, -1 when all are. */
function lastNotAbove(values, x) {
  let low = -1, high = values.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle] <= x) low = middle;
    else high = middle;
  }
  return low;
}

function readCells({ starts, points, faces }, blocks) {
  const start = blocks.read(starts), all = blocks.read(points), face = blocks.read(faces);
  return Array.from(face, (isFace, i) => ({ face: isFace === 1, points: all.subarray(start[i], start[i + 1]) }));
}

function fieldOf(name, unit, curves) {
  let low = Infinity, high = -Infinity;
  for (let i = 0; i < curves.ranges.length; i += 2) {
    low = Math.min(low, curves.ranges[i]);
    high = Math.max(high, curves.ranges[i + 1]);
  }
  return { name, unit, low, high, value: (point, frame) => curves.value(point, frame) };
}

/** Contacts by frame: of(frame, visit) calls visit(number, status, value) where value(k) is k of x y z, force x y z. */
function readContacts(packed, blocks, frames) {
  const counts = blocks.read(packed.counts), frameOf = blocks.read(packed.frames), status = blocks.read(packed.status);
  const numberOf = new Uint32Array(frameOf.length), curveOf = new Uint32Array(frameOf.length);
  const within = new Uint32Array(frameOf.length);
  const used = [];
  let next = 0;
  counts.forEach((count, number) => {
    if (count === 0) return;
    for (let i = 0; i < count; ++i, ++next) {
      numberOf[next] = number;
      curveOf[next] = 6 * used.length;
      within[next] = i;
    }
    used.push(count);
  });
  const curves = blocks.curves(packed.curves, 6 * used.length, (i) => used[Math.floor(i / 6)]);
  const start = new Uint32Array(frames + 1);
  for (const frame of frameOf) ++start[frame + 1];
  for (let i = 0; i < frames; ++i) start[i + 1] += start[i];
  const order = new Uint32Array(frameOf.length), filled = start.slice();
  frameOf.forEach((frame, i) => { order[filled[frame]++] = i; });
  let most = 0;
  for (let i = 0; i < frames; ++i) most = Math.max(most, start[i + 1] - start[i]);
  const of = (frame, visit) => {
    for (let k = start[frame]; k < start[frame + 1]; ++k) {
      const i = order[k];
      visit(numberOf[i], status[i], (c) => curves.value(curveOf[i] + c, within[i]));
    }
  };
  return { names: packed.names, most, total: frameOf.length, of };
}
