// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Controls of one value: text, numbers, a check, a choice, JSON. Each asks `keep` and goes back to what was when it refuses.

/** Whether a new value was taken. */
export type Keep = (value: unknown) => Promise<boolean>;

export function make<K extends keyof HTMLElementTagNameMap>(tag: K, className = "", text = ""): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}

/** What was typed; a text that is no number goes as it is, so that the schema answers it. */
export function readNumber(text: string): unknown {
  const number = Number(text);
  return text.trim() === "" || Number.isNaN(number) ? text : number;
}

export function makeText(value: any, className: string, keep: Keep, read: (text: string) => unknown): HTMLInputElement {
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

/** Runs tasks one after the other, so that each sees what the one before has changed. */
export function inTurn(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const answer = last.then(task);
    last = answer;
    return answer;
  };
}

export function makeNumbers(count: number, value: any, keep: Keep): HTMLElement {
  const row = make("span", "three");
  const now: unknown[] = Array.isArray(value) ? [...value] : new Array(count).fill(0);
  const turn = inTurn();
  for (let i = 0; i < count; i++) {
    const keepOne = async (one: unknown) => {
      const ok = await keep(now.map((old, k) => (k === i ? one : old)));
      if (ok) now[i] = one;
      return ok;
    };
    row.append(makeText(now[i], "", (one) => turn(() => keepOne(one)), readNumber));
  }
  return row;
}

export function makeCheck(value: boolean, keep: Keep): HTMLInputElement {
  const input = make("input");
  input.type = "checkbox";
  input.checked = value;
  input.onchange = async () => {
    if (!(await keep(input.checked))) input.checked = !input.checked;
  };
  return input;
}

export function makeChoice(choices: string[], value: any, keep: Keep): HTMLSelectElement {
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
export function makeJson(value: any, keep: Keep): HTMLTextAreaElement {
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
