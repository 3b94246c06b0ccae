// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/implicit/seeds.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/core/errors.h"
#include "souple/core/parallel.h"
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
        measure_spread(field, seed);
        seeds.push_back(seed);
    }
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const int corner : mesh.triangles[t])
            seeds[first + corner].area += area(mesh, static_cast<int>(t)) / 3;
}

/// The way of one seed.
struct SeedRay {
    const SkinField& field;
    int carrier;
    Vec3 origin, direction;

    Vec3 at(Real travel) const { return origin + travel * direction; }
    FieldShares shares(Real travel) const { return shares_at(field, at(travel), carrier); }
    Real above_skin(Real travel) const { return shares(travel).total - 1; }
    Real own_lead(Real travel) const {
        const FieldShares here = shares(travel);
        return here.own - here.strongest;
    }
};

Real offset_of(const SkinField& field, int carrier) {
    const auto at = std::lower_bound(field.primitives.begin(), field.primitives.end(), carrier,
                                     [](const PosedPrimitive& p, int c) { return p.carrier < c; });
    return at != field.primitives.end() && at->carrier == carrier ? at->offset : 0;
}

bool is_stray(const FieldShares& shares) { return shares.own < shares.strongest; }

/// A ray between a place inside the object and the carrier's territory, and one outside of either.
struct RayPiece {
    Real low = 0, high = 0;  ///< [m] travels
    FieldShares at_low, at_high;
};

Real skin_within(const SeedRay& ray, const RayPiece& piece, Real tolerance) {
    return find_root([&](Real t) { return ray.above_skin(t); }, piece.low, piece.high, piece.at_low.total - 1,
                     piece.at_high.total - 1, tolerance);
}

Real border_within(const SeedRay& ray, const RayPiece& piece, Real tolerance) {
    return find_root([&](Real t) { return ray.own_lead(t); }, piece.low, piece.high,
                     piece.at_low.own - piece.at_low.strongest, piece.at_high.own - piece.at_high.strongest,
                     tolerance);
}

/// Where a seed leaves the object, or the territory before that.
SeedPlace end_within(const SeedRay& ray, const RayPiece& piece, Real tolerance, StrayedSeeds strayed) {
    const auto end_at = [&](Real travel, int beyond) {
        return SeedPlace{ray.at(travel), ray.direction, travel, beyond};
    };
    if (!is_stray(piece.at_high)) return end_at(skin_within(ray, piece, tolerance), -1);
    const int rival = piece.at_high.rival;
    if (strayed == StrayedSeeds::BroughtToBorder) {
        const Real border = border_within(ray, piece, tolerance);
        if (piece.at_high.total >= 1 || ray.above_skin(border) > 0) return end_at(border, rival);
        return end_at(skin_within(ray, piece, tolerance), -1);
    }
    if (piece.at_high.total >= 1) return end_at(piece.high, rival);
    const Real skin = skin_within(ray, piece, tolerance);
    return end_at(skin, is_stray(ray.shares(skin)) ? rival : -1);
}

/// Goes out from `start` in strides until it leaves the object or the territory, or in from there.
SeedPlace slide(const SeedRay& ray, const SkinSeed& seed, Real start, StrayedSeeds strayed) {
    constexpr int most_strides = 40;
    const Real tolerance = 1e-9 * seed.distance, stride = 0.25 * seed.distance;
    RayPiece piece{start, start, {}, ray.shares(start)};
    if (strayed == StrayedSeeds::Left && is_stray(piece.at_high) && piece.at_high.total >= 1)
        return {ray.at(start), ray.direction, start, piece.at_high.rival};
    if (piece.at_high.total < 1 || is_stray(piece.at_high)) {
        piece.low = -0.999 * seed.distance;
        piece.at_low = ray.shares(piece.low);
        if (!is_stray(piece.at_low) && piece.at_low.total >= 1)
            return end_within(ray, piece, tolerance, strayed);
        return {ray.at(piece.low), ray.direction, piece.low, std::max(0, piece.at_low.rival)};
    }
    for (int i = 0; i < most_strides; ++i) {
        piece = {piece.high, piece.high + stride, piece.at_high, ray.shares(piece.high + stride)};
        if (piece.at_high.total < 1 || is_stray(piece.at_high))
            return end_within(ray, piece, tolerance, strayed);
    }
    return {ray.at(piece.high), ray.direction, piece.high, -1};
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
            int carrier = -1;
            Real start = 0;
            for (int i = begin; i < end; ++i) {
                const SkinSeed& seed = seeds[i];
                const Pose& pose = carriers[seed.carrier];
                if (seed.carrier != carrier) start = offset_of(field, carrier = seed.carrier);
                const SeedRay ray{field, carrier, pose.to_world(seed.place), pose.rotation * seed.normal};
                places[i] = slide(ray, seed, start, strayed);
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
