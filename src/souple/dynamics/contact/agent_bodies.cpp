// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/agent_bodies.h"

#include <algorithm>
#include <cmath>

#include "souple/core/parallel.h"
#include "souple/dynamics/agents/crowd.h"
#include "souple/dynamics/agents/realm.h"

namespace souple {

namespace {

constexpr Real steep = 0.7;  ///< part of the normal that is upright: beyond, the ground answers

const AgentGroup& group_of_agent(const Model& model, const Touchable& agent) {
    const Part& part = model.parts[agent.part];
    return model.crowds[part.crowd]->group(agent.index - part.points.begin);
}

Real middle_of(const AgentGroup& group) { return std::max(group.radius, group.height / 2); }

/// The side stays where it is in the world, whoever carried its places.
void let_go(const ContactView& view, bool is_a, Manifold& manifold) {
    ManifoldSide& side = is_a ? manifold.a : manifold.b;
    const Vec3 foot = view.state.x[side.mover - static_cast<int>(view.model.frame_inertia.size())];
    for (int k = 0; k < manifold.count; ++k)
        (is_a ? manifold.points[k].local_a : manifold.points[k].local_b) += foot;
    side.mover = -1;
}

}  // namespace

AgentStance stance_of(const Model& model, const State& state, const Touchable& agent) {
    const Part& part = model.parts[agent.part];
    const CrowdPart& crowd = *model.crowds[part.crowd];
    AgentStance stance;
    stance.middle = state.x[agent.index];
    if (crowd.realm) {
        const auto* surface = std::get_if<CurvedGround>(&crowd.realm->ground);
        stance.has_ground = surface != nullptr;
        if (!surface) return stance;  // (its point is its middle)
        stance.up = normal_of(*surface, state.crowds[part.crowd].cell[agent.index - part.points.begin].root);
    }
    stance.middle += middle_of(group_of_agent(model, agent)) * stance.up;
    return stance;
}

Capsule agent_capsule(const Model& model, const Touchable& agent) {
    const AgentGroup& group = group_of_agent(model, agent);
    return {group.radius, middle_of(group) - group.radius};
}

TouchableMotion agent_motion(const ContactView& view, const Touchable& agent) {
    TouchableMotion motion;
    const AgentStance stance = stance_of(view.model, view.state, agent);
    motion.centre = stance.middle;
    motion.pose = {motion.centre, stance.rotation()};
    motion.v = view.state.v[agent.index];
    return motion;
}

bool has_left(const ContactView& view, const Touchable& agent) {
    const Part& part = view.model.parts[agent.part];
    return is_gone(*view.model.crowds[part.crowd], view.state.crowds[part.crowd],
                   agent.index - part.points.begin);
}

void stand_firm(const ContactView& view, const Touchable& a, const Touchable& b, Manifold& manifold) {
    const bool is_a = a.kind == TouchableKind::Agent, is_b = b.kind == TouchableKind::Agent;
    if ((!is_a && !is_b) || manifold.count == 0) return;
    const AgentStance stance = stance_of(view.model, view.state, is_a ? a : b);
    const bool is_steep = stance.has_ground && std::abs(manifold.normal.dot(stance.up)) > steep;
    const bool on_floor = a.kind == TouchableKind::Obstacle || b.kind == TouchableKind::Obstacle;
    const bool has_anybody_left = (is_a && has_left(view, a)) || (is_b && has_left(view, b));
    // (of two agents one above the other neither can give way)
    if (has_anybody_left || (is_steep && (on_floor || (is_a && is_b)))) {
        manifold.count = 0;
        return;
    }
    if (is_steep) let_go(view, is_a, manifold);
}

void walk_agents(const Part& part, Real h, State& state) {
    parallel_for(part.points.count, [&](int i) {
        const int point = part.points.begin + i;
        state.x[point] += h * state.v[point];
    });
}

void keep_on_ground(const Model& model, State& state) {
    for (const Part& part : model.parts)
        if (part.crowd >= 0 && !model.crowds[part.crowd]->realm)
            parallel_for(part.points.count, [&](int i) {
                const int point = part.points.begin + i;
                state.x[point].y() = model.point_rest[point].y();
                state.v[point].y() = 0;
            });
}

}  // namespace souple
