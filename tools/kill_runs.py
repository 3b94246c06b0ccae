#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Kills runs at random instants and goes on with them: tools/kill_runs.py PROGRAM [--kills N] [--seed S]

After every kill each file in the folder must open, and at most one interval between checkpoints is lost. Every run must
end with the hash, the table and the recording of one that was never killed, byte by byte.
"""

import argparse
import json
import pathlib
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[1]
PATIENCE = 120   # [s] no call takes nearly as long
SLACK = 2.0      # [s] of a checkpoint that is being written on a busy machine, and of the step before it
MASK = (1 << 64) - 1

# scenes with all that a state, a frame and a table hold; simulated seconds of each: some tenths of a second of work
SCENES = [("rigid/dominoes", 1.0), ("rigid/ball_on_cloth", 0.5),
          ("articulated/ragdoll_on_stairs", 0.5), ("hair/w3_rates", 0.3), ("together/crowd_and_rigid", 0.5),
          ("oriented/f0_24_bonds", 0.3), ("together/skin_and_skin", 0.1), ("together/refined_and_cloth", 0.2),
          ("crowd/e15_fibres_and_membranes", 1.0), ("authoring/pre_roll", 0.5), ("authoring/animated_parameter", 0.5)]


class Fault(Exception):
    pass


def scenes():
    """With the flags that make them short, record a frame for each step, and judge what a short run has."""
    for name, seconds in SCENES:
        path = SOURCE / "scenes" / (name + ".json")
        probe = re.search(r'"probes":\s*\[\s*{\s*"name":\s*"([^"]*)"', path.read_text()).group(1)
        expect = [{"probe": probe, "at": at, "between": [-1e9, 1e9]} for at in ("always", "mean", "min", "end", 0.1)]
        flags = [f"duration={seconds}", "frames_per_second=100000", "expect=" + json.dumps(expect)]
        yield path, [word for flag in flags for word in ("--set", flag)]


def fnv(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 & MASK
    for byte in struct.pack("<Q", len(data)):
        value = (value ^ byte) * 0x100000001b3 & MASK
    return value


def checkpoint_step(path):
    """The step of a checkpoint; a Fault when it is not whole. Knows the format, not the program."""
    data = path.read_bytes()
    if len(data) < 64:
        raise Fault(f"{path.name} has {len(data)} bytes")
    magic, version, checksum, _, _, step, _, _ = struct.unpack("<QQQQQqdq", data[:64])
    if magic != 0x31656c70756f73 or version != 7:
        raise Fault(f"{path.name} does not start like a checkpoint")
    if fnv(data[24:]) != checksum:
        raise Fault(f"{path.name} is damaged")
    return step


class Trial:
    """One run that is killed until it has been killed often enough, and then finished."""

    def __init__(self, program, chance, folder, scene, flags, reference):
        self.program, self.chance, self.folder = program, chance, folder
        self.scene, self.flags, self.reference = scene, flags, reference
        self.every = chance.choice([0, 0.1])  # [s] 0: after every step
        self.kills, self.lost = 0, 0.0

    def command(self):
        if (self.folder / "run.json").exists():
            return ["run", "--continue", str(self.folder), "--quiet"]
        return ["run", str(self.scene), *self.flags, "-o", str(self.folder), "--quiet",
                "--checkpoint-every", str(self.every)]

    def start(self):
        return subprocess.Popen([self.program, *self.command()], stderr=subprocess.PIPE, text=True)

    def kill(self, longest):
        process = self.start()
        try:
            process.wait(self.chance.uniform(0, longest))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        killed_at = time.time()
        err = process.communicate(timeout=PATIENCE)[1]
        if process.returncode not in (0, -signal.SIGKILL):
            raise Fault(f"exit code {process.returncode}: {err}")
        self.kills += process.returncode != 0  # it may have come to its end before
        self.check_files(killed_at, process.returncode != 0)

    def check_files(self, killed_at, was_killed):
        steps, written = [], []
        for path in sorted(self.folder.glob("*.checkpoint")):
            steps.append(checkpoint_step(path))
            written.append(path.stat().st_mtime)
        for path in self.folder.glob("*.json"):
            json.loads(path.read_text())
        frames = [self.frames_of(path) for path in [*self.folder.glob("*.rec"), *self.folder.glob("*.rec.part")]]
        if not was_killed or (not steps and self.every > 0):
            return
        # (a frame a step from step 0 on: the one whose checkpoint is being written is one more)
        if self.every == 0 and max(frames, default=0) > max(0, max(steps, default=0) + 2):
            raise Fault(f"{max(frames)} frames, but the furthest checkpoint is of step {max(steps, default=0)}")
        if self.every > 0:
            self.lost = max(self.lost, killed_at - max(written))
            if self.lost > self.every + SLACK:
                raise Fault(f"the furthest checkpoint is {self.lost:.2f} s old, one is due every {self.every} s")

    def frames_of(self, path):
        """A recording without a whole header has none."""
        if path.stat().st_size < 200:
            return 0
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([self.program, "export", str(path), "--partial", "--format", "csv", "-o",
                                   folder + "/film"], capture_output=True, text=True, timeout=PATIENCE)
            if done.returncode != 0 and "no frame" not in done.stderr:
                raise Fault(f"{path.name} does not open: {done.stderr}")
        found = re.search(r"there are (\d+) whole frame", done.stderr)
        return int(found.group(1)) if found else 0

    def finish(self):
        process = self.start()
        err = process.communicate(timeout=PATIENCE)[1]
        if process.returncode != 0:
            raise Fault(f"going on ended with {process.returncode}: {err}")
        check_same(self.folder, self.reference)


def check_same(folder, reference):
    names = {path.name for path in folder.iterdir()}
    if names != {path.name for path in reference.iterdir()}:
        raise Fault(f"other files than without a kill: {sorted(names)}")
    for path in reference.iterdir():
        if path.suffix in (".rec", ".csv", ".groom") and (folder / path.name).read_bytes() != path.read_bytes():
            raise Fault(f"{path.name} is not what it is without a kill")
    ours, theirs = (json.loads((place / "report.json").read_text()) for place in (folder, reference))
    for key in ("hash", "steps", "probes", "expectations", "contacts", "deepest_overlap_m", "correction_work_j"):
        if ours[key] != theirs[key]:
            raise Fault(f"the report's {key} is {ours[key]}, without a kill {theirs[key]}"[:2000])


def make_reference(program, scene, flags, folder):
    begin = time.time()
    subprocess.run([program, "run", str(scene), *flags, "-o", str(folder), "--quiet"], check=True, timeout=PATIENCE)
    return time.time() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=0, help="how many of the scenes (default: all)")
    options = parser.parse_args()
    program, chance = str(pathlib.Path(options.program).resolve()), random.Random(options.seed)
    chosen = list(scenes())
    chance.shuffle(chosen)
    chosen = chosen[:options.scenes or len(chosen)]
    kills, runs, faults, lost = 0, 0, 0, 0.0
    with tempfile.TemporaryDirectory(prefix="souple_kills_") as place:
        place, references = pathlib.Path(place), {}
        while kills < options.kills:
            scene, flags = chosen[runs % len(chosen)]
            if scene not in references:
                reference = place / f"reference_{scene.stem}"
                references[scene] = (reference, make_reference(program, scene, flags, reference))
            reference, seconds = references[scene]
            trial = Trial(program, chance, place / f"run_{runs}", scene, flags, reference)
            runs += 1
            try:
                for _ in range(min(chance.randint(1, 3), options.kills - kills)):
                    trial.kill(1.3 * seconds)
                trial.finish()
            except (Fault, OSError, ValueError) as fault:
                faults += 1
                print(f"FAULT seed {options.seed} run {runs} {scene.stem} (a checkpoint every {trial.every} s, "
                      f"{trial.kills} kills): {fault}")
            kills += trial.kills
            lost = max(lost, trial.lost)
            subprocess.run(["rm", "-rf", str(trial.folder)], check=True)
    print(f"kills: {kills} in {runs} runs of {len(references)} scenes, {faults} faults; "
          f"at most {lost:.2f} s lost with a checkpoint every 0.1 s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
