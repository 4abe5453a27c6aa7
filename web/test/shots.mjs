// Pictures: those of docs, and of examples in four sizes and both schemes, to be looked at.
//
//     PLACEMAT_PAGE=PAGE.html node test/shots.mjs FOLDER

import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { PAGE, settled } from "./harness.mjs";

const folder = process.argv[2];
const docs = fileURLToPath(new URL("../../docs/", import.meta.url));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });

/** One picture: of an example, or of what is written. */
async function shot(path, { example, text, width, height, scheme = "light", whole = false, scroll, keys = [] }) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme, reducedMotion: "reduce" });
  await page.goto(PAGE);
  await page.waitForSelector("html[data-ready]");
  if (example !== undefined) await page.click(`[data-example="${example}"]`);
  else await page.fill("#text", text);
  await settled(page);
  await page.mouse.move(0, 0);
  for (const key of keys) await page.keyboard.press(key);
  if (scroll) await page.evaluate((id) => document.getElementById(id).scrollIntoView(), scroll);
  await page.waitForTimeout(250);
  await page.screenshot({ path, fullPage: whole });
  await page.close();
}

for (const [width, height] of [[360, 740], [768, 1024], [1280, 900], [1920, 1080]]) {
  for (const scheme of ["light", "dark"]) {
    for (const example of [1, 6, 8, 9]) {
      await shot(`${folder}/${width}-${scheme}-${example}.png`, { example, width, height, scheme, whole: true });
    }
  }
}
await shot(`${docs}web-answer.png`, { example: 6, width: 1180, height: 820 });
await shot(`${docs}web-bytes.png`, { example: 1, width: 1180, height: 760, scheme: "dark", scroll: "bytes-title" });
await shot(`${docs}web-phone.png`, { example: 9, width: 390, height: 800 });
await browser.close();
