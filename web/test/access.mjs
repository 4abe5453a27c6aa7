// For everybody: axe-core finds nothing, in both schemes; nothing is wider than the window, and nothing jumps.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { settled, test, write } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Only colours are not the same in both schemes. */
const RULES = { light: {}, dark: { runOnly: ["color-contrast"] } };

async function check(page, rules) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate((rules) => window.axe.run(document, { resultTypes: ["violations"], ...rules }), rules);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`).join(" | ")}`);
  assert.deepEqual(found, []);
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe-core, ${colorScheme}`, async (page) => {
    await page.emulateMedia({ colorScheme });
    const rules = RULES[colorScheme];
    await check(page, rules);
    await write(page, "61 C0 AF E2 80 AE FF C3 A9 E2 82 AC 0A", "hex");
    await check(page, rules);
    await page.click("#open-rules");
    await check(page, rules);
  });
}

for (const width of [360, 768, 1280, 1920]) {
  test(`${width} pixels are wide enough`, async (page) => {
    await page.setViewportSize({ width, height: 800 });
    for (const nth of [1, 6, 9]) {
      await page.evaluate((nth) => document.querySelector(`[data-example="${nth}"]`).click(), nth);
      await settled(page);
      const wide = await page.evaluate(() => [...document.querySelectorAll("main *")].filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(".tour ol")).map((element) => element.outerHTML.slice(0, 80)));
      assert.deepEqual(wide, [], wide.join("\n"));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }
  });
}

test("nothing jumps when another sequence is chosen", { fresh: true }, async (page) => {
  await write(page, "61 C0 AF E2 82 AC 62", "hex");
  await page.waitForTimeout(200);
  await page.evaluate(() => {
    window.shift = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value; }).observe({ type: "layout-shift" });
  });
  await page.focus("#strip");
  for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowRight"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(60);
  }
  assert.ok((await page.evaluate(() => window.shift)) < 0.05);
});

test("results of the input before are said to be busy", async (page) => {
  await write(page, "before");
  const busy = await page.evaluate(() => {
    document.getElementById("text").value = "after";
    document.getElementById("text").dispatchEvent(new Event("input"));
    return document.getElementById("results").ariaBusy;
  });
  assert.equal(busy, "true");
  await settled(page);
  assert.equal(await page.textContent("#mended"), "after");
});
