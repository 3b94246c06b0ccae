# SPDX-FileCopyrightText: 2026 The souple authors
# SPDX-License-Identifier: MIT
"""Tests of `souple schema`: an independent reading of the schema agrees with the program about good and bad scenes."""

import copy
import json
import operator

import command_line
from command_line import BALLS, SOURCE, CommandLineTest, without_comments

KINDS = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float), "integer": int}
BOUNDS = {"minimum": operator.ge, "maximum": operator.le, "exclusiveMinimum": operator.gt,
          "exclusiveMaximum": operator.lt}
KNOWN_WORDS = {"$schema", "$ref", "type", "description", "default", "properties", "additionalProperties", "required",
               "items", "minItems", "maxItems", "minLength", "format", "const", "enum", "oneOf", *BOUNDS}
FORMATS = {"file"}  # a note for readers: any text may name a file


class Validator:
    """The words of JSON Schema that ours uses; another word is an error, so that none is passed over."""

    def __init__(self, root):
        self.root = root

    def faults(self, schema, value, path=""):
        if not set(schema) <= KNOWN_WORDS:
            raise AssertionError(f"words this test does not know: {set(schema) - KNOWN_WORDS}")
        if "$ref" in schema:
            target = self.root
            for step in schema["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            return self.faults(target, value, path)
        if schema.get("format", "file") not in FORMATS:
            raise AssertionError(f"a format this test does not know: {schema['format']}")
        found = [f"{path}: {word}" for word in self.broken_words(schema, value)]
        if not found and isinstance(value, dict):
            found += self.object_faults(schema, value, path)
        if not found and isinstance(value, list) and "items" in schema:
            found += [f for i, entry in enumerate(value) for f in self.faults(schema["items"], entry, f"{path}.{i}")]
        return found

    def broken_words(self, schema, value):
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        if types and not any(is_a(value, kind) for kind in types):
            yield "type"
            return
        if "const" in schema and value != schema["const"]:
            yield "const"
        if "enum" in schema and value not in schema["enum"]:
            yield "enum"
        if "oneOf" in schema and sum(not self.faults(choice, value) for choice in schema["oneOf"]) != 1:
            yield "oneOf"
        if is_a(value, "number"):
            yield from (word for word, holds in BOUNDS.items() if word in schema and not holds(value, schema[word]))
        if isinstance(value, (list, str)):
            least = schema.get("minItems" if isinstance(value, list) else "minLength", 0)
            if not least <= len(value) <= schema.get("maxItems", len(value)):
                yield "size"

    def object_faults(self, schema, value, path):
        found = [f"{path}: no {key}" for key in schema.get("required", []) if key not in value]
        for key, entry in value.items():
            inner = schema.get("properties", {}).get(key, schema.get("additionalProperties", {}))
            if inner is False:
                found.append(f"{path}.{key}: unknown")
            elif inner is not True:
                found += self.faults(inner, entry, f"{path}.{key}")
        return found


def is_a(value, kind):
    if kind in ("number", "integer"):
        return isinstance(value, KINDS[kind]) and not isinstance(value, bool)
    return isinstance(value, KINDS[kind])


class Schema(CommandLineTest):
    def setUp(self):
        super().setUp()
        self.schema = json.loads(self.good("schema").out)
        self.validator = Validator(self.schema)

    def test_the_schema_is_json_schema_of_draft_7(self):
        self.assertIn("draft-07", self.schema["$schema"])
        self.assertEqual(self.schema["type"], "object")

    def test_every_file_of_scenes_has_known_keys_only(self):
        known = set(self.schema["properties"])
        self.assertLessEqual({"souple", "parts", "probes", "expect", "breaks_with", "include", "materials"}, known)
        for path in sorted((SOURCE / "scenes").rglob("*.json")):
            self.assertLessEqual(set(json.loads(without_comments(path.read_text()))), known, path)

    def test_every_file_of_scenes_follows_the_schema(self):
        for path in sorted((SOURCE / "scenes").rglob("*.json")):
            scene = json.loads(without_comments(path.read_text()))
            self.assertEqual(self.validator.faults(self.schema, scene), [], path)

    def test_schema_and_program_refuse_the_same_mistakes(self):
        mistakes = [(("gravty",), [0, 0, 0]), (("gravity",), [0, 0]), (("step",), 0), (("step",), "short"),
                    (("duration",), -1), (("souple",), 2), (("parts", 0, "kind"), "clouth"),
                    (("parts", 0, "substeps"), 0), (("parts", 0, "substeps"), 1.5), (("parts", 0, "method"), "magic"),
                    (("parts", 0, "points", 0, "mass"), -1), (("parts", 0, "points", 0, "mas"), 1),
                    (("parts", 0, "name"), ""), (("probes", 0, "measure"), "beauty"), (("parts",), {})]
        for path, value in mistakes:
            scene = copy.deepcopy(BALLS)
            target = scene
            for step in path[:-1]:
                target = target[step]
            target[path[-1]] = value
            with self.subTest(path=path, value=value):
                self.assertNotEqual(self.validator.faults(self.schema, scene), [])
                self.write("scene.json", scene)
                self.assertEqual(self.souple("check", "scene.json").code, 2)

    def test_the_scene_without_mistakes_is_good_for_both(self):
        self.assertEqual(self.validator.faults(self.schema, BALLS), [])
        self.write("scene.json", BALLS)
        self.good("check", "scene.json")


if __name__ == "__main__":
    command_line.main()
