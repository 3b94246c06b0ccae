// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/implicit/skin_field.h"

#include <algorithm>

#include "souple/core/errors.h"

namespace souple {

namespace {

/// Instead of cells; what is not finite or too far out is in neither.
void note_nearby(SkinField& field) {
    field.cells.keys.clear();
    const Real farthest = (farthest_cell - 2) * good_cell_size(field.primitives);
    for (int i = 0; i < static_cast<int>(field.primitives.size()); ++i) {
        const PosedPrimitive& primitive = field.primitives[i];
        const Vec3 end = primitive.centre.cwiseAbs() + primitive.reach;
        if ((end.array() < farthest).all()) field.nearby.push_back(i);  // (not where one is NaN)
    }
}

}  // namespace

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
    field.nearby.clear();
    constexpr std::size_t few = 8;
    if (field.primitives.size() > few)
        build(field.cells, field.primitives, good_cell_size(field.primitives));
    else
        note_nearby(field);
}

Real value(const SkinField& field, const Vec3& p) {
    Real sum = 0;
    for (const int i : acting_at(field, p)) sum += value(field.primitives[i], p);
    return sum;
}

FieldSample sample(const SkinField& field, const Vec3& p) {
    FieldSample sum;
    for (const int i : acting_at(field, p)) {
        const FieldSample one = sample(field.primitives[i], p);
        sum.value += one.value;
        sum.gradient += one.gradient;
    }
    return sum;
}

RaySample sample_along(const SkinField& field, const Vec3& p, const Vec3& direction) {
    RaySample sum;
    for (const int i : acting_at(field, p)) {
        const RaySample one = sample_along(field.primitives[i], p, direction);
        sum.value += one.value;
        sum.slope += one.slope;
    }
    return sum;
}

FieldShares shares_at(const SkinField& field, const Vec3& p, int carrier) {
    FieldShares shares;
    int other = -1;
    Real share = 0;
    for (const int i : acting_at(field, p)) {
        const PosedPrimitive& primitive = field.primitives[i];
        const Real more = value(primitive, p);
        shares.total += more;
        if (primitive.carrier == carrier) {
            shares.own += more;
            continue;
        }
        share = primitive.carrier == other ? share + more : more;
        other = primitive.carrier;
        if (!(share > shares.strongest)) continue;
        shares.strongest = share;
        shares.rival = other;
    }
    return shares;
}

}  // namespace souple
