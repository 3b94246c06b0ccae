// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/find_pairs.h"

#include <algorithm>
#include <span>

#include "souple/core/parallel.h"
#include "souple/dynamics/contact/meet_itself.h"

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
    const int matter = scratch.edge_begin - bodies;  // (the triangles speak for their edges)
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

void pair_matter(const ContactView& view, InteractionScratch& scratch) {
    if (!has_matter_pairs(view.model)) return;
    const int bodies = scratch.body_count;
    scratch.matter_boxes.assign(scratch.boxes.begin() + bodies, scratch.boxes.end());
    leave_out_lonely(view.model, std::span(scratch.touchables).subspan(bodies), scratch.matter_boxes,
                     scratch.reach);
    const auto pair_range = [&](PairSearch& search, int begin, int end) {
        const auto boxes = std::span<const Aabb>(scratch.matter_boxes).subspan(begin - bodies, end - begin);
        overlapping_pairs(search, boxes, scratch.found);
        std::erase_if(scratch.found, [&](const IndexPair& pair) {
            return !is_matter_pair(view, scratch.touchables[pair.a + begin],
                                   scratch.touchables[pair.b + begin]);
        });
        keep_allowed(view.model, scratch, begin);
    };
    pair_range(scratch.matter_search, scratch.body_count, scratch.edge_begin);
    pair_range(scratch.edge_search, scratch.edge_begin, static_cast<int>(scratch.touchables.size()));
}

/// Whether pieces of matter of one part are paired with each other.
bool pairs_with_itself(const Part& part) { return part.surface.self_contact && !meets_itself(part); }

bool are_strangers(const Model& model, int p, int q) {
    return std::any_of(model.strangers.begin(), model.strangers.end(), [&](const auto& pair) {
        return (pair[0] == p && pair[1] == q) || (pair[0] == q && pair[1] == p);
    });
}

/// Whether matter of two parts may touch.
bool are_sociable(const Model& model, int p, int q) {
    if (p == q) return pairs_with_itself(model.parts[p]);
    return model.parts[p].surface.touches == Touches::Everything &&
           model.parts[q].surface.touches == Touches::Everything && !are_strangers(model, p, q);
}

}  // namespace

void leave_out_lonely(const Model& model, std::span<const Touchable> matter, std::span<Aabb> boxes,
                      std::vector<Aabb>& reach) {
    const int parts = static_cast<int>(model.parts.size());
    reach.assign(2 * model.parts.size(), {});
    const std::span<Aabb> own(reach.data(), model.parts.size()), others(own.data() + parts, own.size());
    for (std::size_t k = 0; k < matter.size(); ++k) own[matter[k].part].extend(boxes[k]);
    for (int p = 0; p < parts; ++p)
        for (int q = 0; q < parts; ++q)
            if (!own[p].empty() && !own[q].empty() && are_sociable(model, p, q)) others[p].extend(own[q]);
    parallel_for(
        static_cast<int>(matter.size()),
        [&](int k) {
            if (!boxes[k].overlaps(others[matter[k].part])) boxes[k] = {};
        },
        1024);
}

bool has_matter_pairs(const Model& model) {
    int sociable = 0;
    for (const Part& part : model.parts) {
        if (part.points.empty() || part.crowd >= 0) continue;
        if (part.surface.self_contact && !meets_itself(part)) return true;
        sociable += part.surface.touches == Touches::Everything ? 1 : 0;
    }
    return sociable > 1;
}

bool is_matter_pair(const ContactView& view, const Touchable& a, const Touchable& b) {
    if (a.part == b.part && meets_itself(view.model.parts[a.part])) return false;
    if (a.kind == b.kind && a.kind == TouchableKind::Triangle) return false;
    if (a.kind == b.kind && a.kind == TouchableKind::Point)
        return view.model.parts[a.part].triangles.empty() && view.model.parts[b.part].triangles.empty();
    for (const int i : nodes_of(view, a))
        for (const int j : nodes_of(view, b))
            if (i == j) return false;
    return true;
}

void find_pairs(const ContactView& view, InteractionScratch& scratch) {
    scratch.pairs.clear();
    pair_bodies(view.model, scratch);
    pair_matter_with_bodies(view.model, scratch);
    pair_matter(view, scratch);
}

}  // namespace souple
