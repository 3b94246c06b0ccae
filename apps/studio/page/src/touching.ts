// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The pointer on the world: names on hover, pulling with a spring, holding still.
import type { Vector3 } from "three";
import { Connection } from "./connection";
import { Hit, SceneView } from "./scene_view";

export class Touching {
  dragging = false;
  private hit?: Hit;
  private last = { clientX: 0, clientY: 0 };
  private through?: Vector3;

  constructor(
    private view: SceneView,
    private connection: Connection,
    private label: HTMLElement,
    private note: (text: string, bad?: boolean) => void,
  ) {
    const canvas = view.canvas;
    // before the camera hears of it: a drag that starts on a part pulls at the part
    canvas.addEventListener("pointerdown", (event) => this.press(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", () => this.release());
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

  private press(event: PointerEvent): void {
    if (event.button !== 0 || event.ctrlKey) return;
    const hit = this.view.pick(event);
    if (!hit || !hit.part) return;
    event.stopImmediatePropagation();
    this.view.canvas.setPointerCapture(event.pointerId);
    this.hit = hit;
    this.through = hit.at.clone();
    this.dragging = true;
    const order = { do: "grab", structure: hit.structure, node: hit.node, at: hit.at.toArray() };
    void this.connection.say(order).then((answer) => {
      this.note(answer.ok ? `pulling at ${answer.part}` : (answer.error ?? ""), !answer.ok);
      if (!answer.ok) this.release();
    });
  }

  private move(event: PointerEvent): void {
    this.last = { clientX: event.clientX, clientY: event.clientY };
    if (this.dragging && this.through) {
      void this.connection.say({ do: "drag", to: this.view.placeOnPlane(event, this.through).toArray() });
      return;
    }
    if (event.buttons !== 0) return;
    const hit = this.view.pick(event);
    this.label.hidden = !hit;
    if (!hit) return;
    const box = this.view.canvas.getBoundingClientRect();
    this.label.textContent = hit.part || hit.structure;
    this.label.style.left = `${event.clientX - box.left + 12}px`;
    this.label.style.top = `${event.clientY - box.top + 12}px`;
  }

  private release(): void {
    if (!this.dragging) return;
    this.dragging = false;
    void this.connection.say({ do: "release" });
    if (this.hit) this.note(`let go of ${this.hit.part}`);
    this.hit = undefined;
  }
}
