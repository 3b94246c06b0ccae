// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The tablecloth (004 R7) on uniform grids of 16, 32, 64 and 128 squares and on those that refine themselves:
// time against distance from the finest, as a table, and with `--svg PATH` as a drawing. Times are
// those of the processor, on one thread.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "final_surface.h"
#include "souple/core/parallel.h"
#include "souple/render/svg.h"

namespace {

using namespace souple;

struct Row {
    std::string name;
    bool adaptive = false;
    Outcome outcome;
    Distance error;
};

Row run_row(const std::string& name, int start, int finest, const std::vector<std::string>& more = {}) {
    std::vector<std::string> settings = more;
    settings.push_back(fmt::format("parts.nappe.adapt.start_level={}", start));
    settings.push_back(fmt::format("parts.nappe.adapt.max_level={}", finest));
    const std::string file = std::string(SOUPLE_SOURCE_DIR) + "/scenes/cloth/r7_tablecloth.json";
    return {name, start < finest, run_cloth(file, settings), {}};
}

/// Powers of ten on both axes.
struct LogAxes {
    SvgBox box;
    Real left = 0, right = 1, bottom = 0, top = 1;  ///< log10

    SvgPoint place(Real seconds, Real error) const {
        return {box.x + box.width * (std::log10(seconds) - left) / (right - left),
                box.y + box.height * (top - std::log10(error)) / (top - bottom)};
    }
};

void draw_axes(const LogAxes& axes, SvgDrawing& svg) {
    const std::string grid = "stroke=\"#ddd\"", words = "font-size=\"13\" fill=\"#333\"";
    for (Real k = axes.left; k <= axes.right; ++k) {
        const Real x = axes.place(std::pow(10, k), 1).x;
        svg.line({x, axes.box.y}, {x, axes.box.y + axes.box.height}, grid);
        svg.text({x, axes.box.y + axes.box.height + 18}, TextAnchor::Middle, words,
                 fmt::format("{:g} s", std::pow(10, k)));
    }
    for (Real k = axes.bottom; k <= axes.top; ++k) {
        const Real y = axes.place(1, std::pow(10, k)).y;
        svg.line({axes.box.x, y}, {axes.box.x + axes.box.width, y}, grid);
        svg.text({axes.box.x - 8, y + 4}, TextAnchor::End, words, fmt::format("{:g} %", std::pow(10, k)));
    }
    svg.text({axes.box.x + axes.box.width / 2, axes.box.y + axes.box.height + 40}, TextAnchor::Middle, words,
             "time of the processor");
    svg.text({axes.box.x, axes.box.y - 12}, TextAnchor::Start, words,
             "rms distance from 128 x 128 squares, of the side");
}

std::string draw(const std::vector<Row>& rows) {
    LogAxes axes{{90, 40, 520, 320}, 1e9, -1e9, 1e9, -1e9};
    for (const Row& row : rows) {
        if (row.error.rms == 0) continue;
        axes.left = std::min(axes.left, std::floor(std::log10(row.outcome.processor)));
        axes.right = std::max(axes.right, std::ceil(std::log10(row.outcome.processor)));
        axes.bottom = std::min(axes.bottom, std::floor(std::log10(100 * row.error.rms)));
        axes.top = std::max(axes.top, std::ceil(std::log10(100 * row.error.rms)));
    }
    SvgDrawing svg(680, 420);
    svg.box({0, 0, 680, 420}, "fill=\"white\"");
    draw_axes(axes, svg);
    std::vector<SvgPoint> uniform;
    for (const Row& row : rows) {
        if (row.error.rms == 0) continue;
        const SvgPoint place = axes.place(row.outcome.processor, 100 * row.error.rms);
        const std::string colour = row.adaptive ? "#c03030" : "#3060b0";
        if (!row.adaptive) uniform.push_back(place);
        svg.dot(place, 5, "fill=\"" + colour + "\"");
        svg.text({place.x + 9, place.y + (row.adaptive ? 18 : -6)}, TextAnchor::Start,
                 "font-size=\"13\" fill=\"" + colour + "\"", row.name);
    }
    svg.polyline(uniform, "stroke=\"#3060b0\" stroke-width=\"1.5\"");
    return svg.finish();
}

}  // namespace

int main(int argc, char** argv) {
    const ThreadLimit limit(1);
    const std::vector<std::string> published{"parts.nappe.adapt.alpha=20", "parts.nappe.adapt.beta=15"};
    std::vector<Row> rows;
    for (int level = 1; level <= 4; ++level)
        rows.push_back(run_row(fmt::format("uniform {0} x {0}", 8 << level), level, level));
    const Outcome finest = rows.back().outcome;
    rows.push_back(run_row("adaptive 8 -> 64", 0, 3));
    rows.push_back(run_row("adaptive 8 -> 128", 0, 4));
    rows.push_back(run_row("adaptive 8 -> 64, 20 + 15 deg", 0, 3, published));
    std::printf("| %-30s | %6s | %9s | %7s | %9s | %9s | %9s |\n", "mesh", "faces", "seconds", "faster",
                "max [%]", "rms [%]", "adapt [%]");
    for (Row& row : rows) {
        if (row.outcome.faces < finest.faces) row.error = between(finest.surface, row.outcome.surface);
        const Outcome& outcome = row.outcome;
        std::printf("| %-30s | %6d | %9.2f | %7.1f | %9.2f | %9.2f | %9.1f |\n", row.name.c_str(),
                    outcome.faces, outcome.processor, finest.processor / outcome.processor,
                    100 * row.error.max, 100 * row.error.rms, 100 * outcome.adapt_seconds / outcome.seconds);
    }
    if (argc > 2 && std::string(argv[1]) == "--svg") std::ofstream(argv[2]) << draw(rows);
}
