// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/articulated/loops.h"
#include "souple/dynamics/articulated/spatial_algebra.h"

#include <algorithm>

namespace souple {

namespace {

/// Along a row, of motions of the links' reference points.
Real along_row(const ArticulatedTree& tree, const ConstraintRow& row, const TreeWork& work,
               std::span<const Twist> motion) {
    const auto side = [&](int frame, const Vec3& angular) {
        if (frame < 0) return Real(0);
        const int link = frame - tree.frames.begin;
        const Twist centre = seen_at(motion[link], work.places[link].centre);
        return row.linear.dot(centre.v) + angular.dot(centre.w);
    };
    return side(row.b, row.angular_b) - side(row.a, row.angular_a);
}

/// What turning adds to the acceleration of a link's centre.
Real inward_along(const ArticulatedTree& tree, const ConstraintRow& row, const TreeWork& work) {
    const auto side = [&](int frame) {
        if (frame < 0) return Real(0);
        const LinkPlace& place = work.places[frame - tree.frames.begin];
        return row.linear.dot(place.velocity.w.cross(place.velocity.w.cross(place.centre)));
    };
    return side(row.b) - side(row.a);
}

/// Motions that a unit of a row gives to all links: both sides are pushed, and the tree answers.
void respond(const ArticulatedTree& tree, const ConstraintRow& row, TreeWork& work, std::span<Twist> answer) {
    std::fill(answer.begin(), answer.end(), Twist{});
    const auto push = [&](int frame, Real sign, const Vec3& angular) {
        if (frame < 0) return;
        const int link = frame - tree.frames.begin;
        const Wrench at_centre{sign * angular, sign * row.linear};
        answer_impulse(tree, link, about(at_centre, work.places[link].centre), work);
        for (std::size_t i = 0; i < answer.size(); ++i) answer[i] = answer[i] + work.motion[i];
    };
    push(row.b, 1, row.angular_b);
    push(row.a, -1, row.angular_a);
}

std::span<Twist> answers_of(ConstraintScratch& scratch, int row) {
    const std::size_t links = scratch.answers.size() / scratch.rows.size();
    return std::span(scratch.answers).subspan(row * links, links);
}

/// What every row does to every other.
void factor_answers(const ArticulatedTree& tree, TreeWork& work, ConstraintScratch& scratch) {
    const int count = static_cast<int>(scratch.rows.size());
    scratch.answers.resize(count * tree.links.size());
    scratch.matrix.first.assign(count, 0);
    shape_envelope(scratch.matrix);
    for (int j = 0; j < count; ++j) {
        respond(tree, scratch.rows[j], work, answers_of(scratch, j));
        for (int i = j; i < count; ++i)
            scratch.matrix.at(i, j) = along_row(tree, scratch.rows[i], work, answers_of(scratch, j));
    }
    constexpr Real dependent = 1e-10;  // of the largest answer: a plane mechanism holds some rows by itself
    factor_envelope(dependent, scratch.matrix);
}

}  // namespace

bool close_loops(const ArticulatedTree& tree, const Frames& frames, TreeWork& work,
                 ConstraintScratch& scratch, std::span<Vec3> force, std::span<Vec3> torque) {
    list_loops(tree, frames, scratch.rows);
    if (scratch.rows.empty()) return false;
    scratch.multiplier.resize(scratch.rows.size());
    const Real rate = 1 / tree.decay_time;
    for (std::size_t k = 0; k < scratch.rows.size(); ++k) {
        const ConstraintRow& row = scratch.rows[k];
        const Real free = along_row(tree, row, work, work.motion) + inward_along(tree, row, work) + row.drift;
        scratch.multiplier[k] = -(free + 2 * rate * row.rate + rate * rate * row.error);
    }
    for (std::array<Real, 3>& push : work.push) push = {};
    factor_answers(tree, work, scratch);
    solve_envelope(scratch.matrix, scratch.multiplier);
    add_multipliers(scratch, force, torque);
    return true;
}

void factor_loops(const ArticulatedTree& tree, const Frames& frames, TreeWork& work,
                  ConstraintScratch& scratch) {
    list_loops(tree, frames, scratch.rows);
    if (scratch.rows.empty()) return;
    scratch.multiplier.resize(scratch.rows.size());
    factor_answers(tree, work, scratch);
}

void hold_loops(const ArticulatedTree& tree, TreeWork& work, ConstraintScratch& scratch) {
    const int count = static_cast<int>(scratch.rows.size());
    for (int k = 0; k < count; ++k)
        scratch.multiplier[k] = -along_row(tree, scratch.rows[k], work, work.motion);
    solve_envelope(scratch.matrix, scratch.multiplier);
    for (int k = 0; k < count; ++k) {
        const std::span<const Twist> answer = answers_of(scratch, k);
        for (std::size_t i = 0; i < answer.size(); ++i)
            work.motion[i] = work.motion[i] + scratch.multiplier[k] * answer[i];
    }
}

}  // namespace souple
