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

/** Five digits for four bytes, and a space and the length: src/program.js reads them. */
function base85(bytes) {
  const whole = Buffer.concat([bytes, Buffer.alloc(3)]);
  let digits = "";
  for (let at = 0; at < bytes.length; at += 4) {
    let [value, five] = [whole.readUInt32BE(at), ""];
    for (let nth = 0; nth < 5; nth++, value = Math.floor(value / 85)) five = String.fromCharCode(35 + (value % 85)) + five;
    digits += five.replaceAll("<", "x");
  }
  return `${digits} ${bytes.length}`;
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const parts = {
  style: bundle("style.css"),
  script: bundle("main.js"),
  worker: bundle("worker.js"),
  lessons: readFileSync(here("lessons.html"), "utf8").trim(),
  program: base85(readFileSync(program)),
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
