// The program of WebAssembly, as the page carries it: gzip, in digits of base 93, two for 13 bits or 14.

/** The first digit; what would be "<" is written as "~", so that no text is taken for markup. */
const FIRST = "!".charCodeAt(0);

export async function unpackProgram() {
  const text = document.getElementById("program").textContent.trim();
  const stream = new Blob([fromBase93(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** Behind the digits stands how many bytes they are. */
function fromBase93(text) {
  const [digits, length] = text.split(" ");
  const bytes = new Uint8Array(Number(length));
  const digit = (at) => {
    const code = digits.charCodeAt(at);
    return (code === 0x7E ? 0x3C : code) - FIRST;
  };
  let [bits, held, at] = [0, 0, 0];
  for (let two = 0; two < digits.length; two += 2) {
    const value = digit(two) * 93 + digit(two + 1);
    bits = (bits << 13) | (value & 0x1FFF);
    held += 13;
    // What is above 13 bits says that the next one is set; the same 13 bits without that, that it is not.
    if ((value & 0x1FFF) < 93 * 93 - 8192) {
      bits = (bits << 1) | (value >> 13);
      held += 1;
    }
    // Of the bits that are held, at most 21, those above are of bytes that are written.
    for (; held >= 8 && at < bytes.length; at++) {
      held -= 8;
      bytes[at] = bits >> held;
    }
  }
  return bytes;
}
