// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The number type of the whole engine, and a run inside an array.
#pragma once

namespace souple {

using Real = double;

/// A run of `count` entries starting at `begin` inside one Model array.
struct Range {
    int begin = 0;
    int count = 0;

    int end() const { return begin + count; }
    bool empty() const { return count == 0; }
    bool contains(int index) const { return index >= begin && index < end(); }
    bool operator==(const Range&) const = default;
};

}  // namespace souple
