// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Frames of the stream (docs/formats/stream.md): a JSON head, then numbers of four bytes.

/** One structure of a frame, its lists as views into the message. Topology is there only when it is new. */
export interface Structure {
  name: string;
  part: string;
  kind: "points" | "discs" | "curves" | "surface" | "instances";
  count: number;
  quantities: string[];
  endless: boolean;
  positions?: Float32Array; // of instances: their mesh
  normals?: Float32Array;
  radii?: Float32Array;
  poses?: Float32Array; // 7 each: place, then quaternion x y z w
  triangles?: Uint32Array;
  first?: Uint32Array;
  ofCurves: number;
  values?: Float32Array;
  valuesOn: "nodes" | "faces";
  unit: string;
}
export interface Frame { time: number; step: number; structures: Structure[]; }

const mark = 0x314c5053; // "SPL1"

export function decode(data: ArrayBuffer): Frame {
  const words = new Uint32Array(data, 0, 2);
  if (words[0] !== mark) throw new Error("this is no frame of the studio");
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 8, words[1])));
  const start = 8 + words[1];
  return { time: head.time, step: head.step, structures: head.structures.map((raw: any) => unpack(data, start, raw)) };
}

function unpack(data: ArrayBuffer, start: number, raw: any): Structure {
  const floats = (offset: number | undefined, count: number) =>
    offset === undefined ? undefined : new Float32Array(data, start + 4 * offset, count);
  const indices = (offset: number | undefined, count: number) =>
    offset === undefined ? undefined : new Uint32Array(data, start + 4 * offset, count);
  const faces = raw.values_on === "faces";
  const places = raw.kind === "instances" ? raw.position_count : raw.count;
  const left = (data.byteLength - start) / 4;
  return {
    name: raw.name, part: raw.part, kind: raw.kind, count: raw.count, quantities: raw.quantities ?? [],
    endless: raw.endless ?? false, ofCurves: raw.of_curves ?? 0, unit: raw.unit ?? "",
    valuesOn: faces ? "faces" : "nodes",
    positions: floats(raw.positions, 3 * (places ?? 0)),
    normals: floats(raw.normals, 3 * raw.count),
    radii: floats(raw.radii, raw.radius_count ?? 0),
    poses: floats(raw.poses, 7 * raw.count),
    triangles: indices(raw.triangles, 3 * (raw.triangle_count ?? 0)),
    first: indices(raw.first, (raw.curve_count ?? 0) + 1),
    values: raw.values === undefined ? undefined : floats(raw.values, Math.min(raw.value_count, left - raw.values)),
  };
}
