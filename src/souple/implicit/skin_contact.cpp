// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/implicit/skin_contact.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/core/parallel.h"
#include "souple/implicit/find_root.h"

namespace souple {

namespace {

Real pressure_at(const PressedSkin& skin, const Vec3& p) {
    return skin.pressure * (value(*skin.field, p) - 1);
}

/// What is left of the skeleton's distance when the skin is pressed flat.
constexpr Real thinnest = 0.02;
/// [m] the travel of a seed to there.
Real deepest(const SkinSeed& seed) { return (thinnest - 1) * seed.distance; }

Vec3 place_after(const SeedPlace& from, Real travel) {
    return from.place + (travel - from.travel) * from.ray;
}

/// Brings a seed to where a gap, negative where the seed is on its free skin, is zero: `root(core, skin,
/// tolerance)` finds it; as deep as the skeleton when it is nowhere.
template <class Root>
void press_seed(const SkinSeed& seed, const SeedPlace& from, Real at_core, Real at_skin, SkinTouch& touch,
                const Root& root) {
    Real travel = deepest(seed);
    if (at_core > 0)
        travel = root(RayEnd{travel, at_core}, RayEnd{from.travel, at_skin}, 1e-10 * seed.distance);
    touch.place = place_after(from, travel);
    touch.area = area_across(seed, travel);
}

/// Rays that meet a surface more aslant than this say little about it: cosine of the angle to its normal.
constexpr Real slanted = 0.5;

/// The area on a surface with this normal that the rays around a seed cut out.
void lean(SkinTouch& touch, const Vec3& ray, const Vec3& normal) {
    touch.normal = normal;
    touch.area /= std::max(ray.dot(normal), slanted);
}

/// The part of the skin around a seed that a hard solid covers. What comes upon a seed from aside, or from
/// behind, meets its ray far below the skin at once: it covers the more the deeper the seed lies within.
Real covered_part(const SkinSeed& seed, const SeedPlace& from, const HardSolid& solid) {
    const Real straight = -from.ray.dot(solid.normal(from.place));
    if (straight >= slanted) return 1;
    const Real radius = std::sqrt(area_across(seed, from.travel) / std::numbers::pi);
    return std::min(Real(1), std::max(Real(0), straight) / slanted - solid.distance(from.place) / radius);
}

/// Valid seeds in the box of what they may touch, in their order; `find(seed, touch)` tells whether one does.
template <class Find>
void gather_touches(const TouchingSkin& own, const Aabb& box, std::vector<SkinTouch>& touches,
                    const Find& find) {
    touches.clear();
    for (std::size_t i = 0; i < own.seeds.size(); ++i)
        if (own.places[i].is_valid() && box.contains(own.places[i].place))
            touches.emplace_back().seed = static_cast<int>(i);
    parallel_for(
        static_cast<int>(touches.size()),
        [&](int t) {
            if (!find(touches[t].seed, touches[t])) touches[t].seed = -1;
        },
        64);
    std::erase_if(touches, [](const SkinTouch& touch) { return touch.seed < 0; });
}

/// Force on the seed's object, from pressure, damping and friction; u is the other's velocity relative to it.
Vec3 force_on_own(const SkinTouch& touch, const SkinFeel& feel, const Vec3& u) {
    const Real approach = -u.dot(touch.normal);
    const Real press = touch.pressure * touch.area * std::max(Real(0), 1 + feel.damping * approach);
    const Vec3 slip = u + approach * touch.normal;
    const Real speed = std::sqrt(slip.squaredNorm() + feel.slip_speed * feel.slip_speed);
    return -press * touch.normal + feel.friction * press / speed * slip;
}

Vec3 velocity_at(const TouchingSkin& skin, int carrier, const Vec3& p) {
    if (skin.v.empty()) return Vec3::Zero();
    return skin.v[carrier] + skin.w[carrier].cross(p - skin.x[carrier]);
}

void add_at(const TouchingSkin& skin, int carrier, const Vec3& p, const Vec3& force, CarrierLoads& loads) {
    loads.force[carrier] += force;
    loads.torque[carrier] += (p - skin.x[carrier]).cross(force);
}

}  // namespace

void CarrierLoads::reset(std::size_t carriers) {
    force.assign(carriers, Vec3::Zero());
    torque.assign(carriers, Vec3::Zero());
}

void find_touches(const TouchingSkin& own, const TouchingSkin& other, std::vector<SkinTouch>& touches) {
    const PressedSkin &mine = own.skin, &theirs = other.skin;
    gather_touches(own, theirs.field->box, touches, [&](int seed, SkinTouch& touch) {
        const SeedPlace& from = own.places[seed];
        if (!(value(*theirs.field, from.place) > 1)) return false;
        const auto gap = [&](Real travel) {
            const Vec3 p = place_after(from, travel);
            const RaySample ours = sample_along(*mine.field, p, from.ray);
            const RaySample against = sample_along(*theirs.field, p, from.ray);
            return RaySample{mine.pressure * (ours.value - 1) - theirs.pressure * (against.value - 1),
                             mine.pressure * ours.slope - theirs.pressure * against.slope};
        };
        press_seed(own.seeds[seed], from, gap(deepest(own.seeds[seed])).value, gap(from.travel).value, touch,
                   [&](const RayEnd& core, const RayEnd& skin, Real tolerance) {
                       return find_root_by_slope(gap, core, skin, tolerance);
                   });
        touch.pressure = std::max(Real(0), pressure_at(mine, touch.place));
        const Vec3 rise = theirs.pressure * sample(*theirs.field, touch.place).gradient -
                          mine.pressure * sample(*mine.field, touch.place).gradient;
        lean(touch, from.ray, rise.norm() > 0 ? Vec3(rise.normalized()) : from.ray);
        return true;
    });
}

void find_touches(const TouchingSkin& own, const HardSolid& solid, std::vector<SkinTouch>& touches) {
    gather_touches(own, solid.box, touches, [&](int seed, SkinTouch& touch) {
        const SeedPlace& from = own.places[seed];
        if (!(solid.distance(from.place) < 0)) return false;
        const auto gap = [&](Real travel) { return solid.distance(place_after(from, travel)); };
        press_seed(own.seeds[seed], from, gap(deepest(own.seeds[seed])), gap(from.travel), touch,
                   [&](const RayEnd& core, const RayEnd& skin, Real tolerance) {
                       return find_root(gap, core, skin, tolerance);
                   });
        touch.pressure = std::max(Real(0), pressure_at(own.skin, touch.place));
        lean(touch, from.ray, -solid.normal(touch.place));
        touch.area *= covered_part(own.seeds[seed], from, solid);
        return true;
    });
}

Real stored_energy(const TouchingSkin& own, std::span<const SkinTouch> touches) {
    Real sum = 0;
    for (const SkinTouch& touch : touches) {
        const SkinSeed& seed = own.seeds[touch.seed];
        const SeedPlace& from = own.places[touch.seed];
        const Real depth = from.ray.dot(from.place - touch.place);
        if (!(depth > 0)) continue;
        // (Simpson's rule: there is no pressure on the free skin)
        const Real halfway = from.travel - 0.5 * depth;
        const Real across = touch.area * std::max(from.ray.dot(touch.normal), slanted);
        const Real across_halfway =
            across * area_across(seed, halfway) / area_across(seed, from.travel - depth);
        const Real pressure = std::max(Real(0), pressure_at(own.skin, place_after(from, halfway)));
        sum += depth / 6 * (4 * pressure * across_halfway + touch.pressure * across);
    }
    return sum;
}

void add_loads(const TouchingSkin& own, const TouchingSkin& other, std::span<const SkinTouch> touches,
               const SkinFeel& feel, Real weight, CarrierLoads& on_own, CarrierLoads& on_other) {
    for (const SkinTouch& touch : touches) {
        const int carrier = own.seeds[touch.seed].carrier;
        Real total = 0;
        Vec3 velocity = Vec3::Zero();
        for_each_share(*other.skin.field, touch.place, [&](int c, Real share) {
            total += share;
            velocity += share * velocity_at(other, c, touch.place);
        });
        if (!(total > 0)) continue;
        const Vec3 u = velocity / total - velocity_at(own, carrier, touch.place);
        const Vec3 force = weight * force_on_own(touch, feel, u);
        add_at(own, carrier, touch.place, force, on_own);
        for_each_share(*other.skin.field, touch.place, [&](int c, Real share) {
            add_at(other, c, touch.place, -(share / total) * force, on_other);
        });
    }
}

void add_loads(const TouchingSkin& own, const HardSolid& solid, std::span<const SkinTouch> touches,
               const SkinFeel& feel, CarrierLoads& on_own, SolidLoad* on_solid) {
    for (const SkinTouch& touch : touches) {
        const int carrier = own.seeds[touch.seed].carrier;
        const Vec3 u = solid.velocity(touch.place) - velocity_at(own, carrier, touch.place);
        const Vec3 force = force_on_own(touch, feel, u);
        add_at(own, carrier, touch.place, force, on_own);
        if (!on_solid) continue;
        on_solid->force -= force;
        on_solid->torque -= (touch.place - on_solid->about).cross(force);
    }
}

}  // namespace souple
