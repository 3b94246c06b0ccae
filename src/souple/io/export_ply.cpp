// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// PLY, binary, one file for each frame: all points of a frame with their quantities, faces and edges.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "souple/io/export_files.h"
#include "souple/io/export_looks.h"
#include "souple/io/export_survey.h"

namespace souple {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

template <class Number>
void put(std::string& bytes, Number number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

struct PlyCounts {
    std::size_t vertices = 0, faces = 0, edges = 0;
};

PlyCounts count(const std::vector<FilmPiece>& pieces) {
    PlyCounts counts;
    for (const FilmPiece& piece : pieces) {
        counts.vertices += piece.positions.size();
        counts.faces += piece.triangles.size();
        for (std::size_t k = 0; k + 1 < piece.first.size(); ++k)
            if (piece.first[k + 1] > piece.first[k])
                counts.edges += static_cast<std::size_t>(piece.first[k + 1] - piece.first[k] - 1);
    }
    return counts;
}

std::string property_lines(const QuantityColumn& column) {
    if (column.kind == QuantityKind::Scalar) return fmt::format("property float {}\n", column.name);
    return fmt::format("property float {0}_x\nproperty float {0}_y\nproperty float {0}_z\n", column.name);
}

/// Those on nodes but for colours, which every vertex has.
std::vector<QuantityColumn> vertex_columns(const std::vector<FilmPiece>& pieces) {
    std::vector<QuantityColumn> columns;
    for (const QuantityColumn& column : quantity_columns(pieces))
        if (column.place == QuantityPlace::Nodes && column.kind != QuantityKind::Colour)
            columns.push_back(column);
    return columns;
}

/// What is written of a frame: places on a texture only where a piece has some.
struct PlyFrame {
    std::vector<FilmPiece> pieces;
    std::vector<QuantityColumn> columns;
    bool has_places = false;
};

/// Readers know normals as nx, ny, nz, places on a texture as s, t, and colours as bytes.
std::string header(const Frame& frame, const PlyFrame& ply) {
    const PlyCounts counts = count(ply.pieces);
    std::string text = fmt::format("ply\nformat binary_little_endian 1.0\ncomment at {} s\n", frame.time);
    text += fmt::format("element vertex {}\n", counts.vertices);
    for (const char axis : {'x', 'y', 'z'}) text += fmt::format("property float {}\n", axis);
    text += "property float radius\n";
    for (const QuantityColumn& column : ply.columns) text += property_lines(column);
    for (const char axis : {'x', 'y', 'z'}) text += fmt::format("property float n{}\n", axis);
    if (ply.has_places) text += "property float s\nproperty float t\n";
    text += "property uchar red\nproperty uchar green\nproperty uchar blue\n";
    text += fmt::format("element face {}\nproperty list uchar int vertex_indices\n", counts.faces);
    text += fmt::format("element edge {}\nproperty int vertex1\nproperty int vertex2\n", counts.edges);
    return text + "end_header\n";
}

/// A piece without the quantity has no number there.
void put_quantity(const Quantity* quantity, const QuantityColumn& column, std::size_t node,
                  std::string& bytes) {
    const auto width = static_cast<std::size_t>(column.width());
    for (std::size_t k = 0; k < width; ++k)
        put(bytes, quantity ? quantity->values[width * node + k] : std::nanf(""));
}

void put_colour(const Vec3f& light, std::string& bytes) {
    for (const float c : light) put(bytes, screen_byte(c));
}

void put_vertices(const FilmPiece& piece, const PlyFrame& ply, const Staging& staging, std::string& bytes) {
    std::vector<const Quantity*> quantities;
    for (const QuantityColumn& column : ply.columns) quantities.push_back(find_quantity(piece, column));
    const Quantity* colours = colours_of(piece);
    const Vec3f paint = paint_of(piece, staging).colour;
    const auto places = texture_places(piece);
    const std::vector<Vec3> normals =
        piece.kind == PieceKind::Surface ? node_normals(piece.positions, piece.triangles) : piece.normals;
    for (std::size_t i = 0; i < piece.positions.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) put(bytes, static_cast<float>(piece.positions[i][axis]));
        put(bytes, piece.radii.empty() ? 0.0f : piece.radii[i]);
        for (std::size_t k = 0; k < ply.columns.size(); ++k)
            put_quantity(quantities[k], ply.columns[k], i, bytes);
        for (int axis = 0; axis < 3; ++axis)
            put(bytes, normals.empty() ? 0.0f : static_cast<float>(normals[i][axis]));
        for (std::size_t k = 0; ply.has_places && k < 2; ++k)
            put(bytes, places.empty() ? 0.0f : places[i][k]);
        put_colour(colours ? Vec3f(&colours->values[3 * i]) : paint, bytes);
    }
}

std::string ply_bytes(const Frame& frame, const Staging& staging) {
    const std::vector<FilmPiece> pieces = all_pieces(frame);
    const bool has_places = std::any_of(
        pieces.begin(), pieces.end(), [](const FilmPiece& piece) { return !texture_places(piece).empty(); });
    const PlyFrame ply{pieces, vertex_columns(pieces), has_places};
    std::string bytes = header(frame, ply);
    for (const FilmPiece& piece : pieces) put_vertices(piece, ply, staging, bytes);
    std::int32_t first = 0;
    for (const FilmPiece& piece : pieces) {
        for (const auto& triangle : piece.triangles) {
            put(bytes, std::uint8_t{3});
            for (const int i : triangle) put(bytes, first + i);
        }
        first += static_cast<std::int32_t>(piece.positions.size());
    }
    first = 0;
    for (const FilmPiece& piece : pieces) {
        for (std::size_t k = 0; k + 1 < piece.first.size(); ++k)
            for (int i = piece.first[k]; i + 1 < piece.first[k + 1]; ++i)
                for (const int end : {i, i + 1}) put(bytes, first + end);
        first += static_cast<std::int32_t>(piece.positions.size());
    }
    return bytes;
}

}  // namespace

ExportResult export_ply(const Film& whole, const ExportSettings& settings) {
    const Film film = film_for_export(whole, settings);
    const std::int64_t estimate = admit(ExportFormat::Ply, survey(film), film, settings);
    PartFiles files;
    for (int i = 0; i < film.frame_count; ++i) {
        files.open(numbered_name(settings.path, i, film.frame_count));
        files.write(ply_bytes(film.frame(i), film.staging));
        report_progress(settings, i + 1);
    }
    files.commit();
    return {files.names(), estimate, files.bytes(), {}};
}

}  // namespace souple
