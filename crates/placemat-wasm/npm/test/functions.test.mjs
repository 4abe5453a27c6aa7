// What each function says and does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as placemat from './placemat.mjs';

const { decode, detect, encode, encodings, errors, explain, isValid, isValidUTF8, policies, repair, repairWithChanges, transcode, validate, validUpTo } = placemat;
const bytes = (text) => Uint8Array.from(Buffer.from(text, 'latin1'));

test('validity', () => {
  assert.equal(validate(bytes('caf\xc3\xa9')), 'café');
  assert.throws(() => validate(bytes('caf\xe9 x')), {
    name: 'MalformedError', code: 'ERR_ENCODING_INVALID_ENCODED_DATA', offset: 3, length: 1, kind: 'incomplete', encoding: 'utf-8',
    message: 'incomplete sequence at offset 3 (utf-8)',
  });
  assert.deepEqual([isValid(bytes('')), isValid(bytes('\xc3\xa9')), isValidUTF8(Buffer.of(0xff))], [true, true, false]);
  assert.equal(validUpTo(bytes('ab\xc3\xa9\xe2\x82')), 4);
  assert.equal(validUpTo(bytes('ab\xe2\x82c')), 2);
});

test('errors, with offsets, lines and columns', () => {
  assert.deepEqual(errors(bytes('a\xffb\xc0\xafc')), [
    { offset: 1, length: 1, kind: 'never-valid' },
    { offset: 3, length: 1, kind: 'overlong' },
    { offset: 4, length: 1, kind: 'unexpected-continuation' },
  ]);
  assert.deepEqual(errors(bytes('a\nb\xff\n'), { lines: true }), [{ offset: 3, length: 1, kind: 'never-valid', line: 2, column: 2 }]);
  assert.equal(errors(new Uint8Array(100_000).fill(0xff)).length, 100_000);
  assert.equal(errors(new Uint8Array(100_000).fill(0xff), { limit: 70_001 }).length, 70_001);
  assert.deepEqual(errors(bytes('\xff'), { limit: 0 }), []);
  assert.deepEqual(errors(bytes('\xd8\x00\x00a\x00'), { encoding: 'utf-16be' }), [
    { offset: 0, length: 2, kind: 'lone-high-surrogate' },
    { offset: 4, length: 1, kind: 'incomplete-at-end' },
  ]);
  assert.deepEqual(errors(bytes('\0\xff'), { encoding: 'modified-utf-8', limit: 1 }), [{ offset: 0, length: 1, kind: 'nul' }]);
  assert.throws(() => errors(bytes(''), { encoding: 'utf-16', lines: true }), RangeError);
});

test('an error in the last bytes of a long text has its line', () => {
  const long = new Uint8Array(200_000).fill(0x0a);
  long[199_999] = 0x80;
  assert.deepEqual(errors(long, { lines: true }), [{ offset: 199_999, length: 1, kind: 'unexpected-continuation', line: 200_000, column: 1 }]);
});

test('every change of a repair is told', () => {
  const bad = bytes('a\xff\xffb\xc3\xa9 \xe2\x82\xed\xa0\x80caf\xe9 x\xf0\x9f\x98');
  for (const policy of ['replace', 'replace-per-byte', 'remove', 'backslashreplace', 'latin1', 'windows-1252']) {
    const { bytes: mended, changes } = repairWithChanges(bad, policy);
    assert.deepEqual(mended, repair(bad, policy));
    assert.deepEqual(changes.map(({ offset, removed, kind }) => ({ offset, length: removed.length, kind })), errors(bad));
    // What was between them, and what stands for them, is all of it.
    const parts = [];
    let [done, written] = [0, 0];
    for (const { offset, outputOffset, removed, inserted } of changes) {
      parts.push(bad.subarray(done, offset), inserted);
      written += offset - done;
      assert.equal(outputOffset, written);
      written += inserted.length;
      done = offset + removed.length;
    }
    assert.deepEqual(Buffer.concat([...parts, bad.subarray(done)]), Buffer.from(mended), policy);
  }
  const good = bytes('caf\xc3\xa9');
  assert.equal(repairWithChanges(good).bytes, good);
  assert.deepEqual(repairWithChanges(good).changes, []);
  assert.equal(repairWithChanges(new Uint8Array(100_000).fill(0xff)).changes.length, 100_000);
});

test('repair, by policy; what is well-formed is not copied', () => {
  const good = bytes('caf\xc3\xa9');
  assert.equal(repair(good), good);
  const mended = (policy) => Buffer.from(repair(bytes('don\x92t\xc0\xaf'), policy)).toString();
  assert.equal(mended(), 'don\ufffdt\ufffd\ufffd');
  assert.equal(mended('windows-1252'), 'don’tÀ¯');
  assert.equal(mended('backslashreplace'), 'don\\x92t\\xc0\\xaf');
  assert.equal(mended('remove'), 'dont');
  assert.throws(() => mended('utf8b'), RangeError);
  assert.throws(() => mended('ignore'), { name: 'RangeError', message: /strict, replace/ });
  assert.throws(() => mended('strict'), { offset: 3 });
});

test('any encoding to any other', () => {
  const text = 'A€😀';
  const all = encodings().map(({ name }) => name);
  assert.equal(all.length, 28);
  // What each can hold comes back, whatever is between.
  for (const from of all) {
    const source = encode(text, from, { policy: 'remove' });
    const plain = decode(source, from);
    for (const to of all) {
      const there = transcode(source, from, to, { policy: 'remove' });
      assert.equal(decode(there, to), [...plain].filter((c) => decode(encode(c, to, { policy: 'remove' }), to)).join(''), `${from} ${to}`);
    }
    assert.ok(plain.startsWith('A'), from);
  }
  assert.deepEqual(transcode(bytes('\xed\xa0\xbd\xed\xb8\x80'), 'cesu-8', 'utf-8'), bytes('\xf0\x9f\x98\x80'));
  assert.deepEqual(encode('a', 'utf-16'), bytes('\xff\xfea\0'));
  assert.equal(decode(bytes('\xfe\xff\0a'), 'utf-16'), 'a');
  assert.equal(decode(bytes('\0a'), 'utf-16'), 'a');
  assert.throws(() => transcode(bytes('\xe2\x82\xac'), 'utf-8', 'iso-8859-1'), {
    name: 'UnmappableError', offset: 0, length: 3, codePoint: 0x20ac, encoding: 'iso-8859-1', message: 'iso-8859-1 has no U+20AC, at offset 0',
  });
  assert.throws(() => encode('ab€', 'us-ascii'), { offset: 2, length: 1 });
  assert.throws(() => decode(bytes(''), 'utf-9'), { name: 'RangeError', message: /utf-9/ });
  assert.throws(() => decode(bytes(''), 'x'.repeat(1e6)), RangeError);
});

test('strings that are not well-formed', () => {
  assert.throws(() => encode('a\ud800'), { name: 'MalformedError', offset: 1, length: 1, kind: 'lone-high-surrogate' });
  assert.deepEqual(encode('\ud800', 'wtf-8', { lenient: true }), bytes('\xed\xa0\x80'));
  assert.equal(decode(bytes('\xed\xa0\x80'), 'wtf-8', { lenient: true }), '\ud800');
  const any = Uint8Array.from({ length: 256 }, (_, i) => i);
  const smuggled = decode(any, 'utf-8', { policy: 'utf8b' });
  assert.equal(smuggled.charCodeAt(0xff), 0xdcff);
});

test('strings of all lengths around a window', () => {
  for (const c of ['a', 'é', '€', '😀']) {
    for (const length of [0, 1, 32767, 32768, 32769, 65535, 65536, 65537, 200_000]) {
      const text = c.repeat(length);
      const encoded = encode(text);
      assert.ok(Buffer.from(encoded.buffer, encoded.byteOffset, encoded.length).equals(Buffer.from(text)));
      assert.equal(decode(encoded), text);
    }
  }
});

test('detection', () => {
  const verdict = detect(bytes('\xf3\xdf\xc5\xdb\xd8 \xd6\xc5 \xc5\xdd\xa3 \xdc\xd4\xc9\xc8 \xcd\xd1\xc7\xcb\xc9\xc8'));
  assert.equal(verdict.encoding, 'koi8-r');
  assert.ok(verdict.certainty > 0.5 && verdict.candidates[0].reason.length > 0);
  assert.equal(detect(bytes('caf\xc3\xa9')).encoding, 'utf-8');
  assert.equal(detect(bytes('\xbf\xf3\xb3ty'), { language: 'pl' }).candidates[0].encoding, 'windows-1250');
  const long = Buffer.from('Съешь же ещё этих мягких французских булок. '.repeat(5000));
  assert.equal(detect(long).encoding, 'utf-8');
});

test('explanation', () => {
  const [euro, slash] = explain(bytes('\xe2\x82\xac\xc0\xaf'));
  assert.deepEqual(euro, { offset: 0, length: 3, bytes: 'E2 82 AC', codePoint: 0x20ac, text: '€', name: 'EURO SIGN', category: 'Sc', script: 'Common', block: 'Currency Symbols' });
  assert.deepEqual(slash, {
    offset: 3, length: 2, bytes: 'C0 AF', kind: 'overlong', subparts: 2, meaning: 'overlong', value: 0x2f, windows1252: 'À¯',
    message: 'C0 AF is an overlong encoding of "/" (U+002F), never valid in UTF-8',
  });
  assert.equal(explain(new Uint8Array(1e6).fill(0x61)).length, 1000);
  assert.equal(explain(new Uint8Array(1e5).fill(0xff), { limit: 5e4 }).length, 5e4);
  assert.deepEqual(explain(bytes('')), []);
});

test('lists are the caller’s own', () => {
  assert.equal(policies().length, 9);
  policies().length = 0;
  encodings()[0].name = 'x';
  assert.equal(policies()[0], 'strict');
  assert.equal(encodings()[0].name, 'us-ascii');
});
