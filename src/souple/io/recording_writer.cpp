// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Writes recordings, one write for each frame.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "souple/core/errors.h"
#include "souple/core/files.h"
#include "souple/io/recording.h"
#include "souple/io/recording_bytes.h"
#include "souple/io/recording_chunks.h"
#include "souple/io/recording_frames.h"
#include "souple/view/check_frame.h"

namespace souple {

struct RecordingWriter::Impl {
    WritePlace place;  ///< final name, and the one until then
    int file = -1;
    std::uint64_t size = 0;  ///< [bytes] written, whole chunks only
    std::vector<std::uint64_t> block_offsets, frame_offsets;
    ChunkPacker packer;
    std::string pending;  ///< chunks that go out with the next write
    FormRegister forms{[this](bool is_mesh, std::uint32_t number, const std::string& bytes) {
        block_offsets.push_back(size + pending.size());
        packer.pack(is_mesh ? ChunkKind::Mesh : ChunkKind::Form, number, bytes, pending);
    }};

    [[noreturn]] void fail(const char* doing, int error);
    void open(const std::string& path, const RecordingHeader& header, int flags);
    void write_pending();
    void keep(int frames);
    void put_preamble(const RecordingHeader& header);
    void put_index();
};

/// Cuts off what is not whole, gives up the file and says why.
void RecordingWriter::Impl::fail(const char* doing, int error) {
    std::string message = fmt::format("{}: cannot be {}: {}", place.part, doing, std::strerror(error));
    if (file >= 0) {
        if (!frame_offsets.empty() && ::ftruncate(file, static_cast<off_t>(size)) == 0)
            message +=
                fmt::format(" (the {} frames before are in it and can be opened)", frame_offsets.size());
        ::close(file);
        if (frame_offsets.empty()) ::unlink(place.part.c_str());
    }
    file = -1;
    throw InputError(message);
}

void RecordingWriter::Impl::write_pending() {
    if (file < 0) throw InputError(fmt::format("{}: is not open any more", place.part));
    if (const int error = write_all(file, pending)) fail("written", error);
    size += pending.size();
    pending.clear();
}

void RecordingWriter::Impl::put_preamble(const RecordingHeader& header) {
    RecordingBytes preamble;
    preamble.put_raw(recording_mark.data(), recording_mark.size());
    preamble.put32(recording_version);
    preamble.put32(0);
    pending = preamble.bytes();
    packer.pack(ChunkKind::Header, 0, to_bytes(header), pending);
    write_pending();
}

void RecordingWriter::Impl::put_index() {
    RecordingBytes index, trailer;
    for (const auto* offsets : {&block_offsets, &frame_offsets}) {
        index.put32(static_cast<std::uint32_t>(offsets->size()));
        for (const std::uint64_t offset : *offsets) index.put64(offset);
    }
    trailer.put64(size);
    trailer.put_raw(recording_end_mark.data(), recording_end_mark.size());
    packer.pack(ChunkKind::Index, 0, index.bytes(), pending);
    pending += trailer.bytes();
    write_pending();
}

void RecordingWriter::Impl::open(const std::string& path, const RecordingHeader& header, int flags) {
    if (!(header.frames_per_second > 0) || !std::isfinite(header.frames_per_second))
        throw InputError(fmt::format("{}: the frame rate is not positive", path));
    place = find_place(path);
    file = ::open(place.part.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
    if (file < 0) fail("written", errno);
}

void RecordingWriter::Impl::keep(int frames) {
    const RecordingSource source = file_source(place.part);
    RecordingContents contents = scan_chunks(source, static_cast<std::size_t>(frames));
    SOUPLE_ASSERT(contents.frames.size() == static_cast<std::size_t>(frames));
    size = contents.end;
    for (std::size_t k = 0; k < contents.blocks.size(); ++k) {
        const ChunkKind kind = find_chunk(source, contents.blocks[k])->kind;
        forms.take_up(kind == ChunkKind::Mesh,
                      read_chunk(source, contents.blocks[k], kind, static_cast<std::uint32_t>(k)));
    }
    block_offsets = std::move(contents.blocks);
    frame_offsets = std::move(contents.frames);
    if (::ftruncate(file, static_cast<off_t>(size)) != 0 || ::lseek(file, 0, SEEK_END) < 0)
        fail("written", errno);
}

RecordingWriter::RecordingWriter(const std::string& path, const RecordingHeader& header)
    : impl_(std::make_unique<Impl>()) {
    impl_->open(path, header, O_CREAT | O_TRUNC);
    impl_->put_preamble(header);
}

RecordingWriter::RecordingWriter(const std::string& path, const RecordingHeader& header, int kept_frames)
    : impl_(std::make_unique<Impl>()) {
    impl_->open(path, header, 0);
    impl_->keep(kept_frames);
}

RecordingWriter::~RecordingWriter() {
    if (impl_->file >= 0) ::close(impl_->file);
}

void RecordingWriter::append(const Frame& frame) {
    check(frame);
    const std::string bytes = to_bytes(frame, impl_->forms);
    const std::uint64_t offset = impl_->size + impl_->pending.size();
    impl_->packer.pack(ChunkKind::Frame, static_cast<std::uint32_t>(impl_->frame_offsets.size()), bytes,
                       impl_->pending);
    impl_->write_pending();
    impl_->frame_offsets.push_back(offset);
}

void RecordingWriter::finish() {
    impl_->put_index();
    leave();
    put_in_place(impl_->place);
}

void RecordingWriter::leave() {
    if (impl_->file < 0) return;
    const int closed = ::close(impl_->file);
    impl_->file = -1;
    if (closed != 0) impl_->fail("written", errno);
}

void RecordingWriter::sync() {
    if (impl_->file >= 0 && ::fdatasync(impl_->file) != 0) impl_->fail("written", errno);
}

int RecordingWriter::frame_count() const { return static_cast<int>(impl_->frame_offsets.size()); }

}  // namespace souple
