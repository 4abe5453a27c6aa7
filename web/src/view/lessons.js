// The rules in short, each with its history.

import { $, el } from "../dom.js";

/** A button that opens a lesson. */
export function lessonLink(lesson, words) {
  return el("button", { type: "button", class: "linklike", onclick: () => openLesson(lesson) }, words);
}

/** Opens the rules, at one of them. */
export function openLesson(lesson) {
  $("rules").showModal();
  const article = lesson && $(`lesson-${lesson}`);
  for (const other of document.querySelectorAll("#rules article")) other.classList.toggle("wanted", other === article);
  if (article) article.scrollIntoView({ block: "start" });
  else $("rules").scrollTop = 0;
}

export function startLessons() {
  $("open-rules").addEventListener("click", () => openLesson());
  $("open-keys").addEventListener("click", () => $("keys").showModal());
  // A click beside the window closes it.
  for (const dialog of [$("rules"), $("keys")]) {
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
}
