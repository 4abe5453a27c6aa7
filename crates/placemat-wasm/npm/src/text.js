// UTF-8: whether it is well-formed, and what is wrong with it.

import { Conversion } from './conversion.js';
import { bytesOf } from './input.js';
import { encodingNumber, names, policyNumber } from './names.js';
import { WINDOW } from './program.js';
import { program, steadyBytesOf } from './text-program.js';

/** So few bytes are looked at one by one sooner than they are copied. */
const FEW = 24;

/** How many bytes at the start are well-formed UTF-8. */
export const validUpTo = (data) => validPrefix(bytesOf(data));

/** Whether all of it is well-formed UTF-8. */
export function isValid(data) {
  const bytes = bytesOf(data);
  return validPrefix(bytes) === bytes.length;
}

function validPrefix(bytes) {
  const { length } = bytes;
  if (length <= FEW) {
    let at = 0;
    while (at < length && bytes[at] < 0x80) at++;
    if (at === length) return length;
  }
  const { exports, input } = program;
  if (program.holds(bytes)) return exports.valid_up_to(bytes.byteOffset, length) >>> 0;
  if (length <= WINDOW) return exports.valid_up_to(input, program.copy(bytes, 0));
  let at = 0;
  while (at < length) {
    const size = program.copy(bytes, at);
    const valid = exports.valid_up_to(input, size);
    at += valid;
    // At most three bytes of a sequence that the window cuts are in front of the next one.
    const cut = valid > 0 && size - valid < 4 && size === WINDOW;
    if (valid < size && !cut) break;
  }
  return at;
}

/** Every error: each maximal subpart that is malformed. */
export function errors(data, options = {}) {
  const { encoding = 'utf-8', limit = Infinity, lines = false } = options ?? {};
  const bytes = steadyBytesOf(data);
  const number = encodingNumber(encoding);
  const found = [];
  if (!(limit > 0)) return found;
  const isUtf8 = names().encodings[number].name === 'utf-8';
  if (lines && !isUtf8) throw new RangeError('placemat: lines are counted in UTF-8');
  (isUtf8 ? utf8Errors : otherErrors)(bytes, number, (error) => found.push(error) < limit);
  return found.map(({ line, column, ...error }) => (lines ? { ...error, line, column } : error));
}

function utf8Errors(bytes, _encoding, tell) {
  const { exports } = program;
  const validator = exports.validator_new();
  try {
    let at = 0;
    do {
      const length = program.copy(bytes, at);
      at += length;
      const last = at === bytes.length;
      const size = exports.validator_push(validator, program.input, length, last);
      if (size === 0) continue;
      const numbers = new Float64Array(program.answer(size).buffer);
      for (let i = 0; i < numbers.length; i += 5) {
        const [offset, length, kind, line, column] = numbers.subarray(i, i + 5);
        if (!tell({ offset, length, kind: names().kinds[kind][0], line, column })) return;
      }
    } while (at < bytes.length);
  } finally {
    exports.validator_free(validator);
  }
}

/** Text in any encoding is converted to that encoding, and what stops it is told. */
function otherErrors(bytes, encoding, tell) {
  const conversion = Conversion.take(encoding, encoding, policyNumber('strict'), false);
  const heed = ({ offset, length, kind }) => tell({ offset, length, kind });
  try {
    conversion.push(bytes, true, () => {}, heed);
  } finally {
    conversion.giveBack();
  }
}
