// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A crowd as an animator asks for it: ground, kinds of agents, and groups of them with places and goals.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "souple/core/rng.h"
#include "souple/dynamics/agents/crowd.h"
#include "souple/dynamics/agents/realm.h"
#include "souple/models/building_work.h"
#include "souple/models/part_def.h"
#include "souple/topology/environment/cell_search.h"

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
    std::string file;  ///< OBJ, PLY, STL or glTF: x and z of it
};
using GroundChoice = std::variant<RectangleGroundDef, CityGroundDef, PolygonGroundDef, MeshGroundDef>;

/// What stands on a curved surface: triangles with their middle in a ball are obstacles.
struct BuildingDef {
    Vec3 at = Vec3::Zero();  ///< [m]
    Real radius = 1;         ///< [m]
};
struct SphereRealmDef {
    Vec3 centre = Vec3::Zero();  ///< [m]
    Real radius = 10;            ///< [m]
    Real hills = 0;              ///< [m] how high waves on it are: a potato instead of a ball
    int subdivisions = 3;        ///< of an icosahedron
    std::vector<BuildingDef> buildings;
};
struct KnotRealmDef {
    TorusKnot knot;
    std::vector<BuildingDef> buildings;
};
struct SurfaceRealmDef {
    std::string file;  ///< OBJ, PLY, STL or glTF
    std::vector<BuildingDef> buildings;
};
struct SpaceBlockDef {
    Vec3 low = Vec3::Zero(), high = Vec3::Ones();  ///< [m]
};
struct SpaceRealmDef {
    Vec3 low = Vec3::Zero(), high = Vec3::Constant(10);  ///< [m]
    std::array<int, 3> cells{4, 4, 4};
    Real bend = 0;                         ///< [m] inner corners of cells are out of place by up to this
    std::vector<SpaceBlockDef> obstacles;  ///< cells with their middle in one
};
/// Where a crowd lives that does not walk on a plane.
using RealmChoice = std::variant<SphereRealmDef, KnotRealmDef, SurfaceRealmDef, SpaceRealmDef>;

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
struct PlacePointsDef {
    std::vector<Vec3> points;  ///< [m] the nearest places of a surface
};
/// Points of a sphere, spread as equal charges are (002 F2.49). Several groups can share them.
struct PlaceSphereDef {
    int count = 10;              ///< on the whole sphere
    int first = 0, every = 1;    ///< the group takes the points first, first + every, ...
    Vec3 centre = Vec3::Zero();  ///< [m]
    Real radius = 1;             ///< [m]
    int sweeps = 60;
};
struct PlaceAnywhereDef {
    int count = 10;  ///< in a realm, at random and apart from each other
};
using PlacesChoice = std::variant<PlaceListDef, PlaceRowsDef, PlaceCircleDef, PlaceScatterDef, PlacePointsDef,
                                  PlaceSphereDef, PlaceAnywhereDef>;

struct CrowdGroupDef {
    std::string name = "group";
    std::string kind;  ///< empty: the first
    PlacesChoice places = PlaceListDef{};
    std::vector<GroundPlace> goals;            ///< [m] one after the other
    std::optional<GroundPlace> goal_shift;     ///< [m] first goal of each: so far from where it starts
    std::optional<GroundPlace> goal_opposite;  ///< [m] first goal of each: on the other side of this place
    std::optional<GroundPlace> goal_orbit;     ///< [m] first goals of each: around this place
    int orbit_goals = 12;                      ///< from z to x when negative
    std::vector<Vec3> goal_points;             ///< [m] in a realm: one after the other
    int random_goals = 0;                      ///< instead of all of them so many, drawn at random
    std::optional<Vec3> goal_across;           ///< [m] in a realm, first: on the other side of this point
    bool loops = false, leaves = false;
    bool finds_way = true;  ///< around obstacles
};

struct CrowdDef {
    PartDef part{.name = "crowd", .collides = false, .touches = Touches::Nothing};
    std::optional<GroundChoice> ground;
    std::optional<RealmChoice> realm;  ///< instead of ground
    int levels = 0;                    ///< cells may be split so often
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

/// The kinds of agents by their names.
class CrowdKinds {
public:
    explicit CrowdKinds(const CrowdDef& def);
    /// That of a group's agents; InputError when there is none of that name.
    const AgentGroup& of(const CrowdGroupDef& group) const;
    /// [m] the most room that any of them takes to start in.
    Real widest() const;

private:
    const CrowdDef& def_;
    std::map<std::string_view, const AgentGroup*> by_name_;
};
/// Puts a crowd that is built into the world.
PartId close_crowd(World& world, Part part, CrowdPart crowd, CrowdState memory, Rng rng);

/// The same where the ground is no plane.
PartId add_crowd_in_realm(World& world, const CrowdDef& def);
Realm make_realm(const RealmChoice& choice, int levels, const std::string& name);
/// Spheres that groups of a crowd share, spread once.
class SpreadSpheres {
public:
    explicit SpreadSpheres(BuildingWork& work) : work_(work) {}
    const std::vector<Vec3>& of(int count, int sweeps, std::uint64_t seed);

private:
    BuildingWork& work_;
    std::map<std::array<int, 2>, std::vector<Vec3>> known_;
};
/// Points on the unit sphere, first at random and then pushed apart as equal charges are, `sweeps` times.
std::vector<Vec3> spread_on_sphere(int count, Rng& rng, int sweeps);

/// Where the agents of a group start; `ground` is null where there is none.
std::vector<Vec2> place_agents(const CrowdGroupDef& group, const AgentGroup& kind, const CellSearch* ground,
                               Rng& rng);

}  // namespace souple
