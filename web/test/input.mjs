// What comes in: notations, links, keys.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { sentence, settled, test, tiles, write } from "./harness.mjs";

/** "€" in every notation, recognised by itself. */
const EURO = ["€", "E2 82 AC", "0xE2, 0x82, 0xAC", "\\xe2\\x82\\xac", "\\u20AC", "%E2%82%AC", "\\342\\202\\254",
  "11100010 10000010 10101100", "&euro;", "&#x20AC;", "b'\\xe2\\x82\\xac'", "U+20AC", "=E2=82=AC", "<E2><82><AC>"];

test("a euro sign, in every notation", async (page) => {
  for (const text of EURO) {
    await write(page, text);
    assert.deepEqual(await tiles(page), ["E2 82 AC 20AC"], text);
    await write(page, "");
    await page.waitForSelector("#results", { state: "hidden" });
  }
});

test("what is recognised can be corrected", async (page) => {
  await write(page, "cafe");
  await sentence(page, "ASCII");
  await page.selectOption("#notation", "hex");
  await settled(page);
  assert.deepEqual(await tiles(page), ["CA cut", "FE never"]);
});

test("a link carries the input, also what no UTF-8 can write", { alone: true }, async (page, wrong) => {
  for (const [text, notation] of [["cafÃ© \u202E \u{1F648}", ""], ["C0 AF", "hex"], ["a\uD800b", "text"]]) {
    await page.selectOption("#notation", notation);
    // As a paste brings it: the driver's own typing would mend what is no Unicode.
    await page.$eval("#text", (field, text) => { field.value = text; }, text);
    await page.dispatchEvent("#text", "input");
    await page.waitForFunction(() => !document.querySelector("#link").disabled);
    await settled(page);
    const before = await tiles(page);
    await page.click("#link");
    await page.waitForFunction(() => document.querySelector("#link").textContent === "Copied");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.includes("#"));
    const other = await page.context().newPage();
    await other.goto(link);
    await other.waitForSelector("#strip .tile");
    await settled(other);
    assert.deepEqual(await tiles(other), before);
    await other.close();
    await page.waitForFunction(() => document.querySelector("#link").textContent === "Copy link");
  }
  assert.deepEqual(wrong, []);
});

test("keys alone are enough", async (page) => {
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "text");
  await page.keyboard.type("aé€b");
  await page.waitForFunction(() => document.querySelectorAll("#strip .tile").length === 4);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("b");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector("#card")?.textContent.includes("EURO SIGN"));
  assert.match(await page.textContent("#where"), /^Offset 3 of 7 · line 1, column 4 \(code point 3\)$/);
  await page.keyboard.press("End");
  assert.equal(await page.getAttribute("#strip", "aria-activedescendant"), "tile-3");
  await page.keyboard.press("?");
  assert.equal(await page.locator("#keys[open]").count(), 1);
});

test("mistakes, kinds and bytes are clicked through", async (page) => {
  await write(page, "41 C0 AF 41 FF 41 C0 AF", "hex");
  const offset = async () => Number((await page.textContent("#where")).match(/Offset (\d+)/)[1]);
  assert.equal(await offset(), 1);
  for (const next of [4, 6, 1]) {
    await page.click("#next-mistake");
    await page.waitForFunction((at) => document.querySelector("#where").textContent.startsWith(`Offset ${at} `), next);
  }
  await page.click("text=bytes that are never valid");
  await page.waitForFunction(() => document.querySelector("#where").textContent.startsWith("Offset 4 "));
  await page.click('#heat button[title^="C0,"]');
  await page.waitForFunction(() => document.querySelector("#where").textContent.startsWith("Offset 6 "));
  assert.equal(await offset(), 6);
  await page.click("#map button:not(:disabled)");
  await page.waitForFunction(() => document.querySelector("#where").textContent.startsWith("Offset 1 "));
});

test("each policy mends as it says", async (page) => {
  await write(page, "61 FF 62 93", "hex");
  for (const [way, expected] of [["replace", "a\uFFFDb\uFFFD"], ["windows-1252", "aÿb“"], ["backslashreplace", "a\\xffb\\x93"], ["remove", "ab"]]) {
    await page.selectOption("#way", way);
    await page.waitForFunction((about) => document.querySelector("#mend-hint").textContent.includes("change") && about, way);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-mended")]);
    assert.equal(readFileSync(await download.path(), "utf8"), expected, way);
  }
});

test("go to a line, and to an offset", async (page) => {
  await write(page, "eins\nzwei\ndr\u20ACi\n", "text");
  for (const [field, value, where] of [["#goto-line", "3", /^Offset 10 of 17 · line 3, column 1$/], ["#goto", "13", /^Offset 12 of 17 · line 3, column 3$/], ["#goto-line", "1", /^Offset 0 of 17 · line 1/]]) {
    await page.fill(field, value);
    await page.press(field, "Enter");
    await page.waitForFunction((where) => new RegExp(where).test(document.querySelector("#where").textContent), where.source).catch(async () => assert.fail(await page.textContent("#where")));
  }
  await page.fill("#goto-line", "4");
  await page.press("#goto-line", "Enter");
  await page.waitForFunction(() => document.querySelector("#where").textContent === "There are fewer lines than 4.");
});
