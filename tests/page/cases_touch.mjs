// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Cases of the page: the pointer, arrows, several entries at once.
import assert from "node:assert/strict";
import { fill, nodeOf, pointAt, say, startPaused, status, until, waitExactly } from "./page_tools.mjs";

export const touchCases = (page) => ({
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

  async "a ball pushes the cloth"() {
    await startPaused(page);
    await say(page, { do: "set", path: "gravity", value: [0, 0, 0] });
    const index = 16 * 33 + 4, from = await nodeOf(page, "cloth", index);
    const at = await pointAt(page, from);
    await page.keyboard.press("b");
    await page.mouse.down();
    await page.mouse.move(at.x, at.y + 5, { steps: 2 });
    await say(page, { do: "step", count: 40 });
    await waitExactly(page, 40);
    await until(page, () => window.studio.view.names().includes("sight balls"));
    const pushed = await nodeOf(page, "cloth", index);
    assert.ok(Math.hypot(...pushed.map((x, k) => x - from[k])) > 0.04, `from ${from} to ${pushed}`);
    await page.mouse.up();
    await page.keyboard.press("b");
    await say(page, { do: "step" });
    await until(page, () => !window.studio.view.names().includes("sight balls"));
    await say(page, { do: "undo" });
  },

  async "a force is added with F, listed, and removed"() {
    await startPaused(page);
    await page.click('[data-tab="hands"]');
    for (const [k, value] of ["0", "0.4", "0"].entries()) await page.fill(`#hand_force_${k}`, value);
    await page.locator("#hand_force_2").press("Enter");
    await page.locator("#canvas").hover({ position: { x: 5, y: 300 } });
    await page.evaluate(() => document.activeElement.blur());
    await pointAt(page, await nodeOf(page, "cloth", 16 * 33 + 4));
    await page.keyboard.press("f");
    await page.locator("#hands button").filter({ hasText: "remove" }).waitFor();
    assert.deepEqual((await status(page)).forces[0].force, [0, 0.4, 0]);
    await until(page, () => window.studio.view.names().includes("sight held"));
    await page.click('#hands button:has-text("remove")');
    await until(page, () => window.studio.status().forces.length === 0);
    await page.click('[data-tab="inspector"]');
  },

  async "forces and contacts are shown as arrows"() {
    await startPaused(page);
    await say(page, { do: "step", count: 60 });
    await page.click("#view_tools summary");
    await page.check("#see_forces");
    await page.check("#see_contacts");
    await until(page, () => /forces up to .* N · contacts up to .* N/.test(document.getElementById("strengths").textContent));
    await page.uncheck("#see_forces");
    await page.uncheck("#see_contacts");
    await until(page, () => !window.studio.view.names().some((name) => name.startsWith("sight")));
    await page.click("#view_tools summary");
  },

  async "several entries of one kind are edited together"() {
    await startPaused(page);
    await page.click('#tree [data-path="parts.ball"]');
    await page.click('#tree [data-path="parts.ground"]', { modifiers: ["Control"] });
    await page.locator("#inspector p").filter({ hasText: "2 entries" }).waitFor();
    await fill(page, "parts.ball.friction", 0, "0.25");
    const frictions = (now) => now.parts.filter((part) => part.kind === "obstacle").map((part) => part.friction);
    await until(page, () => window.studio.scene().parts.filter((part) => part.friction === 0.25).length === 2);
    await page.click("#undo");
    await until(page, () => window.studio.scene().parts.every((part) => part.friction !== 0.25));
    assert.deepEqual(frictions(await page.evaluate(() => window.studio.scene())), [0.5, 0.5]);
  },
});
