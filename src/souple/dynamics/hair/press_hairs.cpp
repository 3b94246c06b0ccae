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
#include "souple/math/lanes.h"

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

/// A triangle near a piece of a wisp.
struct NearTriangle {
    const std::array<Vec3, 3>* corners;
    Real thickness;  ///< [m] of its sheet
    Real room;       ///< [m] points that are nearer to the axis are not pressed by it
};

/// Calls fn(point) for the points number k of some hairs.
template <class Fn>
void for_each_number(Range hairs, int k, HairLines& lines, const Fn& fn) {
    for (int h = hairs.begin; h < hairs.end(); ++h)
        if (lines.first[h] + k < lines.first[h + 1]) fn(lines.points[lines.first[h] + k]);
}

/// Those that a point may meet on its way from a place on the axis, the first to be met first.
void list_near_triangles(const std::vector<SheetOnHair>& sheets, const Vec3& middle, Real farthest,
                         std::vector<NearTriangle>& near) {
    constexpr Real rounding = 1e-6;  // [m]
    near.clear();
    for (const SheetOnHair& sheet : sheets) {
        const Real reach = farthest + sheet.thickness + rounding;
        visit(
            sheet.tree, [&](const Aabb& box) { return squared_distance(box, middle) <= reach * reach; },
            [&](int t) {
                const auto& [a, b, c] = sheet.triangles[t];
                const Real far = (closest_on_triangle(middle, a, b, c).point - middle).norm();
                if (far <= reach)
                    near.push_back({&sheet.triangles[t], sheet.thickness, far - sheet.thickness - rounding});
            });
    }
    std::sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.room < b.room; });
}

/// Presses the points of one number, which have one place on the axis in common.
void press_towards(const std::vector<SheetOnHair>& sheets, const Vec3& middle, Range hairs, int k,
                   HairLines& lines, std::vector<NearTriangle>& near) {
    Real farthest = 0;
    for_each_number(hairs, k, lines, [&](const Vec3& point) {
        farthest = std::max(farthest, (point - middle).squaredNorm());
    });
    list_near_triangles(sheets, middle, std::sqrt(farthest), near);
    if (near.empty()) return;
    for_each_number(hairs, k, lines, [&](Vec3& point) {
        const Vec3 way = point - middle;
        const Real length = way.norm();
        Real left = 1;
        if (!(length > 0)) return;
        for (const NearTriangle& triangle : near) {
            if (triangle.room > length) break;
            left =
                std::min(left, way_to_triangle(*triangle.corners, middle, way) - triangle.thickness / length);
        }
        if (left < 1) point = middle + std::max<Real>(0, left) * way;
    });
}

/// The pieces of some hairs that end at their point of one number, four at a time.
struct PiecesAtNumber {
    struct Four {
        LaneIndices hair{-1, -1, -1, -1};
        LaneVec3 low, high;  ///< boxes around them [m]
    };
    std::vector<Four> fours;
    Aabb box;  ///< around all of them
};

void list_pieces(const HairLines& lines, Range hairs, int k, PiecesAtNumber& pieces) {
    pieces.fours.clear();
    pieces.box = {};
    int count = 0;
    for (int h = hairs.begin; h < hairs.end(); ++h) {
        const int end = lines.first[h] + k;
        if (end >= lines.first[h + 1]) continue;
        const int lane = count++ % lane_count;
        if (lane == 0) pieces.fours.emplace_back();
        PiecesAtNumber::Four& four = pieces.fours.back();
        const Vec3 &from = lines.points[end - 1], &to = lines.points[end];
        const Aabb own{from.cwiseMin(to), from.cwiseMax(to)};
        four.hair[lane] = h;
        four.low.set(lane, own.low);
        four.high.set(lane, own.high);
        pieces.box.extend(own);
    }
}

LaneMask overlap(const PiecesAtNumber::Four& four, const Aabb& box) {
    const auto along = [&](int axis, const Lanes& low, const Lanes& high) {
        return (low <= all_lanes(box.high[axis])) & (all_lanes(box.low[axis]) <= high);
    };
    return along(0, four.low.x, four.high.x) & along(1, four.low.y, four.high.y) &
           along(2, four.low.z, four.high.z);
}

/// Hairs that are drawn one after the other, which are close together, and one sheet: triangles are looked
/// for once for all of them.
struct Bundle {
    const SheetOnHair& sheet;
    const HairLines& lines;
    Range hairs;
    std::vector<char> is_through;

    /// Hairs change sides where their piece to point number k passes through a triangle.
    void pass(const PiecesAtNumber& pieces, const std::array<Vec3, 3>& triangle, int k) {
        Aabb box;
        for (const Vec3& corner : triangle) box.extend(corner);
        if (!box.overlaps(pieces.box)) return;
        for (const PiecesAtNumber::Four& four : pieces.fours) {
            const LaneMask near = overlap(four, box);
            for (int lane = 0; any(near) && lane < lane_count; ++lane) {
                const int h = four.hair[lane];
                if (!near[lane] || h < 0) continue;
                const Vec3* const end = &lines.points[lines.first[h] + k];
                is_through[h - hairs.begin] ^= pierces(end[-1], end[0], triangle);
            }
        }
    }

    /// [m] how far their points number k stand out.
    Real farthest(int k) const {
        Real farthest = 0;
        for (int h = hairs.begin; h < hairs.end(); ++h)
            if (is_through[h - hairs.begin] && lines.first[h] + k < lines.first[h + 1])
                farthest = std::max(farthest, distance_from(sheet, lines.points[lines.first[h] + k]));
        return farthest;
    }
};

Real farthest_of_bundle(const SheetOnHair& sheet, const HairLines& lines, Range hairs, int root) {
    Bundle bundle{sheet, lines, hairs, std::vector<char>(hairs.count, false)};
    PiecesAtNumber pieces;
    Real farthest = 0;
    for (int k = root + 1;; ++k) {
        list_pieces(lines, hairs, k, pieces);
        if (pieces.fours.empty()) return farthest;
        visit_overlapping(sheet.tree, pieces.box, [&](int t) { bundle.pass(pieces, sheet.triangles[t], k); });
        farthest = std::max(farthest, bundle.farthest(k));
    }
}

/// Those of one slot where slots are known: they are closest together.
std::vector<Range> bundles_of(const HairLines& lines) {
    std::vector<Range> bundles;
    for (std::size_t slot = 0; slot + 1 < lines.by_slot.size(); ++slot)
        bundles.push_back({lines.by_slot[slot], lines.by_slot[slot + 1] - lines.by_slot[slot]});
    if (bundles.empty()) bundles.push_back({0, static_cast<int>(lines.first.size()) - 1});
    return bundles;
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
    const int each = hair.look.points;
    const auto press_wisp = [&](int slot) {
        const Vec3* axis = &state.x[model.parts[hair.part].points.begin + slot * hair.particles];
        const Range hairs{lines.by_slot[slot], lines.by_slot[slot + 1] - lines.by_slot[slot]};
        std::vector<NearTriangle> near;
        for (int k = each; k <= (hair.particles - 1) * each; ++k) {
            const int before = (k - 1) / each;
            const Real t = Real(k - before * each) / each;
            press_towards(sheets, (1 - t) * axis[before] + t * axis[before + 1], hairs, k, lines, near);
        }
    };
    parallel_for(hair.slots, press_wisp, wisps_pressed_at_once);
}

Real farthest_through(const std::vector<SheetOnHair>& sheets, const HairLines& lines, int root) {
    const std::vector<Range> bundles = bundles_of(lines);
    std::vector<Real> farthest(bundles.size(), 0);
    const auto measure = [&](int b) {
        for (const SheetOnHair& sheet : sheets)
            farthest[b] = std::max(farthest[b], farthest_of_bundle(sheet, lines, bundles[b], root));
    };
    parallel_for(static_cast<int>(bundles.size()), measure, 1);
    return *std::max_element(farthest.begin(), farthest.end());
}

}  // namespace souple
