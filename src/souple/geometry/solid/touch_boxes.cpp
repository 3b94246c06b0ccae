// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/solid/touch_boxes.h"

#include <cmath>

#include "souple/geometry/solid/flat_polygon.h"

namespace souple {

namespace {

/// Both boxes in the axes of a.
struct BoxPair {
    const Vec3 &ha, &hb;  ///< half sizes [m]
    const Mat3 &a, &b;    ///< rotations
    Mat3 r, abs_r;        ///< axes of b as columns, and their absolute values
    Vec3 t;               ///< centre of b [m]
    Real slack = 0;       ///< [m], what another axis must win by
};

[[gnu::flatten]] BoxPair make_pair(const PlacedBox& a, const PlacedBox& b) {
    BoxPair pair{a.half, b.half, a.axes, b.axes, {}, {}, {}};
    pair.r.noalias() = pair.a.transpose() * pair.b;
    pair.abs_r = pair.r.cwiseAbs();
    pair.t.noalias() = pair.a.transpose() * (b.centre - a.centre);
    pair.slack = 1e-3 * std::min(a.half.minCoeff(), b.half.minCoeff());
    return pair;
}

constexpr int next(int axis) { return axis == 2 ? 0 : axis + 1; }

/// What s must exceed to replace the best.
Real bar(Real best, Real slack) { return best + 0.01 * std::abs(best) + slack; }

/// Also false for boxes that only graze each other: seen along two axes of a they lie side by side, give or
/// take a thousandth, so that no face covers any of the other's.
bool try_faces(const BoxPair& p, Real margin, BoxAxis& best) {
    int beside = 0;
    for (int i = 0; i < 3; ++i) {
        const Real s = std::abs(p.t[i]) - p.ha[i] -
                       (p.abs_r(i, 0) * p.hb[0] + p.abs_r(i, 1) * p.hb[1] + p.abs_r(i, 2) * p.hb[2]);
        beside += std::abs(s) < p.slack ? 1 : 0;
        if (s >= margin || beside == 2) return false;
        if (i == 0 || s > best.separation) best = {BoxAxis::Kind::FaceOfA, i, 0, s, Vec3::Zero()};
    }
    const Real bar_of_a = bar(best.separation, p.slack);
    for (int j = 0; j < 3; ++j) {
        const Real along = p.t[0] * p.r(0, j) + p.t[1] * p.r(1, j) + p.t[2] * p.r(2, j);
        const Real s = std::abs(along) - p.hb[j] -
                       (p.abs_r(0, j) * p.ha[0] + p.abs_r(1, j) * p.ha[1] + p.abs_r(2, j) * p.ha[2]);
        if (s >= margin) return false;
        const bool better = best.kind == BoxAxis::Kind::FaceOfA ? s > bar_of_a : s > best.separation;
        if (better) best = {BoxAxis::Kind::FaceOfB, 0, j, s, Vec3::Zero()};
    }
    return true;
}

/// Axes along the product of an edge of a and an edge of b.
bool try_edges(const BoxPair& p, Real margin, BoxAxis& best) {
    const Real bar_of_faces = bar(best.separation, p.slack);
    for (int i = 0; i < 3; ++i) {
        const int i1 = next(i), i2 = next(i1);
        for (int j = 0; j < 3; ++j) {
            const Real squared_sine = 1 - p.r(i, j) * p.r(i, j);
            if (squared_sine < 1e-6) continue;  // parallel edges: a face says the same
            const int j1 = next(j), j2 = next(j1);
            const Real apart = std::abs(p.t[i2] * p.r(i1, j) - p.t[i1] * p.r(i2, j));
            const Real reach = p.ha[i1] * p.abs_r(i2, j) + p.ha[i2] * p.abs_r(i1, j) +
                               p.hb[j1] * p.abs_r(i, j2) + p.hb[j2] * p.abs_r(i, j1);
            const Real least = best.kind == BoxAxis::Kind::Edges ? best.separation : bar_of_faces;
            // what overlaps does so by no less once it is divided: most axes need no root
            if (apart < reach && apart - reach <= least && apart - reach < margin) continue;
            const Real s = (apart - reach) / std::sqrt(squared_sine);
            if (s >= margin) return false;
            if (s > least) best = {BoxAxis::Kind::Edges, i, j, s, Vec3::Zero()};
        }
    }
    return true;
}

Vec3 normal_of(const BoxPair& p, const BoxAxis& axis) {
    Vec3 n;
    if (axis.kind == BoxAxis::Kind::FaceOfA)
        n = p.a.col(axis.axis_a);
    else if (axis.kind == BoxAxis::Kind::FaceOfB)
        n = p.b.col(axis.axis_b);
    else
        n = p.a.col(axis.axis_a).cross(p.b.col(axis.axis_b)).normalized();
    return n.dot(p.a * p.t) < 0 ? Vec3(-n) : n;
}

bool find_axis(const BoxPair& pair, Real margin, BoxAxis& best) {
    if (!try_faces(pair, margin, best) || !try_edges(pair, margin, best)) return false;
    best.normal = normal_of(pair, best);
    return true;
}

/// One face of the reference box, one of the other, seen from the reference box.
struct FacePair {
    Vec3 half, other_half;  ///< [m]
    Mat3 axes;              ///< of the other box, in the axes of the reference box
    Vec3 centre;            ///< of the other box [m]
    int axis = 0;           ///< of the reference face
    Real sign = 1;          ///< which of the two faces
};

struct IncidentFace {
    FlatPolygon polygon;
    int name = 0;
};

/// The face of the other box that looks most against the reference face, in (u, v, gap).
IncidentFace incident_face(const FacePair& f) {
    const int k = f.axis, u = next(k), v = next(u);
    int j = 0;
    for (int c = 1; c < 3; ++c)
        if (std::abs(f.axes(k, c)) > std::abs(f.axes(k, j)) + 1e-6) j = c;
    const Real side = f.axes(k, j) * f.sign > 0 ? -1 : 1;
    const int j1 = next(j), j2 = next(j1);
    const Vec3 middle = f.centre + side * f.other_half[j] * f.axes.col(j);
    const Vec3 e1 = f.other_half[j1] * f.axes.col(j1), e2 = f.other_half[j2] * f.axes.col(j2);
    constexpr std::array<std::array<int, 2>, 4> corners{{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}};
    IncidentFace face;
    face.name = 2 * j + (side > 0);
    face.polygon.count = 4;
    for (int q = 0; q < 4; ++q) {
        const Vec3 p = middle + corners[q][0] * e1 + corners[q][1] * e2;
        face.polygon.corners[q] = {p[u], p[v], f.sign * p[k] - f.half[k], (q + 3) % 4, q};
    }
    return face;
}

void clip_to_face(FlatPolygon& polygon, Real half_u, Real half_v) {
    const Real tolerance = 1e-3 * std::min(half_u, half_v);
    clip(polygon, {1, 0, half_u, 4}, tolerance);
    clip(polygon, {0, 1, half_v, 5}, tolerance);
    clip(polygon, {-1, 0, half_u, 6}, tolerance);
    clip(polygon, {0, -1, half_v, 7}, tolerance);
}

FourPoints choose(const FlatPolygon& polygon) {
    if (polygon.count <= 4) return {polygon.count, {0, 1, 2, 3}};
    std::array<FlatPoint, 34> points;
    for (int i = 0; i < polygon.count; ++i)
        points[i] = {polygon.corners[i].u, polygon.corners[i].v, polygon.corners[i].gap};
    return choose_four({points.data(), static_cast<std::size_t>(polygon.count)});
}

BoxesTouch touch_faces(const BoxPair& p, const BoxAxis& best, const Vec3& centre_a, const Vec3& centre_b,
                       Real margin, Touch& found) {
    const bool of_a = best.kind == BoxAxis::Kind::FaceOfA;
    FacePair f;
    f.half = of_a ? p.ha : p.hb;
    f.other_half = of_a ? p.hb : p.ha;
    f.axes = of_a ? p.r : Mat3(p.r.transpose());
    f.centre = of_a ? p.t : Vec3(-(p.r.transpose() * p.t));
    f.axis = of_a ? best.axis_a : best.axis_b;
    const Mat3& frame = of_a ? p.a : p.b;
    const Vec3& origin = of_a ? centre_a : centre_b;
    const Vec3 outward = of_a ? best.normal : Vec3(-best.normal);
    f.sign = frame.col(f.axis).dot(outward) < 0 ? -1 : 1;

    IncidentFace face = incident_face(f);
    FlatPolygon& polygon = face.polygon;
    const int u = next(f.axis), v = next(u);
    clip_to_face(polygon, f.half[u], f.half[v]);
    drop_far(polygon, margin);
    const FourPoints four = choose(polygon);
    const std::uint32_t faces = (of_a ? 0 : 1) << 14 | (2 * f.axis + (f.sign > 0)) << 11 | face.name << 8;
    found.normal = best.normal;
    found.count = four.count;
    for (int i = 0; i < four.count; ++i) {
        const FlatCorner& corner = polygon.corners[four.chosen[i]];
        const Vec3 on_face =
            origin + frame.col(u) * corner.u + frame.col(v) * corner.v + outward * f.half[f.axis];
        const Vec3 on_other = on_face + corner.gap * outward;
        found.points[i] = {of_a ? on_face : on_other, of_a ? on_other : on_face, corner.gap,
                           faces | static_cast<std::uint32_t>(corner.before << 4 | corner.after)};
    }
    return found.count > 0 ? BoxesTouch::Yes : BoxesTouch::AcrossCorners;
}

/// The middle of the edge along `axis` that is farthest along `direction`, both in the box's axes.
Vec3 farthest_edge(const Vec3& half, int axis, const Vec3& direction, int& name) {
    Vec3 middle;
    for (int k = 0; k < 3; ++k) middle[k] = k == axis ? 0 : std::copysign(half[k], direction[k]);
    name = axis << 2 | (middle[next(axis)] > 0) << 1 | (middle[next(next(axis))] > 0);
    return middle;
}

BoxesTouch touch_edges(const BoxPair& p, const BoxAxis& best, const Vec3& centre_a, const Vec3& centre_b,
                       Touch& found) {
    int name_a = 0, name_b = 0;
    const Vec3 middle_a = farthest_edge(p.ha, best.axis_a, p.a.transpose() * best.normal, name_a);
    const Vec3 middle_b = farthest_edge(p.hb, best.axis_b, -(p.b.transpose() * best.normal), name_b);
    const Vec3 on_a = centre_a + p.a * middle_a, on_b = centre_b + p.b * middle_b;
    const Vec3 along_a = p.a.col(best.axis_a), along_b = p.b.col(best.axis_b);
    // closest points of two lines
    const Vec3 gap = on_b - on_a;
    const Real cosine = along_a.dot(along_b), squared_sine = 1 - cosine * cosine;
    const Real s = (gap.dot(along_a) - cosine * gap.dot(along_b)) / squared_sine;
    const Real t = (cosine * gap.dot(along_a) - gap.dot(along_b)) / squared_sine;
    const Real half_a = p.ha[best.axis_a], half_b = p.hb[best.axis_b];
    if (std::abs(s) > half_a * (1 + 1e-3) || std::abs(t) > half_b * (1 + 1e-3))
        return BoxesTouch::AcrossCorners;
    found.normal = best.normal;
    found.count = 1;
    found.points[0] = {on_a + s * along_a, on_b + t * along_b, best.separation,
                       static_cast<std::uint32_t>(1 << 15 | name_a << 4 | name_b)};
    return BoxesTouch::Yes;
}

}  // namespace

bool find_box_axis(const PlacedBox& a, const PlacedBox& b, Real margin, BoxAxis& best) {
    return find_axis(make_pair(a, b), margin, best);
}

BoxesTouch touch_boxes(const PlacedBox& a, const PlacedBox& b, Real margin, Touch& found) {
    found.count = 0;
    const BoxPair pair = make_pair(a, b);
    BoxAxis best;
    if (!find_axis(pair, margin, best)) return BoxesTouch::Apart;
    if (best.kind == BoxAxis::Kind::Edges) return touch_edges(pair, best, a.centre, b.centre, found);
    return touch_faces(pair, best, a.centre, b.centre, margin, found);
}

}  // namespace souple
