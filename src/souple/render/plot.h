// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Numbers against time as drawings (SVG), and seconds as bars.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "souple/core/types.h"

namespace souple {

/// What a series promises: not below `low`, not above `high`, over the whole time or at one moment.
struct PlotBound {
    std::string name;
    std::optional<Real> low, high;
    std::optional<Real> time;  ///< [s] when it is judged; none: always
    bool of_mean = false;      ///< judges the mean over all time: a dashed line that forbids no value
    bool kept = true;
};

struct PlotSeries {
    std::string name;
    std::string unit;          ///< empty: a pure number
    std::vector<Real> times;   ///< [s]
    std::vector<Real> values;  ///< one for each time; the line has a gap where one is not finite
    std::vector<PlotBound> bounds;
};

struct PlotBar {
    std::string name;
    Real seconds = 0;  ///< [s]
};

/// Series in panels of their own, two in a row, then the bars.
struct PlotPage {
    std::string title;
    std::vector<PlotSeries> series;
    std::string bars_title;
    std::vector<PlotBar> bars;
};

std::string plot_svg(const PlotPage& page);

/// Writes .svg, or .png with the help of rsvg-convert. Throws InputError.
void write_plot(const std::string& path, const PlotPage& page);

/// Round numbers that lie in [low, high], three to eight of them: steps of 1, 2 or 5 times a power of ten.
std::vector<Real> nice_ticks(Real low, Real high);

}  // namespace souple
