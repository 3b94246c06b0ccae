// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/see_bodies.h"

#include <algorithm>
#include <array>

#include "souple/dynamics/contact/touchables.h"

namespace souple {

namespace {

/// Bodies by how far their rims are, the nearest first; then by number.
struct SeenBodies {
    struct Seen {
        Real gap = 0;  ///< [m]
        int body = 0;
    };
    std::array<Seen, most_seen_bodies> seen;
    int count = 0;

    void add(const Seen& other) {
        const auto is_nearer = [&](const Seen& a) {
            return other.gap < a.gap || (other.gap == a.gap && other.body < a.body);
        };
        if (count == most_seen_bodies && !is_nearer(seen[count - 1])) return;
        int k = count < most_seen_bodies ? count++ : count - 1;
        for (; k > 0 && is_nearer(seen[k - 1]); --k) seen[k] = seen[k - 1];
        seen[k] = other;
    }
};

}  // namespace

void sort_seen_bodies(CrowdBuffer& buffer) {
    buffer.body_places.clear();
    buffer.widest_seen = 0;
    for (const MovingDisc& body : buffer.bodies) {
        buffer.body_places.push_back(body.x);
        buffer.widest_seen = std::max(buffer.widest_seen, body.radius);
    }
    if (!buffer.bodies.empty()) build(buffer.body_grid, buffer.body_places, 1e-3, 1e9);
}

void list_seen_bodies(const Model& model, const CrowdPart& crowd, const State& state, CrowdBuffer& buffer) {
    buffer.bodies.clear();
    const Part& part = model.parts[crowd.part];
    if (crowd.agent_count() == 0) return;
    const Touchable agent{TouchableKind::Agent, part.points.begin, crowd.part};
    const Real ground = state.x[part.points.begin].y();
    Real tallest = 2 * crowd.largest_radius;
    for (const AgentGroup& group : crowd.groups) tallest = std::max(tallest, group.height);
    for (int p = 0; p < static_cast<int>(model.parts.size()); ++p)
        for (int k = model.parts[p].pieces.begin; k < model.parts[p].pieces.end(); ++k) {
            if (!may_touch(model, agent, {TouchableKind::Piece, k, p})) continue;
            const BodyPiece& piece = model.pieces[k];
            const Pose pose = Pose{state.frames.x[piece.frame], state.frames.q[piece.frame]} * piece.pose;
            const Aabb box = piece.mesh ? bounds(Solid{{}, piece.mesh}, pose) : bounds(piece.convex, pose);
            if (box.high.y() < ground || box.low.y() > ground + tallest) continue;
            const Vec3 half = 0.5 * box.size();
            buffer.bodies.push_back({ground_place(box.center()), ground_place(state.frames.v[piece.frame]),
                                     std::max(half.x(), half.z())});
        }
    sort_seen_bodies(buffer);
}

void add_body_lines(const AgentGroup& group, const MovingDisc& self, const CrowdBuffer& buffer, Real h,
                    HalfPlanes& planes) {
    if (buffer.bodies.empty()) return;
    SeenBodies bodies;
    visit_runs(buffer.body_grid, self.x, group.neighbour_distance + buffer.widest_seen,
               [&](int begin, int end) {
                   for (int n = begin; n < end; ++n) {
                       const int b = buffer.body_grid.items[n].index;
                       const Real gap = (buffer.bodies[b].x - self.x).norm() - buffer.bodies[b].radius;
                       if (gap <= group.neighbour_distance) bodies.add({gap, b});
                   }
               });
    for (int k = 0; k < bodies.count; ++k) {
        HalfPlane line = line_for(self, buffer.bodies[bodies.seen[k].body], group.horizon, h);
        line.point += line.point - self.v;  // (half of the change is what line_for asks for)
        planes.add(line);
    }
}

}  // namespace souple
