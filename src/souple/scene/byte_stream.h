// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Values to bytes and back, little-endian; reading checks every length against what is left.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "souple/core/errors.h"
#include "souple/math/types.h"

namespace souple {

class ByteWriter {
public:
    void put(std::uint64_t word) {
        std::array<char, 8> eight;
        for (int k = 0; k < 8; ++k) eight[k] = static_cast<char>(word >> 8 * k & 0xff);
        bytes_.append(eight.data(), eight.size());
    }
    void put(Real value) { put(std::bit_cast<std::uint64_t>(value)); }
    void put(const Vec3& v) {
        for (int k = 0; k < 3; ++k) put(v[k]);
    }
    void put(const Quat& q) {
        for (int k = 0; k < 4; ++k) put(q.coeffs()[k]);
    }
    void put(std::string_view text) {
        put(static_cast<std::uint64_t>(text.size()));
        bytes_ += text;
    }
    template <class T>
    void put(const std::vector<T>& values) {
        put(static_cast<std::uint64_t>(values.size()));
        for (const T& value : values) put(value);
    }
    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

    void get(std::uint64_t& word) {
        need(8);
        word = 0;
        for (int k = 7; k >= 0; --k) word = word << 8 | static_cast<std::uint8_t>(bytes_[at_ + k]);
        at_ += 8;
    }
    void get(Real& value) {
        std::uint64_t word = 0;
        get(word);
        value = std::bit_cast<Real>(word);
    }
    void get(Vec3& v) {
        for (int k = 0; k < 3; ++k) get(v[k]);
    }
    void get(Quat& q) {
        for (int k = 0; k < 4; ++k) get(q.coeffs()[k]);
    }
    void get(std::string& text) {
        std::uint64_t size = 0;
        get(size);
        need(size);
        text = bytes_.substr(at_, size);
        at_ += size;
    }
    template <class T>
    void get(std::vector<T>& values) {
        std::uint64_t count = 0;
        get(count);
        // every value takes at least eight bytes: a count beyond that is a lie, not a reason to allocate
        if (count > (bytes_.size() - at_) / 8) throw InputError("a list is longer than the file");
        values.resize(count);
        for (T& value : values) get(value);
    }
    bool at_end() const { return at_ == bytes_.size(); }

private:
    void need(std::size_t count) const {
        if (bytes_.size() - at_ < count) throw InputError("the file ends too early");
    }
    std::string_view bytes_;
    std::size_t at_ = 0;
};

}  // namespace souple
