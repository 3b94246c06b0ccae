#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Fails when two files define the same name where one program, or one batch of sources, sees both.

A type of a named namespace is defined once in src/: two different ones of one name are undefined behaviour that no
linker reports. What a source keeps to itself in an anonymous namespace is named once in its layer, and differs from
the types of the library, since sources of a folder are compiled in batches.
"""

import re
from typing import NamedTuple

import repository

NAMESPACE = re.compile(r"^(?:inline\s+)?namespace\b\s*([\w:]*)$")
TYPE = re.compile(r"\b(?:struct|class|union|enum(?:\s+(?:class|struct))?)\s+(\w+)(?:\s+final)?\s*(?::(?!:).*)?$", re.DOTALL)
ASSIGNED = re.compile(r"(?<![=!<>])=(?!=)")
VARIABLE = re.compile(r"^(?:inline\s+|static\s+)*(?:constexpr|const)\b.*?\b(\w+)$", re.DOTALL)
FUNCTION = re.compile(r"(\w+)\s*\((.*)\)[^()]*$", re.DOTALL)


class Definition(NamedTuple):
    path: object
    line: int
    scope: str  # namespaces joined by ::, an anonymous one as ~
    kind: str  # type, constant or function
    name: str  # of a function with the types of its arguments


def without_groups(text, opening, closing):
    """The text without what stands between these brackets, nested ones included."""
    kept, depth = [], 0
    for letter in text:
        depth -= letter == closing and depth > 0
        if depth == 0:
            kept.append(letter)
        depth += letter == opening
    return "".join(kept)


def argument_types(arguments):
    """What tells overloads apart: `const Vec3& a, int b = 2` gives `const Vec3&,int`."""
    flat = without_groups(arguments, "<", ">")
    types = [re.sub(r"\s*=.*$", "", part, flags=re.DOTALL).strip() for part in flat.split(",")]
    return ",".join(re.sub(r"\s+", " ", re.sub(r"(?<=[\s&*>])\w+$", "", part)).strip() for part in types)


def defined_by(head, has_body):
    """(kind, name) of what the text before a brace or semicolon defines, or None."""
    if has_body and "(" not in head and (match := TYPE.search(head)):
        return "type", match.group(1)
    before = ASSIGNED.split(without_groups(head, "(", ")"), maxsplit=1)
    if len(before) == 1 and has_body and "operator" not in head and (match := FUNCTION.search(head)):
        return "function", f"{match.group(1)}({argument_types(match.group(2))})"
    declared = re.sub(r"\(.*$", "", before[0], flags=re.DOTALL).strip()
    if (len(before) == 2 or has_body or "(" in head) and (match := VARIABLE.match(declared)):
        return "constant", match.group(1)
    return None


def definitions(path, text):
    """What a file defines directly inside namespaces."""
    scopes, start, parentheses = [], 0, 0  # a scope is the name of a namespace, or None for any other braces
    bare = repository.bare_cxx(text)
    for match in re.finditer(r"[(){};]", bare):
        mark = match.group()
        parentheses += {"(": 1, ")": -1}.get(mark, 0)
        if mark in "()" or parentheses > 0:
            continue
        head = bare[start : match.start()].strip()
        if mark in "{;" and None not in scopes and not NAMESPACE.match(head) and head:
            if found := defined_by(head, mark == "{"):
                yield Definition(path, repository.line_of(bare, match.start()), "::".join(scopes), *found)
        if mark == "{":
            namespace = NAMESPACE.match(head)
            scopes.append((namespace.group(1) or "~") if namespace else None)
        elif mark == "}" and scopes:
            scopes.pop()
        start = match.end()


def batch_of(path):
    """Sources that one compilation may put side by side: a layer, or a folder of tests or programs."""
    return path.parts[:3] if path.parts[:2] == ("src", "souple") else path.parts[:2]


def main():
    root = repository.arguments(__doc__).root
    paths = repository.files(root, repository.CXX, ("src/", "tests/", "apps/"))
    found = [one for path in paths for one in definitions(path, repository.read(root, path))]
    shared, private, faults = {}, {}, []
    for one in found:
        if "~" in one.scope:
            continue
        if one.kind == "type" and one.path.parts[0] == "src":
            first = shared.setdefault((one.scope, one.name), one)
            if first.path != one.path:
                faults.append(f"{one.path}:{one.line}: {one.name} is another type in {first.path}:{first.line}")
    library_types = {name: one for (_, name), one in shared.items()}
    for one in found:
        if "~" not in one.scope or one.path.parts[:2] == ("tests", "fuzz"):
            continue
        first = private.setdefault((batch_of(one.path), one.name), one)
        if first.path != one.path:
            faults.append(f"{one.path}:{one.line}: {one.name} is also in {first.path}:{first.line}, of the same folder")
        elif one.kind == "type" and one.name in library_types:
            other = library_types[one.name]
            faults.append(f"{one.path}:{one.line}: {one.name} is also a type of {other.path}:{other.line}")
    repository.finish("names", faults, len(paths))


if __name__ == "__main__":
    main()
