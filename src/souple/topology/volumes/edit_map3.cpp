// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/volumes/edit_map3.h"

#include <array>

#include "souple/topology/volumes/levels3.h"
#include "souple/topology/volumes/walks3.h"

namespace souple {

namespace {

/// A dart that leaves the new vertex behind x and takes over what belongs to that side.
Dart add_piece(Map3& map, Dart x, int level, int vertex) {
    Dart3Record record = map.darts[x.index];
    record.level = static_cast<std::uint8_t>(level);
    record.vertex = vertex;
    const Dart added{map.darts.add(record)};
    const Dart after = phi1(map, x);
    link(map, x, added);
    link(map, added, after);
    return added;
}

/// The corners of a quad at its own level, one dart that leaves each, and the darts at the midpoints.
struct QuadSides {
    std::array<Dart, 4> corner, last, middle;  ///< last arrives at the midpoint, middle leaves it
};
QuadSides sides_of(const Map3& map, Dart first, int level) {
    QuadSides sides;
    Dart corner = first;
    for (int i = 0; i < 4; ++i) {
        sides.corner[i] = corner;
        Dart x = phi1(map, corner);
        for (; level_of(map, x) > level; x = phi1(map, x))
            if (level_of(map, x) == level + 1) sides.middle[i] = x;
        sides.last[i] = phi1_inv(map, sides.middle[i]);
        corner = x;
    }
    return sides;
}

/// The two darts of an inner edge at one side of a face: to its centre and away from it.
struct InnerPair {
    Dart in, out;
};
InnerPair add_inner_pair(Map3& map, const Dart3Record& like, int from, int centre, int label, int level) {
    Dart3Record record = like;
    record.label = static_cast<std::uint8_t>(label);
    record.level = static_cast<std::uint8_t>(level);
    record.vertex = from;
    const Dart in{map.darts.add(record)};
    record.vertex = centre;
    const Dart out{map.darts.add(record)};
    sew_across(map, in, out);
    return {in, out};
}

}  // namespace

void cut_edge(Map3& map, Dart d, VolumeChange& change) {
    const int edge = edge_of(map, d).index, level = map.edges[edge].level + 1, mark = map.edges[edge].mark;
    change.orbit.clear();
    for_each_dart_around_edge(map, d, [&](Dart x) { change.orbit.push_back(x); });
    const int vertex =
        map.vertices.add({-1, level, vertex_of(map, d).index, vertex_of(map, change.orbit[1]).index});
    const int near_half = map.edges.add({d.index, level, edge, -1, mark});
    const int far_half = map.edges.add({-1, level, edge, -1, mark});
    map.edges[edge].midpoint = vertex;
    const int n = static_cast<int>(change.orbit.size());
    change.waiting.clear();
    for (const Dart x : change.orbit) change.waiting.push_back(add_piece(map, x, level, vertex).index);
    for (int i = 0; i < n; ++i) {
        // every second dart runs the other way; its partners across and beyond stand beside it
        const Dart x = change.orbit[i], piece{change.waiting[i]};
        const int other = i % 2 == 0 ? i + 1 : (i + 1) % n;
        const Dart y = change.orbit[other], opposite{change.waiting[other]};
        const auto sew = i % 2 == 0 ? sew_across : sew_beyond;
        sew(map, x, opposite);
        sew(map, piece, y);
        map.darts[x.index].edge = i % 2 == 0 ? near_half : far_half;
        map.darts[piece.index].edge = i % 2 == 0 ? far_half : near_half;
    }
    map.vertices[vertex].dart = map.edges[far_half].dart = change.waiting[0];
    change.added.push_back({Vertex{vertex}, {}, {}});
}

bool is_idle(const Map3& map, Edge e) {
    const Dart middle = dart_of(map, Vertex{map.edges[e.index].midpoint});
    const Edge far_half = edge_of(map, middle), near_half = edge_of(map, phi1_inv(map, middle));
    bool idle = map.edges[near_half.index].parent == e.index && map.edges[far_half.index].parent == e.index;
    if (!idle) return false;
    for_each_dart_around_edge(map, middle, [&](Dart x) {
        const Dart before = vertex_of(map, x) == vertex_of(map, middle) ? phi1_inv(map, x) : phi1(map, x);
        idle &= edge_of(map, before) == near_half;
    });
    return idle;
}

void uncut_edge(Map3& map, Edge e, VolumeChange& change) {
    const int vertex = map.edges[e.index].midpoint;
    const Dart d = phi1_inv(map, dart_of(map, Vertex{vertex}));
    const int near_half = edge_of(map, d).index;
    const int far_half = edge_of(map, dart_of(map, Vertex{vertex})).index;
    change.orbit.clear();
    bool runs_on = true;
    for_each_dart_around_edge(map, d, [&](Dart x) {
        change.orbit.push_back(runs_on ? x : phi1_inv(map, x));
        runs_on = !runs_on;
    });
    const int n = static_cast<int>(change.orbit.size());
    change.waiting.clear();
    for (const Dart x : change.orbit) change.waiting.push_back(phi1(map, x).index);
    for (int i = 0; i < n; ++i) {
        const Dart x = change.orbit[i];
        link(map, x, phi1(map, Dart{change.waiting[i]}));
        map.darts[x.index].edge = e.index;
    }
    for (int i = 0; i < n; i += 2) {
        sew_across(map, change.orbit[i], change.orbit[i + 1]);
        sew_beyond(map, change.orbit[i + 1], change.orbit[(i + 2) % n]);
    }
    for (int i = n; i-- > 0;) map.darts.remove(change.waiting[i]);
    map.edges.remove(far_half);
    map.edges.remove(near_half);
    map.vertices.remove(vertex);
    map.edges[e.index].midpoint = -1;
    change.removed.push_back({vertex});
}

void split_face(Map3& map, Face f, VolumeChange& change) {
    const FaceRecord parent = map.faces[f.index];
    const int level = parent.level + 1;
    const QuadSides sides = sides_of(map, dart_of(map, f), parent.level);
    const int centre = map.vertices.add({-1, level, -1, -1});
    std::array<Dart, 4> far_middle, far_last;
    for (int i = 0; i < 4; ++i) {
        far_middle[i] = phi3(map, sides.last[i]);
        far_last[i] = phi3(map, sides.middle[i]);
    }
    std::array<InnerPair, 4> near, far;
    for (int i = 0; i < 4; ++i) {
        // an inner edge runs like the sides that the one it leaves does not run like
        const int turned = (i + 1) % 4, middle = vertex_of(map, sides.middle[i]).index;
        const Dart3Record like = map.darts[sides.corner[i].index], far_like = map.darts[far_last[i].index];
        const int label = map.darts[sides.corner[turned].index].label;
        const int far_label = map.darts[far_last[turned].index].label;
        near[i] = add_inner_pair(map, like, middle, centre, label, level);
        far[i] = add_inner_pair(map, far_like, middle, centre, far_label, level);
        sew_beyond(map, near[i].in, far[i].out);
        sew_beyond(map, near[i].out, far[i].in);
        const int edge = map.edges.add({near[i].in.index, level});
        for (const Dart d : {near[i].in, near[i].out, far[i].in, far[i].out}) map.darts[d.index].edge = edge;
    }
    for (int i = 0; i < 4; ++i) {
        const int before = (i + 3) % 4;
        link(map, sides.last[i], near[i].in);
        link(map, near[i].in, near[before].out);
        link(map, near[before].out, sides.middle[before]);
        link(map, far_last[before], far[before].in);
        link(map, far[before].in, far[i].out);
        link(map, far[i].out, far_middle[i]);
    }
    int elder = -1;
    for (int i = 0; i < 4; ++i) {
        const int child = map.faces.add({sides.corner[i].index, level, f.index, -1, -1, parent.mark});
        (elder < 0 ? map.faces[f.index].first_child : map.faces[elder].next_sibling) = child;
        elder = child;
        paint_face(map, sides.corner[i], {child});
    }
    map.vertices[centre].dart = near[0].out.index;
    change.added.push_back({Vertex{centre}, f, {}});
    change.split_faces.push_back(f);
}

bool is_idle(const Map3& map, Face f) {
    for (int c = map.faces[f.index].first_child; c >= 0; c = map.faces[c].next_sibling)
        if (!is_leaf(map, Face{c})) return false;
    const Dart in = phi1(map, level_of(map, f) + 1, dart_of(map, f));
    const auto stays = [&](Dart d) { return map.faces[face_of(map, phi2(map, d)).index].parent == f.index; };
    return stays(in) && stays(phi3(map, in));
}

void merge_face(Map3& map, Face f, VolumeChange& change) {
    const int level = level_of(map, f);
    std::array<Dart, 4> corner, in, out, last, middle;
    std::array<int, 4> children;
    int c = map.faces[f.index].first_child;
    for (int i = 0; i < 4; ++i, c = map.faces[c].next_sibling) {
        children[i] = c;
        corner[i] = dart_of(map, Face{c});
        in[i] = phi1(map, level + 1, corner[i]);
        out[i] = phi2(map, in[i]);
        last[i] = phi1_inv(map, in[i]);
        middle[i] = phi1(map, out[i]);
    }
    const int centre = vertex_of(map, out[0]).index;
    for (int i = 3; i >= 0; --i) map.faces.remove(children[i]);
    map.faces[f.index].first_child = -1;
    for (int i = 0; i < 4; ++i) {
        const Dart far_middle = phi3(map, last[i]), far_last = phi3(map, middle[i]);
        link(map, last[i], middle[i]);
        link(map, far_last, far_middle);
    }
    for (int i = 3; i >= 0; --i) {
        map.edges.remove(edge_of(map, in[i]).index);
        const Dart far_in = phi3(map, out[i]), far_out = phi3(map, in[i]);
        for (const Dart d : {far_out, far_in, out[i], in[i]}) map.darts.remove(d.index);
    }
    map.vertices.remove(centre);
    paint_face(map, corner[0], f);
    change.removed.push_back({centre});
    change.merged_faces.push_back(f);
}

void paint_face(Map3& map, Dart d, Face f) {
    for_each_dart_around(map, d, [&](Dart x) {
        map.darts[x.index].face = f.index;
        map.darts[map.darts[x.index].beyond].face = f.index;
    });
}

void paint_volume(Map3& map, Dart d, VolumeCell c, VolumeChange& change) {
    // the number itself marks what was met
    const int old = map.darts[d.index].volume;
    if (old == c.index) return;
    map.darts[d.index].volume = c.index;
    change.waiting.assign(1, d.index);
    while (!change.waiting.empty()) {
        const Dart3Record& dart = map.darts[change.waiting.back()];
        change.waiting.pop_back();
        for (const int next : {dart.next, dart.across})
            if (map.darts[next].volume != c.index) {
                map.darts[next].volume = c.index;
                change.waiting.push_back(next);
            }
    }
}

}  // namespace souple
