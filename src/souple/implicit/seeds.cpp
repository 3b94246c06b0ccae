// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/implicit/seeds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/implicit/find_root.h"
#include "souple/implicit/polygonise_skin.h"

namespace souple {

namespace {

/// Evenly on a sphere, along a spiral from pole to pole.
void sample_ball(const SkinPrimitive& primitive, Real spacing, std::vector<SkinSeed>& seeds) {
    using std::numbers::pi;
    const Real radius = primitive.law.thickness, whole = 4 * pi * radius * radius;
    const int count = std::max(6, static_cast<int>(std::lround(whole / (spacing * spacing))));
    const Real turn = pi * (3 - std::sqrt(5.0));  // the golden angle never repeats
    for (int i = 0; i < count; ++i) {
        const Real z = 1 - (2 * i + 1.0) / count, r = std::sqrt(1 - z * z);
        const Vec3 normal(r * std::cos(turn * i), r * std::sin(turn * i), z);
        seeds.push_back(
            {primitive.carrier, primitive.pose.position + radius * normal, normal, whole / count, radius, 3});
    }
}

/// How far the strongest skeleton is, and along how many of its axes: how rays part there.
void measure_spread(const SkinField& field, SkinSeed& seed) {
    Real strongest = -1;
    for (const PosedPrimitive& primitive : field.primitives) {
        const Real share = value(primitive, seed.place);
        if (!(share > strongest)) continue;
        strongest = share;
        const Vec3 way = stretched_way(primitive, seed.place).cwiseQuotient(primitive.shrink);
        seed.distance = way.norm();
        seed.spread = static_cast<int>((way.array().abs() > 1e-9 * seed.distance).count());
    }
}

/// Any other skeleton: the points of its skin, put onto it exactly.
void sample_carrier(std::span<const SkinPrimitive> own, Real spacing, std::vector<SkinSeed>& seeds) {
    std::vector<SkinPrimitive> primitives(own.begin(), own.end());
    Real cell = 1.3 * spacing;  // (there are more points than cells)
    for (SkinPrimitive& primitive : primitives) {
        primitive.carrier = 0;
        cell = std::min(cell, primitive.law.thickness * primitive.stretch.minCoeff());
    }
    const Pose still;
    SkinField field;
    pose_field(field, primitives, {&still, 1});
    const TriangleMesh mesh = polygonise_skin(field, cell);
    const std::size_t first = seeds.size();
    for (const Vec3& point : mesh.points) {
        SkinSeed seed{own[0].carrier, point, Vec3::UnitX(), 0, 0, 3};
        for (int i = 0; i < 3; ++i) {
            const FieldSample here = sample(field, seed.place);
            if (!(here.gradient.norm() > 0)) break;
            seed.place += (1 - here.value) / here.gradient.squaredNorm() * here.gradient;
            seed.normal = -here.gradient.normalized();
        }
        seed.share = value(field, seed.place);
        measure_spread(field, seed);
        seeds.push_back(seed);
    }
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const int corner : mesh.triangles[t])
            seeds[first + corner].area += area(mesh, static_cast<int>(t)) / 3;
}

/// A ball in which the field of a rival is surely larger than what a seed has of its own carrier where it was
/// sampled.
struct RivalCore {
    Vec3 centre = Vec3::Zero();
    Real radius_squared = 0;  ///< [m^2]
    int carrier = 0;
};

constexpr Real own_share_at_most = 1 + 1e-9;  // places are rounded

/// What follow_skin knows of all seeds of a carrier.
struct SeedCarrier {
    int number = -1;
    Real offset = 0;  ///< [m]
    Vec3 position = Vec3::Zero();
    Mat3 rotation = Mat3::Identity();
    std::array<RivalCore, 12> cores;  ///< of rivals near by; the more, the fewer strayed seeds go farther
    int core_count = 0;
};

void add_core(const PosedPrimitive& rival, SeedCarrier& carrier) {
    const Real thickness = rival.offset + rival.curve.thickness;
    const Real radius =
        (thickness - 2 * (own_share_at_most - 1) / rival.curve.slope) / rival.shrink.maxCoeff();
    if (radius > 0) carrier.cores[carrier.core_count++] = {rival.centre, radius * radius, rival.carrier};
}

void find_carrier(const SkinField& field, int number, const Pose& pose, SeedCarrier& carrier) {
    const auto first = std::lower_bound(field.primitives.begin(), field.primitives.end(), number,
                                        [](const PosedPrimitive& p, int c) { return p.carrier < c; });
    carrier.number = number;
    carrier.offset = first != field.primitives.end() && first->carrier == number ? first->offset : 0;
    carrier.position = pose.position;
    carrier.rotation = pose.rotation.toRotationMatrix();
    carrier.core_count = 0;
    if (carrier.offset != 0) return;
    for (const int i : acting_at(field, pose.position)) {
        if (carrier.core_count == static_cast<int>(carrier.cores.size())) return;
        if (field.primitives[i].carrier != number) add_core(field.primitives[i], carrier);
    }
}

/// A carrier in whose core p is, -1: none. Most strayed seeds are known by it.
int core_around(const SeedCarrier& carrier, const Vec3& p) {
    for (int i = 0; i < carrier.core_count; ++i)
        if ((p - carrier.cores[i].centre).squaredNorm() < carrier.cores[i].radius_squared)
            return carrier.cores[i].carrier;
    return -1;
}

/// The way of one seed.
struct SeedRay {
    const SkinField& field;
    int carrier;
    Vec3 origin, direction;

    Vec3 at(Real travel) const { return origin + travel * direction; }
    FieldShares shares(Real travel) const { return shares_at(field, at(travel), carrier); }
};

/// A place on a ray.
struct RayPlace {
    Real travel = 0;  ///< [m]
    FieldShares shares;
    RayEnd above_skin() const { return {travel, shares.total - 1}; }
    RayEnd own_lead() const { return {travel, shares.own - shares.strongest}; }
};

Real skin_between(const SeedRay& ray, const RayPlace& low, const RayPlace& high, Real tolerance) {
    const auto above_skin = [&](Real travel) {
        const RaySample here = sample_along(ray.field, ray.at(travel), ray.direction);
        return RaySample{here.value - 1, here.slope};
    };
    return find_root_by_slope(above_skin, low.above_skin(), high.above_skin(), tolerance);
}

Real border_between(const SeedRay& ray, const RayPlace& low, const RayPlace& high, Real tolerance) {
    const auto own_lead = [&](Real travel) { return RayPlace{travel, ray.shares(travel)}.own_lead().value; };
    return find_root(own_lead, low.own_lead(), high.own_lead(), tolerance);
}

/// Where a seed leaves the object, or the territory before that: `low` is inside of both, `high` is not.
SeedPlace end_between(const SeedRay& ray, const RayPlace& low, const RayPlace& high, Real tolerance,
                      StrayedSeeds strayed) {
    const auto end_at = [&](Real travel, int beyond) {
        return SeedPlace{ray.at(travel), ray.direction, travel, beyond};
    };
    RayPlace end = high;
    if (high.shares.total < 1) {
        end.travel = skin_between(ray, low, high, tolerance);
        // (where no other acts any more says nothing of a place before that)
        const bool is_telling = high.shares.rival >= 0 || low.shares.rival < 0;
        if (is_telling && belongs_to(ray.carrier, high.shares)) return end_at(end.travel, -1);
        end.shares = ray.shares(end.travel);
        if (belongs_to(ray.carrier, end.shares)) return end_at(end.travel, -1);
    }
    if (strayed == StrayedSeeds::BroughtToBorder) end.travel = border_between(ray, low, end, tolerance);
    return end_at(end.travel, end.shares.rival);
}

/// Goes out from `start` in strides until it leaves the object or the territory, or in from there.
SeedPlace slide(const SeedRay& ray, const SkinSeed& seed, const RayPlace& start, StrayedSeeds strayed) {
    constexpr int most_strides = 40;
    const Real tolerance = 1e-9 * seed.distance, stride = 0.25 * seed.distance;
    const auto is_inside = [&](const RayPlace& place) {
        return place.shares.total >= 1 && belongs_to(ray.carrier, place.shares);
    };
    if (!is_inside(start)) {
        const Real core = -0.999 * seed.distance;
        const RayPlace low{core, ray.shares(core)};
        if (is_inside(low)) return end_between(ray, low, start, tolerance, strayed);
        return {ray.at(core), ray.direction, core, std::max(0, low.shares.rival)};
    }
    RayPlace low = start;
    for (int i = 0; i < most_strides; ++i) {
        const RayPlace high{low.travel + stride, ray.shares(low.travel + stride)};
        if (!is_inside(high)) return end_between(ray, low, high, tolerance, strayed);
        low = high;
    }
    return {ray.at(low.travel), ray.direction, low.travel, -1};
}

SeedPlace follow_seed(const SkinField& field, const SeedCarrier& carrier, const SkinSeed& seed,
                      StrayedSeeds strayed) {
    const Vec3 origin = carrier.position + carrier.rotation * seed.place;
    if (strayed == StrayedSeeds::Left && seed.share <= own_share_at_most)
        if (const int rival = core_around(carrier, origin); rival >= 0)
            return {origin, Vec3::UnitX(), 0, rival};
    const SeedRay ray{field, carrier.number, origin, carrier.rotation * seed.normal};
    // (a skin with a small stretch is thinner than its offset may be: from beyond the skeleton a seed would
    // find the opposite side)
    const Real start = std::max(carrier.offset, Real(-0.9) * seed.distance);
    return slide(ray, seed, {start, ray.shares(start)}, strayed);
}

}  // namespace

std::vector<SkinSeed> sample_skeletons(std::span<const SkinPrimitive> primitives, Real spacing) {
    if (!(spacing > 0)) throw InputError("the seeds of a skin have no spacing");
    std::vector<SkinSeed> seeds;
    for (std::size_t begin = 0; begin < primitives.size();) {
        std::size_t end = begin + 1;
        while (end < primitives.size() && primitives[end].carrier == primitives[begin].carrier) ++end;
        const SkinPrimitive& first = primitives[begin];
        if (end == begin + 1 && first.half_size.isZero(0) && (first.stretch.array() == 1).all())
            sample_ball(first, spacing, seeds);
        else
            sample_carrier(primitives.subspan(begin, end - begin), spacing, seeds);
        begin = end;
    }
    return seeds;
}

void follow_skin(const SkinField& field, std::span<const SkinSeed> seeds, std::span<const Pose> carriers,
                 StrayedSeeds strayed, std::vector<SeedPlace>& places) {
    places.resize(seeds.size());
    parallel_runs(
        static_cast<int>(seeds.size()),
        [&](int begin, int end) {
            SeedCarrier carrier;
            for (int i = begin; i < end; ++i) {
                const int number = seeds[i].carrier;
                if (number != carrier.number) find_carrier(field, number, carriers[number], carrier);
                places[i] = follow_seed(field, carrier, seeds[i], strayed);
            }
        },
        64);
}

Real area_across(const SkinSeed& seed, Real travel) {
    const Real ratio = std::max(Real(0), 1 + travel / seed.distance);
    return seed.area * (seed.spread == 1 ? 1 : seed.spread == 2 ? ratio : ratio * ratio);
}

Real volume_under(const SkinSeed& seed, Real travel) {
    const Real ratio = std::max(Real(0), 1 + travel / seed.distance);
    return area_across(seed, travel) * ratio * seed.distance / seed.spread;
}

}  // namespace souple
