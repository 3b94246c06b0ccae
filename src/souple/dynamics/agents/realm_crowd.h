// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The two stages of a crowd in a realm: everybody chooses a velocity, then all go. Kinds, groups, goals, the
// State and its cells are those of every crowd.
#pragma once

#include "souple/dynamics/agents/crowd_buffers.h"
#include "souple/dynamics/agents/realm.h"

namespace souple {

/// The buffer of a crowd in a realm, which has one of its own.
inline RealmBuffer& realm_buffer(CrowdBuffer& buffer) {
    if (!buffer.realm) buffer.realm = std::make_shared<RealmBuffer>();
    return *buffer.realm;
}

/// Chooses velocities from the old State. `shaking`: where the random numbers of this step begin.
void steer_in_realm(const Model& model, const CrowdPart& crowd, const CrowdState& memory,
                    std::uint64_t shaking, Real h, State& state, RealmBuffer& buffer);
/// [m] chooses how the corners of bodies move in this step: towards the goal, and back into shape.
void steer_realm_bodies(const CrowdPart& crowd, const CrowdState& memory, Real h, RealmBuffer& buffer);

/// Moves agents as they chose, keeps them apart and on their ground; cells and goals follow.
void move_in_realm(const CrowdPart& crowd, const Part& part, Real h, CrowdState& memory, State& state,
                   CrowdBuffer& buffer);

/// A unit vector across another.
Vec3 unit_across(const Vec3& n);
inline BodyPlane plane_across(const Vec3& middle, const Vec3& normal) {
    const Vec3 a = unit_across(normal);
    return {middle, a, a.cross(normal)};
}
/// Of the corners of a section, with the normal of the ground below them.
BodyPlane plane_of_body(const CurvedGround& ground, std::span<const SurfacePlace> places,
                        std::span<const Vec3> corners);

/// [m] how deep the worst pair of agents overlaps, and how far the worst one is from its cell.
Real realm_overlap(const CrowdPart& crowd, const CrowdState& memory, std::span<const Vec3> x);
Real distance_from_cells(const CrowdPart& crowd, const CrowdState& memory, std::span<const Vec3> x,
                         const RealmBuffer* buffer);
/// See measure_crowd.h.
Real level_memory_share(const CrowdPart& crowd, const CrowdState& memory, const RealmBuffer* buffer);
int misled_by_planes(const CrowdPart& crowd, const CrowdState& memory, std::span<const Vec3> x,
                     const RealmBuffer* buffer);
bool has_registration_fault(const CrowdPart& crowd, const CrowdState& memory, std::span<const Vec3> x,
                            const RealmBuffer* buffer);
/// Leaves now, and the mean number of darts of one.
int realm_cell_count(const Realm& realm, const CrowdState& memory);
Real darts_per_cell(const CrowdPart& crowd, const CrowdState& memory, const RealmBuffer* buffer);

}  // namespace souple
