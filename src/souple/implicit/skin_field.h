// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The field of one object: the sum of the fields of its skeleton (000 F0.26). Above 1 is inside, 1 is the
// skin.
#pragma once

#include <span>
#include <vector>

#include "souple/implicit/primitive_cells.h"

namespace souple {

struct SkinField {
    std::vector<PosedPrimitive> primitives;
    PrimitiveCells cells;     ///< of many primitives
    std::vector<int> nearby;  ///< all that are somewhere, where they are few: summed sooner than looked up
    Aabb box;                 ///< of everything it reaches
};

/// Puts the primitives where their carriers are, `offsets` [m] (empty: none) by carrier beside their own
/// laws.
void pose_field(SkinField& field, std::span<const SkinPrimitive> primitives, std::span<const Pose> carriers,
                std::span<const Real> offsets = {});

/// Those that may act at p, ascending.
inline std::span<const int> acting_at(const SkinField& field, const Vec3& p) {
    if (field.nearby.empty()) return primitives_at(field.cells, p);
    return p.allFinite() ? std::span<const int>(field.nearby) : std::span<const int>{};
}

Real value(const SkinField& field, const Vec3& p);
FieldSample sample(const SkinField& field, const Vec3& p);
/// The value has the bits of value(field, p).
RaySample sample_along(const SkinField& field, const Vec3& p, const Vec3& direction);

/// The shares of a value: whose territory a place is in.
struct FieldShares {
    Real total = 0;
    Real own = 0;        ///< of the carrier that was asked about
    Real strongest = 0;  ///< of any other carrier
    int rival = -1;      ///< which one that is, the lowest of equals; -1: no other acts there
};
/// A place belongs to the carrier with the largest share, the lowest of equals: so to one and no more.
inline bool belongs_to(int carrier, const FieldShares& shares) {
    return shares.own > shares.strongest || shares.rival < 0 ||
           (shares.own == shares.strongest && carrier < shares.rival);
}
/// Primitives of one carrier must be neighbours in the list of all.
FieldShares shares_at(const SkinField& field, const Vec3& p, int carrier);

/// Calls fn(carrier, value) for each carrier that acts at p, in ascending order.
template <class Fn>
void for_each_share(const SkinField& field, const Vec3& p, const Fn& fn) {
    int carrier = -1;
    Real share = 0;
    for (const int i : acting_at(field, p)) {
        const PosedPrimitive& primitive = field.primitives[i];
        if (primitive.carrier != carrier && share > 0) fn(carrier, share);
        if (primitive.carrier != carrier) share = 0;
        carrier = primitive.carrier;
        share += value(primitive, p);
    }
    if (share > 0) fn(carrier, share);
}

}  // namespace souple
