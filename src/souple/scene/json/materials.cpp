// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Materials: named sets of keys that parts take as their defaults.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "souple/core/suggest.h"
#include "souple/scene/json/resolve.h"
#include "souple/scene/json/write.h"

namespace souple {

namespace {

constexpr std::size_t longest_chain = 64;  // materials based on one another
constexpr std::array<std::string_view, 3> reserved_keys = {"kind", "name", "material"};

struct Materials {
    const Document& document;
    const Node* written = nullptr;  ///< the object "materials", or null
    std::map<std::string_view, const Member*> by_name;
    std::map<std::string, Node> complete;  ///< with the keys of those they are based on
    std::size_t value_count = 0;           ///< copied so far
};

std::vector<std::string> known_names(const Materials& materials) {
    std::vector<std::string> names;
    if (materials.written)
        for (const Member& member : materials.written->members) names.push_back(member.key);
    return names;
}

/// Gives `target` the keys of `defaults` that it does not have.
void fill_in(Materials& materials, Node& target, const Node& defaults) {
    materials.value_count += count_values(defaults);
    if (materials.value_count > max_expanded_values)
        throw error_at(materials.document, target.place, "materials",
                       fmt::format("materials make more than {} values", max_expanded_values));
    // (views of keys stay good: nothing moves once the space is reserved)
    target.members.reserve(target.members.size() + defaults.members.size());
    std::map<std::string_view, Node*> own;
    for (Member& member : target.members) own.emplace(member.key, &member.value);
    for (const Member& member : defaults.members) {
        const auto found = own.find(member.key);
        if (found == own.end()) {
            target.members.push_back(member);
        } else if (found->second->is(NodeKind::Object) && member.value.is(NodeKind::Object)) {
            fill_in(materials, *found->second, member.value);
        }
    }
}

const Member& find_material(const Materials& materials, const Node& name, const std::string& path) {
    if (!name.is(NodeKind::String))
        throw error_at(materials.document, name.place, path,
                       "expected the name of a material, found " + describe_found(name));
    if (const auto found = materials.by_name.find(name.text); found != materials.by_name.end())
        return *found->second;
    const std::string hint = suggestion(name.text, known_names(materials), "materials");
    throw error_at(materials.document, name.place, path,
                   fmt::format("unknown material {}; {}", quote_short(name.text),
                               hint.empty() ? "the scene defines no materials" : hint));
}

void check_material(const Materials& materials, const Member& material) {
    const std::string path = join_path("materials", material.key);
    if (!material.value.is(NodeKind::Object))
        throw error_at(materials.document, material.value.place, path,
                       "a material must be an object, found " + describe_found(material.value));
    for (const Member& member : material.value.members)
        if (std::find(reserved_keys.begin(), reserved_keys.end(), member.key) != reserved_keys.end())
            throw error_at(materials.document, member.key_place, join_path(path, member.key),
                           fmt::format("a material must not set {}", quote(member.key)));
}

/// Follows "based_on" down and fills in on the way back up.
const Node& complete_material(Materials& materials, const Member& material) {
    std::vector<const Member*> chain;
    const Member* current = &material;
    while (current && !materials.complete.contains(current->key)) {
        check_material(materials, *current);
        const Node* base = find_member(current->value, "based_on");
        const std::string path = fmt::format("materials.{}.based_on", current->key);
        chain.push_back(current);
        current = base ? &find_material(materials, *base, path) : nullptr;
        if (current && std::find(chain.begin(), chain.end(), current) != chain.end())
            throw error_at(materials.document, base->place, path,
                           fmt::format("material {} is based on itself", quote_short(current->key)));
        if (current && chain.size() > longest_chain)
            throw error_at(materials.document, base->place, path,
                           fmt::format("more than {} materials based on one another", longest_chain));
    }
    const Node* below = current ? &materials.complete.at(current->key) : nullptr;
    for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
        Node complete = (*it)->value;
        remove_member(complete, "based_on");
        if (below) fill_in(materials, complete, *below);
        below = &materials.complete.emplace((*it)->key, std::move(complete)).first->second;
    }
    return materials.complete.at(material.key);
}

}  // namespace

void apply_materials(Document& document) {
    Node* parts = find_member(document.root, "parts");
    Materials materials{document, find_member(document.root, "materials"), {}, {}, 0};
    if (materials.written) {
        for (const Member& member : materials.written->members)
            materials.by_name.emplace(member.key, &member);
        if (!materials.written->is(NodeKind::Object))
            throw error_at(document, materials.written->place, "materials",
                           "expected an object, found " + describe_found(*materials.written));
        for (const Member& member : materials.written->members) complete_material(materials, member);
    }
    for (std::size_t i = 0; parts && i < parts->items.size(); ++i) {
        Node& part = parts->items[i];
        const Node* name = find_member(part, "material");
        if (!name) continue;
        const std::string path = fmt::format("parts.{}.material", item_segment(part, i));
        const Node& material = complete_material(materials, find_material(materials, *name, path));
        remove_member(part, "material");
        fill_in(materials, part, material);
    }
    remove_member(document.root, "materials");
}

}  // namespace souple
