// What comes in: text, a paste, a file, a link, an example.

import { $, count, el, fill, size } from "./dom.js";
import { inputOfAddress, linkOf, MOST } from "./link.js";
import { NOTATIONS } from "./notations.js";
import { TOUR } from "./tour.js";

/** A field with more would be slow: it becomes a source of its own. */
const LARGE = 1 << 17;

/** What is in: `{ text, notation }`, `{ file }`, or `{ bytes, title }`. */
let input = { text: "", notation: "" };
let tell = () => {};

/** Starts the field; `onInput` is told what comes in, and whether it can wait a little. */
export function startInput(onInput) {
  tell = onInput;
  fill($("notation"), NOTATIONS.map(([value, title]) => el("option", { value }, title)));
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

/** Says how a paste was read. */
export function showRecognised(paste) {
  const own = input.text !== undefined && input.text !== "";
  $("recognised").textContent = own && paste ? recognised(paste) : "";
}

function recognised({ title, notation, note }) {
  const by = input.notation ? "Read" : "Recognised";
  const words = notation === "text" ? `${by} as text` : `${by} as ${title}`;
  return note ? `${words}; ${note}` : words;
}

/** Takes bytes that were made on this page. */
export const takeBytes = (bytes, title) => take({ bytes, title });

function take(next, wait = false) {
  input = next;
  const { text, file, bytes, title } = next;
  const other = file ?? (bytes && { name: title, size: bytes.length });
  $("file").hidden = !other;
  $("text").hidden = Boolean(other);
  if (other) {
    $("file-name").textContent = other.name;
    $("file-size").textContent = size(other.size) + (other.size >= 1000 ? ` (${count(other.size, "byte")})` : "");
  } else if ($("text").value !== text) {
    $("text").value = text;
  }
  $("notation").value = next.notation ?? "";
  $("notation").disabled = Boolean(other);
  $("link").disabled = link() === null || text === "";
  $("link").title = link() === null ? `A link carries up to ${count(MOST, "code unit")} of text` : "";
  tell({ ...next, story: next.story ?? "" }, wait);
}

function typed() {
  take({ text: $("text").value, notation: $("notation").value }, true);
}

/** What is pasted is taken whole: a field would change its line ends, and be slow with much of it. */
function pasted(event) {
  const file = event.clipboardData.files[0];
  const text = event.clipboardData.getData("text/plain");
  if (file && !text) {
    event.preventDefault();
    takeFile(file);
  } else if (text.length > LARGE) {
    event.preventDefault();
    takeLarge(text);
  }
}

function takeLarge(text) {
  take({ text, notation: $("notation").value, large: true });
  $("text").value = "";
  $("text").hidden = true;
  $("file").hidden = false;
  $("file-name").textContent = "Pasted text";
  $("file-size").textContent = `${count(text.length, "code unit")}`;
}

function chosen() {
  const notation = $("notation").value;
  take({ ...input, notation });
}

function tour({ text, as = "", story }) {
  take({ text, notation: as, story });
}

function takeFile(file) {
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
