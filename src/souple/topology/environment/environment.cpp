// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/environment/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "souple/core/errors.h"
#include "souple/geometry/orient.h"
#include "souple/geometry/search/box_tree.h"
#include "souple/topology/levels.h"
#include "souple/topology/walks.h"

namespace souple {

namespace {

[[noreturn]] void refuse_ground(const GroundMesh& mesh, const std::string& what) {
    throw TopologyError(mesh.name + ": " + what);
}

Real twice_area(const std::vector<Vec2>& p) {
    Real sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const Vec2 &a = p[i], &b = p[(i + 1) % p.size()];
        sum += (a.x() - p[0].x()) * (b.y() - p[0].y()) - (b.x() - p[0].x()) * (a.y() - p[0].y());
    }
    return sum;
}

bool goes_left(const std::vector<Vec2>& p) {
    for (std::size_t i = 0; i < p.size(); ++i)
        if (orient(p[i], p[(i + 1) % p.size()], p[(i + 2) % p.size()]) < 0) return false;
    return true;
}

/// The part of the polygon from which all of it is seen: its box, cut along every side.
std::vector<Vec2> kernel_of(const std::vector<Vec2>& polygon) {
    PlaneBox box;
    for (const Vec2& p : polygon) box.add(p);
    std::vector<Vec2> kernel{box.low, {box.high.x(), box.low.y()}, box.high, {box.low.x(), box.high.y()}},
        cut;
    for (std::size_t i = 0; i < polygon.size() && !kernel.empty(); ++i) {
        const Vec2 a = polygon[i], side = polygon[(i + 1) % polygon.size()] - a;
        const auto height = [&](const Vec2& p) { return side.x() * (p - a).y() - side.y() * (p - a).x(); };
        cut.clear();
        for (std::size_t k = 0; k < kernel.size(); ++k) {
            const Vec2 &p = kernel[k], &q = kernel[(k + 1) % kernel.size()];
            const Real hp = height(p), hq = height(q);
            if (hp >= 0) cut.push_back(p);
            if ((hp > 0 && hq < 0) || (hp < 0 && hq > 0)) cut.push_back(p + hp / (hp - hq) * (q - p));
        }
        kernel.swap(cut);
    }
    return kernel;
}

Real round_to(Real value, int bits) { return std::ldexp(std::round(std::ldexp(value, bits)), -bits); }
Vec2 round_to(const Vec2& p, int bits) { return {round_to(p.x(), bits), round_to(p.y(), bits)}; }

/// Polygons while they are made ready: rounded, going left, convex.
struct ReadyGround {
    std::vector<Vec2> points;
    PolygonList polygons;
    std::vector<char> obstacle;
    std::vector<int> origin;  ///< which polygon of the input each was
};

int choose_bits(const GroundMesh& mesh, int max_level) {
    Real far = 0;
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        if (!mesh.points[i].allFinite()) refuse_ground(mesh, fmt::format("point {} is not finite", i));
        far = std::max(far, mesh.points[i].cwiseAbs().maxCoeff());
    }
    // 53 bits hold the coordinate, the halvings and one bit for a sum of two
    return 50 - max_level - std::max(-40, std::ilogb(std::max(far, Real(1e-12))));
}

void check_points(const GroundMesh& mesh, const std::vector<Vec2>& points) {
    std::vector<int> order(points.size());
    std::iota(order.begin(), order.end(), 0);
    const auto before = [&](int i, int j) {
        return points[i].x() != points[j].x() ? points[i].x() < points[j].x() : points[i].y() < points[j].y();
    };
    std::sort(order.begin(), order.end(), before);
    for (std::size_t k = 1; k < order.size(); ++k)
        if (points[order[k - 1]] == points[order[k]])
            refuse_ground(mesh,
                          fmt::format("points {} and {} are both at ({}, {}): a gap lies between their faces",
                                      std::min(order[k - 1], order[k]), std::max(order[k - 1], order[k]),
                                      points[order[k]].x(), points[order[k]].y()));
}

/// Triangles from a point that sees the whole polygon to each of its sides.
void add_fan(const GroundMesh& mesh, int f, std::span<const int> corners, const std::vector<Vec2>& shape,
             int bits, ReadyGround& ready) {
    const std::vector<Vec2> kernel = kernel_of(shape);
    Vec2 centre = Vec2::Zero();
    for (const Vec2& p : kernel) centre += p / static_cast<Real>(kernel.size());
    centre = round_to(centre, bits);
    for (std::size_t i = 0; i < shape.size(); ++i)
        if (kernel.empty() || orient(shape[i], shape[(i + 1) % shape.size()], centre) <= 0)
            refuse_ground(mesh,
                          fmt::format("face {} is not star-shaped: from no point all of it is seen", f));
    const int middle = static_cast<int>(ready.points.size());
    ready.points.push_back(centre);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        ready.polygons.add(std::array{corners[i], corners[(i + 1) % corners.size()], middle});
        ready.obstacle.push_back(mesh.obstacle.empty() ? 0 : mesh.obstacle[f]);
        ready.origin.push_back(f);
    }
}

/// A name of a cell has room for eight children of a face.
constexpr std::size_t most_corners = 8;

void add_face(const GroundMesh& mesh, int f, int bits, ReadyGround& ready) {
    std::vector<int> corners(mesh.polygons.corners.begin() + mesh.polygons.begin[f],
                             mesh.polygons.corners.begin() + mesh.polygons.begin[f + 1]);
    std::vector<Vec2> shape;
    for (const int c : corners) {
        if (c < 0 || c >= static_cast<int>(mesh.points.size()))
            refuse_ground(mesh, fmt::format("face {} refers to point {}, but there are {} points", f, c,
                                            mesh.points.size()));
        shape.push_back(ready.points[c]);
    }
    const Real area = twice_area(shape);
    if (shape.size() < 3 || area == 0) refuse_ground(mesh, fmt::format("face {} has no area", f));
    if (area < 0) {
        std::reverse(corners.begin(), corners.end());
        std::reverse(shape.begin(), shape.end());
    }
    if (!goes_left(shape) || shape.size() > most_corners)
        return add_fan(mesh, f, corners, shape, bits, ready);
    ready.polygons.add(corners);
    ready.obstacle.push_back(mesh.obstacle.empty() ? 0 : mesh.obstacle[f]);
    ready.origin.push_back(f);
}

bool overlap(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
    const auto separates = [](const std::vector<Vec2>& one, const std::vector<Vec2>& other) {
        for (std::size_t i = 0; i < one.size(); ++i) {
            const Vec2 &p = one[i], &q = one[(i + 1) % one.size()];
            if (std::all_of(other.begin(), other.end(), [&](const Vec2& r) { return orient(p, q, r) <= 0; }))
                return true;
        }
        return false;
    };
    return !separates(a, b) && !separates(b, a);
}

void check_overlaps(const GroundMesh& mesh, const ReadyGround& ready, const Environment& ground) {
    std::vector<Aabb> boxes;
    for (const PlaneBox& box : ground.box.values)
        boxes.push_back({Vec3(box.low.x(), 0, box.low.y()), Vec3(box.high.x(), 0, box.high.y())});
    BoxTree tree;
    std::vector<IndexPair> pairs;
    overlapping_pairs(tree, boxes, pairs);
    std::vector<Vec2> a, b;
    for (const auto& [i, j] : pairs) {
        corners_of(ground, Face{i}, a);
        corners_of(ground, Face{j}, b);
        if (!overlap(a, b)) continue;
        const char* what = ready.obstacle[i] && ready.obstacle[j] ? "obstacles: faces" : "faces";
        refuse_ground(mesh, fmt::format("{} {} and {} overlap", what, ready.origin[i], ready.origin[j]));
    }
}

void check_connected(const GroundMesh& mesh, const ReadyGround& ready, const Map2& map) {
    const std::vector<int> component = find_components(map);
    for (std::size_t f = 0; f < ready.origin.size(); ++f)
        if (component[map.faces[static_cast<int>(f)].dart] != 0)
            refuse_ground(mesh,
                          fmt::format("a gap parts face {} from face {}", ready.origin[f], ready.origin[0]));
}

void mark_walls(const GroundMesh& mesh, Map2& map) {
    std::map<std::array<int, 2>, int> edges;
    for_each_edge(map, [&](Edge e) {
        const int a = vertex_of(map, dart_of(map, e)).index, b = end_of(map, dart_of(map, e)).index;
        edges[{std::min(a, b), std::max(a, b)}] = e.index;
    });
    for (std::size_t w = 0; w < mesh.walls.size(); ++w) {
        const auto [a, b] = mesh.walls[w];
        const auto found = edges.find({std::min(a, b), std::max(a, b)});
        if (found == edges.end())
            refuse_ground(mesh, fmt::format("wall {} joins points {} and {}, which share no side", w, a, b));
        map.edges[found->second].mark = 1;
    }
}

/// One border, and it never turns to the right: seen from the hole it goes the other way round.
bool border_is_convex(const Environment& ground) {
    int holes = 0;
    std::vector<char> seen(ground.map.darts.slot_count(), 0);
    for (int d = 0; d < ground.map.darts.slot_count(); ++d) {
        if (!is_border(ground.map, Dart{d}) || seen[d]) continue;
        ++holes;
        bool convex = true;
        for_each_dart_around(ground.map, Dart{d}, [&](Dart x) {
            seen[x.index] = 1;
            convex &= orient(start_of(ground, x), finish_of(ground, x),
                             finish_of(ground, phi1(ground.map, x))) <= 0;
        });
        if (!convex) return false;
    }
    return holes <= 1;
}

void fit_box(Environment& ground, Face f) {
    PlaneBox box;
    for_each_corner(ground.map, f, [&](Dart d) { box.add(start_of(ground, d)); });
    ground.box[f] = box;
}

}  // namespace

Environment make_environment(const GroundMesh& mesh, int max_level) {
    if (max_level < 0 || max_level > deepest_ground)
        refuse_ground(mesh, fmt::format("{} levels: at most {} are possible", max_level, deepest_ground));
    Environment ground;
    ground.name = mesh.name;
    ground.max_level = max_level;
    ground.grid_bits = choose_bits(mesh, max_level);
    ReadyGround ready;
    for (const Vec2& p : mesh.points) ready.points.push_back(round_to(p, ground.grid_bits));
    check_points(mesh, ready.points);
    for (int f = 0; f + 1 < static_cast<int>(mesh.polygons.begin.size()); ++f)
        add_face(mesh, f, ground.grid_bits, ready);
    ground.map = map_from_polygons(static_cast<int>(ready.points.size()), ready.polygons, mesh.name);
    ground.place.values = ready.points;
    ground.box.fit(ground.map.faces);
    for_each_face(ground.map, [&](Face f) {
        fit_box(ground, f);
        ground.map.faces[f.index].mark = ready.obstacle[f.index];
        ground.first_centres.push_back(centre_of(ground, f));
    });
    check_connected(mesh, ready, ground.map);
    check_overlaps(mesh, ready, ground);
    mark_walls(mesh, ground.map);
    ground.is_convex = border_is_convex(ground);
    return ground;
}

bool contains(const Environment& ground, Face f, const Vec2& p) {
    if (squared_distance(ground.box[f], p) > 0) return false;
    const Dart first = dart_of(ground.map, f);
    Dart d = first;
    do {
        const Dart next = phi1(ground.map, d);
        if (orient(start_of(ground, d), start_of(ground, next), p) < 0) return false;
        d = next;
    } while (d != first);
    return true;
}

Vec2 centre_of(const Environment& ground, Face f) {
    Vec2 sum = Vec2::Zero();
    int count = 0;
    for_each_corner(ground.map, f, [&](Dart d) {
        sum += start_of(ground, d);
        ++count;
    });
    return sum / count;
}

Real area_of(const Environment& ground, Face f) {
    std::vector<Vec2> corners;
    corners_of(ground, f, corners);
    return twice_area(corners) / 2;
}

Face locate_by_search(const Environment& ground, const Vec2& p) {
    for (int f = 0; f < ground.map.faces.slot_count(); ++f)
        if (is_leaf(ground.map, Face{f}) && contains(ground, Face{f}, p)) return {f};
    return {};
}

void split_cell(Environment& ground, Face f, MapChange& change) {
    const int bits = ground.grid_bits + level_of(ground.map, f) + 1;
    const Vec2 centre = round_to(centre_of(ground, f), bits);
    change.clear();
    split(ground.map, f, change);
    ground.place.fit(ground.map.vertices, Vec2::Zero());
    for (const Vertex v : change.added) {
        const VertexRecord& record = ground.map.vertices[v.index];
        ground.place[v] =
            record.parent_a < 0
                ? centre
                : Vec2((ground.place[Vertex{record.parent_a}] + ground.place[Vertex{record.parent_b}]) / 2);
    }
    ground.box.fit(ground.map.faces);
    for (int c = ground.map.faces[f.index].first_child; c >= 0; c = ground.map.faces[c].next_sibling)
        fit_box(ground, Face{c});
}

void merge_cell(Environment& ground, Face f, MapChange& change) {
    change.clear();
    merge(ground.map, f, change);
    ground.place.values.resize(ground.map.vertices.records.size());
    ground.box.values.resize(ground.map.faces.records.size());
}

void corners_of(const Environment& ground, Face f, std::vector<Vec2>& corners) {
    corners.clear();
    for_each_dart(ground.map, f, [&](Dart d) { corners.push_back(start_of(ground, d)); });
}

}  // namespace souple
