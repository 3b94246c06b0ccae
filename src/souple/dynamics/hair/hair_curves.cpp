// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/hair_curves.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/math/lanes.h"

namespace souple {

namespace {

/// The samples on both sides of a place, and how far it is from the first, as a part of the angle between.
struct Between {
    int first = 0, second = 1;
    Real part = 0;
};

Between between(int samples, const DiscPlace& place) {
    Real turn = std::atan2(place.y, place.x) / (2 * std::numbers::pi) * samples;
    if (turn < 0) turn += samples;
    const int k = static_cast<int>(turn) % samples;
    return {k, (k + 1) % samples, turn - std::floor(turn)};
}

Rng hair_stream(const HairLook& look, int root, int hair) {
    Rng rng{look.seed * 0x9e3779b97f4a7c15ull + static_cast<std::uint64_t>(root) * 0xd1b54a32d192ed03ull +
            static_cast<std::uint64_t>(hair)};
    rng.next();
    return rng;
}

Vec3 place_in(const SectionEnd& end, const DiscPlace& d) {
    return end.x + d.x * end.frame.u + d.y * end.frame.v;
}

DiscPlace wobbled(Rng& rng, Real wobble, const DiscPlace& place) {
    DiscPlace moved{place.x + wobble * rng.normal(), place.y + wobble * rng.normal()};
    const Real radius = std::hypot(moved.x, moved.y);
    if (radius > 1) moved = {moved.x / radius, moved.y / radius};
    return moved;
}

LaneVec3 all_lanes_of(const Vec3& v) { return {all_lanes(v.x()), all_lanes(v.y()), all_lanes(v.z())}; }

/// The curve between p1 and p2, four places of it at a time.
struct CatmullRom {
    CatmullRom(const Vec3& p0, const Vec3& p1, const Vec3& p2, const Vec3& p3)
        : a(all_lanes_of(2 * p1)),
          b(all_lanes_of(p2 - p0)),
          c(all_lanes_of(2 * p0 - 5 * p1 + 4 * p2 - p3)),
          d(all_lanes_of(3 * p1 - p0 - 3 * p2 + p3)) {}

    LaneVec3 at(const Lanes& t) const { return 0.5 * (a + t * (b + t * (c + t * d))); }

    LaneVec3 a, b, c, d;
};

/// Every lane takes what the one before it has, the first takes this.
Lanes shifted(const Lanes& lanes, Real first) {
    return __builtin_shufflevector(all_lanes(first), lanes, 0, 4, 5, 6);
}

/// A polyline that ends when it is long enough.
struct Growing {
    std::vector<Vec3>& points;
    Real left = 0;  ///< [m]

    /// The first `count` of four points, one after the other. False when the end is reached.
    bool add(const LaneVec3& next, int count) {
        const Vec3 last = points.back();
        const LaneVec3 before{shifted(next.x, last.x()), shifted(next.y, last.y()),
                              shifted(next.z, last.z())};
        const LaneVec3 way = next - before;
        const Lanes length = root(dot(way, way));
        for (int lane = 0; lane < count; ++lane) {
            if (!(length[lane] < left)) {
                if (length[lane] > 0 && left > 0)
                    points.push_back(before.at(lane) + left / length[lane] * way.at(lane));
                return false;
            }
            points.push_back(next.at(lane));
            left -= length[lane];
        }
        return true;
    }
};

}  // namespace

int draw_place(Rng& rng, Real spread, DiscPlace& place) {
    // (of 200 draws from a wider one a single one would be in the disc, and of those from a very wide one
    // none)
    constexpr Real widest = 10;
    if (spread > widest) {
        spread = std::min<Real>(spread, 1e6);                       // (already even over the disc)
        const Real inside = -std::expm1(-0.5 / (spread * spread));  // share of the distribution in the disc
        const Real radius = std::min<Real>(1, spread * std::sqrt(-2 * std::log1p(-inside * rng.uniform())));
        const Real turn = rng.uniform(0, 2 * std::numbers::pi);
        place = {radius * std::cos(turn), radius * std::sin(turn)};
        return 1;
    }
    for (int draws = 1;; ++draws) {
        place.x = spread * rng.normal();
        place.y = spread * rng.normal();
        if (place.x * place.x + place.y * place.y <= 1) return draws;
    }
}

DiscPlace deformed_by_angle(const SectionEnd& end, const DiscPlace& place) {
    const Between at = between(end.samples, place);
    const Real scale = (1 - at.part) * end.radius[at.first] + at.part * end.radius[at.second];
    return {scale * place.x, scale * place.y};
}

DiscPlace deformed_by_axes(const SectionEnd& end, const DiscPlace& place) {
    return {place.x * end.radius[place.x >= 0 ? 0 : 2], place.y * end.radius[place.y >= 0 ? 1 : 3]};
}

/// The two samples beside the place and the middle of all span it; outside their triangle the weights of the
/// two may sum to more than one.
DiscPlace deformed_by_weights(const SectionEnd& end, const DiscPlace& place) {
    const Between at = between(end.samples, place);
    const Real step = 2 * std::numbers::pi / end.samples;
    const Real a0 = at.first * step, a1 = (at.first + 1) * step;
    const Real under = std::sin(step);
    const Real first = (place.x * std::sin(a1) - place.y * std::cos(a1)) / under;
    const Real second = (place.y * std::cos(a0) - place.x * std::sin(a0)) / under;
    const Real r0 = end.radius[at.first], r1 = end.radius[at.second];
    return {first * r0 * std::cos(a0) + second * r1 * std::cos(a1),
            first * r0 * std::sin(a0) + second * r1 * std::sin(a1)};
}

DiscPlace deformed(HairRule rule, const SectionEnd& end, const DiscPlace& place) {
    if (rule == HairRule::Axes && end.samples == 4) return deformed_by_axes(end, place);
    return rule == HairRule::Barycentric ? deformed_by_weights(end, place) : deformed_by_angle(end, place);
}

Vec3 catmull_rom(const Vec3& p0, const Vec3& p1, const Vec3& p2, const Vec3& p3, Real t) {
    return CatmullRom(p0, p1, p2, p3).at(all_lanes(t)).at(0);
}

bool has_hair(const HairLook& look, const WispMemory& wisp, int hair) {
    if (wisp.depth == 0) return true;
    Rng rng = hair_stream(look, wisp.root, hair);
    rng.state ^= 0x5bf03635ull;
    const std::uint64_t bits = rng.next(), mask = (std::uint64_t(1) << wisp.depth) - 1;
    return (bits & mask) == (wisp.branch & mask);
}

Real find_course(const HairLook& look, int root, int hair, int sections, DiscPlace* places) {
    Rng rng = hair_stream(look, root, hair);
    DiscPlace place;
    draw_place(rng, look.spread, place);
    const Real part = 1 - look.shorter * rng.uniform();
    for (int i = 0; i < sections; ++i) {
        if (i > 0) place = wobbled(rng, look.wobble, place);
        places[i] = place;
    }
    return part;
}

Real append_hair(const HairLook& look, const DiscPlace* places, Real part,
                 const std::vector<SectionEnd>& ends, Real rest, std::vector<Vec3>& points) {
    const Real wanted = rest * look.drawn * part;
    const int n = static_cast<int>(ends.size());
    const auto cross = [&](int i) { return place_in(ends[i], deformed(look.rule, ends[i], places[i])); };
    Vec3 p0 = cross(0), p1 = p0, p2 = cross(1);
    points.push_back(p1);
    Growing growing{points, wanted};
    for (int i = 0; i + 1 < n; ++i) {
        const Vec3 p3 = i + 2 < n ? cross(i + 2) : p2;
        const CatmullRom curve(p0, p1, p2, p3);
        for (int k = 1; k <= look.points; k += lane_count) {
            const Lanes number = all_lanes(k) + Lanes{0, 1, 2, 3};
            const int count = std::min(lane_count, look.points + 1 - k);
            if (!growing.add(curve.at(number / all_lanes(look.points)), count)) return wanted;
        }
        p0 = p1;
        p1 = p2;
        p2 = p3;
    }
    return wanted;
}

Real append_hair(const HairLook& look, int root, int hair, const std::vector<SectionEnd>& ends, Real rest,
                 std::vector<Vec3>& points) {
    std::vector<DiscPlace> places(ends.size());
    const Real part = find_course(look, root, hair, static_cast<int>(ends.size()), places.data());
    return append_hair(look, places.data(), part, ends, rest, points);
}

}  // namespace souple
