// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A tree of bounding boxes: built once by median splits, refitted when the boxes move.
// The same boxes always give the same tree and the same order of visits.
#pragma once

#include <array>
#include <vector>

#include "souple/geometry/aabb.h"

namespace souple {

/// Children of an inner node are the next node and `second`; a leaf holds order[begin, begin + count).
struct BvhNode {
    Aabb box;
    int second = -1;
    int begin = 0, count = 0;  ///< count is 0 in inner nodes
};

struct Bvh {
    std::vector<BvhNode> nodes;  ///< parents before children, the root first
    std::vector<int> order;      ///< items as the leaves hold them
};

/// Builds the tree of `boxes`; an item is the index of its box.
void build(Bvh& bvh, const std::vector<Aabb>& boxes);

/// Fits the tree to boxes that moved; as many as it was built with. Does not allocate.
void refit(Bvh& bvh, const std::vector<Aabb>& boxes);

/// The box around everything.
inline Aabb bounds(const Bvh& bvh) { return bvh.nodes.empty() ? Aabb{} : bvh.nodes[0].box; }

/// Median splits keep the tree below 32 levels, and a walk needs one place for each.
constexpr int bvh_stack_size = 64;

/// Calls fn(item) for every item of a leaf whose box, like those of all its parents, satisfies accept(box).
/// The item's own box is not looked at.
template <class Accept, class Fn>
void visit(const Bvh& bvh, const Accept& accept, const Fn& fn) {
    if (bvh.nodes.empty()) return;
    std::array<int, bvh_stack_size> stack;
    int size = 0;
    stack[size++] = 0;
    while (size > 0) {
        const int index = stack[--size];
        const BvhNode& node = bvh.nodes[index];
        if (!accept(node.box)) continue;
        for (int k = node.begin; k < node.begin + node.count; ++k) fn(bvh.order[k]);
        if (node.count > 0) continue;
        stack[size++] = node.second;
        stack[size++] = index + 1;
    }
}

/// Calls fn(item) for every item whose leaf overlaps `box`; a few items that miss the box may be among them.
template <class Fn>
void visit_overlapping(const Bvh& bvh, const Aabb& box, const Fn& fn) {
    visit(
        bvh, [&box](const Aabb& node) { return node.overlaps(box); }, fn);
}

struct BvhNearest {
    int item = -1;              ///< -1 when nothing is closer than the limit
    Real squared_distance = 0;  ///< [m^2]
};

/// The item nearest to p by squared_distance_to(item), among those closer than max_distance [m]; the smaller
/// number wins a tie. Near children are opened first, boxes farther than the best so far never.
template <class Fn>
BvhNearest nearest(const Bvh& bvh, const Vec3& p, Real max_distance, const Fn& squared_distance_to) {
    BvhNearest best{-1, max_distance * max_distance};
    if (bvh.nodes.empty()) return best;
    struct Open {
        int node;
        Real squared_distance;
    };
    std::array<Open, bvh_stack_size> stack;
    int size = 0;
    stack[size++] = {0, squared_distance(bvh.nodes[0].box, p)};
    while (size > 0) {
        const Open open = stack[--size];
        if (open.squared_distance > best.squared_distance) continue;
        const BvhNode& node = bvh.nodes[open.node];
        for (int k = node.begin; k < node.begin + node.count; ++k) {
            const int item = bvh.order[k];
            const Real d = squared_distance_to(item);
            if (d < best.squared_distance || (d == best.squared_distance && item < best.item))
                best = {item, d};
        }
        if (node.count > 0) continue;
        const Open first{open.node + 1, squared_distance(bvh.nodes[open.node + 1].box, p)};
        const Open second{node.second, squared_distance(bvh.nodes[node.second].box, p)};
        const bool first_is_nearer = first.squared_distance <= second.squared_distance;
        stack[size++] = first_is_nearer ? second : first;
        stack[size++] = first_is_nearer ? first : second;
    }
    return best;
}

}  // namespace souple
