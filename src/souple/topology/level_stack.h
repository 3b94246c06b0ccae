// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Levels stored one by one: every dart has its links for every level, and a level at which nothing changed
// for a dart shares those of the level before. Larger than the levels of levels.h and only ever refined, but
// each link of each level is one look-up, and old vertices and edges need not survive: dual and root-three
// schemes work too.
#pragma once

#include <span>
#include <vector>

#include "souple/topology/build_map.h"
#include "souple/topology/map2.h"

namespace souple {

struct LevelLinks {
    int next = -1, previous = -1, across = -1, vertex = -1;
};

struct LevelStack {
    std::vector<LevelLinks> links;
    std::vector<std::vector<int>>
        of_dart;               ///< of_dart[k][d] in `links`; level k has the first of_dart[k].size() darts
    std::vector<char> border;  ///< of each dart
    int vertex_count = 0;      ///< numbers given out, over all levels
};

/// One level, a copy of a map that is not refined.
LevelStack stack_from(const Map2& map);

inline const LevelLinks& links_of(const LevelStack& stack, int k, Dart d) {
    return stack.links[stack.of_dart[k][d.index]];
}
inline Dart phi1(const LevelStack& stack, int k, Dart d) { return {links_of(stack, k, d).next}; }
inline Dart phi1_inv(const LevelStack& stack, int k, Dart d) { return {links_of(stack, k, d).previous}; }
inline Dart phi2(const LevelStack& stack, int k, Dart d) { return {links_of(stack, k, d).across}; }
inline int level_count(const LevelStack& stack) { return static_cast<int>(stack.of_dart.size()); }
inline int dart_count(const LevelStack& stack, int k) { return static_cast<int>(stack.of_dart[k].size()); }

/// One dart of each face of a level, holes left out, in the order of their first darts.
std::vector<Dart> faces_of(const LevelStack& stack, int k);

/// Each adds a level. The first two refine only some faces, each named by one dart of the level before; those
/// faces have no hanging vertices there. The others refine the whole surface.
void add_level_of_midpoints(LevelStack& stack,
                            std::span<const Dart> faces);                ///< the faces that split() makes
void add_level_of_fans(LevelStack& stack, std::span<const Dart> faces);  ///< a centre joined to all corners
void add_level_of_root_three(LevelStack& stack);  ///< fans, then the old edges between two faces are flipped
/// Faces shrink, edges become quads, vertices become faces. Every vertex needs three edges.
void add_level_of_dual(LevelStack& stack);

/// A level as a map of its own; vertices are numbered in their old order without gaps.
Map2 map_at(const LevelStack& stack, int k, const std::string& name);

}  // namespace souple
