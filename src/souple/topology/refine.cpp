// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/refine.h"

#include <array>

#include "souple/core/errors.h"
#include "souple/topology/edit_map.h"
#include "souple/topology/levels.h"

namespace souple {

namespace {

using Sides = std::vector<MapChange::Side>;

/// The corner of a leaf, and the midpoint of the side that starts there: cut unless a neighbour has done so.
MapChange::Side cut_side(Map2& map, Dart corner, int level, MapChange& change) {
    MapChange::Side side;
    side.corner = corner;
    for (Dart x = phi1(map, corner); level_of(map, x) > level; x = phi1(map, x), ++change.darts_touched)
        if (level_of(map, x) == level + 1) side.middle = x;
    if (!side.middle) {
        side.middle = cut_edge(map, corner);
        change.added.push_back(vertex_of(map, side.middle));
        change.darts_touched += 4;
    }
    side.last = phi1_inv(map, side.middle);
    return side;
}

void cut_sides(Map2& map, Face f, MapChange& change) {
    const int level = level_of(map, f);
    const Dart first = dart_of(map, f);
    change.sides.clear();
    Dart corner = first;
    do {
        const Dart next = phi1(map, level, corner);
        change.sides.push_back(cut_side(map, corner, level, change));
        corner = next;
    } while (corner != first);
}

/// An edge inside the face: `d` leaves vertex a, the other leaves vertex b.
struct InnerEdge {
    Dart d, across;
};
InnerEdge add_inner_edge(Map2& map, int a, int b, int label, int level) {
    DartRecord record;
    record.label = static_cast<std::uint8_t>(label);
    record.level = static_cast<std::uint8_t>(level);
    record.vertex = a;
    const Dart d{map.darts.add(record)};
    record.vertex = b;
    const Dart across{map.darts.add(record)};
    sew(map, d, across);
    map.darts[d.index].edge = map.darts[across.index].edge = map.edges.add({d.index, level});
    return {d, across};
}

void remove_inner_edge(Map2& map, Dart d) {
    const int across = phi2(map, d).index;
    map.edges.remove(edge_of(map, d).index);
    map.darts.remove(across);
    map.darts.remove(d.index);
}

/// Midpoints joined in a triangle. An inner edge is labelled as the side it is parallel to.
void join_midpoints(Map2& map, Sides& sides, int level) {
    std::array<Dart, 3> middle_face;
    for (int i = 0; i < 3; ++i) {
        const int before = (i + 2) % 3, opposite = (i + 1) % 3;
        const InnerEdge edge = add_inner_edge(map, vertex_of(map, sides[i].middle).index,
                                              vertex_of(map, sides[before].middle).index,
                                              map.darts[sides[opposite].corner.index].label, level);
        link(map, sides[i].last, edge.d);
        link(map, edge.d, sides[before].middle);
        middle_face[i] = edge.across;
    }
    for (int i = 0; i < 3; ++i) link(map, middle_face[i], middle_face[(i + 1) % 3]);
}

/// Midpoints joined to a new centre. An inner edge has the label that the side it leaves has not.
void join_to_centre(Map2& map, Sides& sides, int level, MapChange& change) {
    const Vertex centre{map.vertices.add({-1, level, -1, -1})};
    change.added.push_back(centre);
    const int n = static_cast<int>(sides.size());
    for (auto& side : sides) {
        const int label = 1 - map.darts[side.corner.index].label;
        side.inward = add_inner_edge(map, vertex_of(map, side.middle).index, centre.index, label, level).d;
    }
    for (int i = 0; i < n; ++i) {
        const auto& before = sides[(i + n - 1) % n];
        const Dart outward = phi2(map, before.inward);
        link(map, sides[i].last, sides[i].inward);
        link(map, sides[i].inward, outward);
        link(map, outward, before.middle);
    }
    map.vertices[centre.index].dart = phi2(map, sides[0].inward).index;
}

/// Adds a child behind its elder sibling and paints its darts.
int add_child(Map2& map, Face parent, int elder, Dart d) {
    const FaceRecord& above = map.faces[parent.index];
    const int child = map.faces.add({d.index, above.level + 1, parent.index, -1, -1, above.mark});
    (elder < 0 ? map.faces[parent.index].first_child : map.faces[elder].next_sibling) = child;
    return child;
}

/// Reads sides, inner edges and children back from a split face.
void collect_sides(const Map2& map, Face f, MapChange& change) {
    Sides& sides = change.sides;
    sides.clear();
    const int n = corner_count(map, f), level = level_of(map, f);
    for (int c = map.faces[f.index].first_child; c >= 0; c = map.faces[c].next_sibling) {
        MapChange::Side side;
        side.child = {c};
        side.corner = {map.faces[c].dart};
        sides.push_back(side);
    }
    for (int i = 0; i < n; ++i) {
        MapChange::Side& side = sides[i];
        side.inward = phi1(map, level + 1, side.corner);
        side.last = phi1_inv(map, side.inward);
        const Dart after = phi1(map, side.inward);
        sides[(i + n - 1) % n].middle = n == 3 ? after : phi1(map, after);
    }
}

/// A midpoint that only continues its two neighbours: nobody has split at either side.
bool is_idle(const Map2& map, Dart middle) { return turn(map, middle) == phi2(map, phi1_inv(map, middle)); }

void remove_children(Map2& map, Face f, const Sides& sides) {
    for (auto side = sides.rbegin(); side != sides.rend(); ++side) map.faces.remove(side->child.index);
    map.faces[f.index].first_child = -1;
}

}  // namespace

bool can_split(const Map2& map, Face f) { return is_leaf(map, f) && level_of(map, f) < level_limit; }

void split(Map2& map, Face f, MapChange& change) {
    SOUPLE_ASSERT(can_split(map, f));
    const int level = level_of(map, f) + 1;
    cut_sides(map, f, change);
    const bool triangle = change.sides.size() == 3;
    if (triangle)
        join_midpoints(map, change.sides, level);
    else
        join_to_centre(map, change.sides, level, change);

    int elder = -1;
    for (const auto& side : change.sides) {
        elder = add_child(map, f, elder, side.corner);
        change.darts_touched += paint_face(map, side.corner, {elder});
    }
    if (triangle) {
        const Dart middle = phi2(map, phi1_inv(map, change.sides[2].middle));
        elder = add_child(map, f, elder, middle);
        change.darts_touched += paint_face(map, middle, {elder});
    }
    change.split.push_back(f);
}

bool can_merge(const Map2& map, Face f) {
    if (!map.faces.is_live(f.index) || is_leaf(map, f)) return false;
    for (int c = map.faces[f.index].first_child; c >= 0; c = map.faces[c].next_sibling)
        if (!is_leaf(map, Face{c})) return false;
    return true;
}

void merge(Map2& map, Face f, MapChange& change) {
    SOUPLE_ASSERT(can_merge(map, f));
    collect_sides(map, f, change);
    remove_children(map, f, change.sides);
    Sides& sides = change.sides;
    const bool triangle = sides.size() == 4 && !sides[3].middle;
    if (triangle) sides.pop_back();

    // the reverse of a split, so that slots come back in the order in which they were taken
    const int centre = triangle ? -1 : vertex_of(map, phi2(map, sides[0].inward)).index;
    for (auto side = sides.rbegin(); side != sides.rend(); ++side) remove_inner_edge(map, side->inward);
    if (!triangle) {
        map.vertices.remove(centre);
        change.removed.push_back({centre});
    }
    for (const auto& side : sides) link(map, side.last, side.middle);
    change.darts_touched += paint_face(map, sides[0].corner, f) + 2 * static_cast<int>(sides.size());
    for (auto side = sides.rbegin(); side != sides.rend(); ++side) {
        if (!is_idle(map, side->middle)) continue;
        change.removed.push_back(vertex_of(map, side->middle));
        uncut_edge(map, side->middle);
        change.darts_touched += 4;
    }
    change.merged.push_back(f);
}

void split_balanced(Map2& map, Face f, MapChange& change) {
    const int level = level_of(map, f);
    const Dart first = dart_of(map, f);
    Dart corner = first;
    do {
        for (;;) {
            const Face beyond = face_of(map, phi2(map, level, corner));
            if (!beyond || level_of(map, beyond) >= level) break;
            split_balanced(map, beyond, change);
        }
        corner = phi1(map, level, corner);
    } while (corner != first);
    split(map, f, change);
}

bool can_merge_balanced(const Map2& map, Face f) {
    if (!can_merge(map, f)) return false;
    for (int c = map.faces[f.index].first_child; c >= 0; c = map.faces[c].next_sibling) {
        const Dart first = dart_of(map, Face{c});
        for (Dart d = phi1(map, first); d != first; d = phi1(map, d))
            if (hangs(map, d)) return false;
    }
    return true;
}

}  // namespace souple
