// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/find_cuts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace souple {

namespace {

bool is_same(const SolidsNow::Solid& a, const SolidsNow::Solid& b) {
    return a.box.low == b.box.low && a.box.high == b.box.high && a.pose.position == b.pose.position &&
           a.pose.rotation.coeffs() == b.pose.rotation.coeffs();
}

bool are_where_seen(const SolidsNow& now, const CutWatch& watch) {
    return std::equal(now.solids.begin(), now.solids.end(), watch.solids.begin(), watch.solids.end(),
                      is_same);
}

/// Whether the distance to a solid changes by no more than a place moves. That of a formula is an estimate.
bool has_true_distance(const SolidsNow::Solid& solid) {
    return !std::holds_alternative<FormulaShape>(solid.obstacle->shape);
}

/// [m] no point has gone further than this since it was seen.
Real farthest_gone(Range points, const std::vector<Vec3>& x, const std::vector<Vec3>& seen) {
    Real squared = 0;
    for (int i = 0; i < points.count; ++i)
        squared = std::max(squared, (x[points.begin + i] - seen[i]).squaredNorm());
    return std::sqrt(squared);
}

/// Begins anew when the faces have changed or an obstacle has moved.
void follow_cuts(const Model& model, const SolidsNow& now, const AdaptiveCloth& cloth,
                 const std::vector<Vec3>& x, CutWatch& watch) {
    const Range points = model.parts[cloth.part].points;
    if (watch.revision == model.revision && static_cast<int>(watch.seen.size()) == points.count &&
        watch.due.size() == cloth.leaves.size() && watch.allowed_part == cloth.rule.contact_depth &&
        are_where_seen(now, watch)) {
        watch.gone += farthest_gone(points, x, watch.seen);
    } else {
        watch.revision = model.revision;
        watch.allowed_part = cloth.rule.contact_depth;
        watch.gone = 0;
        watch.due.assign(cloth.leaves.size(), 0);
        watch.solids = now.solids;
    }
    watch.seen.assign(x.begin() + points.begin, x.begin() + points.end());
}

/// [m] by how much an obstacle is too shallow under the middle of a side to cut it, at least; negative when
/// it cuts. Ends that lie inside themselves, as they do where they are interpolated or new, are no reason.
Real room_at_side(const SolidsNow& now, Real allowed_part, const Vec3& a, const Vec3& b) {
    const Vec3 middle = 0.5 * (a + b);
    const Real allowed = allowed_part * (b - a).norm();
    Real room = allowed;
    for (const SolidsNow::Solid& solid : now.solids) {
        if (!solid.box.contains(middle)) continue;
        const auto depth = [&](const Vec3& place) { return -solid.distance_to(place, 0); };
        Real here = allowed - depth(middle);
        if (here < 0) here += 0.5 * (std::max(0.0, depth(a)) + std::max(0.0, depth(b)));
        room = std::min(room, here);
    }
    return room;
}

/// The least of the sides of a leaf, the one that cuts a square in two among them.
Real room_at_leaf(const SolidsNow& now, Real allowed_part, const Leaf& leaf, const std::vector<Vec3>& x) {
    const auto side = [&](int from, int to) {
        return room_at_side(now, allowed_part, x[leaf.node[from]], x[leaf.node[to]]);
    };
    Real room = std::numeric_limits<Real>::infinity();
    for (int k = 0; k < leaf.count; ++k) room = std::min(room, side(k, (k + 1) % leaf.count));
    return leaf.count == 4 ? std::min(room, side(0, 2)) : room;
}

}  // namespace

void find_cut_faces(const Model& model, const SolidsNow& now, const AdaptiveCloth& cloth,
                    const std::vector<Vec3>& x, CutWatch& watch, std::vector<int>& faces) {
    faces.clear();
    const Real allowed_part = cloth.rule.contact_depth;
    if (allowed_part == 0 || !model.parts[cloth.part].surface.collides || now.solids.empty()) return;
    follow_cuts(model, now, cloth, x, watch);
    const bool can_wait = std::all_of(now.solids.begin(), now.solids.end(), has_true_distance);
    for (std::size_t k = 0; k < cloth.leaves.size(); ++k) {
        const Leaf& leaf = cloth.leaves[k];
        if (watch.gone < watch.due[k] || leaf.level >= cloth.rule.max_level) continue;
        const Real room = room_at_leaf(now, allowed_part, leaf, x);
        if (room < 0) faces.push_back(leaf.face);
        // with points that go s the middle and both ends get deeper by s at most, a side longer by 2 s
        if (can_wait) watch.due[k] = watch.gone + std::max(0.0, room) / (2 + 2 * allowed_part);
    }
    std::sort(faces.begin(), faces.end());
}

}  // namespace souple
