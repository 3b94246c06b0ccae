#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Imports a .glb into Blender and compares it with the OBJ files of the same film.

    blender --background --python-exit-code 3 --python tools/blender_check.py -- FILM.glb FILM_0000.obj [OPTION...]

    --tolerance METRES   how far a point may be from where it should be (1e-5); more than the thinning of the export
    --frames A,B,C       which frames are compared (the first, the middle and the last)
    --picture FILE.png   renders the middle frame with Cycles

Debian packages: blender, and python3-numpy, which its importer reads.

The OBJ files are the plain truth: world coordinates, frame by frame. Every object of theirs must be in Blender's scene
under the same name and pass every point of theirs, and have points nowhere else, at each of the frames. (Nodes may be split
where normals or colours differ, and cloth that refines itself is shown by one mesh: so surfaces are compared with surfaces.) The .glb itself says what else Blender must have found: the frame rate, the colour of
each material, colours on nodes, places on a texture, normals, and for lines as many curves as there are polylines, told
by a Geometry Nodes modifier that turns edges into curves and goes on moving with them. For an animation without gaps
export with --thinning 0. Exit code 0 when all agree.
"""

import argparse
import json
import re
import struct
import sys
from pathlib import Path


def read_obj(path):
    """Of each object of an OBJ file: its positions, its faces, and how many polylines it has."""
    objects, current, before = {}, None, 0
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "o":
            before += len(current["points"]) if current else 0
            current = objects.setdefault(rest, {"points": [], "faces": [], "lines": 0})
        elif word == "v":
            current["points"].append(tuple(float(number) for number in rest.split()[:3]))
        elif word == "f":
            current["faces"].append([int(corner.split("/")[0]) - 1 - before for corner in rest.split()])
        elif word == "l":
            current["lines"] += 1
    return objects


def read_glb(path):
    """The JSON of a .glb."""
    data = path.read_bytes()
    (size,) = struct.unpack_from("<I", data, 12)
    return json.loads(data[20 : 20 + size])


class Check:
    """What was found to differ, said as it is found."""

    def __init__(self, bpy, tolerance):
        self.bpy = bpy
        self.tolerance = tolerance
        self.bad = 0

    def require(self, good, what):
        if not good:
            print(what)
            self.bad += 1

    def objects_named(self, name):
        """The object of that name, or those that are seen of the meshes NAME_0, NAME_1, ... which show it in turn."""
        objects = self.bpy.data.objects
        if name in objects:
            return [objects[name]]
        runs = [thing for thing in objects if re.fullmatch(re.escape(name) + r"_\d+", thing.name)]
        return [thing for thing in runs if max(thing.matrix_world.to_scale()) > 0.5]

    def shape_of(self, thing):
        """World positions of an object's vertices in glTF's axes (Blender has turned Y up into Z up), and its faces."""
        evaluated = thing.evaluated_get(self.bpy.context.evaluated_depsgraph_get())
        mesh = evaluated.to_mesh()
        places = [evaluated.matrix_world @ vertex.co for vertex in mesh.vertices]
        faces = [list(polygon.vertices) for polygon in mesh.polygons]
        evaluated.to_mesh_clear()
        return [(p.x, p.z, -p.y) for p in places], faces

    def compare_places(self, frame, objects):
        for name, expected in objects.items():
            found, faces = [], []
            for thing in self.objects_named(name):
                places, polygons = self.shape_of(thing)
                faces += [[corner + len(found) for corner in polygon] for polygon in polygons]
                found += places
            points = expected["points"]
            if not found:
                self.require(False, f"frame {frame}: {name} is missing")
                continue
            worst = max(farthest(found, points, expected["faces"]), farthest(points, found, faces))
            print(f"frame {frame}: {name}: {len(found)} vertices, farthest {worst:.2e} m")
            self.require(worst <= self.tolerance, f"frame {frame}: {name} is not where it should be")

    def compare_looks(self, glb):
        """Materials, colours, places on a texture and normals of every mesh, as the file has them."""
        for node in glb.get("nodes", []):
            primitive = glb["meshes"][node["mesh"]]["primitives"][0]
            thing = self.bpy.data.objects[node["name"]]
            material = glb["materials"][primitive["material"]]["pbrMetallicRoughness"]
            shader = thing.material_slots[0].material.node_tree.nodes["Principled BSDF"]
            attributes = primitive["attributes"]
            has_colours = "COLOR_0" in attributes
            colour = list(shader.inputs["Base Color"].default_value)
            wanted = material["baseColorFactor"]
            self.require(
                has_colours or max(abs(a - b) for a, b in zip(colour, wanted)) < 1e-4,
                f"{thing.name}: its colour is {colour}, {wanted} was expected",
            )
            self.require(not has_colours or thing.data.color_attributes, f"{thing.name}: no colours on its nodes")
            self.require("TEXCOORD_0" not in attributes or thing.data.uv_layers, f"{thing.name}: no UV map")
            is_surface = primitive["mode"] == 4
            self.require(not is_surface or "NORMAL" in attributes, f"{thing.name}: the file has no normals")
            self.require(not is_surface or thing.data.has_custom_normals, f"{thing.name}: no normals")
            print(
                f"{thing.name}: colour {[round(c, 3) for c in wanted[:3]]}{' and colours on nodes' if has_colours else ''}"
                f"{', a UV map' if 'TEXCOORD_0' in attributes else ''}{', normals' if is_surface else ''}"
            )

    def compare_curves(self, objects):
        """Edges turned into curves by a modifier, which goes on moving: as many as there are polylines."""
        for name, expected in objects.items():
            if expected["lines"] == 0 or name not in self.bpy.data.objects:
                continue
            thing = self.bpy.data.objects[name]
            add_mesh_to_curve(self.bpy, thing)
            evaluated = thing.evaluated_get(self.bpy.context.evaluated_depsgraph_get())
            curves = self.bpy.data.meshes.new_from_object(evaluated)
            found = count_pieces(curves)
            print(f"{name}: {found} curves")
            self.require(found == expected["lines"], f"{name}: {expected['lines']} curves were expected")
            thing.modifiers.clear()


def farthest(points, others, faces):
    """How far the loneliest of `points` is from the surface of the others, or from the nearest one without faces [m]."""
    from mathutils import Vector, bvhtree, kdtree

    if faces:
        tree = bvhtree.BVHTree.FromPolygons([Vector(place) for place in others], faces)
        return max(tree.find_nearest(place)[3] for place in points)
    tree = kdtree.KDTree(len(others))
    for index, place in enumerate(others):
        tree.insert(place, index)
    tree.balance()
    return max(tree.find(place)[2] for place in points)


def add_mesh_to_curve(bpy, thing, thickness=None):
    """Geometry nodes: mesh to curve, and back to a mesh: of edges, so that what they made can be counted, or of tubes
    so that they can be seen [m]."""
    group = bpy.data.node_groups.new("edges_to_curves", "GeometryNodeTree")
    group.inputs.new("NodeSocketGeometry", "Geometry")
    group.outputs.new("NodeSocketGeometry", "Geometry")
    nodes = [group.nodes.new(kind) for kind in ("NodeGroupInput", "GeometryNodeMeshToCurve", "GeometryNodeCurveToMesh", "NodeGroupOutput")]
    for before, after in zip(nodes, nodes[1:]):
        group.links.new(before.outputs[0], after.inputs[0])
    if thickness:
        circle = group.nodes.new("GeometryNodeCurvePrimitiveCircle")
        circle.inputs["Resolution"].default_value = 6
        circle.inputs["Radius"].default_value = thickness
        group.links.new(circle.outputs["Curve"], nodes[2].inputs["Profile Curve"])
        paint = group.nodes.new("GeometryNodeSetMaterial")
        paint.inputs["Material"].default_value = thing.material_slots[0].material
        group.links.new(nodes[2].outputs[0], paint.inputs[0])
        group.links.new(paint.outputs[0], nodes[3].inputs[0])
    thing.modifiers.new("curves", "NODES").node_group = group


def count_pieces(mesh):
    """Pieces of a mesh that no edge joins, without lonely points."""
    parent = list(range(len(mesh.vertices)))

    def root(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    used = set()
    for edge in mesh.edges:
        a, b = edge.vertices
        used.update((a, b))
        parent[root(a)] = root(b)
    return len({root(i) for i in used})


def render(bpy, path):
    """A small picture from a corner, everything in it."""
    from mathutils import Vector

    scene = bpy.context.scene
    # a ground plane is 20 m wide and not what is looked at, unless there is nothing else
    meshes = [thing for thing in scene.objects if thing.type == "MESH" and max(thing.matrix_world.to_scale()) > 0.5]
    small = [thing for thing in meshes if thing.dimensions.length < 25] or meshes
    corners = [thing.matrix_world @ Vector(corner) for thing in small for corner in thing.bound_box]
    for thing in list(scene.objects):
        if thing.type == "MESH" and len(thing.data.edges) > 0 and len(thing.data.polygons) == 0:
            add_mesh_to_curve(bpy, thing, thickness=0.0015 * max(thing.dimensions))
    low = Vector([min(c[k] for c in corners) for k in range(3)])
    high = Vector([max(c[k] for c in corners) for k in range(3)])
    middle, size = (low + high) / 2, (high - low).length
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.location = middle + size * Vector((0.9, -1.1, 0.6))
    camera.rotation_euler = (middle - camera.location).to_track_quat("-Z", "Y").to_euler()
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy = 3
    sun.rotation_euler = (0.6, 0.3, 0)
    for thing in (camera, sun):
        scene.collection.objects.link(thing)
    scene.camera = camera
    scene.world = bpy.data.worlds.new("sky")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.7, 0.75, 0.8, 1)
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 32
    scene.cycles.use_denoising = False  # Debian's Blender has no denoiser
    scene.render.resolution_x, scene.render.resolution_y = 480, 320
    scene.render.filepath = str(Path(path).resolve())
    bpy.ops.render.render(write_still=True)


def mend_numpy():
    """Blender 3.4's importer uses a name that numpy 1.24, beside it in Debian 12, no longer has."""
    import numpy

    if "bool" not in vars(numpy):
        numpy.bool = bool


def main():
    import bpy

    mend_numpy()
    parser = argparse.ArgumentParser()
    parser.add_argument("glb", type=Path)
    parser.add_argument("obj", type=Path)
    parser.add_argument("--tolerance", type=float, default=1e-5)
    parser.add_argument("--frames")
    parser.add_argument("--picture")
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])
    digits = re.search(r"_(\d+)\.obj$", options.obj.name).group(1)
    paths = sorted(options.obj.parent.glob(options.obj.name.replace(digits, "[0-9]" * len(digits))))
    frames = [int(f) for f in options.frames.split(",")] if options.frames else [0, len(paths) // 2, len(paths) - 1]
    glb = read_glb(options.glb)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    # glTF counts seconds: at the film's own rate its frames are Blender's
    rate = glb["scenes"][0]["extras"]["frames_per_second"]
    bpy.context.scene.render.fps = round(rate)
    bpy.context.scene.render.fps_base = round(rate) / rate
    bpy.ops.import_scene.gltf(filepath=str(options.glb))
    print(f"Blender {bpy.app.version_string}, {options.glb}, {rate:g} frames a second")
    check = Check(bpy, options.tolerance)
    check.require(abs(bpy.context.scene["frames_per_second"] - rate) < 1e-6, "the scene does not tell its frame rate")
    check.compare_looks(glb)
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        check.compare_places(frame, read_obj(paths[frame]))
    check.compare_curves(read_obj(paths[frames[-1]]))
    if options.picture:
        bpy.context.scene.frame_set(frames[len(frames) // 2])
        render(bpy, options.picture)
    print("all agree" if check.bad == 0 else f"{check.bad} disagree")
    return 1 if check.bad else 0


if __name__ == "__main__":
    sys.exit(main())
