// SPDX-License-Identifier: Apache-2.0
// The events of the runs as a table of which only the rows in view exist; a click takes the page to the event's time.

const EVENT_ROW = 28;  // px

class EventSection {
  constructor(report, clock, group) {
    this.runs = report.runs.filter(({ events }) => events);
    this.clock = clock;
    this.group = group;
    if (this.runs.length > 0) this.run = this.runs[0];
  }

  element() {
    if (!this.run)
      return section("events", "Events", element("p", { class: "note" },
        "These results list no events: the run was asked for none (outputs.events: false), or is of an older version."));
    this.filters = {};
    this.count = element("span", { class: "note" });
    this.bar = element("div", { class: "toolbar" });
    this.body = element("div", { class: "event-rows" });
    this.head = element("div", { class: "event-row event-head" });
    this.view = element("div", { class: "event-view", tabindex: 0, role: "grid", "aria-label": "Events",
                                 onscroll: () => this.draw() }, this.head, this.body);
    this.load();
    return section("events", "Events", this.bar, this.view);
  }

  load() {
    this.columns = this.run.events.columns;
    this.filters = {};
    this.bar.replaceChildren();
    if (this.runs.length > 1)
      this.bar.append(choice("Run", this.runs.map(({ name }) => [name, name]), this.run.name, (name) => {
        this.run = this.runs.find((run) => run.name === name);
        this.load();
      }));
    for (const name of ["contact", "kind", "to"]) {
      const column = this.columns.find((one) => one.name === name && one.words);
      if (column)
        this.bar.append(choice(name, [["", "all"], ...[...column.words].sort().map((word) => [word, word])], "", (word) => {
          this.filters[name] = word;
          this.filter();
        }));
    }
    this.bar.append(this.count);
    this.head.replaceChildren(...this.columns.map(({ name, unit }) =>
      element("span", { role: "columnheader" }, name, unit ? element("small", {}, ` [${unit}]`) : null)));
    this.filter();
  }

  filter() {
    const conditions = Object.entries(this.filters).filter(([, word]) => word !== "").map(([name, word]) => {
      const { data, words } = this.columns.find((one) => one.name === name);
      const wanted = words.indexOf(word);
      return (i) => data[i] === wanted;
    });
    const { kept, rows } = this.run.events;
    this.rows = [...Array(kept).keys()].filter((i) => conditions.every((holds) => holds(i)));
    this.times = this.columns.find(({ name }) => name === "t").data;
    this.count.textContent = (this.rows.length === kept ? counted(kept, "event")
      : `${this.rows.length.toLocaleString("en")} of ${counted(kept, "event")}`) +
      (kept < rows ? `, the first of ${rows.toLocaleString("en")}` : "");
    this.body.style.height = `${EVENT_ROW * this.rows.length}px`;
    this.group.setMarks(this.rows.map((i) => this.times[i]));
    this.draw();
  }

  draw() {
    const first = Math.max(0, Math.floor(this.view.scrollTop / EVENT_ROW) - 3);
    const last = Math.min(this.rows.length, first + Math.ceil((this.view.clientHeight || 320) / EVENT_ROW) + 8);
    this.body.replaceChildren(...this.rows.slice(first, last).map((i, k) => this.row(i, first + k)));
  }

  row(i, place) {
    const go = () => {
      this.selected = i;
      this.clock.set(this.times[i]);
      this.draw();
    };
    return element("div", { class: i === this.selected ? "event-row selected" : "event-row", role: "row", tabindex: 0,
                            style: `top:${EVENT_ROW * place}px`, onclick: go,
                            onkeydown: ({ key }) => { if (key === "Enter") go(); } },
      this.columns.map(({ data, words, name }) => element("span", { role: "gridcell", class: words ? "" : "number" },
        words ? words[data[i]] : formatted(data[i], name === "t" ? 8 : 5))));
  }
}
