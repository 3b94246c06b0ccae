// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/space/space_register.h"

#include <algorithm>

#include "souple/core/errors.h"
#include "souple/geometry/meets_convex.h"
#include "souple/geometry/orient.h"

namespace souple {

namespace {

void put_once(std::vector<int>& list, int value) {
    const auto place = std::lower_bound(list.begin(), list.end(), value);
    if (place == list.end() || *place != value) list.insert(place, value);
}

bool shape_meets_inside(const SpaceShape& shape, const ConvexBody& body) {
    return shape.count == 2 ? meets_inside(shape.corners[0], shape.corners[1], body)
                            : meets_inside(shape.corners, body);
}

Aabb box_of(const SpaceShape& shape) {
    Aabb box;
    for (int k = 0; k < shape.count; ++k) box.extend(shape.corners[k]);
    return box;
}

/// Whether the plane of a triangle comes to a box: unless all corners are on one side of it.
bool plane_meets(const SpaceShape& triangle, const Aabb& box) {
    bool above = false, below = false;
    for (const Vec3& corner : corners_of(box)) {
        const int side = orient(triangle.corners[0], triangle.corners[1], triangle.corners[2], corner);
        above |= side >= 0;
        below |= side <= 0;
    }
    return above && below;
}

bool is_in_one_cell(const SpaceShape& shape) {
    return std::all_of(shape.cells.begin(), shape.cells.begin() + shape.count,
                       [&](int c) { return c == shape.cells[0]; });
}

/// The cells along the sides; false when the border of the space was in the way.
bool walk_sides(const SpaceRegister& reg, const SpaceShape& shape, std::vector<int>& met) {
    const Space& space = reg.points.ground;
    const int sides = shape.count == 2 ? 1 : 3;
    for (int k = 0; k < sides; ++k) {
        const Vec3 &p = shape.corners[k], &q = shape.corners[(k + 1) % shape.count];
        const SpaceEnd start = seek(space, dart_of(space.map, VolumeCell{shape.cells[k]}), p);
        if (!start.dart) return false;
        put_once(met, start.cell.index);
        const SpaceEnd end =
            follow_line(space, start.dart, p, q, true, [&](VolumeCell c) { put_once(met, c.index); });
        if (end.wall || end.searched_all) return false;
    }
    return true;
}

/// Writes down the cells that a shape passes through, and those of its corners.
void find_crossed(SpaceRegister& reg, SpaceShape& shape) {
    const Space& space = reg.points.ground;
    shape.crossed.clear();
    for (int k = 0; k < shape.count; ++k) put_once(shape.crossed, shape.cells[k]);
    shape.met = shape.crossed;
    if (is_in_one_cell(shape) && (space.has_boxes || !reg.is_exact)) return;
    std::vector<int>& waiting = reg.waiting;
    waiting.clear();
    if (!walk_sides(reg, shape, waiting)) {
        ++reg.shape_searches;
        waiting.clear();
        for (int c = 0; c < cell_slots(space); ++c)
            if (is_leaf_cell(space, c)) waiting.push_back(c);
    }
    for (const int c : shape.crossed) put_once(waiting, c);
    const Aabb box = box_of(shape);
    std::vector<int> seen = waiting;
    for (std::size_t k = 0; k < waiting.size(); ++k) {
        const int c = waiting[k];
        if (passes_through(space, c, shape)) put_once(shape.crossed, c);
        if (shape.count == 2) continue;
        // also through cells that are only touched: a triangle in the plane of small faces may go on into
        // the inside of a large cell behind them
        for (const int n : reg.points.around[c]) {
            const Aabb& other = space.box[VolumeCell{n}];
            if (!box.overlaps(other) || std::binary_search(seen.begin(), seen.end(), n)) continue;
            if (!plane_meets(shape, other)) continue;
            put_once(seen, n);
            waiting.push_back(n);
        }
    }
    shape.met = std::move(seen);
}

void write_down(SpaceRegister& reg, int s) {
    for (const int c : reg.shapes[s].crossed) put_sorted(reg.crossing[c], s);
    for (const int c : reg.shapes[s].met) put_sorted(reg.meeting[c], s);
}
void strike_out(SpaceRegister& reg, int s) {
    for (const int c : reg.shapes[s].crossed) take_sorted(reg.crossing[c], s);
    for (const int c : reg.shapes[s].met) take_sorted(reg.meeting[c], s);
}

/// Takes everything that meets a cell out of all its cells.
void lift_shapes(SpaceRegister& reg, int cell) {
    const std::vector<int> here = reg.meeting[cell];
    for (const int s : here) {
        reg.lifted.push_back(s);
        strike_out(reg, s);
    }
}

/// In cells of any shape the neighbours of a changed cell change too: their shapes are looked at again.
void lift_around(SpaceRegister& reg, int cell) {
    lift_shapes(reg, cell);
    if (reg.points.ground.has_boxes) return;
    for (const int c : reg.points.around[cell]) lift_shapes(reg, c);
}

void put_back(SpaceRegister& reg, int start) {
    const Space& space = reg.points.ground;
    const std::size_t slots = std::max<std::size_t>(reg.crossing.size(), cell_slots(space));
    reg.crossing.resize(slots);
    reg.meeting.resize(slots);
    for (const int s : reg.lifted) {
        SpaceShape& shape = reg.shapes[s];
        for (int k = 0; k < shape.count; ++k) {
            int& cell = shape.cells[k];
            if (is_leaf_cell(space, cell) && contains(space, VolumeCell{cell}, shape.corners[k])) continue;
            // (a bent face at the border may have left a corner outside: then all cells are looked at)
            const int near = is_leaf_cell(space, cell) ? cell : start;
            const int found = seek_cell(space, near, -1, shape.corners[k]).cell;
            cell = found >= 0 ? found : near;
        }
        find_crossed(reg, shape);
        write_down(reg, s);
    }
    reg.lifted.clear();
}

}  // namespace

SpaceRegister register_nothing(Space space) {
    SpaceRegister reg;
    reg.points = register_nobody(std::move(space));
    reg.crossing.resize(cell_slots(reg.points.ground));
    reg.meeting = reg.crossing;
    return reg;
}

bool passes_through(const Space& space, int cell, const SpaceShape& shape) {
    const VolumeCell c{cell};
    if (!space.has_boxes) {
        OrbitRoom room;
        find_volume_darts(space.map, dart_of(space.map, c), room);
        return std::any_of(room.darts.begin(), room.darts.end(), [&](int d) {
            const std::array<Vec3, 4> corners = tetrahedron_of(space, {d});
            return shape_meets_inside(shape, tetrahedron_body(corners));
        });
    }
    const std::array<Vec3, 8> corners = corners_of(space.box[c]);
    return shape_meets_inside(shape, box_body(corners));
}

int add_shape(SpaceRegister& reg, std::span<const Vec3> corners, int start) {
    SpaceShape shape;
    shape.count = static_cast<int>(corners.size());
    SOUPLE_ASSERT(shape.count == 2 || shape.count == 3);
    for (int k = 0; k < shape.count; ++k) {
        shape.corners[k] = corners[k];
        shape.cells[k] = start = seek_cell(reg.points.ground, start, -1, corners[k]).cell;
        if (start < 0) throw InputError(fmt::format("corner {} of a shape is outside the space", k));
    }
    const int s = static_cast<int>(reg.shapes.size());
    reg.shapes.push_back(shape);
    find_crossed(reg, reg.shapes[s]);
    write_down(reg, s);
    return s;
}

bool move_shape(SpaceRegister& reg, int s, std::span<const Vec3> corners) {
    SpaceShape& shape = reg.shapes[s];
    std::array<int, 3> cells = shape.cells;
    for (int k = 0; k < shape.count; ++k) {
        cells[k] = seek_cell(reg.points.ground, cells[k], -1, corners[k]).cell;
        if (cells[k] < 0) return false;
    }
    ++reg.shape_moves;
    const bool was_in_one = is_in_one_cell(shape);
    const bool stays = was_in_one && cells == shape.cells && (reg.points.ground.has_boxes || !reg.is_exact);
    std::copy(corners.begin(), corners.end(), shape.corners.begin());
    if (stays) return true;
    const SpaceShape before{{}, 0, {}, shape.crossed, shape.met};
    shape.cells = cells;
    find_crossed(reg, shape);
    if (shape.crossed == before.crossed && shape.met == before.met) return true;
    reg.shape_changes += shape.crossed != before.crossed;
    for (const int c : before.crossed) take_sorted(reg.crossing[c], s);
    for (const int c : before.met) take_sorted(reg.meeting[c], s);
    write_down(reg, s);
    return true;
}

void find_cells_around(const SpaceRegister& reg, int s, std::vector<int>& cells) {
    const std::vector<int>& crossed = reg.shapes[s].crossed;
    cells.clear();
    for (const int c : crossed)
        for (const int n : reg.points.around[c])
            if (!std::binary_search(crossed.begin(), crossed.end(), n)) cells.push_back(n);
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

bool split_registered(SpaceRegister& reg, int cell, std::span<const Vec3> places) {
    lift_around(reg, cell);
    const bool is_split = split_registered(reg.points, cell, places);
    put_back(reg, is_split ? reg.points.ground.map.volumes[cell].first_child : cell);
    return is_split;
}

void merge_registered(SpaceRegister& reg, int cell, std::span<const Vec3> places) {
    for_each_child_cell(reg.points.ground, cell, [&](int c) { lift_around(reg, c); });
    merge_registered(reg.points, cell, places);
    put_back(reg, cell);
}

std::string find_fault(SpaceRegister& reg, std::span<const Vec3> places) {
    if (std::string fault = find_fault(reg.points, places); !fault.empty()) return fault;
    const Space& space = reg.points.ground;
    for (int c = 0; c < cell_slots(space); ++c) {
        std::vector<int> expected;
        for (std::size_t s = 0; s < reg.shapes.size() && is_leaf_cell(space, c); ++s) {
            const SpaceShape& shape = reg.shapes[s];
            const bool has_corner = std::find(shape.cells.begin(), shape.cells.begin() + shape.count, c) !=
                                    shape.cells.begin() + shape.count;
            if (has_corner || passes_through(space, c, shape)) expected.push_back(static_cast<int>(s));
        }
        if (expected != reg.crossing[c]) return fmt::format("cell {} lists other shapes", c);
    }
    for (std::size_t s = 0; s < reg.shapes.size(); ++s)
        for (int k = 0; k < reg.shapes[s].count; ++k)
            if (!cell_holds(space, reg.shapes[s].cells[k], reg.shapes[s].corners[k]))
                return fmt::format("corner {} of shape {} is not in its cell", k, s);
    return {};
}

}  // namespace souple
