// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/io/export_pieces.h"

#include <fmt/format.h>

#include <algorithm>

namespace souple {

namespace {

/// One radius for each position, whatever the view has.
std::vector<float> spread(const std::vector<float>& radii, std::size_t count) {
    if (radii.size() == count) return radii;
    return std::vector<float>(count, radii.empty() ? 0.0f : radii.front());
}

FilmPiece piece_of(const PointsView& view) {
    return {view.head.name,
            PieceKind::Points,
            view.positions,
            {},
            spread(view.radii, view.positions.size()),
            {},
            {},
            view.head.quantities};
}

FilmPiece piece_of(const DiscsView& view) {
    FilmPiece piece{view.head.name,      PieceKind::Points, view.positions, view.normals, {}, {}, {},
                    view.head.quantities};
    piece.radii = spread(view.radii, view.positions.size());
    piece.normals.resize(piece.positions.size(), Vec3::UnitY());
    return piece;
}

FilmPiece piece_of(const CurvesView& view) {
    return {view.head.name,
            PieceKind::Curves,
            view.positions,
            {},
            spread(view.radii, view.positions.size()),
            view.first,
            {},
            view.head.quantities};
}

FilmPiece piece_of(const SurfaceView& view) {
    return {view.head.name, PieceKind::Surface,  view.positions, {}, {}, {},
            view.triangles, view.head.quantities};
}

bool is_empty(const FilmPiece& piece) {
    if (piece.kind == PieceKind::Surface) return piece.positions.empty() || piece.triangles.empty();
    if (piece.kind == PieceKind::Curves) return piece.positions.empty() || piece.first.size() < 2;
    return piece.positions.empty();
}

template <class View>
void add_pieces(const std::vector<View>& views, std::vector<FilmPiece>& pieces) {
    for (const View& view : views) {
        pieces.push_back(piece_of(view));
        if (is_empty(pieces.back())) pieces.pop_back();
    }
}

bool is_hairs(const CurvesView& view) { return view.kind == CurvesKind::Hairs; }

void copy_values(const Quantity& from, std::size_t begin, std::size_t end, Quantity& to) {
    const std::size_t width = from.kind == QuantityKind::Scalar ? 1 : 3;
    if (from.place == QuantityPlace::Nodes && from.values.size() >= width * end)
        to.values.insert(to.values.end(), from.values.begin() + static_cast<long>(width * begin),
                         from.values.begin() + static_cast<long>(width * end));
}

CurvesView some_curves(const CurvesView& view, std::size_t count) {
    const std::size_t all = view.first.empty() ? 0 : view.first.size() - 1;
    if (all <= count) return view;
    CurvesView some;
    some.head = view.head;
    some.kind = view.kind;
    for (Quantity& quantity : some.head.quantities) quantity.values.clear();
    const std::vector<float> radii = spread(view.radii, view.positions.size());
    some.first.push_back(0);
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t curve = k * all / count;
        const auto begin = static_cast<std::size_t>(view.first[curve]);
        const auto end = static_cast<std::size_t>(view.first[curve + 1]);
        for (std::size_t i = begin; i < end; ++i) {
            some.positions.push_back(view.positions[i]);
            some.radii.push_back(radii[i]);
        }
        for (std::size_t q = 0; q < some.head.quantities.size(); ++q)
            copy_values(view.head.quantities[q], begin, end, some.head.quantities[q]);
        some.first.push_back(static_cast<int>(some.positions.size()));
    }
    return some;
}

}  // namespace

std::vector<FilmPiece> loose_pieces(const Frame& frame) {
    std::vector<FilmPiece> pieces;
    add_pieces(frame.surfaces, pieces);
    add_pieces(frame.curves, pieces);
    add_pieces(frame.points, pieces);
    add_pieces(frame.discs, pieces);
    return pieces;
}

std::vector<FilmPiece> all_pieces(const Frame& frame) {
    std::vector<FilmPiece> pieces = loose_pieces(frame);
    for (const InstancesView& instances : frame.instances) {
        if (!instances.mesh) continue;
        const FilmPiece local = piece_of(*instances.mesh);
        if (is_empty(local)) continue;
        for (std::size_t k = 0; k < instances.poses.size(); ++k) {
            pieces.push_back(local);
            pieces.back().name = instance_name(instances, k);
            for (Vec3& p : pieces.back().positions) p = instances.poses[k].to_world(p);
        }
    }
    return pieces;
}

std::string instance_name(const InstancesView& instances, std::size_t pose) {
    return instances.poses.size() == 1 ? instances.head.name
                                       : fmt::format("{}_{}", instances.head.name, pose);
}

void choose_hairs(Frame& frame, int count) {
    if (count <= 0) std::erase_if(frame.curves, is_hairs);
    for (CurvesView& curves : frame.curves)
        if (is_hairs(curves)) curves = some_curves(curves, static_cast<std::size_t>(count));
}

Film with_hairs(const Film& film, int count) {
    Film chosen = film;
    chosen.frame = [original = film.frame, count](int index) {
        Frame frame = original(index);
        choose_hairs(frame, count);
        return frame;
    };
    return chosen;
}

std::vector<QuantityColumn> quantity_columns(std::span<const FilmPiece> pieces) {
    std::vector<QuantityColumn> columns;
    for (const FilmPiece& piece : pieces)
        for (const Quantity& quantity : piece.quantities) {
            const QuantityColumn column{plain_name(quantity.name), quantity.place, quantity.kind};
            if (!find_quantity(piece, column)) continue;
            const bool is_known =
                std::any_of(columns.begin(), columns.end(), [&](const QuantityColumn& known) {
                    return known.name == column.name && known.place == column.place;
                });
            if (!is_known) columns.push_back(column);
        }
    return columns;
}

const Quantity* find_quantity(const FilmPiece& piece, const QuantityColumn& column) {
    const bool on_nodes = column.place == QuantityPlace::Nodes;
    const std::size_t count = on_nodes ? piece.positions.size() : piece.triangles.size();
    for (const Quantity& quantity : piece.quantities)
        if (quantity.place == column.place && quantity.kind == column.kind &&
            plain_name(quantity.name) == column.name &&
            quantity.values.size() == count * static_cast<std::size_t>(column.width()))
            return &quantity;
    return nullptr;
}

std::string plain_name(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        plain += is_plain ? c : '_';
    }
    if (plain.empty() || (plain[0] >= '0' && plain[0] <= '9')) plain.insert(plain.begin(), '_');
    return plain;
}

}  // namespace souple
