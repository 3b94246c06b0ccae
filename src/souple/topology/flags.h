// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The generalised map of an oriented one: a flag is a face, one of its edges and one end of that edge. Each
// alpha changes one of the three and keeps the others; phi1 is alpha1 after alpha0, phi2 is alpha2 after
// alpha0.
#pragma once

#include "souple/topology/map2.h"

namespace souple {

/// The edge of a dart, seen in its face, with the vertex it leaves or the one where it ends.
struct Flag {
    Dart dart;
    bool at_end = false;
    auto operator<=>(const Flag&) const = default;
};

/// Another vertex.
inline Flag alpha0(const Map2&, Flag flag) { return {flag.dart, !flag.at_end}; }
/// Another edge.
inline Flag alpha1(const Map2& map, Flag flag) {
    return {flag.at_end ? phi1(map, flag.dart) : phi1_inv(map, flag.dart), !flag.at_end};
}
/// Another face.
inline Flag alpha2(const Map2& map, Flag flag) { return {phi2(map, flag.dart), !flag.at_end}; }

}  // namespace souple
