// The program of WebAssembly, as the page carries it: gzip, in Base64.

export async function unpackProgram() {
  const text = document.getElementById("program").textContent.trim();
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
