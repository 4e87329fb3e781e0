// SPDX-License-Identifier: Apache-2.0
// Numbers for people.

function isNumber(x) { return typeof x === "number" && Number.isFinite(x); }

/** `digits` significant digits, no more zeros than needed; powers of ten where there would be many. */
function formatted(x, digits = 5) {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  if (!isNumber(x)) return x > 0 ? "∞" : "−∞";
  if (x === 0) return "0";
  const size = Math.abs(x);
  const text = size >= 1e6 || size < 1e-4 ? x.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e")
                                          : String(Number(x.toPrecision(digits)));
  return text.replaceAll("-", "−");
}

function withUnit(x, unit, digits = 4) {
  return unit && isNumber(x) ? `${formatted(x, digits)} ${unit}` : formatted(x, digits);
}

function counted(n, one, many = `${one}s`) { return `${n.toLocaleString("en")} ${n === 1 ? one : many}`; }

function seconds(x) {
  if (!isNumber(x)) return "–";
  return x >= 1 ? `${formatted(x, 3)} s` : x >= 1e-3 ? `${formatted(1e3 * x, 3)} ms` : `${formatted(1e6 * x, 3)} µs`;
}

function memory(bytes) { return isNumber(bytes) ? `${formatted(bytes / 1048576, 3)} MiB` : "–"; }
