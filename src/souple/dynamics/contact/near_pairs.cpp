// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/near_pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "souple/core/parallel.h"
#include "souple/dynamics/contact/contact_rows.h"
#include "souple/dynamics/contact/hold_pairs.h"
#include "souple/geometry/distance.h"
#include "souple/math/rotation.h"

namespace souple {

namespace {

constexpr Real skin_share = 0.4;          ///< of an edge: flat sheets have no pairs so near
constexpr Real share_along_sheet = 0.5;   ///< of the way along the sheet: neighbours do not push each other
constexpr Real distance_rounding = 1e-9;  ///< [m] that distances may be off
constexpr Real inside_share = 1e-3;       ///< nearer to an end, neighbours stand for a pair

/// Sums from which the rigid motion nearest to that of some points follows.
struct ShapeSums {
    Vec3 x = Vec3::Zero(), way = Vec3::Zero(), moment = Vec3::Zero();
    Mat3 square = Mat3::Zero();

    ShapeSums& operator+=(const ShapeSums& other) {
        x += other.x;
        way += other.way;
        moment += other.moment;
        square += other.square;
        return *this;
    }
};

/// Whether a way from a triangle leads straight up from it, up to a small part of its size. Where points lie
/// over points and edges along edges, as in a sheet folded along a line of its grid, nobody is nearest inside
/// of anybody, and no neighbour stands for the pair.
bool leads_straight_up(const std::vector<Vec3>& x, const NearPair& pair, const Vec3& way) {
    const Vec3 &a = x[pair.nodes[1]], &b = x[pair.nodes[2]], &c = x[pair.nodes[3]];
    const Vec3 across = (b - a).cross(c - a);
    const Real area = across.norm();
    if (!(area > 0)) return false;
    const Vec3 normal = across / area;
    return (way - way.dot(normal) * normal).squaredNorm() <= inside_share * inside_share * area;
}

void measure_near(const std::vector<Vec3>& x, NearPair& pair) {
    const auto& n = pair.nodes;
    const auto inside = [](Real s) { return s > inside_share && s < 1 - inside_share; };
    if (pair.edges) {
        const EdgesNear near = nearest_on_edges(x[n[0]], x[n[1]], x[n[2]], x[n[3]]);
        pair.touch.weights = {near.on_a - 1, -near.on_a, 1 - near.on_b, near.on_b};
        pair.faces = inside(near.on_a) && inside(near.on_b);
    } else {
        const TrianglePoint near = closest_on_triangle(x[n[0]], x[n[1]], x[n[2]], x[n[3]]);
        pair.touch.weights = {-1, near.weights[0], near.weights[1], near.weights[2]};
        pair.faces = near.weights.minCoeff() > inside_share;
    }
    Vec3 way = Vec3::Zero();
    for (int k = 0; k < 4; ++k) way += pair.touch.weights[k] * x[n[k]];
    pair.distance = way.norm();
    if (!pair.edges && !pair.faces) pair.faces = leads_straight_up(x, pair, way);
    pair.touch.normal = pair.distance > 0 ? Vec3(way / pair.distance) : Vec3(Vec3::UnitY());
}

NearPair near_pair(const std::array<int, 4>& nodes, bool edges) {
    NearPair pair;
    pair.nodes = nodes;
    pair.edges = edges;
    return pair;
}

NearPair at_rest(const SheetView& view, NearPair pair) {
    measure_near(view.model.point_rest, pair);
    return pair;
}

/// [m] as far apart as both are thick, unless they are neighbours: those come near when the sheet bends.
Real kept_distance(const SheetView& view, const NearPair& pair) {
    return std::max(least_kept, std::min(2 * view.part.surface.thickness,
                                         share_along_sheet * at_rest(view, pair).distance));
}

/// Where levels meet, points that lie between others are on the sides and triangles of the coarser face: one
/// side of such a pair is made of points of the other.
bool meet_at_junction(const SheetView& view, const NearPair& pair) {
    const std::span<const int> nodes = pair.nodes;
    const auto [a, b] =
        pair.edges ? std::pair(nodes.first(2), nodes.last(2)) : std::pair(nodes.first(1), nodes.last(3));
    const auto shares = [&](std::span<const int> some, std::span<const int> others) {
        return std::any_of(some.begin(), some.end(),
                           [&](int i) { return belongs_to(view.movers, i, others); });
    };
    return shares(a, b) || shares(b, a);
}

template <class Nodes>
Aabb box_around(const std::vector<Vec3>& x, const Nodes& nodes, Real margin) {
    Aabb box;
    for (const int i : nodes) box.extend(x[i]);
    box.inflate(margin);
    return box;
}

/// A tree of surface patches stays good however the surface moves.
void fit_tree(const std::vector<Aabb>& boxes, bool anew, Bvh& tree) {
    if (anew)
        build(tree, boxes);
    else
        refit(tree, boxes);
}

void fit_boxes(const SheetView& view, const std::vector<Vec3>& x, Real margin, bool anew, OwnSheet& sheet) {
    const Range triangles = view.part.triangles;
    sheet.triangle_boxes.resize(static_cast<std::size_t>(triangles.count));
    sheet.edge_boxes.resize(view.edges.size());
    parallel_for(triangles.count, [&](int t) {
        sheet.triangle_boxes[t] = box_around(x, view.model.triangles[triangles.begin + t], margin);
    });
    parallel_for(static_cast<int>(view.edges.size()),
                 [&](int e) { sheet.edge_boxes[e] = box_around(x, view.edges[e], margin); });
    fit_tree(sheet.triangle_boxes, anew, sheet.triangle_tree);
    fit_tree(sheet.edge_boxes, anew, sheet.edge_tree);
}

template <class A, class B>
bool have_common(const A& a, const B& b) {
    for (const int i : a)
        for (const int j : b)
            if (i == j) return true;
    return false;
}

/// Points near triangles, then edges near edges, sorted: appends them to sheet.near, not measured yet.
void collect_near(const SheetView& view, const std::vector<Vec3>& x, Real margin, OwnSheet& sheet) {
    const Range points = view.part.points, triangles = view.part.triangles;
    const int triangle_count = triangles.count, edge_count = static_cast<int>(view.edges.size());
    // (a pair holds two numbers of one row: triangles come before points there)
    collect_pairs(sheet.rows, triangle_count + points.count, points.count, sheet.found,
                  [&](int p, PairBlock& block) {
                      const int i = points.begin + p;
                      const std::array<int, 1> own{i};
                      const Aabb box = box_around(x, own, margin);
                      visit_overlapping(sheet.triangle_tree, box, [&](int t) {
                          if (sheet.triangle_boxes[t].overlaps(box) &&
                              !have_common(own, view.model.triangles[triangles.begin + t]))
                              block.add(t, triangle_count + p);
                      });
                  });
    for (const IndexPair& found : sheet.found) {
        const Nodes<3>& t = view.model.triangles[triangles.begin + found.a];
        sheet.near.push_back(near_pair({points.begin + found.b - triangle_count, t[0], t[1], t[2]}, false));
    }
    collect_pairs(sheet.rows, edge_count, edge_count, sheet.found, [&](int e, PairBlock& block) {
        const Aabb& box = sheet.edge_boxes[e];
        visit_overlapping(sheet.edge_tree, box, [&](int other) {
            if (other > e && sheet.edge_boxes[other].overlaps(box) &&
                !have_common(view.edges[e], view.edges[other]))
                block.add(e, other);
        });
    });
    for (const IndexPair& found : sheet.found) {
        const Nodes<2>&a = view.edges[found.a], &b = view.edges[found.b];
        sheet.near.push_back(near_pair({a[0], a[1], b[0], b[1]}, true));
    }
}

Real mean_edge(const SheetView& view) {
    Real sum = 0;
    for (const Nodes<2>& e : view.edges)
        sum += (view.model.point_rest[e[0]] - view.model.point_rest[e[1]]).norm();
    return view.edges.empty() ? 0 : sum / static_cast<Real>(view.edges.size());
}

/// [m] of travel, for a pair that has just been measured.
Real due_of(const OwnSheet& sheet, int k) {
    return sheet.travel + sheet.near[k].distance - sheet.near[k].keep - distance_rounding;
}

void note_earliest(OwnSheet& sheet) {
    sheet.earliest = std::numeric_limits<Real>::infinity();
    for (const Real due : sheet.due) sheet.earliest = std::min(sheet.earliest, due);
}

/// Whether the list holds all that `more` [m] of travel from x can bring near. What trembles travels far and
/// gets nowhere: when the way is too long, how far it has led decides.
bool is_good(Range points, const std::vector<Vec3>& x, Real more, OwnSheet& sheet) {
    if (sheet.travel + more - sheet.listed_travel <= sheet.skin) return true;
    if (sheet.x_listed.size() != x.size()) return false;
    const Real led = 2 * change_of_shape(points, sheet.x_listed, x);
    if (!(led + more <= sheet.skin)) return false;
    sheet.listed_travel = sheet.travel - led;
    return true;
}

}  // namespace

Real change_of_shape(Range points, const std::vector<Vec3>& from, const std::vector<Vec3>& to) {
    if (points.count == 0) return 0;
    const Vec3 origin = from[points.begin];
    const Real count = points.count;
    ShapeSums sums = parallel_sum(points.count, ShapeSums{}, [&](int k) {
        const Vec3 x = from[points.begin + k] - origin, way = to[points.begin + k] - from[points.begin + k];
        return ShapeSums{x, way, x.cross(way), x * x.transpose()};
    });
    const bool is_known = sums.x.allFinite() && sums.way.allFinite() && sums.square.allFinite();
    if (!is_known) return std::numeric_limits<Real>::infinity();  // (the largest of numbers hides a NaN)
    const Vec3 centre = sums.x / count, way = sums.way / count;
    const Mat3 square = sums.square - count * centre * centre.transpose();
    const Mat3 inertia = square.trace() * Mat3::Identity() - square;
    const Real scale = inertia.trace();
    Vec3 turn = Vec3::Zero();
    if (inertia.determinant() > 1e-9 * scale * scale * scale)
        turn = inertia.inverse() * (sums.moment - count * centre.cross(way));
    const Mat3 rotation = to_quaternion(turn).toRotationMatrix();
    const Vec3 old_centre = origin + centre, new_centre = old_centre + way;
    const auto unlike = [&](int k) {
        const int i = points.begin + k;
        return Largest{(to[i] - new_centre - rotation * (from[i] - old_centre)).squaredNorm()};
    };
    return std::sqrt(parallel_sum(points.count, Largest{}, unlike).value);
}

void follow_sheet(const SheetView& view, OwnSheet& sheet) {
    const int triangles = static_cast<int>(view.model.triangles.size());
    if (sheet.revision == view.model.revision && sheet.triangles == triangles) return;
    sheet.revision = view.model.revision;
    sheet.triangles = triangles;
    sheet.edge_length = mean_edge(view);
    sheet.listed = false;
    sheet.has_trees = false;
}

void refresh_near(const SheetView& view, const std::vector<Vec3>& x, Real more, OwnSheet& sheet) {
    follow_sheet(view, sheet);
    if (sheet.listed && is_good(view.part.points, x, more, sheet)) return;
    sheet.skin = std::max(skin_share * sheet.edge_length, more + std::min(3 * more, sheet.edge_length));
    sheet.listed = true;
    sheet.travel = sheet.listed_travel = 0;  // all that is due by it is worked out below
    sheet.x_listed.resize(x.size());
    std::copy_n(x.begin() + view.part.points.begin, view.part.points.count,
                sheet.x_listed.begin() + view.part.points.begin);
    const Real reach = 2 * view.part.surface.thickness + least_kept + sheet.skin + distance_rounding;
    fit_boxes(view, x, 0.5 * reach, !sheet.has_trees, sheet);
    sheet.has_trees = true;
    sheet.near.clear();
    collect_near(view, x, 0.5 * reach, sheet);
    parallel_for(
        static_cast<int>(sheet.near.size()),
        [&](int k) {
            NearPair& pair = sheet.near[k];
            measure_near(x, pair);
            if (pair.distance > reach) return;
            pair.keep = kept_distance(view, pair);
        },
        256);
    std::erase_if(sheet.near, [&](const NearPair& pair) {
        return pair.distance > reach || pair.distance - pair.keep > sheet.skin + distance_rounding ||
               meet_at_junction(view, pair);
    });
    sheet.due.resize(sheet.near.size());
    parallel_for(static_cast<int>(sheet.near.size()), [&](int k) { sheet.due[k] = due_of(sheet, k); });
    note_earliest(sheet);
}

void wake_near(const std::vector<Vec3>& x, Real known, Real more, OwnSheet& sheet) {
    sheet.awake.clear();
    if (sheet.earliest > sheet.travel + more) return;
    for (int k = 0; k < static_cast<int>(sheet.near.size()); ++k)
        if (sheet.due[k] <= sheet.travel + more) sheet.awake.push_back(k);
    parallel_for(
        static_cast<int>(sheet.awake.size()),
        [&](int k) {
            NearPair& pair = sheet.near[sheet.awake[k]];
            measure_near(x, pair);
            sheet.due[sheet.awake[k]] = due_of(sheet, sheet.awake[k]);
        },
        256);
    note_earliest(sheet);
    // (nobody may notice when the list was made: so by what they are, not by what they were due)
    std::erase_if(sheet.awake, [&](int k) {
        const Real room = sheet.near[k].distance - sheet.near[k].keep;
        return room <= known || room > more;
    });
}

}  // namespace souple
