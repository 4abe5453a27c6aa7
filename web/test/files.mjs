// Files: read in pieces, away from the page.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { drop, sentence, shownText, test, tiles } from "./harness.mjs";

const LINE = [...Buffer.from("Grüße aus Köln, 20 €: ein Satz, der sich wiederholt.\n")];
const BAD = [0x63, 0x61, 0x66, 0xE9, 0x20, 0x78, 0x0A];
const LONG = Boolean(process.env.PLACEMAT_LONG);
const MEGABYTES = LONG ? 1000 : 20;

test(`a file of ${MEGABYTES} MB, with a mistake in the middle and one at the end`, { alone: true }, async (page) => {
  const times = Math.ceil((MEGABYTES * 1e6) / 2 / LINE.length);
  await page.evaluate(() => {
    // The longest time in which the page did not answer.
    window.longest = 0;
    let before = performance.now();
    setInterval(() => { const now = performance.now(); window.longest = Math.max(window.longest, now - before); before = now; }, 10);
  });
  const began = Date.now();
  await drop(page, "big.txt", [{ bytes: LINE, times }, { bytes: BAD, times: 1 }, { bytes: LINE, times }, { bytes: BAD, times: 1 }]);
  await sentence(page, "This is UTF-8 with 2 mistakes that look like Windows-1252.", 120_000);
  const seconds = (Date.now() - began) / 1000;
  const longest = await page.evaluate(() => window.longest);
  console.log(`# ${MEGABYTES} MB in ${seconds.toFixed(1)} s; the page was busy for ${Math.round(longest)} ms at most`);
  assert.ok(longest < 1000, `the page was busy for ${longest} ms`);
  assert.match(await page.textContent("#where"), new RegExp(`line ${(times + 1).toLocaleString("en-US")}, column 4`));
  await page.click("#next-mistake");
  const second = (2 * times + 2).toLocaleString("en-US");
  await page.waitForFunction((line) => document.querySelector("#where").textContent.includes(`line ${line}, column 4`), second);
  const all = await page.$$eval("#map button:not(:disabled)", (bars) => bars.length);
  assert.equal(all, 2);
  const [download] = await Promise.all([page.waitForEvent("download", { timeout: 120_000 }), page.click("#save-mended")]);
  // Each E9 became two bytes.
  assert.equal(statSync(await download.path()).size, 2 * times * LINE.length + 2 * BAD.length + 2);
});

test("a file can be read in another encoding to its end", async (page) => {
  // KOI8-R, beyond what one piece holds, with something else only at the end.
  const line = [...Buffer.from([0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4, 0x2C, 0x20, 0xCB, 0xC1, 0xCB, 0x20, 0xC4, 0xC5, 0xCC, 0xC1, 0x3F, 0x0A])];
  const times = Math.ceil(4.5e6 / line.length);
  await drop(page, "koi8.txt", [{ bytes: line, times }, { bytes: [0x7A, 0xE1], times: 1 }]);
  await sentence(page, "KOI8-R", 30_000);
  assert.match(await page.textContent("#readings-hint"), /^Of 65.5 kB from offset 0 on.$/);
  assert.match(await page.textContent("#mend-hint"), /Of 65.5 kB from offset 0 on. Copy and Save take all.$/);
  await page.getByRole("button", { name: "Look at it read as KOI8-R" }).click();
  await sentence(page, "This is well-formed UTF-8.", 30_000);
  assert.match(await page.textContent("#file-name"), /KOI8-R, as UTF-8/);
  await page.fill("#goto-line", String(times + 1));
  await page.press("#goto-line", "Enter");
  await page.waitForFunction((line) => document.querySelector("#where").textContent.includes(`line ${line.toLocaleString("en-US")}, column 1`), times + 1);
  assert.deepEqual((await tiles(page)).slice(-2), ["7A", "D0 90 0410"]);
});

test("reading can be cancelled", async (page) => {
  await drop(page, "endless.txt", [{ bytes: LINE, times: 1 << 24 }]);
  await page.waitForSelector("#progress:not([hidden])", { timeout: 40_000 });
  assert.match(await page.textContent("#progress-text"), /of \d+\.\d MB, [\d,]+ s left/);
  await page.click("#cancel");
  assert.equal(await page.isVisible("#progress"), false);
  await page.fill("#text", "after it");
  await sentence(page, "This is plain ASCII.");
});

test("an empty file, and one byte", async (page) => {
  await drop(page, "empty", [{ bytes: [], times: 1 }]);
  await sentence(page, "Nothing is here yet.");
  await drop(page, "one", [{ bytes: [0x80], times: 1 }]);
  await page.waitForSelector(".tile.bad");
});

test("UTF-16 is read as that", async (page) => {
  const bytes = [0xFF, 0xFE, ...Buffer.from("Grüße, Welt", "utf16le")];
  await drop(page, "notepad.txt", [{ bytes, times: 1 }]);
  await sentence(page, "This is UTF-16, little-endian.");
  assert.match(await shownText(page, "#verdict .text"), /Grüße, Welt$/);
});

test("binary data is said to be that", async (page) => {
  const png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0, 0, 0, 1, 0, 8, 6, 0, 0, 0];
  await drop(page, "picture.png", [{ bytes: png, times: 1 }]);
  await sentence(page, "This is not text, but binary data.");
});
