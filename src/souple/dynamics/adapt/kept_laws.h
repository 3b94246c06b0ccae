// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The laws that a surface had before some of its faces changed. A leaf whose surroundings are as they were
// keeps its laws: deriving them anew for all leaves took a fifth of a run in which faces divide often.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "souple/dynamics/model.h"

namespace souple {

/// Where the laws of one leaf stand among those of the surface.
struct KeptLeaf {
    int face = 0;   ///< slot
    int rate = 0;   ///< its laws act every T / 2^rate
    int count = 0;  ///< corners
    std::array<int, 4> node{-1, -1, -1, -1};
    int spring_count = 0, bend_count = 0;
    std::array<int, 6> springs{};  ///< KeptLaws::springs: sides, then diagonals
    std::array<int, 2> bends{};    ///< KeptLaws::bends
    std::array<int, 2> bend_rates{};
    Range folds;       ///< KeptLaws::folds, those that have a limit
    Range idle_folds;  ///< the others
};

struct KeptLaws {
    int first = 0;                    ///< point of the part in the old State
    std::vector<int> slot_of_node;    ///< by point of the part
    std::span<const Spring> springs;  ///< of the Model, until the new ones take their place
    std::span<const Bend> bends;
    std::vector<Spring> own_springs;  ///< where they are when another surface is first to write there
    std::vector<Bend> own_bends;
    std::vector<Fold> folds;
    std::vector<Real> cosine_limit;  ///< by slot of a face
    std::vector<KeptLeaf> leaves;
    std::vector<int> of_face;   ///< by slot of a face: its leaf, -1 when its laws are derived anew
    std::vector<int> node_now;  ///< by point of the part: in the new State, -1 when it is gone

    /// Points of the old State become those of the new one.
    template <std::size_t n>
    void renumber(Nodes<n>& nodes) const {
        for (int& node : nodes)
            if (node >= 0) node = node_now[node - first];
    }
    /// The old law between points of the new State.
    template <class Element>
    Element moved(Element element) const {
        renumber(element.nodes);
        return element;
    }
    Fold moved(Fold fold) const {
        for (int* node : {&fold.a, &fold.b, &fold.c, &fold.d})
            if (*node >= 0) *node = node_now[*node - first];
        return fold;
    }
};

/// Whether any face at a fold may be divided because of it.
inline bool has_limit(const std::vector<Real>& cosine_limit, const Fold& fold) {
    return cosine_limit[fold.face] > -1 || (fold.other >= 0 && cosine_limit[fold.other] > -1);
}

/// Takes the laws of a surface apart again, leaf by leaf: within a rate they stand in the order of the
/// leaves. `is_whole` is false when something does not fit, because the material was changed by hand.
class LawSorter {
public:
    LawSorter(const Model& model, const AdaptiveCloth& cloth, KeptLaws& kept)
        : model_(model), cloth_(cloth), part_(model.parts[cloth.part]), kept_(kept) {
        for (const RateLevel& level : part_.rates) {
            next_spring_.push_back(level.springs.begin);
            next_bend_.push_back(level.bends.begin);
        }
        const auto idle = std::partition_point(kept.folds.begin(), kept.folds.end(), [&](const Fold& fold) {
            return has_limit(kept.cosine_limit, fold);
        });
        first_idle_ = next_idle_ = static_cast<int>(idle - kept.folds.begin());
    }

    void sort() {
        const int corners = cloth_.squares ? 4 : 3;
        for (int t = part_.triangles.begin; t < part_.triangles.end(); t += corners - 2)
            add_leaf(t, cloth_.triangle_rate[t - part_.triangles.begin], corners);
    }

    bool is_whole() const {
        int springs = 0, bends = 0;
        for (const KeptLeaf& leaf : kept_.leaves) springs += leaf.spring_count, bends += leaf.bend_count;
        const bool has_bends = cloth_.material.bend.rigidity != 0;
        return springs == part_.springs.count && bends == part_.bends.count &&
               bends == (has_bends ? part_.triangles.count : 0) && next_fold_ == first_idle_ &&
               next_idle_ == static_cast<int>(kept_.folds.size());
    }

private:
    void add_leaf(int triangle, int rate, int corners) {
        KeptLeaf leaf;
        leaf.face = cloth_.triangle_face[triangle - part_.triangles.begin];
        leaf.rate = rate;
        leaf.count = corners;
        const Nodes<3>& t = model_.triangles[triangle];
        leaf.node = {t[0], t[1], t[2], corners == 4 ? model_.triangles[triangle + 1][2] : -1};
        const std::array<int, 4>& n = leaf.node;
        for (int side = 0; side < corners; ++side) take_spring(leaf, n[side], n[(side + 1) % corners]);
        for (int k = 0; k + 2 < corners && corners == 4; ++k) take_spring(leaf, n[k], n[k + 2]);
        take_bend(leaf, {n[0], n[1], n[2]});
        if (corners == 4) take_bend(leaf, {n[0], n[2], n[3]});
        leaf.folds = take_folds(leaf.face, first_idle_, next_fold_);
        leaf.idle_folds = take_folds(leaf.face, static_cast<int>(kept_.folds.size()), next_idle_);
        kept_.leaves.push_back(leaf);
    }

    void take_spring(KeptLeaf& leaf, int a, int b) {
        for (std::size_t rate = leaf.rate; rate < next_spring_.size(); ++rate) {
            int& next = next_spring_[rate];
            if (next == part_.rates[rate].springs.end()) continue;
            const Nodes<2>& nodes = model_.springs[next].nodes;
            if (nodes[0] != a || nodes[1] != b) continue;
            leaf.springs[leaf.spring_count++] = next++ - part_.springs.begin;
            return;
        }
    }

    void take_bend(KeptLeaf& leaf, const Nodes<3>& corners) {
        for (std::size_t rate = leaf.rate; rate < next_bend_.size(); ++rate) {
            int& next = next_bend_[rate];
            if (next == part_.rates[rate].bends.end()) continue;
            if (!std::equal(corners.begin(), corners.end(), model_.bends[next].nodes.begin())) continue;
            leaf.bend_rates[leaf.bend_count] = static_cast<int>(rate);
            leaf.bends[leaf.bend_count++] = next++ - part_.bends.begin;
            return;
        }
    }

    Range take_folds(int face, int end, int& next) {
        const int begin = next;
        while (next < end && kept_.folds[next].face == face) ++next;
        return {begin, next - begin};
    }

    const Model& model_;
    const AdaptiveCloth& cloth_;
    const Part& part_;
    KeptLaws& kept_;
    std::vector<int> next_spring_, next_bend_;  ///< by rate
    int next_fold_ = 0, next_idle_ = 0, first_idle_ = 0;
};

/// Keeps the laws of a surface while the Model still has them. `touched` says by slot of a face, as many as
/// there are after the change, which leaves need new ones.
inline KeptLaws keep_laws(const Model& model, const AdaptiveCloth& cloth, const std::vector<char>& touched) {
    const Part& part = model.parts[cloth.part];
    KeptLaws kept;
    kept.first = part.points.begin;
    kept.slot_of_node.assign(model.point_id.begin() + part.points.begin,
                             model.point_id.begin() + part.points.end());
    kept.springs = std::span(model.springs).subspan(part.springs.begin, part.springs.count);
    kept.bends = std::span(model.bends).subspan(part.bends.begin, part.bends.count);
    if (&cloth != &model.adaptive.front()) {
        kept.own_springs.assign(kept.springs.begin(), kept.springs.end());
        kept.own_bends.assign(kept.bends.begin(), kept.bends.end());
        kept.springs = kept.own_springs;
        kept.bends = kept.own_bends;
    }
    kept.folds = cloth.folds;
    kept.cosine_limit = cloth.cosine_limit;
    kept.leaves.reserve(part.triangles.count);
    LawSorter sorter(model, cloth, kept);
    sorter.sort();
    kept.of_face.assign(std::max(touched.size(), cloth.cosine_limit.size()), -1);
    // under the law of masses a spring follows all leaves around its ends
    if (cloth.material.law == ClothLaw::Mass || !sorter.is_whole()) return kept;
    for (std::size_t k = 0; k < kept.leaves.size(); ++k) {
        const int face = kept.leaves[k].face;
        if (face < static_cast<int>(touched.size()) && !touched[face])
            kept.of_face[face] = static_cast<int>(k);
    }
    return kept;
}

}  // namespace souple
