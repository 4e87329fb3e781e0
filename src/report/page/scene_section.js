// SPDX-License-Identifier: Apache-2.0
// The part of the page with the moving picture and what plays it.

function hasWebGl() {
  const canvas = document.createElement("canvas");
  return Boolean(canvas.getContext("webgl2"));
}

function sceneSection(report, clock, state) {
  const runs = report.runs.filter(({ motion }) => motion && motion.t.length > 0);
  if (runs.length === 0)
    return section("motion", "Motion", element("p", { class: "note" },
      "These results hold no motion of bodies. docs/report.md tells which runs do, and how to ask for it."));
  if (!hasWebGl())
    return section("motion", "Motion", element("p", { class: "note" }, "This browser has no WebGL: no pictures in 3D."));
  const holder = element("div", { class: "motion-holder" });
  const show = (name) => {
    const run = runs.find((one) => one.name === name);
    holder.replaceChildren();
    mountScene(holder, run.motion, clock, state);
  };
  queueMicrotask(() => show(runs[0].name));  // once the page stands and has its width
  return section("motion", "Motion", runs.length > 1
    ? element("div", { class: "toolbar" }, choice("Run", runs.map(({ name }) => [name, name]), runs[0].name, show)) : null,
    holder);
}

function mountScene(holder, motion, clock, state) {
  const canvas = element("canvas", { tabindex: 0, role: "img",
                                     "aria-label": "Moving picture of the bodies" });
  const overlay = element("div", { class: "scene-time" });
  const legend = element("div", { class: "scene-legend" });
  holder.append(element("div", { class: "scene" }, canvas, overlay, legend));
  const scene = new MotionScene(motion, canvas);
  state.scene?.stop();
  const player = new Player(clock, motion);
  state.scene = Object.assign(scene, { stop: () => player.stop() });
  const [left, right] = motion.planar ? ["moves", "turns"] : ["turns", "moves"];
  holder.append(player.controls(), viewControls(scene, legend), element("p", { class: "note" },
    `The left mouse button ${left} the view, the right one ${right} it, the wheel zooms.`));
  if (motion.every > 1) holder.append(element("p", { class: "note" }, `One frame of ${motion.every} is shown.`));
  clock.on((t) => {
    if (state.scene !== scene) return;
    scene.show(t);
    overlay.textContent = `t = ${formatted(motion.t[scene.frame], 6)} s`;
  });
  clock.set(clock.t);
}

/** Play, pause, speed, and the slider of time. */
class Player {
  constructor(clock, motion) {
    this.clock = clock;
    this.begin = motion.t[0];
    this.end = motion.t[motion.t.length - 1];
    this.speed = (this.end - this.begin || 1) / 8;  // simulated seconds per second: the run in eight
    this.playing = false;
  }

  controls() {
    this.button = element("button", { class: "primary", "aria-label": "Play", onclick: () => this.toggle() }, "▶ Play");
    const step = (this.end - this.begin || 1) / 2000;
    this.time = slider("Time", { min: this.begin, max: this.end, step: "any", value: this.begin }, (t) => {
      this.stop();
      this.clock.set(t);
    });
    this.time.id = "time-slider";
    this.time.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!way) return;
      event.preventDefault();
      this.clock.set(this.clock.t + way * step);
    });
    this.clock.on((t) => { this.time.value = t; });
    const label = element("output", {}, this.speedText());
    const speed = slider("Speed", { min: -4, max: 4, step: 0.25, value: 0 }, (power) => {
      this.speed = (this.end - this.begin || 1) / 8 * 2 ** power;
      label.textContent = this.speedText();
    });
    return element("div", { class: "player" }, this.button, this.time,
                   element("label", { class: "field" }, element("span", {}, "Speed"), speed, label));
  }

  speedText() { return `${formatted(this.speed, 2)} × real time`; }

  toggle() {
    if (this.playing) return this.stop();
    if (this.clock.t >= this.end) this.clock.set(this.begin);
    this.playing = true;
    this.label("❚❚ Pause", "Pause");
    let last = performance.now();
    const tick = (now) => {
      if (!this.playing) return;
      this.clock.set(Math.min(this.end, this.clock.t + this.speed * (now - last) / 1000));
      last = now;
      if (this.clock.t >= this.end) this.stop();
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  stop() {
    this.playing = false;
    if (this.button) this.label("▶ Play", "Play");
  }

  label(text, name) {
    this.button.textContent = text;
    this.button.setAttribute("aria-label", name);
  }
}

function viewControls(scene, legend) {
  const { motion } = scene;
  const bar = element("div", { class: "toolbar" }, element("button", { onclick: () => scene.fit() }, "Fit view"));
  const fields = fieldsOf(motion);
  if (fields.length > 0)
    bar.append(choice("Colour", [["", "by body"], ...fields.map(({ name }) => [name, name])], "", (name) => {
      scene.set("field", name);
      showColourBar(legend, scene.field());
    }));
  if (motion.bodies.some(({ flexible }) => flexible)) {
    const label = element("output", {}, "× 1");
    bar.append(element("label", { class: "field" }, element("span", {}, "Deformation"),
      slider("Scale of the deformation", { min: -1, max: 4, step: 0.1, value: 0 }, (power) => {
        scene.set("deformation", 10 ** power);
        label.textContent = `× ${formatted(10 ** power, 2)}`;
      }), label));
  }
  if (motion.contacts.total > 0) {
    bar.append(checkbox("Contact forces", true, (on) => scene.set("contacts", on)));
    bar.append(element("label", { class: "field" }, element("span", {}, "Arrow length"),
      slider("Length of the arrows", { min: -2, max: 2, step: 0.1, value: 0 }, (power) => scene.set("forceScale", 10 ** power))));
    bar.append(element("span", { class: "swatches" }, STATUS_NAMES.map((name, i) => swatch(STATUS_COLOURS[i], name))));
  }
  return bar;
}

function swatch(colour, text) {
  return element("span", { class: "swatch" }, element("i", { style: `background:${colour}` }), text);
}

function showColourBar(legend, field) {
  legend.replaceChildren();
  if (!field) return;
  legend.append(element("span", {}, formatted(field.low, 3)),
                element("i", { class: "colour-bar", style: `background:linear-gradient(to right,${MAP_STOPS.join(",")})` }),
                element("span", {}, withUnit(field.high, field.unit, 3)));
}
