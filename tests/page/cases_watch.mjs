// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Cases of the page: watching and tuning.
import assert from "node:assert/strict";
import { fill, look, meanHeight, say, startPaused, status, until, waitExactly, waitStep } from "./page_tools.mjs";

export const watchCases = (page) => ({
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
});
