// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A cloth that divides its faces where it bends and joins them where it is flat (004): the constant half.
// Its arrays in the Model are derived from the State's leaves by follow_leaves.
#pragma once

#include <array>
#include <vector>

#include "souple/dynamics/elements/bend.h"
#include "souple/dynamics/part.h"
#include "souple/math/types.h"

namespace souple {

/// Which springs a cloth has and how stiff they are.
enum class ClothLaw {
    Grid,       ///< grid only: sides and both diagonals of each square, halved borders (004 F4.13, F4.14)
    VanGelder,  ///< one spring for each edge, k = E2 (area of its triangles) / length^2 (004 F4.23)
    Mass,       ///< one spring for each edge, k = E sqrt(mass of its ends / density) / length (004 F4.22)
    Uniform,    ///< one spring for each edge, all of the same k
};

/// How stiffness and mass change with the level of a face; all but the first are wrong, and kept to show it.
enum class LevelLaw {
    Invariant,     ///< the same k at all levels, mass by area: the sheet behaves alike (004 F4.14)
    KeptStrain,    ///< the constant of the strain law is kept, so that k doubles with each level (004 A3)
    Halved,        ///< k is halved with each level (004 A3)
    ConstantMass,  ///< every point has the mass of level 0 and k doubles (004 F4.11)
};

/// Which of the springs around a face sets its rate (004 F4.24).
enum class RateLength { Mean, Shortest, Longest };

/// What goes back to the start of the step when faces are divided because of what it did (004 F4.8).
enum class Rollback {
    World,  ///< everything: momentum stays to rounding
    Faces,  ///< the points of the divided faces only, as in the source; all others keep what they got
};

/// How balls, the bodies that are spheres, meet the triangles of a surface (004 F4.26 to F4.30).
enum class BallResponse {
    Contacts,  ///< as other bodies do: by the solver of contacts
    Together,  ///< triangles are moved out one by one; while it presses both have one normal velocity
    Exchange,  ///< moved out as well; each pushes the other with its own resultant: throws apart what rests
};
struct BallRule {
    BallResponse response = BallResponse::Contacts;
    bool light_test = false;  ///< a ball over a side or a corner is not seen (004 F4.27)
};

/// When a face is divided or joined again.
struct RefineRule {
    Real alpha = 20;          ///< [deg] largest angle between neighbours at level 0
    Real beta = 15;           ///< [deg] how much it grows with each level
    int max_level = 3;        ///< faces of this level are not divided
    int start_level = 0;      ///< every face is divided this often before the first step
    Real reference_area = 0;  ///< [m^2] level 0 of triangles (004 F4.18); 0: the largest triangle
    Real contact_depth =
        0.02;  ///< an obstacle under the middle of a side, deeper than this part of it; 0: no matter
    /// With faces that are divided go those bent beyond this part of their own limit: each division is a look
    /// at all faces, and theirs would be next. 1: none.
    Real near_limit = 1;
    Rollback rollback = Rollback::World;
    bool every_tick = false;  ///< folds are looked at in every tick, not once a step (004 F4.25)
    bool balance = true;      ///< neighbours differ by one level at most
    Real join_below = 0;    ///< fraction of its own limit below which a divided face is flat; 0: never joined
    Real join_after = 0.1;  ///< [s] for this long
    Real join_time =
        0.02;  ///< [s] then points are led onto their chords, ever firmer: at 1/join_time after this
    RateLength rate_length = RateLength::Mean;
};

struct SheetMaterial {
    Real density = 0.2;  ///< [kg/m^2]
    ClothLaw law = ClothLaw::Grid;
    LevelLaw level_law = LevelLaw::Invariant;
    Real stiffness = 100;   ///< [N/m] side of a square, or the modulus of an edge law
    Real damping_time = 0;  ///< [s]
    BendMaterial bend;      ///< rigidity 0: none

    bool operator==(const SheetMaterial&) const = default;
};

/// A base point that is led, and by what.
struct LedVertex {
    int point = 0;
    Vec3 local = Vec3::Zero();  ///< [m] in the track's coordinates, or the world's
    int track = -1;
};

/// An end of a tie or of a link, or where a load pulls: a spot of the rest shape, found again whenever the
/// faces change.
struct HeldTie {
    int tie = 0;         ///< Model::ties
    int first_slot = 0;  ///< of Tie::nodes
    Real sign = 1;
    Vec3 rest = Vec3::Zero();  ///< [m]
};
struct HeldLink {
    int link = 0;              ///< Model::links
    bool is_b = false;         ///< its other end
    Vec3 rest = Vec3::Zero();  ///< [m]
};
struct HeldLoad {
    Vec3 rest = Vec3::Zero();         ///< [m]
    Vec3 force = Vec3::Zero();        ///< [N]
    Real start = -1e30, stop = 1e30;  ///< [s]
};

/// Where an angle of the surface is taken. Squares: at `b` between the sides a-b and b-c of one line.
/// Triangles: over the edge a-b between the triangles with apex c and d.
struct Fold {
    int a = 0, b = 0, c = 0, d = -1;  ///< points of the State
    int face = 0, other = -1;         ///< slots of the faces on both sides; other is a leaf or -1
};

/// A face that is not divided, and which folds are its own. Of two leaves at a fold one has it.
struct Leaf {
    int face = 0;                             ///< slot
    int level = 0;                            ///< times its root was divided
    int rate = 0;                             ///< its laws act every T / 2^rate
    int count = 0;                            ///< corners
    std::array<int, 4> node{-1, -1, -1, -1};  ///< corners in the State
    std::array<Real, 4> areas{};              ///< [m^2] nearest to each of its corners at rest
    int fold_end = 0, idle_end = 0;  ///< how many folds with a limit, and without one, stand up to its own
};

struct AdaptiveCloth {
    int part = 0;  ///< Model::parts
    bool squares = true;
    Real square_side = 1;  ///< [m] of the mean square of level 0, where `stiffness` is meant
    SheetMaterial material;
    RefineRule rule;
    BallRule ball;
    std::vector<LedVertex> led;
    std::vector<HeldTie> ties;
    std::vector<HeldLoad> loads;
    std::vector<HeldLink> links;
    Real largest_area = 0;  ///< [m^2] of a base face
    Real mean_length = 1;   ///< [m] of the base edges: those have rate 0

    // what follows the leaves
    std::vector<Leaf> leaves;        ///< as they lie in the tree of faces, child after child
    std::vector<LawCount> law_ends;  ///< by leaf and rate: how many laws stand up to those of the leaf
    std::vector<int> leaf_rate;      ///< by point of the part: of the fastest leaf at it
    SheetMaterial material_of_laws;  ///< that those laws were derived from
    std::vector<Fold> folds;         ///< those with a limit first, both kinds by leaf
    std::vector<Real> cosine_limit;  ///< by slot of a face: cosine of the largest angle it bears

    /// Triangles stand leaf by leaf, those of a square side by side.
    int triangles_of_leaf() const { return squares ? 2 : 1; }
    const Leaf& leaf_of_triangle(int triangle) const { return leaves[triangle / triangles_of_leaf()]; }
};

}  // namespace souple
