// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A list of numbers or words, of rows of them, or of such lists, as a table: every cell is edited for itself, rows come and go.
import { Keep, inTurn, make, makeText, readNumber } from "./controls";
import type { Schema } from "./fields";

const mostRows = 200; // of a table; a longer list is text
const plain = new Set(["number", "integer", "string"]);

const isPlain = (schema?: Schema) => schema !== undefined && plain.has(schema.type ?? "") && !schema.enum;
const isRow = (schema?: Schema) => schema?.type === "array" && isPlain(schema.items);

/** Whether a list is shown as a table, or as a table of tables. */
export function isTable(schema: Schema, value: any): boolean {
  if (schema.type !== "array" || schema.items === undefined) return false;
  if (value !== undefined && !(Array.isArray(value) && value.length <= mostRows)) return false;
  if (isPlain(schema.items) || isRow(schema.items)) return true;
  return isTable(schema.items, undefined) && (value ?? []).every((one: any) => isTable(schema.items!, one));
}

/** What a row begins with when there is none to copy. */
function leastRow(schema: Schema): unknown {
  if (schema.type === "array") return new Array(Math.max(1, schema.minItems ?? 1)).fill(leastRow(schema.items!));
  return schema.type === "string" ? "" : Math.max(0, schema.minimum ?? 0);
}

const replaced = (list: unknown[], i: number, one: unknown) => list.map((old, k) => (k === i ? one : old));
const copied = (row: any) => JSON.parse(JSON.stringify(row));

class Table {
  readonly box = make("div", "rows");
  private next?: any; // a row that is being written, after the last: it is sent with its first cell
  private turn = inTurn(); // a change stands on the one before

  constructor(private item: Schema, private rows: any[], private isFixed: boolean, private keep: Keep) {
    this.show();
  }

  private show(): void {
    const lines = this.rows.map((_, i) => this.makeRow(i));
    if (this.next !== undefined) lines.push(this.makeRow(this.rows.length));
    this.box.replaceChildren(...lines);
    if (this.isFixed) return;
    const add = make("button", "add", "+");
    add.title = "Write one more row, beginning with the last";
    add.disabled = this.next !== undefined;
    add.onclick = () => {
      this.next = copied(this.rows.at(-1) ?? leastRow(this.item));
      this.show();
    };
    this.box.append(add);
  }

  private makeRow(i: number): HTMLElement {
    const line = make("div", "row");
    const row = i < this.rows.length ? this.rows[i] : this.next;
    const put = (change: (old: any) => unknown) => this.put(i, change);
    if (isRow(this.item)) (row as unknown[]).forEach((cell, j) => line.append(this.makeCell(this.item.items!, cell, (one) => put((old) => replaced(old, j, one)))));
    else if (this.item.type === "array") line.append(makeTable(this.item, row, (one) => put(() => one)));
    else line.append(this.makeCell(this.item, row, (one) => put(() => one)));
    if (this.isFixed) return line;
    const remove = make("button", "remove", "−");
    remove.title = `Take row ${i} out`;
    remove.onclick = () => this.remove(i);
    line.append(remove);
    return line;
  }

  private makeCell(schema: Schema, cell: unknown, keep: Keep): HTMLElement {
    const isWord = schema.type === "string";
    return makeText(cell, isWord ? "word" : "", keep, isWord ? (text) => text : readNumber);
  }

  /** A change of one row. The row that is being written stays as it was typed even when it is refused: its next cell may mend it. */
  private async put(i: number, change: (old: any) => unknown): Promise<boolean> {
    if (i < this.rows.length || this.next === undefined) return this.send((rows) => replaced(rows, i, change(rows[i])));
    this.next = change(this.next);
    const written = this.next;
    if (await this.send((rows) => [...rows, written])) {
      this.next = undefined;
      this.show();
    }
    return true;
  }

  private async remove(i: number): Promise<void> {
    if (i === this.rows.length) this.next = undefined;
    else if (!(await this.send((rows) => rows.filter((_, k) => k !== i)))) return;
    this.show();
  }

  private send(change: (rows: any[]) => any[]): Promise<boolean> {
    return this.turn(async () => {
      const next = change(this.rows);
      const ok = await this.keep(next);
      if (ok) this.rows = next;
      return ok;
    });
  }
}

export function makeTable(schema: Schema, value: any, keep: Keep): HTMLElement {
  const isFixed = schema.minItems !== undefined && schema.minItems === schema.maxItems;
  return new Table(schema.items!, value ?? [], isFixed, keep).box;
}
