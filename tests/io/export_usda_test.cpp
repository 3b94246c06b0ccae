// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/io/export_usda.cpp: what is written is read back by a reader of the tests and by another
// program
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "io/export_films.h"
#include "io/export_usda_reader.h"

using namespace souple;
using namespace souple::test;

namespace {

using ExportUsda = ExportTest;

UsdText read(const std::string& path) { return UsdTextReader(text_of(path)).read(); }

std::vector<Vec3> points_of(const UsdText& usd, const std::string& path, double code) {
    const std::vector<double>& numbers = usd.at(path, code).numbers;
    std::vector<Vec3> points;
    for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
        points.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
    return points;
}

Pose pose_of(const UsdText& usd, const std::string& path, double code) {
    const auto& q = usd.at(path + ".xformOp:orient", code).numbers;
    return {points_of(usd, path + ".xformOp:translate", code).at(0),
            Quat(q.at(0), q.at(1), q.at(2), q.at(3))};
}

}  // namespace

TEST_F(ExportUsda, says_its_axis_unit_and_frame_rate) {
    export_usda(cloth_film(4), {.path = path("film.usda")});
    EXPECT_EQ(content(), std::vector<std::string>{"film.usda"});
    const UsdText usd = read(path("film.usda"));
    EXPECT_EQ(usd.settings.at("upAxis"), "Y");
    EXPECT_EQ(std::stod(usd.settings.at("metersPerUnit")), 1);
    EXPECT_EQ(std::stod(usd.settings.at("timeCodesPerSecond")), 30);
    EXPECT_EQ(std::stod(usd.settings.at("endTimeCode")), 3);
    EXPECT_EQ(usd.settings.at("defaultPrim"), "film");
    EXPECT_EQ(usd.settings.at("doc"), "a \"film\" of tests");
}

TEST_F(ExportUsda, every_structure_comes_back_at_every_frame) {
    const Film film = mixed_film(5);
    export_usda(film, {.path = path("film.usda")});
    const UsdText usd = read(path("film.usda"));
    EXPECT_EQ(usd.types.at("/film/cloth"), "Mesh");
    EXPECT_EQ(usd.types.at("/film/strands"), "BasisCurves");
    EXPECT_EQ(usd.types.at("/film/drops"), "Points");
    for (int i = 0; i < 5; ++i) {
        const Frame frame = film.frame(i);
        EXPECT_LT(farthest(points_of(usd, "/film/cloth.points", i), frame.surfaces[0].positions), 1e-6);
        EXPECT_LT(farthest(points_of(usd, "/film/strands.points", i), frame.curves[0].positions), 1e-6);
        EXPECT_LT(farthest(points_of(usd, "/film/drops.points", i), frame.points[0].positions), 1e-6);
        EXPECT_LT(farthest(points_of(usd, "/film/discs.normals", i), frame.discs[0].normals), 1e-6);
        const auto& speed = usd.at("/film/cloth.primvars:speed", i).numbers;
        ASSERT_EQ(speed.size(), frame.surfaces[0].positions.size());
        EXPECT_NEAR(speed[7], frame.surfaces[0].head.quantities[0].values[7], 1e-6);
    }
    EXPECT_EQ(usd.at("/film/strands.curveVertexCounts", 0).numbers, (std::vector<double>{5, 5, 5}));
    EXPECT_NEAR(usd.at("/film/drops.widths", 0).numbers.at(2), 0.06, 1e-7);  // widths are diameters
    EXPECT_EQ(usd.interpolations.at("/film/cloth.primvars:strain"), "uniform");
    EXPECT_EQ(usd.interpolations.at("/film/cloth.primvars:speed"), "vertex");
    EXPECT_EQ(usd.at("/film/cloth.primvars:displayColor", 0).numbers.at(1), 0.5);
}

TEST_F(ExportUsda, boxes_move_by_their_transforms_and_share_a_mesh) {
    const Film film = box_film(6, 2);
    export_usda(film, {.path = path("film.usda")});
    const UsdText usd = read(path("film.usda"));
    EXPECT_EQ(usd.references.at("/film/box_1/mesh"), "/film/box_0/mesh");
    const std::vector<Vec3> local = points_of(usd, "/film/box_0/mesh.points", 0);
    for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 2; ++k) {
            std::vector<Vec3> found, expected;
            for (const Vec3& p : local) {
                found.push_back(pose_of(usd, fmt::format("/film/box_{}", k), i).to_world(p));
                expected.push_back(box_pose(i / 30.0, k).to_world(p));
            }
            EXPECT_LT(farthest(found, expected), 1e-6);
        }
}

TEST_F(ExportUsda, topology_is_written_where_it_changes) {
    const Film film = growing_film(6, 2);
    export_usda(film, {.path = path("film.usda")});
    const UsdText usd = read(path("film.usda"));
    for (int i = 0; i < 6; ++i) {
        const SurfaceView cloth = film.frame(i).surfaces[0];
        EXPECT_LT(farthest(points_of(usd, "/film/cloth.points", i), cloth.positions), 1e-6);
        EXPECT_EQ(usd.at("/film/cloth.faceVertexCounts", i).numbers.size(), cloth.triangles.size());
    }
    // a topology that stays needs no time
    export_usda(cloth_film(4), {.path = path("still.usda")});
    EXPECT_EQ(read(path("still.usda")).values.at("/film/cloth.faceVertexIndices").size(), 1u);
}

TEST_F(ExportUsda, what_comes_and_goes_is_made_invisible) {
    const Film film = film_of(6, [](Frame& frame, int index) {
        if (index >= 2 && index < 4) frame.surfaces = {waving_cloth(0)};
    });
    export_usda(film, {.path = path("film.usda")});
    const auto visibility = read(path("film.usda")).values.at("/film/cloth.visibility");
    ASSERT_EQ(visibility.size(), 3u);
    EXPECT_EQ(visibility.at(0).word, "invisible");
    EXPECT_EQ(visibility.at(2).word, "inherited");
    EXPECT_EQ(visibility.at(4).word, "invisible");
}

TEST_F(ExportUsda, names_that_usd_forbids_are_replaced_and_stay_apart) {
    const Film film = film_of(1, [](Frame& frame, int) {
        frame.surfaces = {waving_cloth(0), waving_cloth(0), waving_cloth(0)};
        frame.surfaces[0].head.name = "my cloth";
        frame.surfaces[1].head.name = "my/cloth";
        frame.surfaces[2].head.name = "2nd";
    });
    export_usda(film, {.path = path("film.usda")});
    const UsdText usd = read(path("film.usda"));
    EXPECT_TRUE(usd.types.count("/film/my_cloth"));
    EXPECT_TRUE(usd.types.count("/film/my_cloth_2"));
    EXPECT_TRUE(usd.types.count("/film/_2nd"));
}

// TinyUSDZ is a program of its own; where it is not installed there is nothing to ask.
TEST_F(ExportUsda, another_reader_finds_the_same_meshes_and_places) {
    const Film film = mixed_film(3);
    export_usda(film, {.path = path("film.usda")});
    const std::string command = fmt::format("node {}/tools/read_usda '{}' > '{}'", SOUPLE_SOURCE_DIR,
                                            path("film.usda"), path("out.json"));
    const int code = std::system(command.c_str());
    ASSERT_TRUE(WIFEXITED(code));
    if (WEXITSTATUS(code) == 3 || WEXITSTATUS(code) == 127) GTEST_SKIP() << "no other reader is installed";
    ASSERT_EQ(WEXITSTATUS(code), 0);
    const nlohmann::json found = nlohmann::json::parse(text_of(path("out.json")));
    const SurfaceView cloth = film.frame(0).surfaces[0];
    ASSERT_EQ(found["meshes"].size(), 2u);
    const auto numbers = found["meshes"][0]["points"].get<std::vector<Real>>();
    ASSERT_EQ(numbers.size(), 3 * cloth.positions.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        EXPECT_NEAR(numbers[i], cloth.positions[i / 3][static_cast<int>(i % 3)], 1e-6);
    EXPECT_EQ(found["meshes"][0]["corners"].size(), 3 * cloth.triangles.size());
    const auto box = std::find_if(found["nodes"].begin(), found["nodes"].end(),
                                  [](const auto& node) { return node["name"] == "box_1"; });
    ASSERT_NE(box, found["nodes"].end());
    EXPECT_NEAR((*box)["matrix"][13].get<Real>(), box_pose(0, 1).position.y(), 1e-6);
}
