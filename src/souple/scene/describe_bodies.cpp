// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What scene files may say about rigid bodies and about contact.
#include "souple/scene/describe_parts.h"

namespace souple {

void describe(Binder& b, CylinderDef& d) {
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of the cylinder."});
    b.field("length", d.length, {.unit = "m", .above = 0, .doc = "Along y."});
}

void describe(Binder& b, HullDef& d) {
    b.about("The smallest convex solid around points.");
    b.field("points", d.points, {.unit = "m", .doc = "At least four, not in one plane,"});
    b.field("file", d.file, {.is_file = true, .doc = "or the corners of a mesh: OBJ, PLY, STL or glTF."});
    b.check(d.points.empty() != d.file.empty(), "a hull needs either points or a file");
}

void describe(Binder& b, PieceDef& d) {
    b.field("shape", d.shape, {.required = true, .doc = "What it is."});
    b.field("position", d.position, {.unit = "m", .doc = "In the body."});
    b.field("rotation", d.rotation, {.unit = "deg", .doc = "Axis times angle."});
}

void describe(Binder& b, CompoundDef& d) {
    b.about("Convex pieces that move as one body; where they overlap the mass counts twice.");
    b.field("pieces", d.pieces, {.required = true, .min_size = 1, .doc = "What it is made of."});
}

void describe(Binder& b, BodyEntry& e) {
    BodyDef& d = e.body;
    b.about("A rigid body; mass and inertia follow from its shape and density.");
    b.field("name", d.name, {.doc = "How exports call it; copies of `repeat` get a number behind it."});
    b.field("shape", e.shape, {.required = true, .doc = "What it is."});
    b.field("position", d.position, {.unit = "m", .doc = "Of the shape's origin, part coordinates."});
    b.field("rotation", d.rotation, {.unit = "deg", .doc = "Axis times angle."});
    b.field("velocity", d.velocity, {.unit = "m/s", .doc = "Of the centre of mass at the start."});
    b.field("spin", d.spin, {.unit = "rad/s", .doc = "Angular velocity in part axes."});
    b.field("density", d.density, {.unit = "kg/m^3", .above = 0, .doc = "Of the whole shape."});
    b.field("restitution", d.material.restitution,
            {.at_least = 0, .at_most = 1, .doc = "A contact takes the larger of its two sides."});
    b.field("friction", d.material.friction,
            {.at_least = 0, .doc = "Coulomb's coefficient; a contact takes the geometric mean."});
    b.field("repeat", d.repeat, {.at_least = 1, .at_most = 1000, .doc = "Copies along x, y and z."});
    b.field("pitch", d.pitch, {.unit = "m", .doc = "From one copy to the next, along x, y and z."});
}

void describe(Binder& b, RigidEntry& e) {
    b.about("Rigid bodies: solids of a density. They touch each other, obstacles, points and cloth.");
    describe_part(b, e.rigid.part);
    b.field("bodies", e.bodies,
            {.required = true, .min_size = 1, .doc = "One after the other, then copies."});
    b.field("torques", e.rigid.torques, {.doc = "Torques and forces held on bodies, by index."});
}

void describe(Binder& b, PenaltyLaw& d) {
    b.about("Forces that answer overlaps instead of impulses: the sources' alternatives.");
    b.field("kind", d.kind, {.doc = "impulse: none; else which law (003 F3.68 to F3.71, F3.76)."});
    b.field("stiffness", d.stiffness,
            {.unit = "N/m, J or 1/s^2", .at_least = 0, .doc = "Of the spring, the field or the ground."});
    b.field("range", d.range, {.unit = "m", .above = 0, .doc = "exponential_field: where it falls by e."});
    b.field("rebound", d.rebound,
            {.at_least = 0, .at_most = 1, .doc = "contact_spring: stiffness on the way out."});
    b.field("damping", d.damping, {.unit = "N s/m or 1/s", .at_least = 0, .doc = "Against the approach."});
}

void describe(Binder& b, ContactSettings& d) {
    b.about("How contacts between parts are answered.");
    b.field("solver", d.solver, {.doc = "sequential_impulses or complementarity."});
    b.field("iterations", d.iterations,
            {.at_least = 1, .at_most = 100000, .doc = "sequential_impulses: sweeps in one interval."});
    b.field("push_iterations", d.push_iterations,
            {.at_least = 1, .at_most = 100000, .doc = "Sweeps that push overlaps apart."});
    b.field("tolerance", d.tolerance,
            {.unit = "m/s", .above = 0, .doc = "complementarity: largest residual."});
    b.field("max_iterations", d.max_iterations,
            {.at_least = 1, .at_most = 10000000, .doc = "complementarity: at most."});
    b.field("push_rate", d.push_rate,
            {.at_least = 0, .at_most = 1, .doc = "Fraction of an overlap that one interval takes away."});
    b.field("push_speed", d.push_speed,
            {.unit = "m/s", .at_least = 0, .doc = "Overlaps come apart no faster."});
    b.field("slop", d.slop, {.unit = "m", .at_least = 0, .doc = "Overlap that is left alone."});
    b.field("bounce_speed", d.bounce_speed,
            {.unit = "m/s", .at_least = 0, .doc = "Slower impacts do not bounce."});
    b.field("impact_rule", d.impact_rule, {.doc = "energetic (Stronge) or newton (003 F3.62)."});
    b.field("penalty", d.penalty, {.doc = "Forces instead of impulses."});
    b.field("shock_propagation", d.shock_propagation,
            {.doc = "A last sweep upwards from what is fixed (003 F3.63)."});
    b.field("first_contact_time", d.first_contact_time,
            {.doc = "Goes back to the instant of every first contact and steps on from there (003 F3.66)."});
    b.field("first_contact_tolerance", d.first_contact_tolerance,
            {.unit = "m", .above = 0, .doc = "first_contact_time: overlap at that instant, at most."});
    b.field(
        "max_divisions", d.max_divisions,
        {.at_least = 1,
         .at_most = 100000,
         .doc = "Steps in which a body would go farther than its size through cloth or particles are divided "
                "so often at most, and contacts are sought in each piece."});
    b.field("sleeping", d.sleeping, {.doc = "Groups of bodies that have come to rest are left alone."});
    b.field("sleep_speed", d.sleep_speed, {.unit = "m/s", .above = 0, .doc = "Slower than this is rest."});
    b.field("sleep_time", d.sleep_time, {.unit = "s", .at_least = 0, .doc = "For this long."});
}

}  // namespace souple
