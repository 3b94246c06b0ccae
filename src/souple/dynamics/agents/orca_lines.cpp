// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/orca_lines.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

Real cross_product(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// The tangents from the origin to a disc that does not hold it: unit, away from the origin.
struct Tangents {
    Vec2 left, right;
};
Tangents tangents_to(const Vec2& p, Real radius) {
    const Real squared = p.squaredNorm(), leg = std::sqrt(std::max(squared - radius * radius, Real(0)));
    return {Vec2(p.x() * leg - p.y() * radius, p.x() * radius + p.y() * leg) / squared,
            Vec2(p.x() * leg + p.y() * radius, p.y() * leg - p.x() * radius) / squared};
}

/// The allowed side of a circle at its point nearest to a velocity: outside.
HalfPlane line_at_circle(const Vec2& centre, Real radius, const Vec2& v) {
    const Vec2 w = v - centre;
    const Real length = w.norm();
    const Vec2 out = length > 0 ? Vec2(w / length) : Vec2(Vec2::UnitX());
    return {centre + radius * out, {out.y(), -out.x()}};
}

bool is_covered(const Vec2& a, const Vec2& b, Real radius, const HalfPlanes& planes) {
    for (int k = 0; k < planes.count; ++k)
        if (-planes.lines[k].height(a) >= radius - 1e-9 && -planes.lines[k].height(b) >= radius - 1e-9)
            return true;
    return false;
}

/// The place of a segment nearest to the origin, as a share of its length.
Real nearest_share(const Vec2& a, const Vec2& b) {
    const Vec2 side = b - a;
    return std::clamp(-a.dot(side) / side.squaredNorm(), Real(0), Real(1));
}

}  // namespace

HalfPlane line_for(const MovingDisc& self, const MovingDisc& other, Real horizon, Real h) {
    LaneDiscs four;
    for (int lane = 0; lane < lane_count; ++lane) four.set(lane, other);
    const LaneLines lines = lines_for(self, four, horizon, h);
    return {{lines.x[0], lines.y[0]}, {lines.dx[0], lines.dy[0]}};
}

LaneLines lines_for(const MovingDisc& self, const LaneDiscs& others, Real horizon, Real h) {
    const Lanes px = others.x - self.x.x(), py = others.y - self.x.y();
    const Lanes vx = self.v.x() - others.vx, vy = self.v.y() - others.vy;
    const Lanes radius = self.radius + others.radius, squared = px * px + py * py;
    const LaneMask overlap = squared <= radius * radius;
    const Lanes inv_time = overlap ? all_lanes(1 / h) : all_lanes(1 / horizon);

    // the end of the cone, a circle
    const Lanes cx = px * inv_time, cy = py * inv_time, wx = vx - cx, wy = vy - cy;
    const Lanes towards = wx * px + wy * py, w_squared = wx * wx + wy * wy, length = root(w_squared);
    const LaneMask is_round =
        overlap | ((towards < all_lanes(0)) & (towards * towards > radius * radius * w_squared));
    const LaneMask has_way = length > all_lanes(0);
    const Lanes inv_length = 1.0 / length, end = radius * inv_time;
    const Lanes out_x = has_way ? wx * inv_length : all_lanes(1);
    const Lanes out_y = has_way ? wy * inv_length : all_lanes(0);

    // its legs, tangents to the disc
    const Lanes leg = root(larger(squared - radius * radius, all_lanes(0)));
    const LaneMask on_left = px * wy - py * wx > all_lanes(0);
    const Lanes side = on_left ? radius : -radius, sign = on_left ? all_lanes(1) : all_lanes(-1);
    const Lanes inv_squared = sign / squared;
    const Lanes leg_x = (px * leg - py * side) * inv_squared, leg_y = (px * side + py * leg) * inv_squared;
    const Lanes along = vx * leg_x + vy * leg_y;

    const Lanes change_x = is_round ? cx + end * out_x - vx : along * leg_x - vx;
    const Lanes change_y = is_round ? cy + end * out_y - vy : along * leg_y - vy;
    return {self.v.x() + change_x / 2.0, self.v.y() + change_y / 2.0, is_round ? out_y : leg_x,
            is_round ? -out_x : leg_y};
}

bool add_wall_line(const MovingDisc& self, const Vec2& a, const Vec2& b, Real horizon, HalfPlanes& planes) {
    Vec2 p = a - self.x, q = b - self.x;
    const Real radius = self.radius / horizon;
    if (is_covered(p / horizon, q / horizon, radius, planes)) return false;
    const Real share = nearest_share(p, q);
    const Vec2 nearest = p + share * (q - p);
    if (nearest.norm() <= self.radius) {  // it touches: only away
        const Vec2 out = nearest.norm() > 0 ? Vec2(-nearest.normalized()) : Vec2(Vec2::UnitX());
        planes.add({Vec2::Zero(), {out.y(), -out.x()}});
        return true;
    }
    // p is the end seen on the right; when the wall is seen from its end, that end is both
    if (cross_product(p, q) < 0) std::swap(p, q);
    const Tangents of_p = tangents_to(p, self.radius), of_q = tangents_to(q, self.radius);
    const bool left_is_p = cross_product(of_q.left, of_p.left) > 0;
    const bool right_is_q = cross_product(of_p.right, of_q.right) < 0;
    const Vec2 left = left_is_p ? of_p.left : of_q.left, right = right_is_q ? of_q.right : of_p.right;
    const Vec2 left_end = (left_is_p ? p : q) / horizon, right_end = (right_is_q ? q : p) / horizon;

    const Vec2 v = self.v, front = right_end - left_end;
    const bool one_end = left_is_p || right_is_q || front.squaredNorm() == 0;
    const Real t = one_end ? 0.5 : (v - left_end).dot(front) / front.squaredNorm();
    const Real t_left = (v - left_end).dot(left), t_right = (v - right_end).dot(right);
    if ((t < 0 && t_left < 0) || (one_end && t_left < 0 && t_right < 0)) {
        planes.add(line_at_circle(left_end, radius, v));
        return true;
    }
    if (t > 1 && t_right < 0) {
        planes.add(line_at_circle(right_end, radius, v));
        return true;
    }
    const Real to_front = t < 0 || t > 1 || one_end ? INFINITY : (v - (left_end + t * front)).squaredNorm();
    const Real to_left = t_left < 0 ? INFINITY : (v - (left_end + t_left * left)).squaredNorm();
    const Real to_right = t_right < 0 ? INFINITY : (v - (right_end + t_right * right)).squaredNorm();
    HalfPlane line;
    if (to_front <= to_left && to_front <= to_right) {
        line.direction = -front.normalized();
        line.point = left_end + radius * Vec2(-line.direction.y(), line.direction.x());
    } else {
        const bool by_left = to_left <= to_right;
        line.direction = by_left ? left : Vec2(-right);
        line.point =
            (by_left ? left_end : right_end) + radius * Vec2(-line.direction.y(), line.direction.x());
    }
    planes.add(line);
    return true;
}

}  // namespace souple
