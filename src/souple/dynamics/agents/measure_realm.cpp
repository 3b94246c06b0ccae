// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Numbers about a crowd in a realm, found from the State alone.
#include <algorithm>
#include <cmath>

#include "souple/dynamics/agents/realm_cells.h"
#include "souple/dynamics/agents/realm_crowd.h"
#include "souple/geometry/orient.h"
#include "souple/topology/level_memory.h"

namespace souple {

namespace {

/// [m] of a point from the cell that should hold it; 0 when it does.
Real distance_from(const CurvedGround& ground, int cell, int root, const Vec3& x) {
    const SurfacePlace place = place_in(ground, root, x);
    const Real off = (point_of(ground, place) - x).norm();
    if (cell_holds(ground, cell, place)) return off;
    return std::max(off, std::sqrt(squared_distance(ground.box[Face{cell}], x)) + 1e-6);
}
Real distance_from(const Space& space, int cell, int, const Vec3& x) {
    if (contains(space, VolumeCell{cell}, x)) return 0;
    return std::sqrt(squared_distance(space.box[VolumeCell{cell}], x)) + 1e-6;
}

/// Whether a point is where its place is: on a surface every point has one in any triangle.
bool is_at(const CurvedGround& ground, const SurfacePlace& place, const Vec3& x) {
    return (point_of(ground, place) - x).norm() < 1e-9;
}
bool is_at(const Space&, const Vec3&, const Vec3&) { return true; }

/// Whether the lists in a buffer are those of the State: it may have come from elsewhere, or gone back.
bool realm_has_followed(const CrowdPart& crowd, const CrowdState& memory, const RealmBuffer* buffer) {
    return buffer && buffer->has_cells && buffer->of == crowd.realm && buffer->history == memory.history;
}

/// fn(ground as it came, ground as the State divides it): that of the buffer when it has followed the State.
template <class Fn>
auto on_divided(const CrowdPart& crowd, const CrowdState& memory, const RealmBuffer* buffer, const Fn& fn) {
    return std::visit(
        [&]<class Ground>(const Ground& first) {
            if (realm_has_followed(crowd, memory, buffer))
                return fn(first, std::get<RealmCells<Ground>>(buffer->cells).reg.ground);
            return fn(first, divided_ground(first, memory.divided));
        },
        crowd.realm->ground);
}

int dart_total(const CurvedGround& ground) {
    int count = 0;
    for_each_face(ground.map, [&](Face f) { for_each_dart(ground.map, f, [&](Dart) { ++count; }); });
    return count;
}
int dart_total(const Space& space) {
    int count = 0;
    for (int d = 0; d < space.map.darts.slot_count(); ++d)
        count += space.map.darts.is_live(d) && !is_border(space.map, Dart{d});
    return count;
}

/// Whether a plane through three corners of a face of the cell has a point on the other side than the centre.
bool is_beyond_a_plane(const Space& space, int cell, const Vec3& p) {
    const Map3& map = space.map;
    const Vec3& centre = space.centre[VolumeCell{cell}];
    OrbitRoom room;
    find_volume_darts(map, dart_of(map, VolumeCell{cell}), room);
    return std::any_of(room.darts.begin(), room.darts.end(), [&](int n) {
        const Dart d{n}, e = phi1(map, d), f = phi1(map, e);
        const Vec3 &a = space.place[vertex_of(map, d)], &b = space.place[vertex_of(map, e)],
                   &c = space.place[vertex_of(map, f)];
        return orient(a, b, c, centre) * orient(a, b, c, p) < 0;
    });
}
bool is_beyond_a_plane(const CurvedGround&, int, const Vec3&) { return false; }

}  // namespace

Real realm_overlap(const CrowdPart& crowd, const CrowdState& memory, std::span<const Vec3> x) {
    // along one axis those that can overlap are near each other
    std::vector<int> order;
    for (int i = 0; i < crowd.agent_count(); ++i)
        if (!is_gone(crowd, memory, i)) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return x[a].x() < x[b].x(); });
    Real deepest = 0;
    for (std::size_t a = 0; a < order.size(); ++a)
        for (std::size_t b = a + 1; b < order.size(); ++b) {
            const int i = order[a], k = order[b];
            if (x[k].x() - x[i].x() >= 2 * crowd.largest_radius) break;
            const Real radii = crowd.group(i).radius + crowd.group(k).radius;
            deepest = std::max(deepest, radii - (x[i] - x[k]).norm());
        }
    return deepest;
}

Real distance_from_cells(const CrowdPart& crowd, const CrowdState& memory, std::span<const Vec3> x,
                         const RealmBuffer* buffer) {
    return on_divided(crowd, memory, buffer, [&](const auto& first, const auto& ground) {
        Real farthest = 0;
        for (std::size_t i = 0; i < memory.cell.size(); ++i) {
            const int n = static_cast<int>(i);
            if (n < crowd.agent_count() && is_gone(crowd, memory, n)) continue;
            const int cell = cell_named(ground, cell_slots(first), memory.cell[i]);
            farthest = std::max(farthest, distance_from(ground, cell, memory.cell[i].root, x[i]));
        }
        return farthest;
    });
}

Real level_memory_share(const CrowdPart& crowd, const CrowdState& memory, const RealmBuffer* buffer) {
    return on_divided(crowd, memory, buffer,
                      [](const auto&, const auto& ground) { return memory_of_levels(ground.map).share(); });
}

int misled_by_planes(const CrowdPart& crowd, const CrowdState& memory, std::span<const Vec3> x,
                     const RealmBuffer* buffer) {
    return on_divided(crowd, memory, buffer, [&](const auto& first, const auto& ground) {
        int count = 0;
        for (int i = 0; i < crowd.agent_count(); ++i)
            if (!is_gone(crowd, memory, i))
                count +=
                    is_beyond_a_plane(ground, cell_named(ground, cell_slots(first), memory.cell[i]), x[i]);
        return count;
    });
}

bool has_registration_fault(const CrowdPart& crowd, const CrowdState& memory, std::span<const Vec3> x,
                            const RealmBuffer* buffer) {
    RealmBuffer anew;
    if (!realm_has_followed(crowd, memory, buffer)) {  // then the lists as the next step will build them
        follow_realm(crowd, memory, anew);
        const bool is_off = std::visit(
            [&]<class Ground>(RealmCells<Ground>& cells) {
                bool found = false;
                for (std::size_t i = 0; i < memory.cell.size(); ++i) {
                    cells.places[i] = place_at(cells.reg.ground, memory.cell[i].root, x[i]);
                    found |= cells.reg.cell[i] >= 0 && !is_at(cells.reg.ground, cells.places[i], x[i]);
                }
                return found;
            },
            anew.cells);
        if (is_off) return true;
        buffer = &anew;
    }
    return std::visit(
        [&]<class Ground>(RealmCells<Ground> cells) {  // (a copy: rings are found anew)
            const CellRegister<Ground>& reg = cells.reg;
            for (std::size_t i = 0; i < memory.cell.size(); ++i)
                if (reg.cell[i] >= 0 && name_of_cell(reg.ground, reg.cell[i]) != memory.cell[i]) return true;
            return !find_fault<Ground>(cells.reg, cells.places).empty();
        },
        buffer->cells);
}

int realm_cell_count(const Realm& realm, const CrowdState& memory) {
    const int divided = static_cast<int>(memory.divided.size());
    return std::visit(
        [&](const auto& ground) {
            const bool is_surface = std::holds_alternative<CurvedGround>(realm.ground);
            return cell_slots(ground) + (is_surface ? 3 : 7) * divided;
        },
        realm.ground);
}

Real darts_per_cell(const CrowdPart& crowd, const CrowdState& memory, const RealmBuffer* buffer) {
    return on_divided(crowd, memory, buffer, [&](const auto&, const auto& ground) {
        return static_cast<Real>(dart_total(ground)) / realm_cell_count(*crowd.realm, memory);
    });
}

}  // namespace souple
