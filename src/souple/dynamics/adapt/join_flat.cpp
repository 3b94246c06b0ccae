// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/join_flat.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "souple/dynamics/adapt/change_leaves.h"
#include "souple/dynamics/adapt/find_folds.h"
#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/dynamics/adapt/has_room.h"
#include "souple/topology/levels.h"
#include "souple/topology/refine.h"

namespace souple {

namespace {

constexpr Real close_enough = 1e-3;  ///< of the length of the edge
constexpr Real stilled = 0.2;  ///< of its speed relative to its corners that a leaving point loses in a step
constexpr Real largest_pull = 0.02;  ///< of the way to its chord that the pull alone makes in a step, at most

Vec3 middle(const Leaving& leaving, const std::vector<Vec3>& values) {
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < leaving.count; ++k) sum += values[leaving.corners[k]];
    return sum / leaving.count;
}

/// The middle of what is drawn there without the point: a square is cut along its first diagonal.
Vec3 middle_of_chord(const Leaving& leaving, const std::vector<Vec3>& x) {
    return 0.5 * (x[leaving.corners[0]] + x[leaving.corners[leaving.count / 2]]);
}

void add_bearers(int corner, Real part, const Model& model, JoinScratch& scratch) {
    if (const int k = scratch.between[corner - scratch.places.first]; k >= 0) {
        add_bearers(model.interpolated[k].a, 0.5 * part, model, scratch);
        add_bearers(model.interpolated[k].b, 0.5 * part, model, scratch);
        return;
    }
    for (Bearer& bearer : scratch.bearers)
        if (bearer.node == corner) {
            bearer.part += part;
            return;
        }
    scratch.bearers.push_back({corner, part});
}

/// Slows a point relative to the middle of its corners and pulls it there; who bears the corners takes the
/// opposite impulse. Gently: an explicit step with this damping c stays stable for omega h < sqrt(2 (2 - c)).
void lead(const Leaving& leaving, Real h, Real omega, const Model& model, JoinScratch& scratch,
          State& state) {
    if (model.inv_mass[leaving.node] == 0) return;
    scratch.bearers.clear();
    for (int k = 0; k < leaving.count; ++k)
        add_bearers(leaving.corners[k], Real(1) / leaving.count, model, scratch);
    Real inverse = model.inv_mass[leaving.node];
    Vec3 speed = state.v[leaving.node];
    for (const Bearer& bearer : scratch.bearers) {
        inverse += bearer.part * bearer.part * model.inv_mass[bearer.node];
        speed -= bearer.part * state.v[bearer.node];
    }
    const Vec3 away = state.x[leaving.node] - middle(leaving, state.x);
    const Vec3 impulse = -(stilled * speed + std::min(omega, largest_pull / h) * away) / inverse;
    state.v[leaving.node] += model.inv_mass[leaving.node] * impulse;
    for (const Bearer& bearer : scratch.bearers)
        state.v[bearer.node] -= model.inv_mass[bearer.node] * bearer.part * impulse;
}

/// Each child keeps a corner of a square: the centre is across from it, whichever child is asked.
Vertex centre_of_square(const Map2& map, Face square) {
    std::array<Vertex, 4> corners;
    int count = 0;
    for_each_corner(map, Face{map.faces[square.index].first_child},
                    [&](Dart d) { corners[count++] = vertex_of(map, d); });
    return corners[2];
}

/// Midpoints of the sides and the centre of a square, as far as they are free.
void find_leaving(const Map2& map, Face face, const std::vector<int>& node_of_slot,
                  const std::vector<Vec3>& x, std::vector<Leaving>& leaving) {
    const Corners corners = corners_of(map, face);
    const int level = level_of(map, face);
    const auto node_of_corner = [&](int k) { return node_of_slot[corners.slot[k % corners.count]]; };
    leaving.clear();
    Leaving centre{.length = std::numeric_limits<Real>::infinity()};
    for (int k = 0; k < corners.count; ++k) {
        const int a = node_of_corner(k), b = node_of_corner(k + 1);
        const Vertex m = vertex_of(map, midpoint_of(map, level, corners.dart[k]));
        leaving.push_back({node_of_slot[m.index], 2, {a, b}, (x[b] - x[a]).norm()});
        centre.corners[centre.count++] = a;
        centre.length = std::min(centre.length, leaving.back().length);
    }
    if (corners.count == 4) {
        centre.node = node_of_slot[centre_of_square(map, face).index];
        leaving.push_back(centre);
    }
}

/// Now, and after the step that it would have taken by itself: joined, it goes as its corners go.
bool is_on_chord(const Leaving& leaving, Real h, const State& state) {
    const Vec3 away = state.x[leaving.node] - middle(leaving, state.x);
    const Vec3 speed = state.v[leaving.node] - middle(leaving, state.v);
    return std::max(away.norm(), (away + h * speed).norm()) <= close_enough * leaving.length;
}

/// Whether no layer lies so near that it would be on the other side when the points are on their chords.
bool has_room_to_join(int part, const Model& model, const std::vector<Vec3>& x, JoinScratch& scratch) {
    scratch.nodes.clear();
    Real farthest = 0;
    for (const Leaving& l : scratch.leaving) {
        scratch.nodes.push_back(l.node);
        farthest = std::max(farthest, (x[l.node] - middle_of_chord(l, x)).norm());
    }
    return has_room(model, x, part, scratch.nodes, farthest, scratch.room);
}

/// By slot of a face: the sharpest fold at any of its children, as a cosine.
void find_sharpest_at_children(const AdaptiveCloth& cloth, const Leaves& leaves, const std::vector<Vec3>& x,
                               std::vector<Real>& least) {
    least.assign(leaves.map.faces.slot_count(), 1);
    const auto note = [&](int face, Real cosine) {
        if (face < 0) return;
        const int parent = leaves.map.faces[face].parent;
        if (parent >= 0) least[parent] = std::min(least[parent], cosine);
    };
    for (const Fold& fold : cloth.folds) {
        const Real cosine = fold_cosine(cloth, fold, x);
        note(fold.face, cosine);
        note(fold.other, cosine);
    }
}

Real rest_area(const Leaves& leaves, const std::vector<int>& point_of_slot, const Corners& corners) {
    const auto at = [&](int k) -> const Vec3& { return leaves.rest[point_of_slot[corners.slot[k]]]; };
    return 0.5 * (at(1) - at(0)).cross(at(2) - at(0)).norm();
}

void find_places(const Leaves& leaves, const Model& model, const Part& part, JoinScratch& scratch) {
    leaves.list_points(scratch.order);
    const std::size_t slots = leaves.map.vertices.slot_count();
    SlotPlaces& places = scratch.places;
    places.first = part.points.begin;
    places.node_of_slot.assign(slots, -1);
    places.point_of_slot.assign(slots, -1);
    for (std::size_t i = 0; i < scratch.order.size(); ++i) {
        places.point_of_slot[scratch.order[i]] = static_cast<int>(i);
        places.node_of_slot[scratch.order[i]] = places.first + static_cast<int>(i);
    }
    scratch.between.assign(part.points.count, -1);
    for (int k = part.interpolated.begin; k < part.interpolated.end(); ++k)
        scratch.between[model.interpolated[k].node - places.first] = k;
}

/// Counts for how long each divided face has been flat, and lists those that have been for long enough.
void find_calm_faces(const AdaptiveCloth& cloth, const std::vector<Vec3>& x, Real h, Leaves& leaves,
                     JoinScratch& scratch) {
    const Map2& map = leaves.map;
    find_sharpest_at_children(cloth, leaves, x, scratch.sharpest);
    scratch.calm.clear();
    for (int slot = 0; slot < map.faces.slot_count(); ++slot) {
        const Face face{slot};
        if (!map.faces.is_live(slot) || level_of(map, face) < cloth.rule.start_level || !can_merge(map, face))
            continue;
        const Real limit =
            largest_angle(cloth, level_of(map, face),
                          rest_area(leaves, scratch.places.point_of_slot, corners_of(map, face)));
        const bool flat =
            scratch.sharpest[slot] > std::cos(std::min(std::numbers::pi, cloth.rule.join_below * limit));
        leaves.calm[slot] = flat ? leaves.calm[slot] + h : 0;
        if (leaves.calm[slot] < cloth.rule.join_after) continue;
        if (!cloth.rule.balance || can_merge_balanced(map, face)) scratch.calm.push_back(slot);
    }
}

/// Leads the points of calm faces onto their chords, and lists the faces whose points are there.
void lead_points(const AdaptiveCloth& cloth, Real h, const Model& model, const Leaves& leaves,
                 JoinScratch& scratch, State& state) {
    const SlotPlaces& places = scratch.places;
    scratch.ready.clear();
    scratch.is_led.assign(scratch.between.size(), false);
    for (const int slot : scratch.calm) {
        find_leaving(leaves.map, Face{slot}, places.node_of_slot, state.x, scratch.leaving);
        const auto on_chord = [&](const Leaving& l) { return is_on_chord(l, h, state); };
        if (std::all_of(scratch.leaving.begin(), scratch.leaving.end(), on_chord)) {
            if (has_room_to_join(cloth.part, model, state.x, scratch)) scratch.ready.push_back(slot);
            continue;
        }
        const Real omega =
            (leaves.calm[slot] - cloth.rule.join_after) / (cloth.rule.join_time * cloth.rule.join_time);
        for (const Leaving& l : scratch.leaving) {
            if (scratch.is_led[l.node - places.first]) continue;  // by the face on the other side of its edge
            scratch.is_led[l.node - places.first] = true;
            lead(l, h, omega, model, scratch, state);
        }
    }
}

int join_on_surface(int surface, Real h, State& state, Model& model, JoinScratch& scratch) {
    const AdaptiveCloth& cloth = model.adaptive[surface];
    if (cloth.rule.join_below <= 0) return 0;
    Leaves& leaves = state.leaves[surface];
    find_places(leaves, model, model.parts[cloth.part], scratch);
    find_calm_faces(cloth, state.x, h, leaves, scratch);
    scratch.room.blocks.clear();
    lead_points(cloth, h, model, leaves, scratch, state);
    if (!scratch.ready.empty()) join_faces(surface, scratch.ready, state, model);
    return static_cast<int>(scratch.ready.size());
}

}  // namespace

int join_flat_faces(Real h, State& state, Model& model, JoinScratch& scratch) {
    int joined = 0;
    for (std::size_t s = 0; s < model.adaptive.size(); ++s)
        joined += join_on_surface(static_cast<int>(s), h, state, model, scratch);
    return joined;
}

}  // namespace souple
