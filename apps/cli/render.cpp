// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// render: pictures and films of a recording or a scene.
#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "commands.h"
#include "files.h"
#include "film_source.h"
#include "interrupt.h"
#include "progress.h"
#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/core/suggest.h"
#include "souple/render/film_writer.h"
#include "souple/render/render_frame.h"
#include "souple/render/set_stage.h"
#include "souple/render/trails.h"

namespace souple::cli {

namespace {

int whole_number(std::string_view text, const std::string& flag) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        throw InputError(fmt::format("{}: '{}' is not a whole number", flag, text));
    return value;
}

/// Two numbers with a sign between them.
std::array<int, 2> pair_of(const std::string& text, char sign, const std::string& flag) {
    const std::size_t at = text.find(sign);
    if (at == std::string::npos)
        throw InputError(fmt::format("{}: '{}' needs two numbers with '{}' between", flag, text, sign));
    return {whole_number(std::string_view(text).substr(0, at), flag),
            whole_number(std::string_view(text).substr(at + 1), flag)};
}

/// `a:b`, or one number; below zero counts from the end. Without: all for a film, for a picture the one that
/// its scene wants or the last.
FrameRange chosen_frames(const RenderOptions& options, const Film& film) {
    const int count = film.frame_count;
    if (count < 1) throw InputError(fmt::format("{}: there is no frame in it", options.source));
    const bool whole = is_film_name(options.output);
    FrameRange range{whole ? 0 : still_of(film), whole ? count - 1 : still_of(film)};
    if (!options.frames.empty()) {
        if (options.frames.find(':') == std::string::npos) {
            range.first = range.last = whole_number(options.frames, "--frames");
        } else {
            const auto [first, last] = pair_of(options.frames, ':', "--frames");
            range = {first, last};
        }
        if (range.first < 0) range.first += count;
        if (range.last < 0) range.last += count;
    }
    if (range.first < 0 || range.last >= count || range.first > range.last)
        throw InputError(fmt::format("--frames {}: the film has frames 0 to {}", options.frames, count - 1));
    return range;
}

Overlays overlays_of(const std::vector<std::string>& names) {
    Overlays overlays;
    for (const std::string& name : names) {
        if (name == "wireframe")
            overlays.wireframe = true;
        else if (name == "forces")
            overlays.forces = true;
        else if (name == "torques")
            overlays.torques = true;
        else if (name == "contacts")
            overlays.contacts = true;
        else if (name == "level")
            overlays.level = true;
        else
            throw InputError(fmt::format(
                "--overlay {}: it may be wireframe, forces, torques, contacts or level; {}", name,
                suggestion(name, {"wireframe", "forces", "torques", "contacts", "level"}, "overlays")));
    }
    return overlays;
}

RenderSettings settings_of(const RenderOptions& options) {
    RenderSettings settings;
    const auto [width, height] = pair_of(options.size, 'x', "--size");
    if (width < 1 || height < 1 || width > 16384 || height > 16384)
        throw InputError(fmt::format("--size {}: both may be 1 to 16384", options.size));
    settings.width = width;
    settings.height = height;
    settings.samples = options.samples;
    settings.overlays = overlays_of(options.overlays);
    return settings;
}

Vec3 to_vector(const std::vector<double>& numbers) { return {numbers[0], numbers[1], numbers[2]}; }

struct Interrupted {};  ///< thrown out of a look through a whole film

/// As the film wants it, but for what the flags say.
FilmStage stage_for(const Film& film, const RenderOptions& options, const FrameRange& range,
                    const InterruptGuard& guard) {
    Progress progress(0, film.frame_count, options.quiet, "frames seen");
    Film watched = film;
    watched.frame = [&](int index) {
        if (guard.requested()) throw Interrupted{};
        Frame frame = film.frame(index);
        progress.update(index + 1, frame.time);
        return frame;
    };
    CameraWish& camera = watched.staging.camera;
    if (options.eye.size() == 3) camera.from = to_vector(options.eye);
    if (options.target.size() == 3) camera.to = to_vector(options.target);
    if (options.field_of_view > 0) camera.field_of_view = options.field_of_view;
    return set_stage(watched, settings_of(options), range);
}

std::string numbered(const std::string& path, int number) {
    const std::filesystem::path whole(path);
    return (whole.parent_path() /
            fmt::format("{}.{:04d}{}", whole.stem().string(), number, whole.extension().string()))
        .string();
}

/// Frames in their order, with the paths up to them where the film wants those.
class FrameSource {
public:
    FrameSource(const Film& film, const FilmStage& stage, int first)
        : film_(film), trails_{.radius = stage.trail_radius} {
        if (trails_.radius > 0)
            for (int i = 0; i < first; ++i) follow(film.frame(i), trails_);
    }
    Frame next(int index) {
        Frame frame = film_.frame(index);
        if (!(trails_.radius > 0)) return frame;
        follow(frame, trails_);
        return with_trails(std::move(frame), trails_);
    }

private:
    const Film& film_;
    Trails trails_;
};

/// True when it came to its end.
bool write_pictures(const Film& film, const RenderOptions& options, const FrameRange& range,
                    const InterruptGuard& guard) {
    const FilmStage stage = stage_for(film, options, range, guard);
    const RenderSettings& settings = stage.settings;
    FrameSource source(film, stage, range.first);
    std::optional<FilmWriter> writer;
    if (is_film_name(options.output))
        writer.emplace(options.output, FilmSettings{.width = settings.width,
                                                    .height = settings.height,
                                                    .frames_per_second = film.frames_per_second,
                                                    .quality = options.quality});
    Progress progress(range.first, range.last + 1, options.quiet, "frames");
    for (int i = range.first; i <= range.last; ++i) {
        if (guard.requested()) return false;
        const Frame frame = source.next(i);
        const Picture picture = render_frame(frame, stage.camera, settings);
        if (writer)
            writer->add(picture);
        else
            write_picture(range.first == range.last ? options.output : numbered(options.output, i), picture,
                          options.quality);
        progress.update(i + 1, frame.time);
    }
    if (writer) writer->finish();
    return true;
}

bool write_unless_interrupted(const Film& film, const RenderOptions& options, const FrameRange& range,
                              const InterruptGuard& guard) {
    try {
        return write_pictures(film, options, range, guard);
    } catch (const Interrupted&) {
        return false;
    }
}

void check_ending(const std::string& path) {
    const std::string ending = std::filesystem::path(path).extension().string();
    for (const char* known : {".png", ".jpg", ".jpeg", ".mp4", ".gif"})
        if (ending == known) return;
    throw InputError(fmt::format("{}: it may end in .png, .jpg, .mp4 or .gif", path));
}

}  // namespace

int render(const RenderOptions& options) {
    const ThreadLimit limit(options.threads > 0 ? options.threads : default_thread_count());
    // say what is wrong with the flags before a long simulation
    check_ending(options.output);
    check_writable(options.output);
    const RenderSettings settings = settings_of(options);
    const InterruptGuard guard;
    const std::optional<Film> film =
        open_source({options.source, options.settings, options.memory,
                     settings.overlays.forces || settings.overlays.torques, options.quiet});
    const FrameRange range = film ? chosen_frames(options, *film) : FrameRange{};
    if (!film || !write_unless_interrupted(*film, options, range, guard)) {
        fmt::print(stderr, "interrupted: {} was not written\n", options.output);
        return interrupted;
    }
    if (!options.quiet) {
        const bool many = range.first < range.last && !is_film_name(options.output);
        fmt::print("look at {}{}\n", many ? numbered(options.output, range.first) : options.output,
                   many ? " and those after it" : "");
    }
    return good;
}

}  // namespace souple::cli
