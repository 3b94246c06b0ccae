// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/triangle_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "souple/core/errors.h"

namespace souple {

void check_indices(const TriangleMesh& mesh, const std::string& name) {
    if (mesh.points.empty()) throw InputError(name + ": no points");
    if (mesh.triangles.empty()) throw InputError(name + ": no triangles");
    if (mesh.points.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        throw InputError(name + ": too many points");
    for (std::size_t i = 0; i < mesh.points.size(); ++i)
        if (!is_finite(mesh.points[i])) throw InputError(fmt::format("{}: point {} is not finite", name, i));
    const int count = static_cast<int>(mesh.points.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const int i : mesh.triangles[t])
            if (i < 0 || i >= count)
                throw InputError(fmt::format("{}: triangle {} refers to point {}, but there are {} points",
                                             name, t, i, count));
}

void check(const TriangleMesh& mesh, const std::string& name) {
    check_indices(mesh, name);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const auto& [a, b, c] = mesh.triangles[t];
        if (a == b || b == c || c == a)
            throw InputError(fmt::format("{}: triangle {} uses a point twice ({} {} {})", name, t, a, b, c));
        if (!(area(mesh, static_cast<int>(t)) > 0))
            throw InputError(fmt::format("{}: triangle {} has no area", name, t));
    }
}

namespace {

/// One side of one triangle, before sides are paired.
struct HalfEdge {
    int from = 0, to = 0, opposite = 0, triangle = 0;
    int low() const { return std::min(from, to); }
    int high() const { return std::max(from, to); }
    auto key() const { return std::array{low(), high(), triangle}; }
};

std::vector<HalfEdge> sorted_half_edges(const TriangleMesh& mesh) {
    std::vector<HalfEdge> halves;
    halves.reserve(3 * mesh.triangles.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (int k = 0; k < 3; ++k) {
            const auto& triangle = mesh.triangles[t];
            halves.push_back(
                {triangle[k], triangle[(k + 1) % 3], triangle[(k + 2) % 3], static_cast<int>(t)});
        }
    std::stable_sort(halves.begin(), halves.end(),
                     [](const HalfEdge& l, const HalfEdge& r) { return l.key() < r.key(); });
    return halves;
}

bool same_edge(const HalfEdge& l, const HalfEdge& r) { return l.low() == r.low() && l.high() == r.high(); }

}  // namespace

std::vector<MeshEdge> edges_of(const TriangleMesh& mesh) {
    const std::vector<HalfEdge> halves = sorted_half_edges(mesh);
    std::vector<MeshEdge> edges;
    for (std::size_t i = 0; i < halves.size();) {
        const HalfEdge& first = halves[i];
        MeshEdge edge{first.from, first.to, first.triangle, -1, first.opposite, -1};
        std::size_t next = i + 1;
        for (; next < halves.size() && same_edge(first, halves[next]); ++next) {
            if (next - i == 2)
                throw TopologyError(fmt::format("edge ({}, {}) has more than two triangles ({}, {}, {})",
                                                first.low(), first.high(), edge.left, edge.right,
                                                halves[next].triangle));
            edge.right = halves[next].triangle;
            edge.right_vertex = halves[next].opposite;
        }
        edges.push_back(edge);
        i = next;
    }
    return edges;
}

static Vec3 doubled_area_vector(const TriangleMesh& mesh, int triangle) {
    const auto& [a, b, c] = mesh.triangles[triangle];
    return (mesh.points[b] - mesh.points[a]).cross(mesh.points[c] - mesh.points[a]);
}

Real area(const TriangleMesh& mesh, int triangle) { return 0.5 * doubled_area_vector(mesh, triangle).norm(); }

Vec3 normal(const TriangleMesh& mesh, int triangle) {
    const Vec3 n = doubled_area_vector(mesh, triangle);
    const Real length = n.norm();
    return length > 0 ? Vec3(n / length) : Vec3(Vec3::Zero());
}

Real signed_volume(const TriangleMesh& mesh) {
    Real six_volumes = 0;
    for (const auto& [a, b, c] : mesh.triangles)
        six_volumes += mesh.points[a].dot(mesh.points[b].cross(mesh.points[c]));
    return six_volumes / 6;
}

bool is_closed(const TriangleMesh& mesh) {
    const std::vector<HalfEdge> halves = sorted_half_edges(mesh);
    if (halves.empty() || halves.size() % 2 != 0) return false;
    for (std::size_t i = 0; i < halves.size(); i += 2) {
        if (!same_edge(halves[i], halves[i + 1]) || halves[i].from == halves[i + 1].from) return false;
        if (i > 0 && same_edge(halves[i - 1], halves[i])) return false;
    }
    return true;
}

std::vector<int> weld(std::vector<std::vector<Vec3>>& frames, std::vector<std::array<int, 3>>& triangles) {
    if (frames.empty()) return {};
    // order that brings coinciding points together: by position in each frame, then by number
    const auto compare = [&frames](int l, int r) {
        for (const auto& points : frames)
            for (int axis = 0; axis < 3; ++axis)
                if (points[l][axis] != points[r][axis]) return points[l][axis] < points[r][axis] ? -1 : 1;
        return 0;
    };
    const int count = static_cast<int>(frames[0].size());
    std::vector<int> order(count), kept(count), number(count, -1);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&compare](int l, int r) {
        const int sign = compare(l, r);
        return sign != 0 ? sign < 0 : l < r;
    });
    for (int k = 0; k < count; ++k)
        kept[order[k]] = k > 0 && compare(order[k - 1], order[k]) == 0 ? kept[order[k - 1]] : order[k];
    // close the gaps, keeping the order of the file
    int next = 0;
    for (int i = 0; i < count; ++i)
        if (kept[i] == i) {
            for (auto& points : frames) points[next] = points[i];
            number[i] = next++;
        }
    for (auto& points : frames) points.resize(next);
    for (int i = 0; i < count; ++i) number[i] = number[kept[i]];
    for (auto& triangle : triangles)
        for (int& i : triangle) i = number[i];
    std::erase_if(triangles, [](const auto& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
    return number;
}

Vec3 voronoi_areas(const Vec3& p, const Vec3& q, const Vec3& r) {
    const std::array<Vec3, 3> corner{p, q, r};
    const Real area = 0.5 * (q - p).cross(r - p).norm();
    std::array<Real, 3> cotangent;
    for (int k = 0; k < 3; ++k) {
        const Vec3 a = corner[(k + 1) % 3] - corner[k], b = corner[(k + 2) % 3] - corner[k];
        cotangent[k] = a.dot(b) / (2 * area);
    }
    Vec3 areas;
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const Real to_i = (corner[i] - corner[k]).squaredNorm(), to_j = (corner[j] - corner[k]).squaredNorm();
        areas[k] = (to_j * cotangent[i] + to_i * cotangent[j]) / 8;
    }
    // an obtuse corner takes what the sharp ones leave: their zones end at the foot of a bisector
    for (int k = 0; k < 3; ++k) {
        if (cotangent[k] >= 0) continue;
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        areas[i] = (corner[i] - corner[k]).squaredNorm() / cotangent[i] / 8;
        areas[j] = (corner[j] - corner[k]).squaredNorm() / cotangent[j] / 8;
        areas[k] = area - areas[i] - areas[j];
    }
    return areas;
}

}  // namespace souple
