// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A list of numbers or words, of rows of them, or of such lists, as a table: every cell is edited for itself, rows come and go.
import { Keep, make, makeText, readNumber } from "./controls";
import type { Schema } from "./fields";

const mostRows = 200; // of a table; a longer list is text
const plain = new Set(["number", "integer", "string"]);

const isPlain = (schema?: Schema) => schema !== undefined && plain.has(schema.type ?? "") && !schema.enum;
const isRow = (schema?: Schema) => schema?.type === "array" && isPlain(schema.items);

/** Whether a list is shown as a table, or as a table of tables. */
export function isTable(schema: Schema, value: any): boolean {
  if (schema.type !== "array" || schema.items === undefined) return false;
  if (value !== undefined && !(Array.isArray(value) && value.length <= mostRows)) return false;
  return isPlain(schema.items) || isRow(schema.items) || (value ?? [undefined]).every((one: any) => isTable(schema.items!, one));
}

/** What a row begins with when there is none to copy. */
function leastRow(schema: Schema): unknown {
  if (schema.type === "array") return new Array(Math.max(1, schema.minItems ?? 1)).fill(leastRow(schema.items!));
  return schema.type === "string" ? "" : Math.max(0, schema.minimum ?? 0);
}

const replaced = (list: unknown[], i: number, one: unknown) => list.map((old, k) => (k === i ? one : old));

class Table {
  readonly box = make("div", "rows");

  constructor(private item: Schema, private rows: any[], private keep: Keep) {
    this.show();
  }

  private show(): void {
    const add = make("button", "add", "+");
    add.title = "Add a row like the last";
    add.onclick = () => this.reshape([...this.rows, this.rows.at(-1) ?? leastRow(this.item)]);
    this.box.replaceChildren(...this.rows.map((_, i) => this.makeRow(i)), add);
  }

  private makeRow(i: number): HTMLElement {
    const line = make("div", "row");
    const row = this.rows[i];
    const put = (one: unknown) => replaced(this.rows, i, one);
    if (isRow(this.item))
      (row as unknown[]).forEach((cell, j) => line.append(this.makeCell(this.item.items!, cell, (one) => put(replaced(this.rows[i], j, one)))));
    else if (this.item.type === "array") line.append(makeTable(this.item, row, (one) => this.change(put(one))));
    else line.append(this.makeCell(this.item, row, put));
    const remove = make("button", "remove", "−");
    remove.title = `Take row ${i} out`;
    remove.onclick = () => this.reshape(this.rows.filter((_, k) => k !== i));
    line.append(remove);
    return line;
  }

  private makeCell(schema: Schema, cell: unknown, put: (one: unknown) => unknown[]): HTMLElement {
    const isWord = schema.type === "string";
    return makeText(cell, isWord ? "word" : "", (one) => this.change(put(one)), isWord ? (text) => text : readNumber);
  }

  private async change(next: unknown[]): Promise<boolean> {
    const ok = await this.keep(next);
    if (ok) this.rows = next;
    return ok;
  }

  private async reshape(next: unknown[]): Promise<void> {
    if (await this.change(next)) this.show();
  }
}

export function makeTable(schema: Schema, value: any, keep: Keep): HTMLElement {
  return new Table(schema.items!, value ?? [], keep).box;
}
