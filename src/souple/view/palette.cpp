// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/view/palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "souple/core/hash.h"
#include "souple/view/quantities.h"

namespace souple {

namespace {

// linear light; hues far apart, none so dark or so pale that folds and shadows drown
const std::array<Vec3f, 10>& part_colours() {
    static const std::array<Vec3f, 10> colours = {Vec3f(0.62f, 0.11f, 0.09f), Vec3f(0.06f, 0.25f, 0.52f),
                                                  Vec3f(0.72f, 0.40f, 0.06f), Vec3f(0.08f, 0.37f, 0.30f),
                                                  Vec3f(0.36f, 0.13f, 0.44f), Vec3f(0.74f, 0.24f, 0.12f),
                                                  Vec3f(0.16f, 0.42f, 0.58f), Vec3f(0.40f, 0.46f, 0.10f),
                                                  Vec3f(0.66f, 0.20f, 0.32f), Vec3f(0.14f, 0.18f, 0.42f)};
    return colours;
}

const std::array<Vec3f, 5>& hair_colours() {
    static const std::array<Vec3f, 5> colours = {Vec3f(0.26f, 0.12f, 0.05f), Vec3f(0.48f, 0.30f, 0.12f),
                                                 Vec3f(0.40f, 0.12f, 0.04f), Vec3f(0.13f, 0.08f, 0.06f),
                                                 Vec3f(0.58f, 0.42f, 0.22f)};
    return colours;
}

Vec3f mix(const Vec3f& a, const Vec3f& b, float t) { return a + t * (b - a); }

}  // namespace

Material material_of(std::string_view part, Finish finish) {
    // the low bits of the hash alone would follow the last letter
    const std::uint64_t hash = hash_of(part), mixed = hash ^ (hash >> 29) ^ (hash >> 47);
    const Vec3f colour = part_colours()[mixed % part_colours().size()];
    const Vec3f grey = Vec3f::Constant(0.45f);
    switch (finish) {
        case Finish::Cloth:
            return {colour, mix(colour, Vec3f(0.75f, 0.70f, 0.62f), 0.55f), 0.06f, 12};
        case Finish::Solid:
            return {mix(colour, grey, 0.55f), mix(colour, grey, 0.75f), 0.15f, 40};
        case Finish::Ball:
            return {colour, colour, 0.35f, 60};
        case Finish::Disc:
            return {colour, mix(colour, Vec3f::Constant(0.8f), 0.5f), 0.15f, 30};
        case Finish::Hair: {
            const Vec3f hair = hair_colours()[mixed % hair_colours().size()];
            return {hair, hair, 0.45f, 40};
        }
        case Finish::Ground:
            break;
    }
    return {Vec3f(0.46f, 0.47f, 0.48f), Vec3f(0.46f, 0.47f, 0.48f), 0, 1};
}

Material material_of(std::string_view part, Finish finish, const Look& look) {
    Material material = material_of(part, finish);
    if (look.colour) {
        material.front = linear_colour(*look.colour);
        const bool two_sided = finish == Finish::Cloth || finish == Finish::Disc;
        material.back = two_sided ? mix(material.front, Vec3f(0.75f, 0.70f, 0.62f), 0.4f) : material.front;
    }
    if (look.back) material.back = linear_colour(*look.back);
    if (look.roughness) {
        const auto rough = static_cast<float>(*look.roughness), smooth = 1 - rough;
        material.gloss = 0.8f * smooth * smooth;
        // the exponent of a highlight as wide as that of a surface of this roughness
        material.sharpness = std::clamp(2 / std::pow(std::max(rough, 0.1f), 4.0f) - 2, 1.0f, 2000.0f);
    }
    return material;
}

float linear_light(float encoded) {
    return encoded <= 0.04045f ? encoded / 12.92f : std::pow((encoded + 0.055f) / 1.055f, 2.4f);
}

float shown_light(float light) {
    return light <= 0.0031308f ? 12.92f * light : 1.055f * std::pow(light, 1 / 2.4f) - 0.055f;
}

Vec3f linear_colour(const Vec3& shown) {
    return shown.cast<float>().unaryExpr([](float encoded) { return linear_light(encoded); });
}

std::vector<Vec3f> colours_between(const Quantity& quantity, const std::array<Real, 2>& range) {
    std::vector<Vec3f> colours;
    const Real width = std::max(range[1] - range[0], std::numeric_limits<Real>::min());
    for (const float value : scalars_of(quantity))
        colours.push_back(level_colour(static_cast<float>(5 * ((value - range[0]) / width))));
    return colours;
}

Vec3f level_colour(float level) {
    static const std::array<Vec3f, 6> ramp = {Vec3f(0.05f, 0.16f, 0.55f), Vec3f(0.05f, 0.42f, 0.55f),
                                              Vec3f(0.12f, 0.48f, 0.15f), Vec3f(0.72f, 0.60f, 0.06f),
                                              Vec3f(0.78f, 0.28f, 0.04f), Vec3f(0.65f, 0.04f, 0.05f)};
    const float place = std::isfinite(level) ? std::clamp(level, 0.0f, 5.0f) : 0.0f;
    const auto below = static_cast<std::size_t>(std::min(place, 4.0f));
    return mix(ramp[below], ramp[below + 1], place - static_cast<float>(below));
}

}  // namespace souple
