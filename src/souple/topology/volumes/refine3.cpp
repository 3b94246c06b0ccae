// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/volumes/refine3.h"

#include <algorithm>

#include "souple/core/errors.h"
#include "souple/topology/refine.h"
#include "souple/topology/volumes/edit_map3.h"
#include "souple/topology/volumes/levels3.h"
#include "souple/topology/volumes/walks3.h"

namespace souple {

namespace {

int place_in(const std::vector<Dart>& darts, Dart d) {
    return static_cast<int>(std::find(darts.begin(), darts.end(), d) - darts.begin());
}

void add_cell_once(std::vector<int>& cells, int cell) {
    if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
}

/// The 24 corner darts and their links at the level of the volume.
void collect_corners(const Map3& map, VolumeCell c, VolumeChange& change) {
    const int level = level_of(map, c);
    find_corner_darts(map, c, change.corners);
    change.across.clear();
    change.before.clear();
    for (const Dart d : change.corners) {
        change.across.push_back(place_in(change.corners, phi2(map, level, d)));
        change.before.push_back(place_in(change.corners, phi2(map, level, phi1_inv(map, level, d))));
    }
}

/// Calls fn(x) for the pieces of the edge from the midpoint of the edge of d to the centre of its face.
template <class Fn>
void for_each_spoke_piece(const Map3& map, int level, Dart d, const Fn& fn) {
    Dart x = phi1(map, level + 1, d);
    for (;;) {
        const bool ends = level_of(map, phi1(map, x)) <= level + 1;
        const Dart next = ends ? x : next_piece(map, x);
        fn(x);
        if (ends) return;
        x = next;
    }
}

/// A dart of a wall inside the volume, on an edge that is there already.
Dart add_wall_dart(Map3& map, Dart start_like, Dart edge_like, int side) {
    Dart3Record record;
    record.vertex = vertex_of(map, start_like).index;
    record.level = map.darts[start_like.index].level;
    record.edge = edge_of(map, edge_like).index;
    record.label = map.darts[edge_like.index].label;
    record.side = static_cast<std::uint8_t>(side);
    return {map.darts.add(record)};
}

/// Raises the feet of the walls: two darts on every piece from a midpoint to the centre of a face.
void add_feet(Map3& map, int level, VolumeChange& change) {
    change.pieces.clear();
    change.piece_begin.assign(1, 0);
    for (const Dart d : change.corners) {
        for_each_spoke_piece(map, level, d, [&](Dart x) {
            change.pieces.push_back({x, phi2(map, x), {}, {}});
        });
        change.piece_begin.push_back(static_cast<int>(change.pieces.size()));
    }
    for (std::size_t j = 0; j < change.corners.size(); ++j) {
        const int side = map.darts[change.corners[j].index].label;
        for (int i = change.piece_begin[j]; i < change.piece_begin[j + 1]; ++i) {
            VolumeChange::WallPiece& piece = change.pieces[i];
            piece.inner = add_wall_dart(map, piece.far, piece.near, side);
            piece.back = add_wall_dart(map, piece.near, piece.near, side);
            sew_across(map, piece.near, piece.inner);
            sew_across(map, piece.far, piece.back);
            sew_beyond(map, piece.inner, piece.back);
            if (i == change.piece_begin[j]) continue;
            link(map, piece.inner, change.pieces[i - 1].inner);
            link(map, change.pieces[i - 1].back, piece.back);
        }
    }
}

/// Closes the walls with darts to the centre of the volume and back.
void add_tops(Map3& map, int level, int centre, VolumeChange& change) {
    const int n = static_cast<int>(change.corners.size());
    change.rising.assign(n, {});
    change.falling.assign(n, {});
    for (int j = 0; j < n; ++j) {
        const int other = change.across[j];
        const auto& own_last = change.pieces[change.piece_begin[j + 1] - 1];
        const auto& other_last = change.pieces[change.piece_begin[other + 1] - 1];
        Dart3Record record;
        record.level = static_cast<std::uint8_t>(level + 1);
        record.side = map.darts[change.corners[j].index].label;
        record.label = map.darts[change.corners[other].index].side;
        record.vertex = vertex_of(map, other_last.inner).index;
        change.rising[j] = {map.darts.add(record)};
        record.label = map.darts[change.corners[j].index].side;
        record.vertex = centre;
        change.falling[j] = {map.darts.add(record)};
        link(map, change.pieces[change.piece_begin[j]].inner, change.pieces[change.piece_begin[other]].back);
        link(map, other_last.back, change.rising[j]);
        link(map, change.rising[j], change.falling[j]);
        link(map, change.falling[j], own_last.inner);
    }
    for (int j = 0; j < n; ++j) {
        sew_across(map, change.falling[j], change.rising[change.before[j]]);
        sew_beyond(map, change.rising[j], change.falling[change.across[j]]);
    }
}

/// Numbers the edges, faces and volumes inside.
void add_inner_cells(Map3& map, VolumeCell c, VolumeChange& change) {
    const int level = level_of(map, c) + 1, mark = map.volumes[c.index].mark;
    const int n = static_cast<int>(change.corners.size());
    for (int j = 0; j < n; ++j) {
        if (edge_of(map, change.falling[j])) continue;
        const int edge = map.edges.add({change.falling[j].index, level});
        for_each_dart_around_edge(map, change.falling[j], [&](Dart x) { map.darts[x.index].edge = edge; });
    }
    for (int j = 0; j < n; ++j) {
        const Dart first = change.pieces[change.piece_begin[j + 1] - 1].inner;
        if (!face_of(map, first)) paint_face(map, first, {map.faces.add({first.index, level})});
    }
    int elder = -1;
    for (int j = 0; j < n; ++j) {
        if (volume_of(map, change.corners[j]) != c) continue;
        const int child = map.volumes.add({change.corners[j].index, level, c.index, -1, -1, mark});
        (elder < 0 ? map.volumes[c.index].first_child : map.volumes[elder].next_sibling) = child;
        elder = child;
        paint_volume(map, change.corners[j], {child}, change);
    }
}

/// Finds the walls of a split volume again, in the order in which they were added.
void collect_walls(const Map3& map, int level, VolumeChange& change) {
    change.pieces.clear();
    change.piece_begin.assign(1, 0);
    change.rising.clear();
    change.falling.clear();
    for (const Dart d : change.corners) {
        for_each_spoke_piece(map, level, d, [&](Dart x) {
            const Dart inner = phi2(map, x), back = phi3(map, inner);
            change.pieces.push_back({x, phi2(map, back), inner, back});
        });
        change.piece_begin.push_back(static_cast<int>(change.pieces.size()));
        const Dart falling = phi1_inv(map, change.pieces.back().inner);
        change.falling.push_back(falling);
        change.rising.push_back(phi1_inv(map, falling));
    }
}

/// Removes the cells inside, the latest first.
void remove_inner_cells(Map3& map, VolumeCell c, VolumeChange& change) {
    std::vector<int>& cells = change.cells;
    cells.clear();
    for (int k = map.volumes[c.index].first_child; k >= 0; k = map.volumes[k].next_sibling)
        cells.push_back(k);
    for (auto k = cells.rbegin(); k != cells.rend(); ++k) map.volumes.remove(*k);
    map.volumes[c.index].first_child = -1;
    cells.clear();
    for (std::size_t j = 0; j < change.corners.size(); ++j)
        add_cell_once(cells, face_of(map, change.pieces[change.piece_begin[j + 1] - 1].inner).index);
    for (auto k = cells.rbegin(); k != cells.rend(); ++k) map.faces.remove(*k);
    cells.clear();
    for (const Dart d : change.falling) add_cell_once(cells, edge_of(map, d).index);
    for (auto k = cells.rbegin(); k != cells.rend(); ++k) map.edges.remove(*k);
}

/// Removes a dart of a wall. Cells that it stood for are given the one that runs beside it.
void remove_wall_dart(Map3& map, Dart gone, Dart beside) {
    int& named = map.vertices[vertex_of(map, gone).index].dart;
    if (named == gone.index) named = beside.index;
    for (int e = edge_of(map, gone).index; e >= 0; e = map.edges[e].parent)
        if (map.edges[e].dart == gone.index) map.edges[e].dart = beside.index;
    map.darts.remove(gone.index);
}

void remove_walls(Map3& map, VolumeChange& change) {
    const int centre = vertex_of(map, change.falling[0]).index;
    for (std::size_t j = change.corners.size(); j-- > 0;) {
        map.darts.remove(change.falling[j].index);
        map.darts.remove(change.rising[j].index);
    }
    for (auto piece = change.pieces.rbegin(); piece != change.pieces.rend(); ++piece) {
        sew_across(map, piece->near, piece->far);
        remove_wall_dart(map, piece->back, piece->near);
        remove_wall_dart(map, piece->inner, piece->far);
    }
    map.vertices.remove(centre);
    change.removed.push_back({centre});
}

}  // namespace

bool can_split(const Map3& map, VolumeCell c) { return is_leaf(map, c) && level_of(map, c) < level_limit; }

void split(Map3& map, VolumeCell c, VolumeChange& change) {
    SOUPLE_ASSERT(can_split(map, c));
    const int level = level_of(map, c);
    collect_corners(map, c, change);
    for (const Dart d : change.corners)
        if (level_of(map, edge_of(map, d)) == level) cut_edge(map, d, change);
    for (const Dart d : change.corners)
        if (level_of(map, face_of(map, d)) == level) split_face(map, face_of(map, d), change);
    const int centre = map.vertices.add({-1, level + 1, -1, -1});
    add_feet(map, level, change);
    add_tops(map, level, centre, change);
    map.vertices[centre].dart = change.falling[0].index;
    add_inner_cells(map, c, change);
    change.added.push_back({Vertex{centre}, {}, c});
}

bool can_merge(const Map3& map, VolumeCell c) {
    if (!map.volumes.is_live(c.index) || is_leaf(map, c)) return false;
    for (int k = map.volumes[c.index].first_child; k >= 0; k = map.volumes[k].next_sibling)
        if (!is_leaf(map, VolumeCell{k})) return false;
    return true;
}

void merge(Map3& map, VolumeCell c, VolumeChange& change) {
    SOUPLE_ASSERT(can_merge(map, c));
    const int level = level_of(map, c);
    collect_corners(map, c, change);
    collect_walls(map, level, change);
    remove_inner_cells(map, c, change);
    remove_walls(map, change);
    paint_volume(map, change.corners[0], c, change);
    std::vector<int>& cells = change.cells;
    cells.clear();
    for (const Dart d : change.corners) add_cell_once(cells, face_of(map, level, d).index);
    for (auto f = cells.rbegin(); f != cells.rend(); ++f)
        if (is_idle(map, Face{*f})) merge_face(map, Face{*f}, change);
    cells.clear();
    for (const Dart d : change.corners) add_cell_once(cells, edge_of(map, level, d).index);
    for (auto e = cells.rbegin(); e != cells.rend(); ++e)
        if (is_idle(map, Edge{*e})) uncut_edge(map, Edge{*e}, change);
}

}  // namespace souple
