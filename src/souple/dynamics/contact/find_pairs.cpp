// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/find_pairs.h"

#include <algorithm>
#include <span>

#include "souple/core/parallel.h"

namespace souple {

namespace {

void keep_allowed(const Model& model, InteractionScratch& scratch, int offset) {
    for (const IndexPair& found : scratch.found) {
        const IndexPair pair{found.a + offset, found.b + offset};
        if (may_touch(model, scratch.touchables[pair.a], scratch.touchables[pair.b]))
            scratch.pairs.push_back(pair);
    }
}

void pair_bodies(const Model& model, InteractionScratch& scratch) {
    const std::span<const Aabb> boxes(scratch.boxes.data(), static_cast<std::size_t>(scratch.body_count));
    overlapping_pairs(scratch.body_search, boxes, scratch.found);
    keep_allowed(model, scratch, 0);
}

/// Calls fn(body) for every body that a piece of matter may touch, in the order of the tree.
template <class Fn>
void for_each_body(const Model& model, const InteractionScratch& scratch, int matter, const Fn& fn) {
    const Aabb& box = scratch.boxes[matter];
    visit_overlapping(scratch.body_tree, box, [&](int body) {
        if (scratch.boxes[body].overlaps(box) &&
            may_touch(model, scratch.touchables[body], scratch.touchables[matter]))
            fn(body);
    });
}

/// Few bodies, much matter: each piece of matter asks a tree of the bodies. One pass counts, one pass writes.
void pair_matter_with_bodies(const Model& model, InteractionScratch& scratch) {
    const int bodies = scratch.body_count;
    const int matter = static_cast<int>(scratch.touchables.size()) - bodies;
    if (bodies == 0 || matter == 0) return;
    scratch.body_boxes.assign(scratch.boxes.begin(), scratch.boxes.begin() + bodies);
    build(scratch.body_tree, scratch.body_boxes);
    scratch.first_pair.assign(static_cast<std::size_t>(matter) + 1, 0);
    parallel_for(
        matter,
        [&](int k) {
            int count = 0;
            for_each_body(model, scratch, bodies + k, [&count](int) { ++count; });
            scratch.first_pair[k + 1] = count;
        },
        256);
    const int base = static_cast<int>(scratch.pairs.size());
    for (int k = 0; k < matter; ++k) scratch.first_pair[k + 1] += scratch.first_pair[k];
    scratch.pairs.resize(static_cast<std::size_t>(base) + scratch.first_pair[matter]);
    parallel_for(
        matter,
        [&](int k) {
            const auto begin = scratch.pairs.begin() + base + scratch.first_pair[k];
            auto end = begin;
            for_each_body(model, scratch, bodies + k, [&](int body) { *end++ = {body, bodies + k}; });
            std::sort(begin, end);
        },
        256);
}

/// Points meet triangles that they are no corner of; points of parts without triangles meet each other.
bool is_matter_pair(const Model& model, const Touchable& a, const Touchable& b) {
    if (a.kind == TouchableKind::Triangle && b.kind == TouchableKind::Triangle) return false;
    if (a.kind == TouchableKind::Point && b.kind == TouchableKind::Point)
        return model.parts[a.part].triangles.empty() && model.parts[b.part].triangles.empty();
    const Touchable& point = a.kind == TouchableKind::Point ? a : b;
    const Nodes<3>& nodes = model.triangles[(a.kind == TouchableKind::Point ? b : a).index];
    return std::find(nodes.begin(), nodes.end(), point.index) == nodes.end();
}

void pair_matter(const Model& model, InteractionScratch& scratch) {
    bool wanted = false;
    for (const Part& part : model.parts)
        wanted |= part.surface.self_contact || part.surface.touches == Touches::Everything;
    if (!wanted) return;
    const std::span<const Aabb> boxes(scratch.boxes.data() + scratch.body_count,
                                      scratch.boxes.size() - static_cast<std::size_t>(scratch.body_count));
    overlapping_pairs(scratch.matter_search, boxes, scratch.found);
    std::erase_if(scratch.found, [&](const IndexPair& pair) {
        return !is_matter_pair(model, scratch.touchables[pair.a + scratch.body_count],
                               scratch.touchables[pair.b + scratch.body_count]);
    });
    keep_allowed(model, scratch, scratch.body_count);
}

}  // namespace

void find_pairs(const Model& model, InteractionScratch& scratch) {
    scratch.pairs.clear();
    pair_bodies(model, scratch);
    pair_matter_with_bodies(model, scratch);
    pair_matter(model, scratch);
}

}  // namespace souple
