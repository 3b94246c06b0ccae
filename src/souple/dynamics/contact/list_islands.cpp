// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/list_islands.h"

#include <algorithm>
#include <utility>

#include "souple/core/errors.h"
#include "souple/core/joined_sets.h"
#include "souple/dynamics/hair/pull_carriers.h"
#include "souple/dynamics/scratch.h"

namespace souple {

namespace {

/// What listing islands reads and fills.
struct IslandRun {
    const ContactView& view;
    const InteractionScratch& contacts;
    const SkinScratch& skins;
    const std::vector<PointContact>& met;
    AccountScratch& account;

    const Model& model() const { return view.model; }
};

int part_of_point(const Model& model, int point) {
    const auto holds = [point](const Part& part) { return part.points.contains(point); };
    const auto found = std::find_if(model.parts.begin(), model.parts.end(), holds);
    SOUPLE_ASSERT(found != model.parts.end());
    return static_cast<int>(found - model.parts.begin());
}

int part_of_frame(const Model& model, int frame) {
    const auto holds = [frame](const Part& part) { return part.frames.contains(frame); };
    const auto found = std::find_if(model.parts.begin(), model.parts.end(), holds);
    SOUPLE_ASSERT(found != model.parts.end());
    return static_cast<int>(found - model.parts.begin());
}

int node_of(const Model& model, int part, int mover) {
    return is_whole(model.parts[part]) ? node_of_part(model, part) : mover;
}

int node_of_frame(const Model& model, int frame) {
    return node_of(model, part_of_frame(model, frame), frame);
}

/// The node of a side, -1: an obstacle.
int node_of(const IslandRun& run, const ManifoldSide& side) {
    return side.part < 0 ? -1 : node_of(run.model(), side.part, side.mover);
}

bool stands_still(const IslandRun& run, int obstacle) {
    if (run.model().obstacles[obstacle].deforming) return false;
    const TouchableMotion motion = motion_of(run.view, {TouchableKind::Obstacle, obstacle, -1});
    return motion.v.isZero(0) && motion.w.isZero(0);
}

/// Whether an impulse meets something here that goes its own way: a walker, or a led point that moves.
bool is_driven(const IslandRun& run, const ManifoldSide& side) {
    const Model& model = run.model();
    if (model.parts[side.part].crowd >= 0 || model.parts[side.part].tissue >= 0) return true;
    const int frames = static_cast<int>(model.frame_inertia.size());
    const auto leads = [&](int mover) {
        return mover >= frames && is_led(model, mover - frames) &&
               !run.view.state.v[mover - frames].isZero(0);
    };
    if (side.spread < 0) return leads(side.mover);
    const auto& movers = run.contacts.movers.spreads[side.spread].movers;
    return std::any_of(movers.begin(), movers.end(), leads);
}

/// Calls fn(a, b) for the nodes of a skin and of what it presses on, or may: its box says.
template <class Fn>
void for_each_pressed(const IslandRun& run, std::size_t s, const Fn& fn) {
    const Model& model = run.model();
    const int node = node_of_part(model, model.skins[s].part);
    const Aabb& box = run.skins.placed[s].field.box;
    for (std::size_t other = s + 1; other < model.skins.size(); ++other)
        if (model.skins[other].part >= 0 && box.overlaps(run.skins.placed[other].field.box))
            fn(node, node_of_part(model, model.skins[other].part));
    const Frames& frames = run.view.state.frames;
    for (std::size_t k = 0; k < model.pieces.size(); ++k) {
        const BodyPiece& piece = model.pieces[k];
        if (run.skins.on_pieces[k].force.isZero(0)) continue;
        const Pose pose = Pose{frames.x[piece.frame], frames.q[piece.frame]} * piece.pose;
        if (box.overlaps(piece.mesh ? bounds(Solid{{}, piece.mesh}, pose) : bounds(piece.convex, pose)))
            fn(node, node_of_frame(model, piece.frame));
    }
}

/// Calls fn(a, b) for nodes that act on each other in this interval; b is -1 where a is alone.
template <class Fn>
void for_each_tie(const IslandRun& run, const Fn& fn) {
    const Model& model = run.model();
    for (const int k : run.contacts.active) {
        const Manifold& manifold = run.contacts.manifolds[k];
        const int a = node_of(run, manifold.a), b = node_of(run, manifold.b);
        if (a >= 0 || b >= 0) fn(std::max(a, b), std::min(a, b));
    }
    for (const HoldRow& row : run.contacts.hold.rows) {
        const auto node = [&](int k) {
            const int point = run.contacts.hold.pulls[row.first + k].node;
            return node_of(model, part_of_point(model, point), point + run.view.state.frames.count());
        };
        for (int k = 1; k < row.count; ++k) fn(node(0), node(k));
    }
    for (std::size_t s = 0; s < model.skins.size(); ++s)
        if (model.skins[s].part >= 0 && is_pressed(run.skins, s)) for_each_pressed(run, s, fn);
    for (const Hair& hair : model.hair)
        if (is_felt(model, hair))
            fn(node_of_part(model, hair.part), node_of_frame(model, carrier_of_roots(model, hair)));
}

/// The island that a node is in, null: nobody touches it.
Island* island_of(const IslandRun& run, int node) {
    const int island = run.account.island_of[first_of_set(run.account.parent, node)];
    return island < 0 ? nullptr : &run.account.islands[island];
}

void note_obstacle(const IslandRun& run, int obstacle, Island& island) {
    (stands_still(run, obstacle) ? island.fixed : island.driven) = true;
}

void mark_by_contacts(const IslandRun& run) {
    for (const int k : run.contacts.active) {
        const Manifold& manifold = run.contacts.manifolds[k];
        for (const ManifoldSide* side : {&manifold.a, &manifold.b}) {
            const ManifoldSide& other = side == &manifold.a ? manifold.b : manifold.a;
            const int node = node_of(run, *side);
            if (node < 0) continue;
            Island& island = *island_of(run, node);
            island.driven = island.driven || is_driven(run, *side);
            if (other.obstacle >= 0) note_obstacle(run, other.obstacle, island);
        }
    }
}

void mark_by_skins(const IslandRun& run) {
    const Model& model = run.model();
    for (std::size_t s = 0; s < run.skins.placed.size(); ++s) {
        if (model.skins[s].part < 0) continue;
        Island* const island = island_of(run, node_of_part(model, model.skins[s].part));
        if (!island) continue;
        island->fixed = island->fixed || run.skins.placed[s].on_still;
        island->driven = island->driven || run.skins.placed[s].on_driven;
    }
}

/// By what is in it, and by the obstacles that points have met.
void mark_by_matter(const IslandRun& run) {
    const Model& model = run.model();
    const int frames = static_cast<int>(model.frame_inertia.size());
    for (const int node : run.account.nodes) {
        Island& island = *island_of(run, node);
        const int p = part_of_node(model, node);
        island.elastic = island.elastic || (p >= 0 && is_elastic(model.parts[p]));
        if (run.met.empty()) continue;
        const Range points = p >= 0 ? model.parts[p].points : Range{node - frames, node < frames ? 0 : 1};
        for (int i = points.begin; i < points.end(); ++i)
            if (run.met[i].obstacle >= 0) note_obstacle(run, run.met[i].obstacle, island);
    }
}

/// What links hold stores energy that nobody counts.
void leave_out_linked(const IslandRun& run) {
    const Model& model = run.model();
    const auto leave_out = [&](int node) {
        if (Island* const island = island_of(run, node)) island->driven = true;
    };
    const int frames = static_cast<int>(model.frame_inertia.size());
    for (const Link& link : model.links)
        for (const MaterialPoint& end : {link.a, link.b}) {
            if (end.frame >= 0) leave_out(node_of_frame(model, end.frame));
            for (const int point : end.nodes)
                if (end.frame < 0 && point >= 0)
                    leave_out(node_of(model, part_of_point(model, point), frames + point));
        }
}

}  // namespace

bool is_elastic(const Part& part) {
    return part.springs.count + part.hinges.count + part.bends.count + part.ties.count > 0 ||
           part.oriented >= 0;
}

bool is_whole(const Part& part) {
    return is_elastic(part) || part.articulated >= 0 || part.triangles.count > 0;
}

bool touches_elastic(const Model& model, const InteractionScratch& scratch) {
    if (std::none_of(model.parts.begin(), model.parts.end(), is_elastic)) return false;
    const auto is_of_part = [](const FrameSkin& skin) { return skin.part >= 0; };
    if (!model.pieces.empty() && std::any_of(model.skins.begin(), model.skins.end(), is_of_part)) return true;
    const auto elastic = [&](const ManifoldSide& side) {
        return side.part >= 0 && is_elastic(model.parts[side.part]);
    };
    return std::any_of(scratch.active.begin(), scratch.active.end(), [&](int k) {
        return elastic(scratch.manifolds[k].a) || elastic(scratch.manifolds[k].b);
    });
}

void list_islands(const ContactView& view, Scratch& scratch) {
    AccountScratch& account = scratch.interaction.account;
    const IslandRun run{view, scratch.interaction, scratch.skins, scratch.contact.met, account};
    const int count = node_of_part(view.model, static_cast<int>(view.model.parts.size()));
    begin_sets(account.parent, count);
    constexpr int unseen = -2, alone = -1;
    account.island_of.assign(count, unseen);
    std::vector<int>& nodes = account.nodes;
    nodes.clear();
    const auto see = [&](int node) {
        if (node >= 0 && std::exchange(account.island_of[node], alone) == unseen) nodes.push_back(node);
    };
    for_each_tie(run, [&](int a, int b) {
        see(a);
        see(b);
        if (b >= 0) join_sets(account.parent, a, b);
    });
    std::sort(nodes.begin(), nodes.end(), [&](int a, int b) {
        const int first_a = first_of_set(account.parent, a), first_b = first_of_set(account.parent, b);
        return first_a != first_b ? first_a < first_b : a < b;
    });
    account.islands.clear();
    for (int k = 0; k < static_cast<int>(nodes.size()); ++k) {
        const int first = first_of_set(account.parent, nodes[k]);
        if (account.island_of[first] < 0) {
            account.island_of[first] = static_cast<int>(account.islands.size());
            account.islands.push_back({{k, 0}});
        }
        ++account.islands.back().nodes.count;
    }
    mark_by_contacts(run);
    mark_by_skins(run);
    mark_by_matter(run);
    leave_out_linked(run);
}

}  // namespace souple
