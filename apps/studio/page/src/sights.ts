// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What is asked to be seen beside things: arrows of forces and torques, ellipsoids of zones and of pushing balls.
import * as THREE from "three";
import { Structure } from "./frame";

/** What can be asked for, and what it is called in the page. */
export const sightNames: Record<string, string> = {
  forces: "forces", torques: "torques", contacts: "contacts", zones: "influence zones", rest: "rest ellipsoids",
};
const colours: Record<string, number> = {
  "sight forces": 0xffffff, "sight torques": 0xff2a2a, "sight contacts": 0xffb020, "sight held": 0xffe94a,
  "sight zones": 0x4c8ed9, "sight rest": 0x5fd36a, "sight balls": 0xff8c1a,
};
const longest = 0.22; // an arrow, over the radius of what is seen

/** An arrow of length one along y, as one geometry: a shaft and a head. */
function arrowGeometry(): THREE.BufferGeometry {
  const shaft = new THREE.CylinderGeometry(0.35, 0.35, 0.7, 6).translate(0, 0.35, 0).toNonIndexed();
  const head = new THREE.ConeGeometry(1, 0.3, 8).translate(0, 0.85, 0).toNonIndexed();
  const places = [...shaft.getAttribute("position").array, ...head.getAttribute("position").array];
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(places, 3));
  return geometry;
}

export function makeSight(structure: Structure): THREE.InstancedMesh {
  const color = colours[structure.name] ?? 0xffffff;
  if (structure.kind === "arrows") {
    // over everything: most forces point into the thing that feels them
    const above = new THREE.MeshBasicMaterial({ color, depthTest: false, transparent: true });
    const arrows = new THREE.InstancedMesh(arrowGeometry(), above, Math.max(structure.count, 1));
    arrows.renderOrder = 2;
    return arrows;
  }
  const material = new THREE.MeshStandardMaterial({ color, transparent: true, opacity: 0.16, depthWrite: false });
  return new THREE.InstancedMesh(new THREE.SphereGeometry(1, 20, 14), material, Math.max(structure.count, 1));
}

/** The longest of the arrows, in their unit. */
export function strongest(structure: Structure): number {
  let most = 0;
  for (let i = 0; structure.along && i < structure.count; i++)
    most = Math.max(most, Math.hypot(...structure.along.subarray(3 * i, 3 * i + 3)));
  return most;
}

/** Places arrows, the strongest as long as a part of `size` [m]. */
export function arrowAt(structure: Structure, i: number, most: number, size: number, out: THREE.Matrix4): THREE.Matrix4 {
  const along = new THREE.Vector3().fromArray(structure.along!, 3 * i);
  const length = (longest * size * along.length()) / (most || 1);
  const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.normalize());
  const thick = Math.min(0.012 * size, 0.12 * length);
  return out.compose(new THREE.Vector3().fromArray(structure.positions!, 3 * i), turn, new THREE.Vector3(thick, length, thick));
}

export function ellipsoidAt(structure: Structure, i: number, out: THREE.Matrix4): THREE.Matrix4 {
  const p = structure.poses!.subarray(7 * i, 7 * i + 7);
  return out.compose(
    new THREE.Vector3(p[0], p[1], p[2]), new THREE.Quaternion(p[3], p[4], p[5], p[6]),
    new THREE.Vector3().fromArray(structure.axes!, 3 * i),
  );
}
