// Makes the page: one file, in which everything is. Called by `cargo xtask web`:
//
//     node build.mjs PROGRAM.wasm.gz OUT.html VERSION

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const [program, out, version] = process.argv.slice(2);
const here = (name) => fileURLToPath(new URL(`src/${name}`, import.meta.url));

/** A module and all that it imports, as one text. */
function bundle(name) {
  const options = { bundle: true, minify: true, write: false, target: "es2022", charset: "utf8" };
  const format = name.endsWith(".js") ? { format: "iife" } : {};
  return buildSync({ ...options, ...format, entryPoints: [here(name)] }).outputFiles[0].text.trim();
}

/** Two digits for 13 bits, or 14: 457 values of 13 bits have two pairs each, which tell the next bit, too, so that none is
 * unused. A space, and how many bytes: src/program.js reads them. */
function base93(bytes) {
  let [digits, bits, held] = ["", 0, 0];
  const digit = (value) => String.fromCharCode(33 + value).replace("<", "~");
  const write = () => {
    held -= 13;
    let value = (bits >> held) & 0x1FFF;
    if (value < 93 * 93 - 8192) {
      held -= 1;
      value += ((bits >> held) & 1) * 8192;
    }
    digits += digit(Math.floor(value / 93)) + digit(value % 93);
  };
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0x3FFFFF;
    held += 8;
    if (held >= 14) write();
  }
  if (held > 0) {
    [bits, held] = [bits << (14 - held), 14];
    write();
  }
  return `${digits} ${bytes.length}`;
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const parts = {
  style: bundle("style.css"),
  script: bundle("main.js"),
  worker: bundle("worker.js"),
  lessons: readFileSync(here("lessons.html"), "utf8").trim(),
  program: base93(readFileSync(program)),
  version,
};
for (const name of ["script", "worker", "style"]) {
  if (/<\/(script|style)|<!--/i.test(parts[name])) throw new Error(`${name} ends its own element`);
}

// Nothing may be connected to, loaded, framed or sent; and no text may become script or markup.
parts.policy = [
  "default-src 'none'",
  `script-src ${hash(parts.script)} 'wasm-unsafe-eval'`,
  `style-src ${hash(parts.style)}`,
  "worker-src blob:",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types placemat-worker",
].join("; ");

const page = readFileSync(here("index.html"), "utf8").replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
writeFileSync(out, page);
