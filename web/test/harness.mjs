// The page in a real Chromium: opened from disk, and watched. Whatever it asks a network for, and whatever
// its policy forbids, fails the test that did it.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test as nodeTest } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const PAGE = pathToFileURL(process.env.PLACEMAT_PAGE).href;
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

let browser;

/** The one browser of all tests. */
export async function launch() {
  // As root, as in a container, Chromium has no sandbox. No test lets anything in from outside.
  browser ??= await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  return browser;
}

export const close = () => browser?.close();

/** A test with a fresh page; it fails for any request, violation, error or dialog that it does not expect. */
export function test(name, options, work) {
  if (typeof options === "function") [options, work] = [{}, options];
  nodeTest(name, async () => {
    const { hash = "", ...context } = options;
    const opened = await (await launch()).newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...context });
    await opened.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
    const page = await opened.newPage();
    page.setDefaultTimeout(8_000);
    const wrong = [];
    watch(page, opened, wrong);
    try {
      await page.addInitScript(() => {
        addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
      });
      await page.goto(PAGE + hash);
      await page.waitForSelector("html[data-ready]");
      await work(page, wrong);
      assert.deepEqual(wrong, []);
    } finally {
      await opened.close();
    }
  });
}

function watch(page, context, wrong) {
  const own = (url) => url.startsWith(PAGE) || url.startsWith("blob:") || url.startsWith("data:");
  context.on("request", (request) => own(request.url()) || wrong.push(`request ${request.url()}`));
  // What the policy stops is told as a request that failed; the violation is told, too.
  context.on("requestfailed", (request) => {
    const at = wrong.indexOf(`request ${request.url()}`);
    if (at >= 0 && /csp/i.test(request.failure().errorText)) wrong.splice(at, 1);
  });
  page.on("websocket", (socket) => wrong.push(`socket ${socket.url()}`));
  page.on("popup", () => wrong.push("a window was opened"));
  page.on("dialog", (dialog) => (wrong.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
}

/** Writes into the field, in a notation. */
export async function write(page, text, notation = "") {
  await page.selectOption("#notation", notation);
  await page.fill("#text", text);
}

/** The sentence of the answer, once it is this. */
export async function sentence(page, expected, timeout = 8_000) {
  await page.waitForFunction(
    (wanted) => {
      const found = document.querySelector("#verdict .sentence")?.textContent ?? "";
      return wanted.test ? wanted.test(found) : found.includes(wanted);
    },
    expected,
    { timeout },
  ).catch(async () => assert.fail(`"${await page.textContent("#verdict")}" is not "${expected}"`));
}

/** The text of a box, without what is only for screen readers. */
export const shownText = (page, selector) =>
  page.$eval(selector, (box) => {
    const copy = box.cloneNode(true);
    copy.querySelectorAll(".unseen").forEach((unseen) => unseen.remove());
    return copy.textContent;
  });

/** The tiles of the strip, as `hex label`. */
export const tiles = (page) =>
  page.$$eval("#strip .tile", (all) =>
    all.map((tile) => [[...tile.querySelectorAll(".hex")].map((hex) => hex.textContent).join(" "), tile.querySelector(".label").textContent].join(" ").trim()));

/** Drops a file that the page makes itself: `parts` of text or numbers, each so many times. */
export async function drop(page, name, parts) {
  await page.evaluate(([name, parts]) => {
    const blobs = parts.flatMap(({ bytes, times }) => {
      const block = new Blob([new Uint8Array(bytes)]);
      // By doubling: a file of gigabytes takes no memory of its own.
      const all = [];
      for (let left = times, of = block, size = 1; left > 0; left >>= 1, of = new Blob([of, of]), size *= 2) if (left & 1) all.push(of);
      return all;
    });
    const transfer = new DataTransfer();
    transfer.items.add(new File(blobs, name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, [name, parts]);
}
