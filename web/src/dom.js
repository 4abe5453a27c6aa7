// Elements. Text goes in as text only: nothing on this page is ever made out of markup.

/** The element with this id. */
export const $ = (id) => document.getElementById(id);

/** An element: its attributes, and its children, which are elements or text. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

/** Puts children in the place of those that are there. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child != null && child !== false));
}

/** `1,234`. */
export const number = (n) => n.toLocaleString("en-US");

/** `1 byte`, `1,234 bytes`. */
export const count = (n, one) => `${number(n)} ${one}${n === 1 ? "" : "s"}`;

/** `640 bytes`, `4.1 MB`. */
export function size(bytes) {
  if (bytes < 1000) return count(bytes, "byte");
  const units = ["kB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  let at = 0;
  for (; value >= 999.95 && at < units.length - 1; at++) value /= 1000;
  return `${value.toFixed(1)} ${units[at]}`;
}

/** Says of which bytes something is known, if those are not all: nothing else of a page is from a sample. */
export const ofSample = (sample) =>
  sample ? `Of ${size(sample.length)} from offset ${number(sample.from)} on.` : "";

/** Copies text, and says so on the button for a moment. */
export async function copy(text, button) {
  const before = button.textContent;
  let done = "Copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    done = copyByHand(text) ? "Copied" : "Not allowed";
  }
  button.textContent = done;
  setTimeout(() => (button.textContent = before), 1200);
}

/** Where the browser grants no clipboard to a page from disk. */
function copyByHand(text) {
  const field = el("textarea", { class: "unseen", "aria-hidden": "true" });
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** A reason in which a language has its name: `reads as text (German)` for `(de)`. */
export const named = (reason) => reason.replace(/(?<=text \()[a-z]{2,3}(?=\))/, (code) => languages.of(code));
