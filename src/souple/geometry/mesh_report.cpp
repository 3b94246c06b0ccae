// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/mesh_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace souple {

namespace {

/// A side as its triangle runs along it.
struct OpenSide {
    int from = 0, to = 0;
    std::array<int, 2> key() const { return {std::min(from, to), std::max(from, to)}; }
};

std::vector<OpenSide> sorted_sides(const TriangleMesh& mesh) {
    std::vector<OpenSide> sides;
    sides.reserve(3 * mesh.triangles.size());
    for (const auto& [a, b, c] : mesh.triangles)
        for (const OpenSide& side : {OpenSide{a, b}, OpenSide{b, c}, OpenSide{c, a}})
            if (side.from != side.to) sides.push_back(side);
    std::stable_sort(sides.begin(), sides.end(),
                     [](const OpenSide& l, const OpenSide& r) { return l.key() < r.key(); });
    return sides;
}

/// Edges by how many triangles they have, and those with one in the order of their keys.
struct EdgeCounts {
    std::size_t edges = 0, crowded = 0, turned = 0;
    std::vector<OpenSide> border;
};

EdgeCounts count_edges(const std::vector<OpenSide>& sides, const TriangleMesh& mesh, MeshReport& report) {
    EdgeCounts counts;
    report.shortest_edge = std::numeric_limits<Real>::infinity();
    Real sum = 0;
    for (std::size_t i = 0, end = 0; i < sides.size(); i = end) {
        while (end < sides.size() && sides[end].key() == sides[i].key()) ++end;
        const Real length = (mesh.points[sides[i].from] - mesh.points[sides[i].to]).norm();
        sum += length;
        report.shortest_edge = std::min(report.shortest_edge, length);
        report.longest_edge = std::max(report.longest_edge, length);
        ++counts.edges;
        if (end - i == 1) counts.border.push_back(sides[i]);
        if (end - i == 2 && sides[i].from == sides[i + 1].from) ++counts.turned;
        if (end - i > 2) ++counts.crowded;
    }
    if (counts.edges == 0) report.shortest_edge = 0;
    report.mean_edge = counts.edges > 0 ? sum / static_cast<Real>(counts.edges) : 0;
    return counts;
}

int root_of(std::vector<int>& parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

/// The piece of each point, named by one of its points; points without a triangle are none: -1.
std::vector<int> components_of(const TriangleMesh& mesh) {
    std::vector<int> parent(mesh.points.size());
    std::iota(parent.begin(), parent.end(), 0);
    std::vector<bool> is_used(mesh.points.size(), false);
    for (const auto& triangle : mesh.triangles)
        for (const int i : triangle) {
            is_used[i] = true;
            parent[root_of(parent, i)] = root_of(parent, triangle[0]);
        }
    std::vector<int> component(mesh.points.size(), -1);
    for (std::size_t i = 0; i < component.size(); ++i)
        if (is_used[i]) component[i] = root_of(parent, static_cast<int>(i));
    return component;
}

/// Walks along the sides, each once. Where several borders meet in a point any of them goes on.
std::vector<MeshBorder> find_borders(const std::vector<OpenSide>& sides, const TriangleMesh& mesh) {
    std::multimap<int, int> from;  // point to side, in the order of sides
    for (std::size_t s = 0; s < sides.size(); ++s) from.emplace(sides[s].from, static_cast<int>(s));
    std::vector<bool> is_used(sides.size(), false);
    std::vector<MeshBorder> borders;
    for (std::size_t start = 0; start < sides.size(); ++start) {
        if (is_used[start]) continue;
        MeshBorder border;
        for (int s = static_cast<int>(start); s >= 0;) {
            is_used[s] = true;
            border.points.push_back(sides[s].from);
            border.length += (mesh.points[sides[s].to] - mesh.points[sides[s].from]).norm();
            const auto [begin, end] = from.equal_range(sides[s].to);
            const auto next =
                std::find_if(begin, end, [&](const auto& entry) { return !is_used[entry.second]; });
            s = next == end || sides[s].to == sides[start].from ? -1 : next->second;
        }
        for (const int i : border.points)
            border.centre += mesh.points[i] / static_cast<Real>(border.points.size());
        borders.push_back(std::move(border));
    }
    std::stable_sort(borders.begin(), borders.end(),
                     [](const MeshBorder& a, const MeshBorder& b) { return a.length > b.length; });
    return borders;
}

/// Points at exactly the same place, beyond the first of each.
std::size_t count_doubles(const TriangleMesh& mesh) {
    std::vector<std::array<Real, 3>> places;
    for (const Vec3& p : mesh.points) places.push_back({p.x(), p.y(), p.z()});
    std::sort(places.begin(), places.end());
    return places.size() -
           static_cast<std::size_t>(std::unique(places.begin(), places.end()) - places.begin());
}

void hint_at_units(const Vec3& size, MeshReport& report) {
    const Real most = size.maxCoeff();
    const char* unit = most >= 100 ? "millimetres" : most >= 15 ? "centimetres" : nullptr;
    if (unit)
        report.hints.push_back(fmt::format(
            "it is {:.4g} m large, which looks like {}: scenes are in metres, so scale it by {} before", most,
            unit, most >= 100 ? 0.001 : 0.01));
    if (most < 0.005)
        report.hints.push_back(fmt::format(
            "it is only {:.3g} mm large: scenes are in metres, and it may be too small", 1000 * most));
}

void hint_at_faults(const TriangleMesh& mesh, const EdgeCounts& counts, const std::vector<int>& component,
                    MeshReport& report) {
    const auto say = [&report](std::size_t count, const char* what) {
        if (count > 0) report.hints.push_back(fmt::format("{} {}", count, what));
    };
    std::size_t flat = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) flat += !(area(mesh, static_cast<int>(t)) > 0);
    say(flat, "triangles have no area: cloth and solids refuse them");
    say(counts.crowded, "edges have more than two triangles: cloth and solids refuse them");
    say(counts.turned, "edges join triangles that face opposite ways: turn some of them over");
    say(count_doubles(mesh), "points lie exactly on others: seams are open there; merge points by distance");
    say(static_cast<std::size_t>(std::count(component.begin(), component.end(), -1)),
        "points belong to no triangle");
}

}  // namespace

MeshReport inspect(const TriangleMesh& mesh) {
    MeshReport report;
    for (const Vec3& p : mesh.points) report.box.extend(p);
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) report.area += area(mesh, static_cast<int>(t));
    const EdgeCounts counts = count_edges(sorted_sides(mesh), mesh, report);
    const std::vector<int> component = components_of(mesh);
    std::map<int, std::size_t> borders_of;  // by component
    for (const int c : component)
        if (c >= 0) borders_of.try_emplace(c, 0);
    report.components = borders_of.size();
    report.is_closed = is_closed(mesh);
    if (report.is_closed) report.volume = signed_volume(mesh);
    report.borders = find_borders(counts.border, mesh);
    for (const MeshBorder& border : report.borders) ++borders_of[component[border.points.front()]];
    for (const auto& [c, count] : borders_of) report.holes += count > 1 ? count - 1 : 0;
    hint_at_units(report.box.size(), report);
    hint_at_faults(mesh, counts, component, report);
    return report;
}

}  // namespace souple
