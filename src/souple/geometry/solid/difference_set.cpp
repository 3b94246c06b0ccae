// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <cmath>
#include <limits>

#include "souple/geometry/distance.h"
#include "souple/geometry/solid/difference_set.h"

namespace souple {

namespace {

constexpr int max_points = 128;
constexpr int max_facets = 2 * max_points;

struct Facet {
    std::array<int, 3> corners{};  ///< counter-clockwise seen from outside
    std::array<int, 3> across{};   ///< the facet beyond the side from corner k to corner k + 1
    Vec3 normal{0, 1, 0};          ///< unit, outward
    Real distance = 0;             ///< [m], of its plane from the origin
    bool alive = false, visible = false;
};

/// A polytope of triangles that grows inside the difference set.
struct Polytope {
    int point_count = 0, facet_count = 0;
    std::array<DifferencePoint, max_points> points;
    std::array<Facet, max_facets> facets;
    Real size = 0;       ///< [m]
    Real tolerance = 0;  ///< [m], thinner than this is flat
};

/// The side of a visible facet beyond which nothing is visible.
struct HorizonSide {
    int from = 0, to = 0;
    int beyond = 0;  ///< the facet that stays
};

struct Horizon {
    int count = 0;
    std::array<HorizonSide, max_facets> sides;
};

/// Whether w adds a dimension to the points so far.
bool is_new_dimension(const Polytope& p, const Vec3& w) {
    const Vec3 first = w - p.points[0].w;
    if (p.point_count == 1) return first.norm() > p.tolerance;
    const Vec3 base = p.points[1].w - p.points[0].w;
    if (p.point_count == 2) return base.cross(first).norm() > p.tolerance * base.norm();
    const Vec3 n = base.cross(p.points[2].w - p.points[0].w);
    return std::abs(n.dot(first)) > p.tolerance * n.norm();
}

/// Directions to look into for another dimension.
std::array<Vec3, 3> directions_off(const Polytope& p) {
    if (p.point_count == 1) return {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
    const Vec3 base = p.points[1].w - p.points[0].w;
    const Vec3 u = base.unitOrthogonal(), v = base.cross(u).normalized();
    if (p.point_count == 2) return {u, v, (u + v).normalized()};
    const Vec3 n = base.cross(p.points[2].w - p.points[0].w).normalized();
    return {n, n, n};
}

bool add_dimension(const DifferenceSet& set, Polytope& p) {
    for (const Vec3& d : directions_off(p))
        for (const Real sign : {1.0, -1.0}) {
            const DifferencePoint point = set.farthest(sign * d);
            if (!is_new_dimension(p, point.w)) continue;
            p.points[p.point_count++] = point;
            return true;
        }
    return false;
}

Real extent_of(const DifferenceSet& set) {
    Real size = 0;
    for (int axis = 0; axis < 3; ++axis)
        size = std::max(size, (set.farthest(Vec3::Unit(axis)).w - set.farthest(-Vec3::Unit(axis)).w).norm());
    return size;
}

/// Corners of the simplex that span something; the rest of a tetrahedron is looked for. False: the set is
/// flat.
bool make_corners(const DifferenceSet& set, const Simplex& start, Polytope& p) {
    p.size = extent_of(set);
    p.tolerance = 1e-10 * p.size;
    p.points[p.point_count++] = start.points[0];
    for (int i = 1; i < start.count; ++i)
        if (is_new_dimension(p, start.points[i].w)) p.points[p.point_count++] = start.points[i];
    while (p.point_count < 4)
        if (!add_dimension(set, p)) return false;
    return true;
}

void set_plane(Polytope& p, Facet& f) {
    const Vec3 &a = p.points[f.corners[0]].w, &b = p.points[f.corners[1]].w, &c = p.points[f.corners[2]].w;
    const Vec3 n = (b - a).cross(c - a);
    const Real length = n.norm();
    f.normal = length > 0 ? Vec3(n / length) : Vec3(0, 1, 0);
    // the mean of three is nearer the truth than one of them when the triangle is thin
    f.distance = f.normal.dot(a + b + c) / 3;
    f.alive = true;
    f.visible = false;
}

void make_tetrahedron(Polytope& p) {
    const Vec3 a = p.points[0].w;
    if ((p.points[1].w - a).cross(p.points[2].w - a).dot(p.points[3].w - a) > 0)
        std::swap(p.points[1], p.points[2]);
    p.facets[0].corners = {0, 1, 2}, p.facets[0].across = {1, 2, 3};
    p.facets[1].corners = {0, 3, 1}, p.facets[1].across = {3, 2, 0};
    p.facets[2].corners = {1, 3, 2}, p.facets[2].across = {1, 3, 0};
    p.facets[3].corners = {2, 3, 0}, p.facets[3].across = {2, 1, 0};
    p.facet_count = 4;
    for (int f = 0; f < 4; ++f) set_plane(p, p.facets[f]);
}

int nearest_facet(const Polytope& p) {
    int best = -1;
    for (int f = 0; f < p.facet_count; ++f)
        if (p.facets[f].alive && (best < 0 || p.facets[f].distance < p.facets[best].distance)) best = f;
    return best;
}

/// Marks what w sees, starting from a facet it sees. Facets in one plane with w count as seen: what replaces
/// them has no thin triangles.
void mark_visible(Polytope& p, int seed, const Vec3& w, Horizon& horizon) {
    std::array<int, max_facets> stack;
    int size = 0;
    stack[size++] = seed;
    p.facets[seed].visible = true;
    while (size > 0) {
        const Facet& f = p.facets[stack[--size]];
        for (const int g : f.across) {
            Facet& other = p.facets[g];
            if (other.visible || other.normal.dot(w) - other.distance <= -p.tolerance) continue;
            other.visible = true;
            stack[size++] = g;
        }
    }
    horizon.count = 0;
    for (int i = 0; i < p.facet_count; ++i) {
        const Facet& f = p.facets[i];
        if (!f.alive || !f.visible) continue;
        for (int k = 0; k < 3; ++k)
            if (!p.facets[f.across[k]].visible)
                horizon.sides[horizon.count++] = {f.corners[k], f.corners[(k + 1) % 3], f.across[k]};
    }
}

/// A single closed loop: every corner has one side that leaves and one that arrives.
bool is_loop(const Horizon& horizon, std::array<int, max_points>& leaves,
             std::array<int, max_points>& arrives) {
    leaves.fill(-1);
    arrives.fill(-1);
    for (int i = 0; i < horizon.count; ++i) {
        const HorizonSide& side = horizon.sides[i];
        if (leaves[side.from] >= 0 || arrives[side.to] >= 0) return false;
        leaves[side.from] = arrives[side.to] = i;
    }
    int steps = 0;
    for (int at = horizon.sides[0].from; steps == 0 || at != horizon.sides[0].from; ++steps) {
        if (leaves[at] < 0) return false;
        at = horizon.sides[leaves[at]].to;
    }
    return steps == horizon.count && steps >= 3;
}

/// Replaces what the new point sees by triangles from the horizon to it. False when round-off or a lack of
/// room forbids.
bool add_point(Polytope& p, int seed, const DifferencePoint& point) {
    Horizon horizon;
    std::array<int, max_points> leaves, arrives;
    mark_visible(p, seed, point.w, horizon);
    if (p.point_count == max_points || horizon.count < 3 || !is_loop(horizon, leaves, arrives)) return false;
    std::array<int, max_facets> place;
    int made = 0;
    for (int f = 0; f < p.facet_count; ++f)
        if (p.facets[f].visible) p.facets[f].alive = p.facets[f].visible = false;
    for (int f = 0; f < max_facets && made < horizon.count; ++f)
        if (f >= p.facet_count || !p.facets[f].alive) place[made++] = f;
    if (made < horizon.count) return false;
    const int apex = p.point_count++;
    p.points[apex] = point;
    for (int i = 0; i < horizon.count; ++i) {
        const HorizonSide& side = horizon.sides[i];
        Facet& f = p.facets[place[i]];
        f.corners = {side.from, side.to, apex};
        f.across = {side.beyond, place[leaves[side.to]], place[arrives[side.from]]};
        set_plane(p, f);
        Facet& stays = p.facets[side.beyond];
        for (int k = 0; k < 3; ++k)
            if (stays.corners[k] == side.to && stays.corners[(k + 1) % 3] == side.from)
                stays.across[k] = place[i];
        p.facet_count = std::max(p.facet_count, place[i] + 1);
    }
    return true;
}

/// The foot of the origin on the plane of a nearest facet. Where several triangles share the plane, one of
/// them holds it.
Depth depth_at(const Polytope& p, const Facet& nearest) {
    const Vec3 foot = nearest.distance * nearest.normal;
    Depth result;
    result.depth = nearest.distance;
    result.normal = nearest.normal;
    Real best = std::numeric_limits<Real>::infinity();
    for (int i = 0; i < p.facet_count && best > 0; ++i) {
        const Facet& f = p.facets[i];
        if (!f.alive || f.distance > nearest.distance + 10 * p.tolerance) continue;
        if (&f != &nearest && f.normal.dot(nearest.normal) < 1 - 1e-6) continue;
        const DifferencePoint &a = p.points[f.corners[0]], &b = p.points[f.corners[1]],
                              &c = p.points[f.corners[2]];
        const TrianglePoint point = closest_on_triangle(foot, a.w, b.w, c.w);
        const Real beside = (point.point - foot).squaredNorm();
        if (!(beside < best)) continue;
        best = beside;
        result.on_a = point.weights[0] * a.on_a + point.weights[1] * b.on_a + point.weights[2] * c.on_a;
        result.on_b = point.weights[0] * a.on_b + point.weights[1] * b.on_b + point.weights[2] * c.on_b;
    }
    return result;
}

/// Nothing to be inside of: a point, a segment or a flat figure. Out is across it, towards b.
Depth flat_depth(const DifferenceSet& set, const Simplex& start, const Polytope& p) {
    Depth result;
    Real sum = 0;
    for (int i = 0; i < start.count; ++i) sum += start.weights[i];
    for (int i = 0; i < start.count; ++i) {
        const Real weight = sum > 0 ? start.weights[i] / sum : 1.0 / start.count;
        result.on_a += weight * start.points[i].on_a;
        result.on_b += weight * start.points[i].on_b;
    }
    const Vec3 n = p.point_count == 1 ? Vec3(0, 1, 0) : directions_off(p)[0];
    result.normal = n.dot(set.offset) < 0 ? Vec3(-n) : n;
    result.converged = true;
    return result;
}

}  // namespace

Depth expand(const DifferenceSet& set, const Simplex& start, Real accuracy) {
    Polytope p;
    if (!make_corners(set, start, p)) return flat_depth(set, start, p);
    make_tetrahedron(p);
    while (true) {
        const int nearest = nearest_facet(p);
        const DifferencePoint point = set.farthest(p.facets[nearest].normal);
        const Real beyond = point.w.dot(p.facets[nearest].normal) - p.facets[nearest].distance;
        const bool converged = beyond <= accuracy * p.size;
        if (!converged && add_point(p, nearest, point)) continue;
        Depth result = depth_at(p, p.facets[nearest]);
        result.converged = converged;
        return result;
    }
}

}  // namespace souple
