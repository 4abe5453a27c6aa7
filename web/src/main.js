// The page: what comes in is asked about, and what is known is shown.

import { $, copy, number, size } from "./dom.js";
import { ask, start } from "./engine.js";
import { link, offerForms, showRecognised, startInput, takeAddress, takeFile } from "./input.js";
import { showAnswer, showEmpty, showTrouble } from "./view/answer.js";
import { showEvidence } from "./view/evidence.js";
import { showHeat } from "./view/heat.js";
import { startKeys } from "./keys.js";
import { startLessons } from "./view/lessons.js";
import { showMap } from "./view/map.js";
import { chooseWay, openMend, startMend } from "./view/mend.js";
import { showReadings } from "./view/readings.js";
import { behindChosen, goTo, openStrip, startStrip } from "./view/strip.js";

/** Typing may pause so long. */
const PAUSE = 120;
/** What takes longer says how far it is. */
const PATIENCE = 250;
/** What is read in another encoding has a number of its own. */
let recoded = 0;

let opened = 0;
let pause;

function onInput(input, wait) {
  clearTimeout(pause);
  const id = ++opened;
  // Until all is shown, what is there is of the input before.
  $("results").ariaBusy = "true";
  $("story").textContent = input.story;
  $("story").hidden = !input.story;
  pause = setTimeout(() => inspect(input, id), wait ? PAUSE : 0);
}

async function inspect(input, id) {
  const began = performance.now();
  try {
    if (input.text === "") return showNothing();
    const what = { id, file: input.file };
    if (input.text !== undefined) [what.units, what.form] = [unitsOf(input.text), input.notation || null];
    const found = await ask("open", what, (done, all) => {
      if (id === opened && performance.now() - began > PATIENCE) showProgress(done, all, began);
    });
    if (id !== opened) return;
    hideProgress();
    if (found) await show(found, input, id);
  } catch (error) {
    if (id !== opened) return;
    hideProgress();
    showTrouble(error.message);
    $("results").hidden = true;
  } finally {
    if (id === opened) $("results").ariaBusy = "false";
  }
}

function unitsOf(text) {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return new Uint8Array(units.buffer);
}

async function show({ paste, length, report }, input, id) {
  showRecognised(paste);
  showAnswer(report.answer, report.sampled, paste, seeMended);
  $("results").hidden = length === 0;
  if (length === 0) return;
  const first = report.map.find(({ first }) => first !== null)?.first ?? report.hidden.first ?? 0;
  $("next-mistake").disabled = report.mistakes === 0;
  showEvidence(report, { goKind, goOffset: goTo });
  showMap(report, length, goTo);
  await openStrip(length, first);
  if (id !== opened) return;
  await Promise.all([
    showReadings(report.sampled, recode),
    openMend(report, input.file?.name),
    showHeat(report.bytes, goByte),
  ]);
}

function showNothing() {
  ask("cancel");
  hideProgress();
  showRecognised(null);
  showEmpty();
  $("results").hidden = true;
}

function showProgress(done, all, began) {
  $("progress").hidden = false;
  $("progress-bar").value = all === 0 ? 1 : done / all;
  const speed = done / Math.max(1, performance.now() - began);
  const left = Math.ceil((all - done) / speed / 1000);
  $("progress-text").textContent = `${size(done)} of ${size(all)}, ${number(left)} s left`;
}

function hideProgress() {
  $("progress").hidden = true;
}

function cancel() {
  if ($("progress").hidden) return false;
  hideProgress();
  $("clear").click();
  return true;
}

function seeMended(way) {
  chooseWay(way);
  $("mended").focus();
  $("mend-title").scrollIntoView({ block: "start", behavior: "smooth" });
}

async function goKind(kind) {
  const at = await ask("findMistake", { kind, at: behindChosen() });
  if (at !== null) await goTo(at);
}

async function goByte(byte, hex) {
  const at = await ask("findByte", { byte, at: behindChosen() });
  if (at === null) return;
  $("heat-hint").textContent = `${hex} at offset ${number(at)}.`;
  await goTo(at);
}

/** All of the source, read in another encoding, becomes the source. */
async function recode(name, title) {
  const [id, began] = [opened, performance.now()];
  const blob = await ask("mend", { way: `read:${name}`, id: `look-${++recoded}` }, (done, all) => {
    if (id === opened && performance.now() - began > PATIENCE) showProgress(done, all, began);
  });
  if (id !== opened) return;
  hideProgress();
  if (!blob) return;
  takeFile(new File([blob], `What it is in ${title}, as UTF-8`));
  $("answer").focus();
  window.scrollTo({ top: 0 });
}

async function goLine(line) {
  const at = await ask("line", { number: line });
  if (at === null) $("where").textContent = `There are fewer lines than ${number(line)}.`;
  else await goTo(at);
}

startInput(onInput);
startStrip();
startMend();
startLessons();
startKeys({ cancel, nextMistake: () => goKind("") });
$("cancel").addEventListener("click", cancel);
$("next-mistake").addEventListener("click", () => goKind(""));
$("link").addEventListener("click", ({ currentTarget }) => copy(link(), currentTarget));
for (const [field, least, go] of [["goto", 0, goTo], ["goto-line", 1, goLine]]) {
  $(field).addEventListener("change", ({ target }) => {
    // As it is shown: with commas, or without.
    const wanted = Number(target.value.replaceAll(",", "").trim());
    if (target.value.trim() !== "" && Number.isSafeInteger(wanted) && wanted >= least) go(wanted);
  });
}

start().then(async () => {
  offerForms(await ask("forms"));
  document.documentElement.dataset.ready = "";
  if (takeAddress()) return;
  showEmpty();
  if ($("text").value) onInput({ text: $("text").value, notation: $("notation").value, story: "" }, false);
}, (error) => showTrouble(`This browser cannot run the page: ${error.message}`));

