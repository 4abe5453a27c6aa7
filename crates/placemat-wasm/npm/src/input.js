// What callers hand over.

const isBuffer = (value) =>
  /^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value));

/** The bytes of a buffer, or of any view of one. */
export function bytesOf(data) {
  if (data instanceof Uint8Array) return data;
  // A buffer that was handed away has no bytes, as for TextDecoder; views of it would be refused. So has a view of what
  // a buffer no longer has.
  if (ArrayBuffer.isView(data)) {
    try {
      return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    } catch {
      return new Uint8Array(0);
    }
  }
  if (data instanceof ArrayBuffer || isBuffer(data)) {
    return new Uint8Array(data.byteLength === 0 ? 0 : data);
  }
  const type = data === null ? 'null' : typeof data;
  throw new TypeError(`placemat: bytes are needed (ArrayBuffer, or a view of one), not ${type}`);
}

/** Bytes that come in pieces, whose views do not last. */
export class Gathered {
  #bytes;
  #length = 0;

  constructor(expected) {
    this.#bytes = new Uint8Array(expected);
  }

  push(piece) {
    const end = this.#length + piece.length;
    if (end > this.#bytes.length) {
      const bytes = new Uint8Array(Math.max(end, 2 * this.#bytes.length));
      bytes.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = bytes;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = end;
  }

  /** All of them, in a buffer of their own. */
  finish() {
    const all = this.#bytes;
    return this.#length === all.length ? all : all.slice(0, this.#length);
  }
}
