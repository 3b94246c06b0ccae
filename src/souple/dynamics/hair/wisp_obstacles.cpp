// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/wisp_obstacles.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/contact/impact.h"

namespace souple {

namespace {

constexpr int most_passes = 4;      // out of one solid and into the next
constexpr int spots_every = 10;     // substeps from one look at segments and samples to the next
constexpr int segment_pieces = 6;   // a segment is looked at in five spots
constexpr int lay_out_rounds = 6;   // of a segment, out of solids and back to its length
constexpr Real spot_share = 0.5;    // spots of a segment keep this part of the margin
constexpr Real least_push = 1e-12;  // [m] less is rounding

/// How to leave a solid.
struct Push {
    Real depth = least_push;  ///< [m] how far it is inside the margin
    Vec3 normal = Vec3::UnitY();
    const NearObstacle* from = nullptr;
};

/// One look at the wisp in a lane. `answer(push, i)` is told of every particle that is moved.
template <class L, class Answer>
struct Lifting {
    const NearObstacles& near;
    Real s;
    int lane;
    ObstacleWatchOf<L>& watch;
    WispMotionOf<L>& wisp;
    Answer answer;
    Real largest = 0;  ///< [m] push so far

    Vec3 place(int i) const { return lane_of(wisp.x[i], lane); }
    Real gone(int i) const { return lane_of(watch.gone[i], lane); }
    bool is_due(int i) const { return lane_of(watch.next[i], lane) <= gone(i); }

    /// Counts the ways since the last look in this lane alone.
    void count_own_way() {
        for (int i = 1; i < wisp.n; ++i) {
            set_lane(watch.gone[i], lane, gone(i) + (place(i) - lane_of(watch.seen[i], lane)).norm());
            set_lane(watch.seen[i], lane, place(i));
        }
    }

    void move(int i, const Vec3& way, const Push& push) {
        set_lane(wisp.x[i], lane, place(i) + way);
        set_lane(watch.gone[i], lane, gone(i) + way.norm());
        set_lane(watch.seen[i], lane, place(i));
        answer(push, i);
    }

    /// Asks the solids that the particle may have come to; the one that it is deepest in.
    Push ask(int i) {
        Push push;
        Real next = 1e30;
        for (int o = 0; o < near.count; ++o) {
            Real& due = watch.due[lane][o][i];
            if (due <= gone(i)) {
                const NearObstacle& solid = near.list[o];
                const Nearest found = nearest_obstacle(solid, place(i), s, obstacle_look);
                const Real distance = solid.round ? found.distance : std::min(found.distance, obstacle_look);
                due = gone(i) + distance - near.margin;
                if (near.margin - distance > push.depth)
                    push = {near.margin - distance, found.normal, &solid};
            }
            next = std::min(next, due);
        }
        set_lane(watch.next[i], lane, next);
        return push;
    }

    /// Moves a particle out of everything.
    void lift_particle(int i) {
        for (int pass = 0; pass < most_passes; ++pass) {
            const Push push = ask(i);
            if (!push.from) return;
            largest = std::max(largest, push.depth);
            move(i, push.depth * push.normal, push);
        }
    }

    /// Spots of the segment that ends at i against one solid: both ends give way, each by its part, and a
    /// held one leaves it to the other. Where the solid is far the next spot is far too.
    bool lift_spots(int o, int i, bool held) {
        bool moved = false;
        const Real margin = spot_share * near.margin, step = 1.0 / segment_pieces;
        const Real length = lane_of(wisp.length[i - 1], lane);
        for (Real t = step; t < 1 - step / 2;) {
            const Vec3 spot = (1 - t) * place(i - 1) + t * place(i);
            const Nearest found = nearest_obstacle(near.list[o], spot, s, obstacle_look);
            const Real depth = margin - std::min(found.distance, obstacle_look);
            if (depth > least_push) {
                moved = true;
                largest = std::max(largest, depth);
                const Push push{depth, found.normal, &near.list[o]};
                const Real weight = held ? t * t : t * t + (1 - t) * (1 - t);
                move(i, t / weight * depth * push.normal, push);
                if (!held) move(i - 1, (1 - t) / weight * depth * push.normal, push);
            }
            t += std::max(step, -depth / length);
        }
        return moved;
    }

    void lift_segment(int i, bool hold_first = false) {
        const bool held = hold_first || lane_of(wisp.inv_mass[i - 1], lane) == 0;
        const Real length = lane_of(wisp.length[i - 1], lane);
        bool moved = near.count > 0;
        for (int pass = 0; pass < 2 && moved; ++pass) {
            moved = false;
            for (int o = 0; o < near.count; ++o)  // ends that are farther leave the rest outside too
                if (watch.room(lane, o, i - 1) + watch.room(lane, o, i) < length)
                    moved = lift_spots(o, i, held) || moved;
        }
    }

    /// All of the wisp; segments only where `whole`.
    void lift_wisp(bool whole) {
        if (watch.visits == 0) ask(1);  // the root is asked once: it is not lifted
        for (int i = 2; i < wisp.n; ++i) {
            if (is_due(i)) lift_particle(i);
            if (whole) lift_segment(i);
        }
        set_lane(watch.pushed, lane, largest);
    }
};

template <class L, class Answer>
Lifting<L, Answer> lifting(const NearSolids<L>& near, Real s, int lane, ObstacleWatchOf<L>& watch,
                           WispMotionOf<L>& wisp, const Answer& answer) {
    return {near[lane], s, lane, watch, wisp, answer};
}

/// Counts the ways since the last look; tells whether a solid is due somewhere, by lane.
template <class L>
typename L::Mask count_ways(Real h, const WispMotionOf<L>& wisp, ObstacleWatchOf<L>& watch) {
    typename L::Mask is_due{};
    for (int i = 1; i < wisp.n; ++i) {
        const typename L::Vector way = wisp.x[i] - watch.seen[i];
        watch.gone[i] += root(dot(way, way)) + h * watch.fastest;
        watch.seen[i] = wisp.x[i];
        if (i > 1) is_due = is_due | (watch.next[i] <= watch.gone[i]);
    }
    return is_due;
}

/// Samples end where their half-line enters a solid (001 W4.7).
template <class L>
void shorten_samples(const NearObstacle& solid, Real s, int lane, WispMotionOf<L>& wisp, int i) {
    const Vec3 x = lane_of(wisp.x[i], lane);
    for (int k = 0; k < wisp.samples; ++k) {
        const Real radius = lane_of(wisp.radius_of(i, k), lane);
        const Vec3 half_line = lane_of(wisp.half_line(i, k), lane);
        const Real way = way_to_obstacle(solid, x, x + radius * half_line, s);
        if (way >= 1) continue;
        set_lane(wisp.radius_of(i, k), lane, radius * way);
        auto& speed = wisp.radius_speed[i * wisp.samples + k];
        set_lane(speed, lane, std::min<Real>(lane_of(speed, lane), 0));
    }
}

/// Segments that a push has made too long are shortened from the root on; what would lengthen them again
/// stops.
template <class L>
void limit_stretch(Real limit, int lane, WispMotionOf<L>& wisp) {
    for (int i = 2; i < wisp.n; ++i) {
        const Vec3 before = lane_of(wisp.x[i - 1], lane), d = lane_of(wisp.x[i], lane) - before;
        const Real length = d.norm(), longest = lane_of(wisp.segment[i - 1].rest, lane) * (1 + limit);
        if (length <= longest) continue;
        const Vec3 along = d / length, v = lane_of(wisp.v[i], lane);
        set_lane(wisp.x[i], lane, before + longest * along);
        const Real parting = (v - lane_of(wisp.v[i - 1], lane)).dot(along);
        if (parting > 0) set_lane(wisp.v[i], lane, v - parting * along);
    }
}

}  // namespace

template <class L>
void start_watch(const NearSolids<L>& near, const WispMotionOf<L>& wisp, ObstacleWatchOf<L>& watch) {
    watch.visits = 0;
    watch.whole = watch.any_near = false;
    watch.pushed = L::of(0);
    for (int i = 0; i < wisp.n; ++i) {
        watch.seen[i] = wisp.x[i];
        watch.gone[i] = L::of(0);
    }
    for (int lane = 0; lane < L::count; ++lane) {
        const int count = near[lane].count;
        watch.any_near = watch.any_near || count > 0;
        set_lane(watch.fastest, lane, near[lane].fastest);
        for (int i = 0; i < wisp.n; ++i) set_lane(watch.next[i], lane, count > 0 ? 0 : 1e30);
        for (int o = 0; o < count; ++o)
            for (int i = 0; i < wisp.n; ++i) watch.due[lane][o][i] = 0;
    }
}

template <class L>
void keep_outside(const NearSolids<L>& near, Real h, Real s, ObstacleWatchOf<L>& watch,
                  WispMotionOf<L>& wisp) {
    watch.pushed = L::of(0);
    if (!watch.any_near) return;
    const typename L::Vector before = wisp.carried ? free_momentum(wisp) : L::of(Vec3::Zero());
    const typename L::Mask is_due = count_ways(h, wisp, watch);
    watch.whole = s >= 1 || watch.visits % spots_every == 0;
    for (int lane = 0; lane < L::count; ++lane) {
        if (near[lane].count == 0 || !(watch.whole || lane_of(is_due, lane))) continue;
        const auto answer = [&](const Push& push, int i) {
            const Vec3 own = obstacle_velocity(*push.from, lane_of(wisp.x[i], lane), s, near[lane].length);
            const Vec3 relative = lane_of(wisp.v[i], lane) - own;
            set_lane(wisp.v[i], lane,
                     own + velocity_after_impact(*push.from->obstacle, relative, push.normal));
        };
        lifting(near, s, lane, watch, wisp, answer).lift_wisp(watch.whole);
        if (lane_of(watch.pushed, lane) > 0 && near[lane].stretch_limit > 0)
            limit_stretch(near[lane].stretch_limit, lane, wisp);
    }
    if (wisp.carried) wisp.outer += free_momentum(wisp) - before;
    ++watch.visits;
}

template <class L>
void lay_out_outside(const NearSolids<L>& near, int lane, Real s, ObstacleWatchOf<L>& watch,
                     WispMotionOf<L>& wisp) {
    auto one = lifting(near, s, lane, watch, wisp, [](const Push&, int) {});
    for (int i = 2; i < wisp.n; ++i) {
        const auto set_length = [&] {
            const Vec3 before = one.place(i - 1), d = one.place(i) - before;
            const Real length = d.norm(), rest = lane_of(wisp.segment[i - 1].rest, lane);
            if (length > 0) set_lane(wisp.x[i], lane, before + rest / length * d);
        };
        for (int round = 0; round < lay_out_rounds; ++round) {
            set_length();
            one.count_own_way();
            one.largest = 0;
            one.lift_particle(i);
            one.lift_segment(i, true);
            if (!(one.largest > 0)) break;
        }
        set_length();
    }
}

template <class L>
void keep_samples_outside(const NearSolids<L>& near, Real s, const ObstacleWatchOf<L>& watch,
                          WispMotionOf<L>& wisp) {
    if (!watch.any_near || !watch.whole) return;
    for (int lane = 0; lane < L::count; ++lane)
        for (int i = 2; near[lane].count > 0 && i < wisp.n; ++i) {
            const Real widest = widest_sample(wisp, lane, i);
            for (int o = 0; o < near[lane].count; ++o)
                if (watch.room(lane, o, i) < widest) shorten_samples(near[lane].list[o], s, lane, wisp, i);
        }
}

template <class L>
void push_outside(const NearSolids<L>& near, const typename L::Mask& lanes, Real h, Real s,
                  ObstacleWatchOf<L>& watch, WispMotionOf<L>& wisp) {
    watch.pushed = L::of(0);
    if (!watch.any_near) return;
    count_ways(h, wisp, watch);
    for (int lane = 0; lane < L::count; ++lane)
        if (near[lane].count > 0 && lane_of(lanes, lane))
            lifting(near, s, lane, watch, wisp, [](const Push&, int) {}).lift_wisp(true);
    ++watch.visits;
}

template void start_watch<OneLane>(const NearSolids<OneLane>&, const WispMotion&, ObstacleWatchOf<OneLane>&);
template void start_watch<FourLanes>(const NearSolids<FourLanes>&, const FourWisps&,
                                     ObstacleWatchOf<FourLanes>&);
template void keep_outside<OneLane>(const NearSolids<OneLane>&, Real, Real, ObstacleWatchOf<OneLane>&,
                                    WispMotion&);
template void keep_outside<FourLanes>(const NearSolids<FourLanes>&, Real, Real, ObstacleWatchOf<FourLanes>&,
                                      FourWisps&);
template void lay_out_outside<OneLane>(const NearSolids<OneLane>&, int, Real, ObstacleWatchOf<OneLane>&,
                                       WispMotion&);
template void lay_out_outside<FourLanes>(const NearSolids<FourLanes>&, int, Real, ObstacleWatchOf<FourLanes>&,
                                         FourWisps&);
template void keep_samples_outside<OneLane>(const NearSolids<OneLane>&, Real, const ObstacleWatchOf<OneLane>&,
                                            WispMotion&);
template void keep_samples_outside<FourLanes>(const NearSolids<FourLanes>&, Real,
                                              const ObstacleWatchOf<FourLanes>&, FourWisps&);
template void push_outside<OneLane>(const NearSolids<OneLane>&, const bool&, Real, Real,
                                    ObstacleWatchOf<OneLane>&, WispMotion&);
template void push_outside<FourLanes>(const NearSolids<FourLanes>&, const LaneMask&, Real, Real,
                                      ObstacleWatchOf<FourLanes>&, FourWisps&);

}  // namespace souple
