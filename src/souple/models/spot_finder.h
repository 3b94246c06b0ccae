// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Finds the material spots that many grips on one part mean: a tree of what it is made of answers those that
// come after the first few.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "souple/geometry/bvh.h"
#include "souple/models/part_def.h"

namespace souple {

/// The same spots as find_spot, one after the other. The part keeps its points while it is used.
class SpotFinder {
public:
    SpotFinder(const Model& model, const Part& part) : model_(model), part_(part) {}

    /// InputError when the part has no such point.
    MaterialPoint find(const Grip& grip);

private:
    void plant();

    const Model& model_;
    const Part& part_;
    int asked_ = 0;  ///< for places of the rest shape
    std::optional<Bvh> tree_;
    Range points_, triangles_;
};

/// A finder for each part that is asked about.
class SpotFinders {
public:
    explicit SpotFinders(const Model& model) : model_(model) {}
    SpotFinder& of(int part) { return finders_.try_emplace(part, model_, model_.parts[part]).first->second; }

private:
    const Model& model_;
    std::map<int, SpotFinder> finders_;
};

}  // namespace souple
