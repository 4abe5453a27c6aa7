// The program of WebAssembly: one question, one reply.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Starts the program. */
export async function start(program) {
  const { instance } = await WebAssembly.instantiate(program, {});
  return new Program(instance.exports);
}

class Program {
  constructor(exports) {
    this.exports = exports;
  }

  /**
   * Asks by a name, with an object and bytes.
   * @returns {{json: any, bytes: Uint8Array}}
   */
  ask(name, what = {}, bytes = new Uint8Array()) {
    const words = encoder.encode(JSON.stringify({ [name]: what }));
    const [first, second] = [this.#hand(words), this.#hand(bytes)];
    let length;
    try {
      length = this.exports.page_ask(first, words.length, second, bytes.length);
    } finally {
      this.exports.release(first, words.length);
      this.exports.release(second, bytes.length);
    }
    // A copy: the memory may move with the next call.
    const memory = this.exports.memory.buffer;
    const reply = new Uint8Array(memory, this.exports.answer_address(), length).slice();
    this.exports.answer_read();
    return unpack(reply);
  }

  #hand(bytes) {
    const address = this.exports.allocate(bytes.length);
    if (address === 0) throw new Error("there is not so much memory");
    new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
    return address;
  }
}

/** A byte that says whether it went well, four for the length of the text, text, bytes. */
function unpack(reply) {
  const length = new DataView(reply.buffer).getUint32(1, true);
  const text = decoder.decode(reply.subarray(5, 5 + length));
  if (reply[0] !== 0) throw new Error(text);
  return { json: text === "" ? null : JSON.parse(text), bytes: reply.subarray(5 + length) };
}
