// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Hairs grown from streamed wisps by the rules of src/souple/dynamics/hair: hair_curves.cpp, section_frames.h. What a
// hair draws by chance never changes, so it is drawn once; where its wisp is makes the curve.
import { Wisps } from "./frame";

/** SplitMix64 (src/souple/core/rng.h) on two halves of 32 bits. */
export class Rng {
  high = 0;
  low = 0;

  constructor(state: bigint) {
    const word = BigInt.asUintN(64, state);
    this.high = Number(word >> 32n);
    this.low = Number(word & 0xffffffffn);
  }

  /** Leaves the next word in `outHigh` and `outLow`. */
  outHigh = 0;
  outLow = 0;
  next(): void {
    const sum = this.low + 0x7f4a7c15;
    this.low = sum >>> 0;
    this.high = (this.high + 0x9e3779b9 + (sum > 0xffffffff ? 1 : 0)) >>> 0;
    let h = this.high, l = this.low;
    [h, l] = multiply(h ^ (h >>> 30), l ^ ((l >>> 30) | (h << 2)), 0xbf58476d, 0x1ce4e5b9);
    [h, l] = multiply(h ^ (h >>> 27), l ^ ((l >>> 27) | (h << 5)), 0x94d049bb, 0x133111eb);
    this.outHigh = (h ^ (h >>> 31)) >>> 0;
    this.outLow = (l ^ ((l >>> 31) | (h << 1))) >>> 0;
  }

  uniform(): number {
    this.next();
    return (this.outHigh * 2097152 + (this.outLow >>> 11)) * 2 ** -53;
  }

  normal(): number {
    const u = 1 - this.uniform(), angle = 2 * Math.PI * this.uniform();
    return Math.sqrt(-2 * Math.log(u)) * Math.cos(angle);
  }
}

/** The upper 32 bits of a product of two 32-bit numbers. */
function upperHalf(a: number, b: number): number {
  const a0 = a & 0xffff, a1 = a >>> 16, b0 = b & 0xffff, b1 = b >>> 16;
  const middle = a1 * b0 + Math.floor((a0 * b0) / 65536);
  const other = a0 * b1 + (middle % 65536);
  return a1 * b1 + Math.floor(middle / 65536) + Math.floor(other / 65536);
}

function multiply(ah: number, al: number, bh: number, bl: number): [number, number] {
  ah >>>= 0;
  al >>>= 0;
  return [(upperHalf(al, bl) + Math.imul(ah, bl) + Math.imul(al, bh)) >>> 0, Math.imul(al, bl) >>> 0];
}

function hairStream(seed: string, root: number, hair: number): Rng {
  const rng = new Rng(BigInt(seed) * 0x9e3779b97f4a7c15n + BigInt(root) * 0xd1b54a32d192ed03n + BigInt(hair));
  rng.next();
  return rng;
}

/** Whether a hair of a root belongs to the wisp: each split sends it to one half by a bit of its number. */
function hasHair(wisps: Wisps, wisp: number, hair: number): boolean {
  const [root, depth, low, high] = wisps.notes.subarray(5 * wisp, 5 * wisp + 4);
  if (depth === 0) return true;
  const rng = hairStream(wisps.look.seed, root, hair);
  rng.low = (rng.low ^ 0x5bf03635) >>> 0;
  rng.next();
  const mask = (bits: number) => (bits >= 32 ? 0xffffffff : 2 ** bits - 1);
  return (((rng.outLow ^ low) & mask(depth)) | ((rng.outHigh ^ high) & mask(Math.max(depth - 32, 0)))) === 0;
}

/** What one hair drew by chance: its length as a part of the wisp's, and its place in the unit disc at each section. */
interface Hair { wisp: number; share: number; places: Float64Array; }

function drawHair(wisps: Wisps, wisp: number, hair: number): Hair {
  const { look, particles } = wisps;
  const rng = hairStream(look.seed, wisps.notes[5 * wisp], hair);
  const places = new Float64Array(2 * particles);
  let x = 0, y = 0;
  do {
    x = look.spread * rng.normal();
    y = look.spread * rng.normal();
  } while (x * x + y * y > 1);
  const share = look.drawn * (1 - look.shorter * rng.uniform());
  for (let i = 0; i < particles; i++) {
    if (i > 0) {
      x += look.wobble * rng.normal();
      y += look.wobble * rng.normal();
      const radius = Math.hypot(x, y);
      if (radius > 1) {
        x /= radius;
        y /= radius;
      }
    }
    places[2 * i] = x;
    places[2 * i + 1] = y;
  }
  return { wisp, share, places };
}

type Vector = [number, number, number];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const plus = (a: Vector, b: Vector, s = 1): Vector => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const times = (a: Vector, s: number): Vector => [a[0] * s, a[1] * s, a[2] * s];
const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** Places of all particles; those after the root are counted from where the one before was put. */
function unpackPlaces(wisps: Wisps, out: Float64Array): void {
  const { particles, stepUnit } = wisps;
  for (let w = 0, step = 0; w < wisps.count; w++)
    for (let i = 0; i < particles; i++)
      for (let k = 0; k < 3; k++) {
        const at = 3 * (w * particles + i) + k;
        out[at] = i === 0 ? wisps.roots[3 * w + k] : out[at - 3] + stepUnit * wisps.steps[step++];
      }
}

/** Axes u and v of the section planes of one wisp: carried from the root without twist, then twisted. */
function carryFrames(wisps: Wisps, w: number, places: Float64Array, out: Float64Array): void {
  const n = wisps.particles;
  const along: Vector[] = [];
  for (let i = 0; i + 1 < n; i++) {
    const at = 3 * (w * n + i);
    const d: Vector = [places[at + 3] - places[at], places[at + 4] - places[at + 1], places[at + 5] - places[at + 2]];
    const length = Math.sqrt(dot(d, d));
    along.push(length > 0 ? times(d, 1 / length) : i > 0 ? along[i - 1] : [0, -1, 0]);
  }
  let axis = along[0];
  const side: Vector = [wisps.sides[3 * w] / 32767, wisps.sides[3 * w + 1] / 32767, wisps.sides[3 * w + 2] / 32767];
  let u = plus(side, axis, -dot(side, axis));
  u = times(u, 1 / (Math.sqrt(dot(u, u)) || 1));
  for (let i = 0; i < n; i++) {
    if (i > 0) {
      let next = along[i - 1];
      if (i + 1 < n) {
        const sum = plus(along[i - 1], along[i]);
        next = dot(sum, sum) > 1e-12 ? times(sum, 1 / Math.sqrt(dot(sum, sum))) : axis;
      }
      const cosine = dot(axis, next);
      if (cosine >= -1 + 1e-9) u = plus(u, plus(axis, next), -dot(u, next) / (1 + cosine));
      axis = next;
    }
    const v = cross(axis, u);
    const turn = wisps.twist ? wisps.twist[w * n + i] : 0;
    const c = Math.cos(turn), s = Math.sin(turn);
    for (let k = 0; k < 3; k++) {
      out[6 * (w * n + i) + k] = c * u[k] + s * v[k];
      out[6 * (w * n + i) + 3 + k] = c * v[k] - s * u[k];
    }
  }
}

/** The samples on both sides of a place, and how far it is from the first. */
function between(samples: number, x: number, y: number): [number, number, number] {
  let turn = (Math.atan2(y, x) / (2 * Math.PI)) * samples;
  if (turn < 0) turn += samples;
  const k = Math.floor(turn) % samples;
  return [k, (k + 1) % samples, turn - Math.floor(turn)];
}

/** Where a place of the unit disc goes when the envelope is deformed, in metres along u and v. */
function deform(wisps: Wisps, first: number, x: number, y: number, out: [number, number]): void {
  const { samples, radiusUnit: unit, radii } = wisps;
  if (wisps.look.rule === "axes" && samples === 4) {
    out[0] = x * unit * radii[first + (x >= 0 ? 0 : 2)];
    out[1] = y * unit * radii[first + (y >= 0 ? 1 : 3)];
    return;
  }
  const [a, b, part] = between(samples, x, y);
  const ra = unit * radii[first + a], rb = unit * radii[first + b];
  if (wisps.look.rule !== "barycentric") {
    const scale = (1 - part) * ra + part * rb;
    out[0] = scale * x;
    out[1] = scale * y;
    return;
  }
  const step = (2 * Math.PI) / samples, a0 = a * step, a1 = (a + 1) * step, under = Math.sin(step);
  const one = ((x * Math.sin(a1) - y * Math.cos(a1)) / under) * ra, two = ((y * Math.cos(a0) - x * Math.sin(a0)) / under) * rb;
  out[0] = one * Math.cos(a0) + two * Math.cos(a1);
  out[1] = one * Math.sin(a0) + two * Math.sin(a1);
}

/** All hairs of a part: as many points for each, the last one repeated beyond the end. */
export class GrownHair {
  hairs: Hair[] = [];
  pointsOfHair = 0;
  positions = new Float32Array(0); // of the hairs
  axes = new Float32Array(0); // of the wisps: places of their particles
  private places = new Float64Array(0);
  private frames = new Float64Array(0);
  private weights: number[][] = [];

  /** Which hairs there are; again only when wisps split or the look changes. */
  draw(wisps: Wisps): void {
    this.hairs = [];
    for (let w = 0; w < wisps.count; w++)
      for (let k = 0; k < wisps.look.hairs; k++) if (hasHair(wisps, w, k)) this.hairs.push(drawHair(wisps, w, k));
    this.pointsOfHair = 1 + wisps.look.points * (wisps.particles - 1);
    this.positions = new Float32Array(3 * this.pointsOfHair * this.hairs.length);
    this.places = new Float64Array(3 * wisps.count * wisps.particles);
    this.axes = new Float32Array(this.places.length);
    this.frames = new Float64Array(2 * this.places.length);
    this.weights = [];
    for (let k = 1; k <= wisps.look.points; k++) {
      const t = k / wisps.look.points; // Catmull-Rom: weights of the four crossings
      this.weights.push([(t * (-1 + t * (2 - t))) / 2, (2 + t * t * (3 * t - 5)) / 2, (t * (1 + t * (4 - 3 * t))) / 2, (t * t * (t - 1)) / 2]);
    }
  }

  /** Where they are now. */
  move(wisps: Wisps): void {
    unpackPlaces(wisps, this.places);
    this.axes.set(this.places);
    for (let w = 0; w < wisps.count; w++) carryFrames(wisps, w, this.places, this.frames);
    const rests = new Float32Array(wisps.notes.buffer, wisps.notes.byteOffset, wisps.notes.length);
    const crossings = new Float64Array(3 * wisps.particles);
    this.hairs.forEach((hair, h) => {
      this.crossSections(wisps, hair, crossings);
      this.grow(crossings, wisps.particles, rests[5 * hair.wisp + 4] * hair.share, 3 * h * this.pointsOfHair);
    });
  }

  private crossSections(wisps: Wisps, hair: Hair, out: Float64Array): void {
    const disc: [number, number] = [0, 0];
    const { places, frames } = this;
    for (let i = 0; i < wisps.particles; i++) {
      const p = hair.wisp * wisps.particles + i;
      deform(wisps, p * wisps.samples, hair.places[2 * i], hair.places[2 * i + 1], disc);
      for (let k = 0; k < 3; k++)
        out[3 * i + k] = places[3 * p + k] + disc[0] * frames[6 * p + k] + disc[1] * frames[6 * p + 3 + k];
    }
  }

  /** From the root on, until it is as long as it shall be or the wisp ends. */
  private grow(crossings: Float64Array, n: number, left: number, at: number): void {
    const { positions } = this;
    let x = crossings[0], y = crossings[1], z = crossings[2], ended = false;
    const put = () => {
      positions[at++] = x;
      positions[at++] = y;
      positions[at++] = z;
    };
    put();
    for (let i = 0; i + 1 < n; i++) {
      const p0 = 3 * Math.max(i - 1, 0), p1 = 3 * i, p2 = 3 * (i + 1), p3 = 3 * Math.min(i + 2, n - 1);
      for (const [a, b, c, d] of this.weights) {
        if (!ended) {
          const dx = a * crossings[p0] + b * crossings[p1] + c * crossings[p2] + d * crossings[p3] - x;
          const dy = a * crossings[p0 + 1] + b * crossings[p1 + 1] + c * crossings[p2 + 1] + d * crossings[p3 + 1] - y;
          const dz = a * crossings[p0 + 2] + b * crossings[p1 + 2] + c * crossings[p2 + 2] + d * crossings[p3 + 2] - z;
          const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
          ended = !(length < left);
          const part = !ended ? 1 : length > 0 && left > 0 ? left / length : 0;
          x += part * dx;
          y += part * dy;
          z += part * dz;
          left -= length;
        }
        put();
      }
    }
  }
}
