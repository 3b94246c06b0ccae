// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What is measured on crowds of people, beside what was published: speed against density in a corridor
// (`rimea_4_corridor.json`) and flow against the width of a door (`bottleneck.json`), as a table, and with
// `--svg PATH` as a drawing.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "souple/render/svg.h"
#include "souple/scene/simulation.h"

namespace {

using namespace souple;

Simulation run_scene(const std::string& name, const std::vector<std::string>& settings) {
    const std::string file = std::string(SOUPLE_SOURCE_DIR) + "/scenes/crowd/" + name;
    Simulation simulation = make_simulation(load_scene(file, {settings, {}}));
    while (!is_finished(simulation))
        if (advance(simulation).failure) fmt::print(stderr, "the run failed\n"), std::exit(1);
    return simulation;
}

const Probe& probe_of(const Simulation& simulation, const std::string& name) {
    for (const Probe& probe : simulation.probes)
        if (probe.name == name) return probe;
    fmt::print(stderr, "no probe {}\n", name);
    std::exit(1);
}

struct Sample {
    Real x = 0, y = 0;
};

/// [m/s] against [1/m^2]: four corridors at a time, means over the last ten seconds.
std::vector<Sample> speeds_against_density() {
    const Real area = 16 * std::sin(std::numbers::pi / 16) * (8 * 8 - 5 * 5);  // between two 32-gons [m^2]
    const std::vector<std::string> corridors{"density_0_5", "density_1", "density_2", "density_3"};
    std::vector<Sample> samples;
    for (const std::vector<Real>& densities : {std::vector<Real>{0.25, 0.5, 0.75, 1}, {1.5, 2, 3, 4}}) {
        std::vector<std::string> settings;
        std::vector<Real> people;
        for (std::size_t k = 0; k < corridors.size(); ++k) {
            people.push_back(std::round(densities[k] * area));
            settings.push_back(fmt::format("parts.{}.groups.0.places.count={}", corridors[k], people[k]));
        }
        const Simulation simulation = run_scene("rimea_4_corridor.json", settings);
        for (std::size_t k = 0; k < corridors.size(); ++k) {
            const Probe& probe = probe_of(simulation, corridors[k]);
            Real sum = 0;
            int count = 0;
            for (std::size_t n = 0; n < probe.times.size(); ++n) {
                if (probe.times[n] < probe.times.back() - 10) continue;
                sum += probe.values[n];
                ++count;
            }
            samples.push_back({people[k] / area, sum / count});
        }
    }
    return samples;
}

/// [s] when a share of the people had passed.
Real time_of_share(const Probe& probe, Real share) {
    for (std::size_t n = 0; n < probe.times.size(); ++n)
        if (probe.values[n] >= share) return probe.times[n];
    return INFINITY;
}

/// [1/s] against [m]: three doors at a time; from the tenth to the fortieth of the fifty people.
std::vector<Sample> flows_against_width() {
    const std::vector<std::string> doors{"door_80", "door_120", "door_200"};
    std::vector<Sample> samples;
    for (const std::vector<Real>& widths : {std::vector<Real>{0.8, 1, 1.2}, {1.6, 2, 2.4}}) {
        std::vector<std::string> settings{"duration=50"};
        for (std::size_t k = 0; k < doors.size(); ++k) {
            const Real middle = 5 + 12 * static_cast<Real>(k);
            settings.push_back(
                fmt::format("parts.{}.ground.obstacles.0.high=[8.5, {}]", doors[k], middle - widths[k] / 2));
            settings.push_back(
                fmt::format("parts.{}.ground.obstacles.1.low=[8, {}]", doors[k], middle + widths[k] / 2));
        }
        const Simulation simulation = run_scene("bottleneck.json", settings);
        for (std::size_t k = 0; k < doors.size(); ++k) {
            const Probe& probe = probe_of(simulation, doors[k]);
            samples.push_back({widths[k], 30 / (time_of_share(probe, 0.8) - time_of_share(probe, 0.2))});
        }
    }
    return samples;
}

/// Weidmann 1993 [m/s].
Real measured_speed(Real density) {
    return density > 0 ? 1.34 * (1 - std::exp(-1.913 * (1 / density - 1 / 5.4))) : 1.34;
}

struct Curve {
    std::string name, style;
    std::function<Real(Real)> value;
};

struct Diagram {
    SvgBox box;
    std::string title, across, upwards;
    Real right = 1, top = 1, step_right = 1, step_top = 1;
    Real legend = 0.5;  ///< where it begins, of the width
    std::vector<Curve> curves;
    std::vector<Sample> samples;

    SvgPoint place(Real x, Real y) const {
        return {box.x + box.width * x / right, box.y + box.height * (1 - y / top)};
    }
};

void draw_diagram(const Diagram& d, SvgDrawing& svg) {
    const std::string words = "font-size=\"13\" fill=\"#333\"";
    for (Real x = 0; x <= d.right * 1.001; x += d.step_right) {
        svg.line(d.place(x, 0), d.place(x, d.top), "stroke=\"#ddd\"");
        svg.text({d.place(x, 0).x, d.box.y + d.box.height + 18}, TextAnchor::Middle, words,
                 fmt::format("{:g}", x));
    }
    for (Real y = 0; y <= d.top * 1.001; y += d.step_top) {
        svg.line(d.place(0, y), d.place(d.right, y), "stroke=\"#ddd\"");
        svg.text({d.box.x - 8, d.place(0, y).y + 4}, TextAnchor::End, words, fmt::format("{:g}", y));
    }
    svg.text({d.box.x, d.box.y - 14}, TextAnchor::Start, words, d.title + ", " + d.upwards);
    svg.text({d.box.x + d.box.width / 2, d.box.y + d.box.height + 38}, TextAnchor::Middle, words, d.across);
    const Real left = d.box.x + d.legend * d.box.width;
    Real below = d.box.y + 18;
    for (const Curve& curve : d.curves) {
        std::vector<SvgPoint> points;
        for (int k = 0; k <= 100; ++k) {
            const Real x = d.right * k / 100, y = curve.value(x);
            if (y >= 0 && y <= d.top) points.push_back(d.place(x, y));
        }
        svg.polyline(points, curve.style);
        svg.line({left, below - 4}, {left + 24, below - 4}, curve.style);
        svg.text({left + 30, below}, TextAnchor::Start, words, curve.name);
        below += 18;
    }
    for (const Sample& sample : d.samples) svg.dot(d.place(sample.x, sample.y), 4.5, "fill=\"#c03030\"");
    svg.dot({left + 12, below - 4}, 4.5, "fill=\"#c03030\"");
    svg.text({left + 30, below}, TextAnchor::Start, words, "here");
}

std::string draw(const std::vector<Sample>& speeds, const std::vector<Sample>& flows) {
    const std::string firm = "stroke=\"#3060b0\" stroke-width=\"1.5\"",
                      dashed = firm + " stroke-dasharray=\"6 4\"";
    SvgDrawing svg(960, 400);
    svg.box({0, 0, 960, 400}, "fill=\"white\"");
    draw_diagram({{60, 45, 390, 290},
                  "speed in a corridor",
                  "people per square metre",
                  "[m/s]",
                  5,
                  1.6,
                  1,
                  0.4,
                  0.5,
                  {{"Weidmann 1993", firm, measured_speed}},
                  speeds},
                 svg);
    draw_diagram({{540, 45, 390, 290},
                  "flow through a door",
                  "width [m]",
                  "[1/s]",
                  2.5,
                  8,
                  0.5,
                  2,
                  0.04,
                  {{"1.9 per metre, Seyfried 2009", firm, [](Real w) { return 1.9 * w; }},
                   {"1.22 per metre, Weidmann 1993", dashed, [](Real w) { return 1.22 * w; }}},
                  flows},
                 svg);
    return svg.finish();
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<Sample> speeds = speeds_against_density(), flows = flows_against_width();
    fmt::print("density [1/m^2]   speed [m/s]   Weidmann 1993\n");
    for (const auto& [x, y] : speeds) fmt::print("{:>15.2f} {:>13.2f} {:>15.2f}\n", x, y, measured_speed(x));
    fmt::print("width [m]   flow [1/s]   of the width [1/(m s)]\n");
    for (const auto& [x, y] : flows) fmt::print("{:>9.1f} {:>12.2f} {:>24.2f}\n", x, y, y / x);
    if (argc > 2 && std::string(argv[1]) == "--svg") std::ofstream(argv[2]) << draw(speeds, flows);
}
