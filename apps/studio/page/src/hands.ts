// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The panel of hands: what the pointer does, and everything that is held, loaded or pushed.
import { Answer, Status } from "./connection";
import { make } from "./controls";

/** What the left button does on a thing. */
export interface HandSettings {
  pushes: boolean; // with a ball, else it pulls
  radius: number; // [m] of the ball
  force: [number, number, number]; // [N] that F puts on
}
export type Order = (what: Record<string, unknown>) => Promise<Answer>;

export class HandsPanel {
  readonly settings: HandSettings = { pushes: false, radius: 0.1, force: [0, 1, 0] };
  private list = make("div");
  private mode = make("select");
  private shown = "";

  constructor(into: HTMLElement, private order: Order) {
    this.mode.id = "hand_mode";
    this.mode.append(new Option("pull with a spring", "pull"), new Option("push with a ball", "push"));
    this.mode.onchange = () => (this.settings.pushes = this.mode.value === "push");
    const radius = this.number("hand_radius", this.settings.radius, (value) => (this.settings.radius = value));
    const row = make("span", "three");
    this.settings.force.forEach((value, k) =>
      row.append(this.number(`hand_force_${k}`, value, (next) => (this.settings.force[k] = next))));
    into.append(
      this.field("left drag (B)", this.mode), this.field("ball radius [m]", radius),
      this.field("force of F [N]", row), make("h4", "", "Held and loaded"), this.list,
    );
  }

  toggle(): void {
    this.settings.pushes = !this.settings.pushes;
    this.mode.value = this.settings.pushes ? "push" : "pull";
  }

  show(status: Status): void {
    const now = JSON.stringify([status.held, status.forces]);
    if (now === this.shown) return;
    this.shown = now;
    this.list.replaceChildren();
    const since = (from?: number) => (from === undefined ? "" : ` from ${from.toFixed(3)} s on`);
    for (const held of status.held)
      this.row(`${held.part} is held still${since(held.from)}`, "let go", { do: "unpin", part: held.part, at: held.at });
    for (const one of status.forces)
      this.row(`${one.part}: ${one.force.join(", ")} N${since(one.from)}`, "remove", { do: "remove_force", number: one.number });
    if (this.list.children.length === 0) this.list.append(make("small", "", "Nothing. P over a thing holds it, F puts a force on it."));
  }

  private row(text: string, action: string, order: Record<string, unknown>): void {
    const line = make("div", "field");
    const button = make("button", "", action);
    button.onclick = () => this.order(order);
    const label = make("label");
    label.append(make("span", "name", text), button);
    line.append(label);
    this.list.append(line);
  }

  private field(name: string, control: HTMLElement): HTMLElement {
    const field = make("div", "field");
    const label = make("label");
    label.append(make("span", "name", name), control);
    field.append(label);
    return field;
  }

  private number(id: string, value: number, keep: (value: number) => void): HTMLInputElement {
    const input = make("input");
    input.id = id;
    input.type = "text";
    input.value = String(value);
    input.onchange = () => {
      const next = Number(input.value);
      if (Number.isFinite(next) && input.value.trim() !== "") keep(next);
      else input.value = String(value);
    };
    return input;
  }
}
