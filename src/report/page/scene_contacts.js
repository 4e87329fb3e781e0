// SPDX-License-Identifier: Apache-2.0
// Contact forces as arrows, one shaft and one head for each contact of a frame.

const STATUS_COLOURS = ["#8792a2", "#2f8f5b", "#d9730d", "#c53030"];
const STATUS_NAMES = ["closed", "sticks", "slips", "impact"];

class ContactArrows {
  /** `size`: of the scene. An arrow of the force that only 5 % exceed is a fifth of it. */
  constructor(motion, size) {
    this.contacts = motion.contacts;
    this.size = size;
    const most = Math.max(1, this.contacts.most);
    const material = () => new THREE.MeshLambertMaterial();
    this.shafts = new THREE.InstancedMesh(new THREE.CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0), material(), most);
    this.heads = new THREE.InstancedMesh(new THREE.ConeGeometry(1, 1, 14).translate(0, -0.5, 0), material(), most);
    for (const mesh of [this.shafts, this.heads]) mesh.frustumCulled = false;
    this.lengthPerForce = 0.2 * size / (typicalForce(this.contacts, motion.t.length) || 1);
  }

  objects() { return [this.shafts, this.heads]; }

  show(frame, visible, scale) {
    let n = 0;
    const p = new THREE.Vector3(), f = new THREE.Vector3(), up = new THREE.Vector3(0, 1, 0);
    const turn = new THREE.Quaternion(), matrix = new THREE.Matrix4(), s = new THREE.Vector3(), tip = new THREE.Vector3();
    const colour = new THREE.Color();
    if (visible) this.contacts.of(frame, (_, status, value) => {
      p.set(value(0), value(1), value(2));
      f.set(value(3), value(4), value(5));
      const force = f.length();
      if (!(force > 0)) return;
      const length = Math.min(scale * this.lengthPerForce * force, 0.8 * this.size);
      const head = Math.min(0.4 * length, 0.045 * this.size), width = 0.006 * this.size;
      turn.setFromUnitVectors(up, f.divideScalar(force));
      this.shafts.setMatrixAt(n, matrix.compose(p, turn, s.set(width, length - head, width)));
      tip.copy(p).addScaledVector(f, length);
      this.heads.setMatrixAt(n, matrix.compose(tip, turn, s.set(0.35 * head, head, 0.35 * head)));
      colour.set(STATUS_COLOURS[status] ?? STATUS_COLOURS[0]);
      this.shafts.setColorAt(n, colour);
      this.heads.setColorAt(n, colour);
      ++n;
    });
    for (const mesh of this.objects()) {
      mesh.count = n;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
    this.shown = n;
  }
}

/** The force that 5 % of all contacts exceed, from some of the frames. */
function typicalForce(contacts, frames) {
  const forces = [];
  const step = Math.max(1, Math.floor(frames / 500));
  for (let frame = 0; frame < frames; frame += step)
    contacts.of(frame, (_, __, value) => forces.push(Math.hypot(value(3), value(4), value(5))));
  forces.sort((a, b) => a - b);
  return forces[Math.floor(0.95 * (forces.length - 1))] ?? 0;
}
