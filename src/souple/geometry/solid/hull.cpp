// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Convex hulls: triangles of one plane become one face, corners that bend nothing are left out.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "souple/core/errors.h"
#include "souple/geometry/solid/growing_hull.h"
#include "souple/geometry/solid/solid.h"

namespace souple {

namespace {

constexpr Real flatness = 1e-6;  ///< of the size: triangles whose corners are this near a plane belong to it

void check_points(std::span<const Vec3> points, const std::string& name) {
    if (points.size() < 4) throw InputError(name + ": a hull needs at least four points");
    for (std::size_t i = 0; i < points.size(); ++i)
        if (!is_finite(points[i])) throw InputError(name + ": point " + std::to_string(i) + " is not finite");
}

Real doubled_area(const GrowingHull& hull, const HullFacet& f) {
    const Vec3& a = hull.points[f.corners[0]];
    return (hull.points[f.corners[1]] - a).cross(hull.points[f.corners[2]] - a).norm();
}

/// A plane for every living triangle, seeded by the largest ones: they know their normals best.
std::vector<int> group_by_plane(const GrowingHull& hull) {
    std::vector<int> order, group(hull.facets.size(), -1);
    for (std::size_t f = 0; f < hull.facets.size(); ++f)
        if (hull.facets[f].alive) order.push_back(static_cast<int>(f));
    std::stable_sort(order.begin(), order.end(), [&hull](int f, int g) {
        return doubled_area(hull, hull.facets[f]) > doubled_area(hull, hull.facets[g]);
    });
    const auto is_flat = [&hull](const HullFacet& plane, const HullFacet& f) {
        return std::all_of(f.corners.begin(), f.corners.end(), [&](int i) {
            return std::abs(plane.normal.dot(hull.points[i]) - plane.offset) < flatness * hull.size;
        });
    };
    for (const int seed : order) {
        if (group[seed] >= 0) continue;
        std::vector<int> stack{seed};
        group[seed] = seed;
        while (!stack.empty()) {
            const int f = stack.back();
            stack.pop_back();
            for (const int g : hull.facets[f].across)
                if (group[g] < 0 && is_flat(hull.facets[seed], hull.facets[g]))
                    group[g] = seed, stack.push_back(g);
        }
    }
    return group;
}

/// The sides around each group, as corner -> next corner.
using Loops = std::map<int, std::map<int, int>>;

Loops loops_of(const GrowingHull& hull, const std::vector<int>& group) {
    Loops loops;
    for (std::size_t f = 0; f < hull.facets.size(); ++f)
        for (int k = 0; k < 3 && hull.facets[f].alive; ++k)
            if (group[hull.facets[f].across[k]] != group[f])
                loops[group[f]][hull.facets[f].corners[k]] = hull.facets[f].corners[(k + 1) % 3];
    return loops;
}

/// Corners where three faces or more meet; where two meet the edge runs straight on.
std::map<int, int> number_corners(const Loops& loops) {
    std::map<int, int> meetings, numbers;
    for (const auto& [plane, loop] : loops)
        for (const auto& [corner, following] : loop) ++meetings[corner];
    for (const auto& [corner, faces] : meetings)
        if (faces >= 3) numbers.emplace(corner, static_cast<int>(numbers.size()));
    return numbers;
}

void add_face(const std::map<int, int>& loop, const std::map<int, int>& numbers, ConvexHull& hull) {
    std::vector<int> corners;
    int at = loop.begin()->first;
    for (std::size_t step = 0; step < loop.size(); ++step) {
        if (const auto number = numbers.find(at); number != numbers.end()) corners.push_back(number->second);
        at = loop.at(at);
    }
    if (corners.size() < 3) return;
    Vec3 area = Vec3::Zero(), sum = Vec3::Zero();
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec3 &p = hull.vertices[corners[k]], &q = hull.vertices[corners[(k + 1) % corners.size()]];
        area += (p - hull.vertices[corners[0]]).cross(q - hull.vertices[corners[0]]);
        sum += p;
    }
    hull.face_corners.insert(hull.face_corners.end(), corners.begin(), corners.end());
    hull.face_begin.push_back(static_cast<int>(hull.face_corners.size()));
    hull.normals.push_back(area.normalized());
    hull.offsets.push_back(hull.normals.back().dot(sum) / static_cast<Real>(corners.size()));
}

void join_vertices(ConvexHull& hull) {
    std::set<std::array<int, 2>> edges;
    std::vector<std::set<int>> rings(hull.vertices.size());
    for (int f = 0; f < hull.face_count(); ++f)
        for (int k = hull.face_begin[f]; k < hull.face_begin[f + 1]; ++k) {
            const int next = k + 1 < hull.face_begin[f + 1] ? k + 1 : hull.face_begin[f];
            const int a = hull.face_corners[k], b = hull.face_corners[next];
            edges.insert({std::min(a, b), std::max(a, b)});
            rings[a].insert(b);
            rings[b].insert(a);
        }
    hull.edges.assign(edges.begin(), edges.end());
    for (const std::set<int>& ring : rings) {
        hull.ring.insert(hull.ring.end(), ring.begin(), ring.end());
        hull.ring_begin.push_back(static_cast<int>(hull.ring.size()));
    }
}

}  // namespace

ConvexHull make_hull(std::span<const Vec3> points, const std::string& name) {
    check_points(points, name);
    const std::optional<GrowingHull> grown = grow_hull(points);
    if (!grown) throw InputError(name + ": hull of coplanar points: it would have no volume");
    const Loops loops = loops_of(*grown, group_by_plane(*grown));
    const std::map<int, int> numbers = number_corners(loops);
    ConvexHull hull;
    for (const auto& [corner, number] : numbers) hull.vertices.push_back(grown->points[corner]);
    for (const auto& [plane, loop] : loops) add_face(loop, numbers, hull);
    join_vertices(hull);
    return hull;
}

}  // namespace souple
