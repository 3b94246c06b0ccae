// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/see_bodies.h"

#include <algorithm>

#include "souple/dynamics/contact/touchables.h"

namespace souple {

namespace {

constexpr int most_bodies = 16;  ///< that an agent heeds at once

}  // namespace

void list_seen_bodies(const Model& model, const CrowdPart& crowd, const State& state,
                      std::vector<MovingDisc>& bodies) {
    bodies.clear();
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
            bodies.push_back({ground_place(box.center()), ground_place(state.frames.v[piece.frame]),
                              std::max(half.x(), half.z())});
        }
}

void add_body_lines(const AgentGroup& group, const MovingDisc& self, std::span<const MovingDisc> bodies,
                    Real h, HalfPlanes& planes) {
    int heeded = 0;
    for (const MovingDisc& body : bodies) {
        const Real sight = group.neighbour_distance + body.radius;
        if ((body.x - self.x).squaredNorm() > sight * sight) continue;
        HalfPlane line = line_for(self, body, group.horizon, h);
        line.point += line.point - self.v;  // (half of the change is what line_for asks for)
        planes.add(line);
        if (++heeded == most_bodies) return;
    }
}

}  // namespace souple
