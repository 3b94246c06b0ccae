// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Bodies of other parts as agents see them: discs on the ground, also on the ground below them on a curved
// surface, that make no way for anybody.
#pragma once

#include "souple/dynamics/agents/crowd_buffers.h"
#include "souple/dynamics/agents/realm_crowd.h"

namespace souple {

/// The most bodies that an agent heeds at once.
constexpr int most_seen_bodies = 16;

/// Lists what the crowd may touch of rigid bodies, links and oriented particles and its agents are tall
/// enough to meet, in the order of the pieces, and sorts them.
void list_seen_bodies(const Model& model, const CrowdPart& crowd, const State& state, CrowdBuffer& buffer);

/// The same for a crowd on a curved surface, whatever the height.
void list_seen_bodies(const Model& model, const CrowdPart& crowd, const State& state, RealmBuffer& buffer);

/// Sorts the bodies that are listed by their places.
void sort_seen_bodies(CrowdBuffer& buffer);

/// The half-planes of the nearest bodies that an agent sees, the nearest first; it has to do all of the
/// avoiding.
void add_body_lines(const AgentGroup& group, const MovingDisc& self, const CrowdBuffer& buffer, Real h,
                    HalfPlanes& planes);

/// The same in the plane of the ground below an agent, of bodies that it is tall enough to meet.
void add_body_lines(const AgentGroup& group, const MovingDisc& self, const BodyPlane& plane,
                    const RealmBuffer& buffer, Real h, HalfPlanes& planes);

/// [m/s] the velocity towards `chosen` that legs reach from `now` within h [s].
template <class Vec>
Vec within_strength(const AgentGroup& group, const Vec& now, const Vec& chosen, Real h) {
    const Vec change = chosen - now;
    const Real size = change.norm(), most = group.acceleration * h;
    return size > most ? Vec(now + most / size * change) : chosen;
}

}  // namespace souple
