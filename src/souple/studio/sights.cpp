// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/sights.h"

#include "souple/dynamics/hair/wisp_motion.h"
#include "souple/dynamics/scratch.h"

namespace souple {

namespace {

WispsView wisps_of(const Model& model, const Hair& hair, const State& state, const std::string& name) {
    const Part& part = model.parts[hair.part];
    const HairState& own = state.hair[&hair - model.hair.data()];
    std::vector<Pose> tracks;
    for (const Track& track : model.tracks) tracks.push_back(pose_now(track, state));
    std::vector<Pose> anchors;
    anchors_now(model, state, anchors);
    WispsView view{
        {name, part.name, {}}, hair.look, hair.particles, hair.material.samples, {}, {}, {}, {}, {}};
    for (int slot = 0; slot < hair.slots; ++slot) {
        const WispMemory& wisp = own.wisps[slot];
        if (wisp.root < 0) continue;
        Real rest = 0;
        const int spring = part.springs.begin + slot * hair.springs_of_wisp();
        for (int i = 0; i + 1 < hair.particles; ++i) rest += model.springs[spring + i].rest_length;
        view.wisps.push_back({wisp.root, wisp.depth, wisp.branch, static_cast<float>(rest)});
        view.sides.push_back(root_side(hair, tracks, anchors, wisp.root));
        const auto first = state.x.begin() + part.points.begin + slot * hair.particles;
        view.places.insert(view.places.end(), first, first + hair.particles);
        const auto radius = own.radius.begin() + slot * hair.samples_of_wisp();
        view.radii.insert(view.radii.end(), radius, radius + hair.samples_of_wisp());
        if (!(hair.material.twist_stiffness > 0)) continue;
        const auto twist = own.twist.begin() + slot * hair.particles;
        view.twist.insert(view.twist.end(), twist, twist + hair.particles);
    }
    return view;
}

void add_arrow(ArrowsView& arrows, const Vec3& from, const Vec3& along) {
    if (!is_finite(along) || along.isZero()) return;
    arrows.from.push_back(from);
    arrows.along.push_back(along);
}

/// Every n-th of too many.
void thin_arrows(ArrowsView& arrows) {
    const std::size_t count = arrows.from.size(), stride = 1 + count / (most_arrows + 1);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; i += stride, ++kept) {
        arrows.from[kept] = arrows.from[i];
        arrows.along[kept] = arrows.along[i];
    }
    arrows.from.resize(kept);
    arrows.along.resize(kept);
}

void add_forces(const World& world, Looking& looking, LiveFrame& live) {
    const Forces& forces = look_at_forces(world, looking.forces);
    const State& state = world.state;
    ArrowsView pull{"forces", "N", {}, {}}, turn{"torques", "N m", {}, {}};
    for (std::size_t p = 0; p < state.x.size(); ++p) add_arrow(pull, state.x[p], forces.point[p]);
    for (std::size_t f = 0; f < state.frames.x.size(); ++f) {
        add_arrow(pull, state.frames.x[f], forces.frame[f]);
        add_arrow(turn, state.frames.x[f], forces.torque[f]);
    }
    for (ArrowsView* arrows : {&pull, &turn}) thin_arrows(*arrows);
    if (looking.sights.forces) live.arrows.push_back(std::move(pull));
    if (looking.sights.torques) live.arrows.push_back(std::move(turn));
}

/// Mean forces over the last step [N], at points on obstacles and between parts.
void add_contacts(const World& world, Real h, const Looking& looking, LiveFrame& live) {
    ArrowsView arrows = looking.pressing ? *looking.pressing : pressing_now(world, h);
    for (const Contact& contact : world.scratch->contact.contacts)
        if (contact.point >= 0 && contact.point < world.state.point_count())
            add_arrow(arrows, world.state.x[contact.point], contact.impulse / h);
    thin_arrows(arrows);
    live.arrows.push_back(std::move(arrows));
}

/// The widest zone of each oriented particle, and where its central law lets neighbours rest.
void add_zones(const World& world, const Sights& sights, LiveFrame& live) {
    EllipsoidsView zones{"zones", {}, {}}, rest{"rest", {}, {}};
    const Frames& frames = world.state.frames;
    for (const OrientedPart& part : world.model.oriented) {
        const int first = world.model.parts[part.part].frames.begin;
        for (std::size_t i = 0; i < part.kind_of.size(); ++i) {
            const Pose pose{frames.x[first + i], frames.q[first + i]};
            const Range laws = part.kinds[part.kind_of[i]].laws;
            const OrientedLaw* widest = nullptr;
            for (int l = laws.begin; l < laws.end(); ++l) {
                const OrientedLaw& law = part.laws[l];
                if (!widest || law.range.maxCoeff() > widest->range.maxCoeff()) widest = &law;
                if (!is_central(law.kind)) continue;
                rest.poses.push_back(pose);
                rest.radii.push_back(law.rest);
            }
            if (!widest) continue;
            zones.poses.push_back(pose);
            zones.radii.push_back(widest->range);
        }
    }
    if (sights.zones) live.ellipsoids.push_back(std::move(zones));
    if (sights.rest) live.ellipsoids.push_back(std::move(rest));
}

void add_hands(const World& world, LiveFrame& live) {
    const Hands& hands = world.control.hands;
    ArrowsView held{"held", "N", {}, {}};
    for (const HeldForce& one : hands.forces)
        add_arrow(held, place_of(one.at, world.model, world.state), one.force);
    if (!held.from.empty()) live.arrows.push_back(std::move(held));
    EllipsoidsView balls{"balls", {}, {}};
    for (const PushBall& ball : hands.balls) {
        balls.poses.push_back({ball.at, Quat::Identity()});
        balls.radii.push_back(Vec3::Constant(ball.radius));
    }
    if (!balls.poses.empty()) live.ellipsoids.push_back(std::move(balls));
}

}  // namespace

std::vector<WispsView> wisps_now(const ViewPlan& plan, const Model& model, const State& state) {
    std::vector<WispsView> views;
    for (const PartPlan& part : plan.parts)
        if (part.hair >= 0) views.push_back(wisps_of(model, model.hair[part.hair], state, part.wisps_name));
    return views;
}

ArrowsView pressing_now(const World& world, Real h) {
    ArrowsView arrows{"contacts", "N", {}, {}};
    const InteractionScratch& interaction = world.scratch->interaction;
    for (const int m : interaction.active) {
        const Manifold& manifold = interaction.manifolds[m];
        for (int k = 0; k < manifold.count; ++k)
            add_arrow(arrows, manifold.points[k].place, manifold.normal_impulse[k] / h * manifold.normal);
    }
    thin_arrows(arrows);
    return arrows;
}

void add_sights(const World& world, Real h, Looking& looking, LiveFrame& live) {
    const Sights& sights = looking.sights;
    if (sights.forces || sights.torques) add_forces(world, looking, live);
    if (sights.contacts) add_contacts(world, h, looking, live);
    if (sights.zones || sights.rest) add_zones(world, sights, live);
    add_hands(world, live);
}

}  // namespace souple
