// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/particles.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <set>

#include "souple/core/errors.h"

namespace souple {

namespace {

/// A part under construction: ids are counted from 0 in the order points are added.
struct Builder {
    World& world;
    Part part;
    Pose pose;
    Vec3 velocity;

    int next_id() const { return static_cast<int>(world.model.point_mass.size()) - part.points.begin; }
    int node(int id) const {
        if (id < 0 || id >= next_id())
            throw InputError(fmt::format("part '{}' has no point {} (it has {})", part.name, id, next_id()));
        return part.points.begin + id;
    }
};

int add(Builder& b, const PointDef& def) {
    const int node = add_point(b.world, {.x = b.pose.to_world(def.position),
                                         .v = b.velocity + b.pose.rotation * def.velocity,
                                         .mass = def.mass,
                                         .id = b.next_id(),
                                         .rest = def.position});
    if (def.pinned) add_pin(b.world, node, b.world.state.x[node], -1);
    return node;
}

void add(Builder& b, const SpringDef& def) {
    const Nodes<2> nodes{b.node(def.a), b.node(def.b)};
    if (nodes[0] == nodes[1]) throw InputError(fmt::format("a spring joins point {} to itself", def.a));
    const Real distance = (b.world.state.x[nodes[1]] - b.world.state.x[nodes[0]]).norm();
    const Real rest = def.rest_length.value_or(distance);
    if (def.law == StiffnessLaw::Strain && !(rest > 0))
        throw InputError(
            fmt::format("the spring from {} to {} has no length: the strain law needs one", def.a, def.b));
    b.world.model.springs.push_back(
        {nodes, rest, spring_stiffness(def.law, def.stiffness, rest), def.damping});
}

void add(Builder& b, const HingeDef& def) {
    if (def.a == def.b || def.b == def.c || def.a == def.c)
        throw InputError(
            fmt::format("a hinge needs three different points, not {}, {} and {}", def.a, def.b, def.c));
    b.world.model.hinges.push_back({{b.node(def.a), b.node(def.b), b.node(def.c)},
                                    def.rest_angle * std::numbers::pi / 180,
                                    def.stiffness,
                                    def.damping});
}

void add_bending(Builder& b, const ChainDef& def, int first_id, Real rest) {
    for (int k = 0; k + 2 <= def.segments; ++k) {
        const int id = first_id + k;
        if (def.bending == ChainBending::Hinge)
            add(b, HingeDef{id, id + 1, id + 2, 180, def.bend_stiffness, def.bend_damping});
        if (def.bending == ChainBending::SkipOne)
            add(b, SpringDef{id, id + 2, 2 * rest, def.bend_stiffness, StiffnessLaw::Elongation,
                             def.bend_damping});
    }
}

std::vector<int> held_ids(const ChainDef& def, int first_id) {
    std::vector<int> ids;
    for (int k = 0; k <= def.segments; ++k)
        if (k < def.pinned_start || k > def.segments - def.pinned_end) ids.push_back(first_id + k);
    return ids;
}

void add(Builder& b, const ChainDef& def) {
    const int first_id = b.next_id();
    const Real segment_mass = def.mass / def.segments;
    const Real rest = def.rest_ratio * (def.to - def.from).norm() / def.segments;
    for (int k = 0; k <= def.segments; ++k) {
        const bool end = k == 0 || k == def.segments;
        add(b, PointDef{.position = def.from + (def.to - def.from) * (Real(k) / def.segments),
                        .mass = end ? segment_mass / 2 : segment_mass});
    }
    for (int k = 0; k < def.segments; ++k)
        add(b, SpringDef{first_id + k, first_id + k + 1, rest, def.stiffness, def.law, def.damping});
    add_bending(b, def, first_id, rest);
    add_pins(b.world, b.part, held_ids(def, first_id), def.follow);
}

Vec3 draw_in_ball(Rng& rng, Real radius) {
    for (;;) {
        const Vec3 p(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1));
        if (p.squaredNorm() <= 1) return radius * p;
    }
}

std::vector<int> nearest_ids(const Builder& b, int id, int first_id, int count) {
    std::vector<std::pair<Real, int>> others;  // [m^2] away, and the id that decides between equals
    const auto& x = b.world.state.x;
    for (int other = first_id; other < b.next_id(); ++other)
        if (other != id) others.emplace_back((x[b.node(other)] - x[b.node(id)]).squaredNorm(), other);
    const auto end = others.begin() + std::min<std::ptrdiff_t>(std::ssize(others), count);
    std::partial_sort(others.begin(), end, others.end());
    std::vector<int> ids;
    for (auto near = others.begin(); near != end; ++near) ids.push_back(near->second);
    return ids;
}

void add(Builder& b, const CloudDef& def, Rng& rng) {
    const int first_id = b.next_id();
    for (int k = 0; k < def.count; ++k) {
        const Vec3 position = draw_in_ball(rng, def.radius), velocity = draw_in_ball(rng, def.speed);
        add(b, PointDef{position, velocity, def.mass * rng.uniform(0.5, 1.5)});
    }
    std::set<std::pair<int, int>> joined;
    for (int id = first_id; id < b.next_id(); ++id)
        for (const int other : nearest_ids(b, id, first_id, def.neighbours))
            joined.insert(std::minmax(id, other));
    for (const auto& [a, c] : joined)
        add(b, SpringDef{.a = a, .b = c, .stiffness = def.stiffness, .damping = def.damping});
}

void add(Builder& b, const RailDef& def) {
    b.world.model.rails.push_back({{b.node(def.point)},
                                   b.pose.to_world(def.centre),
                                   (b.pose.rotation * def.axis).normalized(),
                                   def.radius,
                                   def.speed});
}

}  // namespace

PartId add_particles(World& world, const ParticlesDef& def) {
    Builder b{world, begin_part(world, def.part, "particles"), pose_of(def.part), def.part.velocity};
    Rng rng = stream_of(world.model.seed, def.part.name);
    for (const PointDef& point : def.points) add(b, point);
    for (const ChainDef& chain : def.chains) add(b, chain);
    for (const CloudDef& cloud : def.clouds) add(b, cloud, rng);
    for (const SpringDef& spring : def.springs) add(b, spring);
    for (const HingeDef& hinge : def.hinges) add(b, hinge);
    for (const RailDef& rail : def.rails) add(b, rail);
    if (b.next_id() == 0) throw InputError(fmt::format("part '{}' has no points", def.part.name));
    for (const PinDef& pin : def.holds.pins) add_pins(world, b.part, pin.points, pin.follow);
    add_ties(world, b.part, def.holds.ties);
    add_loads(world, b.part, def.holds.loads);
    const PartId id = close_part(world, b.part);
    world.state.parts.back().rng = rng;
    return id;
}

}  // namespace souple
