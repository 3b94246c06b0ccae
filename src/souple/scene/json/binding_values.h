// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Reading, writing and schema of each type a field may have. Leaves live in binding_leaves.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "souple/math/types.h"
#include "souple/scene/json/binding.h"

namespace souple {

// --- leaves ---

void read_value(ReadContext& c, const Node& node, Real& value, const FieldOptions& options);
void read_value(ReadContext& c, const Node& node, int& value, const FieldOptions& options);
void read_value(ReadContext& c, const Node& node, std::uint64_t& value, const FieldOptions& options);
void read_value(ReadContext& c, const Node& node, bool& value, const FieldOptions& options);
void read_value(ReadContext& c, const Node& node, std::string& value, const FieldOptions& options);
void read_value(ReadContext& c, const Node& node, Vec3& value, const FieldOptions& options);
void read_value(ReadContext& c, const Node& node, Quat& value, const FieldOptions& options);
void read_value(ReadContext& c, const Node& node, Node& value, const FieldOptions& options);

Node schema_of_value(Real value, const FieldOptions& options);
Node schema_of_value(int value, const FieldOptions& options);
Node schema_of_value(std::uint64_t value, const FieldOptions& options);
Node schema_of_value(bool value, const FieldOptions& options);
Node schema_of_value(const std::string& value, const FieldOptions& options);
Node schema_of_value(const Vec3& value, const FieldOptions& options);
Node schema_of_value(const Quat& value, const FieldOptions& options);
Node schema_of_value(const Node& value, const FieldOptions& options);

Node node_of_value(Real value, const FieldOptions& options);
Node node_of_value(int value, const FieldOptions& options);
Node node_of_value(std::uint64_t value, const FieldOptions& options);
Node node_of_value(bool value, const FieldOptions& options);
Node node_of_value(const std::string& value, const FieldOptions& options);
Node node_of_value(const Vec3& value, const FieldOptions& options);
Node node_of_value(const Quat& value, const FieldOptions& options);
Node node_of_value(const Node& value, const FieldOptions& options);

// --- pieces that do not depend on the type ---

/// Index of the text among the names, or an error with the nearest one.
int read_choice(ReadContext& c, const Node& node, const std::vector<std::string>& names);
/// The same for the key that chooses the alternative of a variant.
int read_kind(ReadContext& c, const Node& node, const char* tag, const std::vector<std::string>& names);
void check_list(ReadContext& c, const Node& node, const FieldOptions& options);
void check_list_size(ReadContext& c, const Node& node, std::size_t size);
void check_object(ReadContext& c, const Node& node);

Node schema_of_choice(const std::vector<std::string>& names);
Node schema_of_list(Node item, const FieldOptions& options);
Node schema_of_map(Node item);
void add_kind(Node& schema, const char* tag, const char* kind);

/// What holds for the entries of a list: bounds and units do, sizes belong to the list itself.
FieldOptions options_of_items(const FieldOptions& options);

// --- every type, declared before any is used by another ---

template <class T>
void read_value(ReadContext& c, const Node& node, T& value, const FieldOptions& options);
template <class T>
void read_value(ReadContext& c, const Node& node, std::vector<T>& value, const FieldOptions& options);
template <class T, std::size_t n>
void read_value(ReadContext& c, const Node& node, std::array<T, n>& value, const FieldOptions& options);
template <class T>
void read_value(ReadContext& c, const Node& node, std::optional<T>& value, const FieldOptions& options);
template <class T>
void read_value(ReadContext& c, const Node& node, std::map<std::string, T>& value,
                const FieldOptions& options);
template <class... Ts>
void read_value(ReadContext& c, const Node& node, std::variant<Ts...>& value, const FieldOptions& options);

template <class T>
Node schema_of_value(const T& value, const FieldOptions& options);
template <class T>
Node schema_of_value(const std::vector<T>& value, const FieldOptions& options);
template <class T, std::size_t n>
Node schema_of_value(const std::array<T, n>& value, const FieldOptions& options);
template <class T>
Node schema_of_value(const std::optional<T>& value, const FieldOptions& options);
template <class T>
Node schema_of_value(const std::map<std::string, T>& value, const FieldOptions& options);
template <class... Ts>
Node schema_of_value(const std::variant<Ts...>& value, const FieldOptions& options);

template <class T>
Node node_of_value(const T& value, const FieldOptions& options);
template <class T>
Node node_of_value(const std::vector<T>& value, const FieldOptions& options);
template <class T, std::size_t n>
Node node_of_value(const std::array<T, n>& value, const FieldOptions& options);
template <class T>
Node node_of_value(const std::optional<T>& value, const FieldOptions& options);
template <class T>
Node node_of_value(const std::map<std::string, T>& value, const FieldOptions& options);
template <class... Ts>
Node node_of_value(const std::variant<Ts...>& value, const FieldOptions& options);

// --- enums and described structs ---

template <class E>
std::vector<std::string> texts_of_enum() {
    std::vector<std::string> texts;
    for (const auto& name : enum_names(E{})) texts.push_back(name.text);
    return texts;
}

template <class T>
void read_struct(ReadContext& c, const Node& node, T& value, const char* tag) {
    check_object(c, node);
    Binder binder(c, node, tag);
    describe(binder, value);
    binder.finish();
}

template <class T>
void read_value(ReadContext& c, const Node& node, T& value, const FieldOptions&) {
    if constexpr (std::is_enum_v<T>) {
        const auto names = enum_names(T{});
        value = names[static_cast<std::size_t>(read_choice(c, node, texts_of_enum<T>()))].value;
    } else {
        read_struct(c, node, value, nullptr);
    }
}

template <class T>
Node schema_of_value(const T& value, const FieldOptions&) {
    if constexpr (std::is_enum_v<T>) {
        return schema_of_choice(texts_of_enum<T>());
    } else {
        Binder binder(Binder::Job::Schema);
        T copy = value;
        describe(binder, copy);
        return binder.take();
    }
}

template <class T>
Node node_of_value(const T& value, const FieldOptions&) {
    if constexpr (std::is_enum_v<T>) {
        for (const auto& name : enum_names(T{}))
            if (name.value == value) return Node(name.text);
        return {};
    } else {
        Binder binder(Binder::Job::Write);
        T copy = value;
        describe(binder, copy);
        return binder.take();
    }
}

// --- lists ---

template <class List>
void read_items(ReadContext& c, const Node& node, List& list, const FieldOptions& options) {
    const FieldOptions item_options = options_of_items(options);
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        const PathScope scope(c, item_segment(node.items[i], i));
        read_value(c, node.items[i], list[i], item_options);
    }
}

template <class List>
Node node_of_list(const List& list, const FieldOptions& options) {
    Node out = make_array();
    for (const auto& item : list) out.items.push_back(node_of_value(item, options));
    return out;
}

template <class T>
void read_value(ReadContext& c, const Node& node, std::vector<T>& value, const FieldOptions& options) {
    check_list(c, node, options);
    value.assign(node.items.size(), T{});
    read_items(c, node, value, options);
}

template <class T, std::size_t n>
void read_value(ReadContext& c, const Node& node, std::array<T, n>& value, const FieldOptions& options) {
    check_list_size(c, node, n);
    read_items(c, node, value, options);
}

template <class T>
Node schema_of_value(const std::vector<T>&, const FieldOptions& options) {
    return schema_of_list(schema_of_value(T{}, options_of_items(options)), options);
}

template <class T, std::size_t n>
Node schema_of_value(const std::array<T, n>&, const FieldOptions& options) {
    FieldOptions sized = options;
    sized.min_size = sized.max_size = static_cast<int>(n);
    return schema_of_list(schema_of_value(T{}, options_of_items(options)), sized);
}

template <class T>
Node node_of_value(const std::vector<T>& value, const FieldOptions& options) {
    return node_of_list(value, options);
}

template <class T, std::size_t n>
Node node_of_value(const std::array<T, n>& value, const FieldOptions& options) {
    return node_of_list(value, options);
}

// --- optional values and free keys ---

template <class T>
void read_value(ReadContext& c, const Node& node, std::optional<T>& value, const FieldOptions& options) {
    read_value(c, node, value.emplace(), options);
}

template <class T>
Node schema_of_value(const std::optional<T>&, const FieldOptions& options) {
    return schema_of_value(T{}, options);
}

template <class T>
Node node_of_value(const std::optional<T>& value, const FieldOptions& options) {
    return value ? node_of_value(*value, options) : Node();
}

template <class T>
void read_value(ReadContext& c, const Node& node, std::map<std::string, T>& value,
                const FieldOptions& options) {
    check_object(c, node);
    value.clear();
    for (const Member& member : node.members) {
        const PathScope scope(c, member.key);
        read_value(c, member.value, value[member.key], options);
    }
}

template <class T>
Node schema_of_value(const std::map<std::string, T>&, const FieldOptions& options) {
    return schema_of_map(schema_of_value(T{}, options));
}

template <class T>
Node node_of_value(const std::map<std::string, T>& value, const FieldOptions& options) {
    Node out = make_object();
    for (const auto& [key, item] : value) set_member(out, key, node_of_value(item, options));
    return out;
}

// --- variants ---

template <class... Ts>
void read_value(ReadContext& c, const Node& node, std::variant<Ts...>& value, const FieldOptions& options) {
    const int chosen = read_kind(c, node, options.tag, {std::string(kind_name(Ts{}))...});
    int index = 0;
    ((index++ == chosen ? read_struct(c, node, value.template emplace<Ts>(), options.tag) : void()), ...);
}

template <class T>
Node schema_of_alternative(const FieldOptions& options) {
    Node schema = schema_of_value(T{}, options);
    add_kind(schema, options.tag, kind_name(T{}));
    return schema;
}

template <class... Ts>
Node schema_of_value(const std::variant<Ts...>&, const FieldOptions& options) {
    return make_object({{"oneOf", make_array({schema_of_alternative<Ts>(options)...})}});
}

template <class... Ts>
Node node_of_value(const std::variant<Ts...>& value, const FieldOptions& options) {
    return std::visit(
        [&options](const auto& chosen) {
            Node out = make_object({{options.tag, kind_name(chosen)}});
            for (Member& member : node_of_value(chosen, options).members)
                out.members.push_back(std::move(member));
            return out;
        },
        value);
}

// --- the entry points ---

template <class T>
void Binder::field(const char* name, T& value, const FieldOptions& options) {
    if (job_ == Job::Read) {
        const Node* found = find_field(name, options);
        if (!found) return;
        const PathScope scope(*context_, name);
        read_value(*context_, *found, value, options);
    } else if (job_ == Job::Schema) {
        add_property(name, schema_of_value(value, options), node_of_value(value, options), options);
    } else {
        Node written = node_of_value(value, options);
        if (!written.is(NodeKind::Null)) set_member(out_, name, std::move(written));
    }
}

template <class Def>
void read(const Document& document, const Node& node, std::string_view path, Def& def) {
    ReadContext context{&document, std::string(path)};
    read_value(context, node, def, FieldOptions{});
}

template <class Def>
void read(const Document& document, Def& def) {
    read(document, document.root, "", def);
}

template <class Def>
Node schema_of() {
    Node schema = make_object({{"$schema", "http://json-schema.org/draft-07/schema#"}});
    for (Member& member : schema_of_value(Def{}, FieldOptions{}).members)
        schema.members.push_back(std::move(member));
    return schema;
}

template <class Def>
Node to_node(Def def) {
    return node_of_value(def, FieldOptions{});
}

}  // namespace souple
