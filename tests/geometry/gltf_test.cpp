// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/mesh_files.h: glTF
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "souple/core/errors.h"
#include "souple/core/rng.h"
#include "souple/geometry/mesh_files.h"

using namespace souple;
using testing::HasSubstr;

namespace {

/// The numbers of a triangle (points 0, 2, 1 along x, z, y), its indices, two key times and their values.
std::string make_buffer() {
    std::string bytes;
    const auto put = [&bytes](auto number) {
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    for (const float x : {0, 0, 0, 1, 0, 0, 0, 1, 0}) put(x);  // 0: points
    for (const std::uint16_t i : {0, 1, 2, 0}) put(i);         // 36: indices, padded
    for (const float t : {0.f, 2.f}) put(t);                   // 44: times
    for (const float x : {0, 0, 0, 4, 0, 0}) put(x);           // 52: translations
    for (const float x : {0.f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.70710678f, 0.70710678f}) put(x);  // 76: rotations
    for (const float x : {0, 0, 1, 0, 0, 1, 0, 0, 1}) put(x);  // 108: a morph target
    for (const float w : {0.f, 1.f, 0.5f}) put(w);             // 144: weights, a third time
    return bytes;
}

/// A file around the buffer: what follows `"asset"` is given.
std::string document(const std::string& rest, const std::string& buffer = "{\"byteLength\":156}") {
    const auto accessor = [](int offset, int type, int count, const char* kind) {
        return fmt::format(
            "{{\"bufferView\":0,\"byteOffset\":{},\"componentType\":{},\"count\":{},\"type\":\"{}\"}}",
            offset, type, count, kind);
    };
    return "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[" + buffer +
           "],\"bufferViews\":[{\"buffer\":0,\"byteLength\":156}],\"accessors\":[" +
           accessor(0, 5126, 3, "VEC3") + "," + accessor(36, 5123, 3, "SCALAR") + "," +
           accessor(44, 5126, 2, "SCALAR") + "," + accessor(52, 5126, 2, "VEC3") + "," +
           accessor(76, 5126, 2, "VEC4") + "," + accessor(108, 5126, 3, "VEC3") + "," +
           accessor(144, 5126, 2, "SCALAR") + "]," + rest + "}";
}

std::string glb(std::string json) {
    while (json.size() % 4) json += ' ';
    const std::string buffer = make_buffer();
    std::string bytes = "glTF";
    const auto word = [&bytes](std::uint32_t w) { bytes.append(reinterpret_cast<const char*>(&w), 4); };
    word(2);
    word(static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + buffer.size()));
    word(static_cast<std::uint32_t>(json.size()));
    word(0x4E4F534A);
    bytes += json;
    word(static_cast<std::uint32_t>(buffer.size()));
    word(0x004E4942);
    return bytes + buffer;
}

const std::string triangle_mesh = R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}])";
const std::string morph_mesh =
    R"("meshes":[{"weights":[0.25],"primitives":[{"attributes":{"POSITION":0},"indices":1,"targets":[{"POSITION":5}]}]}])";

std::string sequence_error(const std::string& bytes) {
    try {
        load_sequence_from_bytes(bytes, "cape");
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST(Gltf, transforms_of_nested_nodes_are_applied) {
    const auto mesh = load_mesh_from_bytes(
        MeshFormat::Gltf,
        glb(document(
            triangle_mesh +
            R"(,"nodes":[{"children":[1],"translation":[10,0,0],"rotation":[0,0,0.70710678118,0.70710678118]},)"
            R"({"mesh":0,"scale":[2,3,1]}],"scenes":[{"nodes":[0]}],"scene":0)")),
        "cape");
    ASSERT_EQ(mesh.points.size(), 3u);
    EXPECT_LT((mesh.points[0] - Vec3(10, 0, 0)).norm(), 1e-9);
    EXPECT_LT((mesh.points[1] - Vec3(10, 2, 0)).norm(), 1e-9);  // x, doubled, turned to y
    EXPECT_LT((mesh.points[2] - Vec3(7, 0, 0)).norm(), 1e-9);   // y, tripled, turned to -x
    EXPECT_EQ(mesh.triangles, (std::vector<std::array<int, 3>>{{0, 1, 2}}));
}

TEST(Gltf, all_primitives_become_one_mesh_and_seams_are_welded) {
    // the same triangle twice, mirrored by a matrix: two points of each coincide
    const auto mesh = load_mesh_from_bytes(
        MeshFormat::Gltf,
        glb(document(triangle_mesh +
                     R"(,"nodes":[{"mesh":0},{"mesh":0,"matrix":[-1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}])")),
        "cape");
    EXPECT_EQ(mesh.points.size(), 4u);
    ASSERT_EQ(mesh.triangles.size(), 2u);
    EXPECT_EQ(mesh.points[mesh.triangles[1][1]], Vec3(-1, 0, 0));
}

TEST(Gltf, node_motion_is_sampled_at_its_key_times) {
    const auto sequence = load_sequence_from_bytes(
        glb(document(
            triangle_mesh +
            R"(,"nodes":[{"mesh":0}],"animations":[{"samplers":[{"input":2,"output":3},{"input":2,"output":4}],)"
            R"("channels":[{"sampler":0,"target":{"node":0,"path":"translation"}},)"
            R"({"sampler":1,"target":{"node":0,"path":"rotation"}}]}])")),
        "cape");
    ASSERT_EQ(sequence.times, (std::vector<Real>{0, 2}));
    EXPECT_LT((sequence.points[0][1] - Vec3(1, 0, 0)).norm(), 1e-7);
    EXPECT_LT((sequence.points[1][1] - Vec3(4, 1, 0)).norm(), 1e-6);
    std::vector<Vec3> points;
    points_at(sequence, 1.5, points);
    EXPECT_LT((points[0] - Vec3(3, 0, 0)).norm(), 1e-6);
}

TEST(Gltf, morph_weights_move_points_at_rest_and_over_time) {
    const std::string nodes = R"(,"nodes":[{"mesh":0}])";
    const auto mesh = load_mesh_from_bytes(MeshFormat::Gltf, glb(document(morph_mesh + nodes)), "cape");
    EXPECT_NEAR(mesh.points[0].z(), 0.25, 1e-12);
    const auto sequence = load_sequence_from_bytes(
        glb(document(morph_mesh + nodes +
                     R"(,"animations":[{"samplers":[{"input":2,"output":6}],)"
                     R"("channels":[{"sampler":0,"target":{"node":0,"path":"weights"}}]}])")),
        "cape");
    std::vector<Vec3> points;
    points_at(sequence, 0.5, points);
    EXPECT_NEAR(points[2].z(), 0.25, 1e-12);
    EXPECT_NEAR(sequence.points[1][2].z(), 1, 1e-12);
}

TEST(Gltf, buffers_may_be_inside_the_text_or_in_a_file_beside_it) {
    const auto folder = std::filesystem::path(testing::TempDir()) / "souple_gltf_buffers";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "cape.bin", std::ios::binary) << make_buffer();
    const std::string text =
        document(triangle_mesh + R"(,"nodes":[{"mesh":0}])", R"({"byteLength":156,"uri":"cape.bin"})");
    std::ofstream(folder / "cape.gltf") << text;
    EXPECT_EQ(load_mesh((folder / "cape.gltf").string()).points[1], Vec3(1, 0, 0));
    EXPECT_EQ(load_sequence((folder / "cape.gltf").string()).times.size(), 1u);
    const std::string thief =
        document(triangle_mesh + R"(,"nodes":[{"mesh":0}])", R"({"byteLength":156,"uri":"../cape.bin"})");
    std::filesystem::create_directories(folder / "below");
    std::ofstream(folder / "below/cape.gltf") << thief;
    try {
        load_mesh((folder / "below/cape.gltf").string());
        ADD_FAILURE() << "a buffer was read outside the folder";
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("'../cape.bin' does not lie beside the file"));
    }
    std::filesystem::remove_all(folder);
    EXPECT_THAT(sequence_error(text), HasSubstr("a buffer is in another file"));
    // nine floats: 0 0 0, 1 0 0, 0 1 0
    const std::string inside =
        R"({"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],)"
        R"("bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],)"
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}]})";
    EXPECT_EQ(load_mesh_from_bytes(MeshFormat::Gltf, inside, "cape").points[2], Vec3(0, 1, 0));
}

TEST(Gltf, bad_files_are_errors_with_the_name) {
    const std::string good = document(triangle_mesh + R"(,"nodes":[{"mesh":0}])");
    EXPECT_EQ(sequence_error(glb(good)), "no error");
    const auto with = [&good](const std::string& from, const std::string& to) {
        std::string text = good;
        return glb(text.replace(text.find(from), from.size(), to));
    };
    EXPECT_THAT(sequence_error(""), HasSubstr("cape: "));
    EXPECT_THAT(sequence_error("[]"), HasSubstr("cape: not a glTF file"));
    EXPECT_THAT(sequence_error("{}"), HasSubstr("cape: no points"));
    EXPECT_THAT(sequence_error(std::string(200000, '[')), HasSubstr("cape: "));
    EXPECT_THAT(sequence_error(good), HasSubstr("beyond its buffer"));
    EXPECT_THAT(sequence_error(with("\"count\":3", "\"count\":4000000000000")), HasSubstr("count"));
    EXPECT_THAT(sequence_error(with("\"count\":3", "\"count\":100")), HasSubstr("beyond its buffer"));
    EXPECT_THAT(sequence_error(with("\"count\":3", "\"count\":1")), HasSubstr("refers to point 1"));
    EXPECT_THAT(sequence_error(with("\"count\":3", "\"count\":-3")), HasSubstr("'count'"));
    EXPECT_THAT(sequence_error(with("\"buffer\":0", "\"buffer\":7")), HasSubstr("buffer 7 does not exist"));
    EXPECT_THAT(sequence_error(with("\"POSITION\":0", "\"POSITION\":99")),
                HasSubstr("accessors 99 does not exist"));
    EXPECT_THAT(sequence_error(with("\"mesh\":0", "\"mesh\":5")), HasSubstr("meshes 5 does not exist"));
    EXPECT_THAT(sequence_error(with("{\"mesh\":0}", "{\"mesh\":0,\"children\":[0]}")), HasSubstr("cape: "));
    EXPECT_THAT(sequence_error(with("\"nodes\":[{\"mesh\":0}]", "\"nodes\":[{}]")), HasSubstr("no points"));
}

TEST(Gltf, a_file_cut_short_or_damaged_gives_a_mesh_or_an_error) {
    const std::string whole = glb(
        document(morph_mesh + R"(,"nodes":[{"mesh":0}],"animations":[{"samplers":[{"input":2,"output":6}],)"
                              R"("channels":[{"sampler":0,"target":{"node":0,"path":"weights"}}]}])"));
    EXPECT_EQ(sequence_error(whole), "no error");
    for (std::size_t length = 0; length < whole.size(); length += 3)
        EXPECT_NE(sequence_error(whole.substr(0, length)), "no error") << length;
    Rng rng{1};
    for (int trial = 0; trial < 1000; ++trial) {
        std::string bytes = whole;
        for (int k = 0; k < 2; ++k) bytes[rng.next() % bytes.size()] = static_cast<char>(rng.next());
        sequence_error(bytes);
    }
}
