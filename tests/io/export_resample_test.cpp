// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/io/export_resample.h: surfaces with changing triangles as one mesh
#include "souple/io/export_resample.h"

#include "io/export_films.h"
#include "souple/core/read_file.h"
#include "souple/geometry/gltf_document.h"
#include "souple/geometry/mesh_files.h"
#include "souple/view/describe_world.h"
#include "support/test_world.h"

using namespace souple;
using namespace souple::test;

namespace {

using ExportResample = ExportTest;

/// Says where its nodes lie at rest.
void add_rest(SurfaceView& view, const std::vector<Vec3>& rest) {
    Quantity quantity{rest_quantity, "m", QuantityKind::Vector, QuantityPlace::Nodes, {}};
    for (const Vec3& p : rest)
        for (int axis = 0; axis < 3; ++axis) quantity.values.push_back(static_cast<float>(p[axis]));
    view.head.quantities.push_back(quantity);
}

Vec3 sheared(const Vec3& p, Real time) { return {p.x() + time * p.z(), 1 + 2 * time * p.x(), p.z() - time}; }

/// A sheet whose grid is refined and coarsened again; its nodes move straight, so that every grid says the
/// same.
SurfaceView adaptive_sheet(int cells, Real time) {
    SurfaceView sheet = surface_of("sheet", make_grid(cells, cells, 1, 1));
    const std::vector<Vec3> rest = sheet.positions;
    for (Vec3& p : sheet.positions) p = sheared(p, time);
    add_rest(sheet, rest);
    return sheet;
}

Film adaptive_film(int frames) {
    return film_of(frames, [](Frame& frame, int index) {
        frame.surfaces = {adaptive_sheet(index % 3 == 0 ? 2 : index % 3 == 1 ? 8 : 4, frame.time)};
    });
}

/// Two triangles on each side of x = 0; from the frame `torn` on the right half has nodes of its own and
/// leaves.
SurfaceView tearing_sheet(Real time, bool torn) {
    SurfaceView sheet;
    sheet.head.name = "sheet";
    std::vector<Vec3> rest = {{-1, 0, 0}, {-1, 0, 1}, {0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}};
    sheet.triangles = {{0, 1, 2}, {2, 1, 3}, {2, 3, 4}, {4, 3, 5}};
    sheet.positions = rest;
    if (torn) {
        rest.insert(rest.end(), {{0, 0, 0}, {0, 0, 1}});
        sheet.positions = rest;
        sheet.triangles = {{0, 1, 2}, {2, 1, 3}, {6, 7, 4}, {4, 7, 5}};
        for (const std::size_t i : {4, 5, 6, 7}) sheet.positions[i].x() += time;
    }
    add_rest(sheet, rest);
    return sheet;
}

std::size_t mesh_count(const std::string& path) {
    return read_gltf(read_whole_file(path), path, {}).count("meshes");
}

}  // namespace

TEST_F(ExportResample, refined_sheet_is_one_morphing_mesh_at_the_right_places) {
    const Film film = adaptive_film(12);
    export_glb(film, {.path = path("sheet.glb"), .thinning = 0});
    EXPECT_EQ(mesh_count(path("sheet.glb")), 1u);
    const MeshSequence sequence = load_sequence(path("sheet.glb"));
    ASSERT_EQ(sequence.times.size(), 12u);
    const TriangleMesh fine = make_grid(8, 8, 1, 1);
    EXPECT_EQ(sequence.triangles, fine.triangles);
    for (int i = 0; i < 12; ++i) {
        std::vector<Vec3> expected;
        for (const Vec3& p : fine.points) expected.push_back(sheared(p, i / 30.0));
        EXPECT_LT(farthest(sequence.points[i], expected), 1e-5) << i;
    }
}

TEST_F(ExportResample, frames_of_a_world_that_refines_become_one_mesh) {
    const auto described = [](int squares, Real height) {
        World world;
        ClothDef def = small_cloth(squares);
        def.part.position = {0, height, 0};
        add_cloth(world, def);
        return describe_world(world.model, world.state, world.control, {.rest = true}).surfaces;
    };
    const Film film = film_of(4, [&](Frame& frame, int index) {
        frame.surfaces = described(index % 2 == 0 ? 4 : 8, 0.1 * index * index);
    });
    export_glb(film, {.path = path("cloth.glb"), .thinning = 0});
    EXPECT_EQ(mesh_count(path("cloth.glb")), 1u);
    const MeshSequence sequence = load_sequence(path("cloth.glb"));
    ASSERT_EQ(sequence.points.size(), 4u);
    for (int i = 0; i < 4; ++i)
        EXPECT_LT(farthest(sequence.points[i], described(8, 0.1 * i * i)[0].positions), 1e-5) << i;
}

TEST_F(ExportResample, numbers_on_nodes_are_interpolated) {
    const Film film = film_of(2, [](Frame& frame, int index) {
        SurfaceView sheet = adaptive_sheet(index == 0 ? 1 : 2, 0);
        Quantity width{"width", "m", QuantityKind::Scalar, QuantityPlace::Nodes, {}};
        for (const Vec3& p : sheet.positions) width.values.push_back(static_cast<float>(p.x()));
        sheet.head.quantities.push_back(width);
        frame.surfaces = {sheet};
    });
    const std::optional<Film> fixed = with_fixed_meshes(film, survey(film));
    ASSERT_TRUE(fixed);
    const SurfaceView first = fixed->frame(0).surfaces[0];
    ASSERT_EQ(first.positions.size(), 9u);
    ASSERT_EQ(first.head.quantities.size(), 2u);
    for (std::size_t i = 0; i < 9; ++i)
        EXPECT_NEAR(first.head.quantities[1].values[i], first.positions[i].x(), 1e-6);
}

TEST_F(ExportResample, a_tear_keeps_its_two_sides_apart) {
    const Film film = film_of(
        10, [](Frame& frame, int index) { frame.surfaces = {tearing_sheet(frame.time, index >= 4)}; });
    const std::optional<Film> fixed = with_fixed_meshes(film, survey(film));
    ASSERT_TRUE(fixed);
    const SurfaceView whole = fixed->frame(0).surfaces[0], torn = fixed->frame(9).surfaces[0];
    EXPECT_LT(farthest(torn.positions, tearing_sheet(0.3, true).positions), 1e-6);
    EXPECT_LT(farthest(whole.positions, tearing_sheet(0, true).positions), 1e-6);
}

TEST_F(ExportResample, without_places_at_rest_there_is_no_fixed_mesh) {
    const Film film = film_of(6, [](Frame& frame, int index) {
        frame.surfaces = {adaptive_sheet(index % 2 == 0 ? 2 : 4, frame.time)};
        if (index == 3) frame.surfaces[0].head.quantities.clear();
    });
    EXPECT_FALSE(with_fixed_meshes(film, survey(film)));
    export_glb(film, {.path = path("sheet.glb")});
    EXPECT_EQ(mesh_count(path("sheet.glb")), 6u);
}

TEST_F(ExportResample, a_sheet_that_loses_triangles_has_no_fixed_mesh) {
    const Film film = film_of(6, [](Frame& frame, int index) {
        frame.surfaces = {adaptive_sheet(4, frame.time)};
        if (index >= 3) frame.surfaces[0].triangles.resize(20);
    });
    EXPECT_FALSE(with_fixed_meshes(film, survey(film)));
}

TEST_F(ExportResample, a_fold_finer_than_the_finest_mesh_has_no_fixed_mesh) {
    // the frame with fewer triangles has a node where the other has none
    const Film film = film_of(2, [](Frame& frame, int index) {
        SurfaceView sheet = adaptive_sheet(index == 0 ? 4 : 3, 0);
        if (index == 1) sheet.positions[5].y() += 0.2;
        frame.surfaces = {sheet};
    });
    EXPECT_FALSE(with_fixed_meshes(film, survey(film)));
}

TEST_F(ExportResample, a_sheet_that_keeps_its_triangles_is_left_alone) {
    const Film film = film_of(3, [](Frame& frame, int) { frame.surfaces = {adaptive_sheet(3, frame.time)}; });
    EXPECT_FALSE(with_fixed_meshes(film, survey(film)));
}

TEST_F(ExportResample, a_size_foreseen_from_one_frame_is_that_of_the_film) {
    const Film film = film_of(7, [](Frame& frame, int) { frame = mixed_film(1).frame(0); });
    for (const char* name : {"glb", "usda", "obj", "ply", "vtk", "csv"}) {
        const ExportFormat format = parse_export_formats(name).front();
        EXPECT_EQ(estimate_export(format, film.frame(0), 7), estimate_size(format, survey(film), film))
            << name;
    }
}
