// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/io/export_pieces.h"

#include <fmt/format.h>

#include <algorithm>

#include "souple/io/export_hairs.h"
#include "souple/io/export_looks.h"

namespace souple {

namespace {

FilmPiece piece_of(const PointsView& view) {
    return {view.head.name,
            PieceKind::Points,
            view.positions,
            {},
            radii_of_each(view.radii, view.positions.size()),
            {},
            {},
            view.head.quantities,
            view.head.part,
            Finish::Ball};
}

FilmPiece piece_of(const DiscsView& view) {
    FilmPiece piece{view.head.name,      PieceKind::Points, view.positions, view.normals, {}, {}, {},
                    view.head.quantities};
    piece.radii = radii_of_each(view.radii, view.positions.size());
    piece.normals.resize(piece.positions.size(), Vec3::UnitY());
    piece.part = view.head.part;
    piece.finish = Finish::Disc;
    return piece;
}

FilmPiece piece_of(const CurvesView& view) {
    return {view.head.name,
            PieceKind::Curves,
            view.positions,
            {},
            radii_of_each(view.radii, view.positions.size()),
            view.first,
            {},
            view.head.quantities,
            view.head.part,
            Finish::Hair,
            view.kind == CurvesKind::Hairs};
}

FilmPiece piece_of(const SurfaceView& view) {
    return {view.head.name, PieceKind::Surface,   view.positions, {}, {}, {},
            view.triangles, view.head.quantities, view.head.part};
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

}  // namespace

std::vector<FilmPiece> loose_pieces(const Frame& frame) {
    std::vector<FilmPiece> pieces;
    add_pieces(frame.surfaces, pieces);
    add_pieces(frame.curves, pieces);
    add_pieces(frame.points, pieces);
    add_pieces(frame.discs, pieces);
    return pieces;
}

FilmPiece rigid_piece(const InstancesView& instances) {
    if (!instances.mesh) return {};
    FilmPiece piece = piece_of(*instances.mesh);
    piece.part = instances.head.part;
    piece.finish = instances.endless ? Finish::Ground : Finish::Solid;
    return piece;
}

std::vector<FilmPiece> all_pieces(const Frame& frame) {
    std::vector<FilmPiece> pieces = loose_pieces(frame);
    for (const InstancesView& instances : frame.instances) {
        const FilmPiece local = rigid_piece(instances);
        if (is_empty(local)) continue;
        for (std::size_t k = 0; k < instances.poses.size(); ++k) {
            const Pose& pose = instances.poses[k];
            FilmPiece& piece = pieces.emplace_back(local);
            piece.name = instance_name(instances, k);
            piece.own_colour = instance_colour(instances, k);
            for (Vec3& p : piece.positions) p = pose.to_world(p);
        }
    }
    return pieces;
}

std::string instance_name(const InstancesView& instances, std::size_t pose) {
    if (pose < instances.names.size() && !instances.names[pose].empty()) return instances.names[pose];
    return instances.poses.size() == 1 ? instances.head.name
                                       : fmt::format("{}_{}", instances.head.name, pose);
}

std::optional<Vec3f> instance_colour(const InstancesView& instances, std::size_t pose) {
    for (const Quantity& quantity : instances.head.quantities)
        if (quantity.kind == QuantityKind::Colour && quantity.place == QuantityPlace::Nodes &&
            quantity.values.size() == 3 * instances.poses.size())
            return Vec3f(quantity.values.data() + 3 * pose);
    return std::nullopt;
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

const std::string& PlainNames::of(const std::string& name) {
    const auto [place, is_new] = given_.try_emplace(name);
    if (!is_new) return place->second;
    place->second = plain_name(name);
    for (int k = 2; !taken_.insert(place->second).second; ++k)
        place->second = fmt::format("{}_{}", plain_name(name), k);
    return place->second;
}

Film film_for_export(const Film& film, const ExportSettings& settings) {
    return with_shown_colours(with_hairs(film, settings.hairs, settings.hair_points));
}

}  // namespace souple
