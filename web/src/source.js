// Where bytes come from: a file or memory, read in pieces.

/** So much is read at a time. */
export const PIECE = 4 << 20;

export class Source {
  /** @param {Uint8Array | Blob} from */
  constructor(from) {
    this.from = from;
    this.length = from instanceof Blob ? from.size : from.length;
  }

  /** The bytes from `start` to `end`, as far as there are any. */
  async read(start, end) {
    [start, end] = [Math.max(0, start), Math.min(this.length, end)];
    if (start >= end) return new Uint8Array();
    if (this.from instanceof Blob) {
      return new Uint8Array(await this.from.slice(start, end).arrayBuffer());
    }
    return this.from.subarray(start, end);
  }

  /** All pieces from `start`: `{ at, bytes, last }`. An empty source has one. */
  async *pieces(start = 0) {
    let at = start;
    do {
      const bytes = await this.read(at, at + PIECE);
      yield { at, bytes, last: at + PIECE >= this.length };
      at += PIECE;
    } while (at < this.length);
  }
}
