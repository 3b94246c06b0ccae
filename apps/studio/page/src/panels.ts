// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What surrounds the view: the tree of the scene, plots of probes, state, the scene browser and the help.
import { Answer, Status } from "./connection";
import { make } from "./controls";
import { lists } from "./inspector";
import { Shortcut, pointerHabits } from "./keys";

/** What the tree shows of its entries, and what happens when they are pointed at. */
export interface TreeState {
  chosen: string[]; // paths
  hidden: Set<string>; // parts that are not drawn
  choose: (path: string, more: boolean) => void;
  light: (part: string) => void; // empty: none
}

/** The tree: the scene itself, then the entries of its lists. */
export function showTree(nav: HTMLElement, scene: any, { chosen, hidden, choose, light }: TreeState): void {
  nav.replaceChildren();
  nav.onpointerleave = () => light(""); // an entry that is made anew under the pointer does not tell
  const add = (text: string, path: string, kind: string) => {
    const button = make("button", chosen.includes(path) ? "chosen" : "", text);
    const part = path.startsWith("parts.") ? text : "";
    button.classList.toggle("unseen", hidden.has(part));
    button.onpointerenter = () => light(part);
    button.onpointerleave = () => light("");
    button.title = kind ? `${text}: ${kind}` : text;
    button.dataset.path = path;
    button.onclick = (event) => choose(path, event.ctrlKey || event.shiftKey || event.metaKey);
    nav.append(button);
  };
  add("scene", "", "");
  for (const list of lists) {
    const entries = (scene[list] ?? []) as any[];
    if (entries.length === 0) continue;
    nav.append(make("h3", "", list));
    entries.forEach((entry, i) => {
      const name = entry.name || (list === "expect" ? `${entry.probe} ${entry.at ?? "end"}` : `${entry.kind ?? list} ${i}`);
      add(name, `${list}.${entry.name || i}`, entry.kind ?? "");
    });
  }
}

/** One small plot for each probe. */
export function showProbes(into: HTMLElement, answer: Answer): void {
  const probes = (answer.probes ?? []) as { name: string; unit: string; times: number[]; values: number[] }[];
  if (probes.length === 0) into.replaceChildren(make("p", "", "This scene has no probes."));
  while (into.children.length > probes.length) into.lastElementChild!.remove();
  probes.forEach((probe, i) => {
    let plot = into.children[i] as HTMLElement | undefined;
    if (!plot || !plot.classList.contains("plot")) {
      plot?.remove();
      plot = make("div", "plot");
      plot.append(make("div"), make("canvas"));
      into.append(plot);
    }
    const last = probe.values.at(-1);
    plot.firstElementChild!.textContent = `${probe.name}: ${last === undefined || last === null ? "-" : last.toPrecision(4)} ${probe.unit}`;
    drawPlot(plot.querySelector("canvas")!, probe.times, probe.values);
  });
}

function drawPlot(canvas: HTMLCanvasElement, times: number[], values: number[]): void {
  const width = (canvas.width = canvas.clientWidth || 290);
  const height = (canvas.height = canvas.clientHeight || 90);
  const pen = canvas.getContext("2d")!;
  const style = getComputedStyle(document.documentElement);
  const numbers = values.filter((value) => value !== null);
  if (numbers.length < 2) return;
  const low = numbers.reduce((a, b) => Math.min(a, b));
  const high = numbers.reduce((a, b) => Math.max(a, b));
  const span = high - low || 1;
  const length = times[times.length - 1] - times[0] || 1;
  pen.strokeStyle = style.getPropertyValue("--accent");
  pen.lineWidth = 1.5;
  pen.beginPath();
  values.forEach((value, i) => {
    if (value === null) return;
    pen.lineTo(4 + ((times[i] - times[0]) / length) * (width - 8), height - 6 - ((value - low) / span) * (height - 12));
  });
  pen.stroke();
  pen.fillStyle = style.getPropertyValue("--dim");
  pen.font = "10px system-ui";
  pen.fillText(high.toPrecision(3), 4, 10);
  pen.fillText(low.toPrecision(3), 4, height - 2);
  pen.textAlign = "right";
  pen.fillText(`${times[0].toPrecision(3)} to ${times[times.length - 1].toPrecision(3)} s`, width - 4, 10);
}

function table(rows: (string | HTMLElement)[][]): HTMLTableElement {
  const element = make("table");
  for (const cells of rows) {
    const row = element.insertRow();
    for (const cell of cells) row.insertCell().append(cell);
  }
  return element;
}

/** Expectations as they stand, what stages cost, and the hash. */
export function showState(into: HTMLElement, status: Status): void {
  const met = status.expectations.filter((one) => one.ok).length;
  const expectations = status.expectations.map((one) => [
    make("span", one.ok ? "ok" : status.finished ? "no" : "", one.ok ? "holds" : status.finished ? "fails" : "not yet"),
    `${one.name}: ${one.bound}`,
    one.value === null ? "-" : one.value.toPrecision(4),
  ]);
  const timings = Object.entries(status.timings).map(([stage, ms]) => [stage, `${ms.toFixed(3)} ms`]);
  into.replaceChildren(
    make("h4", "", `Expectations: ${met} of ${status.expectations.length} hold`), table(expectations),
    make("h4", "", "Stages of a step"), table(timings),
    make("h4", "", "State"), table([["step", String(status.step)], ["hash", status.hash], ["file", status.file]]),
  );
}

/** Every scene with its picture. */
export function showScenes(into: HTMLElement, scenes: any[], filter: string, open: (file: string) => void): void {
  into.replaceChildren();
  for (const scene of scenes) {
    if (!`${scene.title} ${scene.file}`.toLowerCase().includes(filter.toLowerCase())) continue;
    const card = make("button");
    card.dataset.file = scene.file;
    if (scene.picture) {
      const picture = make("img");
      picture.src = scene.picture;
      picture.alt = "";
      picture.loading = "lazy";
      card.append(picture);
    } else {
      card.append(make("div", "blank"));
    }
    card.append(make("span", "", scene.title), make("small", "", scene.file));
    card.onclick = () => open(scene.file);
    into.append(card);
  }
  if (into.children.length === 0) into.append(make("p", "", "No scene of that name under this folder."));
}

export function showHelp(dialog: HTMLDialogElement, shortcuts: Shortcut[]): void {
  const close = make("button", "", "Close");
  close.onclick = () => dialog.close();
  const header = make("header");
  header.append(make("h2", "", "Keys and pointer"), close);
  const columns = make("div", "columns");
  columns.append(table(pointerHabits), table(shortcuts.map((one) => [make("kbd", "", one.shown), one.does])));
  dialog.replaceChildren(header, columns);
  dialog.showModal();
}
