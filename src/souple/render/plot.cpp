// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "souple/core/errors.h"
#include "souple/core/files.h"
#include "souple/render/file_names.h"
#include "souple/render/piped_program.h"
#include "souple/render/svg.h"

namespace souple {

namespace {

constexpr double panel_width = 460, panel_height = 220, title_height = 40, bar_height = 22;
constexpr double left = 70, right = 16, top = 30, bottom = 34;  // around the axes of a panel
const std::string ink = "fill=\"#333\"", pale = "stroke=\"#ddd\"", kept_colour = "#2a8f4f",
                  failed_colour = "#d62f2f";

struct Span {
    Real low = 0, high = 1;
};

void widen(Span& span, Real value) {
    if (!std::isfinite(value)) return;
    span.low = std::min(span.low, value);
    span.high = std::max(span.high, value);
}

/// Of all finite values, never empty.
Span span_of(const std::vector<Real>& values, const std::vector<PlotBound>& bounds) {
    Span span{INFINITY, -INFINITY};
    for (const Real value : values) widen(span, value);
    for (const PlotBound& bound : bounds) {
        if (bound.low) widen(span, *bound.low);
        if (bound.high) widen(span, *bound.high);
    }
    if (!(span.low <= span.high)) return {0, 1};
    const Real room =
        span.high > span.low ? 0.06 * (span.high - span.low) : std::max(0.1 * std::abs(span.high), 1e-12);
    return {span.low - room, span.high + room};
}

/// A panel's axes: from values to pixels.
struct Axes {
    SvgBox box;
    Span x, y;

    double to_x(Real value) const { return box.x + (value - x.low) / (x.high - x.low) * box.width; }
    double to_y(Real value) const {
        return box.y + box.height - (value - y.low) / (y.high - y.low) * box.height;
    }
};

std::string number(Real value) { return fmt::format("{:.6g}", value); }

void draw_axes(SvgDrawing& drawing, const Axes& axes) {
    const SvgBox& box = axes.box;
    for (const Real value : nice_ticks(axes.y.low, axes.y.high)) {
        const double y = axes.to_y(value);
        drawing.line({box.x, y}, {box.x + box.width, y}, pale);
        drawing.text({box.x - 6, y + 4}, TextAnchor::End, ink, number(value));
    }
    for (const Real value : nice_ticks(axes.x.low, axes.x.high)) {
        const double x = axes.to_x(value);
        drawing.line({x, box.y}, {x, box.y + box.height}, pale);
        drawing.text({x, box.y + box.height + 15}, TextAnchor::Middle, ink, number(value));
    }
    drawing.text({box.x + box.width / 2, box.y + box.height + 29}, TextAnchor::Middle, ink, "time [s]");
    drawing.box(box, "fill=\"none\" stroke=\"#888\"");
}

/// A bound for always is a line across with its forbidden side tinted; one for a moment is a bracket.
void draw_bound(SvgDrawing& drawing, const Axes& axes, const PlotBound& bound) {
    const SvgBox& box = axes.box;
    const std::string& colour = bound.kept ? kept_colour : failed_colour;
    const double x = bound.time ? std::clamp(axes.to_x(*bound.time), box.x, box.x + box.width) : 0;
    const auto edge = [&](Real value, bool upper) {
        const double y = axes.to_y(value);
        const SvgPoint from{bound.time ? x - 7 : box.x, y}, to{bound.time ? x + 7 : box.x + box.width, y};
        if (!bound.time && !bound.of_mean)
            drawing.box({box.x, upper ? box.y : y, box.width, upper ? y - box.y : box.y + box.height - y},
                        fmt::format("fill=\"{}\" fill-opacity=\"0.07\"", colour));
        drawing.line(from, to,
                     fmt::format("stroke=\"{}\" stroke-width=\"2\"{}", colour,
                                 bound.of_mean ? " stroke-dasharray=\"6 4\"" : ""));
        // the forbidden side is where the short strokes point to
        const double out = upper ? -5 : 5;
        drawing.line(from, {from.x, y + out}, fmt::format("stroke=\"{}\" stroke-width=\"2\"", colour));
        drawing.line(to, {to.x, y + out}, fmt::format("stroke=\"{}\" stroke-width=\"2\"", colour));
    };
    if (bound.high) edge(*bound.high, true);
    if (bound.low) edge(*bound.low, false);
}

void draw_line(SvgDrawing& drawing, const Axes& axes, const PlotSeries& series) {
    const std::string style = "stroke=\"#1f5fa8\" stroke-width=\"1.6\" stroke-linejoin=\"round\"";
    std::vector<SvgPoint> run;
    const auto flush = [&] {
        if (run.size() == 1) drawing.dot(run[0], 2.5, "fill=\"#1f5fa8\"");
        if (run.size() > 1) drawing.polyline(run, style);
        run.clear();
    };
    for (std::size_t i = 0; i < std::min(series.times.size(), series.values.size()); ++i) {
        if (!std::isfinite(series.values[i])) {
            flush();
            continue;
        }
        run.push_back({axes.to_x(series.times[i]), axes.to_y(series.values[i])});
    }
    flush();
}

void draw_panel(SvgDrawing& drawing, const SvgPoint& corner, const PlotSeries& series) {
    Axes axes;
    axes.box = {corner.x + left, corner.y + top, panel_width - left - right, panel_height - top - bottom};
    axes.y = span_of(series.values, series.bounds);
    axes.x = {0, 1};
    if (series.times.size() > 1) axes.x = {series.times.front(), series.times.back()};
    if (!(axes.x.high > axes.x.low)) axes.x.high = axes.x.low + 1;
    draw_axes(drawing, axes);
    for (const PlotBound& bound : series.bounds) draw_bound(drawing, axes, bound);
    draw_line(drawing, axes, series);
    const std::string unit = series.unit.empty() ? "" : fmt::format(" [{}]", series.unit);
    drawing.text({axes.box.x, axes.box.y - 8}, TextAnchor::Start, ink + " font-weight=\"bold\"",
                 series.name + unit);
}

void draw_bars(SvgDrawing& drawing, const SvgPoint& corner, const PlotPage& page) {
    Real longest = 0, total = 0;
    for (const PlotBar& bar : page.bars) {
        longest = std::max(longest, bar.seconds);
        total += bar.seconds;
    }
    drawing.text({corner.x + 8, corner.y + 18}, TextAnchor::Start, ink + " font-weight=\"bold\"",
                 fmt::format("{} [s], {:.4g} s in all", page.bars_title, total));
    const double start = corner.x + 130, room = 2 * panel_width - 130 - 140;
    double y = corner.y + top;
    for (const PlotBar& bar : page.bars) {
        const double length = longest > 0 ? room * bar.seconds / longest : 0;
        drawing.text({start - 8, y + 14}, TextAnchor::End, ink, bar.name);
        drawing.box({start, y + 2, length, bar_height - 6}, "fill=\"#4a86c5\"");
        drawing.text(
            {start + length + 6, y + 14}, TextAnchor::Start, ink,
            fmt::format("{:.4g} ({:.0f} %)", bar.seconds, total > 0 ? 100 * bar.seconds / total : 0));
        y += bar_height;
    }
}

void write_png_of(const std::string& path, const std::string& svg) {
    const WritePlace place = find_place(path);
    try {
        PipedProgram program({"rsvg-convert", "--format", "png", "--zoom", "2", "--output", place.part},
                             "install librsvg2-bin, or write .svg");
        program.send(svg);
        program.finish();
        put_in_place(place);
    } catch (...) {
        give_up(place);
        throw;
    }
}

}  // namespace

std::vector<Real> nice_ticks(Real low, Real high) {
    const Real rough = (high - low) / 5;
    if (!(rough > 0) || !std::isfinite(rough)) return {low};
    const Real power = std::pow(10.0, std::floor(std::log10(rough)));
    const Real step = rough / power < 1.5   ? power
                      : rough / power < 3.5 ? 2 * power
                      : rough / power < 7.5 ? 5 * power
                                            : 10 * power;
    std::vector<Real> ticks;
    const Real first = std::ceil(low / step - 1e-9);
    for (int i = 0; i < 20 && (first + i) * step <= high + 1e-9 * step; ++i)
        ticks.push_back((first + i) * step);
    return ticks;
}

std::string plot_svg(const PlotPage& page) {
    const std::size_t rows = (page.series.size() + 1) / 2;
    const double bars_height =
        page.bars.empty() ? 0 : top + bar_height * static_cast<double>(page.bars.size());
    SvgDrawing drawing(2 * panel_width,
                       title_height + panel_height * static_cast<double>(rows) + bars_height + 12);
    drawing.text({8, 25}, TextAnchor::Start, ink + " font-size=\"16\"", page.title);
    for (std::size_t i = 0; i < page.series.size(); ++i)
        draw_panel(drawing,
                   {panel_width * static_cast<double>(i % 2),
                    title_height + panel_height * static_cast<double>(i / 2)},
                   page.series[i]);
    if (!page.bars.empty())
        draw_bars(drawing, {0, title_height + panel_height * static_cast<double>(rows)}, page);
    return drawing.finish();
}

void write_plot(const std::string& path, const PlotPage& page) {
    const std::string ending = extension_of(path), svg = plot_svg(page);
    if (ending == "svg")
        write_whole_file(path, svg);
    else if (ending == "png")
        write_png_of(path, svg);
    else
        throw InputError(fmt::format("{}: a plot is written as .svg or .png", path));
}

}  // namespace souple
