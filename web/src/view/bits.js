// A byte as a cell: two digits, and its eight bits below them.

import { el } from "../dom.js";

const cells = new Map();

/** The cell of a byte in two hexadecimal digits, of a class by its letter. */
export function cell(hex, kind) {
  const key = hex + kind;
  if (!cells.has(key)) cells.set(key, make(hex, kind));
  return cells.get(key).cloneNode(true);
}

function make(hex, kind) {
  const bits = parseInt(hex, 16).toString(2).padStart(8, "0");
  return el("span", { class: `byte ${kind}` },
    el("span", { class: "hex" }, hex),
    el("span", { class: "bits" }, [...bits].map((bit) => el("i", { class: bit === "1" ? "one" : false }))));
}
