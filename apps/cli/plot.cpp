// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// plot: the probes, bounds and stage timings of a report as a drawing.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>

#include "commands.h"
#include "files.h"
#include "souple/core/errors.h"
#include "souple/render/plot.h"
#include "souple/scene/json/parse.h"

namespace souple::cli {

namespace {

std::string text_of(const Node& object, const char* key) {
    const Node* found = find_member(object, key);
    return found && found->is(NodeKind::String) ? found->text : std::string();
}

std::vector<Real> numbers_of(const Node& object, const char* key) {
    std::vector<Real> numbers;
    if (const Node* list = find_member(object, key))
        for (const Node& item : list->items) numbers.push_back(item.is(NodeKind::Number) ? item.number : NAN);
    return numbers;
}

/// What an expectation says as a person says it, back to numbers.
void read_bound(const std::string& text, PlotBound& bound) {
    double a = 0, b = 0;
    if (std::sscanf(text.c_str(), "below %lf", &a) == 1) {
        bound.high = a;
    } else if (std::sscanf(text.c_str(), "above %lf", &a) == 1) {
        bound.low = a;
    } else if (std::sscanf(text.c_str(), "near %lf within %lf", &a, &b) == 2) {
        bound.low = a - b;
        bound.high = a + b;
    } else if (std::sscanf(text.c_str(), "between %lf and %lf", &a, &b) == 2) {
        bound.low = a;
        bound.high = b;
    }
}

std::vector<PlotBound> bounds_of(const Node& report, const std::string& probe) {
    std::vector<PlotBound> bounds;
    const Node* expectations = find_member(report, "expectations");
    if (!expectations) return bounds;
    for (const Node& expectation : expectations->items) {
        if (text_of(expectation, "probe") != probe) continue;
        PlotBound bound;
        bound.name = text_of(expectation, "name");
        read_bound(text_of(expectation, "bound"), bound);
        const std::string at = text_of(expectation, "at");
        bound.of_mean = at == "mean";
        const Node* time = find_member(expectation, "time");
        const bool throughout = at == "mean" || (at == "always" && !find_member(expectation, "from"));
        if (!throughout && time && time->is(NodeKind::Number)) bound.time = time->number;
        const Node* ok = find_member(expectation, "ok");
        bound.kept = ok && ok->boolean;
        bounds.push_back(bound);
    }
    return bounds;
}

PlotPage page_of(const Node& report) {
    PlotPage page;
    page.title = text_of(report, "title");
    if (const Node* probes = find_member(report, "probes"))
        for (const Member& probe : probes->members)
            page.series.push_back({probe.key, text_of(probe.value, "unit"), numbers_of(probe.value, "times"),
                                   numbers_of(probe.value, "values"), bounds_of(report, probe.key)});
    page.bars_title = "Stages of the step";
    if (const Node* stages = find_member(report, "stages"))
        for (const Member& stage : stages->members) page.bars.push_back({stage.key, stage.value.number});
    return page;
}

}  // namespace

int plot(const PlotOptions& options) {
    check_writable(options.output);
    const Document document = read_json_file(options.report);
    if (!find_member(document.root, "probes") || !find_member(document.root, "stages"))
        throw InputError(fmt::format("{}: this is no report of souple run", options.report));
    write_plot(options.output, page_of(document.root));
    fmt::print("look at {}\n", options.output);
    return good;
}

}  // namespace souple::cli
