// SPDX-License-Identifier: Apache-2.0
// What a run certifies of itself as traffic lights: green within its limit, yellow beyond one that warns, red beyond one
// that breaks the run, none where the model sets no limit.

const CERTIFICATES = [
  { name: "Natural residual", unit: "m/s", limit: "residual", value: ({ certificates: c }) => c.residual,
    text: "worst of the contact problems of all steps" },
  { name: "Complementarity", unit: "J", limit: "complementarity", value: ({ certificates: c }) => c.complementarity,
    text: "largest work of a contact force on an open contact" },
  { name: "Penetration", unit: "m", limit: "penetration", value: ({ certificates: c }) => Math.max(0, -c.min_gap),
    text: "deepest of all contacts" },
  { name: "Drift of joints", unit: "m, rad", limit: "drift", value: ({ certificates: c }) => c.drift,
    text: "largest violation of a joint" },
  { name: "Energy error", unit: "J", limit: "energy_error", value: ({ certificates: c }) => Math.abs(c.energy_scheme),
    text: "what the scheme made or took, in all" },
  { name: "Energy made", unit: "%", limit: "energy_share", percent: true, warns: true,
    value: ({ certificates: c }) => c.energy_share, text: "by the scheme, of the energy put in" },
  { name: "Loose steps", unit: "%", limit: "loose_share", percent: true, warns: true,
    value: ({ loose_steps: n, steps }) => (n ?? NaN) / Math.max(1, steps), text: "solved to less than the tolerance" },
  { name: "Repeated steps", unit: "%", limit: "loose_share", percent: true, warns: true,
    value: ({ retried_steps: n, steps }) => (n ?? NaN) / Math.max(1, steps), text: "failed and were done in smaller ones" },
];

function lightOf(certificate, summary) {
  const value = summary.certificates ? certificate.value(summary) : NaN;
  const limit = summary.limits?.[certificate.limit] ?? null;
  const factor = certificate.percent ? 100 : 1;
  const state = !isNumber(value) ? "unknown" : limit === null ? "free" : value <= limit ? "good"
                : certificate.warns ? "warn" : "bad";
  return { state, value: factor * value, limit: limit === null ? null : factor * limit };
}

const LIGHT_WORDS = { good: "within its limit", warn: "beyond its limit: a warning", bad: "beyond its limit",
                      free: "no limit set", unknown: "not known" };

function light(state) {
  return element("span", { class: `light ${state}`, role: "img", "aria-label": LIGHT_WORDS[state], title: LIGHT_WORDS[state] });
}

function certificateCell(certificate, summary) {
  const { state, value, limit } = lightOf(certificate, summary);
  const word = limit === null ? LIGHT_WORDS[state] : `limit ${withUnit(limit, certificate.unit, 3)}`;
  return element("td", { class: "certificate", "data-state": state }, light(state),
                 element("b", {}, withUnit(value, certificate.unit, 3)), element("small", {}, word));
}

function certificateSection({ runs }) {
  const head = runs.length > 1 ? element("thead", {}, element("tr", {}, element("th", {}, ""),
    runs.map(({ name }) => element("th", { scope: "col" }, name)))) : null;
  const rows = CERTIFICATES.map((certificate) => element("tr", {},
    element("th", { scope: "row" }, certificate.name, element("small", {}, certificate.text)),
    runs.map(({ summary }) => certificateCell(certificate, summary))));
  const body = element("table", { class: runs.length > 1 ? "certificates" : "certificates cards" }, head,
                       element("tbody", {}, rows));
  const warnings = runs.flatMap(({ name, summary }) => (summary.warnings ?? []).map((text) =>
    element("li", {}, runs.length > 1 ? `${name}: ${text}` : text)));
  return section("certificates", "Certificates", element("div", { class: "scroll" }, body),
                 warnings.length > 0 ? element("ul", { class: "warnings" }, warnings) : null);
}
