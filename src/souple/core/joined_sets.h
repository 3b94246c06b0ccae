// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Which of some numbered things hang together: each knows a way to the first of its set.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

namespace souple {

/// Each of `count` things by itself.
inline void begin_sets(std::vector<int>& parent, int count) {
    parent.resize(count);
    std::iota(parent.begin(), parent.end(), 0);
}

/// The lowest of the set that a thing is in; ways get shorter.
inline int first_of_set(std::vector<int>& parent, int thing) {
    while (parent[thing] != thing) thing = parent[thing] = parent[parent[thing]];
    return thing;
}

/// Whether they were apart.
inline bool join_sets(std::vector<int>& parent, int a, int b) {
    const int first_a = first_of_set(parent, a), first_b = first_of_set(parent, b);
    parent[std::max(first_a, first_b)] = std::min(first_a, first_b);
    return first_a != first_b;
}

}  // namespace souple
