// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/adapt/follow_leaves.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "souple/dynamics/adapt/arrange_laws.h"
#include "souple/dynamics/adapt/leaf_laws.h"
#include "souple/dynamics/adapt/leaf_walk.h"
#include "souple/dynamics/material_spot.h"
#include "souple/topology/levels.h"
#include "souple/topology/walks.h"

namespace souple {

namespace {

/// Child k of a square begins at its corner k, turned by k right angles.
bool is_turned_aside(const Map2& map, Face face) {
    int turns = 0;
    for (int f = face.index; map.faces[f].parent >= 0; f = map.faces[f].parent)
        for (int c = map.faces[map.faces[f].parent].first_child; c != f; c = map.faces[c].next_sibling)
            ++turns;
    return turns % 2 == 1;
}

}  // namespace

// Squares are cut from corner 0 to corner 2. All that come from one are cut the same way: cut towards its
// middle they would bend up to half as hard again askew as the whole does.
Corners corners_of(const Map2& map, Face face) {
    Corners corners;
    for_each_corner(map, face, [&](Dart d) {
        corners.dart[corners.count] = d;
        corners.slot[corners.count++] = vertex_of(map, d).index;
    });
    if (corners.count == 4 && is_turned_aside(map, face)) {
        std::rotate(corners.dart.begin(), corners.dart.begin() + 1, corners.dart.end());
        std::rotate(corners.slot.begin(), corners.slot.begin() + 1, corners.slot.end());
    }
    return corners;
}

Beyond beyond_side(const Map2& map, const Corners& corners, int level, int side) {
    const Dart across = phi2(map, level, corners.dart[side]);
    if (is_border(map, across)) return {};
    const Face face = face_of(map, level, across);
    const int own = level_of(map, face);
    const Edge edge = edge_of(map, own, across);
    Beyond beyond{face, -1, corners_of(map, face)};
    for (int k = 0; k < beyond.corners.count; ++k)
        if (edge_of(map, own, beyond.corners.dart[k]) == edge) beyond.side = k;
    return beyond;
}

namespace {

/// Cuts the arrays where the first adaptive part begins. Springs and bends stay until their followers are
/// ready, as some of them come from there.
void forget_adaptive_parts(Model& model) {
    const Part& first = model.parts[model.adaptive.front().part];
    model.point_mass.resize(first.points.begin);
    model.inv_mass.resize(first.points.begin);
    model.point_id.resize(first.points.begin);
    model.point_rest.resize(first.points.begin);
    model.triangles.resize(first.triangles.begin);
    model.interpolated.clear();
    std::erase_if(model.pins, [&](const Pin& pin) { return pin.node >= first.points.begin; });
    std::erase_if(model.loads,
                  [&](const Load& load) { return !load.on_frame && load.node >= first.points.begin; });
}

/// A leaf that is new, or whose laws are derived anew: of the others all but points' numbers is known.
Leaf measure_leaf(const LeafWalk& walk, int slot) {
    Leaf leaf;
    leaf.face = slot;
    leaf.level = level_of(walk.map(), Face{slot});
    const Corners corners = corners_of(walk.map(), Face{slot});
    leaf.count = corners.count;
    for (int k = 0; k < leaf.count; ++k) leaf.node[k] = walk.node_of_slot[corners.slot[k]];
    const int asked =
        walk.cloth.squares ? leaf.level : rate_of(walk, {leaf.node[0], leaf.node[1], leaf.node[2]});
    leaf.rate = std::max(asked, rate_of_bends(walk.cloth, leaf.level));
    leaf.areas = corner_areas(walk, leaf);
    return leaf;
}

void add_leaf(LeafWalk& walk, int slot) {
    const int old = walk.kept ? walk.kept->of_face[slot] : -1;
    walk.leaf_of_face[slot] = static_cast<int>(walk.leaves.size());
    walk.kept_as.push_back(old);
    walk.leaves.push_back(old >= 0 ? walk.kept->leaves[old] : measure_leaf(walk, slot));
    if (old < 0 || !walk.kept->is_renumbered) return;
    for (int& node : walk.leaves.back().node) node = walk.kept->node_of(node);
}

/// The leaves below a face, child after child: what lies side by side stands side by side, whenever it was
/// divided, so that laws of one block share most of their points.
void add_leaves_below(LeafWalk& walk, int slot) {
    if (is_leaf(walk.map(), Face{slot})) return add_leaf(walk, slot);
    for (int c = walk.map().faces[slot].first_child; c >= 0; c = walk.map().faces[c].next_sibling)
        add_leaves_below(walk, c);
}

void list_leaves(LeafWalk& walk) {
    walk.leaves.reserve(walk.map().faces.slot_count());
    walk.kept_as.reserve(walk.map().faces.slot_count());
    walk.leaf_of_face.assign(walk.map().faces.slot_count(), -1);
    for (int slot = 0; slot < walk.map().faces.slot_count(); ++slot)
        if (walk.map().faces.is_live(slot) && walk.map().faces[slot].parent < 0) add_leaves_below(walk, slot);
}

void add_points(LeafWalk& walk, const Leaves& leaves) {
    walk.node_of_slot.assign(walk.map().vertices.slot_count(), -1);
    walk.slot_of_point.clear();
    leaves.list_points(walk.slot_of_point);
    Model& model = walk.model;
    for (std::size_t i = 0; i < walk.slot_of_point.size(); ++i) {
        walk.node_of_slot[walk.slot_of_point[i]] = walk.first + static_cast<int>(i);
        model.point_mass.push_back(0);
        model.inv_mass.push_back(0);
        model.point_id.push_back(walk.slot_of_point[i]);
        model.point_rest.push_back(leaves.rest[i]);
    }
}

bool is_on_border(const Map2& map, Vertex v) {
    bool found = false;
    for_each_dart(map, v, [&](Dart d) { found = found || is_border(map, d); });
    return found;
}

/// Base points that are led, and every midpoint of a border edge whose ends are both led alike (004 A16).
void add_led_points(LeafWalk& walk) {
    std::vector<const LedVertex*> led(walk.node_of_slot.size(), nullptr);
    std::vector<LedVertex> between;
    between.reserve(walk.node_of_slot.size());
    for (const LedVertex& vertex : walk.cloth.led) led[vertex.point] = &vertex;
    for (const int slot : walk.by_level) {
        const VertexRecord& record = walk.map().vertices[slot];
        if (record.parent_a < 0 || !led[record.parent_a] || !led[record.parent_b]) continue;
        const LedVertex &a = *led[record.parent_a], &b = *led[record.parent_b];
        if (a.track != b.track || !is_on_border(walk.map(), Vertex{slot})) continue;
        between.push_back({slot, 0.5 * (a.local + b.local), a.track});
        led[slot] = &between.back();
    }
    for (std::size_t slot = 0; slot < led.size(); ++slot) {
        if (!led[slot]) continue;
        walk.is_led[slot] = true;
        walk.model.pins.push_back({walk.node_of_slot[slot], led[slot]->local, led[slot]->track});
    }
}

/// Midpoints that only one side has: they go where the ends of their edge go (004 F4.7).
void add_interpolated(LeafWalk& walk) {
    for (const int slot : walk.by_level) {
        if (walk.is_led[slot] || !is_hanging(walk.map(), Vertex{slot})) continue;
        const VertexRecord& record = walk.map().vertices[slot];
        walk.is_interpolated[slot] = true;
        walk.model.interpolated.push_back({walk.node_of_slot[slot], walk.node_of_slot[record.parent_a],
                                           walk.node_of_slot[record.parent_b]});
    }
}

/// Each face gives its corners the area nearest to them; what an interpolated point would get goes half to
/// each end of its edge (004 A7).
void set_masses(LeafWalk& walk, Range interpolated) {
    Model& model = walk.model;
    for (const Leaf& leaf : walk.leaves) {
        for (int k = 0; k < leaf.count; ++k)
            model.point_mass[leaf.node[k]] += walk.cloth.material.density * leaf.areas[k];
    }
    walk.zone_mass.assign(model.point_mass.begin() + walk.first, model.point_mass.end());
    for (int i = interpolated.end() - 1; i >= interpolated.begin; --i) {
        const Interpolated& between = model.interpolated[i];
        model.point_mass[between.a] += 0.5 * model.point_mass[between.node];
        model.point_mass[between.b] += 0.5 * model.point_mass[between.node];
        model.point_mass[between.node] = 0;
    }
    if (walk.cloth.material.level_law == LevelLaw::ConstantMass)
        for (std::size_t p = walk.first; p < model.point_mass.size(); ++p)
            if (model.point_mass[p] > 0)
                model.point_mass[p] = walk.cloth.material.density * walk.cloth.largest_area;
    for (std::size_t i = 0; i < walk.slot_of_point.size(); ++i) {
        const int slot = walk.slot_of_point[i];
        if (walk.is_led[slot] || walk.is_interpolated[slot]) continue;
        model.inv_mass[walk.first + i] = 1 / model.point_mass[walk.first + i];
    }
}

void set_leaf_rates(LeafWalk& walk) {
    walk.leaf_rate.assign(walk.slot_of_point.size(), 0);
    for (const Leaf& leaf : walk.leaves)
        for (int k = 0; k < leaf.count; ++k) {
            int& rate = walk.leaf_rate[leaf.node[k] - walk.first];
            rate = std::max(rate, leaf.rate);
        }
    walk.has_other_rate.assign(walk.leaf_rate.size(), true);
    if (!walk.kept) return;
    for (std::size_t i = 0; i < walk.kept->node_now.size(); ++i)
        if (const int point = walk.kept->node_now[i] - walk.first; point >= 0)
            walk.has_other_rate[point] = walk.leaf_rate[point] != walk.kept->leaf_rate[i];
}

/// Points go as often as the fastest law at them; interpolated ones go with their ends.
void set_point_rates(LeafWalk& walk, Part& part) {
    std::vector<int> rate = walk.leaf_rate;
    const auto raise = [&](const auto& elements, Range range, int to) {
        for (int e = range.begin; e < range.end(); ++e)
            for (const int node : elements[e].nodes)
                if (node >= 0) rate[node - walk.first] = std::max(rate[node - walk.first], to);
    };
    for (std::size_t r = 1; r < part.rates.size(); ++r) {
        raise(walk.model.springs, part.rates[r].springs, static_cast<int>(r));
        raise(walk.model.bends, part.rates[r].bends, static_cast<int>(r));
    }
    // what an interpolated point gets goes on to its ends: they must be as fast
    for (int i = part.interpolated.end() - 1; i >= part.interpolated.begin; --i) {
        const Interpolated& between = walk.model.interpolated[i];
        for (const int end : {between.a, between.b})
            rate[end - walk.first] = std::max(rate[end - walk.first], rate[between.node - walk.first]);
    }
    for (std::size_t i = 0; i < rate.size(); ++i)
        if (!walk.is_interpolated[walk.slot_of_point[i]])
            part.rates[rate[i]].points.push_back(walk.first + static_cast<int>(i));
}

/// Ties, links and loads take hold of the triangles that are there now.
void hold_on(const AdaptiveCloth& cloth, const Part& part, Model& model) {
    for (const HeldTie& held : cloth.ties) {
        const MaterialPoint spot = spot_nearest_to(model, part.triangles, held.rest);
        for (int k = 0; k < 3; ++k) {
            model.ties[held.tie].nodes[held.first_slot + k] = spot.nodes[k];
            model.ties[held.tie].weights[held.first_slot + k] = held.sign * spot.weights[k];
        }
    }
    hang_links(cloth, model);
    for (const HeldLoad& load : cloth.loads) {
        const MaterialPoint spot = spot_nearest_to(model, part.triangles, load.rest);
        for (int k = 0; k < 3; ++k)
            if (spot.weights[k] != 0)
                model.loads.push_back({spot.nodes[k], spot.weights[k] * load.force, load.start, load.stop});
    }
}

void sort_by_level(LeafWalk& walk) {
    std::vector<int> first(2);
    for (const int slot : walk.slot_of_point) {
        const std::size_t next = walk.map().vertices[slot].level + 1;
        if (next >= first.size()) first.resize(next + 1);
        ++first[next];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
    walk.by_level.resize(walk.slot_of_point.size());
    for (const int slot : walk.slot_of_point) walk.by_level[first[walk.map().vertices[slot].level]++] = slot;
}

/// Old points by their new numbers.
void find_old_points(const LeafWalk& walk, KeptLaws& kept) {
    const int slots = static_cast<int>(walk.node_of_slot.size());
    for (const int slot : kept.slot_of_node) {
        const int was = kept.first + static_cast<int>(kept.node_now.size());
        kept.node_now.push_back(slot < slots ? walk.node_of_slot[slot] : -1);
        kept.is_renumbered = kept.is_renumbered || kept.node_now.back() != was;
    }
}

/// Laws that go, between points of the new State.
void list_old_laws(const KeptLaws& kept, LawChange& change) {
    for (std::size_t k = 0; k < kept.leaves.size(); ++k) {
        if (kept.of_face[kept.leaves[k].face] >= 0) continue;
        const int leaf = static_cast<int>(k);
        for (int rate = 0; rate < kept.rates(); ++rate) {
            const Range springs = kept.springs_of(leaf, leaf + 1, rate);
            for (int s = springs.begin; s < springs.end(); ++s) {
                change.old_springs.push_back(kept.springs[s]);
                kept.renumber(change.old_springs.back());
            }
            const Range bends = kept.bends_of(leaf, leaf + 1, rate);
            for (int b = bends.begin; b < bends.end(); ++b) {
                change.old_bends.push_back(kept.bends[b]);
                kept.renumber(change.old_bends.back());
            }
        }
    }
}

void follow_one(const Leaves& leaves, AdaptiveCloth& cloth, Model& model, KeptLaws* kept = nullptr,
                LawChange* change = nullptr) {
    Part& part = model.parts[cloth.part];
    part.points.begin = static_cast<int>(model.point_mass.size());
    if (&cloth != &model.adaptive.front()) {
        const Part& last = model.parts[(&cloth)[-1].part];
        part.springs.begin = last.springs.end();
        part.bends.begin = last.bends.end();
    }
    part.triangles.begin = static_cast<int>(model.triangles.size());
    part.interpolated.begin = static_cast<int>(model.interpolated.size());

    LeafWalk walk{cloth, leaves, model, part.points.begin, kept, change};
    add_points(walk, leaves);
    if (kept) {
        find_old_points(walk, *kept);
        list_old_laws(*kept, *change);
    }
    sort_by_level(walk);
    walk.is_led.assign(walk.node_of_slot.size(), false);
    walk.is_interpolated.assign(walk.node_of_slot.size(), false);
    list_leaves(walk);
    add_led_points(walk);
    add_interpolated(walk);
    part.interpolated.count = static_cast<int>(model.interpolated.size()) - part.interpolated.begin;
    set_masses(walk, part.interpolated);
    set_leaf_rates(walk);
    arrange_laws(walk, part);
    set_point_rates(walk, part);
    part.points.count = static_cast<int>(model.point_mass.size()) - part.points.begin;
    part.triangles.count = static_cast<int>(model.triangles.size()) - part.triangles.begin;
    hold_on(cloth, part, model);
    cloth.leaves = std::move(walk.leaves);
    cloth.leaf_rate = std::move(walk.leaf_rate);
}

}  // namespace

void Leaves::list_points(std::vector<int>& order) const {
    order.clear();
    for (int slot = 0; slot < map.vertices.slot_count(); ++slot)
        if (map.vertices.is_live(slot)) order.push_back(slot);
}

void hang_links(const AdaptiveCloth& cloth, Model& model) {
    for (const HeldLink& held : cloth.links) {
        Link& link = model.links[held.link];
        (held.is_b ? link.b : link.a) = spot_nearest_to(model, model.parts[cloth.part].triangles, held.rest);
    }
}

void follow_leaves(const State& state, Model& model) {
    if (model.adaptive.empty()) return;
    forget_adaptive_parts(model);
    for (std::size_t s = 0; s < model.adaptive.size(); ++s)
        follow_one(state.leaves[s], model.adaptive[s], model);
    ++model.revision;
}

void follow_change(const State& state, int surface, const std::vector<char>& touched, LawChange& change,
                   Model& model) {
    std::vector<KeptLaws> kept;
    for (std::size_t s = 0; s < model.adaptive.size(); ++s) {
        AdaptiveCloth& cloth = model.adaptive[s];
        const bool changed = static_cast<int>(s) == surface;
        kept.push_back(
            keep_laws(model, changed ? touched : std::vector<char>(cloth.cosine_limit.size(), 0), cloth));
    }
    forget_adaptive_parts(model);
    LawChange others;
    for (std::size_t s = 0; s < model.adaptive.size(); ++s)
        follow_one(state.leaves[s], model.adaptive[s], model, &kept[s],
                   static_cast<int>(s) == surface ? &change : &others);
    ++model.revision;
}

}  // namespace souple
