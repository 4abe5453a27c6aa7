// Text in runs: as it is, or marked, with what there is to say of it.

import { count, el } from "../dom.js";

const SPOKEN = { hidden: "hidden code point", lost: "lost", new: "changed", gone: "removed" };

/** The runs as elements, and what is left out. */
export function text({ runs, left_out }) {
  const parts = runs.map(run);
  if (left_out > 0) parts.push(el("span", { class: "run word" }, ` … and ${count(left_out, "byte")} more`));
  return parts;
}

function run({ text, kind, title }) {
  if (!kind) return document.createTextNode(text);
  const attributes = { class: `run ${kind}`, title };
  if (kind === "gone") return el("span", { ...attributes, role: "img", "aria-label": `removed: ${title}` });
  const words = SPOKEN[kind] && el("span", { class: "unseen" }, ` (${SPOKEN[kind]}) `);
  // What hides is a label among text of any direction.
  return el(kind === "hidden" ? "bdi" : "span", attributes, text, kind === "hidden" ? null : words);
}

/** A box of text, each paragraph in its own direction. */
export const box = (shown, attributes = {}) => el("div", { ...attributes, class: `text ${attributes.class ?? ""}`, dir: "auto" }, text(shown));
