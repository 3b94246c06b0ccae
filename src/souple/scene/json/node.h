// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A JSON value that knows where it was written, so that every complaint can name file, line and path.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "souple/core/errors.h"

namespace souple {

enum class NodeKind { Null, Bool, Number, String, Array, Object };

/// Where a value or a key starts; line 0 means that it was made by the program.
struct Place {
    int file = -1;   ///< index into Document::files
    int line = 0;    ///< 1-based
    int column = 0;  ///< 1-based, in bytes
};

struct Member;

/// A located JSON value. Plain data: `kind` says which one of the five contents counts.
struct Node {
    NodeKind kind = NodeKind::Null;
    bool boolean = false;
    double number = 0;
    std::string text;
    std::vector<Node> items;
    std::vector<Member> members;  ///< in the order of writing
    Place place;

    Node() = default;
    template <class T>
    requires std::is_arithmetic_v<T> Node(T value) {
        kind = std::is_same_v<T, bool> ? NodeKind::Bool : NodeKind::Number;
        boolean = std::is_same_v<T, bool> && value != T{};
        number = std::is_same_v<T, bool> ? 0 : static_cast<double>(value);
    }
    // (defined in node.cpp, where Member is complete)
    Node(std::string value);
    Node(std::string_view value);
    Node(const char* value);

    bool is(NodeKind other) const { return kind == other; }
};

struct Member {
    std::string key;
    Node value;
    Place key_place;
};

/// A root value and the files its places point into.
struct Document {
    Node root;
    std::vector<std::string> files;
};

/// Builders: `make_object({{"steps", 12}, {"hash", "9f"}})`, `make_array({1, 2})`.
Node make_object(std::initializer_list<std::pair<std::string_view, Node>> members = {});
Node make_array(std::initializer_list<Node> items = {});
Node make_array(const std::vector<double>& numbers);

/// Gives `object` the key, or replaces its value; returns the value. The key keeps its position.
Node& set_member(Node& object, std::string_view key, Node value);
bool remove_member(Node& object, std::string_view key);
void append(Node& array, Node item);

/// Null when `object` is no object or has no such key.
const Node* find_member(const Node& object, std::string_view key);
Node* find_member(Node& object, std::string_view key);
const Member* find_entry(const Node& object, std::string_view key);

/// Same kind and content; places do not count, the order of keys does.
bool same_value(const Node& a, const Node& b);

/// Number of values in the tree, itself included.
std::size_t count_values(const Node& node);

/// What an error message says about a value: `the string "abc"`, `an array of 3`, `null`.
std::string describe_found(const Node& node);

/// The error for a place in a document.
SceneError error_at(const Document& document, const Place& place, std::string_view path,
                    const std::string& message);

/// Index of a file name in the document's list, added when it is new.
int add_file(Document& document, std::string_view name);
/// Makes a whole tree belong to another file of a document.
void set_file(Node& node, int file);

/// Path of an entry of a list: its "name" when it has one, else its index.
std::string item_segment(const Node& item, std::size_t index);
std::string join_path(std::string_view parent, std::string_view segment);

}  // namespace souple
