// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The studio's page: buttons, keys and panels around the view, all of them orders to the simulator.
import "./app.css";
import { Answer, Connection, Status } from "./connection";
import { FilmMaker, download } from "./film";
import { Frame } from "./frame";
import { HandsPanel } from "./hands";
import { Schema, make, showFields } from "./inspector";
import { showHelp, showProbes, showScenes, showState, showTree } from "./panels";
import { SceneView } from "./scene_view";
import { sightNames } from "./sights";
import { Touching } from "./touching";

const get = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const connection = new Connection();
const view = new SceneView(get<HTMLCanvasElement>("canvas"));
const hands = new HandsPanel(get("hands"), order);
const touching = new Touching(view, connection, get("hover"), note, () => hands.settings);
const film = new FilmMaker();
const see = new Set<string>();
let schema: Schema = {};
let scene: any = {};
let status: Status | undefined;
let revision = -1;
let file = "";
let chosen = [""];
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

/** Sets a value of every chosen entry, as one edit; `path` is that of the first. */
async function setValue(path: string, value: unknown): Promise<Answer> {
  const own = chosen[0] === "" ? path : path.slice(chosen[0].length);
  const changes = chosen[0] === "" ? [{ path, value }] : chosen.map((entry) => ({ path: entry + own, value }));
  const answer = await connection.say({ do: "set", changes });
  const what = chosen.length > 1 ? `${own.slice(1)} of ${chosen.length} entries` : path;
  if (answer.ok) note(answer.restarted ? `${what} changed: the run starts again` : `${what} changed while it runs`);
  else note(answer.error ?? "refused", true);
  return answer;
}

/** Chooses an entry of the tree; `more` adds it to those of the same list, or takes it away. */
function choose(path: string, more = false): void {
  const list = (entry: string) => entry.split(".")[0];
  if (!more || path === "" || list(path) !== list(chosen[0])) chosen = [path];
  else if (!chosen.includes(path)) chosen = [...chosen, path];
  else if (chosen.length > 1) chosen = chosen.filter((entry) => entry !== path);
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
  const { schema: own, value } = entryAt(chosen[0]);
  panel.replaceChildren();
  if (status?.recording) panel.append(make("p", "", "A recording is played: it has no values to edit."));
  if (value === undefined) return;
  const kinds = new Set(chosen.map((entry) => entryAt(entry).value?.kind));
  if (kinds.size > 1) return panel.append(make("p", "", "The chosen entries are of different kinds: only those of one kind are edited together."));
  if (chosen.length > 1) panel.append(make("p", "", `${chosen.length} entries: a value that is changed here is changed in all.`));
  showFields(panel, own, value, chosen[0], setValue);
}

async function readScene(): Promise<void> {
  const answer = await connection.say({ do: "scene" });
  if (!answer.ok) return;
  scene = answer.scene;
  view.setLooks(scene.parts ?? []);
  // a field that is being edited keeps its place: values are shown again when another entry is chosen
  if (!get("inspector").contains(document.activeElement) || document.activeElement === document.body) {
    chosen = chosen.filter((entry) => entry === "" || entryAt(entry).value !== undefined);
    if (chosen.length === 0) chosen = [""];
    showTree(get("tree"), scene, chosen, choose);
    showInspector();
  }
  else showTree(get("tree"), scene, chosen, choose);
}

// --- what comes from the simulator ---

connection.onFrame = (frame) => {
  lastFrame = frame;
  frames++;
  view.show(frame);
  offerQuantities();
  const ramp = view.ramp;
  const known = ramp.quantity !== "" && ramp.high >= ramp.low;
  get("legend").hidden = !known;
  if (known) get("legend").innerHTML = `${ramp.quantity} ${ramp.low.toPrecision(3)}<i></i>${ramp.high.toPrecision(3)} ${ramp.unit}`;
  get("strengths").textContent = view.strengths();
  get("strengths").hidden = get("strengths").textContent === "";
};

connection.onStatus = (next) => {
  status = next;
  if (next.open && next.file !== file) {
    file = next.file;
    chosen = [""];
    view.clear();
    askStream();
  }
  if (next.revision !== revision) {
    revision = next.revision;
    if (next.open && !next.recording) void readScene();
    if (next.recording) {
      scene = {};
      showTree(get("tree"), scene, chosen, choose);
      showInspector();
    }
  }
  if (next.open) showStatus(next);
};

connection.onState = (connected) => {
  const lost = status?.unsaved ?? 0;
  const loss = lost === 0 ? "nothing unsaved is lost" : `${lost} edit${lost === 1 ? " was" : "s were"} not saved and may be lost`;
  note(connected ? "connected" : `the studio is gone: ${loss}; trying again`, !connected);
  revision = -1;
  file = "";
  if (connected) askStream();
};

/** What frames carry beside places. */
function askStream(): void {
  void connection.show(view.ramp.quantity, [...see]);
}

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
  hands.show(now);
  if (now.trouble) note(now.trouble, true);
  if (tab === "state") showState(get("state"), now);
}

function offerQuantities(): void {
  const select = get<HTMLSelectElement>("quantity");
  const names = view.quantities();
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

/** Asks for a name under the folder of the studio; nothing when it is taken back. */
function askName(what: string, ending: string): string | null {
  const stem = (status?.file.split("/").pop() ?? "scene").replace(/\.\w+$/, "");
  return prompt(`${what}, under the folder of the studio:`, `out/studio/${stem}${ending}`);
}

async function save(): Promise<void> {
  const name = askName("Save the scene as", ".json");
  if (!name) return;
  const answer = await order({ do: "save", file: name });
  if (answer.ok) note(`saved ${answer.file}`);
}

async function exportPast(): Promise<void> {
  const name = askName("Export what was seen so far as .rec, .glb, .usda, .obj, .ply, .pvd or .csv", ".glb");
  if (!name) return;
  note(`exporting ${name}: the world waits`);
  const answer = await order({ do: "export", file: name });
  if (answer.ok) note(`exported ${answer.frames} frames to ${answer.file}`);
}

async function keepCheckpoint(): Promise<void> {
  const name = askName("Keep this moment as", `_${status?.step ?? 0}.checkpoint`);
  if (!name) return;
  const answer = await order({ do: "checkpoint", file: name });
  if (answer.ok) note(`kept ${answer.file}`);
}

async function returnToCheckpoint(): Promise<void> {
  const name = askName("Return to the moment of", ".checkpoint");
  if (!name) return;
  const answer = await order({ do: "return", file: name });
  if (answer.ok) note(`at step ${answer.step}${answer.same_settings ? "" : ", with settings that have changed since"}`);
}

async function toggleFilm(): Promise<void> {
  if (!film.running) {
    view.filming = true;
    film.start(view.stream(30));
    note("filming the view; the same again ends it");
    return;
  }
  view.filming = false;
  note(`a film of ${((await film.stop("souple.webm")) / 1e6).toFixed(2)} MB was downloaded`);
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
const keepers: Record<string, () => unknown> = {
  picture: () => download("souple.png", view.picture()), film: toggleFilm, export: exportPast,
  checkpoint: keepCheckpoint, return: returnToCheckpoint,
};
get<HTMLSelectElement>("keep").onchange = (event) => {
  const select = event.target as HTMLSelectElement;
  const keep = keepers[select.value];
  select.value = "";
  void keep?.();
};
for (const [name, words] of Object.entries({ ...sightNames, cells: "cells of crowds" })) {
  const box = make("input");
  box.type = "checkbox";
  box.id = `see_${name}`;
  box.checked = name === "cells";
  box.onchange = () => {
    if (name === "cells") return view.hide((structure) => !box.checked && /_(cells|walls|sides)$/.test(structure));
    if (box.checked) see.add(name);
    else see.delete(name);
    askStream();
  };
  const label = make("label");
  label.append(box, words);
  get("sights").append(label);
}
get("help").onclick = () => showHelp(get<HTMLDialogElement>("helper"));
get("theme").onclick = () => setTheme(document.documentElement.dataset.theme !== "dark");
get("fit").onclick = () => view.fit();
get<HTMLInputElement>("wireframe").onchange = (event) => view.setWireframe((event.target as HTMLInputElement).checked);
get<HTMLSelectElement>("speed").onchange = (event) =>
  order({ do: "speed", value: Number((event.target as HTMLSelectElement).value) });
get<HTMLSelectElement>("quantity").onchange = (event) => {
  view.ramp.choose((event.target as HTMLSelectElement).value);
  askStream();
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
    b: () => hands.toggle(), f: () => touching.load(),
    "Ctrl+z": () => order({ do: "undo" }), "Ctrl+Shift+z": () => order({ do: "redo" }), "Ctrl+s": save,
    F12: keepers.picture, F1: () => showHelp(get<HTMLDialogElement>("helper")),
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
Object.assign(window, { studio: { connection, view, film, status: () => status, frame: () => lastFrame, scene: () => scene } });
