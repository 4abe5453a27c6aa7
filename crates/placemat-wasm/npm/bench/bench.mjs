// Speed in Node: placemat, what Node has, and other packages, in one process and in turn.
//
//   npm run bench            the tables of README.md
//   npm run bench -- valid   only those whose name has this word

import { isUtf8, transcode } from 'node:buffer';
import { cpus } from 'node:os';
import iconv from 'iconv-lite';
import utf8Validate from 'utf-8-validate';
import * as placemat from '../../../../target/web/npm/esm/index.js';

const only = process.argv[2] ?? '';
const SIZES = [16, 64, 256, 1024, 4096, 65_536, 1 << 20, 16 << 20];

/** Paragraphs in several scripts, and how many bytes a letter has there. */
const TEXTS = {
  ascii: 'The quick brown fox jumps over the lazy dog, and nobody is surprised. ',
  french: 'Voix ambiguë d’un cœur qui, au zéphyr, préfère les jattes de kiwis. ',
  russian: 'Съешь же ещё этих мягких французских булок, да выпей чаю. ',
  chinese: '我能吞下玻璃而不伤身体。天地玄黃，宇宙洪荒。日月盈昃，辰宿列張。',
  emoji: '😀😃😄😁 👩‍👩‍👧‍👦 ',
};

/** So many bytes of the text, whole code points, filled up with spaces. */
function filled(text, size) {
  const bytes = Buffer.alloc(size, 0x20);
  const unit = Buffer.from(text);
  let at = 0;
  for (; at + unit.length <= size; at += unit.length) unit.copy(bytes, at);
  for (const c of text) {
    const one = Buffer.from(c);
    if (at + one.length > size) break;
    one.copy(bytes, at);
    at += one.length;
  }
  return bytes;
}

let sink = 0;
const keep = (value) => (sink += typeof value === 'boolean' ? Number(value) : value.length);

/** Nanoseconds of a call: the least of several turns, each of a few milliseconds. */
function race(rivals) {
  const calls = {};
  for (const [name, call] of Object.entries(rivals)) {
    // Until it is compiled.
    for (const end = performance.now() + 20; performance.now() < end; ) keep(call());
    let count = 1;
    for (;;) {
      const start = process.hrtime.bigint();
      for (let i = 0; i < count; i++) keep(call());
      if (process.hrtime.bigint() - start > 3_000_000n) break;
      count *= 2;
    }
    calls[name] = { call, count, best: Infinity };
  }
  for (let turn = 0; turn < 9; turn++) {
    for (const one of Object.values(calls)) {
      const start = process.hrtime.bigint();
      for (let i = 0; i < one.count; i++) keep(one.call());
      one.best = Math.min(one.best, Number(process.hrtime.bigint() - start) / one.count);
    }
  }
  return Object.fromEntries(Object.entries(calls).map(([name, { best }]) => [name, best]));
}

const shown = (size) => (size < 1024 ? `${size} B` : size < 1 << 20 ? `${size / 1024} KB` : `${size / (1 << 20)} MB`);

/** A table: text and size, and for each rival GB/s of input, or nanoseconds where the input is short. */
function table(title, sizes, texts, rivals) {
  if (!title.includes(only)) return;
  console.log(`\n${title}\n`);
  let head = null;
  for (const text of texts) {
    for (const size of sizes) {
      const times = race(rivals(filled(TEXTS[text], size)));
      if (head === null) {
        head = Object.keys(times);
        console.log(`| text | size | ${head.join(' | ')} |\n|---|---|${'---|'.repeat(head.length)}`);
      }
      const cell = (ns) => (size < 1024 ? `${Math.round(ns)} ns` : `${(size / ns).toFixed(size / ns < 10 ? 2 : 1)}`);
      console.log(`| ${text} | ${shown(size)} | ${head.map((name) => cell(times[name])).join(' | ')} |`);
    }
  }
}

const texts = Object.keys(TEXTS);
console.log(`Node ${process.version}, ${cpus()[0].model}. GB/s of input; ns a call for short text. The best of 9 turns.`);

table('valid: is it UTF-8', SIZES, ['ascii', 'russian', 'chinese'], (bytes) => {
  const memory = new placemat.PlacematMemory(bytes.length);
  const inside = memory.bytes;
  inside.set(bytes);
  const rivals = {
    'placemat': () => placemat.isValidUTF8(bytes),
    'placemat, no copy': () => placemat.isValidUTF8(inside),
    'Buffer.isUtf8': () => isUtf8(bytes),
    'utf-8-validate': () => utf8Validate(bytes),
  };
  return rivals;
});

const fatal = new TextDecoder('utf-8', { fatal: true });
const lossy = new TextDecoder();
const ours = new placemat.PlacematDecoder();
const oursFatal = new placemat.PlacematDecoder('utf-8', { fatal: true });
table('decode: UTF-8 to a string', [16, 256, 4096, 65_536, 1 << 20], texts, (bytes) => ({
  'placemat': () => ours.decode(bytes),
  'placemat, fatal': () => oursFatal.decode(bytes),
  'TextDecoder': () => lossy.decode(bytes),
  'TextDecoder, fatal': () => fatal.decode(bytes),
  'buffer.toString': () => bytes.toString(),
  'iconv-lite': () => iconv.decode(bytes, 'utf-8'),
}));

table('malformed: UTF-8 with an error in every 100 bytes, to a string', [4096, 65_536, 1 << 20], ['ascii', 'chinese'], (bytes) => {
  for (let at = 50; at < bytes.length; at += 100) bytes[at] = 0xff;
  return {
    'placemat': () => ours.decode(bytes),
    'TextDecoder': () => lossy.decode(bytes),
    'buffer.toString': () => bytes.toString(),
    'iconv-lite': () => iconv.decode(bytes, 'utf-8'),
  };
});

const node16 = new TextDecoder('utf-16le');
const ours16 = new placemat.PlacematDecoder('utf-16le');
const ours16be = new placemat.PlacematDecoder('utf-16be');
table('utf-16: UTF-16 to a string', [256, 65_536, 1 << 20], ['ascii', 'chinese'], (bytes) => {
  const le = Buffer.from(bytes.toString(), 'utf16le');
  const be = Buffer.from(le).swap16();
  return {
    'placemat': () => ours16.decode(le),
    'TextDecoder': () => node16.decode(le),
    'buffer.toString': () => le.toString('utf16le'),
    'iconv-lite': () => iconv.decode(le, 'utf-16le'),
    'placemat, BE': () => ours16be.decode(be),
    'iconv-lite, BE': () => iconv.decode(be, 'utf-16be'),
  };
});

table('encode: a string to UTF-8, and to others', [256, 65_536, 1 << 20], ['ascii', 'russian', 'chinese'], (bytes) => {
  const text = bytes.toString();
  const encoder = new TextEncoder();
  return {
    'placemat': () => placemat.encode(text),
    'TextEncoder': () => encoder.encode(text),
    'Buffer.from': () => Buffer.from(text),
    'placemat, UTF-16BE': () => placemat.encode(text, 'utf-16be'),
    'iconv-lite, UTF-16BE': () => iconv.encode(text, 'utf-16be'),
    'placemat, UTF-7': () => placemat.encode(text, 'utf-7'),
    'iconv-lite, UTF-7': () => iconv.encode(text, 'utf-7'),
  };
});

table('transcode: UTF-8 to UTF-16LE bytes', [256, 65_536, 1 << 20], ['ascii', 'russian', 'chinese'], (bytes) => ({
  'placemat': () => placemat.transcode(bytes, 'utf-8', 'utf-16le'),
  'buffer.transcode': () => transcode(bytes, 'utf8', 'ucs2'),
  'through a string': () => Buffer.from(bytes.toString(), 'utf16le'),
}));

console.log(`\n(${sink})`);
