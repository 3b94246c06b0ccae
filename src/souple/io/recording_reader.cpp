// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Opens recordings by their index, or by walking along their chunks when the end is missing.
#include <fmt/format.h>

#include <mutex>

#include "souple/core/errors.h"
#include "souple/io/recording.h"
#include "souple/io/recording_bytes.h"
#include "souple/io/recording_chunks.h"
#include "souple/io/recording_frames.h"

namespace souple {

namespace {

void check_preamble(const RecordingSource& source) {
    if (source.size < recording_preamble_bytes || source.read(0, recording_mark.size()) != recording_mark)
        throw InputError("this is no recording of souple");
    const std::string rest = source.read(recording_mark.size(), 4);
    const std::uint32_t version = RecordingParser(rest).get32();
    if (version < 1 || version > recording_version)
        throw InputError(fmt::format("its format is version {}, this program reads versions 1 to {}", version,
                                     recording_version));
}

std::vector<std::uint64_t> get_offsets(RecordingParser& in, std::uint64_t limit) {
    std::vector<std::uint64_t> offsets(in.get_count(8));
    for (std::uint64_t& offset : offsets) {
        offset = in.get64();
        if (offset >= limit) throw InputError("the index points outside");
    }
    return offsets;
}

/// What the index at the end says; nothing when there is none or it is damaged.
std::optional<RecordingContents> read_index(const RecordingSource& source) {
    const std::uint64_t least = recording_preamble_bytes + recording_trailer_bytes;
    if (source.size < least) return std::nullopt;
    const std::string trailer = source.read(source.size - recording_trailer_bytes, recording_trailer_bytes);
    if (std::string_view(trailer).substr(8) != recording_end_mark) return std::nullopt;
    try {
        const std::uint64_t offset = RecordingParser(trailer).get64();
        const std::string plain = read_chunk(source, offset, ChunkKind::Index, 0);
        RecordingParser in(plain);
        RecordingContents contents;
        contents.end = source.size;
        contents.blocks = get_offsets(in, source.size);
        contents.frames = get_offsets(in, source.size);
        in.expect_end();
        return contents;
    } catch (const InputError&) {
        return std::nullopt;  // the chunks themselves may still be good
    }
}

/// Things unpacked lately, by number.
template <class T>
class Lately {
public:
    std::shared_ptr<const T> find(std::uint32_t number) const {
        const auto place = kept_.find(number);
        return place == kept_.end() ? nullptr : place->second;
    }
    void keep(std::uint32_t number, std::shared_ptr<const T> thing) {
        if (kept_.size() >= 256) kept_.clear();
        kept_[number] = std::move(thing);
    }

private:
    std::map<std::uint32_t, std::shared_ptr<const T>> kept_;
};

}  // namespace

struct RecordingReader::Impl {
    std::string name;
    RecordingSource source;
    RecordingHeader header;
    RecordingContents contents;
    bool finished = false;
    std::mutex mutex;  ///< of what follows
    Lately<StructureForm> forms;
    Lately<SurfaceView> meshes;

    void open();
    std::string read_block(ChunkKind kind, std::uint32_t number) const;
    template <class T, class FromBytes>
    std::shared_ptr<const T> find_block(Lately<T>& lately, ChunkKind kind, std::uint32_t number,
                                        const FromBytes& from_bytes);
};

/// Calls fn, and puts the name of the file before its complaint.
template <class Fn>
static auto with_name(const std::string& name, const Fn& fn) {
    try {
        return fn();
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", name, error.what()));
    }
}

void RecordingReader::Impl::open() {
    check_preamble(source);
    header = header_from_bytes(read_chunk(source, recording_preamble_bytes, ChunkKind::Header, 0));
    std::optional<RecordingContents> index = read_index(source);
    finished = index.has_value();
    contents = index ? std::move(*index) : scan_chunks(source);
}

std::string RecordingReader::Impl::read_block(ChunkKind kind, std::uint32_t number) const {
    if (number >= contents.blocks.size()) throw InputError("a form is missing: the file is damaged");
    return read_chunk(source, contents.blocks[number], kind, number);
}

template <class T, class FromBytes>
std::shared_ptr<const T> RecordingReader::Impl::find_block(Lately<T>& lately, ChunkKind kind,
                                                           std::uint32_t number,
                                                           const FromBytes& from_bytes) {
    const std::lock_guard lock(mutex);
    std::shared_ptr<const T> known = lately.find(number);
    if (known) return known;
    known = std::make_shared<const T>(from_bytes(read_block(kind, number)));
    lately.keep(number, known);
    return known;
}

RecordingReader::RecordingReader(const std::string& path) : impl_(std::make_unique<Impl>()) {
    impl_->name = path;
    with_name(path, [&] {
        impl_->source = file_source(path);
        impl_->open();
    });
}

RecordingReader::RecordingReader(std::string bytes, const std::string& name)
    : impl_(std::make_unique<Impl>()) {
    impl_->name = name;
    impl_->source = memory_source(std::move(bytes));
    with_name(name, [&] { impl_->open(); });
}

RecordingReader::~RecordingReader() = default;
RecordingReader::RecordingReader(RecordingReader&&) noexcept = default;
RecordingReader& RecordingReader::operator=(RecordingReader&&) noexcept = default;

const RecordingHeader& RecordingReader::header() const { return impl_->header; }
int RecordingReader::frame_count() const { return static_cast<int>(impl_->contents.frames.size()); }
bool RecordingReader::is_finished() const { return impl_->finished; }
std::uint64_t RecordingReader::broken_bytes() const { return impl_->source.size - impl_->contents.end; }

Frame RecordingReader::read(int index) const {
    SOUPLE_ASSERT(index >= 0 && index < frame_count());
    Impl& impl = *impl_;
    const FormLookup lookup{
        [&](std::uint32_t n) { return impl.find_block(impl.forms, ChunkKind::Form, n, form_from_bytes); },
        [&](std::uint32_t n) { return impl.find_block(impl.meshes, ChunkKind::Mesh, n, mesh_from_bytes); }};
    return with_name(fmt::format("{}: frame {}", impl.name, index), [&] {
        const auto number = static_cast<std::uint32_t>(index);
        return frame_from_bytes(
            read_chunk(impl.source, impl.contents.frames[index], ChunkKind::Frame, number), lookup);
    });
}

bool can_go_on(const std::string& recording, const RecordingHeader& header) {
    try {
        const RecordingSource source = file_source(recording);
        check_preamble(source);
        const std::string rest = source.read(recording_mark.size(), 4);
        return RecordingParser(rest).get32() == recording_version &&
               read_chunk(source, recording_preamble_bytes, ChunkKind::Header, 0) == to_bytes(header);
    } catch (const InputError&) {
        return false;
    }
}

Film to_film(std::shared_ptr<const RecordingReader> reader) {
    const RecordingHeader& header = reader->header();
    return {header.title, reader->frame_count(), header.frames_per_second,
            [reader](int index) { return reader->read(index); }, header.staging};
}

Film open_film(const std::string& path) { return to_film(std::make_shared<const RecordingReader>(path)); }

}  // namespace souple
