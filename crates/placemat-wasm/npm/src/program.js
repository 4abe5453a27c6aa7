// A program of WebAssembly and its memory. It is made when it is first needed; text goes through it in
// pieces, so its memory does not grow with the text.

/** How many bytes of text are in the memory of a program at a time. */
export const WINDOW = 1 << 16;

/** How many bytes a piece can become before it is taken away. */
const ROOM = 2 * WINDOW + 4096;

const node = globalThis.process?.versions?.node !== undefined && globalThis.Buffer;

const bytesOfBase64 = node
  ? (text) => Buffer.from(text, 'base64')
  : (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true });

export class Program {
  #base64;
  /** What the program exports, and where its windows are: `null` until it is needed. */
  #exports = null;
  #input = 0;
  #output = 0;
  #report = 0;
  // Views of its memory, which has another buffer once it has grown.
  #bytes = new Uint8Array(0);
  #units;
  #numbers;
  #buffer;

  constructor(base64) {
    this.#base64 = base64;
  }

  get exports() {
    return this.#exports ?? this.#start();
  }

  #start() {
    const program = new WebAssembly.Module(bytesOfBase64(this.#base64));
    const { exports } = new WebAssembly.Instance(program);
    this.#base64 = undefined;
    this.#exports = exports;
    this.#input = this.allocate(WINDOW);
    this.#output = this.allocate(ROOM);
    this.#report = exports.report_address();
    return exports;
  }

  /** The address of new memory. */
  allocate(length) {
    const address = this.exports.allocate(length) >>> 0;
    if (address === 0) throw new RangeError(`placemat: no memory for ${length} bytes`);
    return address;
  }

  #look() {
    const { buffer } = this.exports.memory;
    if (this.#bytes.buffer !== buffer) {
      this.#bytes = new Uint8Array(buffer);
      this.#units = new Uint16Array(buffer, this.#input, WINDOW / 2);
      this.#numbers = new Float64Array(buffer, this.#report, 8);
      this.#buffer = node && Buffer.from(buffer);
    }
    return this.#bytes;
  }

  /** The memory of the program. */
  get bytes() {
    // A view whose buffer is gone has no bytes.
    return this.#bytes.length > 0 ? this.#bytes : this.#look();
  }

  /** Where text goes in. */
  get input() {
    if (this.#exports === null) this.#start();
    return this.#input;
  }

  /** What the last call reports: eight numbers. */
  get report() {
    this.bytes;
    return this.#numbers;
  }

  /** Whether text lies in this memory already. */
  holds(text) {
    return text.buffer === this.#bytes.buffer && this.#bytes.length > 0;
  }

  /** Copies what fits of `text` from `at` on to the window, and returns how much that is. */
  copy(text, at) {
    const memory = this.bytes;
    const length = text.length - at;
    // A buffer that was handed away has no bytes, and would be refused.
    if (length === 0) return 0;
    if (length <= WINDOW) {
      memory.set(at === 0 ? text : text.subarray(at), this.#input);
      return length;
    }
    memory.set(text.subarray(at, at + WINDOW), this.#input);
    return WINDOW;
  }

  /** The same for the UTF-16 of a string, in bytes. */
  copyString(text, at) {
    this.bytes;
    const length = Math.min(text.length - at, WINDOW / 2);
    if (node) {
      this.#buffer.write(text.slice(at, at + length), this.#input, 2 * length, 'utf16le');
    } else {
      for (let i = 0; i < length; i++) this.#units[i] = text.charCodeAt(at + i);
    }
    return 2 * length;
  }

  /** Calls `push` with the window that output goes to. */
  convert(number, start, length, last) {
    this.exports.conversion_push(number, this.#input + start, length, this.#output, ROOM, last);
    return this.report;
  }

  /** The first bytes of the window that output goes to, until the next call. */
  written(length) {
    return this.bytes.subarray(this.#output, this.#output + length);
  }

  /** The same as a string, of which they are the UTF-16. `whole`: no surrogate stands alone. */
  writtenString(length, whole) {
    if (length === 0) return '';
    const start = this.#output;
    this.bytes;
    if (node) return this.#buffer.toString('utf16le', start, start + length);
    if (whole) return utf16.decode(this.#bytes.subarray(start, start + length));
    let text = '';
    for (let at = start; at < start + length; at += 8192) {
      const count = Math.min(8192, start + length - at) / 2;
      text += String.fromCharCode(...new Uint16Array(this.#bytes.buffer, at, count));
    }
    return text;
  }

  /** The first bytes of the window that text goes in, which are ASCII, as a string. */
  asciiString(length) {
    if (node) return this.#buffer.toString('latin1', this.#input, this.#input + length);
    return utf8.decode(this.bytes.subarray(this.#input, this.#input + length));
  }

  /** A text that is all ASCII, and not longer than the window, as a string; else `null`. */
  asciiText(text) {
    if (text.length > WINDOW) return null;
    const length = this.copy(text, 0);
    const isAscii = this.exports.ascii_up_to(this.#input, length) === length;
    return isAscii ? this.asciiString(length) : null;
  }

  /** What a function leaves that says how long its answer is, as a copy. */
  answer(length) {
    const address = this.exports.answer_address();
    const answer = this.bytes.slice(address, address + length);
    this.exports.answer_read();
    return answer;
  }

  /** The same as text. */
  answerText(length) {
    return utf8.decode(this.answer(length));
  }
}
