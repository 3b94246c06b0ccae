// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// How a film wants to be shown: where the camera stands, what the parts look like. Wishes only: whoever draws
// chooses what is not said. Colours are as a screen shows them, 0 to 1.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "souple/math/types.h"

namespace souple {

/// Of all structures of one part.
struct Look {
    std::optional<Vec3> colour = {};
    std::optional<Vec3> back = {};                  ///< of surfaces seen from behind
    std::optional<Real> roughness = {};             ///< 0 to 1: a small bright highlight to none
    bool hidden = false;                            ///< not drawn, no shadow, not framed
    std::string show = {};                          ///< quantity that colours it; empty: none
    std::optional<std::array<Real, 2>> range = {};  ///< of that quantity, blue to red; else what the film has
};

struct CameraWish {
    std::optional<Vec3> from = {};           ///< [m]
    std::optional<Vec3> to = {};             ///< [m] the middle of the picture
    std::optional<Vec3> up = {};             ///< direction
    std::optional<Real> field_of_view = {};  ///< [degrees] from bottom to top
};

struct Staging {
    CameraWish camera = {};
    std::optional<bool> ground = {};  ///< true: there is one, even without a plane; false: planes are hidden
    std::optional<Vec3> sun = {};     ///< direction towards it
    std::optional<Vec3> background = {};     ///< one colour instead of a sky
    std::optional<Real> time = {};           ///< [s] the moment that a still shows
    bool trails = false;                     ///< the paths of points and bodies are drawn
    std::map<std::string, Look> looks = {};  ///< by part
};

/// One wish as files hold it: names that a reader does not know can be skipped.
struct StagingNote {
    std::string part = {};  ///< empty: the whole picture
    std::string key = {};   ///< such as `camera.from`
    std::string word = {};
    std::vector<float> numbers = {};
};

std::vector<StagingNote> to_notes(const Staging& staging);

/// Throws InputError when a known key comes with numbers that it cannot have.
Staging staging_from(const std::vector<StagingNote>& notes);

}  // namespace souple
