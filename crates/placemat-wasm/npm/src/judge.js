// Judgement, and what people ask about text: a program of its own, which is large.

import { bytesOf } from './input.js';
import { base64 } from './judge-wasm.js';
import { Program } from './program.js';

const program = new Program(base64);

/** The address and the length of a short text that is copied into memory. */
function withTexts(texts, act) {
  const all = texts.map((text) => new TextEncoder().encode(text).subarray(0, 64));
  const size = all.reduce((sum, bytes) => sum + bytes.length, 0);
  const joined = new Uint8Array(size);
  const places = [];
  let at = 0;
  for (const bytes of all) {
    joined.set(bytes, at);
    places.push(program.input + at, bytes.length);
    at += bytes.length;
  }
  program.exports;
  program.copy(joined, 0);
  return act(...places);
}

/** Which encoding the bytes are in. */
export function detect(data, options = {}) {
  const { language = '', encoding = '' } = options ?? {};
  // What can fail comes first: bytes that are pushed stay until they are judged.
  const hints = [String(language), String(encoding)];
  const bytes = bytesOf(data);
  const { exports } = program;
  for (let at = 0; at < bytes.length; ) {
    const length = program.copy(bytes, at);
    exports.judge_push(program.input, length);
    at += length;
  }
  const size = withTexts(hints, exports.judge_finish);
  return JSON.parse(program.answerText(size));
}

/** The longest sequence, and what is looked at behind it. */
const LONGEST = 6;

/** What the bytes say, sequence by sequence. */
export function explain(data, options = {}) {
  const { limit = 1000 } = options ?? {};
  const bytes = bytesOf(data);
  const { exports } = program;
  const most = Math.min(Math.max(Math.floor(Number(limit)) || 0, 0), 2 ** 26);
  if (bytes.length === 0) return [];
  const text = bytes.subarray(0, LONGEST * (most + 1));
  const address = program.allocate(text.length);
  try {
    program.bytes.set(text, address);
    return JSON.parse(program.answerText(exports.explain(address, text.length, most)));
  } finally {
    exports.release(address, text.length);
  }
}
