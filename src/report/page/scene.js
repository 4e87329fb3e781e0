// SPDX-License-Identifier: Apache-2.0
// The picture of a motion: camera, light, what is drawn in a frame. Draws only when something has changed.

class MotionScene {
  constructor(motion, canvas) {
    this.motion = motion;
    this.canvas = canvas;
    this.options = { deformation: 1, contacts: true, forceScale: 1, field: "" };
    this.frame = 0;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.scene = new THREE.Scene();
    this.bodies = bodyObjects(motion);
    for (const body of this.bodies) this.scene.add(body.group);
    this.box = boundingBox(motion, this.bodies);
    this.size = this.box.size;
    this.arrows = new ContactArrows(motion, this.size);
    this.scene.add(...groundObjects(motion), ...this.arrows.objects(), new THREE.HemisphereLight("#ffffff", "#8a94a6", 2.2));
    this.camera = new THREE.OrthographicCamera(-1, 1, 1, -1, -100 * this.size, 100 * this.size);
    const light = new THREE.DirectionalLight("#ffffff", 1.6);
    light.position.set(0.4, 0.6, 1);
    this.camera.add(light);
    this.scene.add(this.camera);
    this.controls = new THREE.OrbitControls(this.camera, canvas);
    if (motion.planar) Object.assign(this.controls.mouseButtons, { LEFT: 2, RIGHT: 0 });  // move with the left, turn with the right
    this.controls.addEventListener("change", () => this.draw());
    this.fit();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
  }

  /** The whole motion in view: planar ones from the front, others from a corner, z up. */
  fit() {
    const { centre } = this.box;
    this.camera.up.set(0, this.motion.planar ? 1 : 0, this.motion.planar ? 0 : 1);
    const from = this.motion.planar ? new THREE.Vector3(0, 0, 1) : new THREE.Vector3(0.6, -1, 0.5).normalize();
    this.camera.position.copy(centre).addScaledVector(from, 4 * this.size);
    this.controls.target.copy(centre);
    this.camera.zoom = 1;
    this.controls.update();
    this.seen = halfExtents(this.box, this.camera);
    this.resize();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    const { across, up } = this.seen;
    const half = 1.08 * Math.max(up, across * height / width, 0.02 * this.size);
    Object.assign(this.camera, { left: -half * width / height, right: half * width / height, top: half, bottom: -half });
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  show(t) {
    this.frame = this.motion.frameAt(t);
    this.draw();
  }

  set(option, value) {
    this.options[option] = value;
    this.draw();
  }

  field() { return fieldsOf(this.motion).find(({ name }) => name === this.options.field) ?? null; }

  draw() {
    const { deformation, contacts, forceScale } = this.options;
    const field = this.field();
    const colours = field && ((point, target) => mapColour((field.value(point, this.frame) - field.low) /
                                                           (field.high - field.low || 1), target));
    for (const body of this.bodies) body.show(this.frame, deformation, colours);
    this.arrows.show(this.frame, contacts, forceScale);
    this.renderer.render(this.scene, this.camera);
  }

  /** For tests: where the bodies are, and how much of the picture is drawn. */
  positions() { return this.bodies.map(({ group }) => group.position.toArray()); }
  paintedPixels() {
    this.draw();
    const gl = this.renderer.getContext();
    const pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
    gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    let painted = 0;
    for (let i = 3; i < pixels.length; i += 4) if (pixels[i] > 0) ++painted;
    return painted;
  }
}

/** How far the corners of the box are from its centre, as the camera sees them. */
function halfExtents({ centre, extent }, camera) {
  camera.updateMatrixWorld();
  const turn = camera.quaternion.clone().invert();
  let across = 0, up = 0;
  for (const [i, j] of [[1, 1], [1, -1], [-1, 1], [-1, -1]]) {
    const corner = new THREE.Vector3(i * extent.x, j * extent.y, extent.z).multiplyScalar(0.5).applyQuaternion(turn);
    across = Math.max(across, Math.abs(corner.x));
    up = Math.max(up, Math.abs(corner.y));
  }
  return { across, up };
}

/** Of up to 200 frames and the ground. */
function boundingBox(motion, bodies) {
  const low = new THREE.Vector3(Infinity, Infinity, Infinity), high = low.clone().negate(), x = new THREE.Vector3();
  const step = Math.max(1, Math.floor(motion.t.length / 200));
  const add = (point) => { low.min(point); high.max(point); };
  for (let frame = 0; frame < motion.t.length; frame += step)
    bodies.forEach(({ body, group }, i) => {
      motion.pose(i, frame, group.position, group.quaternion);
      for (let k = 0; k < body.points; ++k)
        add(motion.local(body, k, frame, 1, x).applyQuaternion(group.quaternion).add(group.position));
    });
  const { ground } = motion;
  for (let i = 0; i < ground.points.length; i += 3) add(x.fromArray(ground.points, i));
  if (!(high.x >= low.x)) { low.set(-1, -1, -1); high.set(1, 1, 1); }
  const extent = high.clone().sub(low);
  return { centre: low.clone().add(high).multiplyScalar(0.5), extent, size: extent.length() || 1 };
}

/** What bodies can be coloured by: the fields of the motion, and how far points have moved in flexible bodies. */
function fieldsOf(motion) {
  if (motion.allFields) return motion.allFields;
  motion.allFields = [...motion.fields];
  const { ranges } = motion.displacements;
  if (ranges.length > 0) {
    const firsts = motion.bodies.map((body) => body.first);
    const bodyOf = (point) => motion.bodies[lastNotAbove(firsts, point)];
    let high = 0;
    for (let i = 0; i < ranges.length; i += 6)
      high = Math.max(high, Math.hypot(...[0, 2, 4].map((k) => Math.max(Math.abs(ranges[i + k]), Math.abs(ranges[i + k + 1])))));
    motion.allFields.push({ name: "displacement", unit: "m", low: 0, high, value: (point, frame) => {
      const body = bodyOf(point);
      return motion.displacement(body, point - body.first, frame);
    } });
  }
  return motion.allFields;
}

/** Viridis in five stops, 0 to 1. */
const MAP_STOPS = ["#440154", "#3b528b", "#21918c", "#5ec962", "#fde725"];
function mapColour(x, target) {
  const place = 4 * Math.min(1, Math.max(0, Number.isFinite(x) ? x : 0));
  const i = Math.min(3, Math.floor(place));
  const next = (mapColour.next ??= new THREE.Color()).set(MAP_STOPS[i + 1]);
  return target.set(MAP_STOPS[i]).lerp(next, place - i);
}
