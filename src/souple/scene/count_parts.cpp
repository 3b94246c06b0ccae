// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/count_parts.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "souple/scene/check_scene.h"

namespace souple {

namespace {

/// [B] of one thing each, measured. Frames of a recording count apart.
namespace cost {
constexpr double point = 190, spring = 235, hinge = 260, hold = 300;
constexpr double cloth_point = 704, cloth_point_recorded = 260;
constexpr double cloth_touches = 1900, cloth_meets_itself = 1130, implicit_point = 960;
constexpr double crowded_cloth_point = 18000;  // neighbours so near that every point touches others
constexpr double leaf_point = 4700, leaf_point_recorded = 1700;
constexpr double frame = 3400;
constexpr double body = 6000, piece = 1500, hull_point = 300, body_recorded = 600;
constexpr double link = 4400, link_recorded = 700;
constexpr double wisp_particle = 950, hair_point = 98;
constexpr double particle = 975, particle_recorded = 420, skin_particle = 6000;
constexpr double agent = 540, agent_recorded = 230, corner = 400, goal = 40;
constexpr double ground_cell = 750, ground_cell_recorded = 720, surface_cell = 1000,
                 surface_cell_recorded = 160;
constexpr double space_cell = 5000;
constexpr double mesh_byte = 12;  // of the file of an obstacle's mesh
}  // namespace cost

constexpr double bytes_of_mesh_point = 60;  // in a file: a place and two triangles

double of(int count) { return count; }
template <class List>
double size_of_list(const List& list) {
    return static_cast<double>(list.size());
}

double size_of_file(const std::string& path) {
    if (path.empty()) return 0;
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    return error ? 0 : static_cast<double>(size);
}

double points_in_file(const std::string& path) { return size_of_file(path) / bytes_of_mesh_point; }

double bytes_of_holds(const HoldDefs& holds) {
    double held = size_of_list(holds.ties) + size_of_list(holds.loads);
    for (const PinDef& pin : holds.pins) held += 1 + size_of_list(pin.points);
    return cost::hold * held;
}

double count_of(const SpaceRealmDef& space) {
    return of(space.cells[0]) * of(space.cells[1]) * of(space.cells[2]);
}

struct PieceCounter {
    double operator()(const CompoundDef& d) const { return cost::piece * size_of_list(d.pieces); }
    double operator()(const HullDef& d) const {
        return cost::hull_point * (size_of_list(d.points) + points_in_file(d.file));
    }
    double operator()(const MeshDef& d) const { return cost::mesh_byte * size_of_file(d.file); }
    template <class Simple>
    double operator()(const Simple&) const {
        return 0;
    }
};

struct ParticleCounter {
    double operator()(const SingleParticles& d) const { return size_of_list(d.particles); }
    double operator()(const SheetShape& d) const { return of(d.columns) * d.rows; }
    double operator()(const CylinderShape& d) const { return of(d.around) * d.along; }
    double operator()(const BundleShape& d) const {
        return (1 + 3 * of(d.layers) * (of(d.layers) + 1)) * d.along;
    }
    double operator()(const BlockShape& d) const { return of(d.counts[0]) * d.counts[1] * d.counts[2]; }
    template <class Row>
    double operator()(const Row& d) const {
        return d.count;
    }
};

struct GroundCounter {
    /// Between obstacles, which end at lines of cells, none is longer than a cell.
    static double cells_along(const RectangleGroundDef& d, std::size_t axis) {
        std::vector<double> ends{d.low[axis], d.high[axis]};
        for (const GroundBlockDef& block : d.obstacles)
            ends.insert(ends.end(), {block.low[axis], block.high[axis]});
        std::sort(ends.begin(), ends.end());
        double cells = 0;
        for (std::size_t k = 0; k + 1 < ends.size(); ++k)
            cells += std::ceil((ends[k + 1] - ends[k]) / d.cell - 1e-9);
        return cells;
    }
    double operator()(const RectangleGroundDef& d) const {
        return cells_along(d, 0) * cells_along(d, 1) * (d.triangles ? 2 : 1);
    }
    double operator()(const CityGroundDef& d) const {
        const double along = std::ceil(d.block / d.cell) + std::ceil(d.street / d.cell);
        return (d.columns * along + 1) * (d.rows * along + 1);
    }
    double operator()(const PolygonGroundDef& d) const {
        double corners = size_of_list(d.outline);
        for (const auto& obstacle : d.obstacles) corners += 2 + size_of_list(obstacle);
        return corners;
    }
    double operator()(const MeshGroundDef& d) const { return 2 * points_in_file(d.file); }
};

/// Cells of a realm, and what each takes.
struct RealmCounter {
    PartCount& count;

    void add(double cells, double bytes, double recorded) const {
        count.words.emplace_back(cells, "cells");
        count.bytes += bytes * cells;
        count.recording += recorded * cells;
    }
    void operator()(const SphereRealmDef& d) const {
        add(20 * std::pow(4.0, d.subdivisions), cost::surface_cell, cost::surface_cell_recorded);
    }
    void operator()(const KnotRealmDef& d) const {
        add(2.0 * d.knot.length * d.knot.around, cost::surface_cell, cost::surface_cell_recorded);
    }
    void operator()(const SurfaceRealmDef& d) const {
        add(2 * points_in_file(d.file), cost::surface_cell, cost::surface_cell_recorded);
    }
    void operator()(const SpaceRealmDef& d) const { add(count_of(d), cost::space_cell, 0); }
};

struct AgentCounter {
    double operator()(const PlaceListDef& d) const { return size_of_list(d.places); }
    double operator()(const PlaceRowsDef& d) const {
        return of(d.columns) * d.rows / (d.parity == 0 ? 1 : 2);
    }
    double operator()(const PlacePointsDef& d) const { return size_of_list(d.points); }
    double operator()(const PlaceSphereDef& d) const {
        return std::ceil(of(std::max(0, d.count - d.first)) / d.every);
    }
    template <class Counted>
    double operator()(const Counted& d) const {
        return d.count;
    }
};

double goals_of_one(const CrowdGroupDef& group) {
    return size_of_list(group.goals) + (group.goal_orbit ? std::abs(group.orbit_goals) : 0) +
           (group.random_goals > 0 ? of(group.random_goals) : size_of_list(group.goal_points)) + 2;
}

/// Adds up what one part has.
struct PartCounter {
    PartCount& count;

    void add(double number, const char* word, double bytes, double recorded = 0) const {
        count.words.emplace_back(number, word);
        count.bytes += bytes * number;
        count.recording += recorded * number;
    }

    void operator()(const ParticlesDef& d) const {
        double points = size_of_list(d.points), springs = size_of_list(d.springs),
               hinges = size_of_list(d.hinges);
        for (const ChainDef& chain : d.chains) {
            points += of(chain.segments) + 1;
            springs += of(chain.segments) * (chain.bending == ChainBending::SkipOne ? 2 : 1);
            hinges += chain.bending == ChainBending::Hinge ? of(chain.segments) : 0;
        }
        for (const CloudDef& cloud : d.clouds) {
            points += cloud.count;
            springs += of(cloud.count) * std::min(of(cloud.neighbours), cloud.count / 2.0);
        }
        add(points, "points", cost::point, cost::point);
        add(springs, "springs", cost::spring);
        add(hinges, "hinges", cost::hinge);
        count.bytes += bytes_of_holds(d.holds);
        count.spots = points;
    }

    void operator()(const ClothEntry& e) const {
        const ClothDef& d = e.cloth;
        double points = (of(d.columns) + 1) * (of(d.rows) + 1), spacing = INFINITY;
        if (e.mesh.empty())
            spacing = std::min(d.width / d.columns, d.height / d.rows);
        else
            points = points_in_file(e.mesh);
        count.bytes += bytes_of_holds(d.holds);
        count.spots = points;
        if (d.adapt) {
            points *= std::pow(4.0, d.adapt->start_level);
            return add(points, "points", cost::leaf_point, cost::leaf_point_recorded);
        }
        const bool touches =
            d.part.collides && d.part.touches.value_or(Touches::Everything) != Touches::Nothing;
        double bytes = cost::cloth_point;
        if (touches) bytes += cost::cloth_touches;
        if (d.part.method == Method::ImplicitEuler) bytes += cost::implicit_point;
        if (d.part.self_contact.value_or(true)) bytes += cost::cloth_meets_itself;
        if (d.part.self_contact.value_or(true) && spacing < 4 * d.part.thickness)
            bytes = cost::crowded_cloth_point;
        add(points, "points", bytes, cost::cloth_point_recorded);
    }

    void operator()(const FramesDef& d) const {
        add(size_of_list(d.frames), "bodies", cost::frame);
        count.spots = size_of_list(d.frames);
    }

    void operator()(const RigidEntry& e) const {
        double bodies = 0;
        for (const BodyEntry& entry : e.bodies) {
            const auto& repeat = entry.body.repeat;
            const double copies = of(repeat[0]) * repeat[1] * repeat[2];
            bodies += copies;
            count.bytes += copies * std::visit(PieceCounter{}, entry.shape);
        }
        add(bodies, "bodies", cost::body, cost::body_recorded);
        count.spots = bodies;
    }

    void operator()(const ArticulatedEntry& e) const {
        constexpr double bytes_of_urdf_link = 1000;
        double links = size_of_file(e.urdf) / bytes_of_urdf_link;
        for (const LimbEntry& entry : e.links) {
            links += entry.limb.repeat;
            count.bytes += entry.limb.repeat * std::visit(PieceCounter{}, entry.shape);
        }
        add(std::ceil(links), "links", cost::link, cost::link_recorded);
        count.spots = links;
    }

    void operator()(const HairDef& d) const {
        double roots = size_of_list(d.roots);
        for (const RootGridDef& grid : d.grids) roots += of(grid.columns) * grid.rows;
        for (const ScalpDef& scalp : d.scalps) roots += scalp.count;
        const double room = d.room > 0 ? d.room : d.split.ratio > 0 ? 4 * roots : roots;
        add(std::max(room, roots), "wisps", cost::wisp_particle * d.particles);
        add(roots * d.look.hairs, "hairs", 0, cost::hair_point * (1 + (d.particles - 1.0) * d.look.points));
        count.spots = std::max(room, roots) * d.particles;
    }

    void operator()(const OrientedDef& d) const {
        double particles = 0, skinned = 0;
        for (const OrientedObjectDef& object : d.objects) {
            const double own = std::visit(ParticleCounter{}, object.shape);
            particles += own;
            if (object.skin || d.skin) skinned += own;
        }
        add(particles, "particles", cost::particle, cost::particle_recorded);
        count.bytes += cost::skin_particle * skinned;
        count.spots = particles;
    }

    void operator()(const CrowdDef& d) const {
        double agents = 0, goals = 0, corners = 0;
        const CrowdKinds kinds(d);
        for (const CrowdGroupDef& group : d.groups) {
            const double own = std::visit(AgentCounter{}, group.places);
            agents += own;
            goals += own * goals_of_one(group);
            if (const std::optional<AgentShape>& shape = kinds.of(group).shape)
                corners += own * shape->sections * std::max(of(shape->corners), size_of_list(shape->outline));
        }
        add(agents, "agents", cost::agent, cost::agent_recorded);
        count.bytes += cost::goal * goals + cost::corner * corners;
        if (d.ground)
            add(std::visit(GroundCounter{}, *d.ground), "cells", cost::ground_cell,
                cost::ground_cell_recorded);
        if (d.realm) std::visit(RealmCounter{count}, *d.realm);
        count.spots = agents + corners;
    }

    void operator()(const TissueDef& d) const {
        double patches = 0;
        for (const MembraneDef& membrane : d.membranes)
            patches += membrane.file.empty() ? 2 * of(membrane.columns) * membrane.rows
                                             : 2 * points_in_file(membrane.file);
        add(count_of(d.space) + finest_cells(d), "cells", cost::space_cell);
        add(patches, "triangles", cost::surface_cell);
        add(d.segments + 1.0, "joints", cost::agent);
    }

    void operator()(const ObstacleDef& d) const {
        double bytes = 2000 + cost::hold * size_of_list(d.motion.keys);
        if (const auto* mesh = std::get_if<MeshDef>(&d.shape))
            bytes += cost::mesh_byte * size_of_file(mesh->file);
        if (const auto* mesh = std::get_if<MeshSequenceDef>(&d.shape))
            bytes += cost::mesh_byte * size_of_file(mesh->file);
        count.bytes += bytes;
    }
};

}  // namespace

std::vector<PartCount> count_parts(const SceneDef& def) {
    std::vector<PartCount> counts;
    for (const PartChoice& part : def.parts) {
        PartCount& count = counts.emplace_back();
        count.name = name_of(part);
        std::visit(PartCounter{count}, part);
    }
    return counts;
}

}  // namespace souple
