// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/articulated/constraints.h"

#include <algorithm>
#include <cmath>

namespace souple {

namespace {

void add_joint_rows(const TreeLink& link, const JointSide& a, const JointSide& b,
                    std::vector<ConstraintRow>& rows) {
    const Pose on_a = a.pose * link.in_parent;
    const Quat turn_b = b.pose.rotation * link.in_joint.rotation.conjugate();
    const Vec3 place_b = b.pose.position - turn_b * link.in_joint.position;
    const auto hold_place = [&](const Vec3& axis) {
        rows.push_back(place_row(a, b, on_a.position, place_b, on_a.rotation * axis));
    };
    const auto hold_angle = [&](const Vec3& axis_a, const Vec3& axis_b) {
        rows.push_back(angle_row(a, b, on_a.rotation * axis_a, turn_b * axis_b));
    };
    if (link.kind == JointKind::Free) return;
    if (link.kind == JointKind::Slider)
        for (const Vec3& axis : across_of(link.axes[0])) hold_place(axis);
    else
        for (int k = 0; k < 3; ++k) hold_place(Vec3::Unit(k));
    if (link.kind == JointKind::Fixed || link.kind == JointKind::Slider)
        for (int k = 0; k < 3; ++k) hold_angle(Vec3::Unit(k), Vec3::Unit((k + 1) % 3));
    if (link.kind == JointKind::Hinge)
        for (const Vec3& axis : across_of(link.axes[0])) hold_angle(axis, link.axes[0]);
    if (link.kind == JointKind::Universal) hold_angle(link.axes[0], link.axes[1]);
}

int count_prescribed(const LinkPlace& place, const JointDrive& drive) {
    return static_cast<int>(
        std::count(drive.prescribed.begin(), drive.prescribed.begin() + place.freedom, true));
}

/// Freedoms whose acceleration is asked for: the multiplier is the force that it takes. Nothing that was
/// wrong before is made good, so that both formulations mean the same.
void add_prescribed_rows(const LinkPlace& place, const JointDrive& drive, const JointSide& a,
                         const JointSide& b, std::vector<ConstraintRow>& rows) {
    for (int k = 0; k < place.freedom; ++k) {
        if (!drive.prescribed[k]) continue;
        const Twist& column = place.column[k];
        ConstraintRow row{a.frame, b.frame, Vec3::Zero(), column.w, column.w};
        row.drift = -column.w.dot(place.drift.w);
        if (column.v != Vec3::Zero())
            row = place_row(a, b, place.joint.position, place.joint.position, column.v);
        row.error = row.rate = 0;
        row.drift -= drive.acceleration[k];
        rows.push_back(row);
    }
}

/// Acceleration of a row that forces give.
Real answer_to(const ConstraintRow& row, std::span<const FrameInertia> inertia, const Frames& frames,
               std::span<const Vec3> force, std::span<const Vec3> torque) {
    const auto side = [&](int f, const Vec3& angular) {
        if (f < 0) return Real(0);
        const Quat& q = frames.q[f];
        const Vec3& moments = inertia[f].moments;
        const Vec3 w = q.conjugate() * frames.w[f];
        const Vec3 body_torque = q.conjugate() * torque[f] - w.cross(moments.cwiseProduct(w));
        return row.linear.dot(force[f]) / inertia[f].mass +
               angular.dot(q * body_torque.cwiseQuotient(moments));
    };
    return side(row.b, row.angular_b) - side(row.a, row.angular_a);
}

/// Acceleration of row i per multiplier of row j.
Real coupling(const ConstraintRow& i, const ConstraintRow& j, std::span<const FrameInertia> inertia,
              const Frames& frames) {
    const auto shared = [&](int f, const Vec3& angular_i, const Vec3& angular_j) {
        const Quat back = frames.q[f].conjugate();
        return i.linear.dot(j.linear) / inertia[f].mass +
               (back * angular_i).dot((back * angular_j).cwiseQuotient(inertia[f].moments));
    };
    Real sum = 0;
    if (i.a >= 0 && i.a == j.a) sum += shared(i.a, i.angular_a, j.angular_a);
    if (i.a >= 0 && i.a == j.b) sum -= shared(i.a, i.angular_a, j.angular_b);
    if (i.b >= 0 && i.b == j.a) sum -= shared(i.b, i.angular_b, j.angular_a);
    if (i.b >= 0 && i.b == j.b) sum += shared(i.b, i.angular_b, j.angular_b);
    return sum;
}

/// The first row that may share a frame with each: rows follow their links, and parents come first.
void shape_matrix(const ArticulatedTree& tree, ConstraintScratch& scratch) {
    scratch.matrix.first.clear();
    const int count = static_cast<int>(tree.links.size());
    for (int i = 0; i < count; ++i)
        for (int k = scratch.first_row[i]; k < scratch.first_row[i + 1]; ++k)
            scratch.matrix.first.push_back(scratch.first_row[std::max(tree.links[i].parent, 0)]);
    for (const LoopClosure& loop : tree.loops) {
        const int lowest = loop.a < 0 ? loop.b : loop.b < 0 ? loop.a : std::min(loop.a, loop.b);
        for (int k = 0; k < row_count(loop); ++k)
            scratch.matrix.first.push_back(scratch.first_row[std::max(lowest, 0)]);
    }
    shape_envelope(scratch.matrix);
}

void fill_matrix(const Frames& frames, std::span<const FrameInertia> inertia, ConstraintScratch& scratch) {
    EnvelopeMatrix& m = scratch.matrix;
    for (int i = 0; i < m.rows(); ++i)
        for (int j = m.first[i]; j <= i; ++j)
            m.at(i, j) = coupling(scratch.rows[i], scratch.rows[j], inertia, frames);
}

/// Springs, stops, motors and drives, on the link and the other way round on its parent.
void add_own_forces(const ArticulatedTree& tree, std::span<const JointState> joints, const TreeWork& work,
                    std::span<Vec3> force, std::span<Vec3> torque) {
    for (int i = 0; i < static_cast<int>(tree.links.size()); ++i) {
        const JointForce own = joint_force(tree.links[i], joints[i], 0);
        const LinkPlace& place = work.places[i];
        const int child = tree.frames.begin + i, parent = frame_of(tree, tree.links[i].parent);
        for (int k = 0; k < place.freedom; ++k) {
            const Real size = own.force[k] + work.drives[i].force[k];
            const Vec3 turn = size * place.column[k].w, push = size * place.column[k].v;
            force[child] += push;
            torque[child] += turn - place.centre.cross(push);
            if (parent < 0) continue;
            force[parent] -= push;
            torque[parent] -= turn + (place.arm - work.places[tree.links[i].parent].centre).cross(push);
        }
    }
}

/// The rows of prescribed freedoms are the last of their links.
void note_needed_forces(const ConstraintScratch& scratch, TreeWork& work) {
    for (std::size_t i = 0; i < work.drives.size(); ++i) {
        JointDrive& drive = work.drives[i];
        int row = scratch.first_row[i + 1] - count_prescribed(work.places[i], drive);
        for (int k = 0; k < work.places[i].freedom; ++k)
            if (drive.prescribed[k]) drive.force[k] += scratch.multiplier[row++];
    }
}

}  // namespace

void list_constraints(const ArticulatedTree& tree, const Frames& frames, const TreeWork& work,
                      ConstraintScratch& scratch) {
    scratch.rows.clear();
    scratch.first_row.assign(1, 0);
    for (int i = 0; i < static_cast<int>(tree.links.size()); ++i) {
        const TreeLink& link = tree.links[i];
        const JointSide a = side_of(frames, frame_of(tree, link.parent));
        const JointSide b = side_of(frames, frame_of(tree, i));
        add_joint_rows(link, a, b, scratch.rows);
        add_prescribed_rows(work.places[i], work.drives[i], a, b, scratch.rows);
        scratch.first_row.push_back(static_cast<int>(scratch.rows.size()));
    }
    for (const LoopClosure& loop : tree.loops) add_loop_rows(tree, frames, loop, scratch.rows);
}

void add_joint_forces(const ArticulatedTree& tree, const Frames& frames,
                      std::span<const FrameInertia> inertia, Real time, std::span<JointState> joints,
                      TreeWork& work, ConstraintScratch& scratch, std::span<Vec3> force,
                      std::span<Vec3> torque) {
    read_joints(tree, frames, joints, work.places);
    ask_behaviour(tree, time, joints, work);
    add_own_forces(tree, joints, work, force, torque);
    add_loop_laws(tree, frames, force, torque);
    list_constraints(tree, frames, work, scratch);
    shape_matrix(tree, scratch);
    fill_matrix(frames, inertia, scratch);
    constexpr Real dependent = 1e-12;  // of the largest answer: less than this is rounding
    factor_envelope(dependent, scratch.matrix);
    scratch.multiplier.resize(scratch.rows.size());
    const Real rate = 1 / tree.decay_time;
    for (std::size_t k = 0; k < scratch.rows.size(); ++k) {
        const ConstraintRow& row = scratch.rows[k];
        scratch.multiplier[k] = -(answer_to(row, inertia, frames, force, torque) + row.drift +
                                  2 * rate * row.rate + rate * rate * row.error);
    }
    solve_envelope(scratch.matrix, scratch.multiplier);
    add_multipliers(scratch, force, torque);
    note_needed_forces(scratch, work);
}

void add_multipliers(const ConstraintScratch& scratch, std::span<Vec3> force, std::span<Vec3> torque) {
    for (std::size_t k = 0; k < scratch.rows.size(); ++k) {
        const ConstraintRow& row = scratch.rows[k];
        const Real size = scratch.multiplier[k];
        if (row.b >= 0) force[row.b] += size * row.linear;
        if (row.b >= 0) torque[row.b] += size * row.angular_b;
        if (row.a >= 0) force[row.a] -= size * row.linear;
        if (row.a >= 0) torque[row.a] -= size * row.angular_a;
    }
}

void list_loops(const ArticulatedTree& tree, const Frames& frames, std::vector<ConstraintRow>& rows) {
    rows.clear();
    for (const LoopClosure& loop : tree.loops) add_loop_rows(tree, frames, loop, rows);
}

Real loop_residual(const ArticulatedTree& tree, const Frames& frames) {
    std::vector<ConstraintRow> rows;
    list_loops(tree, frames, rows);
    Real largest = 0;
    for (const ConstraintRow& row : rows) largest = std::max(largest, std::abs(row.error));
    return largest;
}

void ask_behaviour(const ArticulatedTree& tree, Real time, std::span<const JointState> joints,
                   TreeWork& work) {
    std::fill(work.drives.begin(), work.drives.end(), JointDrive{});
    if (tree.behaviour) tree.behaviour(time, joints, work.drives);
}

}  // namespace souple
