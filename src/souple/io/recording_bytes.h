// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Values to bytes and back, little-endian; reading checks every length against what is left. Runs of numbers
// are stored so that they compress: each as its difference to the one before, all lowest bytes first, then
// the next ones.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "souple/core/errors.h"

namespace souple {

static_assert(std::endian::native == std::endian::little,
              "recordings are written in the machine's own order");

class RecordingBytes {
public:
    void put32(std::uint32_t word) { put_raw(&word, sizeof word); }
    void put64(std::uint64_t word) { put_raw(&word, sizeof word); }
    void put_real(double value) { put_raw(&value, sizeof value); }
    void put_text(std::string_view text) {
        put32(static_cast<std::uint32_t>(text.size()));
        put_raw(text.data(), text.size());
    }
    /// A run of 32-bit words, word_at(0) to word_at(count - 1).
    template <class WordAt>
    void put_run(std::size_t count, const WordAt& word_at) {
        fill_run(make_room(4 * count), count, word_at);
    }
    /// Bytes at the end that are still to be filled.
    char* make_room(std::size_t size) {
        const std::size_t start = bytes_.size();
        bytes_.resize(start + size);
        return bytes_.data() + start;
    }
    /// A run into 4 * count bytes.
    template <class WordAt>
    static void fill_run(char* plane, std::size_t count, const WordAt& word_at) {
        std::array<std::uint32_t, 512> folded;  // in blocks, so that the loop over bytes is a plain one
        std::uint32_t before = 0;
        for (std::size_t begin = 0; begin < count; begin += folded.size()) {
            const std::size_t size = std::min(folded.size(), count - begin);
            for (std::size_t i = 0; i < size; ++i) {
                const std::uint32_t word = word_at(begin + i), step = word - before;
                folded[i] = step << 1 ^ (step >> 31 ? ~0u : 0u);  // small steps down stay small
                before = word;
            }
            for (int b = 0; b < 4; ++b)
                for (std::size_t i = 0; i < size; ++i)
                    plane[b * count + begin + i] = static_cast<char>(folded[i] >> 8 * b);
        }
    }
    void put_floats(const std::vector<float>& values) {
        put32(static_cast<std::uint32_t>(values.size()));
        put_run(values.size(), [&](std::size_t i) { return std::bit_cast<std::uint32_t>(values[i]); });
    }
    void put_ints(const std::vector<int>& values) {
        put32(static_cast<std::uint32_t>(values.size()));
        put_run(values.size(), [&](std::size_t i) { return static_cast<std::uint32_t>(values[i]); });
    }
    void put_raw(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }
    const std::string& bytes() const { return bytes_; }
    void clear() { bytes_.clear(); }

private:
    std::string bytes_;
};

class RecordingParser {
public:
    explicit RecordingParser(std::string_view bytes) : bytes_(bytes) {}

    std::uint32_t get32() { return get_raw<std::uint32_t>(); }
    std::uint64_t get64() { return get_raw<std::uint64_t>(); }
    double get_real() { return get_raw<double>(); }
    /// A number of things that take at least `each` bytes: more of them than there are bytes is a lie.
    std::uint32_t get_count(std::size_t each) {
        const std::uint32_t count = get32();
        if (count > (bytes_.size() - at_) / each) throw InputError("a list is longer than the file");
        return count;
    }
    std::string get_text() {
        const std::uint32_t size = get_count(1);
        return std::string(take(size));
    }
    template <class SetWord>
    void get_run(std::size_t count, const SetWord& set_word) {
        if (count > (bytes_.size() - at_) / 4) throw InputError("a list is longer than the file");
        const std::string_view planes = take(4 * count);
        std::uint32_t word = 0;
        for (std::size_t i = 0; i < count; ++i) {
            std::uint32_t folded = 0;
            for (int b = 0; b < 4; ++b)
                folded |= std::uint32_t(static_cast<unsigned char>(planes[b * count + i])) << 8 * b;
            word += folded >> 1 ^ (folded & 1 ? ~0u : 0u);
            set_word(i, word);
        }
    }
    std::vector<float> get_floats() {
        std::vector<float> values(get_count(4));
        get_run(values.size(),
                [&](std::size_t i, std::uint32_t word) { values[i] = std::bit_cast<float>(word); });
        return values;
    }
    std::vector<int> get_ints() {
        std::vector<int> values(get_count(4));
        get_run(values.size(),
                [&](std::size_t i, std::uint32_t word) { values[i] = static_cast<int>(word); });
        return values;
    }
    bool is_at_end() const { return at_ == bytes_.size(); }
    void expect_end() const {
        if (!is_at_end()) throw InputError("there is something behind the end of a chunk");
    }

private:
    std::string_view take(std::size_t size) {
        if (bytes_.size() - at_ < size) throw InputError("a chunk ends too early");
        const std::string_view piece = bytes_.substr(at_, size);
        at_ += size;
        return piece;
    }
    template <class T>
    T get_raw() {
        T value{};
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    std::string_view bytes_;
    std::size_t at_ = 0;
};

}  // namespace souple
