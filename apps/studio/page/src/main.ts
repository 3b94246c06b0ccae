// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The studio's page: buttons, keys and panels around the view, all of them orders to the simulator.
import "./app.css";
import { Answer, Connection, Status } from "./connection";
import { Frame } from "./frame";
import { Schema, showFields } from "./inspector";
import { showHelp, showProbes, showScenes, showState, showTree } from "./panels";
import { SceneView } from "./scene_view";
import { Touching } from "./touching";

const get = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const connection = new Connection();
const view = new SceneView(get<HTMLCanvasElement>("canvas"));
const touching = new Touching(view, connection, get("hover"), note);
let schema: Schema = {};
let scene: any = {};
let status: Status | undefined;
let revision = -1;
let file = "";
let chosen = "";
let tab = "inspector";
let frames = 0;
let scrubbing = false;
let lastFrame: Frame | undefined;

function note(text: string, bad = false): void {
  get("note").textContent = text;
  get("note").className = bad ? "bad" : "";
}

async function order(what: Record<string, unknown>): Promise<Answer> {
  const answer = await connection.say(what);
  if (!answer.ok) note(answer.error ?? "refused", true);
  return answer;
}

// --- the scene and its inspector ---

async function setValue(path: string, value: unknown): Promise<Answer> {
  const answer = await connection.say({ do: "set", path, value });
  if (answer.ok) note(answer.restarted ? `${path} changed: the run starts again` : `${path} changed while it runs`);
  else note(answer.error ?? "refused", true);
  return answer;
}

function choose(path: string): void {
  chosen = path;
  showTree(get("tree"), scene, chosen, choose);
  showInspector();
}

function entryAt(path: string): { schema: Schema; value: any } {
  if (path === "") return { schema, value: scene };
  const [list, ...name] = path.split(".");
  const key = name.join(".");
  const entries = (scene[list] ?? []) as any[];
  const value = entries.find((entry) => entry.name === key) ?? entries[Number(key)];
  return { schema: schema.properties?.[list]?.items ?? {}, value };
}

function showInspector(): void {
  const panel = get("inspector");
  const { schema: own, value } = entryAt(chosen);
  panel.replaceChildren();
  if (value === undefined) return;
  showFields(panel, own, value, chosen, setValue);
}

async function readScene(): Promise<void> {
  const answer = await connection.say({ do: "scene" });
  if (!answer.ok) return;
  scene = answer.scene;
  // a field that is being edited keeps its place: values are shown again when another entry is chosen
  if (!get("inspector").contains(document.activeElement) || document.activeElement === document.body) choose(chosen);
  else showTree(get("tree"), scene, chosen, choose);
}

// --- what comes from the simulator ---

connection.onFrame = (frame) => {
  lastFrame = frame;
  frames++;
  view.show(frame);
  offerQuantities(frame);
  const ramp = view.ramp;
  const known = ramp.quantity !== "" && ramp.high >= ramp.low;
  get("legend").hidden = !known;
  if (known) get("legend").innerHTML = `${ramp.quantity} ${ramp.low.toPrecision(3)}<i></i>${ramp.high.toPrecision(3)} ${ramp.unit}`;
};

connection.onStatus = (next) => {
  status = next;
  if (next.open && next.file !== file) {
    file = next.file;
    chosen = "";
    view.clear();
    connection.show(view.ramp.quantity);
  }
  if (next.revision !== revision) {
    revision = next.revision;
    if (next.open) void readScene();
  }
  if (next.open) showStatus(next);
};

connection.onState = (connected) => {
  note(connected ? "connected" : "the studio is gone: edits that were not saved are lost; trying again", !connected);
  revision = -1;
  file = "";
  if (connected) connection.show(view.ramp.quantity);
};

function showStatus(now: Status): void {
  get("title").textContent = get("title").title = now.title;
  get("play").textContent = now.playing ? "Pause" : "Play";
  get("clock").textContent = `${now.time.toFixed(3)} s · ${now.step}`;
  get<HTMLButtonElement>("undo").disabled = now.undo === 0;
  get<HTMLButtonElement>("redo").disabled = now.redo === 0;
  get<HTMLSelectElement>("speed").value = String(now.speed);
  const scrub = get<HTMLInputElement>("scrub");
  scrub.min = String(now.past[0]);
  scrub.max = String(Math.max(now.past[1], now.step));
  if (!scrubbing) scrub.value = String(now.step);
  view.showHeld(now.held);
  if (now.trouble) note(now.trouble, true);
  if (tab === "state") showState(get("state"), now);
}

function offerQuantities(frame: Frame): void {
  const select = get<HTMLSelectElement>("quantity");
  const names = [...new Set(frame.structures.flatMap((one) => one.quantities))].sort();
  if (names.join() === [...select.options].slice(1).map((option) => option.value).join()) return;
  const now = select.value;
  select.replaceChildren(new Option("plain", ""), ...names.map((name) => new Option(name, name)));
  select.value = names.includes(now) ? now : "";
}

// --- buttons and keys ---

async function openBrowser(): Promise<void> {
  const answer = await order({ do: "scenes" });
  const show = () => showScenes(get("cards"), answer.scenes ?? [], get<HTMLInputElement>("filter").value, openScene);
  get<HTMLInputElement>("filter").oninput = show;
  show();
  get<HTMLDialogElement>("browser").showModal();
}

async function openScene(name: string): Promise<void> {
  get<HTMLDialogElement>("browser").close();
  note(`opening ${name}`);
  const answer = await order({ do: "open", scene: name });
  if (!answer.ok) return;
  note(`opened ${name}`);
  await order({ do: "play" });
}

async function save(): Promise<void> {
  const stem = (status?.file.split("/").pop() ?? "scene").replace(/\.json$/, "");
  const name = prompt("Save the scene as, under the folder of the studio:", `out/studio/${stem}.json`);
  if (!name) return;
  const answer = await order({ do: "save", file: name });
  if (answer.ok) note(`saved ${answer.file}`);
}

function savePicture(): void {
  const link = document.createElement("a");
  link.href = view.picture();
  link.download = "souple.png";
  link.click();
}

function setTheme(dark: boolean): void {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  localStorage.setItem("theme", dark ? "dark" : "light");
  view.setTheme(dark);
}

const toggles = {
  play: () => order({ do: status?.playing ? "pause" : "play" }),
  wireframe: () => {
    const box = get<HTMLInputElement>("wireframe");
    box.checked = !box.checked;
    view.setWireframe(box.checked);
  },
};
get("browse").onclick = openBrowser;
get("play").onclick = toggles.play;
get("step").onclick = () => order({ do: "step" });
get("reset").onclick = () => order({ do: "reset" });
get("undo").onclick = () => order({ do: "undo" });
get("redo").onclick = () => order({ do: "redo" });
get("save").onclick = save;
get("shot").onclick = savePicture;
get("help").onclick = () => showHelp(get<HTMLDialogElement>("helper"));
get("theme").onclick = () => setTheme(document.documentElement.dataset.theme !== "dark");
get("fit").onclick = () => view.fit();
get<HTMLInputElement>("wireframe").onchange = (event) => view.setWireframe((event.target as HTMLInputElement).checked);
get<HTMLSelectElement>("speed").onchange = (event) =>
  order({ do: "speed", value: Number((event.target as HTMLSelectElement).value) });
get<HTMLSelectElement>("quantity").onchange = (event) => {
  view.ramp.choose((event.target as HTMLSelectElement).value);
  connection.show(view.ramp.quantity);
};
const scrub = get<HTMLInputElement>("scrub");
scrub.oninput = () => {
  scrubbing = true;
  void order({ do: "seek", step: Number(scrub.value) });
};
scrub.onchange = () => (scrubbing = false);
for (const button of document.querySelectorAll<HTMLButtonElement>("#tabs button"))
  button.onclick = () => {
    tab = button.dataset.tab!;
    for (const other of document.querySelectorAll("#tabs button")) other.classList.toggle("chosen", other === button);
    for (const panel of document.querySelectorAll<HTMLElement>(".tab")) panel.hidden = panel.id !== tab;
    if (status?.open && tab === "state") showState(get("state"), status);
  };

document.addEventListener("keydown", (event) => {
  const target = event.target as HTMLElement;
  const control = event.ctrlKey || event.metaKey;
  const writing = target.matches("input[type=text], textarea, select, #filter");
  if (writing && !(control && event.key === "s")) return;
  const key = control ? `Ctrl+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}` : event.key;
  const actions: Record<string, () => unknown> = {
    " ": toggles.play, ArrowRight: () => order({ do: "step" }), Home: () => order({ do: "reset" }),
    o: openBrowser, ".": () => view.fit(), z: toggles.wireframe, p: () => touching.pin(true), P: () => touching.pin(false),
    "Ctrl+z": () => order({ do: "undo" }), "Ctrl+Shift+z": () => order({ do: "redo" }), "Ctrl+s": save,
    F12: savePicture, F1: () => showHelp(get<HTMLDialogElement>("helper")),
    "?": () => showHelp(get<HTMLDialogElement>("helper")),
  };
  if (!actions[key] || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  void actions[key]();
});

// --- twice a second: plots and numbers ---

setInterval(async () => {
  const bytes = connection.received;
  connection.received = 0;
  get("numbers").textContent = `${2 * frames} frames/s · ${((2 * bytes) / 1e6).toFixed(2)} MB/s · ${view.triangles} triangles`;
  frames = 0;
  if (tab === "probes" && status?.open) showProbes(get("probes"), await connection.say({ do: "probes" }));
}, 500);

setTheme((localStorage.getItem("theme") ?? "dark") === "dark");
void fetch("schema.json").then(async (answer) => {
  schema = await answer.json();
  if (status?.open) showInspector();
});
connection.open();
// what tests and curious people look at in the console
Object.assign(window, { studio: { connection, view, status: () => status, frame: () => lastFrame, scene: () => scene } });
