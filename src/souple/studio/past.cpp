// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/past.h"

#include <algorithm>
#include <utility>

#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/dynamics/hair/follow_wisps.h"
#include "souple/dynamics/scratch.h"
#include "souple/studio/sights.h"

namespace souple {

namespace {

constexpr std::size_t bytes_of_point = 96, bytes_of_frame = 160, bytes_of_dart = 48;  // with some room
constexpr std::size_t bytes_of_moment = 1024, bytes_of_contact = 256;

std::size_t size_in_memory(const State& state) {
    std::size_t bytes = bytes_of_moment + bytes_of_point * state.x.size() +
                        bytes_of_frame * state.frames.x.size() + bytes_of_contact * state.touching.size();
    for (const Leaves& leaves : state.leaves) bytes += bytes_of_dart * 4 * leaves.rest.size();
    for (const HairState& hair : state.hair) bytes += bytes_of_point * hair.wisps.size();
    return bytes;
}

/// Every second moment goes; the first one stays.
void thin_out(Past& past) {
    past.stride *= 2;
    for (auto moment = past.moments.begin(); moment != past.moments.end();) {
        if (moment == past.moments.begin() || moment->first % past.stride == 0) {
            ++moment;
            continue;
        }
        past.bytes -= moment->second.bytes;
        moment = past.moments.erase(moment);
    }
}

}  // namespace

void keep(const Simulation& simulation, Past& past) {
    const State& state = simulation.world.state;
    if (!past.moments.empty() && (state.step < 0 || state.step % past.stride != 0)) return;
    const World& world = simulation.world;
    PastMoment moment{
        state, {}, world.scratch->contact.contacts, pressing_now(world, simulation.settings.h), 0};
    moment.bytes = size_in_memory(state) + sizeof(Contact) * moment.contacts.size() +
                   2 * sizeof(Vec3) * moment.pressing.from.size();
    for (const Probe& probe : simulation.probes) moment.measured.push_back(probe.taken);
    PastMoment& kept = past.moments[state.step];
    past.bytes += moment.bytes - kept.bytes;
    kept = std::move(moment);
    while (past.bytes > past.most_bytes && past.moments.size() > 2) thin_out(past);
}

const PastMoment* return_to(const Past& past, std::int64_t step, Simulation& simulation) {
    auto moment = past.moments.upper_bound(step);
    if (moment == past.moments.begin()) return nullptr;
    --moment;
    World& world = simulation.world;
    world.state = moment->second.state;
    follow_leaves(world.state, world.model);
    follow_wisps(world.state, world.model);
    ++world.model.revision;
    for (std::size_t p = 0; p < simulation.probes.size(); ++p)
        forget_later(moment->second.measured[p], simulation.probes[p]);
    place_obstacles(simulation);
    forget(simulation.shown);
    world.scratch->contact.contacts = moment->second.contacts;
    return &moment->second;
}

void forget_after(std::int64_t step, Past& past) {
    for (auto moment = past.moments.upper_bound(step); moment != past.moments.end();) {
        past.bytes -= moment->second.bytes;
        moment = past.moments.erase(moment);
    }
}

void place_obstacles(Simulation& simulation) {
    World& world = simulation.world;
    const Real h = simulation.settings.h;
    prepare(world.model, *world.scratch);
    Profile unused;
    State copy = world.state;
    apply_controls({world.model, world.state.time - h, h}, world.control, copy, unused,
                   world.scratch->carriers);
    world.scratch->kept = world.state;
}

}  // namespace souple
