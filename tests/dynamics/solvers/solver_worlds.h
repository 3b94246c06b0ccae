// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Small worlds of one part, stepped by one method without the rest of the engine.
#pragma once

#include <array>
#include <string>

#include "souple/dynamics/solvers/common.h"
#include "support/finite_differences.h"

namespace souple {

constexpr std::array<Method, 8> all_methods = {
    Method::ExplicitEuler, Method::ModifiedEuler, Method::SemiImplicitEuler, Method::VelocityVerlet,
    Method::Midpoint,      Method::RungeKutta4,   Method::ImplicitEuler,     Method::CorrectedEuler};

inline std::string name_of(Method method) {
    constexpr std::array<const char*, 8> names = {"explicit Euler",  "modified Euler", "semi-implicit Euler",
                                                  "velocity Verlet", "midpoint",       "Runge-Kutta 4",
                                                  "implicit Euler",  "corrected Euler"};
    return names[static_cast<std::size_t>(method)];
}

struct SolverWorld {
    Model model;
    State state;
    Control control;
    SolverScratch scratch;
};

inline int add_point(SolverWorld& world, const Vec3& x, const Vec3& v, Real mass = 1) {
    world.state.x.push_back(x);
    world.state.v.push_back(v);
    world.model.point_mass.push_back(mass);
    world.model.inv_mass.push_back(1 / mass);
    world.model.point_id.push_back(world.state.point_count() - 1);
    return world.state.point_count() - 1;
}

inline int add_led_point(SolverWorld& world, const Vec3& x, const Vec3& v) {
    const int node = add_point(world, x, v);
    world.model.inv_mass[node] = 0;
    return node;
}

inline int add_frame(SolverWorld& world, const Vec3& moments, const Turning& body, Real mass = 1) {
    Frames& frames = world.state.frames;
    frames.x.push_back(Vec3::Zero());
    frames.v.push_back(Vec3::Zero());
    frames.q.push_back(body.q);
    frames.w.push_back(body.w);
    world.model.frame_inertia.push_back({mass, moments});
    return frames.count() - 1;
}

inline void add_spring(SolverWorld& world, Nodes<2> nodes, Real stiffness, Real damping) {
    const Real length = (world.state.x[nodes[1]] - world.state.x[nodes[0]]).norm();
    world.model.springs.push_back({nodes, length, stiffness, damping});
}

/// Everything laid down so far is one part, carried by `method`.
inline void make_part(SolverWorld& world, Method method) {
    Model& model = world.model;
    Part part;
    part.name = "part";
    part.points = {0, world.state.point_count()};
    part.frames = {0, world.state.frames.count()};
    part.springs = {0, static_cast<int>(model.springs.size())};
    part.rails = {0, static_cast<int>(model.rails.size())};
    part.method = method;
    model.parts = {part};
    world.state.parts.resize(1);
    world.control.time_t1 = 1e9;
}

inline SubstepReport run(SolverWorld& world, Real h, int steps) {
    SubstepReport worst;
    for (int step = 0; step < steps; ++step) {
        const Substep substep{world.model, world.control, world.model.parts[0], world.state.time, h};
        const SubstepReport report = take_substep(substep, world.state, world.scratch);
        worst.iterations = std::max(worst.iterations, report.iterations);
        worst.residual = std::max(worst.residual, report.residual);
        worst.converged = worst.converged && report.converged;
        world.state.time += h;
    }
    return worst;
}

/// A net of random springs that nothing outside pulls at.
inline SolverWorld closed_net(Method method, int points, Real damping) {
    SolverWorld world;
    world.model.gravity.setZero();
    Rng rng{42};
    for (int i = 0; i < points; ++i)
        add_point(world, 2 * random_vector(rng), random_vector(rng) + Vec3(0.5, 0, 0), rng.uniform(0.5, 2));
    for (int i = 0; i < points; ++i)
        for (const int reach : {1, 3}) add_spring(world, {i, (i + reach) % points}, 40, damping);
    make_part(world, method);
    return world;
}

inline Vec3 momentum_of(const SolverWorld& world) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < world.state.point_count(); ++i) sum += world.model.point_mass[i] * world.state.v[i];
    return sum;
}

inline Vec3 angular_momentum_of(const SolverWorld& world) {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < world.state.point_count(); ++i)
        sum += world.state.x[i].cross(world.model.point_mass[i] * world.state.v[i]);
    return sum;
}

inline Real amount_of_motion(const SolverWorld& world) {
    Real sum = 0;
    for (int i = 0; i < world.state.point_count(); ++i)
        sum += world.model.point_mass[i] * world.state.v[i].norm();
    return sum;
}

}  // namespace souple
