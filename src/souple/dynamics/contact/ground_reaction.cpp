// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/ground_reaction.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/contact/bounce.h"
#include "souple/dynamics/contact/penalty_laws.h"
#include "souple/dynamics/contact/tree_movers.h"

namespace souple {

namespace {

constexpr int facing_count = 6;  ///< along x, y, z and against them

/// An object at something fixed.
struct Standing {
    int mover = no_mover;  ///< what answers; below no_mover: a spot
    int object = 0;        ///< the mover that stands for all that is carried together; no use for a spot
    Vec3 away;             ///< unit, out of what is fixed
};

/// Which way a wall faces: the axis that its normal is nearest to.
int facing_of(const Vec3& away) {
    int axis = 0;
    away.cwiseAbs().maxCoeff(&axis);
    return 2 * axis + (away[axis] < 0 ? 1 : 0);
}

bool floats(const Movers& movers, int mover) {
    return movers.trees[movers.links[mover].tree].tree->links.front().kind == JointKind::Free;
}

/// Nothing to carry when none or both of the sides are fixed.
bool find_standing(const InteractionScratch& scratch, const Manifold& manifold, Standing& standing) {
    const Movers& movers = scratch.movers;
    const ManifoldMovers sides = movers_of(scratch, manifold);
    const bool a_fixed = sides.a >= movers.first_driven, b_fixed = sides.b >= movers.first_driven;
    if (a_fixed == b_fixed) return false;
    standing.mover = a_fixed ? sides.b : sides.a;
    if (standing.mover == no_mover) return false;
    standing.object = is_link(movers, standing.mover) && floats(movers, standing.mover)
                          ? leader_of(movers, standing.mover)
                          : standing.mover;
    standing.away = a_fixed ? manifold.normal : Vec3(-manifold.normal);
    return true;
}

Real manifold_depth(const Manifold& manifold) {
    Real sum = 0;
    for (int k = 0; k < manifold.count; ++k) sum += std::max(Real(0), -manifold.points[k].gap);
    return sum;
}

Real inverse_or_nothing(Real value) { return value > 0 ? 1 / value : 0; }

/// [kg] of what answers at a mover by itself: a link without its tree.
Real own_mass(const Movers& movers, int mover) {
    if (is_link(movers, mover)) return movers.links[mover].mass;
    return inverse_or_nothing(answer_of(movers, mover).inverse_mass);
}

/// [kg] of all that is carried together with a mover.
Real object_mass(const Movers& movers, int object) {
    if (!is_link(movers, object) || !floats(movers, object)) return own_mass(movers, object);
    Real sum = 0;
    for (const int mover : movers.trees[movers.links[object].tree].mover) sum += movers.links[mover].mass;
    return sum;
}

/// [N] from outside on all that is carried together with a mover, without its weight.
Vec3 object_force(const Model& model, std::span<const Vec3> outside, const Movers& movers, int object) {
    const auto on_frame = [&](int m) -> Vec3 {
        return m < static_cast<int>(outside.size())
                   ? Vec3(outside[m] - model.frame_inertia[m].mass * model.gravity)
                   : Vec3(Vec3::Zero());
    };
    if (object < 0) return Vec3::Zero();
    if (!is_link(movers, object) || !floats(movers, object)) return on_frame(object);
    Vec3 sum = Vec3::Zero();
    for (const int mover : movers.trees[movers.links[object].tree].mover) sum += on_frame(mover);
    return sum;
}

/// Walls of all directions count together on the ground, one by one between walls.
struct Shares {
    bool by_facing = false;
    int slot(int mover, const Vec3& away) const {
        return by_facing ? facing_count * mover + facing_of(away) : mover;
    }
};

/// Sums depths by what answers and by what is carried together.
void sum_depths(const Model& model, Shares shares, InteractionScratch& scratch) {
    const std::size_t slots = scratch.movers.velocity.size() * (shares.by_facing ? facing_count : 1);
    scratch.link_depth.assign(slots, 0);
    scratch.object_depth.assign(slots, 0);
    Standing standing;
    for (const int k : scratch.active) {
        const Manifold& manifold = scratch.manifolds[k];
        if (!find_standing(scratch, manifold, standing) || standing.mover < 0) continue;
        // a wall beside carries no weight: what reaches into it takes no share of the ground's
        if (!shares.by_facing && -model.gravity.dot(standing.away) <= 0) continue;
        const Real depth = manifold_depth(manifold);
        scratch.link_depth[shares.slot(standing.mover, standing.away)] += depth;
        scratch.object_depth[shares.slot(standing.object, standing.away)] += depth;
    }
}

/// Shares what presses on ground and walls over the places that reach into them.
void share_reactions(const Model& model, std::span<const Vec3> outside, Shares shares,
                     InteractionScratch& scratch) {
    const Movers& movers = scratch.movers;
    scratch.reaction.assign(scratch.manifolds.size(), {});
    Standing standing;
    for (const int k : scratch.active) {
        const Manifold& manifold = scratch.manifolds[k];
        if (!find_standing(scratch, manifold, standing)) continue;
        const bool spot = standing.mover < 0;  // of a sheet: carried by itself
        const Vec3& away = standing.away;
        const Real own = manifold_depth(manifold);
        const Real link_depth = spot ? own : scratch.link_depth[shares.slot(standing.mover, away)];
        const Real object_depth = spot ? own : scratch.object_depth[shares.slot(standing.object, away)];
        const Real weight = -model.gravity.dot(away);  // [N/kg]
        Real per_depth = 0;                            // [N/m]
        if (shares.by_facing)
            per_depth = weight * own_mass(movers, standing.mover) * inverse_or_nothing(link_depth) -
                        away.dot(object_force(model, outside, movers, standing.object)) *
                            inverse_or_nothing(object_depth);
        else
            per_depth = weight * object_mass(movers, standing.object) * inverse_or_nothing(object_depth);
        for (int p = 0; p < manifold.count; ++p)
            scratch.reaction[k][p] =
                std::max(Real(0), -manifold.points[p].gap) * std::max(Real(0), per_depth);
    }
}

/// No impulse where nothing is carried.
CarriedLoad carried_load(const InteractionScratch& scratch, Real h, int k) {
    const Manifold& manifold = scratch.manifolds[k];
    CarriedLoad load{.manifold = k};
    Standing standing;
    if (!find_standing(scratch, manifold, standing)) return load;
    Real force = 0;
    Vec3 place = Vec3::Zero();
    for (int p = 0; p < manifold.count; ++p) {
        force += scratch.reaction[k][p];
        place += scratch.reaction[k][p] * manifold.points[p].place;
    }
    if (!(force > 0)) return load;
    const SideCentres centres = centres_of(scratch, manifold);
    const bool is_b = movers_of(scratch, manifold).b == standing.mover;
    load.mover = standing.mover;
    load.away = standing.away;
    load.arm = place / force - (is_b ? centres.b : centres.a);
    load.impulse = h * force;
    return load;
}

void list_carried_loads(Real h, InteractionScratch& scratch) {
    scratch.carried_loads.clear();
    for (const int k : scratch.active)
        if (const CarriedLoad load = carried_load(scratch, h, k); load.impulse > 0)
            scratch.carried_loads.push_back(load);
}

void push(Movers& movers, const CarriedLoad& load, Real impulse) {
    apply_impulse(movers, load.mover, impulse * load.away, impulse * load.arm.cross(load.away));
}

Real leaving_speed(const MoverVelocity& velocity, const CarriedLoad& load) {
    return load.away.dot(velocity.v + velocity.w.cross(load.arm));
}

/// Takes back what throws links up: in the end none leaves faster than it came.
void keep_links_from_being_thrown(InteractionScratch& scratch) {
    constexpr int sweeps = 8;  // what eleven limbs on the ground do to each other is gone by then
    Movers& movers = scratch.movers;
    std::erase_if(scratch.carried_loads,
                  [&](const CarriedLoad& load) { return !is_link(movers, load.mover); });
    for (CarriedLoad& load : scratch.carried_loads)
        load.answer = load.away.dot(
            response_between(movers, load.mover, load.arm, no_mover, Vec3::Zero(), load.away) * load.away);
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (CarriedLoad& load : scratch.carried_loads) {
            const Real excess = leaving_speed(movers.velocity[load.mover], load) -
                                leaving_speed(scratch.start_velocity[load.mover], load);
            if (!(excess > 0) || !(load.answer > 0) || !(load.impulse > 0)) continue;
            const Real less = std::min(excess / load.answer, load.impulse);
            push(movers, load, -less);
            load.impulse -= less;
            const Real left = load.impulse / (load.impulse + less);
            for (Real& force : scratch.reaction[load.manifold]) force *= left;
        }
}

}  // namespace

void carry_loads(const Model& model, Real h, std::span<const Vec3> outside, InteractionScratch& scratch) {
    const Shares shares{model.contact.penalty.kind == ResponseKind::WallReaction};
    sum_depths(model, shares, scratch);
    share_reactions(model, outside, shares, scratch);
    list_carried_loads(h, scratch);
    // all of it before any spring or friction looks at speeds: what rests has none then
    for (const CarriedLoad& load : scratch.carried_loads) push(scratch.movers, load, load.impulse);
    if (!scratch.movers.trees.empty()) keep_links_from_being_thrown(scratch);
}

}  // namespace souple
