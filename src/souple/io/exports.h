// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Films as files that other programs open: every exporter in one list, all with the same signature.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "souple/view/film.h"

namespace souple {

enum class ExportFormat { Glb, Usda, Obj, Ply, Vtk, Csv, Positions, Npz, Mdd, Pc2 };

constexpr std::int64_t export_limit =
    1'000'000'000;  ///< [bytes] of one export, unless large ones are allowed

struct ExportSettings {
    std::string path;      ///< the final name with its extension; sequences put the frame's number before it
    int hairs = 0;         ///< strands taken of structures that end in `hairs`; 0: none, the guides alone
    int hair_points = 16;  ///< of a strand at most, when hairs do not have the same number all along
    Real thinning = 1e-4;  ///< how far a thinned animation may stray, as a share of a structure's size
    bool large = false;    ///< whether more than `limit` may be written
    std::int64_t limit = export_limit;  ///< [bytes]
    /// Called with the estimated size [bytes], before anything is written.
    std::function<void(std::int64_t)> announce = {};
    /// Called after each frame with how many are done; false stops the export, which then throws.
    std::function<bool(int)> keep_going = {};
};

struct ExportResult {
    std::vector<std::string> files;
    std::int64_t estimated_bytes = 0;
    std::int64_t bytes = 0;               ///< what was written in the end
    std::vector<std::string> notes = {};  ///< what a person should know of what was left out
};

/// All of these: the size is estimated first, and past the limit only `large` goes on. Files are written as
/// NAME.part and renamed when the last of them is whole. Throws InputError for a film without frames, a
/// number that is not finite and when the disk refuses; nothing is then left under a final name.
ExportResult export_glb(const Film& film, const ExportSettings& settings);
ExportResult export_usda(const Film& film, const ExportSettings& settings);
ExportResult export_obj(const Film& film, const ExportSettings& settings);
ExportResult export_ply(const Film& film, const ExportSettings& settings);
ExportResult export_vtk(const Film& film, const ExportSettings& settings);
/// Mean and largest value of every quantity over time.
ExportResult export_csv(const Film& film, const ExportSettings& settings);

/// Where each point and body is, a line for each of them in each frame.
ExportResult export_positions(const Film& film, const ExportSettings& settings);
/// Everything as arrays for NumPy, in one .npz.
ExportResult export_npz(const Film& film, const ExportSettings& settings);
/// Point caches: for each surface and set of curves a file NAME_STRUCTURE.mdd or .pc2 and beside it the .obj
/// that it moves. What changes its number of points is left out and noted; InputError when nothing is left.
ExportResult export_mdd(const Film& film, const ExportSettings& settings);
ExportResult export_pc2(const Film& film, const ExportSettings& settings);

/// One of the above.
ExportResult export_film(ExportFormat format, const Film& film, const ExportSettings& settings);

/// [bytes] that a film of so many frames, all like this one, would take without thinning.
std::int64_t estimate_export(ExportFormat format, const Frame& frame, int frame_count, int hairs = 0);
/// Throws the InputError of an export that is larger than its limit.
[[noreturn]] void refuse_large(const std::string& path, std::int64_t bytes,
                               std::int64_t limit = export_limit);

/// "glb,usda" as formats; throws InputError naming a word that is none.
std::vector<ExportFormat> parse_export_formats(std::string_view words);
/// With the dot: .glb, .usda, .obj, .ply, .pvd, .csv, .positions.csv, .npz, .mdd, .pc2.
std::string extension_of(ExportFormat format);

/// Columns of numbers over time: probes, or a summary of a film.
struct NumberTable {
    std::vector<std::string> names;         ///< of the columns
    std::vector<Real> times;                ///< [s]
    std::vector<std::vector<Real>> values;  ///< for each column one number for each time
};

/// A line of names, then one line for each time.
void write_csv(const NumberTable& table, const std::string& path);

}  // namespace souple
