// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Structures as three.js objects: made once, then moved by each frame.
import * as THREE from "three";
import { Structure } from "./frame";
import { Ramp } from "./colours";
import { GrownHair } from "./grow_hair";
import { arrowAt, ellipsoidAt, makeSight, strongest } from "./sights";

export interface Shape {
  name: string;
  part: string;
  kind: Structure["kind"];
  endless: boolean;
  triangles: number;
  object: THREE.Mesh | THREE.InstancedMesh | THREE.LineSegments;
  picked?: THREE.Object3D; // what the pointer hits: the object itself, the axes of wisps, or nothing
  grown?: GrownHair;
  quantities: string[];
  colour: THREE.Color; // of the part
  strongest: number; // of arrows, in their unit
  unit: string;
  asked: boolean; // the scene says which colour its part has: its own ones do not count
  ramped: boolean; // it shows numbers as colours now
  poses?: Float32Array; // of an endless one
  colours?: Float32Array; // of its own
  coloursOn: Structure["coloursOn"];
  bounds(): THREE.Box3;
  places(): ArrayLike<number>;
}

const dotRadius = 0.01; // [m] of points without a size

export function makeShape(structure: Structure, colour: THREE.Color, asked: boolean): Shape {
  const solid = new THREE.MeshStandardMaterial({ color: colour, roughness: 0.75, side: THREE.DoubleSide });
  let object: Shape["object"];
  const sight = structure.kind === "arrows" || structure.kind === "ellipsoids";
  if (sight) {
    object = makeSight(structure);
  } else if (structure.kind === "curves" || structure.kind === "wisps") {
    object = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: colour }));
  } else if (structure.kind === "surface") {
    object = new THREE.Mesh(new THREE.BufferGeometry(), solid);
  } else {
    object = new THREE.InstancedMesh(unitGeometry(structure), solid, Math.max(structure.count, 1));
  }
  object.frustumCulled = false;
  object.castShadow = !sight && !structure.endless && object instanceof THREE.Mesh;
  object.receiveShadow = object.castShadow || structure.endless;
  const { name, part, kind, endless } = structure;
  const shape: Shape = {
    name, part, kind, endless, object, triangles: 0, picked: sight ? undefined : object, quantities: [], colour, asked, ramped: false, strongest: 0,
    unit: structure.unit, coloursOn: "nodes", bounds: () => boundsOf(object), places: () => placesOf(object),
  };
  if (kind === "wisps") {
    shape.grown = new GrownHair();
    (object.material as THREE.LineBasicMaterial).vertexColors = true;
    shape.picked = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial());
    shape.picked.userData.shape = shape;
  }
  object.userData.shape = shape;
  return shape;
}

/** Whether a structure can be drawn by somebody who knows nothing of it yet. */
export function isWhole(structure: Structure): boolean {
  if (structure.kind === "surface" || structure.kind === "instances") return structure.triangles !== undefined;
  if (structure.kind === "wisps") return structure.wisps?.fresh ?? false;
  return structure.kind !== "curves" || structure.first !== undefined;
}

export function disposeShape(shape: Shape): void {
  shape.object.geometry.dispose();
  (shape.object.material as THREE.Material).dispose();
}

/** Moves a shape to where its structure is; `size` [m] is the radius of what is seen. */
export function updateShape(shape: Shape, structure: Structure, ramp: Ramp, size: number): void {
  shape.quantities = structure.quantities;
  if (structure.colours) {
    shape.colours = structure.colours.slice();
    shape.coloursOn = structure.coloursOn;
  }
  if (structure.kind === "wisps") return moveWisps(shape, structure);
  if (structure.kind === "arrows" || structure.kind === "ellipsoids") return moveSight(shape, structure, size);
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

/** The same of curves that all have `points` points. */
function evenSegments(curves: number, points: number): THREE.BufferAttribute {
  const pairs = new Uint32Array(2 * curves * (points - 1));
  for (let c = 0, at = 0; c < curves; c++)
    for (let i = 0; i + 1 < points; i++) {
      pairs[at++] = c * points + i;
      pairs[at++] = c * points + i + 1;
    }
  return new THREE.BufferAttribute(pairs, 1);
}

/** Each hair a little darker or lighter than the next, so that they can be told apart. */
function hairShades(hairs: number, points: number): THREE.BufferAttribute {
  const shades = new Uint8Array(3 * hairs * points);
  for (let h = 0; h < hairs; h++) shades.fill(150 + (Math.imul(h, 2654435761) >>> 25) * 0.82, 3 * h * points, 3 * (h + 1) * points);
  return new THREE.BufferAttribute(shades, 3, true);
}

/** The colour of its part has changed. */
export function paintShape(shape: Shape, colour: THREE.Color, asked: boolean): void {
  shape.colour = colour;
  shape.asked = asked;
  const { object } = shape;
  const material = object.material as THREE.MeshStandardMaterial;
  if (object instanceof THREE.InstancedMesh) {
    if (shape.ramped) return;
    if (shape.colours || object.instanceColor) paintInstances(shape, object);
    else if (shape.picked) material.color.copy(colour);
  } else if (shape.picked && (!material.vertexColors || shape.grown)) {
    material.color.copy(colour);
  }
}

/** Plain, or with the colours that it has of its own. */
function paintInstances(shape: Shape, mesh: THREE.InstancedMesh): void {
  const own = !shape.asked && shape.colours?.length === 3 * mesh.count ? shape.colours : undefined;
  (mesh.material as THREE.MeshStandardMaterial).color.set(0xffffff);
  const colour = new THREE.Color();
  for (let i = 0; i < mesh.count; i++) mesh.setColorAt(i, own ? colour.fromArray(own, 3 * i) : shape.colour);
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
}

/** An endless plane goes `reach` [m] around a place, whatever square of it was sent. */
export function spreadEndless(shape: Shape, about: THREE.Vector3, reach: number): void {
  const mesh = shape.object as THREE.InstancedMesh;
  const { geometry } = mesh;
  const corners = geometry.getAttribute("position");
  if (!shape.poses || !corners || corners.count < 3) return;
  geometry.computeBoundingSphere();
  const larger = reach / Math.max(geometry.boundingSphere!.radius, 1e-12);
  const [a, b, c] = [0, 1, 2].map((i) => new THREE.Vector3().fromBufferAttribute(corners, geometry.index?.getX(i) ?? i));
  for (let i = 0; 7 * i < shape.poses.length; i++) {
    const place = placeAt(shape.poses, i, new THREE.Matrix4());
    const [p, q, r] = [a, b, c].map((corner) => corner.clone().applyMatrix4(place));
    const foot = new THREE.Plane().setFromCoplanarPoints(p, q, r).projectPoint(about, new THREE.Vector3());
    // a plane that grows or shrinks around a place on it stays in itself; its middle goes to that place
    const middle = geometry.boundingSphere!.center.clone().applyMatrix4(place).multiplyScalar(-larger).add(foot);
    const grown = new THREE.Matrix4().makeScale(larger, larger, larger).setPosition(middle);
    mesh.setMatrixAt(i, grown.multiply(place));
  }
  mesh.instanceMatrix.needsUpdate = true;
  mesh.boundingSphere = null;
  mesh.boundingBox = null;
}

function setPlaces(geometry: THREE.BufferGeometry, places: Float32Array): boolean {
  const old = geometry.getAttribute("position") as THREE.BufferAttribute | undefined;
  geometry.boundingSphere = null;
  geometry.boundingBox = null;
  if (old && old.array.length === places.length) {
    (old.array as Float32Array).set(places);
    old.needsUpdate = true;
    return false;
  }
  geometry.setAttribute("position", new THREE.BufferAttribute(places.slice(), 3).setUsage(THREE.DynamicDrawUsage));
  return true;
}

function moveWisps(shape: Shape, structure: Structure): void {
  const { wisps } = structure;
  const grown = shape.grown!;
  if (!wisps) return;
  const axes = (shape.picked as THREE.LineSegments).geometry;
  if (wisps.fresh) {
    grown.draw(wisps);
    shape.object.geometry.setIndex(evenSegments(grown.hairs.length, grown.pointsOfHair));
    shape.object.geometry.setAttribute("color", hairShades(grown.hairs.length, grown.pointsOfHair));
    axes.setIndex(evenSegments(wisps.count, wisps.particles));
  }
  grown.move(wisps);
  setPlaces(shape.object.geometry, grown.positions);
  setPlaces(axes, grown.axes);
}

function moveSight(shape: Shape, structure: Structure, size: number): void {
  const mesh = shape.object as THREE.InstancedMesh;
  makeRoom(mesh, structure.count);
  shape.strongest = strongest(structure);
  const matrix = new THREE.Matrix4();
  for (let i = 0; i < structure.count; i++)
    mesh.setMatrixAt(i, structure.along ? arrowAt(structure, i, shape.strongest, size, matrix) : ellipsoidAt(structure, i, matrix));
}

/** Room for so many instances, all of which will move. */
function makeRoom(mesh: THREE.InstancedMesh, count: number): void {
  if (mesh.instanceMatrix.count < count) {
    mesh.instanceMatrix = new THREE.InstancedBufferAttribute(new Float32Array(16 * count), 16);
    mesh.instanceColor = null;
  }
  mesh.count = count;
  mesh.instanceMatrix.needsUpdate = true;
  mesh.boundingSphere = null;
  mesh.boundingBox = null;
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
  if (setPlaces(geometry, structure.positions ?? new Float32Array(0))) {
    geometry.deleteAttribute("normal");
    geometry.deleteAttribute("color");
  }
  if (structure.triangles) geometry.setIndex(new THREE.BufferAttribute(structure.triangles.slice(), 1));
  if (structure.first) geometry.setIndex(segments(structure.first));
  if (structure.kind === "surface") {
    geometry.computeVertexNormals();
    shape.triangles = (geometry.index?.count ?? 0) / 3;
  }
  colourNodes(shape, onNodes(structure, geometry.index), structure.count, ramp);
}

/** A structure's own colours by node. */
function ownColours(shape: Shape, nodes: number): Float32Array | undefined {
  const { colours } = shape;
  if (!colours || shape.coloursOn === "nodes") return colours?.length === 3 * nodes ? colours : undefined;
  const spread = new Float32Array(3 * nodes);
  const index = shape.object.geometry.index;
  for (let i = 0; index && i < index.count; i++)
    spread.set(colours.subarray(3 * Math.floor(i / 3), 3 * Math.floor(i / 3) + 3), 3 * index.getX(i));
  return spread;
}

function colourNodes(shape: Shape, values: ArrayLike<number> | undefined, nodes: number, ramp: Ramp): void {
  const material = shape.object.material as THREE.MeshStandardMaterial;
  const geometry = shape.object.geometry;
  const own = values || shape.asked ? undefined : ownColours(shape, nodes);
  const coloured = values !== undefined || own !== undefined;
  if (material.vertexColors !== coloured) {
    material.vertexColors = coloured;
    material.color.copy(coloured ? new THREE.Color(0xffffff) : shape.colour);
    material.needsUpdate = true;
  }
  if (own) geometry.setAttribute("color", new THREE.BufferAttribute(own, 3));
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
  makeRoom(mesh, structure.count);
  const matrix = new THREE.Matrix4();
  for (let i = 0; i < structure.count; i++) mesh.setMatrixAt(i, placement(structure, i, matrix));
  const faces = (mesh.geometry.index ?? mesh.geometry.getAttribute("position"))?.count ?? 0;
  shape.triangles = structure.endless ? 0 : (faces / 3) * structure.count;
  if (structure.endless) shape.poses = structure.poses?.slice();
  colourInstances(shape, mesh, structure, ramp);
}

function placeAt(poses: Float32Array, i: number, out: THREE.Matrix4): THREE.Matrix4 {
  const p = poses.subarray(7 * i, 7 * i + 7);
  return out.compose(new THREE.Vector3(p[0], p[1], p[2]), new THREE.Quaternion(p[3], p[4], p[5], p[6]), new THREE.Vector3(1, 1, 1));
}

function placement(structure: Structure, i: number, out: THREE.Matrix4): THREE.Matrix4 {
  const one = new THREE.Vector3(1, 1, 1);
  if (structure.poses) return placeAt(structure.poses, i, out);
  const at = new THREE.Vector3().fromArray(structure.positions!, 3 * i);
  const radii = structure.radii!;
  const radius = (radii.length > 1 ? radii[i] : radii[0]) || dotRadius;
  const turn = new THREE.Quaternion();
  if (structure.normals)
    turn.setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3().fromArray(structure.normals, 3 * i));
  return out.compose(at, turn, one.multiplyScalar(radius));
}

function colourInstances(shape: Shape, mesh: THREE.InstancedMesh, structure: Structure, ramp: Ramp): void {
  shape.ramped = structure.values !== undefined;
  if (!shape.ramped) {
    if (shape.colours || mesh.instanceColor) paintInstances(shape, mesh);
    return;
  }
  (mesh.material as THREE.MeshStandardMaterial).color.set(0xffffff);
  const colour = new THREE.Color();
  for (let i = 0; i < structure.count; i++) mesh.setColorAt(i, ramp.colour(structure.values![i], colour));
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
}
