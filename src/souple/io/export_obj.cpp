// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Wavefront OBJ, one file for each frame: an object for each structure, in world coordinates.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "souple/io/export_files.h"
#include "souple/io/export_survey.h"

namespace souple {

namespace {

/// A name ends at the end of its line.
std::string one_line(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, '_');
    return name;
}

/// `first` is the number of the piece's first point in the file; OBJ counts from one.
void add_cells(const FilmPiece& piece, std::size_t first, std::string& text) {
    auto out = std::back_inserter(text);
    for (const auto& [a, b, c] : piece.triangles)
        fmt::format_to(out, "f {} {} {}\n", first + static_cast<std::size_t>(a),
                       first + static_cast<std::size_t>(b), first + static_cast<std::size_t>(c));
    for (std::size_t k = 0; k + 1 < piece.first.size(); ++k) {
        if (piece.first[k + 1] - piece.first[k] < 2) continue;
        text += "l";
        for (int i = piece.first[k]; i < piece.first[k + 1]; ++i)
            fmt::format_to(out, " {}", first + static_cast<std::size_t>(i));
        text += "\n";
    }
    if (piece.kind != PieceKind::Points) return;
    for (std::size_t i = 0; i < piece.positions.size(); ++i) fmt::format_to(out, "p {}\n", first + i);
}

std::string obj_text(const Frame& frame, const Film& film) {
    std::string text = fmt::format("# {} at {} s\n", one_line(film.title), frame.time);
    auto out = std::back_inserter(text);
    std::size_t next = 1;
    for (const FilmPiece& piece : all_pieces(frame)) {
        fmt::format_to(out, "o {}\n", one_line(piece.name));
        for (const Vec3& p : piece.positions)
            fmt::format_to(out, "v {:.9g} {:.9g} {:.9g}\n", p.x(), p.y(), p.z());
        add_cells(piece, next, text);
        next += piece.positions.size();
    }
    return text;
}

}  // namespace

ExportResult export_obj(const Film& whole, const ExportSettings& settings) {
    const Film film = with_hairs(whole, settings.hairs);
    const std::int64_t estimate = admit(ExportFormat::Obj, survey(film), film, settings);
    PartFiles files;
    for (int i = 0; i < film.frame_count; ++i) {
        files.open(numbered_name(settings.path, i, film.frame_count));
        files.write(obj_text(film.frame(i), film));
        report_progress(settings, i + 1);
    }
    files.commit();
    return {files.names(), estimate, files.bytes()};
}

}  // namespace souple
