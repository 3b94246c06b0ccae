// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/articulated/tree_motion.h"

#include <cmath>

#include "souple/dynamics/articulated/spatial_algebra.h"
#include "souple/math/rotation.h"

namespace souple {

namespace {

const Twist at_rest;

/// The parent as a joint sees it.
struct ParentSide {
    Pose joint;      ///< the joint before it turns
    Twist velocity;  ///< of the parent's reference point
    Vec3 reference = Vec3::Zero();
};

Pose frame_pose(const LinkPlace& place, const TreeLink& link) { return place.joint * link.in_joint; }

ParentSide parent_side(const ArticulatedTree& tree, const std::vector<LinkPlace>& places,
                       const TreeLink& link) {
    if (link.parent < 0) return {link.in_parent, at_rest, link.in_parent.position};
    const LinkPlace& parent = places[link.parent];
    return {frame_pose(parent, tree.links[link.parent]) * link.in_parent, parent.velocity,
            parent.joint.position};
}

/// Adds a freedom, its speed and what the speed drags along.
void add_column(LinkPlace& place, const Twist& column, Real speed, const Vec3& carrier_spin) {
    place.column[place.freedom++] = column;
    place.velocity = place.velocity + speed * column;
    place.drift.w += carrier_spin.cross(speed * column.w);
    place.drift.v += 2 * carrier_spin.cross(speed * column.v);
}

void add_columns(const TreeLink& link, const JointState& joint, const ParentSide& parent, LinkPlace& place) {
    const Quat& axes = parent.joint.rotation;
    const Vec3& spin = parent.velocity.w;
    switch (link.kind) {
        case JointKind::Fixed:
        case JointKind::Free:
            return;
        case JointKind::Hinge:
            return add_column(place, {axes * link.axes[0], Vec3::Zero()}, joint.qd[0], spin);
        case JointKind::Slider:
            return add_column(place, {Vec3::Zero(), axes * link.axes[0]}, joint.qd[0], spin);
        case JointKind::Universal: {
            const Vec3 first = axes * link.axes[0];
            const Quat between = axes * Quat(Eigen::AngleAxis<Real>(joint.q[0], link.axes[0]));
            add_column(place, {first, Vec3::Zero()}, joint.qd[0], spin);
            return add_column(place, {between * link.axes[1], Vec3::Zero()}, joint.qd[1],
                              spin + joint.qd[0] * first);
        }
        case JointKind::Ball:
            for (int k = 0; k < 3; ++k)
                add_column(place, {axes * Vec3::Unit(k), Vec3::Zero()}, joint.qd[k], spin);
    }
}

LinkPlace place_link(const TreeLink& link, const JointState& joint, const ParentSide& parent) {
    LinkPlace place;
    place.joint = turned(link, joint, parent.joint);
    place.centre = place.joint.rotation * link.in_joint.position;
    if (link.kind == JointKind::Free) {
        place.velocity = {joint.spin, joint.qd};
        return place;
    }
    place.arm = place.joint.position - parent.reference;
    place.velocity = seen_at(parent.velocity, place.arm);
    place.drift.v = parent.velocity.w.cross(parent.velocity.w.cross(place.arm));
    add_columns(link, joint, parent, place);
    return place;
}

/// [rad] of a turn about a unit axis; what turns otherwise is left out.
Real angle_about(const Quat& turn, const Vec3& axis) {
    const Real angle = 2 * std::atan2(turn.vec().dot(axis), turn.w());
    return std::remainder(angle, 2 * M_PI);
}

/// Whole revolutions are kept from what the joint was.
Real nearest_turn(Real angle, Real before) {
    return angle + 2 * M_PI * std::round((before - angle) / (2 * M_PI));
}

void read_position(const TreeLink& link, const Pose& parent, const Pose& child, JointState& joint) {
    const Quat turn = parent.rotation.conjugate() * child.rotation;
    switch (link.kind) {
        case JointKind::Fixed:
            return;
        case JointKind::Hinge:
            joint.q[0] = nearest_turn(angle_about(turn, link.axes[0]), joint.q[0]);
            return;
        case JointKind::Slider:
            joint.q[0] = link.axes[0].dot(parent.to_local(child.position));
            return;
        case JointKind::Universal: {
            // the second axis goes round the first, then what is left turns about it
            const Vec3 across = link.axes[0].cross(link.axes[1]), second = turn * link.axes[1];
            const Real first = std::atan2(second.dot(across), second.dot(link.axes[1]));
            joint.q[0] = nearest_turn(first, joint.q[0]);
            const Quat back = Quat(Eigen::AngleAxis<Real>(-first, link.axes[0]));
            joint.q[1] = nearest_turn(angle_about(back * turn, link.axes[1]), joint.q[1]);
            return;
        }
        case JointKind::Ball:
            joint.turn = turn.normalized();
            return;
        case JointKind::Free:
            joint.q = child.position;
            joint.turn = child.rotation;
    }
}

/// Speeds of the freedoms that come nearest to a motion of the child relative to its parent. Columns of one
/// joint are at right angles.
void read_speeds(const TreeLink& link, const LinkPlace& place, const Twist& relative, JointState& rate) {
    rate.qd.setZero();
    rate.spin.setZero();
    if (link.kind == JointKind::Free) {
        rate.qd = relative.v;
        rate.spin = relative.w;
        return;
    }
    for (int k = 0; k < place.freedom; ++k) {
        const Twist& column = place.column[k];
        rate.qd[k] = relative.w.dot(column.w) + relative.v.dot(column.v);
    }
}

}  // namespace

Pose turned(const TreeLink& link, const JointState& joint, const Pose& parent) {
    const auto about = [&](int k) { return Quat(Eigen::AngleAxis<Real>(joint.q[k], link.axes[k])); };
    switch (link.kind) {
        case JointKind::Fixed:
            return parent;
        case JointKind::Hinge:
            return {parent.position, (parent.rotation * about(0)).normalized()};
        case JointKind::Slider:
            return {parent.position + parent.rotation * (joint.q[0] * link.axes[0]), parent.rotation};
        case JointKind::Universal:
            return {parent.position, (parent.rotation * about(0) * about(1)).normalized()};
        case JointKind::Ball:
            return {parent.position, (parent.rotation * joint.turn).normalized()};
        case JointKind::Free:
            return {joint.q, joint.turn};
    }
    return parent;
}

void place_links(const ArticulatedTree& tree, std::span<const JointState> joints,
                 std::vector<LinkPlace>& places) {
    places.resize(tree.links.size());
    for (std::size_t i = 0; i < tree.links.size(); ++i) {
        const TreeLink& link = tree.links[i];
        places[i] = place_link(link, joints[i], parent_side(tree, places, link));
    }
}

void write_frames(const ArticulatedTree& tree, const std::vector<LinkPlace>& places, Frames& frames) {
    for (std::size_t i = 0; i < tree.links.size(); ++i) {
        const std::size_t f = tree.frames.begin + i;
        const Pose pose = frame_pose(places[i], tree.links[i]);
        const Twist centre = seen_at(places[i].velocity, places[i].centre);
        frames.x[f] = pose.position;
        frames.q[f] = pose.rotation.normalized();
        frames.v[f] = centre.v;
        frames.w[f] = centre.w;
    }
}

void read_joints(const ArticulatedTree& tree, const Frames& frames, std::span<JointState> joints,
                 std::vector<LinkPlace>& places) {
    places.resize(tree.links.size());
    for (int i = 0; i < static_cast<int>(tree.links.size()); ++i) {
        const TreeLink& link = tree.links[i];
        const int f = tree.frames.begin + i, above = tree.frames.begin + link.parent;
        const Quat turn = frames.q[f] * link.in_joint.rotation.conjugate();
        const Pose child{frames.x[f] - turn * link.in_joint.position, turn};
        const Pose parent =
            link.parent < 0 ? link.in_parent : Pose{frames.x[above], frames.q[above]} * link.in_parent;
        read_position(link, parent, child, joints[i]);
        places[i] = place_link(link, joints[i], parent_side(tree, places, link));
        const Twist parent_centre = link.parent < 0 ? Twist{} : Twist{frames.w[above], frames.v[above]};
        read_joint_rate(tree, places, i, {frames.w[f], frames.v[f]}, parent_centre, joints[i]);
        places[i] = place_link(link, joints[i], parent_side(tree, places, link));
    }
}

void read_joint_rate(const ArticulatedTree& tree, const std::vector<LinkPlace>& places, int i,
                     const Twist& centre, const Twist& parent_centre, JointState& rate) {
    const TreeLink& link = tree.links[i];
    const LinkPlace& place = places[i];
    Twist relative = seen_at(centre, -place.centre);
    if (link.parent >= 0)
        relative = relative - seen_at(parent_centre, place.arm - places[link.parent].centre);
    read_speeds(link, place, relative, rate);
}

void move_joint(JointKind kind, const JointState& rate, Real h, JointState& joint) {
    switch (kind) {
        case JointKind::Ball:
            joint.turn = (to_quaternion(h * rate.qd) * joint.turn).normalized();
            return;
        case JointKind::Free:
            joint.q += h * rate.qd;
            joint.turn = (to_quaternion(h * rate.spin) * joint.turn).normalized();
            return;
        default:
            joint.q += h * rate.qd;
    }
}

}  // namespace souple
