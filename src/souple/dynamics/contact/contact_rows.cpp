// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/contact_rows.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

/// Two unit vectors across n; the same n always gives the same two.
void make_tangents(const Vec3& n, Vec3& t1, Vec3& t2) {
    t1 = std::abs(n.x()) < 0.57 ? Vec3(0, n.z(), -n.y()) : Vec3(n.y(), -n.x(), 0);
    t1.normalize();
    t2 = n.cross(t1);
}

void set_lane(std::array<Vec4, 3>& levers, int lane, const Vec3& lever) {
    for (int axis = 0; axis < 3; ++axis) levers[axis][lane] = lever[axis];
}

Vec4 spin_part(const std::array<Vec4, 3>& levers, const Vec3& w) {
    return levers[0] * w.x() + levers[1] * w.y() + levers[2] * w.z();
}

Vec3 summed(const std::array<Vec4, 3>& levers, const Vec4& impulse) {
    Vec3 sum;
    for (int axis = 0; axis < 3; ++axis) {
        const Vec4 product = levers[axis].cwiseProduct(impulse);
        sum[axis] = (product[0] + product[1]) + (product[2] + product[3]);
    }
    return sum;
}

/// Adds one side to the answer: inverse mass everywhere, and levers through the inverse inertia.
void add_answer(const MoverAnswer& side, const std::array<Vec4, 3>& levers, Mat4& answer) {
    answer.array() += side.inverse_mass;
    for (int r = 0; r < 3; ++r) {
        const Vec4 through = levers[0] * side.inverse_inertia(0, r) + levers[1] * side.inverse_inertia(1, r) +
                             levers[2] * side.inverse_inertia(2, r);
        for (int k = 0; k < 4; ++k) answer.col(k) += levers[r] * through[k];
    }
}

/// Adds one side to the answer along the tangents: [a11, a12, a22].
void add_tangent_answer(const MoverAnswer& side, const Vec3& arm, const ContactRows& rows, Vec3& sum) {
    const Vec3 lever_1 = arm.cross(rows.tangent_1), lever_2 = arm.cross(rows.tangent_2);
    const Vec3 through_1 = side.inverse_inertia * lever_1, through_2 = side.inverse_inertia * lever_2;
    sum += Vec3(side.inverse_mass + lever_1.dot(through_1), lever_1.dot(through_2),
                side.inverse_mass + lever_2.dot(through_2));
}

void make_friction_rows(const Manifold& manifold, const SideCentres& centres, const MoverAnswer& a,
                        const MoverAnswer& b, ContactRows& rows) {
    Vec3 centre_a = Vec3::Zero(), centre_b = Vec3::Zero();
    for (int i = 0; i < manifold.count; ++i) {
        centre_a += place_on_a(manifold.points[i]) / manifold.count;
        centre_b += place_on_b(manifold.points[i]) / manifold.count;
    }
    rows.arm_a = rows.a >= 0 ? Vec3(centre_a - centres.a) : Vec3(Vec3::Zero());
    rows.arm_b = rows.b >= 0 ? Vec3(centre_b - centres.b) : Vec3(Vec3::Zero());
    Vec3 answer = Vec3::Zero();
    add_tangent_answer(a, rows.arm_a, rows, answer);
    add_tangent_answer(b, rows.arm_b, rows, answer);
    const Real determinant = answer[0] * answer[2] - answer[1] * answer[1];
    const Real inverse = determinant > 0 ? 1 / determinant : 0;
    rows.k11 = answer[2] * inverse;
    rows.k12 = -answer[1] * inverse;
    rows.k22 = answer[0] * inverse;
    const Real twist = manifold.count > 1 ? rows.normal.dot(a.inverse_inertia * rows.normal) +
                                                rows.normal.dot(b.inverse_inertia * rows.normal)
                                          : 0;
    rows.inverse_twist = twist > 0 ? 1 / twist : 0;
    rows.impulse_1 = manifold.tangent_impulse.dot(rows.tangent_1);
    rows.impulse_2 = manifold.tangent_impulse.dot(rows.tangent_2);
    rows.twist = rows.inverse_twist > 0 ? manifold.twist_impulse : 0;
}

/// The centre of friction: the middle of the places.
Vec3 centre_of(const Manifold& manifold) {
    Vec3 centre = Vec3::Zero();
    for (int i = 0; i < manifold.count; ++i) centre += manifold.points[i].place;
    return centre / manifold.count;
}

/// [m/s] no faster than it takes to close the gap; what overlaps may not approach at all.
Vec4 least_velocity(Real h, const Vec4& gap) { return (-1 / h) * gap.cwiseMax(0); }

/// [m/s] what overlaps by more than the slop goes apart; what does not may come together only that far.
Vec4 least_push(const PushGoal& goal, const Vec4& gap) {
    Vec4 least;
    for (int i = 0; i < 4; ++i) {
        const Real overlap = -gap[i] - goal.slop;
        least[i] = overlap > 0 ? std::min(goal.rate * overlap / goal.h, goal.speed) : overlap / goal.h;
    }
    return least;
}

/// Both sides while their rows are solved: velocities, and how they answer. Taken from the movers, given back
/// at the end.
struct Sides {
    MoverVelocity a, b;
    MoverAnswer answer_a, answer_b;
};

Sides take(const ContactRows& rows, const Movers& movers) {
    return {velocity_of(movers, rows.a), velocity_of(movers, rows.b), answer_of(movers, rows.a),
            answer_of(movers, rows.b)};
}

Vec4 normal_velocity(const ContactRows& rows, const Sides& sides) {
    const Real along = rows.normal.dot(sides.b.v - sides.a.v);
    return (spin_part(rows.lever_b, sides.b.w) - spin_part(rows.lever_a, sides.a.w) + rows.drift).array() +
           along;
}

/// Both sides get the same impulse, one of them the other way round.
void push(Sides& sides, const Vec3& impulse, const Vec3& angular_a, const Vec3& angular_b) {
    sides.a.v -= sides.answer_a.inverse_mass * impulse;
    sides.a.w -= sides.answer_a.inverse_inertia * angular_a;
    sides.b.v += sides.answer_b.inverse_mass * impulse;
    sides.b.w += sides.answer_b.inverse_inertia * angular_b;
}

/// The points of one manifold hang together by the same two bodies: solved to the end here, they do not rock
/// from sweep to sweep.
constexpr int local_rounds = 8;
constexpr Real settled = 1e-9;  // of the load: a round that changes less ends them

/// Impulses that leave no `velocity` (relative to what is allowed) negative, none of them negative. Returns
/// how they changed.
Vec4 project(const ContactRows& rows, Vec4 velocity, Vec4& impulses) {
    const Vec4 before = impulses;
    Vec4 impulse = before;
    for (int round = 0; round < local_rounds; ++round) {
        Real change = 0, load = 0;
        for (int i = 0; i < rows.count; ++i) {
            const Real wanted = std::max(Real(0), impulse[i] - velocity[i] * rows.inverse_diagonal[i]);
            const Real step = wanted - impulse[i];
            velocity += rows.answer.col(i) * step;
            impulse[i] = wanted;
            change += std::abs(step);
            load += wanted;
        }
        if (change <= settled * load || rows.count == 1) break;
    }
    impulses = impulse;
    return impulse - before;
}

void push_along_normal(const ContactRows& rows, const Vec4& change, Sides& sides) {
    const Real total = (change[0] + change[1]) + (change[2] + change[3]);
    push(sides, total * rows.normal, summed(rows.lever_a, change), summed(rows.lever_b, change));
}

void solve_normal(Real h, ContactRows& rows, Sides& sides) {
    const Vec4 velocity = normal_velocity(rows, sides) - least_velocity(h, rows.gap);
    push_along_normal(rows, project(rows, velocity, rows.impulse), sides);
}

Real load_of(const ContactRows& rows) {
    return (rows.impulse[0] + rows.impulse[1]) + (rows.impulse[2] + rows.impulse[3]);
}

Vec3 sliding_velocity(const ContactRows& rows, const Sides& sides) {
    return sides.b.v + sides.b.w.cross(rows.arm_b) - sides.a.v - sides.a.w.cross(rows.arm_a) +
           rows.tangent_drift;
}

struct TangentImpulse {
    Real p1, p2;
};

/// The friction that would stop the sliding, brought back into Coulomb's disc.
TangentImpulse projected_friction(const ContactRows& rows, const Sides& sides) {
    const Vec3 u = sliding_velocity(rows, sides);
    const Real u1 = u.dot(rows.tangent_1), u2 = u.dot(rows.tangent_2);
    const Real p1 = rows.impulse_1 - (rows.k11 * u1 + rows.k12 * u2);
    const Real p2 = rows.impulse_2 - (rows.k12 * u1 + rows.k22 * u2);
    const Real limit = rows.friction * load_of(rows), square = p1 * p1 + p2 * p2;
    if (square <= limit * limit) return {p1, p2};
    const Real shrink = limit / std::sqrt(square);
    return {shrink * p1, shrink * p2};
}

void solve_friction(ContactRows& rows, Sides& sides) {
    const TangentImpulse wanted = projected_friction(rows, sides);
    const Vec3 change =
        (wanted.p1 - rows.impulse_1) * rows.tangent_1 + (wanted.p2 - rows.impulse_2) * rows.tangent_2;
    rows.impulse_1 = wanted.p1;
    rows.impulse_2 = wanted.p2;
    Vec3 twist = Vec3::Zero();
    if (rows.inverse_twist > 0) {
        // seen before the push of this friction: the two hardly meet, and one push serves both
        const Real spin = rows.normal.dot(sides.b.w - sides.a.w);
        const Vec4 moments = rows.impulse.cwiseProduct(rows.distance);
        const Real limit = rows.friction * ((moments[0] + moments[1]) + (moments[2] + moments[3]));
        const Real now = std::clamp(rows.twist - spin * rows.inverse_twist, -limit, limit);
        twist = (now - rows.twist) * rows.normal;
        rows.twist = now;
    }
    push(sides, change, rows.arm_a.cross(change) + twist, rows.arm_b.cross(change) + twist);
}

/// Gives velocities back; what a spread gained is shared out among its points.
void give_back(const ContactRows& rows, const Sides& before, const Sides& after, Movers& movers) {
    const auto give = [&movers](int mover, const MoverVelocity& was, const MoverVelocity& now,
                                const MoverAnswer& answer) {
        if (mover >= 0) movers.velocity[mover] = now;
        if (mover < fixed_mover && answer.inverse_mass > 0)
            apply_impulse(movers, mover, (now.v - was.v) / answer.inverse_mass, Vec3::Zero());
    };
    give(rows.a, before.a, after.a, before.answer_a);
    give(rows.b, before.b, after.b, before.answer_b);
}

}  // namespace

void make_rows(const Manifold& manifold, const SideCentres& centres, const Drift& drift, const Movers& movers,
               ContactRows& rows) {
    rows.a = manifold.a.spread >= 0 ? mover_of_spread(manifold.a.spread) : manifold.a.mover;
    rows.b = manifold.b.spread >= 0 ? mover_of_spread(manifold.b.spread) : manifold.b.mover;
    rows.count = manifold.count;
    rows.friction = manifold.friction;
    rows.normal = manifold.normal;
    make_tangents(rows.normal, rows.tangent_1, rows.tangent_2);
    const MoverAnswer a = answer_of(movers, rows.a), b = answer_of(movers, rows.b);
    const Vec3 centre = centre_of(manifold);
    for (Vec4& lever : rows.lever_a) lever.setZero();
    for (Vec4& lever : rows.lever_b) lever.setZero();
    rows.drift.setZero();
    rows.gap.setZero();
    rows.impulse.setZero();
    rows.push.setZero();
    rows.distance.setZero();
    rows.tangent_drift.setZero();
    for (int i = 0; i < manifold.count; ++i) {
        const ManifoldPoint& point = manifold.points[i];
        if (rows.a >= 0) set_lane(rows.lever_a, i, Vec3(place_on_a(point) - centres.a).cross(rows.normal));
        if (rows.b >= 0) set_lane(rows.lever_b, i, Vec3(place_on_b(point) - centres.b).cross(rows.normal));
        rows.drift[i] = rows.normal.dot(drift.at_points[i]);
        rows.tangent_drift += drift.at_points[i] / manifold.count;
        rows.gap[i] = point.gap;
        rows.impulse[i] = manifold.normal_impulse[i];
        rows.distance[i] = (point.place - centre).norm();
    }
    rows.answer.setZero();
    add_answer(a, rows.lever_a, rows.answer);
    add_answer(b, rows.lever_b, rows.answer);
    for (int i = 0; i < 4; ++i)
        rows.inverse_diagonal[i] = i < rows.count && rows.answer(i, i) > 0 ? 1 / rows.answer(i, i) : 0;
    make_friction_rows(manifold, centres, a, b, rows);
}

void warm_start(const ContactRows& rows, Movers& movers) {
    const Sides before = take(rows, movers);
    Sides sides = before;
    const Vec3 tangent = rows.impulse_1 * rows.tangent_1 + rows.impulse_2 * rows.tangent_2;
    const Vec3 twist = rows.twist * rows.normal;
    push(sides, load_of(rows) * rows.normal + tangent,
         summed(rows.lever_a, rows.impulse) + rows.arm_a.cross(tangent) + twist,
         summed(rows.lever_b, rows.impulse) + rows.arm_b.cross(tangent) + twist);
    give_back(rows, before, sides, movers);
}

void solve_rows(Real h, ContactRows& rows, Movers& movers) {
    const Sides before = take(rows, movers);
    Sides sides = before;
    if (rows.friction > 0) solve_friction(rows, sides);
    solve_normal(h, rows, sides);  // last: what stands on each other must not sink
    give_back(rows, before, sides, movers);
}

void solve_rows_friction_last(Real h, ContactRows& rows, Movers& movers) {
    const Sides before = take(rows, movers);
    Sides sides = before;
    solve_normal(h, rows, sides);
    if (rows.friction > 0) solve_friction(rows, sides);
    give_back(rows, before, sides, movers);
}

void clamp_friction(ContactRows& rows, Movers& movers) {
    const Real limit = rows.friction * load_of(rows);
    const Real size = std::hypot(rows.impulse_1, rows.impulse_2);
    if (size <= limit) return;
    const Sides before = take(rows, movers);
    Sides sides = before;
    const Real less = limit / size - 1;
    const Vec3 change = less * (rows.impulse_1 * rows.tangent_1 + rows.impulse_2 * rows.tangent_2);
    rows.impulse_1 *= 1 + less;
    rows.impulse_2 *= 1 + less;
    push(sides, change, rows.arm_a.cross(change), rows.arm_b.cross(change));
    give_back(rows, before, sides, movers);
}

void solve_push(const PushGoal& goal, ContactRows& rows, Movers& movers) {
    const Sides before = take(rows, movers);
    const bool still =
        before.a.v.isZero(0) && before.b.v.isZero(0) && before.a.w.isZero(0) && before.b.w.isZero(0);
    if (still && rows.gap.minCoeff() >= -goal.slop) return;  // (rows beyond count have gap 0)
    Sides sides = before;
    const Vec4 velocity = normal_velocity(rows, sides) - rows.drift - least_push(goal, rows.gap);
    push_along_normal(rows, project(rows, velocity, rows.push), sides);
    give_back(rows, before, sides, movers);
}

Vec4 normal_velocities(const ContactRows& rows, const Movers& movers) {
    return normal_velocity(rows, take(rows, movers));
}

Real residual_of(Real h, const ContactRows& rows, const Movers& movers) {
    const Sides sides = take(rows, movers);
    const Vec4 slack = normal_velocity(rows, sides) - least_velocity(h, rows.gap);
    Real worst = 0;
    for (int i = 0; i < rows.count; ++i)
        worst = std::max(worst, std::abs(std::min(slack[i], rows.impulse[i] * rows.answer(i, i))));
    const Real mean_inverse = 0.5 * (rows.k11 + rows.k22);
    if (rows.friction == 0 || mean_inverse <= 0) return worst;
    // the step that the projection would still take, as a velocity
    const TangentImpulse wanted = projected_friction(rows, sides);
    return std::max(worst, std::hypot(wanted.p1 - rows.impulse_1, wanted.p2 - rows.impulse_2) / mean_inverse);
}

}  // namespace souple
