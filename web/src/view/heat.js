// The code page of UTF-8 as a map of heat: how often each of 256 bytes occurs.

import { ask } from "../engine.js";
import { $, count, el, fill, number } from "../dom.js";
import { roving } from "./roving.js";

let page;

/** Shows how often each byte occurs; `go` is called with a byte that does. */
export async function showHeat(counts, go) {
  page ??= await ask("codePage");
  const most = Math.max(...counts);
  const cells = counts.map((n, byte) => cell(byte, n, most, go));
  const hex = (n) => n.toString(16).toUpperCase();
  const head = el("tr", {}, el("td"), Array.from({ length: 16 }, (_, low) => el("th", { scope: "col" }, `_${hex(low)}`)));
  const rows = Array.from({ length: 16 }, (_, high) =>
    el("tr", {}, el("th", { scope: "row" }, `${hex(high)}_`), cells.slice(16 * high, 16 * high + 16).map((cell) => el("td", {}, cell))));
  const table = el("table", { class: "heat" },
    el("caption", { class: "unseen" }, "How often each byte occurs: rows by the first digit, columns by the second"),
    el("thead", {}, head), el("tbody", {}, rows));
  roving(table, cells, 16);
  fill($("heat"), table);
}

function cell(byte, n, most, go) {
  const { class: kind, role } = page[byte];
  const hex = byte.toString(16).toUpperCase().padStart(2, "0");
  const button = el("button",
    { type: "button", class: `${kind} ${n === 0 ? "none" : ""}`, title: `${hex}, ${n === 0 ? "none" : count(n, "time")}: ${role}`,
      "aria-disabled": n === 0 ? "true" : false, onclick: () => n > 0 && go(byte, hex) },
    el("span", { class: "hex" }, hex), " ", el("span", { class: "times" }, n === 0 ? "" : short(n)),
    el("span", { class: "unseen" }, n === 0 ? ` none: ${role}` : ` times: ${role}`));
  const heat = n === 0 ? 0 : Math.log1p(n) / Math.log1p(most);
  button.style.setProperty("--share", n === 0 ? 0 : share(heat).toFixed(3));
  button.classList.toggle("hot", heat >= HOT);
  return button;
}

/** From here on the digits are light on dark, or dark on light in the dark scheme. */
const HOT = 0.75;

/** How much of the colour: never so much, or so little, that the digits cannot be read. */
const share = (heat) => (heat < HOT ? 0.1 + (0.32 * heat) / HOT : 0.84 + (0.16 * (heat - HOT)) / (1 - HOT));

/** At most four places. */
function short(n) {
  if (n < 10_000) return String(n);
  if (n < 1_000_000) return `${Math.floor(n / 1000)}k`;
  if (n < 1_000_000_000) return `${Math.floor(n / 1_000_000)}M`;
  return `${number(Math.floor(n / 1_000_000_000))}G`;
}
