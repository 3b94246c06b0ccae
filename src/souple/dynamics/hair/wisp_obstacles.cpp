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

/// One look at a wisp. `answer(push, i)` is told of every particle that is moved.
template <class Answer>
struct Lifting {
    const NearObstacles& near;
    Real s;
    ObstacleWatch& watch;
    WispMotion& wisp;
    Answer answer;
    Real largest = 0;  ///< [m] push so far

    void move(int i, const Vec3& way, const Push& push) {
        wisp.x[i] += way;
        watch.gone[i] += way.norm();
        watch.seen[i] = wisp.x[i];
        answer(push, i);
    }

    /// Asks the solids that the particle may have come to; the one that it is deepest in.
    Push ask(int i) {
        Push push;
        Real next = 1e30;
        for (int o = 0; o < near.count; ++o) {
            Real& due = watch.due[o][i];
            if (due <= watch.gone[i]) {
                const NearObstacle& solid = near.list[o];
                const Nearest found = nearest_obstacle(solid, wisp.x[i], s, obstacle_look);
                const Real distance = solid.round ? found.distance : std::min(found.distance, obstacle_look);
                due = watch.gone[i] + distance - near.margin;
                if (near.margin - distance > push.depth)
                    push = {near.margin - distance, found.normal, &solid};
            }
            next = std::min(next, due);
        }
        watch.next[i] = next;
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
        for (Real t = step; t < 1 - step / 2;) {
            const Vec3 spot = (1 - t) * wisp.x[i - 1] + t * wisp.x[i];
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
            t += std::max(step, -depth / wisp.length[i - 1]);
        }
        return moved;
    }

    void lift_segment(int i, bool hold_first = false) {
        const bool held = hold_first || wisp.inv_mass[i - 1] == 0;
        const Real length = wisp.length[i - 1];  // ends that are farther leave the rest outside too
        bool moved = near.count > 0;
        for (int pass = 0; pass < 2 && moved; ++pass) {
            moved = false;
            for (int o = 0; o < near.count; ++o)
                if (watch.room(o, i - 1) + watch.room(o, i) < length) moved = lift_spots(o, i, held) || moved;
        }
    }
};

template <class Answer>
Lifting(const NearObstacles&, Real, ObstacleWatch&, WispMotion&, Answer) -> Lifting<Answer>;

/// Counts the ways since the last look.
void count_ways(const NearObstacles& near, Real h, const WispMotion& wisp, ObstacleWatch& watch) {
    for (int i = 1; i < wisp.n; ++i) {
        watch.gone[i] += (wisp.x[i] - watch.seen[i]).norm() + h * near.fastest;
        watch.seen[i] = wisp.x[i];
    }
}

/// The root is asked once: it is not lifted.
template <class Answer>
void ask_root(Lifting<Answer>& lifting) {
    if (lifting.watch.visits == 0) lifting.ask(1);
}

/// Samples end where their half-line enters a solid (001 W4.7).
void shorten_samples(const NearObstacle& solid, Real s, WispMotion& wisp, int i) {
    for (int k = 0; k < wisp.samples; ++k) {
        Real& radius = wisp.radius[i * wisp.samples + k];
        const Real way = way_to_obstacle(solid, wisp.x[i], wisp.x[i] + radius * wisp.half_line(i, k), s);
        if (way >= 1) continue;
        radius *= way;
        Real& speed = wisp.radius_speed[i * wisp.samples + k];
        speed = std::min<Real>(speed, 0);
    }
}

/// Segments that a push has made too long are shortened from the root on; what would lengthen them again
/// stops.
void limit_stretch(Real limit, WispMotion& wisp) {
    for (int i = 2; i < wisp.n; ++i) {
        const Vec3 d = wisp.x[i] - wisp.x[i - 1];
        const Real length = d.norm(), longest = wisp.segment[i - 1].rest * (1 + limit);
        if (length <= longest) continue;
        const Vec3 along = d / length;
        wisp.x[i] = wisp.x[i - 1] + longest * along;
        const Real parting = (wisp.v[i] - wisp.v[i - 1]).dot(along);
        if (parting > 0) wisp.v[i] -= parting * along;
    }
}

}  // namespace

void start_watch(const NearObstacles& near, const WispMotion& wisp, ObstacleWatch& watch) {
    watch.visits = 0;
    watch.whole = false;
    for (int i = 0; i < wisp.n; ++i) {
        watch.seen[i] = wisp.x[i];
        watch.gone[i] = watch.next[i] = 0;
        for (int o = 0; o < near.count; ++o) watch.due[o][i] = 0;
    }
}

Real keep_outside(const NearObstacles& near, Real h, Real s, ObstacleWatch& watch, WispMotion& wisp) {
    if (near.count == 0) return 0;
    const auto answer = [&](const Push& push, int i) {
        const Vec3 own = obstacle_velocity(*push.from, wisp.x[i], s, near.length);
        wisp.v[i] = own + velocity_after_impact(*push.from->obstacle, wisp.v[i] - own, push.normal);
    };
    Lifting lifting{near, s, watch, wisp, answer};
    count_ways(near, h, wisp, watch);
    ask_root(lifting);
    watch.whole = s >= 1 || watch.visits % spots_every == 0;
    ++watch.visits;
    for (int i = 2; i < wisp.n; ++i) {
        if (watch.next[i] <= watch.gone[i]) lifting.lift_particle(i);
        if (watch.whole) lifting.lift_segment(i);
    }
    if (lifting.largest > 0 && near.stretch_limit > 0) limit_stretch(near.stretch_limit, wisp);
    return lifting.largest;
}

void lay_out_outside(const NearObstacles& near, Real s, ObstacleWatch& watch, WispMotion& wisp) {
    Lifting lifting{near, s, watch, wisp, [](const Push&, int) {}};
    for (int i = 2; i < wisp.n; ++i) {
        const auto set_length = [&] {
            const Vec3 d = wisp.x[i] - wisp.x[i - 1];
            const Real length = d.norm();
            if (length > 0) wisp.x[i] = wisp.x[i - 1] + wisp.segment[i - 1].rest / length * d;
        };
        for (int round = 0; round < lay_out_rounds; ++round) {
            set_length();
            count_ways(near, 0, wisp, watch);
            lifting.largest = 0;
            lifting.lift_particle(i);
            lifting.lift_segment(i, true);
            if (!(lifting.largest > 0)) break;
        }
        set_length();
    }
}

void keep_samples_outside(const NearObstacles& near, Real s, const ObstacleWatch& watch, WispMotion& wisp) {
    for (int i = 2; near.count > 0 && watch.whole && i < wisp.n; ++i) {
        const Real widest = widest_sample(wisp, i);
        for (int o = 0; o < near.count; ++o)
            if (watch.room(o, i) < widest) shorten_samples(near.list[o], s, wisp, i);
    }
}

Real push_outside(const NearObstacles& near, Real h, Real s, ObstacleWatch& watch, WispMotion& wisp) {
    if (near.count == 0) return 0;
    Lifting lifting{near, s, watch, wisp, [](const Push&, int) {}};
    count_ways(near, h, wisp, watch);
    ask_root(lifting);
    ++watch.visits;
    for (int i = 2; i < wisp.n; ++i) {
        if (watch.next[i] <= watch.gone[i]) lifting.lift_particle(i);
        lifting.lift_segment(i);
    }
    return lifting.largest;
}

}  // namespace souple
