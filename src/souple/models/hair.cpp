// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/hair.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "souple/core/errors.h"
#include "souple/core/suggest.h"
#include "souple/dynamics/hair/follow_wisps.h"
#include "souple/dynamics/hair/pull_carriers.h"
#include "souple/models/groom.h"

namespace souple {

namespace {

constexpr Real root_height = 1e-3;  // [m] beyond the thickness: how far the first free end is outside
constexpr Real far_away = 1e3;      // [m] roots are looked for on their head this far

/// A root in the world.
struct Root {
    Vec3 place, direction;
};

const Obstacle* find_head(const Model& model, const std::string& name) {
    for (const Obstacle& obstacle : model.obstacles)
        if (obstacle.name == name) return &obstacle;
    return nullptr;
}

/// The obstacles there are, for who names one that is not.
std::string heads_hint(const Model& model, const std::string& name) {
    std::vector<std::string> known;
    for (const Obstacle& obstacle : model.obstacles) known.push_back(obstacle.name);
    const std::string hint = suggestion(name, known, "obstacles");
    return hint.empty() ? "" : "; " + hint;
}

/// A head as it is when hair is put on it.
struct Head {
    Shape shape;
    Pose pose;
    bool solid = true;  ///< it has an inside
};

/// The points of a deforming head in the world.
std::vector<Vec3> surface_now(const World& world, const Obstacle& head, const Pose& pose) {
    std::vector<Vec3> points;
    points_at(*head.deforming, world.state.time, points);
    for (Vec3& p : points) p = pose.to_world(p);
    return points;
}

Head head_now(const World& world, const Obstacle& head) {
    const Pose pose = head.track < 0 ? head.pose : pose_at(world.model.tracks[head.track], world.state.time);
    if (!head.deforming) return {head.shape, pose};
    SurfaceTree surface =
        make_surface_tree({surface_now(world, head, {}), head.deforming->triangles}, head.name);
    const bool solid = surface.topology.closed;
    return {MeshShape{std::make_shared<const SurfaceTree>(std::move(surface))}, pose, solid};
}

void add_grid(const RootGridDef& def, const Pose& pose, std::vector<Root>& roots) {
    for (int r = 0; r < def.rows; ++r)
        for (int c = 0; c < def.columns; ++c) {
            const Vec3 local(def.spacing * (c - (def.columns - 1) / 2.0), 0,
                             def.spacing * (r - (def.rows - 1) / 2.0));
            roots.push_back({pose.to_world(local), pose.rotation * def.direction});
        }
}

/// Walks in from far outside until the surface is met.
void add_scalp(const ScalpDef& def, const Head& head, Real height, std::vector<Root>& roots) {
    const Aabb box = bounds(head.shape);
    if (!is_finite(box.low) || !is_finite(box.high)) throw InputError("the head has no end");
    const Vec3 middle = box.center();
    for (const Vec3& d : scalp_directions(def)) {
        const Vec3 from = middle + 2 * box.size().norm() * d;
        const auto hit = sweep(head.shape, from, middle, height);
        if (!hit) throw InputError("the head has no surface above its middle");
        roots.push_back(
            {head.pose.to_world(from + hit->fraction * (middle - from)), head.pose.rotation * hit->normal});
    }
}

void check_sizes(const HairDef& def) {
    if (def.particles < 3 || def.particles > most_wisp_particles)
        throw InputError(
            fmt::format("a wisp has 3 to {} particles, not {}", most_wisp_particles, def.particles));
    if (!(def.radius > 0) || !(def.tip_radius > 0)) throw InputError("a wisp needs a radius above zero");
    if (!(def.length > 0) || !(def.mass > 0)) throw InputError("a wisp needs a length and a mass above zero");
    const int samples = def.material.samples;
    if (samples < 3 || samples > most_wisp_samples)
        throw InputError(fmt::format("an envelope has 3 to {} samples, not {}", most_wisp_samples, samples));
    if (def.look.rule == HairRule::Axes && samples != 4)
        throw InputError("the rule 'axes' needs four samples; use angle or barycentric");
    if (def.part.method != Method::CorrectedEuler && def.part.method != Method::VelocityVerlet)
        throw InputError("hair moves by corrected_euler (springs) or velocity_verlet (rods)");
}

/// Held particles that a head carries must really grow out of it.
void check_root(const Head& head, const Root& root, Real segment, std::size_t number) {
    const Vec3 direction = root.direction.normalized();
    const Vec3 outside = head.pose.to_local(root.place);
    const Vec3 inside = head.pose.to_local(root.place - segment * direction);
    const bool rooted = head.solid ? is_inside(head.shape, inside)
                                   : sweep(head.shape, outside, inside, 0).has_value();  // through a sheet
    if (!rooted)
        throw InputError(fmt::format(
            "root {} is not in the head: one segment ({} m) behind it there is nothing", number, segment));
    if (head.solid && is_inside(head.shape, outside))
        throw InputError(fmt::format("root {} does not reach out of the head", number));
}

std::vector<Root> find_roots(const World& world, const HairDef& def) {
    const Pose pose = pose_of(def.part);
    std::vector<Root> roots;
    for (const RootDef& root : def.roots)
        roots.push_back({pose.to_world(root.position), pose.rotation * root.direction});
    for (const RootGridDef& grid : def.grids) add_grid(grid, pose, roots);
    const Obstacle* obstacle = find_head(world.model, def.head);
    if (!def.scalps.empty() && !obstacle)
        throw InputError(fmt::format("a scalp needs a head: no obstacle is named '{}'{}", def.head,
                                     heads_hint(world.model, def.head)));
    std::optional<Head> head;
    if (obstacle) head = head_now(world, *obstacle);
    for (const ScalpDef& scalp : def.scalps) add_scalp(scalp, *head, def.part.thickness + root_height, roots);
    for (std::size_t k = 0; k < roots.size(); ++k) {
        if (!(roots[k].direction.norm() > 0)) throw InputError(fmt::format("root {} has no direction", k));
        if (head) check_root(*head, roots[k], def.length / (def.particles - 1), k);
    }
    if (roots.empty()) throw InputError("hair needs roots: give roots, grids or scalps");
    return roots;
}

/// Points, springs, hinges and pins of one slot, straight out of a root.
void add_slot(World& world, const HairDef& def, const Root& root, int track) {
    const Real segment = def.length / (def.particles - 1);
    const Vec3 direction = root.direction.normalized();
    const int first = static_cast<int>(world.model.point_mass.size());
    for (int i = 0; i < def.particles; ++i) {
        const bool end = i == 0 || i + 1 == def.particles;
        const Vec3 place = root.place + (i - 1) * segment * direction;
        add_point(world, {place, def.part.velocity, def.mass / (def.particles - 1) / (end ? 2 : 1), first + i,
                          place});
    }
    const auto spring = [&](int a, int b, Real rest, Real stiffness, Real damping) {
        world.model.springs.push_back({{first + a, first + b}, rest, stiffness, damping});
    };
    const WispMaterial& m = def.material;
    for (int i = 0; i + 1 < def.particles; ++i) spring(i, i + 1, segment, m.stiffness, m.damping);
    for (int i = 0; i + 2 < def.particles; ++i) {
        if (!m.hinges) spring(i, i + 2, 2 * segment, m.bend_stiffness, m.bend_damping);
        if (m.hinges)
            world.model.hinges.push_back({{first + i, first + i + 1, first + i + 2},
                                          std::numbers::pi,
                                          m.bend_stiffness,
                                          m.bend_damping});
    }
    const Pose pose = track < 0 ? Pose{} : pose_at(world.model.tracks[track], world.state.time);
    for (int i = 0; i < 2; ++i) add_pin(world, first + i, pose.to_local(world.state.x[first + i]), track);
}

Hair make_hair(const HairDef& def, int root_count) {
    Hair hair;
    hair.particles = def.particles;
    const int room = def.split.ratio > 0 ? 4 * root_count : root_count;
    hair.slots = std::max(def.room > 0 ? def.room : room, root_count);
    hair.material = def.material;
    hair.contact = def.contact;
    hair.split = def.split;
    hair.look = def.look;
    hair.shielding = def.shielding;
    hair.stretch_limit = def.stretch_limit;
    for (int r = 0; r < root_count; ++r)
        for (int i = 0; i < def.particles; ++i) {
            const bool end = i == 0 || i + 1 == def.particles;
            const Real along = Real(i) / (def.particles - 1);
            hair.mass.push_back(def.mass / (def.particles - 1) / (end ? 2 : 1));
            hair.rest_radius.push_back(def.radius * (1 + along * (def.tip_radius - 1)));
        }
    return hair;
}

/// Axis of the first section of a root, in the world.
Vec3 first_side(const Root& root) {
    const Vec3 w = root.direction.normalized();
    const Vec3 side = std::abs(w.x()) < 0.9 ? Vec3(Vec3::UnitX() - w.x() * w) : Vec3(w.unitOrthogonal());
    return side.normalized();
}

/// A triangle that loses its area later has no axes then, and its root would point anywhere.
void check_triangle(const Obstacle& head, int triangle) {
    const auto [a, b, c] = head.deforming->triangles[triangle];
    for (std::size_t k = 0; k < head.deforming->points.size(); ++k) {
        const std::vector<Vec3>& points = head.deforming->points[k];
        if (!has_area(points[a], points[b], points[c]))
            throw InputError(fmt::format("triangle {} of '{}' carries a root and has no area in shape {}",
                                         triangle, head.name, k));
    }
}

/// Binds every root to the triangle of a deforming head that is nearest, in place and in turn.
void bind_to_surface(World& world, const Obstacle& head, const std::vector<Root>& roots, Hair& hair) {
    const Pose pose = head.track < 0 ? head.pose : pose_at(world.model.tracks[head.track], world.state.time);
    const std::vector<Vec3> points = surface_now(world, head, pose);
    const DeformingSurface surface = make_deforming_surface({points, head.deforming->triangles}, head.name);
    for (std::size_t r = 0; r < roots.size(); ++r) {
        const SurfacePoint spot = nearest(surface, roots[r].place, 0, far_away);
        if (spot.triangle < 0) throw InputError("the head has no surface near a root");
        check_triangle(head, spot.triangle);
        const auto [a, b, c] = head.deforming->triangles[spot.triangle];
        const SurfaceAnchor anchor = make_anchor(static_cast<int>(&head - world.model.obstacles.data()),
                                                 {a, b, c}, spot.weights, points[a], points[b], points[c]);
        const Pose local = anchor_pose(anchor, points[a], points[b], points[c]);
        WispRoot& own = hair.roots[r];
        own.anchor = static_cast<int>(world.model.anchors.size());
        own.side = local.rotation.conjugate() * first_side(roots[r]);
        world.model.anchors.push_back(anchor);
        for (int k = 0; k < 2; ++k) {
            Pin& pin = world.model.pins[hair.first_pin + 2 * static_cast<int>(r) + k];
            pin.local = local.to_local(world.state.x[pin.node]);
            pin.anchor = own.anchor;
        }
    }
}

HairState start_state(const Hair& hair) {
    HairState own;
    own.wisps.resize(hair.slots);
    own.radius.resize(static_cast<std::size_t>(hair.slots) * hair.samples_of_wisp(), 0);
    own.radius_speed.resize(own.radius.size(), 0);
    if (hair.material.twist_stiffness > 0) {
        own.twist.resize(static_cast<std::size_t>(hair.slots) * hair.particles, 0);
        own.twist_rate.resize(own.twist.size(), 0);
    }
    for (int slot = 0; slot < hair.root_count(); ++slot) {
        own.wisps[slot].root = slot;
        for (int k = 0; k < hair.samples_of_wisp(); ++k)
            own.radius[slot * hair.samples_of_wisp() + k] =
                hair.rest_radius[slot * hair.particles + k / hair.material.samples];
    }
    return own;
}

/// A body feels its hair an interval late: one that is lighter would be thrown about.
void check_carrier(const World& world, const Hair& hair, const std::string& name) {
    if (!is_felt(world.model, hair)) return;
    const Real weight = weight_on_carrier(world.model, hair, world.state);
    if (!(weight < 1))  // also when it is no number
        throw InputError(fmt::format(
            "hair '{}' is too heavy for what carries it: where it comes in heaviest it is {:.2f} times as "
            "heavy, and must be lighter",
            name, weight));
}

}  // namespace

PartId add_hair(World& world, const HairDef& def) {
    check_sizes(def);
    if (!world.model.adaptive.empty())
        throw InputError("hair must be added before cloth that refines itself");
    const int track = def.head.empty() ? -1 : find_track(world.model, def.head);
    const std::vector<Root> roots = find_roots(world, def);
    Hair hair = make_hair(def, static_cast<int>(roots.size()));
    Part part = begin_part(world, def.part, "hair");
    hair.part = static_cast<int>(world.model.parts.size());
    hair.first_pin = static_cast<int>(world.model.pins.size());
    const Pose pose = track < 0 ? Pose{} : pose_at(world.model.tracks[track], world.state.time);
    for (const Root& root : roots)
        hair.roots.push_back({pose.rotation.conjugate() * first_side(root), track});
    for (int slot = 0; slot < hair.slots; ++slot)
        add_slot(world, def, roots[slot < hair.root_count() ? slot : 0], track);
    const Obstacle* head = find_head(world.model, def.head);
    if (head && head->deforming) bind_to_surface(world, *head, roots, hair);
    for (std::size_t i = part.points.begin; i < world.model.point_id.size(); ++i)
        world.model.point_id[i] = static_cast<int>(i) - part.points.begin;
    world.state.hair.push_back(start_state(hair));
    world.model.hair.push_back(std::move(hair));
    const PartId id = close_part(world, std::move(part));
    follow_wisps(world.state.hair.back(), world.model.hair.back(), world.model);
    check_carrier(world, world.model.hair.back(), def.part.name);
    if (!def.groom.empty()) start_from_groom(world, world.model.hair.back(), def.groom);
    return id;
}

}  // namespace souple
