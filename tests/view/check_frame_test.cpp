// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests view/check_frame.cpp.
#include "souple/view/check_frame.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "souple/core/errors.h"

namespace souple {

namespace {

/// One of each kind, all in order.
Frame good_frame() {
    Frame frame;
    frame.points = {
        {{"balls", "", {{"speed", "m/s", {}, {}, {1, 2}}}}, {Vec3::Zero(), Vec3::Ones()}, {0.1f}}};
    frame.discs = {{{"discs", "", {}}, {Vec3::Zero()}, {Vec3::UnitY()}, {0.1f}}};
    frame.curves = {{{"hair", "", {}}, {Vec3::Zero(), Vec3::Ones()}, {0, 2}, {0.1f, 0.2f}}};
    const SurfaceView triangle{{"cloth", "", {{"area", "m^2", {}, QuantityPlace::Faces, {1}}}},
                               {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()},
                               {{0, 1, 2}}};
    frame.surfaces = {triangle};
    frame.instances = {{{"body", "", {}}, std::make_shared<const SurfaceView>(triangle), {Pose{}}, false}};
    return frame;
}

/// The complaint about a frame that one change has spoilt.
std::string complaint(const std::function<void(Frame&)>& spoil) {
    Frame frame = good_frame();
    spoil(frame);
    try {
        check(frame);
    } catch (const InputError& error) {
        return error.what();
    }
    return "none";
}

}  // namespace

TEST(CheckFrame, a_frame_in_order_passes) {
    EXPECT_EQ(complaint([](Frame&) {}), "none");
    EXPECT_NO_THROW(check(Frame{}));
}

TEST(CheckFrame, what_is_wrong_is_said_with_the_name_of_the_structure) {
    constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
    constexpr Real inf = std::numeric_limits<Real>::infinity();
    EXPECT_EQ(complaint([](Frame& f) { f.surfaces[0].triangles[0][2] = 3; }),
              "structure 'cloth': a triangle has a corner that does not exist");
    EXPECT_EQ(complaint([](Frame& f) { f.surfaces[0].triangles[0][2] = -1; }),
              "structure 'cloth': a triangle has a corner that does not exist");
    EXPECT_EQ(complaint([](Frame& f) { f.points[0].positions[1].y() = nan; }),
              "structure 'balls': a place is not finite");
    EXPECT_EQ(complaint([](Frame& f) { f.points[0].positions[1].y() = -inf; }),
              "structure 'balls': a place is not finite");
    EXPECT_EQ(complaint([](Frame& f) { f.points[0].positions[1].y() = -1e30; }),
              "structure 'balls': a place is 1e30 m away or more, farther than a recording can hold");
    EXPECT_EQ(complaint([](Frame& f) { f.instances[0].poses[0].position.x() = 1e31; }),
              "structure 'body': a place is 1e30 m away or more, farther than a recording can hold");
    EXPECT_EQ(complaint([](Frame& f) { f.points[0].radii = {}; }),
              "structure 'balls': the number of radii is wrong");
    EXPECT_EQ(complaint([](Frame& f) { f.points[0].radii = {-1}; }),
              "structure 'balls': a radius is negative or not finite");
    EXPECT_EQ(complaint([](Frame& f) { f.discs[0].normals.clear(); }),
              "structure 'discs': the number of normals is wrong");
    EXPECT_EQ(complaint([](Frame& f) { f.instances[0].poses[0].rotation.w() = nan; }),
              "structure 'body': a placement is not finite or not a rotation");
    EXPECT_EQ(complaint([](Frame& f) { f.instances[0].mesh = nullptr; }),
              "structure 'body': the mesh is missing");
    EXPECT_EQ(complaint([](Frame& f) { f.discs[0].head.name = "hair"; }),
              "structure 'hair': the name is used twice");
    EXPECT_EQ(complaint([](Frame& f) { f.discs[0].head.name = ""; }), "a structure has no name");
}

TEST(CheckFrame, curves_must_cover_their_positions_in_order) {
    EXPECT_EQ(complaint([](Frame& f) {
                  f.curves[0].first = {0, 1};
              }),
              "structure 'hair': the last curve does not end at the last position");
    EXPECT_EQ(complaint([](Frame& f) {
                  f.curves[0].first = {0, 3, 2};
              }),
              "structure 'hair': a curve ends before it starts");
    EXPECT_EQ(complaint([](Frame& f) { f.curves[0].first = {}; }),
              "structure 'hair': the first curve does not start at 0");
}

TEST(CheckFrame, a_quantity_has_one_value_or_three_for_each_node_or_face) {
    const std::string wrong = "a quantity has the wrong number of values";
    EXPECT_EQ(complaint([](Frame& f) { f.points[0].head.quantities[0].values.push_back(3); }),
              "structure 'balls': " + wrong);
    EXPECT_EQ(complaint([](Frame& f) { f.points[0].head.quantities[0].kind = QuantityKind::Colour; }),
              "structure 'balls': " + wrong);
    EXPECT_EQ(complaint([](Frame& f) { f.surfaces[0].head.quantities[0].place = QuantityPlace::Nodes; }),
              "structure 'cloth': " + wrong);
}

}  // namespace souple
