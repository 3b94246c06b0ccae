// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Which faces are bent too sharply for their size (004 F4.5, F4.17, F4.18), and which divided ones are flat.
#pragma once

#include <vector>

#include "souple/dynamics/adapt/fold_watch.h"
#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"

namespace souple {

/// [rad] the largest angle a face bears: grows with its level, or with the smallness of a triangle, whose
/// area at rest is given [m^2].
Real largest_angle(const AdaptiveCloth& cloth, int level, Real area);

/// Cosine of the angle at a fold; 1 where something has no length.
Real fold_cosine(const AdaptiveCloth& cloth, const Fold& fold, const std::vector<Vec3>& x);

/// Slots of the leaves with an angle beyond their limit, ascending.
void find_bent_faces(const AdaptiveCloth& cloth, const std::vector<Vec3>& x, std::vector<int>& faces);

/// The same, looking only at folds that can have passed their limit since they were last looked at.
void find_bent_faces(const Model& model, const AdaptiveCloth& cloth, const std::vector<Vec3>& x,
                     FoldWatch& watch, std::vector<int>& faces);

/// Slots of the leaves with an angle beyond nearly this part of their limit (the chord of the angle),
/// ascending, four folds at a time. The watch has followed the faces that there are.
void find_nearly_bent_faces(const AdaptiveCloth& cloth, const std::vector<Vec3>& x, const FoldWatch& watch,
                            Real part_of_limit, std::vector<int>& faces);

/// Those with an angle beyond their limit where points will be when they go straight on for h [s], of folds
/// beside or beyond four fifths of it where they are. Flat ones that fold within a step are left to the step
/// itself, which is then taken again.
void find_bending_faces(const Model& model, const AdaptiveCloth& cloth, const State& state, Real h,
                        FoldWatch& watch, std::vector<int>& faces);

/// Whether points go so far in a step of h [s], beyond their common way, that most folds are due in every
/// step.
bool is_lively(const Model& model, const AdaptiveCloth& cloth, const std::vector<Vec3>& v, Real h);

/// The sharpest angle [rad] of any fold: what a picture or a test may want to know.
Real sharpest_fold(const AdaptiveCloth& cloth, const std::vector<Vec3>& x);

}  // namespace souple
