#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Fails when a relative link of a Markdown file leads nowhere, or ARCHITECTURE.md names a path that does not exist."""

import re

import repository

LINK = re.compile(r"\[[^\]\n]*\]\(\s*<?([^)\s>]+)>?[^)\n]*\)")
FENCE = re.compile(r"^```.*?^```[^\n]*", re.MULTILINE | re.DOTALL)
BACKTICKS = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"^[\w.\-]*(/[\w.\-]+)+/?$|^[\w.\-]+/$|^[\w\-]+\.(h|cpp|md|json|py|txt|cmake)$|^[\w.\-/]+\.\{[\w,]+\}$")


def blanked(pattern, text):
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def dead_links(root, path):
    text = blanked(BACKTICKS, blanked(FENCE, repository.read(root, path)))
    for match in LINK.finditer(text):
        target = match.group(1).split("#")[0]
        if not target or re.match(r"[a-z]+:", target):
            continue
        if not (root / path.parent / target).exists():
            yield f"{path}:{repository.line_of(text, match.start())}: {target} does not exist"


def known_paths(root):
    """Every file and folder as /-led text, so that 'elements/spring.h' is found wherever it ends a path."""
    known = set()
    for path in repository.files(root):
        known.add("/" + path.as_posix())
        known.update("/" + folder.as_posix() for folder in path.parents if folder.parts)
    return known


def unfold(name):
    """'x.{h,cpp}' names two files."""
    braces = re.match(r"(.*)\{([\w,]+)\}$", name)
    return [braces.group(1) + end for end in braces.group(2).split(",")] if braces else [name]


def missing_names(root, path):
    text = repository.read(root, path)
    known = known_paths(root)
    for match in BACKTICKS.finditer(blanked(FENCE, text)):
        if not PATH.match(match.group(1)):
            continue
        for name in unfold(match.group(1)):
            if not any(whole.endswith("/" + name.strip("/")) for whole in known):
                yield f"{path}:{repository.line_of(text, match.start())}: names {name}, which does not exist"


def main():
    root = repository.arguments(__doc__).root
    pages = repository.files(root, (".md",))
    faults = [fault for page in pages for fault in dead_links(root, page)]
    for page in pages:
        if page.as_posix() == "ARCHITECTURE.md":
            faults += missing_names(root, page)
    repository.finish("docs", faults, len(pages))


if __name__ == "__main__":
    main()
