// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/press_hairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "souple/core/parallel.h"
#include "souple/dynamics/contact/touchables.h"
#include "souple/geometry/crossing.h"
#include "souple/geometry/distance.h"

namespace souple {

namespace {

constexpr Real sheet_edge = -1e-9;  // of the weights in a triangle: its sides belong to it
constexpr int wisps_pressed_at_once = 4;

/// Fraction of the way from p along `way` at which the plane of a triangle is passed inside it; infinite when
/// it is not.
Real way_to_triangle(const std::array<Vec3, 3>& triangle, const Vec3& p, const Vec3& way) {
    constexpr Real nowhere = std::numeric_limits<Real>::infinity();
    const Vec3 b = triangle[1] - triangle[0], c = triangle[2] - triangle[0], from = p - triangle[0];
    const Vec3 across = way.cross(c);
    const Real volume = across.dot(b);
    if (volume == 0) return nowhere;
    const Real at_b = across.dot(from) / volume;
    const Vec3 turned = from.cross(b);
    const Real at_c = turned.dot(way) / volume;
    if (at_b < sheet_edge || at_c < sheet_edge || at_b + at_c > 1 - sheet_edge) return nowhere;
    const Real t = turned.dot(c) / volume;
    return t >= 0 ? t : nowhere;
}

/// [m] from one sheet.
Real distance_from(const SheetOnHair& sheet, const Vec3& p) {
    const BvhNearest found = nearest(sheet.tree, p, std::numeric_limits<Real>::max(), [&](int t) {
        const std::array<Vec3, 3>& corners = sheet.triangles[t];
        return (closest_on_triangle(p, corners[0], corners[1], corners[2]).point - p).squaredNorm();
    });
    return std::sqrt(found.squared_distance);
}

/// Whether the way from p to q leads to the other side of a sheet.
bool changes_side(const SheetOnHair& sheet, const Vec3& p, const Vec3& q) {
    int count = 0;
    visit(
        sheet.tree, [&](const Aabb& box) { return overlaps_segment(box, p, q - p, 1); },
        [&](int t) { count += static_cast<int>(pierces(p, q, sheet.triangles[t])); });
    return count % 2 == 1;
}

/// [m] for one hair and one sheet.
Real farthest_of_hair(const SheetOnHair& sheet, const Vec3* first, const Vec3* end) {
    Real farthest = 0;
    bool is_through = false;
    for (const Vec3* p = first + 1; p < end; ++p) {
        if (changes_side(sheet, p[-1], p[0])) is_through = !is_through;
        if (is_through) farthest = std::max(farthest, distance_from(sheet, *p));
    }
    return farthest;
}

/// A triangle near a piece of a wisp.
struct NearTriangle {
    const std::array<Vec3, 3>* corners;
    Real thickness;  ///< [m] of its sheet
};

/// Calls fn(point, place on the axis) for the points of hairs between two particles of their wisp, whose
/// numbers in a hair follow `before`; at the root only for the last.
template <class Fn>
void for_each_between(const Vec3* axis, Range hairs, int before, int each, HairLines& lines, const Fn& fn) {
    for (int h = hairs.begin; h < hairs.end(); ++h)
        for (int k = before == 0 ? each : before + 1; k <= before + each; ++k) {
            if (lines.first[h] + k >= lines.first[h + 1]) break;
            const Real t = Real(k - before) / each;
            fn(lines.points[lines.first[h] + k], (1 - t) * axis[0] + t * axis[1]);
        }
}

/// The triangles are looked for once for all hairs of a wisp: most of them have none between two particles.
void press_between(const std::vector<SheetOnHair>& sheets, const Vec3* axis, Range hairs, int before,
                   int each, HairLines& lines) {
    Aabb box;
    for_each_between(axis, hairs, before, each, lines, [&](const Vec3& point, const Vec3& middle) {
        box.extend(point);
        box.extend(middle);
    });
    std::vector<NearTriangle> near;
    for (const SheetOnHair& sheet : sheets) {
        Aabb reached = box;
        reached.inflate(sheet.thickness);
        visit(
            sheet.tree, [&](const Aabb& part) { return part.overlaps(reached); },
            [&](int t) {
                near.push_back({&sheet.triangles[t], sheet.thickness});
            });
    }
    if (near.empty()) return;
    for_each_between(axis, hairs, before, each, lines, [&](Vec3& point, const Vec3& middle) {
        const Vec3 way = point - middle;
        const Real length = way.norm();
        Real left = 1;
        if (!(length > 0)) return;
        for (const NearTriangle& triangle : near)
            left =
                std::min(left, way_to_triangle(*triangle.corners, middle, way) - triangle.thickness / length);
        if (left < 1) point = middle + std::max<Real>(0, left) * way;
    });
}

}  // namespace

std::vector<SheetOnHair> find_sheets(const Model& model, const Hair& hair, const State& state) {
    std::vector<SheetOnHair> sheets;
    const Touchable point{TouchableKind::Point, model.parts[hair.part].points.begin + 2, hair.part};
    for (int p = 0; p < static_cast<int>(model.parts.size()); ++p) {
        const Part& part = model.parts[p];
        if (part.triangles.empty() ||
            !may_touch(model, point, {TouchableKind::Triangle, part.triangles.begin, p}))
            continue;
        SheetOnHair& sheet = sheets.emplace_back();
        sheet.thickness = part.surface.thickness;
        std::vector<Aabb> boxes;
        for (int t = part.triangles.begin; t < part.triangles.end(); ++t) {
            const auto& nodes = model.triangles[t];
            sheet.triangles.push_back({state.x[nodes[0]], state.x[nodes[1]], state.x[nodes[2]]});
            boxes.emplace_back();
            for (const Vec3& corner : sheet.triangles.back()) boxes.back().extend(corner);
        }
        build(sheet.tree, boxes);
    }
    return sheets;
}

Real way_to_sheet(const std::vector<SheetOnHair>& sheets, const Vec3& p, const Vec3& e) {
    const Vec3 way = e - p;
    const Real length = way.norm();
    if (!(length > 0)) return 1;
    Real left = 1;
    for (const SheetOnHair& sheet : sheets) {
        const Real thick = sheet.thickness / length;
        visit(
            sheet.tree, [&](const Aabb& box) { return overlaps_segment(box, p, way, left + thick); },
            [&](int t) { left = std::min(left, way_to_triangle(sheet.triangles[t], p, way) - thick); });
    }
    return std::max<Real>(0, left);
}

void press_hairs(const std::vector<SheetOnHair>& sheets, const Model& model, const Hair& hair,
                 const State& state, HairLines& lines) {
    if (sheets.empty()) return;
    const auto press_wisp = [&](int slot) {
        const Vec3* axis = &state.x[model.parts[hair.part].points.begin + slot * hair.particles];
        for (int i = 0; i + 1 < hair.particles; ++i)
            press_between(sheets, axis + i,
                          {lines.by_slot[slot], lines.by_slot[slot + 1] - lines.by_slot[slot]},
                          i * hair.look.points, hair.look.points, lines);
    };
    parallel_for(hair.slots, press_wisp, wisps_pressed_at_once);
}

Real farthest_through(const std::vector<SheetOnHair>& sheets, const HairLines& lines, int root) {
    const Vec3* points = lines.points.data();
    std::vector<Real> farthest(lines.first.size() - 1, 0);
    parallel_for(static_cast<int>(farthest.size()), [&](int h) {
        for (const SheetOnHair& sheet : sheets)
            farthest[h] = std::max(farthest[h], farthest_of_hair(sheet, points + lines.first[h] + root,
                                                                 points + lines.first[h + 1]));
    });
    return farthest.empty() ? 0 : *std::max_element(farthest.begin(), farthest.end());
}

}  // namespace souple
