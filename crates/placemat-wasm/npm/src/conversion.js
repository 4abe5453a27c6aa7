// A conversion between two encodings, of text that comes in pieces.

import { names, malformed, UnmappableError } from './names.js';
import { program } from './text-program.js';

// What a report says first.
const OUTPUT_FULL = 1;
const MALFORMED = 2;
const UNMAPPABLE = 3;

/** Those that nobody has freed are freed when they are gone. */
const forgotten = new FinalizationRegistry((number) => program.exports.conversion_free(number));

export class Conversion {
  #number;
  #from;
  #to;
  /** How many bytes of the source a unit has, in which offsets are counted. */
  #unit;
  #offset = 0;

  /** Encodings and policy are numbers. */
  constructor(from, to, policy, lenient, unit = 1) {
    const { exports } = program;
    this.#number = exports.conversion_new(from, to, policy, lenient);
    if (this.#number === 0) {
      throw new RangeError(`placemat: ${program.answerText(exports.conversion_refusal())}`);
    }
    this.#from = from;
    this.#to = to;
    this.#unit = unit;
    forgotten.register(this, this.#number, this);
  }

  /** How many units are converted, or passed over. */
  get offset() {
    return this.#offset / this.#unit;
  }

  /**
   * Converts the next bytes; `take(length)` is called when so many bytes lie in the window of output.
   * What stops it is thrown, unless `heed(error)` returns true.
   */
  push(bytes, last, take, heed) {
    this.#pieces(bytes, (at) => program.copy(bytes, at), bytes.length, last, take, heed);
  }

  /** The same for a string, whose UTF-16 is the source. */
  pushString(text, last, take) {
    this.#pieces(text, (at) => program.copyString(text, at / 2), 2 * text.length, last, take);
  }

  #pieces(text, copy, length, last, take, heed) {
    let at = 0;
    do {
      const size = copy(at);
      at += size;
      let read = 0;
      for (;;) {
        const report = program.convert(this.#number, read, size - read, last && at === length);
        const [status, taken, written, offset, start, count, what] = report;
        read += taken;
        this.#offset = offset;
        if (written > 0) take(written);
        if (status === OUTPUT_FULL) continue;
        if (status !== MALFORMED && status !== UNMAPPABLE) break;
        const error = this.#error(status, start / this.#unit, count / this.#unit, what);
        if (heed === undefined) throw error;
        if (!heed(error)) return;
      }
    } while (at < length);
  }

  #error(status, offset, length, what) {
    const name = (encoding) => names().encodings[encoding].name;
    if (status === MALFORMED) return malformed(name(this.#from), offset, length, what);
    return new UnmappableError(name(this.#to), offset, length, what);
  }

  /** The end of it. */
  free() {
    forgotten.unregister(this);
    program.exports.conversion_free(this.#number);
  }
}
