// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/oriented.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "souple/core/errors.h"
#include "souple/dynamics/oriented/oriented_forces.h"

namespace souple {

namespace {

/// A part under construction; kinds are shared by particles that differ in nothing.
struct OrientedBuilder {
    World& world;
    const OrientedDef& def;
    Part part;
    OrientedPart oriented;
    std::map<std::tuple<int, int, Real, Real>, int> kinds;  ///< by law, object and curvature
    std::vector<SkinnedParticles> skinned;
};

int find_law(const OrientedDef& def, const std::string& name) {
    if (name.empty()) return 0;
    for (std::size_t k = 0; k < def.laws.size(); ++k)
        if (def.laws[k].name == name) return static_cast<int>(k);
    std::string known;
    for (const LawDef& law : def.laws) known += (known.empty() ? "'" : ", '") + law.name + "'";
    throw InputError(fmt::format("no law is named '{}'; there are {}", name, known));
}

const std::string& type_name(const LawDef& law) { return law.type.empty() ? law.name : law.type; }

/// 0 for hinges, else 1 + the first law that has this type.
int type_of(const OrientedDef& def, int law) {
    if (def.laws[law].hinge) return 0;
    int type = 1;
    for (const LawDef& other : def.laws) {
        if (!other.hinge && type_name(other) == type_name(def.laws[law])) return type;
        ++type;
    }
    return type;
}

void check_law(const OrientedDef& def, const LawDef& law) {
    for (std::size_t k = 0; k < law.interactions.size(); ++k)
        if (const char* fault = fault_of(law_of(law.interactions[k], {0, 0})))
            throw InputError(
                fmt::format("interaction {} of law '{}' of '{}': {}", k, law.name, def.part.name, fault));
}

int object_number(const OrientedDef& def, std::size_t k) {
    return def.objects[k].object.value_or(static_cast<int>(k));
}

const SkinDef* skin_of(const OrientedDef& def, const OrientedObjectDef& object) {
    return object.skin ? &*object.skin : def.skin ? &*def.skin : nullptr;
}

/// Whether any entry of the object has a skin.
bool is_skinned(const OrientedDef& def, int object) {
    for (std::size_t k = 0; k < def.objects.size(); ++k)
        if (object_number(def, k) == object && skin_of(def, def.objects[k])) return true;
    return false;
}

int kind_for(OrientedBuilder& b, int law, int object, const std::array<Real, 2>& curvature) {
    const auto [place, fresh] = b.kinds.try_emplace({law, object, curvature[0], curvature[1]},
                                                    static_cast<int>(b.oriented.kinds.size()));
    if (!fresh) return place->second;
    ParticleKind kind{type_of(b.def, law), object, {static_cast<int>(b.oriented.laws.size()), 0}};
    for (const InteractionDef& interaction : b.def.laws[law].interactions)
        b.oriented.laws.push_back(law_of(interaction, curvature));
    kind.laws.count = static_cast<int>(b.oriented.laws.size()) - kind.laws.begin;
    kind.skinned = is_skinned(b.def, object);
    b.oriented.kinds.push_back(kind);
    return place->second;
}

/// Whether the curvature of a place matters to a law, so that it needs a kind of its own.
bool reads_curvature(const LawDef& law) {
    return std::any_of(law.interactions.begin(), law.interactions.end(), [](const InteractionDef& one) {
        return one.law.kind == LawKind::PrincipalShape && !one.curvature;
    });
}

std::vector<int> laws_of_particles(const OrientedBuilder& b, const OrientedObjectDef& object, int count) {
    std::vector<int> laws(count, find_law(b.def, object.law));
    for (const OtherLawDef& other : object.others)
        for (const int i : other.particles) {
            if (i < 0 || i >= count)
                throw InputError(
                    fmt::format("object '{}' has no particle {} (it has {})", object.name, i, count));
            laws[i] = find_law(b.def, other.law);
        }
    return laws;
}

void add_object(OrientedBuilder& b, const OrientedObjectDef& object, int number, Rng& rng) {
    const Pose part_pose = pose_of(b.def.part);
    const Pose pose = part_pose * Pose{object.position, rotation_from_degrees(object.rotation)};
    const std::vector<PlacedParticle> placed = place_particles(object.shape, rng);
    if (placed.empty()) throw InputError(fmt::format("object '{}' has no particles", object.name));
    const std::vector<int> laws = laws_of_particles(b, object, static_cast<int>(placed.size()));
    const Vec3 spin = part_pose.rotation * object.spin;
    if (const SkinDef* skin = skin_of(b.def, object))
        b.skinned.push_back(
            {object.name, number, {b.world.state.frames.count(), static_cast<int>(placed.size())}, skin});
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const Pose at = pose * placed[i].pose;
        const Vec3 v = b.def.part.velocity + part_pose.rotation * object.velocity +
                       pose.rotation * placed[i].velocity + spin.cross(at.position - pose.position);
        const int frame = add_frame(b.world, at, v, spin, {object.mass, Vec3::Constant(object.inertia)});
        const bool own = reads_curvature(b.def.laws[laws[i]]);
        b.oriented.kind_of.push_back(
            kind_for(b, laws[i], number, own ? placed[i].curvature : std::array<Real, 2>{0, 0}));
        if (b.def.body_radius > 0)
            b.world.model.pieces.push_back({frame,
                                            Sphere{b.def.body_radius},
                                            nullptr,
                                            {},
                                            {b.def.part.restitution, b.def.part.friction}});
    }
}

std::vector<Real> start_heat(const OrientedDef& def, int count) {
    if (!(def.settings.melting.stiffness > 0)) return {};
    std::vector<Real> heat(count, 0);
    for (const HeatDef& given : def.heat) {
        if (given.particles.empty()) heat.assign(count, given.temperature);
        for (const int i : given.particles) {
            if (i < 0 || i >= count) throw InputError(fmt::format("there is no particle {} to heat", i));
            heat[i] = given.temperature;
        }
    }
    return heat;
}

}  // namespace

OrientedLaw law_of(const InteractionDef& def, const std::array<Real, 2>& own_curvature) {
    OrientedLaw law = def.law;
    law.rest = keep_volume(def.rest_along.value_or(Vec3::Constant(def.rest)), def.stretch);
    law.range = def.range_along.value_or(Vec3::Constant(def.range));
    if (def.stretch != 1) law.range = keep_volume(law.range, def.stretch);
    if (law.axis.norm() > 0) law.axis.normalize();
    if (law.direction.norm() > 0) law.direction.normalize();
    law.curvature = def.curvature.value_or(own_curvature);
    return law;
}

PartId add_oriented(World& world, const OrientedDef& def) {
    if (def.laws.empty()) throw InputError(fmt::format("part '{}' has no laws", def.part.name));
    if (def.objects.empty()) throw InputError(fmt::format("part '{}' has no objects", def.part.name));
    for (const LawDef& law : def.laws) check_law(def, law);
    OrientedBuilder b{world, def, begin_part(world, def.part, "oriented"), def.settings, {}, {}};
    Rng rng = stream_of(world.model.seed, def.part.name);
    for (std::size_t k = 0; k < def.objects.size(); ++k)
        add_object(b, def.objects[k], object_number(def, k), rng);
    if (!(reach_of(b.oriented) > 0))
        throw InputError(fmt::format("part '{}': its laws have no interactions", def.part.name));
    add_torques(world, b.part, def.forces);
    const int count = static_cast<int>(b.oriented.kind_of.size());
    const std::span<const Vec3> x{world.state.frames.x.data() + b.part.frames.begin,
                                  static_cast<std::size_t>(count)};
    OrientedMemory memory{{}, start_heat(def, count)};
    if (b.oriented.neighbourhood == Neighbourhood::Bonded) memory.bonds = pairs_in_range(b.oriented, x);
    b.oriented.part = static_cast<int>(world.model.parts.size());
    add_skins(world, b.oriented.part, b.skinned);
    b.part.oriented = static_cast<int>(world.model.oriented.size());
    world.model.oriented.push_back(std::move(b.oriented));
    world.state.oriented.push_back(std::move(memory));
    const PartId id = close_part(world, b.part);
    world.state.parts.back().rng = rng;
    return id;
}

}  // namespace souple
