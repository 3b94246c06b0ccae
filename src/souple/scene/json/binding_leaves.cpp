// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Plain values: numbers, words, vectors and rotations; and the checks that lists and objects share.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "souple/core/suggest.h"
#include "souple/math/degrees.h"
#include "souple/scene/json/binding.h"
#include "souple/scene/json/write.h"

namespace souple {

namespace {

std::string unit_suffix(const FieldOptions& options) {
    return *options.unit ? fmt::format(" {}", options.unit) : std::string();
}

[[noreturn]] void fail_type(const ReadContext& c, const Node& node, std::string_view expected) {
    c.fail(node.place, fmt::format("expected {}, found {}", expected, describe_found(node)));
}

void check_bounds(const ReadContext& c, const Node& node, const FieldOptions& options) {
    const auto require = [&](bool holds, const char* words, const std::optional<double>& bound) {
        if (holds) return;
        c.fail(node.place, fmt::format("must be {} {}{}, found {}", words, number_text(*bound),
                                       unit_suffix(options), number_text(node.number)));
    };
    require(!options.above || node.number > *options.above, "above", options.above);
    require(!options.at_least || node.number >= *options.at_least, "at least", options.at_least);
    require(!options.below || node.number < *options.below, "below", options.below);
    require(!options.at_most || node.number <= *options.at_most, "at most", options.at_most);
}

void read_whole_number(const ReadContext& c, const Node& node, const FieldOptions& options, double lowest,
                       double highest) {
    const bool whole = node.is(NodeKind::Number) && node.number == std::trunc(node.number);
    if (!whole) fail_type(c, node, "a whole number");
    check_bounds(c, node, options);
    if (node.number < lowest || node.number > highest)
        c.fail(node.place, fmt::format("must be from {} to {}, found {}", number_text(lowest),
                                       number_text(highest), number_text(node.number)));
}

Node schema_of_number(const char* type, const FieldOptions& options) {
    Node schema = make_object({{"type", type}});
    if (options.above) set_member(schema, "exclusiveMinimum", *options.above);
    if (options.at_least) set_member(schema, "minimum", *options.at_least);
    if (options.below) set_member(schema, "exclusiveMaximum", *options.below);
    if (options.at_most) set_member(schema, "maximum", *options.at_most);
    return schema;
}

Node schema_of_three(const FieldOptions& options) {
    FieldOptions sized = options;
    sized.min_size = sized.max_size = 3;
    return schema_of_list(schema_of_number("number", options), sized);
}

std::string file_beside(const Document& document, const Node& node) {
    const std::filesystem::path written = node.text;
    const bool placed = node.place.file >= 0 && node.place.file < static_cast<int>(document.files.size());
    if (node.text.empty() || written.is_absolute() || !placed) return node.text;
    const std::filesystem::path file = document.files[static_cast<std::size_t>(node.place.file)];
    return (file.parent_path() / written).lexically_normal().string();
}

/// Characters, not bytes: the schema counts so.
int length_of(const std::string& text) {
    int count = 0;
    for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    return count;
}

void check_size(const ReadContext& c, const Node& node, int size, const FieldOptions& options,
                std::string_view things) {
    if (size < options.min_size)
        c.fail(node.place, fmt::format("needs at least {} {}, found {}", options.min_size, things, size));
    if (options.max_size >= 0 && size > options.max_size)
        c.fail(node.place, fmt::format("takes at most {} {}, found {}", options.max_size, things, size));
}

}  // namespace

// --- reading ---

void read_value(ReadContext& c, const Node& node, Real& value, const FieldOptions& options) {
    if (!node.is(NodeKind::Number))
        fail_type(c, node, "a number" + (*options.unit ? fmt::format(" [{}]", options.unit) : std::string()));
    check_bounds(c, node, options);
    value = node.number;
}

void read_value(ReadContext& c, const Node& node, int& value, const FieldOptions& options) {
    using Limits = std::numeric_limits<int>;
    read_whole_number(c, node, options, Limits::min(), Limits::max());
    value = static_cast<int>(node.number);
}

void read_value(ReadContext& c, const Node& node, std::uint64_t& value, const FieldOptions& options) {
    constexpr double exact_integers = 9007199254740992.0;  // 2^53
    read_whole_number(c, node, options, 0, exact_integers);
    value = static_cast<std::uint64_t>(node.number);
}

void read_value(ReadContext& c, const Node& node, bool& value, const FieldOptions&) {
    if (!node.is(NodeKind::Bool)) fail_type(c, node, "true or false");
    value = node.boolean;
}

void read_value(ReadContext& c, const Node& node, std::string& value, const FieldOptions& options) {
    if (!node.is(NodeKind::String)) fail_type(c, node, "a string");
    check_size(c, node, length_of(node.text), options, "characters");
    value = options.is_file ? file_beside(*c.document, node) : node.text;
}

void read_value(ReadContext& c, const Node& node, Vec3& value, const FieldOptions& options) {
    check_list_size(c, node, 3);
    for (int i = 0; i < 3; ++i) {
        const PathScope scope(c, std::to_string(i));
        read_value(c, node.items[static_cast<std::size_t>(i)], value[i], options);
    }
}

void read_value(ReadContext& c, const Node& node, Quat& value, const FieldOptions& options) {
    Vec3 degrees = Vec3::Zero();
    read_value(c, node, degrees, options);
    value = rotation_from_degrees(degrees);
    // (the angle of components near the largest double overflows)
    if (!value.coeffs().allFinite()) c.fail(node.place, "the angle of the rotation is not finite");
}

void read_value(ReadContext&, const Node& node, Node& value, const FieldOptions&) { value = node; }

int read_choice(ReadContext& c, const Node& node, const std::vector<std::string>& names) {
    if (node.is(NodeKind::String))
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == node.text) return static_cast<int>(i);
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + quote(name);
    std::string message = fmt::format("expected one of {}, found {}", list, describe_found(node));
    const std::string near = node.is(NodeKind::String) ? nearest_word(node.text, names) : std::string();
    if (!near.empty()) message += fmt::format("; did you mean {}?", quote(near));
    c.fail(node.place, message);
}

int read_kind(ReadContext& c, const Node& node, const char* tag, const std::vector<std::string>& names) {
    check_object(c, node);
    const Node* kind = find_member(node, tag);
    if (!kind) c.fail(node.place, fmt::format("missing key {}", quote(tag)));
    const PathScope scope(c, tag);
    return read_choice(c, *kind, names);
}

void check_list(ReadContext& c, const Node& node, const FieldOptions& options) {
    if (!node.is(NodeKind::Array)) fail_type(c, node, "an array");
    check_size(c, node, static_cast<int>(node.items.size()), options, "entries");
}

void check_list_size(ReadContext& c, const Node& node, std::size_t size) {
    if (!node.is(NodeKind::Array) || node.items.size() != size)
        fail_type(c, node, fmt::format("an array of {}", size));
}

void check_object(ReadContext& c, const Node& node) {
    if (!node.is(NodeKind::Object)) fail_type(c, node, "an object");
}

FieldOptions options_of_items(const FieldOptions& options) {
    FieldOptions item = options;
    item.min_size = 0;
    item.max_size = -1;
    return item;
}

// --- schema ---

Node schema_of_value(Real, const FieldOptions& options) { return schema_of_number("number", options); }

Node schema_of_value(int, const FieldOptions& options) { return schema_of_number("integer", options); }

Node schema_of_value(std::uint64_t, const FieldOptions& options) {
    FieldOptions bounded = options;
    if (!bounded.above && !bounded.at_least) bounded.at_least = 0;
    return schema_of_number("integer", bounded);
}

Node schema_of_value(bool, const FieldOptions&) { return make_object({{"type", "boolean"}}); }

Node schema_of_value(const std::string&, const FieldOptions& options) {
    Node schema = make_object({{"type", "string"}});
    if (options.min_size > 0) set_member(schema, "minLength", options.min_size);
    if (options.max_size >= 0) set_member(schema, "maxLength", options.max_size);
    if (options.is_file) set_member(schema, "format", file_format);
    return schema;
}

Node schema_of_value(const Vec3&, const FieldOptions& options) { return schema_of_three(options); }
Node schema_of_value(const Quat&, const FieldOptions& options) { return schema_of_three(options); }
Node schema_of_value(const Node&, const FieldOptions&) { return make_object(); }

Node schema_of_choice(const std::vector<std::string>& names) {
    Node list = make_array();
    for (const std::string& name : names) append(list, name);
    return make_object({{"type", "string"}, {"enum", list}});
}

Node schema_of_list(Node item, const FieldOptions& options) {
    Node schema = make_object({{"type", "array"}});
    if (options.min_size > 0) set_member(schema, "minItems", options.min_size);
    if (options.max_size >= 0) set_member(schema, "maxItems", options.max_size);
    set_member(schema, "items", std::move(item));
    return schema;
}

Node schema_of_map(Node item) {
    return make_object({{"type", "object"}, {"additionalProperties", std::move(item)}});
}

void add_kind(Node& schema, const char* tag, const char* kind) {
    Node properties = make_object({{tag, make_object({{"const", kind}})}});
    for (Member& member : find_member(schema, "properties")->members)
        properties.members.push_back(std::move(member));
    set_member(schema, "properties", std::move(properties));
    Node required = make_array({tag});
    if (const Node* others = find_member(schema, "required"))
        required.items.insert(required.items.end(), others->items.begin(), others->items.end());
    set_member(schema, "required", std::move(required));
}

// --- writing ---

Node node_of_value(Real value, const FieldOptions&) { return value; }
Node node_of_value(int value, const FieldOptions&) { return value; }
Node node_of_value(std::uint64_t value, const FieldOptions&) { return value; }
Node node_of_value(bool value, const FieldOptions&) { return value; }
Node node_of_value(const std::string& value, const FieldOptions&) { return value; }
Node node_of_value(const Vec3& value, const FieldOptions&) {
    return make_array({value.x(), value.y(), value.z()});
}
Node node_of_value(const Quat& value, const FieldOptions& options) {
    return node_of_value(rotation_to_degrees(value), options);
}
Node node_of_value(const Node& value, const FieldOptions&) { return value; }

}  // namespace souple
