// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Wavefront OBJ, one file for each frame: an object for each structure, in world coordinates. All frames
// share a file of materials.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>

#include "souple/io/export_files.h"
#include "souple/io/export_looks.h"
#include "souple/io/export_survey.h"

namespace souple {

namespace {

/// A name ends at the end of its line.
std::string one_line(std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, '_');
    return name;
}

/// How many of each kind of line there are so far: OBJ counts through the file, from one.
struct ObjCounts {
    std::size_t points = 0, places = 0, normals = 0;
};

void add_numbers(const FilmPiece& piece, const std::vector<Vec3>& normals, std::string& text) {
    auto out = std::back_inserter(text);
    const Quantity* colours = colours_of(piece);
    for (std::size_t i = 0; i < piece.positions.size(); ++i) {
        const Vec3& p = piece.positions[i];
        fmt::format_to(out, "v {:.9g} {:.9g} {:.9g}", p.x(), p.y(), p.z());
        // colours behind a point are not in the format's book, but most programs read them, as a screen shows
        // them
        for (std::size_t k = 0; colours && k < 3; ++k)
            fmt::format_to(out, " {:.4g}", screen_byte(colours->values[3 * i + k]) / 255.0);
        text += "\n";
    }
    for (const auto& [u, v] : texture_places(piece)) fmt::format_to(out, "vt {:.6g} {:.6g}\n", u, v);
    for (const Vec3& n : normals) fmt::format_to(out, "vn {:.4f} {:.4f} {:.4f}\n", n.x(), n.y(), n.z());
}

/// Normals written once, and the number of each corner's.
struct ObjNormals {
    std::vector<Vec3> list;
    std::vector<std::size_t> of_corner;
};

ObjNormals normals_of(FilmPiece& piece) {
    ObjNormals normals;
    if (piece.kind != PieceKind::Surface) return normals;
    add_corner_normals(piece);
    if (piece.corner_normals.empty()) {
        normals.list = node_normals(piece.positions, piece.triangles);
        for (const auto& triangle : piece.triangles)
            for (const int node : triangle) normals.of_corner.push_back(static_cast<std::size_t>(node));
        return normals;
    }
    std::map<std::array<Real, 3>, std::size_t> known;
    for (const Vec3& n : piece.corner_normals) {
        const auto [place, is_new] = known.try_emplace({n.x(), n.y(), n.z()}, normals.list.size());
        if (is_new) normals.list.push_back(n);
        normals.of_corner.push_back(place->second);
    }
    return normals;
}

void add_faces(const FilmPiece& piece, const ObjNormals& normals, bool has_places, const ObjCounts& before,
               std::string& text) {
    auto out = std::back_inserter(text);
    for (std::size_t t = 0; t < piece.triangles.size(); ++t) {
        text += "f";
        for (std::size_t k = 0; k < 3; ++k) {
            const auto node = static_cast<std::size_t>(piece.triangles[t][k]) + 1;
            const std::size_t normal = before.normals + normals.of_corner[3 * t + k] + 1;
            if (has_places)
                fmt::format_to(out, " {}/{}/{}", before.points + node, before.places + node, normal);
            else
                fmt::format_to(out, " {}//{}", before.points + node, normal);
        }
        text += "\n";
    }
}

/// Polylines, and dots where there are only points.
void add_lines(const FilmPiece& piece, const ObjCounts& before, std::string& text) {
    auto out = std::back_inserter(text);
    for (std::size_t k = 0; k + 1 < piece.first.size(); ++k) {
        if (piece.first[k + 1] - piece.first[k] < 2) continue;
        text += "l";
        for (int i = piece.first[k]; i < piece.first[k + 1]; ++i)
            fmt::format_to(out, " {}", before.points + static_cast<std::size_t>(i) + 1);
        text += "\n";
    }
    if (piece.kind != PieceKind::Points) return;
    for (std::size_t i = 0; i < piece.positions.size(); ++i)
        fmt::format_to(out, "p {}\n", before.points + i + 1);
}

/// The materials of all frames, in one file: the paint of everything seen so far.
struct ObjMaterials {
    std::string file;
    PlainNames names = {};
    std::map<std::string, std::string> lines = {};  ///< by name
};

std::string obj_text(const Frame& frame, const Film& film, ObjMaterials& materials) {
    std::string text =
        fmt::format("# {} at {} s\nmtllib {}\n", one_line(film.title), frame.time, materials.file);
    auto out = std::back_inserter(text);
    ObjCounts counts;
    for (FilmPiece& piece : all_pieces(frame)) {
        fmt::format_to(out, "o {0}\nusemtl {1}\n", one_line(piece.name), materials.names.of(piece.name));
        const ObjNormals normals = normals_of(piece);
        add_numbers(piece, normals.list, text);
        const std::size_t places = texture_places(piece).size();
        add_faces(piece, normals, places > 0, counts, text);
        add_lines(piece, counts, text);
        counts = {counts.points + piece.positions.size(), counts.places + places,
                  counts.normals + normals.list.size()};
    }
    return text;
}

void note_materials(const Frame& frame, const Staging& staging, ObjMaterials& materials) {
    for (const FilmPiece& piece : all_pieces(frame)) {
        const std::string& name = materials.names.of(piece.name);
        if (materials.lines.contains(name)) continue;
        const PiecePaint paint = paint_of(piece, staging);
        const Vec3f& c = paint.colour;
        materials.lines[name] = fmt::format("newmtl {}\nKd {:.4g} {:.4g} {:.4g}\nPr {:.3g}\n\n", name, c[0],
                                            c[1], c[2], paint.roughness);
    }
}

}  // namespace

ExportResult export_obj(const Film& whole, const ExportSettings& settings) {
    namespace fs = std::filesystem;
    const Film film = film_for_export(whole, settings);
    const std::int64_t estimate = admit(ExportFormat::Obj, survey(film), film, settings);
    const std::string library = fs::path(settings.path).replace_extension(".mtl").string();
    ObjMaterials materials{fs::path(library).filename().string()};
    PartFiles files;
    for (int i = 0; i < film.frame_count; ++i) {
        const Frame frame = film.frame(i);
        note_materials(frame, film.staging, materials);
        files.open(numbered_name(settings.path, i, film.frame_count));
        files.write(obj_text(frame, film, materials));
        report_progress(settings, i + 1);
    }
    files.open(library);
    files.write("# colours in linear light\n");
    for (const auto& [name, lines] : materials.lines) files.write(lines);
    files.commit();
    return {files.names(), estimate, files.bytes(), {}};
}

}  // namespace souple
