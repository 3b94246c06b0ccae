// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Points that leave a surface go onto their chords at once: whether a layer that lies near would then be on
// its other side.
#pragma once

#include <span>
#include <vector>

#include "souple/dynamics/adapt/join_scratch.h"
#include "souple/dynamics/model.h"

namespace souple {

/// Whether some points of a sheet, and what lies between them and others, may go by `reach` [m] without
/// passing through another layer, of this sheet or of one that it meets. Layers are triangles: bodies and
/// obstacles push points out of themselves. The scratch knows where they are: its blocks are emptied by
/// whoever moves something between two questions.
bool has_room(const Model& model, const std::vector<Vec3>& x, int part, std::span<const int> points,
              Real reach, RoomScratch& scratch);

}  // namespace souple
