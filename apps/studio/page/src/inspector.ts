// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The inspector: groups, lists and fields made from the JSON Schema, so that every value of a scene can be edited.
import { make } from "./controls";
import { Schema, Setter, makeField } from "./fields";

/** Lists whose entries the tree names one by one. */
export const lists = ["parts", "links", "fields", "controls", "probes", "expect"];
const hidden = new Set(["souple", "include", "materials", "templates"]);
const mostEntries = 60; // of a list that are shown; more of them on demand

/** The key that says which kind of several an object is. */
function tagOf(schema: Schema): string {
  const properties = schema.oneOf?.[0].properties ?? {};
  return Object.keys(properties).find((key) => properties[key].const !== undefined) ?? "kind";
}

const kindsOf = (schema: Schema) => (schema.oneOf ?? []).map((choice) => String(choice.properties?.[tagOf(schema)]?.const));

/** The schema of a value: of several kinds, the one that the value says it is. */
export function schemaFor(schema: Schema, value: any): Schema {
  if (!schema.oneOf) return schema;
  return schema.oneOf[Math.max(0, kindsOf(schema).indexOf(value?.[tagOf(schema)]))];
}

/** The least that an entry of a list needs: its kind, and what must be given. */
export function leastEntry(schema: Schema): unknown {
  if (schema.oneOf) return { [tagOf(schema)]: kindsOf(schema)[0], ...(leastEntry(schema.oneOf[0]) as object) };
  const entry: Record<string, unknown> = {};
  for (const key of schema.required ?? []) {
    const own = schema.properties?.[key] ?? {};
    if (own.const !== undefined) entry[key] = own.const;
    else if (own.type === "object" || own.oneOf) entry[key] = leastEntry(own);
    else entry[key] = own.default ?? own.enum?.[0] ?? (own.type === "string" ? "new" : own.type === "array" ? [] : own.minimum ?? 0);
  }
  return entry;
}

/** One more like it, under a name of its own. */
const copyOf = (entry: any) => (entry?.name ? { ...entry, name: `${entry.name}_2` } : entry);

export class Inspector {
  private unfolded = new Set<string>(); // paths of groups that somebody opened
  private words = ""; // that a field must have to be shown
  private body = make("div");
  private shown: any = {}; // what the panel shows, with all edits since it was made
  private path = "";

  /** `set` changes a value; `refresh` shows the scene again, when its shape has changed. */
  constructor(private panel: HTMLElement, private set: Setter, private refresh: () => void) {}

  show(schema: Schema, value: any, path: string, notes: string[]): void {
    const find = make("input", "find");
    find.placeholder = "find a value";
    find.value = this.words;
    find.oninput = () => {
      this.words = find.value.toLowerCase();
      this.fill(schema, value, path);
    };
    this.shown = value;
    this.path = path;
    this.body = make("div");
    this.panel.replaceChildren(...notes.map((note) => make("p", "", note)), find, this.body);
    this.fill(schema, value, path);
  }

  private fill(schema: Schema, value: any, path: string): void {
    this.body.replaceChildren();
    this.showFields(this.body, schema, value, path);
    if (this.words === "") return;
    for (const field of this.body.querySelectorAll<HTMLElement>(".field"))
      field.hidden = !`${field.dataset.path} ${field.textContent}`.toLowerCase().includes(this.words);
    for (const group of [...this.body.querySelectorAll("details")].reverse()) group.hidden = !group.querySelector(".field:not([hidden])");
  }

  /** Fields of one object of the scene. */
  private showFields(into: HTMLElement, schema: Schema, value: any, path: string): void {
    for (const [name, own] of Object.entries(schemaFor(schema, value).properties ?? {})) {
      if (own.const !== undefined || (path === "" && (lists.includes(name) || hidden.has(name)))) continue;
      into.append(this.makeEntry(name, own, value?.[name], path === "" ? name : `${path}.${name}`));
    }
  }

  private makeEntry(name: string, schema: Schema, given: any, path: string): HTMLElement {
    const items = schema.type === "array" ? schema.items : undefined;
    if (items?.oneOf || items?.properties) return this.makeList(name, schema, Array.isArray(given) ? given : [], path);
    if (schema.oneOf || (schema.type === "object" && schema.properties)) return this.makeGroup(name, schema, given, path);
    return makeField(name, schema, given, path, (at, one) => this.change(at, one));
  }

  /** Something that folds: filled when it is opened, and as it was when it is made again. */
  private makeFold(title: string, path: string, fill: (into: HTMLElement) => void): HTMLDetailsElement {
    const details = make("details");
    details.dataset.group = path;
    const summary = make("summary", "", title);
    details.append(summary);
    let filled = false;
    const open = () => {
      if (!filled) fill(details);
      filled = true;
    };
    // not by the event `toggle`, which comes later: the panel may have been made again by then
    summary.onclick = (event) => {
      event.preventDefault();
      details.open = !details.open;
      if (details.open) open();
      if (this.words !== "") return; // a search unfolds everything, for itself only
      if (details.open) this.unfolded.add(path);
      else this.unfolded.delete(path);
    };
    details.open = this.unfolded.has(path) || this.words !== "";
    if (details.open) open();
    return details;
  }

  private makeGroup(name: string, schema: Schema, given: any, path: string): HTMLElement {
    const details = this.makeFold(name, path, (into) => {
      if (schema.oneOf) into.append(this.makeKinds(schema, given, path));
      if (given !== undefined || !schema.oneOf) this.showFields(into, schema, given ?? {}, path);
    });
    if (given === undefined) details.classList.add("default");
    details.title = schema.description ?? "";
    return details;
  }

  /** Which of several kinds an object is; another kind begins with its defaults. */
  private makeKinds(schema: Schema, given: any, path: string): HTMLElement {
    const tag = tagOf(schema);
    const one: Schema = { enum: given === undefined ? ["", ...kindsOf(schema)] : kindsOf(schema), description: "Another kind begins with its defaults." };
    return makeField(tag, one, given?.[tag], `${path}.${tag}`, async (_, kind) => {
      const choice = schema.oneOf![kindsOf(schema).indexOf(String(kind))] ?? {};
      return this.reshape(path, { ...(leastEntry(choice) as object), [tag]: kind });
    });
  }

  private makeList(name: string, schema: Schema, entries: any[], path: string): HTMLElement {
    const details = this.makeFold(`${name} · ${entries.length}`, path, (into) => {
      if (schema.description) into.append(make("small", "", schema.description));
      entries.slice(0, mostEntries).forEach((_, i) => into.append(this.makeListEntry(schema.items!, entries, i, path)));
      if (entries.length > mostEntries) into.append(this.makeRest(schema.items!, entries, path));
      const add = make("button", "add", `add to ${name}`);
      add.onclick = () => this.reshape(path, [...entries, entries.length > 0 ? copyOf(entries[entries.length - 1]) : leastEntry(schema.items!)]);
      into.append(add);
    });
    if (entries.length === 0) details.classList.add("default");
    details.title = schema.description ?? "";
    return details;
  }

  private makeListEntry(schema: Schema, entries: any[], i: number, path: string): HTMLElement {
    const entry = entries[i];
    const name = [i, entry?.name, entry?.kind ?? entry?.law].filter((word) => word !== undefined && word !== "").join(" ");
    const details = this.makeFold(name, `${path}.${i}`, (into) => {
      if (schema.oneOf) into.append(this.makeKinds(schema, entry, `${path}.${i}`));
      this.showFields(into, schema, entry, `${path}.${i}`);
    });
    const remove = make("button", "remove", "remove");
    remove.title = `Take entry ${i} out of the list`;
    remove.onclick = (event) => {
      event.preventDefault();
      event.stopPropagation(); // the fold stays as it is
      void this.reshape(path, entries.filter((_, k) => k !== i));
    };
    details.querySelector("summary")!.append(remove);
    return details;
  }

  private makeRest(schema: Schema, entries: any[], path: string): HTMLElement {
    const more = make("button", "add", `show ${entries.length - mostEntries} more`);
    more.onclick = () => more.replaceWith(...entries.slice(mostEntries).map((_, k) => this.makeListEntry(schema, entries, mostEntries + k, path)));
    return more;
  }

  /** A change of one value. Lists are sent whole when entries come or go, so what is shown must know of it. */
  private async change(path: string, value: unknown) {
    const answer = await this.set(path, value);
    if (!answer.ok || !path.startsWith(this.path)) return answer;
    const keys = path.slice(this.path.length).split(".").filter((key) => key !== "");
    const last = keys.pop();
    const parent = keys.reduce((at, key) => (at[key] ??= {}), this.shown);
    if (last !== undefined) parent[last] = value;
    return answer;
  }

  /** A change after which there are other fields than before. */
  private async reshape(path: string, value: unknown) {
    const answer = await this.set(path, value);
    if (answer.ok) this.refresh();
    return answer;
  }
}
