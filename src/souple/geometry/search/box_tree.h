// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A balanced tree over boxes that move: fitted to them again at each update, split anew when that made it
// slow or when boxes came or went. Boxes that are empty, or have a corner that is not a number, meet nobody.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "souple/geometry/aabb.h"
#include "souple/geometry/search/pair_rows.h"

namespace souple {

/// Node k has the children 2k and 2k + 1, the root is node 1, the leaves are the 2^depth last ones.
struct BoxTree {
    int depth = 0;
    std::vector<Aabb> nodes;
    std::vector<int> order;        ///< numbers of the boxes, leaf after leaf
    std::vector<Aabb> leaf_boxes;  ///< the boxes in that order
    Real built_cost = 0;           ///< of the tree when it was split
    int build_count = 0;           ///< how often it was

    // room to work in
    std::vector<Vec3> centres;
    PairRows rows;
};

/// Levels below the root: 2^31 boxes at most.
constexpr int max_tree_depth = 32;

/// The run of `order` that the i-th of the 2^depth nodes of one depth holds.
inline int tree_run_begin(const BoxTree& tree, int depth, int i) {
    return static_cast<int>((static_cast<long long>(tree.order.size()) * i) >> depth);
}

/// Fits the tree to the boxes, and splits it anew where that pays.
void update(BoxTree& tree, std::span<const Aabb> boxes);

/// Calls fn(begin, end) for the runs of `order` in the leaves whose box, like those of all their parents,
/// satisfies accept(box).
template <class Accept, class Fn>
void visit_leaves(const BoxTree& tree, const Accept& accept, const Fn& fn) {
    if (tree.order.empty()) return;
    const int first_leaf = 1 << tree.depth;
    std::array<int, max_tree_depth + 1> stack;
    int size = 0;
    stack[size++] = 1;
    while (size > 0) {
        const int node = stack[--size];
        if (!accept(tree.nodes[node])) continue;
        if (node >= first_leaf) {
            const int leaf = node - first_leaf;
            fn(tree_run_begin(tree, tree.depth, leaf), tree_run_begin(tree, tree.depth, leaf + 1));
        } else {
            stack[size++] = 2 * node + 1;
            stack[size++] = 2 * node;
        }
    }
}

/// Calls fn(index) once for every point with |point - p| <= r [m]; each point lies in the box of its number.
template <class Fn>
void near(const BoxTree& tree, std::span<const Vec3> points, const Vec3& p, Real r, const Fn& fn) {
    if (!(r >= 0)) return;
    visit_leaves(
        tree, [&](const Aabb& box) { return squared_distance(box, p) <= r * r; },
        [&](int begin, int end) {
            for (int k = begin; k < end; ++k)
                if (const int i = tree.order[k]; (points[i] - p).squaredNorm() <= r * r) fn(i);
        });
}

/// All i < j whose boxes overlap, sorted. Updates the tree.
void overlapping_pairs(BoxTree& tree, std::span<const Aabb> boxes, std::vector<IndexPair>& pairs);

}  // namespace souple
