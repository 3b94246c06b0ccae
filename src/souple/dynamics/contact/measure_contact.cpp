// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/measure_contact.h"

#include <algorithm>

#include "souple/dynamics/contact/find_pairs.h"
#include "souple/dynamics/contact/touch_pair.h"
#include "souple/dynamics/contact/touch_skin.h"
#include "souple/geometry/crossing.h"

namespace souple {

namespace {

/// Obstacles where the last step left them.
Control held_control(const World& world) {
    Control control;
    control.time_t1 = 1;
    control.obstacles.resize(world.model.obstacles.size());
    const bool stepped = world.control.obstacles.size() == world.model.obstacles.size();
    for (std::size_t o = 0; o < control.obstacles.size(); ++o)
        control.obstacles[o].pose_t0 = control.obstacles[o].pose_t1 =
            stepped ? world.control.obstacles[o].pose_t1 : world.model.obstacles[o].pose;
    return control;
}

/// [m] that matter is thick.
Real thickness_of(const Model& model, const Touchable& touchable) {
    const bool is_matter = touchable.kind == TouchableKind::Point ||
                           touchable.kind == TouchableKind::Triangle || touchable.kind == TouchableKind::Edge;
    return is_matter ? model.parts[touchable.part].surface.thickness : 0;
}

Real depth_of(const Manifold& manifold) {
    Real gap = 0;
    for (int k = 0; k < manifold.count; ++k) gap = std::min(gap, manifold.points[k].gap);
    return -gap;
}

/// [m] how far two touchables overlap, their thickness included.
Real depth_of_pair(const ContactView& view, const Touchable& a, const Touchable& b,
                   InteractionScratch& found) {
    if (!touches_several(view, a, b)) {
        Manifold manifold;
        touch_pair(view, a, b, 0, manifold, found.movers);
        return depth_of(manifold);
    }
    found.manifolds.clear();
    touch_mesh_pair(view, a, b, found.movers, found.manifolds);
    Real depth = 0;
    for (const Manifold& manifold : found.manifolds) depth = std::max(depth, depth_of(manifold));
    return depth;
}

/// Leaves out what no wanted part is near to.
void keep_near(const std::vector<char>& is_wanted, InteractionScratch& found) {
    std::vector<Aabb> around(is_wanted.size());
    for (std::size_t k = 0; k < found.touchables.size(); ++k)
        if (const int part = found.touchables[k].part; part >= 0 && is_wanted[part])
            around[part].extend(found.boxes[k]);
    const auto is_kept = [&](int k) {
        const int part = found.touchables[k].part;
        if (part >= 0 && is_wanted[part]) return true;
        return std::any_of(around.begin(), around.end(),
                           [&](const Aabb& box) { return box.overlaps(found.boxes[k]); });
    };
    int kept = 0, bodies = 0, before_edges = 0;
    for (int k = 0; k < static_cast<int>(found.touchables.size()); ++k) {
        if (!is_kept(k)) continue;
        bodies += k < found.body_count ? 1 : 0;
        before_edges += k < found.edge_begin ? 1 : 0;
        found.touchables[kept] = found.touchables[k];
        found.boxes[kept++] = found.boxes[k];
    }
    found.touchables.resize(kept);
    found.boxes.resize(kept);
    found.body_count = bodies;
    found.edge_begin = before_edges;
}

using Corners = std::array<Vec3, 3>;

Corners corners_of(const State& state, const Nodes<3>& nodes) {
    return {state.x[nodes[0]], state.x[nodes[1]], state.x[nodes[2]]};
}

/// Whether a side of one that has no corner in common with the other passes through it.
bool passes_through(const Movers& movers, const State& state, const Nodes<3>& sides,
                    const Nodes<3>& triangle) {
    for (int k = 0; k < 3; ++k) {
        const Nodes<2> side{sides[k], sides[(k + 1) % 3]};
        const auto is_shared = [&](int i) { return belongs_to(movers, i, triangle); };
        const auto is_on_side = [&](int i) { return belongs_to(movers, i, side); };
        if (!pierces(state.x[side[0]], state.x[side[1]], corners_of(state, triangle))) continue;
        if (std::none_of(side.begin(), side.end(), is_shared) &&
            std::none_of(triangle.begin(), triangle.end(), is_on_side))
            return true;
    }
    return false;
}

}  // namespace

std::vector<Real> deepest_overlaps(const World& world, std::span<const int> parts, Thickness thickness) {
    const Model& model = world.model;
    std::vector<Real> deepest(model.parts.size(), 0);
    const bool has_bodies = !model.pieces.empty() || !model.crowds.empty() || !model.skins.empty();
    if (!has_bodies && thickness == Thickness::LeftOut) return deepest;  // (thin things have no inside)
    std::vector<char> is_wanted(model.parts.size(), 0);
    for (const int part : parts) is_wanted[part] = 1;
    InteractionScratch found;
    const Control control = held_control(world);
    list_movers(model, found.movers);
    list_touchables(model, found);
    pose_skins(model, world.state, found);
    found.movers.spreads.resize(2);
    const ContactView view{model, control, world.state, 0, found.edges, found.skin_fields};
    std::vector<Aabb> obstacle_boxes;
    for (std::size_t o = 0; o < model.obstacles.size(); ++o)
        obstacle_boxes.push_back(placed(bounds(model.obstacles[o].shape), control.obstacles[o].pose_t0));
    update_boxes(view, obstacle_boxes, found);
    keep_near(is_wanted, found);
    find_pairs(view, found);
    for (const IndexPair& pair : found.pairs) {
        const Touchable &a = found.touchables[pair.a], &b = found.touchables[pair.b];
        const bool wanted_a = a.part >= 0 && is_wanted[a.part], wanted_b = b.part >= 0 && is_wanted[b.part];
        if (!wanted_a && !wanted_b) continue;
        Real depth = depth_of_pair(view, a, b, found);
        if (thickness == Thickness::LeftOut) depth -= thickness_of(model, a) + thickness_of(model, b);
        if (wanted_a) deepest[a.part] = std::max(deepest[a.part], depth);
        if (wanted_b) deepest[b.part] = std::max(deepest[b.part], depth);
    }
    return deepest;
}

Real deepest_overlap(const World& world, int part) {
    return deepest_overlaps(world, std::span(&part, 1))[part];
}

int crossing_count(const Model& model, const State& state, int part) {
    std::vector<Touchable> triangles;
    std::vector<Aabb> boxes;
    Aabb own;
    const Range points = model.parts[part].points;
    for (int i = points.begin; i < points.end(); ++i) own.extend(state.x[i]);
    for (int p = 0; p < static_cast<int>(model.parts.size()); ++p)
        for (int t = model.parts[p].triangles.begin; t < model.parts[p].triangles.end(); ++t) {
            Aabb box;
            for (const int i : model.triangles[t]) box.extend(state.x[i]);
            if (p != part && !box.overlaps(own)) continue;
            triangles.push_back({TouchableKind::Triangle, t, p});
            boxes.push_back(box);
        }
    PairSearch search;
    std::vector<IndexPair> pairs;
    overlapping_pairs(search, boxes, pairs);
    Movers movers;
    list_movers(model, movers);
    return static_cast<int>(std::count_if(pairs.begin(), pairs.end(), [&](const IndexPair& pair) {
        const Touchable &a = triangles[pair.a], &b = triangles[pair.b];
        if (a.part != part && b.part != part) return false;
        return passes_through(movers, state, model.triangles[a.index], model.triangles[b.index]) ||
               passes_through(movers, state, model.triangles[b.index], model.triangles[a.index]);
    }));
}

}  // namespace souple
