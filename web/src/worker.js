// Works where it cannot block the page: reads the source, and asks the program about it.

import { Source } from "./source.js";
import { start } from "./wasm.js";

/** So much of a source says what it is, where it is large. */
const SAMPLE = 64 << 10;
/** What the program wants to see around a window, and the longest mistake. */
const CONTEXT = 8;
const LONGEST = 6;

let program;
let source = new Source(new Uint8Array());
let sample = new Uint8Array();
/** Work on another source than this is no longer wanted. */
let current = 0;
/** Whether what is being saved is still wanted. */
let saving = 0;

/** What the page can ask for. Each is told what was asked, and a function to say how far it is. */
const work = {
  async load({ program: bytes }) {
    program = await start(bytes);
  },

  /** Takes a paste or a file as the source: what it is. */
  async open({ id, units, form, file }, progress) {
    current = id;
    let [paste, bytes] = [null, null];
    if (units) {
      const read = program.ask("read", { form }, units);
      paste = read.json;
      bytes = read.bytes;
    }
    const next = new Source(file ?? bytes);
    program.ask("start", { len: next.length });
    for await (const piece of next.pieces()) {
      if (current !== id) return null;
      program.ask("push", { last: piece.last }, piece.bytes);
      progress(piece.at + piece.bytes.length, next.length);
      await breath();
    }
    if (current !== id) return null;
    const from = next.length <= SAMPLE ? 0 : program.ask("sample").json;
    const part = await next.read(from, from + SAMPLE);
    if (current !== id) return null;
    [source, sample] = [next, part];
    const { sampled, ...report } = program.ask("report", {}, sample).json;
    return { paste, length: source.length, report: { ...report, sampled: sampled && { from, length: part.length } } };
  },

  cancel() {
    [current, saving] = [0, 0];
  },

  /** The sequences from an offset on, or before it. */
  async strip({ at, count, back }) {
    const from = Math.max(0, back ? at - LONGEST * count - CONTEXT : at - CONTEXT);
    const end = back ? at + CONTEXT : at + LONGEST * count + 2 * CONTEXT;
    const bytes = await source.read(from, end);
    const lines = await linesBefore(from);
    const window = { base: from, from: at - from, count, back, lines };
    return program.ask("strip", window, bytes).json;
  },

  /** All about the sequence at an offset. */
  async card({ at }) {
    const base = Math.max(0, at - CONTEXT);
    const bytes = await source.read(base, at + 3 * CONTEXT);
    return program.ask("card", { base, from: at - base }, bytes).json;
  },

  readings() {
    return program.ask("readings", {}, sample).json;
  },

  preview({ way }) {
    return program.ask("preview", { way }, sample).json;
  },

  forms() {
    return program.ask("forms").json;
  },

  codePage() {
    return program.ask("code-page").json;
  },

  /** The source as it is mended, as a file of the browser; null if that is no longer wanted. */
  async mend({ way, id }, progress) {
    saving = id;
    const from = source;
    program.ask("mend", { way });
    const parts = [];
    for await (const piece of from.pieces()) {
      if (saving !== id || from !== source) return null;
      parts.push(new Blob([program.ask("mend-push", { last: piece.last }, piece.bytes).bytes]));
      progress(piece.at + piece.bytes.length, from.length);
    }
    return new Blob(parts, { type: "text/plain;charset=utf-8" });
  },

  /** The offset at which a line begins; null if there are not so many. */
  async line({ number }) {
    let from = program.ask("checkpoint-of-line", { number }).json;
    for await (const { bytes } of source.pieces(from.at)) {
      const found = program.ask("line-start", { from, number }, bytes).json;
      if (found !== null) return found < source.length ? found : null;
      from = program.ask("pass", { from }, bytes).json;
    }
    return null;
  },

  /** The first bytes of the source, for a link or for another notation. */
  async bytes({ most }) {
    return source.read(0, most);
  },

  /** The offset of the next byte of a value, from `at` on, then from the start. */
  async findByte({ byte, at }) {
    for (const start of at > 0 ? [at, 0] : [0]) {
      for await (const piece of source.pieces(start)) {
        const found = piece.bytes.indexOf(byte);
        if (found >= 0) return piece.at + found;
      }
    }
    return null;
  },

  /** The offset of the next mistake of a kind, from `at` on, then from the start. */
  async findMistake({ kind, at }) {
    for (const start of at > 0 ? [at, 0] : [0]) {
      for await (const piece of source.pieces(start)) {
        const base = Math.max(0, piece.at - 2 * CONTEXT);
        const end = piece.at + piece.bytes.length + CONTEXT;
        const bytes = await source.read(base, end);
        const from = piece.at - base;
        const found = program.ask("find", { kind, base, from, last: end >= source.length }, bytes).json;
        if (found !== null) return found;
      }
    }
    return null;
  },
};

/** Line and column at an offset. */
async function linesBefore(at) {
  const from = program.ask("checkpoint", { at }).json;
  const bytes = await source.read(from.at, at);
  return program.ask("place", { from }, bytes).json;
}

/** Lets what the page has sent meanwhile come in. */
function breath() {
  return new Promise((done) => setTimeout(done));
}

self.onmessage = async ({ data: { call, work: wanted, what } }) => {
  const progress = (done, all) => self.postMessage({ call, done, all });
  try {
    self.postMessage({ call, result: await work[wanted](what, progress) });
  } catch (error) {
    self.postMessage({ call, error: String(error?.message ?? error) });
  }
};
