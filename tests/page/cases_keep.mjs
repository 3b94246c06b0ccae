// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Cases of the page: other scenes, hair, files, recordings, lost connections.
import assert from "node:assert/strict";
import { hairDifferences, nodeOf, openPage, openScene, reply, say, startPaused, status, until, waitExactly } from "./page_tools.mjs";

const adaptive = "scenes/cloth/r12_net.json";

export const keepCases = (page) => ({
  async "a second page sees the same world"() {
    await startPaused(page);
    const other = await openPage();
    await say(page, { do: "step", count: 7 });
    await waitExactly(other, 7);
    assert.equal((await status(other)).hash, (await status(page)).hash);
    assert.deepEqual(await nodeOf(other, "cloth", 40), await nodeOf(page, "cloth", 40));
    await other.close();
  },

  async "hairs grown in the page are those of C++"() {
    await openScene(page, "scenes/hair/s13_twist.json");
    await startPaused(page);
    for (const rule of ["axes", "angle", "barycentric"]) {
      await say(page, { do: "set", changes: [{ path: "parts.hair.hairs.hairs", value: 100 }, { path: "parts.hair.hairs.rule", value: rule }] });
      await say(page, { do: "step", count: 9 });
      const far = await hairDifferences(page, 100);
      assert.equal(far.length, 100);
      assert.ok(Math.max(...far) < 1e-5, `${rule}: a hair is ${Math.max(...far)} m from its place`);
    }
    await openScene(page, "scenes/hair/s12_split.json");
    await startPaused(page);
    await say(page, { do: "set", path: "parts.hair.hairs.hairs", value: 100 });
    await say(page, { do: "step", count: 85 });
    const far = await hairDifferences(page, 100);
    const close = far.filter((distance) => distance < 1e-5).length; // C++ lifts others out of the balls
    assert.ok(close > 50, `of ${far.length} hairs of two halves only ${close} are where they should be`);
  },

  async "bodies of one part are told apart unless it has a colour, and the ground goes on"() {
    await openScene(page, "scenes/rigid/stack.json");
    await startPaused(page);
    const look = () =>
      page.evaluate(() => {
        const shapes = [...window.studio.view.shapes.values()];
        const { object } = shapes.find((shape) => shape.colours);
        const width = shapes.find((shape) => shape.endless).bounds().max.x;
        const rgb = Array.from(object.instanceColor.array.slice(0, 3 * object.count));
        return { rgb, count: object.count, reach: width / window.studio.view.size };
      });
    const colours = ({ rgb, count }) => new Set(Array.from({ length: count }, (_, i) => rgb.slice(3 * i, 3 * i + 3).join(" "))).size;
    const own = await look();
    assert.equal(colours(own), Math.min(own.count, 8));
    assert.ok(own.reach > 100, `the ground ends ${own.reach} times as far away as what stands on it is large`);
    const part = await page.evaluate(() => [...window.studio.view.shapes.values()].find((shape) => shape.colours).part);
    await page.evaluate((name) => window.studio.view.setLooks([{ name, look: { colour: [1, 0, 0] } }]), part);
    assert.equal(colours(await look()), 1, "its colour is stronger");
    await page.evaluate(() => window.studio.view.setLooks([]));
    assert.deepEqual((await look()).rgb, own.rgb);
  },

  async "zones of oriented particles and cells of crowds are shown"() {
    await openScene(page, "scenes/oriented/f0_20_objects_collide.json");
    await say(page, { do: "pause" });
    await page.click("#view_tools summary");
    await page.check("#see_zones");
    await page.check("#see_rest");
    await until(page, () => ["sight zones", "sight rest"].every((name) => window.studio.view.names().includes(name)));
    await page.uncheck("#see_zones");
    await page.uncheck("#see_rest");
    await openScene(page, "scenes/crowd/e5_corridor.json");
    await say(page, { do: "pause" });
    const cells = () => {
      const shapes = [...window.studio.view.shapes.values()].filter((shape) => shape.name.endsWith("_cells"));
      return shapes.length > 0 && shapes.every((shape) => shape.object.visible && shape.object.material.vertexColors);
    };
    await until(page, cells);
    await page.uncheck("#see_cells");
    assert.equal(await page.evaluate(cells), false);
    await page.check("#see_cells");
    await page.click("#view_tools summary");
  },

  async "the past is exported and played as a recording"() {
    await openScene(page, "scenes/welcome.json");
    await startPaused(page);
    await say(page, { do: "step", count: 12 });
    await waitExactly(page, 12);
    reply(page, "out/past.rec");
    await page.selectOption("#keep", "export");
    await until(page, () => /exported 4 frames/.test(document.getElementById("note").textContent));
    page.once("dialog", async (name) => { // the same name again: the page asks before it is overwritten
      page.once("dialog", (question) => (assert.match(question.message(), /past.rec would be overwritten. Overwrite/), question.dismiss()));
      await name.accept("out/past.rec");
    });
    await page.selectOption("#keep", "export");
    await until(page, () => /would be overwritten/.test(document.getElementById("note").textContent));
    page.once("dialog", async (name) => {
      page.once("dialog", (question) => question.accept());
      await name.accept("out/past.rec");
    });
    await page.selectOption("#keep", "export");
    await until(page, () => /exported 4 frames/.test(document.getElementById("note").textContent));
    const last = await nodeOf(page, "cloth", 500);
    await say(page, { do: "open", scene: "out/past.rec", drop_edits: true });
    await until(page, () => window.studio.status()?.recording);
    await say(page, { do: "seek", step: 3 });
    await waitExactly(page, 3);
    await until(page, () => (window.studio.view.placesOf("cloth")?.length ?? 0) > 0);
    const shown = await nodeOf(page, "cloth", 500);
    assert.ok(shown.every((x, k) => Math.abs(x - last[k]) < 1e-5), `${shown} against ${last}`);
    assert.match((await say(page, { do: "set", path: "gravity", value: [0, 0, 0] })).error, /recording/);
    await openScene(page, "scenes/welcome.json");
  },

  async "a checkpoint is kept and returned to, and a film is made"() {
    await startPaused(page);
    await say(page, { do: "step", count: 5 });
    const then = (await status(page)).hash;
    reply(page, "out/then.checkpoint");
    await page.selectOption("#keep", "checkpoint");
    await until(page, () => /kept/.test(document.getElementById("note").textContent));
    await page.selectOption("#keep", "film");
    await say(page, { do: "step", count: 5 });
    await waitExactly(page, 10);
    await until(page, () => window.studio.film.bytes > 1000);
    const [file] = await Promise.all([page.waitForEvent("download"), page.selectOption("#keep", "film")]);
    assert.equal(file.suggestedFilename(), "souple.webm");
    assert.ok((await page.evaluate(() => window.studio.film.last)) > 1000);
    reply(page, "out/then.checkpoint");
    await page.selectOption("#keep", "return");
    await waitExactly(page, 5);
    assert.equal((await status(page)).hash, then);
  },

  async "a connection that is cut comes back and the world has gone on"() {
    await startPaused(page);
    await say(page, { do: "step", count: 3 });
    await page.evaluate(() => window.studio.connection.socket.close());
    await until(page, () => /gone/.test(document.getElementById("note").textContent));
    await until(page, () => document.getElementById("note").textContent === "connected");
    assert.equal((await status(page)).step, 3);
    await waitExactly(page, 3);
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

  async "opening a scene asks about edits that are not saved"() {
    await openScene(page, "scenes/welcome.json");
    await startPaused(page);
    await say(page, { do: "set", path: "gravity", value: [0, -4, 0] });
    await until(page, () => /1 edit not saved/.test(document.getElementById("unsaved").textContent));
    await page.click("#browse");
    await page.fill("#filter", adaptive);
    await page.click(`[data-file="${adaptive}"]`);
    await page.click('#asker [value="stay"]');
    assert.ok((await status(page)).file.endsWith("welcome.json"));
    await page.click("#browse");
    await page.click(`[data-file="${adaptive}"]`);
    page.once("dialog", (dialog) => dialog.accept("scenes/edited.json"));
    await page.click('#asker [value="save"]');
    await until(page, (file) => window.studio.status().file.endsWith(file), adaptive);
    await openScene(page, "scenes/edited.json");
    await until(page, () => window.studio.scene().gravity?.[1] === -4);
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
});
