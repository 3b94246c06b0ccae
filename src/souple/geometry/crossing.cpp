// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/crossing.h"

#include <algorithm>
#include <cmath>

#include "souple/geometry/distance.h"

namespace souple {

namespace {

/// c0 + c1 s + c2 s^2 + c3 s^3
struct Cubic {
    std::array<Real, 4> c{};

    Real at(Real s) const { return c[0] + s * (c[1] + s * (c[2] + s * c[3])); }
    Real slope(Real s) const { return c[1] + s * (2 * c[2] + s * 3 * c[3]); }
};

/// Six times the volume that the four points span.
Cubic volume_of(const MovingPoints& points) {
    std::array<Vec3, 3> p, m;
    for (int k = 0; k < 3; ++k) {
        p[k] = points.start[k + 1] - points.start[0];
        m[k] = points.motion[k + 1] - points.motion[0];
    }
    const auto volume = [](const Vec3& a, const Vec3& b, const Vec3& c) { return a.dot(b.cross(c)); };
    return {{volume(p[0], p[1], p[2]),
             volume(m[0], p[1], p[2]) + volume(p[0], m[1], p[2]) + volume(p[0], p[1], m[2]),
             volume(p[0], m[1], m[2]) + volume(m[0], p[1], m[2]) + volume(m[0], m[1], p[2]),
             volume(m[0], m[1], m[2])}};
}

/// Where the slope is zero between 0 and 1, in order; written into s, returns how many.
int turning_points(const Cubic& f, std::array<Real, 2>& s) {
    const Real a = 3 * f.c[3], b = f.c[2], c = f.c[1];  // a s^2 + 2 b s + c
    const Real under = b * b - a * c;
    if (!(under > 0)) return 0;
    // the larger of both first, the other from the product: no cancellation
    const Real q = -(b + std::copysign(std::sqrt(under), b));
    std::array<Real, 2> roots{a != 0 ? q / a : Real(-1), q != 0 ? c / q : Real(-1)};
    if (roots[0] > roots[1]) std::swap(roots[0], roots[1]);
    int count = 0;
    for (const Real root : roots)
        if (root > 0 && root < 1) s[count++] = root;
    return count;
}

/// The root of f between two places where its signs differ: Newton's method, halving where that leaves them.
Real root_between(const Cubic& f, Real low, Real high) {
    const bool rises = f.at(high) > 0;
    Real s = 0.5 * (low + high);
    for (int step = 0; step < 100 && high - low > 1e-15; ++step) {
        const Real value = f.at(s);
        if (value == 0) return s;
        ((value > 0) == rises ? high : low) = s;
        const Real slope = f.slope(s);
        const Real next = slope != 0 ? s - value / slope : low;
        const Real last = s;
        s = next > low && next < high ? next : 0.5 * (low + high);
        if (std::abs(s - last) <= 1e-16) return s;
    }
    return s;
}

/// [m] what is nearer than this at a common plane has met.
Real touching_distance(const MovingPoints& points, Real s) {
    Real size = 0;
    for (int k = 1; k < 4; ++k) size = std::max(size, (points.at(k, s) - points.at(0, s)).norm());
    return 1e-12 + 1e-7 * size;
}

/// How two things are to each other at some moment.
struct Nearness {
    Crossing crossing;  ///< its normal of any length, zero when there is none
    Real distance = 0;  ///< [m]
};

Nearness near_triangle(const MovingPoints& points, Real s) {
    const Vec3 p = points.at(0, s), a = points.at(1, s), b = points.at(2, s), c = points.at(3, s);
    const TrianglePoint near = closest_on_triangle(p, a, b, c);
    return {{s, (b - a).cross(c - a), {-1, near.weights[0], near.weights[1], near.weights[2]}},
            (near.point - p).norm()};
}

Nearness near_edge(const MovingPoints& points, Real s) {
    const Vec3 a0 = points.at(0, s), a1 = points.at(1, s), b0 = points.at(2, s), b1 = points.at(3, s);
    const EdgesNear near = nearest_on_edges(a0, a1, b0, b1);
    Vec3 normal = (a1 - a0).cross(b1 - b0);
    if (normal.norm() < 1e-9 * (a1 - a0).norm() * (b1 - b0).norm()) normal.setZero();
    return {{s, normal, {near.on_a - 1, -near.on_a, 1 - near.on_b, near.on_b}}, near.distance};
}

/// Towards where the second was at the start; what started in the plane goes back the way it came.
void look_from_first_to_second(const MovingPoints& points, Crossing& crossing) {
    const Vec3 before = way_between(crossing, points.start);
    const Real length = crossing.normal.norm(), far = before.norm();
    const bool in_plane = std::abs(crossing.normal.dot(before)) <= 1e-6 * length * far;
    if (in_plane && far > 0)
        crossing.normal = before / far;
    else
        crossing.normal = length > 0 ? Vec3(crossing.normal / length) : Vec3(Vec3::UnitY());
    const Real side = crossing.normal.dot(before);
    const Real along =
        std::abs(side) > 1e-14 ? side : -crossing.normal.dot(way_between(crossing, points.motion));
    if (along < 0) crossing.normal = -crossing.normal;
}

/// The first moment at which the two pass through each other; else the end, if that is nearer than `gap` [m]
/// and than the start.
template <class Near>
std::optional<Crossing> first_meeting(const MovingPoints& points, Real gap, const Near& near_at) {
    const auto met = [&points](Nearness near) {
        look_from_first_to_second(points, near.crossing);
        return near.crossing;
    };
    const CoplanarTimes times = coplanar_times(points);
    for (int k = 0; k < times.count; ++k) {
        const Nearness near = near_at(points, times.s[k]);
        if (near.distance <= touching_distance(points, times.s[k])) return met(near);
    }
    if (!(gap > 0)) return std::nullopt;
    const Nearness end = near_at(points, 1);
    if (end.distance >= gap || end.distance >= near_at(points, 0).distance) return std::nullopt;
    return met(end);
}

/// Whether boxes around the first `count` points and around the others never touch, as one sees them who goes
/// along with all: most pairs of a sheet that flies past as a whole need no more than that.
bool stay_apart(const MovingPoints& points, int count, Real gap) {
    const Vec3 along = 0.25 * (points.motion[0] + points.motion[1] + points.motion[2] + points.motion[3]);
    std::array<Vec3, 2> low{Vec3::Constant(1e300), Vec3::Constant(1e300)}, high{-low[0], -low[1]};
    for (int k = 0; k < 4; ++k) {
        const int side = k < count ? 0 : 1;
        const Vec3 &from = points.start[k], to = from + (points.motion[k] - along);
        low[side] = low[side].cwiseMin(from).cwiseMin(to);
        high[side] = high[side].cwiseMax(from).cwiseMax(to);
    }
    // (what counts as near is a little more than the gap where things are large)
    const Real room = gap + 1e-6 * (high[0] - low[0] + high[1] - low[1]).sum();
    return ((low[1] - high[0]).array() > room).any() || ((low[0] - high[1]).array() > room).any();
}

}  // namespace

CoplanarTimes coplanar_times(const MovingPoints& points) {
    const Cubic f = volume_of(points);
    CoplanarTimes times;
    // far from a plane all the way: most pairs end here
    if (std::abs(f.c[0]) > std::abs(f.c[1]) + std::abs(f.c[2]) + std::abs(f.c[3])) return times;
    std::array<Real, 2> turns{};
    const int turn_count = turning_points(f, turns);
    Real low = 0;
    for (int k = 0; k <= turn_count; ++k) {
        const Real high = k < turn_count ? turns[k] : 1;
        // (a volume of zero counts as positive, at the end of one motion as at the start of the next)
        if ((f.at(low) < 0) != (f.at(high) < 0)) times.s[times.count++] = root_between(f, low, high);
        low = high;
    }
    return times;
}

std::optional<Crossing> point_crosses_triangle(const MovingPoints& points, Real gap) {
    if (stay_apart(points, 1, gap)) return {};
    return first_meeting(points, gap, near_triangle);
}

std::optional<Crossing> edge_crosses_edge(const MovingPoints& points, Real gap) {
    if (stay_apart(points, 2, gap)) return {};
    return first_meeting(points, gap, near_edge);
}

EdgesNear nearest_on_edges(const Vec3& a0, const Vec3& a1, const Vec3& b0, const Vec3& b1) {
    const Vec3 a = a1 - a0, b = b1 - b0, r = a0 - b0;
    const Real aa = a.squaredNorm(), bb = b.squaredNorm(), ab = a.dot(b), ar = a.dot(r);
    const Real under = aa * bb - ab * ab;
    EdgesNear near;
    // parallel ones are as near at the first end as anywhere, once the other side has been clamped
    if (under > 1e-14 * aa * bb) near.on_a = std::clamp((ab * b.dot(r) - ar * bb) / under, Real(0), Real(1));
    near.on_b = closest_on_segment(a0 + near.on_a * a, b0, b1).parameter;
    near.on_a = closest_on_segment(b0 + near.on_b * b, a0, a1).parameter;
    near.distance = (b0 + near.on_b * b - a0 - near.on_a * a).norm();
    return near;
}

bool pierces(const Vec3& from, const Vec3& to, const std::array<Vec3, 3>& triangle) {
    const auto volume = [](const Vec3& a, const Vec3& b, const Vec3& c) { return a.dot(b.cross(c)); };
    const Vec3 a = triangle[0] - from, b = triangle[1] - from, c = triangle[2] - from;
    const Vec3 way = to - from, normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
    const Real before = normal.dot(a), after = normal.dot(triangle[0] - to);
    // in the plane of the triangle, but for rounding
    const Real rounding = 1e-12 * normal.norm() * (way.norm() + a.norm());
    if (std::abs(before) <= rounding || std::abs(after) <= rounding) return false;
    if (!((before < 0 && after > 0) || (before > 0 && after < 0))) return false;
    const Real u = volume(way, a, b), v = volume(way, b, c), w = volume(way, c, a);
    return (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
}

}  // namespace souple
