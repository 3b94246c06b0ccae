// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The laws that a surface had before some of its faces changed. A leaf whose surroundings are as they were
// keeps its laws, and leaves side by side keep theirs in one piece: deriving them anew for all leaves took a
// fifth of a run in which faces divide often, moving them leaf by leaf a twelfth.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "souple/dynamics/model.h"

namespace souple {

struct KeptLaws {
    int first = 0;                    ///< point of the part in the old State
    std::vector<int> slot_of_node;    ///< by point of the part
    std::span<const Spring> springs;  ///< of the Model, until the new ones take their place
    std::span<const Bend> bends;
    std::vector<Spring> own_springs;  ///< where they are when another surface is first to write there
    std::vector<Bend> own_bends;
    std::vector<LawCount> rate_begin;  ///< by rate: where its laws begin in `springs` and `bends`
    std::vector<Leaf> leaves;
    std::vector<LawCount> law_ends;
    std::vector<int> leaf_rate;
    std::vector<Fold> folds;
    int limited_folds = 0;
    std::vector<Real> cosine_limit;  ///< by slot of a face
    std::vector<int> of_face;        ///< by slot of a face: its leaf, -1 when its laws are derived anew
    std::vector<int> node_now;       ///< by point of the part: in the new State, -1 when it is gone
    bool is_renumbered = false;      ///< some point has another number than before

    int rates() const { return static_cast<int>(rate_begin.size()); }
    /// How many laws of this rate stand before a leaf.
    LawCount before(int leaf, int rate) const {
        return leaf == 0 ? LawCount{} : law_ends[static_cast<std::size_t>(leaf - 1) * rates() + rate];
    }
    /// The laws of leaves [begin, end) that have this rate.
    Range springs_of(int begin, int end, int rate) const {
        const int from = before(begin, rate).springs;
        return {rate_begin[rate].springs + from, before(end, rate).springs - from};
    }
    Range bends_of(int begin, int end, int rate) const {
        const int from = before(begin, rate).bends;
        return {rate_begin[rate].bends + from, before(end, rate).bends - from};
    }
    /// The folds of leaves [begin, end) that have a limit, and those that have none.
    Range limited_of(int begin, int end) const {
        const int from = begin == 0 ? 0 : leaves[begin - 1].fold_end;
        return {from, (end == 0 ? 0 : leaves[end - 1].fold_end) - from};
    }
    Range idle_of(int begin, int end) const {
        const int from = begin == 0 ? 0 : leaves[begin - 1].idle_end;
        return {limited_folds + from, (end == 0 ? 0 : leaves[end - 1].idle_end) - from};
    }

    int node_of(int old) const { return old < 0 ? old : node_now[old - first]; }
    /// Points of the old State become those of the new one.
    template <class Element>
    void renumber(Element& element) const {
        for (int& node : element.nodes) node = node_of(node);
    }
    void renumber(Fold& fold) const {
        for (int* node : {&fold.a, &fold.b, &fold.c, &fold.d}) *node = node_of(*node);
    }
};

/// Whether any face at a fold may be divided because of it.
inline bool has_limit(const std::vector<Real>& cosine_limit, const Fold& fold) {
    return cosine_limit[fold.face] > -1 || (fold.other >= 0 && cosine_limit[fold.other] > -1);
}

/// Takes what followed the leaves of a surface out of it, while the Model still has the laws. `touched` says
/// by slot of a face, as many as there are after the change, which leaves need new ones.
inline KeptLaws keep_laws(const Model& model, const std::vector<char>& touched, AdaptiveCloth& cloth) {
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
    for (const RateLevel& level : part.rates)
        kept.rate_begin.push_back(
            {level.springs.begin - part.springs.begin, level.bends.begin - part.bends.begin});
    kept.leaves = std::move(cloth.leaves);
    kept.law_ends = std::move(cloth.law_ends);
    kept.leaf_rate = std::move(cloth.leaf_rate);
    kept.folds = std::move(cloth.folds);
    kept.limited_folds = kept.leaves.empty() ? 0 : kept.leaves.back().fold_end;
    kept.cosine_limit = std::move(cloth.cosine_limit);
    kept.of_face.assign(std::max(touched.size(), kept.cosine_limit.size()), -1);
    // under the law of masses a spring follows all leaves around its ends
    if (cloth.material.law == ClothLaw::Mass || cloth.material != cloth.material_of_laws) return kept;
    for (std::size_t k = 0; k < kept.leaves.size(); ++k) {
        const int face = kept.leaves[k].face;
        if (face < static_cast<int>(touched.size()) && !touched[face])
            kept.of_face[face] = static_cast<int>(k);
    }
    return kept;
}

}  // namespace souple
