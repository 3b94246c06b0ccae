// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What scene files may say about crowds on curved surfaces and in space.
#include <numeric>

#include "souple/scene/describe_crowd.h"

namespace souple {

namespace {

constexpr int most_in_realm = 1000000;

}  // namespace

void describe(Binder& b, PlacePointsDef& d) {
    b.about("Agents of a realm placed one by one.");
    b.field("points", d.points,
            {.unit = "m", .required = true, .min_size = 1, .doc = "On a surface the nearest places."});
}

void describe(Binder& b, PlaceSphereDef& d) {
    b.about("Agents of a realm on a sphere, spread as equal charges are.");
    b.field("count", d.count, {.at_least = 1, .at_most = 20000, .doc = "On the whole sphere."});
    b.field("first", d.first,
            {.at_least = 0, .at_most = 20000, .doc = "The first of them that the group takes."});
    b.field("every", d.every,
            {.at_least = 1, .at_most = 20000, .doc = "Then each so far on: groups share the sphere."});
    b.field("centre", d.centre, {.unit = "m", .doc = "Of the sphere."});
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of the sphere."});
    b.field("sweeps", d.sweeps, {.at_least = 0, .at_most = 1000, .doc = "Of spreading."});
}

void describe(Binder& b, PlaceAnywhereDef& d) {
    b.about("Agents of a realm at random, apart from each other.");
    b.field("count", d.count, {.at_least = 1, .at_most = most_in_realm, .doc = "Agents."});
}

void describe(Binder& b, BuildingDef& d) {
    b.about("What stands on a surface: triangles with their middle in this ball, which nobody enters.");
    b.field("at", d.at, {.unit = "m", .required = true, .doc = "Centre of the ball."});
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of the ball."});
}

void describe(Binder& b, SphereRealmDef& d) {
    b.about("A planet: a ball of triangles, with hills if wanted.");
    b.field("centre", d.centre, {.unit = "m", .doc = "Of the ball."});
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of the ball."});
    b.field("hills", d.hills, {.unit = "m", .at_least = 0, .doc = "Height of waves on it."});
    b.field("subdivisions", d.subdivisions, {.at_least = 0, .at_most = 6, .doc = "Of an icosahedron."});
    b.field("buildings", d.buildings, {.doc = "Where nobody walks."});
    b.check(d.hills < d.radius / 2, "hills are higher than half the radius");
}

void describe(Binder& b, KnotRealmDef& d) {
    b.about("A tube around a knot that winds around a torus.");
    b.field("p", d.knot.p, {.at_least = 1, .at_most = 20, .doc = "Times around the axis."});
    b.field("q", d.knot.q, {.at_least = 1, .at_most = 20, .doc = "Times around the ring."});
    b.field("ring", d.knot.ring, {.unit = "m", .above = 0, .doc = "Radius of the torus."});
    b.field("wind", d.knot.wind, {.unit = "m", .above = 0, .doc = "Radius of its tube."});
    b.field("tube", d.knot.tube, {.unit = "m", .above = 0, .doc = "Radius of the tube of the knot."});
    b.field("length", d.knot.length, {.at_least = 3, .at_most = 10000, .doc = "Cells along the knot."});
    b.check(std::gcd(d.knot.p, d.knot.q) == 1, "p and q have a common divisor: the tube would lie in itself");
    b.field("around", d.knot.around, {.at_least = 3, .at_most = 1000, .doc = "Cells around it."});
    b.field("buildings", d.buildings, {.doc = "Where nobody walks."});
}

void describe(Binder& b, SurfaceRealmDef& d) {
    b.about("The surface of a mesh.");
    b.field("file", d.file,
            {.required = true, .is_file = true, .min_size = 1, .doc = "OBJ, PLY, STL or glTF."});
    b.field("buildings", d.buildings, {.doc = "Where nobody walks."});
}

void describe(Binder& b, SpaceBlockDef& d) {
    b.about("A box nobody enters: cells with their middle in it.");
    b.field("low", d.low, {.unit = "m", .required = true, .doc = "Corner with the smaller coordinates."});
    b.field("high", d.high, {.unit = "m", .required = true, .doc = "The opposite corner."});
}

void describe(Binder& b, SpaceRealmDef& d) {
    b.about("A box of space in cells that are boxes, or nearly.");
    b.field("low", d.low, {.unit = "m", .doc = "Corner with the smaller coordinates."});
    b.field("high", d.high, {.unit = "m", .doc = "The opposite corner."});
    b.field("cells", d.cells, {.at_least = 1, .at_most = 200, .doc = "Along x, y and z."});
    b.field("bend", d.bend,
            {.unit = "m", .at_least = 0, .doc = "Inner corners are out of place by up to this."});
    b.field("obstacles", d.obstacles, {.doc = "Where nobody goes."});
    b.check((d.high.array() > d.low.array()).all(), "high is not above low");
}

}  // namespace souple
