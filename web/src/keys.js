// Keys of the whole page: letters alone, where nobody is writing.

import { $ } from "./dom.js";

/** Starts them. */
export function startKeys({ cancel, nextMistake }) {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && cancel()) return event.preventDefault();
    if ((event.ctrlKey || event.metaKey) && event.key === "o") {
      event.preventDefault();
      return $("chooser").click();
    }
    const writing = event.target.closest("input, textarea, select, dialog");
    if (writing || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = {
      "/": () => $("text").focus(),
      "?": () => $("keys").showModal(),
      b: () => $("strip").focus(),
      g: () => $("goto").focus(),
      l: () => $("goto-line").focus(),
      n: nextMistake,
    }[event.key];
    if (!to) return;
    event.preventDefault();
    to();
  });
}
