// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Looking things up in a frame: radii, quantities by name, all heads.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "souple/view/frame.h"
#include "souple/view/staging.h"

namespace souple {

/// One for each, a single one for all, or none: 0 [m].
inline float radius_at(const std::vector<float>& radii, std::size_t i) {
    return radii.empty() ? 0 : radii[std::min(i, radii.size() - 1)];
}

/// Null when the structure has no such quantity.
inline const Quantity* find_quantity(const StructureHead& head, std::string_view name) {
    for (const Quantity& quantity : head.quantities)
        if (quantity.name == name) return &quantity;
    return nullptr;
}

inline Vec3 vector_at(const Quantity& quantity, std::size_t i) {
    if (3 * i + 2 >= quantity.values.size()) return Vec3::Zero();
    return {quantity.values[3 * i], quantity.values[3 * i + 1], quantity.values[3 * i + 2]};
}

/// Length of the longest vector of a quantity, 0 when there is none.
inline Real longest_vector(const StructureHead& head, std::string_view name) {
    const Quantity* quantity = find_quantity(head, name);
    Real longest = 0;
    if (!quantity || quantity->kind != QuantityKind::Vector) return longest;
    for (std::size_t i = 0; 3 * i + 2 < quantity->values.size(); ++i)
        if (const Vec3 v = vector_at(*quantity, i); is_finite(v)) longest = std::max(longest, v.norm());
    return longest;
}

/// One number for each value: lengths of vectors; nothing for colours.
inline std::vector<float> scalars_of(const Quantity& quantity) {
    if (quantity.kind == QuantityKind::Scalar) return quantity.values;
    std::vector<float> lengths;
    if (quantity.kind == QuantityKind::Vector)
        for (std::size_t i = 0; 3 * i + 2 < quantity.values.size(); ++i)
            lengths.push_back(static_cast<float>(vector_at(quantity, i).norm()));
    return lengths;
}

/// Null when nobody said what the part looks like.
inline const Look* find_look(const std::map<std::string, Look>& looks, const std::string& part) {
    const auto place = looks.find(part);
    return place == looks.end() ? nullptr : &place->second;
}

template <class Fn>
void for_each_head(const Frame& frame, const Fn& fn) {
    for (const PointsView& view : frame.points) fn(view.head);
    for (const DiscsView& view : frame.discs) fn(view.head);
    for (const CurvesView& view : frame.curves) fn(view.head);
    for (const SurfaceView& view : frame.surfaces) fn(view.head);
    for (const InstancesView& view : frame.instances) fn(view.head);
}

}  // namespace souple
