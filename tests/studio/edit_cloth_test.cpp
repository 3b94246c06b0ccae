// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/studio/session.h: every key of a cloth that refines itself is edited while it runs.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <set>

#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/dynamics/measure.h"
#include "souple/scene/describe_parts.h"
#include "souple/scene/json/binding.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/paths.h"
#include "studio/open_session.h"

namespace souple {
namespace {

using Edits = std::vector<std::pair<std::string, std::string>>;  ///< key of the cloth, JSON text

struct Row {
    std::string key, value;
    EditEffect effect = EditEffect::Live;
    std::function<bool(const Session&)> holds;  ///< of the running world, once it is edited and not before
    Edits with = {};                            ///< without which the value would be refused, edited before
};

const Model& model(const Session& s) { return s.simulation.world.model; }
const State& state(const Session& s) { return s.simulation.world.state; }
const Part& part(const Session& s) { return model(s).parts[0]; }
const AdaptiveCloth& cloth(const Session& s) { return model(s).adaptive[0]; }
const RefineRule& rule(const Session& s) { return cloth(s).rule; }
const SheetMaterial& sheet(const Session& s) { return cloth(s).material; }

/// [m] along an axis, at rest or now.
Real extent_of(const std::vector<Vec3>& x, int axis) {
    Real least = x[0][axis], most = least;
    for (const Vec3& p : x) least = std::min(least, p[axis]), most = std::max(most, p[axis]);
    return most - least;
}

const Node* written(const Session& s, const std::string& key) {
    return find_node(s.scene.document.root, "parts.sheet." + key);
}

constexpr auto live = EditEffect::Live, restarted = EditEffect::Restarted;

const std::vector<Row> rows_of_adapt{
    {"alpha", "12", live, [](const Session& s) { return rule(s).alpha == 12; }},
    {"beta", "18", live, [](const Session& s) { return rule(s).beta == 18; }},
    {"max_level", "3", live, [](const Session& s) { return rule(s).max_level == 3; }},
    {"start_level", "1", restarted, [](const Session& s) { return cloth(s).leaves.size() == 64; }},
    {"reference_area", "0.1", live, [](const Session& s) { return rule(s).reference_area == 0.1; }},
    {"contact_depth", "0.1", live, [](const Session& s) { return rule(s).contact_depth == 0.1; }},
    {"near_limit", "0.9", live, [](const Session& s) { return rule(s).near_limit == 0.9; }},
    {"rollback", "\"faces\"", live,
     [](const Session& s) {
         return rule(s).rollback == Rollback::Faces && part(s).surface.touches == Touches::Bodies;
     }},
    {"every_tick", "true", live, [](const Session& s) { return rule(s).every_tick; }},
    {"balance", "false", live, [](const Session& s) { return !rule(s).balance; }},
    {"join_below", "0.3", live, [](const Session& s) { return rule(s).join_below == 0.3; }},
    {"join_after", "0.2", live, [](const Session& s) { return rule(s).join_after == 0.2; }},
    {"join_time", "0.05", live, [](const Session& s) { return rule(s).join_time == 0.05; }},
    {"rate_length", "\"longest\"", live,
     [](const Session& s) { return rule(s).rate_length == RateLength::Longest; }},
};

const std::vector<Row> rows_of_cloth{
    {"density", "0.25", live,
     [](const Session& s) { return std::abs(mass_of(model(s), part(s)) - 0.25) < 1e-12; }},
    {"law", "\"van_gelder\"", restarted,
     [](const Session& s) { return sheet(s).law == ClothLaw::VanGelder; }},
    {"stiffness_law", "\"strain\"", live, [](const Session& s) { return sheet(s).stiffness == 50 / 0.25; }},
    {"stiffness", "60", live, [](const Session& s) { return sheet(s).stiffness == 60; }},
    {"damping_time", "1e-4", live, [](const Session& s) { return model(s).springs[0].damping > 0; }},
    {"bend_rigidity", "5e-4", live, [](const Session& s) { return sheet(s).bend.rigidity == 5e-4; }},
    {"poisson", "0.3", live, [](const Session& s) { return sheet(s).bend.poisson == 0.3; }},
    {"bend_damping_time", "1e-3", live, [](const Session& s) { return sheet(s).bend.damping_time == 1e-3; }},
    {"level_law", "\"halved\"", live,
     [](const Session& s) { return sheet(s).level_law == LevelLaw::Halved; }},
    {"holds_forces", "true", live, [](const Session& s) { return part(s).holds_forces; }},
    {"ball", "\"together\"", live,
     [](const Session& s) { return cloth(s).ball.response == BallResponse::Together; }},
    {"light_test",
     "true",
     live,
     [](const Session& s) { return cloth(s).ball.light_test; },
     {{"ball", "\"together\""}}},
    {"adapt", R"({ "alpha": 14 })", live, [](const Session& s) { return rule(s).alpha == 14; }},
    {"mesh",
     "\"@/scenes/triangle.obj\"",
     restarted,
     [](const Session& s) { return state(s).x.size() < 25; },
     {{"law", "\"van_gelder\""}, {"pins", R"([{ "points": [0] }])"}}},
    {"columns", "5", restarted, [](const Session& s) { return cloth(s).leaves.size() == 20; }},
    {"rows", "5", restarted, [](const Session& s) { return cloth(s).leaves.size() == 20; }},
    {"width", "1.5", restarted, [](const Session& s) { return extent_of(model(s).point_rest, 0) == 1.5; }},
    {"height", "1.5", restarted, [](const Session& s) { return extent_of(model(s).point_rest, 2) == 1.5; }},
    {"diagonal",
     "\"alternating\"",
     restarted,
     [](const Session& s) { return written(s, "diagonal") != nullptr; },
     {{"law", "\"van_gelder\""}}},
    {"stretch", "[1.1, 1, 1]", restarted,
     [](const Session& s) { return std::abs(extent_of(state(s).x, 0) - 1.1) < 1e-12; }},
    {"pins", R"([{ "edge": "top" }, { "points": [0] }])", live,
     [](const Session& s) { return cloth(s).led.size() == 6; }},
    {"ties", R"([{ "grip": { "point": 24 }, "to": [0, 1, 0], "stiffness": 5 }])", live,
     [](const Session& s) { return model(s).ties.size() == 1 && model(s).ties[0].stiffness == 5; }},
    {"loads", R"([{ "grip": { "point": 24 }, "force": [0, 1, 0] }])", live,
     [](const Session& s) { return cloth(s).loads.size() == 1 && cloth(s).loads[0].force.y() == 1; }},
};

const std::vector<Row> rows_of_part{
    {"name", "\"towel\"", restarted, [](const Session& s) { return part(s).name == "towel"; }},
    {"position", "[0, 2, 0]", restarted, [](const Session& s) { return state(s).x[0].y() == 2; }},
    {"rotation", "[90, 0, 0]", restarted, [](const Session& s) { return extent_of(state(s).x, 1) > 0.99; }},
    {"velocity", "[0, 0, 1]", restarted, [](const Session& s) { return state(s).v[24].z() == 1; }},
    // it has one method, which may be named
    {"method", "\"semi_implicit_euler\"", live,
     [](const Session& s) { return written(s, "method") && part(s).method == Method::Multirate; }},
    {"rotation_rule", "\"quaternion\"", live,
     [](const Session& s) { return part(s).rotation_rule == RotationRule::Quaternion; }},
    {"substeps", "2", live, [](const Session& s) { return part(s).substeps == 2; }},
    {"step_control", R"({ "kind": "from_forces" })", live,
     [](const Session& s) { return part(s).control.kind == StepControlKind::FromForces; }},
    {"thickness", "0.002", live, [](const Session& s) { return part(s).surface.thickness == 0.002; }},
    {"collides", "false", live, [](const Session& s) { return !part(s).surface.collides; }},
    {"touches", "\"bodies\"", live,
     [](const Session& s) { return part(s).surface.touches == Touches::Bodies; }},
    {"self_contact", "false", live, [](const Session& s) { return !part(s).surface.self_contact; }},
    {"restitution", "0.2", live, [](const Session& s) { return part(s).surface.restitution == 0.2; }},
    {"friction", "0.1", live, [](const Session& s) { return part(s).surface.friction == 0.1; }},
    {"solver_tolerance", "1e-6", live, [](const Session& s) { return part(s).solver_tolerance == 1e-6; }},
    {"solver_iterations", "50", live, [](const Session& s) { return part(s).solver_iterations == 50; }},
    {"look", R"({ "colour": [1, 0, 0] })", live,
     [](const Session& s) { return written(s, "look") != nullptr; }},
};

/// A sheet that has begun to swing, of two levels.
struct SwingingSheet : OpenSession {
    SwingingSheet()
        : OpenSession(scene_text(R"("duration": 1, "step": 0.004,
        "parts": [ { "kind": "cloth", "name": "sheet", "columns": 4, "rows": 4, "density": 0.2, "stiffness": 50,
                     "bend_rigidity": 1e-3, "substeps": 1, "adapt": { "alpha": 10, "beta": 20, "max_level": 2 },
                     "pins": [ { "edge": "left" } ] } ])")) {
        std::ofstream(folder / "scenes/triangle.obj") << "v 0 0 0\nv 1 0 0\nv 0 0 -1\nf 1 2 3\n";
        for (int k = 0; k < 30; ++k) EXPECT_TRUE(advance(session));
        EXPECT_GT(state(session).x.size(), 25u);
    }
};

/// @ stands for the session's folder.
EditEffect edit(Session& session, const std::string& key, std::string value) {
    if (const std::size_t at = value.find('@'); at != std::string::npos) value.replace(at, 1, session.folder);
    return set_scene_value(session, "parts.sheet." + key, parse_json(value, "edit").root);
}

/// The running world goes on as one that was built by the edited scene and given its state.
void expect_wholly_in_force(Session& session) {
    Simulation anew = make_simulation(session.scene);
    anew.world.state = state(session);
    follow_leaves(anew.world.state, anew.world.model);
    for (int k = 0; k < 3; ++k) {
        EXPECT_TRUE(advance(session));
        EXPECT_FALSE(advance(anew).failure);
    }
    EXPECT_EQ(hash_of(state(session)), hash_of(anew.world.state));
}

void expect_edited(const std::string& folder, const Row& row) {
    SCOPED_TRACE(folder + row.key);
    SwingingSheet opened;
    for (const auto& [key, value] : row.with) edit(opened.session, key, value);
    EXPECT_FALSE(row.holds(opened.session));
    EXPECT_EQ(edit(opened.session, folder + row.key, row.value), row.effect);
    EXPECT_TRUE(row.holds(opened.session));
    EXPECT_EQ(state(opened.session).step, row.effect == live && row.with.size() < 2 ? 30 : 0);
    expect_wholly_in_force(opened.session);
}

/// That every key of a Def has a row.
template <class Def>
void expect_all_keys(std::initializer_list<const std::vector<Row>*> lists) {
    std::set<std::string> edited{"kind"};
    for (const auto* rows : lists)
        for (const Row& row : *rows) edited.insert(row.key);
    const Node schema = schema_of<Def>();
    const Node* properties = find_member(schema, "properties");
    ASSERT_TRUE(properties);
    for (const Member& member : properties->members) EXPECT_TRUE(edited.contains(member.key)) << member.key;
    EXPECT_GT(properties->members.size(), 10u);
}

TEST(EditCloth, F4_31_no_key_of_a_cloth_that_refines_itself_is_left_out_of_these_tests) {
    expect_all_keys<RefineRule>({&rows_of_adapt});
    expect_all_keys<ClothEntry>({&rows_of_cloth, &rows_of_part});
}

TEST(EditCloth, F4_31_every_key_of_refining_is_edited_while_it_runs) {
    for (const Row& row : rows_of_adapt) expect_edited("adapt.", row);
}

TEST(EditCloth, F4_31_every_key_of_the_sheet_is_edited_while_it_runs) {
    for (const Row& row : rows_of_cloth) expect_edited("", row);
}

TEST(EditCloth, F4_31_every_key_that_parts_have_is_edited_while_it_runs) {
    for (const Row& row : rows_of_part) expect_edited("", row);
}

}  // namespace
}  // namespace souple
