// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Impulses of the links between parts, after each part has gone through the interval by itself.
#pragma once

#include <vector>

#include "souple/dynamics/contact/movers.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// One link as the solver sees it: v_a - v_b + softness * impulse + bias = 0, all in three directions.
struct LinkRow {
    int a = no_mover, b = no_mover;
    int group = 0;
    Vec3 arm_a = Vec3::Zero(), arm_b = Vec3::Zero();  ///< [m] from each centre to where the impulse acts
    Vec3 axis = Vec3::Zero();                         ///< unit: only along it; zero: all three directions
    Mat3 inverse = Mat3::Zero();                      ///< [kg] of this row alone; zero where nothing can move
    bool is_partly_locked = false;                    ///< joints lock some directions for both ends
    Mat3 free = Mat3::Identity();                     ///< takes what they lock away
    Real softness = 0;                                ///< [1/kg] 0: rigid; infinite: torn
    Vec3 bias = Vec3::Zero();                         ///< [m/s]
    Vec3 impulse = Vec3::Zero();                      ///< [N s] on a; b gets the opposite
    Vec3 push = Vec3::Zero();                         ///< [kg m] what moved a without leaving speed
    Real opened = 0;                                  ///< [m] by how much the interval has widened its gap
};

/// The four vectors of conjugate gradients, one entry for each link.
struct LinkVectors {
    std::vector<Vec3> x, residual, direction, image;
};

/// Links that hang together by something that gives way between them.
struct LinkGroup {
    int rows = 0;
    Real rest = 0, next = 0;  ///< residual . inverse . residual, now and after the next step
    Real enough = 0;          ///< what of that counts as solved
    Real work = 0;            ///< direction . image
    Real worst = 0;           ///< times its strength what a link takes at most
    Real turn = 0;            ///< [rad] farthest that a push would turn anything
    bool solved = false;
};

struct LinkScratch {
    std::vector<Real> start_gap;  ///< [m] by link, when the interval began
    std::vector<int> active;      ///< links that hold, in their order; one row each
    std::vector<int> nodes;       ///< by mover: a frame, or the number of frames plus a point; sorted
    Movers movers;
    std::vector<MoverVelocity> free_velocity;  ///< before any impulse
    std::vector<MoverVelocity> new_velocity;   ///< after them
    std::vector<Quat> q_free;                  ///< orientations before impulses turned anything
    std::vector<Vec3> spin;  ///< [kg m^2/s] by mover: what shifting it takes from its momentum
    std::vector<LinkRow> rows;
    std::vector<LinkGroup> groups;  ///< in the order of their first rows
    std::vector<int> set_of;        ///< by mover: a way to the first of its set
    std::vector<int> group_of;      ///< by mover that is the first of its set
    LinkVectors vectors;
};

/// Before anything moves in an interval: how wide gaps are then.
void note_gaps(const Model& model, const State& state, LinkScratch& scratch);

/// Over an interval of length h [s]: velocities change by impulses, and places by what those change of the
/// way. Conditional links take hold and let go first, by how far apart their ends are. One that would take
/// more than its strength passes on that much and lets go, and the others are solved without it. Gaps of
/// rigid links close, in each of two passes no faster than the model's push_speed, but at once what the
/// interval itself has opened. Momentum is kept to rounding, and angular
/// momentum too where at least one end is on a body.
void solve_links(const Model& model, Real h, State& state, LinkScratch& scratch);

}  // namespace souple
