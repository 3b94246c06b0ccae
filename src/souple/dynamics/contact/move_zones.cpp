// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/move_zones.h"

#include <algorithm>
#include <span>

namespace souple {

namespace {

int first_of(std::vector<int>& zone, int i) {
    while (zone[i] != i) i = zone[i] = zone[zone[i]];
    return i;
}

/// Calls fn(point) for the points of a pair, for interpolated ones with their ends.
template <class Fn>
void for_each_holder(const Movers& movers, int node, const Fn& fn) {
    if (!is_interpolated(movers, node)) return fn(node);
    for (const int end : movers.ends[node]) for_each_holder(movers, end, fn);
}

/// The motion of a rigid thing: v + w x (place - centre).
struct RigidMotion {
    Vec3 centre = Vec3::Zero(), v = Vec3::Zero(), w = Vec3::Zero();

    Vec3 at(const Vec3& place) const { return v + w.cross(place - centre); }
};

/// The rigid motion at `place` that has the momentum of the points, and their angular momentum about their
/// centre when that is taken at `lever`.
template <class Mass, class Place, class Lever, class Motion>
RigidMotion rigid_mean(std::span<const int> points, const Mass& mass, const Place& place, const Lever& lever,
                       const Motion& motion) {
    RigidMotion mean;
    Vec3 centre_of_levers = Vec3::Zero(), momentum = Vec3::Zero();
    Real sum = 0;
    for (const int i : points) {
        sum += mass(i);
        mean.centre += mass(i) * place(i);
        centre_of_levers += mass(i) * lever(i);
        mean.v += mass(i) * motion(i);
    }
    mean.centre /= sum;
    mean.v /= sum;
    centre_of_levers /= sum;
    Mat3 inertia = Mat3::Zero();
    for (const int i : points) {
        const Vec3 arm = place(i) - mean.centre;
        momentum += mass(i) * (lever(i) - centre_of_levers).cross(motion(i) - mean.v);
        inertia += mass(i) * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
    }
    const Real scale = inertia.trace();
    if (inertia.determinant() > 1e-9 * scale * scale * scale) mean.w = inertia.inverse() * momentum;
    return mean;
}

/// Goes along with the points that are led.
void follow_led(const HoldRun& run, std::span<const int> points, std::span<const int> led) {
    State& state = run.state;
    const auto same = [](int) { return Real(1); };
    const auto from = [&](int i) -> const Vec3& { return run.start[i]; };
    const RigidMotion way =
        rigid_mean(led, same, from, from, [&](int i) -> Vec3 { return state.x[i] - run.start[i]; });
    const RigidMotion motion =
        rigid_mean(led, same, from, from, [&](int i) -> const Vec3& { return state.v[i]; });
    for (const int i : points) {
        if (is_led(run.model, i)) continue;
        state.x[i] = run.start[i] + way.at(run.start[i]);
        state.v[i] = motion.at(run.start[i]);
    }
}

/// Linear in the angle, as the substeps of points are: so angular momentum is kept to rounding, and the ways
/// are those of an affine map that never turns anything inside out.
void move_freely(const HoldRun& run, std::span<const int> points) {
    State& state = run.state;
    const auto mass = [&](int i) { return run.model.point_mass[i]; };
    const auto from = [&](int i) -> const Vec3& { return run.start[i]; };
    const auto speed = [&](int i) -> const Vec3& { return state.v[i]; };
    const RigidMotion way =
        rigid_mean(points, mass, from, from, [&](int i) -> Vec3 { return state.x[i] - run.start[i]; });
    const auto to = [&](int i) -> Vec3 { return run.start[i] + way.at(run.start[i]); };
    const RigidMotion motion =
        run.at_once ? rigid_mean(points, mass, from, from, speed)
                    : rigid_mean(
                          points, mass, to, [&](int i) -> const Vec3& { return state.x[i]; }, speed);
    for (const int i : points) {
        state.x[i] = to(i);
        state.v[i] = motion.at(run.at_once ? run.start[i] : state.x[i]);
    }
}

void move_zone(const HoldRun& run, std::span<const int> points) {
    const auto led_end =
        std::find_if_not(points.begin(), points.end(), [&run](int i) { return is_led(run.model, i); });
    const auto led = static_cast<std::size_t>(led_end - points.begin());
    if (led > 0)
        follow_led(run, points, points.first(led));
    else
        move_freely(run, points);
    for (const int i : points) note_moved(run.hold, i);
}

}  // namespace

bool is_one_zone(const HoldRun& run, const HeldPair& pair) {
    if (run.hold.members.empty()) return false;
    int zone = -1;
    bool one = true;
    for (const int node : pair.nodes)
        for_each_holder(run.movers, node, [&](int i) {
            if (zone < 0) zone = run.hold.zone[i];
            one = one && zone >= 0 && run.hold.zone[i] == zone;
        });
    return one;
}

bool is_in_zone(const HoldRun& run, const HeldPair& pair) {
    if (run.hold.members.empty()) return false;
    bool any = false;
    for (const int node : pair.nodes)
        for_each_holder(run.movers, node, [&](int i) { any = any || run.hold.zone[i] >= 0; });
    return any;
}

void join_zones(const HoldRun& run) {
    HoldScratch& hold = run.hold;
    for (const HeldHit& hit : hold.hits) {
        int first = -1;
        for (const int node : hold.pairs[hit.pair].nodes)
            for_each_holder(run.movers, node, [&](int i) {
                if (hold.zone[i] < 0) {
                    hold.zone[i] = i;
                    hold.members.push_back(i);
                }
                if (first < 0) first = i;
                const int a = first_of(hold.zone, first), b = first_of(hold.zone, i);
                hold.zone[std::max(a, b)] = std::min(a, b);
            });
    }
    for (const int i : hold.members) hold.zone[i] = first_of(hold.zone, i);
    // (of each zone those that are led come first)
    std::sort(hold.members.begin(), hold.members.end(), [&](int i, int j) {
        if (hold.zone[i] != hold.zone[j]) return hold.zone[i] < hold.zone[j];
        const bool led_i = is_led(run.model, i), led_j = is_led(run.model, j);
        return led_i != led_j ? led_i : i < j;
    });
}

void move_zones(const HoldRun& run) {
    HoldScratch& hold = run.hold;
    hold.hit_zones.clear();
    for (const HeldHit& hit : hold.hits)
        for_each_holder(run.movers, hold.pairs[hit.pair].nodes[0],
                        [&](int i) { hold.hit_zones.push_back(hold.zone[i]); });
    std::sort(hold.hit_zones.begin(), hold.hit_zones.end());
    for (std::size_t begin = 0; begin < hold.members.size();) {
        std::size_t end = begin;
        while (end < hold.members.size() && hold.zone[hold.members[end]] == hold.zone[hold.members[begin]])
            ++end;
        if (std::binary_search(hold.hit_zones.begin(), hold.hit_zones.end(), hold.zone[hold.members[begin]]))
            move_zone(run, {hold.members.data() + begin, end - begin});
        begin = end;
    }
}

}  // namespace souple
