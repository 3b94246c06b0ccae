// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/space/space_tracking.h"

#include <algorithm>
#include <cmath>

#include "souple/geometry/orient.h"

namespace souple {

namespace {

/// Whether the line from p to q meets a closed triangle whose plane it crosses.
bool passes(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c) {
    const int u = orient(p, q, a, b), v = orient(p, q, b, c);
    if (u * v < 0) return false;
    const int w = orient(p, q, c, a);
    return u * w >= 0 && v * w >= 0;
}

/// Whether the way from p is free, and the dart where it ends.
Dart try_line(const Space& space, Dart from, const Vec3& p, const Vec3& q) {
    Dart d = from;
    for (int left = most_facets(space); left > 0; --left) {
        const FanExit exit = exit_of(space, d, &p, q);
        if (exit == FanExit::Arrived) return d;
        if (exit == FanExit::Lost || (exit == FanExit::Beyond && !can_pass(space, d))) return {};
        d = behind(space, d, exit);
    }
    return {};
}

}  // namespace

SpaceKind kind_of_place(const Space& space, Dart d, const Vec3& p) {
    const auto [f, s, e, v] = tetrahedron_of(space, d);
    if (orient(f, s, e, p) != 0) return SpaceKind::Volume;
    if (p == s || p == e) return SpaceKind::Vertex;
    return orient(v, s, e, p) == 0 ? SpaceKind::Edge : SpaceKind::Face;
}

FanExit exit_of(const Space& space, Dart d, const Vec3* p, const Vec3& q) {
    const auto [f, s, e, v] = tetrahedron_of(space, d);
    bool inside = true;
    const auto leaves = [&](bool is_beyond, const Vec3& a, const Vec3& b, const Vec3& c) {
        inside &= !is_beyond;
        return is_beyond && (p == nullptr || passes(*p, q, a, b, c));
    };
    if (leaves(orient(v, f, s, q) < 0, v, f, s)) return FanExit::Before;
    if (leaves(orient(v, f, e, q) > 0, v, f, e)) return FanExit::Behind;
    if (leaves(orient(v, s, e, q) < 0, v, s, e)) return FanExit::Across;
    if (leaves(orient(f, s, e, q) > 0, f, s, e)) return FanExit::Beyond;
    return inside ? FanExit::Arrived : FanExit::Lost;
}

Dart behind(const Space& space, Dart d, FanExit exit) {
    switch (exit) {
        case FanExit::Beyond:
            return phi3(space.map, d);
        case FanExit::Across:
            return phi2(space.map, d);
        case FanExit::Before:
            return phi1_inv(space.map, d);
        case FanExit::Behind:
            return phi1(space.map, d);
        default:
            return d;
    }
}

SpaceEnd seek(const Space& space, Dart from, const Vec3& q) {
    Dart d = from;
    const int most = most_facets(space);
    for (int crossings = 0; crossings < most; ++crossings) {
        const FanExit exit = exit_of(space, d, nullptr, q);
        if (exit == FanExit::Arrived) return {d, volume_of(space.map, d), q, {}, crossings, false};
        d = behind(space, d, exit);
        if (is_border(space.map, d)) break;
    }
    return search_end(space, q);
}

SpaceEnd search_end(const Space& space, const Vec3& q) {
    const Dart d = locate_by_search(space, q);
    return {d, d ? volume_of(space.map, d) : VolumeCell{}, q, {}, 0, true};
}

SpaceEnd stop_before(const Space& space, Dart from, const Vec3& p, const Vec3& q, Dart wall, int crossings) {
    const auto [f, s, e, v] = tetrahedron_of(space, wall);
    const Vec3 normal = (s - f).cross(e - f);
    Real t = normal.dot(f - p) / normal.dot(q - p);
    t = std::isfinite(t) ? std::clamp(t, Real(0), Real(1)) : 0;
    // rounding may have put the place behind the face: go back by bits, then by more
    for (int k = 0; k <= 52 && t > 0; k += 2) {
        const Vec3 place = p + t * (q - p);
        if (const Dart d = try_line(space, from, p, place))
            return {d, volume_of(space.map, d), place, wall, crossings, false};
        t -= std::ldexp(Real(1), k - 52);
    }
    return {from, volume_of(space.map, from), p, wall, crossings, false};
}

SpaceEnd track(const Space& space, Dart from, const Vec3& p, const Vec3& q) {
    SpaceEnd end = follow_line(space, from, p, q, false, [](VolumeCell) {});
    if (end.searched_all && (!end.dart || is_obstacle(space, end.cell) || !is_way_free(space, p, q)))
        end = {from, volume_of(space.map, from), p, {}, 0, true};
    return end;
}

bool is_way_free(const Space& space, const Vec3& p, const Vec3& q) {
    bool is_free = true;
    for_each_face(space.map, [&](Face face) {
        Dart first = dart_of(space.map, face);
        if (is_border(space.map, first)) first = phi3(space.map, first);
        const Dart beyond = phi3(space.map, first);
        if (!is_free || (can_pass(space, first) && can_pass(space, beyond))) return;
        for_each_dart_around(space.map, first, [&](Dart d) {
            const auto [f, s, e, v] = tetrahedron_of(space, d);
            const int side = orient(f, s, e, p) * orient(f, s, e, q);
            is_free &= side > 0 || !passes(p, q, f, s, e);
        });
    });
    return is_free;
}

SpaceEnd walk_along_walls(const Space& space, VolumeCell cell, const Vec3& p, const Vec3& q) {
    if (space.has_boxes && space.box[cell].contains(q))
        return {dart_of(space.map, cell), cell, q, {}, 0, false};
    const SpaceEnd start = seek(space, dart_of(space.map, cell), p);
    if (!start.dart) return {dart_of(space.map, cell), cell, p, {}, 0, true};
    const SpaceEnd end = track(space, start.dart, p, q);
    if (!end.wall) return end;
    const auto [f, s, e, v] = tetrahedron_of(space, end.wall);
    const Vec3 normal = (s - f).cross(e - f).normalized(), left = q - end.place;
    SpaceEnd slid = track(space, end.dart, end.place, end.place + left - left.dot(normal) * normal);
    slid.wall = end.wall;
    slid.searched_all |= end.searched_all;
    return slid;
}

}  // namespace souple
