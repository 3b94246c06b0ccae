// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Cases of the page: the process that simulates dies, the page stays.
import assert from "node:assert/strict";
import { nodeOf, openScene, say, simulation, startPaused, status, until, waitExactly } from "./page_tools.mjs";

const told = () => document.getElementById("process").textContent;

/** Kills the simulation until the server starts it no more. */
async function killUntilDown(page) {
  for (let killed; !/not started again/.test(await page.evaluate(told)); await page.waitForTimeout(50)) {
    const alive = simulation();
    if (alive && alive !== killed) process.kill((killed = alive), "SIGKILL");
  }
}

export const processCases = (page) => ({
  async "a simulation that is killed is opened again with its edits, and the page says so"() {
    await openScene(page, "scenes/welcome.json");
    await startPaused(page);
    await say(page, { do: "set", path: "gravity", value: [0, -7, 0] });
    await say(page, { do: "step", count: 30 });
    await waitExactly(page, 30);
    const at = await nodeOf(page, "cloth", 4);
    assert.equal((await say(page, { do: "pin", structure: "cloth", node: 0, at })).ok, true);
    await until(page, () => window.studio.status().held.length === 1);
    const held = (await status(page)).held;
    await page.selectOption("#quantity", "speed");
    await page.waitForTimeout(1500); // a state is kept every second
    process.kill(simulation(), "SIGKILL");
    await until(page, () => /signal 9.*open again/.test(document.getElementById("process").textContent));
    const now = await status(page);
    assert.equal(now.step, 30);
    assert.equal(now.unsaved, 2);
    assert.deepEqual(now.held, held);
    await until(page, () => window.studio.scene().gravity?.[1] === -7);
    await say(page, { do: "step", count: 5 });
    await waitExactly(page, 35);
    assert.deepEqual((await status(page)).held, held);
    await until(page, () => !document.getElementById("legend").hidden); // and coloured as before
    await page.selectOption("#quantity", "");
    await page.click("#process button");
    assert.equal(await page.locator("#process").isVisible(), false);
  },

  async "a simulation that dies again and again stays away until it is asked for"() {
    await killUntilDown(page);
    await page.click("#save", { trial: true }); // the page still answers
    page.once("dialog", (dialog) => dialog.accept("scenes/rescued.json"));
    await page.click("#save");
    await until(page, () => /saved/.test(document.getElementById("note").textContent));
    await page.click('#process button:has-text("Start again")');
    await until(page, () => /open again/.test(document.getElementById("process").textContent));
    await page.click("#process button");
    await openScene(page, "scenes/rescued.json");
    await until(page, () => window.studio.scene().gravity?.[1] === -7);
    assert.equal((await status(page)).held.length, 1);
    await openScene(page, "scenes/welcome.json");
  },
});
