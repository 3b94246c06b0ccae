// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Held things as controls of a scene, read and written.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "souple/models/part_def.h"
#include "souple/scene/held_things.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/simulation.h"

namespace souple {

namespace {

/// The material that a control means.
Grab spot_of_control(const LinkEndDef& spot, const World& world) {
    const Model& model = world.model;
    Grab grab{.part = find_part(model, spot.part)};
    const Part& part = model.parts[grab.part];
    if (spot.frame) {
        if (*spot.frame >= part.frames.count)
            throw InputError(fmt::format("part '{}' has no body {} (it has {})", part.name, *spot.frame,
                                         part.frames.count));
        grab.frame = part.frames.begin + *spot.frame;
        grab.local = spot.local.value_or(Vec3::Zero());
        return grab;
    }
    if (part.points.empty())
        throw InputError(fmt::format("part '{}' has no points to take hold of", part.name));
    if (spot.rest)
        grab.point = nearest_free_point(model, grab.part, model.point_rest, *spot.rest);
    else
        grab.point = find_spot(model, part, {.point = *spot.point}).nodes[0];
    if (grab.point < 0) throw InputError(fmt::format("no point of part '{}' can move", part.name));
    grab.rest = spot.rest && refines_itself(model, grab.part) ? *spot.rest : model.point_rest[grab.point];
    return grab;
}

/// By the id of a point where ids last, else by its place in the rest shape.
Node spot_node(const Grab& spot, const Model& model) {
    const Part& part = model.parts[spot.part];
    Node node = make_object({{"part", part.name}});
    const auto list = [](const Vec3& v) { return make_array({v.x(), v.y(), v.z()}); };
    if (spot.frame >= 0) {
        set_member(node, "frame", spot.frame - part.frames.begin);
        set_member(node, "local", list(spot.local));
    } else if (refines_itself(model, spot.part)) {
        set_member(node, "rest", list(spot.rest));
    } else if (const int id = model.point_id[spot.point];
               id >= 0 && find_spot(model, part, {.point = id}).nodes[0] == spot.point) {
        set_member(node, "point", id);
    } else {
        set_member(node, "rest", list(model.point_rest[spot.point]));
    }
    return node;
}

Node control_node(const HeldThing& thing, const Model& model) {
    const auto list = [](const Vec3& v) { return make_array({v.x(), v.y(), v.z()}); };
    Node node = make_object({{"kind", thing.force ? "load" : "hold"}});
    if (!thing.name.empty()) set_member(node, "name", thing.name);
    set_member(node, "spot", spot_node(thing.spot, model));
    set_member(node, "from", thing.from);
    if (thing.force)
        set_member(node, "force", list(*thing.force));
    else if (thing.has_target)
        set_member(node, "at", list(thing.spot.target));
    return node;
}

bool is_held_control(const Node& control) {
    const Node* kind = find_member(control, "kind");
    return kind && (kind->text == "hold" || kind->text == "load");
}

std::vector<Node> held_in(const Node& root) {
    std::vector<Node> held;
    if (const Node* controls = find_member(root, "controls"))
        std::copy_if(controls->items.begin(), controls->items.end(), std::back_inserter(held),
                     is_held_control);
    return held;
}

}  // namespace

HeldThings read_held(const Scene& scene, const World& world) {
    HeldThings held;
    for (std::size_t c = 0; c < scene.def.controls.size(); ++c) {
        HeldThing thing;
        const LinkEndDef* spot = nullptr;
        if (const auto* hold = std::get_if<HoldSpotDef>(&scene.def.controls[c])) {
            spot = &hold->spot;
            thing.name = hold->name;
            thing.from = hold->from;
            thing.has_target = hold->at.has_value();
        } else if (const auto* load = std::get_if<LoadSpotDef>(&scene.def.controls[c])) {
            spot = &load->spot;
            thing.name = load->name;
            thing.from = load->from;
            thing.force = load->force;
            thing.number = held.next_number++;
        } else {
            continue;
        }
        try {
            thing.spot = spot_of_control(*spot, world);
        } catch (const SceneError&) {
            throw;
        } catch (const InputError& error) {
            throw error_at_path(scene.document, entry_path(scene.document, "controls", c) + ".spot",
                                error.what());
        }
        if (const auto* hold = std::get_if<HoldSpotDef>(&scene.def.controls[c]))
            thing.spot.target = hold->at.value_or(place_of(thing.spot, world.model, world.state));
        held.waiting.push_back(thing);
    }
    return held;
}

Node held_controls(const Simulation& simulation) {
    Node controls = make_array();
    for (const auto* things : {&simulation.held.acting, &simulation.held.waiting})
        for (const HeldThing& thing : *things) append(controls, control_node(thing, simulation.world.model));
    return controls;
}

Document with_held(Document document, const Node& controls) {
    Node* there = find_member(document.root, "controls");
    if (!there && controls.items.empty()) return document;
    Node& list = there ? *there : set_member(document.root, "controls", make_array());
    std::erase_if(list.items, is_held_control);
    for (const Node& control : controls.items) append(list, control);
    return document;
}

bool hold_alike(const Node& root, const Node& other) {
    const std::vector<Node> a = held_in(root), b = held_in(other);
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_value);
}

}  // namespace souple
