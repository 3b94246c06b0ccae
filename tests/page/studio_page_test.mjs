// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The studio's page in a real browser against the real server:
//   node studio_page_test.mjs PROGRAM NODE_MODULES [FOLDER FOR SCREENSHOTS]
// Exit code 77 means skipped: no Chromium, no playwright-core, or a program without the page.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";

const [program, modules, pictures] = process.argv.slice(2);
const source = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const patience = 90000; // [ms] a loaded machine draws in software

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync) ?? process.env.SOUPLE_CHROMIUM;
if (!browserPath) skip("Chromium is not installed (tools/setup test)");
if (!existsSync(join(modules, "playwright-core"))) skip("playwright-core is missing (tools/setup page)");
const { chromium } = createRequire(join(resolve(modules), "x.js"))("playwright-core");

/** A folder like the project's: the scenes and some of their pictures. */
const folder = mkdtempSync(join(tmpdir(), "souple_page_"));
cpSync(join(source, "scenes"), join(folder, "scenes"), { recursive: true });
cpSync(join(source, "data"), join(folder, "data"), { recursive: true });
cpSync(join(source, "docs/gallery"), join(folder, "docs/gallery"), {
  recursive: true,
  filter: (name) => !/\.(mp4|md|json)$/.test(name) && (pictures || !/\.jpg$/.test(name) || /welcome|cloth_/.test(name)),
});

function startServer() {
  const server = spawn(resolve(program), ["studio", "--no-open", "scenes/welcome.json"], { cwd: folder });
  let text = "";
  return new Promise((done, fail) => {
    server.stdout.on("data", (piece) => {
      text += piece;
      const found = text.match(/http:\S+/);
      if (found) done({ server, address: found[0] });
    });
    server.stderr.on("data", (piece) => (text += piece));
    server.on("exit", () => (/built without/.test(text) ? skip("the program was built without its page") : fail(new Error(text))));
  });
}

const { server, address } = await startServer();
process.on("exit", () => server.kill());
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
const faults = [];

/** Waits until a function of the page is true; asked from outside, since the page's policy lets nothing be evaluated inside. */
async function until(page, isTrue, argument) {
  for (const end = Date.now() + patience; Date.now() < end; await page.waitForTimeout(50))
    if (await page.evaluate(isTrue, argument)) return;
  throw new Error(`waited in vain for ${isTrue}`);
}

async function openPage() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.setDefaultTimeout(patience);
  page.on("pageerror", (error) => faults.push(`error in the page: ${error}`));
  await page.goto(address);
  await until(page, () => window.studio?.status()?.open && window.studio.view.drawn > 1);
  return page;
}

const say = (page, order) => page.evaluate((what) => window.studio.connection.say(what), order);
const status = async (page) => (await say(page, { do: "status" })).status;
const waitStep = (page, step) => until(page, (n) => window.studio.frame()?.step >= n, step);
/** Waits until the frame on screen is of this step. */
const waitExactly = (page, step) => until(page, (n) => window.studio.frame()?.step === n, step);

/** Colours of the view, and how many different ones. */
const look = (page) =>
  page.evaluate(async () => {
    const image = new Image();
    image.src = window.studio.view.picture();
    await image.decode();
    const canvas = new OffscreenCanvas(320, 180);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0, 320, 180);
    const bytes = pen.getImageData(0, 0, 320, 180).data;
    const colours = new Set();
    for (let i = 0; i < bytes.length; i += 4) colours.add((bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2]);
    return { colours: colours.size, bytes: Array.from(bytes) };
  });

const nodeOf = (page, name, index) =>
  page.evaluate(([who, i]) => Array.from(window.studio.view.placesOf(who)).slice(3 * i, 3 * i + 3), [name, index]);
const meanHeight = (page) =>
  page.evaluate(() => {
    const places = window.studio.view.placesOf("cloth");
    let sum = 0;
    for (let i = 1; i < places.length; i += 3) sum += places[i];
    return (3 * sum) / places.length;
  });

async function fill(page, path, index, value) {
  const input = page.locator(`[data-path="${path}"] input`).nth(index);
  await input.fill(value);
  await input.press("Enter");
}

async function openScene(page, file) {
  await page.click("#browse");
  await page.fill("#filter", file);
  await page.click(`[data-file="${file}"]`);
  await until(page, (name) => window.studio.status()?.file.endsWith(name), file);
}

async function startPaused(page) {
  await say(page, { do: "pause" });
  await say(page, { do: "reset" });
  await waitExactly(page, 0);
}

const adaptive = "scenes/cloth/r12_net.json";
const page = await openPage();
const cases = {
  async "it opens and shows moving geometry"() {
    await startPaused(page);
    const before = await look(page);
    assert.ok(before.colours > 30, `only ${before.colours} colours: blank?`);
    await say(page, { do: "play" });
    await waitStep(page, 30);
    const after = await look(page);
    const changed = after.bytes.filter((byte, i) => Math.abs(byte - before.bytes[i]) > 8).length;
    assert.ok(changed > 500, `only ${changed} values of pixels changed`);
  },

  async "pause stops time"() {
    await say(page, { do: "reset" });
    await say(page, { do: "play" });
    await waitStep(page, 2);
    await page.click("#play");
    const first = (await status(page)).step;
    await page.waitForTimeout(400);
    assert.equal((await status(page)).step, first);
  },

  async "step advances exactly one"() {
    await startPaused(page);
    for (const expected of [1, 2, 3]) {
      await page.click("#step");
      await waitExactly(page, expected);
      assert.equal((await status(page)).step, expected);
    }
  },

  async "scrubbing goes back to what was"() {
    await startPaused(page);
    await say(page, { do: "step", count: 4 });
    const then = (await status(page)).hash;
    await say(page, { do: "step", count: 4 });
    await waitExactly(page, 8);
    await until(page, () => document.getElementById("scrub").max === "8");
    await page.locator("#scrub").fill("4");
    await waitExactly(page, 4);
    assert.equal((await status(page)).hash, then);
  },

  async "editing gravity changes the motion"() {
    await startPaused(page);
    const start = await meanHeight(page);
    await say(page, { do: "step", count: 24 });
    await waitExactly(page, 24);
    const fallen = start - (await meanHeight(page));
    await say(page, { do: "reset" });
    await waitExactly(page, 0);
    await page.click('#tree [data-path=""]');
    await fill(page, "gravity", 1, "0");
    await until(page, () => window.studio.scene().gravity?.[1] === 0);
    await say(page, { do: "step", count: 24 });
    await waitExactly(page, 24);
    const floated = start - (await meanHeight(page));
    assert.ok(fallen > 0.05 && Math.abs(floated) < 0.01 * fallen, `${fallen} m against ${floated} m`);
    await page.click("#undo");
    await until(page, () => window.studio.scene().gravity === undefined || window.studio.scene().gravity[1] !== 0);
  },

  async "a bad value shows the message of the schema and keeps the old one"() {
    await page.click('#tree [data-path=""]');
    const before = (await status(page)).revision;
    const input = page.locator('[data-path="duration"] input');
    const old = await input.inputValue();
    await fill(page, "duration", 0, "-2");
    const error = page.locator('[data-path="duration"] .error');
    await error.filter({ hasText: "duration" }).waitFor();
    assert.match(await error.textContent(), /-2|greater|above|positive/);
    assert.equal(await input.inputValue(), old);
    assert.equal((await status(page)).revision, before);
  },

  async "dragging a point moves it and releasing lets it go"() {
    await startPaused(page);
    await say(page, { do: "set", path: "gravity", value: [0, 0, 0] });
    const name = "cloth", index = 16 * 33 + 4;
    const from = await nodeOf(page, name, index);
    const at = await page.evaluate((p) => {
      const { camera } = window.studio.view;
      return window.studio.view.toScreen(camera.position.clone().fromArray(p));
    }, from);
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y - 60, { steps: 4 });
    await say(page, { do: "step", count: 60 });
    await waitExactly(page, 60);
    const pulled = await nodeOf(page, name, index);
    assert.ok(pulled[1] > from[1] + 0.05, `from ${from} to ${pulled}`);
    await page.mouse.up();
    await say(page, { do: "set", path: "gravity", value: [0, -9.81, 0] });
    await say(page, { do: "step", count: 60 });
    await waitExactly(page, 120);
    const fallen = await nodeOf(page, name, index);
    assert.ok(fallen[1] < pulled[1] - 0.05, `from ${pulled} to ${fallen}`);
    await say(page, { do: "undo" });
    await say(page, { do: "undo" });
  },

  async "colour by a quantity, wireframe, plots, state and help are shown"() {
    await startPaused(page);
    await say(page, { do: "step", count: 10 });
    await page.selectOption("#quantity", "speed");
    await until(page, () => !document.getElementById("legend").hidden);
    await page.check("#wireframe");
    await page.uncheck("#wireframe");
    await page.click('[data-tab="probes"]');
    await page.locator("#probes .plot").first().waitFor();
    await page.click('[data-tab="state"]');
    assert.equal(await page.locator("#state table").first().locator("tr").count(), 6);
    await page.click('[data-tab="inspector"]');
    await page.selectOption("#quantity", "");
    await page.click("#help");
    await page.locator("#helper button").click();
  },

  async "a second page sees the same world"() {
    await startPaused(page);
    const other = await openPage();
    await say(page, { do: "step", count: 7 });
    await waitExactly(other, 7);
    assert.equal((await status(other)).hash, (await status(page)).hash);
    assert.deepEqual(await nodeOf(other, "cloth", 40), await nodeOf(page, "cloth", 40));
    await other.close();
  },

  async "a scene saved and opened again gives the same hash"() {
    await say(page, { do: "set", path: "parts.ball.position", value: [0.1, 0.6, 0] });
    await startPaused(page);
    await say(page, { do: "step", count: 40 });
    const edited = (await status(page)).hash;
    page.once("dialog", (dialog) => dialog.accept("scenes/kept.json"));
    await page.click("#save");
    await until(page, () => /saved/.test(document.getElementById("note").textContent));
    await openScene(page, "scenes/kept.json");
    await startPaused(page);
    await say(page, { do: "step", count: 40 });
    assert.equal((await status(page)).hash, edited);
  },

  async "an adaptive cloth changes its triangle count on screen"() {
    await openScene(page, adaptive);
    await startPaused(page);
    const before = await page.evaluate(() => window.studio.view.triangles);
    await say(page, { do: "step", count: 60 });
    await waitExactly(page, 60);
    const after = await page.evaluate(() => window.studio.view.triangles);
    assert.ok(before > 0 && after > before, `${before} triangles, then ${after}`);
  },
};


for (const [name, run] of Object.entries(pictures ? {} : cases)) {
  const start = Date.now();
  try {
    await run();
    console.log(`good: ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    faults.push(`${name}: ${error.stack}`);
    console.log(`FAILED: ${name}: ${error.message}`);
  }
}

if (pictures) {
  const shoot = async (name) => page.screenshot({ path: join(pictures, `${name}.jpg`), type: "jpeg", quality: 62 });
  await openScene(page, "scenes/welcome.json");
  await waitStep(page, 150);
  await page.click('#tree [data-path="parts.cloth"]');
  await shoot("cloth");
  await page.selectOption("#quantity", "speed");
  await page.click('[data-tab="probes"]');
  await page.waitForTimeout(1500);
  await shoot("probes");
  await page.selectOption("#quantity", "");
  await openScene(page, "scenes/hair/s5_subdivision.json");
  await waitStep(page, 20);
  await page.click('[data-tab="inspector"]');
  await say(page, { do: "pause" });
  await page.click("#fit");
  await page.waitForTimeout(1500);
  await shoot("hair");
  await page.click("#browse");
  await page.fill("#filter", "");
  await page.waitForTimeout(3000);
  await shoot("scenes");
  await page.keyboard.press("Escape");
}

server.removeAllListeners("exit");
server.kill("SIGINT");
await until(page, () => /gone/.test(document.getElementById("note").textContent)).catch((error) => faults.push(`the page does not say that the studio has gone: ${error.message}`));
await browser.close();
rmSync(folder, { recursive: true, force: true });
for (const fault of faults) console.log(fault);
console.log(`${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);
