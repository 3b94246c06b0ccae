// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/hold_pairs.h"

#include <algorithm>
#include <optional>

#include "souple/core/parallel.h"
#include "souple/dynamics/contact/move_zones.h"

namespace souple {

namespace {

constexpr int push_rounds = 12;  ///< then what still crosses moves as one
constexpr int row_sweeps = 10;
constexpr Real nearest_end = 0.5 * least_kept;  ///< [m] nearer, and nobody could tell the sides

void spread_pull(const Movers& movers, int node, Real weight, PairPulls& pulls,
                 std::array<Real, 16>& weights) {
    if (is_interpolated(movers, node)) {
        for (const int end : movers.ends[node]) spread_pull(movers, end, 0.5 * weight, pulls, weights);
        return;
    }
    int k = 0;
    while (k < pulls.count && pulls.of[k].node != node) ++k;
    if (k == PairPulls::most) k = pulls.count - 1;  // (the weights must sum to nothing)
    if (k == pulls.count) {
        pulls.of[pulls.count++].node = node;
        weights[k] = 0;
    }
    weights[k] += weight;
}

/// Takes from the pulls the part that turns the points as a rigid thing, by their masses: what is left moves
/// them against each other only.
void take_out_turn(const HoldRun& run, const std::vector<Vec3>& places, PairPulls& pulls) {
    const Model& model = run.model;
    Vec3 centre = Vec3::Zero(), moment = Vec3::Zero();
    Real mass = 0;
    for (int k = 0; k < pulls.count; ++k) {
        const int i = pulls.of[k].node;
        if (is_led(model, i)) return;  // what leads it takes up the moment
        mass += model.point_mass[i];
        centre += model.point_mass[i] * places[i];
    }
    centre /= mass;
    Mat3 inertia = Mat3::Zero();
    for (int k = 0; k < pulls.count; ++k) {
        const int i = pulls.of[k].node;
        const Vec3 arm = places[i] - centre;
        moment += arm.cross(pulls.of[k].pull);
        inertia += model.point_mass[i] * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
    }
    const Real scale = inertia.trace();
    if (!(inertia.determinant() > 1e-9 * scale * scale * scale)) return;
    const Vec3 turn = inertia.inverse() * moment;
    for (int k = 0; k < pulls.count; ++k) {
        const int i = pulls.of[k].node;
        pulls.of[k].pull -= model.point_mass[i] * turn.cross(places[i] - centre);
    }
}

/// Where a pair was when it was surely not crossed. Zones go from where nobody was.
const std::vector<Vec3>& start_of_pair(const HoldRun& run, const HeldPair& pair) {
    return pair.own && !is_in_zone(run, pair) ? run.own_start : run.start;
}

std::optional<Crossing> crossing_of(const HoldRun& run, const HeldPair& pair) {
    const std::vector<Vec3>& start = start_of_pair(run, pair);
    MovingPoints points;
    for (int n = 0; n < 4; ++n) {
        points.start[n] = start[pair.nodes[n]];
        points.motion[n] = run.state.x[pair.nodes[n]] - points.start[n];
    }
    return pair.edges ? edge_crosses_edge(points, nearest_end) : point_crosses_triangle(points, nearest_end);
}

/// Lists the pairs that cross on their ways, of those that are new or have a point that moved; false when
/// none does. What moves as one rigid thing cannot cross itself.
bool find_hits(const HoldRun& run, int first_new) {
    HoldScratch& hold = run.hold;
    const int count = static_cast<int>(hold.pairs.size());
    hold.crossed.resize(hold.pairs.size());
    hold.crossings.resize(hold.pairs.size());
    parallel_for(
        count,
        [&](int k) {
            const HeldPair& pair = hold.pairs[k];
            hold.crossed[k] = 0;
            const bool moved = std::any_of(pair.nodes.begin(), pair.nodes.end(),
                                           [&hold](int i) { return hold.moved[i] != 0; });
            if ((k < first_new && !moved) || is_one_zone(run, pair)) return;
            const auto found = crossing_of(run, pair);
            if (!found) return;
            hold.crossed[k] = 1;
            hold.crossings[k] = *found;
        },
        512);
    hold.hits.clear();
    for (int k = 0; k < count; ++k)
        if (hold.crossed[k]) hold.hits.push_back({k, hold.crossings[k]});
    for (const int i : hold.moved_points) hold.moved[i] = 0;
    hold.moved_points.clear();
    return !hold.hits.empty();
}

/// One row: returns whether anything changed.
bool relax_hold(const HoldRun& run, HoldRow& row, bool only_more) {
    State& state = run.state;
    const RowPull *begin = run.hold.pulls.data() + row.first, *end = begin + row.count;
    Real gap = row.offset, speed = -row.least_speed;
    for (const RowPull* p = begin; p < end; ++p) {
        gap += p->pull.dot(state.x[p->node]);
        speed += p->pull.dot(state.v[p->node]);
    }
    // (what friction needs stays, of places too: else they would no longer go as the velocities do)
    const Real least_shift = std::min(row.shift, run.h * row.least_impulse);
    const Real shift = std::max(only_more ? Real(0) : least_shift - row.shift, -gap / row.answer);
    const Real impulse = std::max(only_more ? Real(0) : row.least_impulse - row.impulse, -speed / row.answer);
    if (shift == 0 && impulse == 0) return false;
    row.shift += shift;
    row.impulse += impulse;
    for (const RowPull* p = begin; p < end; ++p) {
        const Real inverse_mass = run.model.inv_mass[p->node];
        state.x[p->node] += (inverse_mass * shift) * p->pull;
        state.v[p->node] += (inverse_mass * impulse) * p->pull;
    }
    return true;
}

void take_back(const HoldRun& run, int round) {
    HoldScratch& hold = run.hold;
    for (const HeldHit& hit : hold.hits)  // whatever comes of it, they are looked at again
        for (const int i : hold.pairs[hit.pair].nodes) note_moved(hold, i);
    if (round < push_rounds) {
        for (const HeldHit& hit : hold.hits) add_hold_row(run, hold.pairs[hit.pair], hit.crossing);
        solve_hold_rows(run, row_sweeps, false);
    } else {
        join_zones(run);
        move_zones(run);
    }
    follow_ends(run);
}

/// Crossings inside of zones whose points are led different ways.
int count_open(const HoldRun& run) {
    if (run.hold.members.empty()) return 0;
    int count = 0;
    for (const HeldPair& pair : run.hold.pairs)
        if (is_one_zone(run, pair) && crossing_of(run, pair)) ++count;
    return count;
}

}  // namespace

PairPulls pulls_along(const HoldRun& run, const HeldPair& pair, const Crossing& touch, const Vec3& along) {
    PairPulls pulls;
    std::array<Real, PairPulls::most> weights{};
    for (int k = 0; k < 4; ++k) spread_pull(run.movers, pair.nodes[k], touch.weights[k], pulls, weights);
    for (int k = 0; k < pulls.count; ++k) pulls.of[k].pull = weights[k] * along;
    // (angular momentum: places that go with the velocities keep that about where they started)
    take_out_turn(run, run.at_once ? start_of_pair(run, pair) : run.state.x, pulls);
    for (int k = 0; k < pulls.count; ++k)
        pulls.answer += run.model.inv_mass[pulls.of[k].node] * pulls.of[k].pull.squaredNorm();
    return pulls;
}

void begin_hold(const HoldRun& run) {
    HoldScratch& hold = run.hold;
    const std::size_t points = run.state.x.size();
    if (hold.zone.size() != points || hold.moved.size() != points) {  // what is noted is of another model
        hold.zone.assign(points, -1);
        hold.moved.assign(points, 0);
    } else {
        for (const int i : hold.members) hold.zone[i] = -1;
        for (const int i : hold.moved_points) hold.moved[i] = 0;
    }
    hold.members.clear();
    hold.moved_points.clear();
    hold.rows.clear();
    hold.pulls.clear();
    hold.pairs.clear();
}

HoldRow* add_hold_row(const HoldRun& run, const HeldPair& pair, const Crossing& touch) {
    HoldScratch& hold = run.hold;
    const PairPulls pulls = pulls_along(run, pair, touch, touch.normal);
    if (!(pulls.answer > 0)) return nullptr;
    const std::vector<Vec3>& start = start_of_pair(run, pair);
    Vec3 apart = Vec3::Zero();
    for (int k = 0; k < 4; ++k) apart += touch.weights[k] * start[pair.nodes[k]];
    const Real before = touch.normal.dot(apart), kept = std::clamp(before, least_kept, pair.keep);
    HoldRow row;
    row.first = static_cast<int>(hold.pulls.size());
    row.count = pulls.count;
    row.answer = pulls.answer;
    row.touch = touch;
    row.least_speed = std::min(Real(0), kept - before) / run.h;
    row.offset = before - kept;
    for (int k = 0; k < pulls.count; ++k) {
        row.offset -= pulls.of[k].pull.dot(start[pulls.of[k].node]);
        hold.pulls.push_back(pulls.of[k]);
    }
    hold.rows.push_back(row);
    return &hold.rows.back();
}

void follow_ends(const HoldRun& run) {
    for (const Interpolated& between : run.model.interpolated) {
        if (!run.hold.moved[between.a] && !run.hold.moved[between.b]) continue;
        run.state.x[between.node] = 0.5 * (run.state.x[between.a] + run.state.x[between.b]);
        run.state.v[between.node] = 0.5 * (run.state.v[between.a] + run.state.v[between.b]);
        note_moved(run.hold, between.node);
    }
}

void solve_hold_rows(const HoldRun& run, int sweeps, bool only_more) {
    HoldScratch& hold = run.hold;
    bool any = true;
    for (int k = 0; k < sweeps && any; ++k) {
        any = false;
        for (HoldRow& row : hold.rows) {
            if (!relax_hold(run, row, only_more)) continue;
            any = true;
            for (int k = 0; k < row.count; ++k) note_moved(hold, hold.pulls[row.first + k].node);
        }
    }
}

HoldCount hold_pairs(const HoldRun& run, const std::function<int()>& list_pairs) {
    HoldCount count;
    int round = 0;
    bool any = true;
    // pushes may bring others together that no search has seen, so the last search is one that finds nothing
    while (any) {
        any = false;
        int first_new = list_pairs();
        while (find_hits(run, first_new)) {
            if (round == 0) count.held = static_cast<int>(run.hold.hits.size());
            take_back(run, round++);
            any = true;
            first_new = static_cast<int>(run.hold.pairs.size());
        }
    }
    count.open = count_open(run);
    return count;
}

}  // namespace souple
