// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The pieces a recording is made of: compressed chunks with a head and a checksum.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct ZSTD_CCtx_s;

namespace souple {

constexpr std::string_view recording_mark = "souplrec";      // the first bytes of the file
constexpr std::string_view recording_end_mark = "soupleix";  // the last bytes of a finished one
// 1 had no staging in its header, 2 no kind for hairs, 3 no names of instances
constexpr std::uint32_t recording_version = 4;
constexpr std::uint64_t recording_preamble_bytes = 16;  // mark, version, nothing
constexpr std::uint64_t recording_trailer_bytes = 16;   // where the index is, end mark
constexpr std::uint64_t chunk_head_bytes = 32;

enum class ChunkKind : std::uint32_t {  // the four letters, read little-endian
    Header = 0x64616568,                ///< "head"
    Form = 0x6d726f66,                  ///< "form"
    Mesh = 0x6873656d,                  ///< "mesh"
    Frame = 0x6d617266,                 ///< "fram"
    Index = 0x78646e69,                 ///< "indx"
};

struct ChunkHead {
    ChunkKind kind = ChunkKind::Header;
    std::uint32_t number = 0;    ///< of its kind; forms and meshes are counted together
    std::uint64_t packed = 0;    ///< [bytes] that follow the head
    std::uint64_t plain = 0;     ///< [bytes] they unpack to
    std::uint64_t checksum = 0;  ///< FNV-1a of the head up to here and the packed bytes
};

/// Makes chunks. Keeps its compressor, which is slow to make.
class ChunkPacker {
public:
    ChunkPacker();
    ~ChunkPacker();
    ChunkPacker(const ChunkPacker&) = delete;
    ChunkPacker& operator=(const ChunkPacker&) = delete;

    /// Appends a chunk to `out`.
    void pack(ChunkKind kind, std::uint32_t number, std::string_view plain, std::string& out);

private:
    ZSTD_CCtx_s* context_;
};

/// Where the bytes of a recording come from.
struct RecordingSource {
    std::uint64_t size = 0;                                         ///< [bytes]
    std::function<std::string(std::uint64_t, std::uint64_t)> read;  ///< from where, how many
};
RecordingSource file_source(const std::string& path);
RecordingSource memory_source(std::string bytes);

/// The head of a chunk when there is one of a known kind at this place and all of it is there.
std::optional<ChunkHead> find_chunk(const RecordingSource& source, std::uint64_t offset);

/// The packed bytes, nothing when the checksum does not fit.
std::optional<std::string> read_packed(const RecordingSource& source, std::uint64_t offset,
                                       const ChunkHead& head);

/// Where the pieces of a recording are.
struct RecordingContents {
    std::vector<std::uint64_t> blocks;  ///< [bytes] where forms and meshes start
    std::vector<std::uint64_t> frames;  ///< [bytes] where frames start
    std::uint64_t end = 0;              ///< [bytes] where what is whole ends, index and end mark included
};

/// Goes from chunk to chunk, up to the first that is not whole or not in its turn, or to the end of so many
/// frames.
RecordingContents scan_chunks(const RecordingSource& source,
                              std::size_t most_frames = std::numeric_limits<std::size_t>::max());

/// The plain bytes. Memory grows with what really comes out, so that a head that lies about its size costs
/// nothing.
std::string unpack(const ChunkHead& head, std::string_view packed);

/// All of it: InputError when the chunk at this place is missing, damaged, or another one.
std::string read_chunk(const RecordingSource& source, std::uint64_t offset, ChunkKind kind,
                       std::uint32_t number);

}  // namespace souple
