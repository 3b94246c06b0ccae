// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/rigid.h"

#include <fmt/format.h>

#include <cmath>

#include "souple/core/errors.h"
#include "souple/geometry/solid/mass_properties.h"

namespace souple {

WeighedSolid weigh(const BodyDef& def, const std::string& name) {
    check(def.solid, name);
    if (!(def.density > 0) || !std::isfinite(def.density))
        throw InputError(fmt::format("{} has density {} kg/m^3; it must be positive", name, def.density));
    const MassProperties properties = mass_properties(def.solid, def.density);
    const PrincipalAxes axes = principal_axes(properties.inertia);
    return {{properties.mass, axes.moments}, {properties.centre, axes.rotation}};
}

Pose inverse(const Pose& pose) {
    const Quat back = pose.rotation.conjugate();
    return {back * -pose.position, back};
}

void add_body_pieces(World& world, const BodyDef& def, const Pose& principal, int frame) {
    const Pose to_frame = inverse(principal);
    if (def.solid.mesh)
        world.model.pieces.push_back({frame, Sphere{}, def.solid.mesh, to_frame, def.material});
    for (const Piece& piece : def.solid.pieces)
        world.model.pieces.push_back({frame, piece.convex, nullptr, to_frame * piece.pose, def.material});
}

namespace {

void add_body(World& world, const Pose& part_pose, const Vec3& part_velocity, const BodyDef& def,
              const WeighedSolid& weighed, std::vector<std::string>& names) {
    const bool is_single = def.repeat == std::array<int, 3>{1, 1, 1};
    int copy = 0;
    const Quat rotation = rotation_from_degrees(def.rotation);
    for (int i = 0; i < def.repeat[0]; ++i)
        for (int j = 0; j < def.repeat[1]; ++j)
            for (int k = 0; k < def.repeat[2]; ++k) {
                const Vec3 place =
                    def.position + Vec3(i * def.pitch.x(), j * def.pitch.y(), k * def.pitch.z());
                const Pose frame = part_pose * Pose{place, rotation} * weighed.principal;
                const int index = add_frame(world, frame, part_velocity + part_pose.rotation * def.velocity,
                                            part_pose.rotation * def.spin, weighed.inertia);
                add_body_pieces(world, def, weighed.principal, index);
                names.push_back(is_single || def.name.empty() ? def.name
                                                              : fmt::format("{}_{}", def.name, copy++));
            }
}

}  // namespace

PartId add_rigid(World& world, const RigidDef& def) {
    if (def.bodies.empty()) throw InputError(fmt::format("part '{}' has no bodies", def.part.name));
    Part part = begin_part(world, def.part, "rigid");
    part.surface.self_contact = def.part.self_contact.value_or(true);
    const Pose pose = pose_of(def.part);
    for (std::size_t b = 0; b < def.bodies.size(); ++b) {
        const BodyDef& body = def.bodies[b];
        const WeighedSolid weighed = weigh(body, fmt::format("body {} of part '{}'", b, def.part.name));
        add_body(world, pose, def.part.velocity, body, weighed, part.frame_names);
    }
    add_torques(world, part, def.torques);
    return close_part(world, part);
}

}  // namespace souple
