// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/measure_hair.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "souple/core/parallel.h"
#include "souple/dynamics/hair/advance_hair.h"
#include "souple/dynamics/hair/hair_pieces.h"
#include "souple/dynamics/hair/near_obstacles.h"
#include "souple/dynamics/hair/press_hairs.h"
#include "souple/dynamics/hair/split_wisps.h"
#include "souple/dynamics/hair/wisp_motion.h"
#include "souple/dynamics/scratch.h"

namespace souple {

namespace {

constexpr int spots_of_segment = 8;

/// Calls fn(first point, slot) for every wisp of the part.
template <class Fn>
void for_each_wisp(const Model& model, const State& state, int part, const Fn& fn) {
    const Hair* hair = hair_of(model, model.parts[part]);
    if (!hair) return;
    const HairState& own = state.hair[hair - model.hair.data()];
    for (int slot = 0; slot < hair->slots; ++slot)
        if (own.wisps[slot].root >= 0)
            fn(model.parts[part].points.begin + slot * hair->particles, slot, *hair);
}

/// [m] depth of a place in one obstacle, at the end of the last interval.
Real depth_in_solid(const Obstacle& obstacle, const ObstacleMotion& motion, const Vec3& place) {
    const Pose& pose = motion.pose_t1;
    const bool is_upright = pose.rotation.coeffs() == Quat::Identity().coeffs();
    const Vec3 local = is_upright ? Vec3(place - pose.position) : pose.to_local(place);
    // most places are outside, which is quicker to tell than how far
    if (!obstacle.deforming && !is_inside(obstacle.shape, local)) return 0;
    const Real distance = obstacle.deforming ? nearest(motion.surface, place, 1, 0.1).distance
                                             : nearest_surface(obstacle.shape, local, 0.1).distance;
    return std::max<Real>(0, -distance);
}

std::vector<Aabb> solid_boxes(const World& world) {
    std::vector<Aabb> boxes;
    for (std::size_t o = 0; o < world.control.obstacles.size(); ++o)
        boxes.push_back(solid_box(world.model.obstacles[o], world.control.obstacles[o]));
    return boxes;
}

/// [m] depth of the deepest of some places; obstacles that their box misses are not asked.
Real deepest_place(const World& world, const std::vector<Aabb>& boxes, std::span<const Vec3> places) {
    Aabb box;
    for (const Vec3& place : places) box.extend(place);
    Real deepest = 0;
    for (std::size_t o = 0; o < boxes.size(); ++o) {
        if (!box.overlaps(boxes[o])) continue;
        for (const Vec3& place : places)
            deepest = std::max(deepest,
                               depth_in_solid(world.model.obstacles[o], world.control.obstacles[o], place));
    }
    return deepest;
}

/// Obstacles as hairs see them at the end of the last interval, with boxes around them.
struct SolidsAround {
    std::vector<NearObstacle> near;
    std::vector<Aabb> boxes;
};

SolidsAround solids_around(const World& world) {
    SolidsAround solids{{}, solid_boxes(world)};
    for (std::size_t o = 0; o < solids.boxes.size(); ++o)
        solids.near.push_back(make_near(world.model.obstacles[o], world.control.obstacles[o], 1));
    return solids;
}

/// [m] depth of the deepest point of the hairs of a wisp between two of its particles.
Real deepest_of_piece(const World& world, const Hair& hair, const HairLines& lines, int slot, int piece,
                      const SolidsAround& solids) {
    const Aabb box = box_of_piece(hair, lines, slot, piece);
    Real deepest = 0;
    for (std::size_t o = 0; o < solids.boxes.size(); ++o) {
        if (!box.overlaps(solids.boxes[o])) continue;
        for_each_in_piece(hair, lines, slot, piece, [&](int p) {
            const Vec3& point = lines.points[p];
            if (solids.boxes[o].contains(point) && is_in_obstacle(solids.near[o], point, 1))
                deepest = std::max(
                    deepest, depth_in_solid(world.model.obstacles[o], world.control.obstacles[o], point));
        });
    }
    return deepest;
}

}  // namespace

int wisp_count(const Model& model, const State& state, int part) {
    int count = 0;
    for_each_wisp(model, state, part, [&](int, int, const Hair&) { ++count; });
    return count;
}

int wisp_contact_count(const World& world, int part) {
    const Hair* hair = hair_of(world.model, world.model.parts[part]);
    const std::size_t index = hair ? hair - world.model.hair.data() : 0;
    if (!hair || index >= world.scratch->hair.size()) return 0;
    return contact_count(world.scratch->hair[index]);
}

Real largest_lean(const World& world, int part) {
    Real largest = 0;
    const auto& x = world.state.x;
    for_each_wisp(world.model, world.state, part, [&](int first, int, const Hair& hair) {
        const Vec3 root = x[first + 1] - x[first], way = x[first + hair.particles - 1] - x[first + 1];
        largest = std::max(largest, std::atan2(root.cross(way).norm(), root.dot(way)));
    });
    return largest * 180 / std::numbers::pi;
}

Real segment_strain(const World& world, int part) {
    Real largest = 0;
    const Model& model = world.model;
    for_each_wisp(model, world.state, part, [&](int first, int slot, const Hair& hair) {
        const int spring = model.parts[part].springs.begin + slot * hair.springs_of_wisp();
        for (int i = 1; i + 1 < hair.particles; ++i) {
            const Real length = (world.state.x[first + i + 1] - world.state.x[first + i]).norm();
            largest = std::max(largest, std::abs(length / model.springs[spring + i].rest_length - 1));
        }
    });
    return largest;
}

Real wisp_penetration(const World& world, int part) {
    Real deepest = 0;
    const auto& x = world.state.x;
    const std::vector<Aabb> boxes = solid_boxes(world);
    for_each_wisp(world.model, world.state, part, [&](int first, int, const Hair& hair) {
        for (int i = 1; i + 1 < hair.particles; ++i) {
            std::array<Vec3, spots_of_segment> spots;
            for (int k = 0; k < spots_of_segment; ++k)
                spots[k] =
                    x[first + i] + (x[first + i + 1] - x[first + i]) * (Real(k + 1) / spots_of_segment);
            deepest = std::max(deepest, deepest_place(world, boxes, spots));
        }
    });
    return deepest;
}

Real envelope_penetration(const World& world, int part) {
    Real deepest = 0;
    const std::vector<Aabb> boxes = solid_boxes(world);
    for_each_wisp(world.model, world.state, part, [&](int, int slot, const Hair& hair) {
        WispMotion wisp;
        load_wisp(world.model, world.control, hair, slot, world.state, wisp);
        find_sections(wisp, 1);
        for (int i = 2; i < wisp.n; ++i) {
            std::array<Vec3, most_wisp_samples> ends;
            for (int k = 0; k < wisp.samples; ++k)
                ends[k] = wisp.x[i] + wisp.radius_of(i, k) * wisp.half_line(i, k);
            const std::span<const Vec3> used(ends.data(), wisp.samples);
            deepest = std::max(deepest, deepest_place(world, boxes, used));
        }
    });
    return deepest;
}

Real hair_penetration(const World& world, int part, HairGallery& shown) {
    const Hair* hair = hair_of(world.model, world.model.parts[part]);
    if (!hair) return 0;
    const HairLines& lines = lines_of(world.model, world.control, *hair, world.state, shown);
    const SolidsAround solids = solids_around(world);
    const int pieces = hair->particles - 2;
    std::vector<Real> deepest(static_cast<std::size_t>(hair->slots) * pieces, 0);
    parallel_for(
        static_cast<int>(deepest.size()),
        [&](int k) {
            deepest[k] = deepest_of_piece(world, *hair, lines, k / pieces, 1 + k % pieces, solids);
        },
        pieces);
    return deepest.empty() ? 0 : *std::max_element(deepest.begin(), deepest.end());
}

Real hair_lift(const World& world, int part) {
    const Hair* hair = hair_of(world.model, world.model.parts[part]);
    if (!hair) return 0;
    HairLines drawn = draw_hairs(world.model, world.control, *hair, world.state);
    press_hairs(find_sheets(world.model, *hair, world.state), world.model, *hair, world.state, drawn);
    HairLines lifted = drawn;
    lift_hairs(world.model, world.control, *hair, world.state, lifted);
    Real farthest = 0;
    for (std::size_t p = 0; p < drawn.points.size(); ++p)
        farthest = std::max(farthest, (lifted.points[p] - drawn.points[p]).norm());
    return farthest;
}

Real wisp_through_cloth(const World& world, int part) {
    const std::vector<Vec3>& x = world.state.x;
    HairLines axes;
    const Hair* hair = hair_of(world.model, world.model.parts[part]);
    for_each_wisp(world.model, world.state, part, [&](int first, int, const Hair&) {
        axes.first.push_back(static_cast<int>(axes.points.size()));
        axes.points.insert(axes.points.end(), x.begin() + first, x.begin() + first + hair->particles);
    });
    axes.first.push_back(static_cast<int>(axes.points.size()));
    return hair ? farthest_through(find_sheets(world.model, *hair, world.state), axes, 0) : 0;
}

Real hair_through_cloth(const World& world, int part, HairGallery& shown) {
    const Hair* hair = hair_of(world.model, world.model.parts[part]);
    if (!hair) return 0;
    return farthest_through(find_sheets(world.model, *hair, world.state),
                            lines_of(world.model, world.control, *hair, world.state, shown),
                            hair->look.points);
}

Real hair_length_error(const World& world, int part) {
    const Hair* hair = hair_of(world.model, world.model.parts[part]);
    if (!hair) return 0;
    const HairLines lines = draw_hairs(world.model, world.control, *hair, world.state);
    Real worst = 0;
    for (std::size_t h = 0; h + 1 < lines.first.size(); ++h) {
        Real length = 0;
        for (int p = lines.first[h] + 1; p < lines.first[h + 1]; ++p)
            length += (lines.points[p] - lines.points[p - 1]).norm();
        worst = std::max(worst, std::abs(length / lines.wanted[h] - 1));
    }
    return worst;
}

Real tip_twist(const World& world, int part) {
    Real sum = 0;
    int count = 0;
    for_each_wisp(world.model, world.state, part, [&](int, int slot, const Hair& hair) {
        const HairState& own = world.state.hair[&hair - world.model.hair.data()];
        if (!own.twist.empty()) sum += own.twist[(slot + 1) * hair.particles - 1];
        ++count;
    });
    return count > 0 ? sum / count * 180 / std::numbers::pi : 0;
}

Real flattest_ratio(const World& world, int part) {
    Real ratio = 1;
    for_each_wisp(world.model, world.state, part, [&](int, int slot, const Hair& hair) {
        const std::size_t index = &hair - world.model.hair.data();
        if (index < world.scratch->hair.size())
            ratio = std::min(
                ratio, flattest_of(world.model, hair, slot, world.state, world.scratch->hair[index]).ratio);
    });
    return ratio;
}

}  // namespace souple
