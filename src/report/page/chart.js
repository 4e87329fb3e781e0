// SPDX-License-Identifier: Apache-2.0
// One plot over time, and what all plots of the page share: the range of time, the cursor, the scene's time.

/** uPlot breaks a line at null alone; what is not above zero has no logarithm. */
function drawable(values, log) {
  const can = log ? (x) => Number.isFinite(x) && x > 0 : Number.isFinite;
  return values.every(can) ? values : Array.from(values, (x) => (can(x) ? x : null));
}

/** Runs have times of their own: one column of all times, and gaps bridged where a run has no row. */
function alignedData(series, log) {
  const groups = new Map();
  for (const { t, values } of series) {
    if (!groups.has(t)) groups.set(t, [t]);
    groups.get(t).push(drawable(values, log));
  }
  if (groups.size === 1) return [...groups.values()][0];
  return uPlot.join([...groups.values()].map((group) => group.map((column) => Array.from(column))));
}

class PlotGroup {
  constructor(clock) {
    this.clock = clock;
    this.charts = new Set();
    this.marks = [];
    this.key = uPlot.sync("percuss").key;
    clock.on(() => { for (const chart of this.charts) chart.placeTime(); });
  }

  setRange(min, max, source) {
    if (this.busy) return;
    this.busy = true;
    this.range = { min, max };
    for (const { plot } of this.charts) if (plot !== source) plot.setScale("x", { min, max });
    this.busy = false;
  }

  /** Times of events, drawn as ticks at the foot of the plots. */
  setMarks(times) {
    this.marks = times;
    for (const { plot } of this.charts) plot.redraw(false);
  }
}

class Chart {
  /** series: [{label, colour, dash, t, values, unit}], those of one t side by side; x: what t is where it is no time */
  constructor(holder, series, unit, group, { asksLog = false, x = { label: "t", unit: "s" } } = {}) {
    const log = asksLog && series.some(({ values }) => values.some((x) => Number.isFinite(x) && x > 0));
    this.group = group;
    this.line = element("div", { class: "time-line" });
    const axis = (label) => ({ stroke: () => themeColour("--muted"), label, labelSize: 22, labelFont: "12px system-ui",
                               font: "11px system-ui", grid: { stroke: () => themeColour("--grid"), width: 1 },
                               ticks: { stroke: () => themeColour("--grid"), width: 1, size: 4 } });
    this.plot = new uPlot({
      width: Math.max(200, holder.clientWidth || 600), height: 250,
      scales: { x: { time: false }, y: { distr: log ? 3 : 1 } },
      legend: { live: true },
      cursor: {
        sync: { key: group.key, filters: { pub: (type) => type === "mousemove" || type === "mouseleave" } },
        drag: { x: true, y: false, dist: 4 },
        bind: { mousedown: (plot, _, handle) => (event) => (event.shiftKey ? this.pan(event) : handle(event)) },
      },
      axes: [{ ...axis(x.unit ? `${x.label} [${x.unit}]` : x.label), size: 34, values: (_, ticks) => ticks.map((x) => formatted(x, 6)) },
             { ...axis(unit ? `[${unit}]` : ""), size: 66,
                values: (_, ticks) => ticks.map((x) => (x === null ? "" : formatted(x, 6))) }],
      series: [{ label: x.label, value: (_, at) => (at === null ? "–" : withUnit(at, x.unit, 6)) },
               ...series.map(({ label, colour, dash, unit: own }) => ({
                 label, stroke: colour, width: 1.5, dash, points: { size: 5 },
                 value: (_, y) => withUnit(y, own, 6) }))],
      hooks: { setScale: [(plot, key) => this.rangeChanged(plot, key)], draw: [(plot) => this.drawMarks(plot)] },
    }, alignedData(series, log), holder);
    this.plot.over.append(this.line);
    this.listenToClicks();
    group.charts.add(this);
    if (group.range) this.plot.setScale("x", group.range);
    this.placeTime();
    this.observer = new ResizeObserver(() => {
      if (holder.clientWidth > 0) this.plot.setSize({ width: holder.clientWidth, height: 250 });
    });
    this.observer.observe(holder);
  }

  remove() {
    this.observer.disconnect();
    this.group.charts.delete(this);
    this.plot.destroy();
  }

  rangeChanged(plot, key) {
    if (key !== "x") return;
    const { min, max } = plot.scales.x;
    if (isNumber(min) && isNumber(max)) this.group.setRange(min, max, plot);
    this.placeTime();
  }

  /** Shift and drag: the range moves along. */
  pan(event) {
    const { min, max } = this.plot.scales.x;
    const perPixel = (max - min) / (this.plot.over.clientWidth || 1);
    const from = event.clientX;
    const move = ({ clientX }) => {
      const shift = (from - clientX) * perPixel;
      this.plot.setScale("x", { min: min + shift, max: max + shift });
    };
    const up = () => {
      removeEventListener("mousemove", move);
      removeEventListener("mouseup", up);
    };
    addEventListener("mousemove", move);
    addEventListener("mouseup", up);
    return null;
  }

  /** A click, not a drag, sets the time of the page. */
  listenToClicks() {
    const { over } = this.plot;
    let from = null;
    over.addEventListener("mousedown", (event) => { from = event.shiftKey ? null : event.clientX; });
    over.addEventListener("mouseup", (event) => {
      if (from !== null && Math.abs(event.clientX - from) < 3)
        this.group.clock.set(this.plot.posToVal(event.clientX - over.getBoundingClientRect().left, "x"));
      from = null;
    });
  }

  placeTime() {
    if (!this.plot) return;  // the first range comes before the constructor is done
    const x = this.plot.valToPos(this.group.clock.t, "x");
    const inside = x >= 0 && x <= this.plot.over.clientWidth;
    this.line.style.display = inside ? "" : "none";
    if (inside) this.line.style.transform = `translateX(${x}px)`;
  }

  drawMarks(plot) {
    const { ctx, bbox } = plot;
    const { min, max } = plot.scales.x;
    const times = this.group.marks.filter((t) => t >= min && t <= max);
    if (times.length === 0) return;
    ctx.save();
    ctx.strokeStyle = themeColour("--bad");
    ctx.globalAlpha = times.length > 300 ? 0.3 : 0.7;
    ctx.beginPath();
    const pixels = new Set(times.map((t) => Math.round(plot.valToPos(t, "x", true))));
    for (const x of pixels) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x, bbox.top + bbox.height - 9 * devicePixelRatio);
    }
    ctx.stroke();
    ctx.restore();
  }
}
