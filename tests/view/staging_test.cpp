// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests view/staging.cpp, and that recordings carry it.
#include "souple/view/staging.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>

#include "souple/core/errors.h"
#include "souple/io/recording.h"
#include "souple/io/recording_bytes.h"
#include "souple/io/recording_chunks.h"
#include "souple/io/recording_frames.h"

namespace souple {

namespace {

Staging every_wish() {
    Staging staging;
    staging.camera = {Vec3(1, 2, 3), Vec3(0, 0.5, 0), Vec3(0, 0, 1), 40.0};
    staging.ground = false;
    staging.sun = Vec3(1, 1, 0);
    staging.background = Vec3(0.25, 0.5, 1);
    staging.time = 1.5;
    staging.looks["cloth"] = {Vec3(1, 0, 0), Vec3(0, 1, 0), 0.25, false, "speed", std::array<Real, 2>{-1, 4}};
    staging.looks["wall"].hidden = true;
    return staging;
}

void expect_equal(const Staging& a, const Staging& b) {
    EXPECT_EQ(a.camera.from, b.camera.from);
    EXPECT_EQ(a.camera.to, b.camera.to);
    EXPECT_EQ(a.camera.up, b.camera.up);
    EXPECT_EQ(a.camera.field_of_view, b.camera.field_of_view);
    EXPECT_EQ(a.ground, b.ground);
    EXPECT_EQ(a.sun, b.sun);
    EXPECT_EQ(a.background, b.background);
    EXPECT_EQ(a.time, b.time);
    ASSERT_EQ(a.looks.size(), b.looks.size());
    for (const auto& [part, look] : a.looks) {
        const Look& other = b.looks.at(part);
        EXPECT_EQ(look.colour, other.colour);
        EXPECT_EQ(look.back, other.back);
        EXPECT_EQ(look.roughness, other.roughness);
        EXPECT_EQ(look.hidden, other.hidden);
        EXPECT_EQ(look.show, other.show);
        EXPECT_EQ(look.range, other.range);
    }
}

}  // namespace

TEST(Staging, notes_keep_every_wish) {
    expect_equal(every_wish(), staging_from(to_notes(every_wish())));
    EXPECT_TRUE(to_notes({}).empty());
}

TEST(Staging, notes_of_a_later_program_are_skipped) {
    const Staging staging = staging_from({{"", "fog", "thick", {1}}, {"", "time", "", {2}}});
    EXPECT_EQ(staging.time, 2.0);
}

TEST(Staging, notes_with_wrong_numbers_are_refused) {
    EXPECT_THROW(staging_from({{"", "camera.from", "", {1, 2}}}), InputError);
    EXPECT_THROW(staging_from({{"", "camera.from", "", {1, 2, NAN}}}), InputError);
    EXPECT_THROW(staging_from({{"cloth", "hidden", "", {}}}), InputError);
}

TEST(Staging, a_recording_carries_it_to_the_film) {
    const std::string path =
        (std::filesystem::temp_directory_path() / ("souple_staging_" + std::to_string(::getpid()) + ".rec"))
            .string();
    RecordingWriter writer(path, {"Title", "scene.json", 24, every_wish()});
    writer.append({});
    writer.finish();
    const Film film = open_film(path);
    expect_equal(every_wish(), film.staging);
    EXPECT_EQ(film.frame_count, 1);
    EXPECT_EQ(film.title, "Title");
    std::filesystem::remove(path);
}

TEST(Staging, a_header_of_the_first_version_has_none) {
    RecordingBytes old;
    old.put_text("Title");
    old.put_text("scene.json");
    old.put_real(24);
    const RecordingHeader header = header_from_bytes(old.bytes());
    EXPECT_EQ(header.frames_per_second, 24);
    EXPECT_TRUE(to_notes(header.staging).empty());
}

TEST(Staging, a_recording_of_the_first_version_still_opens) {
    // a header alone, as version 1 wrote it
    RecordingBytes header, file;
    header.put_text("Old");
    header.put_text("");
    header.put_real(30);
    file.put_raw(recording_mark.data(), recording_mark.size());
    file.put32(1);
    file.put32(0);
    std::string bytes = file.bytes();
    ChunkPacker().pack(ChunkKind::Header, 0, header.bytes(), bytes);
    const RecordingReader reader(bytes, "old.rec");
    EXPECT_EQ(reader.header().title, "Old");
    EXPECT_EQ(reader.frame_count(), 0);
    bytes[8] = static_cast<char>(recording_version + 1);
    EXPECT_THROW(RecordingReader(bytes, "new.rec"), InputError);
}

}  // namespace souple
