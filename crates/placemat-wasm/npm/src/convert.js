// Whole texts: from any encoding to any other, and made well-formed.

import { Conversion } from './conversion.js';
import { bytesOf, Gathered } from './input.js';
import { encodingNumber, names, policyNumber } from './names.js';
import { errors, validUpTo } from './text.js';
import { program, steadyBytesOf } from './text-program.js';

/** The encoding of strings. */
export const strings = () => encodingNumber('utf-16le');

/** Whether an encoding leaves its byte order to the signature. */
export const statesOrder = (number) => /^(utf|ucs)-?(16|32|2|4)$/.test(names().encodings[number].name);

/** Whether no surrogate stands alone in what a conversion makes. */
export const isWhole = (policy, lenient) => !lenient && policy !== 'utf8b';

/** What `push` hands to a conversion, as bytes. */
function bytesThrough(conversion, target, expected, push) {
  const out = new Gathered(expected);
  const signature = program.exports.signature(target);
  if (signature > 0) out.push(program.answer(signature));
  try {
    push(conversion, (written) => out.push(program.written(written)));
  } finally {
    conversion.giveBack();
  }
  return out.finish();
}

/** Text in one encoding as text in another. */
export function transcode(data, from, to, options = {}) {
  const { policy = 'strict', lenient = false } = options ?? {};
  const bytes = steadyBytesOf(data);
  const target = encodingNumber(to);
  const conversion = Conversion.take(encodingNumber(from), target, policyNumber(policy), lenient);
  return bytesThrough(conversion, target, bytes.length, (work, take) => work.push(bytes, true, take));
}

/** A string as text in an encoding. */
export function encode(text, to = 'utf-8', options = {}) {
  const { policy = 'strict', lenient = false } = options ?? {};
  const string = `${text}`;
  const target = encodingNumber(to);
  const conversion = Conversion.take(strings(), target, policyNumber(policy), lenient, 2);
  const push = (work, take) => work.pushString(string, true, take);
  return bytesThrough(conversion, target, string.length, push);
}

/** Text in an encoding as a string. */
export function decode(data, from = 'utf-8', options = {}) {
  const { policy = 'strict', lenient = false } = options ?? {};
  const bytes = steadyBytesOf(data);
  const conversion = Conversion.take(encodingNumber(from), strings(), policyNumber(policy), lenient);
  try {
    return conversion.pushToString(bytes, true, isWhole(policy, lenient));
  } finally {
    conversion.giveBack();
  }
}

/** The text, if it is well-formed UTF-8; else an error that says where and why. */
export const validate = (data) => decode(data);

/** Well-formed UTF-8: the same bytes if they are that, else others. */
export function repair(data, policy = 'replace') {
  const bytes = bytesOf(data);
  policyNumber(policy);
  return validUpTo(bytes) === bytes.length ? bytes : transcode(bytes, 'utf-8', 'utf-8', { policy });
}

/** The same, and what was changed: the bytes that were malformed, where they were, and what stands for them. */
export function repairWithChanges(data, policy = 'replace') {
  const source = steadyBytesOf(data);
  const bytes = repair(source, policy);
  const changes = [];
  if (bytes === source) return { bytes, changes };
  // What is between two errors is in both, so the replacement of each ends where that begins.
  const replacement = replacements(policy);
  let shift = 0;
  for (const { offset, length, kind } of errors(source)) {
    const removed = source.slice(offset, offset + length);
    const outputOffset = offset + shift;
    const inserted = bytes.slice(outputOffset, outputOffset + replacement(removed));
    shift += inserted.length - length;
    changes.push({ offset, outputOffset, removed, inserted, kind });
  }
  return { bytes, changes };
}

/** How many bytes stand for malformed ones: for each of them, or for all. */
function replacements(policy) {
  const one = new Map();
  const lengthOf = (bytes) => transcode(bytes, 'utf-8', 'utf-8', { policy }).length;
  return (removed) => {
    const key = removed.join();
    if (!one.has(key)) one.set(key, lengthOf(removed));
    return one.get(key);
  };
}
