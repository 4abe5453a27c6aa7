// The decoder and the encoder as TransformStreams.

import { PlacematDecoder, PlacematEncoder } from './decoder.js';

/** A TransformStream of what `work` makes of each chunk, and of the end. */
function through(work) {
  return new TransformStream({
    transform(chunk, controller) {
      const made = work(chunk, { stream: true });
      if (made.length > 0) controller.enqueue(made);
    },
    flush(controller) {
      const made = work(undefined, { stream: false });
      if (made.length > 0) controller.enqueue(made);
    },
  });
}

/** As TextDecoderStream: bytes in, strings out. */
export class PlacematDecoderStream {
  #decoder;

  constructor(label, options) {
    this.#decoder = new PlacematDecoder(label, options);
    const decode = (chunk, how) => this.#decoder.decode(chunk, how);
    const { readable, writable } = through(decode);
    this.readable = readable;
    this.writable = writable;
  }

  get encoding() {
    return this.#decoder.encoding;
  }

  get fatal() {
    return this.#decoder.fatal;
  }

  get ignoreBOM() {
    return this.#decoder.ignoreBOM;
  }

  get policy() {
    return this.#decoder.policy;
  }
}

/** As TextEncoderStream: strings in, bytes out. */
export class PlacematEncoderStream {
  #encoder;

  constructor(label, options) {
    this.#encoder = new PlacematEncoder(label, options);
    const { readable, writable } = through((chunk, how) => this.#encoder.encode(chunk, how));
    this.readable = readable;
    this.writable = writable;
  }

  get encoding() {
    return this.#encoder.encoding;
  }

  get policy() {
    return this.#encoder.policy;
  }
}
