// Hostile input is shown, and never acts.

import assert from "node:assert/strict";
import { drop, sentence, settled, shownText, test, tiles, write } from "./harness.mjs";

const MARKUP = [
  "<img src=x onerror=alert(1)><script>alert(2)</script>",
  "\"><svg/onload=alert(3)>", "</textarea><iframe src=https://example.com></iframe>",
  "javascript:alert(4)", "<style>*{display:none}</style><base href=https://example.com/>",
];

test("markup is text", async (page) => {
  for (const text of MARKUP) {
    await write(page, text, "text");
    assert.equal(await page.locator("#strip .tile").count(), Math.min(text.length, 160));
    assert.equal(await page.textContent("#mended"), text);
    // The page has what it had, and the words are in it as they are.
    assert.equal(await page.evaluate(() => document.querySelectorAll("img, iframe, svg, base, main script, main style").length), 0);
  }
  // Once more as a name of a file, and in an encoding that the detection names.
  await drop(page, MARKUP[0], [{ bytes: [...Buffer.from(MARKUP.join("\n"))], times: 1 }]);
  await settled(page);
  assert.ok((await page.textContent("#file-name")).startsWith("<img"));
  assert.equal(await page.evaluate(() => document.querySelectorAll("img, iframe, svg, base").length), 0);
});

test("the policy forbids what it should", { fresh: true }, async (page, wrong) => {
  const tried = await page.evaluate(async () => {
    const outcome = {};
    const attempt = async (name, work) => {
      try { await work(); outcome[name] = "done"; } catch { outcome[name] = "refused"; }
    };
    await attempt("fetch", () => fetch("https://example.com/"));
    await attempt("markup", () => { document.body.innerHTML = "<p>"; });
    // Not at once: what the driver runs may evaluate.
    await attempt("eval", () => new Promise((good, bad) => setTimeout(() => { try { good(window.eval("1")); } catch { bad(); } })));
    await attempt("beacon", () => { if (!navigator.sendBeacon("https://example.com/")) throw 0; });
    await attempt("script", () => { document.createElement("script").src = "https://example.com/"; });
    const image = new Image();
    image.src = "https://example.com/x.png";
    await attempt("image", () => new Promise((good, bad) => { image.onload = good; image.onerror = bad; }));
    await attempt("socket", () => new Promise((good, bad) => { const socket = new WebSocket("wss://example.com/"); socket.onopen = good; socket.onerror = bad; }));
    return outcome;
  });
  delete tried.beacon; // Chromium says yes, and sends nothing: no request is seen.
  assert.deepEqual(new Set(Object.values(tried)), new Set(["refused"]), JSON.stringify(tried));
  assert.ok(wrong.length >= 3 && wrong.every((what) => !what.startsWith("request http")), wrong.join("\n"));
  wrong.length = 0;
});

test("what reorders is named, and reorders nothing", async (page) => {
  await write(page, "a\u202Eb\u2066c", "text");
  await sentence(page, "reorder");
  assert.equal(await shownText(page, "#verdict .text"), "aU+202EbU+2066c");
  assert.ok(!/[\u202A-\u202E\u2066-\u2069]/.test(await page.evaluate(() => document.querySelector("main").innerText)));
});

test("lone surrogates are said to be that", async (page) => {
  await page.evaluate(() => {
    document.getElementById("text").value = "a\uD800b\uDC00";
    document.getElementById("text").dispatchEvent(new Event("input"));
  });
  await settled(page);
  assert.match(await page.textContent("#verdict"), /lone surrogates/);
  assert.deepEqual(await tiles(page), ["61", "ED A0 80 surrogate", "62", "ED B0 80 surrogate"]);
});

test("100,000 combining marks stay in their place", { alone: true }, async (page) => {
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.setData("text/plain", "e" + "\u0301".repeat(100_000) + "!");
    document.getElementById("text").dispatchEvent(new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }));
  });
  const began = Date.now();
  await sentence(page, "well-formed");
  assert.match(await page.textContent("#mended"), /more combining marks/);
  assert.ok(Date.now() - began < 5000);
  const box = await page.locator("#mended").boundingBox();
  assert.ok(box.height < 400);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
});

test("text from right to left stays in its boxes", async (page) => {
  await write(page, "שלום world مرحبا", "text");
  await sentence(page, "well-formed");
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("#mended > div")).direction), "rtl");
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("#strip")).direction), "ltr");
  assert.equal((await tiles(page))[0], "D7 A9 05E9");
});
