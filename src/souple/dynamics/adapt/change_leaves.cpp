// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/change_leaves.h"

#include <algorithm>
#include <array>
#include <span>

#include "souple/core/errors.h"
#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/dynamics/adapt/interpolated.h"
#include "souple/dynamics/contact/touchables.h"
#include "souple/topology/levels.h"
#include "souple/topology/refine.h"
#include "souple/topology/walks.h"

namespace souple {

namespace {

/// The points of a surface by slot of their vertex, while the map changes.
struct LoosePoints {
    std::vector<Vec3> x, v, rest;

    void fit(int slots) {
        for (auto* values : {&x, &v, &rest}) values->resize(slots, Vec3::Zero());
    }
};

LoosePoints take_points(const Leaves& leaves, Range points, const State& state) {
    std::vector<int> order;
    leaves.list_points(order);
    SOUPLE_ASSERT(static_cast<int>(order.size()) == points.count);
    LoosePoints loose;
    loose.fit(leaves.map.vertices.slot_count());
    for (int i = 0; i < points.count; ++i) {
        loose.x[order[i]] = state.x[points.begin + i];
        loose.v[order[i]] = state.v[points.begin + i];
        loose.rest[order[i]] = leaves.rest[i];
    }
    return loose;
}

void replace(Range range, const std::vector<Vec3>& by, std::vector<Vec3>& values) {
    const auto begin = values.begin() + range.begin;
    const std::ptrdiff_t more = static_cast<std::ptrdiff_t>(by.size()) - range.count;
    if (more > 0)
        values.insert(begin + range.count, more, Vec3::Zero());
    else
        values.erase(begin + by.size(), begin + range.count);
    std::copy(by.begin(), by.end(), values.begin() + range.begin);
}

void put_points(const LoosePoints& loose, Range points, Leaves& leaves, State& state) {
    std::vector<int> order;
    leaves.list_points(order);
    std::vector<Vec3> x(order.size()), v(order.size());
    leaves.rest.resize(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        x[i] = loose.x[order[i]];
        v[i] = loose.v[order[i]];
        leaves.rest[i] = loose.rest[order[i]];
    }
    replace(points, x, state.x);
    replace(points, v, state.v);
    leaves.calm.resize(leaves.map.faces.slot_count(), 0);
}

Vec3 mean_of(const std::vector<Vec3>& values, std::span<const int> slots) {
    Vec3 sum = Vec3::Zero();
    for (const int slot : slots) sum += values[slot];
    return sum / slots.size();
}

/// New vertices of a divided face: midpoints of its sides, and the centre of a square. That comes onto the
/// diagonal along which the square is cut, so that the surface stays where it is, however it is bent, with
/// what lies on it and what holds it. Its mass comes from all four corners: so does its velocity, which keeps
/// the momentum.
void place_new_points(const Map2& map, const MapChange& change, const Corners& corners, LoosePoints& loose) {
    loose.fit(map.vertices.slot_count());
    for (const Vertex vertex : change.added) {
        const VertexRecord& record = map.vertices[vertex.index];
        const bool is_centre = record.parent_a < 0;
        const std::array<int, 2> ends = is_centre ? std::array{corners.slot[0], corners.slot[2]}
                                                  : std::array{record.parent_a, record.parent_b};
        for (auto* values : {&loose.x, &loose.rest}) (*values)[vertex.index] = mean_of(*values, ends);
        loose.v[vertex.index] = is_centre ? mean_of(loose.v, corners.slot) : mean_of(loose.v, ends);
    }
}

void divide_face(Face face, bool balance, Leaves& leaves, LoosePoints& loose, MapChange& done) {
    if (!can_split(leaves.map, face)) return;
    const Corners corners = corners_of(leaves.map, face);
    if (balance) {
        // coarser neighbours first, one by one, so that each has its own centre
        const int level = level_of(leaves.map, face);
        for (int side = 0; side < corners.count; ++side) {
            const Beyond beyond = beyond_side(leaves.map, corners, level, side);
            if (beyond.face && level_of(leaves.map, beyond.face) < level)
                divide_face(beyond.face, true, leaves, loose, done);
        }
    }
    done.added.clear();
    split(leaves.map, face, done);
    place_new_points(leaves.map, done, corners, loose);
    leaves.calm.resize(leaves.map.faces.slot_count(), 0);
    leaves.calm[face.index] = 0;
}

Vec3 momentum_of(const Model& model, Range points, const std::vector<Vec3>& v) {
    Vec3 sum = Vec3::Zero();
    for (int p = points.begin; p < points.end(); ++p) sum += model.point_mass[p] * v[p];
    return sum;
}

/// Masses have moved between points: the free ones share what that did to the momentum.
void restore_momentum(const Model& model, Range points, const Vec3& before, std::vector<Vec3>& v) {
    Real free_mass = 0;
    for (int p = points.begin; p < points.end(); ++p)
        if (model.inv_mass[p] > 0) free_mass += model.point_mass[p];
    if (free_mass == 0) return;
    const Vec3 change = (before - momentum_of(model, points, v)) / free_mass;
    for (int p = points.begin; p < points.end(); ++p)
        if (model.inv_mass[p] > 0) v[p] += change;
}

/// Contacts of matter are remembered by where its points and triangles stand, which changes.
void forget_touching(const Model& model, State& state) {
    const auto bodies = static_cast<std::uint64_t>(count_bodies(model));
    std::erase_if(state.touching, [bodies](const ManifoldMemory& memory) {
        return (memory.pair >> 32) >= bodies || (memory.pair & 0xffffffffu) >= bodies;
    });
}

/// A leaf that is new, and all that share a side with it.
void touch_around(const Map2& map, Face leaf, std::vector<char>& touched) {
    if (!is_leaf(map, leaf)) return;
    touched[leaf.index] = true;
    for_each_dart(map, leaf, [&](Dart d) {
        const Dart across = phi2(map, d);
        if (!is_border(map, across)) touched[face_of(map, across).index] = true;
    });
}

/// By slot of a face: the leaves whose laws a change of the map can have changed, and what is no leaf any
/// more.
std::vector<char> find_touched(const Map2& map, const MapChange& done) {
    std::vector<char> touched(map.faces.slot_count());
    for (std::size_t slot = 0; slot < touched.size(); ++slot)
        touched[slot] = !is_leaf(map, Face{static_cast<int>(slot)});
    for (const Face face : done.split)
        for (int c = map.faces[face.index].first_child; c >= 0; c = map.faces[c].next_sibling)
            touch_around(map, Face{c}, touched);
    for (const Face face : done.merged) touch_around(map, face, touched);
    return touched;
}

/// Takes the points out, changes the leaves, puts them back, and lets the Model follow.
template <class Change>
LawChange change_leaves(int surface, State& state, Model& model, const Change& change) {
    const int part = model.adaptive[surface].part;
    const Range points = model.parts[part].points;
    const Vec3 before = momentum_of(model, points, state.v);
    Leaves& leaves = state.leaves[surface];
    LoosePoints loose = take_points(leaves, points, state);
    MapChange done;
    change(leaves, loose, done);
    put_points(loose, points, leaves, state);
    LawChange laws;
    follow_change(state, surface, find_touched(leaves.map, done), laws, model);
    forget_touching(model, state);
    restore_momentum(model, model.parts[part].points, before, state.v);
    place_interpolated(model, model.parts[part].interpolated, state);
    return laws;
}

}  // namespace

LawChange divide_faces(int surface, const std::vector<int>& faces, State& state, Model& model) {
    const bool balance = model.adaptive[surface].rule.balance;
    return change_leaves(surface, state, model, [&](Leaves& leaves, LoosePoints& loose, MapChange& done) {
        for (const int face : faces) divide_face(Face{face}, balance, leaves, loose, done);
    });
}

void join_faces(int surface, const std::vector<int>& faces, State& state, Model& model) {
    change_leaves(surface, state, model, [&](Leaves& leaves, LoosePoints&, MapChange& done) {
        for (const int face : faces)
            if (can_merge(leaves.map, Face{face})) merge(leaves.map, Face{face}, done);
    });
}

void divide_everywhere(int surface, int level, State& state, Model& model) {
    for (int k = 0; k < level; ++k) {
        std::vector<int> faces;
        const Map2& map = state.leaves[surface].map;
        for (int slot = 0; slot < map.faces.slot_count(); ++slot)
            if (is_leaf(map, Face{slot})) faces.push_back(slot);
        divide_faces(surface, faces, state, model);
    }
}

}  // namespace souple
