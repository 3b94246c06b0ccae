// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Building, searching and naming located JSON values.
#include "souple/scene/json/node.h"

#include <fmt/format.h>

#include <algorithm>

#include "souple/scene/json/write.h"

namespace souple {

Node::Node(std::string value) : kind(NodeKind::String), text(std::move(value)) {}
Node::Node(std::string_view value) : Node(std::string(value)) {}
Node::Node(const char* value) : Node(std::string(value)) {}

Node make_object(std::initializer_list<std::pair<std::string_view, Node>> members) {
    Node object;
    object.kind = NodeKind::Object;
    for (const auto& [key, value] : members) object.members.push_back({std::string(key), value, {}});
    return object;
}

Node make_array(std::initializer_list<Node> items) {
    Node array;
    array.kind = NodeKind::Array;
    array.items = items;
    return array;
}

Node make_array(const std::vector<double>& numbers) {
    Node array = make_array();
    for (const double number : numbers) array.items.push_back(number);
    return array;
}

Node& set_member(Node& object, std::string_view key, Node value) {
    SOUPLE_ASSERT(object.is(NodeKind::Object));
    if (Node* existing = find_member(object, key)) {
        *existing = std::move(value);
        return *existing;
    }
    const Place place = value.place;
    object.members.push_back({std::string(key), std::move(value), place});
    return object.members.back().value;
}

bool remove_member(Node& object, std::string_view key) {
    return std::erase_if(object.members, [&](const Member& member) { return member.key == key; }) > 0;
}

void append(Node& array, Node item) {
    SOUPLE_ASSERT(array.is(NodeKind::Array));
    array.items.push_back(std::move(item));
}

const Member* find_entry(const Node& object, std::string_view key) {
    for (const Member& member : object.members)
        if (member.key == key) return &member;
    return nullptr;
}

const Node* find_member(const Node& object, std::string_view key) {
    const Member* member = find_entry(object, key);
    return member ? &member->value : nullptr;
}

Node* find_member(Node& object, std::string_view key) {
    return const_cast<Node*>(find_member(static_cast<const Node&>(object), key));
}

bool same_value(const Node& a, const Node& b) {
    if (a.kind != b.kind) return false;
    switch (a.kind) {
        case NodeKind::Null:
            return true;
        case NodeKind::Bool:
            return a.boolean == b.boolean;
        case NodeKind::Number:
            return a.number == b.number;
        case NodeKind::String:
            return a.text == b.text;
        case NodeKind::Array:
            return std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), same_value);
        case NodeKind::Object:
            break;
    }
    return std::equal(
        a.members.begin(), a.members.end(), b.members.begin(), b.members.end(),
        [](const Member& x, const Member& y) { return x.key == y.key && same_value(x.value, y.value); });
}

std::size_t count_values(const Node& node) {
    std::size_t count = 1;
    for (const Node& item : node.items) count += count_values(item);
    for (const Member& member : node.members) count += count_values(member.value);
    return count;
}

std::string describe_found(const Node& node) {
    switch (node.kind) {
        case NodeKind::Null:
            return "null";
        case NodeKind::Bool:
            return node.boolean ? "true" : "false";
        case NodeKind::Number:
            return "the number " + number_text(node.number);
        case NodeKind::String:
            return "the string " + quote_short(node.text);
        case NodeKind::Array:
            return fmt::format("an array of {}", node.items.size());
        case NodeKind::Object:
            break;
    }
    return "an object";
}

SceneError error_at(const Document& document, const Place& place, std::string_view path,
                    const std::string& message) {
    const bool known = place.file >= 0 && place.file < static_cast<int>(document.files.size());
    const std::string file = known ? document.files[static_cast<std::size_t>(place.file)] : std::string();
    return SceneError({file, place.line, std::string(path)}, message);
}

void set_file(Node& node, int file) {
    node.place.file = file;
    for (Node& item : node.items) set_file(item, file);
    for (Member& member : node.members) {
        member.key_place.file = file;
        set_file(member.value, file);
    }
}

int add_file(Document& document, std::string_view name) {
    const auto found = std::find(document.files.begin(), document.files.end(), name);
    if (found != document.files.end()) return static_cast<int>(found - document.files.begin());
    document.files.emplace_back(name);
    return static_cast<int>(document.files.size()) - 1;
}

std::string item_segment(const Node& item, std::size_t index) {
    const Node* name = find_member(item, "name");
    const bool named = name && name->is(NodeKind::String) && !name->text.empty();
    return named ? name->text : std::to_string(index);
}

std::string join_path(std::string_view parent, std::string_view segment) {
    if (parent.empty()) return std::string(segment);
    return fmt::format("{}.{}", parent, segment);
}

}  // namespace souple
