// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Eight numbers of single precision side by side: for questions whose answer may be a little wrong, in a
// known direction, since those who pass are asked again.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace souple {

constexpr int eight_count = 8;
typedef float Eight __attribute__((vector_size(eight_count * sizeof(float))));
typedef std::int32_t EightMask __attribute__((vector_size(eight_count * sizeof(std::int32_t))));

inline Eight all_eight(float value) { return Eight{} + value; }
inline Eight magnitude(const Eight& a) { return a > -a ? a : -a; }
/// A bit for each lane.
inline unsigned bits_of(const EightMask& mask) {
#ifdef __AVX__
    return static_cast<unsigned>(__builtin_ia32_movmskps256((Eight)mask));
#else
    unsigned bits = 0;
    for (int lane = 0; lane < eight_count; ++lane) bits |= (mask[lane] != 0 ? 1u : 0u) << lane;
    return bits;
#endif
}

/// Eight vectors.
struct EightVec3 {
    Eight x{}, y{}, z{};
};
inline EightVec3 operator-(const EightVec3& a, const EightVec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline EightVec3 operator*(const Eight& s, const EightVec3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline Eight dot(const EightVec3& a, const EightVec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// Eight that lie one after the other in arrays.
inline Eight eight_from(const std::vector<float>& from, int place) {
    Eight lanes;
    std::memcpy(&lanes, from.data() + place, sizeof lanes);
    return lanes;
}
inline EightVec3 eight_from(const std::array<std::vector<float>, 3>& from, int place) {
    return {eight_from(from[0], place), eight_from(from[1], place), eight_from(from[2], place)};
}
/// Eight times the same.
inline EightVec3 same_eight(const std::array<std::vector<float>, 3>& from, int place) {
    return {all_eight(from[0][place]), all_eight(from[1][place]), all_eight(from[2][place])};
}

}  // namespace souple
