// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/search/box_tree.h"

#include <algorithm>
#include <numeric>

namespace souple {

namespace {

constexpr int boxes_in_leaf = 4;

/// A tree that costs this much more than when it was split is split anew.
constexpr Real worn_out = 1.4;

/// Nodes of one depth that a thread takes at a time, when each holds `run` boxes.
int grain_of(int run) { return std::max(1, parallel_grain / std::max(1, run)); }

/// A box that is empty or infinite has no centre; zero keeps the order of the sort a proper one.
Vec3 centre_of(const Aabb& box) {
    const Vec3 c = box.center();
    return is_finite(c) ? c : Vec3(Vec3::Zero());
}

int longest_axis(const BoxTree& tree, int begin, int end) {
    Aabb bounds;
    for (int k = begin; k < end; ++k) bounds.extend(tree.centres[tree.order[k]]);
    int axis = 0;
    bounds.size().maxCoeff(&axis);
    return axis;
}

/// Puts the half of smaller centres, along the longest axis, before the other half.
void split(BoxTree& tree, int depth, int node) {
    const int begin = tree_run_begin(tree, depth, node), end = tree_run_begin(tree, depth, node + 1);
    const int middle = tree_run_begin(tree, depth + 1, 2 * node + 1);
    const int axis = longest_axis(tree, begin, end);
    const auto order = tree.order.begin();
    std::nth_element(order + begin, order + middle, order + end, [&tree, axis](int l, int r) {
        const Real cl = tree.centres[l][axis], cr = tree.centres[r][axis];
        return cl != cr ? cl < cr : l < r;
    });
}

void split_all(BoxTree& tree, std::span<const Aabb> boxes) {
    const int count = static_cast<int>(boxes.size());
    tree.depth = 0;
    while ((static_cast<long long>(boxes_in_leaf) << tree.depth) < count) ++tree.depth;
    tree.nodes.resize(std::size_t(2) << tree.depth);
    tree.order.resize(count);
    tree.centres.resize(count);
    tree.leaf_boxes.resize(count);
    std::iota(tree.order.begin(), tree.order.end(), 0);
    parallel_for(count, [&](int i) { tree.centres[i] = centre_of(boxes[i]); });
    for (int depth = 0; depth < tree.depth; ++depth)
        parallel_for(
            1 << depth, [&](int node) { split(tree, depth, node); }, grain_of(count >> depth));
    ++tree.build_count;
}

/// Overlaps nothing, not even a box without end.
const Aabb nowhere{Vec3::Constant(std::numeric_limits<Real>::quiet_NaN()),
                   Vec3::Constant(std::numeric_limits<Real>::quiet_NaN())};

void fit_leaf(BoxTree& tree, std::span<const Aabb> boxes, int leaf) {
    Aabb bounds;
    const int end = tree_run_begin(tree, tree.depth, leaf + 1);
    for (int k = tree_run_begin(tree, tree.depth, leaf); k < end; ++k) {
        const Aabb& box = boxes[tree.order[k]];
        tree.leaf_boxes[k] = box.empty() ? nowhere : box;
        if (!box.empty()) bounds.extend(box);
    }
    tree.nodes[(1 << tree.depth) + leaf] = bounds;
}

void refit(BoxTree& tree, std::span<const Aabb> boxes) {
    parallel_for(
        1 << tree.depth, [&](int leaf) { fit_leaf(tree, boxes, leaf); }, grain_of(boxes_in_leaf));
    for (int depth = tree.depth - 1; depth >= 0; --depth)
        parallel_for(1 << depth, [&](int i) {
            const int node = (1 << depth) + i;
            tree.nodes[node] = tree.nodes[2 * node];
            tree.nodes[node].extend(tree.nodes[2 * node + 1]);
        });
}

/// Half the surface [m^2]; zero for boxes that are empty or without end.
Real half_area(const Aabb& box) {
    if (box.empty()) return 0;
    const Vec3 s = box.size();
    const Real area = s.x() * s.y() + s.y() * s.z() + s.z() * s.x();
    return std::isfinite(area) ? area : 0;
}

/// How many nodes a query is likely to open, up to a factor: areas of all nodes next to that of the root.
Real cost_of(const BoxTree& tree) {
    const Real root = half_area(tree.nodes[1]);
    const Real sum = parallel_sum(static_cast<int>(tree.nodes.size()) - 1, Real(0),
                                  [&](int k) { return half_area(tree.nodes[k + 1]); });
    return root > 0 ? sum / root : sum;
}

}  // namespace

void update(BoxTree& tree, std::span<const Aabb> boxes) {
    const bool is_new = tree.order.size() != boxes.size();
    if (is_new) split_all(tree, boxes);
    if (boxes.empty()) return;
    refit(tree, boxes);
    Real cost = cost_of(tree);
    if (!is_new && cost > worn_out * tree.built_cost) {
        split_all(tree, boxes);
        refit(tree, boxes);
        cost = cost_of(tree);
        tree.built_cost = cost;
    } else if (is_new) {
        tree.built_cost = cost;
    }
}

void overlapping_pairs(BoxTree& tree, std::span<const Aabb> boxes, std::vector<IndexPair>& pairs) {
    update(tree, boxes);
    const int count = static_cast<int>(boxes.size());
    collect_pairs(tree.rows, count, count, pairs, [&](int place, PairBlock& block) {
        const Aabb box = tree.leaf_boxes[place];
        const int item = tree.order[place];
        visit_leaves(
            tree, [&](const Aabb& node) { return node.overlaps(box); },
            [&](int begin, int end) {
                for (int k = begin; k < end; ++k)
                    if (tree.order[k] > item && tree.leaf_boxes[k].overlaps(box))
                        block.add(item, tree.order[k]);
            });
    });
}

}  // namespace souple
