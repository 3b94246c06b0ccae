// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tables of numbers over time: probes as they are, and films by the mean and the largest of their quantities.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "souple/core/errors.h"
#include "souple/io/export_files.h"
#include "souple/io/export_survey.h"

namespace souple {

namespace {

constexpr Real missing = std::numeric_limits<Real>::quiet_NaN();

/// A name with a comma or a quote stands in quotes.
std::string csv_word(const std::string& word) {
    if (word.find_first_of(",\"\n\r") == std::string::npos) return word;
    std::string quoted = "\"";
    for (const char c : word) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

std::string csv_text(const NumberTable& table) {
    std::string text = "time";
    for (const std::string& name : table.names) text += "," + csv_word(name);
    text += "\n";
    for (std::size_t i = 0; i < table.times.size(); ++i) {
        fmt::format_to(std::back_inserter(text), "{}", table.times[i]);
        for (const auto& column : table.values)
            std::isfinite(column[i]) ? fmt::format_to(std::back_inserter(text), ",{}", column[i])
                                     : fmt::format_to(std::back_inserter(text), ",");
        text += "\n";
    }
    return text;
}

/// The column with this name, filled up to the time before the last.
std::vector<Real>& column_named(NumberTable& table, const std::string& name) {
    const auto found = std::find(table.names.begin(), table.names.end(), name);
    const auto index = static_cast<std::size_t>(found - table.names.begin());
    if (found == table.names.end()) {
        table.names.push_back(name);
        table.values.emplace_back();
    }
    table.values[index].resize(table.times.size() - 1, missing);
    return table.values[index];
}

void summarise(const StructureHead& head, NumberTable& table) {
    for (const Quantity& quantity : head.quantities) {
        if (quantity.kind == QuantityKind::Colour || quantity.values.empty()) continue;
        const std::size_t width = quantity.kind == QuantityKind::Scalar ? 1 : 3;
        Real sum = 0, largest = -std::numeric_limits<Real>::infinity();
        for (std::size_t i = 0; i + width <= quantity.values.size(); i += width) {
            Real value = quantity.values[i];
            if (width == 3)
                value = Vec3(quantity.values[i], quantity.values[i + 1], quantity.values[i + 2]).norm();
            sum += value;
            largest = std::max(largest, value);
        }
        const std::string unit = quantity.unit.empty() ? "" : fmt::format(" [{}]", quantity.unit);
        const std::string name = fmt::format("{}.{}", head.name, quantity.name);
        column_named(table, name + ".mean" + unit)
            .push_back(sum / static_cast<Real>(quantity.values.size() / width));
        column_named(table, name + ".max" + unit).push_back(largest);
    }
}

template <class View>
void summarise_all(const std::vector<View>& views, NumberTable& table) {
    for (const View& view : views) summarise(view.head, table);
}

}  // namespace

void write_csv(const NumberTable& table, const std::string& path) {
    if (table.names.size() != table.values.size())
        throw InputError(fmt::format("{}: a table needs one name for each column", path));
    for (std::size_t k = 0; k < table.values.size(); ++k)
        if (table.values[k].size() != table.times.size())
            throw InputError(
                fmt::format("{}: '{}' does not have one number for each time", path, table.names[k]));
    check_export_path(path);
    PartFiles files;
    files.open(path);
    files.write(csv_text(table));
    files.commit();
}

ExportResult export_csv(const Film& film, const ExportSettings& settings) {
    const std::int64_t estimate = admit(ExportFormat::Csv, survey(film), film, settings);
    NumberTable table;
    for (int i = 0; i < film.frame_count; ++i) {
        const Frame frame = film.frame(i);
        table.times.push_back(frame.time);
        summarise_all(frame.surfaces, table);
        summarise_all(frame.curves, table);
        summarise_all(frame.points, table);
        summarise_all(frame.discs, table);
        summarise_all(frame.instances, table);
        report_progress(settings, i + 1);
    }
    for (auto& column : table.values) column.resize(table.times.size(), missing);
    write_csv(table, settings.path);
    return {{settings.path}, estimate, static_cast<std::int64_t>(csv_text(table).size()), {}};
}

}  // namespace souple
