// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/hold_sheets.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "souple/core/parallel.h"
#include "souple/dynamics/contact/find_pairs.h"
#include "souple/dynamics/scratch.h"
#include "souple/math/rotation.h"

namespace souple {

namespace {

constexpr int push_rounds = 16;   ///< then what still crosses moves as one,
constexpr int rigid_rounds = 32;  ///< and then stays where it was
constexpr int most_rounds = 1000;

/// Of what the thickness of two sheets keeps apart this much is kept at any price.
constexpr Real kept_share = 0.1;
constexpr Real least_kept = 1e-6;  ///< [m] of sheets without thickness

/// What holding reads and changes.
struct HoldRun {
    const ContactView& view;
    State& state;
    InteractionScratch& scratch;
};

/// A push on four points by their weights, with interpolated points as their ends.
struct SheetPush {
    static constexpr int most = 16;
    int count = 0;
    std::array<int, most> nodes{};
    std::array<Real, most> weights{};

    void add(const Movers& movers, int node, Real weight) {
        if (is_interpolated(movers, node)) {
            for (const int end : movers.ends[node]) add(movers, end, 0.5 * weight);
            return;
        }
        int k = 0;
        while (k < count && nodes[k] != node) ++k;
        if (k == most) return;
        if (k == count) nodes[count++] = node;
        weights[k] += weight;
    }
};

SheetPush push_of(const Movers& movers, const HeldPair& pair, const Crossing& crossing) {
    SheetPush push;
    for (int k = 0; k < 4; ++k) push.add(movers, pair.nodes[k], crossing.weights[k]);
    return push;
}

/// Boxes of the straight ways from where things were to where they are.
void box_ways(const HoldRun& run) {
    HoldScratch& hold = run.scratch.hold;
    const int begin = run.scratch.body_count, count = static_cast<int>(run.scratch.touchables.size()) - begin;
    hold.boxes.resize(static_cast<std::size_t>(count));
    parallel_for(
        count,
        [&](int k) {
            const Touchable& touchable = run.scratch.touchables[begin + k];
            Aabb box;
            for (const int i : nodes_of(run.view, touchable)) {
                box.extend(hold.x_start[i]);
                box.extend(run.state.x[i]);
            }
            box.inflate(0.5 * run.view.model.parts[touchable.part].surface.thickness + least_kept);
            hold.boxes[k] = box;
        },
        256);
}

HeldPair held_pair(const ContactView& view, const Touchable& a, const Touchable& b) {
    const bool a_first = nodes_of(view, a).size() <= nodes_of(view, b).size();
    const std::span<const int> first = nodes_of(view, a_first ? a : b),
                               second = nodes_of(view, a_first ? b : a);
    HeldPair pair;
    std::copy(second.begin(), second.end(), std::copy(first.begin(), first.end(), pair.nodes.begin()));
    pair.edges = first.size() == 2;
    pair.keep = std::max(least_kept, kept_share * (view.model.parts[a.part].surface.thickness +
                                                   view.model.parts[b.part].surface.thickness));
    return pair;
}

/// Who may have crossed whom.
void list_held_pairs(const HoldRun& run) {
    HoldScratch& hold = run.scratch.hold;
    const std::vector<Touchable>& touchables = run.scratch.touchables;
    const int bodies = run.scratch.body_count;
    box_ways(run);
    hold.pairs.clear();
    const auto search_range = [&](PairSearch& search, int begin, int end) {
        const std::span<const Aabb> boxes(hold.boxes.data() + begin - bodies,
                                          static_cast<std::size_t>(end - begin));
        overlapping_pairs(search, boxes, hold.found);
        for (const IndexPair& found : hold.found) {
            const Touchable &a = touchables[found.a + begin], &b = touchables[found.b + begin];
            const bool points = a.kind == b.kind && a.kind == TouchableKind::Point;
            if (!points && is_matter_pair(run.view, a, b) && may_touch(run.view.model, a, b))
                hold.pairs.push_back(held_pair(run.view, a, b));
        }
    };
    search_range(hold.matter_search, bodies, run.scratch.edge_begin);
    search_range(hold.edge_search, run.scratch.edge_begin, static_cast<int>(touchables.size()));
    hold.crossed.resize(hold.pairs.size());
    hold.crossings.resize(hold.pairs.size());
}

/// Lists the pairs that cross on their ways; false when none does.
bool find_hits(const HoldRun& run) {
    HoldScratch& hold = run.scratch.hold;
    parallel_for(
        static_cast<int>(hold.pairs.size()),
        [&](int k) {
            const HeldPair& pair = hold.pairs[k];
            MovingPoints points;
            for (int n = 0; n < 4; ++n) {
                points.start[n] = hold.x_start[pair.nodes[n]];
                points.motion[n] = run.state.x[pair.nodes[n]] - points.start[n];
            }
            const Real nearest = 0.5 * least_kept;
            const auto found =
                pair.edges ? edge_crosses_edge(points, nearest) : point_crosses_triangle(points, nearest);
            hold.crossed[k] = found ? 1 : 0;
            if (found) hold.crossings[k] = *found;
        },
        512);
    hold.hits.clear();
    for (std::size_t k = 0; k < hold.pairs.size(); ++k)
        if (hold.crossed[k]) hold.hits.push_back({static_cast<int>(k), hold.crossings[k]});
    return !hold.hits.empty();
}

/// Leaves a pair as far apart as it may be, and no longer approaching.
void part_sheets(const HoldRun& run, const HeldHit& hit) {
    const HoldScratch& hold = run.scratch.hold;
    const HeldPair& pair = hold.pairs[hit.pair];
    const SheetPush push = push_of(run.scratch.movers, pair, hit.crossing);
    const std::vector<Real>& inverse_mass = run.view.model.inv_mass;
    Vec3 before = Vec3::Zero(), now = Vec3::Zero(), speed = Vec3::Zero();
    Real answer = 0;
    for (int k = 0; k < push.count; ++k) {
        const int i = push.nodes[k];
        before += push.weights[k] * hold.x_start[i];
        now += push.weights[k] * run.state.x[i];
        speed += push.weights[k] * run.state.v[i];
        answer += push.weights[k] * push.weights[k] * inverse_mass[i];
    }
    if (!(answer > 0)) return;
    const Vec3& normal = hit.crossing.normal;
    const Real wanted = std::clamp(normal.dot(before), least_kept, pair.keep);
    const Real shift = std::max(Real(0), wanted - normal.dot(now)) / answer;
    const Real impulse = std::max(Real(0), -normal.dot(speed)) / answer;
    for (int k = 0; k < push.count; ++k) {
        const Real share = push.weights[k] * inverse_mass[push.nodes[k]];
        run.state.x[push.nodes[k]] += share * shift * normal;
        run.state.v[push.nodes[k]] += share * impulse * normal;
    }
}

int first_of(std::vector<int>& zone, int i) {
    while (zone[i] != i) i = zone[i] = zone[zone[i]];
    return i;
}

/// All points of the hits belong together from now on.
void join_zones(const HoldRun& run) {
    HoldScratch& hold = run.scratch.hold;
    for (const HeldHit& hit : hold.hits) {
        const SheetPush push =
            push_of(run.scratch.movers, hold.pairs[hit.pair], {0, Vec3::UnitY(), {1, 1, 1, 1}});
        for (int k = 0; k < push.count; ++k) {
            int& own = hold.zone[push.nodes[k]];
            if (own < 0) {
                own = push.nodes[k];
                hold.members.push_back(push.nodes[k]);
            }
            const int a = first_of(hold.zone, push.nodes[0]), b = first_of(hold.zone, push.nodes[k]);
            hold.zone[std::max(a, b)] = std::min(a, b);
        }
    }
    for (const int i : hold.members) hold.zone[i] = first_of(hold.zone, i);
    std::sort(hold.members.begin(), hold.members.end(), [&](int i, int j) {
        return hold.zone[i] != hold.zone[j] ? hold.zone[i] < hold.zone[j] : i < j;
    });
}

/// The rigid motion that has the momentum and the angular momentum of some points.
struct RigidMean {
    Vec3 centre = Vec3::Zero(), motion = Vec3::Zero(), turn = Vec3::Zero();
};

template <class Place, class Motion>
RigidMean rigid_mean(const Model& model, std::span<const int> points, const Place& place,
                     const Motion& motion) {
    RigidMean mean;
    Real mass = 0;
    for (const int i : points) {
        mass += model.point_mass[i];
        mean.centre += model.point_mass[i] * place(i);
        mean.motion += model.point_mass[i] * motion(i);
    }
    mean.centre /= mass;
    mean.motion /= mass;
    Vec3 momentum = Vec3::Zero();
    Mat3 inertia = Mat3::Zero();
    for (const int i : points) {
        const Vec3 arm = place(i) - mean.centre;
        momentum += model.point_mass[i] * arm.cross(motion(i));
        inertia += model.point_mass[i] * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
    }
    const Real scale = inertia.trace();
    if (inertia.determinant() > 1e-9 * scale * scale * scale) mean.turn = inertia.inverse() * momentum;
    return mean;
}

/// Gives the points of a zone one motion; that of those that are led, if there are any.
void move_zone(const HoldRun& run, bool stays, std::span<const int> points) {
    const Model& model = run.view.model;
    const std::vector<Vec3>& from = run.scratch.hold.x_start;
    State& state = run.state;
    const auto way = [&](int i) -> Vec3 { return state.x[i] - from[i]; };
    Vec3 led_way = Vec3::Zero(), led_speed = Vec3::Zero();
    int led = 0;
    for (const int i : points)
        if (is_led(model, i)) ++led, led_way += way(i), led_speed += state.v[i];
    if (led > 0) {
        for (const int i : points) {
            if (is_led(model, i)) continue;
            state.x[i] = from[i] + led_way / led;
            state.v[i] = led_speed / led;
        }
        return;
    }
    const RigidMean moved = rigid_mean(
        model, points, [&](int i) { return from[i]; }, way);
    const Quat turn = to_quaternion(moved.turn);
    const auto carried = [&](int i) -> Vec3 {
        return moved.centre + moved.motion + turn * (from[i] - moved.centre);
    };
    for (const int i : points) state.x[i] = stays ? from[i] : carried(i);
    const RigidMean now = rigid_mean(
        model, points, [&](int i) { return state.x[i]; }, [&](int i) { return state.v[i]; });
    for (const int i : points) state.v[i] = now.motion + now.turn.cross(state.x[i] - now.centre);
}

void move_zones(const HoldRun& run, bool stay) {
    const HoldScratch& hold = run.scratch.hold;
    for (std::size_t begin = 0; begin < hold.members.size();) {
        std::size_t end = begin;
        while (end < hold.members.size() && hold.zone[hold.members[end]] == hold.zone[hold.members[begin]])
            ++end;
        move_zone(run, stay, {hold.members.data() + begin, end - begin});
        begin = end;
    }
}

/// Interpolated points follow their ends.
void follow_ends(const HoldRun& run) {
    for (const Interpolated& between : run.view.model.interpolated) {
        run.state.x[between.node] = 0.5 * (run.state.x[between.a] + run.state.x[between.b]);
        run.state.v[between.node] = 0.5 * (run.state.v[between.a] + run.state.v[between.b]);
    }
}

/// Takes back the hits. What stays where it was crosses nothing that stays too, and every round more of it
/// does: so the rounds come to an end.
void take_back(const HoldRun& run, int round) {
    HoldScratch& hold = run.scratch.hold;
    if (round < push_rounds) {
        for (const HeldHit& hit : hold.hits) part_sheets(run, hit);
    } else {
        if (round == push_rounds) hold.zone.assign(hold.x_start.size(), -1);
        join_zones(run);
        move_zones(run, round >= rigid_rounds);
    }
    follow_ends(run);
}

}  // namespace

void watch_sheets(const State& state, InteractionScratch& scratch) {
    if (!scratch.edges.empty()) scratch.hold.x_start = state.x;
}

void hold_sheets(const Interval& interval, const Control& control, State& state, Scratch& scratch,
                 StepReport& report) {
    InteractionScratch& interaction = scratch.interaction;
    if (!has_interactions(interval.model) || interaction.edges.empty()) return;
    const ContactView view{interval.model, control, state, interval.length, interaction.edges};
    const HoldRun run{view, state, interaction};
    interaction.hold.members.clear();
    int round = 0;
    // pushes may bring others together that no search has seen, so the last search is one that finds nothing
    for (list_held_pairs(run); round < most_rounds && find_hits(run); list_held_pairs(run)) {
        if (round == 0) report.held_crossings += static_cast<int>(interaction.hold.hits.size());
        do take_back(run, round++);
        while (round < most_rounds && find_hits(run));
    }
    if (round == most_rounds && find_hits(run))
        report.open_crossings += static_cast<int>(interaction.hold.hits.size());
}

}  // namespace souple
