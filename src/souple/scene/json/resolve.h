// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// From a scene file to one complete document: includes merged, templates instanced, materials filled in.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "souple/scene/json/node.h"

namespace souple {

inline constexpr int max_include_depth = 32;
inline constexpr int max_instance_depth = 16;
inline constexpr std::size_t max_expanded_values = 500'000;  ///< made by materials and instances together

struct LoadOptions {
    /// `PATH=VALUE` each. Those on "materials." and "templates." act before materials and templates are used,
    /// the others on the complete document.
    std::vector<std::string> settings;
    /// How an included file is read; empty means from disk.
    std::function<Document(const std::string& path)> read_file;
    double most_memory = 0;  ///< [B] that the scene may take; 0: what the machine leaves
};

/// The complete document of a scene file. "include", "materials", "templates" and instances are used up: what
/// is left is plain parts. Every node still points to the file and line it was written on.
Document load_document(const std::string& path, const LoadOptions& options = {});

/// The same for a text already in memory; `file_name` says what its includes are relative to.
Document load_document_text(std::string text, const std::string& file_name, const LoadOptions& options = {});

/// Merges "include"d files, depth first. Objects merge key by key and the includer wins; the lists "parts",
/// "links", "fields", "motions", "controls", "probes" and "expect" of the root are joined, included ones
/// first. A file reached by several routes counts once.
Document merge_includes(Document document, const LoadOptions& options = {});

/// Replaces parts of kind "instance" by the parts of their template. Names get the instance's name and a dot
/// in front, placements are composed, "set" changes single values, and a text "@cloth" inside a template
/// names the part `cloth` of the same instance.
void expand_instances(Document& document);

/// Gives every part with "material" the keys of that material which it does not have itself.
void apply_materials(Document& document);

/// Two entries of one list must not share a name, or a path would mean two things.
void check_unique_names(const Document& document);

/// Widens the schema of the complete document to what a file may hold before loading: "include", "materials",
/// "templates", instances, and keys that a material or an included file may supply instead.
void add_authoring_schema(Node& schema);

}  // namespace souple
