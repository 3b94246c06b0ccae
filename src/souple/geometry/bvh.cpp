// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/bvh.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "souple/core/errors.h"

namespace souple {

namespace {

constexpr int triangles_in_leaf = 4;

struct Builder {
    Bvh& bvh;
    const std::vector<Aabb>& boxes;
    std::vector<Vec3> centers = {};

    void split(int begin, int end) {
        const int index = static_cast<int>(bvh.nodes.size());
        BvhNode node;
        for (int k = begin; k < end; ++k) node.box.extend(boxes[bvh.order[k]]);
        if (end - begin <= triangles_in_leaf) {
            std::sort(bvh.order.begin() + begin, bvh.order.begin() + end);
            node.begin = begin;
            node.count = end - begin;
            bvh.nodes.push_back(node);
            return;
        }
        bvh.nodes.push_back(node);
        const int middle = (begin + end) / 2, axis = longest_axis(begin, end);
        std::nth_element(bvh.order.begin() + begin, bvh.order.begin() + middle, bvh.order.begin() + end,
                         [this, axis](int l, int r) {
                             const Real cl = centers[l][axis], cr = centers[r][axis];
                             return cl != cr ? cl < cr : l < r;
                         });
        split(begin, middle);
        bvh.nodes[index].second = static_cast<int>(bvh.nodes.size());
        split(middle, end);
    }

    int longest_axis(int begin, int end) const {
        Aabb box;
        for (int k = begin; k < end; ++k) box.extend(centers[bvh.order[k]]);
        int axis = 0;
        box.size().maxCoeff(&axis);
        return axis;
    }
};

/// An empty or infinite box has no centre; zero keeps the order of the sort a proper one.
Vec3 center_of(const Aabb& box) {
    const Vec3 c = box.center();
    return is_finite(c) ? c : Vec3(Vec3::Zero());
}

}  // namespace

void build(Bvh& bvh, const std::vector<Aabb>& boxes) {
    bvh.nodes.clear();
    bvh.order.resize(boxes.size());
    std::iota(bvh.order.begin(), bvh.order.end(), 0);
    if (boxes.empty()) return;
    Builder builder{bvh, boxes};
    builder.centers.reserve(boxes.size());
    for (const Aabb& box : boxes) builder.centers.push_back(center_of(box));
    builder.split(0, static_cast<int>(boxes.size()));
}

void refit(Bvh& bvh, const std::vector<Aabb>& boxes) {
    SOUPLE_ASSERT_EQ(bvh.order.size(), boxes.size());
    for (int i = static_cast<int>(bvh.nodes.size()) - 1; i >= 0; --i) {
        BvhNode& node = bvh.nodes[i];
        if (node.count > 0) {
            node.box = Aabb{};
            for (int k = node.begin; k < node.begin + node.count; ++k) node.box.extend(boxes[bvh.order[k]]);
        } else {
            node.box = bvh.nodes[i + 1].box;
            node.box.extend(bvh.nodes[node.second].box);
        }
    }
}

}  // namespace souple
