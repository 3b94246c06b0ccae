// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The 3D view: one three.js object for each structure of the frames, a camera, and what the pointer hits.
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { Frame } from "./frame";
import { Shape, disposeShape, isWhole, makeShape, paintShape, spreadEndless, updateShape } from "./shapes";
import { Ramp, colourOf } from "./colours";
import type { Held } from "./connection";

export interface Hit { structure: string; part: string; node: number; at: THREE.Vector3; }

/** A camera as a scene writes it. */
export interface Camera { from?: number[]; to?: number[]; field_of_view?: number; }
const usualAngle = 40; // [deg] from bottom to top

export class SceneView {
  readonly canvas: HTMLCanvasElement;
  readonly camera = new THREE.PerspectiveCamera(usualAngle, 1, 0.01, 500);
  readonly ramp = new Ramp();
  triangles = 0;
  drawn = 0; // frames drawn so far
  filming = false; // a film takes pictures also when nothing moves
  private renderer: THREE.WebGLRenderer;
  private scene = new THREE.Scene();
  private controls: OrbitControls;
  private shapes = new Map<string, Shape>();
  private pins = new THREE.Group();
  private dirty = true;
  private wireframe = false;
  private fitted = false;
  private wished?: Camera;
  private size = 1; // [m] radius of what is seen
  private middle = new THREE.Vector3(); // of it
  private looks = new Map<string, THREE.Color>(); // that the scene wishes for, by part
  private hidden: (name: string, part: string) => boolean = () => false;
  private sun = new THREE.DirectionalLight(0xffffff, 2.2);
  private lit = ""; // the part that is lit up

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    // kept, so that a picture can be saved after it was drawn
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.mouseButtons = { LEFT: THREE.MOUSE.ROTATE, MIDDLE: THREE.MOUSE.ROTATE, RIGHT: THREE.MOUSE.PAN };
    this.controls.addEventListener("change", () => (this.dirty = true));
    this.camera.position.set(2, 1.6, 3);
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8a8f99, 1.6), this.sun, this.sun.target, this.pins);
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
    const draw = () => {
      requestAnimationFrame(draw);
      if (!this.dirty && !this.filming) return;
      this.dirty = false;
      this.renderer.render(this.scene, this.camera);
      this.drawn++;
    };
    draw();
  }

  setTheme(dark: boolean): void {
    this.scene.background = new THREE.Color(dark ? 0x1a2029 : 0xe7ebf1);
    this.dirty = true;
  }

  setWireframe(on: boolean): void {
    this.wireframe = on;
    for (const shape of this.shapes.values()) this.applyWireframe(shape);
    this.dirty = true;
  }

  /** Another scene: its structures are new, and the camera looks at all of it, or as the scene wishes. */
  clear(): void {
    this.wished = undefined;
    this.camera.fov = usualAngle;
    for (const shape of this.shapes.values()) this.remove(shape);
    this.shapes.clear();
    this.fitted = false;
  }

  show(frame: Frame): void {
    const seen = new Set<string>(frame.same);
    let whole = true;
    this.ramp.gather(frame);
    this.triangles = 0;
    for (const structure of frame.structures) {
      seen.add(structure.name);
      let shape = this.shapes.get(structure.name);
      if (!shape || shape.kind !== structure.kind) {
        if (!isWhole(structure)) {
          whole = false;
          continue;
        }
        if (shape) this.remove(shape);
        shape = makeShape(structure, this.colourOf(structure.part, structure.endless), this.looks.has(structure.part));
        this.shapes.set(structure.name, shape);
        this.scene.add(shape.object);
      }
      updateShape(shape, structure, this.ramp, this.size);
      if (shape.endless) this.spread(shape);
      shape.object.visible = !this.hidden(shape.name, shape.part);
      this.applyWireframe(shape);
      this.applyLight(shape);
    }
    for (const shape of this.shapes.values()) this.triangles += seen.has(shape.name) ? shape.triangles : 0;
    for (const [name, shape] of this.shapes)
      if (!seen.has(name)) {
        this.remove(shape);
        this.shapes.delete(name);
      }
    if (!this.fitted && whole && this.shapes.size > 0) {
      this.fit();
      this.takeCamera();
    }
    this.dirty = true;
  }

  showHeld(held: Held[]): void {
    while (this.pins.children.length > held.length) this.pins.remove(this.pins.children[0]);
    while (this.pins.children.length < held.length)
      this.pins.add(new THREE.Mesh(new THREE.SphereGeometry(1, 12, 8), new THREE.MeshBasicMaterial({ color: 0xff8c1a })));
    const size = 0.006 * this.camera.position.distanceTo(this.controls.target);
    held.forEach((one, i) => {
      this.pins.children[i].position.set(...one.at);
      this.pins.children[i].scale.setScalar(size);
    });
    this.dirty = true;
  }

  /** The camera that the scene wishes for; none: everything is seen. */
  setCamera(wished?: Camera): void {
    this.wished = wished;
    if (this.fitted) this.takeCamera();
  }

  /** Everything, or these parts, fills the view. */
  fit(parts?: Set<string>): void {
    const all = [...this.shapes.values()].filter((shape) => !shape.endless && shape.picked);
    const some = all.filter((shape) => parts?.has(shape.part));
    const box = new THREE.Box3();
    for (const shape of some.length > 0 ? some : all) box.union(shape.bounds());
    if (box.isEmpty()) return;
    const ball = box.getBoundingSphere(new THREE.Sphere());
    const size = (this.size = Math.max(ball.radius, 1e-5));
    this.middle.copy(ball.center);
    for (const shape of this.shapes.values()) if (shape.endless) this.spread(shape);
    const way = this.camera.position.clone().sub(this.controls.target).normalize();
    const distance = (1.15 * size) / Math.sin((this.camera.fov * Math.PI) / 360);
    this.controls.target.copy(ball.center);
    this.camera.position.copy(ball.center).addScaledVector(way, distance);
    this.camera.near = distance / 200;
    this.camera.far = distance * 50;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.placeSun(ball.center, size);
    this.fitted = true;
    this.dirty = true;
  }

  /** What is under the pointer, nearest first; grounds and obstacles count only for names. */
  pick(event: { clientX: number; clientY: number }): Hit | undefined {
    const caster = this.rayAt(event);
    caster.params.Line = { threshold: 0.01 * this.camera.position.distanceTo(this.controls.target) };
    const objects = [...this.shapes.values()].filter((shape) => shape.object.visible && shape.picked).map((shape) => shape.picked!);
    for (const hit of caster.intersectObjects(objects, false)) {
      const shape = hit.object.userData.shape as Shape;
      return { structure: shape.name, part: shape.part, node: hit.instanceId ?? hit.index ?? 0, at: hit.point };
    }
    return undefined;
  }

  /** Where the pointer is on the plane through a place that faces the camera. */
  placeOnPlane(event: { clientX: number; clientY: number }, through: THREE.Vector3): THREE.Vector3 {
    const normal = this.camera.getWorldDirection(new THREE.Vector3());
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(normal, through);
    return this.rayAt(event).ray.intersectPlane(plane, new THREE.Vector3()) ?? through.clone();
  }

  /** Pixels of a place in the window. */
  toScreen(place: THREE.Vector3): { x: number; y: number } {
    const box = this.canvas.getBoundingClientRect();
    const p = place.clone().project(this.camera);
    return { x: box.left + ((p.x + 1) / 2) * box.width, y: box.top + ((1 - p.y) / 2) * box.height };
  }

  /** Places of a structure as they are drawn, for plots and tests. */
  placesOf(name: string): ArrayLike<number> | undefined {
    return this.shapes.get(name)?.places();
  }

  names(): string[] {
    return [...this.shapes.keys()];
  }

  /** Hairs as they were grown, for tests. */
  grownHair(name: string): { points: number; positions: Float32Array } | undefined {
    const grown = this.shapes.get(name)?.grown;
    return grown && { points: grown.pointsOfHair, positions: grown.positions };
  }

  /** What can be coloured by. */
  quantities(): string[] {
    return [...new Set([...this.shapes.values()].flatMap((shape) => shape.quantities))].sort();
  }

  /** The strongest of each kind of arrow, as a text. */
  strengths(): string {
    const arrows = [...this.shapes.values()].filter((shape) => shape.kind === "arrows" && shape.strongest > 0);
    return arrows.map((shape) => `${shape.name.replace("sight ", "")} up to ${shape.strongest.toPrecision(3)} ${shape.unit}`).join(" · ");
  }

  /** Colours that the parts of a scene wish for. */
  setLooks(parts: { name?: string; kind?: string; look?: { colour?: number[] } }[]): void {
    this.looks.clear();
    for (const { name, kind, look } of parts)
      if (look?.colour?.length === 3)
        this.looks.set(name ?? kind ?? "", new THREE.Color().setRGB(look.colour[0], look.colour[1], look.colour[2], THREE.SRGBColorSpace));
    for (const shape of this.shapes.values()) paintShape(shape, this.colourOf(shape.part, shape.endless), this.looks.has(shape.part));
    this.dirty = true;
  }

  /** Structures that are not drawn. */
  hide(hidden: (name: string, part: string) => boolean): void {
    this.hidden = hidden;
    for (const shape of this.shapes.values()) shape.object.visible = !hidden(shape.name, shape.part);
    this.dirty = true;
  }

  /** Lights up a part; an empty name: none. */
  light(part: string): void {
    this.lit = part;
    for (const shape of this.shapes.values()) this.applyLight(shape);
    this.dirty = true;
  }

  /** From a side, at what is looked at. */
  lookAlong(x: number, y: number, z: number): void {
    const distance = this.camera.position.distanceTo(this.controls.target);
    const tilt = y === 0 ? 0 : 1e-4; // straight down the camera would not know which way is up
    this.camera.position.copy(this.controls.target).addScaledVector(new THREE.Vector3(x, y, z + tilt).normalize(), distance);
    this.controls.update();
    this.dirty = true;
  }

  /** The view as a stream of pictures, for a film. */
  stream(rate: number): MediaStream {
    return this.canvas.captureStream(rate);
  }

  picture(): string {
    this.renderer.render(this.scene, this.camera);
    return this.canvas.toDataURL("image/png");
  }

  private rayAt(event: { clientX: number; clientY: number }): THREE.Raycaster {
    const box = this.canvas.getBoundingClientRect();
    const caster = new THREE.Raycaster();
    const x = (2 * (event.clientX - box.left)) / box.width - 1;
    const y = 1 - (2 * (event.clientY - box.top)) / box.height;
    caster.setFromCamera(new THREE.Vector2(x, y), this.camera);
    return caster;
  }

  private colourOf(part: string, endless: boolean): THREE.Color {
    return this.looks.get(part) ?? (endless ? new THREE.Color(0xaab2bd) : colourOf(part));
  }

  /** As far as the camera sees when it looks along the ground. */
  private spread(shape: Shape): void {
    spreadEndless(shape, this.middle, 200 * this.size);
  }

  private remove(shape: Shape): void {
    this.scene.remove(shape.object);
    disposeShape(shape);
  }

  private applyWireframe(shape: Shape): void {
    const material = (shape.object as THREE.Mesh).material as THREE.MeshStandardMaterial;
    if ("wireframe" in material) material.wireframe = this.wireframe && !shape.endless;
  }

  private takeCamera(): void {
    const { from, to, field_of_view } = this.wished ?? {};
    if (from?.length !== 3) return;
    this.camera.fov = field_of_view ?? usualAngle;
    this.camera.position.fromArray(from);
    if (to?.length === 3) this.controls.target.fromArray(to);
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.dirty = true;
  }

  private applyLight(shape: Shape): void {
    const material = shape.object.material as THREE.MeshStandardMaterial;
    const lit = this.lit !== "" && shape.part === this.lit;
    if ("emissive" in material) material.emissive.set(lit ? 0x2a4d80 : 0x000000);
  }

  /** The shadows are those of what the camera was fitted to. */
  private placeSun(middle: THREE.Vector3, size: number): void {
    const reach = 2.5 * size;
    this.sun.target.position.copy(middle);
    this.sun.position.copy(middle).addScaledVector(new THREE.Vector3(2, 5, 3).normalize(), 2 * reach);
    Object.assign(this.sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1 * reach, far: 4 * reach });
    this.sun.shadow.camera.updateProjectionMatrix();
    this.sun.shadow.normalBias = 0.01 * size;
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.dirty = true;
  }
}
