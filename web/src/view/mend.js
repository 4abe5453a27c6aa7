// The text as it is mended, to copy or to save.

import { ask } from "../engine.js";
import { $, copy, count, el, fill, number, ofSample } from "../dom.js";
import { text } from "./text.js";

const WAYS = [
  ["replace", "replace by U+FFFD", "One U+FFFD for each malformed subpart, as browsers do it."],
  ["replace-per-byte", "replace each byte", "One U+FFFD for each malformed byte."],
  ["windows-1252", "read as Windows-1252", "Malformed bytes are read in Windows-1252; what is UTF-8 stays."],
  ["windows-1252-strict", "read as Windows-1252, strictly", "The same, but U+FFFD for the five bytes that it leaves undefined."],
  ["latin1", "read as Latin-1", "Malformed bytes are read in ISO-8859-1."],
  ["backslashreplace", "write \\xhh", "Each malformed byte becomes \\xhh, as Python writes it."],
  ["remove", "remove", "Malformed bytes vanish. That can join what a filter has seen apart."],
  ["mojibake", "undo mojibake", "What was read in a wrong code page and encoded again becomes what it was."],
];

let saved = 0;
let sampled = null;
let name = "mended.txt";

/** Offers the ways for a source, the first candidates of what it can be among them. */
export async function openMend(report, fileName) {
  sampled = report.sampled;
  name = fileName ? `mended-${fileName}` : "mended.txt";
  const read = report.candidates
    .filter(({ name }) => !["utf-8", "us-ascii", "binary", "unknown-8bit"].includes(name))
    .map(({ name, title }) => [`read:${name}`, `read all as ${title}`, `All of it is read in ${title}.`]);
  const ways = [...WAYS, ...read];
  const wanted = report.answer.way ?? "replace";
  if (!ways.some(([way]) => way === wanted)) ways.push([wanted, `read all as ${wanted.slice(5)}`, ""]);
  fill($("way"), ways.map(([way, title, about]) => el("option", { value: way, "data-about": about }, title)));
  saved++;
  await chooseWay(wanted);
}

/** Shows the text as a way makes it. */
export async function chooseWay(way) {
  $("way").value = way;
  $("way-about").textContent = $("way").selectedOptions[0]?.dataset.about ?? "";
  const preview = await ask("preview", { way });
  if ($("way").value !== way) return;
  const changes = preview.changes > 0 ? `${count(preview.changes, "change")}, marked. ` : "";
  $("mend-hint").textContent = changes + (sampled ? `${ofSample(sampled)} Copy and Save take all.` : "");
  fill($("mended"), el("div", { dir: "auto" }, text(preview.text)));
}

/** All of the source as a way mends it; the button says how far that is. */
async function all(way, button) {
  const before = button.textContent;
  const id = ++saved;
  button.disabled = true;
  try {
    return await ask("mend", { way, id }, (done, of) => {
      if (of > 0) button.textContent = `${number(Math.round((100 * done) / of))} %`;
    });
  } finally {
    button.disabled = false;
    button.textContent = before;
  }
}

/** A clipboard is no place for more. */
const MOST = 16 << 20;

/** Copies all of the source as a way mends it. */
export async function copyMended(way, button) {
  const blob = await all(way, button);
  if (!blob) return;
  if (blob.size > MOST) $("mend-hint").textContent = "Too much for the clipboard: save it.";
  else await copy(await blob.text(), button);
}

export function startMend() {
  $("way").addEventListener("change", () => chooseWay($("way").value));
  $("copy-mended").addEventListener("click", ({ currentTarget: button }) => copyMended($("way").value, button));
  $("save-mended").addEventListener("click", async ({ currentTarget: button }) => {
    const blob = await all($("way").value, button);
    if (!blob) return;
    const url = URL.createObjectURL(blob);
    el("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  });
}
