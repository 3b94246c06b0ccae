#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Imports a .glb into Blender and compares it with the OBJ files of the same film.

    blender --background --python-exit-code 3 --python tools/blender_check.py -- FILM.glb FILM_0000.obj FPS [FRAME...]

Debian packages: blender, and python3-numpy, which its importer reads.

The OBJ files are the plain truth: world coordinates, frame by frame. Every object of theirs must be in Blender's scene
under the same name, with the same number of vertices at the same places to 1e-5, at each of the frames (default: the
first, the middle and the last). Export with --thinning 0, so that each frame is a key. Exit code 0 when all agree.
"""

import re
import sys
from pathlib import Path

TOLERANCE = 1e-5  # [m]


def read_obj(path):
    """Positions of each object of an OBJ file, by name."""
    objects, points = {}, None
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "o":
            points = objects.setdefault(rest, [])
        elif word == "v":
            points.append(tuple(float(number) for number in rest.split()))
    return objects


def vertices_at(bpy, name):
    """World positions of an object's vertices in glTF's axes: Blender has turned Y up into Z up."""
    evaluated = bpy.data.objects[name].evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    places = [evaluated.matrix_world @ vertex.co for vertex in mesh.vertices]
    evaluated.to_mesh_clear()
    return [(p.x, p.z, -p.y) for p in places]


def compare(bpy, frame, objects):
    """Prints a line for each object; returns how many disagree."""
    bad = 0
    for name, expected in objects.items():
        if name not in bpy.data.objects:
            print(f"frame {frame}: {name} is missing")
            bad += 1
            continue
        found = vertices_at(bpy, name)
        if len(found) != len(expected):
            print(f"frame {frame}: {name} has {len(found)} vertices, {len(expected)} were expected")
            bad += 1
            continue
        worst = max(max(abs(a - b) for a, b in zip(p, q)) for p, q in zip(found, expected))
        print(f"frame {frame}: {name}: {len(found)} vertices, farthest {worst:.2e} m")
        bad += worst > TOLERANCE
    return bad


def mend_numpy():
    """Blender 3.4's importer uses a name that numpy 1.24, beside it in Debian 12, no longer has."""
    import numpy

    if "bool" not in vars(numpy):
        numpy.bool = bool


def main():
    import bpy

    mend_numpy()
    glb, first_obj, rate, *chosen = sys.argv[sys.argv.index("--") + 1 :]
    digits = re.search(r"_(\d+)\.obj$", first_obj).group(1)
    paths = sorted(Path(first_obj).parent.glob(Path(first_obj).name.replace(digits, "[0-9]" * len(digits))))
    frames = [int(frame) for frame in chosen] or [0, len(paths) // 2, len(paths) - 1]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = int(rate)
    bpy.ops.import_scene.gltf(filepath=glb)
    print(f"Blender {bpy.app.version_string}, {glb}")
    bad = 0
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        bad += compare(bpy, frame, read_obj(paths[frame]))
    print("all agree" if bad == 0 else f"{bad} disagree")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
