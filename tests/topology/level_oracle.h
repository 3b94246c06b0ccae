// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A second way to refine, slow and plain: a tree of polygons whose corners are positions. Its levels are
// written out whole each time, and share no code with the map. A dart is known by the two positions it joins.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

#include "souple/topology/levels.h"
#include "souple/topology/refine.h"
#include "surfaces.h"

namespace souple {

using Place = std::array<Real, 3>;
using Arrow = std::pair<Place, Place>;

inline Place mean(const std::vector<Place>& places) {
    Place sum{};
    for (const Place& p : places)
        for (int k = 0; k < 3; ++k) sum[k] += p[k];
    for (Real& s : sum) s /= static_cast<Real>(places.size());
    return sum;
}

struct OracleFace {
    std::vector<Place> corners;
    int level = 0;
    std::vector<OracleFace> children;
};

inline void split(OracleFace& face) {
    const std::size_t n = face.corners.size();
    std::vector<Place> middle;
    for (std::size_t i = 0; i < n; ++i) middle.push_back(mean({face.corners[i], face.corners[(i + 1) % n]}));
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<Place> corners{face.corners[i], middle[i]};
        if (n > 3) corners.push_back(mean(face.corners));
        corners.push_back(middle[(i + n - 1) % n]);
        face.children.push_back({corners, face.level + 1, {}});
    }
    // the middle triangle starts where the map's does: at the last midpoint
    if (n == 3) face.children.push_back({{middle[2], middle[0], middle[1]}, face.level + 1, {}});
}

/// The faces of level k: leaves, and faces of level k whose children are not looked at.
inline void collect(const std::vector<OracleFace>& faces, int k, std::vector<const OracleFace*>& found) {
    for (const OracleFace& face : faces)
        if (face.children.empty() || face.level >= k)
            found.push_back(&face);
        else
            collect(face.children, k, found);
}

/// Links of one level: each arrow and the one after it, holes included.
struct OracleLevel {
    std::map<Arrow, Arrow> next;

    OracleLevel(const std::vector<OracleFace>& roots, int k) {
        std::vector<const OracleFace*> faces;
        collect(roots, k, faces);
        std::set<Place> corners;
        for (const OracleFace* face : faces) corners.insert(face->corners.begin(), face->corners.end());
        for (const OracleFace* face : faces) add_face(*face, corners);
        add_holes();
    }

private:
    /// The vertices on the straight side from a to b: midpoints of midpoints that some face has as a corner.
    static void add_side(const Place& a, const Place& b, const std::set<Place>& corners,
                         std::vector<Place>& out) {
        const Place middle = mean({a, b});
        if (!corners.count(middle)) return out.push_back(a);
        add_side(a, middle, corners, out);
        add_side(middle, b, corners, out);
    }
    void add_face(const OracleFace& face, const std::set<Place>& corners) {
        std::vector<Place> ring;
        const std::size_t n = face.corners.size();
        for (std::size_t i = 0; i < n; ++i)
            add_side(face.corners[i], face.corners[(i + 1) % n], corners, ring);
        const std::size_t m = ring.size();
        for (std::size_t i = 0; i < m; ++i)
            next[{ring[i], ring[(i + 1) % m]}] = {ring[(i + 1) % m], ring[(i + 2) % m]};
    }
    void add_holes() {
        std::map<Place, Arrow> leaving;
        for (const auto& [arrow, after] : next)
            if (!next.count({arrow.second, arrow.first})) leaving[arrow.second] = {arrow.second, arrow.first};
        for (const auto& [place, arrow] : leaving) next[arrow] = leaving.at(arrow.second);
    }
};

/// A map and its oracle, refined side by side.
struct Twin {
    Map2 map;
    std::vector<OracleFace> roots;
    Attribute<Vertex, Vec3> position;
    MapChange change;
    Attribute<Face, std::vector<int>> path;  ///< of each face in the oracle's tree

    explicit Twin(const Surface& surface) : map(map_of(surface)) {
        position.values = surface.points;
        const auto& [begin, corners] = surface.polygons;
        path.fit(map.faces);
        for (int f = 0; f + 1 < static_cast<int>(begin.size()); ++f) {
            OracleFace root;
            for (int c = begin[f]; c < begin[f + 1]; ++c) {
                const Vec3& p = surface.points[corners[c]];
                root.corners.push_back({p.x(), p.y(), p.z()});
            }
            roots.push_back(root);
            path[Face{f}] = {f};
        }
    }

    OracleFace& at(Face f) {
        OracleFace* face = &roots[path[f][0]];
        for (std::size_t i = 1; i < path[f].size(); ++i) face = &face->children[path[f][i]];
        return *face;
    }
    Vec3 centre_of(Face f) {
        Vec3 sum = Vec3::Zero();
        int n = 0;
        for_each_corner(map, f, [&](Dart d) { sum += position[vertex_of(map, d)], ++n; });
        return sum / n;
    }
    void split_both(Face f) {
        change.clear();
        const Vec3 centre = centre_of(f);
        souple::split(map, f, change);
        position.fit(map.vertices, Vec3::Zero());
        for (const Vertex v : change.added) {
            const VertexRecord& record = map.vertices[v.index];
            position[v] =
                record.parent_a < 0
                    ? centre
                    : Vec3((position[Vertex{record.parent_a}] + position[Vertex{record.parent_b}]) / 2);
        }
        souple::split(at(f));
        path.fit(map.faces);
        int k = 0;
        for (int c = map.faces[f.index].first_child; c >= 0; c = map.faces[c].next_sibling) {
            path[Face{c}] = path[f];
            path[Face{c}].push_back(k++);
        }
    }
    void merge_both(Face f) {
        change.clear();
        souple::merge(map, f, change);
        at(f).children.clear();
        path.fit(map.faces);
    }
    /// One random operation; merges are half as likely as splits. Level differences have no limit but the
    /// deepest.
    void step(Rng& rng, int deepest) {
        std::vector<Face> leaves, parents;
        for (int f = 0; f < map.faces.slot_count(); ++f) {
            if (can_split(map, {f}) && level_of(map, Face{f}) < deepest) leaves.push_back({f});
            if (can_merge(map, {f})) parents.push_back({f});
        }
        if (leaves.empty() || (!parents.empty() && rng.uniform() < 1.0 / 3))
            merge_both(parents[rng.next() % parents.size()]);
        else
            split_both(leaves[rng.next() % leaves.size()]);
    }
    Place place(Vertex v) const { return {position[v].x(), position[v].y(), position[v].z()}; }
    Arrow arrow(int k, Dart d) const { return {place(vertex_of(map, d)), place(end_of(map, k, d))}; }
};

/// The links of level k that the map computes are those the oracle writes out.
inline void expect_level(const Twin& twin, int k) {
    const OracleLevel oracle(twin.roots, k);
    std::size_t count = 0;
    int wrong = 0;
    for (int i = 0; i < twin.map.darts.slot_count(); ++i) {
        if (!twin.map.darts.is_live(i) || twin.map.darts[i].level > k) continue;
        ++count;
        const Dart d{i}, next = phi1(twin.map, k, d);
        const Arrow arrow = twin.arrow(k, d);
        const auto found = oracle.next.find(arrow);
        wrong += found == oracle.next.end() || found->second != twin.arrow(k, next);
        wrong += phi1_inv(twin.map, k, next) != d;
        const Dart across = phi2(twin.map, k, d);
        wrong += twin.arrow(k, across) != Arrow{arrow.second, arrow.first} || phi2(twin.map, k, across) != d;
    }
    EXPECT_EQ(count, oracle.next.size()) << "level " << k;
    EXPECT_EQ(wrong, 0) << "level " << k;
}

}  // namespace souple
