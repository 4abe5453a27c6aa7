// The program of WebAssembly, as the page carries it: gzip, in digits of base 85, five for four bytes.

/** The first digit; what would be "<" is written as "x", so that no text is taken for markup. */
const FIRST = "#".charCodeAt(0);

export async function unpackProgram() {
  const text = document.getElementById("program").textContent.trim();
  const stream = new Blob([fromBase85(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** Behind the digits stands how many bytes they are. */
function fromBase85(text) {
  const [digits, length] = text.split(" ");
  const bytes = new DataView(new ArrayBuffer((digits.length / 5) * 4));
  for (let at = 0; at < digits.length; at += 5) {
    let value = 0;
    for (let nth = 0; nth < 5; nth++) {
      const code = digits.charCodeAt(at + nth);
      value = value * 85 + (code === 0x78 ? 0x3C : code) - FIRST;
    }
    bytes.setUint32((at / 5) * 4, value);
  }
  return new Uint8Array(bytes.buffer, 0, Number(length));
}
