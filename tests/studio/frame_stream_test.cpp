// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/studio/frame_stream.h
#include "souple/studio/frame_stream.h"

#include <gtest/gtest.h>

#include <cstring>

#include "souple/scene/json/parse.h"
#include "souple/scene/json/paths.h"

namespace souple {

namespace {

LiveFrame frame_of_triangles(int triangles) {
    SurfaceView surface{{"sheet", "sheet", {{"speed", "m/s", {}, {}, {1, 2, 3}}}},
                        {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 0.25, 0)},
                        {}};
    for (int t = 0; t < triangles; ++t) surface.triangles.push_back({0, 1, 2});
    Frame frame;
    frame.time = 0.5;
    frame.step = 12;
    frame.surfaces.push_back(surface);
    return {frame, {}, {}, {}};
}

struct ReadBack {
    Document head;
    std::string numbers;
};

ReadBack read_back(const std::string& bytes) {
    EXPECT_EQ(bytes.substr(0, 4), "SPL1");
    std::uint32_t size = 0;
    std::memcpy(&size, bytes.data() + 4, 4);
    EXPECT_EQ(size % 4, 0u);
    return {parse_json(bytes.substr(8, size), "head"), bytes.substr(8 + size)};
}

float float_at(const ReadBack& read, int offset) {
    float value = 0;
    std::memcpy(&value, read.numbers.data() + 4 * offset, 4);
    return value;
}

}  // namespace

TEST(FrameStream, places_are_read_back_and_topology_comes_once) {
    PageStream page;
    const ReadBack first = read_back(to_stream_bytes(frame_of_triangles(1), page));
    const Node* sheet = find_node(first.head.root, "structures.0");
    ASSERT_NE(sheet, nullptr);
    EXPECT_EQ(find_member(*sheet, "triangle_count")->number, 1);
    EXPECT_EQ(float_at(first, static_cast<int>(find_member(*sheet, "positions")->number) + 7), 0.25f);
    EXPECT_EQ(find_member(first.head.root, "step")->number, 12);
    const ReadBack second = read_back(to_stream_bytes(frame_of_triangles(1), page));
    EXPECT_EQ(find_node(second.head.root, "structures.0.triangles"), nullptr);
    EXPECT_LT(second.numbers.size(), first.numbers.size());
    const ReadBack third = read_back(to_stream_bytes(frame_of_triangles(2), page));
    EXPECT_EQ(find_node(third.head.root, "structures.0.triangle_count")->number, 2);
}

TEST(FrameStream, only_the_quantity_that_the_page_asked_for_is_sent) {
    PageStream page;
    const ReadBack without = read_back(to_stream_bytes(frame_of_triangles(1), page));
    EXPECT_EQ(find_node(without.head.root, "structures.0.values"), nullptr);
    EXPECT_EQ(find_node(without.head.root, "structures.0.quantities.0")->text, "speed");
    page.wish.quantity = "speed";
    const ReadBack with = read_back(to_stream_bytes(frame_of_triangles(1), page));
    const Node* values = find_node(with.head.root, "structures.0.values");
    ASSERT_NE(values, nullptr);
    EXPECT_EQ(float_at(with, static_cast<int>(values->number) + 2), 3.0f);
}

TEST(FrameStream, two_pages_are_each_sent_what_is_new_to_them) {
    PageStream early, late;
    to_stream_bytes(frame_of_triangles(1), early);
    const ReadBack read = read_back(to_stream_bytes(frame_of_triangles(1), late));
    EXPECT_NE(find_node(read.head.root, "structures.0.triangles"), nullptr);
}

TEST(FrameStream, what_was_gone_for_a_frame_is_sent_whole_again) {
    PageStream page;
    to_stream_bytes(frame_of_triangles(1), page);
    to_stream_bytes({Frame(), {}, {}, {}}, page);
    const ReadBack read = read_back(to_stream_bytes(frame_of_triangles(1), page));
    EXPECT_NE(find_node(read.head.root, "structures.0.triangles"), nullptr);
}

TEST(FrameStream, what_stands_still_is_only_named) {
    const auto mesh = std::make_shared<const SurfaceView>(frame_of_triangles(1).frame.surfaces[0]);
    LiveFrame live;
    live.frame.instances.push_back({{"ball", "ball", {}}, mesh, {Pose{}}, false});
    PageStream page;
    EXPECT_NE(find_node(read_back(to_stream_bytes(live, page)).head.root, "structures.0.poses"), nullptr);
    const ReadBack again = read_back(to_stream_bytes(live, page));
    EXPECT_EQ(find_node(again.head.root, "structures.0"), nullptr);
    EXPECT_EQ(find_node(again.head.root, "same.0")->text, "ball");
    live.frame.instances[0].poses[0].position = Vec3(0, 1e-3, 0);
    EXPECT_NE(find_node(read_back(to_stream_bytes(live, page)).head.root, "structures.0.poses"), nullptr);
}

TEST(FrameStream, colours_come_when_they_change_and_vectors_as_their_lengths) {
    LiveFrame live = frame_of_triangles(1);
    auto& quantities = live.frame.surfaces[0].head.quantities;
    quantities.push_back({"colour", "", QuantityKind::Colour, QuantityPlace::Faces, {1, 0, 0}});
    quantities.push_back(
        {"force", "N", QuantityKind::Vector, QuantityPlace::Nodes, {3, 4, 0, 0, 0, 0, 0, 0, 0}});
    PageStream page;
    page.wish.quantity = "force";
    const ReadBack first = read_back(to_stream_bytes(live, page));
    const Node* values = find_node(first.head.root, "structures.0.values");
    ASSERT_NE(values, nullptr);
    EXPECT_EQ(float_at(first, static_cast<int>(values->number)), 5.0f);
    EXPECT_EQ(find_node(first.head.root, "structures.0.colour_count")->number, 1);
    EXPECT_EQ(find_node(read_back(to_stream_bytes(live, page)).head.root, "structures.0.colours"), nullptr);
    quantities[1].values = {0, 1, 0};
    EXPECT_NE(find_node(read_back(to_stream_bytes(live, page)).head.root, "structures.0.colours"), nullptr);
}

TEST(FrameStream, a_page_sees_only_the_arrows_it_asked_for) {
    LiveFrame live;
    live.arrows = {{"forces", "N", {Vec3::Zero()}, {Vec3::UnitX()}},
                   {"held", "N", {Vec3::Zero()}, {Vec3::UnitX()}}};
    PageStream page;
    EXPECT_EQ(find_node(read_back(to_stream_bytes(live, page)).head.root, "structures.0.name")->text,
              "sight held");
    page.wish.sights.forces = true;
    EXPECT_EQ(find_node(read_back(to_stream_bytes(live, page)).head.root, "structures.0.name")->text,
              "sight forces");
}

TEST(FrameStream, too_many_hairs_are_thinned_to_every_nth) {
    CurvesView hair{{"hair", "hair", {}}, {}, {0}, {1e-4f}};
    for (int c = 0; c < 3 * most_streamed_curve_nodes / 10; ++c) {
        for (int i = 0; i < 10; ++i) hair.positions.push_back(Vec3(c, i, 0));
        hair.first.push_back(static_cast<int>(hair.positions.size()));
    }
    Frame frame;
    frame.curves.push_back(hair);
    PageStream page;
    const ReadBack read = read_back(to_stream_bytes({frame, {}, {}, {}}, page));
    const Node* sent = find_node(read.head.root, "structures.0");
    EXPECT_LE(find_member(*sent, "count")->number, most_streamed_curve_nodes);
    EXPECT_GT(find_member(*sent, "count")->number, most_streamed_curve_nodes / 3);
    EXPECT_EQ(find_member(*sent, "of_curves")->number, 3 * most_streamed_curve_nodes / 10);
}

}  // namespace souple
