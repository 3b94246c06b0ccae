// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/io/export_obj.cpp, export_ply.cpp, export_vtk.cpp and export_csv.cpp
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cstring>

#include "io/export_films.h"
#include "souple/core/errors.h"
#include "souple/geometry/mesh_files.h"

using namespace souple;
using namespace souple::test;
using testing::HasSubstr;

namespace {

using ExportSequences = ExportTest;

std::string decode_base64(const std::string& text) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    unsigned word = 0;
    int bits = 0;
    for (const char c : text.substr(0, text.find('='))) {
        word = word << 6 | static_cast<unsigned>(digits.find(c));
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes += static_cast<char>(word >> bits & 255u);
    }
    return bytes;
}

/// The numbers of one array of a .vtp.
template <class Number>
std::vector<Number> vtk_array(const std::string& text, const std::string& name) {
    const std::size_t head = text.find(fmt::format("Name=\"{}\"", name));
    if (head == std::string::npos) return {};
    const std::size_t begin = text.find('>', head) + 1;
    const std::string bytes = decode_base64(text.substr(begin, text.find('<', begin) - begin));
    std::uint64_t size = 0;
    std::memcpy(&size, bytes.data(), sizeof size);
    EXPECT_EQ(size + sizeof size, bytes.size()) << name;
    std::vector<Number> numbers(size / sizeof(Number));
    std::memcpy(numbers.data(), bytes.data() + sizeof size, size);
    return numbers;
}

}  // namespace

TEST_F(ExportSequences, obj_files_come_back_as_a_sequence) {
    const Film film = cloth_film(6);
    const ExportResult result = export_obj(film, {.path = path("cloth.obj")});
    ASSERT_EQ(result.files.size(), 7u);
    EXPECT_EQ(content().front(), "cloth.mtl");
    EXPECT_EQ(content()[1], "cloth_0000.obj");
    EXPECT_EQ(content().back(), "cloth_0005.obj");
    const MeshSequence sequence = load_sequence(path("cloth_####.obj"));
    ASSERT_EQ(sequence.points.size(), 6u);
    for (int i = 0; i < 6; ++i)
        EXPECT_LT(farthest(sequence.points[i], film.frame(i).surfaces[0].positions), 1e-6);
    EXPECT_EQ(sequence.triangles, film.frame(0).surfaces[0].triangles);
}

TEST_F(ExportSequences, obj_has_an_object_for_each_structure_and_counts_points_through) {
    export_obj(mixed_film(1), {.path = path("all.obj")});
    const std::string text = text_of(path("all_0000.obj"));
    for (const char* object :
         {"o cloth\n", "o strands\n", "o drops\n", "o discs\n", "o box_0\n", "o box_1\n"})
        EXPECT_THAT(text, HasSubstr(object));
    EXPECT_THAT(text, HasSubstr("l 43 44 45 46 47\n"));  // after the 42 points of the cloth
    EXPECT_THAT(text, HasSubstr("p 58\n"));
    const TriangleMesh mesh = load_mesh(path("all_0000.obj"));
    EXPECT_EQ(mesh.triangles.size(), 60u + 2 * 12u);
}

TEST_F(ExportSequences, ply_files_come_back_with_boxes_in_their_places) {
    const Film film = box_film(3, 2);
    export_ply(film, {.path = path("box.ply")});
    for (int i = 0; i < 3; ++i) {
        const TriangleMesh mesh = load_mesh(path(fmt::format("box_{:04}.ply", i)));
        std::vector<Vec3> expected;
        for (int k = 0; k < 2; ++k)
            for (const Vec3& p : make_box_mesh({0.1, 0.2, 0.3}).points)
                expected.push_back(box_pose(i / 30.0, k).to_world(p));
        EXPECT_LT(farthest(mesh.points, expected), 1e-6);
        EXPECT_EQ(mesh.triangles.size(), 24u);
    }
}

TEST_F(ExportSequences, ply_carries_quantities_edges_and_colours) {
    export_ply(mixed_film(1), {.path = path("all.ply")});
    const std::string text = text_of(path("all_0000.ply"));
    for (const char* line : {"property float speed\n", "property float force_y\n", "property uchar green\n",
                             "element edge 12\n", "element vertex 78\n"})
        EXPECT_THAT(text, HasSubstr(line));
    // a vertex is x y z radius speed force(3), nx ny nz and three bytes; the first belongs to the cloth
    const std::size_t row = 11 * sizeof(float) + 3, begin = text.find("end_header\n") + 11;
    float numbers[11];
    std::memcpy(numbers, text.data() + begin + row, sizeof numbers);
    const SurfaceView cloth = waving_cloth(0);
    EXPECT_FLOAT_EQ(numbers[1], static_cast<float>(cloth.positions[1].y()));
    EXPECT_FLOAT_EQ(numbers[4], cloth.head.quantities[0].values[1]);
    EXPECT_FLOAT_EQ(numbers[6], -2.0f);
    // half the light of white is shown as 188 of 255
    EXPECT_EQ(static_cast<unsigned char>(text[begin + row + sizeof numbers + 1]), 188);
    EXPECT_EQ(text.size(), begin + 78 * row + 84 * 13 + 12 * 8);
}

TEST_F(ExportSequences, vtk_series_lists_its_times_and_holds_quantities) {
    const Film film = mixed_film(4);
    const ExportResult result = export_vtk(film, {.path = path("all.pvd")});
    EXPECT_EQ(result.files.size(), 5u);
    EXPECT_THAT(
        text_of(path("all.pvd")),
        HasSubstr(fmt::format("timestep=\"{}\" group=\"\" part=\"0\" file=\"all_0003.vtp\"", 3 / 30.0)));
    const Frame frame = film.frame(3);
    const std::string text = text_of(path("all_0003.vtp"));
    EXPECT_THAT(text, HasSubstr("NumberOfPoints=\"78\" NumberOfVerts=\"5\" NumberOfLines=\"3\" "
                                "NumberOfStrips=\"0\" NumberOfPolys=\"84\""));
    const auto points = vtk_array<float>(text, "Points");
    ASSERT_EQ(points.size(), 3u * 78u);
    EXPECT_FLOAT_EQ(points[3 * 41 + 2], static_cast<float>(frame.surfaces[0].positions[41].z()));
    const auto speed = vtk_array<float>(text, "speed");
    ASSERT_EQ(speed.size(), 78u);
    EXPECT_EQ(speed[5], frame.surfaces[0].head.quantities[0].values[5]);
    EXPECT_TRUE(std::isnan(speed[60]));  // the others have no speed
    const auto strain = vtk_array<float>(text, "strain");
    ASSERT_EQ(strain.size(), 5u + 3u + 84u);
    EXPECT_EQ(strain[8 + 2], frame.surfaces[0].head.quantities[3].values[2]);
    const auto corners = vtk_array<std::int32_t>(text.substr(text.find("<Polys>")), "connectivity");
    ASSERT_EQ(corners.size(), 3u * 84u);
    EXPECT_EQ(corners[1], frame.surfaces[0].triangles[0][1]);
    EXPECT_GE(corners[3 * 60], 62);  // the boxes come after everything else
}

TEST_F(ExportSequences, csv_has_mean_and_largest_of_each_quantity) {
    const Film film = film_of(
        2,
        [](Frame& frame, int index) {
            frame.points = {falling_points(frame.time)};
            frame.points[0].head.quantities = {
                {"speed", "m/s", QuantityKind::Scalar, QuantityPlace::Nodes, {1, 2, 6}},
                {"force", "N", QuantityKind::Vector, QuantityPlace::Nodes, {3, 4, 0, 0, 0, 0, 0, 0, 1}}};
            if (index == 0) frame.points[0].head.quantities.pop_back();
        },
        4);
    export_csv(film, {.path = path("film.csv")});
    EXPECT_EQ(text_of(path("film.csv")),
              "time,drops.speed.mean [m/s],drops.speed.max [m/s],drops.force.mean [N],drops.force.max [N]\n"
              "0,3,6,,\n0.25,3,6,2,5\n");
}

TEST_F(ExportSequences, tables_are_written_as_they_are) {
    write_csv({{"a", "b,c"}, {0, 0.5}, {{1, 2}, {3, 4.25}}}, path("table.csv"));
    EXPECT_EQ(text_of(path("table.csv")), "time,a,\"b,c\"\n0,1,3\n0.5,2,4.25\n");
    EXPECT_THROW(write_csv({{"a"}, {0, 1}, {{1}}}, path("bad.csv")), InputError);
    EXPECT_FALSE(fs::exists(path("bad.csv")));
}
