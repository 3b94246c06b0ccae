#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Fails on a function past 60 lines (90 in dynamics/elements) or a file past 400; of TypeScript, files only.

A comment "size-waiver: reason" inside the function, just above it, or in the first ten lines of the file lets it pass.
"""

import ast
import re

import repository

FUNCTION_LINES = 60
KERNEL_LINES = 90
FILE_LINES = 400
SCRIPTS = (".ts", ".mjs")
WAIVER = re.compile(r"size-waiver:[ \t]*\S+")
ACCESS = re.compile(r"\b(public|private|protected):")
NOT_A_FUNCTION = re.compile(
    r"^\W*(if|for|while|switch|catch|else|do|try|namespace|struct|class|enum|union|return|extern)\b|=\s*$"
)


def functions(text):
    """Yields (name, first line, last line) for each outermost function body of C++ text."""
    bare = ACCESS.sub(lambda match: " " * len(match.group()), repository.bare_cxx(text))
    stack = []  # True for the brace of a function
    head = 0
    for match in re.finditer(r"[{};]", bare):
        at, mark = match.start(), match.group()
        if mark == "{":
            words = bare[head:at].strip()
            starts = not any(opened for opened, _, _ in stack) and is_function_head(words)
            first = head + len(bare[head:at]) - len(bare[head:at].lstrip())
            stack.append((starts, first, words))
        elif mark == "}" and stack:
            was_function, first, words = stack.pop()
            if was_function:
                yield name_of(words), repository.line_of(bare, first), repository.line_of(bare, at)
        if not inside_parentheses(bare[head:at]):
            head = at + 1


def inside_parentheses(words):
    return words.count("(") > words.count(")")


def is_function_head(words):
    head = re.sub(r"^(template\s*<[^{}]*>\s*)?(requires[^{}]*?\s)?", "", words)
    return ")" in head and not NOT_A_FUNCTION.search(head) and not inside_parentheses(head)


def name_of(words):
    match = re.search(r"([\w:~]+|operator\W+)\s*\(([^()]*)", words)
    if not match:
        return words[:40]
    name = match.group(1).strip()
    return f"{name}({match.group(2).strip()})" if name.startswith("TEST") else name


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno, node.end_lineno


def faults_of(path, text):
    lines = text.splitlines()
    if len(lines) > FILE_LINES and not WAIVER.search("\n".join(lines[:10])):
        yield f"{path}:1: the file has {len(lines)} lines, more than {FILE_LINES}"
    if path.suffix in SCRIPTS:
        return
    limit = KERNEL_LINES if "dynamics/elements/" in path.as_posix() else FUNCTION_LINES
    for name, first, last in (python_functions if path.suffix == ".py" else functions)(text):
        around = "\n".join(lines[max(0, first - 3) : last])
        if last - first + 1 > limit and not WAIVER.search(around):
            yield f"{path}:{first}: {name} has {last - first + 1} lines, more than {limit}"


def main():
    root = repository.arguments(__doc__).root
    paths = repository.files(root, (*repository.CXX, ".py", *SCRIPTS))
    faults = [fault for path in paths for fault in faults_of(path, repository.read(root, path))]
    repository.finish("sizes", faults, len(paths))


if __name__ == "__main__":
    main()
