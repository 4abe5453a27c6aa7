// Arguments that are not what they should be, and calls without end.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, detect, encode, errors, explain, isValidUTF8, PlacematDecoder, PlacematMemory, repair, repairWithChanges, transcode, validUpTo } from './placemat.mjs';

const takers = [isValidUTF8, validUpTo, errors, repair, detect, explain, decode, (data) => transcode(data, 'utf-8', 'utf-16le')];

test('what is no bytes is refused', () => {
  for (const wrong of ['text', 5, null, undefined, {}, [1, 2], true, Symbol('x'), () => 1, { byteLength: 4, buffer: {} }]) {
    for (const take of takers) assert.throws(() => take(wrong), TypeError);
    if (wrong !== undefined) assert.throws(() => new PlacematDecoder().decode(wrong), TypeError);
  }
  assert.throws(() => encode(Symbol('x')), TypeError);
  assert.equal(Buffer.from(encode(5)).toString(), '5');
});

test('a hint that is no text leaves nothing for the next answer', () => {
  const russian = new TextEncoder().encode('Съешь же ещё этих мягких французских булок');
  for (const hint of ['language', 'encoding']) assert.throws(() => detect(russian, { [hint]: Object.create(null) }), TypeError);
  assert.equal(detect(Uint8Array.of(0x61)).encoding, 'us-ascii');
});

test('every kind of view, and what is shared', () => {
  const whole = new TextEncoder().encode('xx€uroxx');
  const views = [Int8Array, Uint8Array, Uint8ClampedArray, Uint16Array, DataView];
  for (const buffer of [whole.buffer, new SharedArrayBuffer(whole.length)]) {
    new Uint8Array(buffer).set(whole);
    assert.equal(new PlacematDecoder().decode(buffer), 'xx€uroxx');
    for (const View of views) {
      const view = new View(buffer, 2, (6 / (View.BYTES_PER_ELEMENT ?? 1)) | 0);
      assert.equal(new PlacematDecoder().decode(view), '€uro');
      for (const take of takers) take(view);
    }
  }
});

test('a buffer that was handed away has no bytes', () => {
  const data = new Uint8Array(8).fill(0xff);
  structuredClone(data.buffer, { transfer: [data.buffer] });
  assert.equal(isValidUTF8(data), true);
  assert.equal(new PlacematDecoder().decode(data), '');
  for (const take of takers) take(data);
  // Nor have the buffer itself, and views of other kinds.
  for (const view of [new Uint16Array(4), new DataView(new ArrayBuffer(4))]) {
    structuredClone(view.buffer, { transfer: [view.buffer] });
    for (const gone of [view, view.buffer]) {
      assert.equal(new PlacematDecoder().decode(gone), new TextDecoder().decode(gone));
      for (const take of takers) take(gone);
    }
  }
});

test('a view of what its buffer no longer has', { skip: !ArrayBuffer.prototype.resize }, () => {
  for (const View of [Uint8Array, BigInt64Array, DataView]) {
    const buffer = new ArrayBuffer(16, { maxByteLength: 16 });
    const view = new View(buffer, 8);
    buffer.resize(4);
    for (const take of takers) take(view);
    assert.equal(new PlacematDecoder().decode(view), '');
    assert.equal(new PlacematDecoder().decode(buffer), '\0\0\0\0');
  }
});

test('options that are null are none', () => {
  const bytes = Uint8Array.of(0x61);
  assert.deepEqual(errors(bytes, null), []);
  assert.equal(decode(bytes, 'utf-8', null), 'a');
  assert.deepEqual([...encode('a', 'utf-8', null), ...transcode(bytes, 'utf-8', 'latin1', null)], [0x61, 0x61]);
  assert.equal(explain(bytes, null).length, 1);
  assert.equal(detect(bytes, null).encoding, 'us-ascii');
});

test('no bytes', () => {
  const none = new Uint8Array(0);
  for (const take of takers) take(none);
  assert.deepEqual([validUpTo(none), errors(none), decode(none), encode('').length], [0, [], '', 0]);
});

test('100 MB, and the memory of the program stays as it is', () => {
  const memory = new PlacematMemory(0);
  const size = () => memory.bytes.buffer.byteLength;
  const large = new Uint8Array(100e6).fill(0x61);
  isValidUTF8(large);
  const before = size();
  assert.equal(validUpTo(large), large.length);
  large[large.length - 1] = 0xff;
  assert.deepEqual(errors(large), [{ offset: large.length - 1, length: 1, kind: 'never-valid' }]);
  assert.equal(repair(large).length, large.length + 2);
  assert.equal(decode(large, 'latin1').length, large.length);
  assert.ok(size() - before < 1 << 20, `${before} ${size()}`);
});

test('memory does not grow over many calls', () => {
  const memory = new PlacematMemory(0);
  const bad = new Uint8Array(300).fill(0xff);
  const work = () => {
    errors(bad);
    repair(bad);
    try {
      decode(bad);
    } catch {
      // It is an error, and so the conversion must be freed.
    }
    new PlacematDecoder().decode(bad, { stream: false });
    new PlacematMemory(100_000).free();
  };
  for (let i = 0; i < 100; i++) work();
  const size = memory.bytes.buffer.byteLength;
  for (let i = 0; i < 3000; i++) work();
  assert.equal(memory.bytes.buffer.byteLength, size);
});

test('decoders that are forgotten in the middle of a text are freed', async () => {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const rounds = async () => {
    for (let i = 0; i < 2000; i++) new PlacematDecoder().decode(Uint8Array.of(0xe2), { stream: true });
    collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
  };
  await rounds();
  await rounds();
  const memory = new PlacematMemory(0);
  const size = memory.bytes.buffer.byteLength;
  for (let i = 0; i < 10; i++) await rounds();
  assert.equal(memory.bytes.buffer.byteLength, size);
});

test('memory of the caller’s own', () => {
  const memory = new PlacematMemory(5);
  memory.bytes.set([0x61, 0xe2, 0x82, 0xac, 0xff]);
  assert.equal(validUpTo(memory.bytes), 4);
  assert.equal(isValidUTF8(memory.bytes.subarray(1, 4)), true);
  assert.equal(decode(memory.bytes.subarray(0, 4)), 'a€');
  // Memory that grows has another buffer.
  const large = new PlacematMemory(50e6);
  assert.equal(validUpTo(memory.bytes), 4);
  large.free();
  large.free();
  assert.throws(() => large.bytes, TypeError);
  memory.free();
  for (const wrong of [-1, 1.5, NaN, '5', 2 ** 40]) assert.throws(() => new PlacematMemory(wrong), RangeError);
  assert.throws(() => new PlacematMemory(2 ** 31), RangeError);
});

test('memory of the caller’s own that moves while it is read', () => {
  const length = 300_000;
  const memory = () => {
    const { bytes } = (kept = new PlacematMemory(length));
    return bytes.fill(0xff);
  };
  let kept;
  assert.equal(errors(memory()).length, length);
  assert.equal(errors(memory(), { encoding: 'us-ascii' }).length, length);
  assert.equal(repair(memory()).length, 3 * length);
  assert.equal(repairWithChanges(memory()).changes.length, length);
  assert.equal(decode(memory(), 'utf-8', { policy: 'replace' }).length, length);
  assert.equal(transcode(memory(), 'latin1', 'utf-8').length, 2 * length);
  assert.equal(new PlacematDecoder().decode(memory()).length, length);
  assert.equal(kept.bytes.length, length);
});

test('decoders are not in each other’s way', () => {
  const outer = new PlacematDecoder();
  outer.decode(Uint8Array.of(0xe2), { stream: true });
  const inner = new PlacematDecoder();
  inner.decode(Uint8Array.of(0x61, 0xf0), { stream: true });
  assert.equal(new PlacematDecoder().decode(Uint8Array.of(0x61)), 'a');
  assert.equal(outer.decode(Uint8Array.of(0x82, 0xac)), '€');
  assert.equal(inner.decode(), '\ufffd');
  // What one text leaves is not in the next one, whoever decodes it.
  assert.throws(() => decode(Uint8Array.of(0x61, 0xff, 0xe2)), { offset: 1 });
  assert.throws(() => decode(Uint8Array.of(0xac)), { offset: 0, kind: 'unexpected-continuation' });
});
