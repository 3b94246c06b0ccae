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
#include "souple/io/recording.h"
#include "souple/io/recording_bytes.h"
#include "souple/io/recording_chunks.h"
#include "souple/io/recording_frames.h"
#include "souple/view/check_frame.h"

namespace souple {

struct RecordingWriter::Impl {
    std::string path, part;  ///< final name, and the one until then
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
    void write_pending();
    void put_preamble(const RecordingHeader& header);
    void put_index();
};

/// Cuts off what is not whole, gives up the file and says why.
void RecordingWriter::Impl::fail(const char* doing, int error) {
    std::string message = fmt::format("{}: cannot be {}: {}", part, doing, std::strerror(error));
    if (file >= 0) {
        if (!frame_offsets.empty() && ::ftruncate(file, static_cast<off_t>(size)) == 0)
            message +=
                fmt::format(" (the {} frames before are in it and can be opened)", frame_offsets.size());
        ::close(file);
        if (frame_offsets.empty()) ::unlink(part.c_str());
    }
    file = -1;
    throw InputError(message);
}

void RecordingWriter::Impl::write_pending() {
    if (file < 0) throw InputError(fmt::format("{}: is not open any more", part));
    std::size_t done = 0;
    while (done < pending.size()) {
        const ssize_t wrote = ::write(file, pending.data() + done, pending.size() - done);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) fail("written", errno);
        done += static_cast<std::size_t>(wrote);
    }
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

RecordingWriter::RecordingWriter(const std::string& path, const RecordingHeader& header)
    : impl_(std::make_unique<Impl>()) {
    if (!(header.frames_per_second > 0) || !std::isfinite(header.frames_per_second))
        throw InputError(fmt::format("{}: the frame rate is not positive", path));
    impl_->path = path;
    impl_->part = path + ".part";
    impl_->file = ::open(impl_->part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (impl_->file < 0) impl_->fail("written", errno);
    impl_->put_preamble(header);
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
    const int closed = ::close(impl_->file);
    impl_->file = -1;
    if (closed != 0) impl_->fail("written", errno);
    if (std::rename(impl_->part.c_str(), impl_->path.c_str()) != 0) impl_->fail("renamed", errno);
}

int RecordingWriter::frame_count() const { return static_cast<int>(impl_->frame_offsets.size()); }

}  // namespace souple
