#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Fails when a file includes from a layer to its right, or from a stranger beside it."""

import re

import repository

# from left to right; the names of one row are strangers to each other
LAYERS = [
    {"core"},
    {"math"},
    {"geometry"},
    {"topology", "implicit"},
    {"dynamics"},
    {"models"},
    {"scene", "view"},
    {"io", "render"},
    {"studio"},
    {"souple.h"},
    {"apps", "python"},
]
RANK = {name: rank for rank, row in enumerate(LAYERS) for name in row}
# inside dynamics: a law is numbers in, numbers out, and knows neither contacts nor solvers
NEVER = [("src/souple/dynamics/elements/", r"souple/dynamics/(contact|solvers|adapt|agents)/")]
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.MULTILINE)


def layer_of(path):
    """The layer of src/souple/LAYER/..., apps/... or python/...; None for a file outside the layers."""
    parts = path.parts
    if parts[:2] == ("src", "souple") and len(parts) > 2:
        return parts[2]
    return parts[0] if parts[0] in RANK else None


def layer_of_include(name):
    parts = name.split("/")
    if parts[0] == "souple" and len(parts) > 1:
        return parts[1]
    return parts[0] if parts[0] in ("apps", "python") else None


def fault_of(path, name):
    """Why this file may not include that name, or None."""
    own, other = layer_of(path), layer_of_include(name)
    if own not in RANK:
        return f"the folder '{own}' is no layer: add it to LAYERS"
    for folder, pattern in NEVER:
        if path.as_posix().startswith(folder) and re.match(pattern, name):
            return f"a law does not know {name}"
    if other is None or other == own:
        return None
    if other not in RANK:
        return f"includes {name}, and '{other}' is no layer"
    if RANK[other] > RANK[own]:
        return f"{own} includes {name}, which lies to its right"
    if RANK[other] == RANK[own]:
        return f"{own} includes {name}, a stranger beside it"
    return None


def main():
    root = repository.arguments(__doc__).root
    faults = []
    paths = repository.files(root, repository.CXX, ("src/", "apps/", "python/"))
    for path in paths:
        text = repository.read(root, path)
        for match in INCLUDE.finditer(text):
            where = f"{path}:{repository.line_of(text, match.start())}"
            if fault := fault_of(path, match.group(1)):
                faults.append(f"{where}: {fault}")
            elif path.parts[0] == "src" and '"' in match.group() and not match.group(1).startswith("souple/"):
                faults.append(f'{where}: write "souple/..." instead of "{match.group(1)}"')
    repository.finish("layers", faults, len(paths))


if __name__ == "__main__":
    main()
