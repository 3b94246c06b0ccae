// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/io/export_looks.cpp and export_pieces.cpp: colours, normals, texture places and names in
// files
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <numbers>

#include "io/export_films.h"
#include "io/export_usda_reader.h"
#include "souple/core/read_file.h"
#include "souple/geometry/gltf_document.h"
#include "souple/io/export_looks.h"

using namespace souple;
using namespace souple::test;
using testing::HasSubstr;

namespace {

using ExportLooks = ExportTest;

GltfDocument glb_at(const std::string& path) { return read_gltf(read_whole_file(path), path, {}); }

std::size_t mesh_named(const GltfDocument& document, const std::string& name) {
    std::size_t mesh = 0;
    while (document.item("meshes", mesh)["name"] != name) ++mesh;
    return mesh;
}

std::vector<Real> base_colour(const GltfDocument& document, std::size_t mesh) {
    const std::size_t material = document.item("meshes", mesh)["primitives"][0]["material"];
    return document.item("materials", material)["pbrMetallicRoughness"]["baseColorFactor"]
        .get<std::vector<Real>>();
}

/// A sheet of 2 m x 1 m that hangs askew, with its places at rest and no other number on it.
SurfaceView hanging_sheet(Real time) {
    SurfaceView sheet = surface_of("flag", make_grid(4, 2, 2, 1));
    sheet.head.part = "flag";
    Quantity rest{"rest", "m", QuantityKind::Vector, QuantityPlace::Nodes, {}};
    for (Vec3& p : sheet.positions) {
        for (const Real number : {p.x(), p.y(), p.z()}) rest.values.push_back(static_cast<float>(number));
        p = Vec3(p.x(), 2 - 0.3 * p.x() * p.x() + time * p.z(), p.z());
    }
    sheet.head.quantities = {rest};
    return sheet;
}

Film painted_film() {
    Film film = film_of(3, [](Frame& frame, int) {
        frame.surfaces = {hanging_sheet(frame.time)};
        frame.instances = {moving_boxes(frame.time, 2)};
        frame.instances[0].head.part = "boxes";
        frame.instances[0].names = {"lid", ""};
    });
    film.staging.looks["flag"].colour = Vec3(1, 0.5, 0);
    film.staging.looks["flag"].roughness = 0.25;
    return film;
}

}  // namespace

TEST_F(ExportLooks, a_look_s_colour_is_in_every_format_that_has_colours) {
    const Film film = painted_film();
    const float half = linear_light(0.5f);
    export_glb(film, {.path = path("f.glb")});
    const GltfDocument glb = glb_at(path("f.glb"));
    const std::vector<Real> colour = base_colour(glb, mesh_named(glb, "flag"));
    EXPECT_NEAR(colour[0], 1, 1e-6);
    EXPECT_NEAR(colour[1], half, 1e-6);
    EXPECT_NEAR(colour[2], 0, 1e-6);
    export_usda(film, {.path = path("f.usda")});
    const UsdText usd = UsdTextReader(text_of(path("f.usda"))).read();
    EXPECT_EQ(usd.at("/film/flag.material:binding", 0).word, "/film/materials/flag");
    EXPECT_NEAR(usd.at("/film/materials/flag/shader.inputs:diffuseColor", 0).numbers.at(1), half, 1e-6);
    EXPECT_NEAR(usd.at("/film/materials/flag/shader.inputs:roughness", 0).numbers.at(0), 0.25, 1e-6);
    EXPECT_NEAR(usd.at("/film/flag.primvars:displayColor", 0).numbers.at(1), half, 1e-6);
    export_obj(film, {.path = path("f.obj")});
    EXPECT_THAT(text_of(path("f_0000.obj")), HasSubstr("mtllib f.mtl\n"));
    EXPECT_THAT(text_of(path("f_0000.obj")), HasSubstr("o flag\nusemtl flag\n"));
    EXPECT_THAT(text_of(path("f.mtl")),
                HasSubstr(fmt::format("newmtl flag\nKd 1 {:.4g} 0\nPr 0.25\n", half)));
    export_ply(film, {.path = path("f.ply")});
    const std::string ply = text_of(path("f_0000.ply"));
    // x y z radius, rest(3), nx ny nz, s t and three bytes
    const std::size_t colours = ply.find("end_header\n") + 11 + 12 * sizeof(float);
    EXPECT_EQ(static_cast<unsigned char>(ply[colours]), 255);
    EXPECT_EQ(static_cast<unsigned char>(ply[colours + 1]), 128);  // as a screen shows it
    EXPECT_EQ(static_cast<unsigned char>(ply[colours + 2]), 0);
}

TEST_F(ExportLooks, what_a_look_shows_colours_the_nodes_from_blue_to_red) {
    Film film = film_of(2, [](Frame& frame, int index) {
        frame.surfaces = {hanging_sheet(0)};
        Quantity speed{"speed", "m/s", QuantityKind::Scalar, QuantityPlace::Nodes, {}};
        for (std::size_t i = 0; i < frame.surfaces[0].positions.size(); ++i)
            speed.values.push_back(index == 1 && i == 0 ? 4.0f : 0.0f);
        frame.surfaces[0].head.quantities.push_back(speed);
    });
    film.staging.looks["flag"].show = "speed";
    const Film shown = with_shown_colours(film);
    const FilmPiece piece = loose_pieces(shown.frame(1)).at(0);
    const Quantity* colours = colours_of(piece);
    ASSERT_NE(colours, nullptr);
    const Vec3f low = level_colour(0), high = level_colour(5);
    for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(colours->values[k], high[k], 1e-6);  // the fastest of the whole film
        EXPECT_NEAR(colours->values[3 + k], low[k], 1e-6);
    }
    export_glb(film, {.path = path("f.glb")});
    const GltfDocument glb = glb_at(path("f.glb"));
    EXPECT_TRUE(glb.item("meshes", 0)["primitives"][0]["attributes"].contains("COLOR_0"));
    EXPECT_EQ(base_colour(glb, 0), (std::vector<Real>{1, 1, 1, 1}));
}

TEST_F(ExportLooks, bodies_of_different_colours_share_the_numbers_of_one_mesh) {
    const Film film = film_of(2, [](Frame& frame, int) {
        frame.instances = {moving_boxes(frame.time, 3)};
        frame.instances[0].head.quantities = {
            {"colour", "", QuantityKind::Colour, QuantityPlace::Nodes, {1, 0, 0, 0, 0, 1, 1, 0, 0}}};
    });
    export_glb(film, {.path = path("f.glb")});
    const GltfDocument glb = glb_at(path("f.glb"));
    ASSERT_EQ(glb.count("meshes"), 2u);
    EXPECT_EQ(base_colour(glb, 0), (std::vector<Real>{1, 0, 0, 1}));
    EXPECT_EQ(base_colour(glb, 1), (std::vector<Real>{0, 0, 1, 1}));
    EXPECT_EQ(glb.item("meshes", 0)["primitives"][0]["attributes"],
              glb.item("meshes", 1)["primitives"][0]["attributes"]);
    EXPECT_EQ(glb.item("nodes", 2)["mesh"], 0);
}

TEST_F(ExportLooks, a_flat_cloth_has_places_on_a_texture_that_stretch_nothing) {
    const FilmPiece piece = loose_pieces(painted_film().frame(2)).at(0);
    const auto places = texture_places(piece);
    ASSERT_EQ(places.size(), 15u);
    // 2 m x 1 m: u from 0 to 1, v over half of that; the grid's first node is at -x and -z, where v ends
    EXPECT_NEAR(places[0][0], 0, 1e-6);
    EXPECT_NEAR(places[0][1], 0.5, 1e-6);
    EXPECT_NEAR(places[14][0], 1, 1e-6);
    EXPECT_NEAR(places[14][1], 0, 1e-6);
    export_glb(painted_film(), {.path = path("f.glb")});
    const GltfDocument glb = glb_at(path("f.glb"));
    const auto& attributes = glb.item("meshes", mesh_named(glb, "flag"))["primitives"][0]["attributes"];
    const auto numbers = read_accessor(glb, attributes["TEXCOORD_0"], 2);
    EXPECT_NEAR(numbers[1], 0.5, 1e-6);  // glTF counts from the top: 1 - 0.5
    EXPECT_NEAR(numbers[29], 1, 1e-6);
    export_usda(painted_film(), {.path = path("f.usda")});
    const UsdText usd = UsdTextReader(text_of(path("f.usda"))).read();
    EXPECT_EQ(usd.at("/film/flag.primvars:st", 0).numbers.size(), 30u);
    export_obj(painted_film(), {.path = path("f.obj")});
    EXPECT_THAT(text_of(path("f_0001.obj")), HasSubstr("vt 0 0.5\n"));
}

TEST_F(ExportLooks, a_cloth_that_is_not_flat_at_rest_has_no_texture_places) {
    FilmPiece piece = loose_pieces(painted_film().frame(0)).at(0);
    piece.quantities[0].values[1] = 0.5f;
    EXPECT_TRUE(texture_places(piece).empty());
    piece.quantities.clear();
    EXPECT_TRUE(texture_places(piece).empty());
}

TEST_F(ExportLooks, normals_of_cloth_turn_with_it_in_every_key) {
    // a square that turns about x by 60 degrees from the first frame to the second
    const Film film = film_of(2, [](Frame& frame, int index) {
        frame.surfaces = {surface_of("flag", make_grid(1, 1, 1, 1))};
        const Quat turn(Eigen::AngleAxis<Real>(index * std::numbers::pi / 3, Vec3::UnitX()));
        for (Vec3& p : frame.surfaces[0].positions) p = turn * p;
    });
    export_glb(film, {.path = path("f.glb"), .thinning = 0});
    const GltfDocument glb = glb_at(path("f.glb"));
    const auto& primitive = glb.item("meshes", 0)["primitives"][0];
    const auto base = read_accessor(glb, primitive["attributes"]["NORMAL"], 3);
    const auto turned = read_accessor(glb, primitive["targets"][0]["NORMAL"], 3);
    EXPECT_NEAR(base[1], 1, 1e-6);
    EXPECT_NEAR(base[1] + turned[1], 0.5, 1e-6);
    EXPECT_NEAR(base[2] + turned[2], std::sqrt(0.75), 1e-6);
}

TEST_F(ExportLooks, a_box_keeps_its_edges_sharp) {
    export_glb(box_film(1), {.path = path("f.glb")});
    const GltfDocument glb = glb_at(path("f.glb"));
    const auto& attributes = glb.item("meshes", 0)["primitives"][0]["attributes"];
    const auto normals = read_accessor(glb, attributes["NORMAL"], 3);
    ASSERT_EQ(normals.size(), 3u * 24u);  // three for each of the eight corners
    for (const Real number : normals) EXPECT_NEAR(std::abs(number) * (1 - std::abs(number)), 0, 1e-6);
    // elsewhere corners stay one point, so that the box can be read as a solid again
    export_obj(box_film(1), {.path = path("f.obj")});
    const std::string obj = text_of(path("f_0000.obj"));
    const auto lines = [&obj](const std::string& word) {
        std::size_t count = 0;
        for (std::size_t at = 0; (at = obj.find("\n" + word + " ", at)) != std::string::npos; ++at) ++count;
        return count;
    };
    EXPECT_EQ(lines("v"), 8u);
    EXPECT_EQ(lines("vn"), 6u);
    export_usda(box_film(1), {.path = path("f.usda")});
    const UsdText usd = UsdTextReader(text_of(path("f.usda"))).read();
    EXPECT_EQ(usd.at("/film/box/mesh.points", 0).numbers.size(), 24u);
    EXPECT_EQ(usd.interpolations.at("/film/box/mesh.normals"), "faceVarying");
    EXPECT_EQ(usd.at("/film/box/mesh.normals", 0).numbers.size(), 3u * 36u);
}

TEST_F(ExportLooks, bodies_keep_their_own_names) {
    export_glb(painted_film(), {.path = path("f.glb")});
    const GltfDocument glb = glb_at(path("f.glb"));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < glb.count("nodes"); ++i) names.push_back(glb.item("nodes", i)["name"]);
    EXPECT_THAT(names, testing::ElementsAre("flag", "lid", "box_1"));
    export_obj(painted_film(), {.path = path("f.obj")});
    EXPECT_THAT(text_of(path("f_0000.obj")), HasSubstr("o lid\n"));
    export_usda(painted_film(), {.path = path("f.usda")});
    EXPECT_EQ(UsdTextReader(text_of(path("f.usda"))).read().types.at("/film/lid"), "Xform");
}

TEST_F(ExportLooks, colours_on_faces_become_colours_on_nodes_of_their_own) {
    FilmPiece piece = loose_pieces(painted_film().frame(0)).at(0);
    Quantity colour{"colour", "", QuantityKind::Colour, QuantityPlace::Faces, {}};
    for (std::size_t t = 0; t < piece.triangles.size(); ++t)
        colour.values.insert(colour.values.end(), {static_cast<float>(t), 0, 1});
    piece.quantities.push_back(colour);
    const FilmPiece flat = with_node_colours(piece);
    ASSERT_EQ(flat.positions.size(), 3 * piece.triangles.size());
    EXPECT_EQ(flat.positions[3 * 5 + 1], piece.positions[piece.triangles[5][1]]);
    EXPECT_EQ(colours_of(flat)->values[3 * (3 * 5 + 1)], 5.0f);
    EXPECT_FALSE(texture_places(flat).empty());
}
