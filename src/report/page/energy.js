// SPDX-License-Identifier: Apache-2.0
// Where the energy went: over time as far as there are columns, and at the end.

function energySection(report, group) {
  const { runs } = report;
  const series = [];
  runs.forEach((run, i) => {
    const columns = run.history.filter(({ name, quantity }) => (quantity || name).startsWith("energy."));
    const made = run.certificates.find(({ name }) => name === "energy_scheme");
    const all = [...columns, ...(made && !columns.some(({ quantity }) => quantity === "energy.scheme")
      ? [{ ...made, name: "made by the scheme" }] : [])];
    all.forEach((column, k) => series.push({
      label: runs.length > 1 ? `${run.name}: ${column.name}` : column.name, colour: seriesColour(k * runs.length + i),
      dash: i === 0 ? undefined : [8, 3], t: run.t, values: column.data, unit: "J" }));
  });
  const holder = element("div", { class: "chart", role: "img", "aria-label": "Energy over time" });
  if (series.length > 0) queueMicrotask(() => new Chart(holder, series, "J", group));
  return section("energy", "Energy", element("div", { class: "energy" }, series.length > 0 ? holder : null, ledgerTable(runs)));
}

const LEDGER = [["energy_start", "at the start"], ["applied", "put in by loads and motors"], ["damping", "taken by damping"],
                ["friction", "taken by friction"], ["impact", "taken by impacts"], ["scheme", "made by the scheme"],
                ["energy_end", "at the end"]];

function ledgerTable(runs) {
  const value = (run, key) => (key.startsWith("energy_") ? run.summary[key] : run.summary.energy_ledger?.[key]);
  const largest = Math.max(...runs.flatMap((run) => LEDGER.map(([key]) => Math.abs(value(run, key)) || 0)), 0);
  const bar = (x) => element("i", { class: x < 0 ? "bar negative" : "bar",
                                    style: `width:${largest > 0 ? 100 * Math.abs(x || 0) / largest : 0}%` });
  const head = runs.length > 1 ? element("thead", {}, element("tr", {}, element("th", {}, "Energy [J]"),
    runs.map(({ name }) => element("th", { scope: "col" }, name)))) : null;
  return element("table", { class: "ledger" }, head, element("tbody", {}, LEDGER.map(([key, text]) =>
    element("tr", {}, element("th", { scope: "row" }, text), runs.map((run) =>
      element("td", { class: "number" }, withUnit(value(run, key), "J"), bar(value(run, key))))))));
}
