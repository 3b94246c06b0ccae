// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What scene files may say about hair.
#include "souple/scene/describe_parts.h"

namespace souple {

void describe(Binder& b, RootDef& d) {
    b.field("position", d.position,
            {.unit = "m", .doc = "Of the first particle outside the head, part coordinates."});
    b.field("direction", d.direction, {.doc = "Which way the wisp leaves, part axes."});
    b.check(d.direction.norm() > 0, "the direction has no length");
}

void describe(Binder& b, RootGridDef& d) {
    b.about("Roots in rows along x and z.");
    b.field("columns", d.columns, {.at_least = 1, .at_most = 1000, .doc = "Along x."});
    b.field("rows", d.rows, {.at_least = 1, .at_most = 1000, .doc = "Along z."});
    b.field("spacing", d.spacing, {.unit = "m", .above = 0, .doc = "From one root to the next."});
    b.field("direction", d.direction, {.doc = "Which way the wisps leave."});
    b.check(d.direction.norm() > 0, "the direction has no length");
}

void describe(Binder& b, ScalpDef& d) {
    b.about("Roots spread evenly over the head, which leave across its surface.");
    b.field("count", d.count, {.at_least = 1, .at_most = 100000, .doc = "Wisps."});
    b.field("angle", d.angle,
            {.unit = "deg", .above = 0, .at_most = 180, .doc = "From the top of the head."});
    b.field("face", d.face,
            {.unit = "deg",
             .at_least = 0,
             .below = 180,
             .doc = "Half-angle around the front (+z) that stays free"});
    b.field("brow", d.brow, {.unit = "deg", .at_least = 0, .at_most = 180, .doc = "this far below the top."});
}

void describe(Binder& b, WispMaterial& d) {
    b.about("Skeleton and envelope of a wisp.");
    b.field("stiffness", d.stiffness, {.unit = "N/m", .at_least = 0, .doc = "Of one segment."});
    b.field("damping", d.damping, {.unit = "kg/s", .at_least = 0, .doc = "Of one segment."});
    b.field(
        "bend_stiffness", d.bend_stiffness,
        {.unit = "N/m or N m/rad", .at_least = 0, .doc = "Of a spring over two segments, or of a hinge."});
    b.field("bend_damping", d.bend_damping,
            {.unit = "kg/s or N m s/rad", .at_least = 0, .doc = "Of the same."});
    b.field("hinges", d.hinges, {.doc = "Angular hinges instead of springs over two segments."});
    b.field("samples", d.samples,
            {.at_least = 3, .at_most = most_wisp_samples, .doc = "Of the envelope, around each particle."});
    b.field("sample_mass", d.sample_mass, {.unit = "kg", .above = 0, .doc = "Of one sample."});
    b.field("sample_stiffness", d.sample_stiffness,
            {.unit = "N/m", .at_least = 0, .doc = "Of its spring to the skeleton."});
    b.field("sample_damping", d.sample_damping, {.unit = "kg/s", .at_least = 0, .doc = "Of the same."});
    b.field("law", d.law,
            {.doc = "relative: samples feel that their particle accelerates; literal: the source's."});
    b.field("twist_stiffness", d.twist_stiffness,
            {.unit = "N m/rad", .at_least = 0, .doc = "Of a segment about itself; 0: sections never twist."});
    b.field("twist_damping", d.twist_damping, {.unit = "N m s/rad", .at_least = 0, .doc = "Of the same."});
    b.field("turning", d.turning,
            {.unit = "1/(kg m^2)",
             .at_least = 0,
             .doc = "Above 0: segments only turn, one after the other from the root, for comparison."});
}

void describe(Binder& b, WispContactRule& d) {
    b.about("What happens where wisps meet.");
    b.field("collide", d.collide, {.doc = "Sections that move across each other stop."});
    b.field("interpenetrate", d.interpenetrate, {.doc = "Sections that move along each other rub."});
    b.field("threshold", d.threshold,
            {.at_least = 0,
             .at_most = 1.0001,
             .doc = "They rub where the cosine to their common normal is below."});
    b.field("viscosity", d.viscosity, {.unit = "1/s", .at_least = 0, .doc = "Of rubbing at rest density."});
    b.field("search", d.search, {.doc = "segments: their distance; points: the source's point in section."});
    b.field("response", d.response, {.doc = "symmetric keeps momentum; one_sided is the source's."});
}

void describe(Binder& b, WispSplitRule& d) {
    b.about("When wisps split and come together.");
    b.field(
        "ratio", d.ratio,
        {.at_least = 0, .below = 1, .doc = "Smallest over largest diameter that is borne; 0: never splits."});
    b.field("sibling_distance", d.sibling_distance,
            {.unit = "m", .at_least = 0, .doc = "Halves split again, and meet, only when so far apart."});
    b.field("envelope_scale", d.envelope_scale,
            {.above = 0, .at_most = 1, .doc = "Rest radius of the halves over the parent's: 1 or 0.5."});
    b.field("velocity", d.velocity, {.doc = "momentum keeps it; speed is the source's."});
    b.field("push", d.push,
            {.unit = "m/s", .at_least = 0, .doc = "momentum: away from each other, at the tip."});
    b.field("merge_distance", d.merge_distance,
            {.unit = "m", .at_least = 0, .doc = "Halves this close become one again; 0: never."});
    b.field("merge_time", d.merge_time, {.unit = "s", .above = 0, .doc = "After so long."});
}

void describe(Binder& b, HairLook& d) {
    b.about("The single hairs, drawn from a seed.");
    b.field("hairs", d.hairs, {.at_least = 0, .at_most = 100000, .doc = "Of each wisp."});
    b.field("spread", d.spread, {.above = 0, .doc = "Standard deviation in the unit disc."});
    b.field("wobble", d.wobble, {.at_least = 0, .doc = "From section to section, in the unit disc."});
    b.field("shorter", d.shorter,
            {.at_least = 0, .below = 1, .doc = "Up to this part of the length is missing."});
    b.field("drawn", d.drawn, {.above = 0, .at_most = 1, .doc = "Part of the rest length that is drawn."});
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of a drawn hair."});
    b.field("points", d.points, {.at_least = 1, .at_most = 64, .doc = "Of a curve in each section."});
    b.field("rule", d.rule, {.doc = "How hairs move with the envelope."});
    b.field("seed", d.seed, {.doc = "Of where they are."});
}

void describe(Binder& b, HairDef& d) {
    b.about("Hair as deformable wisps.");
    describe_part(b, d.part);
    b.field("head", d.head, {.doc = "The obstacle or motion that carries the roots; they stay when empty."});
    b.field("roots", d.roots, {.doc = "Single roots."});
    b.field("grids", d.grids, {.doc = "Rows of roots."});
    b.field("scalps", d.scalps, {.doc = "Roots all over the head."});
    b.field("particles", d.particles,
            {.at_least = 3, .at_most = most_wisp_particles, .doc = "Of a wisp; the first two are held."});
    b.field("length", d.length, {.unit = "m", .above = 0, .doc = "Of a wisp."});
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of a wisp."});
    b.field("tip_radius", d.tip_radius, {.above = 0, .doc = "At the tip, over that at the root."});
    b.field("mass", d.mass, {.unit = "kg", .above = 0, .doc = "Of a wisp's skeleton."});
    b.field("room", d.room,
            {.at_least = 0, .at_most = 1000000, .doc = "Wisps after splitting; 0: four times the roots."});
    b.field("wisp", d.material, {.doc = "Skeleton and envelope."});
    b.field("meeting", d.contact, {.doc = "Where wisps meet."});
    b.field("split", d.split, {.doc = "When they split."});
    b.field("hairs", d.look, {.doc = "The single hairs."});
    b.field("shielding", d.shielding,
            {.at_least = 0,
             .below = 1,
             .doc = "Part of the wind that each particle takes from those behind it."});
    b.field("stretch_limit", d.stretch_limit,
            {.at_least = 0, .doc = "Largest strain after a push out of an obstacle; 0: none."});
    b.field("groom", d.groom, {.is_file = true, .doc = "Start shape: a file that `souple run -o` wrote."});
}

}  // namespace souple
