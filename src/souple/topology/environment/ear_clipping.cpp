// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Polygons with holes as triangles: holes are joined to the outline, then ears are cut off.
#include <fmt/format.h>

#include <algorithm>

#include "souple/core/errors.h"
#include "souple/geometry/orient.h"
#include "souple/topology/environment/environment_shapes.h"

namespace souple {

namespace {

using Ring = std::vector<int>;

Real doubled_area(const std::vector<Vec2>& p) {
    Real sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const Vec2 &a = p[i], &b = p[(i + 1) % p.size()];
        sum += a.x() * b.y() - b.x() * a.y();
    }
    return sum;
}

bool is_between(const Vec2& a, const Vec2& b, const Vec2& p) {
    return ((p - a).array() * (p - b).array() <= 0).all();
}

bool in_triangle(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& p) {
    return orient(a, b, p) >= 0 && orient(b, c, p) >= 0 && orient(c, a, p) >= 0;
}

/// Corner k can be cut off: it points outwards and no other corner is in its triangle.
bool is_ear(const std::vector<Vec2>& points, const Ring& ring, std::size_t k) {
    const std::size_t n = ring.size();
    const int a = ring[(k + n - 1) % n], b = ring[k], c = ring[(k + 1) % n];
    if (orient(points[a], points[b], points[c]) <= 0) return false;
    for (const int p : ring)
        if (p != a && p != b && p != c && in_triangle(points[a], points[b], points[c], points[p]))
            return false;
    return true;
}

/// Every side of every ring against every other; sides that share a corner only may not fold back.
void check_crossings(const std::vector<std::vector<Vec2>>& rings, const std::string& name) {
    for (std::size_t r = 0; r < rings.size(); ++r)
        for (std::size_t s = r; s < rings.size(); ++s)
            for (std::size_t i = 0; i < rings[r].size(); ++i)
                for (std::size_t j = r == s ? i + 1 : 0; j < rings[s].size(); ++j) {
                    const std::size_t n = rings[r].size();
                    if (r == s && (j == i + 1 || (i == 0 && j + 1 == n))) continue;
                    if (!segments_meet(rings[r][i], rings[r][(i + 1) % n], rings[s][j],
                                       rings[s][(j + 1) % rings[s].size()]))
                        continue;
                    if (r == s)
                        throw TopologyError(
                            fmt::format("{}: the outline of {} meets itself at its sides {} and {}", name,
                                        r == 0 ? "the ground" : fmt::format("obstacle {}", r - 1), i, j));
                    throw TopologyError(
                        r == 0 ? fmt::format("{}: obstacle {} reaches outside", name, s - 1)
                               : fmt::format("{}: obstacles {} and {} overlap", name, r - 1, s - 1));
                }
}

void check_nesting(const std::vector<std::vector<Vec2>>& rings, const std::string& name) {
    for (std::size_t r = 1; r < rings.size(); ++r) {
        if (!polygon_holds(rings[0], rings[r][0]))
            throw TopologyError(fmt::format("{}: obstacle {} lies outside", name, r - 1));
        for (std::size_t s = 1; s < rings.size(); ++s)
            if (s != r && polygon_holds(rings[s], rings[r][0]))
                throw TopologyError(fmt::format("{}: obstacles {} and {} overlap", name, std::min(r, s) - 1,
                                                std::max(r, s) - 1));
    }
}

/// Whether a new side from p to q cuts no side of a ring; those that end in p or q do not count.
bool is_visible(const std::vector<Vec2>& points, const std::vector<Ring>& rings, int p, int q) {
    for (const Ring& ring : rings)
        for (std::size_t i = 0; i < ring.size(); ++i) {
            const int a = ring[i], b = ring[(i + 1) % ring.size()];
            if (a == p || a == q || b == p || b == q) {
                const int other = a == p || a == q ? b : a;
                if (other != p && other != q && orient(points[p], points[q], points[other]) == 0 &&
                    is_between(points[p], points[q], points[other]))
                    return false;
                continue;
            }
            if (segments_meet(points[p], points[q], points[a], points[b])) return false;
        }
    return true;
}

/// Whether the direction from corner k of a ring points into the polygon.
bool looks_inside(const std::vector<Vec2>& points, const Ring& ring, std::size_t k, const Vec2& to) {
    const std::size_t n = ring.size();
    const Vec2 &a = points[ring[(k + n - 1) % n]], &b = points[ring[k]], &c = points[ring[(k + 1) % n]];
    const bool left_of_in = orient(a, b, to) > 0, left_of_out = orient(b, c, to) > 0;
    return orient(a, b, c) >= 0 ? left_of_in && left_of_out : left_of_in || left_of_out;
}

/// Joins a hole to the ring by two sides between the nearest corners that see each other.
bool join_hole(const std::vector<Vec2>& points, Ring& ring, const std::vector<Ring>& holes,
               const Ring& hole) {
    std::vector<Ring> all = holes;
    all.push_back(ring);
    Real best = 1e300;
    std::size_t at = 0, in_hole = 0;
    for (std::size_t i = 0; i < ring.size(); ++i)
        for (std::size_t k = 0; k < hole.size(); ++k) {
            const Vec2 &p = points[ring[i]], &q = points[hole[k]];
            if ((p - q).squaredNorm() >= best || !looks_inside(points, ring, i, q)) continue;
            if (!is_visible(points, all, ring[i], hole[k])) continue;
            best = (p - q).squaredNorm();
            at = i;
            in_hole = k;
        }
    if (best == 1e300) return false;
    Ring bridge;
    for (std::size_t k = 0; k <= hole.size(); ++k) bridge.push_back(hole[(in_hole + k) % hole.size()]);
    bridge.push_back(ring[at]);
    ring.insert(ring.begin() + static_cast<std::ptrdiff_t>(at) + 1, bridge.begin(), bridge.end());
    return true;
}

void add_triangles(const std::vector<std::array<int, 3>>& triangles, char obstacle, GroundMesh& mesh) {
    for (const auto& triangle : triangles) {
        mesh.polygons.add(triangle);
        mesh.obstacle.push_back(obstacle);
    }
}

}  // namespace

bool segments_meet(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
    const int abc = orient(a, b, c), abd = orient(a, b, d), cda = orient(c, d, a), cdb = orient(c, d, b);
    if (abc == 0 && is_between(a, b, c)) return true;
    if (abd == 0 && is_between(a, b, d)) return true;
    if (cda == 0 && is_between(c, d, a)) return true;
    if (cdb == 0 && is_between(c, d, b)) return true;
    return abc * abd < 0 && cda * cdb < 0;
}

bool polygon_holds(const std::vector<Vec2>& polygon, const Vec2& p) {
    bool inside = false;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
        const int side = orient(a, b, p);
        if (side == 0 && is_between(a, b, p)) return true;
        if ((a.y() > p.y()) != (b.y() > p.y()) && (b.y() > a.y() ? side > 0 : side < 0)) inside = !inside;
    }
    return inside;
}

std::vector<std::array<int, 3>> clip_ears(const std::vector<Vec2>& points, Ring ring) {
    std::vector<std::array<int, 3>> triangles;
    while (ring.size() > 3) {
        std::size_t ear = 0;
        while (ear < ring.size() && !is_ear(points, ring, ear)) ++ear;
        if (ear == ring.size()) return {};
        const std::size_t n = ring.size();
        triangles.push_back({ring[(ear + n - 1) % n], ring[ear], ring[(ear + 1) % n]});
        ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(ear));
    }
    if (orient(points[ring[0]], points[ring[1]], points[ring[2]]) <= 0) return {};
    triangles.push_back({ring[0], ring[1], ring[2]});
    return triangles;
}

GroundMesh ground_of(const PolygonGround& ground, const std::string& name) {
    std::vector<std::vector<Vec2>> rings{ground.outline};
    rings.insert(rings.end(), ground.obstacles.begin(), ground.obstacles.end());
    for (std::size_t r = 0; r < rings.size(); ++r) {
        if (rings[r].size() < 3 || doubled_area(rings[r]) == 0)
            throw TopologyError(fmt::format("{}: {} has no area", name,
                                            r == 0 ? "the outline" : fmt::format("obstacle {}", r - 1)));
        if (doubled_area(rings[r]) < 0) std::reverse(rings[r].begin(), rings[r].end());
    }
    // (sides are compared with all others, and cutting looks at all corners for each)
    constexpr std::size_t most_corners = 10000;
    std::size_t corners = 0;
    for (const auto& points : rings) corners += points.size();
    if (corners > most_corners)
        throw TopologyError(fmt::format("{}: {} corners are too many, at most {} may be; use a mesh for more",
                                        name, corners, most_corners));
    check_crossings(rings, name);
    check_nesting(rings, name);

    GroundMesh mesh;
    mesh.name = name;
    std::vector<Ring> numbers;
    for (const auto& points : rings) {
        Ring ring;
        for (const Vec2& p : points) {
            ring.push_back(static_cast<int>(mesh.points.size()));
            mesh.points.push_back(p);
        }
        numbers.push_back(ring);
    }
    Ring ring = numbers[0];
    std::vector<Ring> holes(numbers.begin() + 1, numbers.end());
    for (const Ring& hole : holes) add_triangles(clip_ears(mesh.points, hole), 1, mesh);
    for (Ring& hole : holes) std::reverse(hole.begin(), hole.end());
    while (!holes.empty()) {  // the one that finds its place; another may be in the way of the others
        const auto placed = std::find_if(holes.begin(), holes.end(), [&](const Ring& hole) {
            return join_hole(mesh.points, ring, holes, hole);
        });
        if (placed == holes.end())
            throw TopologyError(name + ": its obstacles cannot be joined to the outline");
        holes.erase(placed);
    }
    const auto triangles = clip_ears(mesh.points, ring);
    if (triangles.empty()) throw TopologyError(name + ": it cannot be cut into triangles");
    add_triangles(triangles, 0, mesh);
    return mesh;
}

}  // namespace souple
