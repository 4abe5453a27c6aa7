// A conversion between two encodings, of text that comes in pieces.

import { names, malformed, UnmappableError } from './names.js';
import { program } from './text-program.js';

// What a report says first.
const OUTPUT_FULL = 1;
const MALFORMED = 2;
const UNMAPPABLE = 3;
const GONE = 4;

/** Those that nobody has given back are freed when they are gone. */
const forgotten = new FinalizationRegistry((number) => program.exports.conversion_free(number));

/** Some, by what they do, for the next text: to make one takes longer than a short text. */
const kept = new Map();
/** How many of them are kept. */
const KEPT = 16;

export class Conversion {
  #from;
  #to;
  /** How many bytes of the source a unit has, in which offsets are counted. */
  #unit;
  /** What the program calls it. */
  #number;
  /** What it does, as one number. */
  #key;
  #isBusy = true;
  /** How many bytes it has taken, and how many of them it has converted or passed over. */
  #taken = 0;
  #done = 0;
  /** How many bytes were converted without it. */
  #aside = 0;

  /** One at the start of a text. Encodings and policy are numbers; fails if the policy makes no sense. */
  static take(from, to, policy, lenient, unit = 1) {
    const key = (((from << 8) | to) << 8) | (policy << 2) | (Number(Boolean(lenient)) << 1) | (unit - 1);
    const known = kept.get(key);
    if (known === undefined || known.#isBusy) {
      // The next one that is given back takes its place: this one may have been forgotten.
      kept.delete(key);
      return new Conversion(from, to, policy, lenient, unit, key);
    }
    known.#isBusy = true;
    return known;
  }

  constructor(from, to, policy, lenient, unit, key) {
    const { exports } = program;
    this.#from = from;
    this.#to = to;
    this.#unit = unit;
    this.#key = key;
    this.#number = exports.conversion_new(from, to, policy, lenient);
    if (this.#number === 0) {
      throw new RangeError(`placemat: ${program.answerText(exports.conversion_refusal())}`);
    }
    forgotten.register(this, this.#number, this);
  }

  /** The end of the text, or of interest in it. */
  giveBack() {
    const { exports } = program;
    if (kept.size < KEPT && !kept.has(this.#key)) kept.set(this.#key, this);
    if (kept.get(this.#key) === this) {
      exports.conversion_reset(this.#number);
      this.#taken = this.#done = this.#aside = 0;
      this.#isBusy = false;
    } else {
      forgotten.unregister(this);
      exports.conversion_free(this.#number);
    }
  }

  /** How many units are converted, or passed over. */
  get offset() {
    return (this.#aside + this.#done) / this.#unit;
  }

  /**
   * Converts the next bytes; `take(length)` is called when so many bytes lie in the window of output.
   * What stops it is thrown, unless `heed(error)` returns true.
   */
  push(bytes, last, take, heed) {
    this.#pieces(bytes.length, last, (at) => program.copy(bytes, at), take, heed);
  }

  /** The same for a string, whose UTF-16 is the source. */
  pushString(text, last, take) {
    this.#pieces(2 * text.length, last, (at) => program.copyString(text, at / 2), take);
  }

  /** Converts the next bytes to UTF-16, and returns it as a string. `whole`: no surrogate stands alone. */
  pushToString(bytes, last, whole) {
    const aside = this.#asciiOf(bytes);
    // UTF-8 without anything waiting needs no end.
    if (aside.length > 0 && aside.length === bytes.length) return aside;
    let text = aside;
    const rest = aside.length === 0 ? bytes : bytes.subarray(aside.length);
    this.push(rest, last, (written) => (text += program.writtenString(written, whole)));
    return text;
  }

  /** What windows of UTF-8 in front are all ASCII: they are strings of a byte for each unit. */
  #asciiOf(bytes) {
    let text = '';
    if (names().encodings[this.#from].name !== 'utf-8' || this.#taken > this.#done) return text;
    while (text.length < bytes.length) {
      const size = program.copy(bytes, text.length);
      if (program.exports.ascii_up_to(program.input, size) < size) break;
      text += program.asciiString(size);
    }
    this.#aside += text.length;
    return text;
  }

  #pieces(length, last, copy, take, heed) {
    const number = this.#number;
    let at = 0;
    do {
      const size = copy(at);
      at += size;
      let read = 0;
      for (;;) {
        const report = program.convert(number, read, size - read, last && at === length);
        const status = report[0];
        if (status === GONE) throw new Error('placemat: a defect: this conversion is gone');
        const written = report[2];
        read += report[1];
        this.#taken += report[1];
        this.#done = report[3];
        const error = status === MALFORMED || status === UNMAPPABLE ? this.#error(report) : null;
        if (written > 0) take(written);
        if (error !== null) {
          if (heed === undefined) throw error;
          if (!heed(error)) return;
        } else if (status !== OUTPUT_FULL) break;
      }
    } while (at < length);
  }

  #error([status, , , , start, count, what]) {
    const name = (encoding) => names().encodings[encoding].name;
    const offset = (this.#aside + start) / this.#unit;
    const length = count / this.#unit;
    if (status === MALFORMED) return malformed(name(this.#from), offset, length, what);
    return new UnmappableError(name(this.#to), offset, length, what);
  }
}
