// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/tree_movers.h"

#include <algorithm>

#include "souple/dynamics/articulated/loops.h"
#include "souple/dynamics/articulated/spatial_algebra.h"
#include "souple/dynamics/articulated/step_tree.h"
#include "souple/dynamics/solvers/common.h"

namespace souple {

namespace {

/// Calls fn(mover, change of velocity) for all that an impulse and an angular impulse on a mover would move.
template <class Fn>
void for_each_answer(Movers& movers, int mover, const Vec3& impulse, const Vec3& angular, const Fn& fn) {
    if (mover >= movers.first_driven || mover == no_mover) return;
    if (is_link(movers, mover)) {
        const LinkMover& own = movers.links[mover];
        MovedTree& moved = movers.trees[own.tree];
        answer_impulse(*moved.tree, own.link,
                       about(Wrench{angular, impulse}, moved.work.places[own.link].centre), moved.work);
        hold_loops(*moved.tree, moved.work, moved.loops);
        for (std::size_t i = 0; i < moved.mover.size(); ++i)
            fn(moved.mover[i], seen_at(moved.work.motion[i], moved.work.places[i].centre));
        return;
    }
    const MoverAnswer answer = answer_of(movers, mover);
    fn(mover, Twist{answer.inverse_inertia * angular, answer.inverse_mass * impulse});
}

/// Two sides that are pushed apart alike, and what each gains.
struct PushedPair {
    Movers& movers;
    int a, b;
    Vec3 arm_a, arm_b;

    /// Relative motion, b less a, at the place of the push.
    Twist push(const Vec3& impulse, const Vec3& moment) const {
        Twist gain_a, gain_b;
        const auto collect = [&](int mover, const Twist& change) {
            if (mover == a) gain_a = gain_a + change;
            if (mover == b) gain_b = gain_b + change;
        };
        for_each_answer(movers, a, -impulse, -(arm_a.cross(impulse) + moment), collect);
        for_each_answer(movers, b, impulse, arm_b.cross(impulse) + moment, collect);
        return seen_at(gain_b, arm_b) - seen_at(gain_a, arm_a);
    }
};

void open_tree(const Model& model, int t, Movers& movers) {
    MovedTree& moved = movers.trees[t];
    moved.tree = &model.trees[t];
    moved.loaded = false;
    moved.mover.assign(moved.tree->links.size(), no_mover);
    prepare(*moved.tree, moved.work);
}

/// Where the State has a listed tree.
void make_ready(const Model& model, const State& state, int t, Movers& movers) {
    MovedTree& moved = movers.trees[t];
    moved.joints = state.trees[t].joints;
    place_links(*moved.tree, moved.joints, moved.work.places);
    factor_tree(*moved.tree, model.frame_inertia, moved.work);
    factor_loops(*moved.tree, state.frames, moved.work, moved.loops);
    for (std::size_t i = 0; i < moved.mover.size(); ++i) {
        const FrameInertia& inertia = model.frame_inertia[moved.tree->frames.begin + i];
        const Mat3 axes = state.frames.q[moved.tree->frames.begin + i].toRotationMatrix();
        LinkMover& link = movers.links[moved.mover[i]];
        link.mass = inertia.mass;
        link.inertia = axes * inertia.moments.asDiagonal() * axes.transpose();
    }
}

/// The momentum that the movers have where impulses found them, about the origin when the whole has gone
/// where the frames are now.
Wrench carried_momentum(const ArticulatedTree& tree, std::span<const FrameInertia> inertia,
                        const MovedTree& moved, const Movers& movers, const Frames& now) {
    Real mass = 0;
    Vec3 centre = Vec3::Zero(), centre_now = Vec3::Zero();
    Wrench sum;
    for (std::size_t i = 0; i < moved.mover.size(); ++i) {
        const std::size_t f = tree.frames.begin + i;
        const MoverVelocity& velocity = movers.velocity[moved.mover[i]];
        const Vec3 x = moved.work.places[i].joint.position + moved.work.places[i].centre;
        const Vec3 linear = inertia[f].mass * velocity.v;
        sum.force += linear;
        sum.moment += x.cross(linear) + movers.links[moved.mover[i]].inertia * velocity.w;
        mass += inertia[f].mass;
        centre += inertia[f].mass * x;
        centre_now += inertia[f].mass * now.x[f];
    }
    sum.moment += ((centre_now - centre) / mass).cross(sum.force);
    return sum;
}

}  // namespace

void push_tree(Movers& movers, int mover, const Vec3& impulse, const Vec3& angular) {
    for_each_answer(movers, mover, impulse, angular, [&](int m, const Twist& change) {
        movers.velocity[m].v += change.v;
        movers.velocity[m].w += change.w;
    });
}

void shift_tree(Movers& movers, int mover, const Vec3& impulse, const Vec3& angular, Real time,
                std::vector<Vec3>& shift, std::vector<Vec3>& turn) {
    for_each_answer(movers, mover, impulse, angular, [&](int m, const Twist& change) {
        shift[m] += time * change.v;
        turn[m] += time * change.w;
    });
}

void list_ends(const Model& model, Movers& movers) {
    movers.ends.assign(model.interpolated.empty() ? 0 : model.point_mass.size(), {-1, -1});
    for (const Interpolated& between : model.interpolated) movers.ends[between.node] = {between.a, between.b};
}

void list_movers(const Model& model, Movers& movers) {
    const std::size_t moved = model.frame_inertia.size() + model.point_mass.size();
    movers.first_driven = static_cast<int>(moved);
    movers.velocity.resize(moved + model.obstacles.size());
    movers.answer.resize(moved + model.obstacles.size());
    list_ends(model, movers);
    list_trees(model, movers);
}

void list_trees(const Model& model, Movers& movers) {
    movers.trees.resize(model.trees.size());
    movers.links.assign(model.trees.empty() ? 0 : model.frame_inertia.size(), {});
    for (int t = 0; t < static_cast<int>(model.trees.size()); ++t) {
        open_tree(model, t, movers);
        for (int i = 0; i < model.trees[t].frames.count; ++i) {
            movers.trees[t].mover[i] = model.trees[t].frames.begin + i;
            movers.links[model.trees[t].frames.begin + i] = {t, i};
        }
    }
}

void list_trees(const Model& model, std::span<const int> sorted_frames, Movers& movers) {
    movers.trees.resize(model.trees.size());
    movers.links.assign(model.trees.empty() ? 0 : sorted_frames.size(), {});
    for (int t = 0; t < static_cast<int>(model.trees.size()); ++t) {
        open_tree(model, t, movers);
        const Range& frames = model.trees[t].frames;
        const auto first = std::lower_bound(sorted_frames.begin(), sorted_frames.end(), frames.begin);
        if (first == sorted_frames.end() || *first != frames.begin) continue;
        for (int i = 0; i < frames.count; ++i) {
            const int mover = static_cast<int>(first - sorted_frames.begin()) + i;
            movers.trees[t].mover[i] = mover;
            movers.links[mover] = {t, i};
        }
    }
}

void load_trees(const Model& model, const State& state, std::span<const std::uint8_t> wanted,
                Movers& movers) {
    for (std::size_t t = 0; t < movers.trees.size(); ++t) {
        MovedTree& moved = movers.trees[t];
        moved.loaded =
            !moved.mover.empty() && moved.mover[0] != no_mover && (wanted.empty() || wanted[moved.mover[0]]);
        if (moved.loaded) make_ready(model, state, static_cast<int>(t), movers);
    }
}

void load_tree(const Model& model, const State& state, int tree, Movers& movers) {
    const Range& frames = model.trees[tree].frames;
    movers.trees.resize(model.trees.size());
    movers.links.resize(frames.count);
    movers.velocity.resize(frames.count);
    open_tree(model, tree, movers);
    for (int i = 0; i < frames.count; ++i) {
        movers.trees[tree].mover[i] = i;
        movers.links[i] = {tree, i};
        movers.velocity[i] = {state.frames.v[frames.begin + i], state.frames.w[frames.begin + i]};
    }
    movers.trees[tree].loaded = true;
    make_ready(model, state, tree, movers);
}

void load_frames(const Model& model, const State& state, std::span<const std::uint8_t> wanted,
                 Movers& movers) {
    list_trees(model, movers);
    movers.velocity.resize(model.frame_inertia.size());
    for (std::size_t f = 0; f < movers.velocity.size(); ++f)
        movers.velocity[f] = {state.frames.v[f], state.frames.w[f]};
    load_trees(model, state, wanted, movers);
}

Real rounding_of_locked(const Movers& movers, int a, int b) {
    // a loop takes back what the tree gave, to some digits of it; a joint gives the square of a rounding
    constexpr Real of_loops = 1e-9, of_joints = 1e-20;
    const auto is_looped = [&](int mover) {
        return is_link(movers, mover) && !movers.trees[movers.links[mover].tree].loops.rows.empty();
    };
    if (is_looped(a) || is_looped(b)) return of_loops;
    return is_link(movers, a) || is_link(movers, b) ? of_joints : 0;
}

Mat3 response_between(Movers& movers, int a, const Vec3& arm_a, int b, const Vec3& arm_b) {
    if (!is_link(movers, a) && !is_link(movers, b))
        return response_at(answer_of(movers, a), arm_a) + response_at(answer_of(movers, b), arm_b);
    const PushedPair pair{movers, a, b, arm_a, arm_b};
    Mat3 columns;
    for (int k = 0; k < 3; ++k) columns.col(k) = pair.push(Vec3::Unit(k), Vec3::Zero()).v;
    return 0.5 * (columns + columns.transpose());
}

Mat3 response_between(Movers& movers, int a, const Vec3& arm_a, int b, const Vec3& arm_b,
                      const Vec3& normal) {
    const Mat3 response = response_between(movers, a, arm_a, b, arm_b);
    if (!is_link(movers, a) && !is_link(movers, b)) return response;
    const Mat3 loose = response_at(answer_of(movers, a), arm_a) + response_at(answer_of(movers, b), arm_b);
    // (rounding across the normal moves nothing, and friction bounds what it is asked for)
    const Real least = rounding_of_locked(movers, a, b) * normal.dot(loose * normal);
    return normal.dot(response * normal) <= least ? Mat3(Mat3::Zero()) : response;
}

PairAnswer answer_of_pair(Movers& movers, const RowPacket& packet, int lane) {
    const PushedPair pair{movers, packet.a[lane], packet.b[lane], packet.arm_a.at(lane),
                          packet.arm_b.at(lane)};
    const Vec3 n = packet.normal.at(lane), t1 = packet.tangent.at(lane), t2 = n.cross(t1);
    const Vec3 none = Vec3::Zero();
    PairAnswer answer;
    const auto column = [&](int k, const Twist& gain) {
        answer.normal.col(k) = Vec3(gain.v.dot(n), gain.w.dot(t1), gain.w.dot(t2));
    };
    column(0, pair.push(n, none));
    column(1, pair.push(none, t1));
    column(2, pair.push(none, t2));
    const Twist first = pair.push(t1, none), second = pair.push(t2, none);
    answer.a11 = first.v.dot(t1);
    answer.a12 = 0.5 * (first.v.dot(t2) + second.v.dot(t1));
    answer.a22 = second.v.dot(t2);
    answer.twist = pair.push(none, n).w.dot(n);
    return answer;
}

void move_trees(const Movers& movers, const WayOfMover& way, State& state) {
    for (std::size_t t = 0; t < movers.trees.size(); ++t) {
        const MovedTree& moved = movers.trees[t];
        if (!moved.loaded) continue;
        const ArticulatedTree& tree = *moved.tree;
        std::vector<JointState>& joints = state.trees[t].joints;
        for (int i = 0; i < static_cast<int>(joints.size()); ++i) {
            const int parent = tree.links[i].parent;
            JointState rate;
            read_joint_rate(tree, moved.work.places, i, way(moved.mover[i]),
                            parent < 0 ? Twist{} : way(moved.mover[parent]), rate);
            move_joint(tree.links[i].kind, rate, 1, joints[i]);
        }
        place_links(tree, joints, moved.now);
        write_frames(tree, moved.now, state.frames);
    }
}

void store_tree(const Model& model, int t, Movers& movers, State& state) {
    const std::span<const FrameInertia> inertia = model.frame_inertia;
    MovedTree& moved = movers.trees[t];
    const ArticulatedTree& tree = *moved.tree;
    std::vector<JointState>& joints = state.trees[t].joints;
    const auto motion = [&](int link) {
        const MoverVelocity& velocity = movers.velocity[moved.mover[link]];
        return Twist{velocity.w, velocity.v};
    };
    for (int i = 0; i < static_cast<int>(joints.size()); ++i) {
        const int parent = tree.links[i].parent;
        JointState& joint = moved.joints[i];  // where impulses have found it
        read_joint_rate(tree, moved.work.places, i, motion(i), parent < 0 ? Twist{} : motion(parent), joint);
        joints[i].qd = joint.qd;
        joints[i].spin = joint.spin;
    }
    // shifted links with the same speeds of joints would have another momentum
    const Wrench wanted = carried_momentum(tree, inertia, moved, movers, state.frames);
    place_links(tree, joints, moved.now);
    write_frames(tree, moved.now, state.frames);
    restore_momentum(tree, inertia, wanted, joints, moved.now, state.frames);
}

void store_trees(const Model& model, Movers& movers, State& state) {
    for (std::size_t t = 0; t < movers.trees.size(); ++t)
        if (movers.trees[t].loaded) store_tree(model, static_cast<int>(t), movers, state);
}

}  // namespace souple
