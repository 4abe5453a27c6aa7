// What the web platform's tests of its Encoding Standard ask of a decoder, in UTF-8 and UTF-16: written
// anew, as vectors. Each is asked of Node's TextDecoder, too: it is what a test expects.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PlacematDecoder, PlacematEncoder } from './placemat.mjs';

const labels = ['utf-8', 'utf-16le', 'utf-16be'];
const both = [PlacematDecoder, TextDecoder];

/** Bytes that are no text; textdecoder-fatal. */
const malformed = {
  'utf-8': [
    [0xff], [0xc0], [0xe0], [0xc0, 0x00], [0xc0, 0xc0], [0xe0, 0x00], [0xe0, 0xc0], [0xe0, 0x80, 0x00],
    [0xe0, 0x80, 0xc0], [0xfc, 0x80, 0x80], [0xfe, 0x80, 0x80, 0x80, 0x80, 0x80],
    // U+0000 in two to six bytes.
    [0xc0, 0x80], [0xe0, 0x80, 0x80], [0xf0, 0x80, 0x80, 0x80], [0xf8, 0x80, 0x80, 0x80, 0x80],
    [0xfc, 0x80, 0x80, 0x80, 0x80, 0x80],
    // U+007F.
    [0xc1, 0xbf], [0xe0, 0x81, 0xbf], [0xf0, 0x80, 0x81, 0xbf], [0xf8, 0x80, 0x80, 0x81, 0xbf],
    [0xfc, 0x80, 0x80, 0x80, 0x81, 0xbf],
    // U+07FF.
    [0xe0, 0x9f, 0xbf], [0xf0, 0x80, 0x9f, 0xbf], [0xf8, 0x80, 0x80, 0x9f, 0xbf],
    [0xfc, 0x80, 0x80, 0x80, 0x9f, 0xbf],
    // U+FFFF, U+10FFFF.
    [0xf0, 0x8f, 0xbf, 0xbf], [0xf8, 0x80, 0x8f, 0xbf, 0xbf], [0xfc, 0x80, 0x80, 0x8f, 0xbf, 0xbf],
    [0xf8, 0x84, 0x8f, 0xbf, 0xbf], [0xfc, 0x80, 0x84, 0x8f, 0xbf, 0xbf],
    // Surrogates.
    [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf],
  ],
  'utf-16le': [[0x00], [0x00, 0xd8], [0x00, 0xdc], [0x00, 0xdc, 0x00, 0xd8], [0x00, 0xd8, 0x00, 0x00], [0x00, 0xd8, 0x00]],
  'utf-16be': [[0x00], [0xd8, 0x00], [0xdc, 0x00], [0xdc, 0x00, 0xd8, 0x00], [0xd8, 0x00, 0x00, 0x00], [0xd8, 0x00, 0x00]],
};

for (const label of labels) {
  describe(label, () => {
    for (const bytes of malformed[label]) {
      const data = Uint8Array.from(bytes);
      const shown = Buffer.from(bytes).toString('hex');
      test(`${shown} is an error if errors are fatal, and the decoder can be used again`, () => {
        const decoder = new PlacematDecoder(label, { fatal: true });
        for (let i = 0; i < 2; i++) assert.throws(() => decoder.decode(data), TypeError);
        const good = new PlacematEncoder(label).encode('♥');
        assert.equal(decoder.decode(good), '♥');
      });
      test(`${shown} has as many U+FFFD as there`, () => {
        const [ours, node] = both.map((Decoder) => new Decoder(label).decode(data));
        assert.equal(ours, node);
        assert.match(ours, /\ufffd/);
      });
    }

    test('a signature is left out once, in front, or kept', () => {
      for (const text of ['', 'x', '\ufeff', '\ufeffx', '\ufeff\ufeffx', 'x\ufeff', '\ufeffz¢水𝄞\udbff\udffd']) {
        const bytes = new PlacematEncoder(label).encode(text);
        for (const ignoreBOM of [false, true]) {
          const [ours, node] = both.map((Decoder) => {
            const decoder = new Decoder(label, { ignoreBOM });
            const whole = decoder.decode(bytes);
            let pieces = '';
            for (const byte of bytes) pieces += decoder.decode(Uint8Array.of(byte), { stream: true });
            return [whole, pieces + decoder.decode(), decoder.decode(bytes)];
          });
          assert.deepEqual(ours, node, JSON.stringify({ text, ignoreBOM }));
        }
      }
    });

    test('what is waiting at the end of a text is not in the next one', () => {
      const cut = new PlacematEncoder(label).encode('\u{1f600}').subarray(0, -1);
      const next = new PlacematEncoder(label).encode('ab');
      const [ours, node] = both.map((Decoder) => {
        const decoder = new Decoder(label);
        return [decoder.decode(cut, { stream: true }), decoder.decode(), decoder.decode(next), decoder.decode(cut)];
      });
      assert.deepEqual(ours, node);
    });
  });
}

test('names, and what they are by default', () => {
  for (const label of ['utf-8', 'UTF8', ' unicode-1-1-utf-8\n', 'unicode20utf8', 'utf-16', 'utf-16le', 'ucs-2',
    'iso-10646-ucs-2', 'csunicode', 'unicode', 'unicodefeff', 'utf-16be', 'unicodefffe', 'latin1', 'ascii', 'l1']) {
    assert.equal(new PlacematDecoder(label).encoding, new TextDecoder(label).encoding, label);
  }
  const decoder = new PlacematDecoder();
  assert.deepEqual([decoder.encoding, decoder.fatal, decoder.ignoreBOM], ['utf-8', false, false]);
  const other = new PlacematDecoder('utf-16le', { fatal: true, ignoreBOM: true });
  assert.deepEqual([other.encoding, other.fatal, other.ignoreBOM], ['utf-16le', true, true]);
  assert.equal(decoder.decode(), '');
  assert.equal(decoder.decode(undefined, { stream: true }), '');
  assert.throws(() => new PlacematDecoder('utf-9'), RangeError);
  assert.throws(() => new PlacematDecoder('\u00a0utf-8\u3000'), RangeError);
});

test('UTF-16 that comes in pieces of odd length, where errors are fatal', () => {
  const odd = Uint8Array.of(0x00);
  const even = Uint8Array.of(0x00, 0x00);
  const decoder = new PlacematDecoder('utf-16le', { fatal: true });
  assert.equal(decoder.decode(odd, { stream: true }), '');
  assert.equal(decoder.decode(odd), '\0');
  assert.throws(() => {
    decoder.decode(even, { stream: true });
    decoder.decode(odd);
  }, TypeError);
  assert.throws(() => {
    decoder.decode(odd, { stream: true });
    decoder.decode(even);
  }, TypeError);
  assert.equal(decoder.decode(odd, { stream: true }), '');
  assert.equal(decoder.decode(odd), '\0');
});

test('surrogates of UTF-16 that stand alone or in the wrong order', () => {
  const S = (text) => Uint8Array.from(Buffer.from(text, 'utf16le'));
  for (const units of ['\ud800', '\udc00', '\udc00\ud800', '\ud800\u0000', 'a\ud800b\udc00c', '\ud800\ud800\udc00']) {
    assert.equal(new PlacematDecoder('utf-16le').decode(S(units)), new TextDecoder('utf-16le').decode(S(units)));
    assert.throws(() => new PlacematDecoder('utf-16le', { fatal: true }).decode(S(units)), TypeError);
  }
});

test('every byte of Windows-1252, which latin1 and ascii mean here', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  const expected = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
  assert.equal(new PlacematDecoder('latin1').decode(bytes).slice(0x80, 0xa0), expected);
  assert.equal(new PlacematDecoder('ascii').decode(bytes).charCodeAt(0xff), 0xff);
});
