// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What mesh files know of a frame: named points, polylines and triangles with numbers on them.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>

#include "souple/io/exports.h"
#include "souple/view/palette.h"

namespace souple {

enum class PieceKind { Points, Curves, Surface };

struct FilmPiece {
    std::string name;
    PieceKind kind = PieceKind::Surface;
    std::vector<Vec3> positions;                ///< [m], in the world
    std::vector<Vec3> normals;                  ///< of discs; otherwise empty
    std::vector<float> radii;                   ///< [m] one for each position; empty for surfaces
    std::vector<int> first;                     ///< of curves: where each starts, and the end of the last
    std::vector<std::array<int, 3>> triangles;  ///< of surfaces
    std::vector<Quantity> quantities;
    std::string part = {};
    Finish finish = Finish::Cloth;
    bool is_hairs = false;                  ///< many curves that belong together
    std::optional<Vec3f> own_colour = {};   ///< linear light, of one placement of a rigid thing
    std::vector<Vec3> corner_normals = {};  ///< three for each triangle; empty until somebody asks
};

/// Points, discs, curves and surfaces of a frame, but not its instances. What is empty is left out.
std::vector<FilmPiece> loose_pieces(const Frame& frame);

/// The mesh of instances as it stands in their own axes.
FilmPiece rigid_piece(const InstancesView& instances);

/// Everything in the frame, instances too, each at its place in the world.
std::vector<FilmPiece> all_pieces(const Frame& frame);

/// The name of the placement; without one "box" when there is one pose, otherwise "box_0", "box_1", ...
std::string instance_name(const InstancesView& instances, std::size_t pose);

/// Linear light of one placement, when the instances carry colours.
std::optional<Vec3f> instance_colour(const InstancesView& instances, std::size_t pose);

struct QuantityColumn {
    std::string name;
    QuantityPlace place = QuantityPlace::Nodes;
    QuantityKind kind = QuantityKind::Scalar;
    int width() const { return kind == QuantityKind::Scalar ? 1 : 3; }
};
/// The distinct quantities of the pieces, in the order in which they appear.
std::vector<QuantityColumn> quantity_columns(std::span<const FilmPiece> pieces);
/// The piece's quantity of this column, or nothing.
const Quantity* find_quantity(const FilmPiece& piece, const QuantityColumn& column);

/// Letters, digits and underscores, not starting with a digit: a name that every format takes.
std::string plain_name(std::string_view name);

/// Plain names that stay apart where `my cloth` and `my_cloth` are two things.
class PlainNames {
public:
    const std::string& of(const std::string& name);

private:
    std::map<std::string, std::string> given_;
    std::set<std::string> taken_;
};

/// The whole film as every exporter of shapes wants it: hairs chosen and evened out, looks as colours.
Film film_for_export(const Film& film, const ExportSettings& settings);

}  // namespace souple
