// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Colours of parts: chosen by name, so that a part looks the same in every picture.
#pragma once

#include <string_view>

#include "souple/view/frame.h"
#include "souple/view/staging.h"

namespace souple {

using Vec3f = Eigen::Matrix<float, 3, 1>;

enum class Finish { Cloth, Solid, Ball, Disc, Hair, Ground };

/// How a thing takes light; colours are linear, 0 to 1.
struct Material {
    Vec3f front = Vec3f::Constant(0.5f);
    Vec3f back = Vec3f::Constant(0.5f);  ///< of surfaces and discs seen from behind
    float gloss = 0;                     ///< strength of the highlight
    float sharpness = 30;                ///< exponent of the highlight
};

Material material_of(std::string_view part, Finish finish);

/// The same with what a look says about it.
Material material_of(std::string_view part, Finish finish, const Look& look);

/// The inverse of the sRGB encoding, for values of a picture file.
float linear_light(float encoded);

/// The sRGB encoding of linear light, 0 to 1.
float shown_light(float light);

/// Linear light of a colour as a screen shows it.
Vec3f linear_colour(const Vec3& shown);

/// Numbers or lengths of vectors as colours: blue at the low end of a range, red at its high end.
std::vector<Vec3f> colours_between(const Quantity& quantity, const std::array<Real, 2>& range);

/// Refinement levels 0, 1, 2, ... from blue to red.
Vec3f level_colour(float level);

}  // namespace souple
