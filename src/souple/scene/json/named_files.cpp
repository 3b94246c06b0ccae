// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/json/named_files.h"

#include <set>

#include "souple/scene/json/binding.h"
#include "souple/scene/scene.h"

namespace souple {

namespace fs = std::filesystem;

namespace {

/// The keys under which the schema has names of files. They count wherever they stand, as materials and
/// templates may carry them too.
void add_file_keys(const Node& schema, std::set<std::string>& keys) {
    if (const Node* properties = find_member(schema, "properties"))
        for (const Member& property : properties->members) {
            const Node* format = find_member(property.value, "format");
            if (format && format->text == file_format) keys.insert(property.key);
        }
    for (const Member& member : schema.members) add_file_keys(member.value, keys);
    for (const Node& item : schema.items) add_file_keys(item, keys);
}

void for_each_file(Node& node, const std::set<std::string>& keys, const std::function<void(Node&)>& fn) {
    for (Member& member : node.members) {
        if (keys.contains(member.key) && member.value.is(NodeKind::String) && !member.value.text.empty())
            fn(member.value);
        for_each_file(member.value, keys, fn);
    }
    for (Node& item : node.items) for_each_file(item, keys, fn);
}

}  // namespace

void for_each_named_file(Node& root, const std::function<void(Node&)>& fn) {
    std::set<std::string> keys;
    add_file_keys(scene_schema(), keys);
    for_each_file(root, keys, fn);
}

fs::path meant_file(const Document& document, const Node& node) {
    const fs::path named = node.text;
    const bool placed = node.place.file >= 0 && node.place.file < static_cast<int>(document.files.size());
    if (named.is_absolute() || !placed) return named;
    return fs::path(document.files[static_cast<std::size_t>(node.place.file)]).parent_path() / named;
}

}  // namespace souple
