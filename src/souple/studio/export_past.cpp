// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/export_past.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "souple/io/exports.h"
#include "souple/io/recording.h"
#include "souple/view/describe_world.h"

namespace souple {

namespace {

/// A second world that goes through the past while the first one waits.
struct Rewinder {
    Simulation simulation;
    ViewPlan plan;
    const Past& past;

    Frame at(std::int64_t step) {
        return_to(past, step, simulation);
        const World& world = simulation.world;
        follow(world.model, plan);
        return describe_world(plan, world.model, world.state, world.control, {.rest = true});
    }
};

}  // namespace

Film film_of(const Session& session) {
    if (session.screening) return session.screening->film;
    const std::int64_t first = session.past.moments.begin()->first;
    const std::int64_t last = std::prev(session.past.moments.end())->first;
    const Real h = session.simulation.settings.h;
    const Real apart = h * static_cast<Real>(session.past.stride);  // [s] between two moments
    const Real rate = std::min(session.scene.def.frames_per_second, 1 / apart);
    const Real length = h * static_cast<Real>(last - first);
    auto rewinder = std::make_shared<Rewinder>(Rewinder{session.simulation, {}, session.past});
    const auto frame = [=](int k) {
        return rewinder->at(std::min(last, first + static_cast<std::int64_t>(std::llround(k / (rate * h)))));
    };
    return {session.scene.def.title, 1 + static_cast<int>(std::floor(length * rate + 1e-6)), rate, frame, {}};
}

int export_past(const Session& session, const std::string& path, int hairs) {
    const std::string ending = std::filesystem::path(path).extension().string();
    if (ending.empty()) throw InputError(fmt::format("{}: needs an ending such as .rec or .glb", path));
    const bool records = ending == ".rec";
    std::vector<ExportFormat> formats;
    if (!records) formats = parse_export_formats(ending == ".pvd" ? "vtk" : ending.substr(1));
    std::error_code ignored;  // what cannot be made cannot be written to either
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), ignored);
    Film film = film_of(session);
    if (session.on_progress)
        film.frame = [frame = film.frame, &session](int k) {
            session.on_progress();
            return frame(k);
        };
    if (records) {
        RecordingWriter writer(path, {film.title, session.scene.file, film.frames_per_second, film.staging});
        for (int k = 0; k < film.frame_count; ++k) writer.append(film.frame(k));
        writer.finish();
        return film.frame_count;
    }
    ExportSettings settings;
    settings.path = path;
    settings.hairs = hairs;
    export_film(formats.front(), film, settings);
    return film.frame_count;
}

std::vector<std::string> files_in_the_way(const std::string& path) {
    namespace fs = std::filesystem;
    const fs::path target(path);
    std::vector<std::string> names;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(target.parent_path(), none)) {
        const fs::path there = entry.path();
        const bool is_frame_of_pvd = target.extension() == ".pvd" && there.extension() == ".vtp";
        std::string stem = there.stem().string();
        if (there.extension() != target.extension() && !is_frame_of_pvd) continue;
        if (there.filename() != target.filename()) {  // film_0007.obj
            const std::size_t end = stem.find_last_not_of("0123456789");
            if (end == std::string::npos || end + 1 == stem.size() || stem[end] != '_') continue;
            stem.resize(end);
        }
        if (stem == target.stem().string()) names.push_back(there.filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace souple
