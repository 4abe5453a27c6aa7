// All about the chosen sequence.

import { ask } from "../engine.js";
import { $, copy, el, fill, number } from "../dom.js";
import { lessonLink } from "./lessons.js";
import { text } from "./text.js";

let asked = 0;

/** Shows the card of the sequence at an offset. */
export async function showCard(at, place) {
  const now = ++asked;
  const card = await ask("card", { at });
  if (now !== asked || !card) return;
  fill($("card"), head(card, place), bytes(card), sum(card), card.mistake ? mistake(card.mistake) : facts(card.fields));
}

function head({ glyph, look, head, title, mistake }, { line, column }) {
  return el("header", { class: mistake ? "bad" : false },
    glyph && el("p", { class: `big ${look}` }, el("bdi", {}, glyph)),
    el("h3", {}, el("span", { class: "point" }, head), " ", mistake ? "malformed" : title),
    mistake && el("p", {}, title, "."),
    el("p", { class: "hint" }, `Line ${number(line)}, column ${number(column)}`));
}

function bytes({ bytes }) {
  return el("table", { class: "anatomy" },
    el("caption", { class: "unseen" }, "Its bytes"),
    el("thead", { class: "unseen" }, el("tr", {}, ["Hexadecimal", "Octal", "Bits", "What it is for"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, bytes.map((byte) =>
      el("tr", {},
        el("th", { scope: "row" }, el("span", { class: `byte ${byte.class}` }, el("span", { class: "hex" }, byte.hex))),
        el("td", { class: "octal", title: `${byte.decimal} in decimal` }, byte.octal),
        el("td", { class: "binary" }, el("b", {}, byte.prefix), byte.payload),
        el("td", {}, byte.role)))));
}

/** The payload bits, and what they spell. */
function sum({ sum }) {
  if (!sum) return null;
  const [bits, value] = sum;
  return el("p", { class: "sum" }, el("span", { class: "binary" }, bits), " = ", el("strong", {}, value));
}

function facts(fields) {
  return el("dl", { class: "facts" }, fields.flatMap(({ label, text, code }) => [
    el("dt", {}, label),
    el("dd", {}, code ? copiable(text) : el("bdi", {}, text)),
  ]));
}

function copiable(text) {
  return el("button", { type: "button", class: "copy", title: "Copy", onclick: ({ currentTarget }) => copy(text, currentTarget) }, text);
}

function mistake({ lesson, rule, meant, subparts, policies, relatives }) {
  const row = ([name, made]) => [el("dt", {}, name), el("dd", {}, made)];
  return [
    el("dl", { class: "facts" },
      rule && row(["Rule", [el("code", {}, rule[0]), " ", lessonLink(lesson, "Why?")]]),
      rule && row(["Broken by", rule[1]]),
      row(["Meant", el("bdi", {}, meant)]),
      row(["Subparts", subparts.map(([bytes, kind]) => el("div", {}, el("code", {}, bytes), ` ${kind}`))])),
    el("h4", {}, "What each policy makes of it"),
    el("dl", { class: "facts" }, policies.flatMap(([name, made]) => row([name, text(made)]))),
    el("h4", {}, "What each relative of UTF-8 reads"),
    el("dl", { class: "facts" }, relatives.flatMap(([name, reading]) => row([name, el("bdi", {}, reading)]))),
  ];
}
