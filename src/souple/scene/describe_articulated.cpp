// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/describe_articulated.h"

#include <fmt/format.h>

#include "souple/scene/describe_parts.h"
#include "souple/scene/read_urdf.h"

namespace souple {

namespace {

/// Of a joint, and of what slides along a loop.
void describe_law(Binder& b, JointDef& d) {
    b.field("limits", d.limits, {.unit = "deg or m", .doc = "Where stops begin; a ball has the upper one."});
    b.field("stop_stiffness", d.stop_stiffness,
            {.unit = "N m/rad or N/m", .at_least = 0, .doc = "Of the stops."});
    b.field("stop_damping", d.stop_damping,
            {.unit = "N m s/rad or N s/m", .at_least = 0, .doc = "While in a stop."});
    b.field("stiffness", d.stiffness, {.unit = "N m/rad or N/m", .at_least = 0, .doc = "Of a spring."});
    b.field("damping", d.damping, {.unit = "N m s/rad or N s/m", .at_least = 0, .doc = "Of the joint."});
    b.field("rest", d.rest, {.unit = "deg or m", .doc = "Of the spring; a ball's is straight."});
    b.field("motor_speed", d.motor_speed,
            {.unit = "rad/s or m/s", .doc = "What a motor keeps; a ball's about axis."});
    b.field(
        "motor_gain", d.motor_gain,
        {.unit = "N m s/rad or N s/m", .at_least = 0, .doc = "Force for each speed that lacks; 0: none."});
    b.field("motor_most", d.motor_most, {.unit = "N m or N", .at_least = 0, .doc = "Never more than this."});
}

}  // namespace

void describe(Binder& b, JointDef& d) {
    b.about("How a link hangs on its parent. Turning is in degrees, sliding in metres.");
    b.field("kind", d.kind, {.doc = "fixed, hinge, slider, universal or ball."});
    b.field("at", d.at, {.unit = "m", .doc = "Where it is, part coordinates."});
    b.field(
        "link_at", d.link_at,
        {.unit = "m", .doc = "On the link, where it starts elsewhere: maximal parts assemble themselves."});
    b.field("axis", d.axis, {.doc = "What it turns about or slides along, part axes."});
    b.field("second_axis", d.second_axis,
            {.doc = "universal: the other axis, at right angles to the first."});
    b.field("start", d.start,
            {.unit = "deg or m", .doc = "Where it is at the start; of a ball axis times angle."});
    b.field("speed", d.speed, {.unit = "rad/s or m/s", .doc = "How fast, by freedom."});
    b.field("second_limits", d.second_limits,
            {.unit = "deg", .doc = "universal: of the second axis, where they differ."});
    describe_law(b, d);
}

void describe(Binder& b, LimbEntry& e) {
    BodyDef& d = e.limb.body;
    b.about("A link: a rigid body, where it is when its joint is at zero.");
    b.field("name", e.limb.name, {.required = true, .doc = "What children, loops and drives call it."});
    b.field("parent", e.limb.parent, {.doc = "An earlier link; none: the base."});
    b.field("shape", e.shape, {.required = true, .doc = "What it is."});
    b.field("position", d.position, {.unit = "m", .doc = "Of the shape's origin, part coordinates."});
    b.field("rotation", d.rotation, {.unit = "deg", .doc = "Axis times angle."});
    b.field("density", d.density, {.unit = "kg/m^3", .above = 0, .doc = "Of the whole shape."});
    b.field("velocity", d.velocity, {.unit = "m/s", .doc = "Of a floating base at the start."});
    b.field("spin", d.spin, {.unit = "rad/s", .doc = "The same, part axes."});
    b.field("restitution", d.material.restitution,
            {.at_least = 0, .at_most = 1, .doc = "A contact takes the larger of its two sides."});
    b.field("friction", d.material.friction,
            {.at_least = 0, .doc = "Coulomb's coefficient; a contact takes the geometric mean."});
    b.field("joint", e.limb.joint, {.doc = "How it hangs on its parent."});
    b.field("repeat", e.limb.repeat,
            {.at_least = 1, .at_most = 100000, .doc = "That many in a row, each the child of the last."});
    b.field("pitch", d.pitch, {.unit = "m", .doc = "From one of the row to the next."});
}

void describe(Binder& b, DriveDef& d) {
    b.about("What drives a joint over time, whatever moves.");
    b.field("link", d.link, {.required = true, .doc = "Whose joint; or the joint, by its name in a urdf."});
    b.field("freedom", d.freedom, {.at_least = 0, .at_most = 2, .doc = "Which of its freedoms."});
    b.field("prescribes", d.prescribes,
            {.doc = "true: values are accelerations, met whatever force it takes; else forces."});
    b.field("keys", d.keys, {.required = true, .min_size = 1, .doc = "[time, value], linear in between."});
}

void describe(Binder& b, BehaviourDef& d) {
    b.about("What a joint does about where it is: it goes to a goal, or a formula says its force.");
    b.field("link", d.link, {.required = true, .doc = "Whose joint; or the joint, by its name in a urdf."});
    b.field("freedom", d.freedom,
            {.at_least = 0, .at_most = 2, .doc = "Which of its freedoms; a ball moves as a whole."});
    b.field(
        "kind", d.kind,
        {.doc = "spring: a force towards the goal; follow: to the goal whatever force it takes; formula."});
    b.field("goal", d.goal, {.unit = "deg or m", .doc = "Where it wants to be."});
    b.field("turn", d.turn, {.unit = "deg", .doc = "The goal of a ball: axis times angle."});
    b.field("keys", d.keys, {.doc = "[time, goal] over time instead, linear in between."});
    b.field("period", d.period, {.unit = "s", .at_least = 0, .doc = "In which keys come again; 0: once."});
    b.field("delay", d.delay, {.unit = "s", .doc = "So much later than the keys say."});
    b.field("stiffness", d.stiffness,
            {.unit = "N m/rad or N/m", .at_least = 0, .doc = "spring: near the goal."});
    b.field("steepness", d.steepness,
            {.unit = "1/rad or 1/m",
             .at_least = 0,
             .doc = "spring: pulls grow as sinh of this times the way; 0: linearly."});
    b.field("damping", d.damping,
            {.unit = "N m s/rad or N s/m", .at_least = 0, .doc = "spring: for each speed that lacks."});
    b.field("most", d.most,
            {.unit = "N m or N", .at_least = 0, .doc = "spring, formula: never more than this."});
    b.field("time", d.time,
            {.unit = "s", .above = 0, .doc = "follow: in which errors die away, critically damped."});
    b.field("force", d.force,
            {.unit = "N m or N",
             .doc = "formula: x is the position [rad or m], y the speed, z the goal, t the time."});
}

void describe(Binder& b, LoopDef& d) {
    b.about("Two links held to each other besides their joints: it closes a chain.");
    b.field("kind", d.kind,
            {.doc = "place: together; weld: without turning; distance; curve, surface: b slides on what a "
                    "carries."});
    b.field("a", d.a, {.doc = "A link; none: the world."});
    b.field("b", d.b, {.doc = "Another one."});
    b.field("at", d.at, {.unit = "m", .doc = "The place when all joints are at zero, part coordinates."});
    b.field("a_at", d.a_at, {.unit = "m", .doc = "The place of a, where it is another one."});
    b.field("along", d.along, {.doc = "place: only these directions of a are held; none: all."});
    b.field("length", d.length, {.unit = "m", .at_least = 0, .doc = "distance: none is that of the start."});
    b.field("held", d.held, {.doc = "distance: false when only spring, limits and motor act."});
    b.field("points", d.points, {.unit = "m", .doc = "curve: it goes smoothly through these, part axes."});
    b.field("closed", d.closed, {.doc = "curve: back to the first point."});
    b.field("surface", d.surface, {.doc = "surface: where this formula in x, y, z is zero, part axes."});
    describe_law(b, d.law);
}

void describe(Binder& b, ArticulatedEntry& e) {
    ArticulatedDef& d = e.articulated;
    b.about("Links held together by joints. They touch whatever rigid bodies touch.");
    describe_part(b, d.part);
    b.field("urdf", e.urdf, {.is_file = true, .doc = "A robot description whose links come first."});
    b.field("links", e.links, {.doc = "Parents before children; at least one, unless there is a urdf."});
    b.check(!e.links.empty() || !e.urdf.empty(), "an articulated part needs links or a urdf");
    b.field("loops", d.loops, {.doc = "What closes chains."});
    b.field("drives", d.drives, {.doc = "What drives joints over time."});
    b.field("behaviours", d.behaviours, {.doc = "What joints do about where they are."});
    b.field("floating", d.floating,
            {.doc = "The first link is held by nothing; others without a parent hang on the world."});
    b.field("formulation", d.formulation,
            {.doc = "reduced: coordinates of joints; maximal: bodies with constraints."});
    b.field("decay_time", d.decay_time,
            {.unit = "s", .above = 0, .doc = "In which errors of loops and maximal joints die away."});
    b.field("torques", d.torques, {.doc = "Torques and forces held on links, by index."});
}

ArticulatedDef make_articulated(const ArticulatedEntry& entry) {
    ArticulatedDef def = entry.articulated;
    if (!entry.urdf.empty()) def.links = load_urdf(entry.urdf, def.floating);
    for (const LimbEntry& link : entry.links) {
        def.links.push_back(link.limb);
        def.links.back().body.solid =
            make_solid(link.shape, fmt::format("link '{}' of part '{}'", link.limb.name, def.part.name));
    }
    return def;
}

}  // namespace souple
