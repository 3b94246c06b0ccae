// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The real server, a real browser, and what cases of the page ask of them.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";

const [program, modules] = process.argv.slice(2);
/** Where screenshots go; without it the cases are run. */
export const pictures = process.argv[4];
const source = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const patience = 90000; // [ms] a loaded machine draws in software

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync) ?? process.env.SOUPLE_CHROMIUM;
if (!browserPath) skip("Chromium is not installed (tools/setup test)");
if (!existsSync(join(modules, "playwright-core"))) skip("playwright-core is missing (tools/setup page)");
const { chromium } = createRequire(join(resolve(modules), "x.js"))("playwright-core");

/** A folder like the project's: the scenes and some of their pictures. */
export const folder = mkdtempSync(join(tmpdir(), "souple_page_"));
cpSync(join(source, "scenes"), join(folder, "scenes"), { recursive: true });
cpSync(join(source, "data"), join(folder, "data"), { recursive: true });
cpSync(join(source, "docs/gallery"), join(folder, "docs/gallery"), {
  recursive: true,
  filter: (name) => !/\.(mp4|md|json)$/.test(name) && (pictures || !/\.jpg$/.test(name) || /welcome|cloth_/.test(name)),
});

let said = "";
/** What the server has printed so far. */
export const printed = () => said;
function startServer() {
  const server = spawn(resolve(program), ["studio", "--no-open", "scenes/welcome.json"], { cwd: folder });
  let text = "";
  server.stdout.on("data", (piece) => (said += piece));
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

export const { server, address } = await startServer();
process.on("exit", () => server.kill());
export const browser = await chromium.launch({
  executablePath: browserPath,
  args: ["--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});
export const faults = [];

/** Waits until a function of the page is true; asked from outside, since the page's policy lets nothing be evaluated inside. */
export async function until(page, isTrue, argument) {
  for (const end = Date.now() + patience; Date.now() < end; await page.waitForTimeout(50))
    if (await page.evaluate(isTrue, argument)) return;
  throw new Error(`waited in vain for ${isTrue}`);
}

export async function openPage() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.setDefaultTimeout(patience);
  page.on("pageerror", (error) => faults.push(`error in the page: ${error}`));
  await page.goto(address);
  await until(page, () => window.studio?.status()?.open && window.studio.view.drawn > 1);
  return page;
}

export const say = (page, order) => page.evaluate((what) => window.studio.connection.say(what), order);
export const status = async (page) => (await say(page, { do: "status" })).status;
export const waitStep = (page, step) => until(page, (n) => window.studio.frame()?.step >= n, step);
/** Waits until the frame on screen is of this step. */
export const waitExactly = (page, step) => until(page, (n) => window.studio.frame()?.step === n, step);

/** Colours of the view, and how many different ones. */
export const look = (page) =>
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

export const nodeOf = (page, name, index) =>
  page.evaluate(([who, i]) => Array.from(window.studio.view.placesOf(who)).slice(3 * i, 3 * i + 3), [name, index]);
export const meanHeight = (page) =>
  page.evaluate(() => {
    const places = window.studio.view.placesOf("cloth");
    let sum = 0;
    for (let i = 1; i < places.length; i += 3) sum += places[i];
    return (3 * sum) / places.length;
  });

/** Chooses an option. Of a control that is made again meanwhile Playwright 1.48 says that it has chosen nothing, and no more. */
export async function choose(page, selector, value) {
  while (!(await page.selectOption(selector, value)).includes(value)) await page.waitForTimeout(50);
}

/** Writes a value and sends it. A control that is made again in between takes what was written with it: then once more. */
export async function fill(page, path, index, value) {
  for (;;) {
    const input = await page.locator(`[data-path="${path}"] input`).nth(index).elementHandle();
    try {
      await input.fill(value);
      await input.press("Enter");
      return;
    } catch (error) {
      if (!error.message.includes("not attached")) throw error;
    }
  }
}

/** Opens groups of the inspector, each inside the one before, unless they are open. */
export async function unfold(page, ...paths) {
  for (const path of paths) {
    const group = page.locator(`#inspector [data-group="${path}"]`);
    await group.waitFor();
    if (!(await group.evaluate((details) => details.open))) await group.locator("> summary").click();
  }
}

export async function openScene(page, file) {
  await page.click("#browse");
  await page.fill("#filter", file);
  const { unsaved, revision } = await status(page);
  const edited = unsaved > 0;
  await until(page, (asked) => (window.studio.status().unsaved > 0) === asked, edited);
  await page.click(`[data-file="${file}"]`);
  if (edited) await page.click('#asker [value="drop"]');
  // opened and played, which are two orders: what a case says next must not come between them
  const isPlayed = ([name, before]) => {
    const now = window.studio.status();
    return now.file.endsWith(name) && now.revision > before && (now.playing || now.finished);
  };
  await until(page, isPlayed, [file, revision]);
}

export async function startPaused(page) {
  await say(page, { do: "pause" });
  await say(page, { do: "reset" });
  await waitExactly(page, 0);
}

/** The process that simulates for the server; nothing while there is none. */
export function simulation() {
  for (const task of readdirSync(`/proc/${server.pid}/task`)) {
    const [child] = readFileSync(`/proc/${server.pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean);
    if (child) return Number(child);
  }
}

/** Answers the next question of the page. */
export const reply = (page, text) => page.once("dialog", (dialog) => dialog.accept(text));

/** The pointer on a place of the world. */
export async function pointAt(page, place) {
  const at = await page.evaluate((p) => window.studio.view.toScreen(window.studio.view.camera.position.clone().fromArray(p)), place);
  await page.mouse.move(at.x, at.y);
  return at;
}

/** Polylines of an OBJ file that are hairs. */
function readHairs(file) {
  const points = [[0, 0, 0]], hairs = [];
  let name = "";
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [word, ...rest] = line.split(" ");
    if (word === "o") name = rest.join(" ");
    if (word === "v") points.push(rest.map(Number));
    if (word === "l" && name.endsWith("_hairs")) hairs.push(rest.map((index) => points[Number(index)]));
  }
  return hairs;
}

/** [m] from a place to a polyline. */
function distanceTo(line, place) {
  let least = Infinity;
  for (let i = 0; i + 1 < line.length; i++) {
    const [a, b] = [line[i], line[i + 1]];
    const along = b.map((x, k) => x - a[k]), way = place.map((x, k) => x - a[k]);
    const dot = (u, v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    const share = Math.min(1, Math.max(0, dot(way, along) / (dot(along, along) || 1)));
    least = Math.min(least, Math.hypot(...way.map((x, k) => x - share * along[k])));
  }
  return least;
}

/** For each hair of C++, against the one of the page with the same root (they may be listed in another order): how far its points are from the page's hair at most, and end from end [m]. Exports
 *  give all hairs as many points, evenly along them: they lie on the hair as it was. */
export async function hairDifferences(page, count) {
  await say(page, { do: "checkpoint", file: "out/hair.checkpoint" });
  await say(page, { do: "return", file: "out/hair.checkpoint" }); // the past is this moment alone
  const answer = await say(page, { do: "export", file: "out/hair.rec", overwrite: true });
  assert.equal(answer.ok, true, answer.error);
  const words = ["export", "out/hair.rec", "-o", "out/hair.obj", "--hairs", count, "--hair-points", 10000]; // all they have
  execFileSync(resolve(program), words.map(String), { cwd: folder });
  const step = (await status(page)).step;
  await waitExactly(page, step);
  const grown = await page.evaluate(() => {
    const view = window.studio.view;
    const name = view.names().find((one) => view.grownHair(one));
    const { points, positions } = view.grownHair(name);
    return { points, positions: Array.from(positions) };
  });
  const [file] = readdirSync(join(folder, "out")).filter((name) => /^hair.*\.obj$/.test(name)); // with its number
  const hairs = readHairs(join(folder, "out", file));
  assert.equal(grown.positions.length, 3 * grown.points * hairs.length, "as many hairs in the page as in C++");
  const place = (index) => grown.positions.slice(3 * index, 3 * index + 3);
  const apart = (a, b) => Math.hypot(...a.map((x, k) => x - b[k]));
  const own = hairs.map((_, h) => Array.from({ length: grown.points }, (_, i) => place(h * grown.points + i)));
  const difference = (hair, other) =>
    Math.max(apart(other[0], hair[0]), apart(other.at(-1), hair.at(-1)), ...hair.map((at) => distanceTo(other, at)));
  return hairs.map((hair) => {
    const roots = own.map((other) => apart(other[0], hair[0]));
    return difference(hair, own[roots.indexOf(Math.min(...roots))]);
  });
}
