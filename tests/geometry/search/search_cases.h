// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Points, spheres and boxes that are hard on a neighbour search, and the answers of brute force.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "geometry/random_geometry.h"
#include "souple/geometry/aabb.h"
#include "souple/geometry/search/pair_rows.h"

namespace souple {

struct PointCase {
    std::string name;
    std::vector<Vec3> points;
};

inline std::vector<Vec3> scattered_points(Rng& rng, int count, const Vec3& center, const Vec3& half_size) {
    std::vector<Vec3> points(count);
    for (Vec3& p : points) p = center + random_point(rng, 1).cwiseProduct(half_size);
    return points;
}

inline std::vector<Vec3> clustered_points(Rng& rng, int clusters, int each) {
    std::vector<Vec3> points;
    for (int c = 0; c < clusters; ++c) {
        const Vec3 center = random_point(rng, 1000);
        for (int k = 0; k < each; ++k) points.push_back(center + 0.5 * random_direction(rng) * rng.uniform());
    }
    return points;
}

/// Points at every whole coordinate: neighbours are exactly a radius away.
inline std::vector<Vec3> lattice_points(int edge) {
    std::vector<Vec3> points;
    for (int i = 0; i < edge * edge * edge; ++i)
        points.push_back(Vec3(i % edge, i / edge % edge, i / edge / edge) - Vec3::Constant(2));
    return points;
}

inline std::vector<PointCase> point_cases() {
    Rng rng{11};
    const Vec3 zero = Vec3::Zero();
    std::vector<PointCase> cases;
    cases.push_back({"none", {}});
    cases.push_back({"one", {{1, -2, 3}}});
    cases.push_back({"two that are the same", {{1, -2, 3}, {1, -2, 3}}});
    cases.push_back({"random", scattered_points(rng, 400, zero, {4, 4, 4})});
    cases.push_back({"negative", scattered_points(rng, 300, {-70, -80, -90}, {3, 3, 3})});
    cases.push_back({"far from the origin", scattered_points(rng, 300, {1e6, -1e6, 1e6}, {3, 3, 3})});
    cases.push_back({"clusters", clustered_points(rng, 5, 60)});
    cases.push_back({"collinear", scattered_points(rng, 300, zero, {0, 60, 0})});
    cases.push_back({"slanted line", {}});
    for (int k = 0; k < 200; ++k) cases.back().points.push_back(0.3 * k * Vec3(1, 2, -3));
    cases.push_back({"coplanar", scattered_points(rng, 400, zero, {10, 0, 10})});
    cases.push_back({"all the same", std::vector<Vec3>(60, Vec3(0.1, 0.2, 0.3))});
    cases.push_back({"lattice", lattice_points(7)});
    cases.push_back({"one far away", scattered_points(rng, 300, zero, {3, 3, 3})});
    cases.back().points[17] = {1e9, 1e9, -1e9};
    return cases;
}

/// Radii for a case: all alike, all zero, of many sizes, one huge, one without end.
inline std::vector<std::vector<Real>> radii_for(int count) {
    Rng rng{12};
    std::vector<std::vector<Real>> all{std::vector<Real>(count, 0.5), std::vector<Real>(count, 0)};
    all.emplace_back(count);
    for (Real& r : all.back()) r = std::pow(10, rng.uniform(-4, 0.3));
    for (const Real huge : {500.0, std::numeric_limits<Real>::infinity()}) {
        all.emplace_back(count, 0.2);
        if (count > 0) all.back()[count / 3] = huge;
    }
    return all;
}

inline std::vector<Aabb> boxes_around(std::span<const Vec3> centers, std::span<const Real> radii) {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < centers.size(); ++i) {
        const Vec3 reach = Vec3::Constant(radii[i]);
        boxes.push_back({centers[i] - reach, centers[i] + reach});
    }
    return boxes;
}

inline std::vector<int> brute_near(std::span<const Vec3> points, const Vec3& p, Real r) {
    std::vector<int> found;
    for (int i = 0; i < static_cast<int>(points.size()); ++i)
        if ((points[i] - p).squaredNorm() <= r * r) found.push_back(i);
    return found;
}

inline std::vector<IndexPair> brute_pairs_within(std::span<const Vec3> centers, std::span<const Real> radii,
                                                 Real margin) {
    std::vector<IndexPair> pairs;
    for (int i = 0; i < static_cast<int>(centers.size()); ++i)
        for (int j = i + 1; j < static_cast<int>(centers.size()); ++j) {
            const Real reach = radii[i] + radii[j] + margin;
            if (reach >= 0 && (centers[i] - centers[j]).squaredNorm() <= reach * reach)
                pairs.push_back({i, j});
        }
    return pairs;
}

inline std::vector<IndexPair> brute_overlaps(std::span<const Aabb> boxes) {
    std::vector<IndexPair> pairs;
    for (int i = 0; i < static_cast<int>(boxes.size()); ++i)
        for (int j = i + 1; j < static_cast<int>(boxes.size()); ++j)
            if (!boxes[i].empty() && !boxes[j].empty() && boxes[i].overlaps(boxes[j]))
                pairs.push_back({i, j});
    return pairs;
}

}  // namespace souple
