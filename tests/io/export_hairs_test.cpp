// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/io/export_hairs.cpp and export_modes.cpp: hair as one set of curves in all frames
#include <gmock/gmock.h>

#include <cmath>

#include "io/export_films.h"
#include "io/export_usda_reader.h"
#include "souple/core/read_file.h"
#include "souple/core/rng.h"
#include "souple/geometry/gltf_document.h"
#include "souple/io/export_hairs.h"
#include "souple/io/export_modes.h"

using namespace souple;
using namespace souple::test;

namespace {

using ExportHairs = ExportTest;

/// Hairs of 0.3 m that bend to and fro, each in its own time, drawn with 20 to 24 points as frames go by.
CurvesView bending_hairs(int frame, int count) {
    CurvesView hairs;
    hairs.head.name = "head_hairs";
    hairs.head.part = "head";
    hairs.kind = CurvesKind::Hairs;
    hairs.radii = {2e-4f};
    hairs.first = {0};
    for (int h = 0; h < count; ++h) {
        const int points = 20 + (h + frame) % 5;
        const Real bend = 0.8 * std::sin(0.2 * frame + 0.01 * h);
        for (int i = 0; i < points; ++i) {
            const Real s = 0.3 * i / (points - 1), a = bend * s / 0.3;
            hairs.positions.push_back({0.001 * h + s * std::sin(a), 1.5 - s * std::cos(a), 0.0001 * (h % 7)});
        }
        hairs.first.push_back(static_cast<int>(hairs.positions.size()));
    }
    return hairs;
}

Film hair_film(int frames, int count) {
    return film_of(frames,
                   [count](Frame& frame, int index) { frame.curves = {bending_hairs(index, count)}; });
}

}  // namespace

TEST_F(ExportHairs, every_strand_has_the_same_number_of_points_in_all_frames) {
    const Film film = with_hairs(hair_film(8, 30), 10, 12);
    for (int i = 0; i < 8; ++i) {
        const CurvesView hairs = film.frame(i).curves.at(0);
        ASSERT_EQ(hairs.first.size(), 11u);
        for (std::size_t k = 0; k < 10; ++k) EXPECT_EQ(hairs.first[k + 1] - hairs.first[k], 12);
        EXPECT_EQ(hairs.positions.size(), 120u);
        EXPECT_EQ(hairs.radii.size(), 120u);
    }
    // ends stay where they are, and the points between are on the strand, equally far apart
    const CurvesView drawn = bending_hairs(3, 30), even = film.frame(3).curves.at(0);
    EXPECT_LT((even.positions[12] - drawn.positions[drawn.first[3]]).norm(), 1e-12);
    EXPECT_LT((even.positions[23] - drawn.positions[drawn.first[4] - 1]).norm(), 1e-12);
    const Real step = (even.positions[13] - even.positions[12]).norm();
    for (int i = 13; i < 23; ++i) EXPECT_NEAR((even.positions[i + 1] - even.positions[i]).norm(), step, 1e-4);
}

TEST_F(ExportHairs, strands_that_keep_their_points_are_left_as_they_are) {
    const Film film = film_of(3, [](Frame& frame, int) {
        frame.curves = {swinging_curves(frame.time, 40)};
        frame.curves[0].kind = CurvesKind::Hairs;
    });
    EXPECT_EQ(with_hairs(film, 40, 16).frame(2).curves[0].positions, film.frame(2).curves[0].positions);
    EXPECT_EQ(with_hairs(film, 40, 3).frame(2).curves[0].positions.size(), 120u);
}

TEST_F(ExportHairs, hair_is_one_mesh_of_lines_and_one_set_of_curves) {
    const Film film = hair_film(100, 50);  // its points change in every frame: that was 60 meshes
    export_glb(film, {.path = path("h.glb"), .hairs = 50});
    const GltfDocument glb = read_gltf(read_whole_file(path("h.glb")), "h", {});
    ASSERT_EQ(glb.count("meshes"), 1u);
    EXPECT_EQ(glb.item("meshes", 0)["name"], "head_hairs");
    EXPECT_LT(glb.item("meshes", 0)["primitives"][0]["targets"].size(), 30u);
    export_usda(film, {.path = path("h.usda"), .hairs = 50});
    const UsdText usd = UsdTextReader(text_of(path("h.usda"))).read();
    EXPECT_EQ(usd.types.at("/film/head_hairs"), "BasisCurves");
    EXPECT_EQ(usd.values.at("/film/head_hairs.curveVertexCounts").size(), 1u);
    EXPECT_EQ(usd.values.at("/film/head_hairs.points").size(), 100u);
}

TEST_F(ExportHairs, a_glb_shows_every_point_of_every_frame_within_the_tolerance) {
    const Film film = hair_film(40, 60), even = with_hairs(film, 60, 16);
    export_glb(film, {.path = path("h.glb"), .hairs = 60});
    const GltfDocument glb = read_gltf(read_whole_file(path("h.glb")), "h", {});
    const auto& primitive = glb.item("meshes", 0)["primitives"][0];
    const std::vector<Real> base = read_accessor(glb, primitive["attributes"]["POSITION"], 3);
    std::vector<std::vector<Real>> ways;
    for (const auto& target : primitive["targets"]) ways.push_back(read_accessor(glb, target["POSITION"], 3));
    const std::size_t sampler = glb.item("animations", 0)["channels"][0]["sampler"];
    const std::vector<Real> weights =
        read_accessor(glb, glb.item("animations", 0)["samplers"][sampler]["output"], 1);
    ASSERT_EQ(weights.size(), 40 * ways.size());
    Real worst = 0;
    for (std::size_t f = 0; f < 40; ++f) {
        const std::vector<Vec3> expected = even.frame(static_cast<int>(f)).curves[0].positions;
        for (std::size_t i = 0; i < expected.size(); ++i)
            for (int axis = 0; axis < 3; ++axis) {
                const std::size_t n = 3 * i + static_cast<std::size_t>(axis);
                Real found = base[n];
                for (std::size_t k = 0; k < ways.size(); ++k)
                    found += weights[f * ways.size() + k] * ways[k][n];
                worst = std::max(worst, std::abs(found - expected[i][axis]));
            }
    }
    EXPECT_LT(worst, 2.1e-4);  // a radius
    EXPECT_GT(worst, 1e-6);
    for (std::size_t k = 0; k < ways.size(); ++k)
        EXPECT_EQ(weights[k], 0);  // the first frame is the mesh itself
}

TEST_F(ExportHairs, a_head_of_three_thousand_strands_over_ninety_frames_stays_small) {
    const ExportResult result = export_glb(hair_film(90, 3000), {.path = path("h.glb"), .hairs = 3000});
    EXPECT_LT(result.bytes, 30'000'000);
    EXPECT_GT(result.bytes, 12 * 3000 * 16);
}

TEST_F(ExportHairs, few_ways_make_up_a_motion_that_has_few) {
    // three shapes, mixed by numbers that change from frame to frame
    Rng rng(5);
    std::vector<std::vector<float>> shapes(3), moved(50, std::vector<float>(300, 0));
    for (auto& shape : shapes)
        for (int i = 0; i < 300; ++i) shape.push_back(static_cast<float>(rng.uniform(-1, 1)));
    for (std::size_t f = 1; f < moved.size(); ++f)
        for (std::size_t k = 0; k < 3; ++k) {
            const auto share = static_cast<float>(rng.uniform(-0.1, 0.1));
            for (std::size_t i = 0; i < 300; ++i) moved[f][i] += share * shapes[k][i];
        }
    const MotionModes modes = find_modes(moved, 1e-5);
    EXPECT_GE(modes.ways.size(), 3u);
    EXPECT_LE(modes.ways.size(), 6u);
    for (std::size_t f = 0; f < moved.size(); ++f)
        for (std::size_t i = 0; i < 300; ++i) {
            Real sum = 0;
            for (std::size_t k = 0; k < modes.ways.size(); ++k)
                sum +=
                    modes.weights[f * modes.ways.size() + k] * modes.ways[k].steps[i] * modes.ways[k].step();
            EXPECT_NEAR(sum, moved[f][i], 1e-5);
        }
    EXPECT_TRUE(find_modes({std::vector<float>(30, 0), std::vector<float>(30, 0)}, 1e-5).ways.empty());
}
