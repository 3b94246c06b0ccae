// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/read_urdf.h
#include "souple/scene/read_urdf.h"

#include <gtest/gtest.h>

#include <cmath>

#include "souple/core/errors.h"
#include "support/test_scene.h"

namespace souple {
namespace {

const std::string inertial =
    R"(<inertial><origin xyz="0.5 0 0"/><mass value="2"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="2" iyz="0" izz="2.5"/></inertial>)";

/// A tree of two links, with this joint on line 3 and this in its child on line 4.
std::string two_links(const std::string& joint, const std::string& child) {
    return "<robot name=\"r\">\n<link name=\"world\"/>\n" + joint + "\n<link name=\"arm\">" + child +
           "</link>\n</robot>\n";
}

std::string joint_with(const std::string& type, const std::string& more) {
    return R"(<joint name="j" type=")" + type + R"("><parent link="world"/><child link="arm"/>)" + more +
           "</joint>";
}

const std::string tilted = R"(<origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/><axis xyz="0 1 0"/>)";
const std::string limits = R"(<limit lower="-1" upper="0.5" effort="1" velocity="1"/>)";

std::string urdf_complaint(const std::string& text) {
    try {
        read_urdf(text, "r.urdf", {});
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(ReadUrdf, a_hinge_has_its_place_axis_limits_and_damping) {
    const std::vector<LimbDef> limbs = read_urdf(
        two_links(joint_with("revolute", tilted + limits + R"(<dynamics damping="0.25"/>)"), inertial),
        "r.urdf", {});
    ASSERT_EQ(limbs.size(), 1u) << "the root without mass is the world";
    const JointDef& joint = limbs[0].joint;
    EXPECT_EQ(joint.kind, JointKind::Hinge);
    EXPECT_LT((joint.at - Vec3(1, 2, 3)).norm(), 1e-12);
    EXPECT_LT((joint.axis - Vec3(-1, 0, 0)).norm(), 1e-12) << "turned with its frame";
    EXPECT_NEAR((*joint.limits)[0], -180 / M_PI, 1e-9);
    EXPECT_NEAR((*joint.limits)[1], 90 / M_PI, 1e-9);
    EXPECT_DOUBLE_EQ(joint.damping, 0.25);
    EXPECT_DOUBLE_EQ(limbs[0].mass->mass, 2);
}

TEST(ReadUrdf, the_arm_hangs_with_its_own_mass_and_moments) {
    World world;
    ArticulatedDef def;
    def.links = read_urdf(two_links(joint_with("continuous", tilted), inertial), "r.urdf", {});
    add_articulated(world, def);
    const FrameInertia& inertia = world.model.frame_inertia[0];
    EXPECT_DOUBLE_EQ(inertia.mass, 2);
    EXPECT_NEAR(inertia.moments.sum(), 5.5, 1e-12);
    EXPECT_LT((world.state.frames.x[0] - Vec3(1, 2.5, 3)).norm(), 1e-12);
}

TEST(ReadUrdf, a_link_without_mass_gives_its_shape_to_what_carries_it) {
    const std::string hand =
        R"(<joint name="k" type="fixed"><parent link="arm"/><child link="hand"/><origin xyz="1 0 0"/></joint>
        <link name="hand"><collision><geometry><cylinder radius="0.1" length="0.4"/></geometry></collision></link>)";
    const std::string text = two_links(joint_with("prismatic", tilted + limits) + hand, inertial);
    const std::vector<LimbDef> limbs = read_urdf(text, "r.urdf", {});
    ASSERT_EQ(limbs.size(), 1u);
    EXPECT_EQ(limbs[0].joint.kind, JointKind::Slider);
    EXPECT_DOUBLE_EQ((*limbs[0].joint.limits)[1], 0.5);
    ASSERT_EQ(limbs[0].body.solid.pieces.size(), 1u);
    const Piece& piece = limbs[0].body.solid.pieces[0];
    EXPECT_LT((piece.pose.position - Vec3(1, 0, 0)).norm(), 1e-12);
    EXPECT_NEAR(std::abs((piece.pose.rotation * Vec3::UnitY()).z()), 1, 1e-12) << "along z";
}

TEST(ReadUrdf, the_robot_of_the_data_folder_is_a_tree_of_five_links) {
    const std::vector<LimbDef> limbs =
        load_urdf(std::string(SOUPLE_SOURCE_DIR) + "/data/two_armed.urdf", false);
    ASSERT_EQ(limbs.size(), 5u);
    EXPECT_EQ(limbs[0].name, "post");
    EXPECT_EQ(limbs[0].parent, "");
    World world;
    ArticulatedDef def;
    def.links = limbs;
    add_articulated(world, def);
    Real mass = 0;
    for (const FrameInertia& inertia : world.model.frame_inertia) mass += inertia.mass;
    EXPECT_DOUBLE_EQ(mass, 13);
}

TEST(ReadUrdf, complaints_name_the_file_and_the_line) {
    EXPECT_EQ(urdf_complaint(two_links(joint_with("continuous", tilted), inertial)), "");
    const std::string broken = urdf_complaint("<robot name=\"r\">\n<link name=\"a\">\n</robot>");
    EXPECT_TRUE(has(broken, "r.urdf:")) << broken;
    EXPECT_TRUE(has(urdf_complaint("<model/>"), "no element robot"));
    const std::string light = urdf_complaint(two_links(joint_with("continuous", tilted), ""));
    EXPECT_TRUE(has(light, "r.urdf:4: link 'arm' has no mass")) << light;
    const std::string planar = urdf_complaint(two_links(joint_with("planar", tilted), inertial));
    EXPECT_TRUE(has(planar, "r.urdf:3: joint 'j' is planar")) << planar;
    const std::string unknown = urdf_complaint(two_links(
        R"(<joint name="j" type="fixed"><parent link="nobody"/><child link="arm"/></joint>)", inertial));
    EXPECT_TRUE(has(unknown, "r.urdf:")) << unknown;
    const std::string wrong =
        urdf_complaint(two_links(joint_with("continuous", tilted), R"(<inertial><mass value="2"/>
        <inertia ixx="-1" ixy="0" ixz="0" iyy="2" iyz="0" izz="2"/></inertial>)"));
    EXPECT_TRUE(has(wrong, "r.urdf:4: link 'arm' has a mass or a moment")) << wrong;
    const std::string mesh = urdf_complaint(two_links(
        joint_with("continuous", tilted),
        inertial + R"(<collision><geometry><mesh filename="package://x/y.obj"/></geometry></collision>)"));
    EXPECT_TRUE(has(mesh, "r.urdf:4: mesh 'package://x/y.obj'")) << mesh;
    const std::string flat = urdf_complaint(
        two_links(joint_with("continuous", tilted),
                  inertial + R"(<collision><geometry><sphere radius="-1"/></geometry></collision>)"));
    EXPECT_TRUE(has(flat, "r.urdf:4: ")) << flat;
}

TEST(ReadUrdf, rings_depth_and_stray_bytes_are_refused) {
    const std::string ring =
        R"(<robot name="r"><link name="a"/><link name="b"/><link name="c"/>
        <joint name="j" type="fixed"><parent link="b"/><child link="c"/></joint>
        <joint name="k" type="fixed"><parent link="c"/><child link="b"/></joint></robot>)";
    EXPECT_TRUE(has(urdf_complaint(ring), "r.urdf:3: link 'b' is its own ancestor"));
    std::string deep = "<robot name=\"r\">";
    for (int k = 0; k < 100000; ++k) deep += "<a>";
    EXPECT_TRUE(has(urdf_complaint(deep), "nested deeper"));
    std::string masked = "<!-- </a></a> -->";
    for (int i = 0; i < 100; ++i) masked += "<a x=\"/>\" y='</b>'>";
    EXPECT_TRUE(has(urdf_complaint(masked), "nested deeper")) << "signs in comments and quotes mean nothing";
    EXPECT_TRUE(has(urdf_complaint(std::string("<robot>\0</robot>", 16)), "does not belong"));
    EXPECT_TRUE(has(urdf_complaint("<robot>\n\xEF</robot>"), "r.urdf:2: byte 0xef"));
    EXPECT_NE(urdf_complaint(""), "");
}

}  // namespace
TEST(ReadUrdf, joints_keep_their_names_and_drive_and_probe_by_them) {
    const auto scene_with = [](const std::string& drive, const std::string& probe) {
        return scene_text(
            R"("duration": 0.1, "step": 0.01, "parts": [ { "kind": "articulated", "name": "robot",
            "urdf": ")" SOUPLE_SOURCE_DIR R"(/data/two_armed.urdf", "drives": [ { "link": ")" +
            drive + R"(", "keys": [[0, 1]] } ] } ],
            "probes": [ { "name": "p", "measure": "joint_position", "part": "robot", "link": ")" +
            probe + R"(" } ])");
    };
    const auto run = [&](const std::string& drive, const std::string& probe) {
        Simulation simulation = make_simulation(load_scene_text(scene_with(drive, probe), "r.json"));
        for (int k = 0; k < 10; ++k) advance(simulation);
        return simulation.probes[0].values.back();
    };
    EXPECT_NE(run("weight", "weight"), 0);
    EXPECT_EQ(run("rail", "rail"), run("weight", "weight"));
    EXPECT_EQ(run("left_elbow", "left_elbow"), run("left_forearm", "left_forearm"));
    const auto complaint = [&](const std::string& drive, const std::string& probe) -> std::string {
        try {
            run(drive, probe);
        } catch (const SceneError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_TRUE(has(complaint("rial", "rail"),
                    "names 'rial', and no link or joint is called so; did you mean \"rail\"?"));
    EXPECT_TRUE(has(complaint("zzzzzzz", "rail"), "known links and joints: post"));
    EXPECT_TRUE(has(complaint("rail", "left_elbw"),
                    "has no link or joint 'left_elbw'; did you mean \"left_elbow\"?"));
    EXPECT_TRUE(has(complaint("rail", "zzzzzzz"), "probes.p"));
}

}  // namespace souple
