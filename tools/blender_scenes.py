#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Runs five scenes, exports them and has Blender open what came out: tools/blender_scenes.py SOUPLE [FOLDER].

Cloth that refines itself, hair, a robot from a URDF file, skins, and a crowd. tools/blender_check.py compares places,
colours, UV maps, normals, frame rate and curves. With a folder the files stay there, with a picture of each.
Exit codes: 0 all agree, 1 some do not, 77 there is no Blender here.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCENES = ["cloth/refined_strip_folds", "hair/s5_subdivision", "articulated/urdf_two_armed", "oriented/s9_letter_t",
          "crowd/crossing"]


def call(*words):
    # Blender looks for its Python's packages beside the first python3 it meets: let that be the one of its own package
    home = Path(shutil.which("blender")).parent
    there = {**os.environ, "PATH": f"{home}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=1200, env=there)
    return done.returncode, done.stdout + done.stderr


def check(souple, scene, folder, with_picture):
    name = scene.split("/")[1]
    code, said = call(souple, "run", ROOT / "scenes" / f"{scene}.json", "-o", folder / "run", "--quiet")
    if code != 0:
        return f"{scene}: the run ended with {code}: {said}"
    film = folder / name
    code, said = call(souple, "export", folder / "run" / f"{name}.rec", "-o", film, "--format", "glb,obj", "--thinning", 0,
                      "--hairs", 200, "--large", "--quiet")
    if code != 0:
        return f"{scene}: the export ended with {code}: {said}"
    first = sorted(folder.glob(f"{name}_0*.obj"))[0]
    picture = ["--picture", folder / f"{name}.png"] if with_picture else []
    # one mesh for cloth that refines itself is within a thousandth of its size
    tolerance = 2e-3 if "refined" in name else 1e-5
    code, said = call("blender", "--background", "--python-exit-code", 3, "--python", ROOT / "tools/blender_check.py", "--",
                      f"{film}.glb", first, "--tolerance", tolerance, *picture)
    print(said, flush=True)
    return None if code == 0 and "all agree" in said else f"{scene}: Blender finds something else"


def main():
    if not shutil.which("blender"):
        print("there is no Blender on this machine (Debian: blender, python3-numpy): nothing was checked")
        return 77
    souple = Path(sys.argv[1]).resolve()
    bad = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[2] if len(sys.argv) > 2 else temporary)
        for scene in SCENES:
            place = folder / scene.split("/")[1]
            place.mkdir(parents=True, exist_ok=True)
            problem = check(souple, scene, place, len(sys.argv) > 2)
            if problem:
                bad.append(problem)
    print("\n".join(bad) or "all five agree")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
