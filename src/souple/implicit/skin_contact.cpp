// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/implicit/skin_contact.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

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

Vec3 velocity_at(const TouchingSkin& skin, int carrier, const Vec3& p) {
    if (skin.v.empty()) return Vec3::Zero();
    return skin.v[carrier] + skin.w[carrier].cross(p - skin.x[carrier]);
}

/// In the next interval with its loads so far, where those who ask know more than its velocity.
Vec3 velocity_after(const TouchingSkin& skin, const CarrierLoads& loads, int carrier, const Vec3& p) {
    if (skin.yield.empty()) return velocity_at(skin, carrier, p);
    const CarrierYield& yield = skin.yield[carrier];
    const Vec3 v = yield.drift + skin.duration * yield.to_push * loads.force[carrier];
    const Vec3 w = yield.turning + skin.duration * (yield.to_turn * loads.torque[carrier]);
    return velocity_at(skin, carrier, p) + v + w.cross(p - skin.x[carrier]);
}

/// [m/s^2] what as much force along a unit direction as pushes a carrier would change at a place of it.
Real change_at(const TouchingSkin& skin, const CarrierLoads& loads, int carrier, const Vec3& p,
               const Vec3& along) {
    if (skin.yield.empty()) return 0;
    const CarrierYield& yield = skin.yield[carrier];
    const Vec3 lever = (p - skin.x[carrier]).cross(along);
    return loads.push[carrier] * (yield.to_push + lever.dot(yield.to_turn * lever));
}

/// [N] with u the other's velocity relative to the seed's object.
Real push_of(const SkinTouch& touch, const SkinFeel& feel, const Vec3& u) {
    return touch.pressure * touch.area * std::max(Real(0), 1 - feel.damping * u.dot(touch.normal));
}

/// Unit, across the normal of a touch; zero where nothing slides.
Vec3 sliding_way(const SkinTouch& touch, const Vec3& u) {
    const Vec3 slip = u - u.dot(touch.normal) * touch.normal;
    const Real speed = slip.norm();
    return speed > 0 ? Vec3(slip / speed) : Vec3(Vec3::Zero());
}

/// On the seed's object, `way` being that of the other relative to it. It is held for an interval: sliding
/// slower than what all that rubs there would change in one, `change` [m/s^2] for the whole push, is not to
/// be turned round.
Vec3 friction_of(const SkinTouch& touch, const SkinFeel& feel, const Vec3& u, const Vec3& way, Real change) {
    const Real slip = u.dot(way);
    const Real speed = std::max(std::hypot(slip, feel.slip_speed), feel.friction * change);
    return feel.friction * touch.push * slip / speed * way;
}

void add_at(const TouchingSkin& skin, int carrier, const Vec3& p, const Vec3& force, CarrierLoads& loads) {
    loads.force[carrier] += force;
    loads.torque[carrier] += (p - skin.x[carrier]).cross(force);
}

/// A force on a carrier, and the opposite on a solid that may not care.
void add_pair(const TouchingSkin& own, int carrier, const Vec3& p, const Vec3& force, CarrierLoads& on_own,
              SolidLoad* on_solid) {
    add_at(own, carrier, p, force, on_own);
    if (!on_solid) return;
    on_solid->force -= force;
    on_solid->torque -= (p - on_solid->about).cross(force);
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
        touch.depth = (from.place - touch.place).dot(touch.normal);
        return true;
    });
}

void find_touches(const TouchingSkin& own, const HardSolid& solid, std::vector<SkinTouch>& touches) {
    gather_touches(own, solid.box, touches, [&](int seed, SkinTouch& touch) {
        const SeedPlace& from = own.places[seed];
        const Real inside = -solid.distance(from.place);
        if (!(inside > 0)) return false;
        const auto gap = [&](Real travel) { return solid.distance(place_after(from, travel)); };
        press_seed(own.seeds[seed], from, gap(deepest(own.seeds[seed])), gap(from.travel), touch,
                   [&](const RayEnd& core, const RayEnd& skin, Real tolerance) {
                       return find_root(gap, core, skin, tolerance);
                   });
        touch.pressure = std::max(Real(0), pressure_at(own.skin, touch.place));
        lean(touch, from.ray, -solid.normal(touch.place));
        touch.area *= covered_part(own.seeds[seed], from, solid);
        touch.depth = inside;
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

namespace {

/// Hands a force at a place to the carriers of an object as they share the field there; false where none
/// does.
bool share_out(const TouchingSkin& skin, const Vec3& p, const Vec3& force, CarrierLoads& loads) {
    Real total = 0;
    for_each_share(*skin.skin.field, p, [&](int, Real share) { total += share; });
    if (!(total > 0)) return false;
    for_each_share(*skin.skin.field, p,
                   [&](int c, Real share) { add_at(skin, c, p, share / total * force, loads); });
    return true;
}

/// What is so at a place of an object, if fn(carrier) is what it would be were it that carrier's alone.
template <class Value, class Fn>
Value shared(const TouchingSkin& skin, const Vec3& p, Value sum, const Fn& fn) {
    Real total = 0;
    for_each_share(*skin.skin.field, p, [&](int c, Real share) {
        total += share;
        sum += share * fn(c);
    });
    return total > 0 ? Value(sum / total) : Value(0 * sum);
}

/// What pushes on each carrier of an object by its seeds.
void sum_pushes(const TouchingSkin& own, std::span<const SkinTouch> touches, CarrierLoads& on_own) {
    on_own.push.assign(on_own.force.size(), 0);
    for (const SkinTouch& touch : touches) on_own.push[own.seeds[touch.seed].carrier] += touch.push;
}

/// The same for the other object.
void sum_shared_pushes(const TouchingSkin& other, std::span<const SkinTouch> touches,
                       CarrierLoads& on_other) {
    on_other.push.assign(on_other.force.size(), 0);
    for (const SkinTouch& touch : touches) {
        Real total = 0;
        for_each_share(*other.skin.field, touch.place, [&](int, Real share) { total += share; });
        if (!(total > 0)) continue;
        for_each_share(*other.skin.field, touch.place,
                       [&](int c, Real share) { on_other.push[c] += share / total * touch.push; });
    }
}

}  // namespace

void add_press(const TouchingSkin& own, const TouchingSkin& other, std::span<SkinTouch> touches,
               const SkinFeel& feel, Real weight, CarrierLoads& on_own, CarrierLoads& on_other) {
    for (SkinTouch& touch : touches) {
        const int carrier = own.seeds[touch.seed].carrier;
        const Vec3& p = touch.place;
        const Vec3 theirs =
            shared(other, p, Vec3(Vec3::Zero()), [&](int c) { return velocity_at(other, c, p); });
        touch.push = push_of(touch, feel, theirs - velocity_at(own, carrier, p));
        const Vec3 force = -weight * touch.push * touch.normal;
        if (share_out(other, p, -force, on_other))
            add_at(own, carrier, p, force, on_own);
        else
            touch.push = 0;
    }
}

void add_friction(const TouchingSkin& own, const TouchingSkin& other, std::span<const SkinTouch> touches,
                  const SkinFeel& feel, Real weight, CarrierLoads& on_own, CarrierLoads& on_other) {
    if (feel.friction == 0) return;
    sum_pushes(own, touches, on_own);
    sum_shared_pushes(other, touches, on_other);
    for (const SkinTouch& touch : touches) {
        const int carrier = own.seeds[touch.seed].carrier;
        const Vec3& p = touch.place;
        const Vec3 theirs = shared(other, p, Vec3(Vec3::Zero()),
                                   [&](int c) { return velocity_after(other, on_other, c, p); });
        const Vec3 u = theirs - velocity_after(own, on_own, carrier, p), way = sliding_way(touch, u);
        const Real change = change_at(own, on_own, carrier, p, way) + shared(other, p, Real(0), [&](int c) {
                                return change_at(other, on_other, c, p, way);
                            });
        const Vec3 force = weight * friction_of(touch, feel, u, way, own.duration * change);
        add_at(own, carrier, p, force, on_own);
        share_out(other, p, -force, on_other);
    }
}

void add_press(const TouchingSkin& own, const HardSolid& solid, std::span<SkinTouch> touches,
               const SkinFeel& feel, CarrierLoads& on_own, SolidLoad* on_solid) {
    for (SkinTouch& touch : touches) {
        const int carrier = own.seeds[touch.seed].carrier;
        touch.push =
            push_of(touch, feel, solid.velocity(touch.place) - velocity_at(own, carrier, touch.place));
        add_pair(own, carrier, touch.place, -touch.push * touch.normal, on_own, on_solid);
    }
}

void add_friction(const TouchingSkin& own, const HardSolid& solid, std::span<const SkinTouch> touches,
                  const SkinFeel& feel, CarrierLoads& on_own, SolidLoad* on_solid) {
    if (feel.friction == 0) return;
    sum_pushes(own, touches, on_own);
    const Real on_all = std::accumulate(on_own.push.begin(), on_own.push.end(), Real(0));
    for (const SkinTouch& touch : touches) {
        const int carrier = own.seeds[touch.seed].carrier;
        const Vec3& p = touch.place;
        const Vec3 gained = solid.change ? solid.change(p) : Vec3(Vec3::Zero());
        const Vec3 u = solid.velocity(p) + gained - velocity_after(own, on_own, carrier, p);
        const Vec3 way = sliding_way(touch, u);
        const Real change = solid.yield * on_all + change_at(own, on_own, carrier, p, way);
        add_pair(own, carrier, p, friction_of(touch, feel, u, way, own.duration * change), on_own, on_solid);
    }
}

}  // namespace souple
