// The map of mistakes over the source: stretches from front to back, each a button.

import { $, count, el, fill, number } from "../dom.js";
import { roving } from "./roving.js";

/** Shows the map of a source of so many bytes; `go` is called with the offset of the first mistake of a stretch. */
export function showMap({ map: all, stretch, mistakes }, length, go) {
  const map = all.slice(0, Math.ceil(length / stretch));
  $("map-section").hidden = mistakes === 0;
  if (mistakes === 0) return fill($("map"));
  const most = Math.max(...map.map(({ count }) => count));
  const bars = map.map((place, nth) => bar(place, nth * stretch, stretch, most, go));
  const row = el("div", { class: "map", role: "group", "aria-label": "Stretches of the source, from front to back" }, bars);
  roving(row, bars.filter((bar) => !bar.disabled), 1);
  fill($("map"), row,
    el("p", { class: "hint ends" }, el("span", {}, "0"),
      el("span", {}, `${count(stretch, "byte")} a bar, at most ${count(most, "mistake")}`),
      el("span", {}, number(length))));
}

function bar({ count: n, first }, at, stretch, most, go) {
  const words = n === 0 ? `no mistakes from offset ${number(at)}` : `${count(n, "mistake")} from offset ${number(at)}`;
  const bar = el("button", { type: "button", title: words, "aria-label": words, disabled: n === 0, onclick: () => go(first) });
  const share = n === 0 ? 0 : 0.2 + 0.8 * (Math.log1p(n) / Math.log1p(most));
  bar.style.setProperty("--share", share.toFixed(3));
  return bar;
}
