// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Packing, checking and finding chunks.
#include "souple/io/recording_chunks.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "souple/core/errors.h"
#include "souple/core/hash.h"
#include "souple/io/recording_bytes.h"

namespace souple {

namespace {

constexpr int compression_level = 1;                          // quick: a frame must not cost a millisecond
constexpr std::uint64_t most_bytes = std::uint64_t(1) << 31;  // of one chunk

std::uint64_t checksum_of(std::string_view head, std::string_view packed) {
    Hasher hasher;
    for (const char c : head) hasher.add_byte(static_cast<std::uint8_t>(c));
    for (const char c : packed) hasher.add_byte(static_cast<std::uint8_t>(c));
    return hasher.value();
}

std::string head_bytes(const ChunkHead& head) {
    RecordingBytes out;
    out.put32(static_cast<std::uint32_t>(head.kind));
    out.put32(head.number);
    out.put64(head.packed);
    out.put64(head.plain);
    return out.bytes();
}

bool is_known(ChunkKind kind) {
    return kind == ChunkKind::Header || kind == ChunkKind::Form || kind == ChunkKind::Mesh ||
           kind == ChunkKind::Frame || kind == ChunkKind::Index;
}

/// A file that is open for reading.
struct OpenFile {
    explicit OpenFile(const std::string& path) : number(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
        if (number < 0) throw InputError(fmt::format("cannot be opened: {}", std::strerror(errno)));
    }
    ~OpenFile() { ::close(number); }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    int number;
};

std::string read_at(const OpenFile& file, std::uint64_t offset, std::uint64_t size) {
    std::string bytes(size, '\0');
    std::uint64_t done = 0;
    while (done < size) {
        const ssize_t got =
            ::pread(file.number, bytes.data() + done, size - done, static_cast<off_t>(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) throw InputError("cannot be read, or has become shorter");
        done += static_cast<std::uint64_t>(got);
    }
    return bytes;
}

}  // namespace

ChunkPacker::ChunkPacker() : context_(ZSTD_createCCtx()) {
    if (!context_) throw InputError("there is no memory for a compressor");
}
ChunkPacker::~ChunkPacker() { ZSTD_freeCCtx(context_); }

void ChunkPacker::pack(ChunkKind kind, std::uint32_t number, std::string_view plain, std::string& out) {
    if (plain.size() > most_bytes) throw InputError("a frame is too large to record");
    const std::size_t start = out.size(), payload = start + chunk_head_bytes;
    out.resize(payload + ZSTD_compressBound(plain.size()));
    const std::size_t size = ZSTD_compressCCtx(context_, out.data() + payload, out.size() - payload,
                                               plain.data(), plain.size(), compression_level);
    if (ZSTD_isError(size)) throw InputError(fmt::format("compression failed: {}", ZSTD_getErrorName(size)));
    out.resize(payload + size);
    std::string head = head_bytes({kind, number, size, plain.size(), 0});
    const std::uint64_t checksum = checksum_of(head, std::string_view(out).substr(payload));
    head.append(reinterpret_cast<const char*>(&checksum), sizeof checksum);
    out.replace(start, chunk_head_bytes, head);
}

RecordingSource file_source(const std::string& path) {
    const auto file = std::make_shared<const OpenFile>(path);
    struct stat status {};
    if (::fstat(file->number, &status) != 0 || !S_ISREG(status.st_mode)) throw InputError("is not a file");
    return {static_cast<std::uint64_t>(status.st_size),
            [file](std::uint64_t offset, std::uint64_t size) { return read_at(*file, offset, size); }};
}

RecordingSource memory_source(std::string bytes) {
    const auto kept = std::make_shared<const std::string>(std::move(bytes));
    return {kept->size(),
            [kept](std::uint64_t offset, std::uint64_t size) { return kept->substr(offset, size); }};
}

std::optional<ChunkHead> find_chunk(const RecordingSource& source, std::uint64_t offset) {
    if (offset > source.size || source.size - offset < chunk_head_bytes) return std::nullopt;
    const std::string bytes = source.read(offset, chunk_head_bytes);
    RecordingParser in(bytes);
    ChunkHead head;
    head.kind = static_cast<ChunkKind>(in.get32());
    head.number = in.get32();
    head.packed = in.get64();
    head.plain = in.get64();
    head.checksum = in.get64();
    const bool whole = head.packed <= source.size - offset - chunk_head_bytes;
    if (!is_known(head.kind) || !whole || head.plain > most_bytes) return std::nullopt;
    return head;
}

std::optional<std::string> read_packed(const RecordingSource& source, std::uint64_t offset,
                                       const ChunkHead& head) {
    std::string packed = source.read(offset + chunk_head_bytes, head.packed);
    if (checksum_of(head_bytes(head), packed) != head.checksum) return std::nullopt;
    return packed;
}

RecordingContents scan_chunks(const RecordingSource& source, std::size_t most_frames) {
    RecordingContents contents;
    contents.end = recording_preamble_bytes;
    while (contents.frames.size() < most_frames) {
        const std::optional<ChunkHead> head = find_chunk(source, contents.end);
        if (!head || head->kind == ChunkKind::Index) break;
        const bool is_frame = head->kind == ChunkKind::Frame;
        const bool is_block = head->kind == ChunkKind::Form || head->kind == ChunkKind::Mesh;
        auto& list = is_frame ? contents.frames : contents.blocks;
        if ((is_frame || is_block) && head->number != list.size()) break;
        if (!read_packed(source, contents.end, *head)) break;
        if (is_frame || is_block) list.push_back(contents.end);
        contents.end += chunk_head_bytes + head->packed;
    }
    return contents;
}

std::string unpack(const ChunkHead& head, std::string_view packed) {
    const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
    std::string plain;
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    std::size_t filled = 0, left = 1;
    while (context && left != 0) {
        // one byte beyond what is promised shows whether there is more
        if (filled == plain.size())
            plain.resize(std::min<std::size_t>(head.plain + 1, std::max<std::size_t>(1 << 16, 2 * filled)));
        ZSTD_outBuffer out{plain.data(), plain.size(), filled};
        const std::size_t eaten = in.pos;
        left = ZSTD_decompressStream(context.get(), &out, &in);
        const bool stuck = out.pos == filled && in.pos == eaten;
        filled = out.pos;
        if (ZSTD_isError(left) || stuck || filled > head.plain) break;
    }
    if (left != 0 || filled != head.plain) throw InputError("a chunk does not unpack: the file is damaged");
    plain.resize(filled);
    return plain;
}

std::string read_chunk(const RecordingSource& source, std::uint64_t offset, ChunkKind kind,
                       std::uint32_t number) {
    const std::optional<ChunkHead> head = find_chunk(source, offset);
    if (!head || head->kind != kind || head->number != number)
        throw InputError("a chunk is not where it should be: the file is damaged");
    const std::optional<std::string> packed = read_packed(source, offset, *head);
    if (!packed) throw InputError("a checksum does not match: the file is damaged");
    return unpack(*head, *packed);
}

}  // namespace souple
