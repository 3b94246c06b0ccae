// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of models/adaptive_cloth_part.cpp by files: any manifold mesh of triangles becomes a cloth that
// refines itself, and any other is refused.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "souple/dynamics/measure.h"
#include "souple/scene/simulation.h"
#include "support/test_scene.h"

namespace souple {
namespace {

/// A folder that goes with the test.
class Folder {
public:
    Folder()
        : path_(std::filesystem::path(testing::TempDir()) /
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
    }
    std::string file(const std::string& name) const { return (path_ / name).string(); }

private:
    std::filesystem::path path_;
};

constexpr int cells = 170;  // of 1 cm along each side of each of the two sheets
constexpr int sheets = 2;

bool is_hole(int column, int row) {
    return column % 16 > 5 && column % 16 < 10 && row % 16 > 5 && row % 16 < 10;
}

/// Two sheets side by side, each of irregular triangles with a hundred holes: points moved this way and that.
std::string sheets_with_holes() {
    std::string points, faces;
    std::vector<int> id(sheets * (cells + 1) * (cells + 1), 0);
    int count = 0;
    const auto place = [&](int sheet, int column, int row) {
        int& known = id[(sheet * (cells + 1) + row) * (cells + 1) + column];
        if (known > 0) return std::to_string(known);
        const Real x = 2 * sheet + 0.01 * column + 0.002 * std::sin(5.0 * row + column);
        const Real z = -0.01 * row - 0.002 * std::cos(7.0 * column + row);
        points += "v " + std::to_string(x) + " 0 " + std::to_string(z) + "\n";
        known = ++count;
        return std::to_string(known);
    };
    for (int sheet = 0; sheet < sheets; ++sheet)
        for (int row = 0; row < cells; ++row)
            for (int column = 0; column < cells; ++column) {
                if (is_hole(column, row)) continue;
                const std::string a = place(sheet, column, row), b = place(sheet, column + 1, row),
                                  c = place(sheet, column + 1, row + 1), d = place(sheet, column, row + 1);
                faces += "f " + a + " " + b + " " + c + "\nf " + a + " " + c + " " + d + "\n";
            }
    return points + faces;
}

/// Balls strike both sheets from below.
const std::string struck_sheets = R"("duration": 0.02, "step": 0.001, "gravity": [0, 0, 0],
    "parts": [
        { "kind": "cloth", "name": "sheets", "mesh": "sheets.obj", "law": "van_gelder", "stiffness": 50, "density": 0.2,
          "substeps": 8, "adapt": { "alpha": 15, "beta": 20, "max_level": 2 } },
        { "kind": "obstacle", "name": "first", "shape": { "kind": "sphere", "radius": 0.04 }, "position": [0.7, -0.045, -0.7],
          "motion": [{ "time": 0, "position": [0.7, -0.045, -0.7] }, { "time": 0.02, "position": [0.7, 0, -0.7] }] },
        { "kind": "obstacle", "name": "second", "shape": { "kind": "sphere", "radius": 0.04 }, "position": [2.9, -0.045, -0.9],
          "motion": [{ "time": 0, "position": [2.9, -0.045, -0.9] }, { "time": 0.02, "position": [2.9, 0, -0.9] }] } ])";

TEST(LoadedMesh, F4_16_a_hundred_thousand_triangles_in_two_sheets_with_holes_are_loaded_refined_and_stepped) {
    const Folder folder;
    folder.write("sheets.obj", sheets_with_holes());
    folder.write("scene.json", scene_text(struck_sheets));
    Simulation simulation = make_simulation(load_scene(folder.file("scene.json")));
    World& world = simulation.world;
    const int triangles = world.model.parts[0].triangles.count;
    EXPECT_GT(triangles, 100000);
    const Real mass = mass_of(world.model, world.model.parts[0]);
    while (!is_finished(simulation)) ASSERT_FALSE(advance(simulation).failure);
    EXPECT_GT(world.model.parts[0].triangles.count, triangles + 30);
    EXPECT_NEAR(mass_of(world.model, world.model.parts[0]), mass, 1e-12 * mass);
    std::array<int, sheets> divided{};
    for (const Leaf& leaf : world.model.adaptive[0].leaves)
        if (leaf.level > 0) ++divided[world.model.point_rest[leaf.node[0]].x() > 1.85];
    for (const int faces : divided) EXPECT_GT(faces, 10);
}

TEST(LoadedMesh, F4_16_of_a_file_that_is_no_manifold_the_edge_is_named) {
    const Folder folder;
    // points count from 0: a third triangle stands on the edge between the fifth and the sixth
    folder.write("fin.obj",
                 "v 0 0 0\nv 1 0 0\nv 1 0 -1\nv 0 0 -1\nv 0.3 0 -0.5\nv 0.7 0 -0.5\nv 0.5 0.5 -0.5\n"
                 "f 1 2 5\nf 2 6 5\nf 2 3 6\nf 3 4 6\nf 4 5 6\nf 4 1 5\nf 5 6 7\n");
    folder.write("scene.json", scene_text(R"("parts": [
        { "kind": "cloth", "name": "fin", "mesh": "fin.obj", "law": "van_gelder", "adapt": {} } ])"));
    try {
        make_simulation(load_scene(folder.file("scene.json")));
        FAIL() << "a fin was accepted";
    } catch (const std::exception& error) {
        EXPECT_TRUE(has(error.what(), "edge (4, 5)")) << error.what();
    }
}

}  // namespace
}  // namespace souple
