// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A crowd as an animator asks for it: ground, kinds of agents, and groups of them with places and goals.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "souple/dynamics/agents/crowd.h"
#include "souple/models/part_def.h"

namespace souple {

/// A place on the ground: x and z [m].
using GroundPlace = std::array<Real, 2>;

struct GroundBlockDef {
    GroundPlace low{0, 0}, high{1, 1};  ///< [m]
};
struct RectangleGroundDef {
    GroundPlace low{0, 0}, high{10, 10};  ///< [m]
    Real cell = 2;                        ///< [m]
    bool triangles = false;
    std::vector<GroundBlockDef> obstacles;
};
struct CityGroundDef {
    int columns = 3, rows = 3;
    GroundPlace low{0, 0};                   ///< [m]
    Real block = 20, street = 6, cell = 10;  ///< [m]
};
struct PolygonGroundDef {
    std::vector<GroundPlace> outline;
    std::vector<std::vector<GroundPlace>> obstacles;
};
struct MeshGroundDef {
    std::string file;  ///< OBJ, PLY or glTF: x and z of it
};
using GroundChoice = std::variant<RectangleGroundDef, CityGroundDef, PolygonGroundDef, MeshGroundDef>;

struct PlaceListDef {
    std::vector<GroundPlace> places;
};
struct PlaceRowsDef {
    int columns = 1, rows = 1;
    GroundPlace corner{0, 0};  ///< [m] of the first
    Real pitch = 1;            ///< [m]
    Real jitter = 0;           ///< [m] shift at random, at most half of this to each side
    int parity = 0;            ///< 0: all; 1, 2: one half as on a chess board
};
struct PlaceCircleDef {
    int count = 8;
    GroundPlace centre{0, 0};  ///< [m]
    Real radius = 10;          ///< [m]
};
struct PlaceScatterDef {
    int count = 10;
    GroundPlace low{0, 0}, high{10, 10};  ///< [m] at random in here, apart from each other and from obstacles
};
using PlacesChoice = std::variant<PlaceListDef, PlaceRowsDef, PlaceCircleDef, PlaceScatterDef>;

struct CrowdGroupDef {
    std::string name = "group";
    std::string kind;  ///< empty: the first
    PlacesChoice places = PlaceListDef{};
    std::vector<GroundPlace> goals;            ///< [m] one after the other
    std::optional<GroundPlace> goal_shift;     ///< [m] first goal of each: so far from where it starts
    std::optional<GroundPlace> goal_opposite;  ///< [m] first goal of each: on the other side of this place
    std::optional<GroundPlace> goal_orbit;     ///< [m] first goals of each: around this place
    int orbit_goals = 12;                      ///< from z to x when negative
    bool loops = false, leaves = false;
    bool finds_way = true;  ///< around obstacles
};

struct CrowdDef {
    PartDef part{.name = "crowd", .collides = false, .touches = Touches::Nothing};
    std::optional<GroundChoice> ground;
    int levels = 0;  ///< cells may be split so often
    bool adapts = false;
    CellRule rule;
    NeighbourSearch search = NeighbourSearch::Grid;
    bool contacts = true;
    int contact_sweeps = 60;
    Real contact_depth = 0.005;
    Real mass = 70;  ///< [kg] of an agent
    std::vector<AgentGroup> kinds;
    std::vector<CrowdGroupDef> groups;
};

/// InputError names the group and the agent or goal: outside the ground, in an obstacle, no way there.
PartId add_crowd(World& world, const CrowdDef& def);

/// The ground of a crowd; TopologyError names the cell that is not as it should be.
Environment make_ground(const GroundChoice& choice, int levels, const std::string& name);

/// Where the agents of a group start.
std::vector<Vec2> place_agents(const CrowdGroupDef& group, const AgentGroup& kind, const Environment* ground,
                               Rng& rng);

}  // namespace souple
