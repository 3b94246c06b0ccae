// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "film_source.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "interrupt.h"
#include "open_recording.h"
#include "progress.h"
#include "souple/core/errors.h"
#include "souple/dynamics/scratch.h"
#include "souple/io/recording.h"
#include "souple/scene/memory_estimate.h"
#include "souple/scene/simulation.h"
#include "souple/view/describe_world.h"
#include "souple/view/forces_now.h"
#include "staging.h"

namespace souple::cli {

namespace {

/// Removed when the last one who uses it is gone.
struct TemporaryFile {
    std::string path;

    ~TemporaryFile() {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
        std::filesystem::remove(path + ".part", ignored);
    }
};

/// Forces are worked out for pictures only when they are drawn: as arrows, or as the colours of a part.
bool has_force_colours(const Staging& staging) {
    return std::any_of(staging.looks.begin(), staging.looks.end(), [](const auto& look) {
        return look.second.show == "force" || look.second.show == "torque";
    });
}

class FrameTaker {
public:
    FrameTaker(const std::string& path, const Simulation& simulation, bool with_forces)
        : writer_(path, {simulation.scene.def.title, simulation.scene.file,
                         simulation.scene.def.frames_per_second, staging_of(simulation.scene)}),
          interval_(1 / simulation.scene.def.frames_per_second),
          with_forces_(with_forces || has_force_colours(staging_of(simulation.scene))) {}

    /// Takes a frame when the next one is due.
    void look(const Simulation& simulation) {
        const World& world = simulation.world;
        if (world.state.step < 0 || world.state.time < next_ * interval_ - 0.5 * simulation.settings.h)
            return;
        follow(world.model, plan_);
        const Forces* forces = with_forces_ ? &look_at_forces(world, look_) : nullptr;
        writer_.append(describe_world(plan_, world.model, world.state, world.control,
                                      {&world.scratch->contact.contacts, forces, true}));
        // a step longer than a frame skips frames; the count goes on from where the time is
        next_ = std::max(next_ + 1, static_cast<int>(std::floor(world.state.time / interval_)) + 1);
    }
    void finish() { writer_.finish(); }

private:
    RecordingWriter writer_;
    Real interval_;  ///< [s]
    bool with_forces_;
    int next_ = 0;
    ViewPlan plan_;
    ForceLook look_;
};

std::optional<Film> simulate(const FilmSource& source) {
    Scene scene =
        load_scene(source.file, {.settings = source.settings, .read_file = {}, .most_memory = source.memory});
    refuse_large_scene(scene, true);
    Simulation simulation = make_simulation(std::move(scene));
    const auto file = std::make_shared<TemporaryFile>();
    file->path =
        (std::filesystem::temp_directory_path() / fmt::format("souple_render_{}.rec", getpid())).string();
    FrameTaker taker(file->path, simulation, source.forces);
    const InterruptGuard guard;
    Progress progress(simulation.world.state.step, simulation.step_count, source.quiet);
    taker.look(simulation);
    while (!is_finished(simulation)) {
        if (guard.requested()) return std::nullopt;
        if (const StepReport report = advance(simulation); report.failure)
            throw InputError(
                fmt::format("{}: the physics went bad: {}", source.file, to_text(*report.failure)));
        taker.look(simulation);
        progress.update(simulation.world.state.step, simulation.world.state.time);
    }
    taker.finish();
    Film film = open_film(file->path);
    film.frame = [file, inner = film.frame](int index) { return inner(index); };
    return film;
}

}  // namespace

std::optional<Film> open_source(const FilmSource& source) {
    const std::string ending = std::filesystem::path(source.file).extension().string();
    if (ending == ".json") return simulate(source);
    if (!source.settings.empty())
        throw InputError(fmt::format("{}: --set changes scenes, not recordings", source.file));
    return open_whole_film(source.file, Unfinished::Warn);
}

}  // namespace souple::cli
