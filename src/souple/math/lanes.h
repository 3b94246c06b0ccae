// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Four numbers side by side, one for each of four manifolds or elements: what one instruction of the
// processor works on. A lane never looks at its neighbours, so that its bits do not depend on who they are.
#pragma once

#include <Eigen/Core>

#include <array>
#include <cstring>

#include "souple/math/types.h"

namespace souple {

constexpr int lane_count = 4;

/// Arithmetic and comparisons go lane by lane; a comparison gives a mask for `mask ? a : b`.
typedef Real Lanes __attribute__((vector_size(lane_count * sizeof(Real))));
typedef std::int64_t LaneMask __attribute__((vector_size(lane_count * sizeof(std::int64_t))));

inline Lanes all_lanes(Real value) { return Lanes{value, value, value, value}; }
inline Lanes larger(const Lanes& a, const Lanes& b) { return a > b ? a : b; }
inline Lanes smaller(const Lanes& a, const Lanes& b) { return a < b ? a : b; }
inline Lanes magnitude(const Lanes& a) { return larger(a, -a); }
inline bool any(const LaneMask& mask) { return (mask[0] | mask[1] | mask[2] | mask[3]) != 0; }

inline Lanes root(const Lanes& square) {
    Eigen::Array<Real, lane_count, 1> numbers;
    std::memcpy(numbers.data(), &square, sizeof square);
    numbers = numbers.sqrt();
    Lanes result;
    std::memcpy(&result, numbers.data(), sizeof result);
    return result;
}

/// Four rows of four numbers become four columns, and back.
inline void transpose(Lanes& a, Lanes& b, Lanes& c, Lanes& d) {
    const Lanes ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
    const Lanes ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const Lanes cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
    const Lanes cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
    a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
    b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
    c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
    d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

/// Four vectors.
struct LaneVec3 {
    Lanes x{}, y{}, z{};

    void set(int lane, const Vec3& v) { x[lane] = v.x(), y[lane] = v.y(), z[lane] = v.z(); }
    Vec3 at(int lane) const { return {x[lane], y[lane], z[lane]}; }
    void operator+=(const LaneVec3& v) { x += v.x, y += v.y, z += v.z; }
    void operator-=(const LaneVec3& v) { x -= v.x, y -= v.y, z -= v.z; }
};

/// Four places in an array.
using LaneIndices = std::array<int, lane_count>;

/// Two numbers that stand side by side, from each of two addresses.
inline Lanes two_pairs(const Real* one, const Real* two) {
    typedef Real Pair __attribute__((vector_size(2 * sizeof(Real))));
    Pair low, high;
    std::memcpy(&low, one, sizeof low);
    std::memcpy(&high, two, sizeof high);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3);
}

/// Four vectors from anywhere: in pairs, as loading takes less than putting numbers into their lanes.
inline LaneVec3 gather(const LaneIndices& places, const Vec3* from) {
    const Real *a = from[places[0]].data(), *b = from[places[1]].data(), *c = from[places[2]].data(),
               *d = from[places[3]].data();
    const Lanes xy_ac = two_pairs(a, c), xy_bd = two_pairs(b, d);
    const Lanes yz_ac = two_pairs(a + 1, c + 1), yz_bd = two_pairs(b + 1, d + 1);
    return {__builtin_shufflevector(xy_ac, xy_bd, 0, 4, 2, 6),
            __builtin_shufflevector(xy_ac, xy_bd, 1, 5, 3, 7),
            __builtin_shufflevector(yz_ac, yz_bd, 1, 5, 3, 7)};
}

/// The same from x, y and z in the first three lanes of each place.
inline LaneVec3 gather(const LaneIndices& places, const Lanes* from) {
    Lanes a = from[places[0]], b = from[places[1]], c = from[places[2]], d = from[places[3]];
    transpose(a, b, c, d);
    return {a, b, c};
}

/// Adds four vectors to four sums one after the other, which may be the same; the last lane of a sum gets
/// nothing.
inline void add_to(const LaneVec3& v, const LaneIndices& places, Lanes* sums) {
    Lanes a = v.x, b = v.y, c = v.z, d{};
    transpose(a, b, c, d);
    sums[places[0]] += a;
    sums[places[1]] += b;
    sums[places[2]] += c;
    sums[places[3]] += d;
}

inline LaneVec3 operator+(const LaneVec3& a, const LaneVec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline LaneVec3 operator-(const LaneVec3& a, const LaneVec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline LaneVec3 operator-(const LaneVec3& a) { return {-a.x, -a.y, -a.z}; }
inline LaneVec3 operator*(const Lanes& s, const LaneVec3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline LaneVec3 operator*(Real s, const LaneVec3& a) { return all_lanes(s) * a; }
inline Lanes dot(const LaneVec3& a, const LaneVec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline LaneVec3 cross(const LaneVec3& a, const LaneVec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline LaneVec3 chosen(const LaneMask& mask, const LaneVec3& a, const LaneVec3& b) {
    return {mask ? a.x : b.x, mask ? a.y : b.y, mask ? a.z : b.z};
}

/// Four symmetric matrices.
struct LaneSymmetric {
    Lanes xx{}, xy{}, xz{}, yy{}, yz{}, zz{};
};

inline LaneVec3 operator*(const LaneSymmetric& m, const LaneVec3& a) {
    return {m.xx * a.x + m.xy * a.y + m.xz * a.z, m.xy * a.x + m.yy * a.y + m.yz * a.z,
            m.xz * a.x + m.yz * a.y + m.zz * a.z};
}

/// Four placements: rotations as unit quaternions.
struct LanePoses {
    LaneVec3 position;
    LaneVec3 imaginary;
    Lanes real{};

    void set(int lane, const Pose& pose) {
        position.set(lane, pose.position);
        imaginary.set(lane, pose.rotation.vec());
        real[lane] = pose.rotation.w();
    }
};

/// Turns four vectors by unit quaternions.
inline LaneVec3 turned(const LanePoses& pose, const LaneVec3& v) {
    const LaneVec3 twice = all_lanes(2) * cross(pose.imaginary, v);
    return v + pose.real * twice + cross(pose.imaginary, twice);
}

}  // namespace souple
