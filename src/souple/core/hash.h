// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// FNV-1a over 64 bits: the state hash of reports and tests, and names turned into numbers.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace souple {

/// Collects values in the order they are added; equal sequences give equal hashes on every machine.
class Hasher {
public:
    void add_byte(std::uint8_t byte) { hash_ = (hash_ ^ byte) * 0x100000001b3ull; }
    void add(std::uint64_t word) {
        for (int shift = 0; shift < 64; shift += 8) add_byte(static_cast<std::uint8_t>(word >> shift));
    }
    void add(std::int64_t word) { add(static_cast<std::uint64_t>(word)); }
    void add(int value) { add(static_cast<std::uint64_t>(static_cast<std::int64_t>(value))); }
    void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
    void add(std::string_view text) {
        for (const char c : text) add_byte(static_cast<std::uint8_t>(c));
        add(static_cast<std::uint64_t>(text.size()));
    }
    std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325ull;
};

inline std::uint64_t hash_of(std::string_view text) {
    Hasher hasher;
    hasher.add(text);
    return hasher.value();
}

}  // namespace souple
