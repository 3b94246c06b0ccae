// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Hair for files: so many strands of each head, and every strand with the same number of points in all
// frames.
#pragma once

#include "souple/io/exports.h"

namespace souple {

/// One radius for each of `count` positions, whatever the view has.
std::vector<float> radii_of_each(const std::vector<float>& radii, std::size_t count);

/// The film with `count` strands of curves that are hairs, evenly chosen; 0 drops them. A drawn hair ends
/// where it is long enough and so has now more points, now fewer: unless all hairs of a structure have the
/// same number of points in every frame, each gets as many as the longest list has, at most `most_points` (2
/// or more), evenly along its length.
Film with_hairs(const Film& film, int count, int most_points);

}  // namespace souple
