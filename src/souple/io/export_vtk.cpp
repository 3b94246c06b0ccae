// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// VTK's XML: a .vtp with points, lines, triangles and quantities for each frame, and a .pvd that lists them
// with their times.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>

#include "souple/io/export_files.h"
#include "souple/io/export_looks.h"
#include "souple/io/export_survey.h"

namespace souple {

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

std::string base64(std::string_view bytes) {
    constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t word = 0;
        for (std::size_t k = 0; k < 3; ++k)
            word = word << 8 | (i + k < bytes.size() ? static_cast<std::uint8_t>(bytes[i + k]) : 0u);
        for (int k = 0; k < 4; ++k)
            text += i + static_cast<std::size_t>(k) > bytes.size() ? '=' : digits[word >> (18 - 6 * k) & 63u];
    }
    return text;
}

template <class Number>
std::string data_array(const std::string& name, const char* type, int width,
                       const std::vector<Number>& numbers) {
    const std::uint64_t size = sizeof(Number) * numbers.size();
    std::string bytes(reinterpret_cast<const char*>(&size), sizeof size);
    bytes.append(reinterpret_cast<const char*>(numbers.data()), size);
    return fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"binary\">{}</DataArray>\n",
        type, name, width, base64(bytes));
}

/// Cells of one kind: the points of all, and where each ends.
struct CellList {
    std::vector<std::int32_t> points = {}, ends = {};

    void close() {
        if (static_cast<std::int32_t>(points.size()) > (ends.empty() ? 0 : ends.back()))
            ends.push_back(static_cast<std::int32_t>(points.size()));
    }
    std::string text(const char* name) const {
        return fmt::format("<{0}>\n{1}{2}</{0}>\n", name, data_array("connectivity", "Int32", 1, points),
                           data_array("offsets", "Int32", 1, ends));
    }
};

struct VtkCells {
    CellList verts, lines, polys;
};

VtkCells cells_of(const std::vector<FilmPiece>& pieces) {
    VtkCells cells;
    std::int32_t first = 0;
    for (const FilmPiece& piece : pieces) {
        const auto count = static_cast<std::int32_t>(piece.positions.size());
        for (std::int32_t i = 0; piece.kind == PieceKind::Points && i < count; ++i) {
            cells.verts.points.push_back(first + i);
            cells.verts.close();
        }
        for (std::size_t k = 0; k + 1 < piece.first.size(); ++k) {
            for (int i = piece.first[k]; i < piece.first[k + 1]; ++i) cells.lines.points.push_back(first + i);
            cells.lines.close();
        }
        for (const auto& triangle : piece.triangles) {
            for (const int i : triangle) cells.polys.points.push_back(first + i);
            cells.polys.close();
        }
        first += count;
    }
    return cells;
}

/// The column over all pieces, not a number where a piece does not have it.
std::vector<float> gather(const std::vector<FilmPiece>& pieces, const QuantityColumn& column) {
    std::vector<float> values;
    for (const FilmPiece& piece : pieces) {
        const bool on_nodes = column.place == QuantityPlace::Nodes;
        const std::size_t count = on_nodes ? piece.positions.size() : piece.triangles.size();
        if (const Quantity* quantity = find_quantity(piece, column))
            values.insert(values.end(), quantity->values.begin(), quantity->values.end());
        else
            values.insert(values.end(), count * static_cast<std::size_t>(column.width()), std::nanf(""));
    }
    return values;
}

/// What every point has: its structure, its radius, its normal (zero where there is none), a place on a
/// texture (zero too) and the colour that a screen shows.
std::string point_numbers(const std::vector<FilmPiece>& pieces, const Staging& staging) {
    std::vector<std::int32_t> numbers;
    std::vector<float> radii, normals, places;
    std::vector<std::uint8_t> colours;
    for (std::size_t k = 0; k < pieces.size(); ++k) {
        const FilmPiece& piece = pieces[k];
        const std::size_t count = piece.positions.size();
        numbers.insert(numbers.end(), count, static_cast<std::int32_t>(k));
        radii.insert(radii.end(), piece.radii.begin(), piece.radii.end());
        radii.resize(numbers.size(), 0.0f);
        const std::vector<Vec3> own =
            piece.kind == PieceKind::Surface ? node_normals(piece.positions, piece.triangles) : piece.normals;
        for (const Vec3& n : own)
            for (int axis = 0; axis < 3; ++axis) normals.push_back(static_cast<float>(n[axis]));
        normals.resize(3 * numbers.size(), 0.0f);
        for (const auto& place : texture_places(piece))
            places.insert(places.end(), place.begin(), place.end());
        places.resize(2 * numbers.size(), 0.0f);
        const Quantity* painted = colours_of(piece);
        const Vec3f paint = paint_of(piece, staging).colour;
        for (std::size_t i = 0; i < 3 * count; ++i) {
            const float light = painted ? painted->values[i] : paint[static_cast<int>(i % 3)];
            colours.push_back(screen_byte(light));
        }
    }
    return data_array("structure", "Int32", 1, numbers) + data_array("radius", "Float32", 1, radii) +
           data_array("normal", "Float32", 3, normals) + data_array("uv", "Float32", 2, places) +
           data_array("rgb", "UInt8", 3, colours);
}

std::string vtp_text(const Frame& frame, const Staging& staging) {
    const std::vector<FilmPiece> pieces = all_pieces(frame);
    const VtkCells cells = cells_of(pieces);
    std::vector<float> points;
    for (const FilmPiece& piece : pieces)
        for (const Vec3& p : piece.positions)
            for (int axis = 0; axis < 3; ++axis) points.push_back(static_cast<float>(p[axis]));
    std::string on_points = point_numbers(pieces, staging), on_cells;
    for (const QuantityColumn& column : quantity_columns(pieces)) {
        std::vector<float> values = gather(pieces, column);
        if (column.place == QuantityPlace::Nodes) {
            on_points += data_array(column.name, "Float32", column.width(), values);
            continue;
        }
        // cells are counted verts first, then lines, then polygons
        const std::size_t before = cells.verts.ends.size() + cells.lines.ends.size();
        values.insert(values.begin(), before * static_cast<std::size_t>(column.width()), std::nanf(""));
        on_cells += data_array(column.name, "Float32", column.width(), values);
    }
    return fmt::format(
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
        "header_type=\"UInt64\">\n<PolyData>\n<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" "
        "NumberOfLines=\"{}\" NumberOfStrips=\"0\" NumberOfPolys=\"{}\">\n<PointData "
        "TCoords=\"uv\">\n{}</PointData>\n"
        "<CellData>\n{}</CellData>\n<Points>\n{}</Points>\n{}{}{}</Piece>\n</PolyData>\n</VTKFile>\n",
        points.size() / 3, cells.verts.ends.size(), cells.lines.ends.size(), cells.polys.ends.size(),
        on_points, on_cells, data_array("Points", "Float32", 3, points), cells.verts.text("Verts"),
        cells.lines.text("Lines"), cells.polys.text("Polys"));
}

std::string xml_text(const std::string& text) {
    std::string safe;
    for (const char c : text)
        safe += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '"' ? "&quot;" : std::string(1, c);
    return safe;
}

}  // namespace

ExportResult export_vtk(const Film& whole, const ExportSettings& settings) {
    namespace fs = std::filesystem;
    const Film film = film_for_export(whole, settings);
    const FilmSurvey found = survey(film);
    const std::int64_t estimate = admit(ExportFormat::Vtk, found, film, settings);
    const std::string frame_path = fs::path(settings.path).replace_extension(".vtp").string();
    std::string list =
        "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
        "byte_order=\"LittleEndian\">\n<Collection>\n";
    PartFiles files;
    for (int i = 0; i < film.frame_count; ++i) {
        const std::string name = numbered_name(frame_path, i, film.frame_count);
        files.open(name);
        files.write(vtp_text(film.frame(i), film.staging));
        list += fmt::format("<DataSet timestep=\"{}\" group=\"\" part=\"0\" file=\"{}\"/>\n",
                            found.times[static_cast<std::size_t>(i)],
                            xml_text(fs::path(name).filename().string()));
        report_progress(settings, i + 1);
    }
    files.open(settings.path);
    files.write(list + "</Collection>\n</VTKFile>\n");
    files.commit();
    return {files.names(), estimate, files.bytes(), {}};
}

}  // namespace souple
