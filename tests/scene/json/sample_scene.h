// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A small scene with every type of field, for the tests of reading and schema.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "souple/scene/json/binding.h"

namespace souple::sample_scene {

enum class Method { Explicit, Implicit };
inline auto enum_names(Method) {
    return std::array{EnumName{Method::Explicit, "explicit"}, EnumName{Method::Implicit, "implicit"}};
}

struct Pin {
    std::array<int, 2> corner = {0, 0};
    std::optional<Vec3> target;  ///< [m]
};

struct Cloth {
    std::string name;
    Real stiffness = 100;  ///< [N/m]
    int rows = 20;
    Method method = Method::Implicit;
    Vec3 position = Vec3::Zero();  ///< [m]
    Quat rotation = Quat::Identity();
    std::vector<Pin> pins;
    std::optional<Real> damping;
    std::string texture;
};

struct Ball {
    std::string name;
    Real radius = 1;  ///< [m]
    bool fixed = false;
    Vec3 position = Vec3::Zero();  ///< [m]
    Quat rotation = Quat::Identity();
    std::string follows;
};

struct Scene {
    int version = 0;
    Real lowest = 0, highest = 1;  ///< [m]
    std::uint64_t seed = 1;
    Vec3 gravity = {0, -9.81, 0};  ///< [m/s^2]
    std::vector<std::variant<Cloth, Ball>> parts;
    std::array<Real, 2> window = {0, 1};
    std::map<std::string, Real> weights;
    Node extra;
};

inline const char* kind_name(const Cloth&) { return "cloth"; }
inline const char* kind_name(const Ball&) { return "ball"; }

inline void describe(Binder& b, Pin& d) {
    b.field("corner", d.corner, {.at_least = 0, .required = true, .doc = "Row and column."});
    b.field("target", d.target, {.unit = "m"});
}

inline void describe(Binder& b, Cloth& d) {
    b.about("A rectangle of cloth.");
    b.field("name", d.name, {.required = true, .min_size = 1});
    b.field("stiffness", d.stiffness, {.unit = "N/m", .above = 0, .doc = "Of one spring."});
    b.field("rows", d.rows, {.at_least = 2, .at_most = 500});
    b.field("method", d.method);
    b.field("position", d.position, {.unit = "m"});
    b.field("rotation", d.rotation, {.unit = "degrees"});
    b.field("pins", d.pins, {.max_size = 3});
    b.field("damping", d.damping, {.unit = "1/s", .at_least = 0, .below = 10});
    b.field("texture", d.texture, {.is_file = true});
}

inline void describe(Binder& b, Ball& d) {
    b.field("name", d.name);
    b.field("radius", d.radius, {.unit = "m", .above = 0, .required = true});
    b.field("fixed", d.fixed);
    b.field("position", d.position, {.unit = "m"});
    b.field("rotation", d.rotation, {.unit = "degrees"});
    b.field("follows", d.follows);
}

inline void describe(Binder& b, Scene& d) {
    b.field("souple", d.version, {.at_least = 1, .at_most = 1, .required = true});
    b.field("lowest", d.lowest, {.unit = "m"});
    b.field("highest", d.highest, {.unit = "m"});
    b.check(d.lowest < d.highest, "lowest must be below highest");
    b.field("seed", d.seed);
    b.field("gravity", d.gravity, {.unit = "m/s^2"});
    b.field("parts", d.parts, {.min_size = 1});
    b.field("window", d.window, {.unit = "s", .at_least = 0});
    b.field("weights", d.weights, {.at_least = 0});
    b.field("extra", d.extra);
}

}  // namespace souple::sample_scene
