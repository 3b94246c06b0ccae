// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// An obstacle: a solid that points meet and that nothing moves but its key frames or its mesh sequence.
#pragma once

#include <memory>
#include <string>

#include "souple/geometry/mesh_files.h"
#include "souple/geometry/shape.h"
#include "souple/math/types.h"

namespace souple {

struct Obstacle {
    std::string name;
    Shape shape;                                    ///< in local coordinates; unused when `deforming` is set
    std::shared_ptr<const MeshSequence> deforming;  ///< in local coordinates, or null
    int track = -1;                                 ///< Model::tracks, -1: stays at `pose`
    Pose pose;                                      ///< where it stands when it has no track
    Real restitution = 0;                           ///< c_e in [0, 1]: 1 gives the mirror law (001 W4.5)
    Real friction = 0.3;                            ///< Coulomb's coefficient, >= 0
    Real tangential_keep = 1;  ///< c_f in [0, 1]: fraction of sliding speed kept at an impact (001 W4.5)
    Real bounce_speed = 0.01;  ///< [m/s] slower impacts do not bounce, so that things come to rest
};

}  // namespace souple
