// However text is cut into pieces, it is what Node's TextDecoder makes of the whole.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode, encodings, errors, PlacematDecoder, PlacematDecoderStream, PlacematEncoder, PlacematEncoderStream, validUpTo } from './placemat.mjs';

/** Numbers that are the same in every run: xorshift. */
function random(seed) {
  let x = seed;
  return (below) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % below;
  };
}

/** Text of short items, of which some are malformed. */
function hostile(seed, items) {
  const next = random(seed);
  const parts = ['a', 'text ', 'é', '€', '한', '😀', '\ufeff'].map((text) => [...Buffer.from(text)]);
  parts.push([0x80], [0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xe2, 0x82], [0xf4, 0x90, 0x80, 0x80], [0xd8], [0xdc]);
  return Uint8Array.from(Array.from({ length: items }, () => parts[next(parts.length)]).flat());
}

for (const label of ['utf-8', 'utf-16le', 'utf-16be']) {
  test(`${label}: cut in two at every place, in three at some, and into single bytes`, () => {
    const decoder = new PlacematDecoder(label);
    for (let seed = 1; seed <= 40; seed++) {
      const bytes = hostile(seed, 20);
      const whole = new TextDecoder(label).decode(bytes);
      assert.equal(decoder.decode(bytes), whole);
      const pieces = (...cuts) => {
        let [text, at] = ['', 0];
        for (const cut of cuts) {
          text += decoder.decode(bytes.subarray(at, cut), { stream: true });
          at = cut;
        }
        return text + decoder.decode(bytes.subarray(at));
      };
      for (let cut = 0; cut <= bytes.length; cut++) {
        assert.equal(pieces(cut), whole);
        assert.equal(pieces(cut >> 1, cut), whole);
      }
      assert.equal(pieces(...bytes.keys()), whole);
    }
  });
}

test('every encoding: cut at every place, and into single bytes, well-formed or not', () => {
  for (const { name } of encodings()) {
    const texts = [encode('A\ufeffé€😀', name, { policy: 'remove' }), hostile(3, 12)];
    for (const bytes of texts) {
      const decoder = new PlacematDecoder(name);
      const whole = decoder.decode(bytes);
      for (let cut = 0; cut <= bytes.length; cut++) {
        const front = decoder.decode(bytes.subarray(0, cut), { stream: true });
        assert.equal(front + decoder.decode(bytes.subarray(cut)), whole, `${name} ${cut}`);
      }
      let pieces = '';
      for (const byte of bytes) pieces += decoder.decode(Uint8Array.of(byte), { stream: true });
      assert.equal(pieces + decoder.decode(), whole, name);
    }
  }
});

test('errors behind a signature that comes in pieces', () => {
  const decoder = new PlacematDecoder('utf-32', { fatal: true });
  for (const byte of [0xff, 0xfe, 0, 0, 0x61, 0, 0]) decoder.decode(Uint8Array.of(byte), { stream: true });
  assert.equal(decoder.decode(Uint8Array.of(0), { stream: true }), 'a');
  assert.equal(decoder.offset, 8);
  assert.throws(() => decoder.decode(Uint8Array.of(0, 0, 0, 1)), { offset: 8, length: 4, encoding: 'utf-32' });
});

test('errors of text that is longer than a window, at its borders', () => {
  const window = 1 << 16;
  for (let at = window - 5; at <= window + 2; at++) {
    for (const bad of [[0xff], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xe2, 0x82, 0xac], [0xf0, 0x9f, 0x98, 0x80]]) {
      const bytes = new Uint8Array(2 * window).fill(0x61);
      bytes.set(bad, at);
      const decoder = new TextDecoder('utf-8', { fatal: true });
      let valid = true;
      try {
        decoder.decode(bytes);
      } catch {
        valid = false;
      }
      assert.equal(validUpTo(bytes), valid ? bytes.length : at);
      const [found] = errors(bytes);
      assert.deepEqual(found?.offset, valid ? undefined : at);
      assert.equal(new PlacematDecoder().decode(bytes), new TextDecoder().decode(bytes));
    }
  }
});

test('an error in the tenth piece is where it is in the text', () => {
  const decoder = new PlacematDecoder('utf-8', { fatal: true });
  const piece = new TextEncoder().encode('€uro');
  for (let i = 0; i < 9; i++) decoder.decode(piece, { stream: true });
  assert.equal(decoder.offset, 54);
  assert.throws(() => decoder.decode(Uint8Array.of(0x61, 0xff)), { offset: 55, length: 1, kind: 'never-valid' });
  assert.equal(decoder.offset, 0);
});

async function through(stream, chunks) {
  const writer = stream.writable.getWriter();
  const write = (async () => {
    for (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  })();
  write.catch(() => {});
  const out = [];
  for await (const piece of stream.readable) out.push(piece);
  await write;
  return out;
}

test('streams equal those of the platform', async () => {
  const bytes = hostile(7, 3000);
  for (const size of [1, 7, 4096, bytes.length]) {
    const chunks = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
    const ours = await through(new PlacematDecoderStream(), chunks);
    assert.equal(ours.join(''), new TextDecoder().decode(bytes));
  }
  const text = 'a€\ud83d\ude00\ud800x'.repeat(100);
  for (const size of [1, 2, 3, 1000]) {
    const chunks = [];
    for (let at = 0; at < text.length; at += size) chunks.push(text.slice(at, at + size));
    const ours = await through(new PlacematEncoderStream(), chunks);
    assert.deepEqual(Buffer.concat(ours), Buffer.from(new TextEncoder().encode(text)));
  }
});

test('a stream breaks with an error that says where', async () => {
  const stream = new PlacematDecoderStream('utf-8', { fatal: true });
  const chunks = [Uint8Array.of(0x61), Uint8Array.of(0x62, 0xff)];
  await assert.rejects(through(stream, chunks), { name: 'MalformedError', offset: 2 });
});

test('a pair of surrogates that is cut is one code point, in every encoding', () => {
  for (const label of ['utf-8', 'utf-16be', 'utf-32', 'cesu-8', 'utf-7', 'scsu', 'bocu-1']) {
    const encoder = new PlacematEncoder(label);
    const whole = encoder.encode('x\u{1f600}y');
    const pieces = ['x\ud83d', '\ude00', 'y'].map((piece) => encoder.encode(piece, { stream: true }));
    pieces.push(encoder.encode());
    assert.deepEqual(Uint8Array.from(pieces.flatMap((piece) => [...piece])), whole, label);
  }
});
