// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/io/export_npz.cpp, npz_writer.cpp, export_positions.cpp and export_point_cache.cpp
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <map>

#include "io/export_films.h"
#include "souple/core/errors.h"
#include "souple/geometry/mesh_files.h"

using namespace souple;
using namespace souple::test;
using testing::HasSubstr;

namespace {

using ExportArrays = ExportTest;

template <class Number>
Number number_at(const std::string& bytes, std::size_t at) {
    Number number;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

struct NpyArray {
    std::string head;
    std::string data;
    template <class Number>
    Number at(std::size_t i) const {
        return number_at<Number>(data, i * sizeof(Number));
    }
};

/// The arrays of a .npz by name, found by its list at the end as other programs do.
std::map<std::string, NpyArray> read_npz(const std::string& path) {
    const std::string zip = text_of(path);
    const std::size_t end = zip.rfind("PK\x05\x06");
    std::size_t entry = number_at<std::uint32_t>(zip, end + 16);
    std::map<std::string, NpyArray> arrays;
    for (int k = 0; k < number_at<std::uint16_t>(zip, end + 10); ++k) {
        const auto size = number_at<std::uint32_t>(zip, entry + 20);
        const auto name_size = number_at<std::uint16_t>(zip, entry + 28);
        const auto place = number_at<std::uint32_t>(zip, entry + 42);
        const std::string name = zip.substr(entry + 46, name_size);
        const std::string npy = zip.substr(place + 30 + name_size, size);
        const std::size_t head = 10 + number_at<std::uint16_t>(npy, 8);
        EXPECT_EQ(head % 64, 0u);
        arrays[name] = {npy.substr(10, head - 10), npy.substr(head)};
        entry += 46 + name_size;
    }
    return arrays;
}

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 4; ++k) word = word << 8 | static_cast<std::uint8_t>(bytes[at + k]);
    return word;
}

}  // namespace

TEST_F(ExportArrays, npz_holds_positions_times_names_and_quantities) {
    const Film film = mixed_film(5);
    export_npz(film, {.path = path("f.npz")});
    EXPECT_EQ(content(), std::vector<std::string>{"f.npz"});
    const auto arrays = read_npz(path("f.npz"));
    EXPECT_THAT(arrays.at("times.npy").head,
                HasSubstr("'descr': '<f8', 'fortran_order': False, 'shape': (5, )"));
    EXPECT_NEAR(arrays.at("times.npy").at<double>(4), 4 / 30.0, 1e-12);
    EXPECT_THAT(arrays.at("cloth.positions.npy").head,
                HasSubstr("'<f4', 'fortran_order': False, 'shape': (5, 42, 3, )"));
    EXPECT_FLOAT_EQ(arrays.at("cloth.positions.npy").at<float>(3 * (2 * 42 + 7) + 1),
                    static_cast<float>(film.frame(2).surfaces[0].positions[7].y()));
    EXPECT_THAT(arrays.at("cloth.triangles.npy").head,
                HasSubstr("'<i4', 'fortran_order': False, 'shape': (60, 3, )"));
    EXPECT_THAT(arrays.at("cloth.speed.npy").head, HasSubstr("'shape': (5, 42, )"));
    EXPECT_THAT(arrays.at("strands.curve_starts.npy").head, HasSubstr("'shape': (4, )"));
    EXPECT_THAT(arrays.at("box.rotations.npy").head, HasSubstr("'shape': (5, 2, 4, )"));
    EXPECT_FLOAT_EQ(arrays.at("box.rotations.npy").at<float>(4 * (3 * 2 + 1) + 3),
                    static_cast<float>(box_pose(3 / 30.0, 1).rotation.w()));
    EXPECT_THAT(arrays.at("box.names.npy").head, HasSubstr("'descr': '<U5'"));
    EXPECT_EQ(arrays.at("box.names.npy").at<std::uint32_t>(4), std::uint32_t{'0'});
    EXPECT_EQ(arrays.count("cloth.frame_starts.npy"), 0u);
}

TEST_F(ExportArrays, npz_stacks_what_changes_its_points) {
    export_npz(growing_film(4), {.path = path("f.npz")});
    const auto arrays = read_npz(path("f.npz"));
    // grids of 2 to 5 columns and 2 rows
    const NpyArray& starts = arrays.at("cloth.frame_starts.npy");
    for (std::size_t i = 0, sum = 0; i < 5; sum += 3 * (3 + i), ++i)
        EXPECT_EQ(starts.at<std::int64_t>(i), static_cast<std::int64_t>(sum));
    EXPECT_THAT(arrays.at("cloth.positions.npy").head, HasSubstr("'shape': (54, 3, )"));
    EXPECT_EQ(arrays.at("cloth.cell_starts.npy").at<std::int64_t>(4), 8 + 12 + 16 + 20);
}

TEST_F(ExportArrays, names_that_are_alike_when_made_plain_stay_apart) {
    const Film film = film_of(2, [](Frame& frame, int) {
        frame.surfaces = {waving_cloth(frame.time), waving_cloth(frame.time, 3, 3)};
        frame.surfaces[0].head.name = "my cloth";
        frame.surfaces[1].head.name = "my/cloth";
    });
    export_npz(film, {.path = path("f.npz")});
    EXPECT_THAT(read_npz(path("f.npz")).at("my_cloth_2.positions.npy").head, HasSubstr("(2, 16, 3, )"));
    export_pc2(film, {.path = path("f.pc2")});
    EXPECT_TRUE(fs::exists(path("f_my_cloth.pc2")));
    EXPECT_EQ(load_mesh(path("f_my_cloth_2.obj")).points.size(), 16u);
    export_obj(film, {.path = path("f.obj")});
    EXPECT_THAT(text_of(path("f_0000.obj")), HasSubstr("o my/cloth\nusemtl my_cloth_2\n"));
}

TEST_F(ExportArrays, npz_says_that_a_thing_was_not_there) {
    const Film film = film_of(4, [](Frame& frame, int index) {
        frame.surfaces = {waving_cloth(0)};
        if (index == 2) frame.points = {falling_points(0)};
    });
    export_npz(film, {.path = path("f.npz")});
    const NpyArray starts = read_npz(path("f.npz")).at("drops.frame_starts.npy");
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(starts.at<std::int64_t>(i), i < 3 ? 0 : 3);
}

// NumPy is a program of its own; where it is not installed there is nothing to ask.
TEST_F(ExportArrays, numpy_loads_what_was_written) {
    export_npz(mixed_film(3), {.path = path("f.npz")});
    const std::string probe =
        "import numpy, sys; d = numpy.load(sys.argv[1]); assert d['cloth.positions'].shape == (3, 42, 3); "
        "assert list(d['box.names']) == ['box_0', 'box_1']; assert d['frames_per_second'] == 30; "
        "assert 'cloth.force [N]' in d['units']; assert d['title'][0].startswith('a \\\"film')";
    if (std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") != 0)
        GTEST_SKIP() << "no NumPy is installed";
    EXPECT_EQ(std::system(fmt::format("/usr/bin/python3 -c \"{}\" '{}'", probe, path("f.npz")).c_str()), 0);
}

TEST_F(ExportArrays, positions_are_a_line_for_each_point_and_body) {
    const Film film = film_of(2, [](Frame& frame, int) {
        frame.points = {falling_points(frame.time)};
        frame.instances = {moving_boxes(frame.time, 1)};
        frame.instances[0].names = {"lid, the"};
    });
    export_positions(film, {.path = path("f.positions.csv")});
    const std::string text = text_of(path("f.positions.csv"));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 2 * 4);
    EXPECT_THAT(text, HasSubstr("frame,time [s],structure,name,index,x [m],y [m],z [m],qx,qy,qz,qw\n"));
    EXPECT_THAT(text, HasSubstr("0,0,drops,,1,0.1,2,0.3,,,,\n"));
    EXPECT_THAT(text, HasSubstr("0,0,box,\"lid, the\",0,2,3,0,0,0,0,1\n"));
}

TEST_F(ExportArrays, point_caches_hold_every_frame_of_the_mesh_beside_them) {
    const Film film = cloth_film(7);
    const ExportResult result = export_mdd(film, {.path = path("f.mdd")});
    export_pc2(film, {.path = path("f.pc2")});
    EXPECT_EQ(content(), (std::vector<std::string>{"f_cloth.mdd", "f_cloth.obj", "f_cloth.pc2"}));
    EXPECT_TRUE(result.notes.empty());
    const TriangleMesh mesh = load_mesh(path("f_cloth.obj"));
    EXPECT_LT(farthest(mesh.points, film.frame(0).surfaces[0].positions), 1e-6);
    const std::string mdd = text_of(path("f_cloth.mdd")), pc2 = text_of(path("f_cloth.pc2"));
    ASSERT_EQ(mdd.size(), 8u + 7 * 4 + 7 * 42 * 12);
    ASSERT_EQ(pc2.size(), 32u + 7 * 42 * 12);
    EXPECT_EQ(big_endian(mdd, 0), 7u);
    EXPECT_EQ(big_endian(mdd, 4), 42u);
    EXPECT_FLOAT_EQ(std::bit_cast<float>(big_endian(mdd, 8 + 4 * 6)), 6 / 30.0f);
    EXPECT_EQ(pc2.substr(0, 12), std::string("POINTCACHE2\0", 12));
    EXPECT_EQ(number_at<std::int32_t>(pc2, 16), 42);
    EXPECT_EQ(number_at<std::int32_t>(pc2, 28), 7);
    const auto y = static_cast<float>(film.frame(5).surfaces[0].positions[9].y());
    EXPECT_EQ(std::bit_cast<float>(big_endian(mdd, 36 + 12 * (5 * 42 + 9) + 4)), y);
    EXPECT_EQ(number_at<float>(pc2, 32 + 12 * (5 * 42 + 9) + 4), y);
}

TEST_F(ExportArrays, point_caches_leave_out_what_has_none_and_say_so) {
    const Film film = film_of(4, [](Frame& frame, int index) {
        frame.surfaces = {waving_cloth(frame.time, 2 + index, 2)};
        frame.surfaces[0].head.name = "torn";
        frame.curves = {swinging_curves(frame.time)};
        frame.instances = {moving_boxes(frame.time)};
    });
    const ExportResult result = export_pc2(film, {.path = path("f.pc2")});
    ASSERT_EQ(result.notes.size(), 2u);
    EXPECT_THAT(result.notes[0], HasSubstr("torn: left out"));
    EXPECT_EQ(content(), (std::vector<std::string>{"f_strands.obj", "f_strands.pc2"}));
    EXPECT_THROW(export_mdd(box_film(3), {.path = path("g.mdd")}), InputError);
}
