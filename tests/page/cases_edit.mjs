// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Cases of the page: lists and kinds in the inspector, keys, what is chosen and hidden.
import assert from "node:assert/strict";
import { choose, fill, nodeOf, openScene, pointAt, say, startPaused, status, unfold, until, waitExactly } from "./page_tools.mjs";

const bodies = () => window.studio.scene().parts.find((part) => part.name === "things")?.bodies;

/** The heap at its start, with its first body unfolded in the inspector. */
async function openHeap(page) {
  await openScene(page, "scenes/rigid/heap.json");
  await startPaused(page);
  await page.click('#tree [data-path="parts.things"]');
  await unfold(page, "parts.things.bodies", "parts.things.bodies.0", "parts.things.bodies.0.shape");
}

export const editCases = (page) => ({
  async "values in lists are edited with their unit, range and help"() {
    await openHeap(page);
    const radius = page.locator('[data-path="parts.things.bodies.0.shape.radius"]');
    assert.match(await radius.textContent(), /m.*sphere.*> 0/i);
    await fill(page, "parts.things.bodies.0.shape.radius", 0, "0.1");
    await until(page, () => window.studio.scene().parts.find((part) => part.name === "things").bodies[0].shape.radius === 0.1);
    await fill(page, "parts.things.bodies.0.shape.radius", 0, "-1");
    await radius.locator(".error").filter({ hasText: "radius" }).waitFor();
    assert.equal(await radius.locator("input").inputValue(), "0.1");
  },

  async "entries of a list are added, changed in kind, and removed"() {
    await openHeap(page);
    const count = (await page.evaluate(bodies)).length;
    await fill(page, "parts.things.bodies.0.shape.radius", 0, "0.1"); // and still 0.1 when the list is sent with one more
    await page.click('#inspector button.add:has-text("add to bodies")');
    await until(page, (n) => window.studio.scene().parts.find((part) => part.name === "things").bodies.length === n + 1, count);
    assert.equal((await page.evaluate(bodies))[0].shape.radius, 0.1);
    await choose(page, '[data-path="parts.things.bodies.0.shape.kind"] select', "box");
    await until(page, () => window.studio.scene().parts.find((part) => part.name === "things").bodies[0].shape.kind === "box");
    await page.locator('[data-path="parts.things.bodies.0.shape.size"] input').first().waitFor(); // it is still unfolded
    await page.click('#inspector [data-group="parts.things.bodies.0"] button.remove');
    await until(page, (n) => window.studio.scene().parts.find((part) => part.name === "things").bodies.length === n, count);
    for (let i = 0; i < 3; i++) await page.click("#undo");
    await until(page, (n) => window.studio.scene().parts.find((part) => part.name === "things").bodies.length === n, count);
    await until(page, () => window.studio.scene().parts.find((part) => part.name === "things").bodies[0].shape.kind === "sphere");
  },

  async "rows of a list are edited cell by cell, added and removed"() {
    await openScene(page, "scenes/crowd/rimea_6_corner.json");
    await startPaused(page);
    await page.click('#tree [data-path="parts.people"]');
    await unfold(page, "parts.people.ground");
    const field = page.locator('[data-path="parts.people.ground.outline"]');
    const outline = () => window.studio.scene().parts.find((part) => part.name === "people").ground.outline;
    const first = await page.evaluate(outline);
    assert.equal(await field.locator(".row").count(), first.length);
    const cell = field.locator(".row").nth(0).locator("input").nth(0);
    await cell.fill("-0.5");
    await cell.press("Enter");
    await until(page, () => window.studio.scene().parts.find((part) => part.name === "people").ground.outline[0][0] === -0.5);
    assert.deepEqual((await page.evaluate(outline)).slice(1), first.slice(1));
    await cell.fill("far");
    await cell.press("Enter");
    await field.locator(".error").filter({ hasText: "outline" }).waitFor();
    assert.equal(await cell.inputValue(), "-0.5");
    await field.locator("button.add").click(); // a row to be written: nothing is sent before
    assert.equal(await field.locator(".row").count(), first.length + 1);
    const [x, y] = [0, 1].map((k) => field.locator(".row").nth(first.length).locator("input").nth(k));
    await x.fill("-0.25");
    await x.press("Enter");
    await until(page, (n) => window.studio.scene().parts.find((part) => part.name === "people").ground.outline.length === n, first.length + 1);
    assert.deepEqual((await page.evaluate(outline)).at(-1), [-0.25, first.at(-1)[1]]);
    await y.fill("1");
    await y.press("Enter");
    await until(page, (n) => window.studio.scene().parts.find((part) => part.name === "people").ground.outline[n][1] === 1, first.length);
    await field.locator("button.remove").nth(first.length).click();
    await until(page, (n) => window.studio.scene().parts.find((part) => part.name === "people").ground.outline.length === n, first.length);
    await field.locator("button.remove").nth(4).click();
    await until(page, (n) => window.studio.scene().parts.find((part) => part.name === "people").ground.outline.length === n, first.length - 1);
    assert.equal(await field.locator(".row").count(), first.length - 1);
  },

  async "a value is found by a word"() {
    await page.fill("#inspector .find", "friction");
    const shown = await page.locator("#inspector .field:visible").count();
    assert.ok(shown > 0 && shown < 40, `${shown} fields`);
    await page.fill("#inspector .find", "");
    assert.ok((await page.locator("#inspector .field:visible").count()) > shown);
  },

  async "what a scene hides is hidden, and its camera is taken"() {
    await openScene(page, "scenes/rigid/heap.json");
    await until(page, () => {
      const { view } = window.studio;
      const shapes = [...view.shapes.values()];
      const hidden = (part) => shapes.filter((shape) => shape.part === part).every((shape) => !shape.object.visible);
      return hidden("front") && !hidden("back") && Math.abs(view.camera.position.x - 2.2) < 1e-6;
    });
  },

  async "a click chooses a part, H hides it and Alt H shows it again"() {
    await openScene(page, "scenes/welcome.json");
    await startPaused(page);
    await pointAt(page, await nodeOf(page, "cloth", 16 * 33 + 4));
    await page.mouse.down();
    await page.mouse.up();
    await page.locator('#tree [data-path="parts.cloth"].chosen').waitFor();
    assert.equal((await status(page)).step, 0);
    await page.mouse.move(5, 400);
    await page.locator('#tree [data-path="parts.cloth"]').hover();
    const light = () => [...window.studio.view.shapes.values()].find((shape) => shape.part === "cloth").object.material.emissive.getHex();
    await until(page, light);
    await page.mouse.move(600, 300);
    assert.equal(await page.evaluate(light), 0);
    const visible = () => [...window.studio.view.shapes.values()].find((shape) => shape.part === "cloth").object.visible;
    await page.keyboard.press("h");
    await until(page, () => ![...window.studio.view.shapes.values()].find((shape) => shape.part === "cloth").object.visible);
    await page.keyboard.press("Alt+h");
    await until(page, visible);
  },

  async "keys go through time and around the world"() {
    await startPaused(page);
    for (const step of [1, 2, 3]) {
      await page.keyboard.press("ArrowRight");
      await waitExactly(page, step);
      await until(page, (n) => window.studio.status().step === n, step);
    }
    await page.keyboard.press("ArrowLeft");
    await waitExactly(page, 2);
    await until(page, () => window.studio.status().step === 2);
    await page.keyboard.press("Shift+ArrowRight");
    await waitExactly(page, 3);
    await page.keyboard.press("Shift+ArrowLeft");
    await waitExactly(page, 0);
    const way = () => window.studio.view.camera.getWorldDirection(window.studio.view.camera.position.clone()).toArray();
    for (const [key, axis, sign] of [["1", 2, -1], ["3", 0, -1], ["7", 1, -1], ["Control+7", 1, 1]]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(100);
      const along = await page.evaluate(way);
      assert.ok(sign * along[axis] > 0.99, `${key} looks along ${along}`);
    }
    await page.keyboard.press("Home");
    for (const [key, id] of [["t", "tree"], ["n", "panel"]]) {
      await page.keyboard.press(key);
      assert.equal(await page.locator(`#${id}`).isVisible(), false);
      await page.keyboard.press(key);
      assert.equal(await page.locator(`#${id}`).isVisible(), true);
    }
  },

  async "dark and light differ, and both are kept"() {
    const theme = () => page.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor, localStorage.getItem("theme")]);
    const first = await theme();
    await page.click("#theme");
    const second = await theme();
    assert.notEqual(first[0], second[0]);
    assert.notEqual(first[1], second[1]);
    assert.equal(second[2], second[0]);
    await page.click("#theme");
  },
});
