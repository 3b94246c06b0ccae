// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The studio's page in a real browser against the real server:
//   node studio_page_test.mjs PROGRAM NODE_MODULES [FOLDER FOR SCREENSHOTS]
// Exit code 77 means skipped: no Chromium, no playwright-core, or a program without the page.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { editCases } from "./cases_edit.mjs";
import { keepCases } from "./cases_keep.mjs";
import { processCases } from "./cases_process.mjs";
import { touchCases } from "./cases_touch.mjs";
import { watchCases } from "./cases_watch.mjs";
import { browser, faults, folder, openPage, openScene, patience, pictures, printed, say, server, until, waitStep } from "./page_tools.mjs";

const page = await openPage();
const only = process.env.SOUPLE_PAGE_CASES; // a part of the names, to run a few

/** Runs a case, and tells what the page says when it fails. */
async function runCase(name, run) {
  const start = Date.now();
  try {
    await run();
    console.log(`good: ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    const says = await page.locator("#note, .error:not(:empty)").allTextContents().catch(() => []);
    console.log(`FAILED: ${name}: ${error.message}\n  the page says: ${says.join(" | ")}`);
    faults.push(`${name}: ${error.stack}`);
  }
}

const cases = pictures ? {} : { ...watchCases(page), ...touchCases(page), ...editCases(page), ...keepCases(page), ...processCases(page) };
for (const [name, run] of Object.entries(cases)) if (!only || new RegExp(only).test(name)) await runCase(name, run);

if (pictures) {
  const shoot = async (name) => page.screenshot({ path: join(pictures, `${name}.jpg`), type: "jpeg", quality: 62 });
  await openScene(page, "scenes/welcome.json");
  await waitStep(page, 150);
  await page.click('#tree [data-path="parts.cloth"]');
  await page.mouse.move(560, 600); // away from the tree, which lights up what is pointed at
  await page.waitForTimeout(300);
  await shoot("cloth");
  await page.selectOption("#quantity", "speed");
  await page.click('[data-tab="probes"]');
  await page.waitForTimeout(1500);
  await shoot("probes");
  await page.selectOption("#quantity", "");
  await say(page, { do: "pause" });
  await page.click('[data-tab="hands"]');
  await page.click("#view_tools summary");
  await page.check("#see_forces");
  await page.check("#see_contacts");
  await page.waitForTimeout(1500);
  await shoot("forces");
  await page.uncheck("#see_forces");
  await page.uncheck("#see_contacts");
  await page.click("#view_tools summary");
  await openScene(page, "scenes/hair/s6_head_in_wind.json");
  await waitStep(page, 60);
  await page.click('[data-tab="inspector"]');
  await say(page, { do: "pause" });
  await page.waitForTimeout(1500);
  await shoot("hair");
  await page.click("#browse");
  await page.fill("#filter", "");
  await page.waitForTimeout(3000);
  await shoot("scenes");
  await page.keyboard.press("Escape");
}

server.removeAllListeners("exit");
if (!pictures) {
  await openScene(page, "scenes/welcome.json");
  await say(page, { do: "set", path: "gravity", value: [0, -5, 0] });
  await until(page, () => window.studio.status()?.unsaved === 1);
}
const ended = new Promise((done) => server.once("exit", done));
server.kill("SIGINT");
const loss = pictures ? /gone/ : /gone: 1 edit was not saved/;
for (const end = Date.now() + patience; Date.now() < end && !loss.test(await page.textContent("#note")); ) await page.waitForTimeout(50);
if (!loss.test(await page.textContent("#note"))) faults.push(`the page does not say what is lost: ${await page.textContent("#note")}`);
await ended;
if (!pictures && !/1 edit was not saved and lost/.test(printed())) faults.push(`the studio does not say what is lost: ${printed()}`);
await browser.close();
rmSync(folder, { recursive: true, force: true });
for (const fault of faults) console.log(fault);
console.log(`${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);
