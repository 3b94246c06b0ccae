// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/cloth_measures.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/dynamics/adapt/find_folds.h"

namespace souple {

namespace {

const AdaptiveCloth* adaptive_of(const Model& model, int part) {
    for (const AdaptiveCloth& cloth : model.adaptive)
        if (cloth.part == part) return &cloth;
    return nullptr;
}

constexpr Real degrees = 180 / std::numbers::pi;

}  // namespace

int face_count(const Model& model, int part) {
    const AdaptiveCloth* cloth = adaptive_of(model, part);
    return cloth ? static_cast<int>(cloth->leaves.size()) : model.parts[part].triangles.count;
}

int interpolated_count(const Model& model, int part) { return model.parts[part].interpolated.count; }

int finest_level(const Model& model, int part) {
    const AdaptiveCloth* cloth = adaptive_of(model, part);
    int finest = 0;
    if (cloth)
        for (const Leaf& leaf : cloth->leaves) finest = std::max(finest, leaf.level);
    return finest;
}

Real sharpest_angle(const Model& model, const State& state, int part) {
    const AdaptiveCloth* cloth = adaptive_of(model, part);
    return cloth ? sharpest_fold(*cloth, state.x) * degrees : 0;
}

Real smallest_angle(const Model& model, int part) {
    const Range triangles = model.parts[part].triangles;
    Real smallest = 180;
    for (int t = triangles.begin; t < triangles.end(); ++t)
        for (int k = 0; k < 3; ++k) {
            const auto corner = [&](int i) { return model.point_rest[model.triangles[t][(k + i) % 3]]; };
            const Vec3 a = corner(1) - corner(0), b = corner(2) - corner(0);
            smallest = std::min(smallest, std::atan2(a.cross(b).norm(), a.dot(b)) * degrees);
        }
    return smallest;
}

Real mass_at(const Model& model, const MaterialPoint& spot) {
    if (spot.frame >= 0) return model.frame_inertia[spot.frame].mass;
    Real mass = 0;
    for (int k = 0; k < 3; ++k)
        if (spot.nodes[k] >= 0) mass += spot.weights[k] * model.point_mass[spot.nodes[k]];
    return mass;
}

}  // namespace souple
