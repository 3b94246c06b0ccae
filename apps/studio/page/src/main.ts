// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The studio's page: buttons, keys and panels around the view, all of them orders to the simulator.
import "./app.css";
import { Answer, Connection, Status } from "./connection";
import { FilmMaker } from "./film";
import { Frame } from "./frame";
import { HandsPanel } from "./hands";
import { make } from "./controls";
import { Schema } from "./fields";
import { Inspector } from "./inspector";
import { Keeping, askAboutEdits } from "./keep";
import { Shortcut, listen } from "./keys";
import { showHelp, showProbes, showScenes, showState, showTree } from "./panels";
import { showProcess } from "./process_news";
import { SceneView } from "./scene_view";
import { sightNames } from "./sights";
import { Touching } from "./touching";

const get = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const connection = new Connection();
const view = new SceneView(get<HTMLCanvasElement>("canvas"));
const hands = new HandsPanel(get("hands"), order);
const touching = new Touching(view, connection, get("hover"), note, () => hands.settings);
touching.onClick = (part, more) => choosePart(part, more);
const inspector = new Inspector(get("inspector"), setValue, () => void readScene(true));
const film = new FilmMaker();
const keeping = new Keeping(view, film, order, note, () => status);
const see = new Set<string>();
const unseen = new Set<string>(); // parts that are not drawn
let cells = true; // of crowds are drawn
let fresh = false; // the scene has not been read since it was opened
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
  refreshTree();
  showInspector();
  get("inspector").scrollTop = 0;
}

/** Chooses what was clicked in the view. */
function choosePart(part: string, more: boolean): void {
  const index = ((scene.parts ?? []) as any[]).findIndex((one) => one.name === part || (!one.name && one.kind === part));
  if (index >= 0) choose(`parts.${scene.parts[index].name || index}`, more);
}

function refreshTree(): void {
  showTree(get("tree"), scene, { chosen, hidden: unseen, choose, light: (part) => view.light(part) });
}

/** Leaves the chosen parts out of the view, or shows all again. */
function hideChosen(hides: boolean): void {
  if (!hides) unseen.clear();
  else for (const entry of chosen) if (entry.startsWith("parts.")) unseen.add(entryAt(entry).value?.name ?? "");
  hideStructures();
  refreshTree();
}

/** A scene may say what of it is hidden, and where it is best seen from. */
function lookAsWished(): void {
  fresh = false;
  for (const part of (scene.parts ?? []) as any[]) if (part.look?.hidden) unseen.add(part.name);
  hideStructures();
  view.setCamera(scene.picture?.camera);
}

function hideStructures(): void {
  view.hide((name, part) => unseen.has(part) || (!cells && /_(cells|walls|sides)$/.test(name)));
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
  const { schema: own, value } = entryAt(chosen[0]);
  const notes: string[] = [];
  if (status?.recording) notes.push("A recording is played: it has no values to edit.");
  if (value === undefined) return inspector.show({}, {}, "", notes);
  const kinds = new Set(chosen.map((entry) => entryAt(entry).value?.kind));
  if (kinds.size > 1)
    return inspector.show({}, {}, "", ["The chosen entries are of different kinds: only those of one kind are edited together."]);
  if (chosen.length > 1) notes.push(`${chosen.length} entries: a value that is changed here is changed in all.`);
  inspector.show(own, value, chosen[0], notes);
}

/** A field that is being edited keeps its place, unless `anew`: values are shown again when another entry is chosen. */
async function readScene(anew = false): Promise<void> {
  const answer = await connection.say({ do: "scene" });
  if (!answer.ok) return;
  scene = answer.scene;
  view.setLooks(scene.parts ?? []);
  if (fresh) lookAsWished();
  chosen = chosen.filter((entry) => entry === "" || entryAt(entry).value !== undefined);
  if (chosen.length === 0) chosen = [""];
  refreshTree();
  if (anew || !get("inspector").contains(document.activeElement)) showInspector();
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
  if (known) get("legend").replaceChildren(`${ramp.quantity} ${ramp.low.toPrecision(3)}`, make("i"), `${ramp.high.toPrecision(3)} ${ramp.unit}`);
  get("strengths").textContent = view.strengths();
  get("strengths").hidden = get("strengths").textContent === "";
};

connection.onStatus = (next) => {
  status = next;
  if (next.open && next.file !== file) {
    file = next.file;
    chosen = [""];
    unseen.clear();
    fresh = true;
    view.clear();
    askStream();
  }
  if (next.revision !== revision) {
    revision = next.revision;
    if (next.open && !next.recording) void readScene();
    if (next.recording) {
      scene = {};
      refreshTree();
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
  get("process").hidden = true; // what still holds is said again
  if (connected) askStream();
};

connection.onProcess = (news) => {
  showProcess(get("process"), news, () => void order({ do: "restart" }));
  if (news.state === "again") askStream(); // the new process does not know it
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
  const met = now.expectations.filter((one) => one.ok).length;
  get("met").textContent = now.expectations.length === 0 ? "" : `${met} of ${now.expectations.length} expectations hold`;
  get("unsaved").textContent = now.unsaved === 0 ? "" : `${now.unsaved} edit${now.unsaved === 1 ? "" : "s"} not saved`;
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
  get("left_out").textContent = answer.left_out ?? "";
  const show = () => showScenes(get("cards"), answer.scenes ?? [], get<HTMLInputElement>("filter").value, openScene);
  get<HTMLInputElement>("filter").oninput = show;
  show();
  get<HTMLDialogElement>("browser").showModal();
}

async function openScene(name: string): Promise<void> {
  get<HTMLDialogElement>("browser").close();
  const lost = status?.unsaved ?? 0;
  const wish = lost === 0 ? "drop" : await askAboutEdits(get<HTMLDialogElement>("asker"), get("lost"), lost);
  if (wish === "stay" || (wish === "save" && !(await keeping.save()))) return;
  note(`opening ${name}`);
  const answer = await order({ do: "open", scene: name, drop_edits: wish === "drop" });
  if (!answer.ok) return;
  note(`opened ${name}`);
  await order({ do: "play" });
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
get("save").onclick = () => keeping.save();
const keepers: Record<string, () => unknown> = {
  picture: () => keeping.picture(), film: () => keeping.toggleFilm(), export: () => keeping.exportPast(),
  checkpoint: () => keeping.keepMoment(), return: () => keeping.returnToMoment(),
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
    if (name === "cells") {
      cells = box.checked;
      return hideStructures();
    }
    if (box.checked) see.add(name);
    else see.delete(name);
    askStream();
  };
  const label = make("label");
  label.append(box, words);
  get("sights").append(label);
}
const help = () => showHelp(get<HTMLDialogElement>("helper"), shortcuts.filter((one) => one.shown !== ""));
get("help").onclick = help;
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

/** One recorded step back or on; beyond what is recorded a new one is taken. */
function goBy(steps: number): void {
  if (!status) return;
  const next = status.step + steps;
  if (steps < 0 || next <= status.past[1]) void order({ do: "seek", step: Math.max(next, status.past[0]) });
  else void order({ do: "step" });
}

const shortcuts: Shortcut[] = [
  { key: " ", shown: "Space", does: "play or pause", run: toggles.play },
  { key: "ArrowRight", shown: "Right", does: "one step on", run: () => goBy(1) },
  { key: "ArrowLeft", shown: "Left", does: "one recorded step back", run: () => goBy(-1) },
  { key: "Shift+ArrowLeft", shown: "Shift Left", does: "back to the start", run: () => order({ do: "reset" }) },
  { key: "Shift+ArrowRight", shown: "Shift Right", does: "to the end of what is recorded", run: () => status && order({ do: "seek", step: status.past[1] }) },
  { key: "o", shown: "O or Ctrl O", does: "open a scene", run: openBrowser },
  { key: "Ctrl+o", shown: "", does: "", run: openBrowser },
  { key: "Ctrl+s", shown: "Ctrl S", does: "save the scene", run: () => keeping.save() },
  { key: "Ctrl+z", shown: "Ctrl Z", does: "take back an edit", run: () => order({ do: "undo" }) },
  { key: "Ctrl+Shift+z", shown: "Ctrl Shift Z", does: "make it again", run: () => order({ do: "redo" }) },
  { key: "Home", shown: "Home", does: "show everything", run: () => view.fit() },
  { key: ".", shown: ".", does: "show what is chosen", run: () => view.fit(new Set(chosen.map((entry) => entryAt(entry).value?.name))) },
  { key: "1", shown: "1", does: "from the front; with Ctrl from behind", run: () => view.lookAlong(0, 0, 1) },
  { key: "3", shown: "3", does: "from the right; with Ctrl from the left", run: () => view.lookAlong(1, 0, 0) },
  { key: "7", shown: "7", does: "from above; with Ctrl from below", run: () => view.lookAlong(0, 1, 0) },
  { key: "Ctrl+1", shown: "", does: "", run: () => view.lookAlong(0, 0, -1) },
  { key: "Ctrl+3", shown: "", does: "", run: () => view.lookAlong(-1, 0, 0) },
  { key: "Ctrl+7", shown: "", does: "", run: () => view.lookAlong(0, -1, 0) },
  { key: "z", shown: "Z", does: "wireframe", run: toggles.wireframe },
  { key: "h", shown: "H", does: "hide the chosen parts", run: () => hideChosen(true) },
  { key: "Alt+h", shown: "Alt H", does: "show hidden parts again", run: () => hideChosen(false) },
  { key: "t", shown: "T", does: "the tree, or more room", run: () => get("tree").toggleAttribute("hidden") },
  { key: "n", shown: "N", does: "the panel, or more room", run: () => get("panel").toggleAttribute("hidden") },
  { key: "b", shown: "B", does: "pull or push with the left button", run: () => hands.toggle() },
  { key: "f", shown: "F", does: "put a force on what is under the pointer", run: () => touching.load() },
  { key: "p", shown: "P", does: "hold what is under the pointer", run: () => touching.pin(true) },
  { key: "Shift+p", shown: "Shift P", does: "let go of what is held nearest", run: () => touching.pin(false) },
  { key: "F12", shown: "F12", does: "picture of the view", run: keepers.picture },
  { key: "F1", shown: "F1 or ?", does: "this list", run: help },
  { key: "?", shown: "", does: "", run: help },
];
listen(shortcuts);

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
