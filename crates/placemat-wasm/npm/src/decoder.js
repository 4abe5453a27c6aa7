// Text that comes in pieces, in the shapes of the web platform.

import { Conversion } from './conversion.js';
import { isWhole, statesOrder, strings } from './convert.js';
import { Gathered } from './input.js';
import { encodingNumber, names, policyNumber } from './names.js';
import { program, steadyBytesOf } from './text-program.js';

/** The name that the Encoding Standard has, if it has one. */
function nameOf(number) {
  const { name } = names().encodings[number];
  return name === 'windows-1252-whatwg' ? 'windows-1252' : name;
}

/** As TextDecoder, for all encodings and all policies. */
export class PlacematDecoder {
  #from;
  #policy;
  #policyNumber;
  #isUtf8;
  #ignoreBOM;
  #lenient;
  #whole;
  /** Of the text that is being decoded. */
  #conversion = null;
  #begun = false;

  constructor(label = 'utf-8', options = {}) {
    const { fatal, ignoreBOM = false, lenient = false } = options ?? {};
    const policy = options?.policy ?? (fatal ? 'strict' : 'replace');
    if (fatal !== undefined && Boolean(fatal) !== (policy === 'strict')) {
      throw new TypeError(`placemat: fatal is the policy strict, and not ${policy}`);
    }
    this.#from = encodingNumber(label, true);
    this.#policy = policy;
    this.#policyNumber = policyNumber(policy);
    this.#isUtf8 = nameOf(this.#from) === 'utf-8';
    this.#ignoreBOM = Boolean(ignoreBOM) || statesOrder(this.#from);
    this.#lenient = Boolean(lenient);
    this.#whole = isWhole(policy, lenient);
    // A policy that makes no sense is refused here.
    this.#start().giveBack();
  }

  #start() {
    return Conversion.take(this.#from, strings(), this.#policyNumber, this.#lenient);
  }

  get encoding() {
    return nameOf(this.#from);
  }

  get fatal() {
    return this.#policy === 'strict';
  }

  get ignoreBOM() {
    return this.#ignoreBOM;
  }

  get policy() {
    return this.#policy;
  }

  /** How many bytes of the text that is being decoded are converted. */
  get offset() {
    return this.#conversion?.offset ?? 0;
  }

  decode(data, options) {
    const bytes = data === undefined ? new Uint8Array(0) : steadyBytesOf(data);
    const last = !options?.stream;
    if (this.#conversion === null) {
      const ascii = last && this.#isUtf8 ? program.asciiText(bytes) : null;
      if (ascii !== null) return ascii;
      this.#conversion = this.#start();
      this.#begun = this.#ignoreBOM;
    }
    let done = false;
    try {
      const text = this.#conversion.pushToString(bytes, last, this.#whole);
      done = true;
      return this.#begun || text.length === 0 ? text : this.#unsigned(text);
    } finally {
      // After an error, too, another text begins.
      if (last || !done) {
        this.#conversion.giveBack();
        this.#conversion = null;
      }
    }
  }

  /** The front of a text, but for a signature. */
  #unsigned(text) {
    this.#begun = true;
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }
}

/** As TextEncoder's `encode`, for all encodings, and for strings that come in pieces. */
export class PlacematEncoder {
  #to;
  #policy;
  #lenient;
  #conversion = null;

  constructor(label = 'utf-8', options = {}) {
    const { policy = 'replace', lenient = false } = options ?? {};
    this.#to = encodingNumber(label, true);
    this.#policy = policy;
    this.#lenient = Boolean(lenient);
    this.#start().giveBack();
  }

  #start() {
    return Conversion.take(strings(), this.#to, policyNumber(this.#policy), this.#lenient, 2);
  }

  get encoding() {
    return nameOf(this.#to);
  }

  get policy() {
    return this.#policy;
  }

  /** How many units of the text that is being encoded are converted. */
  get offset() {
    return this.#conversion?.offset ?? 0;
  }

  encode(text = '', options) {
    const string = `${text}`;
    const last = !options?.stream;
    const out = new Gathered(string.length);
    if (this.#conversion === null) {
      this.#conversion = this.#start();
      const signature = program.exports.signature(this.#to);
      if (signature > 0) out.push(program.answer(signature));
    }
    let done = false;
    try {
      this.#conversion.pushString(string, last, (written) => out.push(program.written(written)));
      done = true;
    } finally {
      if (last || !done) {
        this.#conversion.giveBack();
        this.#conversion = null;
      }
    }
    return out.finish();
  }
}
