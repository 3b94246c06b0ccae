// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/describe_scene.h"

#include "souple/scene/describe_picture.h"

namespace souple {

namespace {

const char* which_part = "Only on this part; on every part when empty.";

void describe_round_wind(Binder& b, Wind& d) {
    b.field("name", d.name, {.doc = "For paths."});
    b.field("centre", d.centre, {.unit = "m", .doc = "A point of the axis."});
    b.field("axis", d.axis, {.doc = "Direction of the axis; zero means spherical."});
    b.field("speed", d.speed, {.unit = "m/s", .doc = "At the core radius."});
    b.field("core", d.core, {.unit = "m", .above = 0, .doc = "Within it the speed falls to zero."});
    b.field("start", d.start, {.unit = "s", .doc = "Silent before."});
    b.field("stop", d.stop, {.unit = "s", .doc = "Silent after."});
}

}  // namespace

void describe(Binder& b, DragDef& d) {
    b.field("name", d.drag.name, {.doc = "For paths."});
    b.field("part", d.part, {.doc = which_part});
    b.field("linear", d.drag.linear, {.unit = "kg/s", .at_least = 0, .doc = "For each point."});
    b.field("quadratic", d.drag.quadratic, {.unit = "kg/m", .at_least = 0, .doc = "For each point."});
    b.field("rate", d.drag.rate, {.unit = "1/s", .at_least = 0, .doc = "Times the mass of each point."});
}

void describe(Binder& b, UniformWindDef& d) {
    b.about("The same air everywhere, with gusts: velocity (1 + gust sin(2 pi t / gust_period)).");
    b.field("name", d.wind.name, {.doc = "For paths."});
    b.field("velocity", d.wind.velocity, {.unit = "m/s", .doc = "Of the air."});
    b.field("gust", d.wind.gust, {.at_least = 0, .doc = "Relative amplitude."});
    b.field("gust_period", d.wind.gust_period, {.unit = "s", .above = 0, .doc = "Of the gusts."});
    b.field("start", d.wind.start, {.unit = "s", .doc = "Silent before."});
    b.field("stop", d.wind.stop, {.unit = "s", .doc = "Silent after."});
    b.field("decay_from", d.wind.decay_from,
            {.unit = "s", .at_least = 0, .doc = "From then on divided by 1.5 t at each image."});
    b.field("decay_rate", d.wind.decay_rate, {.unit = "1/s", .above = 0, .doc = "Images a second."});
}

void describe(Binder& b, SourceDef& d) {
    b.about("Air that flows out of a centre or an axis.");
    describe_round_wind(b, d.wind);
}

void describe(Binder& b, SinkDef& d) {
    b.about("Air that flows into a centre or an axis.");
    describe_round_wind(b, d.wind);
}

void describe(Binder& b, VortexDef& d) {
    b.about("Air that turns around an axis, right-handed.");
    describe_round_wind(b, d.wind);
    b.check(d.wind.axis.norm() > 0, "a vortex needs an axis");
}

void describe(Binder& b, PressureDef& d) {
    b.about("Wind pressure on the triangles of cloth.");
    b.field("name", d.pressure.name, {.doc = "For paths."});
    b.field("part", d.part, {.doc = which_part});
    b.field("density", d.pressure.density, {.unit = "kg/m^3", .at_least = 0, .doc = "Of the air."});
    b.field("coefficient", d.pressure.coefficient, {.at_least = 0, .doc = "Of drag of a flat plate."});
}

void describe(Binder& b, CentripetalDef& d) {
    b.about("The force that keeps a point on a circle at constant speed: a test of methods.");
    b.field("name", d.centripetal.name, {.doc = "For paths."});
    b.field("part", d.part, {.doc = which_part});
    b.field("centre", d.centripetal.centre, {.unit = "m", .doc = "Of the circle."});
}

void describe(Binder& b, LinkEndDef& d) {
    b.about("A material spot of a part: exactly one of point, rest, frame and every.");
    b.field("part", d.part, {.required = true, .min_size = 1, .doc = "Its name."});
    b.field("point", d.point, {.at_least = 0, .doc = "By the id of a point,"});
    b.field("rest", d.rest,
            {.unit = "m", .doc = "or nearest to this place of the rest shape, in part coordinates,"});
    b.field("frame", d.frame, {.at_least = 0, .doc = "or on this body of the part,"});
    b.field(
        "local", d.local,
        {.unit = "m", .doc = "at this place in its axes; where the other end is at the start if not given."});
    b.field("every", d.every, {.doc = "or every point and every body of the part: that many links."});
    b.check(d.point.has_value() + d.rest.has_value() + d.frame.has_value() + d.every == 1,
            "an end of a link needs exactly one of point, rest, frame and every");
    b.check(!d.local || d.frame, "local belongs to frame");
}

void describe(Binder& b, LinkDef& d) {
    b.about("Holds two spots together, on two parts or on two bodies of one; they may turn.");
    b.field("name", d.name, {.doc = "For paths."});
    b.field("a", d.a, {.required = true, .doc = "One end."});
    b.field("b", d.b, {.required = true, .doc = "The other."});
    b.field("stiffness", d.stiffness,
            {.unit = "N/m", .at_least = 0, .doc = "Of a spring of no length; 0 is rigid."});
    b.field("damping", d.damping, {.unit = "kg/s", .at_least = 0, .doc = "Of the spring."});
    b.field("rest_length", d.rest_length,
            {.unit = "m", .at_least = 0, .doc = "Above 0 only the distance is held, at this length."});
    b.field("catches_within", d.catches_within,
            {.unit = "m", .at_least = 0, .doc = "Takes hold when its ends come nearer than this."});
    b.field("lets_go_beyond", d.lets_go_beyond,
            {.unit = "m", .at_least = 0, .doc = "Lets go when they are farther apart than this."});
    b.field("strength", d.strength, {.unit = "N", .at_least = 0, .doc = "Lets go when it takes more."});
    b.field("once", d.once, {.doc = "What lets go is broken for good, as it is without catches_within."});
    b.check(!d.catches_within || !d.lets_go_beyond || *d.catches_within <= *d.lets_go_beyond,
            "a link must not let go nearer than it catches");
    b.check(!(d.a.every || d.b.every) || d.catches_within || d.lets_go_beyond,
            "links between every two spots need catches_within or lets_go_beyond");
    b.check(d.damping == 0 || d.stiffness > 0, "damping belongs to a spring: it needs a stiffness");
    b.check(!(d.a.frame && d.b.frame) || d.a.local || d.b.local || d.rest_length > 0 || d.catches_within,
            "a link between two bodies needs local at one end at least");
}

void describe(Binder& b, AnimateDef& d) {
    b.about("Changes a number of the scene over time.");
    b.field("name", d.name, {.doc = "For paths."});
    b.field("path", d.path, {.required = true, .min_size = 1, .doc = "For example parts.nappe.stiffness."});
    b.field("keys", d.keys,
            {.required = true, .min_size = 1, .doc = "[time in s, value], times increasing."});
}

void describe(Binder& b, MotionDef& d) {
    b.about("A movement that obstacles, pins, ties and hair may follow: key frames, or a body of a part.");
    b.field("name", d.name, {.min_size = 1, .doc = "What `follow` says, and the `motion` of an obstacle."});
    b.field("keys", d.keys, {.doc = "Placements at increasing times."});
    b.field("smooth", d.smooth, {.doc = "Ease in and out between keys."});
    b.field("part", d.part, {.doc = "Or a part that comes before those who follow,"});
    b.field("frame", d.frame, {.at_least = 0, .doc = "and which of its bodies carries it."});
    b.check(d.keys.empty() != d.part.empty(), "a motion needs either keys or a part");
}

void describe(Binder& b, HoldSpotDef& d) {
    b.about(
        "Holds a spot: a point of a plain part stays there exactly; a body, or cloth that refines itself, "
        "hangs there on a damped spring.");
    b.field("name", d.name, {.doc = "For paths."});
    b.field("spot", d.spot, {.required = true, .doc = "Of which material."});
    b.field("at", d.at, {.unit = "m", .doc = "Where; where the spot is then if not given."});
    b.field("from", d.from, {.unit = "s", .doc = "From this time on."});
    b.check(!d.spot.every, "one spot is held: every belongs to links");
}

void describe(Binder& b, LoadSpotDef& d) {
    b.about("A force on a spot.");
    b.field("name", d.name, {.doc = "For paths."});
    b.field("spot", d.spot, {.required = true, .doc = "Of which material."});
    b.field("force", d.force, {.unit = "N", .required = true, .doc = "In world axes."});
    b.field("from", d.from, {.unit = "s", .doc = "From this time on."});
    b.check(!d.spot.every, "one spot is loaded: every belongs to links");
}

void describe(Binder& b, ProbeDef& d) {
    b.about("A number measured over time.");
    b.field("name", d.name, {.required = true, .min_size = 1, .doc = "What expectations call it."});
    b.field("measure", d.measure, {.required = true, .doc = "What is measured."});
    b.field("part", d.part, {.doc = "Of this part; of all when empty."});
    b.field("other", d.other, {.doc = "Distances: the part measured to."});
    b.field("component", d.component, {.doc = "Of measures that are vectors."});
    b.field("point", d.point,
            {.at_least = 0, .doc = "position, velocity, speed, mass: of the point with this id,"});
    b.field("rest", d.rest,
            {.unit = "m", .doc = "or of the material spot nearest to this place of the rest shape,"});
    b.field("frame", d.frame, {.at_least = 0, .doc = "or of a spot of this frame of the part."});
    b.field("link", d.link, {.doc = "articulated: that frame by the name of its link or of its joint."});
    b.field("local", d.local, {.unit = "m", .doc = "The spot in the frame's axes."});
    b.field("relative_to", d.relative_to, {.unit = "m", .doc = "position: measured from here."});
    b.field("region", d.region, {.doc = "mean_agent_speed, agent_density: of the agents in here."});
    const bool is_density = d.measure == Measure::AgentDensity;
    b.check(d.region || !is_density, "agent_density needs a region");
    b.check(!d.region || is_density || d.measure == Measure::MeanAgentSpeed,
            "only mean_agent_speed and agent_density have a region");
    b.check(!d.region || (d.region->high[0] > d.region->low[0] && d.region->high[1] > d.region->low[1]),
            "a region reaches from low to high, and has an area");
    b.field("relative_to_start", d.relative_to_start, {.doc = "Difference from the value at the start."});
    b.field(
        "may_be_undefined", d.may_be_undefined,
        {.doc = "There are moments with nothing to measure: expectations leave them out, the run goes on."});
    b.check(!d.link.empty() + d.frame.has_value() < 2,
            "link and frame name the same thing: give one of them");
}

void describe(Binder& b, ExpectDef& d) {
    b.about("A bound on a probe. `at` is a time in s, or end, always, max, min or mean.");
    b.field("name", d.name, {.doc = "For the report."});
    b.field("probe", d.probe, {.required = true, .min_size = 1, .doc = "Its name."});
    b.field("at", d.at, {.doc = "When: a time [s], \"end\", \"always\", \"max\", \"min\" or \"mean\"."});
    b.field("from", d.from,
            {.unit = "s", .at_least = 0, .doc = "What was recorded before is not looked at."});
    b.field("below", d.below, {.doc = "The value is less than this."});
    b.field("above", d.above, {.doc = "The value is more than this."});
    b.field("between", d.between, {.doc = "The value lies in this closed interval."});
    b.field("near", d.near, {.doc = "The value is this, up to the tolerance."});
    b.field("tolerance", d.tolerance, {.at_least = 0, .doc = "Of near."});
    const int bounds = d.below.has_value() + d.above.has_value() + d.between.has_value() + d.near.has_value();
    b.check(bounds == 1, "an expectation has exactly one of below, above, between and near");
    b.check(!d.between || (*d.between)[0] <= (*d.between)[1],
            "between goes from the lower to the higher bound");
}

void describe(Binder& b, PreRollDef& d) {
    b.about("Simulated before time 0, to let the scene settle.");
    b.field("duration", d.duration, {.unit = "s", .at_least = 0, .doc = "How long."});
    b.field("damping", d.damping,
            {.unit = "1/s", .at_least = 0, .doc = "Extra damping of velocities, only then."});
    b.field("stop", d.stop, {.doc = "All velocities are zero at time 0."});
}

void describe(Binder& b, SceneDef& d) {
    b.about("A scene of souple. SI units, right-handed, Y up.");
    b.field("souple", d.souple,
            {.at_least = 1, .at_most = 1, .required = true, .doc = "Version of the format."});
    b.field("title", d.title, {.doc = "A few words."});
    b.field("about", d.about, {.doc = "What to look for."});
    b.field("duration", d.duration, {.unit = "s", .above = 0, .at_most = 1e6, .doc = "Simulated time."});
    b.field("frames_per_second", d.frames_per_second,
            {.unit = "1/s", .above = 0, .doc = "Of pictures and progress."});
    b.field("step", d.step, {.unit = "s", .above = 0, .doc = "Length of a step."});
    b.field("intervals", d.intervals,
            {.at_least = 1, .at_most = 100000, .doc = "Coupling intervals in a step."});
    b.field("seed", d.seed, {.doc = "Of every random stream."});
    b.field("gravity", d.gravity, {.unit = "m/s^2", .doc = "Acceleration of everything."});
    b.field("max_speed", d.max_speed, {.unit = "m/s", .above = 0, .doc = "Faster is an explosion."});
    b.field("contact", d.contact, {.doc = "How contacts between parts are answered."});
    b.field("strangers", d.strangers, {.doc = "Pairs of parts that pass through each other, by name."});
    b.field("pre_roll", d.pre_roll, {.doc = "Settling before time 0."});
    b.field("parts", d.parts, {.doc = "What is in the scene."});
    b.field("links", d.links, {.doc = "What holds spots of two parts together."});
    b.field("fields", d.fields, {.doc = "Drag, winds and other forces from outside."});
    b.field("motions", d.motions, {.doc = "Movements that obstacles, pins, ties and hair share by name."});
    b.field("controls", d.controls, {.doc = "What the animator drives."});
    b.field("probes", d.probes, {.doc = "What is measured."});
    b.field("expect", d.expect, {.doc = "What must come out."});
    describe_picture(b, d);
    b.field("breaks_with", d.breaks_with, {.doc = "PATH=VALUE that must make an expectation fail."});
}

}  // namespace souple
