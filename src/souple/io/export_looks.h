// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What pieces look like: the colours that pictures give them, normals, and places on a texture.
#pragma once

#include "souple/io/export_pieces.h"

namespace souple {

/// The film with its looks turned into colours: what a part wants to `show` becomes the quantity `colour`,
/// and a part that has one colour of its own loses that quantity. Where a look has no range the film's is
/// taken.
Film with_shown_colours(const Film& film);

/// What a piece is painted with where no quantity colours it.
struct PiecePaint {
    Vec3f colour = Vec3f::Constant(0.5f);  ///< linear light
    float roughness = 0.8f;
    bool hidden = false;
};
PiecePaint paint_of(const FilmPiece& piece, const Staging& staging);

/// The piece's colours on its nodes (or faces): the first quantity of that kind; null when it has none.
const Quantity* colours_of(const FilmPiece& piece, QuantityPlace place = QuantityPlace::Nodes);

/// One of three bytes of a colour as a screen shows it; the middle for what is no number.
std::uint8_t screen_byte(float light);

/// Colours on faces as colours on nodes: neighbours no longer share nodes.
FilmPiece with_node_colours(const FilmPiece& piece);

/// Unit, the mean of the triangles around each node by their areas.
std::vector<Vec3> node_normals(const std::vector<Vec3>& positions,
                               const std::vector<std::array<int, 3>>& triangles);

/// Normals of a rigid surface: smooth over soft bends, sharp over creases as in pictures. Others have none.
void add_corner_normals(FilmPiece& piece);

/// A surface with corner normals whose nodes are split where these differ: it has one normal for each node.
FilmPiece split_at_creases(const FilmPiece& piece);

/// Places on a texture: where the nodes of a flat cloth lie in it at rest, the longer side from 0 to 1 and
/// the other by the same measure, so that nothing is stretched. None for what is not flat at rest, or does
/// not carry the quantity `rest`.
std::vector<std::array<float, 2>> texture_places(const FilmPiece& piece);

}  // namespace souple
