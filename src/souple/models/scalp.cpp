// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/scalp.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/core/errors.h"

namespace souple {

namespace {

constexpr Real degree_of_scalp = std::numbers::pi / 180;

/// Those of a spiral of `total` directions that are not in the face, up to the number wanted.
void keep_beside_face(const ScalpDef& def, int total, std::vector<Vec3>& kept) {
    const Real golden = std::numbers::pi * (3 - std::sqrt(5.0));
    const Real brow = std::cos(def.brow * degree_of_scalp), face = std::cos(def.face * degree_of_scalp);
    const Real depth = 1 - std::cos(def.angle * degree_of_scalp);
    kept.clear();
    for (int k = 0; k < total && static_cast<int>(kept.size()) < def.count; ++k) {
        const Real y = 1 - depth * (k + 0.5) / total;
        const Real across = std::sqrt(std::max<Real>(0, 1 - y * y)), turn = golden * k;
        const Vec3 d(across * std::cos(turn), y, across * std::sin(turn));
        if (!(y < brow && d.z() > across * face)) kept.push_back(d);
    }
}

/// How much longer the spiral has to be at least. The share of directions that are kept is nearly the same
/// for spirals of all lengths: what is missing is made up for but for the last few, which are added one by
/// one.
int longer_by(int count, int kept, int total) {
    const int few = 16 + static_cast<int>(std::sqrt(static_cast<Real>(count)) / 4);
    const int missing = count - kept;
    if (missing > few)
        return std::max(1, static_cast<int>((missing - few) * static_cast<Real>(total) / std::max(kept, 1)));
    return std::max(1, total / (4 * count));  // (beside a face that leaves little, not all of them)
}

}  // namespace

std::vector<Vec3> scalp_directions(const ScalpDef& def) {
    std::vector<Vec3> kept;
    const int most = 100 * def.count;
    for (int total = def.count;;
         total = std::min(most, total + longer_by(def.count, static_cast<int>(kept.size()), total))) {
        keep_beside_face(def, total, kept);
        if (static_cast<int>(kept.size()) == def.count) return kept;
        if (total == most) throw InputError("there is no scalp beside the face");
    }
}

}  // namespace souple
