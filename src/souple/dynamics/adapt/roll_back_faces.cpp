// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/roll_back_faces.h"

#include "souple/dynamics/adapt/interpolated.h"
#include "souple/topology/levels.h"

namespace souple {

namespace {

TriedPoints keep_points(const Model& model, const AdaptiveCloth& cloth, const Leaves& leaves,
                        const State& state) {
    TriedPoints tried;
    tried.x.resize(leaves.map.vertices.slot_count(), Vec3::Zero());
    tried.v.resize(leaves.map.vertices.slot_count(), Vec3::Zero());
    const Range points = model.parts[cloth.part].points;
    for (int p = points.begin; p < points.end(); ++p) {
        tried.x[model.point_id[p]] = state.x[p];
        tried.v[model.point_id[p]] = state.v[p];
    }
    tried.was_leaf.resize(leaves.map.faces.slot_count());
    for (std::size_t slot = 0; slot < tried.was_leaf.size(); ++slot)
        tried.was_leaf[slot] = is_leaf(leaves.map, Face{static_cast<int>(slot)});
    return tried;
}

/// By point of the part: the corners of faces that are new.
std::vector<char> points_of_new_faces(const Model& model, const AdaptiveCloth& cloth,
                                      const TriedPoints& tried) {
    const Range points = model.parts[cloth.part].points;
    std::vector<char> inside(points.count, false);
    for (const Leaf& leaf : cloth.leaves) {
        const std::size_t face = leaf.face;
        if (face < tried.was_leaf.size() && tried.was_leaf[face]) continue;
        for (int k = 0; k < leaf.count; ++k) inside[leaf.node[k] - points.begin] = true;
    }
    return inside;
}

}  // namespace

std::vector<TriedPoints> keep_tried(const Model& model, const State& state) {
    std::vector<TriedPoints> tried(model.adaptive.size());
    for (std::size_t s = 0; s < tried.size(); ++s)
        if (model.adaptive[s].rule.rollback == Rollback::Faces)
            tried[s] = keep_points(model, model.adaptive[s], state.leaves[s], state);
    return tried;
}

void give_back_outside(const Model& model, const std::vector<TriedPoints>& tried, State& state) {
    for (std::size_t s = 0; s < tried.size(); ++s) {
        if (tried[s].was_leaf.empty()) continue;
        const Part& part = model.parts[model.adaptive[s].part];
        const std::vector<char> inside = points_of_new_faces(model, model.adaptive[s], tried[s]);
        for (int p = part.points.begin; p < part.points.end(); ++p) {
            if (inside[p - part.points.begin]) continue;
            state.x[p] = tried[s].x[model.point_id[p]];
            state.v[p] = tried[s].v[model.point_id[p]];
        }
        place_interpolated(model, part.interpolated, state);
    }
}

}  // namespace souple
