// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The laws that a surface had before some of its faces changed. A leaf whose surroundings are as they were
// keeps its laws, and leaves side by side keep theirs in one piece: deriving them anew for all leaves took a
// fifth of a run in which faces divide often, moving them leaf by leaf a twelfth.
#pragma once

#include <span>
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
KeptLaws keep_laws(const Model& model, const std::vector<char>& touched, AdaptiveCloth& cloth);

}  // namespace souple
