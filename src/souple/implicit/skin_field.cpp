// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/implicit/skin_field.h"

#include <algorithm>

#include "souple/core/errors.h"

namespace souple {

void pose_field(SkinField& field, std::span<const SkinPrimitive> primitives, std::span<const Pose> carriers,
                std::span<const Real> offsets) {
    field.primitives.resize(primitives.size());
    field.box = {};
    for (std::size_t i = 0; i < primitives.size(); ++i) {
        const int carrier = primitives[i].carrier;
        SOUPLE_ASSERT(carrier >= 0 && carrier < static_cast<int>(carriers.size()));
        const Real offset = offsets.empty() ? 0 : offsets[carrier];
        field.primitives[i] = pose_primitive(primitives[i], carriers[carrier], offset);
        if (field.primitives[i].centre.allFinite()) field.box.extend(field.primitives[i].box());
    }
    build(field.cells, field.primitives, good_cell_size(field.primitives));
}

Real value(const SkinField& field, const Vec3& p) {
    Real sum = 0;
    for (const int i : primitives_at(field.cells, p)) sum += value(field.primitives[i], p);
    return sum;
}

FieldSample sample(const SkinField& field, const Vec3& p) {
    FieldSample sum;
    for (const int i : primitives_at(field.cells, p)) {
        const FieldSample one = sample(field.primitives[i], p);
        sum.value += one.value;
        sum.gradient += one.gradient;
    }
    return sum;
}

FieldShares shares_at(const SkinField& field, const Vec3& p, int carrier) {
    FieldShares shares;
    for_each_share(field, p, [&](int other, Real share) {
        shares.total += share;
        if (other == carrier) {
            shares.own = share;
        } else if (share > shares.strongest) {
            shares.strongest = share;
            shares.rival = other;
        }
    });
    return shares;
}

}  // namespace souple
