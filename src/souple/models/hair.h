// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Hair: wisps that grow from given roots, from a grid of roots, or all over a head.
#pragma once

#include <string>
#include <vector>

#include "souple/dynamics/hair/hair.h"
#include "souple/dynamics/world.h"
#include "souple/models/part_def.h"
#include "souple/models/scalp.h"

namespace souple {

/// Where the first particle outside the head is, and which way the wisp leaves. The particle inside is one
/// segment behind it.
struct RootDef {
    Vec3 position = Vec3::Zero();     ///< [m] part coordinates
    Vec3 direction = Vec3(0, -1, 0);  ///< part axes; any length
};

/// Roots in rows along x and z around the origin.
struct RootGridDef {
    int columns = 3, rows = 3;
    Real spacing = 0.03;  ///< [m]
    Vec3 direction = Vec3(0, -1, 0);
};

struct HairDef {
    PartDef part{.name = "hair", .method = Method::CorrectedEuler, .substeps = 100, .thickness = 2e-3};
    std::string head;  ///< obstacle or motion that carries the roots; empty: they stay
    std::vector<RootDef> roots;
    std::vector<RootGridDef> grids;
    std::vector<ScalpDef> scalps;

    int particles = 10;   ///< of a wisp, 3 to 32; the first two are held
    Real length = 0.27;   ///< [m] > 0
    Real radius = 0.01;   ///< [m] > 0
    Real tip_radius = 1;  ///< at the tip, over that at the root, > 0
    Real mass = 1.8e-3;   ///< [kg] of a wisp > 0
    int room = 0;         ///< wisps there may be after splitting; 0: four times the roots if they may split
    WispMaterial material;
    WispContactRule contact;
    WispSplitRule split;
    HairLook look;
    Real shielding = 0;
    Real stretch_limit = 0;
    std::string groom;  ///< file with start positions, written by another run; empty: straight
};

PartId add_hair(World& world, const HairDef& def);

}  // namespace souple
