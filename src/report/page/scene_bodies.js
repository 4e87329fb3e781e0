// SPDX-License-Identifier: Apache-2.0
// The bodies of a motion as objects of three.js: faces, edges, and points where a body has neither.

class BodyObject {
  constructor(motion, index, cells, colour) {
    this.motion = motion;
    this.index = index;
    this.body = motion.bodies[index];
    this.colour = new THREE.Color(colour);
    this.group = new THREE.Group();
    this.parts = [];
    const faces = cells.filter((cell) => cell.face), lines = cells.filter((cell) => !cell.face);
    this.addPart(faces.flatMap((cell) => triangles(cell.points, motion.reference)), (geometry) => new THREE.Mesh(
      geometry, new THREE.MeshLambertMaterial({ vertexColors: true, side: THREE.DoubleSide, transparent: motion.planar,
                                                opacity: motion.planar ? 0.75 : 1, polygonOffset: true,
                                                polygonOffsetFactor: 1, polygonOffsetUnits: 1 })), 1);
    this.addPart(faces.flatMap(edges), (geometry) => new THREE.LineSegments(
      geometry, new THREE.LineBasicMaterial({ vertexColors: true })), 0.6);
    this.addThickLines(lines.flatMap(edges));
    if (cells.length === 0)
      this.addPart([...Array(this.body.points).keys()].map((i) => this.body.first + i), (geometry) => new THREE.Points(
        geometry, new THREE.PointsMaterial({ vertexColors: true, size: 9, sizeAttenuation: false })), 1);
  }

  /** `points`: for each vertex the point of the motion; `shade` darkens it. */
  addPart(points, make, shade) {
    if (points.length === 0) return;
    const geometry = new THREE.BufferGeometry();
    const part = this.part(points, geometry, shade, (name) => { geometry.attributes[name].needsUpdate = true; });
    for (const name of ["position", "color"])
      geometry.setAttribute(name, new THREE.BufferAttribute(part.arrays[name], 3).setUsage(THREE.DynamicDrawUsage));
    this.add(make(geometry), part);
  }

  /** Lines of their own are bodies: a pixel would be too thin. */
  addThickLines(points) {
    if (points.length === 0) return;
    const geometry = new THREE.LineSegmentsGeometry();
    const part = this.part(points, geometry, 1, (name) => {
      if (name === "position") geometry.setPositions(part.arrays.position);
      else geometry.setColors(part.arrays.color);
    });
    this.add(new THREE.LineSegments2(geometry, new THREE.LineMaterial({ vertexColors: true, linewidth: 3.5 })), part);
  }

  part(points, geometry, shade, upload) {
    const arrays = { position: new Float32Array(3 * points.length), color: new Float32Array(3 * points.length) };
    return { points, geometry, shade, arrays, upload, placed: false, coloured: false };
  }

  add(object, part) {
    object.frustumCulled = false;
    part.shaded = object.isMesh === true && !object.isLineSegments2;
    this.group.add(object);
    this.parts.push(part);
  }

  /** `colours(point, target)`, or null for the body's own. */
  show(frame, scale, colours) {
    this.motion.pose(this.index, frame, this.group.position, this.group.quaternion);
    const target = new THREE.Vector3(), colour = new THREE.Color();
    for (const part of this.parts) {
      if (!part.placed || this.body.flexible) this.place(part, frame, scale, target);
      if (!part.placed || colours || part.coloured) this.paint(part, colours, colour);
      part.placed = true;
    }
  }

  place(part, frame, scale, target) {
    part.points.forEach((point, i) => {
      this.motion.local(this.body, point - this.body.first, frame, scale, target).toArray(part.arrays.position, 3 * i);
    });
    part.upload("position");
    if (part.shaded) part.geometry.computeVertexNormals();
  }

  paint(part, colours, colour) {
    part.points.forEach((point, i) => {
      if (colours) colours(point, colour);
      else colour.copy(this.colour);
      colour.multiplyScalar(part.shade).toArray(part.arrays.color, 3 * i);
    });
    part.coloured = colours !== null;
    part.upload("color");
  }
}

/** Pairs of points: the edges of a line or of a face. */
function edges(cell) {
  const pairs = [];
  const n = cell.points.length;
  for (let i = 0; i + 1 < n; ++i) pairs.push(cell.points[i], cell.points[i + 1]);
  if (cell.face) pairs.push(cell.points[n - 1], cell.points[0]);
  return pairs;
}

/** One object for each body; a cell belongs to the body of its first point. */
function bodyObjects(motion) {
  const cellsOf = motion.bodies.map(() => []);
  const firsts = motion.bodies.map((body) => body.first);
  for (const cell of motion.cells) cellsOf[lastNotAbove(firsts, cell.points[0])].push(cell);
  return motion.bodies.map((_, i) => new BodyObject(motion, i, cellsOf[i], seriesColour(i)));
}

/** A flat face cut into triangles, in the plane in which it is largest. */
function triangles(points, coordinates) {
  const p = Array.from(points, (i) => new THREE.Vector3().fromArray(coordinates, 3 * i));
  const normal = new THREE.Vector3();
  p.forEach((a, i) => normal.add(new THREE.Vector3().crossVectors(a, p[(i + 1) % p.length])));
  const [x, y, z] = [Math.abs(normal.x), Math.abs(normal.y), Math.abs(normal.z)];
  const [u, v] = z >= x && z >= y ? ["x", "y"] : y >= x ? ["z", "x"] : ["y", "z"];
  return THREE.ShapeUtils.triangulateShape(p.map((a) => new THREE.Vector2(a[u], a[v])), [])
    .flatMap((corners) => corners.map((i) => points[i]));
}

/** What stands still: its lines, and its faces as a veil. */
function groundObjects({ ground: { points, cells } }) {
  const geometryOf = (indices) => {
    const geometry = new THREE.BufferGeometry();
    const position = indices.flatMap((i) => [...points.subarray(3 * i, 3 * i + 3)]);
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(position), 3));
    geometry.computeVertexNormals();
    return geometry;
  };
  const color = themeColour("--muted");
  return [
    new THREE.LineSegments(geometryOf(cells.flatMap(edges)), new THREE.LineBasicMaterial({ color })),
    new THREE.Mesh(geometryOf(cells.filter(({ face }) => face).flatMap((cell) => triangles(cell.points, points))),
                   new THREE.MeshLambertMaterial({ color, side: THREE.DoubleSide, transparent: true, opacity: 0.15,
                                                   depthWrite: false })),
  ];
}
