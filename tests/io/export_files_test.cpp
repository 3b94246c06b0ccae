// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/io/export_files.cpp and export_survey.cpp: sizes said first, and nothing half-written
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>

#include "io/export_films.h"
#include "souple/core/errors.h"
#include "souple/io/export_files.h"
#include "souple/io/export_survey.h"

using namespace souple;
using namespace souple::test;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

using ExportFiles = ExportTest;

const std::vector<ExportFormat> all_formats =
    parse_export_formats("glb,usda,obj,ply,vtk,csv,positions,npz,mdd,pc2");

std::string message_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

/// No file may grow past `bytes` while it lives: a disk that is full.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) {
        old_handler_ = std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &old_);
        const rlimit limit{bytes, old_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &old_);
        std::signal(SIGXFSZ, old_handler_);
    }

private:
    rlimit old_{};
    void (*old_handler_)(int) = nullptr;
};

}  // namespace

TEST_F(ExportFiles, estimates_are_near_what_is_written) {
    for (const ExportFormat format : all_formats) {
        std::int64_t said = 0;
        const ExportResult result = export_film(format, mixed_film(40),
                                                {.path = path("film" + extension_of(format)),
                                                 .thinning = 0,
                                                 .announce = [&said](std::int64_t bytes) { said = bytes; }});
        EXPECT_EQ(said, result.estimated_bytes);
        EXPECT_GT(result.bytes, said / 2) << extension_of(format);
        EXPECT_LT(result.bytes, said * 3 / 2) << extension_of(format);
        std::int64_t on_disk = 0;
        for (const std::string& file : result.files)
            on_disk += static_cast<std::int64_t>(fs::file_size(file));
        EXPECT_EQ(result.bytes, on_disk);
    }
}

TEST_F(ExportFiles, large_films_need_to_be_asked_for) {
    for (const ExportFormat format : all_formats) {
        ExportSettings settings{.path = path("film" + extension_of(format)), .limit = 1000};
        const std::string message = message_of([&] { export_film(format, mixed_film(20), settings); });
        EXPECT_THAT(message, HasSubstr("would take about 0."));
        EXPECT_THAT(content(), IsEmpty());
    }
    export_glb(mixed_film(20), {.path = path("film.glb"), .large = true, .limit = 1000});
    EXPECT_EQ(content().size(), 1u);
}

TEST_F(ExportFiles, a_film_that_breaks_leaves_nothing) {
    for (const ExportFormat format : all_formats) {
        int calls = 0;
        Film film = mixed_film(10);
        film.frame = [&calls, original = film.frame](int index) {
            if (++calls > 15) throw InputError("the recording is cut");
            return original(index);
        };
        EXPECT_EQ(
            message_of([&] { export_film(format, film, {.path = path("film" + extension_of(format))}); }),
            "the recording is cut");
        EXPECT_THAT(content(), IsEmpty());
    }
}

TEST_F(ExportFiles, a_stopped_export_leaves_nothing) {
    for (const ExportFormat format : all_formats) {
        ExportSettings settings{.path = path("film" + extension_of(format))};
        settings.keep_going = [](int done) { return done < 5; };
        EXPECT_THAT(message_of([&] { export_film(format, mixed_film(10), settings); }),
                    HasSubstr("was stopped"));
        EXPECT_THAT(content(), IsEmpty());
    }
}

TEST_F(ExportFiles, a_full_disk_is_named_and_leaves_nothing) {
    for (const ExportFormat format : all_formats) {
        std::string message;
        {
            const FullDisk full(600);
            message = message_of(
                [&] { export_film(format, mixed_film(40), {.path = path("film" + extension_of(format))}); });
        }
        EXPECT_THAT(message, HasSubstr("cannot be written")) << extension_of(format);
        EXPECT_THAT(content(), IsEmpty());
    }
}

TEST_F(ExportFiles, an_older_file_survives_a_failure) {
    export_glb(cloth_film(2), {.path = path("film.glb")});
    const std::string before = text_of(path("film.glb"));
    ExportSettings settings{.path = path("film.glb")};
    settings.keep_going = [](int) { return false; };
    EXPECT_THROW(export_glb(cloth_film(5), settings), InputError);
    EXPECT_EQ(text_of(path("film.glb")), before);
}

TEST_F(ExportFiles, places_that_cannot_be_written_are_refused) {
    const Film film = cloth_film(2);
    EXPECT_THAT(message_of([&] { export_glb(film, {.path = path("nowhere/film.glb")}); }),
                HasSubstr("no folder"));
    fs::create_directory(path("film.glb"));
    EXPECT_THAT(message_of([&] { export_glb(film, {.path = path("film.glb")}); }), HasSubstr("is a folder"));
    EXPECT_THAT(message_of([&] { export_glb(film, {}); }), HasSubstr("needs a file name"));
    // a folder in the way of the second of two files takes the first back
    fs::create_directories(path("seq_0001.obj/full"));
    EXPECT_THROW(export_obj(film, {.path = path("seq.obj")}), InputError);
    EXPECT_FALSE(fs::exists(path("seq_0000.obj")));
    EXPECT_FALSE(fs::exists(path("seq_0001.obj.part")));
}

TEST_F(ExportFiles, bad_films_are_refused) {
    EXPECT_THAT(message_of([&] { export_glb(cloth_film(0), {.path = path("a.glb")}); }),
                HasSubstr("no frames"));
    const auto broken = [](auto change) {
        return film_of(3, [change](Frame& frame, int index) {
            frame.surfaces = {waving_cloth(0)};
            if (index == 1) change(frame);
        });
    };
    const Film infinite = broken([](Frame& frame) { frame.surfaces[0].positions[3].y() = INFINITY; });
    EXPECT_EQ(message_of([&] { export_usda(infinite, {.path = path("a.usda")}); }),
              "frame 1: 'cloth' has a position that is not finite");
    const Film wild = broken([](Frame& frame) { frame.surfaces[0].triangles[3][1] = 42; });
    EXPECT_THAT(message_of([&] { export_obj(wild, {.path = path("a.obj")}); }), HasSubstr("does not exist"));
    const Film twice = broken([](Frame& frame) { frame.surfaces.push_back(waving_cloth(1)); });
    EXPECT_THAT(message_of([&] { export_ply(twice, {.path = path("a.ply")}); }),
                HasSubstr("are named 'cloth'"));
    EXPECT_THAT(content(), IsEmpty());
}

TEST_F(ExportFiles, formats_are_told_by_their_names) {
    EXPECT_EQ(parse_export_formats("usda,glb"), (std::vector{ExportFormat::Usda, ExportFormat::Glb}));
    EXPECT_THAT(message_of([] { parse_export_formats("glb,fbx"); }), HasSubstr("'fbx' is no export format"));
    EXPECT_EQ(numbered_name("a/b.c/film.obj", 7, 10), "a/b.c/film_0007.obj");
    EXPECT_EQ(numbered_name("film.obj", 7, 100000), "film_00007.obj");
}

TEST_F(ExportFiles, runs_follow_topology_and_absence) {
    const Film film = film_of(9, [](Frame& frame, int index) {
        if (index != 4) frame.surfaces = {waving_cloth(0, index < 6 ? 3 : 4)};
    });
    const FilmSurvey found = survey(film);
    ASSERT_EQ(found.structures.size(), 1u);
    const auto& runs = found.structures[0].runs;
    ASSERT_EQ(runs.size(), 3u);
    EXPECT_EQ(runs[0].end, 4);
    EXPECT_EQ(runs[1].begin, 5);
    EXPECT_EQ(runs[1].end, 6);
    EXPECT_EQ(runs[2].count(), 3);
}
