// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Keys: one list that is listened to and shown as help. Where Blender has a key for something, it is that one.

export interface Shortcut {
  key: string; // as nameOf says it
  shown: string;
  does: string;
  run: () => unknown;
}

/** What the pointer does; it has no keys. */
export const pointerHabits = [
  ["left drag on a thing", "pull at it with a damped spring, or push it with a ball"],
  ["click on a thing", "choose its part; Shift or Ctrl adds to the choice"],
  ["left or middle drag beside things", "turn the view"],
  ["right drag, Shift + middle drag", "move the view"], ["wheel", "zoom"],
  ["Ctrl or Shift + click in the tree", "choose several entries, and edit them together"],
  ["pointer over an entry of the tree", "its part is lit up in the view"],
];

/** A key with what is held beside it: Ctrl+Shift+z, Alt+h, ArrowLeft. Keys of the number pad are those of the digits. */
export function nameOf(event: KeyboardEvent): string {
  const digit = event.code.match(/^(?:Numpad|Digit)(\d)$/)?.[1];
  const letter = event.key.length === 1 && /[a-z]/i.test(event.key);
  const key = digit && !event.shiftKey ? digit : letter ? event.key.toLowerCase() : event.key;
  const shift = event.shiftKey && (letter || event.key.length > 1);
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.altKey ? "Alt+" : ""}${shift ? "Shift+" : ""}${key}`;
}

export function listen(shortcuts: Shortcut[]): void {
  const runs = new Map(shortcuts.map((one) => [one.key, one.run]));
  document.addEventListener("keydown", (event) => {
    const name = nameOf(event);
    const writing = (event.target as HTMLElement).matches("input:not([type=checkbox]):not([type=range]), textarea, select");
    if (writing && name !== "Ctrl+s") return;
    const run = runs.get(name);
    if (!run || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    void run();
  });
}
