// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/describe_parts.h"

#include "souple/scene/describe_picture.h"

namespace souple {

namespace {

void describe_holds(Binder& b, HoldDefs& d) {
    b.field("pins", d.pins, {.doc = "Points that are held or led."});
    b.field("ties", d.ties,
            {.doc = "Springs of no length between a material spot and a place or another spot."});
    b.field("loads", d.loads, {.doc = "Forces held on material spots."});
}

}  // namespace

void describe_part(Binder& b, PartDef& d) {
    b.field("name", d.name, {.min_size = 1, .doc = "How probes, fields and reports call it."});
    b.field("position", d.position,
            {.unit = "m", .doc = "The part is built around the origin, turned, then moved here."});
    b.field("rotation", d.rotation, {.unit = "deg", .doc = "Axis times angle."});
    b.field("velocity", d.velocity, {.unit = "m/s", .doc = "Of everything at the start."});
    b.field("method", d.method, {.doc = "How it is carried through time."});
    b.field("rotation_rule", d.rotation_rule, {.doc = "How orientations follow angular velocities."});
    b.field("substeps", d.substeps, {.at_least = 1, .at_most = 100000, .doc = "In one coupling interval."});
    b.field("step_control", d.step_control, {.doc = "Chooses more substeps where they are needed."});
    b.field("thickness", d.thickness,
            {.unit = "m", .at_least = 0, .doc = "Points stay this far outside obstacles."});
    b.field("collides", d.collides, {.doc = "Whether points meet obstacles."});
    b.field(
        "touches", d.touches,
        {.doc = "Which other parts it can touch; none: bodies, for cloth everything, for crowds nothing."});
    b.field("self_contact", d.self_contact,
            {.doc = "Whether what it is made of touches itself; none: bodies and cloth do, nothing else."});
    b.field("restitution", d.restitution,
            {.at_least = 0, .at_most = 1, .doc = "Points and triangles on bodies."});
    b.field("friction", d.friction, {.at_least = 0, .doc = "Of points and triangles on bodies."});
    b.field("solver_tolerance", d.solver_tolerance,
            {.above = 0, .below = 1, .doc = "Implicit method: relative residual."});
    b.field("solver_iterations", d.solver_iterations,
            {.at_least = 1, .at_most = 100000, .doc = "Implicit method: at most."});
    describe_look(b);
}

void describe(Binder& b, StepControl& d) {
    b.about("How many substeps a part takes.");
    b.field("kind", d.kind, {.doc = "Fixed count, from forces, or try-and-restore."});
    b.field("tolerance", d.tolerance,
            {.unit = "m", .above = 0, .doc = "try_and_restore: n and 2 n substeps must agree to this."});
    b.field("safety", d.safety,
            {.above = 0, .doc = "from_forces: fraction of the time needed to cross length."});
    b.field("length", d.length, {.unit = "m", .above = 0, .doc = "from_forces: the length that matters."});
    b.field("max_substeps", d.max_substeps,
            {.at_least = 1, .at_most = 1000000, .doc = "Never finer than this."});
}

void describe(Binder& b, Grip& d) {
    b.about("A material spot of a part.");
    b.field("point", d.point, {.at_least = 0, .doc = "By the id of a point,"});
    b.field("rest", d.rest,
            {.unit = "m", .doc = "or nearest to this place of the rest shape, in part coordinates."});
}

void describe(Binder& b, PinDef& d) {
    b.field("points", d.points, {.at_least = 0, .doc = "Ids."});
    b.field("edge", d.edge, {.doc = "Grid cloth: left, right, bottom, top, border, corners or top_corners."});
    b.field("group", d.group, {.doc = "Cloth of a mesh: a group of points that its file names."});
    b.field("follow", d.follow, {.doc = "The obstacle or motion that carries them; they stay when empty."});
}

void describe(Binder& b, TieDef& d) {
    b.field("grip", d.grip, {.required = true, .doc = "One end."});
    b.field("to_part", d.to_part, {.doc = "True: the other end is to_grip, else the place `to`."});
    b.field("to_grip", d.to_grip, {.doc = "The other end on the same part."});
    b.field("to", d.to, {.unit = "m", .doc = "The other end in the world, or in the axes of `follow`."});
    b.field("follow", d.follow, {.doc = "The obstacle or motion that carries the other end."});
    b.field("stiffness", d.stiffness, {.unit = "N/m", .at_least = 0, .doc = "Pull per distance."});
    b.field("damping", d.damping, {.unit = "kg/s", .at_least = 0, .doc = "Drag per relative speed."});
}

void describe(Binder& b, LoadDef& d) {
    b.field("grip", d.grip, {.required = true, .doc = "Where it pulls."});
    b.field("force", d.force, {.unit = "N", .doc = "In world axes."});
    b.field("start", d.start, {.unit = "s", .doc = "From this time on."});
    b.field("stop", d.stop, {.unit = "s", .doc = "Until this time."});
}

void describe(Binder& b, PointDef& d) {
    b.field("position", d.position, {.unit = "m", .doc = "In part coordinates."});
    b.field("velocity", d.velocity, {.unit = "m/s", .doc = "At the start."});
    b.field("mass", d.mass, {.unit = "kg", .above = 0, .doc = "Of the point."});
    b.field("pinned", d.pinned, {.doc = "Held where it is."});
}

void describe(Binder& b, SpringDef& d) {
    b.field("a", d.a, {.at_least = 0, .required = true, .doc = "Id of one end."});
    b.field("b", d.b, {.at_least = 0, .required = true, .doc = "Id of the other."});
    b.field("rest_length", d.rest_length,
            {.unit = "m", .at_least = 0, .doc = "Default: the distance at the start."});
    b.field("stiffness", d.stiffness, {.unit = "N/m", .at_least = 0, .doc = "In N under the strain law."});
    b.field("law", d.law, {.doc = "elongation: F = k (l - l0); strain: F = K (l - l0)/l0."});
    b.field("damping", d.damping, {.unit = "kg/s", .at_least = 0, .doc = "Along the spring."});
}

void describe(Binder& b, HingeDef& d) {
    b.field("a", d.a, {.at_least = 0, .required = true, .doc = "Id of the previous point."});
    b.field("b", d.b, {.at_least = 0, .required = true, .doc = "Id of the middle point."});
    b.field("c", d.c, {.at_least = 0, .required = true, .doc = "Id of the next point."});
    b.field("rest_angle", d.rest_angle,
            {.unit = "deg", .above = 0, .at_most = 180, .doc = "180 is straight."});
    b.field("stiffness", d.stiffness, {.unit = "N m/rad", .at_least = 0, .doc = "Torque per angle."});
    b.field("damping", d.damping, {.unit = "N m s/rad", .at_least = 0, .doc = "Torque per angular speed."});
}

void describe(Binder& b, ChainDef& d) {
    b.about("A straight chain of equal segments; its points get the next free ids.");
    b.field("from", d.from, {.unit = "m", .doc = "First point."});
    b.field("to", d.to, {.unit = "m", .doc = "Last point."});
    b.field("segments", d.segments, {.at_least = 1, .at_most = 1000000, .doc = "One fewer than points."});
    b.field("mass", d.mass, {.unit = "kg", .above = 0, .doc = "Of the whole chain."});
    b.field("rest_ratio", d.rest_ratio, {.above = 0, .doc = "Rest length over the length laid out."});
    b.field("stiffness", d.stiffness,
            {.unit = "N/m", .at_least = 0, .doc = "Of one segment; in N under the strain law."});
    b.field("law", d.law, {.doc = "What stiffness means."});
    b.field("damping", d.damping, {.unit = "kg/s", .at_least = 0, .doc = "Of one segment."});
    b.field("bending", d.bending, {.doc = "none, hinge or skip_one."});
    b.field("bend_stiffness", d.bend_stiffness,
            {.unit = "N m/rad or N/m", .at_least = 0, .doc = "Of a hinge or a skip-one spring."});
    b.field("bend_damping", d.bend_damping,
            {.unit = "N m s/rad or kg/s", .at_least = 0, .doc = "Of a hinge or a skip-one spring."});
    b.field("pinned_start", d.pinned_start,
            {.at_least = 0, .doc = "Points held at the start; two fix the direction."});
    b.field("pinned_end", d.pinned_end, {.at_least = 0, .doc = "Points held at the end."});
    b.field("follow", d.follow, {.doc = "The obstacle or motion that carries the held points."});
}

void describe(Binder& b, CloudDef& d) {
    b.about("Points drawn in a ball, each joined to its nearest neighbours.");
    b.field("count", d.count, {.at_least = 2, .at_most = 5000, .doc = "Points."});
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of the ball."});
    b.field("mass", d.mass, {.unit = "kg", .above = 0, .doc = "Mean mass of a point."});
    b.field("speed", d.speed, {.unit = "m/s", .at_least = 0, .doc = "Largest start speed."});
    b.field("neighbours", d.neighbours, {.at_least = 1, .doc = "Springs of each point."});
    b.field("stiffness", d.stiffness, {.unit = "N/m", .at_least = 0, .doc = "Of each spring."});
    b.field("damping", d.damping, {.unit = "kg/s", .at_least = 0, .doc = "Of each spring."});
}

void describe(Binder& b, RailDef& d) {
    b.about("A circle that a point is put back on after each step of corrected_euler.");
    b.field("point", d.point, {.at_least = 0, .required = true, .doc = "Id."});
    b.field("centre", d.centre, {.unit = "m", .doc = "Of the circle."});
    b.field("axis", d.axis, {.doc = "Normal of its plane."});
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of the circle."});
    b.field("speed", d.speed, {.unit = "m/s", .at_least = 0, .doc = "Known speed; 0 keeps what it is."});
    b.check(d.axis.norm() > 0, "the axis has no direction");
}

void describe(Binder& b, ParticlesDef& d) {
    b.about(
        "Points, and springs, hinges and chains between them. Ids count points, then chains, then clouds.");
    describe_part(b, d.part);
    b.field("points", d.points, {.doc = "Single points."});
    b.field("springs", d.springs, {.doc = "Between points by id."});
    b.field("hinges", d.hinges, {.doc = "Between three points by id."});
    b.field("chains", d.chains, {.doc = "Straight chains."});
    b.field("clouds", d.clouds, {.doc = "Random nets."});
    b.field("rails", d.rails, {.doc = "Circles that points stay on."});
    describe_holds(b, d.holds);
}

void describe(Binder& b, RefineRule& d) {
    b.about("When faces are divided in four, and when they are joined again.");
    b.field("alpha", d.alpha,
            {.unit = "deg",
             .at_least = 0,
             .at_most = 180,
             .doc = "Largest angle between neighbours at level 0."});
    b.field("beta", d.beta, {.unit = "deg", .at_least = 0, .at_most = 180, .doc = "More for each level."});
    b.field("max_level", d.max_level, {.at_least = 0, .at_most = 12, .doc = "The finest."});
    b.field("start_level", d.start_level,
            {.at_least = 0, .at_most = 12, .doc = "Everywhere before the first step, and never coarser."});
    b.field("reference_area", d.reference_area,
            {.unit = "m^2", .at_least = 0, .doc = "Triangles: area that counts as level 0; 0: the largest."});
    b.field(
        "contact_depth", d.contact_depth,
        {.at_least = 0, .doc = "Divided where an obstacle reaches this part of a side in; 0: no matter."});
    b.field("near_limit", d.near_limit,
            {.above = 0,
             .at_most = 1,
             .doc = "With faces that are divided go those bent beyond this part of their limit; 1: none."});
    b.field("rollback", d.rollback,
            {.doc = "What goes back when faces are divided: the world, or as in the source their points."});
    b.field("every_tick", d.every_tick,
            {.doc = "Folds are looked at in every tick, as in the source, not once a step."});
    b.field("balance", d.balance, {.doc = "Neighbours differ by one level at most."});
    b.field("join_below", d.join_below,
            {.at_least = 0,
             .below = 1,
             .doc = "Fraction of its limit below which a face is flat; 0: never joined."});
    b.field("join_after", d.join_after, {.unit = "s", .at_least = 0, .doc = "Flat for this long."});
    b.field("join_time", d.join_time,
            {.unit = "s", .above = 0, .doc = "How soon points are led onto their chords."});
    b.field("rate_length", d.rate_length, {.doc = "Triangles: which side sets the rate of a face."});
}

void describe(Binder& b, ClothEntry& e) {
    ClothDef& d = e.cloth;
    b.about("Cloth: a grid, or any triangle mesh; at fixed resolution unless it has `adapt`.");
    describe_part(b, d.part);
    b.field("mesh", e.mesh, {.is_file = true, .doc = "OBJ, PLY, STL or glTF; a grid when empty."});
    b.field("columns", d.columns, {.at_least = 1, .at_most = 4096, .doc = "Squares along u (x)."});
    b.field("rows", d.rows, {.at_least = 1, .at_most = 4096, .doc = "Squares along v (-z)."});
    b.field("width", d.width, {.unit = "m", .above = 0, .doc = "Along u."});
    b.field("height", d.height, {.unit = "m", .above = 0, .doc = "Along v."});
    b.field("diagonal", d.diagonal, {.doc = "How squares are cut into triangles."});
    b.field("density", d.density, {.unit = "kg/m^2", .above = 0, .doc = "Mass per area."});
    b.field("law", d.law, {.doc = "Which springs there are and how stiff."});
    b.field("stiffness_law", d.stiffness_law, {.doc = "grid: what stiffness means."});
    b.field("stiffness", d.stiffness,
            {.unit = "N/m",
             .at_least = 0,
             .doc = "Of a spring of the grid, or the modulus of the edge laws; in N under the strain law."});
    b.field("damping_time", d.damping_time,
            {.unit = "s", .at_least = 0, .doc = "Spring damping over stiffness."});
    b.field("bend_rigidity", d.bend_rigidity,
            {.unit = "N m", .at_least = 0, .doc = "Of the plate; 0 for none."});
    b.field("poisson", d.poisson, {.at_least = 0, .below = 1, .doc = "Of bending."});
    b.field("bend_damping_time", d.bend_damping_time,
            {.unit = "s", .at_least = 0, .doc = "Bending damping over rigidity."});
    b.field("stretch", d.stretch, {.doc = "Start shape over rest shape, along each axis; not 0."});
    b.check(d.stretch.cwiseAbs().minCoeff() > 0,
            "a stretch of 0 lays all points upon each other; take a small number for a sheet that is pressed "
            "flat");
    b.field("adapt", d.adapt, {.doc = "Divides faces where it bends and joins them where it is flat."});
    b.field("level_law", d.level_law, {.doc = "adapt: how constants change with the level of a face."});
    b.field("holds_forces", d.holds_forces,
            {.doc = "adapt: forces are held between kicks, as in the source; this gains energy."});
    b.field("ball", d.ball.response, {.doc = "adapt: how balls meet it; exchange is the source's."});
    b.field("light_test", d.ball.light_test,
            {.doc = "ball: together or exchange: one over a side or a corner is not seen."});
    describe_holds(b, d.holds);
}

void describe(Binder& b, FrameDef& d) {
    b.field("position", d.position, {.unit = "m", .doc = "Centre of mass, part coordinates."});
    b.field("rotation", d.rotation, {.unit = "deg", .doc = "Axis times angle."});
    b.field("velocity", d.velocity, {.unit = "m/s", .doc = "At the start."});
    b.field("spin", d.spin, {.unit = "rad/s", .doc = "Angular velocity in part axes."});
    b.field("mass", d.mass, {.unit = "kg", .above = 0, .doc = "Of the body."});
    b.field("moments", d.moments, {.unit = "kg m^2", .above = 0, .doc = "About the body axes."});
}

void describe(Binder& b, TorqueDef& d) {
    b.field("frame", d.frame, {.at_least = 0, .doc = "Index in the part."});
    b.field("torque", d.torque, {.unit = "N m", .doc = "World axes."});
    b.field("force", d.force, {.unit = "N", .doc = "At the centre."});
    b.field("start", d.start, {.unit = "s", .doc = "From this time on."});
    b.field("stop", d.stop, {.unit = "s", .doc = "Until this time."});
}

void describe(Binder& b, FramesDef& d) {
    b.about("Free bodies with an orientation.");
    describe_part(b, d.part);
    b.field("frames", d.frames, {.doc = "The bodies."});
    b.field("torques", d.torques, {.doc = "Torques and forces held on them."});
}

}  // namespace souple
