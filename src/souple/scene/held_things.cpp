// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/held_things.h"

#include <algorithm>
#include <limits>

#include "souple/scene/simulation.h"

namespace souple {

namespace {

constexpr Real early = 1e-6;  // of a step: times are sums of steps

void lead(const StillPoint& still, World& world) {
    add_pin(world, still.point, still.place, -1);
    ++world.model.revision;
}

bool is_by_spring(const Grab& spot, const Model& model) {
    return spot.frame >= 0 || refines_itself(model, spot.part);
}

/// The same material, of things that hang on springs; a body is held at one place only.
bool same_spot(const Grab& a, const Grab& b) {
    return a.part == b.part && a.frame == b.frame && (a.frame >= 0 || a.rest == b.rest);
}

bool is_hold_of(const HeldThing& thing, const Grab& spot) {
    return !thing.force && same_spot(thing.spot, spot);
}

void begin_thing(HeldThing thing, World& world, HeldThings& held) {
    Hands& hands = world.control.hands;
    Grab& spot = thing.spot;
    spot.owner = 0;
    if (thing.force) {
        hands.forces.push_back({thing.number, spot, *thing.force});
    } else if (!thing.has_target) {
        spot.target = place_of(spot, world.model, world.state);
        thing.has_target = true;
    }
    if (!thing.force && is_by_spring(spot, world.model)) {
        // held once more, it is held here: two springs at one place would be too stiff for the step
        std::erase_if(hands.grabs, [&](const Grab& old) { return old.owner == 0 && same_spot(old, spot); });
        std::erase_if(held.acting, [&](const HeldThing& old) { return is_hold_of(old, spot); });
        hands.grabs.push_back(spot);
    } else if (!thing.force) {
        held.points.push_back({spot.part, spot.point, spot.target});
        lead(held.points.back(), world);
        held.revision = world.model.revision;
    }
    held.acting.push_back(thing);
}

void free_point(int still, World& world, HeldThings& held) {
    Model& model = world.model;
    const int point = held.points[still].point;
    std::erase_if(model.pins, [point](const Pin& pin) { return pin.node == point; });
    model.inv_mass[point] = 1 / model.point_mass[point];
    held.revision = ++model.revision;
    held.points.erase(held.points.begin() + still);
}

/// Index of the least, -1 when all are infinite.
int least_of(const std::vector<Real>& distances) {
    const auto least = std::min_element(distances.begin(), distances.end());
    return least == distances.end() || !(*least < std::numeric_limits<Real>::infinity())
               ? -1
               : static_cast<int>(least - distances.begin());
}

}  // namespace

void hold_still(const Grab& touched, World& world, HeldThings& held) {
    begin_thing({{}, touched, {}, false, 0, world.state.time}, world, held);
}

int load(const Grab& touched, const Vec3& force, World& world, HeldThings& held) {
    const int number = held.next_number++;
    begin_thing({{}, touched, force, true, number, world.state.time}, world, held);
    return number;
}

bool take_away(int number, World& world, HeldThings& held) {
    const auto is_it = [number](const HeldThing& thing) { return thing.force && thing.number == number; };
    std::erase_if(held.acting, is_it);
    const auto waited = std::erase_if(held.waiting, is_it);
    const auto acted = std::erase_if(world.control.hands.forces,
                                     [number](const HeldForce& force) { return force.number == number; });
    return waited + acted > 0;
}

void let_go(int part, const Vec3& at, World& world, HeldThings& held) {
    std::vector<Grab>& grabs = world.control.hands.grabs;
    constexpr Real far = std::numeric_limits<Real>::infinity();
    std::vector<Real> distances;  // of points, then of springs, then of what waits
    for (const StillPoint& still : held.points)
        distances.push_back(still.part == part ? (still.place - at).norm() : far);
    for (const Grab& grab : grabs)
        distances.push_back(grab.part == part && grab.owner == 0 ? (grab.target - at).norm() : far);
    for (const HeldThing& thing : held.waiting)
        distances.push_back(thing.spot.part == part && !thing.force ? (thing.spot.target - at).norm() : far);
    int chosen = least_of(distances);
    if (chosen < 0) throw InputError("nothing of this part is held");
    if (chosen < static_cast<int>(held.points.size())) {
        const int point = held.points[chosen].point;
        std::erase_if(held.acting,
                      [&](const HeldThing& old) { return !old.force && old.spot.point == point; });
        return free_point(chosen, world, held);
    }
    chosen -= static_cast<int>(held.points.size());
    if (chosen < static_cast<int>(grabs.size())) {
        std::erase_if(held.acting, [&](const HeldThing& old) { return is_hold_of(old, grabs[chosen]); });
        grabs.erase(grabs.begin() + chosen);
        return;
    }
    held.waiting.erase(held.waiting.begin() + (chosen - static_cast<int>(grabs.size())));
}

void let_all_go(World& world, HeldThings& held) {
    while (!held.points.empty()) free_point(static_cast<int>(held.points.size()) - 1, world, held);
    held.acting.clear();
    held.waiting.clear();
    world.control.hands = {};
}

void follow_model(World& world, HeldThings& held) {
    if (held.points.empty() || held.revision == world.model.revision) return;
    for (const StillPoint& still : held.points)
        if (!is_led(world.model, still.point)) lead(still, world);
    held.revision = world.model.revision;
}

void hold_things(Simulation& simulation) {
    HeldThings& held = simulation.held;
    World& world = simulation.world;
    const Real now = world.state.time;
    follow_model(world, held);
    // what stays held while somebody goes back in time is held from there on
    for (HeldThing& thing : held.acting) thing.from = std::min(thing.from, now);
    const auto is_due = [&](const HeldThing& thing) {
        return thing.from <= now + early * simulation.settings.h;
    };
    for (const HeldThing& thing : held.waiting)
        if (is_due(thing)) begin_thing(thing, world, held);
    std::erase_if(held.waiting, is_due);
}

}  // namespace souple
