// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/kept_laws.h"

#include <algorithm>
#include <utility>

namespace souple {

KeptLaws keep_laws(const Model& model, const std::vector<char>& touched, AdaptiveCloth& cloth) {
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
