// SPDX-License-Identifier: Apache-2.0
// Puts the page together. `window.percussReport` is what tests, and the curious, can ask.

const state = { ready: false, errors: [] };
window.percussReport = state;
addEventListener("error", ({ message }) => state.errors.push(message));
addEventListener("unhandledrejection", ({ reason }) => state.errors.push(String(reason)));

function timeRange(runs) {
  const times = runs.flatMap(({ t, motion }) => [t[0], t[t.length - 1], ...(motion ? [motion.t[0], motion.t[motion.t.length - 1]] : [])])
    .filter(isNumber);
  return times.length > 0 ? [Math.min(...times), Math.max(...times)] : [0, 0];
}

async function start() {
  const page = document.getElementById("page");
  if (typeof DecompressionStream === "undefined") {
    page.replaceChildren(element("p", { class: "loading" }, "This browser is too old for the report: it lacks DecompressionStream."));
    return;
  }
  const report = await readReport();
  state.millisecondsToRead = performance.now();
  if (report.sweep) {
    Object.assign(state, { report, sweep: new SweepPage(report) });
    page.replaceChildren(...state.sweep.elements());
    await Promise.resolve();
    state.ready = true;
    return;
  }
  const names = report.runs.map(({ name }) => name).join(", ");
  document.title = `${names} – Percuss report`;
  const clock = new Clock(...timeRange(report.runs));
  const group = new PlotGroup(clock);
  const plots = new PlotSection(report, group);
  Object.assign(state, { report, clock, group, plots });
  page.replaceChildren(headerSection(report), certificateSection(report), sceneSection(report, clock, state),
                       plots.element(), energySection(report, group), new EventSection(report, clock, group).element(),
                       modelSection(report), originSection(report));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    for (const { plot } of group.charts) plot.redraw();
  });
  await Promise.resolve();  // charts and scene have been mounted
  state.milliseconds = performance.now();
  state.ready = true;
}

start().catch((error) => {
  state.errors.push(String(error));
  document.getElementById("page").replaceChildren(element("p", { class: "loading" }, `The report cannot be shown: ${error}`));
});
