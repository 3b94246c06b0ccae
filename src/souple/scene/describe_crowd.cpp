// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/describe_crowd.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <set>
#include <string_view>

#include "souple/core/suggest.h"
#include "souple/scene/describe_parts.h"

namespace souple {

namespace {

constexpr int most_agents = 4000000;

}  // namespace

void describe(Binder& b, GroundBlockDef& d) {
    b.about("A rectangle nobody walks in.");
    b.field("low", d.low, {.unit = "m", .required = true, .doc = "Corner with the smaller x and z."});
    b.field("high", d.high, {.unit = "m", .required = true, .doc = "The opposite corner."});
}

void describe(Binder& b, RectangleGroundDef& d) {
    b.about("A rectangle with rectangular obstacles, in cells.");
    b.field("low", d.low, {.unit = "m", .doc = "Corner with the smaller x and z."});
    b.field("high", d.high, {.unit = "m", .doc = "The opposite corner."});
    b.field("cell", d.cell, {.unit = "m", .above = 0, .doc = "No side of a cell is longer."});
    b.field("triangles", d.triangles, {.doc = "Cells are triangles instead of rectangles."});
    b.field("obstacles", d.obstacles, {.doc = "They may touch but not overlap."});
    b.check(d.high[0] > d.low[0] && d.high[1] > d.low[1], "high is not above low");
}

void describe(Binder& b, CityGroundDef& d) {
    b.about("Square blocks with streets between and around them.");
    b.field("columns", d.columns, {.at_least = 1, .at_most = 1000, .doc = "Blocks along x."});
    b.field("rows", d.rows, {.at_least = 1, .at_most = 1000, .doc = "Blocks along z."});
    b.field("low", d.low, {.unit = "m", .doc = "Corner of the first crossing."});
    b.field("block", d.block, {.unit = "m", .above = 0, .doc = "Side of a block."});
    b.field("street", d.street, {.unit = "m", .above = 0, .doc = "Width of a street."});
    b.field("cell", d.cell, {.unit = "m", .above = 0, .doc = "No side of a cell is longer."});
}

void describe(Binder& b, PolygonGroundDef& d) {
    b.about("A polygon with polygons as obstacles, cut into triangles.");
    b.field("outline", d.outline, {.unit = "m", .required = true, .min_size = 3, .doc = "Its corners."});
    b.field("obstacles", d.obstacles, {.unit = "m", .doc = "Corners of each."});
}

void describe(Binder& b, MeshGroundDef& d) {
    b.about("x and z of a mesh; its triangles are the cells.");
    b.field("file", d.file,
            {.required = true, .is_file = true, .min_size = 1, .doc = "OBJ, PLY, STL or glTF."});
}

void describe(Binder& b, PlaceListDef& d) {
    b.about("Agents placed one by one.");
    b.field("places", d.places, {.unit = "m", .required = true, .min_size = 1, .doc = "x and z of each."});
}

void describe(Binder& b, PlaceRowsDef& d) {
    b.about("Agents in rows.");
    b.field("columns", d.columns, {.at_least = 1, .at_most = most_agents, .doc = "Along x."});
    b.field("rows", d.rows, {.at_least = 1, .at_most = most_agents, .doc = "Along z."});
    b.field("corner", d.corner, {.unit = "m", .doc = "The first."});
    b.field("pitch", d.pitch, {.unit = "m", .above = 0, .doc = "From one to the next."});
    b.field("jitter", d.jitter, {.unit = "m", .at_least = 0, .doc = "Shift at random over this width."});
    b.field("parity", d.parity,
            {.at_least = 0, .at_most = 2, .doc = "1, 2: the fields of one colour of a chess board."});
}

void describe(Binder& b, PlaceCircleDef& d) {
    b.about("Agents on a circle.");
    b.field("count", d.count, {.at_least = 1, .at_most = most_agents, .doc = "Agents."});
    b.field("centre", d.centre, {.unit = "m", .doc = "Of the circle."});
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of the circle."});
}

void describe(Binder& b, PlaceScatterDef& d) {
    b.about("Agents at random, apart from each other and from obstacles.");
    b.field("count", d.count, {.at_least = 1, .at_most = most_agents, .doc = "Agents."});
    b.field("low", d.low, {.unit = "m", .doc = "Corner of the rectangle they are in."});
    b.field("high", d.high, {.unit = "m", .doc = "The opposite corner."});
}

void describe(Binder& b, AgentShape& d) {
    b.about("A body: polygons on the ground instead of a disc.");
    b.field("length", d.length, {.unit = "m", .above = 0, .doc = "Of a section."});
    b.field("width", d.width, {.unit = "m", .above = 0, .doc = "Of a section."});
    b.field("corners", d.corners,
            {.at_least = 3, .at_most = 64, .doc = "4: a rectangle; others: places on an ellipse."});
    b.field("outline", d.outline,
            {.unit = "m", .doc = "Corners ahead and to the side, instead of length and width."});
    b.field("sections", d.sections,
            {.at_least = 1, .at_most = 64, .doc = "In a row, each pulled by the one before."});
    b.field("gap", d.gap, {.unit = "m", .at_least = 0, .doc = "Between sections."});
    b.field("elasticity", d.elasticity,
            {.above = 0, .at_most = 1, .doc = "Share of the way back to its shape in a step; 1: rigid."});
    b.field("plasticity", d.plasticity,
            {.at_least = 0, .at_most = 1, .doc = "Share of a stretch or shear that it gives in to."});
    b.field("turn", d.turn, {.unit = "rad/s", .above = 0, .doc = "The fastest it turns."});
    b.field("anticipation", d.anticipation,
            {.unit = "s", .at_least = 0, .doc = "It is announced so far ahead; 0: not."});
    b.field("wedge", d.wedge, {.unit = "m", .at_least = 0, .doc = "Announced by two edges this far apart."});
}

void describe(Binder& b, AgentGroup& d) {
    b.about("What a kind of agents is like.");
    b.field("name", d.name, {.min_size = 1, .doc = "What groups call it."});
    b.field("behaviour", d.behaviour, {.doc = "How it avoids others."});
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of the body."});
    b.field("height", d.height,
            {.unit = "m", .at_least = 0, .doc = "Of the upright capsule that others touch; 0: a ball."});
    b.field("acceleration", d.acceleration,
            {.unit = "m/s^2", .above = 0, .doc = "Legs give no more against pushes of other parts."});
    b.field("heeds_bodies", d.heeds_bodies, {.doc = "orca: walks around bodies that it may touch."});
    b.field("speed", d.speed, {.unit = "m/s", .at_least = 0, .doc = "Wanted."});
    b.field("max_speed", d.max_speed, {.unit = "m/s", .above = 0, .doc = "Never faster."});
    b.field("neighbour_distance", d.neighbour_distance, {.unit = "m", .above = 0, .doc = "How far it sees."});
    b.field("max_neighbours", d.max_neighbours,
            {.at_least = 0, .at_most = most_neighbours, .doc = "The nearest ones are heeded."});
    b.field("horizon", d.horizon, {.unit = "s", .above = 0, .doc = "orca: hits nobody before."});
    b.field("wall_horizon", d.wall_horizon, {.unit = "s", .above = 0, .doc = "orca: the same for walls."});
    b.field("stiffness", d.stiffness, {.unit = "1/(m s^2)", .at_least = 0, .doc = "force_field: k."});
    b.field("damping", d.damping, {.unit = "1/s", .at_least = 0, .doc = "force_field: z."});
    b.field("influence", d.influence,
            {.unit = "m", .above = 0, .doc = "force_field: R; boids: keeps this far apart."});
    b.field("relaxation", d.relaxation,
            {.unit = "s", .above = 0, .doc = "In which it takes up the wanted velocity."});
    b.field("separation", d.separation, {.unit = "m/s^2", .at_least = 0, .doc = "boids: at no distance."});
    b.field("alignment", d.alignment, {.unit = "1/s", .at_least = 0, .doc = "boids: goes as the others go."});
    b.field("cohesion", d.cohesion, {.unit = "1/s^2", .at_least = 0, .doc = "boids: stays with the others."});
    b.field("noise", d.noise, {.unit = "m/s", .at_least = 0, .doc = "Shakes the wanted velocity."});
    b.field("side", d.side,
            {.unit = "rad",
             .at_least = -std::numbers::pi / 2,
             .at_most = std::numbers::pi / 2,
             .doc = "Whom others make stand turns its wanted velocity so far aside."});
    b.field("headway", d.headway,
            {.unit = "s", .at_least = 0, .doc = "Keeps this time from who walks ahead; 0: does not look."});
    b.field("crowding", d.crowding,
            {.unit = "m^2",
             .at_least = 0,
             .doc = "Through n people per m^2 a way counts 1 + crowding n times as long; 0: found once."});
    b.field("alarm_speed", d.alarm_speed,
            {.unit = "m/s", .at_least = 0, .doc = "Greatest before an announced body; 0: max_speed."});
    b.field("shape", d.shape, {.doc = "A polygon instead of a disc."});
    b.field("arrive", d.arrive, {.unit = "m", .above = 0, .doc = "A goal this near is reached."});
}

void describe(Binder& b, CrowdGroupDef& d) {
    b.about("Agents that start together and have goals alike.");
    b.field("name", d.name, {.doc = "For paths and reports."});
    b.field("kind", d.kind, {.doc = "What they are like, by name; default: the first kind."});
    b.field("places", d.places, {.required = true, .doc = "Where they start."});
    b.field("goal_shift", d.goal_shift, {.unit = "m", .doc = "First goal: so far from where each starts."});
    b.field("goal_opposite", d.goal_opposite,
            {.unit = "m", .doc = "First goal: on the other side of this place."});
    b.field("goal_orbit", d.goal_orbit,
            {.unit = "m", .doc = "First goals: around this place, as far from it as where each starts."});
    b.field("orbit_goals", d.orbit_goals,
            {.at_least = -360, .at_most = 360, .doc = "Goals of an orbit; negative: the other way round."});
    b.field("goals", d.goals, {.unit = "m", .doc = "Then these, one after the other."});
    b.field("goal_across", d.goal_across,
            {.unit = "m", .doc = "In a realm, first goal: on the other side of this point."});
    b.field("goal_points", d.goal_points,
            {.unit = "m", .doc = "In a realm: then these, one after the other."});
    b.field("random_goals", d.random_goals,
            {.at_least = 0, .at_most = 1000, .doc = "Of goal_points so many at random, instead of all."});
    b.field("loops", d.loops, {.doc = "Back to the start, and again."});
    b.field("leaves", d.leaves, {.doc = "Gone after the last goal."});
    b.field("finds_way", d.finds_way, {.doc = "Around obstacles, by the shortest path."});
}

void describe(Binder& b, CrowdDef& d) {
    b.about(
        "Agents that walk on flat ground, x and z of the world, on a curved surface or in space, and avoid "
        "each other.");
    describe_part(b, d.part);
    b.field("ground", d.ground, {.doc = "Where they walk; without it the plane has no end."});
    b.field("realm", d.realm, {.doc = "Instead of ground: a curved surface or a piece of space."});
    b.check(!d.ground || !d.realm, "a crowd has a ground or a realm, not both");
    b.field("levels", d.levels,
            {.at_least = 0, .at_most = deepest_ground, .doc = "How often a cell may be split."});
    b.field("adapts", d.adapts, {.doc = "Cells are split and merged as agents come and go."});
    b.field("split_above", d.rule.split_above, {.at_least = 1, .doc = "Agents in a cell."});
    b.field("merge_below", d.rule.merge_below,
            {.at_least = 0, .doc = "Agents in the children of a cell together."});
    b.field("search", d.search, {.doc = "Who says who is near; the answers are the same."});
    b.field("contacts", d.contacts, {.doc = "Bodies do not overlap."});
    b.field("contact_sweeps", d.contact_sweeps,
            {.at_least = 1, .at_most = 10000, .doc = "At most, in a step."});
    b.field("contact_depth", d.contact_depth, {.above = 0, .doc = "Overlap that may stay, of the diameter."});
    b.field("mass", d.mass, {.unit = "kg", .above = 0, .doc = "Of an agent."});
    b.field("kinds", d.kinds, {.required = true, .min_size = 1, .doc = "What agents are like."});
    b.field("groups", d.groups, {.required = true, .min_size = 1, .doc = "Who is there."});
    b.check(d.rule.merge_below <= d.rule.split_above,
            "merge_below is above split_above: cells would flicker");
    std::set<std::string_view> known;
    for (const AgentGroup& kind : d.kinds) known.insert(kind.name);
    for (const CrowdGroupDef& group : d.groups)
        if (!group.kind.empty() && !known.contains(group.kind))
            b.check(false, fmt::format("group '{}': no kind is named '{}'; {}", group.name, group.kind,
                                       suggestion(group.kind, {known.begin(), known.end()}, "kinds")));
}

}  // namespace souple
