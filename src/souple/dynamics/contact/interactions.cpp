// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/interactions.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>

#include "souple/core/parallel.h"
#include "souple/dynamics/contact/bounce.h"
#include "souple/dynamics/contact/colour_rows.h"
#include "souple/dynamics/contact/contact_rows.h"
#include "souple/dynamics/contact/energy_account.h"
#include "souple/dynamics/contact/fill_rows.h"
#include "souple/dynamics/contact/find_pairs.h"
#include "souple/dynamics/contact/ground_reaction.h"
#include "souple/dynamics/contact/hold_sheets.h"
#include "souple/dynamics/contact/penalize.h"
#include "souple/dynamics/contact/refresh_rows.h"
#include "souple/dynamics/contact/settle_movers.h"
#include "souple/dynamics/contact/sleep.h"
#include "souple/dynamics/contact/solve_resting.h"
#include "souple/dynamics/contact/touch_pair.h"
#include "souple/dynamics/contact/touch_skin.h"
#include "souple/dynamics/contact/touchables.h"
#include "souple/dynamics/contact/tree_movers.h"
#include "souple/dynamics/scratch.h"
#include "souple/dynamics/solvers/common.h"

namespace souple {

namespace {

constexpr int narrow_grain = 64;    ///< pairs: a microsecond each
constexpr int residual_steps = 16;  ///< a residual costs as much as a sweep: only some steps are looked at

void resize_movers(const Model& model, InteractionScratch& scratch) {
    list_movers(model, scratch.movers);
    const std::size_t count = scratch.movers.velocity.size();
    scratch.free_velocity.resize(count);
    scratch.start_velocity.resize(count);
    scratch.start_centre.resize(count);
    scratch.shift.resize(count);
    scratch.turn.resize(count);
}

/// Impulses of the step before, point by point where the same features touch. `from` is where the search in
/// the sorted memory begins: the place of the manifold before, or close by, in most cases.
void recall(const std::vector<ManifoldMemory>& memory, Manifold& manifold, std::size_t& from) {
    const auto before = [&](const ManifoldMemory& m) {
        return m.pair != manifold.pair ? m.pair < manifold.pair : m.sub < manifold.sub;
    };
    constexpr int near = 8;
    if (from > 0 && !before(memory[from - 1])) from = 0;
    for (int k = 0; k < near && from < memory.size() && before(memory[from]); ++k) ++from;
    const auto found = std::partition_point(memory.begin() + from, memory.end(), before);
    from = found - memory.begin();
    if (found == memory.end() || found->pair != manifold.pair || found->sub != manifold.sub) return;
    bool any = false;
    for (int k = 0; k < manifold.count; ++k)
        for (int j = 0; j < found->count; ++j)
            if (found->features[j] == manifold.points[k].feature) {
                manifold.normal_impulse[k] = found->normal[j];
                any = true;
            }
    if (!any) return;
    manifold.tangent_impulse = found->tangent - found->tangent.dot(manifold.normal) * manifold.normal;
    manifold.twist_impulse = found->twist;
}

bool has_meshes(const Model& model) {
    const auto is_mesh = [](const Obstacle& o) { return std::holds_alternative<MeshShape>(o.shape); };
    return std::any_of(model.pieces.begin(), model.pieces.end(), [](const BodyPiece& p) { return p.mesh; }) ||
           std::any_of(model.obstacles.begin(), model.obstacles.end(), is_mesh);
}

void seek(const ContactView& view, InteractionScratch& scratch) {
    const int count = static_cast<int>(scratch.pairs.size());
    scratch.manifolds.resize(scratch.pairs.size());
    const bool triangles = !view.model.triangles.empty();
    // edges have one on each side; and a pair to spare
    scratch.movers.spreads.resize(triangles ? spare_spread(scratch) + 2 : 0);
    parallel_runs(
        count, [&](int begin, int end) { touch_pairs(view, begin, end, scratch); }, narrow_grain);
    const int several = has_meshes(view.model) ? count : 0;
    for (int k = 0; k < several; ++k) {
        const Touchable& a = scratch.touchables[scratch.pairs[k].a];
        const Touchable& b = scratch.touchables[scratch.pairs[k].b];
        if (!touches_several(view, a, b)) continue;
        const std::size_t first = scratch.manifolds.size();
        touch_mesh_pair(view, a, b, scratch.movers, scratch.manifolds);
        for (std::size_t m = first; m < scratch.manifolds.size(); ++m)
            scratch.manifolds[m].pair = scratch.manifolds[k].pair;
    }
}

void list_active(const State& state, InteractionScratch& scratch) {
    scratch.active.clear();
    for (int k = 0; k < static_cast<int>(scratch.manifolds.size()); ++k)
        if (scratch.manifolds[k].count > 0) scratch.active.push_back(k);
    scratch.any_bounces = std::any_of(scratch.active.begin(), scratch.active.end(),
                                      [&](int k) { return scratch.manifolds[k].restitution > 0; });
    parallel_runs(
        static_cast<int>(scratch.active.size()),
        [&](int begin, int end) {
            std::size_t from = 0;
            for (int k = begin; k < end; ++k)
                recall(state.touching, scratch.manifolds[scratch.active[k]], from);
        },
        512);
}

/// Movers that some manifold touches, frames and points in order.
void list_touched(InteractionScratch& scratch) {
    scratch.is_touched.assign(scratch.movers.velocity.size(), 0);
    const auto mark = [&](const ManifoldSide& side) {
        if (is_link(scratch.movers, side.mover))
            for (const int mover : scratch.movers.trees[scratch.movers.links[side.mover].tree].mover)
                scratch.is_touched[mover] = 1;
        if (side.mover >= 0) scratch.is_touched[side.mover] = 1;
        if (side.spread >= 0)
            for (const int mover : scratch.movers.spreads[side.spread].movers)
                if (mover >= 0) scratch.is_touched[mover] = 1;
    };
    for (const int k : scratch.active) {
        mark(scratch.manifolds[k].a);
        mark(scratch.manifolds[k].b);
    }
    scratch.touched.clear();
    for (int m = 0; m < static_cast<int>(scratch.is_touched.size()); ++m)
        if (scratch.is_touched[m]) scratch.touched.push_back(m);
}

void remember_start(const State& state, InteractionScratch& scratch) {
    const int frames = state.frames.count();
    scratch.q_start = state.frames.q;
    for_each_touched(scratch, [&](int m) {
        const bool frame = m < frames;
        scratch.start_centre[m] = frame ? state.frames.x[m] : state.x[m - frames];
        scratch.start_velocity[m].v = frame ? state.frames.v[m] : state.v[m - frames];
        scratch.start_velocity[m].w = frame ? state.frames.w[m] : Vec3(Vec3::Zero());
    });
}

/// Obstacles go on as their tracks say.
void load_driven(const ContactView& view, InteractionScratch& scratch) {
    for (int o = 0; o < static_cast<int>(view.model.obstacles.size()); ++o) {
        const TouchableMotion motion = motion_of(view, {TouchableKind::Obstacle, o, -1});
        const int m = scratch.movers.first_driven + o;
        scratch.start_centre[m] = motion.centre;
        scratch.movers.velocity[m] = {motion.v, motion.w};
    }
}

/// Puts the manifolds of a packet with their impulses into its lanes.
void enter_rows(const InteractionScratch& scratch, RowPacket& packet, CarriedPlaces& places) {
    const auto manifolds = packet.manifold;
    packet = {};
    places = {};
    packet.manifold = manifolds;
    for (int lane = 0; lane < lane_count; ++lane)
        if (manifolds[lane] >= 0)
            enter_manifold(scratch.manifolds[manifolds[lane]], lane, scratch.movers, packet, places);
}

/// Where four movers are.
LanePoses carriers_of(const ContactView& view, const Movers& movers,
                      const std::array<int, lane_count>& lanes) {
    const Frames& frames = view.state.frames;
    std::array<Pose, lane_count> other;
    std::array<const Vec3*, lane_count> x;
    std::array<const Quat*, lane_count> q;
    for (int lane = 0; lane < lane_count; ++lane) {
        const int mover = lanes[lane];
        const bool frame = mover >= 0 && mover < frames.count();
        if (!frame) other[lane] = carrier_of(view, movers, mover);
        x[lane] = frame ? &frames.x[mover] : &other[lane].position;
        q[lane] = frame ? &frames.q[mover] : &other[lane].rotation;
    }
    const auto place = [&](int k) { return Lanes{(*x[0])[k], (*x[1])[k], (*x[2])[k], (*x[3])[k]}; };
    const auto turn = [&](int k) {
        return Lanes{q[0]->coeffs()[k], q[1]->coeffs()[k], q[2]->coeffs()[k], q[3]->coeffs()[k]};
    };
    return {{place(0), place(1), place(2)}, {turn(0), turn(1), turn(2)}, turn(3)};
}

/// Takes the places along with their carriers, new rows from where they start. Only impacts and penalties
/// look at those of the manifolds.
void follow_rows(const ContactView& view, bool first, InteractionScratch& scratch) {
    const bool wanted =
        !first && (scratch.any_bounces || view.model.contact.penalty.kind != ResponseKind::Impulse);
    parallel_for(
        static_cast<int>(scratch.packets.size()),
        [&](int p) {
            RowPacket& packet = scratch.packets[p];
            if (first) enter_rows(scratch, packet, scratch.places[p]);
            const LanePoses a = carriers_of(view, scratch.movers, packet.a),
                            b = carriers_of(view, scratch.movers, packet.b);
            const FollowedPlaces followed = follow_places(a, b, scratch.places[p], packet.normal);
            place_rows(followed, b.position - a.position, scratch.places[p], packet);
            for (int lane = 0; wanted && lane < lane_count; ++lane)
                if (packet.manifold[lane] >= 0)
                    note_places(followed, lane, a.position.at(lane),
                                scratch.manifolds[packet.manifold[lane]]);
        },
        64);
}

std::string name_of(const Model& model, const ManifoldSide& side) {
    if (side.obstacle >= 0) return fmt::format("obstacle '{}'", model.obstacles[side.obstacle].name);
    const Part& part = model.parts[side.part];
    const int frames = static_cast<int>(model.frame_inertia.size());
    if (side.mover >= frames)
        return fmt::format("point {} of part '{}'", model.point_id[side.mover - frames], part.name);
    if (side.mover >= 0)
        return fmt::format("body {} of part '{}'", side.mover - part.frames.begin, part.name);
    return fmt::format("part '{}'", part.name);
}

/// What overlaps by much more than the slop before anything has moved was put there by the scene.
void report_overlap(const Model& model, const InteractionScratch& scratch, StepReport& report) {
    const Manifold* deepest = nullptr;
    Real gap = -10 * model.contact.slop;
    for (const int k : scratch.active)
        for (int p = 0; p < scratch.manifolds[k].count; ++p)
            if (scratch.manifolds[k].points[p].gap < gap) {
                gap = scratch.manifolds[k].points[p].gap;
                deepest = &scratch.manifolds[k];
            }
    if (deepest) report.start_overlap = {name_of(model, deepest->a), name_of(model, deepest->b), -gap};
}

/// Gives the impulses back to the manifolds.
void leave_rows(InteractionScratch& scratch) {
    parallel_for(
        static_cast<int>(scratch.packets.size()),
        [&](int p) {
            const RowPacket& packet = scratch.packets[p];
            for (int lane = 0; lane < lane_count; ++lane)
                if (packet.manifold[lane] >= 0)
                    leave_manifold(packet, lane, scratch.manifolds[packet.manifold[lane]]);
        },
        128);
}

/// What the next step finds of a manifold; no place when it carries nothing.
ManifoldMemory memory_of(const Manifold& manifold) {
    ManifoldMemory kept{manifold.pair,         manifold.sub, manifold.count, {}, {}, manifold.tangent_impulse,
                        manifold.twist_impulse};
    Real load = 0;
    for (int j = 0; j < manifold.count; ++j) {
        kept.features[j] = manifold.points[j].feature;
        kept.normal[j] = manifold.normal_impulse[j];
        load += kept.normal[j];
    }
    if (!(load > 0)) kept.count = 0;
    return kept;
}

/// What the next step starts from: contacts that carry something, sorted.
void remember(const InteractionScratch& scratch, std::vector<ManifoldMemory>& memory) {
    const int active = static_cast<int>(scratch.active.size());
    memory.resize(scratch.active.size() + scratch.resting.size());
    parallel_for(
        static_cast<int>(memory.size()),
        [&](int k) {
            memory[k] =
                memory_of(scratch.manifolds[k < active ? scratch.active[k] : scratch.resting[k - active]]);
        },
        512);
    std::erase_if(memory, [](const ManifoldMemory& kept) { return kept.count == 0; });
    const auto before = [](const ManifoldMemory& a, const ManifoldMemory& b) {
        return a.pair != b.pair ? a.pair < b.pair : a.sub < b.sub;
    };
    if (!std::is_sorted(memory.begin(), memory.end(), before))
        std::sort(memory.begin(), memory.end(), before);
}

/// [N] from outside on every frame now; parts that nothing touches are not asked.
const std::vector<Vec3>& forces_on_frames(const Interval& interval, const Control& control,
                                          const State& state, Scratch& scratch) {
    const std::vector<std::uint8_t>& touched = scratch.interaction.is_touched;
    const Moment now{state.x, state.v, state.frames, interval.time + interval.length, &state.oriented};
    for (const Part& part : interval.model.parts) {
        const auto begin = touched.begin() + part.frames.begin;
        if (std::find(begin, begin + part.frames.count, 1) == begin + part.frames.count) continue;
        evaluate_forces(interval.model, control, part, now, scratch.solver.assembly, scratch.solver.forces);
    }
    return scratch.solver.forces.frame;
}

/// Forces instead of impulses, with what ground and walls carry besides.
void push_with_forces(const Interval& interval, const Control& control, const State& state,
                      Scratch& scratch) {
    const ResponseKind kind = interval.model.contact.penalty.kind;
    std::span<const Vec3> outside;
    if (kind == ResponseKind::WallReaction) outside = forces_on_frames(interval, control, state, scratch);
    if (has_reaction(kind)) carry_loads(interval.model, interval.length, outside, scratch.interaction);
    penalize(interval.model, interval.length, scratch.interaction);
}

void exchange_impulses(const Interval& interval, const Control& control, State& state, Scratch& all,
                       StepReport& report) {
    InteractionScratch& scratch = all.interaction;
    const std::vector<PointContact>& met = all.contact.met;
    const ContactView view{interval.model, control, state, interval.length, scratch.edges};
    load_movers(interval.model, state, scratch);
    load_driven(view, scratch);
    load_trees(interval.model, state, scratch.is_touched, scratch.movers);
    bool is_pushed = false;
    const auto move = [&](bool pushed) {
        shift_places(interval.model, interval.length, pushed, met, state, scratch);
        is_pushed = pushed;
    };
    if (interval.model.contact.penalty.kind != ResponseKind::Impulse) {
        push_with_forces(interval, control, state, all);
        move(false);
    } else {
        bounce(interval.model, interval.length, scratch);
        solve_resting(interval.model, interval.length, scratch, report, std::cref(move));
    }
    report.correction_work += store_movers(interval.model, interval.length, is_pushed, state, scratch);
    if (is_pushed)
        report.correction_work += lifting_work(interval.model, interval.length, scratch) +
                                  straining_work(interval.model, control, interval.length, state, scratch);
}

}  // namespace

void find_interactions(const Interval& interval, const Control& control, const State& state,
                       Scratch& scratch) {
    if (!has_interactions(interval.model)) return;
    InteractionScratch& interaction = scratch.interaction;
    const Real length = interval.length * (interval.count - interval.index);
    if (interval.index == 0) {
        resize_movers(interval.model, interaction);
        list_touchables(interval.model, interaction);
        pose_skins(interval.model, state, interaction);
    }
    const ContactView view{interval.model,          control,           state, length, interaction.edges,
                           interaction.skin_fields, interaction.thrown};
    if (interval.index == 0) {
        update_boxes(view, scratch.contact.obstacle_boxes, interaction);
        find_pairs(view, interaction);
        seek(view, interaction);
        list_active(state, interaction);
        find_sleepers(view, interaction);
        list_touched(interaction);
        const bool upward = interval.model.contact.shock_propagation;
        colour_rows(interaction, upward);
        follow_rows(view, true, interaction);
        interaction.upward.clear();
        if (upward) order_upward(interaction);
    } else {
        refresh_rows(view, interaction);
        follow_rows(view, false, interaction);
    }
    remember_start(state, interaction);
    watch_sheets(state, interaction);
    open_account(interval, state, interaction);
}

void solve_interactions(const Interval& interval, const Control& control, State& state, Scratch& scratch,
                        StepReport& report) {
    if (!has_interactions(interval.model)) return;
    InteractionScratch& interaction = scratch.interaction;
    keep_asleep(interaction, state);
    if (state.step == 0 && interval.index == 0) report_overlap(interval.model, interaction, report);
    const int packets = static_cast<int>(interaction.packets.size());
    const auto depth = [&](int k) { return Largest{deepest_of(interaction.packets[k])}; };
    report.deepest_overlap = std::max(report.deepest_overlap, parallel_sum(packets, Largest{}, depth).value);
    if (!interaction.active.empty()) exchange_impulses(interval, control, state, scratch, report);
    if (interval.index + 1 < interval.count) return;
    if (state.step % residual_steps == 0)
        report.contact_residual =
            std::max(report.contact_residual, worst_residual(interval.length, interaction));
    leave_rows(interaction);
    report.contacts += parallel_sum(packets, 0, [&](int k) { return count_loaded(interaction.packets[k]); });
    remember(interaction, state.touching);
    count_quiet(interval.model, interval.length * interval.count, state);
}

}  // namespace souple
