// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Instances: the parts of a template laid down again under another name at another place.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "souple/core/suggest.h"
#include "souple/math/degrees.h"
#include "souple/scene/json/binding.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/json/resolve.h"
#include "souple/scene/json/write.h"

namespace souple {

namespace {

struct Expansion {
    const Document& document;
    std::map<std::string_view, const Node*> templates;
    std::vector<std::string> chain;  ///< templates being expanded
    std::size_t value_count = 0;     ///< copied so far
};

/// What an instance may say.
struct InstanceDef {
    std::string name;
    std::string template_name;
    std::optional<Vec3> position;  ///< [m]
    std::optional<Quat> rotation;
    Node set;
};

void describe(Binder& b, InstanceDef& d) {
    b.field("name", d.name, {.required = true, .min_size = 1});
    b.field("template", d.template_name, {.required = true});
    b.field("position", d.position, {.unit = "m"});
    b.field("rotation", d.rotation, {.unit = "degrees"});
    b.field("set", d.set);
}

std::vector<Node> expand_list(Expansion& expansion, std::vector<Node> parts, const std::string& path);

const Node& find_template(const Expansion& expansion, const std::string& name, const Place& place,
                          const std::string& path) {
    if (const auto found = expansion.templates.find(name); found != expansion.templates.end())
        return *found->second;
    std::vector<std::string> known;
    for (const auto& [other, parts] : expansion.templates) known.emplace_back(other);
    const std::string hint = suggestion(name, known, "templates");
    throw error_at(expansion.document, place, path,
                   fmt::format("unknown template {}; {}", quote_short(name),
                               hint.empty() ? "the scene defines no templates" : hint));
}

/// The list of parts of a template that must have nothing else.
const Node& parts_of_template(const Expansion& expansion, const Node& found, const std::string& path) {
    const Node* parts = find_member(found, "parts");
    if (!parts || !parts->is(NodeKind::Array) || found.members.size() != 1)
        throw error_at(expansion.document, found.place, path,
                       "a template must be an object with the one key \"parts\", an array");
    return *parts;
}

/// The copied parts of a template, with nested instances expanded.
Node copy_template(Expansion& expansion, const std::string& name, const Node& instance,
                   const std::string& path) {
    const Place place = find_member(instance, "template")->place;
    const std::string template_path = join_path("templates", name);
    const auto fail = [&](const std::string& message) {
        throw error_at(expansion.document, place, join_path(path, "template"), message);
    };
    const Node& found = find_template(expansion, name, place, join_path(path, "template"));
    auto& chain = expansion.chain;
    const bool recursive = std::find(chain.begin(), chain.end(), name) != chain.end();
    chain.push_back(name);
    if (recursive) fail(fmt::format("a template contains itself: {}", fmt::join(chain, " -> ")));
    if (chain.size() > static_cast<std::size_t>(max_instance_depth))
        fail(fmt::format("instances nested deeper than {}", max_instance_depth));
    const Node& parts = parts_of_template(expansion, found, template_path);
    expansion.value_count += count_values(parts);
    if (expansion.value_count > max_expanded_values)
        fail(fmt::format("instances make more than {} values", max_expanded_values));
    Node copy = make_array();
    copy.items = expand_list(expansion, parts.items, join_path(template_path, "parts"));
    chain.pop_back();
    return copy;
}

void apply_set(const Expansion& expansion, const Node& set, Node& parts, const std::string& path) {
    if (!set.is(NodeKind::Object))
        throw error_at(expansion.document, set.place, path,
                       "expected an object, found " + describe_found(set));
    std::optional<PathIndex> names;
    for (const Member& member : set.members) {
        if (!names) names.emplace(parts);
        std::string_view rest = member.key;
        const int part = member.key.ends_with('.') ? -1 : names->step(parts, rest);
        const bool is_set =
            part < 0 ? try_set_node(parts, member.key, member.value)
                     : try_set_node(parts.items[static_cast<std::size_t>(part)], rest, member.value);
        if (!is_set)
            throw error_at(expansion.document, member.key_place, join_path(path, member.key),
                           explain_missing(parts, member.key));
        if (rest.empty() || rest == "name") names.reset();  // it may be called otherwise now
    }
}

/// "@cloth" becomes "@left.cloth" everywhere in a part.
void prefix_references(Node& node, const std::string& prefix) {
    if (node.is(NodeKind::String) && node.text.size() > 1 && node.text[0] == '@')
        node.text = "@" + prefix + node.text.substr(1);
    for (Node& item : node.items) prefix_references(item, prefix);
    for (Member& member : node.members) prefix_references(member.value, prefix);
}

/// Outside all templates a reference is the plain name.
void strip_references(Node& node) {
    if (node.is(NodeKind::String) && node.text.size() > 1 && node.text[0] == '@') node.text.erase(0, 1);
    for (Node& item : node.items) strip_references(item);
    for (Member& member : node.members) strip_references(member.value);
}

void write_vector(Node& part, const char* key, const Vec3& value, const Place& place_if_new) {
    const Node* old = find_member(part, key);
    const Place place = old ? old->place : place_if_new;
    Node written = make_array({value.x(), value.y(), value.z()});
    written.place = place;
    for (Node& item : written.items) item.place = place;
    set_member(part, key, std::move(written));
}

void place_part(const Expansion& expansion, const InstanceDef& def, const Node& instance, Node& part,
                const std::string& path) {
    if (!def.position && !def.rotation) return;
    ReadContext context{&expansion.document, path};
    Pose inner;
    const auto read_placement = [&](const char* key, auto& value) {
        const Node* node = find_member(part, key);
        if (!node) return;
        const PathScope scope(context, key);
        read_value(context, *node, value, FieldOptions{});
    };
    read_placement("position", inner.position);
    read_placement("rotation", inner.rotation);
    const Pose outer{def.position.value_or(Vec3::Zero()), def.rotation.value_or(Quat::Identity())};
    const Pose placed = outer * inner;
    if (!is_finite(placed.position)) context.fail(instance.place, "the composed position is not finite");
    write_vector(part, "position", placed.position, instance.place);
    if (def.rotation) write_vector(part, "rotation", rotation_to_degrees(placed.rotation), instance.place);
}

std::vector<Node> expand_instance(Expansion& expansion, const Node& instance, const std::string& path) {
    InstanceDef def;
    ReadContext context{&expansion.document, path};
    read_struct(context, instance, def, "kind");
    Node parts = copy_template(expansion, def.template_name, instance, path);
    if (!def.set.is(NodeKind::Null)) apply_set(expansion, def.set, parts, join_path(path, "set"));
    for (Node& part : parts.items) {
        Node* name = find_member(part, "name");
        if (!name || !name->is(NodeKind::String) || name->text.empty())
            throw error_at(expansion.document, part.place,
                           fmt::format("templates.{}.parts", def.template_name),
                           "every part of a template needs a \"name\"");
        prefix_references(part, def.name + ".");
        name->text = def.name + "." + name->text;
        place_part(expansion, def, instance, part, join_path("parts", name->text));
    }
    return std::move(parts.items);
}

bool is_instance(const Node& part) {
    const Node* kind = find_member(part, "kind");
    return kind && kind->is(NodeKind::String) && kind->text == "instance";
}

std::vector<Node> expand_list(Expansion& expansion, std::vector<Node> parts, const std::string& path) {
    std::vector<Node> out;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!is_instance(parts[i])) {
            out.push_back(std::move(parts[i]));
            continue;
        }
        const std::string instance_path = join_path(path, item_segment(parts[i], i));
        for (Node& part : expand_instance(expansion, parts[i], instance_path)) out.push_back(std::move(part));
    }
    return out;
}

}  // namespace

void expand_instances(Document& document) {
    const Node* templates = find_member(document.root, "templates");
    if (templates && !templates->is(NodeKind::Object))
        throw error_at(document, templates->place, "templates",
                       "expected an object, found " + describe_found(*templates));
    Node* parts = find_member(document.root, "parts");
    if (parts && parts->is(NodeKind::Array)) {
        Expansion expansion{document, {}, {}, 0};
        if (templates)
            for (const Member& member : templates->members)
                expansion.templates.emplace(member.key, &member.value);
        parts->items = expand_list(expansion, std::move(parts->items), "parts");
        strip_references(*parts);
    }
    remove_member(document.root, "templates");
}

}  // namespace souple
