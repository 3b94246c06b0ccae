// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/space/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "souple/core/errors.h"
#include "souple/geometry/orient.h"
#include "souple/topology/volumes/levels3.h"

namespace souple {

namespace {

[[noreturn]] void refuse_space(const HexahedronMesh& mesh, const std::string& what) {
    throw TopologyError(mesh.name + ": " + what);
}

Vec3 round_place(const Vec3& p, int bits) {
    Vec3 rounded;
    for (int i = 0; i < 3; ++i) rounded[i] = std::ldexp(std::round(std::ldexp(p[i], bits)), -bits);
    return rounded;
}

int choose_space_bits(const HexahedronMesh& mesh, int max_level) {
    Real far = 0;
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
        if (!mesh.points[i].allFinite()) refuse_space(mesh, fmt::format("point {} is not finite", i));
        far = std::max(far, mesh.points[i].cwiseAbs().maxCoeff());
    }
    // 53 bits hold the coordinate, the halvings and one bit for a sum of two
    return 50 - max_level - std::max(-40, std::ilogb(std::max(far, Real(1e-12))));
}

void refuse_gaps(const HexahedronMesh& mesh, const std::vector<Vec3>& points) {
    std::vector<int> order(points.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](int i) { return std::array{points[i].x(), points[i].y(), points[i].z(), Real(i)}; };
    std::sort(order.begin(), order.end(), [&](int i, int j) { return key(i) < key(j); });
    for (std::size_t k = 1; k < order.size(); ++k)
        if (points[order[k - 1]] == points[order[k]])
            refuse_space(mesh,
                         fmt::format("points {} and {} are at one place: a gap lies between their cells",
                                     order[k - 1], order[k]));
}

/// The mean of four or eight points; equal coordinates stay what they are.
template <std::size_t n>
Vec3 mean_of(std::array<Vec3, n> p) {
    for (std::size_t count = n; count > 1; count /= 2)
        for (std::size_t i = 0; i < count / 2; ++i) p[i] += p[i + count / 2];
    return p[0] / static_cast<Real>(n);
}

void fit_hub(Space& space, Face f) {
    const int level = level_of(space.map, f);
    std::array<Vec3, 4> corners;
    Dart d = dart_of(space.map, f);
    for (Vec3& corner : corners) {
        corner = space.place[vertex_of(space.map, d)];
        d = phi1(space.map, level, d);
    }
    space.hub[f] = round_place(mean_of(corners), space.grid_bits + level + 1);
}

void fit_volume(Space& space, VolumeCell c) {
    std::vector<Vertex> vertices;
    find_corners(space.map, c, vertices);
    SOUPLE_ASSERT(vertices.size() == 8);
    std::array<Vec3, 8> corners;
    Aabb box;
    for (int i = 0; i < 8; ++i) {
        corners[i] = space.place[vertices[i]];
        box.extend(corners[i]);
    }
    space.box[c] = box;
    space.centre[c] = round_place(mean_of(corners), space.grid_bits + level_of(space.map, c) + 1);
}

void fit_attributes(Space& space) {
    space.place.values.resize(space.map.vertices.records.size(), Vec3::Zero());
    space.hub.values.resize(space.map.faces.records.size(), Vec3::Zero());
    space.centre.values.resize(space.map.volumes.records.size(), Vec3::Zero());
    space.box.values.resize(space.map.volumes.records.size());
}

bool is_box(const HexahedronCorners& corners, const std::vector<Vec3>& points) {
    Aabb box;
    for (const int c : corners) box.extend(points[c]);
    unsigned met = 0;
    for (const int c : corners) {
        int corner = 0;
        for (int axis = 0; axis < 3; ++axis) {
            if (points[c][axis] != box.low[axis] && points[c][axis] != box.high[axis]) return false;
            corner |= points[c][axis] == box.high[axis] ? 1 << axis : 0;
        }
        met |= 1u << corner;
    }
    return met == 255;
}

}  // namespace

HexahedronMesh make_hexahedron_grid(const Aabb& box, const std::array<int, 3>& cells) {
    HexahedronMesh mesh;
    const int nx = cells[0], ny = cells[1], nz = cells[2];
    SOUPLE_ASSERT(nx > 0 && ny > 0 && nz > 0);
    for (int k = 0; k <= nz; ++k)
        for (int j = 0; j <= ny; ++j)
            for (int i = 0; i <= nx; ++i)
                mesh.points.push_back(
                    box.low + box.size().cwiseProduct(Vec3(Real(i) / nx, Real(j) / ny, Real(k) / nz)));
    const auto point = [&](int i, int j, int k) { return (k * (ny + 1) + j) * (nx + 1) + i; };
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i) {
                HexahedronCorners corners;
                for (int c = 0; c < 8; ++c) corners[c] = point(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2));
                mesh.hexahedra.push_back(corners);
            }
    return mesh;
}

Space make_space(const HexahedronMesh& mesh, int max_level) {
    if (max_level < 0 || max_level > deepest_space)
        refuse_space(mesh, fmt::format("{} levels: at most {} are possible", max_level, deepest_space));
    Space space;
    space.name = mesh.name;
    space.max_level = max_level;
    space.grid_bits = choose_space_bits(mesh, max_level);
    for (const Vec3& p : mesh.points) space.place.values.push_back(round_place(p, space.grid_bits));
    refuse_gaps(mesh, space.place.values);
    space.map = map_from_hexahedra(static_cast<int>(mesh.points.size()), mesh.hexahedra, mesh.name);
    fit_attributes(space);
    for_each_face(space.map, [&](Face f) { fit_hub(space, f); });
    space.has_boxes = true;
    OrbitRoom room;  // one for all cells: it is as large as the map
    for_each_volume(space.map, [&](VolumeCell c) {
        fit_volume(space, c);
        if (!mesh.obstacle.empty()) space.map.volumes[c.index].mark = mesh.obstacle[c.index];
        space.has_boxes &= is_box(mesh.hexahedra[c.index], space.place.values);
        if (!is_seen_whole(space, c, room))
            refuse_space(mesh, fmt::format("hexahedron {} is not seen whole from its centre", c.index));
    });
    return space;
}

bool fan_holds(const Space& space, Dart d, const Vec3& p) {
    const auto [f, s, e, v] = tetrahedron_of(space, d);
    return orient(f, s, e, p) <= 0 && orient(v, s, e, p) >= 0 && orient(v, f, s, p) >= 0 &&
           orient(v, f, e, p) <= 0;
}

bool contains(const Space& space, VolumeCell c, const Vec3& p) {
    if (space.has_boxes) return space.box[c].contains(p);
    OrbitRoom room;
    find_volume_darts(space.map, dart_of(space.map, c), room);
    return std::any_of(room.darts.begin(), room.darts.end(), [&](int d) { return fan_holds(space, {d}, p); });
}

bool is_seen_whole(const Space& space, VolumeCell c) {
    OrbitRoom room;
    return is_seen_whole(space, c, room);
}

bool is_seen_whole(const Space& space, VolumeCell c, OrbitRoom& room) {
    const Map3& map = space.map;
    find_volume_darts(map, dart_of(map, c), room);
    int deepest = level_of(map, c);
    for (const int d : room.darts) deepest = std::max(deepest, level_of(map, Dart{d}));
    // each level is what is left when the finer neighbours are merged
    for (int k = level_of(map, c); k <= deepest; ++k)
        for (const int index : room.darts) {
            const Dart d{index};
            if (level_of(map, d) > k) continue;
            const Vec3 &hub = space.hub[face_of(map, k, d)], &start = space.place[vertex_of(map, d)];
            if (orient(hub, start, space.place[vertex_of(map, phi1(map, k, d))], space.centre[c]) >= 0)
                return false;
        }
    return true;
}

Real volume_of(const Space& space, VolumeCell c) {
    OrbitRoom room;
    find_volume_darts(space.map, dart_of(space.map, c), room);
    Real sum = 0;
    for (const int d : room.darts) {
        const auto [f, s, e, v] = tetrahedron_of(space, {d});
        sum += (f - v).dot((s - v).cross(e - v)) / 6;
    }
    return sum;
}

Dart locate_by_search(const Space& space, const Vec3& p) {
    OrbitRoom room;
    for (int c = 0; c < space.map.volumes.slot_count(); ++c) {
        if (!is_leaf(space.map, VolumeCell{c})) continue;
        if (space.has_boxes && !space.box[VolumeCell{c}].contains(p)) continue;
        find_volume_darts(space.map, dart_of(space.map, VolumeCell{c}), room);
        for (const int d : room.darts)
            if (fan_holds(space, {d}, p)) return {d};
    }
    return {};
}

void divide_cell(Space& space, int cell) {
    const VolumeCell c{cell};
    const Vec3 middle = space.centre[c];
    space.change.clear();
    split(space.map, c, space.change);
    fit_attributes(space);
    for (const AddedVertex& added : space.change.added) {
        const VertexRecord& record = space.map.vertices[added.vertex.index];
        space.place[added.vertex] =
            added.volume ? middle
            : added.face
                ? space.hub[added.face]
                : Vec3((space.place[Vertex{record.parent_a}] + space.place[Vertex{record.parent_b}]) / 2);
    }
    for (const Face f : space.change.split_faces)
        for (int k = space.map.faces[f.index].first_child; k >= 0; k = space.map.faces[k].next_sibling)
            fit_hub(space, Face{k});
    // walls inside are the faces at the centre of the cell
    find_vertex_darts(space.map, dart_of(space.map, space.change.added.back().vertex), space.room);
    for (const int d : space.room.darts) fit_hub(space, face_of(space.map, Dart{d}));
    for_each_child_cell(space, cell, [&](int k) { fit_volume(space, VolumeCell{k}); });
}

namespace {

/// Whether the children of a cell and those beyond its faces are seen whole.
bool are_parts_seen_whole(const Space& space, int cell) {
    std::vector<int> cells;
    OrbitRoom room;
    for_each_child_cell(space, cell, [&](int k) {
        find_volume_darts(space.map, dart_of(space.map, VolumeCell{k}), room);
        cells.push_back(k);
        for (const int d : room.darts)
            if (const Dart beyond = phi3(space.map, Dart{d}); !is_border(space.map, beyond))
                cells.push_back(volume_of(space.map, beyond).index);
    });
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return std::all_of(cells.begin(), cells.end(),
                       [&](int k) { return is_seen_whole(space, VolumeCell{k}, room); });
}

}  // namespace

bool split_cell(Space& space, int cell) {
    divide_cell(space, cell);
    if (space.has_boxes || are_parts_seen_whole(space, cell)) return true;
    merge_cell(space, cell);
    return false;
}

void merge_cell(Space& space, int cell) {
    space.change.clear();
    merge(space.map, VolumeCell{cell}, space.change);
    fit_attributes(space);
}

}  // namespace souple
