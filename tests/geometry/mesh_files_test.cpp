// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/geometry/mesh_files.h: OBJ and PLY, and sequences of OBJ files
#include "souple/geometry/mesh_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "souple/core/errors.h"
#include "souple/core/rng.h"

using namespace souple;
using testing::HasSubstr;

namespace {

std::string obj_of(const TriangleMesh& mesh) {
    std::string text = "# made by a test\r\no thing\n";
    for (const Vec3& p : mesh.points) text += fmt::format("v {} {} {}\n", p.x(), p.y(), p.z());
    for (const auto& [a, b, c] : mesh.triangles)
        text += fmt::format("f {}/1/1 {}//2 {}\n", a + 1, b + 1, c + 1);
    return text;
}

template <class Number>
void put(std::string& bytes, Number number, bool big_endian) {
    char raw[sizeof number];
    std::memcpy(raw, &number, sizeof number);
    if (big_endian) std::reverse(raw, raw + sizeof number);
    bytes.append(raw, sizeof number);
}

std::string ply_header(const char* format, const TriangleMesh& mesh) {
    return fmt::format(
        "ply\nformat {} 1.0\ncomment by a test\nelement vertex {}\nproperty double x\nproperty double y\n"
        "property double z\nproperty uchar red\nelement face {}\nproperty list uchar int vertex_indices\n"
        "end_header\n",
        format, mesh.points.size(), mesh.triangles.size());
}

std::string ascii_ply_of(const TriangleMesh& mesh) {
    std::string text = ply_header("ascii", mesh);
    for (const Vec3& p : mesh.points) text += fmt::format("{} {} {} 255\n", p.x(), p.y(), p.z());
    for (const auto& [a, b, c] : mesh.triangles) text += fmt::format("3 {} {} {}\n", a, b, c);
    return text;
}

std::string binary_ply_of(const TriangleMesh& mesh, bool big_endian) {
    std::string bytes = ply_header(big_endian ? "binary_big_endian" : "binary_little_endian", mesh);
    for (const Vec3& p : mesh.points) {
        for (int axis = 0; axis < 3; ++axis) put(bytes, p[axis], big_endian);
        put(bytes, std::uint8_t(255), big_endian);
    }
    for (const auto& triangle : mesh.triangles) {
        put(bytes, std::uint8_t(3), big_endian);
        for (const int i : triangle) put(bytes, i, big_endian);
    }
    return bytes;
}

std::string error_of(MeshFormat format, const std::string& bytes) {
    try {
        load_mesh_from_bytes(format, bytes, "hat");
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

void expect_same(const TriangleMesh& a, const TriangleMesh& b) {
    EXPECT_EQ(a.points, b.points);
    EXPECT_EQ(a.triangles, b.triangles);
}

/// A folder of this test's own, gone afterwards.
class Folder {
public:
    Folder() : path_(std::filesystem::path(testing::TempDir()) / test_name()) {
        std::filesystem::create_directories(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    std::string write(const std::string& name, const std::string& content) const {
        std::ofstream(path_ / name, std::ios::binary) << content;
        return (path_ / name).string();
    }
    std::string file(const std::string& name) const { return (path_ / name).string(); }

private:
    static std::string test_name() {
        return std::string("souple_") + testing::UnitTest::GetInstance()->current_test_info()->name();
    }
    std::filesystem::path path_;
};

}  // namespace

TEST(MeshFiles, a_mesh_comes_back_from_every_text_and_binary_form) {
    const TriangleMesh mesh = make_icosphere(0.37, 1);
    expect_same(load_mesh_from_bytes(MeshFormat::Obj, obj_of(mesh), "ball"), mesh);
    expect_same(load_mesh_from_bytes(MeshFormat::Ply, ascii_ply_of(mesh), "ball"), mesh);
    expect_same(load_mesh_from_bytes(MeshFormat::Ply, binary_ply_of(mesh, false), "ball"), mesh);
    expect_same(load_mesh_from_bytes(MeshFormat::Ply, binary_ply_of(mesh, true), "ball"), mesh);
    const Folder folder;
    expect_same(load_mesh(folder.write("ball.OBJ", obj_of(mesh))), mesh);
    expect_same(load_mesh(folder.write("ball.ply", binary_ply_of(mesh, true))), mesh);
}

TEST(MeshFiles, polygons_become_fans_and_negative_numbers_count_back) {
    const auto mesh = load_mesh_from_bytes(
        MeshFormat::Obj, "v 0 0 0\nv 1 0 0\nv 1 1 0 1.0\nv 0 1 0\nf 1 2 \\\n 3 4\nf -4 -2 -1", "quad");
    ASSERT_EQ(mesh.triangles.size(), 3u);
    EXPECT_EQ(mesh.triangles[0], (std::array{0, 1, 2}));
    EXPECT_EQ(mesh.triangles[1], (std::array{0, 2, 3}));
    EXPECT_EQ(mesh.triangles[2], (std::array{0, 2, 3}));
    const auto pentagon = load_mesh_from_bytes(
        MeshFormat::Ply,
        "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 1\nproperty list uchar uint vertex_index\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 2 0\n-1 1 "
        "0\n"
        "5 0 1 2 3 4\n",
        "pentagon");
    EXPECT_EQ(pentagon.triangles.size(), 3u);
    EXPECT_EQ(pentagon.triangles[2], (std::array{0, 3, 4}));
}

TEST(MeshFiles, errors_of_an_obj_name_file_and_line) {
    EXPECT_THAT(error_of(MeshFormat::Obj, ""), HasSubstr("hat: no points"));
    EXPECT_THAT(error_of(MeshFormat::Obj, "v 0 0 0\n"), HasSubstr("hat: no triangles"));
    EXPECT_THAT(error_of(MeshFormat::Obj, "v 0 0 0\nv 1 nan 0\n"),
                HasSubstr("hat:2: 'nan' is not a finite number"));
    EXPECT_THAT(error_of(MeshFormat::Obj, "v 0 0 0\nv 1 1e999 0\n"), HasSubstr("hat:2:"));
    EXPECT_THAT(error_of(MeshFormat::Obj, "v 0 0\n"), HasSubstr("hat:1: a point needs three coordinates"));
    EXPECT_THAT(error_of(MeshFormat::Obj, "v 0 0 0\n\nf 1 2 3\n"),
                HasSubstr("hat:3: a face refers to point 2"));
    EXPECT_THAT(error_of(MeshFormat::Obj, "v 0 0 0\nf 0 1 1\n"),
                HasSubstr("hat:2: a face refers to point 0"));
    EXPECT_THAT(error_of(MeshFormat::Obj, "v 0 0 0\nf 1 1 -2\n"), HasSubstr("refers to point -2"));
    EXPECT_THAT(error_of(MeshFormat::Obj, "v 0 0 0\nf 1 1\n"),
                HasSubstr("hat:2: a face needs three corners"));
    EXPECT_THAT(error_of(MeshFormat::Obj, "v 0 0 0\nf 1 1 x\n"), HasSubstr("hat:2: 'x' is not a corner"));
}

TEST(MeshFiles, errors_of_a_ply_name_file_and_line) {
    const std::string good = ascii_ply_of(make_grid(1, 1, 1, 1));
    const auto with = [&good](const std::string& from, const std::string& to) {
        std::string text = good;
        return text.replace(text.find(from), from.size(), to);
    };
    EXPECT_EQ(error_of(MeshFormat::Ply, good), "no error");
    EXPECT_THAT(error_of(MeshFormat::Ply, "solid"), HasSubstr("hat:1: not a PLY file"));
    EXPECT_THAT(error_of(MeshFormat::Ply, good.substr(0, 60)), HasSubstr("no end_header"));
    EXPECT_THAT(error_of(MeshFormat::Ply, with("ascii", "braille")),
                HasSubstr("hat:2: unknown format 'braille'"));
    EXPECT_THAT(error_of(MeshFormat::Ply, with("property double x", "property quad x")),
                HasSubstr("unknown type"));
    EXPECT_THAT(error_of(MeshFormat::Ply, with("3 0 2 1", "3 0 9 1")), HasSubstr("point 9"));
    EXPECT_THAT(error_of(MeshFormat::Ply, with("3 0 2 1", "3 0 -2 1")),
                HasSubstr("hat:16: a face refers to point -2"));
    EXPECT_THAT(error_of(MeshFormat::Ply, with("3 0 2 1", "3 0 nan 1")), HasSubstr("hat:16: 'nan'"));
    EXPECT_THAT(error_of(MeshFormat::Ply, with("3 0 2 1", "999999 0 2 1")), HasSubstr("does not fit"));
    EXPECT_THAT(error_of(MeshFormat::Ply, with("vertex 4", "vertex 4000000000")),
                HasSubstr("ends too early"));
    EXPECT_THAT(error_of(MeshFormat::Ply, with("vertex 4", "vertex -4")), HasSubstr("hat:4:"));
    EXPECT_THAT(error_of(MeshFormat::Ply, with("double z", "double w")), HasSubstr("not finite"));
}

TEST(MeshFiles, a_file_cut_short_anywhere_is_an_error_and_never_a_crash) {
    const TriangleMesh mesh = make_box_mesh({1, 2, 3});
    for (const std::string& whole :
         {ascii_ply_of(mesh), binary_ply_of(mesh, false), binary_ply_of(mesh, true)})
        for (std::size_t length = 0; length + 2 < whole.size(); ++length)
            EXPECT_THROW(load_mesh_from_bytes(MeshFormat::Ply, whole.substr(0, length), "cut"), InputError)
                << length;
}

TEST(MeshFiles, damaged_bytes_give_a_mesh_or_an_error) {
    const TriangleMesh mesh = make_box_mesh({1, 2, 3});
    Rng rng{1};
    for (const std::string& whole : {obj_of(mesh), ascii_ply_of(mesh), binary_ply_of(mesh, false)})
        for (int trial = 0; trial < 300; ++trial) {
            std::string bytes = whole;
            for (int k = 0; k < 3; ++k) bytes[rng.next() % bytes.size()] = static_cast<char>(rng.next());
            try {
                check_indices(load_mesh_from_bytes(whole[0] == 'p' ? MeshFormat::Ply : MeshFormat::Obj, bytes,
                                                   "damaged"),
                              "");
            } catch (const InputError& error) {
                EXPECT_THAT(error.what(), HasSubstr("damaged"));
            }
        }
}

TEST(MeshFiles, missing_files_and_unknown_formats_are_named) {
    try {
        load_mesh("/nowhere/hat.obj");
        ADD_FAILURE();
    } catch (const InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("/nowhere/hat.obj: cannot open"));
    }
    EXPECT_THROW(load_mesh("hat.stl"), InputError);
    EXPECT_THROW(load_mesh(testing::TempDir()), InputError);
}

TEST(MeshSequence, numbered_files_are_frames_in_order_of_their_numbers) {
    const Folder folder;
    TriangleMesh mesh = make_grid(1, 1, 1, 1);
    for (const int number : {12, 3, 4}) {
        TriangleMesh moved = mesh;
        for (Vec3& p : moved.points) p.y() += number;
        folder.write(fmt::format("shape_{:04}.obj", number), obj_of(moved));
    }
    folder.write("shape_04.obj", "not a frame");
    const MeshSequence sequence = load_sequence(folder.file("shape_####.obj"), 10);
    ASSERT_EQ(sequence.times.size(), 3u);
    EXPECT_NEAR(sequence.times[1], 0.1, 1e-15);
    EXPECT_NEAR(sequence.times[2], 0.9, 1e-15);
    std::vector<Vec3> points;
    for (const auto& [time, height] :
         {std::array{-1.0, 3.0}, {0.05, 3.5}, {0.1, 4.0}, {0.5, 8.0}, {7.0, 12.0}}) {
        points_at(sequence, time, points);
        EXPECT_NEAR(points[2].y(), height, 1e-12);
    }
    EXPECT_THROW(load_sequence(folder.file("shape_####.obj"), 0), InputError);
    EXPECT_THROW(load_sequence(folder.file("none_####.obj"), 10), InputError);
    folder.write("shape_0005.obj", obj_of(make_grid(2, 1, 1, 1)));
    EXPECT_THROW(load_sequence(folder.file("shape_####.obj"), 10), InputError);
}
