// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Numbers about the skins of a part, and the skins as triangles. Pure: nothing here changes a state.
#pragma once

#include "souple/dynamics/contact/skin_scratch.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/geometry/triangle_mesh.h"

namespace souple {

/// An obstacle or a piece of a body, where it is.
struct LeanSolid {
    const Obstacle* obstacle = nullptr;
    const BodyPiece* piece = nullptr;
    Pose pose;
};

/// All skins of a model where the frames have them, and the solids that they may lean on.
struct SkinGallery {
    std::vector<PlacedSkin> placed;    ///< by Model::skins, without seeds
    std::vector<PressedSkin> pressed;  ///< the same, as polygonise_skin wants them
    std::vector<LeanSolid> solids;
    SkinMesher mesher;
};
void place_skins(const Model& model, const State& state, SkinGallery& gallery);

/// One skin, flattened where other skins, bodies and obstacles press on it.
void draw_skin(const Model& model, int skin, SkinGallery& gallery, TriangleMesh& mesh);

/// Skins as they are drawn at one moment; each is drawn once, when something is first asked about it.
struct DrawnSkins {
    const Model& model;
    const State& state;
    SkinGallery gallery{};
    std::vector<TriangleMesh> meshes{};  ///< by Model::skins
    std::vector<bool> is_drawn{};
};

/// How deep a drawn skin of the part lies inside another one or a solid, over its thickness: the worst corner
/// or middle of its triangles. 0 when it touches nothing.
Real skin_overlap(DrawnSkins& drawn, int part);
/// [m^3] inside the drawn skins.
Real skin_volume(DrawnSkins& drawn, int part);
/// Pieces of matter that the skins enclose.
int skin_pieces(DrawnSkins& drawn, int part);

struct SeedCount {
    int all = 0;
    int valid = 0;  ///< on the skin of the whole, not inside another carrier's territory (000 F0.29)
};
SeedCount count_seeds(const Model& model, const State& state, int part);

}  // namespace souple
