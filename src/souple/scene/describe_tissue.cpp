// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/describe_tissue.h"

#include "souple/scene/describe_crowd.h"
#include "souple/scene/describe_parts.h"
#include "souple/scene/describe_picture.h"

namespace souple {

void describe(Binder& b, FibreDef& d) {
    b.about("A vessel or a nerve: segments from point to point.");
    b.field("points", d.points, {.unit = "m", .required = true, .min_size = 2, .doc = "At the start."});
    b.field("follow", d.follow, {.doc = "The motion or obstacle that carries it."});
}

void describe(Binder& b, MembraneDef& d) {
    b.about("The border of an organ: a patch of triangles, or a mesh.");
    b.field("corner", d.corner, {.unit = "m", .doc = "Of the patch, at the start."});
    b.field("a", d.a, {.unit = "m", .doc = "One side of it,"});
    b.field("b", d.b, {.unit = "m", .doc = "and the other."});
    b.field("columns", d.columns, {.at_least = 1, .at_most = 1000, .doc = "Pairs of triangles along a,"});
    b.field("rows", d.rows, {.at_least = 1, .at_most = 1000, .doc = "and along b."});
    b.field("file", d.file, {.is_file = true, .doc = "OBJ, PLY, STL or glTF, instead of the patch."});
    b.field("follow", d.follow, {.doc = "The motion or obstacle that carries it."});
}

void describe(Binder& b, TissueDef& d) {
    b.about(
        "A block of space with fibres and membranes in it, and a tip that is led through it. Cells are split "
        "around the tip and merged behind it.");
    b.field("name", d.name, {.min_size = 1, .doc = "How probes and reports call it."});
    b.field("space", d.space, {.doc = "The block and its first cells."});
    b.check(d.space.obstacles.empty(), "a tissue has no obstacles");
    b.field("levels", d.levels,
            {.at_least = 0, .at_most = deepest_space, .doc = "How often a cell may be split."});
    b.field("fibres", d.fibres, {.doc = "Segments in it."});
    b.field("membranes", d.membranes, {.doc = "Triangles in it."});
    b.field("follow", d.follow, {.required = true, .min_size = 1, .doc = "The motion that leads the tip."});
    b.field("segments", d.segments,
            {.at_least = 1, .at_most = 1000000, .doc = "Of the trail, at most; the last one grows on."});
    b.field("segment", d.segment,
            {.unit = "m", .above = 0, .doc = "Length at which a segment of the trail is complete."});
    b.field("refine_within", d.refine_within,
            {.unit = "m", .at_least = 0, .doc = "Cells that come so near to the tip are split."});
    b.field("sight", d.sight,
            {.unit = "m", .above = 0, .doc = "What is farther from the tip is not looked for."});
    const std::string reason = reason_against(d);
    b.check(reason.empty(), reason);
    describe_look(b);
}

}  // namespace souple
