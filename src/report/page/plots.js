// SPDX-License-Identifier: Apache-2.0
// Plots of the columns that the reader chooses, one for each unit.

const FIRST_COLUMNS = 8;  // chosen at the start

/** Columns of a run over time: of its history, and of tables with times of their own ("steps: h"). */
function columnsOfRun(run) {
  return [...run.history.map((column) => ({ ...column, t: run.t })),
          ...run.tables.flatMap(({ name: table, t, columns }) =>
            columns.map((column) => ({ ...column, name: `${table}: ${column.name}`, t, isExtra: true })))];
}

/** All columns of all runs, each once. */
function columnsOf(runs) {
  const columns = new Map();
  for (const run of runs)
    for (const { name, unit, quantity, isExtra } of columnsOfRun(run)) {
      if (!columns.has(name)) columns.set(name, { name, unit, quantity, isExtra, runs: 0 });
      ++columns.get(name).runs;
    }
  return [...columns.values()];
}

/** What a column looks like in every run that has it. A run keeps its dashes, a column its colour. */
function seriesOf(runs, column, colour) {
  const dashes = [undefined, [8, 4], [2, 3], [10, 3, 2, 3]];
  return runs.flatMap((run, i) => {
    const found = columnsOfRun(run).find(({ name }) => name === column.name);
    if (!found) return [];
    const label = runs.length > 1 ? `${run.name}: ${column.name}` : column.name;
    return [{ label, colour: runs.length > 1 ? seriesColour(colour * runs.length + i) : seriesColour(colour),
              dash: dashes[i % dashes.length], t: found.t, values: found.data, unit: found.unit }];
  });
}

class PlotSection {
  constructor(report, group) {
    this.runs = report.runs;
    this.group = group;
    this.columns = columnsOf(this.runs);
    const history = this.columns.filter(({ isExtra }) => !isExtra);
    const common = history.filter(({ runs }) => runs === this.runs.length);
    this.chosen = new Set((common.length > 0 ? common : history).slice(0, FIRST_COLUMNS).map(({ name }) => name));
    this.charts = [];
    this.log = false;  // y-axes, where there is something above zero
    this.holder = element("div", { class: "charts" });
  }

  element() {
    if (this.columns.length === 0)
      return section("plots", "Plots", element("p", { class: "note" }, "These results have no columns but the time."));
    const hint = "Drag to zoom, shift and drag to move, double-click for all; a click sets the time of the page.";
    const whole = section("plots", "Plots", element("p", { class: "note" }, hint, ...this.thinning()),
                          element("div", { class: "plots" }, this.list(), this.holder));
    queueMicrotask(() => this.draw());
    return whole;
  }

  thinning() {
    const all = this.runs.flatMap((run) => [run, ...run.tables.map((table) => ({ ...table, name: `${run.name}, ${table.name}` }))]);
    return all.filter(({ bucket }) => bucket > 1).map(({ name, rows, bucket }) =>
      ` ${name}: of ${counted(rows, "row")}, of every ${bucket.toLocaleString("en")} the smallest and the largest value are shown.`);
  }

  list() {
    const items = this.columns.map((column) => {
      const label = checkbox(column.name, this.chosen.has(column.name), (on) => this.choose([column.name], on));
      if (column.unit) label.append(element("small", {}, ` ${column.unit}`));
      if (column.runs < this.runs.length) label.append(element("small", {}, ` in ${column.runs} of ${this.runs.length}`));
      label.title = column.quantity || column.name;
      label.dataset.column = column.name;
      return label;
    });
    const filter = element("input", { type: "search", placeholder: "Filter columns", "aria-label": "Filter columns",
      oninput: () => { for (const item of items) item.hidden = !this.matches(item, filter.value); } });
    const shown = () => items.filter(({ hidden }) => !hidden);
    const all = (on) => () => {
      for (const item of shown()) item.firstChild.checked = on;
      this.choose(shown().map(({ dataset }) => dataset.column), on);
    };
    return element("div", { class: "column-list" }, filter,
      element("div", { class: "buttons" }, element("button", { onclick: all(true) }, "All"),
                                           element("button", { onclick: all(false) }, "None")),
      checkbox("logarithmic", this.log, (on) => { this.log = on; this.draw(); }),
      element("div", { class: "columns", role: "group", "aria-label": "Columns" }, items));
  }

  matches({ dataset }, text) { return dataset.column.toLowerCase().includes(text.trim().toLowerCase()); }

  choose(names, on) {
    for (const name of names) this.chosen[on ? "add" : "delete"](name);
    this.draw();
  }

  draw() {
    for (const chart of this.charts) chart.remove();
    this.charts = [];
    this.holder.replaceChildren();
    const byUnit = new Map();
    for (const column of this.columns) {
      if (!this.chosen.has(column.name)) continue;
      if (!byUnit.has(column.unit)) byUnit.set(column.unit, []);
      byUnit.get(column.unit).push(column);
    }
    if (byUnit.size === 0) this.holder.append(element("p", { class: "note" }, "Choose columns from the list."));
    for (const [unit, columns] of byUnit) {
      const holder = element("div", { class: "chart", role: "img",
                                      "aria-label": `Plot of ${columns.map(({ name }) => name).join(", ")}` });
      this.holder.append(holder);
      const series = columns.flatMap((column, i) => seriesOf(this.runs, column, i));
      this.charts.push(new Chart(holder, series, unit, this.group, { asksLog: this.log }));
    }
  }
}
