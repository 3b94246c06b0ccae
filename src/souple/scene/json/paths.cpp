// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Walking along paths, and writing values at their ends.
#include "souple/scene/json/paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "souple/core/suggest.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/write.h"

namespace souple {

namespace {

/// How far a path could be followed.
struct Walk {
    const Node* node = nullptr;  ///< the last one that exists
    std::vector<int> steps;
    std::string_view rest;  ///< what could not be followed
    Place place;            ///< of the key or entry that led to the node

    bool is_complete() const { return rest.empty(); }
};

bool starts_with_segment(std::string_view path, std::string_view segment) {
    if (segment.empty() || !path.starts_with(segment)) return false;
    return path.size() == segment.size() || path[segment.size()] == '.';
}

std::string_view first_segment(std::string_view path) { return path.substr(0, path.find('.')); }

std::string_view name_of(const Node& item) {
    const Node* name = find_member(item, "name");
    return name && name->is(NodeKind::String) ? std::string_view(name->text) : std::string_view();
}

/// The index a segment stands for, or -1.
int index_of(std::string_view segment, std::size_t size) {
    int index = -1;
    const auto result = std::from_chars(segment.data(), segment.data() + segment.size(), index);
    const bool whole = result.ec == std::errc() && result.ptr == segment.data() + segment.size();
    return whole && index >= 0 && index < static_cast<int>(size) ? index : -1;
}

/// Goes one step down; names may contain dots, so the longest one that fits is meant.
bool step_down(Walk& walk) {
    const Node& node = *walk.node;
    std::string_view best;
    int found = -1;
    const auto consider = [&](std::string_view name, std::size_t i) {
        if (!starts_with_segment(walk.rest, name) || name.size() <= best.size()) return;
        best = name;
        found = static_cast<int>(i);
    };
    for (std::size_t i = 0; i < node.members.size(); ++i) consider(node.members[i].key, i);
    for (std::size_t i = 0; i < node.items.size(); ++i) consider(name_of(node.items[i]), i);
    if (found < 0 && node.is(NodeKind::Array)) {
        best = first_segment(walk.rest);
        found = index_of(best, node.items.size());
    }
    if (found < 0) return false;
    const auto i = static_cast<std::size_t>(found);
    const bool is_object = node.is(NodeKind::Object);
    walk.place = is_object ? node.members[i].key_place : node.items[i].place;
    walk.node = is_object ? &node.members[i].value : &node.items[i];
    walk.steps.push_back(found);
    walk.rest.remove_prefix(std::min(best.size() + 1, walk.rest.size()));
    return true;
}

Walk follow(const Node& root, std::string_view path) {
    Walk walk{&root, {}, path, root.place};
    if (path.ends_with('.')) return walk;
    while (!walk.is_complete() && step_down(walk)) {
    }
    return walk;
}

std::vector<std::string> known_segments(const Node& node) {
    std::vector<std::string> known;
    for (const Member& member : node.members) known.push_back(member.key);
    for (const Node& item : node.items)
        if (const std::string_view name = name_of(item); !name.empty()) known.emplace_back(name);
    return known;
}

Node parse_setting_value(std::string_view path, std::string_view text, std::string_view source) {
    try {
        return parse_json(std::string(text), std::string(source)).root;
    } catch (const SceneError& error) {
        const std::size_t first = text.find_first_not_of(" \t");
        const bool looks_like_json = first != std::string_view::npos &&
                                     std::string_view("[{\"").find(text[first]) != std::string_view::npos;
        if (looks_like_json)
            throw SceneError({std::string(source), 0, std::string(path)},
                             fmt::format("{} is not JSON: {}", quote_short(text), error.what()));
    }
    Node plain{text};
    plain.place = {0, 1, 1};
    return plain;
}

}  // namespace

const Node* find_node(const Node& root, std::string_view path) {
    const Walk walk = follow(root, path);
    return walk.is_complete() ? walk.node : nullptr;
}

Node* find_node(Node& root, std::string_view path) {
    return const_cast<Node*>(find_node(static_cast<const Node&>(root), path));
}

std::optional<CompiledPath> compile_path(const Node& root, std::string_view path) {
    Walk walk = follow(root, path);
    if (!walk.is_complete()) return std::nullopt;
    return CompiledPath{std::move(walk.steps)};
}

const Node& node_at(const Node& root, const CompiledPath& path) {
    const Node* node = &root;
    for (const int step : path.steps) {
        const auto i = static_cast<std::size_t>(step);
        node = node->is(NodeKind::Object) ? &node->members[i].value : &node->items[i];
    }
    return *node;
}

Node& node_at(Node& root, const CompiledPath& path) {
    return const_cast<Node&>(node_at(static_cast<const Node&>(root), path));
}

const PathIndex::Names& PathIndex::names_in(const Node& node) {
    const auto [entry, is_new] = names_.try_emplace(&node);
    Names& names = entry->second;
    for (std::size_t i = 0; is_new && i < node.members.size(); ++i)
        names.emplace(node.members[i].key, static_cast<int>(i));
    for (std::size_t i = 0; is_new && i < node.items.size(); ++i)
        if (const std::string_view name = name_of(node.items[i]); !name.empty())
            names.emplace(name, static_cast<int>(i));
    return names;
}

int PathIndex::step(const Node& node, std::string_view& path) {
    const Names& names = names_in(node);
    // names may contain dots: the longest one that fits is meant
    std::size_t end = path.size();
    auto found = names.find(path);
    while (found == names.end() && (end = path.substr(0, end).rfind('.')) != std::string_view::npos)
        found = names.find(path.substr(0, end));
    int index = found == names.end() ? -1 : found->second;
    if (index < 0 && node.is(NodeKind::Array)) {
        end = first_segment(path).size();
        index = index_of(first_segment(path), node.items.size());
    }
    if (index >= 0) path.remove_prefix(std::min(end + 1, path.size()));
    return index;
}

std::optional<CompiledPath> PathIndex::compile(std::string_view path) {
    if (path.ends_with('.')) return std::nullopt;
    CompiledPath compiled;
    const Node* node = &root_;
    while (!path.empty()) {
        const int index = step(*node, path);
        if (index < 0) return std::nullopt;
        compiled.steps.push_back(index);
        const auto i = static_cast<std::size_t>(index);
        node = node->is(NodeKind::Object) ? &node->members[i].value : &node->items[i];
    }
    return compiled;
}

void set_number(Node& root, const CompiledPath& path, double value) {
    Node& node = node_at(root, path);
    node.kind = NodeKind::Number;
    node.number = value;
}

std::string explain_missing(const Node& root, std::string_view path) {
    const Walk walk = follow(root, path);
    if (walk.is_complete()) return {};
    const std::string_view done = path.substr(0, path.size() - walk.rest.size());
    const std::string where = done.empty() ? "the scene" : quote_short(done.substr(0, done.size() - 1));
    const std::string_view wanted = first_segment(walk.rest);
    const Node& node = *walk.node;
    if (!node.is(NodeKind::Object) && !node.is(NodeKind::Array))
        return fmt::format("{} is {} and has nothing inside", where, describe_found(node));
    const std::string hint = suggestion(wanted, known_segments(node), "names");
    std::string message = fmt::format("there is no {} in {}", quote_short(wanted), where);
    if (node.is(NodeKind::Array)) message += fmt::format(", a list of {}", node.items.size());
    return hint.empty() ? message : message + "; " + hint;
}

bool try_set_node(Node& root, std::string_view path, Node value) {
    const Walk walk = follow(root, path);
    const bool is_new_key = walk.node->is(NodeKind::Object) && !walk.rest.empty() &&
                            walk.rest.find('.') == std::string_view::npos;
    if (!walk.is_complete() && !is_new_key) return false;
    Node& target = node_at(root, {walk.steps});
    if (is_new_key) {
        set_member(target, walk.rest, std::move(value));
    } else {
        target = std::move(value);
    }
    return true;
}

namespace {

/// Makes the groups that a path leads through and the file does not have. Whether they may be there is for
/// reading to say, which knows all keys. A list has no entry or number that is not written: nothing is made
/// for those.
bool make_groups(Node& root, std::string_view path, const Node& value) {
    constexpr int deepest = 16;
    const Walk walk = follow(root, path);
    if (walk.is_complete() || !walk.node->is(NodeKind::Object) || path.ends_with('.')) return false;
    std::vector<std::string_view> keys;
    for (std::string_view rest = walk.rest; !rest.empty();) {
        keys.push_back(first_segment(rest));
        rest.remove_prefix(std::min(keys.back().size() + 1, rest.size()));
    }
    const auto is_for_objects = [](std::string_view key) {
        return !key.empty() && key.find_first_not_of("0123456789") != std::string_view::npos;
    };
    if (static_cast<int>(keys.size()) > deepest || !std::all_of(keys.begin(), keys.end(), is_for_objects))
        return false;
    // one letter beside a word that is there is a slip of the fingers
    if (!nearest_word(keys.front(), known_segments(*walk.node)).empty()) return false;
    Node made = value;
    for (std::size_t k = keys.size() - 1; k > 0; --k) {
        Node group = make_object();
        group.place = value.place;
        set_member(group, keys[k], std::move(made)).place = value.place;
        made = std::move(group);
    }
    set_member(node_at(root, {walk.steps}), keys.front(), std::move(made));
    return true;
}

/// What to type instead, where a number of a list is meant that the file leaves at its default.
std::string explain_unset(const Node& root, std::string_view path) {
    const Walk walk = follow(root, path);
    const std::string_view done = path.substr(0, path.size() - walk.rest.size());
    const std::string_view key = first_segment(walk.rest);
    if (!walk.node->is(NodeKind::Object) || key.size() == walk.rest.size()) return {};
    return fmt::format("; if it is a list, set all of it: --set '{}{}=[...]'", done, key);
}

}  // namespace

void set_value(Document& document, std::string_view path, std::string_view value_text,
               std::string_view source) {
    const auto fail = [&](const std::string& message) {
        throw SceneError({std::string(source), 0, std::string(path)}, message);
    };
    if (path.empty()) fail("the path is empty: expected PATH=VALUE");
    Node value = parse_setting_value(path, value_text, source);
    set_file(value, add_file(document, source));
    if (!try_set_node(document.root, path, value) && !make_groups(document.root, path, value))
        fail(explain_missing(document.root, path) + explain_unset(document.root, path));
}

Setting parse_setting(std::string_view setting, std::string_view source) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos || equals == 0)
        throw SceneError({std::string(source), 0, ""},
                         fmt::format("expected PATH=VALUE, found {}", quote_short(setting)));
    return {std::string(setting.substr(0, equals)), std::string(setting.substr(equals + 1))};
}

void apply_setting(Document& document, std::string_view setting, std::string_view source) {
    const Setting parsed = parse_setting(setting, source);
    set_value(document, parsed.path, parsed.value_text, source);
}

std::string entry_path(const Document& document, std::string_view list, std::size_t index) {
    const Node* entries = find_member(document.root, list);
    const bool there = entries && index < entries->items.size();
    return join_path(list, there ? item_segment(entries->items[index], index) : std::to_string(index));
}

SceneError error_at_path(const Document& document, std::string_view path, const std::string& message) {
    return error_at(document, follow(document.root, path).place, path, message);
}

}  // namespace souple
