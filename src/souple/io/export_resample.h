// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Surfaces that change their triangles but not their material: the same film with one mesh for each of them.
#pragma once

#include <optional>

#include "souple/io/export_survey.h"

namespace souple {

/// The vector quantity [m] on the nodes of a surface that says where each of them lies in the shape at rest.
constexpr const char* rest_quantity = "rest";

/// How far, as a share of its size, a resampled surface may be from what it stands for.
constexpr Real resampling_tolerance = 1e-3;

/// A surface that changes its topology has a fixed mesh when every frame that shows it carries `rest`, and
/// the triangles of its finest frame, placed by their spots at rest, pass all nodes of all frames within the
/// tolerance. So refined and coarsened cloth has one, and cloth that tears when its last frame is the one
/// with most nodes; cloth that loses triangles has none. The film keeps that mesh for each of them; nothing
/// when no surface has one.
std::optional<Film> with_fixed_meshes(const Film& film, const FilmSurvey& survey);

}  // namespace souple
