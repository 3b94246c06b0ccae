// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A handle: null when zeroed, comparable, copyable; arrays own, handles refer.
#pragma once

#include <compare>
#include <cstdint>

namespace souple {

template <class Tag>
struct Id {
    std::uint32_t slot1 = 0;  ///< slot + 1, so that {} is null
    std::uint32_t generation = 0;

    explicit operator bool() const { return slot1 != 0; }
    int slot() const { return static_cast<int>(slot1) - 1; }
    auto operator<=>(const Id&) const = default;
};

/// Names one part of a Model.
using PartId = Id<struct PartTag>;

}  // namespace souple
