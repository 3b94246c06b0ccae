// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/simulation.h"

#include <cmath>
#include <new>
#include <utility>

#include "souple/core/hash.h"
#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/dynamics/hair/follow_wisps.h"
#include "souple/dynamics/scratch.h"
#include "souple/scene/describe_scene.h"
#include "souple/scene/json/write.h"
#include "souple/scene/memory_estimate.h"
#include "souple/scene/undefined_probes.h"

namespace souple {

namespace {

StepReport take_step(Simulation& simulation) {
    World& world = simulation.world;
    animate(simulation);
    hold_things(simulation);
    world.scratch->profile = {};
    const StepReport report = world.step(simulation.settings);
    for (std::size_t s = 0; s < stage_names.size(); ++s)
        simulation.profile.seconds[s] += world.scratch->profile.seconds[s];
    return report;
}

void measure(Simulation& simulation) {
    const Zone zone(simulation.profile, Stage::Measure);
    forget(simulation.shown);
    record(simulation.probes, simulation.world, simulation.shown);
}

void damp_velocities(State& state, Real factor) {
    for (Vec3& v : state.v) v *= factor;
    for (Vec3& v : state.frames.v) v *= factor;
    for (Vec3& w : state.frames.w) w *= factor;
    for (TreeState& tree : state.trees)
        for (JointState& joint : tree.joints) {
            joint.qd *= factor;
            joint.spin *= factor;
        }
}

/// Probes may be read before the first step: the controls must say where obstacles are.
void place_controls(World& world, Real length) {
    prepare(world.model, *world.scratch);
    Profile unused;
    State copy = world.state;
    apply_controls({world.model, world.state.time - length, length}, world.control, copy, unused,
                   world.scratch->carriers);
    world.scratch->kept = world.state;
}

/// By the clock and not by counting: a run may be resumed with another step.
bool is_settling(const Simulation& simulation) {
    return simulation.world.state.time < -simulation.settings.h / 2;
}

/// Time 0: what the pre-roll left is the start shape, and the probes take their first values.
void begin(Simulation& simulation) {
    State& state = simulation.world.state;
    const PreRollDef& pre_roll = simulation.scene.def.pre_roll;
    if (pre_roll.duration > 0 && pre_roll.stop) damp_velocities(state, 0);
    state.time = 0;
    state.step = 0;
    place_controls(simulation.world, simulation.settings.h);
    measure(simulation);
}

/// Calls fn; when memory runs out in it, that is said with a place of the scene.
template <class Fn>
auto say_where_memory_ran_out(const Scene& scene, const char* when, const Fn& fn) {
    try {
        return fn();
    } catch (const OutOfMemory&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw OutOfMemory(scene, when);
    }
}

StepReport advance_by_step(Simulation& simulation) {
    State& state = simulation.world.state;
    const bool settling = is_settling(simulation);
    StepReport report = take_step(simulation);
    if (report.failure) return report;
    if (settling)
        damp_velocities(state, std::exp(-simulation.scene.def.pre_roll.damping * simulation.settings.h));
    else
        measure(simulation);
    if (settling && !is_settling(simulation)) begin(simulation);
    return report;
}

/// Reads numbers of time 0, builds, and takes the first values.
void start(Simulation& simulation) {
    if (!simulation.animated.empty()) {
        check_animated_values(simulation.scene, simulation.animated);
        update_numbers(simulation.scene, simulation.animated, 0);
        reread(simulation.scene);
    }
    refuse_large_scene(simulation.scene);
    simulation.world = build_world(simulation.scene);
    simulation.world.state.step =
        -std::llround(simulation.scene.def.pre_roll.duration / simulation.settings.h);
    simulation.probes = make_probes(simulation.scene, simulation.world);
    simulation.held = read_held(simulation.scene, simulation.world);
    if (!is_settling(simulation)) begin(simulation);
    refuse_undefined(simulation.scene, simulation.probes);
}

}  // namespace

Simulation make_simulation(Scene scene) {
    Simulation simulation;
    simulation.animated = find_animated(scene);
    simulation.settings = {scene.def.step, scene.def.intervals};
    simulation.step_count = std::max<std::int64_t>(1, std::llround(scene.def.duration / scene.def.step));
    simulation.scene = std::move(scene);
    simulation.settings_hash = hash_of(to_text(to_node(simulation.scene.def)));
    say_where_memory_ran_out(simulation.scene, "while it was built", [&] { start(simulation); });
    return simulation;
}

void animate(Simulation& simulation) {
    if (!update_numbers(simulation.scene, simulation.animated, simulation.world.state.time)) return;
    reread(simulation.scene);
    World fresh = build_world(simulation.scene);
    World& world = simulation.world;
    if (!fresh.model.adaptive.empty()) {
        fresh.state = world.state;
        follow_leaves(fresh.state, fresh.model);
    }
    if (fresh.state.x.size() != world.state.x.size() ||
        fresh.state.frames.count() != world.state.frames.count())
        throw SceneError({simulation.scene.file, 0, "controls"},
                         "an animated number changed the number of points");
    follow_wisps(world.state, fresh.model);
    fresh.model.revision = world.model.revision + 1;
    world.model = std::move(fresh.model);
}

StepReport advance(Simulation& simulation) {
    return say_where_memory_ran_out(simulation.scene, "in a step",
                                    [&] { return advance_by_step(simulation); });
}

StepReport settle(Simulation& simulation) {
    StepReport report;
    while (is_settling(simulation) && !report.failure) report = advance(simulation);
    return report;
}

bool is_finished(const Simulation& simulation) {
    return simulation.world.state.time > simulation.scene.def.duration - simulation.settings.h / 2;
}

}  // namespace souple
