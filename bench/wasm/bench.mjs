// placemat with simd128, placemat without, and what node has, on the same texts, in turn, in one
// process. `cargo xtask bench-wasm` builds the two programs and calls this with their files, and then
// the texts.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

// A call takes less than a turn on a busy processor, and the best of many calls is one that nobody
// has interrupted.
const ROUNDS = 300;
const [, , simdFile, scalarFile, ...files] = process.argv;

function load(file) {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {});
  const base = (exports.memory.buffer.byteLength + 63) & ~63;
  return { exports, base };
}

// A place for the text, and one for what it becomes.
function place(program, bytes) {
  const second = (program.base + bytes.length + 127) & ~63;
  const missing = second + 3 * bytes.length + 64 - program.exports.memory.buffer.byteLength;
  if (missing > 0) program.exports.memory.grow(Math.ceil(missing / 65536));
  new Uint8Array(program.exports.memory.buffer).set(bytes, program.base);
  return second;
}

function check(condition, what) {
  if (!condition) throw new Error(`${what} gave something else`);
}

const simd = load(simdFile);
const scalar = load(scalarFile);
const fatal = new TextDecoder('utf-8', { fatal: true });
const encoder = new TextEncoder();

// Each contender is { run, check }.
function contenders(text) {
  const utf8 = encoder.encode(text);
  const utf16 = new Uint8Array(Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).buffer);
  const room = new Uint8Array(utf8.length + 16);
  const of = (program, name, bytes, unit, expected) => () => {
    const to = place(program, bytes);
    const call = program.exports[name];
    const [len, out] = [bytes.length / unit, unit === 1 ? text.length : utf8.length];
    const run = name === 'validate' ? () => call(program.base, len) : () => call(program.base, len, to, out);
    const done = run();
    if (name === 'validate') check(done === 1, name);
    else {
      const written = new Uint8Array(program.exports.memory.buffer, to, expected.length);
      check(done === out && Buffer.compare(written, expected) === 0, name);
    }
    return run;
  };
  const decode = () => () => fatal.decode(utf8);
  // A string of UTF-16: node keeps those of ASCII and Latin-1 as one byte a unit, unless they are
  // part of one that is neither.
  const behind = new Uint16Array(text.length + 1).fill(0x4e2d);
  new Uint8Array(behind.buffer).set(utf16, 2);
  const wide = new TextDecoder('utf-16le').decode(behind).slice(1);
  const encodeInto = () => () => encoder.encodeInto(wide, room);
  const row = (name, bytes, unit, expected, native) => ({
    name, bytes: utf8.length,
    makers: [of(simd, name, bytes, unit, expected), of(scalar, name, bytes, unit, expected), native],
  });
  return [
    row('validate', utf8, 1, null, decode),
    row('utf8_to_utf16', utf8, 1, utf16, decode),
    row('utf16_to_utf8', utf16, 2, utf8, encodeInto),
  ];
}

// Other programs only ever add.
function best(times) {
  return Math.min(...times);
}

console.log(`node ${process.version}, GB/s of UTF-8, best of ${ROUNDS} rounds`);
console.log('text        operation        simd128   scalar   node   simd128/scalar  simd128/node');
for (const file of files) {
  const text = fatal.decode(readFileSync(file));
  for (const { name, bytes, makers } of contenders(text)) {
    const taken = makers.map(() => []);
    for (let round = -20; round < ROUNDS; round++) {
      makers.forEach((make, i) => {
        const run = make();
        run();
        const start = process.hrtime.bigint();
        run();
        const took = Number(process.hrtime.bigint() - start);
        if (round >= 0) taken[i].push(took);
      });
    }
    const [a, b, c] = taken.map((t) => bytes / best(t));
    const label = basename(file).replace(/\..*/, '').padEnd(11);
    console.log(`${label} ${name.padEnd(16)} ${a.toFixed(2).padStart(7)} ${b.toFixed(2).padStart(8)} ${c.toFixed(2).padStart(6)} ${(a / b).toFixed(1).padStart(15)} ${(a / c).toFixed(1).padStart(13)}`);
  }
}
