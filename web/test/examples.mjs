// The tour: what each of the ten examples says.

import assert from "node:assert/strict";
import { sentence, settled, shownText, test, tiles } from "./harness.mjs";

const EXAMPLES = [
  ["This is well-formed UTF-8.", ["E2 82 AC 20AC"], ["EURO SIGN", "0010 000010 101100 = 20AC", "Sc"]],
  ["C0 AF is an overlong encoding of \"/\" (U+002F), never valid in UTF-8.", ["2F", "2E", "2E", "C0 AF overlong", "65", "74", "63"], ["U+002F / SOLIDUS", "UTF8-2 = %xC2-DF UTF8-tail"]],
  ["This is WTF-8, not quite UTF-8.", ["ED A0 80 surrogate"], ["U+D800, a lone surrogate", "���", "byte 2, A0: only 80..9F is allowed there"]],
  ["This is CESU-8, not quite UTF-8.", ["ED A0 BD ED B9 88 surrogate pair"], ["U+1F648"]],
  ["This is UTF-8 of 1998 (RFC 2279), not quite UTF-8.", ["FD BF BF BF BF BF too large"], ["7FFFFFFF"]],
  ["This is Modified UTF-8 (Java), not quite UTF-8.", ["4A", "61", "76", "61", "C0 80 overlong", "21"], ["as Modified UTF-8 (Java) writes it"]],
  ["This is UTF-8 that was read as Windows-1252 and encoded again.", null, []],
  ["This is UTF-8 that is cut off within a code point.", null, ["one of U+2000 to U+203F"]],
  ["This is well-formed UTF-8, with 4 code points that reorder what is shown", null, ["RIGHT-TO-LEFT OVERRIDE"]],
  ["This is not UTF-8, but most likely KOI8-R.", null, []],
];

EXAMPLES.forEach(([answer, strip, card], nth) => {
  test(`example ${nth + 1}: ${answer}`, async (page) => {
    await page.click(`[data-example="${nth}"]`);
    await sentence(page, answer);
    assert.ok((await page.textContent("#story")).length > 40);
    if (strip) assert.deepEqual(await tiles(page), strip);
    const text = await page.textContent("#card");
    for (const words of card) assert.ok(text.includes(words), `${words} is not in ${text}`);
  });
});

test("mojibake says what it was, and the way back is chosen", { alone: true }, async (page) => {
  await page.click('[data-example="6"]');
  await sentence(page, "read as Windows-1252");
  assert.equal(await shownText(page, "#verdict .text"), "I don’t think this café is open");
  await page.click("text=See how it is mended");
  assert.equal(await page.inputValue("#way"), "mojibake");
  await page.click("#copy-mended");
  await page.waitForFunction(() => document.querySelector("#copy-mended").textContent === "Copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "I don’t think this café is open");
});

test("KOI8-R says what it says", async (page) => {
  await page.click('[data-example="9"]');
  await sentence(page, "KOI8-R");
  assert.equal(await shownText(page, "#verdict .text"), "Привет, как дела?");
  const rows = await page.$$eval("#readings tbody tr", (all) => all.map((row) => row.textContent));
  assert.ok(rows.some((row) => row.startsWith("KOI8-R") && row.includes("Привет")), rows.join("\n"));
  await page.click('[aria-label="Look at it read as KOI8-R"]');
  await sentence(page, "This is well-formed UTF-8.");
  assert.equal((await tiles(page))[0], "D0 9F 041F");
});

test("each rule links to its lesson", async (page) => {
  for (const [nth, title] of [[1, "Overlong"], [2, "Surrogates"], [3, "CESU-8"], [4, "Five and six"], [5, "Java's NUL"], [7, "Cut"]]) {
    await page.click(`[data-example="${nth}"]`);
    await settled(page);
    await page.click("#card .linklike");
    const wanted = page.locator("#rules article.wanted");
    assert.match(await wanted.innerText(), new RegExp(`^${title}`));
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#rules[open]").count(), 0);
  }
});
