# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Scenes whose lists and counts may be made as long as one likes, one for each way in which loading could get slow."""

import math


def scene(*parts, **more):
    return {"souple": 1, "duration": 0.01, "step": 0.01, "parts": list(parts), **more}


def stone(name="a", **more):
    return {"kind": "particles", "name": name, "points": [{}], **more}


def row(name, n, **more):
    return {"kind": "particles", "name": name, "points": [{"position": [k, 0, 0], "mass": 1} for k in range(n)], **more}


def stones(n):
    return [stone(f"a{k}") for k in range(n)]


def link(k, **more):
    hung = {"parent": f"l{k - 1}"} if k else {}
    return {"name": f"l{k}", "position": [0.3 * k, 0, 0], "shape": {"kind": "sphere", "radius": 0.1},
            "joint": {"kind": "hinge", "at": [0.3 * k - 0.15, 0, 0]}, **hung, **more}


def tree(n, **more):
    return scene({"kind": "articulated", "name": "t", "links": [link(k) for k in range(n)], **more})


def crowd(groups, **more):
    return scene({"kind": "crowd", "name": "c", "kinds": [{"name": "k"}], "groups": groups, **more})


def groups(n, places, **more):
    return [{"name": f"g{k}", "places": places(k), **more} for k in range(n)]


def at(x, z):
    return {"kind": "list", "places": [[x, z]]}


def sphere(n):
    return {"kind": "sphere", "radius": n ** 0.5}


def scattered(n):
    return {"kind": "scatter", "count": n, "high": [3 * n ** 0.5] * 2}


def blocks(n):
    side = int(n ** 0.5)
    low = [[2 * (k % side), 2 * (k // side)] for k in range(side * side)]
    return {"kind": "rectangle", "low": [-2, -2], "high": [2 * side + 2] * 2,
            "obstacles": [{"low": p, "high": [p[0] + 1, p[1] + 1]} for p in low]}


def tissue(n):
    side = round(n ** (1 / 3))
    return scene({"kind": "tissue", "name": "t", "follow": "m", "space": {"cells": [side] * 3}},
                 controls=[{"kind": "motion", "name": "m", "keys": [{"time": 0, "position": [5, 5, 5]}]}])


def animated(paths_and_keys, *parts, **more):
    return scene(*parts, gravity=[0, -9, 0], **more,
                 controls=[{"kind": "animate", "path": path, "keys": keys} for path, keys in paths_and_keys])


def probes(n, measure="min_height", **which):
    return [{"name": f"p{k}", "measure": measure, **{key: value(k) for key, value in which.items()}} for k in range(n)]


def instances(n):
    return {**scene({"kind": "instance", "name": "i", "template": "t", "set": {f"a{k}.thickness": 0 for k in range(n)}}),
            "templates": {"t": {"parts": stones(n)}}}


def materials(n):
    return {**scene(*[stone(f"a{k}", material=f"m{k}") for k in range(n)]),
            "materials": {f"m{k}": {"thickness": 0.1} for k in range(n)}}


def hair(n, **look):
    return scene({"kind": "hair", "name": "h", "roots": [{"position": [k, 0, 0]} for k in range(n)],
                  "hairs": {"hairs": 2, **look}})


# by name: how long the shorter of two is, and what makes it. These were slow once. (Parts themselves are few: each name
# is compared with those before it, and more than 20000 are refused.)
SLOW_ONCE = {
    "keys of an animated number":
        (5000, lambda n: animated([("gravity.1", [[k, k] for k in range(n)])], stone())),
    "animated numbers":
        (1500, lambda n: animated([("gravity.1", [[0, k]]) for k in range(n)], *stones(n))),
    "numbers of one part":
        (1000, lambda n: animated([(f"parts.a.points.{k}.mass", [[0, 1], [1, 2]]) for k in range(n)], row("a", n))),
    "probes of parts":
        (1200, lambda n: scene(*stones(n), probes=probes(n, part=lambda k: f"a{k}"))),
    "probes of places":
        (2500, lambda n: scene(row("a", n), probes=probes(n, "position", part=lambda k: "a", rest=lambda k: [k, 0, 0]))),
    "strangers":
        (1200, lambda n: scene(*stones(n + 1), strangers=[[f"a{k}", f"a{k + 1}"] for k in range(n)])),
    "fields of parts":
        (1200, lambda n: scene(*stones(n), fields=[{"kind": "drag", "part": f"a{k}"} for k in range(n)])),
    "links of places":
        (2500, lambda n: scene(row("a", n), row("b", n), links=[
            {"a": {"part": "a", "rest": [k, 0, 0]}, "b": {"part": "b", "rest": [k, 0, 0]}} for k in range(n)])),
    "ties of places":
        (2500, lambda n: scene(row("a", n, ties=[{"grip": {"rest": [k, 0, 0]}} for k in range(n)]))),
    "hair of many parts":
        (1500, lambda n: scene(*[{"kind": "hair", "name": f"h{k}", "roots": [{"position": [k, 0, 0]}]}
                                 for k in range(n)])),
    "a scalp":
        (10000, lambda n: scene({"kind": "obstacle", "name": "o", "shape": {"kind": "sphere", "radius": 0.1}},
                                {"kind": "hair", "name": "h", "head": "o", "scalps": [{"count": n}]})),
    "kinds of agents":
        (2500, lambda n: crowd([{"name": f"g{k}", "kind": f"k{k}", "places": at(k, 0)} for k in range(n)],
                               kinds=[{"name": f"k{k}"} for k in range(n)])),
    "scattered agents":
        (2500, lambda n: crowd(groups(1, lambda k: scattered(n)),
                               ground={"kind": "rectangle", "high": [3 * n ** 0.5] * 2})),
    "blocks on the ground":
        (2500, lambda n: crowd(groups(1, lambda k: at(-1, -1)), ground=blocks(n))),
    "agents anywhere":
        (2500, lambda n: crowd(groups(1, lambda k: {"kind": "anywhere", "count": n}), realm=sphere(n))),
    "groups anywhere":
        (2500, lambda n: crowd(groups(n, lambda k: {"kind": "anywhere", "count": 1}), realm=sphere(n))),
    "groups on a shared sphere":
        (200, lambda n: crowd(groups(n, lambda k: {"kind": "sphere", "count": 800, "first": k, "every": 800,
                                                   "radius": 10}), realm=sphere(100))),
    "cells of space":
        (8000, tissue),
    "values set in an instance":
        (1200, instances),
    "materials":
        (1200, materials),
}

# and these never were
ALWAYS_QUICK = {
    "points": (10000, lambda n: scene(row("a", n))),
    "springs": (5000, lambda n: scene(row("a", n + 1, springs=[{"a": k, "b": k + 1} for k in range(n)]))),
    "pins": (5000, lambda n: scene(row("a", n, pins=[{"points": [k]} for k in range(n)]))),
    "chains": (5000, lambda n: scene({"kind": "particles", "name": "a", "chains": [{"segments": 2}] * n})),
    "keys of a motion": (10000, lambda n: scene(stone(), controls=[
        {"kind": "motion", "name": "m", "keys": [{"time": k} for k in range(n)]}])),
    "obstacles": (2000, lambda n: scene(*[{"kind": "obstacle", "name": f"o{k}", "shape": {"kind": "sphere"}}
                                          for k in range(n)], stone())),
    "expectations": (5000, lambda n: scene(stone(), probes=probes(n), expect=[
        {"probe": f"p{k}", "below": 1} for k in range(n)])),
    "bodies": (5000, lambda n: scene({"kind": "rigid", "name": "b", "bodies": [
        {"shape": {"kind": "sphere"}, "position": [3 * k, 0, 0]} for k in range(n)]})),
    "corners of a hull": (5000, lambda n: scene({"kind": "rigid", "name": "b", "bodies": [
        {"shape": {"kind": "hull", "points": [[math.cos(2.4 * k) * math.sin(k), math.cos(k),
                                               math.sin(2.4 * k) * math.sin(k)] for k in range(n)]}}]})),
    "links of a tree": (2500, tree),
    "drives": (2500, lambda n: tree(n, drives=[{"link": f"l{k}", "keys": [[0, 0]]} for k in range(n)])),
    "roots of hair": (2500, hair),
    "oriented objects": (2500, lambda n: scene({
        "kind": "oriented", "name": "o", "laws": [{"interactions": [{"law": "cohesion"}]}],
        "objects": [{"name": f"x{k}", "shape": {"kind": "row", "count": 1}, "position": [9 * k, 0, 0]}
                    for k in range(n)]})),
    "groups of agents": (2500, lambda n: crowd(groups(n, lambda k: at(k, 0)))),
    "goals": (2500, lambda n: crowd(groups(1, lambda k: at(0.5, 0.5), goals=[[1 + k % 5, 1] for k in range(n)]),
                                    ground={"kind": "rectangle"})),
}
