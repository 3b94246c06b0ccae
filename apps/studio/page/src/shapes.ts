// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Structures as three.js objects: made once, then moved by each frame.
import * as THREE from "three";
import { Structure } from "./frame";
import { Ramp, colourOf } from "./colours";

export interface Shape {
  name: string;
  part: string;
  kind: Structure["kind"];
  endless: boolean;
  triangles: number;
  object: THREE.Mesh | THREE.InstancedMesh | THREE.LineSegments;
  bounds(): THREE.Box3;
  places(): ArrayLike<number>;
}

const dotRadius = 0.01; // [m] of points without a size

export function makeShape(structure: Structure): Shape {
  const colour = structure.endless ? new THREE.Color(0xaab2bd) : colourOf(structure.part);
  const solid = new THREE.MeshStandardMaterial({ color: colour, roughness: 0.75, side: THREE.DoubleSide });
  let object: Shape["object"];
  if (structure.kind === "curves") {
    object = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: colour }));
  } else if (structure.kind === "surface") {
    object = new THREE.Mesh(new THREE.BufferGeometry(), solid);
  } else {
    object = new THREE.InstancedMesh(unitGeometry(structure), solid, Math.max(structure.count, 1));
  }
  object.frustumCulled = false;
  const { name, part, kind, endless } = structure;
  const shape = { name, part, kind, endless, triangles: 0, object, bounds: () => boundsOf(object), places: () => placesOf(object) };
  object.userData.shape = shape;
  return shape;
}

/** Whether a structure can be drawn by somebody who knows nothing of it yet. */
export function isWhole(structure: Structure): boolean {
  if (structure.kind === "surface" || structure.kind === "instances") return structure.triangles !== undefined;
  return structure.kind !== "curves" || structure.first !== undefined;
}

export function disposeShape(shape: Shape): void {
  shape.object.geometry.dispose();
  (shape.object.material as THREE.Material).dispose();
}

export function updateShape(shape: Shape, structure: Structure, ramp: Ramp): void {
  if (structure.kind === "surface" || structure.kind === "curves") moveNodes(shape, structure, ramp);
  else moveInstances(shape, structure, ramp);
}

function unitGeometry(structure: Structure): THREE.BufferGeometry {
  if (structure.kind === "points") return new THREE.SphereGeometry(1, 14, 10);
  if (structure.kind === "discs") return new THREE.CircleGeometry(1, 16);
  return new THREE.BufferGeometry();
}

function placesOf(object: Shape["object"]): ArrayLike<number> {
  if (object instanceof THREE.InstancedMesh) {
    const places: number[] = [];
    for (let i = 0; i < object.count; i++) places.push(...object.instanceMatrix.array.slice(16 * i + 12, 16 * i + 15));
    return places;
  }
  return object.geometry.getAttribute("position")?.array ?? [];
}

function boundsOf(object: Shape["object"]): THREE.Box3 {
  if (object instanceof THREE.InstancedMesh) {
    object.computeBoundingBox();
    return object.boundingBox ?? new THREE.Box3();
  }
  object.geometry.computeBoundingBox();
  return object.geometry.boundingBox ?? new THREE.Box3();
}

/** Pairs of neighbours along each curve. */
function segments(first: Uint32Array): number[] {
  const pairs: number[] = [];
  for (let c = 0; c + 1 < first.length; c++)
    for (let i = first[c]; i + 1 < first[c + 1]; i++) pairs.push(i, i + 1);
  return pairs;
}

/** Values on faces, as the largest one around each node. */
function onNodes(structure: Structure, index: THREE.BufferAttribute | null): ArrayLike<number> | undefined {
  if (!structure.values || structure.valuesOn === "nodes") return structure.values;
  const values = new Float32Array(structure.count).fill(-Infinity);
  for (let i = 0; index && i < index.count; i++) {
    const node = index.getX(i);
    values[node] = Math.max(values[node], structure.values[Math.floor(i / 3)] ?? 0);
  }
  return values;
}

function moveNodes(shape: Shape, structure: Structure, ramp: Ramp): void {
  const geometry = shape.object.geometry;
  const places = structure.positions ?? new Float32Array(0);
  const old = geometry.getAttribute("position") as THREE.BufferAttribute | undefined;
  if (old && old.array.length === places.length) {
    (old.array as Float32Array).set(places);
    old.needsUpdate = true;
  } else {
    geometry.setAttribute("position", new THREE.BufferAttribute(places.slice(), 3).setUsage(THREE.DynamicDrawUsage));
    geometry.deleteAttribute("normal");
    geometry.deleteAttribute("color");
  }
  if (structure.triangles) geometry.setIndex(new THREE.BufferAttribute(structure.triangles.slice(), 1));
  if (structure.first) geometry.setIndex(segments(structure.first));
  geometry.boundingSphere = null;
  geometry.boundingBox = null;
  if (structure.kind === "surface") {
    geometry.computeVertexNormals();
    shape.triangles = (geometry.index?.count ?? 0) / 3;
  }
  colourNodes(shape, onNodes(structure, geometry.index), ramp);
}

function colourNodes(shape: Shape, values: ArrayLike<number> | undefined, ramp: Ramp): void {
  const material = shape.object.material as THREE.MeshStandardMaterial;
  const geometry = shape.object.geometry;
  const coloured = values !== undefined;
  if (material.vertexColors !== coloured) {
    material.vertexColors = coloured;
    material.color.copy(coloured ? new THREE.Color(0xffffff) : colourOf(shape.part));
    material.needsUpdate = true;
  }
  if (!values) return;
  const colours = new Float32Array(3 * values.length);
  const colour = new THREE.Color();
  for (let i = 0; i < values.length; i++) ramp.colour(values[i], colour).toArray(colours, 3 * i);
  geometry.setAttribute("color", new THREE.BufferAttribute(colours, 3));
}

function moveInstances(shape: Shape, structure: Structure, ramp: Ramp): void {
  let mesh = shape.object as THREE.InstancedMesh;
  if (structure.kind === "instances" && structure.positions && structure.triangles) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(structure.positions.slice(), 3));
    geometry.setIndex(new THREE.BufferAttribute(structure.triangles.slice(), 1));
    // corners of a box stay sharp: every triangle has normals of its own
    mesh.geometry.dispose();
    mesh.geometry = structure.triangles.length < 3000 ? geometry.toNonIndexed() : geometry;
    mesh.geometry.computeVertexNormals();
  }
  if (mesh.instanceMatrix.count < structure.count) {
    mesh.instanceMatrix = new THREE.InstancedBufferAttribute(new Float32Array(16 * structure.count), 16);
    mesh.instanceColor = null;
  }
  mesh.count = structure.count;
  const matrix = new THREE.Matrix4();
  for (let i = 0; i < structure.count; i++) mesh.setMatrixAt(i, placement(structure, i, matrix));
  mesh.instanceMatrix.needsUpdate = true;
  mesh.boundingSphere = null;
  mesh.boundingBox = null;
  const faces = (mesh.geometry.index ?? mesh.geometry.getAttribute("position"))?.count ?? 0;
  shape.triangles = structure.endless ? 0 : (faces / 3) * structure.count;
  colourInstances(shape, mesh, structure, ramp);
}

function placement(structure: Structure, i: number, out: THREE.Matrix4): THREE.Matrix4 {
  const one = new THREE.Vector3(1, 1, 1);
  if (structure.poses) {
    const p = structure.poses.subarray(7 * i, 7 * i + 7);
    return out.compose(new THREE.Vector3(p[0], p[1], p[2]), new THREE.Quaternion(p[3], p[4], p[5], p[6]), one);
  }
  const at = new THREE.Vector3().fromArray(structure.positions!, 3 * i);
  const radii = structure.radii!;
  const radius = (radii.length > 1 ? radii[i] : radii[0]) || dotRadius;
  const turn = new THREE.Quaternion();
  if (structure.normals)
    turn.setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3().fromArray(structure.normals, 3 * i));
  return out.compose(at, turn, one.multiplyScalar(radius));
}

function colourInstances(shape: Shape, mesh: THREE.InstancedMesh, structure: Structure, ramp: Ramp): void {
  const material = mesh.material as THREE.MeshStandardMaterial;
  const coloured = structure.values !== undefined;
  if (!coloured && !mesh.instanceColor) return;
  const plain = structure.endless ? new THREE.Color(0xaab2bd) : colourOf(shape.part);
  material.color.set(0xffffff);
  const colour = new THREE.Color();
  for (let i = 0; i < structure.count; i++)
    mesh.setColorAt(i, coloured ? ramp.colour(structure.values![i], colour) : plain);
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
}
