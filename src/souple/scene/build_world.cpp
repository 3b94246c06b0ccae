// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Lays down the parts, obstacles, motions and fields of a scene.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <new>
#include <string_view>
#include <utility>

#include "souple/core/suggest.h"
#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/geometry/formula.h"
#include "souple/geometry/mesh_files.h"
#include "souple/geometry/surface_tree.h"
#include "souple/models/spot_finder.h"
#include "souple/scene/check_scene.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/memory_estimate.h"
#include "souple/scene/scene.h"

namespace souple {

namespace {

Track make_track(const std::string& name, const std::vector<PoseKeyDef>& keys, bool smooth) {
    Track track{name, {}, smooth};
    for (const PoseKeyDef& key : keys)
        track.keys.push_back({key.time, {key.position, rotation_from_degrees(key.rotation)}});
    return track;
}

struct ShapeMaker {
    const std::string& name;

    Shape operator()(const PlaneDef& d) const { return Plane{d.normal.normalized(), d.offset}; }
    Shape operator()(const SphereDef& d) const { return Sphere{d.radius}; }
    Shape operator()(const EllipsoidDef& d) const { return Ellipsoid{d.radii}; }
    Shape operator()(const BoxDef& d) const { return Box{0.5 * d.size}; }
    Shape operator()(const CapsuleDef& d) const { return Capsule{d.radius, 0.5 * d.length}; }
    Shape operator()(const MeshDef& d) const {
        return MeshShape{std::make_shared<const SurfaceTree>(make_surface_tree(load_mesh(d.file), name))};
    }
    Shape operator()(const FormulaDef& d) const {
        return FormulaShape{.formula = std::make_shared<const Formula>(parse_formula(d.inside)),
                            .bounds = {d.low, d.high}};
    }
    Shape operator()(const MeshSequenceDef&) const { return Sphere{}; }
};

/// An obstacle with key frames, and every other one, has a track: pins may follow it either way.
void add_obstacle(World& world, const ObstacleDef& def) {
    Obstacle obstacle;
    obstacle.name = def.name;
    obstacle.shape = std::visit(ShapeMaker{def.name}, def.shape);
    if (const auto* sequence = std::get_if<MeshSequenceDef>(&def.shape))
        obstacle.deforming =
            std::make_shared<const MeshSequence>(load_sequence(sequence->file, sequence->frames_per_second));
    obstacle.pose = {def.position, rotation_from_degrees(def.rotation)};
    obstacle.restitution = def.restitution;
    obstacle.friction = def.friction;
    obstacle.tangential_keep = def.tangential_keep;
    obstacle.bounce_speed = def.bounce_speed;
    Track track = make_track(def.name, def.motion.keys, def.smooth);
    if (!def.motion.name.empty()) {
        track = world.model.tracks[find_track(world.model, def.motion.name)];
        track.name = def.name;
        track.carried = obstacle.pose;
    }
    if (track.keys.empty()) track.keys.push_back({0, obstacle.pose});
    obstacle.track = add_track(world, std::move(track));
    add_obstacle(world, std::move(obstacle));
}

void add_motions(World& world, const Scene& scene) {
    for (const MotionEntry& entry : motions_of(scene))
        if (entry.motion->part.empty())
            add_track(world, make_track(entry.motion->name, entry.motion->keys, entry.motion->smooth));
}

/// Pins that name a group of the mesh file get its points.
void find_pinned_groups(const ClothEntry& entry, const std::vector<MeshGroup>& groups,
                        std::vector<PinDef>& pins) {
    std::vector<std::string> names;
    for (const MeshGroup& group : groups) names.push_back(group.name);
    for (std::size_t k = 0; k < pins.size(); ++k) {
        const std::string& wanted = pins[k].group;
        if (wanted.empty()) continue;
        const auto found = std::find(names.begin(), names.end(), wanted);
        const std::string who = fmt::format("pin {} of cloth '{}'", k, entry.cloth.part.name);
        if (entry.mesh.empty())
            throw InputError(fmt::format("{} names the group '{}', and a grid has no groups: a mesh file has",
                                         who, wanted));
        if (found == names.end())
            throw InputError(
                fmt::format("{}: {} has no group '{}'; {}", who, entry.mesh, wanted,
                            names.empty() ? "it has no groups at all" : suggestion(wanted, names, "groups")));
        const std::vector<int>& points = groups[static_cast<std::size_t>(found - names.begin())].points;
        pins[k].points.insert(pins[k].points.end(), points.begin(), points.end());
    }
}

struct PartAdder {
    World& world;

    void operator()(const ParticlesDef& d) const { add_particles(world, d); }
    void operator()(const FramesDef& d) const { add_frames(world, d); }
    void operator()(const HairDef& d) const { add_hair(world, d); }
    void operator()(const OrientedDef& d) const { add_oriented(world, d); }
    void operator()(const CrowdDef& d) const { add_crowd(world, d); }
    void operator()(const TissueDef& d) const { add_tissue(world, d); }
    void operator()(const ObstacleDef& d) const { add_obstacle(world, d); }
    void operator()(const ArticulatedEntry& entry) const { add_articulated(world, make_articulated(entry)); }
    void operator()(const RigidEntry& entry) const {
        RigidDef def = entry.rigid;
        for (std::size_t k = 0; k < entry.bodies.size(); ++k) {
            def.bodies.push_back(entry.bodies[k].body);
            def.bodies.back().solid =
                make_solid(entry.bodies[k].shape, fmt::format("body {} of part '{}'", k, def.part.name));
        }
        add_rigid(world, def);
    }
    void operator()(const ClothEntry& entry) const {
        ClothDef def = entry.cloth;
        std::vector<MeshGroup> groups;
        if (!entry.mesh.empty()) {
            GroupedMesh file = load_grouped_mesh(entry.mesh);
            check(file.mesh, entry.mesh);
            def.mesh = std::move(file.mesh);
            groups = std::move(file.groups);
        }
        find_pinned_groups(entry, groups, def.holds.pins);
        add_cloth(world, def);
    }
};

/// Calls fn, and gives its complaint the place it is about.
template <class Fn>
void at_place(const Scene& scene, const std::string& path, const Fn& fn) {
    try {
        fn();
    } catch (const SceneError&) {
        throw;
    } catch (const InputError& error) {
        throw error_at_path(scene.document, path, error.what());
    } catch (const std::bad_alloc&) {
        throw OutOfMemory(scene, "while '" + path + "' was built");
    }
}

/// Obstacles first, so that pins may follow them; what changes its number of points last.
enum class Turn { Obstacle, Plain, Adaptive };

Turn turn_of(const PartChoice& part) {
    if (std::holds_alternative<ObstacleDef>(part)) return Turn::Obstacle;
    const auto* cloth = std::get_if<ClothEntry>(&part);
    return cloth && cloth->cloth.adapt ? Turn::Adaptive : Turn::Plain;
}

int find_body(const Part& part, int frame) {
    if (frame < part.frames.count) return part.frames.begin + frame;
    throw InputError(
        fmt::format("part '{}' has no body {} (it has {})", part.name, frame, part.frames.count));
}

/// Motions that bodies of the last part carry: what comes after may follow them.
void add_carried_motions(World& world, const Scene& scene, const std::vector<MotionEntry>& carried) {
    const Part& part = world.model.parts.back();
    for (const MotionEntry& entry : carried) {
        if (entry.motion->part != part.name) continue;
        at_place(scene, entry.path + ".frame", [&] {
            Track track{.name = entry.motion->name, .keys = {}};
            track.frame = find_body(part, entry.motion->frame);
            const Frames& frames = world.state.frames;
            track.keys.push_back({0, {frames.x[track.frame], frames.q[track.frame]}});
            add_track(world, std::move(track));
        });
    }
}

void add_parts(World& world, const Scene& scene, Turn turn) {
    std::vector<MotionEntry> carried;
    for (const MotionEntry& entry : motions_of(scene))
        if (!entry.motion->part.empty()) carried.push_back(entry);
    for (std::size_t p = 0; p < scene.def.parts.size(); ++p)
        if (turn_of(scene.def.parts[p]) == turn) {
            at_place(scene, entry_path(scene.document, "parts", p),
                     [&] { std::visit(PartAdder{world}, scene.def.parts[p]); });
            if (turn == Turn::Plain) add_carried_motions(world, scene, carried);
        }
}

/// Parts by their names, and the spots that links take hold of.
struct PartTable {
    explicit PartTable(const Model& model) : spots(model) {
        for (std::size_t p = 0; p < model.parts.size(); ++p)
            numbers.emplace(model.parts[p].name, static_cast<int>(p));
        for (std::size_t c = 0; c < model.adaptive.size(); ++c)
            refined.emplace(model.adaptive[c].part, static_cast<int>(c));
    }
    int number(const std::string& name) const { return numbers.at(name); }

    std::map<std::string_view, int> numbers;
    std::map<int, int> refined;  ///< by part: Model::adaptive
    SpotFinders spots;
};

/// A link pulls at both ends in one try: where only some points of a part go back their opposites would be
/// lost.
void check_goes_back_as_a_whole(const Model& model, const PartTable& parts, int part) {
    const auto refined = parts.refined.find(part);
    if (refined != parts.refined.end() && model.adaptive[refined->second].rule.rollback == Rollback::Faces)
        throw InputError(
            fmt::format("part '{}' has rollback faces, which goes with no link: its points "
                        "keep impulses whose opposites go back",
                        model.parts[part].name));
}

/// The spot of an end; a body without `local` is taken hold of where the other end is.
MaterialPoint spot_of(const World& world, PartTable& parts, const LinkEndDef& end,
                      const MaterialPoint* other) {
    const int index = parts.number(end.part);
    check_goes_back_as_a_whole(world.model, parts, index);
    const Part& part = world.model.parts[index];
    if (end.point) return parts.spots.of(index).find({.point = *end.point});
    if (end.rest) return parts.spots.of(index).find({.rest = *end.rest});
    MaterialPoint spot{.frame = find_body(part, *end.frame)};
    const Pose pose{world.state.frames.x[spot.frame], world.state.frames.q[spot.frame]};
    spot.local = end.local || !other ? end.local.value_or(Vec3::Zero())
                                     : pose.to_local(position_of(world.state, *other));
    return spot;
}

/// Points and centres of bodies of a part: spots through which it meets another (003 F3.73).
std::vector<MaterialPoint> every_spot(const World& world, int index) {
    const std::string& name = world.model.parts[index].name;
    const Part& part = world.model.parts[index];
    const std::vector<AdaptiveCloth>& refined = world.model.adaptive;
    if (std::any_of(refined.begin(), refined.end(), [&](const AdaptiveCloth& c) { return c.part == index; }))
        throw InputError(
            fmt::format("part '{}' refines itself, its points come and go: name one spot of it", name));
    if (part.crowd >= 0)
        throw InputError(fmt::format("part '{}' is a crowd: name one agent by its point", name));
    std::vector<MaterialPoint> spots;
    for (int i = part.points.begin; i < part.points.end(); ++i)
        spots.push_back({.nodes = {i, -1, -1}, .weights = Vec3::UnitX()});
    for (int f = part.frames.begin; f < part.frames.end(); ++f) spots.push_back({.frame = f});
    return spots;
}

LinkCondition condition_of(const LinkDef& def) {
    LinkCondition when;
    when.catches_within = def.catches_within.value_or(when.catches_within);
    when.lets_go_beyond = def.lets_go_beyond.value_or(when.lets_go_beyond);
    when.strength = def.strength.value_or(when.strength);
    when.once = def.once;
    return when;
}

/// The spots of both ends: one each, or all of a part.
std::array<std::vector<MaterialPoint>, 2> ends_of(const World& world, PartTable& parts, const Scene& scene,
                                                  const LinkDef& def, const std::string& path) {
    std::array<std::vector<MaterialPoint>, 2> ends;
    // a body that is taken hold of where the other end is follows that end
    const bool a_follows = def.a.frame && !def.a.local && !def.b.every;
    const auto add = [&](int side, const LinkEndDef& end, const MaterialPoint* other) {
        at_place(scene, path + (side == 0 ? ".a" : ".b"), [&] {
            ends[side] = end.every ? every_spot(world, parts.number(end.part))
                                   : std::vector<MaterialPoint>{spot_of(world, parts, end, other)};
        });
    };
    const bool reaches = def.rest_length > 0 || def.catches_within;  // then the spots themselves are meant
    add(0, def.a, nullptr);
    add(1, def.b, def.a.every || reaches ? nullptr : &ends[0].front());
    if (a_follows && !reaches) add(0, def.a, &ends[1].front());
    return ends;
}

/// The last link holds spots of the rest shape, whatever points are there, where a part refines itself.
void follow_refined_ends(Model& model, const PartTable& parts, const LinkDef& def) {
    const int last = static_cast<int>(model.links.size()) - 1;
    for (const bool is_b : {false, true}) {
        const MaterialPoint& end = is_b ? model.links[last].b : model.links[last].a;
        const auto refined = parts.refined.find(parts.number(is_b ? def.b.part : def.a.part));
        if (end.frame >= 0 || refined == parts.refined.end()) continue;
        Vec3 rest = Vec3::Zero();
        for (int k = 0; k < 3; ++k)
            if (end.nodes[k] >= 0) rest += end.weights[k] * model.point_rest[end.nodes[k]];
        model.adaptive[refined->second].links.push_back({last, is_b, rest});
    }
}

void add_links(World& world, const Scene& scene) {
    constexpr std::size_t most = 1000000;
    PartTable parts(world.model);
    for (std::size_t k = 0; k < scene.def.links.size(); ++k) {
        const LinkDef& def = scene.def.links[k];
        const std::string path = entry_path(scene.document, "links", k);
        if (def.a.every && def.b.every && def.a.part == def.b.part)
            throw error_at_path(scene.document, path, "both ends are every spot of the same part");
        const auto [from, to] = ends_of(world, parts, scene, def, path);
        if (from.size() * to.size() > most)
            throw error_at_path(scene.document, path,
                                fmt::format("{} times {} spots are too many", from.size(), to.size()));
        for (const MaterialPoint& a : from)
            for (const MaterialPoint& b : to) {
                if (a.frame >= 0 && a.frame == b.frame)
                    throw error_at_path(scene.document, path, "both ends are on the same body");
                world.model.links.push_back(
                    {a, b, def.stiffness, def.damping, def.rest_length, condition_of(def)});
                follow_refined_ends(world.model, parts, def);
            }
    }
    // as they are hung again whenever faces change and when resumed, to the same bits
    for (const AdaptiveCloth& cloth : world.model.adaptive) hang_links(cloth, world.model);
    const auto conditional = [](const Link& link) { return is_conditional(link.when); };
    if (std::any_of(world.model.links.begin(), world.model.links.end(), conditional))
        world.state.links.assign(world.model.links.size(), LinkGrip::Free);
}

struct FieldAdder {
    Model& model;
    const PartTable& parts;

    int index(const std::string& part) const { return part.empty() ? -1 : parts.number(part); }
    void operator()(DragDef d) const {
        d.drag.part = index(d.part);
        model.drags.push_back(std::move(d.drag));
    }
    void operator()(PressureDef d) const {
        d.pressure.part = index(d.part);
        model.pressures.push_back(std::move(d.pressure));
    }
    void operator()(CentripetalDef d) const {
        d.centripetal.part = index(d.part);
        model.centripetals.push_back(std::move(d.centripetal));
    }
    template <class AnyWind>
    void operator()(AnyWind d) const {
        if (d.wind.axis.norm() > 0) d.wind.axis.normalize();
        model.winds.push_back(std::move(d.wind));
    }
};

}  // namespace

World build_world(const Scene& scene) {
    const SceneDef& def = scene.def;
    World world;
    world.model.gravity = def.gravity;
    world.model.max_speed = def.max_speed;
    world.model.seed = def.seed;
    world.model.contact = def.contact;
    world.state.time = -def.pre_roll.duration;
    add_motions(world, scene);
    for (const Turn turn : {Turn::Obstacle, Turn::Plain, Turn::Adaptive}) add_parts(world, scene, turn);
    add_links(world, scene);
    const PartTable parts(world.model);
    for (const FieldChoice& field : def.fields) std::visit(FieldAdder{world.model, parts}, field);
    for (const auto& [a, b] : def.strangers)
        world.model.strangers.push_back({parts.number(a), parts.number(b)});
    return world;
}

}  // namespace souple
