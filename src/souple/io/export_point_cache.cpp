// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Point caches: the places of the points of one mesh over time, in Lightwave's .mdd and in .pc2, each beside
// the .obj that it moves. Only what keeps its number of points has one.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <optional>

#include "souple/core/errors.h"
#include "souple/io/export_files.h"
#include "souple/io/export_looks.h"
#include "souple/io/export_resample.h"
#include "souple/io/export_survey.h"

namespace souple {

namespace {

enum class CacheKind { Mdd, Pc2 };

void put_word32(std::string& bytes, std::uint32_t word, CacheKind kind) {
    // .mdd is from machines that put the highest byte first
    for (int k = 0; k < 4; ++k)
        bytes += static_cast<char>(word >> (kind == CacheKind::Mdd ? 24 - 8 * k : 8 * k) & 255u);
}

void put_float(std::string& bytes, Real number, CacheKind kind) {
    put_word32(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(number)), kind);
}

struct CachedFilm {
    const Film& film;
    const FilmSurvey& survey;
    const ExportSettings& settings;
    CacheKind kind = CacheKind::Mdd;
    PlainNames names = {};
};

/// Counts, then the times of all frames [s]; .pc2 has a first frame and a step instead, in frames.
std::string cache_head(const CachedFilm& cached, std::int64_t points) {
    std::string bytes;
    const auto frames = static_cast<std::uint32_t>(cached.film.frame_count);
    if (cached.kind == CacheKind::Mdd) {
        put_word32(bytes, frames, cached.kind);
        put_word32(bytes, static_cast<std::uint32_t>(points), cached.kind);
        for (const Real time : cached.survey.times) put_float(bytes, time, cached.kind);
        return bytes;
    }
    bytes.assign("POINTCACHE2\0", 12);
    put_word32(bytes, 1, cached.kind);
    put_word32(bytes, static_cast<std::uint32_t>(points), cached.kind);
    put_float(bytes, 0, cached.kind);
    put_float(bytes, 1, cached.kind);
    put_word32(bytes, frames, cached.kind);
    return bytes;
}

/// The mesh as it stands in the first frame: the same points in the same order.
std::string obj_of(const FilmPiece& piece, const Film& film) {
    std::string text = fmt::format("# {} frames at {} frames per second\no {}\n", film.frame_count,
                                   film.frames_per_second, plain_name(piece.name));
    auto out = std::back_inserter(text);
    for (const Vec3& p : piece.positions)
        fmt::format_to(out, "v {:.9g} {:.9g} {:.9g}\n", static_cast<float>(p.x()), static_cast<float>(p.y()),
                       static_cast<float>(p.z()));
    const bool has_places = !texture_places(piece).empty();
    for (const auto& [u, v] : texture_places(piece)) fmt::format_to(out, "vt {:.6g} {:.6g}\n", u, v);
    for (const auto& triangle : piece.triangles) {
        text += "f";
        for (const int i : triangle)
            has_places ? fmt::format_to(out, " {0}/{0}", i + 1) : fmt::format_to(out, " {}", i + 1);
        text += "\n";
    }
    for (std::size_t k = 0; k + 1 < piece.first.size(); ++k) {
        if (piece.first[k + 1] - piece.first[k] < 2) continue;
        text += "l";
        for (int i = piece.first[k]; i < piece.first[k + 1]; ++i) fmt::format_to(out, " {}", i + 1);
        text += "\n";
    }
    return text;
}

bool keeps_points(const SurveyedStructure& structure, const Film& film) {
    int shown = 0;
    for (const TopologyRun& run : structure.runs) shown += run.count();
    return shown == film.frame_count && structure.runs.front().topology == structure.runs.back().topology &&
           std::all_of(structure.runs.begin(), structure.runs.end(), [&](const TopologyRun& run) {
               return run.topology == structure.runs.front().topology;
           });
}

const FilmPiece* find_piece(const std::vector<FilmPiece>& pieces, const SurveyedStructure& structure) {
    for (const FilmPiece& piece : pieces)
        if (piece.name == structure.name && piece.kind == structure.kind) return &piece;
    return nullptr;
}

/// film.mdd and the structure `flag` give film_flag.mdd.
std::string name_for(CachedFilm& cached, const SurveyedStructure& structure, const std::string& ending) {
    const std::filesystem::path whole(cached.settings.path);
    return (whole.parent_path() / (whole.stem().string() + "_" + cached.names.of(structure.name) + ending))
        .string();
}

/// Structure by structure, each through the whole film: one file is open at a time.
void write_cache(CachedFilm& cached, const SurveyedStructure& structure, PartFiles& files) {
    const std::string ending = cached.kind == CacheKind::Mdd ? ".mdd" : ".pc2";
    files.open(name_for(cached, structure, ".obj"));
    const std::vector<FilmPiece> first = loose_pieces(cached.film.frame(0));
    files.write(obj_of(*find_piece(first, structure), cached.film));
    files.open(name_for(cached, structure, ending));
    files.write(cache_head(cached, structure.runs.front().nodes));
    for (int i = 0; i < cached.film.frame_count; ++i) {
        const std::vector<FilmPiece> pieces = loose_pieces(cached.film.frame(i));
        std::string bytes;
        for (const Vec3& p : find_piece(pieces, structure)->positions)
            for (int axis = 0; axis < 3; ++axis) put_float(bytes, p[axis], cached.kind);
        files.write(bytes);
        report_progress(cached.settings, i + 1);
    }
}

ExportResult export_cache(const Film& whole, const ExportSettings& settings, CacheKind kind) {
    const ExportFormat format = kind == CacheKind::Mdd ? ExportFormat::Mdd : ExportFormat::Pc2;
    Film film = film_for_export(whole, settings);
    FilmSurvey found = survey(film);
    if (std::optional<Film> fixed = with_fixed_meshes(film, found)) {
        film = std::move(*fixed);
        found = survey(film);
    }
    ExportResult result{{}, admit(format, found, film, settings), 0, {}};
    CachedFilm cached{film, found, settings, kind};
    PartFiles files;
    for (const SurveyedStructure& structure : found.structures) {
        if (keeps_points(structure, film))
            write_cache(cached, structure, files);
        else
            result.notes.push_back(
                fmt::format("{}: left out, its points are not the same in all frames; .usda and .obj show it",
                            structure.name));
    }
    if (!found.instances.empty())
        result.notes.push_back(
            "rigid things are left out: they move without changing; .glb and .usda show them");
    if (files.names().empty())
        throw InputError(
            fmt::format("{}: a point cache needs a surface, hair or points whose number stays, and "
                        "this film has none; try --format usda",
                        settings.path));
    files.commit();
    result.files = files.names();
    result.bytes = files.bytes();
    return result;
}

}  // namespace

ExportResult export_mdd(const Film& film, const ExportSettings& settings) {
    return export_cache(film, settings, CacheKind::Mdd);
}

ExportResult export_pc2(const Film& film, const ExportSettings& settings) {
    return export_cache(film, settings, CacheKind::Pc2);
}

}  // namespace souple
