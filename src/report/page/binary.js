// SPDX-License-Identifier: Apache-2.0
// The data of the page: base64 of deflated blocks, as src/report/packing.cpp packs them.

async function inflated(text) {
  const letters = atob(text.trim());
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/** Doubles: differences of their bit patterns, folded to the positive, byte by byte in planes. */
function unpackNumbers(bytes) {
  const n = bytes.length / 8;
  const words = new Uint32Array(2 * n);
  const plane = (k, i) => bytes[k * n + i];
  let low = 0, high = 0;
  for (let i = 0; i < n; ++i) {
    const a = (plane(0, i) | plane(1, i) << 8 | plane(2, i) << 16 | plane(3, i) << 24) >>> 0;
    const b = (plane(4, i) | plane(5, i) << 8 | plane(6, i) << 16 | plane(7, i) << 24) >>> 0;
    const flip = a & 1 ? 0xffffffff : 0;
    const sum = low + (((a >>> 1 | b << 31) ^ flip) >>> 0);
    low = sum >>> 0;
    high = (high + ((b >>> 1 ^ flip) >>> 0) + (sum > 0xffffffff ? 1 : 0)) >>> 0;
    words[2 * i] = low;
    words[2 * i + 1] = high;
  }
  return new Float64Array(words.buffer);
}

/** 16-bit levels: second differences. */
function unpackLevels(bytes) {
  const n = bytes.length / 2;
  const levels = new Uint16Array(n);
  let last = 0, slope = 0;
  for (let i = 0; i < n; ++i) {
    const code = bytes[i] | bytes[n + i] << 8;
    slope += code & 1 ? ~(code >>> 1) : code >>> 1;
    last = last + slope & 0xffff;
    levels[i] = last;
  }
  return levels;
}

/** Curves of 16-bit levels between their own ends; curve i has lengthOf(i) values. */
class Curves {
  constructor(ranges, levels, count, lengthOf) {
    this.ranges = ranges;
    this.levels = levels;
    this.start = new Int32Array(count).fill(-1);
    let next = 0;
    for (let i = 0; i < count; ++i)
      if (ranges[2 * i + 1] > ranges[2 * i]) {
        this.start[i] = next;
        next += lengthOf(i);
      }
  }
  value(curve, k) {
    const low = this.ranges[2 * curve];
    const start = this.start[curve];
    return start < 0 ? low : low + (this.ranges[2 * curve + 1] - low) * this.levels[start + k] / 65535;
  }
}

class Blocks {
  constructor(buffer) { this.buffer = buffer; }
  read({ at, bytes, code }) {
    if (code === "f64") return unpackNumbers(new Uint8Array(this.buffer, at, bytes));
    if (code === "u16") return unpackLevels(new Uint8Array(this.buffer, at, bytes));
    return code === "f32" ? new Float32Array(this.buffer, at, bytes / 4) : new Uint32Array(this.buffer, at, bytes / 4);
  }
  curves({ ranges, levels }, count, lengthOf) {
    return new Curves(this.read(ranges), this.read(levels), count, lengthOf);
  }
}

/** The report with its blocks read: arrays where the description has their places. */
async function readReport() {
  const report = JSON.parse(document.getElementById("percuss-report").textContent);
  const blocks = new Blocks(await inflated(document.getElementById("percuss-data").textContent));
  for (const run of report.runs) {
    run.t = blocks.read(run.t);
    for (const column of [...run.history, ...run.certificates, ...(run.events?.columns ?? [])])
      column.data = blocks.read(column.data);
    for (const table of run.tables) {
      table.t = blocks.read(table.t);
      for (const column of table.columns) column.data = blocks.read(column.data);
    }
    if (run.motion) run.motion = new Motion(run.motion, blocks);
  }
  for (const column of report.sweep?.columns ?? []) column.data = blocks.read(column.data);
  return report;
}
