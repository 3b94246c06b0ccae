// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/io/npz_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "souple/core/errors.h"

namespace souple {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

/// The checksum of ZIP archives (CRC-32), going on from that of what came before.
std::uint32_t zip_checksum(std::string_view bytes, std::uint32_t before) {
    static const auto table = [] {
        std::array<std::uint32_t, 256> entries{};
        for (std::uint32_t i = 0; i < 256; ++i) {
            std::uint32_t value = i;
            for (int bit = 0; bit < 8; ++bit) value = (value & 1u) ? 0xedb88320u ^ (value >> 1) : value >> 1;
            entries[i] = value;
        }
        return entries;
    }();
    std::uint32_t value = ~before;
    for (const char c : bytes) value = table[(value ^ static_cast<std::uint8_t>(c)) & 255u] ^ (value >> 8);
    return ~value;
}

void put_number(std::string& bytes, std::uint64_t number, int size) {
    for (int k = 0; k < size; ++k) bytes += static_cast<char>(k < 8 ? number >> (8 * k) & 255u : 0u);
}

/// What stands before the numbers of a .npy: a line of Python, padded to a multiple of 64 bytes.
std::string npy_head(const std::string& type, const std::vector<std::int64_t>& shape) {
    std::string sizes;
    for (const std::int64_t size : shape) sizes += fmt::format("{}, ", size);
    std::string line = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, sizes);
    line.append(63 - (10 + line.size()) % 64, ' ');
    line += '\n';
    std::string head("\x93NUMPY\x01\x00", 8);
    put_number(head, line.size(), 2);
    return head + line;
}

/// One file of an archive, as both its local head and the list at the end say it.
struct ZipEntry {
    std::string name;
    std::uint32_t checksum = 0;
    std::int64_t size = 0, place = 0;  ///< [bytes]

    std::string head(bool in_list) const {
        std::string bytes = in_list ? "PK\x01\x02" : "PK\x03\x04";
        if (in_list) put_number(bytes, 20, 2);
        put_number(bytes, 20, 2);          // version of the format
        put_number(bytes, 0, 2);           // no flags
        put_number(bytes, 0, 2);           // stored
        put_number(bytes, 0x00210000, 4);  // the first day that the format knows
        put_number(bytes, checksum, 4);
        put_number(bytes, static_cast<std::uint64_t>(size), 4);
        put_number(bytes, static_cast<std::uint64_t>(size), 4);
        put_number(bytes, name.size(), 2);
        put_number(bytes, 0, 2);
        if (in_list) {
            put_number(bytes, 0, 2 + 2 + 2 + 4);
            put_number(bytes, static_cast<std::uint64_t>(place), 4);
        }
        return bytes + name;
    }
};

std::string zip_end(std::size_t entries, std::size_t list_size, std::int64_t list_place) {
    std::string bytes("PK\x05\x06\0\0\0\0", 8);
    put_number(bytes, entries, 2);
    put_number(bytes, entries, 2);
    put_number(bytes, list_size, 4);
    put_number(bytes, static_cast<std::uint64_t>(list_place), 4);
    put_number(bytes, 0, 2);
    return bytes;
}

template <class Number>
std::string_view as_bytes(const std::vector<Number>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), sizeof(Number) * numbers.size()};
}

/// Code points of UTF-8; what is none becomes a question mark.
std::vector<std::uint32_t> code_points(const std::string& text) {
    std::vector<std::uint32_t> points;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<std::uint8_t>(text[i]);
        const std::size_t more = lead < 0x80         ? 0
                                 : (lead >> 5) == 6  ? 1
                                 : (lead >> 4) == 14 ? 2
                                 : (lead >> 3) == 30 ? 3
                                                     : 9;
        std::uint32_t point = more == 0 ? lead : lead & (0x3fu >> more);
        bool good = more < 9 && i + more < text.size();
        for (std::size_t k = 1; good && k <= more; ++k) {
            const auto next = static_cast<std::uint8_t>(text[i + k]);
            good = (next & 0xc0u) == 0x80u;
            point = point << 6 | (next & 0x3fu);
        }
        points.push_back(good ? point : '?');
        i += good ? more + 1 : 1;
    }
    return points;
}

}  // namespace

void NpzWriter::append(const std::string& array, const std::vector<float>& numbers) {
    append_bytes(array, "<f4", as_bytes(numbers));
}
void NpzWriter::append(const std::string& array, const std::vector<std::int32_t>& numbers) {
    append_bytes(array, "<i4", as_bytes(numbers));
}
void NpzWriter::append(const std::string& array, const std::vector<std::int64_t>& numbers) {
    append_bytes(array, "<i8", as_bytes(numbers));
}
void NpzWriter::append(const std::string& array, const std::vector<double>& numbers) {
    append_bytes(array, "<f8", as_bytes(numbers));
}

void NpzWriter::put_texts(const std::string& array, const std::vector<std::string>& texts) {
    std::vector<std::vector<std::uint32_t>> all;
    std::size_t longest = 1;
    for (const std::string& text : texts) {
        all.push_back(code_points(text));
        longest = std::max(longest, all.back().size());
    }
    std::vector<std::uint32_t> letters;
    for (std::vector<std::uint32_t>& text : all) {
        text.resize(longest, 0);
        letters.insert(letters.end(), text.begin(), text.end());
    }
    append_bytes(array, fmt::format("<U{}", longest).c_str(), as_bytes(letters));
    set_shape(array, {static_cast<std::int64_t>(texts.size())});
}

void NpzWriter::set_shape(const std::string& array, const std::vector<std::int64_t>& shape) {
    const auto found = arrays_.find(array);
    if (found != arrays_.end()) found->second.shape = shape;
}

void NpzWriter::append_bytes(const std::string& array, const char* type, std::string_view bytes) {
    const auto [place, is_new] = arrays_.try_emplace(array, Array{type});
    if (is_new) order_.push_back(array);
    Array& known = place->second;
    SOUPLE_ASSERT(known.type == type);
    known.bytes += static_cast<std::int64_t>(bytes.size());
    if (!bytes.empty()) known.blocks.push_back(scratch_.append(bytes));
}

void NpzWriter::write(PartFiles& files) {
    std::string list, block;
    std::int64_t place = 0;
    for (const std::string& name : order_) {
        const Array& array = arrays_.at(name);
        const std::string head = npy_head(array.type, array.shape);
        std::uint32_t checksum = zip_checksum(head, 0);
        for (const ScratchFile::Block& part : array.blocks) {
            scratch_.read(part, block);
            checksum = zip_checksum(block, checksum);
        }
        const ZipEntry entry{name + ".npy", checksum, static_cast<std::int64_t>(head.size()) + array.bytes,
                             place};
        const std::string local = entry.head(false);
        place += static_cast<std::int64_t>(local.size()) + entry.size;
        if (place + static_cast<std::int64_t>(list.size()) >
            std::numeric_limits<std::uint32_t>::max() - (1 << 20))
            throw InputError("a .npz of this program holds at most 4 GB: take fewer frames with --frames");
        files.write(local);
        files.write(head);
        for (const ScratchFile::Block& part : array.blocks) {
            scratch_.read(part, block);
            files.write(block);
        }
        list += entry.head(true);
    }
    files.write(list);
    files.write(zip_end(order_.size(), list.size(), place));
}

}  // namespace souple
