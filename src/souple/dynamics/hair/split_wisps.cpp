// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/split_wisps.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "souple/dynamics/hair/advance_hair.h"
#include "souple/dynamics/hair/follow_wisps.h"
#include "souple/dynamics/hair/meet_wisps.h"
#include "souple/dynamics/hair/wisp_motion.h"
#include "souple/dynamics/scratch.h"

namespace souple {

namespace {

constexpr int most_splits = 60;  // bits of a branch

/// The places of a slot in the State.
struct WispPlaces {
    int point = 0, sample = 0;
};

WispPlaces places_of(const Model& model, const Hair& hair, int slot) {
    return {model.parts[hair.part].points.begin + slot * hair.particles, slot * hair.samples_of_wisp()};
}

void copy_slot(const Model& model, const Hair& hair, int from, int to, State& state) {
    const WispPlaces a = places_of(model, hair, from), b = places_of(model, hair, to);
    HairState& own = state.hair[&hair - model.hair.data()];
    std::copy_n(state.x.begin() + a.point, hair.particles, state.x.begin() + b.point);
    std::copy_n(state.v.begin() + a.point, hair.particles, state.v.begin() + b.point);
    std::copy_n(own.radius.begin() + a.sample, hair.samples_of_wisp(), own.radius.begin() + b.sample);
    std::copy_n(own.radius_speed.begin() + a.sample, hair.samples_of_wisp(),
                own.radius_speed.begin() + b.sample);
    if (own.twist.empty()) return;
    for (auto* values : {&own.twist, &own.twist_rate})
        std::copy_n(values->begin() + from * hair.particles, hair.particles,
                    values->begin() + to * hair.particles);
}

/// The source's velocities: as fast as the parent, turned towards the largest diameter the more the flatter
/// it is.
std::pair<Vec3, Vec3> split_speed(const Vec3& v, const Flattest& where) {
    const Real speed = v.norm();
    const Vec3 forward = speed > 0 ? Vec3(v / speed) : Vec3(Vec3::Zero());
    const auto half = [&](Real sign) -> Vec3 {
        const Vec3 direction = where.ratio * forward + sign * (1 - where.ratio) * where.longest;
        const Real length = direction.norm();
        return length > 0 ? Vec3(speed / length * direction) : v;
    };
    return {half(1), half(-1)};
}

/// Only velocities tell the halves apart.
void part_velocities(const Hair& hair, const Flattest& where, int a, int b, State& state) {
    if (hair.split.velocity == SplitVelocity::Speed) {
        const auto [one, two] = split_speed(state.v[a + where.particle], where);
        state.v[a + where.particle] = one;
        state.v[b + where.particle] = two;
        return;
    }
    for (int i = 2; i < hair.particles; ++i) {
        const Vec3 push = hair.split.push * (Real(i) / (hair.particles - 1)) * where.longest;
        state.v[a + i] += push;
        state.v[b + i] -= push;
    }
}

/// [m] the largest distance between particles of two wisps with the same number.
Real distance_of(const Model& model, const Hair& hair, int slot, int other, const State& state) {
    const int a = places_of(model, hair, slot).point, b = places_of(model, hair, other).point;
    Real most = 0;
    for (int i = 2; i < hair.particles; ++i) most = std::max(most, (state.x[a + i] - state.x[b + i]).norm());
    return most;
}

/// Halves that stay close are led onto their mean, so that nothing jumps when they become one.
void lead_together(const Hair& hair, Real part, int a, int b, State& state) {
    for (int i = 2; i < hair.particles; ++i)
        for (auto* values : {&state.x, &state.v}) {
            const Vec3 step = part / 2 * ((*values)[b + i] - (*values)[a + i]);
            (*values)[a + i] += step;
            (*values)[b + i] -= step;
        }
}

/// Follows a pair of halves; true when they were joined.
bool follow_halves(World& world, int h, int slot, int other, Real step) {
    const Hair& hair = world.model.hair[h];
    WispMemory &a = world.state.hair[h].wisps[slot], &b = world.state.hair[h].wisps[other];
    const Real distance = distance_of(world.model, hair, slot, other, world.state);
    if (distance > hair.split.sibling_distance) a.apart = b.apart = true;
    const bool close = a.apart && distance < hair.split.merge_distance;
    a.close = b.close = close ? a.close + step : 0;
    if (!close || !(hair.split.merge_distance > 0)) return false;
    const Real left = hair.split.merge_time - a.close;
    if (left <= 0) {
        merge_wisps(world, h, slot, other);
        return true;
    }
    lead_together(hair, std::min<Real>(1, step / left), places_of(world.model, hair, slot).point,
                  places_of(world.model, hair, other).point, world.state);
    return false;
}

}  // namespace

Flattest flattest_of(const Model& model, const Hair& hair, int slot, const State& state,
                     const HairScratch& scratch) {
    const HairState& own = state.hair[&hair - model.hair.data()];
    const int samples = hair.material.samples, half = samples / 2;
    std::array<Real, most_wisp_samples> cosine, sine;
    set_half_lines(samples, cosine, sine);
    Flattest flattest;
    for (int i = 2; i < hair.particles; ++i) {
        const Real* r = &own.radius[slot * hair.samples_of_wisp() + i * samples];
        int wide = 0, thin = 0;
        const auto diameter = [&](int k) { return r[k] + r[(k + half) % samples]; };
        for (int k = 1; k < samples; ++k) {
            if (diameter(k) > diameter(wide)) wide = k;
            if (diameter(k) < diameter(thin)) thin = k;
        }
        const Real ratio = diameter(wide) > 0 ? diameter(thin) / diameter(wide) : 1;
        if (ratio >= flattest.ratio) continue;
        const SectionFrame& frame = scratch.frames[slot * hair.particles + i];
        flattest = {i, ratio, cosine[wide] * frame.u + sine[wide] * frame.v};
    }
    return flattest;
}

int other_half(const HairState& own, int slot) {
    const WispMemory& wisp = own.wisps[slot];
    if (wisp.root < 0 || wisp.depth == 0) return -1;
    const std::uint64_t branch = wisp.branch ^ (std::uint64_t(1) << (wisp.depth - 1));
    for (std::size_t k = 0; k < own.wisps.size(); ++k)
        if (own.wisps[k].root == wisp.root && own.wisps[k].depth == wisp.depth &&
            own.wisps[k].branch == branch)
            return static_cast<int>(k);
    return -1;
}

bool split_wisp(World& world, int h, int slot, const Flattest& where) {
    const Hair& hair = world.model.hair[h];
    std::vector<WispMemory>& wisps = world.state.hair[h].wisps;
    const auto free =
        std::find_if(wisps.begin(), wisps.end(), [](const WispMemory& w) { return w.root < 0; });
    if (free == wisps.end() || wisps[slot].depth >= most_splits) return false;
    const int child = static_cast<int>(free - wisps.begin());
    copy_slot(world.model, hair, slot, child, world.state);
    WispMemory half = wisps[slot];
    half.apart = false;
    half.close = 0;
    ++half.depth;
    wisps[slot] = wisps[child] = half;
    wisps[child].branch |= std::uint64_t(1) << (half.depth - 1);
    part_velocities(hair, where, places_of(world.model, hair, slot).point,
                    places_of(world.model, hair, child).point, world.state);
    follow_wisps(world.state, world.model);
    return true;
}

void merge_wisps(World& world, int h, int slot, int other) {
    const Hair& hair = world.model.hair[h];
    HairState& own = world.state.hair[h];
    const int keep = std::min(slot, other), leave = std::max(slot, other);
    const WispPlaces a = places_of(world.model, hair, keep), b = places_of(world.model, hair, leave);
    lead_together(hair, 1, a.point, b.point, world.state);
    for (int k = 0; k < hair.samples_of_wisp(); ++k)
        for (auto* values : {&own.radius, &own.radius_speed})
            (*values)[a.sample + k] = ((*values)[a.sample + k] + (*values)[b.sample + k]) / 2;
    for (int i = 0; !own.twist.empty() && i < hair.particles; ++i)
        for (auto* values : {&own.twist, &own.twist_rate})
            (*values)[keep * hair.particles + i] =
                ((*values)[keep * hair.particles + i] + (*values)[leave * hair.particles + i]) / 2;
    WispMemory& wisp = own.wisps[keep];
    --wisp.depth;
    wisp.branch &= (std::uint64_t(1) << wisp.depth) - 1;
    wisp.apart = true;
    wisp.close = 0;
    own.wisps[leave] = {};
    follow_wisps(world.state, world.model);
}

void change_wisps(World& world, Real step) {
    const Zone zone(world.scratch->profile, Stage::Adapt);
    prepare(world.model, *world.scratch);
    for (std::size_t h = 0; h < world.model.hair.size(); ++h) {
        const Hair& hair = world.model.hair[h];
        if (!(hair.split.ratio > 0)) continue;
        const int index = static_cast<int>(h);
        for (int slot = 0; slot < hair.slots; ++slot) {
            const int other = other_half(world.state.hair[h], slot);
            if (other > slot) follow_halves(world, index, slot, other, step);
        }
        HairScratch& scratch = world.scratch->hair[h];
        scratch.tracks.clear();
        for (const Track& track : world.model.tracks) scratch.tracks.push_back(pose_now(track, world.state));
        anchors_now(world.model, world.state, scratch.anchors);
        find_frames(world.model, scratch.tracks, scratch.anchors, hair, world.state, scratch);
        for (int slot = 0; slot < hair.slots; ++slot) {
            const WispMemory& wisp = world.state.hair[h].wisps[slot];
            if (wisp.root < 0 || !wisp.apart) continue;
            const Flattest where = flattest_of(world.model, hair, slot, world.state, scratch);
            if (where.ratio < hair.split.ratio) split_wisp(world, index, slot, where);
        }
    }
}

}  // namespace souple
