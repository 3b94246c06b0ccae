// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Grounds and starting places of crowds.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "souple/core/errors.h"
#include "souple/geometry/mesh_files.h"
#include "souple/models/crowd.h"
#include "souple/models/places_apart.h"
#include "souple/topology/environment/environment_shapes.h"

namespace souple {

namespace {

Vec2 place_of(const GroundPlace& place) { return {place[0], place[1]}; }

std::vector<Vec2> places_of(const std::vector<GroundPlace>& list) {
    std::vector<Vec2> places;
    for (const GroundPlace& place : list) places.push_back(place_of(place));
    return places;
}

struct GroundMaker {
    const std::string& name;

    GroundMesh operator()(const RectangleGroundDef& d) const {
        RectangleGround ground{place_of(d.low), place_of(d.high), d.cell, {}, d.triangles};
        for (const GroundBlockDef& block : d.obstacles)
            ground.obstacles.push_back({place_of(block.low), place_of(block.high)});
        return ground_of(ground, name);
    }
    GroundMesh operator()(const CityGroundDef& d) const {
        return ground_of(CityGround{d.columns, d.rows, place_of(d.low), d.block, d.street, d.cell}, name);
    }
    GroundMesh operator()(const PolygonGroundDef& d) const {
        PolygonGround ground{places_of(d.outline), {}};
        for (const auto& obstacle : d.obstacles) ground.obstacles.push_back(places_of(obstacle));
        return ground_of(ground, name);
    }
    GroundMesh operator()(const MeshGroundDef& d) const { return ground_of(load_mesh(d.file), name); }
};

struct AgentPlacer {
    const CrowdGroupDef& group;
    const AgentGroup& kind;
    const CellSearch* ground;
    Rng& rng;

    std::vector<Vec2> operator()(const PlaceListDef& d) const { return places_of(d.places); }
    std::vector<Vec2> operator()(const PlaceRowsDef& d) const {
        std::vector<Vec2> places;
        for (int j = 0; j < d.rows; ++j)
            for (int i = 0; i < d.columns; ++i) {
                if (d.parity != 0 && (i + j) % 2 != d.parity - 1) continue;
                const Vec2 shift{rng.uniform(-0.5, 0.5) * d.jitter, rng.uniform(-0.5, 0.5) * d.jitter};
                places.push_back(place_of(d.corner) + d.pitch * Vec2(i, j) + shift);
            }
        return places;
    }
    std::vector<Vec2> operator()(const PlaceCircleDef& d) const {
        std::vector<Vec2> places;
        for (int i = 0; i < d.count; ++i) {
            const Real angle = 2 * std::numbers::pi * i / d.count;
            places.push_back(place_of(d.centre) + d.radius * Vec2(std::cos(angle), std::sin(angle)));
        }
        return places;
    }
    bool is_free(const Vec2& p, const PlacesApart& others) const {
        const bool is_crowded = others.any_near({p.x(), p.y(), 0}, [&](const Vec3& other) {
            return (Vec2(other.x(), other.y()) - p).squaredNorm() < 4 * kind.radius * kind.radius;
        });
        if (is_crowded) return false;
        if (!ground) return true;
        for (const Vec2& way : {Vec2(0, 0), Vec2(1, 0), Vec2(-1, 0), Vec2(0, 1), Vec2(0, -1)}) {
            const Face f = find_cell(*ground, p + kind.radius * way);
            if (!f || is_obstacle(*ground->ground, f)) return false;
        }
        return true;
    }
    std::vector<Vec2> operator()(const PlaceScatterDef& d) const {
        constexpr int most_tries = 2000;  // for one agent
        std::vector<Vec2> places;
        PlacesApart others(2 * kind.radius);
        for (int i = 0; i < d.count; ++i) {
            Vec2 p;
            int tries = 0;
            do {
                if (++tries > most_tries)
                    throw InputError(
                        fmt::format("group '{}': there is no room for {} agents", group.name, d.count));
                p = {rng.uniform(d.low[0], d.high[0]), rng.uniform(d.low[1], d.high[1])};
            } while (!is_free(p, others));
            places.push_back(p);
            others.add({p.x(), p.y(), 0});
        }
        return places;
    }
    template <class PlacesInRealm>
    std::vector<Vec2> operator()(const PlacesInRealm&) const {
        throw InputError(fmt::format("group '{}' starts at places of a realm, on flat ground", group.name));
    }
};

}  // namespace

Environment make_ground(const GroundChoice& choice, int levels, const std::string& name) {
    return make_environment(std::visit(GroundMaker{name}, choice), levels);
}

std::vector<Vec2> place_agents(const CrowdGroupDef& group, const AgentGroup& kind, const CellSearch* ground,
                               Rng& rng) {
    return std::visit(AgentPlacer{group, kind, ground, rng}, group.places);
}

}  // namespace souple
