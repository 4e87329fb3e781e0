// SPDX-License-Identifier: Apache-2.0
// The page of a sweep: a table of its runs, and each collected number over the values of a key.

const MOST_LINES = 40;  // of a plot: more cannot be told apart

class SweepPage {
  constructor(report) {
    this.report = report;
    this.sweep = report.sweep;
    const { axes, columns, runs } = this.sweep;
    let next = 0;  // the numbers of a column are those of the runs that have some
    this.rows = runs.map((run, i) => {
      const place = run.collected ? next++ : -1;
      return { ...run, number: i + 1, numbers: columns.map(({ data }) => (place < 0 ? NaN : data[place])) };
    });
    this.group = new PlotGroup(new Clock(NaN, NaN));  // no time: the line of it stays hidden
    this.charts = [];
    this.holder = element("div", { class: "charts" });
    const isNumeric = ({ values }) => values.every((value) => value.trim() !== "" && isNumber(Number(value)));
    this.numeric = axes.flatMap((axis, i) => (isNumeric(axis) ? [i] : []));  // that a plot can be over
    this.x = this.numeric[0] ?? -1;
    this.log = false;
    this.order = { place: -1, up: true };  // column of the table that its rows are sorted by: -1 number of the run
  }

  elements() {
    const failed = this.rows.filter(({ status }) => !status.startsWith("done")).length;
    document.title = `${this.sweep.model} – Percuss sweep`;
    queueMicrotask(() => this.draw());
    const { version, revision, written } = this.report;
    return [element("header", { class: "card" }, element("p", { class: "eyebrow" }, "Percuss sweep"),
      element("h1", {}, this.sweep.model, " ", element("span", { class: `badge ${failed > 0 ? "bad" : "good"}` },
        failed > 0 ? `${failed} of ${counted(this.rows.length, "run")} not done` : counted(this.rows.length, "run"))),
      element("p", { class: "note" }, this.sweep.axes.map(({ key, values }) => `${key}: ${counted(values.length, "value")}`).join(" · "))),
      this.plotSection(), this.tableSection(),
      element("p", { class: "note" }, `Written ${written} by Percuss ${version} ${revision}. Plots by uPlot, under the MIT licence.`)];
  }

  plotSection() {
    const { axes } = this.sweep;
    if (this.x < 0) return section("plots", "Plots", element("p", { class: "note" }, "No key has numbers alone to plot over."));
    const bar = element("div", { class: "toolbar" });
    if (this.numeric.length > 1)
      bar.append(choice("over", this.numeric.map((i) => [String(i), axes[i].key]), String(this.x), (i) => { this.x = Number(i); this.draw(); }));
    bar.append(checkbox("logarithmic", false, (on) => { this.log = on; this.draw(); }));
    return section("plots", "Plots", bar, this.holder);
  }

  /** Rows that differ in the key of the x-axis alone make a line. */
  lines() {
    const { axes } = this.sweep;
    const lines = new Map();
    for (const row of this.rows) {
      if (!row.collected) continue;
      const others = axes.flatMap(({ key }, i) => (i === this.x ? [] : [`${key} = ${row.values[i]}`])).join(", ");
      if (!lines.has(others)) lines.set(others, []);
      lines.get(others).push(row);
    }
    for (const rows of lines.values()) rows.sort((a, b) => Number(a.values[this.x]) - Number(b.values[this.x]));
    return [...lines];
  }

  draw() {
    if (this.x < 0) return;
    for (const chart of this.charts) chart.remove();
    this.charts = [];
    this.holder.replaceChildren();
    this.group.range = undefined;
    const all = this.lines();
    if (all.length > MOST_LINES)
      this.holder.append(element("p", { class: "note" }, `The first ${MOST_LINES} of ${all.length} lines are shown.`));
    this.sweep.columns.forEach(({ name, unit }, c) => {
      const holder = element("div", { class: "chart", role: "img", "aria-label": `Plot of ${name}` });
      this.holder.append(element("h3", {}, name), holder);
      const series = all.slice(0, MOST_LINES).map(([label, rows], i) => ({
        label: label || name, colour: seriesColour(i), unit, t: Float64Array.from(rows, ({ values }) => Number(values[this.x])),
        values: Float64Array.from(rows, ({ numbers }) => numbers[c]) }));
      if (series.length === 0) holder.append(element("p", { class: "note" }, "No run has come to its end."));
      else this.charts.push(new Chart(holder, series, unit, this.group,
                                      { asksLog: this.log, x: { label: this.sweep.axes[this.x].key, unit: "" } }));
    });
  }

  /** A click on a heading sorts by it, another one turns the order round. */
  tableSection() {
    const { axes, columns } = this.sweep;
    this.body = element("tbody", {});
    const heads = ["run", ...axes.map(({ key }) => key), ...columns.map(({ name, unit }) => (unit ? `${name} [${unit}]` : name)), "status"];
    const head = element("thead", {}, element("tr", {}, heads.map((text, i) => element("th", { scope: "col" },
      element("button", { class: "plain", onclick: () => this.sortBy(i - 1) }, text)))));
    this.fill();
    return section("runs", "Runs", element("div", { class: "scroll" }, element("table", { class: "facts" }, head, this.body)));
  }

  sortBy(place) {
    this.order = { place, up: this.order.place === place ? !this.order.up : true };
    this.fill();
  }

  key(row) {
    const { place } = this.order, { axes } = this.sweep;
    if (place < 0) return row.number;
    if (place < axes.length) return isNumber(Number(row.values[place])) ? Number(row.values[place]) : row.values[place];
    return row.numbers[place - axes.length] ?? row.status;
  }

  fill() {
    const sign = this.order.up ? 1 : -1;
    const compare = (a, b) => (a < b ? -1 : a > b ? 1 : Number.isNaN(a) - Number.isNaN(b) || 0);
    const rows = [...this.rows].sort((a, b) => sign * compare(this.key(a), this.key(b)) || a.number - b.number);
    const state = (status) => (status === "done" ? "good" : status === "done_with_warnings" ? "warn" : "bad");
    this.body.replaceChildren(...rows.map((row) => element("tr", { "data-run": row.number },
      element("td", { class: "number" }, element("a", { href: `${encodeURIComponent(row.folder)}/` }, String(row.number))),
      row.values.map((value) => element("td", { class: "number" }, value)),
      row.numbers.map((x) => element("td", { class: "number" }, formatted(x, 6))),
      element("td", {}, element("span", { class: `badge ${state(row.status)}` }, row.status.replaceAll("_", " ")),
              row.message ? element("small", {}, ` ${row.message}`) : null))));
  }
}
