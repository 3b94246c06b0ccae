// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// One random stream per part, seeded by the scene's seed and the part's name, so that adding
// another part never changes the numbers a part draws.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>

#include "souple/core/hash.h"
#include "souple/core/types.h"

namespace souple {

/// SplitMix64: one word of state, so a stream is copied, hashed and saved like any other number.
struct Rng {
    std::uint64_t state = 0;

    std::uint64_t next() {
        state += 0x9e3779b97f4a7c15ull;
        std::uint64_t z = state;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    /// Uniform in [0, 1).
    Real uniform() { return static_cast<Real>(next() >> 11) * 0x1.0p-53; }
    Real uniform(Real low, Real high) { return low + (high - low) * uniform(); }
    /// Standard normal, by Box and Muller; two draws each, so the stream's length is predictable.
    Real normal() {
        const Real u = 1 - uniform(), angle = 2 * std::numbers::pi * uniform();
        return std::sqrt(-2 * std::log(u)) * std::cos(angle);
    }
};

inline Rng stream_of(std::uint64_t seed, std::string_view part_name) {
    Rng rng{seed ^ hash_of(part_name)};
    rng.next();
    return rng;
}

}  // namespace souple
