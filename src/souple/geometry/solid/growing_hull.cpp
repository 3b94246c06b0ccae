// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/solid/growing_hull.h"

#include <cmath>
#include <map>

#include "souple/geometry/aabb.h"

namespace souple {

namespace {

__extension__ using WideInteger = __int128;

constexpr Real grid_cells = 1 << 30;  ///< along the longest side: products of three differences fit 128 bits

void put_on_grid(GrowingHull& hull) {
    Aabb box;
    for (const Vec3& p : hull.points) box.extend(p);
    hull.size = box.size().maxCoeff();
    hull.tolerance = 1e-8 * hull.size;
    const Real scale = hull.size > 0 ? grid_cells / hull.size : 0;
    for (const Vec3& p : hull.points) {
        const Vec3 cell = (p - box.low) * scale;
        hull.exact.push_back({std::llround(cell.x()), std::llround(cell.y()), std::llround(cell.z())});
    }
}

/// Positive when d lies on the side of a b c from which they are counter-clockwise.
int side_of(const GrowingHull& hull, int a, int b, int c, int d) {
    std::array<std::array<std::int64_t, 3>, 3> e;
    const std::array<int, 3> ends{b, c, d};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) e[i][k] = hull.exact[ends[i]][k] - hull.exact[a][k];
    const auto minor = [&e](int k, int l) {
        return static_cast<WideInteger>(e[0][k]) * e[1][l] - static_cast<WideInteger>(e[0][l]) * e[1][k];
    };
    const WideInteger volume = minor(1, 2) * e[2][0] + minor(2, 0) * e[2][1] + minor(0, 1) * e[2][2];
    return volume > 0 ? 1 : volume < 0 ? -1 : 0;
}

bool sees(const GrowingHull& hull, int point, const HullFacet& f) {
    return side_of(hull, f.corners[0], f.corners[1], f.corners[2], point) > 0;
}

void set_plane(const GrowingHull& hull, HullFacet& f) {
    const Vec3& a = hull.points[f.corners[0]];
    f.normal = (hull.points[f.corners[1]] - a).cross(hull.points[f.corners[2]] - a).normalized();
    f.offset = f.normal.dot(a);
}

template <class Measure>
int farthest(const GrowingHull& hull, const Measure& measure) {
    int best = 0;
    Real most = -1;
    for (int i = 0; i < static_cast<int>(hull.points.size()); ++i)
        if (const Real m = measure(hull.points[i]); m > most) most = m, best = i;
    return best;
}

/// Four points that span as much as can be had cheaply; false when everything is flat.
bool make_first_corners(const GrowingHull& hull, std::array<int, 4>& corners) {
    const Real flat = 1e-7 * hull.size;
    if (!(hull.size > 0)) return false;
    const auto& p = hull.points;
    corners[0] = farthest(hull, [&p](const Vec3& q) { return (q - p[0]).norm(); });
    const Vec3 a = p[corners[0]];
    corners[1] = farthest(hull, [&](const Vec3& q) { return (q - a).norm(); });
    const Vec3 along = (p[corners[1]] - a).normalized();
    const auto from_line = [&](const Vec3& q) { return along.cross(q - a).norm(); };
    corners[2] = farthest(hull, from_line);
    if (from_line(p[corners[2]]) < flat) return false;
    const Vec3 n = along.cross(p[corners[2]] - a).normalized();
    const auto from_plane = [&](const Vec3& q) { return std::abs(n.dot(q - a)); };
    corners[3] = farthest(hull, from_plane);
    return from_plane(p[corners[3]]) >= flat;
}

void make_tetrahedron(GrowingHull& hull, std::array<int, 4> c) {
    if (side_of(hull, c[0], c[1], c[2], c[3]) > 0) std::swap(c[1], c[2]);
    const std::array<std::array<int, 3>, 4> corners{{{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
    const std::array<std::array<int, 3>, 4> across{{{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}}};
    for (int f = 0; f < 4; ++f) {
        HullFacet facet;
        for (int k = 0; k < 3; ++k) facet.corners[k] = c[corners[f][k]];
        facet.across = across[f];
        set_plane(hull, facet);
        hull.facets.push_back(facet);
    }
}

/// Gives every point to the first of the facets from `begin` on that it lies outside of.
void share_out(GrowingHull& hull, const std::vector<int>& points, std::size_t begin) {
    for (const int i : points)
        for (std::size_t f = begin; f < hull.facets.size(); ++f) {
            HullFacet& facet = hull.facets[f];
            if (facet.normal.dot(hull.points[i]) - facet.offset <= hull.tolerance || !sees(hull, i, facet))
                continue;
            facet.outside.push_back(i);
            break;
        }
}

int take_farthest(const GrowingHull& hull, const HullFacet& f) {
    int best = f.outside[0];
    for (const int i : f.outside)
        if (f.normal.dot(hull.points[i]) > f.normal.dot(hull.points[best])) best = i;
    return best;
}

struct Side {
    int to = 0;
    int beyond = 0;  ///< the facet that stays
};

/// Marks the facets that the point sees and returns the loop around them, by the corner each side leaves.
std::map<int, Side> mark_visible(GrowingHull& hull, int seed, int point, std::vector<int>& seen) {
    seen.assign(1, seed);
    hull.facets[seed].visible = true;
    std::map<int, Side> loop;
    for (std::size_t next = 0; next < seen.size(); ++next) {
        const HullFacet f = hull.facets[seen[next]];
        for (int k = 0; k < 3; ++k) {
            HullFacet& other = hull.facets[f.across[k]];
            if (other.visible) continue;
            if (sees(hull, point, other)) {
                other.visible = true;
                seen.push_back(f.across[k]);
            } else {
                loop[f.corners[k]] = {f.corners[(k + 1) % 3], f.across[k]};
            }
        }
    }
    return loop;
}

void add_point(GrowingHull& hull, int seed, int point) {
    std::vector<int> seen, orphans;
    const std::map<int, Side> loop = mark_visible(hull, seed, point, seen);
    const std::size_t begin = hull.facets.size();
    std::map<int, int> leaving;  // the new facet whose side leaves a corner
    for (const auto& [from, side] : loop) leaving[from] = static_cast<int>(begin + leaving.size());
    for (const auto& [from, side] : loop) {
        HullFacet f;
        const int index = static_cast<int>(hull.facets.size());
        f.corners = {from, side.to, point};
        f.across = {side.beyond, leaving.at(side.to), -1};
        set_plane(hull, f);
        HullFacet& stays = hull.facets[side.beyond];
        for (int k = 0; k < 3; ++k)
            if (stays.corners[k] == side.to) stays.across[k] = index;
        hull.facets.push_back(f);
    }
    for (const auto& [from, side] : loop) hull.facets[leaving.at(side.to)].across[2] = leaving.at(from);
    for (const int f : seen) {
        hull.facets[f].alive = false;
        for (const int i : hull.facets[f].outside)
            if (i != point) orphans.push_back(i);
        hull.facets[f].outside = {};
    }
    share_out(hull, orphans, begin);
}

}  // namespace

std::optional<GrowingHull> grow_hull(std::span<const Vec3> points) {
    GrowingHull hull;
    hull.points.assign(points.begin(), points.end());
    put_on_grid(hull);
    std::array<int, 4> first{};
    if (!make_first_corners(hull, first)) return std::nullopt;
    make_tetrahedron(hull, first);
    std::vector<int> all(points.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
    share_out(hull, all, 0);
    for (std::size_t f = 0; f < hull.facets.size(); ++f)
        if (hull.facets[f].alive && !hull.facets[f].outside.empty())
            add_point(hull, static_cast<int>(f), take_farthest(hull, hull.facets[f]));
    return hull;
}

}  // namespace souple
