// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/probes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string_view>

#include "souple/dynamics/articulated/constraints.h"
#include "souple/dynamics/contact/measure_contact.h"
#include "souple/dynamics/scratch.h"
#include "souple/math/rotation.h"
#include "souple/models/spot_finder.h"
#include "souple/scene/cloth_measures.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/measured_kinds.h"
#include "souple/scene/model_measures.h"
#include "souple/scene/named_frame.h"
#include "souple/scene/undefined_probes.h"

namespace souple {

namespace {

MaterialPoint spot_of(const ProbeDef& def, const Model& model, int index, SpotFinders& finders) {
    const Part& part = model.parts[index];
    if (def.frame) {
        if (*def.frame >= part.frames.count)
            throw InputError(fmt::format("part '{}' has no frame {} (it has {})", part.name, *def.frame,
                                         part.frames.count));
        return {.frame = part.frames.begin + *def.frame, .local = def.local};
    }
    if (def.point) return finders.of(index).find({.point = *def.point});
    return finders.of(index).find({.point = -1, .rest = def.rest.value_or(Vec3::Zero())});
}

bool has_spot(const ProbeDef& def) { return def.point || def.rest || def.frame; }

/// What probes are bound with.
struct Binding {
    const Model& model;
    std::map<std::string_view, int> parts;
    std::vector<int> all;
    SpotFinders spots;

    explicit Binding(const Model& of) : model(of), spots(of) {
        for (int p = 0; p < static_cast<int>(of.parts.size()); ++p) {
            parts.emplace(of.parts[p].name, p);
            all.push_back(p);
        }
    }
};

Probe make_probe(const ProbeDef& def, Binding& binding) {
    Probe probe;
    probe.name = def.name;
    probe.def = def;
    probe.parts = def.part.empty() ? binding.all : std::vector<int>{binding.parts.at(def.part)};
    probe.other = def.other.empty() ? -1 : binding.parts.at(def.other);
    probe.revision = binding.model.revision;
    check_measured(def.measure, binding.model, probe.parts);
    const int part = probe.parts.front();
    if (!def.link.empty()) probe.def.frame = frame_named(binding.model, binding.model.parts[part], def.link);
    if (has_spot(probe.def)) probe.spot = spot_of(probe.def, binding.model, part, binding.spots);
    return probe;
}

Real component_of(const Vec3& vector, Component component) {
    static_assert(static_cast<int>(Component::X) == 0 && static_cast<int>(Component::Z) == 2);
    return component == Component::Norm ? vector.norm() : vector[static_cast<int>(component)];
}

int element_count(const Part& part) {
    return part.springs.count + part.hinges.count + part.bends.count + part.ties.count + part.rails.count;
}

int contact_count(const World& world, int part) {
    const auto& contacts = world.scratch->contact.contacts;
    return static_cast<int>(std::count_if(contacts.begin(), contacts.end(),
                                          [part](const Contact& contact) { return contact.part == part; }));
}

/// [rad or m] of the joint of a link: its first freedom unless a component says which, of a ball the whole
/// turn.
Real joint_position(const Probe& probe, const World& world) {
    const Part& part = world.model.parts[probe.parts.front()];
    if (part.articulated < 0 || !probe.def.frame) return 0;
    const int link = *probe.def.frame;
    const JointState& joint = world.state.trees[part.articulated].joints[link];
    if (world.model.trees[part.articulated].links[link].kind == JointKind::Ball)
        return to_rotation_vector(joint.turn).norm();
    return probe.def.component == Component::Norm ? joint.q[0] : component_of(joint.q, probe.def.component);
}

Real residual_of_loops(const World& world, const Part& part) {
    return part.articulated < 0 ? 0 : loop_residual(world.model.trees[part.articulated], world.state.frames);
}

/// Links on a part that hold at the moment.
Real held_links(const World& world, const Part& part) {
    const auto is_on = [&](const MaterialPoint& end) {
        return end.frame >= 0 ? part.frames.contains(end.frame) : part.points.contains(end.nodes[0]);
    };
    int count = 0;
    for (std::size_t k = 0; k < world.model.links.size(); ++k) {
        const Link& link = world.model.links[k];
        const bool holds = world.state.links.empty() || world.state.links[k] == LinkGrip::Holds;
        count += holds && (is_on(link.a) || is_on(link.b));
    }
    return count;
}

std::vector<Vec3> frames_of(const Probe& probe, const World& world) {
    const Part& part = world.model.parts[probe.parts.front()];
    const auto begin = world.state.frames.x.begin() + part.frames.begin;
    return {begin, begin + part.frames.count};
}

/// Measures of one part that are added up over parts.
Real summed_measure(Measure measure, const World& world, int index, DrawnSkins& drawn) {
    const Part& part = world.model.parts[index];
    const auto& [model, state, control, scratch] = world;
    switch (measure) {
        case Measure::KineticEnergy:
            return kinetic_energy(model, state, part);
        case Measure::ElasticEnergy:
            return elastic_energy(model, control, state, part);
        case Measure::PotentialEnergy:
            return potential_energy(model, state, part);
        case Measure::TotalEnergy:
            return kinetic_energy(model, state, part) + elastic_energy(model, control, state, part) +
                   potential_energy(model, state, part);
        case Measure::PointCount:
            return part.points.count;
        case Measure::FrameCount:
            return part.frames.count;
        case Measure::ElementCount:
            return element_count(part);
        case Measure::ContactCount:
            return contact_count(world, index);
        case Measure::Substeps:
            return state.parts[index].substeps;
        case Measure::Mass:
            return mass_of(model, part);
        case Measure::FaceCount:
            return face_count(model, index);
        case Measure::InterpolatedCount:
            return interpolated_count(model, index);
        case Measure::WispCount:
            return wisp_count(model, state, index);
        case Measure::WispContacts:
            return wisp_contact_count(world, index);
        case Measure::TipTwist:
            return tip_twist(world, index);
        case Measure::HullVolume:
            return hull_volume(state, part);
        default:
            return model_measure(measure, world, index, drawn);
    }
}

/// [m] by part, once somebody has asked.
using PartDepths = std::vector<Real>;

/// What probes look at together at one moment.
struct Looks {
    DrawnSkins skins;
    HairGallery& hair;
    std::span<const Probe> probes;
    PartDepths thin{}, thick{};  ///< without and with the thickness of matter
};

/// [m] of a part that a probe of penetration or overlap looks at.
Real depth_of(const World& world, Measure measure, int part, Looks& looks) {
    const bool is_thick = measure == Measure::Overlap;
    PartDepths& depths = is_thick ? looks.thick : looks.thin;
    if (depths.empty()) {
        std::vector<int> asked;
        for (const Probe& probe : looks.probes)
            if (probe.def.measure == measure)
                asked.insert(asked.end(), probe.parts.begin(), probe.parts.end());
        depths = deepest_overlaps(world, asked, is_thick ? Thickness::Counts : Thickness::LeftOut);
    }
    return depths[part];
}

/// Measures of one part of which the largest over parts counts.
Real extreme_measure(Measure measure, const World& world, int index, Looks& looks) {
    const Part& part = world.model.parts[index];
    const auto& [model, state, control, scratch] = world;
    switch (measure) {
        case Measure::MaxHeight:
            return max_height(state, part);
        case Measure::MinHeight:
            return -min_height(state, part);
        case Measure::RmsStrain:
            return rms_strain(model, state, part);
        case Measure::MaxStrain:
            return max_strain(model, state, part);
        case Measure::Penetration:
            return std::max(penetration(model, control, state, part), depth_of(world, measure, index, looks));
        case Measure::Overlap:
            return depth_of(world, measure, index, looks);
        case Measure::Crossings:
            return crossing_count(model, state, index);
        case Measure::FinestLevel:
            return finest_level(model, index);
        case Measure::SharpestFold:
            return sharpest_angle(model, state, index);
        case Measure::SmallestAngle:
            return -smallest_angle(model, index);
        case Measure::LoopResidual:
            return residual_of_loops(world, part);
        case Measure::LinksHeld:
            return held_links(world, part);
        case Measure::Oscillation:
            return oscillation(state, scratch->kept, part);
        case Measure::RmsSpeed:
            return rms_speed(model, state, scratch->kept, part);
        case Measure::SkinOverlap:
            return skin_overlap(looks.skins, index);
        case Measure::SkinPress:
            return skin_press(world, index);
        default:
            return hair_measure(measure, world, index, looks.hair);
    }
}

Vec3 vector_measure(const Probe& probe, const World& world) {
    const auto& [model, state, control, scratch] = world;
    Vec3 sum = Vec3::Zero();
    Real mass = 0;
    for (const int index : probe.parts) {
        const Part& part = model.parts[index];
        switch (probe.def.measure) {
            case Measure::Momentum:
                sum += momentum(model, state, part);
                break;
            case Measure::AngularMomentum:
                sum += angular_momentum(model, state, part);
                break;
            case Measure::Extent:
                sum = sum.cwiseMax(extent(state, part));
                break;
            case Measure::CentreOfMass:
                sum += mass_of(model, part) * centre_of_mass(model, state, part);
                mass += mass_of(model, part);
                break;
            default:
                break;
        }
    }
    return mass > 0 ? Vec3(sum / mass) : sum;
}

Real extreme_value(const Probe& probe, const World& world, Looks& looks) {
    const Measure measure = probe.def.measure;
    Real largest = -INFINITY;
    for (const int part : probe.parts)
        largest = std::max(largest, extreme_measure(measure, world, part, looks));
    const bool is_least =
        measure == Measure::MinHeight || measure == Measure::SmallestAngle || measure == Measure::Flatness;
    return is_least ? -largest : largest;
}

Real summed_value(const Probe& probe, const World& world, Looks& looks) {
    const Measure measure = probe.def.measure;
    if (measure == Measure::Mass && has_spot(probe.def)) return mass_at(world.model, probe.spot);
    if (probe.def.region) return region_measure(probe.def, world, probe.parts);
    Real sum = 0;
    for (const int part : probe.parts) sum += summed_measure(measure, world, part, looks.skins);
    return sum;
}

Real raw_value(const Probe& probe, const World& world, Looks& looks) {
    const auto& [model, state, control, scratch] = world;
    const Measure measure = probe.def.measure;
    switch (measure) {
        case Measure::Position:
            return component_of(position_of(state, probe.spot) - probe.def.relative_to.value_or(Vec3::Zero()),
                                probe.def.component);
        case Measure::Velocity:
            return component_of(velocity_of(state, probe.spot), probe.def.component);
        case Measure::Speed:
            return velocity_of(state, probe.spot).norm();
        case Measure::MaxDistance:
            return distance_between(state, model.parts[probe.parts.front()], model.parts[probe.other]).max;
        case Measure::RmsDistance:
            return distance_between(state, model.parts[probe.parts.front()], model.parts[probe.other]).rms;
        case Measure::JointPosition:
            return joint_position(probe, world);
        case Measure::ShapeChange:
            return shape_change(state, probe.start_shape, model.parts[probe.parts.front()]);
        case Measure::Momentum:
        case Measure::AngularMomentum:
        case Measure::CentreOfMass:
        case Measure::Extent:
            return component_of(vector_measure(probe, world), probe.def.component);
        case Measure::MaxHeight:
        case Measure::MinHeight:
        case Measure::RmsStrain:
        case Measure::MaxStrain:
        case Measure::Penetration:
        case Measure::Overlap:
        case Measure::Crossings:
        case Measure::FinestLevel:
        case Measure::SharpestFold:
        case Measure::SmallestAngle:
        case Measure::Lean:
        case Measure::SegmentStrain:
        case Measure::WispPenetration:
        case Measure::EnvelopePenetration:
        case Measure::HairPenetration:
        case Measure::HairLift:
        case Measure::WispThroughCloth:
        case Measure::HairThroughCloth:
        case Measure::HairLengthError:
        case Measure::Flatness:
        case Measure::SkinOverlap:
        case Measure::SkinPress:
        case Measure::LoopResidual:
        case Measure::LinksHeld:
        case Measure::Oscillation:
        case Measure::RmsSpeed:
            return extreme_value(probe, world, looks);
        default:
            return summed_value(probe, world, looks);
    }
}

}  // namespace

std::vector<Probe> make_probes(const Scene& scene, const World& world) {
    std::vector<Probe> probes;
    Binding binding(world.model);
    for (std::size_t p = 0; p < scene.def.probes.size(); ++p) {
        try {
            if (world.model.parts.empty()) throw InputError("there is no part to measure");
            probes.push_back(make_probe(scene.def.probes[p], binding));
        } catch (const InputError& error) {
            throw error_at_path(scene.document, entry_path(scene.document, "probes", p), error.what());
        }
    }
    return probes;
}

void record(std::vector<Probe>& probes, const World& world, HairGallery& shown) {
    Looks looks{{world.model, world.state}, shown, probes};
    SpotFinders finders(world.model);
    for (Probe& probe : probes) {
        if (probe.revision != world.model.revision && has_spot(probe.def))
            probe.spot = spot_of(probe.def, world.model, probe.parts.front(), finders);
        probe.revision = world.model.revision;
        if (probe.values.empty() && probe.def.measure == Measure::ShapeChange)
            probe.start_shape = frames_of(probe, world);
        const Real value = raw_value(probe, world, looks);
        if (probe.values.empty()) probe.start_value = value;
        probe.latest = probe.def.relative_to_start ? value - probe.start_value : value;
        if (!std::isfinite(probe.latest) && !probe.def.may_be_undefined && probe.undefined.empty())
            probe.undefined = why_undefined(probe, world, probe.latest);
        if (probe.taken++ % probe.stride != 0) continue;
        probe.times.push_back(world.state.time);
        probe.values.push_back(probe.latest);
    }
}

void keep_at_most(std::size_t most, Probe& probe) {
    while (probe.values.size() > most) {
        const std::size_t left = (probe.values.size() + 1) / 2;
        for (std::size_t k = 0; k < left; ++k) {
            probe.times[k] = probe.times[2 * k];
            probe.values[k] = probe.values[2 * k];
        }
        probe.times.resize(left);
        probe.values.resize(left);
        probe.stride *= 2;
    }
}

std::size_t most_kept(std::size_t probes) {
    constexpr std::size_t in_all = 1 << 19, least = 1 << 12, most = 1 << 16;
    return std::clamp(in_all / std::max<std::size_t>(1, probes), least, most);
}

void forget_later(std::int64_t taken, Probe& probe) {
    probe.taken = std::min(probe.taken, taken);
    const auto kept = static_cast<std::size_t>((probe.taken + probe.stride - 1) / probe.stride);
    probe.times.resize(std::min(probe.times.size(), kept));
    probe.values.resize(std::min(probe.values.size(), kept));
}

}  // namespace souple
