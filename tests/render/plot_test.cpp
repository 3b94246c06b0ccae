// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/render/plot.h and svg.h
#include "souple/render/plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "souple/core/errors.h"

namespace souple {
namespace {

std::size_t count(const std::string& text, const std::string& piece) {
    std::size_t found = 0;
    for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1)) ++found;
    return found;
}

PlotPage page() {
    PlotSeries height{.name = "height <of a & b>",
                      .unit = "m",
                      .times = {0, 1, 2, 3},
                      .values = {4, 3, 2, 5},
                      .bounds = {}};
    height.bounds = {{.name = "always", .low = 1.0, .high = 6.0, .time = {}, .kept = true},
                     {.name = "end", .low = 7.0, .high = {}, .time = 3.0, .kept = false}};
    return {.title = "Two things",
            .series = {height},
            .bars_title = "Stages",
            .bars = {{"advance", 3}, {"accept", 1}}};
}

TEST(Plot, every_series_has_its_name_unit_line_and_bounds) {
    const std::string svg = plot_svg(page());
    EXPECT_EQ(count(svg, "<polyline"), 1);
    EXPECT_EQ(count(svg, "height &lt;of a &amp; b&gt; [m]"), 1);
    EXPECT_EQ(count(svg, "time [s]"), 1);
    // three edges of bounds, each a line with two short strokes
    EXPECT_EQ(count(svg, "stroke=\"#2a8f4f\""), 6);
    EXPECT_EQ(count(svg, "stroke=\"#d62f2f\""), 3);
    EXPECT_EQ(count(svg, "fill-opacity=\"0.07\""), 2) << "a bound at one moment tints nothing";
}

TEST(Plot, bars_are_as_long_as_their_seconds) {
    const std::string svg = plot_svg(page());
    EXPECT_NE(svg.find("width=\"650.00\" height=\"16.00\""), std::string::npos);
    EXPECT_NE(svg.find("width=\"216.67\" height=\"16.00\""), std::string::npos);
    EXPECT_NE(svg.find("3 (75 %)"), std::string::npos);
}

TEST(Plot, a_line_has_a_gap_where_a_value_is_not_finite) {
    PlotPage gap = page();
    gap.series[0].times = {0, 1, 2, 3, 4};
    gap.series[0].values = {1, 2, NAN, 3, 4};
    EXPECT_EQ(count(plot_svg(gap), "<polyline"), 2);
    gap.series[0].values = {NAN, NAN, NAN, NAN, NAN};
    gap.series[0].bounds.clear();
    EXPECT_EQ(count(plot_svg(gap), "nan"), 0);
}

TEST(Plot, ticks_are_round_numbers_inside_the_span) {
    EXPECT_EQ(nice_ticks(0, 10), (std::vector<Real>{0, 2, 4, 6, 8, 10}));
    for (const Real scale : {1e-9, 0.013, 1.0, 7e8}) {
        const std::vector<Real> ticks = nice_ticks(-0.3 * scale, 1.1 * scale);
        EXPECT_GE(ticks.size(), 3u);
        EXPECT_LE(ticks.size(), 8u);
        EXPECT_GE(ticks.front(), -0.3 * scale);
        EXPECT_LE(ticks.back(), 1.1 * scale * (1 + 1e-9));
    }
    EXPECT_EQ(nice_ticks(2, 2).size(), 1u);
}

TEST(Plot, files_end_as_svg_or_png) {
    const std::filesystem::path folder = testing::TempDir();
    write_plot((folder / "plot.svg").string(), page());
    EXPECT_GT(std::filesystem::file_size(folder / "plot.svg"), 1000u);
    EXPECT_THROW(write_plot((folder / "plot.pdf").string(), page()), InputError);
    EXPECT_THROW(write_plot((folder / "no_such_folder" / "plot.svg").string(), page()), InputError);
    if (std::system("rsvg-convert --version > /dev/null 2>&1") != 0)
        GTEST_SKIP() << "there is no rsvg-convert";
    write_plot((folder / "plot.png").string(), page());
    EXPECT_GT(std::filesystem::file_size(folder / "plot.png"), 1000u);
    EXPECT_THROW(write_plot((folder / "no_such_folder" / "plot.png").string(), page()), InputError);
    EXPECT_FALSE(std::filesystem::exists(folder / "plot.png.part"));
}

}  // namespace
}  // namespace souple
