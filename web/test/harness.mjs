// The page in a real Chromium: opened from disk, and watched. Whatever it asks a network for, and whatever
// its policy forbids, fails the test that did it.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const PAGE = pathToFileURL(process.env.PLACEMAT_PAGE).href;
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
/** What takes longer will not come. Tests run beside each other, on machines of two cores. */
const PATIENCE = 15_000;

let browser;

/** The one browser of all tests, once it is there. */
export function launch() {
  // As root, as in a container, Chromium has no sandbox. No test lets anything in from outside.
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  return browser;
}

export const close = async () => (await browser)?.close();

const [together, alone] = [[], []];

/** A test that [`runAll`] runs beside others; by itself if it is to be `alone`. */
export function add(name, work, byItself = false) {
  (byItself ? alone : together).push([name, work]);
}

/** Runs all that were added: what measures time, or needs the one clipboard, after the others. */
export function runAll() {
  const declare = ([name, work]) => it(name, work);
  describe("side by side", { concurrency: 2 * availableParallelism() }, () => together.forEach(declare));
  describe("one by one", { concurrency: 1 }, () => alone.forEach(declare));
}

/** Pages that no test uses: to load one takes longer than most tests do. */
const idle = [];

/**
 * A test with a page, as it is when it was opened; it fails for any request, violation, error or dialog that it does not
 * expect. With `fresh` no other test has had the page or will; `alone` is for [`add`], and fresh.
 */
export function test(name, options, work) {
  if (typeof options === "function") [options, work] = [{}, options];
  const { alone: byItself = false, fresh = byItself } = options;
  add(name, async () => {
    const opened = (!fresh && idle.pop()) || (await open());
    const { page, wrong } = opened;
    let good = false;
    try {
      await work(page, wrong);
      assert.deepEqual(wrong, []);
      if (!fresh) await clear(page);
      good = !fresh;
    } finally {
      if (good) idle.push(opened);
      else await page.context().close();
    }
  }, byItself);
}

const VIEWPORT = { width: 1280, height: 900 };

async function open() {
  const context = await (await launch()).newContext({ viewport: VIEWPORT, acceptDownloads: true });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]).catch(() => {});
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const wrong = [];
  watch(page, context, wrong);
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  await page.goto(PAGE);
  await page.waitForSelector("html[data-ready]");
  return { page, wrong };
}

/** Leaves the page as it was opened. */
async function clear(page) {
  await page.setViewportSize(VIEWPORT);
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(() => {
    document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
    document.getElementById("clear").click();
    document.activeElement.blur();
    scrollTo(0, 0);
  });
  await settled(page);
  await page.waitForSelector("#results", { state: "hidden" });
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

/** Until all of what came in is shown: what is there before that is of the input before. */
export const settled = (page, timeout = PATIENCE) =>
  page.waitForSelector('#results:not([aria-busy="true"])', { state: "attached", timeout });

/** Writes into the field, in a notation, and waits for what is shown. */
export async function write(page, text, notation = "") {
  await page.selectOption("#notation", notation);
  await page.fill("#text", text);
  await settled(page);
}

/** The sentence of the answer, once it is this and all else is shown. */
export async function sentence(page, expected, timeout = PATIENCE) {
  await page.waitForFunction(
    (wanted) => {
      const found = document.querySelector("#verdict .sentence")?.textContent ?? "";
      return wanted.test ? wanted.test(found) : found.includes(wanted);
    },
    expected,
    { timeout },
  ).catch(async () => assert.fail(`"${await page.textContent("#verdict")}" is not "${expected}"`));
  await settled(page, timeout);
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
