// Names of encodings, policies and kinds of errors, and the errors themselves.

import { program } from './text-program.js';

let known = null;

/** All names that the program knows, each in the place that is its number there. */
export const names = () => (known ??= JSON.parse(program.answerText(program.exports.names())));

/** Labels that were looked up, for each of the two meanings. */
const found = [new Map(), new Map()];
/** How many of them are kept: labels have many spellings. */
const KEPT = 256;

function lookUp(label, whatwg) {
  const name = new TextEncoder().encode(label);
  // No label is longer.
  const length = name.length > 64 ? 0 : program.copy(name, 0);
  const find = (standard) => program.exports.find_encoding(program.input, length, standard);
  const number = whatwg ? find(true) : -1;
  return number < 0 ? find(false) : number;
}

/** The number of an encoding; as the Encoding Standard means its label, if it knows it and `whatwg` is set. */
export function encodingNumber(label, whatwg = false) {
  const known = found[Number(whatwg)];
  const before = known.get(label);
  if (before !== undefined) return before;
  const number = lookUp(`${label}`, whatwg);
  if (number < 0) throw new RangeError(`placemat: no encoding has the label "${label}"`);
  if (known.size < KEPT) known.set(label, number);
  return number;
}

/** The number of a policy. */
export function policyNumber(name) {
  const number = names().policies.indexOf(name);
  if (number < 0) {
    throw new RangeError(`placemat: "${name}" is not a policy: ${names().policies.join(', ')}`);
  }
  return number;
}

/** The encodings, with their labels. */
export const encodings = () => structuredClone(names().encodings);

/** The names of policies. */
export const policies = () => [...names().policies];

const hex = (value) => value.toString(16).toUpperCase().padStart(4, '0');

/** Text that is ill-formed. A TypeError, as TextDecoder throws it. */
export class MalformedError extends TypeError {
  constructor(encoding, offset, length, kind, sentence) {
    super(`${sentence} at offset ${offset} (${encoding})`);
    this.name = 'MalformedError';
    this.code = 'ERR_ENCODING_INVALID_ENCODED_DATA';
    Object.assign(this, { encoding, offset, length, kind });
  }
}

/** Text that the target cannot hold. */
export class UnmappableError extends TypeError {
  constructor(encoding, offset, length, codePoint) {
    super(`${encoding} has no U+${hex(codePoint)}, at offset ${offset}`);
    this.name = 'UnmappableError';
    this.code = 'ERR_ENCODING_UNMAPPABLE';
    Object.assign(this, { encoding, offset, length, codePoint });
  }
}

/** The error for a malformed subpart of so many bytes. */
export function malformed(encoding, offset, length, kind) {
  const [name, sentence] = names().kinds[kind];
  return new MalformedError(encoding, offset, length, name, sentence);
}
