// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A pyramid of 1,240 cubes that drops, lands and stands: milliseconds for 1/60 s over the first 300 steps,
// and where the top cube is after ten seconds, next to Bullet's rigid bodies in the same run. Sleeping is
// off.
#include <btBulletDynamicsCommon.h>
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <vector>

#include "souple/core/parallel.h"
#include "souple/scene/scene.h"
#include "souple/scene/simulation.h"

namespace souple::bench {

namespace {

constexpr int layers = 15, timed_steps = 300, all_steps = 600;
const Vec3 ideal_top(0, 29, 0);  // [m]

struct Outcome {
    double ms_per_step = 0;
    Vec3 top = Vec3::Zero();
};

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Steps to the end; the first 300 are timed.
template <class Step>
double time_steps(const Step& step) {
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < timed_steps; ++k) step();
    const double ms = milliseconds_since(start) / timed_steps;
    for (int k = timed_steps; k < all_steps; ++k) step();
    return ms;
}

Outcome run_souple(const char* scene_file, int threads) {
    const ThreadLimit limit(threads);
    Simulation simulation = make_simulation(load_scene(scene_file));
    World& world = simulation.world;
    Outcome outcome;
    outcome.ms_per_step = time_steps([&] { world.step(simulation.settings); });
    outcome.top = world.state.frames.x.back();
    return outcome;
}

struct BulletWorld {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    btBoxShape cube{btVector3(1, 1, 1)};
    btBoxShape floor{btVector3(50, 0.5, 50)};
    std::vector<std::unique_ptr<btRigidBody>> bodies;

    ~BulletWorld() {
        for (const auto& body : bodies) world.removeRigidBody(body.get());
    }

    void add(btScalar mass, btCollisionShape& shape, const btVector3& place) {
        btVector3 inertia(0, 0, 0);
        if (mass > 0) shape.calculateLocalInertia(mass, inertia);
        bodies.push_back(std::make_unique<btRigidBody>(mass, nullptr, &shape, inertia));
        btRigidBody& body = *bodies.back();
        body.setWorldTransform(btTransform(btQuaternion::getIdentity(), place));
        body.setFriction(btSqrt(btScalar(0.5)));  // Bullet multiplies the two sides
        body.setRestitution(0);
        body.setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(&body);
    }
};

Outcome run_bullet() {
    BulletWorld bullet;
    bullet.world.setGravity(btVector3(0, btScalar(-9.81), 0));
    bullet.add(0, bullet.floor, btVector3(0, btScalar(-0.5), 0));
    for (int layer = 0; layer < layers; ++layer) {
        const int n = layers - layer;
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < n; ++k)
                bullet.add(
                    8000, bullet.cube,
                    btVector3(btScalar(2 * i - n + 1), btScalar(1 + 2.5 * layer), btScalar(2 * k - n + 1)));
    }
    Outcome outcome;
    outcome.ms_per_step = time_steps([&] { bullet.world.stepSimulation(btScalar(1.0 / 60), 0); });
    const btVector3 top = bullet.bodies.back()->getWorldTransform().getOrigin();
    outcome.top = Vec3(top.x(), top.y(), top.z());
    return outcome;
}

void print(const char* name, int threads, const Outcome& outcome) {
    const Vec3 off = outcome.top - ideal_top;
    fmt::print("{:<12} {:>7} {:>10.2f} {:>12.2f} {:>12.2f}\n", name, threads, outcome.ms_per_step,
               100 * std::hypot(off.x(), off.z()), 100 * off.y());
}

}  // namespace

}  // namespace souple::bench

int main() {
    using namespace souple::bench;
    fmt::print("pyramid of 1,240 cubes, 1/60 s a step, first 300 steps; the top cube after 10 s\n");
    fmt::print("{:<12} {:>7} {:>10} {:>12} {:>12}\n", "engine", "threads", "ms/step", "sideways cm",
               "height cm");
    const char* scene = SOUPLE_SOURCE_DIR "/scenes/rigid/pyramid.json";
    print("Bullet 3.24", 1, run_bullet());
    for (const int threads : {1, 2}) print("souple", threads, run_souple(scene, threads));
    return 0;
}
