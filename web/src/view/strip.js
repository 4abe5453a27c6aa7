// The strip: each sequence a tile, in a list box. One is chosen, and moves by keys.

import { ask } from "../engine.js";
import { $, el, fill, number } from "../dom.js";
import { showCard } from "./card.js";
import { cell } from "./bits.js";

/** So many sequences are shown at a time. */
const SHOWN = 160;

let length = 0;
/** The first byte shown, and the first behind. */
let [start, end] = [0, 0];
let tiles = [];
let chosen = -1;
/** Only the answer to the last question is shown. */
let asked = 0;

/** Shows a source of so many bytes, and chooses the sequence at an offset. */
export async function openStrip(bytes, at) {
  length = bytes;
  await show(at < SHOWN ? 0 : at, false, at);
}

/** Goes to the sequence at an offset. */
export async function goTo(at, focus = true) {
  at = Math.min(Math.max(0, at), Math.max(0, length - 1));
  const inside = at >= start && at < end;
  if (inside) await choose(indexOf(at), focus);
  else await show(at, false, at, focus);
}

/** The first byte behind the chosen sequence. */
export const behindChosen = () => (chosen < 0 ? 0 : tiles[chosen].at + lengthOf(tiles[chosen]));

async function show(at, back, choice, focus = false) {
  const now = ++asked;
  const shown = await ask("strip", { at, count: SHOWN, back });
  if (now !== asked) return;
  tiles = shown.tiles;
  start = tiles[0]?.at ?? 0;
  end = shown.end;
  fill($("strip"), tiles.map(tile));
  $("earlier").disabled = start <= 0;
  $("later").disabled = end >= length;
  chosen = -1;
  if (tiles.length > 0) await choose(choice < 0 ? tiles.length - 1 : indexOf(choice), focus);
  else clear();
}

function clear() {
  fill($("card"));
  fill($("where"));
}

const lengthOf = ({ hex }) => (hex.length + 1) / 3;
const indexOf = (at) => Math.max(0, tiles.findIndex((tile) => at < tile.at + lengthOf(tile)));

function tile({ at, hex, classes, glyph, look, label, name }, index) {
  const bytes = hex.split(" ");
  const words = look === "bad" ? `malformed: ${name}` : `U+${label} ${name}`;
  return el("div",
    { id: `tile-${index}`, class: `tile ${look}`, role: "option", "aria-selected": "false", title: words },
    el("span", { class: "glyph" }, el("bdi", {}, look === "bad" ? "" : glyph || label)), " ",
    el("span", { class: "cells" }, bytes.flatMap((byte, nth) => [cell(byte, classes[nth]), " "])),
    el("span", { class: "label" }, bytes.length > 1 || look === "bad" ? label : ""),
    el("span", { class: "unseen" }, ` ${words}, offset ${at}`));
}

async function choose(index, focus) {
  const old = $("strip").children[chosen];
  old?.setAttribute("aria-selected", "false");
  chosen = Math.min(Math.max(0, index), tiles.length - 1);
  const next = $("strip").children[chosen];
  next.setAttribute("aria-selected", "true");
  $("strip").setAttribute("aria-activedescendant", next.id);
  if (focus) {
    $("strip").focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }
  const { at, line, column, nth } = tiles[chosen];
  $("where").textContent =
    `Offset ${number(at)} of ${number(length)} · line ${number(line)}, column ${number(column)}` +
    (nth === column ? "" : ` (code point ${number(nth)})`);
  await showCard(at, { line, column });
}

/** The tile above or below the chosen one. */
function beside(direction) {
  const all = [...$("strip").children];
  const from = all[chosen].getBoundingClientRect();
  const middle = (box) => (box.left + box.right) / 2;
  let best = chosen;
  let least = Infinity;
  for (let at = chosen + direction; at >= 0 && at < all.length; at += direction) {
    const box = all[at].getBoundingClientRect();
    if (Math.abs(box.top - from.top) < 4) continue;
    if (best !== chosen && Math.abs(box.top - all[best].getBoundingClientRect().top) > 4) break;
    const distance = Math.abs(middle(box) - middle(from));
    if (distance < least) [least, best] = [distance, at];
  }
  return best;
}

const earlier = () => start > 0 && show(start, true, -1, true);
const later = () => end < length && show(end, false, end, true);

function onKey(event) {
  if (chosen < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = {
    ArrowRight: () => (chosen + 1 < tiles.length ? choose(chosen + 1, true) : later()),
    ArrowLeft: () => (chosen > 0 ? choose(chosen - 1, true) : earlier()),
    ArrowDown: () => (beside(1) === chosen ? later() : choose(beside(1), true)),
    ArrowUp: () => (beside(-1) === chosen ? earlier() : choose(beside(-1), true)),
    Home: () => choose(0, true),
    End: () => choose(tiles.length - 1, true),
    PageDown: later,
    PageUp: earlier,
  }[event.key];
  if (!to) return;
  event.preventDefault();
  to();
}

export function startStrip() {
  const strip = $("strip");
  strip.addEventListener("keydown", onKey);
  strip.addEventListener("click", ({ target }) => {
    const tile = target.closest(".tile");
    if (tile) choose([...strip.children].indexOf(tile), true);
  });
  $("earlier").addEventListener("click", () => start > 0 && show(start, true, -1));
  $("later").addEventListener("click", () => end < length && show(end, false, end));
}
