// Reports of the tool (`placemat check --report`), opened as they are: no script, no request, nothing that
// spills, and axe-core finds nothing.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { add, launch } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TOOL = process.env.PLACEMAT_TOOL;

const bytes = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** Files by their names, which are bytes, too. */
const FOLDERS = {
  clean: { "a.txt": "Grüße aus Köln\n", "b.txt": "Plain ASCII.\n" },
  broken: {
    "menu.txt": bytes("ok\n".repeat(60), "caf", [0xE9], " x\n", [0xC0, 0xAF], " y\n", "more\n".repeat(40), [0xED, 0xA0, 0x80]),
    "notepad.txt": Buffer.from("\uFEFFGrüße\r\n", "utf16le"),
    "fine.txt": "fine\n",
  },
  arabic: {
    "رسالة.txt": bytes("السلام عليكم English ورحمة الله\n", "مرحبا ", [0xC7, 0xE1], " بكم\n"),
    "עברית.txt": bytes("טקסט ", [0xF9, 0xEC], " שבור\n"),
  },
  hostile: {
    "<img src=x onerror=alert(1)>.txt": bytes("<script>alert(1)</script>", [0xFF], "\n</style></title><svg onload=alert(2)>", [0xFE], "\n\u202Eabc\u2066\u200B", [0xC0], "\n"),
    "\" onmouseover=alert(3) \u202Etxt.js": bytes("e", "\u0301".repeat(100_000), [0xFF], "\n", "x".repeat(5000), [0xED, 0xB0, 0x80], "\n"),
    [`${"W".repeat(200)}.txt`]: bytes([0x80]),
  },
};

const folder = mkdtempSync(join(tmpdir(), "placemat-reports-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Runs the tool on a folder, once: where its page is. */
function report(command, of, args = []) {
  const page = join(folder, `${of}-${command}.html`);
  if (existsSync(page)) return page;
  mkdirSync(join(folder, of), { recursive: true });
  for (const [name, content] of Object.entries(FOLDERS[of])) writeFileSync(join(folder, of, name), content);
  try {
    execFileSync(TOOL, [command, ...args, "--report", page, of], { cwd: folder, stdio: "ignore" });
  } catch (error) {
    // 1: something was found.
    if (error.status !== 1) throw error;
  }
  return page;
}

/** Opens a report, and asserts what holds for all of them. */
function test(name, command, of, args, work) {
  add(name, async () => {
    const path = report(command, of, args);
    // The colours are the same on all pages.
    for (const colorScheme of of === "broken" ? ["light", "dark"] : ["light"]) {
      const context = await (await launch()).newContext({ colorScheme, viewport: { width: 1180, height: 900 } });
      const wrong = [];
      const own = pathToFileURL(path).href;
      context.on("request", (request) => request.url() === own || wrong.push(`request ${request.url()}`));
      const page = await context.newPage();
      page.on("dialog", (dialog) => (wrong.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
      page.on("console", (message) => wrong.push(message.text()));
      page.on("pageerror", (error) => wrong.push(error.message));
      await page.goto(own);
      try {
        assert.equal(await page.evaluate(() => document.querySelectorAll("script, img, iframe, link, base, object, form, a, [onload], [onerror], [onmouseover], [style]").length), 0);
        // The style is in force, so its hash is right.
        assert.notEqual(await page.evaluate(() => getComputedStyle(document.querySelector("h1")).letterSpacing), "normal");
        for (const width of [360, 1180]) {
          await page.setViewportSize({ width, height: 900 });
          const wide = await page.evaluate(() => [...document.querySelectorAll("main *")].filter((element) => !element.closest(".scroll, .unseen") && element.getBoundingClientRect().right > innerWidth + 1).map((element) => element.outerHTML.slice(0, 90)));
          assert.deepEqual(wide, [], `${width}: ${wide.join("\n")}`);
          assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        }
        await work?.(page);
        assert.deepEqual(wrong, []);
        // Last, since the driver puts a script into the page for it.
        await page.evaluate(AXE);
        const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 120)} ${any[0]?.message ?? ""}`).join(" | ")}`), []);
      } finally {
        await context.close();
      }
    }
  });
}

test("a report of clean files", "check", "clean", [], async (page) => {
  assert.equal(await page.textContent("h1"), "All 2 files are well-formed UTF-8");
  assert.equal(await page.locator(".heat tbody td").count(), 256);
});

test("a report of broken files", "check", "broken", [], async (page) => {
  assert.equal(await page.textContent("h1"), "2 of 3 files are not UTF-8");
  const map = page.locator(".map").first();
  assert.match(await map.getAttribute("aria-label"), /^3 errors between offsets [\d,]+ and [\d,]+ of 395 bytes$/);
  assert.ok((await map.boundingBox()).height > 15);
  assert.equal(await page.locator(".heat .wrong").count(), 6);
  assert.match(await page.locator(".hit .text").first().textContent(), /^…?cafbyte E9 x$/);
});

test("a report of text from right to left", "check", "arabic", [], async (page) => {
  const directions = await page.$$eval(".hit .text", (all) => all.map((line) => getComputedStyle(line).direction));
  assert.deepEqual(new Set(directions), new Set(["rtl"]));
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector(".hit mark")).direction), "ltr");
});

test("a report of hostile files", "check", "hostile", [], async (page) => {
  assert.ok((await page.locator("h3").allTextContents()).some((name) => name.includes("<img src=x onerror=alert(1)>.txt")));
  assert.ok(!/[\u202A-\u202E\u2066-\u2069\u200B]/.test(await page.evaluate(() => document.body.innerText)));
  const heights = await page.$$eval(".hit .text", (all) => all.map((line) => line.getBoundingClientRect().height));
  assert.ok(Math.max(...heights) < 300);
});

test("a report of a repair", "fix", "broken", ["--diff", "--fallback", "windows-1252"], async (page) => {
  assert.equal(await page.locator(".before del").first().textContent(), "byte E9");
  assert.equal(await page.locator(".after ins").first().innerText(), "é");
});

test("a report of what is in files", "stats", "arabic", [], async (page) => {
  assert.ok((await page.locator(".bars th").allTextContents()).includes("Arabic"));
});

test("a report of encodings", "detect", "broken", [], async (page) => {
  assert.ok((await page.locator(".list td").allTextContents()).includes("utf-16"));
});

add("a report on paper", async () => {
  const page = await (await launch()).newPage({ colorScheme: "dark" });
  await page.goto(pathToFileURL(report("check", "broken")).href);
  await page.emulateMedia({ media: "print" });
  // Ink on paper, whatever the screen has, and nothing folded away.
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).color), "rgb(28, 29, 32)");
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => details.removeAttribute("open")));
  assert.ok(await page.locator(".hit .text").first().evaluate((line) => line.getBoundingClientRect().height > 10));
  await page.close();
});
