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

/// A point that goes when a face is joined, and the corners it must lie between: those of its side, for the
/// centre of a square all four, where its springs hold it.
struct Leaving {
    int node = 0;
    int count = 0;
    std::array<int, 4> corners{};
    Real length = 0;  ///< [m] of the side, of a square's centre of the shortest one
};

Vec3 middle(const Leaving& leaving, const std::vector<Vec3>& values) {
    Vec3 sum = Vec3::Zero();
    for (int k = 0; k < leaving.count; ++k) sum += values[leaving.corners[k]];
    return sum / leaving.count;
}

/// The middle of what is drawn there without the point: a square is cut along its first diagonal.
Vec3 middle_of_chord(const Leaving& leaving, const std::vector<Vec3>& x) {
    return 0.5 * (x[leaving.corners[0]] + x[leaving.corners[leaving.count / 2]]);
}

/// Slows a point relative to the middle of its corners and pulls it there; the corners take the opposite
/// impulse. Gently: an explicit step with this damping c stays stable for omega h < sqrt(2 (2 - c)).
void lead(const Leaving& leaving, Real h, Real omega, const Model& model, State& state) {
    if (model.inv_mass[leaving.node] == 0) return;
    Real inverse = model.inv_mass[leaving.node];
    for (int k = 0; k < leaving.count; ++k)
        inverse += model.inv_mass[leaving.corners[k]] / (leaving.count * leaving.count);
    const Vec3 away = state.x[leaving.node] - middle(leaving, state.x);
    const Vec3 speed = state.v[leaving.node] - middle(leaving, state.v);
    const Vec3 impulse = -(stilled * speed + std::min(omega, largest_pull / h) * away) / inverse;
    state.v[leaving.node] += model.inv_mass[leaving.node] * impulse;
    for (int k = 0; k < leaving.count; ++k)
        state.v[leaving.corners[k]] -= model.inv_mass[leaving.corners[k]] / leaving.count * impulse;
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
std::vector<Leaving> points_leaving(const Map2& map, Face face, const std::vector<int>& node_of_slot,
                                    const std::vector<Vec3>& x) {
    const Corners corners = corners_of(map, face);
    const int level = level_of(map, face);
    const auto node_of_corner = [&](int k) { return node_of_slot[corners.slot[k % corners.count]]; };
    std::vector<Leaving> leaving;
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
    return leaving;
}

/// Now, and after the step that it would have taken by itself: joined, it goes as its corners go.
bool is_on_chord(const Leaving& leaving, Real h, const State& state) {
    const Vec3 away = state.x[leaving.node] - middle(leaving, state.x);
    const Vec3 speed = state.v[leaving.node] - middle(leaving, state.v);
    return std::max(away.norm(), (away + h * speed).norm()) <= close_enough * leaving.length;
}

/// Whether no layer lies so near that it would be on the other side when the points are on their chords.
bool has_room_to_join(const std::vector<Leaving>& leaving, int part, const Model& model,
                      const std::vector<Vec3>& x) {
    std::vector<int> nodes;
    Real farthest = 0;
    for (const Leaving& l : leaving) {
        nodes.push_back(l.node);
        farthest = std::max(farthest, (x[l.node] - middle_of_chord(l, x)).norm());
    }
    return has_room(model, x, part, nodes, farthest);
}

/// By slot of a face: the sharpest fold at any of its children, as a cosine.
std::vector<Real> sharpest_at_children(const AdaptiveCloth& cloth, const Leaves& leaves,
                                       const std::vector<Vec3>& x) {
    std::vector<Real> least(leaves.map.faces.slot_count(), 1);
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
    return least;
}

Real rest_area(const Leaves& leaves, const std::vector<int>& point_of_slot, const Corners& corners) {
    const auto at = [&](int k) -> const Vec3& { return leaves.rest[point_of_slot[corners.slot[k]]]; };
    return 0.5 * (at(1) - at(0)).cross(at(2) - at(0)).norm();
}

/// Where the points of one surface are, by slot of their vertex.
struct SlotPlaces {
    int first = 0;                   ///< point of the part in the State
    std::vector<int> node_of_slot;   ///< in the State
    std::vector<int> point_of_slot;  ///< in the part
};

SlotPlaces find_places(const Leaves& leaves, int first) {
    std::vector<int> order;
    leaves.list_points(order);
    const std::size_t slots = leaves.map.vertices.slot_count();
    SlotPlaces places{first, std::vector<int>(slots, -1), std::vector<int>(slots, -1)};
    for (std::size_t i = 0; i < order.size(); ++i) {
        places.point_of_slot[order[i]] = static_cast<int>(i);
        places.node_of_slot[order[i]] = first + static_cast<int>(i);
    }
    return places;
}

/// Counts for how long each divided face has been flat, and lists those that have been for long enough.
std::vector<int> find_calm_faces(const AdaptiveCloth& cloth, const SlotPlaces& places,
                                 const std::vector<Vec3>& x, Real h, Leaves& leaves) {
    const Map2& map = leaves.map;
    const std::vector<Real> sharpest = sharpest_at_children(cloth, leaves, x);
    std::vector<int> calm;
    for (int slot = 0; slot < map.faces.slot_count(); ++slot) {
        const Face face{slot};
        if (!map.faces.is_live(slot) || level_of(map, face) < cloth.rule.start_level || !can_merge(map, face))
            continue;
        const Real limit = largest_angle(cloth, level_of(map, face),
                                         rest_area(leaves, places.point_of_slot, corners_of(map, face)));
        const bool flat =
            sharpest[slot] > std::cos(std::min(std::numbers::pi, cloth.rule.join_below * limit));
        leaves.calm[slot] = flat ? leaves.calm[slot] + h : 0;
        if (leaves.calm[slot] < cloth.rule.join_after) continue;
        if (!cloth.rule.balance || can_merge_balanced(map, face)) calm.push_back(slot);
    }
    return calm;
}

/// Leads the points of calm faces onto their chords. Returns the faces whose points are there.
std::vector<int> lead_points(const std::vector<int>& calm, const AdaptiveCloth& cloth,
                             const SlotPlaces& places, Real h, const Model& model, const Leaves& leaves,
                             State& state) {
    std::vector<int> ready;
    std::vector<char> is_led(places.node_of_slot.size(), false);
    for (const int slot : calm) {
        const auto leaving = points_leaving(leaves.map, Face{slot}, places.node_of_slot, state.x);
        const auto on_chord = [&](const Leaving& l) { return is_on_chord(l, h, state); };
        if (std::all_of(leaving.begin(), leaving.end(), on_chord)) {
            if (has_room_to_join(leaving, cloth.part, model, state.x)) ready.push_back(slot);
            continue;
        }
        const Real omega =
            (leaves.calm[slot] - cloth.rule.join_after) / (cloth.rule.join_time * cloth.rule.join_time);
        for (const Leaving& l : leaving) {
            if (is_led[l.node - places.first]) continue;  // by the face on the other side of its edge
            is_led[l.node - places.first] = true;
            lead(l, h, omega, model, state);
        }
    }
    return ready;
}

int join_on_surface(int surface, Real h, State& state, Model& model) {
    const AdaptiveCloth& cloth = model.adaptive[surface];
    if (cloth.rule.join_below <= 0) return 0;
    Leaves& leaves = state.leaves[surface];
    const SlotPlaces places = find_places(leaves, model.parts[cloth.part].points.begin);
    const std::vector<int> calm = find_calm_faces(cloth, places, state.x, h, leaves);
    const std::vector<int> ready = lead_points(calm, cloth, places, h, model, leaves, state);
    if (!ready.empty()) join_faces(surface, ready, state, model);
    return static_cast<int>(ready.size());
}

}  // namespace

int join_flat_faces(Real h, State& state, Model& model) {
    int joined = 0;
    for (std::size_t s = 0; s < model.adaptive.size(); ++s)
        joined += join_on_surface(static_cast<int>(s), h, state, model);
    return joined;
}

}  // namespace souple
