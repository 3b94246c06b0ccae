// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/stl_file.cpp
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstring>

#include "souple/core/errors.h"
#include "souple/core/rng.h"
#include "souple/geometry/mesh_files.h"

using namespace souple;
using testing::HasSubstr;

namespace {

std::string text_stl(const TriangleMesh& mesh) {
    std::string text = "solid a ball of some kind\n";
    for (const auto& triangle : mesh.triangles) {
        text += "  facet normal 0 0 -nan\n    outer loop\n";
        for (const int i : triangle)
            text += fmt::format("      vertex {} {} {}\n", mesh.points[i].x(), mesh.points[i].y(),
                                mesh.points[i].z());
        text += "    endloop\n  endfacet\n";
    }
    return text + "endsolid a ball of some kind\n";
}

std::string binary_stl(const TriangleMesh& mesh, std::string head = "solid, says the head of a binary file") {
    head.resize(80, ' ');
    const auto count = static_cast<std::uint32_t>(mesh.triangles.size());
    head.append(reinterpret_cast<const char*>(&count), 4);
    for (const auto& triangle : mesh.triangles) {
        head.append(12, '\0');
        for (const int i : triangle)
            for (int axis = 0; axis < 3; ++axis) {
                const auto number = static_cast<float>(mesh.points[i][axis]);
                head.append(reinterpret_cast<const char*>(&number), 4);
            }
        head.append(2, '\0');
    }
    return head;
}

TriangleMesh read(const std::string& bytes) {
    return load_mesh_from_bytes(MeshFormat::Stl, bytes, "ball.stl");
}

std::string complaint(const std::string& bytes) {
    try {
        read(bytes);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST(Stl, text_and_binary_files_come_back_closed) {
    const TriangleMesh ball = make_icosphere(0.5, 2);
    for (const std::string& bytes : {text_stl(ball), binary_stl(ball)}) {
        const TriangleMesh mesh = read(bytes);
        EXPECT_EQ(mesh.points.size(), ball.points.size());
        EXPECT_EQ(mesh.triangles.size(), ball.triangles.size());
        EXPECT_TRUE(is_closed(mesh));
        EXPECT_NEAR(signed_volume(mesh), signed_volume(ball), 1e-6);
    }
}

TEST(Stl, several_solids_become_one_mesh) {
    const TriangleMesh box = make_box_mesh({1, 1, 1});
    EXPECT_EQ(read(text_stl(box) + "\r\n" + text_stl(make_box_mesh({2, 2, 2}))).points.size(), 16u);
}

TEST(Stl, triangles_that_collapse_are_left_out) {
    TriangleMesh box = make_box_mesh({1, 1, 1});
    box.triangles.push_back({0, 0, 1});
    EXPECT_EQ(read(binary_stl(box)).triangles.size(), 12u);
}

TEST(Stl, what_is_wrong_is_said_with_its_line) {
    std::string text = text_stl(make_box_mesh({1, 1, 1}));
    EXPECT_EQ(complaint(text.substr(0, text.find("endloop"))),
              "ball.stl:7: the file ends too early: 'endloop' was expected");
    text.replace(text.find("vertex"), 6, "vortex");
    EXPECT_EQ(complaint(text), "ball.stl:4: 'vertex' was expected, found 'vortex'");
    EXPECT_EQ(complaint("solid a\nfacet normal 0 0 1 outer loop vertex 1 2 x"),
              "ball.stl:2: 'x' is not a finite number");
    EXPECT_EQ(complaint("solid a\nendsolid a\n"), "ball.stl: no triangles");
    EXPECT_THAT(complaint("half a head"), HasSubstr("not an STL file"));
    EXPECT_THAT(complaint(binary_stl(make_box_mesh({1, 1, 1}), "plain").substr(0, 300)),
                HasSubstr("12 triangles were promised, there is room for 4"));
    std::string bad = binary_stl(make_box_mesh({1, 1, 1}), "plain");
    std::memset(bad.data() + 84 + 50 + 12, 0xff, 4);
    EXPECT_EQ(complaint(bad), "ball.stl: corner 0 of triangle 1, at byte 146, is not finite");
}

TEST(Stl, damaged_files_end_in_a_complaint_or_a_mesh) {
    const TriangleMesh box = make_box_mesh({1, 2, 3});
    Rng rng(7);
    int refused = 0;
    for (int k = 0; k < 4000; ++k) {
        std::string bytes = k % 2 == 0 ? text_stl(box) : binary_stl(box, "plain");
        for (int changes = 1 + static_cast<int>(rng.uniform(0, 4)); changes > 0; --changes)
            bytes[static_cast<std::size_t>(rng.uniform(0, static_cast<Real>(bytes.size())))] =
                static_cast<char>(rng.uniform(0, 256));
        if (k % 5 == 0)
            bytes.resize(static_cast<std::size_t>(rng.uniform(0, static_cast<Real>(bytes.size()))));
        const std::string said = complaint(bytes);
        EXPECT_TRUE(said.empty() || said.starts_with("ball.stl:")) << said;
        refused += !said.empty();
    }
    EXPECT_GT(refused, 1000);
    EXPECT_LT(refused, 3900);
}
