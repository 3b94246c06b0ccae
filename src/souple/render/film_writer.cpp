// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/film_writer.h"

#include <fmt/format.h>

#include <fstream>

#include "souple/core/errors.h"
#include "souple/render/file_names.h"
#include "souple/render/piped_program.h"

namespace souple {

namespace {

/// How ffmpeg makes each kind; the same pictures give the same bytes.
std::vector<std::string> encoding(const std::string& ending, int quality) {
    if (ending == "gif")
        return {"-vf",
                "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4",
                "-f", "gif"};
    const int rate = 18 + (100 - quality) * 3 / 10;  // of x264: 18 is as good as the original, 48 is mud
    return {"-vf",       "crop=trunc(iw/2)*2:trunc(ih/2)*2",
            "-c:v",      "libx264",
            "-preset",   "medium",
            "-crf",      fmt::format("{}", rate),
            "-pix_fmt",  "yuv420p",
            "-threads",  "2",
            "-movflags", "+faststart",
            "-f",        "mp4"};
}

std::vector<std::string> command(const std::string& path, const std::string& part,
                                 const FilmSettings& settings) {
    // -xerror: without it a disk that fills at the end is only a message, and a cut film counts as made
    std::vector<std::string> words = {settings.program, "-y",       "-xerror", "-loglevel", "error", "-f",
                                      "rawvideo",       "-pix_fmt", "rgb24"};
    words.insert(words.end(), {"-s", fmt::format("{}x{}", settings.width, settings.height), "-r",
                               fmt::format("{}", settings.frames_per_second), "-i", "pipe:0", "-an",
                               "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact"});
    for (const std::string& word : encoding(extension_of(path), settings.quality)) words.push_back(word);
    // a name that starts with a dash or holds a colon must not be taken for anything else
    words.push_back("file:" + part);
    return words;
}

void check(const std::string& path, const FilmSettings& settings) {
    if (!is_film_name(path)) throw InputError(fmt::format("{}: a film is written as .mp4 or .gif", path));
    if (settings.quality < 1 || settings.quality > 100)
        throw InputError(fmt::format("a quality of {}; it may be 1 to 100", settings.quality));
    if (!(settings.frames_per_second > 0)) throw InputError("a film needs more than 0 frames per second");
    if (extension_of(path) == "mp4" && (settings.width < 2 || settings.height < 2))
        throw InputError("a film must be at least 2 x 2 pixels");
}

}  // namespace

bool is_film_name(const std::string& path) {
    const std::string ending = extension_of(path);
    return ending == "mp4" || ending == "gif";
}

FilmWriter::FilmWriter(const std::string& path, const FilmSettings& settings) : settings_(settings) {
    check(path, settings);
    place_ = find_place(path);
    // ask the disk first: ffmpeg would say so only after the first pictures
    std::ofstream probe(place_.part, std::ios::binary);
    if (!probe) throw InputError(fmt::format("{}: cannot be written", path));
    probe.close();
    try {
        encoder_ = std::make_unique<PipedProgram>(command(path, place_.part, settings),
                                                  "install ffmpeg, or write single pictures (.png, .jpg)");
    } catch (...) {
        give_up(place_);
        throw;
    }
}

FilmWriter::~FilmWriter() {
    if (!encoder_) return;
    encoder_.reset();
    give_up(place_);
}

void FilmWriter::add(const Picture& picture) {
    SOUPLE_ASSERT(encoder_ && picture.width == settings_.width && picture.height == settings_.height);
    const std::vector<std::uint8_t> bytes = to_bytes(picture);
    encoder_->send({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void FilmWriter::finish() {
    SOUPLE_ASSERT(encoder_ != nullptr);
    encoder_->finish();
    put_in_place(place_);
    encoder_.reset();
}

}  // namespace souple
