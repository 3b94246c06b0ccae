// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Hair: what interactions cost against the number of sections, how many wisps run live, and 100,000 hairs in
// a picture.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>

#include "souple/core/parallel.h"
#include "souple/dynamics/hair/measure_hair.h"
#include "souple/dynamics/hair/meet_wisps.h"
#include "souple/dynamics/scratch.h"
#include "souple/models/hair.h"
#include "souple/render/framing.h"
#include "souple/render/render_frame.h"
#include "souple/view/describe_world.h"

namespace {

using namespace souple;

struct Timing {
    double wall = 0, processor = 0;  ///< [s]
};

template <class Fn>
Timing time_of(const Fn& fn) {
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t processor = std::clock();
    fn();
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
    return {wall.count(), double(std::clock() - processor) / CLOCKS_PER_SEC};
}

/// A square of wisps like those of scenes/materials/hair.json, 1.5 cm apart, each 2 cm thick: neighbours are
/// in each other all the way down.
World lawn(int wisps, Real radius) {
    const int side = static_cast<int>(std::lround(std::sqrt(double(wisps))));
    HairDef def;
    def.part.method = Method::VelocityVerlet;
    def.part.substeps = 1;
    def.radius = radius;
    def.material.bend_stiffness = 0.5;
    def.material.bend_damping = 0.001;
    def.material.sample_stiffness = 0.072;
    def.material.sample_damping = 7.2e-4;
    def.contact.viscosity = 20;
    def.grids = {{.columns = side, .rows = side, .spacing = 0.015}};
    World world;
    add_hair(world, def);
    world.model.gravity = Vec3(0, -9.8, 0);
    world.model.drags.push_back({.rate = 1.5});
    world.model.winds.push_back({.velocity = Vec3(3, 0, 1), .gust = 0.5});
    return world;
}

constexpr Real live_step = 1.0 / 120;

/// Contacts alone, where the wisps are after a moment of wind.
Timing time_contacts(World& world, int times) {
    return time_of([&] {
        for (int k = 0; k < times; ++k)
            find_wisp_contacts(world.model, world.control, world.model.hair[0], world.state,
                               world.scratch->hair[0]);
    });
}

void print_slope() {
    fmt::print("{:>8} {:>9} {:>9} {:>8} {:>12} {:>12}\n", "wisps", "sections", "contacts", "each", "cpu ms",
               "us/section");
    double first = 0, last = 0, first_count = 0, last_count = 0;
    for (const int wisps : {100, 400, 1600, 6400}) {
        World world = lawn(wisps, 0.01);
        for (int k = 0; k < 12; ++k) world.step({.h = live_step});
        const int sections = 9 * wisps, times = std::max(4, 80000 / sections);
        time_contacts(world, 1);
        const double spent = time_contacts(world, times).processor / times;
        const int contacts = wisp_contact_count(world, 0);
        fmt::print("{:>8} {:>9} {:>9} {:>8.1f} {:>12.3f} {:>12.3f}\n", wisps, sections, contacts,
                   2.0 * contacts / sections, 1e3 * spent, 1e6 * spent / sections);
        if (first_count == 0) first = spent, first_count = sections;
        last = spent, last_count = sections;
    }
    fmt::print("slope of log processor time over log sections: {:.3f} (bar: 1.1)\n\n",
               std::log(last / first) / std::log(last_count / first_count));
}

void print_live(int wisps, double bar) {
    World world = lawn(wisps, 0.0125);
    for (int k = 0; k < 30; ++k) world.step({.h = live_step});
    constexpr int steps = 40;  // ten images of 30 a second
    Real strain = 0;
    const Timing timing = time_of([&] {
        for (int k = 0; k < steps; ++k) world.step({.h = live_step});
    });
    strain = std::max(strain, segment_strain(world, 0));
    const int live = wisp_count(world.model, world.state, 0);
    fmt::print(
        "{} wisps at 1/120 s, {:.1f} contacts a section: {:.1f} images/s (bar: {}), {:.1f} ms of "
        "processor for an image, strain {:.2g} %\n",
        live, 2.0 * wisp_contact_count(world, 0) / (9 * live), steps / 4 / timing.wall, bar,
        1e3 * timing.processor / (steps / 4.0), 100 * strain);
}

void print_picture() {
    World world = lawn(484, 0.01);
    world.model.hair[0].look.hairs = 207;
    world.step({.h = live_step});
    Frame frame;
    const Timing emitted = time_of([&] { frame = describe_world(world.model, world.state, world.control); });
    const RenderSettings settings;
    Framing framing(static_cast<Real>(settings.width) / settings.height);
    include(framing, frame);
    const Camera camera = fitting_camera(framing);
    const Timing drawn = time_of([&] { render_frame(frame, camera, settings); });
    fmt::print(
        "{} hairs, {} x {} pixels, {} samples: emitted in {:.2f} s, drawn in {:.2f} s, {:.2f} s of "
        "processor in all (bar: 5 s)\n",
        frame.curves[1].first.size() - 1, settings.width, settings.height, settings.samples, emitted.wall,
        drawn.wall, emitted.processor + drawn.processor);
}

}  // namespace

int main(int argc, char** argv) {
    const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
    const ThreadLimit limit(threads);
    fmt::print("hair, {} threads\n", threads);
    print_slope();
    print_live(1024, 30);
    print_live(2025, 15);
    print_picture();
    return 0;
}
