// The answer in one sentence, with the reasons, and what it was.

import { $, el, fill, named, ofSample } from "../dom.js";
import { lessonLink } from "./lessons.js";
import { copyMended } from "./mend.js";
import { box } from "./text.js";

/** Shows the answer; `mend` is called with the way in which the answer would mend the text. */
export function showAnswer({ tone, sentence, more, lead, text, way, lesson }, sampled, paste, mend) {
  const surrogates = paste?.surrogates > 0 &&
    "The text has lone surrogates, which UTF-8 cannot write; here they are as WTF-8 writes them.";
  fill($("verdict"),
    el("p", { class: `sentence ${tone}` }, sentence),
    el("p", { class: "more" }, named([...more, surrogates].filter(Boolean).join(" ")), " ",
      lesson && lessonLink(lesson, "What is that?")),
    text && el("div", { class: "was" },
      el("h3", {}, lead, sampled && ` ${ofSample(sampled)}`),
      box(text, { tabindex: 0, role: "region", "aria-label": lead }),
      way && el("div", { class: "row" },
        el("button", { type: "button", onclick: ({ currentTarget }) => copyMended(way, currentTarget) }, "Copy"),
        el("button", { type: "button", onclick: () => mend(way) }, "See how it is mended"))));
}

/** Shows that nothing is in yet. */
export function showEmpty() {
  fill($("verdict"), el("p", { class: "more" }, "The answer comes here: paste something, drop a file, or take an example."));
}

/** Shows what went wrong. */
export function showTrouble(message) {
  fill($("verdict"), el("p", { class: "sentence bad" }, "That did not work."), el("p", { class: "more" }, message));
}
