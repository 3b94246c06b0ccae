// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Formats by name.
#include <fmt/format.h>

#include <array>

#include "souple/core/errors.h"
#include "souple/io/exports.h"

namespace souple {

namespace {

struct NamedFormat {
    const char* name;
    ExportFormat format;
    const char* ending;
    ExportResult (*write)(const Film&, const ExportSettings&);
};

constexpr std::array<NamedFormat, 10> formats{
    {{"glb", ExportFormat::Glb, ".glb", export_glb},
     {"usda", ExportFormat::Usda, ".usda", export_usda},
     {"obj", ExportFormat::Obj, ".obj", export_obj},
     {"ply", ExportFormat::Ply, ".ply", export_ply},
     {"vtk", ExportFormat::Vtk, ".pvd", export_vtk},
     {"csv", ExportFormat::Csv, ".csv", export_csv},
     {"positions", ExportFormat::Positions, ".positions.csv", export_positions},
     {"npz", ExportFormat::Npz, ".npz", export_npz},
     {"mdd", ExportFormat::Mdd, ".mdd", export_mdd},
     {"pc2", ExportFormat::Pc2, ".pc2", export_pc2}}};

const NamedFormat& entry_of(ExportFormat format) {
    for (const NamedFormat& known : formats)
        if (known.format == format) return known;
    throw InputError("unknown export format");
}

ExportFormat format_named(std::string_view word) {
    for (const NamedFormat& known : formats)
        if (word == known.name) return known.format;
    throw InputError(fmt::format(
        "'{}' is no export format; there are glb, usda, obj, ply, vtk, csv, positions, npz, mdd and pc2",
        word));
}

}  // namespace

ExportResult export_film(ExportFormat format, const Film& film, const ExportSettings& settings) {
    return entry_of(format).write(film, settings);
}

std::vector<ExportFormat> parse_export_formats(std::string_view words) {
    std::vector<ExportFormat> list;
    while (true) {
        const std::size_t comma = words.find(',');
        list.push_back(format_named(words.substr(0, comma)));
        if (comma == std::string_view::npos) return list;
        words.remove_prefix(comma + 1);
    }
}

std::string extension_of(ExportFormat format) { return entry_of(format).ending; }

}  // namespace souple
