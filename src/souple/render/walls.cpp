// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Walls that stand between the camera and what moves.
#include <algorithm>

#include "souple/geometry/crossing.h"
#include "souple/render/framing.h"

namespace souple {

namespace {

constexpr int grid = 3;             // places along each side of the box of what moves that are looked at
constexpr Real hidden_share = 0.5;  // of them, behind a wall

struct SightLine {
    Vec3 from, to;
};

/// From the eye to where each line to a place of the box comes into it; none when the eye is inside.
std::vector<SightLine> sight_lines(const Vec3& eye, const Aabb& box) {
    std::vector<SightLine> lines;
    if (box.empty() || box.contains(eye)) return lines;
    for (int i = 0; i < grid * grid * grid; ++i) {
        const Vec3 share = Vec3(i % grid, i / grid % grid, i / grid / grid) / (grid - 1);
        const Vec3 way = box.low + share.cwiseProduct(box.size()) - eye;
        Real enter = 0;
        for (int axis = 0; axis < 3; ++axis) {
            if (way[axis] == 0) continue;
            const Real side = way[axis] > 0 ? box.low[axis] : box.high[axis];
            enter = std::max(enter, (side - eye[axis]) / way[axis]);
        }
        lines.push_back({eye, eye + 0.999 * enter * way});
    }
    return lines;
}

/// One triangle of an endless plane stands for all of it.
bool crosses_plane(const SightLine& line, const std::array<Vec3, 3>& triangle) {
    const Vec3 normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
    return normal.dot(line.from - triangle[0]) < 0 && normal.dot(line.to - triangle[0]) > 0;
}

bool hides(const SeenSolid& solid, const SightLine& line) {
    for (const Pose& pose : solid.poses) {
        const SightLine local{pose.to_local(line.from), pose.to_local(line.to)};
        for (const auto& [a, b, c] : solid.mesh->triangles) {
            const auto& x = solid.mesh->positions;
            const std::array<Vec3, 3> triangle{x[a], x[b], x[c]};
            if (solid.endless) return crosses_plane(local, triangle);
            if (pierces(local.from, local.to, triangle)) return true;
        }
    }
    return false;
}

}  // namespace

std::vector<std::string> parts_in_the_way(const Framing& framing, const Camera& camera) {
    Aabb moving;
    for (const auto& [name, sight] : framing.sights)
        if (sight.moves) moving.extend(sight.shown.box);
    const std::vector<SightLine> lines = sight_lines(camera.eye, moving);
    std::vector<std::string> parts;
    for (const auto& place : framing.solids) {
        const auto& solid = place.second;
        const auto sight = framing.sights.find(place.first);
        if (sight != framing.sights.end() && sight->second.moves) continue;
        const auto count = std::count_if(lines.begin(), lines.end(),
                                         [&](const SightLine& line) { return hides(solid, line); });
        if (count > 0 && static_cast<Real>(count) >= hidden_share * static_cast<Real>(lines.size()))
            parts.push_back(solid.part);
    }
    return parts;
}

}  // namespace souple
