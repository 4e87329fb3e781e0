// SPDX-License-Identifier: Apache-2.0
// Elements of the page in one line each.

/** element("button", {class: "plain", onclick: f}, "text", child, ...) */
function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (["value", "checked", "disabled", "open"].includes(key)) node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** A part of the page with a heading of its own. */
function section(id, title, ...children) {
  return element("section", { id, class: "card", "aria-labelledby": `${id}-title` },
                 element("h2", { id: `${id}-title` }, title), ...children);
}

function checkbox(label, checked, onchange) {
  const box = element("input", { type: "checkbox", checked, onchange: () => onchange(box.checked) });
  return element("label", { class: "check" }, box, label);
}

/** options: [value, text] */
function choice(label, options, value, onchange) {
  const list = element("select", { "aria-label": label, onchange: () => onchange(list.value) },
                       options.map(([key, text]) => element("option", { value: key }, text)));
  list.value = value;
  return element("label", { class: "field" }, element("span", {}, label), list);
}

function slider(label, { min, max, step, value }, oninput) {
  const range = element("input", { type: "range", min, max, step, "aria-label": label,
                                   oninput: () => oninput(Number(range.value)) });
  range.value = value;
  return range;
}

const SERIES_COLOURS = ["#2b6cb0", "#d9730d", "#2f8f5b", "#b83280", "#6b5bd2", "#008b9a", "#a5780f", "#c53030", "#5a6b7b",
                        "#7a4b2b"];
function seriesColour(i) { return SERIES_COLOURS[i % SERIES_COLOURS.length]; }

function isDark() { return window.matchMedia("(prefers-color-scheme: dark)").matches; }
function themeColour(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }

/** The time that scene and plots show together. */
class Clock {
  constructor(start, end) {
    this.start = start;
    this.end = end;
    this.t = start;
    this.listeners = [];
  }
  on(listener) { this.listeners.push(listener); }
  set(t) {
    if (!isNumber(t)) return;
    this.t = Math.min(this.end, Math.max(this.start, t));
    for (const listener of this.listeners) listener(this.t);
  }
}
