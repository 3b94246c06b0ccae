// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/curved/curved_ground.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/core/errors.h"
#include "souple/topology/build_map.h"
#include "souple/topology/levels.h"

namespace souple {

namespace {

/// To a multiple of 2^-50 between 0 and 1.
Real to_chart_grid(Real value) {
    return std::clamp(std::ldexp(std::round(std::ldexp(value, 50)), -50), Real(0), Real(1));
}

SurfacePlace place_on_chart(int root, Real s, Real t) {
    s = to_chart_grid(s);
    t = std::min(to_chart_grid(t), 1 - s);
    return {root, s, t};
}

/// Side k starts at corner k; u = 0 there and 1 at its end.
SurfacePlace place_on_side(int root, int side, Real u) {
    u = to_chart_grid(u);
    if (side == 0) return {root, u, 0};
    if (side == 1) return {root, 1 - u, u};
    return {root, 0, 1 - u};
}

/// How a movement changes s and t: its part along the triangle.
Vec2 chart_motion(const RootTriangle& root, const Vec3& movement) {
    const Vec3 a = root.corners[1] - root.corners[0], b = root.corners[2] - root.corners[0];
    const Real aa = a.squaredNorm(), ab = a.dot(b), bb = b.squaredNorm();
    const Real ma = movement.dot(a), mb = movement.dot(b), down = aa * bb - ab * ab;
    return {(ma * bb - mb * ab) / down, (mb * aa - ma * ab) / down};
}

/// Through which side a movement leaves the triangle, after which share of it, and where on that side.
struct ChartExit {
    int side = -1;
    Real share = 1, u = 0;
};
ChartExit exit_of_chart(const SurfacePlace& p, const Vec2& motion, int entry) {
    ChartExit exit;
    const Real down[3] = {-motion.y(), motion.x() + motion.y(), -motion.x()};
    const Real gap[3] = {p.t, 1 - p.s - p.t, p.s};
    for (int side = 0; side < 3; ++side) {
        if (side == entry || down[side] <= 0) continue;
        const Real share = gap[side] / down[side];
        if (share < exit.share) exit = {side, share, 0};
    }
    const Real s = p.s + exit.share * motion.x(), t = p.t + exit.share * motion.y();
    exit.u = exit.side == 0 ? s : exit.side == 1 ? t : 1 - t;
    return exit;
}

/// A movement out of one triangle, turned around their common side into the plane of the next.
Vec3 turn_over(const RootTriangle& from, int side, const RootTriangle& to, const Vec3& movement) {
    const auto normal = [](const RootTriangle& t) {
        return Vec3((t.corners[1] - t.corners[0]).cross(t.corners[2] - t.corners[0]).normalized());
    };
    const Vec3 edge = (from.corners[(side + 1) % 3] - from.corners[side]).normalized();
    const Vec3 out = edge.cross(normal(from)), in = edge.cross(normal(to));
    return movement.dot(edge) * edge + movement.dot(out) * in;
}

void fit_triangle(CurvedGround& ground, Face f) {
    Aabb box;
    for_each_corner(ground.map, f, [&](Dart d) { box.extend(ground.place[vertex_of(ground.map, d)]); });
    ground.box[f] = box;
}

void find_roots(CurvedGround& ground, const TriangleMesh& mesh, const std::vector<char>& obstacle) {
    const Map2& map = ground.map;
    for (int f = 0; f < map.faces.slot_count(); ++f) {
        RootTriangle root;
        Dart d = dart_of(map, Face{f});
        for (int side = 0; side < 3; ++side, d = phi1(map, d)) {
            root.corners[side] = mesh.points[vertex_of(map, d).index];
            const Dart across = phi2(map, d);
            if (is_border(map, across)) continue;
            const Face beyond = face_of(map, across);
            root.neighbour[side] = beyond.index;
            root.wall[side] = !obstacle.empty() && obstacle[beyond.index];
            for (Dart x = dart_of(map, beyond); x != across; x = phi1(map, x)) ++root.neighbour_side[side];
        }
        ground.roots.push_back(root);
    }
}

}  // namespace

CurvedGround make_curved_ground(const TriangleMesh& mesh, int max_level, const std::string& name,
                                const std::vector<char>& obstacle) {
    SOUPLE_ASSERT(max_level >= 0 && max_level <= deepest_curved);
    check(mesh, name);
    CurvedGround ground;
    ground.name = name;
    ground.max_level = max_level;
    ground.map = map_from_triangles(mesh, name);
    ground.place.values = mesh.points;
    find_roots(ground, mesh, obstacle);
    ground.chart.fit(ground.map.faces);
    ground.box.fit(ground.map.faces);
    for_each_face(ground.map, [&](Face f) {
        ground.chart[f].root = f.index;
        if (!obstacle.empty()) ground.map.faces[f.index].mark = obstacle[f.index];
        fit_triangle(ground, f);
    });
    return ground;
}

TriangleMesh make_torus_knot(const TorusKnot& knot) {
    constexpr Real turn = 2 * std::numbers::pi;
    const auto centre = [&](Real u) {
        const Real r = knot.ring + knot.wind * std::cos(knot.q * u);
        return Vec3(r * std::cos(knot.p * u), knot.wind * std::sin(knot.q * u), r * std::sin(knot.p * u));
    };
    TriangleMesh mesh;
    for (int i = 0; i < knot.length; ++i) {
        const Real u = turn * i / knot.length;
        const Vec3 tangent = (centre(u + 1e-4) - centre(u - 1e-4)).normalized();
        // away from the ring inside the torus: a frame that comes back to itself
        Vec3 away = centre(u) - knot.ring * Vec3(std::cos(knot.p * u), 0, std::sin(knot.p * u));
        away = (away - away.dot(tangent) * tangent).normalized();
        const Vec3 across = tangent.cross(away);
        for (int j = 0; j < knot.around; ++j) {
            const Real v = turn * j / knot.around;
            mesh.points.push_back(centre(u) + knot.tube * (std::cos(v) * away + std::sin(v) * across));
        }
    }
    for (int i = 0; i < knot.length; ++i)
        for (int j = 0; j < knot.around; ++j) {
            const int i1 = (i + 1) % knot.length, j1 = (j + 1) % knot.around;
            const int a = i * knot.around + j, b = i1 * knot.around + j, c = i1 * knot.around + j1,
                      d = i * knot.around + j1;
            mesh.triangles.push_back({a, c, b});
            mesh.triangles.push_back({a, d, c});
        }
    return mesh;
}

Vec3 point_of(const CurvedGround& ground, const SurfacePlace& place) {
    const auto& [a, b, c] = ground.roots[place.root].corners;
    return a + place.s * (b - a) + place.t * (c - a);
}

Vec3 normal_of(const CurvedGround& ground, int root) {
    const auto& [a, b, c] = ground.roots[root].corners;
    return (b - a).cross(c - a).normalized();
}

SurfacePlace place_in(const CurvedGround& ground, int root, const Vec3& p) {
    const auto& corners = ground.roots[root].corners;
    const Vec2 inside = chart_motion(ground.roots[root], p - corners[0]);
    if (inside.x() >= 0 && inside.y() >= 0 && inside.sum() <= 1)
        return place_on_chart(root, inside.x(), inside.y());
    SurfacePlace best = place_on_side(root, 0, 0);  // (of what is so far away that distances overflow)
    Real nearest = INFINITY;
    for (int side = 0; side < 3; ++side) {
        const Vec3 a = corners[side], edge = corners[(side + 1) % 3] - a;
        const SurfacePlace place = place_on_side(root, side, (p - a).dot(edge) / edge.squaredNorm());
        const Real distance = (point_of(ground, place) - p).squaredNorm();
        if (distance < nearest) {
            nearest = distance;
            best = place;
        }
    }
    return best;
}

SurfacePlace locate_by_search(const CurvedGround& ground, const Vec3& p) {
    SurfacePlace best;
    Real nearest = INFINITY;
    for (int root = 0; root < static_cast<int>(ground.roots.size()); ++root) {
        const SurfacePlace place = place_in(ground, root, p);
        const Real distance = (point_of(ground, place) - p).squaredNorm();
        if (distance >= nearest) continue;
        nearest = distance;
        best = place;
    }
    return best;
}

SurfaceEnd walk(const CurvedGround& ground, const SurfacePlace& from, const Vec3& movement) {
    SurfaceEnd end{from, movement};
    int entry = -1;
    Real left = 1;  // share of the movement
    const int most = 64 + 4 * static_cast<int>(ground.roots.size());
    for (; end.crossings < most; ++end.crossings) {
        const RootTriangle& root = ground.roots[end.place.root];
        const Vec3 normal = normal_of(ground, end.place.root);
        end.heading -= end.heading.dot(normal) * normal;
        const Vec2 motion = left * chart_motion(root, end.heading);
        const ChartExit exit = exit_of_chart(end.place, motion, entry);
        if (exit.side < 0) {
            end.place = place_on_chart(end.place.root, end.place.s + motion.x(), end.place.t + motion.y());
            return end;
        }
        left *= 1 - exit.share;
        const int next = root.neighbour[exit.side];
        if (next < 0 || root.wall[exit.side]) {
            end.place = place_on_side(end.place.root, exit.side, exit.u);
            end.stopped = true;
            end.side = exit.side;
            end.left = left;
            return end;
        }
        end.heading = turn_over(root, exit.side, ground.roots[next], end.heading);
        entry = root.neighbour_side[exit.side];
        end.place = place_on_side(next, entry, 1 - to_chart_grid(exit.u));
    }
    end.lost = true;
    return end;
}

SurfaceEnd walk_along_walls(const CurvedGround& ground, const SurfacePlace& from, const Vec3& movement) {
    const SurfaceEnd end = walk(ground, from, movement);
    if (!end.stopped) return end;
    const auto& corners = ground.roots[end.place.root].corners;
    const Vec3 along = (corners[(end.side + 1) % 3] - corners[end.side]).normalized();
    SurfaceEnd slid = walk(ground, end.place, end.left * end.heading.dot(along) * along);
    slid.crossings += end.crossings;
    slid.stopped = true;
    return slid;
}

bool split_cell(CurvedGround& ground, int cell) {
    const ChartCell whole = ground.chart[Face{cell}];
    ground.change.clear();
    split(ground.map, Face{cell}, ground.change);
    ground.place.fit(ground.map.vertices, Vec3::Zero());
    for (const Vertex v : ground.change.added) {
        const VertexRecord& record = ground.map.vertices[v.index];
        ground.place[v] = (ground.place[Vertex{record.parent_a}] + ground.place[Vertex{record.parent_b}]) / 2;
    }
    ground.chart.fit(ground.map.faces);
    ground.box.fit(ground.map.faces);
    const Real half = whole.size / 2;
    int order = 0;
    for_each_child_cell(ground, cell, [&](int c) {
        // children stand at the corners in the order of the darts; the middle one is the last
        const int corner = (whole.first + order) % 3;
        ChartCell& part = ground.chart[Face{c}];
        if (order++ < 3)
            part = {whole.root, whole.s + (corner == 1 ? half : 0), whole.t + (corner == 2 ? half : 0), half,
                    corner};
        else
            part = {whole.root, whole.s + half, whole.t + half, -half, (whole.first + 1) % 3};
        fit_triangle(ground, Face{c});
    });
    return true;
}

void merge_cell(CurvedGround& ground, int cell) {
    ground.change.clear();
    merge(ground.map, Face{cell}, ground.change);
    ground.place.values.resize(ground.map.vertices.records.size());
    ground.chart.values.resize(ground.map.faces.records.size());
    ground.box.values.resize(ground.map.faces.records.size());
}

bool cell_holds(const CurvedGround& ground, int cell, const SurfacePlace& p) {
    const ChartCell& part = ground.chart[Face{cell}];
    if (part.root != p.root) return false;
    const Real sign = part.size < 0 ? -1 : 1, s = sign * (p.s - part.s), t = sign * (p.t - part.t);
    return s >= 0 && t >= 0 && s + t <= sign * part.size;
}

CellArrival seek_cell(const CurvedGround& ground, int cell, int, const SurfacePlace& p) {
    if (cell_holds(ground, cell, p)) return {cell, -1, false};
    int c = p.root;
    while (!is_leaf_cell(ground, c)) {
        int holder = -1;
        for_each_child_cell(ground, c, [&](int child) {
            if (holder < 0 && cell_holds(ground, child, p)) holder = child;
        });
        if (holder < 0) return {-1, -1, true};
        c = holder;
    }
    return {c, -1, false};
}

void find_ring(CurvedGround& ground, int cell, std::vector<int>& ring) {
    find_faces_around(ground.map, Face{cell}, ground.found);
    ring.clear();
    for (const Face f : ground.found) ring.push_back(f.index);
}

}  // namespace souple
