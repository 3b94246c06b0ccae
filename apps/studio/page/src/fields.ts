// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// One value of a scene as a field: a control that fits its schema, its unit, range and help.
import { Answer } from "./connection";

export interface Schema {
  type?: string; description?: string; default?: unknown; enum?: string[]; const?: unknown; format?: string;
  minimum?: number; maximum?: number; exclusiveMinimum?: number; exclusiveMaximum?: number;
  minItems?: number; maxItems?: number; items?: Schema; properties?: Record<string, Schema>; oneOf?: Schema[];
  required?: string[];
}
export type Setter = (path: string, value: unknown) => Promise<Answer>;

export function make<K extends keyof HTMLElementTagNameMap>(tag: K, className = "", text = ""): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

function unitOf(schema: Schema): string {
  return schema.description?.match(/\[([^\]]+)\]\s*$/)?.[1] ?? "";
}

function rangeOf(schema: Schema): string {
  const least = schema.minimum !== undefined ? `≥ ${schema.minimum}` : schema.exclusiveMinimum !== undefined ? `> ${schema.exclusiveMinimum}` : "";
  const most = schema.maximum !== undefined ? `≤ ${schema.maximum}` : schema.exclusiveMaximum !== undefined ? `< ${schema.exclusiveMaximum}` : "";
  return [least, most].filter(Boolean).join(", ");
}

export function makeField(name: string, schema: Schema, given: any, path: string, set: Setter): HTMLElement {
  const field = make("div", given === undefined ? "field default" : "field");
  field.dataset.path = path;
  const label = make("label");
  const error = make("span", "error");
  const control = makeControl(schema, given ?? schema.default, async (value) => {
    const answer = await set(path, value);
    error.textContent = answer.ok ? "" : (answer.error ?? "refused");
    if (answer.ok) field.classList.remove("default");
    return answer.ok;
  });
  label.append(make("span", "name", name));
  const wide = control instanceof HTMLTextAreaElement;
  if (!wide) label.append(control, make("span", "unit", unitOf(schema)));
  field.append(label);
  if (wide) field.append(control);
  const help = [schema.description?.replace(/\s*\[[^\]]+\]\s*$/, ""), rangeOf(schema)].filter(Boolean).join(" ");
  field.append(make("small", "", help), error);
  return field;
}

type Keep = (value: unknown) => Promise<boolean>;

function makeControl(schema: Schema, value: any, keep: Keep): HTMLElement {
  if (schema.type === "boolean") return makeCheck(Boolean(value), keep);
  if (schema.enum) return makeChoice(schema.enum, value, keep);
  const threes = schema.type === "array" && schema.items?.type === "number" && schema.maxItems === schema.minItems && (schema.maxItems ?? 9) <= 4;
  if (threes) return makeNumbers(schema.maxItems!, value, keep);
  if (schema.type === "number" || schema.type === "integer") return makeText(value, "", keep, readNumber);
  if (schema.type === "string") return makeText(value, "word", keep, (text) => text);
  if (schema.type === undefined) return makeText(value, "word", keep, readNumber); // a number or a word
  return makeJson(value, keep);
}

/** What was typed; a text that is no number goes as it is, so that the schema answers it. */
function readNumber(text: string): unknown {
  const number = Number(text);
  return text.trim() === "" || Number.isNaN(number) ? text : number;
}

function makeText(value: any, className: string, keep: Keep, read: (text: string) => unknown): HTMLInputElement {
  const input = make("input", className);
  input.type = "text";
  input.value = value === undefined ? "" : String(value);
  let old = input.value;
  input.onchange = async () => {
    if (await keep(read(input.value))) old = input.value;
    else input.value = old;
  };
  return input;
}

function makeNumbers(count: number, value: any, keep: Keep): HTMLElement {
  const row = make("span", "three");
  const now: unknown[] = Array.isArray(value) ? [...value] : new Array(count).fill(0);
  for (let i = 0; i < count; i++)
    row.append(
      makeText(now[i], "", async (one) => {
        const next = [...now];
        next[i] = one;
        const ok = await keep(next);
        if (ok) now[i] = one;
        return ok;
      }, readNumber),
    );
  return row;
}

function makeCheck(value: boolean, keep: Keep): HTMLInputElement {
  const input = make("input");
  input.type = "checkbox";
  input.checked = value;
  input.onchange = async () => {
    if (!(await keep(input.checked))) input.checked = !input.checked;
  };
  return input;
}

function makeChoice(choices: string[], value: any, keep: Keep): HTMLSelectElement {
  const select = make("select");
  for (const choice of choices) select.append(new Option(choice, choice, false, choice === value));
  let old = select.value;
  select.onchange = async () => {
    if (await keep(select.value)) old = select.value;
    else select.value = old;
  };
  return select;
}

/** Lists of lists, and values of any kind: edited as JSON. */
function makeJson(value: any, keep: Keep): HTMLTextAreaElement {
  const area = make("textarea");
  area.value = value === undefined ? "" : JSON.stringify(value, null, 1);
  let old = area.value;
  area.onchange = async () => {
    let read: unknown = area.value;
    try {
      read = JSON.parse(area.value);
    } catch {
      read = area.value; // the schema says what is wrong
    }
    if (await keep(read)) old = area.value;
    else area.value = old;
  };
  return area;
}
