// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Random trees, and two other ways to their accelerations: dense Lagrange equations and the recursion of
// Armstrong and Green.
#pragma once

#include <Eigen/Dense>

#include <random>
#include <vector>

#include "souple/dynamics/articulated/articulated_body.h"
#include "souple/dynamics/articulated/spatial_algebra.h"

namespace souple {

/// A tree with everything that its accelerations depend on.
struct TestTree {
    ArticulatedTree tree;
    std::vector<FrameInertia> inertia;
    std::vector<JointState> joints;
    std::vector<Vec3> force, torque;
    Frames frames;
    TreeWork work;
    std::vector<JointAcceleration> accelerations;

    TreeLoads loads() const { return {inertia, force, torque}; }
    int count() const { return static_cast<int>(tree.links.size()); }
};

inline Vec3 random_vector(std::mt19937& rng) {
    std::uniform_real_distribution<Real> number(-1, 1);
    return {number(rng), number(rng), number(rng)};
}

inline Quat random_turn(std::mt19937& rng) {
    const Vec3 axis = random_vector(rng), more = random_vector(rng);
    return Quat(more.x() + 0.1, axis.x(), axis.y(), axis.z()).normalized();
}

/// Where the joints say; work is ready.
inline void settle(TestTree& test) {
    const std::size_t count = test.tree.links.size();
    prepare(test.tree, test.work);
    for (auto* vectors : {&test.frames.x, &test.frames.v, &test.frames.w})
        vectors->resize(count, Vec3::Zero());
    test.frames.q.resize(count, Quat::Identity());
    test.accelerations.resize(count);
    place_links(test.tree, test.joints, test.work.places);
    write_frames(test.tree, test.work.places, test.frames);
}

inline TestTree random_tree(int count, const std::vector<JointKind>& kinds, bool floating, unsigned seed) {
    std::mt19937 rng(seed);
    TestTree test;
    test.tree.frames = {0, count};
    for (int i = 0; i < count; ++i) {
        TreeLink link;
        link.parent = i == 0 ? -1 : std::uniform_int_distribution<int>(0, i - 1)(rng);
        link.kind = kinds[rng() % kinds.size()];
        if (i == 0 && floating) link.kind = JointKind::Free;
        link.in_parent = {random_vector(rng), random_turn(rng)};
        link.in_joint = {random_vector(rng), random_turn(rng)};
        if (link.kind == JointKind::Free) link.in_joint = {};
        link.axes[0] = random_vector(rng).normalized();
        link.axes[1] = link.axes[0].unitOrthogonal();
        test.tree.links.push_back(link);
        JointState joint;
        joint.q = random_vector(rng);
        joint.qd = random_vector(rng);
        joint.spin = random_vector(rng);
        joint.turn = random_turn(rng);
        test.joints.push_back(joint);
        test.inertia.push_back({1.5 + random_vector(rng).x(), Vec3::Constant(2) + random_vector(rng)});
        test.force.push_back(5 * random_vector(rng));
        test.torque.push_back(2 * random_vector(rng));
    }
    settle(test);
    return test;
}

inline Mat3 world_moments(const TestTree& test, int i) {
    const Mat3 axes = test.frames.q[i].toRotationMatrix();
    return axes * test.inertia[i].moments.asDiagonal() * axes.transpose();
}

/// Speeds of one freedom, of a link's centre.
inline Twist column_at(const TestTree& test, int owner, int k, int link) {
    const LinkPlace& place = test.work.places[owner];
    Twist column;
    if (test.tree.links[owner].kind == JointKind::Free)
        (k < 3 ? column.v : column.w) = Vec3::Unit(k % 3);
    else
        column = place.column[k];
    return seen_at(column, test.frames.x[link] - place.joint.position);
}

/// Accelerations of the centres when no joint accelerates, by going along the tree.
inline std::vector<Twist> drifts(const TestTree& test) {
    std::vector<Twist> at_joint(test.tree.links.size()), at_centre(test.tree.links.size());
    for (int i = 0; i < test.count(); ++i) {
        const LinkPlace& place = test.work.places[i];
        const int parent = test.tree.links[i].parent;
        at_joint[i] = place.drift;
        if (parent >= 0) at_joint[i] = at_joint[i] + seen_at(at_joint[parent], place.arm);
        at_centre[i] = seen_at(at_joint[i], place.centre);
        const Vec3& w = place.velocity.w;
        at_centre[i].v += w.cross(w.cross(place.centre));
    }
    return at_centre;
}

struct Freedom {
    int link = 0, k = 0;
};

/// In the order of the links; of a free joint first its place, then its turn.
inline std::vector<Freedom> freedoms(const TestTree& test) {
    std::vector<Freedom> all;
    for (int i = 0; i < test.count(); ++i)
        for (int k = 0; k < freedom_of(test.tree.links[i].kind); ++k) all.push_back({i, k});
    return all;
}

inline bool hangs_on(const TestTree& test, int link, int owner) {
    while (link >= 0 && link != owner) link = test.tree.links[link].parent;
    return link == owner;
}

/// Velocity of a link's centre for the speed of each freedom.
inline std::vector<Twist> speeds_of_link(const TestTree& test, int link) {
    std::vector<Twist> columns;
    for (const Freedom& freedom : freedoms(test))
        columns.push_back(hangs_on(test, link, freedom.link) ? column_at(test, freedom.link, freedom.k, link)
                                                             : Twist{});
    return columns;
}

/// The whole matrix of inertia, of all freedoms.
inline Eigen::MatrixXd dense_inertia(const TestTree& test) {
    const int n = static_cast<int>(freedoms(test).size());
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
    for (int i = 0; i < test.count(); ++i) {
        const Mat3 moments = world_moments(test, i);
        const std::vector<Twist> columns = speeds_of_link(test, i);
        for (int r = 0; r < n; ++r)
            for (int c = 0; c < n; ++c)
                matrix(r, c) += test.inertia[i].mass * columns[r].v.dot(columns[c].v) +
                                columns[r].w.dot(moments * columns[c].w);
    }
    return matrix;
}

/// Lagrange's equations A q'' = B with the whole matrix (003 F3.15).
inline Eigen::VectorXd dense_accelerations(const TestTree& test) {
    const std::vector<Freedom> all = freedoms(test);
    const int n = static_cast<int>(all.size());
    Eigen::VectorXd right = Eigen::VectorXd::Zero(n);
    const std::vector<Twist> drift = drifts(test);
    for (int i = 0; i < test.count(); ++i) {
        const Mat3 moments = world_moments(test, i);
        const Vec3& w = test.frames.w[i];
        const Vec3 push = test.force[i] - test.inertia[i].mass * drift[i].v;
        const Vec3 twist = test.torque[i] - moments * drift[i].w - w.cross(moments * w);
        const std::vector<Twist> columns = speeds_of_link(test, i);
        for (int r = 0; r < n; ++r) right[r] += columns[r].v.dot(push) + columns[r].w.dot(twist);
    }
    for (int r = 0; r < n; ++r)
        if (test.tree.links[all[r].link].kind != JointKind::Free)
            right[r] +=
                joint_force(test.tree.links[all[r].link], test.joints[all[r].link], 0).force[all[r].k];
    return dense_inertia(test).ldlt().solve(right);
}

/// Armstrong and Green (003 F3.16): ball joints on a free root. Returns the angular acceleration of each link
/// and the acceleration of its hinge, in world axes.
inline std::vector<Twist> armstrong_green(const TestTree& test) {
    const int count = test.count();
    std::vector<Mat3> K(count), M(count);
    std::vector<Vec3> d(count), h(count);
    const auto children = [&](int r, const auto& fn) {
        for (int s = r + 1; s < count; ++s)
            if (test.tree.links[s].parent == r) fn(s, Mat3(cross_matrix(test.work.places[s].arm)));
    };
    for (int r = count - 1; r >= 0; --r) {
        const LinkPlace& place = test.work.places[r];
        const Vec3 w = place.velocity.w, c = place.centre;
        const Real m = test.inertia[r].mass;
        const Mat3 cross_c = cross_matrix(c);
        const Mat3 J = world_moments(test, r) - m * cross_c * cross_c;
        const auto inward = [&](const Vec3& arm) { return Vec3(w.cross(w.cross(arm))); };
        const Vec3 f_sum = -m * inward(c) + test.force[r];
        Vec3 g_sum = -w.cross(J * w) + test.torque[r] + c.cross(test.force[r]);
        Mat3 inner = J, levers = Mat3::Zero();
        Vec3 pulls = Vec3::Zero();
        children(r, [&](int s, const Mat3& l) {
            inner += l * M[s] * l;
            levers += l * M[s];
            pulls += l * (h[s] + M[s] * inward(test.work.places[s].arm));
        });
        const Mat3 T = inner.inverse();
        K[r] = T * (levers - m * cross_c);
        d[r] = T * (g_sum + pulls);
        M[r] = m * cross_c * K[r] - m * Mat3::Identity();
        h[r] = f_sum + m * cross_c * d[r];
        children(r, [&](int s, const Mat3& l) {
            M[r] += M[s] * (Mat3::Identity() - l * K[r]);
            h[r] += h[s] + M[s] * (inward(test.work.places[s].arm) - l * d[r]);
        });
    }
    std::vector<Twist> motion(count);
    for (int r = 0; r < count; ++r) {
        const int parent = test.tree.links[r].parent;
        if (parent < 0) {
            motion[r].v = M[r].partialPivLu().solve(Vec3(-h[r]));
        } else {
            const Vec3& w = test.work.places[parent].velocity.w;
            const Vec3& arm = test.work.places[r].arm;
            motion[r].v = motion[parent].v + motion[parent].w.cross(arm) + w.cross(w.cross(arm));
        }
        motion[r].w = K[r] * motion[r].v + d[r];
    }
    return motion;
}

}  // namespace souple
