// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/find_folds.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/geometry/aabb.h"
#include "souple/geometry/shape.h"

namespace souple {

namespace {

Real cosine_between(const Vec3& u, const Vec3& v) {
    const Real squared = u.squaredNorm() * v.squaredNorm();
    return squared > 0 ? u.dot(v) / std::sqrt(squared) : 1;
}

/// Where an obstacle can be at all; a deforming one is not looked at.
Aabb box_of(const Model& model, const Control& control, std::size_t o) {
    if (model.obstacles[o].deforming) return {};
    return placed(bounds(model.obstacles[o].shape), control.obstacles[o].pose_t1);
}

/// [m] how deep a place lies inside an obstacle.
Real depth_at(const Model& model, const Control& control, std::size_t o, const Vec3& place) {
    const Pose& pose = control.obstacles[o].pose_t1;
    return -nearest_surface(model.obstacles[o].shape, pose.to_local(place), 0).distance;
}

}  // namespace

Real largest_angle(const AdaptiveCloth& cloth, int level, Real area) {
    const RefineRule& rule = cloth.rule;
    const Real reference = rule.reference_area > 0 ? rule.reference_area : cloth.largest_area;
    const Real levels = cloth.squares ? level : 0.5 * std::log2(reference / area);
    return std::max(0.0, rule.alpha + levels * rule.beta) * (std::numbers::pi / 180);
}

Real fold_cosine(const AdaptiveCloth& cloth, const Fold& fold, const std::vector<Vec3>& x) {
    const Vec3 &a = x[fold.a], &b = x[fold.b], &c = x[fold.c];
    if (cloth.squares) return cosine_between(b - a, c - b);
    const Vec3 edge = b - a;
    return cosine_between(edge.cross(c - a), (x[fold.d] - a).cross(edge));
}

void find_bent_faces(const AdaptiveCloth& cloth, const std::vector<Vec3>& x, std::vector<int>& faces) {
    faces.clear();
    for (const Fold& fold : cloth.folds) {
        const Real own = cloth.cosine_limit[fold.face];
        const Real other = fold.other < 0 ? -2 : cloth.cosine_limit[fold.other];
        if (own <= -1 && other <= -1) continue;
        const Real cosine = fold_cosine(cloth, fold, x);
        if (cosine < own) faces.push_back(fold.face);
        if (cosine < other) faces.push_back(fold.other);
    }
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
}

void find_cut_faces(const Model& model, const Control& control, const AdaptiveCloth& cloth,
                    const std::vector<Vec3>& x, std::vector<int>& faces) {
    faces.clear();
    const Part& part = model.parts[cloth.part];
    if (cloth.rule.contact_depth == 0 || !part.surface.collides) return;
    std::vector<Aabb> boxes;
    for (std::size_t o = 0; o < model.obstacles.size(); ++o) boxes.push_back(box_of(model, control, o));
    const auto is_cut = [&](const Vec3& a, const Vec3& b) {
        const Vec3 middle = 0.5 * (a + b);
        for (std::size_t o = 0; o < boxes.size(); ++o)
            if (boxes[o].contains(middle) &&
                depth_at(model, control, o, middle) > cloth.rule.contact_depth * (b - a).norm())
                return true;
        return false;
    };
    for (int t = 0; t < part.triangles.count; ++t) {
        const int face = cloth.triangle_face[t];
        if (cloth.triangle_level[t] >= cloth.rule.max_level || (!faces.empty() && faces.back() == face))
            continue;
        const auto [a, b, c] = model.triangles[part.triangles.begin + t];
        if (is_cut(x[a], x[b]) || is_cut(x[b], x[c]) || is_cut(x[c], x[a])) faces.push_back(face);
    }
    std::sort(faces.begin(), faces.end());
}

Real sharpest_fold(const AdaptiveCloth& cloth, const std::vector<Vec3>& x) {
    Real least = 1;
    for (const Fold& fold : cloth.folds) least = std::min(least, fold_cosine(cloth, fold, x));
    return std::acos(std::clamp(least, -1.0, 1.0));
}

}  // namespace souple
