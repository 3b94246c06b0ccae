// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/describe_oriented.h, and of checkpoints that carry bonds and heat
#include "souple/scene/describe_oriented.h"

#include <gtest/gtest.h>

#include "souple/scene/checkpoint.h"
#include "support/test_scene.h"

namespace souple {
namespace {

std::string bonded_scene(const std::string& law = R"("rest": 1, "range": 1.9)",
                         const std::string& object = "") {
    return scene_text(R"("duration": 0.6, "step": 0.01, "gravity": [0, 0, 0],
        "parts": [ { "kind": "oriented", "name": "bar", "neighbourhood": "bonded", "method": "velocity_verlet",
                     "melting": { "stiffness": 5, "conduction": 1 }, "heat": [ { "particles": [0], "temperature": 1.5 } ],
                     "laws": [ { "name": "law", "interactions": [ { "law": "cohesion", )" +
                      law + R"( }, { "law": "friction" } ] } ],
                     "objects": [ { "shape": { "kind": "row", "count": 6 } )" +
                      object + R"( } ],
                     "forces": [ { "frame": 0, "force": [-60, 0, 0] }, { "frame": 5, "force": [60, 0, 0], "stop": 0.3 } ] } ],
        "probes": [ { "name": "bonds", "measure": "bond_count" }, { "name": "change", "measure": "shape_change", "part": "bar" } ])");
}

std::string fault_in(const std::string& text) {
    try {
        build_world(load_scene_text(text, "bar.json"));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(OrientedScene, test_27_resumed_after_bonds_broke_a_run_ends_in_the_same_bits) {
    Simulation whole = make_simulation(load_scene_text(bonded_scene(), "bar.json"));
    std::string saved;
    while (!is_finished(whole)) {
        ASSERT_FALSE(advance(whole).failure);
        if (whole.world.state.step == 40) saved = to_bytes(whole);
    }
    EXPECT_LT(whole.world.state.oriented[0].bonds.size(), 5u);
    Simulation resumed = make_simulation(load_scene_text(bonded_scene(), "bar.json"));
    EXPECT_TRUE(from_bytes(saved, "file", resumed));
    while (!is_finished(resumed)) advance(resumed);
    EXPECT_EQ(hash_of(resumed.world.state), hash_of(whole.world.state));
    EXPECT_EQ(resumed.probes[1].values, whole.probes[1].values);
}

TEST(OrientedScene, a_checkpoint_with_bonds_of_other_particles_is_refused) {
    Simulation simulation = make_simulation(load_scene_text(bonded_scene(), "bar.json"));
    Simulation other = simulation;
    other.world.state.oriented[0].bonds.push_back({4, 9, 1});
    EXPECT_THROW(from_bytes(to_bytes(other), "file", simulation), InputError);
    other.world.state.oriented[0].bonds = {{2, 3, 1}, {1, 2, 1}};
    EXPECT_THROW(from_bytes(to_bytes(other), "file", simulation), InputError);
    other.world.state.oriented[0].bonds.clear();
    other.world.state.oriented[0].heat.resize(2);
    EXPECT_THROW(from_bytes(to_bytes(other), "file", simulation), InputError);
}

TEST(OrientedScene, F0_42_every_interaction_with_its_numbers_is_data_of_the_scene) {
    const std::vector<std::pair<std::string, LawKind>> kinds{{"lennard_jones", LawKind::LennardJones},
                                                             {"cohesion", LawKind::Cohesion},
                                                             {"spline_cohesion", LawKind::SplineCohesion},
                                                             {"globule", LawKind::Globule},
                                                             {"co_planar", LawKind::CoPlanar},
                                                             {"co_normal", LawKind::CoNormal},
                                                             {"any_sphere", LawKind::AnySphere},
                                                             {"sphere_of_radius", LawKind::SphereOfRadius},
                                                             {"shape", LawKind::PrincipalShape},
                                                             {"co_linear", LawKind::CoLinear},
                                                             {"friction", LawKind::PairFriction},
                                                             {"fibre", LawKind::ActiveFibre}};
    std::string list;
    for (const auto& [name, kind] : kinds)
        list += (list.empty() ? "" : ", ") + (R"({ "law": ")" + name) +
                R"(", "weight": 0.25, "range": 1.75, "axis": [0, 1, 0], "form": "printed" })";
    const World world = build_world(load_scene_text(
        scene_text(R"("parts": [ { "kind": "oriented", "laws": [ { "interactions": [ )" + list +
                   R"( ] } ], "objects": [ { "shape": { "kind": "row", "count": 2 } } ] } ])"),
        "laws.json"));
    const std::vector<OrientedLaw>& laws = world.model.oriented.at(0).laws;
    ASSERT_EQ(laws.size(), kinds.size());
    for (std::size_t i = 0; i < laws.size(); ++i) {
        EXPECT_EQ(laws[i].kind, kinds[i].second) << kinds[i].first;
        EXPECT_EQ(laws[i].weight, 0.25);
        EXPECT_EQ(laws[i].range, Vec3::Constant(1.75));
        EXPECT_EQ(laws[i].axis, Vec3::UnitY());
        EXPECT_EQ(laws[i].form, LawForm::Printed);
    }
}

TEST(OrientedScene, bad_laws_and_objects_are_refused_where_they_are_written) {
    EXPECT_EQ(fault_in(bonded_scene()), "");
    const auto expect_at = [](const std::string& text, const std::string& place) {
        const std::string fault = fault_in(text);
        EXPECT_NE(fault.find("bar.json"), std::string::npos) << fault;
        EXPECT_NE(fault.find(place), std::string::npos) << fault;
    };
    expect_at(bonded_scene(R"("range": -1)"), "range");
    expect_at(bonded_scene(R"("rest": 3, "range": 2)"), "beyond the range");
    expect_at(bonded_scene(R"("alpha": 6)"), "16/3");
    expect_at(bonded_scene(R"("rest": 1)", R"(, "law": "lawn")"), "lawn");
    expect_at(bonded_scene(R"("rest": 1)", R"(, "others": [ { "law": "law", "particles": [9] } ])"), "9");
    expect_at(bonded_scene(R"("kind": "cohesion")"), "kind");
}

}  // namespace
}  // namespace souple
