// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Formats by name.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "souple/core/errors.h"
#include "souple/io/exports.h"

namespace souple {

namespace {

constexpr std::array<std::pair<const char*, ExportFormat>, 6> names{{{"glb", ExportFormat::Glb},
                                                                     {"usda", ExportFormat::Usda},
                                                                     {"obj", ExportFormat::Obj},
                                                                     {"ply", ExportFormat::Ply},
                                                                     {"vtk", ExportFormat::Vtk},
                                                                     {"csv", ExportFormat::Csv}}};

ExportFormat format_named(std::string_view word) {
    for (const auto& [name, format] : names)
        if (word == name) return format;
    throw InputError(
        fmt::format("'{}' is no export format; there are glb, usda, obj, ply, vtk and csv", word));
}

}  // namespace

ExportResult export_film(ExportFormat format, const Film& film, const ExportSettings& settings) {
    switch (format) {
        case ExportFormat::Glb:
            return export_glb(film, settings);
        case ExportFormat::Usda:
            return export_usda(film, settings);
        case ExportFormat::Obj:
            return export_obj(film, settings);
        case ExportFormat::Ply:
            return export_ply(film, settings);
        case ExportFormat::Vtk:
            return export_vtk(film, settings);
        case ExportFormat::Csv:
            return export_csv(film, settings);
    }
    throw InputError("unknown export format");
}

std::vector<ExportFormat> parse_export_formats(std::string_view words) {
    std::vector<ExportFormat> formats;
    while (true) {
        const std::size_t comma = words.find(',');
        formats.push_back(format_named(words.substr(0, comma)));
        if (comma == std::string_view::npos) return formats;
        words.remove_prefix(comma + 1);
    }
}

std::string extension_of(ExportFormat format) {
    for (const auto& [name, known] : names)
        if (known == format) return format == ExportFormat::Vtk ? ".pvd" : fmt::format(".{}", name);
    return "";
}

}  // namespace souple
