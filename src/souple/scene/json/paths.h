// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Paths into a document, such as `parts.nappe.stiffness`, `gravity.1` or `fields.breeze.velocity`.
// An entry of a list is named by its "name" or by its index; a name may itself contain dots (`left.cloth`).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "souple/scene/json/node.h"

namespace souple {

/// A path turned into indices, for values that are written many times. Valid while no key or entry is
/// added or removed.
struct CompiledPath {
    std::vector<int> steps;
};

/// Follows many paths in one document: what a list or an object holds is sorted by name when a path first
/// comes through it. Valid while no key or entry is added, removed or renamed.
class PathIndex {
public:
    explicit PathIndex(const Node& root) : root_(root) {}

    /// Nothing when the path leads nowhere.
    std::optional<CompiledPath> compile(std::string_view path);

    /// The entry or key of `node` that a path begins with, and takes it off the path; -1 when there is none.
    int step(const Node& node, std::string_view& path);

private:
    using Names = std::map<std::string, int, std::less<>>;  // (texts move when keys are added beside them)

    const Names& names_in(const Node& node);

    const Node& root_;
    std::map<const Node*, Names> names_;
};

/// Null when there is no such node; the empty path is the root.
const Node* find_node(const Node& root, std::string_view path);
Node* find_node(Node& root, std::string_view path);

std::optional<CompiledPath> compile_path(const Node& root, std::string_view path);
const Node& node_at(const Node& root, const CompiledPath& path);
Node& node_at(Node& root, const CompiledPath& path);
void set_number(Node& root, const CompiledPath& path, double value);

/// Why `path` leads nowhere: what is missing where, and the nearest known word.
std::string explain_missing(const Node& root, std::string_view path);

/// Replaces the node at `path`, or gives an existing object a new key; false when neither is possible.
bool try_set_node(Node& root, std::string_view path, Node value);

/// Writes a value given as text: JSON if it reads as JSON, else a plain string. A key that does not exist yet
/// is created when its object exists. Throws SceneError; `source` stands where a file name would.
void set_value(Document& document, std::string_view path, std::string_view value_text,
               std::string_view source = "--set");

/// Splits `PATH=VALUE` at its first equals sign.
struct Setting {
    std::string path;
    std::string value_text;
};
Setting parse_setting(std::string_view setting, std::string_view source = "--set");

/// set_value from `PATH=VALUE`.
void apply_setting(Document& document, std::string_view setting, std::string_view source = "--set");

/// Path of an entry of one of the root's lists, as a person would write it: `probes.height`, or `probes.2`.
std::string entry_path(const Document& document, std::string_view list, std::size_t index);

/// The error for something wrong with the value at `path`, or with the nearest existing value above it.
SceneError error_at_path(const Document& document, std::string_view path, const std::string& message);

}  // namespace souple
