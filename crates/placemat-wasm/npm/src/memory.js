// Memory of the program for callers: what they read into it need not be copied to be checked.

import { names } from './names.js';
import { program } from './text-program.js';

const forgotten = new FinalizationRegistry(({ address, length }) =>
  program.exports.release(address, length),
);

/** Bytes in the memory of the program. */
export class PlacematMemory {
  #address;
  #length;

  constructor(length) {
    if (!Number.isInteger(length) || length < 0 || length > 2 ** 31) {
      throw new RangeError('placemat: a length is a whole number up to 2^31');
    }
    // What is asked once is asked before there is a view, under which the memory could move.
    names();
    this.#address = program.allocate(length);
    this.#length = length;
    forgotten.register(this, { address: this.#address, length }, this);
  }

  /**
   * The bytes as they lie there. To be asked for again after other calls of this package: memory that
   * grows has another buffer, and old views have no bytes. They are given back when this object is gone.
   */
  get bytes() {
    if (this.#length < 0) throw new TypeError('placemat: this memory was given back');
    return program.bytes.subarray(this.#address, this.#address + this.#length);
  }

  /** Gives the memory back, which happens sooner or later in any case. */
  free() {
    if (this.#length < 0) return;
    forgotten.unregister(this);
    program.exports.release(this.#address, this.#length);
    this.#length = -1;
  }
}
