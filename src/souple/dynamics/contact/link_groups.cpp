// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/link_groups.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "souple/core/joined_sets.h"
#include "souple/dynamics/contact/link_kernels.h"

namespace souple {

namespace {

constexpr Real least_answer = 1e-10;  ///< of a row by itself

bool gives_way(const Movers& movers, int mover) {
    return is_link(movers, mover) || movers.answer[mover].inverse_mass > 0;
}

/// Calls fn(mover) for all that carries an end and gives way: of a tree only its first link.
template <class Fn>
void for_each_carrier(const Movers& movers, int end, const Fn& fn) {
    if (end == no_mover) return;
    if (end >= 0) {
        if (gives_way(movers, end)) fn(leader_of(movers, end));
        return;
    }
    for (const int mover : movers.spreads[-2 - end].movers)
        if (mover >= 0 && gives_way(movers, mover)) fn(mover);
}

/// The lowest mover of the set that a row is in, or no_mover.
int set_of_row(LinkScratch& scratch, const LinkRow& row) {
    int first = no_mover;
    for (const int end : {row.a, row.b})
        for_each_carrier(scratch.movers, end, [&](int mover) {
            if (first != no_mover) join_sets(scratch.set_of, first, mover);
            first = first_of_set(scratch.set_of, mover);
        });
    return first;
}

bool is_running(const LinkScratch& scratch, std::size_t row) {
    return !scratch.groups[scratch.rows[row].group].solved;
}

/// image = relative velocities that the impulses `direction` make, from rest.
void multiply_rows(Rows which, LinkScratch& scratch) {
    Movers& movers = scratch.movers;
    std::fill(movers.velocity.begin(), movers.velocity.end(), MoverVelocity{});
    for (std::size_t k = 0; k < scratch.rows.size(); ++k)
        if (is_running(scratch, k)) apply_to_both(scratch.rows[k], scratch.vectors.direction[k], movers);
    for (std::size_t k = 0; k < scratch.rows.size(); ++k) {
        const LinkRow& row = scratch.rows[k];
        Vec3& image = scratch.vectors.image[k];
        image.setZero();
        if (is_running(scratch, k) && !is_torn(row) && (which == Rows::All || row.softness == 0))
            image = felt(row, relative_velocity(row, movers)) + row.softness * scratch.vectors.direction[k];
    }
}

/// The sum of residual . inverse . residual of each group: zero when solved.
void measure_groups(LinkScratch& scratch, Real LinkGroup::*sum) {
    for (LinkGroup& group : scratch.groups) group.*sum = 0;
    for (std::size_t k = 0; k < scratch.rows.size(); ++k) {
        const Vec3& residual = scratch.vectors.residual[k];
        scratch.groups[scratch.rows[k].group].*sum += residual.dot(scratch.rows[k].inverse * residual);
    }
}

void begin_groups(LinkScratch& scratch) {
    LinkVectors& s = scratch.vectors;
    const std::size_t count = scratch.rows.size();
    s.x.assign(count, Vec3::Zero());
    s.image.resize(count);
    s.direction.resize(count);
    for (std::size_t k = 0; k < count; ++k) s.direction[k] = scratch.rows[k].inverse * s.residual[k];
    measure_groups(scratch, &LinkGroup::rest);
    for (LinkGroup& group : scratch.groups) {
        group.enough = std::max(1e-26 * group.rest, 1e-32);  // speeds to 13 digits, or to 1e-16 m/s
        group.solved = false;
    }
}

/// How far to go along the directions, by their images. What hardly answers is locked by joints: what is left
/// along it nothing can take away.
void measure_work(LinkScratch& scratch) {
    for (LinkGroup& group : scratch.groups) group.work = 0;
    for (std::size_t k = 0; k < scratch.rows.size(); ++k)
        scratch.groups[scratch.rows[k].group].work +=
            scratch.vectors.direction[k].dot(scratch.vectors.image[k]);
    for (LinkGroup& group : scratch.groups)
        if (!(group.work > least_answer * group.rest)) group.solved = true;
}

void go_along(LinkScratch& scratch) {
    LinkVectors& s = scratch.vectors;
    for (std::size_t k = 0; k < scratch.rows.size(); ++k) {
        if (!is_running(scratch, k)) continue;
        const LinkGroup& group = scratch.groups[scratch.rows[k].group];
        const Real step = group.rest / group.work;
        s.x[k] += step * s.direction[k];
        s.residual[k] -= step * s.image[k];
    }
}

void turn_directions(LinkScratch& scratch) {
    LinkVectors& s = scratch.vectors;
    measure_groups(scratch, &LinkGroup::next);
    for (std::size_t k = 0; k < scratch.rows.size(); ++k) {
        const LinkRow& row = scratch.rows[k];
        const LinkGroup& group = scratch.groups[row.group];
        if (!group.solved)
            s.direction[k] = row.inverse * s.residual[k] + (group.next / group.rest) * s.direction[k];
    }
}

/// Whether any group goes on after n steps.
bool goes_on(LinkScratch& scratch, int n) {
    bool any = false;
    for (LinkGroup& group : scratch.groups) {
        const int at_most = 6 * group.rows + 20;  // round-off costs a few more than the 3 of exact numbers
        group.solved = group.solved || !(group.rest > group.enough) || n >= at_most;
        any = any || !group.solved;
    }
    return any;
}

/// What is that small beside the largest answer is rounding, where joints lock a direction.
constexpr Real of_locked = 1e-9;

/// Of an answer that joints leave only some directions.
void set_inverse_of_free_directions(const Mat3& answer, LinkRow& row) {
    const Eigen::SelfAdjointEigenSolver<Mat3> parts(answer);  // (its direct way finds zero to 1e-8 only)
    const Vec3& values = parts.eigenvalues();
    row.is_partly_locked = !(values[0] > of_locked * values[2]);
    if (!row.is_partly_locked) {
        row.inverse = answer.inverse();
        return;
    }
    row.free.setZero();
    for (int k = 0; k < 3; ++k) {
        if (!(values[k] > of_locked * values[2])) continue;
        const Vec3 direction = parts.eigenvectors().col(k);
        row.free += direction * direction.transpose();
        row.inverse += direction * direction.transpose() / values[k];
    }
}

}  // namespace

void set_inverse(const Mat3& answer, LinkRow& row) {
    if (row.axis.isZero(0)) return set_inverse_of_free_directions(answer, row);
    const Real along = row.axis.dot(answer * row.axis);
    if (along > of_locked * answer.trace()) row.inverse = row.axis * row.axis.transpose() / along;
}

void find_groups(LinkScratch& scratch) {
    begin_sets(scratch.set_of, static_cast<int>(scratch.movers.velocity.size()));
    for (const LinkRow& row : scratch.rows) set_of_row(scratch, row);
    scratch.group_of.assign(scratch.set_of.size(), -1);
    scratch.groups.clear();
    for (LinkRow& row : scratch.rows) {
        const int set = set_of_row(scratch, row), fresh = static_cast<int>(scratch.groups.size());
        row.group = set == no_mover || scratch.group_of[set] < 0 ? fresh : scratch.group_of[set];
        if (row.group == fresh) scratch.groups.emplace_back();
        if (set != no_mover) scratch.group_of[set] = row.group;
        ++scratch.groups[row.group].rows;
    }
}

int group_of_mover(LinkScratch& scratch, int mover) {
    return scratch.group_of[first_of_set(scratch.set_of, leader_of(scratch.movers, mover))];
}

void solve_groups(Rows which, LinkScratch& scratch) {
    begin_groups(scratch);
    for (int n = 0; goes_on(scratch, n); ++n) {
        multiply_rows(which, scratch);
        measure_work(scratch);
        go_along(scratch);
        turn_directions(scratch);
        for (LinkGroup& group : scratch.groups) group.rest = group.next;
    }
}

}  // namespace souple
