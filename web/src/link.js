// A link carries a small input behind its "#", which no browser sends to a server.

/** More than that makes a link that mail and chat break. */
export const MOST = 4096;

/** The link of an input: its text, and the notation somebody chose. */
export function linkOf({ text, notation }) {
  const units = new Uint16Array([...Array(text.length).keys()].map((at) => text.charCodeAt(at)));
  const fits = text.isWellFormed?.() ?? true;
  const bytes = fits ? new TextEncoder().encode(text) : new Uint8Array(units.buffer);
  const parts = new URLSearchParams();
  if (notation) parts.set("as", notation);
  parts.set(fits ? "in" : "in16", toBase64(bytes));
  return `${location.href.split("#")[0]}#${parts}`;
}

/** The input that the address carries, or null. */
export function inputOfAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const [utf8, utf16] = [parts.get("in"), parts.get("in16")];
  if (utf8 === null && utf16 === null) return null;
  try {
    const bytes = fromBase64(utf8 ?? utf16);
    const text = utf8 === null ? fromUnits(bytes) : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, notation: parts.get("as") ?? "" };
  } catch {
    return null;
  }
}

const fromUnits = (bytes) => String.fromCharCode(...new Uint16Array(bytes.slice(0, bytes.length & ~1).buffer));

function toBase64(bytes) {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
}
