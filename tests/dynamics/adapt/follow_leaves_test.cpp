// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of dynamics/adapt/follow_leaves.cpp, leaf_laws.cpp and change_leaves.cpp: masses, energies and
// counts.
#include <gtest/gtest.h>

#include "dynamics/adapt/adaptive_world.h"
#include "souple/core/errors.h"
#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/topology/refine.h"

namespace souple {
namespace {

Real mass(const World& world) { return mass_of(world.model, world.model.parts[0]); }

TEST(AdaptiveCloth, F4_12_mass_of_a_grid_stays_when_some_squares_are_divided) {
    World world = world_of(adaptive_grid(4, 3));
    EXPECT_NEAR(mass(world), 0.2, 1e-15);
    divide_some(world, 3);
    EXPECT_GT(world.model.parts[0].interpolated.count, 3);
    EXPECT_NEAR(mass(world), 0.2, 0.2e-12);
}

TEST(AdaptiveCloth, F4_21_mass_of_triangles_stays_when_some_are_divided) {
    World world = world_of(adaptive_mesh());
    divide_some(world, 3);
    EXPECT_GT(world.model.parts[0].interpolated.count, 3);
    EXPECT_NEAR(mass(world), 0.2, 0.2e-12);
}

TEST(AdaptiveCloth, F4_6_four_squares_around_a_point_become_sixteen_with_eight_free_and_eight_interpolated) {
    World world = world_of(adaptive_grid(4, 4));
    const Map2& map = world.state.leaves[0].map;
    const int point = 2 * 5 + 2;  // the middle of the grid
    std::vector<int> faces;
    for (const int face : leaf_faces(world)) {
        bool has = false;
        for_each_corner(map, Face{face}, [&](Dart d) { has = has || vertex_of(map, d).index == point; });
        if (has) faces.push_back(face);
    }
    ASSERT_EQ(faces.size(), 4u);
    divide_faces(0, faces, world.state, world.model);
    EXPECT_EQ(leaf_faces(world).size(), 12u + 16u);
    EXPECT_EQ(world.model.parts[0].points.count, 25 + 16);
    EXPECT_EQ(world.model.parts[0].interpolated.count, 8);
}

TEST(AdaptiveCloth, F4_19_a_triangle_becomes_four_similar_ones) {
    ClothDef def = adaptive_mesh();
    def.mesh = {{{0, 0, 0}, {1, 0, 0}, {0.2, 0, -0.7}}, {{0, 1, 2}}};
    World world = world_of(def);
    divide_everywhere(0, 3, world.state, world.model);
    ASSERT_EQ(world.model.triangles.size(), 64u);
    const auto sides = [&](const Nodes<3>& t) {
        std::array<Real, 3> s;
        for (int k = 0; k < 3; ++k)
            s[k] = (world.model.point_rest[t[(k + 1) % 3]] - world.model.point_rest[t[k]]).norm();
        std::sort(s.begin(), s.end());
        return s;
    };
    const std::array<Real, 3> root{(Vec3(0.2, 0, -0.7)).norm(), 1, (Vec3(-0.8, 0, -0.7)).norm()};
    std::array<Real, 3> sorted = root;
    std::sort(sorted.begin(), sorted.end());
    for (const Nodes<3>& t : world.model.triangles)
        for (int k = 0; k < 3; ++k) EXPECT_NEAR(sides(t)[k], sorted[k] / 8, 1e-12);
}

TEST(AdaptiveCloth, F4_3_F4_14_energy_of_an_affine_stretch_is_the_same_at_all_levels_and_across_junctions) {
    Mat3 map;
    map << 1.1, 0.02, 0.05, 0, 1, 0, -0.03, 0, 0.93;
    for (const ClothDef& def : {adaptive_grid(3, 2), adaptive_mesh()}) {
        World world = world_of(def);
        deform(world, map);
        const Real coarse = spring_energy(world);
        ASSERT_GT(coarse, 1e-3);
        World fine = world_of(def);
        divide_everywhere(0, 2, fine.state, fine.model);
        deform(fine, map);
        EXPECT_NEAR(spring_energy(fine) / coarse, 1, 1e-12);
        divide_some(world, 3);
        deform(world, map);
        EXPECT_NEAR(spring_energy(world) / coarse, 1, 1e-12);
    }
}

TEST(AdaptiveCloth, F4_11_wrong_laws_change_that_energy_by_a_factor_of_two_with_each_level) {
    const Mat3 map = Vec3(1.1, 1, 0.9).asDiagonal();
    const auto energy = [&](LevelLaw law, int level) {
        ClothDef def = adaptive_grid(2, 2);
        def.level_law = law;
        World world = world_of(def);
        divide_everywhere(0, level, world.state, world.model);
        deform(world, map);
        return spring_energy(world);
    };
    EXPECT_NEAR(energy(LevelLaw::KeptStrain, 2) / energy(LevelLaw::KeptStrain, 0), 4, 1e-10);
    EXPECT_NEAR(energy(LevelLaw::Halved, 2) / energy(LevelLaw::Halved, 0), 0.25, 1e-10);
}

TEST(AdaptiveCloth, F4_7_dividing_moves_nothing_and_keeps_the_momentum) {
    for (const ClothDef& def : {adaptive_grid(3, 3), adaptive_mesh()}) {
        World world = world_of(def);
        for (std::size_t p = 0; p < world.state.x.size(); ++p)
            world.state.v[p] = Vec3(std::sin(3.0 * p), std::cos(2.0 * p), 0.3 * p);
        const Vec3 before = momentum(world.model, world.state, world.model.parts[0]);
        const std::vector<Vec3> x = world.state.x;
        divide_some(world, 2);
        for (std::size_t p = 0; p < x.size(); ++p) EXPECT_EQ(world.state.x[p], x[p]);
        EXPECT_LT((momentum(world.model, world.state, world.model.parts[0]) - before).norm(), 1e-13);
        for (const Interpolated& i : world.model.interpolated)
            EXPECT_LT((world.state.x[i.node] - 0.5 * (world.state.x[i.a] + world.state.x[i.b])).norm(),
                      1e-15);
    }
}

TEST(AdaptiveCloth, F4_15_joining_what_was_divided_gives_back_the_same_springs) {
    World world = world_of(adaptive_grid(3, 3));
    const std::size_t springs = world.model.springs.size();
    const Real energy_before = [&] {
        deform(world, Vec3(1.2, 1, 1).asDiagonal());
        return spring_energy(world);
    }();
    divide_faces(0, {0, 4}, world.state, world.model);
    EXPECT_GT(world.model.springs.size(), springs);
    join_faces(0, {0, 4}, world.state, world.model);
    EXPECT_EQ(world.model.springs.size(), springs);
    EXPECT_EQ(world.state.x.size(), 16u);
    EXPECT_NEAR(spring_energy(world), energy_before, 1e-14);
}

/// Whether two models have the same laws, to the bit and in the same order.
void expect_same_laws(const Model& a, const Model& b) {
    EXPECT_EQ(a.point_mass, b.point_mass);
    EXPECT_EQ(a.inv_mass, b.inv_mass);
    EXPECT_EQ(a.triangles, b.triangles);
    const auto numbers_of = [](const Model& model) {
        std::vector<Real> numbers;
        const auto add = [&](const auto& values) {
            for (const auto& value : values) numbers.push_back(value);
        };
        for (const Spring& s : model.springs) add(s.nodes), add(std::array{s.rest_length, s.stiffness});
        for (const Bend& b : model.bends) add(b.nodes), add(b.rest_angle), add(b.rigidity.reshaped());
        for (const Interpolated& i : model.interpolated) add(std::array{i.node, i.a, i.b});
        for (const AdaptiveCloth& cloth : model.adaptive) {
            for (const Fold& f : cloth.folds) add(std::array{f.a, f.b, f.c, f.d, f.face, f.other});
            add(cloth.cosine_limit);
            for (const Leaf& leaf : cloth.leaves) {
                add(std::array{leaf.face, leaf.level, leaf.rate, leaf.count, leaf.fold_end, leaf.idle_end});
                add(leaf.node);
                add(leaf.areas);
            }
            for (const LawCount& end : cloth.law_ends) add(std::array{end.springs, end.bends, end.triangles});
            add(cloth.leaf_rate);
        }
        for (const Part& part : model.parts)
            for (const RateLevel& level : part.rates) {
                for (const Range r : {level.springs, level.bends}) add(std::array{r.begin, r.count});
                for (const LawCount& end : level.block_ends)
                    add(std::array{end.springs, end.bends, end.triangles});
                add(level.triangles);
                add(level.points);
            }
        return numbers;
    };
    EXPECT_EQ(numbers_of(a), numbers_of(b));
}

TEST(AdaptiveCloth, F4_15_laws_that_stay_through_a_change_are_those_that_all_leaves_would_be_given) {
    for (ClothDef def : {adaptive_grid(3, 3), adaptive_mesh()})
        for (const bool balance : {true, false}) {
            def.bend_rigidity = 1e-3;
            def.adapt->balance = balance;
            World world = world_of(def);
            ClothDef second = adaptive_grid(2, 2);
            second.part.name = "second";
            add_cloth(world, second);
            divide_faces(1, {1}, world.state, world.model);
            for (int k = 0; k < 6; ++k) {
                std::vector<int> faces;
                const Map2& map = world.state.leaves[0].map;
                for (int slot = 0; slot < map.faces.slot_count(); ++slot) {
                    const bool can = k % 3 == 2 ? can_merge(map, Face{slot}) && faces.size() < 3
                                                : is_leaf(map, Face{slot}) && slot % 4 == k % 4;
                    if (can) faces.push_back(slot);
                }
                ASSERT_FALSE(faces.empty());
                if (k % 3 == 2)
                    join_faces(0, faces, world.state, world.model);
                else
                    divide_faces(0, faces, world.state, world.model);
                World anew = world;
                follow_leaves(anew.state, anew.model);
                expect_same_laws(world.model, anew.model);
            }
        }
}

// laws of neighbours are evaluated together: what was divided late must not stand far from what lies beside
// it
TEST(AdaptiveCloth, laws_stand_in_the_order_of_the_faces_whenever_those_were_divided) {
    const auto corners_in_order = [](const std::vector<int>& faces) {
        World world = world_of(adaptive_grid(6, 6));
        for (const int face : faces) divide_faces(0, {face}, world.state, world.model);
        std::vector<std::array<Real, 3>> corners;
        for (const Nodes<3>& triangle : world.model.triangles)
            for (const int node : triangle) {
                const Vec3& rest = world.model.point_rest[node];
                corners.push_back({rest.x(), rest.y(), rest.z()});
            }
        return corners;
    };
    EXPECT_EQ(corners_in_order({28, 7, 22}), corners_in_order({7, 22, 28}));
}

TEST(AdaptiveCloth, F4_15_dividing_one_face_gives_new_laws_to_it_and_its_neighbours_only) {
    ClothDef def = adaptive_grid(12, 12);
    def.bend_rigidity = 1e-3;
    World world = world_of(def);
    for (std::size_t p = 0; p < world.state.x.size(); ++p)
        world.state.x[p] += 0.02 * Vec3(std::sin(3.0 * p), std::cos(2.0 * p), std::sin(5.0 * p));
    const Real before = spring_energy(world);
    const LawChange laws = divide_faces(0, {65}, world.state, world.model);
    EXPECT_EQ(laws.old_bends.size(), 2u * 5);
    EXPECT_EQ(laws.new_bends.size(), 2u * 8);
    const auto energy_in = [&](const auto& elements) {
        Real sum = 0;
        for (const auto& element : elements) {
            Stencil<std::decay_t<decltype(element)>::node_count> x;
            for (std::size_t k = 0; k < x.size(); ++k)
                x[k] = element.nodes[k] < 0 ? Vec3(Vec3::Zero()) : world.state.x[element.nodes[k]];
            sum += energy(element, x);
        }
        return sum;
    };
    const Real gained = energy_in(laws.new_springs) + energy_in(laws.new_bends) -
                        energy_in(laws.old_springs) - energy_in(laws.old_bends);
    EXPECT_GT(std::abs(gained), 1e-6);
    EXPECT_NEAR(spring_energy(world) - before, gained, 1e-12 * before);
}

/// Two triangles at one edge with apexes at heights 1 and 1/4: areas A = 1/2 and A/4.
ClothDef large_and_small() {
    ClothDef def = adaptive_mesh();
    def.mesh = {{{0, 0, 0}, {1, 0, 0}, {0.5, 0, -1}, {0.5, 0, 0.25}}, {{0, 1, 2}, {1, 0, 3}}};
    return def;
}

std::vector<int> faces_bent_by(Real degrees, World& world) {
    const Real angle = degrees * EIGEN_PI / 180;
    world.state.x[3] = Vec3(0.5, 0.25 * std::sin(angle), 0.25 * std::cos(angle));
    std::vector<int> faces;
    find_bent_faces(world.model.adaptive[0], world.state.x, faces);
    return faces;
}

TEST(AdaptiveCloth, F4_17_F4_18_each_of_two_triangles_decides_by_its_own_area) {
    World world = world_of(large_and_small());
    EXPECT_TRUE(faces_bent_by(19.9, world).empty());
    EXPECT_EQ(faces_bent_by(20.1, world), std::vector<int>{0});
    EXPECT_EQ(faces_bent_by(34.9, world), std::vector<int>{0});
    EXPECT_EQ(faces_bent_by(35.1, world), (std::vector<int>{0, 1}));
}

TEST(AdaptiveCloth, F4_18_limits_grow_from_the_reference_area_and_do_not_fall_below_0) {
    ClothDef def = large_and_small();
    def.adapt->reference_area = 0.125;  // that of the small one: 20 - 15 and 20 degrees
    World world = world_of(def);
    EXPECT_TRUE(faces_bent_by(4.9, world).empty());
    EXPECT_EQ(faces_bent_by(5.1, world), std::vector<int>{0});
    EXPECT_EQ(faces_bent_by(19.9, world), std::vector<int>{0});
    EXPECT_EQ(faces_bent_by(20.1, world), (std::vector<int>{0, 1}));
    def.adapt->reference_area = 0.03125;  // a quarter of that: -10 and 5 degrees
    World finer = world_of(def);
    EXPECT_TRUE(faces_bent_by(0, finer).empty());
    EXPECT_EQ(faces_bent_by(0.1, finer), std::vector<int>{0});
    EXPECT_EQ(faces_bent_by(4.9, finer), std::vector<int>{0});
    EXPECT_EQ(faces_bent_by(5.1, finer), (std::vector<int>{0, 1}));
}

TEST(AdaptiveCloth, F4_5_F4_9_squares_divide_where_a_line_bends_beyond_alpha_plus_beta_for_each_level) {
    World world = world_of(adaptive_grid(2, 2));
    const auto bent_by = [&](Real degrees) {
        const Real angle = degrees * EIGEN_PI / 180;
        for (std::size_t p = 0; p < world.state.x.size(); ++p) {
            const Vec3& rest = world.model.point_rest[p];
            const Real beyond = std::max(0.0, rest.x());
            world.state.x[p] =
                Vec3(rest.x() - beyond + beyond * std::cos(angle), beyond * std::sin(angle), rest.z());
        }
        std::vector<int> faces;
        find_bent_faces(world.model.adaptive[0], world.state.x, faces);
        return faces.size();
    };
    EXPECT_EQ(bent_by(19.9), 0u);
    EXPECT_EQ(bent_by(20.1), 4u);
    divide_everywhere(0, 1, world.state, world.model);
    EXPECT_EQ(bent_by(34.9), 0u);
    EXPECT_EQ(bent_by(35.1), 8u);
}

TEST(AdaptiveCloth, F4_24_triangles_of_half_the_length_act_twice_as_often) {
    ClothDef def = adaptive_grid(3, 3);
    def.law = ClothLaw::VanGelder;
    for (int level = 0; level < 3; ++level) {
        def.adapt->start_level = level;
        const World world = world_of(def);
        const std::vector<RateLevel>& rates = world.model.parts[0].rates;
        ASSERT_EQ(rates.size(), level + 1u);
        for (int r = 0; r < level; ++r) EXPECT_EQ(rates[r].springs.count, 0);
        EXPECT_EQ(rates[level].springs.count, world.model.parts[0].springs.count);
    }
}

/// The rate of a triangle with a side of `base` [m] and two four times as long, beside one with sides of 8 m.
int rate_beside_large(Real base, RateLength length) {
    ClothDef def = adaptive_mesh();
    def.mesh = {{{0, 0, 0}, {8, 0, 0}, {4, 0, -std::sqrt(48.0)}}, {{0, 1, 2}, {3, 4, 5}}};
    for (const Vec3& p : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0.5, 0, -std::sqrt(15.75))})
        def.mesh.points.push_back(Vec3(20, 0, 0) + base * p);
    def.adapt->rate_length = length;
    const World world = world_of(def);
    EXPECT_EQ(world.model.adaptive[0].leaves[0].rate, 0);
    return world.model.adaptive[0].leaves[1].rate;
}

// 3 x 8 + 0.5 + 2 + 2 m are six sides of 4.75 m: 1.66, 3.25 and 1.25 halvings.
TEST(AdaptiveCloth, F4_24_the_mean_shortest_or_longest_side_sets_the_rate_of_a_triangle) {
    EXPECT_EQ(rate_beside_large(0.5, RateLength::Mean), 2);
    EXPECT_EQ(rate_beside_large(0.5, RateLength::Shortest), 3);
    EXPECT_EQ(rate_beside_large(0.5, RateLength::Longest), 1);
}

TEST(AdaptiveCloth, F4_24_no_triangle_is_faster_than_rate_16_however_small) {
    EXPECT_EQ(rate_beside_large(4 / std::exp2(16.0), RateLength::Shortest), 16);
    EXPECT_EQ(rate_beside_large(4 / std::exp2(19.0), RateLength::Shortest), 16);
    EXPECT_EQ(rate_beside_large(4 / std::exp2(15.0), RateLength::Shortest), 15);
}

/// Irregular triangles over a rectangle, with holes.
ClothDef sheet_with_holes(int columns, int rows) {
    ClothDef def = adaptive_grid(1, 1);
    def.law = ClothLaw::VanGelder;
    const auto id = [columns](int c, int r) { return r * (columns + 1) + c; };
    std::vector<int> used((columns + 1) * (rows + 1), -1);
    std::vector<std::array<int, 3>> triangles;
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
            if (c % 16 > 5 && c % 16 < 10 && r % 16 > 5 && r % 16 < 10) continue;
            triangles.push_back({id(c, r), id(c + 1, r), id(c + 1, r + 1)});
            triangles.push_back({id(c, r), id(c + 1, r + 1), id(c, r + 1)});
        }
    for (auto& triangle : triangles)
        for (int& corner : triangle) {
            if (used[corner] < 0) {
                used[corner] = static_cast<int>(def.mesh.points.size());
                const int c = corner % (columns + 1), r = corner / (columns + 1);
                def.mesh.points.push_back(
                    {0.01 * c + 0.003 * std::sin(5.0 * r + c), 0, -0.01 * r - 0.003 * std::cos(7.0 * c + r)});
            }
            corner = used[corner];
        }
    def.mesh.triangles.assign(triangles.begin(), triangles.end());
    return def;
}

TEST(AdaptiveCloth, F4_16_a_hundred_thousand_triangles_with_holes_become_a_cloth) {
    ClothDef def = sheet_with_holes(240, 224);
    ASSERT_GT(def.mesh.triangles.size(), 100000u);
    World world = world_of(def);
    EXPECT_EQ(world.model.parts[0].triangles.count, static_cast<int>(def.mesh.triangles.size()));
    Real area_sum = 0;
    for (std::size_t t = 0; t < def.mesh.triangles.size(); ++t)
        area_sum += area(def.mesh, static_cast<int>(t));
    EXPECT_NEAR(mass_of(world.model, world.model.parts[0]), 0.2 * area_sum, 1e-12 * area_sum);
}

TEST(AdaptiveCloth, F4_16_a_mesh_that_is_no_manifold_is_refused_and_its_edge_named) {
    ClothDef def = adaptive_mesh();
    def.mesh.points.push_back({0.5, 0.5, -0.5});
    def.mesh.triangles.push_back({4, 5, 7});  // a third triangle at the edge 4-5
    try {
        world_of(def);
        FAIL() << "a fin was accepted";
    } catch (const std::exception& error) {
        EXPECT_NE(std::string(error.what()).find("edge (4, 5)"), std::string::npos) << error.what();
    }
}

TEST(AdaptiveCloth, a_method_that_it_cannot_have_is_refused) {
    ClothDef def = adaptive_grid(2, 2);
    def.part.method = Method::RungeKutta4;
    EXPECT_THROW(world_of(def), InputError);
}

}  // namespace
}  // namespace souple
