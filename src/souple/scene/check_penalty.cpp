// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/check_penalty.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "souple/scene/check_scene.h"
#include "souple/scene/json/paths.h"

namespace souple {

namespace {

bool is_along_an_axis(const Vec3& direction) {
    constexpr Real rounding = 1e-6;  // of an angle in radians
    return direction.cwiseAbs().maxCoeff() > (1 - rounding * rounding) * direction.norm();
}

/// Whether every wall of a solid faces along an axis of the world when it is turned so.
bool has_walls_along_axes(const ShapeDef& shape, const Quat& rotation) {
    if (const auto* plane = std::get_if<PlaneDef>(&shape)) return is_along_an_axis(rotation * plane->normal);
    return std::holds_alternative<BoxDef>(shape) && is_along_an_axis(rotation * Vec3(1, 0, 0)) &&
           is_along_an_axis(rotation * Vec3(0, 1, 0));
}

/// How an obstacle is turned: once when it stands, at each key when it moves by itself or with a shared
/// motion.
std::vector<Quat> turns_of(const ObstacleDef& obstacle, const MotionDef* shared) {
    const Quat own = rotation_from_degrees(obstacle.rotation);
    std::vector<Quat> turns;
    for (const PoseKeyDef& key : obstacle.motion.keys) turns.push_back(rotation_from_degrees(key.rotation));
    if (shared)
        for (const PoseKeyDef& key : shared->keys) turns.push_back(rotation_from_degrees(key.rotation) * own);
    if (turns.empty()) turns.push_back(own);
    return turns;
}

/// A law of forces that nobody said how stiff to make would let everything fall through.
void check_stiffness(const Scene& scene) {
    const PenaltyLaw& law = scene.def.contact.penalty;
    if (law.kind == ResponseKind::Impulse || find_node(scene.document.root, "contact.penalty.stiffness"))
        return;
    throw error_at_path(
        scene.document, "contact.penalty",
        "a kind other than impulse needs its stiffness: [N/m] of the spring of ground_reaction, "
        "wall_reaction and contact_spring, [J] of exponential_field, [1/s^2] of miller_ground; a body "
        "of m kg rests about m g / stiffness deep, and steps must be shorter than sqrt(m / stiffness)");
}

/// The wall reaction takes walls that face along different axes one by one (003 F3.69).
void check_walls(const Scene& scene) {
    if (scene.def.contact.penalty.kind != ResponseKind::WallReaction) return;
    std::map<std::string_view, const MotionDef*> motions;
    for (const MotionEntry& entry : motions_of(scene)) motions.emplace(entry.motion->name, entry.motion);
    for (std::size_t p = 0; p < scene.def.parts.size(); ++p) {
        const auto* wall = std::get_if<ObstacleDef>(&scene.def.parts[p]);
        if (!wall) continue;
        const auto shared = motions.find(wall->motion.name);
        const std::vector<Quat> turns = turns_of(*wall, shared == motions.end() ? nullptr : shared->second);
        const bool along = std::all_of(turns.begin(), turns.end(), [&](const Quat& turn) {
            return has_walls_along_axes(wall->shape, turn) && turn.angularDistance(turns.front()) < 1e-6;
        });
        if (!along)
            throw error_at_path(
                scene.document, entry_path(scene.document, "parts", p),
                fmt::format("contact.penalty.kind is wall_reaction, which takes planes and boxes whose sides "
                            "face along x, y or z and that do not turn; '{}' is something else. "
                            "ground_reaction takes any shape",
                            wall->name));
    }
}

}  // namespace

void check_penalty(const Scene& scene) {
    check_stiffness(scene);
    check_walls(scene);
}

}  // namespace souple
