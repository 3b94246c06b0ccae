// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the Model and the State hold of a part made of oriented particles: kinds, laws, bonds, heat.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "souple/core/types.h"
#include "souple/dynamics/oriented/oriented_law.h"

namespace souple {

/// Particles that share a type, an object and a law, which is a weighted list of interactions (F0.18).
struct ParticleKind {
    int type = 1;  ///< 0 is the hinge type, others are standard types (F0.19)
    int object = 0;
    Range laws;            ///< OrientedPart::laws
    bool skinned = false;  ///< its object has a skin, which meets the skins of others in place of repulsion
};

enum class Neighbourhood {
    Free,    ///< whoever is in range: things break and stick again (F0.24)
    Bonded,  ///< only the pairs that were in range at the start, until they break; others repel
};

/// Springs between bonded particles that melt (F0.45).
struct MeltingSprings {
    Real stiffness = 0;   ///< [N/m] when cold; 0: there are none
    Real softens_at = 1;  ///< [K]
    Real melts_at = 2;    ///< [K] there the stiffness has gone to zero linearly, and the bond breaks
    Real conduction = 0;  ///< [1/s] rate at which bonded particles share their heat
};

struct OrientedPart {
    int part = 0;  ///< Model::parts
    std::vector<OrientedLaw> laws;
    std::vector<ParticleKind> kinds;
    std::vector<int> kind_of;  ///< by frame of the part
    Neighbourhood neighbourhood = Neighbourhood::Free;
    Real break_stretch = 1.5;  ///< bonded: breaks at this many times the length at the start
    MeltingSprings melting;
    Real drag = 0;                ///< [kg/s] of the medium on each particle
    Real spin_drag = 0;           ///< [N m s] the same on its turning
    Real obstacle_stiffness = 0;  ///< [N/m] penalty where a centre is inside an obstacle (F0.21); 0: none
    Real obstacle_damping = 0;    ///< [kg/s] the same against the approach
    bool planar = false;          ///< moves in x and y and turns about z only (F0.40)
    bool keeps_volume = false;    ///< rest distances across the fibre follow its stretch (F0.44)
};

/// Two particles that hold each other; a < b, by frame of the part.
struct Bond {
    int a = 0, b = 0;
    Real length = 0;  ///< [m] when it was made

    bool operator==(const Bond&) const = default;
};

/// What an oriented part remembers besides its frames.
struct OrientedMemory {
    std::vector<Bond> bonds;  ///< sorted; empty in a free neighbourhood
    std::vector<Real> heat;   ///< [K] by frame of the part; empty unless its springs melt
};

/// [m] beyond this distance no two particles of the part do anything to each other.
Real reach_of(const OrientedPart& part);

/// What the law of one kind may do to a particle of another (F0.19, F0.20).
LawMode mode_between(const ParticleKind& owner, const ParticleKind& other);

}  // namespace souple
