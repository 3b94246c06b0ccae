// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Frames of the stream (docs/formats/stream.md): a JSON head, then numbers of four bytes.

export interface HairLook {
  hairs: number; spread: number; wobble: number; shorter: number; drawn: number; points: number; rule: string; seed: string;
}

/** What hairs are grown from. */
export interface Wisps {
  count: number;
  particles: number;
  samples: number;
  look: HairLook;
  notes: Uint32Array; // 5 each: root, depth, branch low and high, rest length as a float
  roots: Float32Array;
  steps: Int16Array;
  stepUnit: number;
  sides: Int16Array;
  radii: Uint16Array;
  radiusUnit: number;
  twist?: Float32Array;
  fresh: boolean; // the notes came with this frame
}

/** One structure of a frame, its lists as views into the message. Topology is there only when it is new. */
export interface Structure {
  name: string;
  part: string;
  kind: "points" | "discs" | "curves" | "surface" | "instances" | "wisps" | "arrows" | "ellipsoids";
  count: number;
  quantities: string[];
  endless: boolean;
  positions?: Float32Array; // of instances: their mesh
  normals?: Float32Array;
  radii?: Float32Array;
  poses?: Float32Array; // 7 each: place, then quaternion x y z w
  along?: Float32Array; // of arrows
  axes?: Float32Array; // of ellipsoids: half axes
  triangles?: Uint32Array;
  first?: Uint32Array;
  wisps?: Wisps;
  ofCurves: number;
  values?: Float32Array;
  valuesOn: "nodes" | "faces";
  colours?: Float32Array; // of its own, when they are new
  coloursOn: "nodes" | "faces";
  unit: string;
}
export interface Frame { time: number; step: number; structures: Structure[]; same: string[]; }

const mark = 0x314c5053; // "SPL1"
/** What a page remembers of wisps from the frame that brought it. */
type KnownWisps = Pick<Wisps, "particles" | "samples" | "look" | "notes">;

/** Reads frames of one connection: what comes only once is remembered. */
export class FrameReader {
  private known = new Map<string, KnownWisps>();

  read(data: ArrayBuffer): Frame {
    const words = new Uint32Array(data, 0, 2);
    if (words[0] !== mark) throw new Error("this is no frame of the studio");
    const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 8, words[1])));
    const start = 8 + words[1];
    const structures = head.structures.map((raw: any) => unpack(data, start, raw, this.known));
    return { time: head.time, step: head.step, structures, same: head.same ?? [] };
  }
}

function unpack(data: ArrayBuffer, start: number, raw: any, known: Map<string, KnownWisps>): Structure {
  const floats = (offset: number | undefined, count: number) =>
    offset === undefined ? undefined : new Float32Array(data, start + 4 * offset, count);
  const indices = (offset: number | undefined, count: number) =>
    offset === undefined ? undefined : new Uint32Array(data, start + 4 * offset, count);
  const places = raw.kind === "instances" ? raw.position_count : raw.count;
  const left = (data.byteLength - start) / 4;
  return {
    name: raw.name, part: raw.part, kind: raw.kind, count: raw.count, quantities: raw.quantities ?? [],
    endless: raw.endless ?? false, ofCurves: raw.of_curves ?? 0, unit: raw.unit ?? "",
    valuesOn: raw.values_on === "faces" ? "faces" : "nodes",
    coloursOn: raw.colours_on === "faces" ? "faces" : "nodes",
    positions: floats(raw.positions, 3 * (places ?? 0)),
    normals: floats(raw.normals, 3 * raw.count),
    radii: raw.kind === "wisps" ? undefined : floats(raw.radii, raw.radius_count ?? 0),
    poses: floats(raw.poses, 7 * raw.count),
    along: floats(raw.along, 3 * raw.count),
    axes: floats(raw.axes, 3 * raw.count),
    triangles: indices(raw.triangles, 3 * (raw.triangle_count ?? 0)),
    first: indices(raw.first, (raw.curve_count ?? 0) + 1),
    wisps: raw.kind === "wisps" ? unpackWisps(data, start, raw, known) : undefined,
    values: raw.values === undefined ? undefined : floats(raw.values, Math.min(raw.value_count, left - raw.values)),
    colours: floats(raw.colours, 3 * (raw.colour_count ?? 0)),
  };
}

function unpackWisps(data: ArrayBuffer, start: number, raw: any, known: Map<string, KnownWisps>): Wisps | undefined {
  if (raw.notes !== undefined)
    known.set(raw.name, {
      particles: raw.particles, samples: raw.samples, look: raw.look,
      notes: new Uint32Array(data, start + 4 * raw.notes, 5 * raw.count).slice(),
    });
  const own = known.get(raw.name);
  if (!own) return undefined;
  const all = raw.count * own.particles;
  return {
    ...own, count: raw.count, fresh: raw.notes !== undefined,
    roots: new Float32Array(data, start + 4 * raw.roots, 3 * raw.count),
    steps: new Int16Array(data, start + 4 * raw.steps, 3 * (all - raw.count)),
    stepUnit: raw.step_unit,
    sides: new Int16Array(data, start + 4 * raw.sides, 3 * raw.count),
    radii: new Uint16Array(data, start + 4 * raw.radii, all * own.samples),
    radiusUnit: raw.radius_unit,
    twist: raw.twist === undefined ? undefined : new Float32Array(data, start + 4 * raw.twist, all),
  };
}
