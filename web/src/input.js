// What comes in: text, a paste, a file, a link, an example.

import { $, count, el, fill, size } from "./dom.js";
import { inputOfAddress, linkOf, MOST } from "./link.js";
import { TOUR } from "./tour.js";

/** A field with more would be slow, and so would one with a tower of marks: it is a source of its own. */
const LARGE = 1 << 17;
const TOWER = /\p{M}{100}/u;

/** What is in: `{ text, notation }` or `{ file }`. */
let input = { text: "", notation: "" };
let tell = () => {};

/** Starts the field; `onInput` is told what comes in, and whether it can wait a little. */
export function startInput(onInput) {
  tell = onInput;
  fill($("notation"), el("option", { value: "" }, "what it looks like"));
  fill($("tour"), TOUR.map((example, at) =>
    el("li", {}, el("button", { type: "button", "data-example": at, onclick: () => tour(example) },
      el("span", { class: "short" }, el("bdi", {}, example.short)), el("span", {}, example.name)))));
  $("text").addEventListener("input", typed);
  $("text").addEventListener("paste", pasted);
  $("notation").addEventListener("change", chosen);
  $("choose").addEventListener("click", () => $("chooser").click());
  $("chooser").addEventListener("change", () => takeFile($("chooser").files[0]));
  $("clear").addEventListener("click", () => {
    take({ text: "", notation: "" });
    $("text").focus();
  });
  startDrop();
  window.addEventListener("hashchange", takeAddress);
}

/** Offers the forms in which a paste can be. */
export function offerForms(forms) {
  $("notation").append(...forms.map(({ name, title }) => el("option", { value: name }, title)));
}

/** Takes what the address carries, if it carries anything. */
export function takeAddress() {
  const found = inputOfAddress();
  if (found) take(found);
  return found !== null;
}

/** The link of what is in; null if there is none. */
export function link() {
  if (input.text === undefined || input.text.length > MOST) return null;
  return linkOf(input);
}

/** Says how a paste was read, and offers what else it could be. */
export function showRecognised(paste) {
  const own = input.text !== undefined && input.text !== "" && paste;
  fill($("recognised"), own ? recognised(paste) : null);
}

function recognised({ form, others, certain, notes }) {
  const by = input.notation ? "Read as" : certain ? "Recognised:" : "Taken for";
  const other = ({ name, title }) => el("button", { type: "button", class: "linklike", onclick: () => choose(name) }, title);
  const more = input.notation ? [] : others.filter(({ name }) => name !== form.name).slice(0, 2);
  return [
    `${by} ${form.title}`,
    more.length > 0 && [" · or ", ...more.flatMap((form, at) => [at > 0 && ", ", other(form)])],
    notes.length > 0 && ` · ${notes.join("; ")}`,
  ].flat();
}

function choose(name) {
  $("notation").value = name;
  chosen();
}

function take(next, wait = false) {
  input = next;
  const { text, file } = next;
  const large = text !== undefined && (text.length > LARGE || TOWER.test(text));
  const shown = large ? "" : text;
  $("file").hidden = !file && !large;
  $("text").hidden = !$("file").hidden;
  if (large) {
    $("file-name").textContent = "Pasted text";
    $("file-size").textContent = count(text.length, "code unit");
  } else if (file) {
    $("file-name").textContent = file.name;
    $("file-size").textContent = size(file.size) + (file.size >= 1000 ? ` (${count(file.size, "byte")})` : "");
  }
  if (!file && $("text").value !== shown) $("text").value = shown;
  $("notation").value = next.notation ?? "";
  $("notation").disabled = Boolean(file);
  $("link").disabled = link() === null || text === "";
  $("link").title = link() === null ? `A link carries up to ${count(MOST, "code unit")} of text` : "";
  tell({ ...next, story: next.story ?? "" }, wait);
}

function typed() {
  take({ text: $("text").value, notation: $("notation").value }, true);
}

/** A file that is pasted is opened; and text that the field is too small for never gets there. */
function pasted(event) {
  const file = event.clipboardData.files[0];
  const text = event.clipboardData.getData("text/plain");
  if (!text && !file) return;
  if (text && text.length <= LARGE && !TOWER.test(text)) return;
  event.preventDefault();
  if (text) take({ text, notation: $("notation").value });
  else takeFile(file);
}

function chosen() {
  const notation = $("notation").value;
  take({ ...input, notation });
}

function tour({ text, as = "", story }) {
  take({ text, notation: as, story });
}

/** Takes a file, from a disk or made on this page. */
export function takeFile(file) {
  if (file) take({ file });
  $("chooser").value = "";
}

function startDrop() {
  let depth = 0;
  const over = (by) => {
    depth = Math.max(0, depth + by);
    document.body.classList.toggle("dropping", depth > 0);
  };
  const holds = (event) => [...event.dataTransfer.types].includes("Files");
  document.addEventListener("dragenter", (event) => holds(event) && over(1));
  document.addEventListener("dragleave", (event) => holds(event) && over(-1));
  document.addEventListener("dragover", (event) => holds(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!holds(event)) return;
    event.preventDefault();
    depth = 0;
    over(0);
    takeFile(event.dataTransfer.files[0]);
  });
}
