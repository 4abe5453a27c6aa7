// The same bytes, read in each relative of UTF-8, and in other encodings.

import { ask } from "../engine.js";
import { $, count, el, fill, ofSample } from "../dom.js";
import { text } from "./text.js";

/** Shows how the sample reads; `recode` is called with the encoding that somebody chooses. */
export async function showReadings(sampled, recode) {
  const all = await ask("readings");
  const part = (group) => all.filter((reading) => reading.group === group);
  $("readings-hint").textContent = ofSample(sampled);
  fill($("readings"),
    table("Relatives of UTF-8", part("relative"), recode),
    table("Other encodings, the likeliest first", part("page"), recode));
}

function table(caption, readings, recode) {
  return el("table", { class: "readings" },
    el("caption", {}, caption),
    el("colgroup", {}, ["name", "reads", "mistakes", "look"].map((column) => el("col", { class: column }))),
    el("thead", { class: "unseen" }, el("tr", {}, ["Encoding", "Reads", "Mistakes", "Look"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, readings.map((reading) => row(reading, recode))));
}

function row({ name, title, text: shown, malformed, unmappable, same }, recode) {
  const wrong = [
    malformed > 0 && `${count(malformed, "malformed subpart")}`,
    unmappable > 0 && `${count(unmappable, "value")} that are no code points`.replace("1 value that are", "1 value that is"),
  ].filter(Boolean);
  return el("tr", { class: wrong.length > 0 ? "wrong" : false },
    el("th", { scope: "row" }, title, same.length > 0 && el("span", { class: "same" }, `also ${same.join(", ")}`)),
    el("td", { dir: "auto", class: "read" }, text(shown)),
    el("td", { class: "hint" }, wrong.length > 0 ? wrong.join(", ") : "no mistakes"),
    el("td", {}, name === "utf-8" ? null
      : el("button", { type: "button", class: "quiet", "aria-label": `Look at it read as ${title}`, onclick: () => recode(name, title) }, "Look")));
}
