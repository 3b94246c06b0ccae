// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/render/film_writer.h and piped_program.h
#include "souple/render/film_writer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "souple/core/errors.h"
#include "souple/render/piped_program.h"

namespace souple {
namespace {

std::string scratch_name(const char* name) {
    const std::string path = (std::filesystem::path(testing::TempDir()) / name).string();
    std::filesystem::remove(path);
    return path;
}

FilmSettings small_film() { return {.width = 64, .height = 36, .frames_per_second = 10}; }

void add_pictures(FilmWriter& writer, int count) {
    for (int i = 0; i < count; ++i) {
        Picture picture = make_picture(64, 36);
        for (float& light : picture.rgb) light = 0.1f * static_cast<float>(i);
        writer.add(picture);
    }
}

std::string start_of(const std::string& path) {
    std::string bytes(12, ' ');
    std::ifstream(path, std::ios::binary).read(bytes.data(), 12);
    return bytes;
}

class FilmWriterWithFfmpeg : public testing::Test {
protected:
    void SetUp() override {
        if (std::system("ffmpeg -version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no ffmpeg";
    }
};

TEST_F(FilmWriterWithFfmpeg, a_film_appears_under_its_name_when_it_is_finished) {
    for (const char* name : {"film.mp4", "film.gif"}) {
        const std::string path = scratch_name(name);
        FilmWriter writer(path, small_film());
        add_pictures(writer, 5);
        EXPECT_FALSE(std::filesystem::exists(path));
        writer.finish();
        EXPECT_TRUE(std::filesystem::exists(path));
        EXPECT_FALSE(std::filesystem::exists(path + ".part"));
        const std::string start = start_of(path);
        EXPECT_TRUE(start.substr(4, 4) == "ftyp" || start.substr(0, 6) == "GIF89a") << start;
    }
}

TEST_F(FilmWriterWithFfmpeg, an_abandoned_film_leaves_nothing) {
    const std::string path = scratch_name("abandoned.mp4");
    {
        FilmWriter writer(path, small_film());
        add_pictures(writer, 3);
    }
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
}

TEST(FilmWriter, without_ffmpeg_the_message_says_what_to_do_and_nothing_is_left) {
    const std::string path = scratch_name("none.mp4");
    FilmSettings settings = small_film();
    settings.program = "no-such-ffmpeg";
    try {
        const FilmWriter writer(path, settings);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(
            error.what(),
            "there is no program no-such-ffmpeg; install ffmpeg, or write single pictures (.png, .jpg)");
    }
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
}

TEST(FilmWriter, an_encoder_that_fails_is_quoted_and_nothing_is_left) {
    const std::string path = scratch_name("failed.mp4");
    FilmSettings settings = small_film();
    settings.program = "false";
    FilmWriter writer(path, settings);
    EXPECT_THROW(
        {
            add_pictures(writer, 100);
            writer.finish();
        },
        InputError);
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(FilmWriter, a_wrong_ending_an_unwritable_place_and_bad_numbers_are_refused) {
    EXPECT_THROW(FilmWriter(scratch_name("film.avi"), small_film()), InputError);
    EXPECT_THROW(FilmWriter(scratch_name("no_such_folder") + "/film.mp4", small_film()), InputError);
    FilmSettings settings = small_film();
    settings.quality = 0;
    EXPECT_THROW(FilmWriter(scratch_name("film.mp4"), settings), InputError);
    EXPECT_TRUE(is_film_name("a.MP4"));
    EXPECT_FALSE(is_film_name("a.png"));
}

TEST(PipedProgram, what_a_program_said_is_in_the_error) {
    PipedProgram program({"sh", "-c", "cat > /dev/null; echo out of cheese >&2; exit 3"}, "");
    program.send("hello");
    try {
        program.finish();
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "sh failed: out of cheese");
    }
}

}  // namespace
}  // namespace souple
