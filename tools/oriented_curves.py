#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Writes the curves of figures 3.6 and 3.7 of source 000 as CSV: oriented_curves.py SOUPLE FOLDER

robustness.csv   pressed to p of its rest size for 1 s at 0.02 s: largest and last oscillation of both laws, and failures
convergence.csv  time until the oscillation (scaled to 0.02 s) stays below 2.5 % of the rest distance, for p and step
robustness.svg, convergence.svg  the same drawn: one line for a law, which ends where the law fails or never rests

Fails when the curves do not show what the source says of them: cohesion holds down to 40 %, Lennard-Jones fails
before that, and cohesion is at rest sooner at every step.
"""

import csv
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

SCENES = Path(__file__).resolve().parent.parent / "scenes" / "oriented"
LAWS = ("cohesion", "lennard_jones")
HORIZON = 20  # [s] of the search for rest
STEPS = (0.001, 0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.06, 0.08)


def run(souple, scene, settings):
    """The report of a run, whatever became of its expectations."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        options = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
        command = [souple, "run", str(scene), "--quiet", "--report", str(report), *options]
        subprocess.run(command, cwd=folder, capture_output=True, check=False)
        return json.loads(report.read_text())


def pressed(law, p):
    """Settings that press the triangle of one law to p and leave the other one at rest."""
    size = {name: (p if name == law else 1) / math.sqrt(3) for name in LAWS}
    return {f"parts.{name}.objects.0.shape.radius": f"{size[name]:.12f}" for name in LAWS}


def robustness(souple, law, p):
    """[largest, last] oscillation [m], and whether it burst or still shakes by more than 20 % of the rest distance."""
    report = run(souple, SCENES / "s1_robustness.json", pressed(law, p))
    name = "cohesion" if law == "cohesion" else "lj"
    values = report["probes"][f"{name}_oscillation"]["values"]
    whole = all(count == 1 for count in report["probes"][f"{name}_fragments"]["values"])
    failed = "failure" in report or not whole or values[-1] > 0.2
    return max(values), values[-1], int(failed)


def time_to_rest(souple, law, p, step):
    """[s] after which the oscillation stays small; None when that never happens."""
    settings = pressed(law, p) | {"step": step, "duration": HORIZON}
    report = run(souple, SCENES / "s2_convergence.json", settings)
    probe = report["probes"][law]
    bound = 0.025 * step / 0.02
    if "failure" in report or probe["values"][-1] >= bound or probe["values"][-1] != probe["values"][-1]:
        return None
    late = [time for time, value in zip(probe["times"], probe["values"]) if value >= bound]
    burst = report["probes"].get(f"{law}_fragments", {"values": [1]})["values"][-1] > 1
    return None if burst else (late[-1] if late else 0)


def write(path, head, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows])


def polyline(points, colour, dashed):
    """The pieces of a curve between its gaps; places in fractions of the picture, y upwards."""
    pieces, piece = [], []
    for point in [*points, None]:
        if point is not None:
            piece.append(f"{60 + 520 * point[0]:.1f},{320 - 280 * point[1]:.1f}")
        elif piece:
            pieces.append(piece)
            piece = []
    dash = ' stroke-dasharray="6 4"' if dashed else ""
    return "".join(f'<polyline points="{" ".join(piece)}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>\n'
                   for piece in pieces)


def draw(path, labels, ticks, curves):
    """labels: along x and y; ticks: (x, text) and (y, text); curves: name, points or None, colour, dashed."""
    text = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 400" font-family="sans-serif" font-size="12">\n'
            '<rect width="620" height="400" fill="white"/>\n<path d="M60,40 V320 H580" fill="none" stroke="black"/>\n']
    text += [f'<text x="{60 + 520 * x:.1f}" y="338" text-anchor="middle">{name}</text>\n' for x, name in ticks[0]]
    text += [f'<text x="54" y="{324 - 280 * y:.1f}" text-anchor="end">{name}</text>\n' for y, name in ticks[1]]
    text += [f'<text x="320" y="356" text-anchor="middle">{labels[0]}</text>\n<text x="60" y="28">{labels[1]}</text>\n']
    for number, (name, points, colour, dashed) in enumerate(curves):
        text += [polyline(points, colour, dashed),
                 f'<text x="{60 + 140 * number}" y="384" fill="{colour}">{name}</text>\n']
    path.write_text("".join(text) + "</svg>\n")


def draw_robustness(path, rows):
    curves = []
    for law, colour, column in (("cohesion", "#0060a0", 1), ("lennard_jones", "#c04000", 4)):
        points = [None if row[column + 2] else ((1 - row[0]) / 0.7, min(1, float(row[column + 1]) / 0.2)) for row in rows]
        curves.append((law, points, colour, False))
    ticks = ([((1 - p) / 0.7, f"{p:.0%}") for p in (1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)],
             [(y / 0.2, f"{y:g}") for y in (0, 0.05, 0.1, 0.15, 0.2)])
    draw(path, ("pressed to p of its rest size", "oscillation left after 1 s [rest distances]; a line ends where it fails"),
         ticks, curves)


def draw_convergence(path, rows):
    along = lambda step: math.log(step / STEPS[0]) / math.log(STEPS[-1] / STEPS[0])
    curves = []
    for p, dashed in ((0.9, False), (0.7, True)):
        for law, colour, column in (("cohesion", "#0060a0", 2), ("lennard_jones", "#c04000", 3)):
            points = [None if row[column] == "" else (along(row[1]), min(1, float(row[column]) / 2)) for row in rows if row[0] == p]
            curves.append((f"{law}, p = {p}", points, colour, dashed))
    ticks = ([(along(step), f"{step:g}") for step in STEPS], [(y / 2, f"{y:g}") for y in (0, 0.5, 1, 1.5, 2)])
    draw(path, ("step [s]", "time to rest [s], p = 0.7 dashed; 2 s and more at the top, a line ends where it never rests"), ticks, curves)


def write_robustness(souple, folder):
    """What the curve of figure 3.6 does not show of what it should."""
    rows, failed = [], {law: [] for law in LAWS}
    for percent in range(100, 29, -2):
        results = {law: robustness(souple, law, percent / 100) for law in LAWS}
        rows.append([percent / 100, *(number if isinstance(number, int) else f"{number:.6g}"
                                      for law in LAWS for number in results[law])])
        for law in LAWS:
            if results[law][2]:
                failed[law].append(percent)
    columns = [f"{law}_{what}" for law in LAWS for what in ("largest", "last", "fails")]
    write(folder / "robustness.csv", ["p", *columns], rows)
    draw_robustness(folder / "robustness.svg", rows)
    faults = [f"cohesion fails at {percent} %" for percent in failed["cohesion"] if percent >= 40]
    if not any(percent > 40 for percent in failed["lennard_jones"]):
        faults.append("Lennard-Jones holds down to 40 %")
    return faults


def write_convergence(souple, folder):
    """The same for figure 3.7."""
    rows, faults = [], []
    for p in (0.9, 0.7):
        for step in STEPS:
            times = [time_to_rest(souple, law, p, step) for law in LAWS]
            rows.append([p, step, *("" if time is None else f"{time:.4g}" for time in times)])
            cohesion, lennard_jones = (math.inf if time is None else time for time in times)
            if not cohesion < lennard_jones:
                faults.append(f"p = {p}, step {step} s: cohesion rests after {cohesion} s, the other after {lennard_jones} s")
    write(folder / "convergence.csv", ["p", "step", *LAWS], rows)
    draw_convergence(folder / "convergence.svg", rows)
    return faults


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    souple, folder = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    faults = write_robustness(souple, folder) + write_convergence(souple, folder)
    sys.exit("\n".join(faults) or 0)


if __name__ == "__main__":
    main()
