// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of src/souple/dynamics/contact/tree_movers.cpp: trees that strike walls, against the whole system of
// equations (003 F3.65, T9).
#include "souple/dynamics/contact/tree_movers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "souple/dynamics/articulated/constraints.h"
#include "souple/dynamics/scratch.h"
#include "souple/math/degrees.h"
#include "souple/models/articulated.h"
#include "support/reference_trees.h"
#include "support/rigid_world.h"

namespace souple {
namespace {

constexpr Real radius_on_link = 0.1;    // [m] of the ball on each link
constexpr Real interval_length = 1e-5;  // [s] of the interval

/// Where a link touches a wall.
struct WallTouch {
    int link = 0;
    Vec3 normal, place;
};

/// Balls on a random tree of hinges, balls, sliders and universal joints. Nothing pulls.
ArticulatedDef random_figure(std::mt19937& rng, Real restitution) {
    constexpr std::array kinds{JointKind::Hinge, JointKind::Ball, JointKind::Slider, JointKind::Universal};
    ArticulatedDef def;
    def.part.touches = Touches::Bodies;
    def.part.self_contact = false;
    for (int i = 0; i < 6; ++i) {
        LimbDef limb;
        limb.name = std::to_string(i);
        if (i > 0) limb.parent = std::to_string(std::uniform_int_distribution<int>(0, i - 1)(rng));
        limb.body = body_of(Sphere{radius_on_link}, random_vector(rng), {restitution, 0});
        limb.mass = LimbMass{1.5 + random_vector(rng).x(), Vec3::Zero(),
                             (Vec3::Constant(0.2) + 0.1 * random_vector(rng)).asDiagonal()};
        limb.joint.kind = kinds[rng() % kinds.size()];
        limb.joint.at = random_vector(rng);
        limb.joint.axis = random_vector(rng).normalized();
        limb.joint.second_axis = limb.joint.axis.unitOrthogonal();
        limb.joint.speed = 2 * random_vector(rng);
        def.links.push_back(limb);
    }
    return def;
}

/// Closes two chains: a place of two links, and the distance of one from a place in the world.
void add_loops(std::mt19937& rng, ArticulatedDef& def) {
    LoopDef place, distance;
    place.a = "2", place.b = "5";
    place.at = random_vector(rng);
    distance.kind = LoopKind::Distance;
    distance.b = "4";
    distance.at = random_vector(rng);
    distance.a_at = random_vector(rng);
    def.loops = {place, distance};
}

/// Welds a link to the world: nothing that strikes it can move it any more.
void lock_a_link(ArticulatedDef& def) {
    LoopDef weld;
    weld.kind = LoopKind::Weld;
    weld.b = "3";
    weld.at = def.links[3].body.position;
    def.loops.push_back(weld);
}

/// A wall that the outermost ball on its side just touches; all others are in front of it.
WallTouch add_wall(World& world, const Vec3& normal, Real restitution) {
    const std::vector<Vec3>& x = world.state.frames.x;
    const auto outermost = std::min_element(
        x.begin(), x.end(), [&](const Vec3& a, const Vec3& b) { return a.dot(normal) < b.dot(normal); });
    const Vec3 place = *outermost - radius_on_link * normal;
    add_fixed(world, Plane{normal, normal.dot(place)}, {}, {restitution, 0});
    return {static_cast<int>(outermost - x.begin()), normal, place};
}

TestTree tree_of(const World& world) {
    TestTree test;
    test.tree = world.model.trees[0];
    test.inertia = world.model.frame_inertia;
    test.joints = world.state.trees[0].joints;
    settle(test);
    return test;
}

Eigen::VectorXd speeds_of(const TestTree& test, const std::vector<JointState>& joints) {
    const std::vector<Freedom> all = freedoms(test);
    Eigen::VectorXd speeds(all.size());
    for (std::size_t r = 0; r < all.size(); ++r) speeds[r] = joints[all[r].link].qd[all[r].k];
    return speeds;
}

/// How fast each place leaves its wall, per speed of each freedom.
Eigen::MatrixXd normal_speeds(const TestTree& test, const std::vector<WallTouch>& touches) {
    Eigen::MatrixXd G(touches.size(), freedoms(test).size());
    for (std::size_t t = 0; t < touches.size(); ++t) {
        const WallTouch& touch = touches[t];
        const std::vector<Twist> columns = speeds_of_link(test, touch.link);
        for (std::size_t c = 0; c < columns.size(); ++c)
            G(t, c) = touch.normal.dot(seen_at(columns[c], touch.place - test.frames.x[touch.link]).v);
    }
    return G;
}

/// How fast each row of the loops opens, per speed of each freedom.
Eigen::MatrixXd opening_speeds(const TestTree& test) {
    std::vector<ConstraintRow> rows;
    list_loops(test.tree, test.frames, rows);
    Eigen::MatrixXd L = Eigen::MatrixXd::Zero(rows.size(), freedoms(test).size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const auto add = [&](Real sign, int link, const Vec3& angular) {
            if (link < 0) return;
            const std::vector<Twist> columns = speeds_of_link(test, link);
            for (std::size_t c = 0; c < columns.size(); ++c)
                L(r, c) += sign * (rows[r].linear.dot(columns[c].v) + angular.dot(columns[c].w));
        };
        add(1, rows[r].b, rows[r].angular_b);
        add(-1, rows[r].a, rows[r].angular_a);
    }
    return L;
}

struct WholeSolution {
    Eigen::VectorXd after;     ///< speeds of the freedoms
    Eigen::VectorXd impulses;  ///< [N s] of the walls
};

/// What impulses may change: G q' = -e G q'_before at the walls, L q' = L q'_before in the loops.
struct Held {
    Eigen::MatrixXd G, L;
    Real e = 0;
};

/// Solves M (q' - q'_before) = G^T impulses + L^T impulses of the loops, and what is held, as one system.
WholeSolution solve_whole_system(const Eigen::MatrixXd& M, const Held& held, const Eigen::VectorXd& before) {
    const Eigen::Index n = M.rows(), m = held.G.rows(), l = held.L.rows();
    Eigen::MatrixXd rows(m + l, n);
    rows << held.G, held.L;
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(n + m + l, n + m + l);
    system.topLeftCorner(n, n) = M;
    system.topRightCorner(n, m + l) = -rows.transpose();
    system.bottomLeftCorner(m + l, n) = rows;
    Eigen::VectorXd right(n + m + l);
    right << M * before, -held.e * (held.G * before), held.L * before;
    const Eigen::VectorXd solved = system.fullPivLu().solve(right);
    return {solved.head(n), solved.segment(n, m)};
}

/// How freedoms answer impulses on them, while the loops hold.
Eigen::MatrixXd freedom_answers(const Eigen::MatrixXd& M, const Eigen::MatrixXd& L) {
    const Eigen::MatrixXd free = M.inverse();
    if (L.rows() == 0) return free;
    const Eigen::MatrixXd given = L * free, loops = given * L.transpose();
    return free - given.transpose() * loops.completeOrthogonalDecomposition().pseudoInverse() * given;
}

/// [1/kg] of the walls: next to nothing where two of them nearly want the same.
Real least_answer(const Eigen::MatrixXd& M, const Held& held) {
    const Eigen::MatrixXd answer = held.G * freedom_answers(M, held.L) * held.G.transpose();
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(answer).eigenvalues().minCoeff();
}

/// The walls whose push can move something although the loops hold.
Eigen::MatrixXd unlocked_walls(const Eigen::MatrixXd& M, const Held& held) {
    const Eigen::MatrixXd answers = freedom_answers(M, held.L), free = M.inverse();
    std::vector<int> kept;
    for (int r = 0; r < held.G.rows(); ++r) {
        const Eigen::VectorXd row = held.G.row(r);
        if (row.dot(answers * row) > 1e-7 * row.dot(free * row)) kept.push_back(r);
    }
    return held.G(kept, Eigen::all);
}

/// Contacts alone, without the motion before them.
void answer_contacts(World& world) {
    prepare(world.model, *world.scratch);
    Scratch& scratch = *world.scratch;
    const Interval interval{world.model, 0, interval_length, 0, 1};
    StepReport report;
    apply_controls(interval, world.control, world.state, scratch.profile, scratch.carriers);
    find_contacts(interval, world.control, world.state, scratch);
    solve_contacts(interval, world.control, world.state, scratch, report);
    ASSERT_FALSE(report.failure);
}

/// A random tree in front of walls.
struct Strike {
    unsigned seed = 1;
    int walls = 1;
    Real restitution = 0;
    bool has_loops = false;
    bool has_locked_link = false;  ///< welded to the world
};

World world_of(const Strike& strike, std::vector<WallTouch>& touches) {
    std::mt19937 rng(strike.seed);
    World world;
    world.model.gravity.setZero();
    world.model.contact.solver = ContactSolver::Complementarity;
    world.model.contact.tolerance = 1e-13;
    world.model.contact.max_iterations = 100000;
    ArticulatedDef figure = random_figure(rng, strike.restitution);
    if (strike.has_loops) add_loops(rng, figure);
    if (strike.has_locked_link) lock_a_link(figure);
    add_articulated(world, figure);
    for (int k = 0; k < strike.walls; ++k)
        touches.push_back(add_wall(world, random_vector(rng).normalized(), strike.restitution));
    return world;
}

/// What happened to a random tree.
struct Struck {
    bool counts = false;  ///< all walls press in the whole system, but for those at which the loops lock
    int locked = 0;       ///< walls
};

/// Where all of them press in the whole system, the engine must say the same.
Struck strike(const Strike& strike) {
    std::vector<WallTouch> touches;
    World world = world_of(strike, touches);
    const TestTree test = tree_of(world);
    const Eigen::MatrixXd M = dense_inertia(test);
    const Eigen::VectorXd before = speeds_of(test, test.joints);
    Held held{normal_speeds(test, touches), opening_speeds(test), strike.restitution};
    if ((held.G * before).maxCoeff() > -0.1) return {};
    held.G = unlocked_walls(M, held);
    const Struck struck{true, strike.walls - static_cast<int>(held.G.rows())};
    const WholeSolution expected = solve_whole_system(M, held, before);
    if (held.G.rows() > 0 && (expected.impulses.minCoeff() < 1e-3 || least_answer(M, held) < 1e-3)) return {};
    answer_contacts(world);
    const Eigen::VectorXd after = speeds_of(test, world.state.trees[0].joints);
    EXPECT_LT((after - expected.after).lpNorm<Eigen::Infinity>(), 1e-8)
        << "seed " << strike.seed << ", " << strike.walls << " walls, restitution " << strike.restitution;
    return struck;
}

/// How many of 400 random trees strike all their walls.
int count_strikes(int walls, Real e, bool has_loops = false) {
    int count = 0;
    for (unsigned seed = 1; seed <= 400; ++seed) {
        const Struck struck =
            strike({.seed = seed, .walls = walls, .restitution = e, .has_loops = has_loops});
        count += struck.counts && struck.locked == 0 ? 1 : 0;
    }
    return count;
}

TEST(StruckTrees, F3_65_a_tree_that_strikes_several_walls_at_once_moves_as_the_whole_system_says) {
    EXPECT_GT(count_strikes(2, 0), 20);
    EXPECT_GT(count_strikes(3, 0), 5);
}

TEST(StruckTrees, F3_65_a_tree_that_bounces_off_a_wall_moves_as_the_whole_system_says) {
    EXPECT_GT(count_strikes(1, 0), 50);
    EXPECT_GT(count_strikes(1, 1), 50);
}

TEST(StruckTrees, F3_23_F3_65_closed_chains_that_strike_walls_stay_closed_and_move_as_the_whole_system_says) {
    EXPECT_GT(count_strikes(1, 0, true), 50);
    EXPECT_GT(count_strikes(1, 1, true), 50);
    EXPECT_GT(count_strikes(2, 0, true), 10);
}

TEST(StruckTrees, F3_65_a_wall_changes_nothing_where_loops_lock_what_strikes_it) {
    for (const int walls : {1, 2})
        for (const Real e : {0.0, 1.0}) {
            if (walls == 2 && e == 1) continue;  // bounces come one after the other
            int locked = 0, others = 0;
            for (unsigned seed = 1; seed <= 400; ++seed) {
                const Struck struck =
                    strike({.seed = seed, .walls = walls, .restitution = e, .has_locked_link = true});
                locked += struck.counts && struck.locked > 0 ? 1 : 0;
                others += struck.counts && struck.locked == 1 && walls == 2 ? 1 : 0;
            }
            EXPECT_GT(locked, 10) << walls << " walls, restitution " << e;
            EXPECT_TRUE(walls == 1 || others > 3) << "with another wall that does press";
        }
}

/// A shelf on a ball joint, welded to the world, pressed a millimetre into the floor.
ArticulatedDef locked_shelf(const ContactMaterial& material) {
    LimbDef shelf;
    shelf.name = "shelf";
    shelf.body = body_of(Box{Vec3(1, 0.05, 1)}, Vec3(0, 0.049, 0), material);
    shelf.joint.at = {-1, 0.05, 0};
    LoopDef weld;
    weld.kind = LoopKind::Weld;
    weld.b = "shelf";
    weld.at = {0.3, 0.1, 0.2};
    ArticulatedDef def;
    def.part.method = Method::SemiImplicitEuler;
    def.part.touches = Touches::Bodies;
    def.links = {shelf};
    def.loops = {weld};
    return def;
}

TEST(StruckTrees, F3_65_a_block_slides_on_a_link_that_loops_lock_as_it_does_on_the_ground) {
    const ContactMaterial material{0, 0.5};
    for (const ContactSolver solver : {ContactSolver::SequentialImpulses, ContactSolver::Complementarity}) {
        World world;
        world.model.gravity = down;
        world.model.contact.solver = solver;
        add_articulated(world, locked_shelf(material));
        BodyDef block = body_of(Box{Vec3::Constant(0.1)}, Vec3(-0.5, 0.199, 0), material);
        block.velocity = {2, 0, 0};
        add_rigid(world, rigid_of({block}));
        add_floor(world, material);
        const Real before = kinetic_energy(world);
        constexpr Real h = 1e-3;
        constexpr int steps = 200;
        for (int k = 0; k < steps; ++k) {
            ASSERT_FALSE(world.step({.h = h}).failure);
            ASSERT_LT(kinetic_energy(world), before);
            ASSERT_LT(world.state.frames.v[0].norm() + world.state.frames.w[0].norm(), 1e-8);
        }
        EXPECT_LT((world.state.frames.x[0] - Vec3(0, 0.049, 0)).norm(), 1e-8);
        EXPECT_NEAR(world.state.frames.v[1].x(), 2 - 0.5 * g * h * steps, 1e-2);
        EXPECT_NEAR(world.state.frames.x[1].y(), 0.199, 1e-3);
    }
}

/// A ball on a slider, and that on another.
ArticulatedDef ball_on_sliders(const std::vector<Vec3>& axes, const ContactMaterial& material) {
    ArticulatedDef def;
    def.part.method = Method::SemiImplicitEuler;
    def.part.touches = Touches::Bodies;
    def.part.rotation = {20, 37, 11};
    for (const Vec3& axis : axes) {
        LimbDef limb;
        limb.name = std::to_string(def.links.size());
        if (!def.links.empty()) limb.parent = def.links.back().name;
        limb.mass = LimbMass{3, Vec3::Zero(), Mat3::Identity()};
        limb.joint.kind = JointKind::Slider;
        limb.joint.axis = rotation_from_degrees(def.part.rotation).conjugate() * axis;
        def.links.push_back(limb);
    }
    def.links.back().body = body_of(Sphere{radius_on_link}, Vec3::Zero(), material);
    def.links.back().joint.speed = {2, 0, 0};
    return def;
}

TEST(StruckTrees, F3_65_what_slides_along_a_wall_that_it_cannot_leave_does_not_feel_it) {
    World world;
    world.model.gravity = down;
    ArticulatedDef def = ball_on_sliders({Vec3(0.6, 0, 0.8)}, {0, 0.5});
    def.part.position = {0, 0.9 * radius_on_link, 0};
    add_articulated(world, def);
    add_floor(world, {0, 0.5});
    constexpr Real h = 1e-3;
    for (int k = 1; k <= 200; ++k) {
        ASSERT_FALSE(world.step({.h = h}).failure);
        ASSERT_NEAR(world.state.trees[0].joints[0].q[0], 2 * k * h, 1e-9);
        ASSERT_NEAR(world.state.trees[0].joints[0].qd[0], 2, 1e-9);
    }
}

TEST(StruckTrees, F3_65_friction_acts_along_the_only_way_that_joints_leave) {
    for (const Vec3& way : {Vec3(0.6, 0, 0.8), Vec3(1, 0, 0), Vec3(0, 0, 1)}) {
        World world;
        world.model.gravity = down;
        ArticulatedDef def = ball_on_sliders({Vec3::UnitY(), way}, {0, 0.3});
        def.part.position = {0, radius_on_link, 0};
        add_articulated(world, def);
        add_floor(world, {0, 0.3});
        constexpr Real h = 1e-3;
        for (int k = 0; k < 100; ++k) ASSERT_FALSE(world.step({.h = h}).failure);
        // the weight of both presses, one is braked
        EXPECT_NEAR(world.state.trees[0].joints[1].qd[0], 2 - 0.3 * 2 * g * 0.1, 1e-2);
        for (int k = 0; k < 400; ++k) ASSERT_FALSE(world.step({.h = h}).failure);
        EXPECT_NEAR(world.state.trees[0].joints[1].qd[0], 0, 1e-9) << "it sticks";
    }
}

}  // namespace
}  // namespace souple
