// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What every page shows of a session.
#include <algorithm>

#include "souple/scene/report.h"
#include "souple/studio/messages.h"
#include "souple/studio/order.h"

namespace souple {

namespace {

Node expectations_of(const Session& session) {
    Node list = make_array();
    for (const Verdict& verdict : judge(session.scene.def.expect, session.simulation.probes))
        append(list, make_object({{"name", verdict.name},
                                  {"bound", verdict.bound},
                                  {"value", verdict.value},
                                  {"ok", verdict.ok}}));
    return list;
}

Node timings_of(const Simulation& simulation) {
    Node timings = make_object();
    const auto steps = static_cast<Real>(std::max<std::int64_t>(1, simulation.world.state.step));
    for (std::size_t s = 0; s < stage_names.size(); ++s)
        set_member(timings, stage_names[s], 1e3 * simulation.profile.seconds[s] / steps);
    return timings;
}

Node held_by(const Session& session) {
    Node list = make_array();
    const std::vector<Part>& parts = session.simulation.world.model.parts;
    const auto add = [&](int part, const Vec3& at) {
        append(list, make_object({{"part", parts[part].name}, {"at", list_of(at)}}));
    };
    const HeldThings& held = session.simulation.held;
    for (const StillPoint& still : held.points) add(still.part, still.place);
    for (const Grab& grab : session.simulation.world.control.hands.grabs)
        if (grab.owner == 0) add(grab.part, grab.target);
    for (const HeldThing& thing : held.waiting) {
        if (thing.force) continue;
        add(thing.spot.part, thing.spot.target);
        set_member(list.items.back(), "from", thing.from);
    }
    return list;
}

Node forces_of(const Session& session) {
    Node list = make_array();
    for (const HeldForce& held : session.simulation.world.control.hands.forces)
        append(list, make_object({{"number", held.number},
                                  {"part", session.simulation.world.model.parts[held.at.part].name},
                                  {"force", list_of(held.force)}}));
    for (const HeldThing& thing : session.simulation.held.waiting)
        if (thing.force)
            append(list, make_object({{"number", thing.number},
                                      {"part", session.simulation.world.model.parts[thing.spot.part].name},
                                      {"force", list_of(*thing.force)},
                                      {"from", thing.from}}));
    return list;
}

/// A recording has no physics: what belongs to it is empty.
Node status_of_screening(const Session& session) {
    const Screening& screening = *session.screening;
    const Film& film = screening.film;
    return make_object({{"open", true},
                        {"recording", true},
                        {"revision", session.revision},
                        {"title", film.title},
                        {"file", screening.file},
                        {"time", screening.frame / film.frames_per_second},
                        {"step", screening.frame},
                        {"steps", film.frame_count - 1},
                        {"h", 1 / film.frames_per_second},
                        {"playing", session.playing},
                        {"finished", screening.frame + 1 >= film.frame_count},
                        {"speed", session.speed},
                        {"past", make_array({0, film.frame_count - 1})},
                        {"hash", ""},
                        {"trouble", session.trouble},
                        {"undo", 0},
                        {"redo", 0},
                        {"unsaved", 0},
                        {"held", make_array()},
                        {"forces", make_array()},
                        {"timings", make_object()},
                        {"expectations", make_array()}});
}

}  // namespace

Node status_of(const Session& session) {
    if (!session.is_open)
        return make_object({{"open", false}, {"revision", session.revision}, {"unsaved", 0}});
    if (session.screening) return status_of_screening(session);
    const Simulation& simulation = session.simulation;
    const State& state = simulation.world.state;
    const auto& moments = session.past.moments;
    return make_object({{"open", true},
                        {"revision", session.revision},
                        {"title", session.scene.def.title},
                        {"file", session.scene.file},
                        {"time", state.time},
                        {"step", state.step},
                        {"steps", simulation.step_count},
                        {"h", simulation.settings.h},
                        {"playing", session.playing},
                        {"finished", is_finished(simulation)},
                        {"speed", session.speed},
                        {"past", make_array({moments.begin()->first, std::prev(moments.end())->first})},
                        {"hash", hash_text(state)},
                        {"trouble", session.trouble},
                        {"undo", session.undo.size()},
                        {"redo", session.redo.size()},
                        {"unsaved", session.unsaved},
                        {"held", held_by(session)},
                        {"forces", forces_of(session)},
                        {"timings", timings_of(simulation)},
                        {"expectations", expectations_of(session)}});
}

}  // namespace souple
