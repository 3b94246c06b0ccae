// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a scene file says about its pictures. Nothing here moves anything.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "souple/math/types.h"

namespace souple {

struct CameraDef {
    std::optional<Vec3> from = {};           ///< [m]
    std::optional<Vec3> to = {};             ///< [m] the middle of the picture
    std::optional<Vec3> up = {};             ///< direction
    std::optional<Real> field_of_view = {};  ///< [deg] from bottom to top
};

struct PictureDef {
    CameraDef camera = {};
    std::optional<bool> ground = {};
    std::optional<Vec3> sun = {};         ///< direction towards it
    std::optional<Vec3> background = {};  ///< colour as a screen shows it, 0 to 1
    std::optional<Real> time = {};        ///< [s] of a still
    bool trails = false;                  ///< the paths of points and bodies are drawn
};

/// Quantities that may colour a part.
enum class Shown { Nothing, Speed, Strain, Contact, Force, Torque, Level };

/// What a part looks like.
struct LookDef {
    std::optional<Vec3> colour = {}, back = {};  ///< as a screen shows them, 0 to 1
    std::optional<Real> roughness = {};
    bool hidden = false;
    Shown show = Shown::Nothing;
    std::optional<std::array<Real, 2>> range = {};  ///< of what is shown
};

struct Scene;

/// The looks that the parts of a scene ask for, by the names of the parts.
std::map<std::string, LookDef> looks_of(const Scene& scene);

}  // namespace souple
