// The answer in one sentence, with the reasons, and what it was.

import { $, copy, el, fill } from "../dom.js";
import { lessonLink } from "./lessons.js";
import { box } from "./text.js";

/** Shows the answer; `mend` is called with the way in which the answer would mend the text. */
export function showAnswer({ tone, sentence, more, lead, text, way, lesson }, paste, mend) {
  const surrogates = paste?.surrogates > 0 &&
    "The text has lone surrogates, which UTF-8 cannot write; here they are as WTF-8 writes them.";
  fill($("verdict"),
    el("p", { class: `sentence ${tone}` }, sentence),
    el("p", { class: "more" }, [...more, surrogates].filter(Boolean).join(" "), " ",
      lesson && lessonLink(lesson, "What is that?")),
    text && el("div", { class: "was" },
      el("h3", {}, lead),
      box(text),
      el("div", { class: "row" },
        el("button", { type: "button", onclick: ({ currentTarget }) => copy(plain(text), currentTarget) }, "Copy"),
        way && el("button", { type: "button", onclick: () => mend(way) }, "See all of it"))));
}

/** What can be copied of runs: not the names of what hides. */
function plain({ runs }) {
  return runs.filter(({ kind }) => kind !== "hidden" && kind !== "word").map(({ text }) => text).join("");
}

/** Shows what went wrong. */
export function showTrouble(message) {
  fill($("verdict"), el("p", { class: "sentence bad" }, "That did not work."), el("p", { class: "more" }, message));
}
