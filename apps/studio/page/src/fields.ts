// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// One value of a scene as a field: a control that fits its schema, its unit, range and help.
import { Answer } from "./connection";
import { Keep, make, makeCheck, makeChoice, makeJson, makeNumbers, makeText, readNumber } from "./controls";
import { isTable, makeTable } from "./tables";

export interface Schema {
  type?: string; description?: string; default?: unknown; enum?: string[]; const?: unknown; format?: string;
  minimum?: number; maximum?: number; exclusiveMinimum?: number; exclusiveMaximum?: number;
  minItems?: number; maxItems?: number; items?: Schema; properties?: Record<string, Schema>; oneOf?: Schema[];
  required?: string[];
}
export type Setter = (path: string, value: unknown) => Promise<Answer>;

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
  const wide = control instanceof HTMLTextAreaElement || control instanceof HTMLDivElement; // text and tables
  if (!wide) label.append(control);
  label.append(make("span", "unit", unitOf(schema)));
  field.append(label);
  if (wide) field.append(control);
  const help = [schema.description?.replace(/\s*\[[^\]]+\]\s*$/, ""), rangeOf(schema)].filter(Boolean).join(" ");
  field.append(make("small", "", help), error);
  return field;
}

function makeControl(schema: Schema, value: any, keep: Keep): HTMLElement {
  if (schema.type === "boolean") return makeCheck(Boolean(value), keep);
  if (schema.enum) return makeChoice(schema.enum, value, keep);
  const ofNumbers = schema.items?.type === "number" || schema.items?.type === "integer";
  const threes = schema.type === "array" && ofNumbers && schema.maxItems === schema.minItems && (schema.maxItems ?? 9) <= 4;
  if (threes) return makeNumbers(schema.maxItems!, value, keep);
  if (schema.type === "number" || schema.type === "integer") return makeText(value, "", keep, readNumber);
  if (schema.type === "string") return makeText(value, "word", keep, (text) => text);
  if (schema.type === undefined) return makeText(value, "word", keep, readNumber); // a number or a word
  if (isTable(schema, value)) return makeTable(schema, value, keep);
  return makeJson(value, keep);
}
