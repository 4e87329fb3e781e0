// SPDX-License-Identifier: Apache-2.0
// What was run and how it ended, at the top; model text and origin at the foot.

const OUTCOMES = { done: ["good", "done"], done_with_warnings: ["warn", "done with warnings"], running: ["warn", "not ended"],
                   interrupted: ["warn", "interrupted"], failed: ["bad", "failed"],
                   certificate_broken: ["bad", "certificate broken"] };

function badge({ status }) {
  const [state, text] = OUTCOMES[status] ?? ["warn", status ?? "unknown"];
  return element("span", { class: `badge ${state}` }, text);
}

function modelName({ summary, name }) {
  const path = String(summary.model ?? "");
  return path ? path.slice(path.lastIndexOf("/") + 1) : name;
}

/** `title` of the model file, if it has one on a line of its own. */
function modelTitle({ model }) { return /^title:\s*["']?(.+?)["']?\s*$/m.exec(model)?.[1]; }

function figures({ summary: s }) {
  return [["scheme", s.scheme], ["step", withUnit(s.step, "s")], ["time reached", withUnit(s.time_reached, "s")],
          ["steps", s.steps?.toLocaleString("en")], ["impacts", s.impacts?.toLocaleString("en")],
          ["unknowns", s.unknowns?.toLocaleString("en")], ["contacts", s.contacts?.toLocaleString("en")],
          ["time of the loop", seconds(s.loop_seconds)], ["per step", seconds(1e-6 * s.microseconds_per_step)],
          ["memory", memory(s.peak_memory_bytes)]].filter(([, value]) => value !== undefined && value !== "–");
}

function headerSection({ runs }) {
  if (runs.length > 1)
    return element("header", { class: "card" }, element("p", { class: "eyebrow" }, "Percuss report"),
      element("h1", {}, `Comparison of ${runs.length} runs`), comparisonTable(runs));
  const [run] = runs;
  return element("header", { class: "card" }, element("p", { class: "eyebrow" }, "Percuss report"),
    element("h1", {}, run.name, " ", badge(run.summary)),
    element("p", { class: "note" }, [modelTitle(run), modelName(run)].filter(Boolean).join(" · ")),
    run.summary.message ? element("p", { class: "message" }, run.summary.message) : null,
    element("dl", { class: "figures" }, figures(run).map(([name, value]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, value)))));
}

function comparisonTable(runs) {
  const names = [...new Set(runs.flatMap((run) => figures(run).map(([name]) => name)))];
  return element("div", { class: "scroll" }, element("table", { class: "facts" },
    element("thead", {}, element("tr", {}, element("th", {}, ""), runs.map((run) =>
      element("th", { scope: "col" }, run.name, " ", badge(run.summary))))),
    element("tbody", {}, element("tr", {}, element("th", { scope: "row" }, "model"),
                                 runs.map((run) => element("td", {}, modelName(run)))),
            names.map((name) => element("tr", {}, element("th", { scope: "row" }, name), runs.map((run) =>
              element("td", {}, figures(run).find(([other]) => other === name)?.[1] ?? "–")))))));
}

function modelSection({ runs }) {
  return section("model", "Model", runs.map((run) => (run.model
    ? element("details", {}, element("summary", {}, runs.length > 1 ? `${run.name}: ${modelName(run)}` : modelName(run)),
              run.overrides ? element("pre", {}, run.overrides.split("\n").map((line) => `--set ${line}`).join("\n")) : null,
              element("pre", {}, run.model))
    : element("p", { class: "note" }, `${run.name}: these results do not hold the text of the model.`))));
}

function originSection(report) {
  const names = { percuss_version: "Percuss", revision: "revision", compiler: "compiler", build_type: "build",
                  threads: "threads", started: "started", run: "run", folder: "folder" };
  const facts = (run) => ({ ...run.facts, folder: run.folder });
  return section("origin", "Where it comes from", element("div", { class: "scroll" }, element("table", { class: "facts" },
    report.runs.length > 1 ? element("thead", {}, element("tr", {}, element("th", {}, ""),
      report.runs.map(({ name }) => element("th", { scope: "col" }, name)))) : null,
    element("tbody", {}, Object.entries(names).map(([key, text]) => element("tr", {},
      element("th", { scope: "row" }, text), report.runs.map((run) => element("td", {}, facts(run)[key] ?? "–"))))))),
    element("p", { class: "note" }, `Report written ${report.written} by Percuss ${report.version} ${report.revision}. ` +
      "Plots by uPlot, pictures by three.js, both under the MIT licence."));
}
