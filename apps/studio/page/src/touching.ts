// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The pointer on the world: names on hover, pulling with a spring, pushing with a ball, holding still, loading.
import type { Vector3 } from "three";
import { Connection } from "./connection";
import { HandSettings } from "./hands";
import { Hit, SceneView } from "./scene_view";

export class Touching {
  dragging = false;
  /** A click on a part, without a drag. */
  onClick: (part: string, more: boolean) => void = () => {};
  private hit?: Hit;
  private last = { clientX: 0, clientY: 0 };
  private through?: Vector3;
  private moved = false;
  private pushing = 0; // [m] radius of the ball, 0: it pulls

  constructor(
    private view: SceneView,
    private connection: Connection,
    private label: HTMLElement,
    private note: (text: string, bad?: boolean) => void,
    private hands: () => HandSettings,
  ) {
    const canvas = view.canvas;
    // before the camera hears of it: a drag that starts on a part pulls at the part
    canvas.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => {
      if (this.hit && !this.moved) this.onClick(this.hit.part, event.shiftKey || event.ctrlKey);
      this.release();
    });
    canvas.addEventListener("pointercancel", () => this.release());
    canvas.addEventListener("pointerleave", () => (this.label.hidden = true));
  }

  /** Holds what is under the pointer, or lets go of what is held near it. */
  async pin(holds: boolean): Promise<void> {
    const hit = this.view.pick(this.last);
    if (!hit) return this.note("nothing is under the pointer");
    const at = hit.at.toArray();
    const answer = await this.connection.say(
      holds ? { do: "pin", structure: hit.structure, node: hit.node, at } : { do: "unpin", part: hit.part, at },
    );
    this.note(answer.ok ? `${hit.part} is ${holds ? "held" : "let go"}` : (answer.error ?? ""), !answer.ok);
  }

  /** Puts a force on what is under the pointer. */
  async load(): Promise<void> {
    const hit = this.view.pick(this.last);
    if (!hit) return this.note("nothing is under the pointer");
    const { force } = this.hands();
    const answer = await this.connection.say({
      do: "add_force", structure: hit.structure, node: hit.node, at: hit.at.toArray(), force,
    });
    this.note(answer.ok ? `${answer.part} feels ${force.join(", ")} N` : (answer.error ?? ""), !answer.ok);
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    const hit = this.view.pick(event);
    if (!hit || !hit.part) return;
    event.stopImmediatePropagation();
    this.view.canvas.setPointerCapture(event.pointerId);
    this.hit = hit;
    this.through = hit.at.clone();
    this.dragging = true;
    this.moved = false;
    const at = hit.at.toArray();
    const { pushes, radius } = this.hands();
    if (pushes) {
      this.pushing = radius;
      void this.connection.say({ do: "push", at, radius }).then((answer) => {
        this.note(answer.ok ? `pushing with ${radius} m` : (answer.error ?? ""), !answer.ok);
      });
      return;
    }
    const order = { do: "grab", structure: hit.structure, node: hit.node, at };
    void this.connection.say(order).then((answer) => {
      this.note(answer.ok ? `pulling at ${answer.part}` : (answer.error ?? ""), !answer.ok);
      if (!answer.ok) this.release();
    });
  }

  private move(event: PointerEvent): void {
    this.last = { clientX: event.clientX, clientY: event.clientY };
    if (this.dragging && this.through) {
      this.moved = true;
      const to = this.view.placeOnPlane(event, this.through).toArray();
      void this.connection.say(this.pushing > 0 ? { do: "push", at: to, radius: this.pushing } : { do: "drag", to });
      return;
    }
    if (event.buttons !== 0) return;
    const hit = this.view.pick(event);
    this.label.hidden = !hit;
    if (!hit) return;
    const box = this.view.canvas.getBoundingClientRect();
    this.label.textContent = [hit.part, hit.structure].filter((name, i, all) => name && all.indexOf(name) === i).join(" · ");
    this.label.style.left = `${event.clientX - box.left + 12}px`;
    this.label.style.top = `${event.clientY - box.top + 12}px`;
  }

  private release(): void {
    if (!this.dragging) return;
    this.dragging = false;
    this.pushing = 0;
    void this.connection.say({ do: "release" });
    if (this.hit) this.note(`let go of ${this.hit.part}`);
    this.hit = undefined;
  }
}
