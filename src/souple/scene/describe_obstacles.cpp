// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What scene files may say about obstacles.
#include "souple/scene/describe_parts.h"
#include "souple/scene/describe_picture.h"

namespace souple {

void describe(Binder& b, PlaneDef& d) {
    b.about("The half-space below a plane.");
    b.field("normal", d.normal, {.doc = "Out of the solid."});
    b.field("offset", d.offset, {.unit = "m", .doc = "Along the normal."});
    b.check(d.normal.norm() > 0, "the normal has no direction");
}

void describe(Binder& b, SphereDef& d) {
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of the sphere."});
}

void describe(Binder& b, EllipsoidDef& d) {
    b.field("radii", d.radii, {.unit = "m", .above = 0, .doc = "Along its axes."});
}

void describe(Binder& b, BoxDef& d) {
    b.field("size", d.size, {.unit = "m", .above = 0, .doc = "Whole sides."});
}

void describe(Binder& b, CapsuleDef& d) {
    b.field("radius", d.radius, {.unit = "m", .above = 0, .doc = "Of the rounded cylinder."});
    b.field("length", d.length,
            {.unit = "m", .at_least = 0, .doc = "Of its axis, along y, without the caps."});
}

void describe(Binder& b, MeshDef& d) {
    b.field("file", d.file,
            {.required = true, .is_file = true, .min_size = 1, .doc = "OBJ, PLY, STL or glTF."});
}

void describe(Binder& b, FormulaDef& d) {
    b.about("An in/out field: inside where the formula is negative.");
    b.field("inside", d.inside,
            {.required = true, .min_size = 1, .doc = "In x, y, z [m], for example x^2+y^2+z^2-1."});
    b.field("low", d.low, {.unit = "m", .doc = "Corner of the box that holds the solid."});
    b.field("high", d.high, {.unit = "m", .doc = "The opposite corner."});
    b.check((d.high - d.low).minCoeff() > 0, "the box from low to high is empty");
}

void describe(Binder& b, MeshSequenceDef& d) {
    b.about("A mesh that deforms over time.");
    b.field("file", d.file,
            {.required = true,
             .is_file = true,
             .min_size = 1,
             .doc = "An animated glTF, or an OBJ pattern such as shape_####.obj."});
    b.field("frames_per_second", d.frames_per_second,
            {.unit = "1/s", .above = 0, .doc = "Of an OBJ sequence."});
}

void describe(Binder& b, PoseKeyDef& d) {
    b.field("time", d.time, {.unit = "s", .required = true, .doc = "Of this key; times increase."});
    b.field("position", d.position, {.unit = "m", .doc = "Where."});
    b.field("rotation", d.rotation, {.unit = "deg", .doc = "Axis times angle."});
}

void read_value(ReadContext& c, const Node& node, ObstacleMotionDef& value, const FieldOptions& options) {
    value = {};
    if (!node.is(NodeKind::String)) return read_value(c, node, value.keys, options);
    FieldOptions name = options;
    name.min_size = 1;
    read_value(c, node, value.name, name);
}

Node schema_of_value(const ObstacleMotionDef& value, const FieldOptions& options) {
    Node schema = schema_of_value(value.keys, options);
    set_member(schema, "type", make_array({"array", "string"}));
    return schema;
}

Node node_of_value(const ObstacleMotionDef& value, const FieldOptions& options) {
    return value.name.empty() ? node_of_value(value.keys, options) : Node(value.name);
}

void describe(Binder& b, ObstacleDef& d) {
    b.about("A solid that points meet; nothing moves it but its motion or its mesh sequence.");
    b.field("name", d.name, {.min_size = 1, .doc = "How pins and reports call it."});
    b.field("shape", d.shape, {.required = true, .doc = "What it is."});
    b.field("position", d.position, {.unit = "m", .doc = "Where it stands."});
    b.field("rotation", d.rotation, {.unit = "deg", .doc = "Axis times angle."});
    b.field("motion", d.motion,
            {.doc = "Key frames instead of position and rotation; or the name of a motion, in whose axes "
                    "those are."});
    b.field("smooth", d.smooth, {.doc = "Ease in and out between keys."});
    b.field("restitution", d.restitution, {.at_least = 0, .at_most = 1, .doc = "1 is the mirror law."});
    b.field("friction", d.friction, {.at_least = 0, .doc = "Coulomb's coefficient."});
    b.field("tangential_keep", d.tangential_keep,
            {.at_least = 0, .at_most = 1, .doc = "Sliding speed kept at an impact."});
    b.field("bounce_speed", d.bounce_speed,
            {.unit = "m/s", .at_least = 0, .doc = "Slower impacts do not bounce."});
    b.check(!d.smooth || d.motion.name.empty(),
            "smooth belongs to keys: the motion itself says whether it is");
    describe_look(b);
}

}  // namespace souple
