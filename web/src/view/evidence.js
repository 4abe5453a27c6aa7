// What the source can be, with reasons; and what was counted.

import { $, count, el, fill, named, number, ofSample } from "../dom.js";

/** Shows candidates and counts; `go` is called with a kind of mistake, or with an offset. */
export function showEvidence(report, { goKind, goOffset }) {
  fill($("why"),
    el("ul", { class: "candidates" }, report.candidates.map(candidate)),
    report.declared && el("p", {}, `It declares itself as "${report.declared}".`),
    report.notes.map((note) => el("p", {}, note)));
  const { hidden, kinds, looks, scripts, sampled } = report;
  fill($("counts"),
    el("dl", { class: "counts" }, report.counts
      .filter(([name, n]) => n > 0 || name === "mistakes")
      .map(([name, n]) => el("div", {}, el("dt", {}, n === 1 ? one(name) : name), el("dd", {}, number(n))))),
    kinds.length > 0 && el("h3", {}, "Kinds of mistakes"),
    el("ul", { class: "kinds" },
      kinds.map(({ name, title, count: n }) =>
        el("li", {}, el("button", { type: "button", onclick: () => goKind(name) }, el("strong", {}, number(n)), ` ${title}`))),
      hidden.count > 0 && el("li", {}, el("button", { type: "button", onclick: () => goOffset(hidden.first) },
        el("strong", {}, number(hidden.count)), " hidden or reordering"))),
    looks.map(([title, n]) => el("p", { class: "hint" }, `${count(n, "mistake")} ${n === 1 ? title.replace("look", "looks") : title}.`)),
    scripts.length > 0 && el("p", { class: "hint" },
      `Scripts: ${scripts.map(([name, n]) => `${name} ${number(n)}`).join(", ")}. ${ofSample(sampled)}`));
}

const one = (name) => name.replace(/s$/, "");

function candidate({ title, certainty, reason, same }) {
  const percent = Math.round(100 * certainty);
  return el("li", {},
    el("div", { class: "claim" }, el("strong", {}, title), el("span", {}, `${percent} %`)),
    el("meter", { min: 0, max: 100, value: percent, "aria-label": `Certainty of ${title}` }),
    el("p", { class: "hint" }, named(reason), same.length > 0 && `. The same text as ${same.join(", ")}`));
}
