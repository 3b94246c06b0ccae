// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Colours: of parts by their names, and of numbers from blue to red.
import * as THREE from "three";
import { Frame } from "./frame";

const parts = [0x4c8ed9, 0xe2964a, 0x5fb36a, 0xc9698f, 0x8f7fd1, 0xb8a13c, 0x4fb3ad, 0xd06a55];
const stops = [0x2b4bd6, 0x2fb7c9, 0x7fd14a, 0xf2c22e, 0xd7301f].map((hex) => new THREE.Color(hex));

/** The same colour for a part in every run. */
export function colourOf(part: string): THREE.Color {
  let hash = 7;
  for (const letter of part) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return new THREE.Color(parts[hash % parts.length]);
}

/** From numbers to colours; the range grows with what it has seen. */
export class Ramp {
  quantity = "";
  unit = "";
  low = Infinity;
  high = -Infinity;

  choose(quantity: string): void {
    this.quantity = quantity;
    this.low = Infinity;
    this.high = -Infinity;
  }

  gather(frame: Frame): void {
    for (const structure of frame.structures) {
      if (!structure.values) continue;
      this.unit = structure.unit;
      for (const value of structure.values) {
        if (value < this.low) this.low = value;
        if (value > this.high) this.high = value;
      }
    }
  }

  colour(value: number, out: THREE.Color): THREE.Color {
    const span = this.high - this.low;
    const t = span > 0 ? Math.min(Math.max((value - this.low) / span, 0), 1) * (stops.length - 1) : 0;
    const i = Math.min(Math.floor(t), stops.length - 2);
    return out.copy(stops[i]).lerp(stops[i + 1], t - i);
  }
}
