// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The hanging cloth in Bullet's soft body.
#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "hanging_cloth.h"

namespace souple::bench {

namespace {

/// Bullet's world with everything it needs to live.
struct BulletWorld {
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btSoftRigidDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};

    BulletWorld() {
        const btVector3 gravity(0, -9.81, 0);
        world.setGravity(gravity);
        world.getWorldInfo().m_gravity = gravity;
        world.getWorldInfo().m_dispatcher = &dispatcher;
        world.getWorldInfo().m_broadphase = &broadphase;
        world.getWorldInfo().air_density = 0;
        world.getWorldInfo().m_sparsesdf.Initialize();
    }
};

btSoftBody* make_cloth(BulletWorld& bullet, const TriangleMesh& mesh, int iterations) {
    std::vector<btScalar> points;
    for (const Vec3& p : mesh.points)
        for (int k = 0; k < 3; ++k) points.push_back(static_cast<btScalar>(p[k]));
    std::vector<int> triangles;
    for (const auto& t : mesh.triangles) triangles.insert(triangles.end(), t.begin(), t.end());
    btSoftBody* body =
        btSoftBodyHelpers::CreateFromTriMesh(bullet.world.getWorldInfo(), points.data(), triangles.data(),
                                             static_cast<int>(mesh.triangles.size()), false);
    body->m_materials[0]->m_kLST = 1;
    body->m_cfg.piterations = iterations;
    body->m_cfg.viterations = 0;
    body->m_cfg.kDP = 0.01f;
    body->m_cfg.collisions = 0;
    const btScalar square = static_cast<btScalar>(density / (squares * squares));
    for (int i = 0; i < body->m_nodes.size(); ++i) {
        const int column = i % (squares + 1), row = i / (squares + 1);
        const btScalar across = column == 0 || column == squares ? 0.5f : 1.0f;
        const btScalar along = row == 0 || row == squares ? 0.5f : 1.0f;
        body->setMass(i, is_pinned(static_cast<std::size_t>(i)) ? 0 : square * across * along);
    }
    bullet.world.addSoftBody(body);
    return body;
}

std::vector<Vec3> positions(const btSoftBody& body) {
    std::vector<Vec3> x;
    for (int i = 0; i < body.m_nodes.size(); ++i)
        x.emplace_back(body.m_nodes[i].m_x.x(), body.m_nodes[i].m_x.y(), body.m_nodes[i].m_x.z());
    return x;
}

}  // namespace

Outcome run_bullet(int iterations, int steps_per_frame) {
    const TriangleMesh mesh = hanging_mesh();
    const std::vector<MeshEdge> edges = edges_of(mesh);
    BulletWorld bullet;
    btSoftBody* body = make_cloth(bullet, mesh, iterations);
    Outcome outcome;
    const btScalar h = static_cast<btScalar>(frame / steps_per_frame);
    for (int f = 0; f < frames; ++f) {
        const auto start = std::chrono::steady_clock::now();
        for (int s = 0; s < steps_per_frame; ++s) bullet.world.stepSimulation(h, 0);
        outcome.wall_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (f >= frames - settled_frames)
            outcome.rms_strain += rms_strain(edges, mesh, positions(*body)) / settled_frames;
    }
    for (const Vec3& x : positions(*body)) outcome.lowest = std::min(outcome.lowest, x.y());
    bullet.world.removeSoftBody(body);
    delete body;
    return outcome;
}

}  // namespace souple::bench
