// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/checkpoint_file.h"

#include <fmt/format.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "souple/core/hash.h"
#include "souple/scene/byte_stream.h"

namespace souple {

namespace {

// "souple" + version + checksum of all that follows + length of the plain bytes + head, then the compressed
// bytes. (a changed bit that unpacks to the same plain bytes is damage too)
constexpr std::uint64_t magic = 0x31656c70756f73;  // "souple1" read little-endian
constexpr std::uint64_t format_version = 7;        // 7: head, course of the run; 6: debts of parts
constexpr std::uint64_t most_bytes = std::uint64_t(1) << 34;
constexpr std::size_t words_before_sum = 3, words_of_head = 8;

std::uint64_t checksum(std::string_view bytes) {
    Hasher hasher;
    hasher.add(bytes);
    return hasher.value();
}

std::string compress(std::string_view plain) {
    std::string packed(ZSTD_compressBound(plain.size()), '\0');
    const std::size_t size = ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), 3);
    if (ZSTD_isError(size)) throw InputError(fmt::format("compression failed: {}", ZSTD_getErrorName(size)));
    packed.resize(size);
    return packed;
}

/// Grows with what really comes out, so that a header that lies about the length costs nothing.
std::string decompress(std::string_view packed, std::uint64_t expected) {
    ZSTD_DCtx* context = ZSTD_createDCtx();
    std::string plain, piece(ZSTD_DStreamOutSize(), '\0');
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    std::size_t left = 1;
    while (left != 0 && plain.size() <= expected) {
        ZSTD_outBuffer out{piece.data(), piece.size(), 0};
        left = ZSTD_decompressStream(context, &out, &in);
        const bool stuck = out.pos == 0 && in.pos == in.size;
        if (ZSTD_isError(left) || (stuck && left != 0)) break;
        plain.append(piece, 0, out.pos);
    }
    ZSTD_freeDCtx(context);
    if (left != 0 || plain.size() != expected) throw InputError("the file is cut short or damaged");
    return plain;
}

struct CheckedHead {
    CheckpointHead head;
    std::uint64_t plain_size = 0;
    std::string_view packed;
};

[[noreturn]] void refuse_version(std::uint64_t version) {
    const char* advice = version < format_version
                             ? "it was written by an earlier souple; run its scene again from the start"
                             : "it was written by a later souple";
    throw InputError(fmt::format("its format is version {}, this program reads version {}: {}", version,
                                 format_version, advice));
}

CheckedHead check(std::string_view bytes) {
    ByteReader in(bytes.substr(0, 8 * words_of_head));
    std::uint64_t mark = 0, version = 0, sum = 0, step = 0, frames = 0;
    CheckedHead found;
    in.get(mark);
    if (mark != magic) throw InputError("this is no checkpoint of souple");
    in.get(version);
    if (version != format_version) refuse_version(version);
    in.get(sum);
    in.get(found.plain_size);
    in.get(found.head.run);
    in.get(step);
    in.get(found.head.time);
    in.get(frames);
    if (checksum(bytes.substr(8 * words_before_sum)) != sum)
        throw InputError("its checksum does not match: the file is cut short or damaged");
    if (found.plain_size > most_bytes) throw InputError("its header is damaged");
    found.head.step = static_cast<std::int64_t>(step);
    found.head.frames = static_cast<std::int64_t>(frames);
    found.packed = bytes.substr(8 * words_of_head);
    return found;
}

}  // namespace

std::string pack_checkpoint(const CheckpointHead& head, std::string_view plain) {
    ByteWriter after;
    after.put(static_cast<std::uint64_t>(plain.size()));
    after.put(head.run);
    after.put(static_cast<std::uint64_t>(head.step));
    after.put(head.time);
    after.put(static_cast<std::uint64_t>(head.frames));
    const std::string summed = after.take() + compress(plain);
    ByteWriter before;
    before.put(magic);
    before.put(format_version);
    before.put(checksum(summed));
    return before.take() + summed;
}

UnpackedCheckpoint unpack_checkpoint(std::string_view bytes) {
    const CheckedHead checked = check(bytes);
    return {checked.head, decompress(checked.packed, checked.plain_size)};
}

CheckpointHead read_checkpoint_head(const std::string& path) {
    const std::string bytes = read_checkpoint_bytes(path);
    try {
        return check(bytes).head;
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", path, error.what()));
    }
}

std::string read_checkpoint_bytes(const std::string& path) {
    std::error_code ignored;
    std::ifstream file(path, std::ios::binary);
    if (!file || !std::filesystem::is_regular_file(path, ignored))
        throw InputError(fmt::format("{}: cannot be opened", path));
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace souple
