// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Numbers of a frame on their way to a page: lists of four-byte numbers, one after the other.
#pragma once

#include <array>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "souple/math/types.h"

namespace souple {

class StreamNumbers {
public:
    /// Where the list begins, counted in numbers; lists of two-byte numbers are filled up.
    template <class T>
    int put(std::span<const T> values) {
        static_assert(sizeof(T) == 4 || sizeof(T) == 2);
        const int offset = count();
        bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
        bytes_.resize((bytes_.size() + 3) / 4 * 4, '\0');
        return offset;
    }
    template <class T>
    int put(const std::vector<T>& values) {
        return put(std::span<const T>(values));
    }
    int put(const std::vector<Vec3>& places) {
        const int offset = count();
        std::size_t end = bytes_.size();
        bytes_.resize(end + 3 * sizeof(float) * places.size());
        for (const Vec3& place : places) {
            const std::array<float, 3> f = to_floats(place);
            std::memcpy(bytes_.data() + end, f.data(), sizeof f);
            end += sizeof f;
        }
        return offset;
    }
    void put(const Vec3& v) {
        const std::array<float, 3> f = to_floats(v);
        put(std::span<const float>(f));
    }
    /// Seven numbers: place, then quaternion x y z w.
    void put(const Pose& pose) {
        put(pose.position);
        const auto& q = pose.rotation;
        const std::array<float, 4> turn{static_cast<float>(q.x()), static_cast<float>(q.y()),
                                        static_cast<float>(q.z()), static_cast<float>(q.w())};
        put(std::span<const float>(turn));
    }
    int put(const std::vector<Pose>& poses) {
        const int offset = count();
        for (const Pose& pose : poses) put(pose);
        return offset;
    }
    int count() const { return static_cast<int>(bytes_.size() / 4); }
    const std::string& bytes() const { return bytes_; }

private:
    static std::array<float, 3> to_floats(const Vec3& v) {
        return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
    }

    std::string bytes_;
};

}  // namespace souple
