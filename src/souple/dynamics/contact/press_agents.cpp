// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/press_agents.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/agents/crowd_buffers.h"
#include "souple/dynamics/contact/agent_bodies.h"
#include "souple/dynamics/contact/press_skins.h"
#include "souple/dynamics/contact/tree_movers.h"

namespace souple {

namespace {

/// One agent among skins.
struct PressedAgent {
    int point = 0;
    Capsule capsule;
    Pose pose;
    Aabb box;
};

/// The push on the agent; that on the skin goes to its frames at once.
Vec3 press_on_agent(const FrameSkin& skin, const Model& model, const PressedAgent& agent, Real friction,
                    Real h, State& state, PlacedSkin& placed, SkinScratch& scratch) {
    const Real farthest = placed.field.box.size().norm();
    const Quat back = agent.pose.rotation.conjugate();
    const auto nearest = [&](const Vec3& p) {
        return nearest_surface(agent.capsule, back * (p - agent.pose.position), farthest);
    };
    const HardSolid solid{[&](const Vec3& p) { return nearest(p).distance; },
                          [&](const Vec3& p) { return agent.pose.rotation * nearest(p).normal; },
                          [&](const Vec3&) { return state.v[agent.point]; }, agent.box,
                          model.inv_mass[agent.point]};
    SolidLoad on_agent;
    on_agent.about = agent.pose.position;
    placed.loads.reset(skin.frames.size());
    press_on_solid(skin, solid, friction, placed, scratch, &on_agent);
    if (scratch.touches.empty()) return Vec3::Zero();
    placed.on_driven = true;
    for (std::size_t c = 0; c < skin.frames.size(); ++c)
        give_impulse(model, skin.frames[c], placed.loads.force[c], placed.loads.torque[c], h, state.frames);
    return on_agent.force;
}

/// [m] the longest way of an agent since the crowd was sorted.
Real longest_way(const Part& part, const CrowdBuffer& buffer, const State& state) {
    Real longest = 0;
    for (std::size_t i = 0; i < buffer.x.size(); ++i) {
        const Vec2 way = ground_place(state.x[part.points.begin + static_cast<int>(i)]) - buffer.x[i];
        if (way.squaredNorm() > longest) longest = way.squaredNorm();  // (false for those who are gone)
    }
    return std::sqrt(longest);
}

/// One crowd among skins.
struct PressedCrowd {
    const Model& model;
    int part = 0;
    Real h = 0;  ///< [s]
    State& state;
    SkinScratch& scratch;
    CrowdBuffer& buffer;
    Real moved = 0;  ///< [m] nobody is farther from where it was sorted
};

/// Agents around a box, in their order, and some that are farther.
void list_near_agents(const PressedCrowd& c, const Aabb& box) {
    std::vector<int>& near = c.buffer.pressed;
    near.clear();
    const CrowdPart& crowd = *c.model.crowds[c.model.parts[c.part].crowd];
    if (crowd.realm) {
        for (int i = 0; i < crowd.agent_count(); ++i)
            if (!is_gone(crowd, c.state.crowds[c.model.parts[c.part].crowd], i)) near.push_back(i);
        return;
    }
    if (!box.low.allFinite() || !box.high.allFinite()) return;
    const Real half = 0.5 * ground_place(box.size()).maxCoeff();
    visit_runs(c.buffer.grid, ground_place(box.center()), half + crowd.largest_radius + c.moved,
               [&](int begin, int end) {
                   for (int n = begin; n < end; ++n) near.push_back(c.buffer.grid.items[n].index);
               });
    std::sort(near.begin(), near.end());
}

void press_on_crowd(PressedCrowd& c, std::size_t s) {
    const Part& part = c.model.parts[c.part];
    const Aabb& box = c.scratch.placed[s].field.box;
    list_near_agents(c, box);
    Real farthest = 0;
    for (const int i : c.buffer.pressed) {
        const int point = part.points.begin + i;
        const Touchable touchable{TouchableKind::Agent, point, c.part};
        const AgentStance stance = stance_of(c.model, c.state, touchable);
        const Capsule capsule = agent_capsule(c.model, touchable);
        const Pose pose{stance.middle, stance.rotation()};
        const PressedAgent agent{point, capsule, pose, bounds(Convex(capsule), pose)};
        if (!box.overlaps(agent.box)) continue;
        const Vec3 change =
            stance.along_ground(c.h * c.model.inv_mass[point] *
                                press_on_agent(c.model.skins[s], c.model, agent, part.surface.friction, c.h,
                                               c.state, c.scratch.placed[s], c.scratch));
        c.state.v[point] += change;
        c.state.x[point] += c.h * change;  // (agents keep the velocity of the way that they have gone)
        farthest = std::max(farthest, c.h * change.norm());
    }
    c.moved += farthest;
}

bool is_pressed(const Model& model, const SkinScratch& scratch, const Range& frames) {
    for (std::size_t k = 0; k < scratch.on_pieces.size(); ++k) {
        const int f = model.pieces[k].frame;
        if (f >= frames.begin && f < frames.end() && !scratch.on_pieces[k].force.isZero(0)) return true;
    }
    return false;
}

}  // namespace

void press_agents(const Model& model, Real h, State& state, SkinScratch& scratch, CrowdBuffers* crowds) {
    if (!crowds || model.skins.empty()) return;
    for (int p = 0; p < static_cast<int>(model.parts.size()); ++p) {
        const Part& part = model.parts[p];
        if (part.crowd < 0 || part.surface.touches == Touches::Nothing) continue;
        CrowdBuffer& buffer = crowds->of[part.crowd];
        PressedCrowd crowd{model, p, h, state, scratch, buffer, longest_way(part, buffer, state)};
        for (std::size_t s = 0; s < model.skins.size(); ++s)
            if (may_press(model, model.skins[s].part, p)) press_on_crowd(crowd, s);
    }
}

void push_links(const Model& model, Real h, State& state, SkinScratch& scratch) {
    if (model.trees.empty() || model.skins.empty()) return;
    Movers& movers = scratch.movers;
    scratch.pressed.assign(model.frame_inertia.size(), 0);
    bool any = false;
    for (const ArticulatedTree& tree : model.trees)
        if (is_pressed(model, scratch, tree.frames)) {
            scratch.pressed[tree.frames.begin] = 1;
            any = true;
        }
    if (!any) return;
    load_frames(model, state, scratch.pressed, movers);
    for (std::size_t k = 0; k < model.pieces.size(); ++k)
        if (is_link(movers, model.pieces[k].frame) && !scratch.on_pieces[k].force.isZero(0))
            push_tree(movers, model.pieces[k].frame, h * scratch.on_pieces[k].force,
                      h * scratch.on_pieces[k].torque);
    store_trees(model, movers, state);
}

}  // namespace souple
