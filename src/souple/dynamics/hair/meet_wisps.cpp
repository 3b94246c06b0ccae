// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/meet_wisps.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "souple/core/parallel.h"
#include "souple/dynamics/hair/wisp_motion.h"
#include "souple/math/lanes.h"

namespace souple {

namespace {

constexpr Real parallel_sine = 1e-3;  // sections closer to parallel have no direction across both
constexpr int pairs_at_once = 64;
constexpr int wisps_at_a_time = 16;
constexpr Real largest_room = 5e-3;  // [m] that sections may move before pairs are looked for again
constexpr int room_steps = 4;        // the room is for so many steps, or none

/// What the search asks all the time.
struct Search {
    const Model& model;
    const Hair& hair;
    const State& state;
    HairScratch& scratch;
    const HairState& own;
    int begin;  ///< first point of the part

    SectionEnd end(int point) const { return section_end(model, hair, state, scratch, point); }
    /// Relative to rest: a squashed envelope is denser, half a wisp is thinner.
    Real density(const WispSection& section) const {
        const WispMemory& wisp = own.wisps[section.slot];
        const int point = section.point;
        const Real radius = hair.rest_radius[wisp.root * hair.particles + (point - begin) % hair.particles];
        const Real area = outline_area(end(point));
        const Real rest = std::numbers::pi * radius * radius;
        return area > 0.05 * rest ? share_of(wisp) * rest / area : 20;
    }
    /// [m] no outline of the section that begins there is narrower.
    Real narrowest(int point) const {
        const Real* radius = &own.radius[static_cast<std::size_t>(point - begin) * hair.material.samples];
        return *std::min_element(radius, radius + 2 * hair.material.samples);
    }
    WispSection section(int point, int slot) const {
        const Real* radius = &own.radius[static_cast<std::size_t>(point - begin) * hair.material.samples];
        const Real widest = *std::max_element(radius, radius + 2 * hair.material.samples);
        const Vec3 &x = state.x[point], way = state.x[point + 1] - x;
        return {x, way, widest, way.squaredNorm(), point, slot};
    }
    /// Whether no section of the wisp comes after this one.
    bool is_last(const WispSection& section) const {
        return (section.point + 2 - begin) % hair.particles == 0;
    }
};

/// Unit vector across both sections, zero where they are parallel.
Vec3 across_both(const Vec3& way_a, const Vec3& way_b, Real squared_lengths) {
    const Vec3 across = way_a.cross(way_b);
    const Real squared = across.squaredNorm();
    if (!(squared >= parallel_sine * parallel_sine * squared_lengths)) return Vec3::Zero();
    return across / std::sqrt(squared);
}

bool are_halves(const WispMemory& a, const WispMemory& b) {
    return a.root == b.root && a.depth == b.depth && a.depth > 0 &&
           (a.branch ^ b.branch) == std::uint64_t(1) << (a.depth - 1);
}

/// Neighbours on one wisp, and halves that have just come from one, do not meet.
bool may_meet(const Search& on, const WispSection& a, const WispSection& b) {
    if (a.slot == b.slot) return std::abs(a.point - b.point) > 2;
    const WispMemory &wisp_a = on.own.wisps[a.slot], &wisp_b = on.own.wisps[b.slot];
    return !are_halves(wisp_a, wisp_b) || (wisp_a.apart && wisp_b.apart);
}

/// Closest places of the skeletons of four pairs of sections.
struct FourClosest {
    Lanes s{}, t{};    ///< fractions of the way along each
    LaneVec3 between;  ///< [m] from the place on a to that on b
    LaneMask near{};   ///< whether widest outlines would touch
};

/// Four sections side by side.
struct FourSections {
    LaneVec3 x, way;
    Lanes squared_length{}, widest{};
};

FourSections side_by_side(const std::array<const WispSection*, lane_count>& sections) {
    std::array<Lanes, lane_count> low, high;
    for (int lane = 0; lane < lane_count; ++lane) {
        std::memcpy(&low[lane], sections[lane]->x.data(), sizeof(Lanes));
        std::memcpy(&high[lane], sections[lane]->way.data() + 1, sizeof(Lanes));
    }
    transpose(low[0], low[1], low[2], low[3]);
    transpose(high[0], high[1], high[2], high[3]);
    return {{low[0], low[1], low[2]}, {low[3], high[0], high[1]}, high[3], high[2]};
}

/// As closest_on_segments, four at a time.
FourClosest four_closest(const FourSections& a, const FourSections& b) {
    const Lanes none = all_lanes(0), one = all_lanes(1), tiny = all_lanes(1e-300);
    const auto unit = [&](const Lanes& f) { return smaller(larger(f, none), one); };
    const LaneVec3 r = a.x - b.x;
    const Lanes dd = larger(a.squared_length, tiny), ee = larger(b.squared_length, tiny);
    const Lanes er = dot(b.way, r), dr = dot(a.way, r), de = dot(a.way, b.way);
    const Lanes under = dd * ee - de * de;
    const LaneMask crossing = under > all_lanes(1e-12) * dd * ee;
    FourClosest at;
    at.s = crossing ? unit((de * er - dr * ee) / (crossing ? under : one)) : all_lanes(0.5);
    at.t = unit((de * at.s + er) / ee);
    at.s = unit((de * at.t - dr) / dd);
    at.between = (b.x + at.t * b.way) - (a.x + at.s * a.way);
    const Lanes reach = a.widest + b.widest;
    at.near = dot(at.between, at.between) < reach * reach;
    return at;
}

/// Whether the outlines reach each other, of sections whose skeletons are `distance` [m] apart there.
bool outlines_meet(const Search& on, const WispContact& contact, Real distance) {
    const auto reach_of = [&](int point, Real f, const Vec3& towards) {
        return (1 - f) * outline_towards(on.end(point), towards) +
               f * outline_towards(on.end(point + 1), towards);
    };
    return reach_of(contact.a, contact.s, contact.normal) + reach_of(contact.b, contact.t, -contact.normal) >
           distance;
}

/// Two sections whose skeletons are near each other there. A joint belongs to the section that begins there.
void meet_at(const Search& on, const WispSection& a, const WispSection& b, const ClosestFractions& at,
             const Vec3& between, std::vector<WispContact>& found) {
    if ((at.s >= 1 && !on.is_last(a)) || (at.t >= 1 && !on.is_last(b)) || !may_meet(on, a, b)) return;
    const Real distance = between.norm();
    const Vec3 across = across_both(a.way, b.way, a.squared_length * b.squared_length);
    Vec3 normal = distance > 1e-9 ? Vec3(between / distance) : across;
    if (!(normal.squaredNorm() > 0)) normal = on.scratch.frames[a.point - on.begin].u;
    const Real depth = on.narrowest(a.point) + on.narrowest(b.point) - distance;
    WispContact contact{a.point, b.point, at.s, at.t, normal, 1, depth, false, across};
    if (!(depth > 0 || outlines_meet(on, contact, distance))) return;
    contact.density = (on.density(a) + on.density(b)) / 2;
    found.push_back(contact);
}

/// By the closest places of skeleton segments, pairs [begin, end) four at a time.
void meet_segments(const Search& on, int begin, int end, std::vector<WispContact>& found) {
    const std::vector<WispSection>& sections = on.scratch.sections;
    for (int k = begin; k < end; k += lane_count) {
        std::array<const WispSection*, lane_count> a, b;
        for (int lane = 0; lane < lane_count; ++lane) {
            const IndexPair& pair = on.scratch.pairs[std::min(k + lane, end - 1)];
            a[lane] = &sections[pair.a];
            b[lane] = &sections[pair.b];
        }
        const FourClosest at = four_closest(side_by_side(a), side_by_side(b));
        if (!any(at.near)) continue;
        for (int lane = 0; lane < lane_count && k + lane < end; ++lane)
            if (at.near[lane])
                meet_at(on, *a[lane], *b[lane], {at.s[lane], at.t[lane]}, at.between.at(lane), found);
    }
}

/// By the source's test: the two particles of each section against the volume of the other.
void meet_points(const Search& on, const WispSection& one, const WispSection& two,
                 std::vector<WispContact>& found) {
    if (!may_meet(on, one, two)) return;
    const Vec3 across = across_both(one.way, two.way, one.squared_length * two.squared_length);
    const auto test = [&](const WispSection& volume, const WispSection& section, int which) {
        if (which == 1 && !on.is_last(section)) return;  // the next one's
        const Vec3& p = on.state.x[section.point + which];
        if (!is_inside_section(on.end(volume.point), on.end(volume.point + 1), p)) return;
        const Real s = std::clamp<Real>(volume.way.dot(p - volume.x) / volume.squared_length, 0, 1);
        Vec3 away = p - volume.x - s * volume.way;
        if (!(away.norm() > 1e-12)) away = on.scratch.frames[volume.point - on.begin].u;
        found.push_back({volume.point, section.point, s, Real(which), away.normalized(), on.density(volume),
                         0, true, across});
    };
    for (const int which : {0, 1}) {
        test(one, two, which);
        test(two, one, which);
    }
}

/// All sections of wisps that live; true when the boxes of the last search still hold them.
bool gather_sections(const Search& on) {
    HairScratch& scratch = on.scratch;
    const int each = on.hair.particles - 1;
    scratch.live.clear();
    for (int slot = 0; slot < on.hair.slots; ++slot)
        if (on.own.wisps[slot].root >= 0) scratch.live.push_back(slot);
    const int live = static_cast<int>(scratch.live.size());
    const bool same = scratch.boxes.size() == static_cast<std::size_t>(live) * each;
    scratch.sections.resize(static_cast<std::size_t>(live) * each);
    scratch.is_held.assign(live, same ? 1 : 0);
    parallel_for(
        live,
        [&](int k) {
            for (int i = 0; i < each; ++i) {
                const int slot = scratch.live[k], point = on.begin + slot * on.hair.particles + i;
                scratch.sections[static_cast<std::size_t>(k) * each + i] = on.section(point, slot);
                if (!scratch.is_held[k]) continue;
                const Aabb now = section_box(on.end(point), on.end(point + 1));
                const Aabb& kept = scratch.boxes[static_cast<std::size_t>(k) * each + i];
                const bool held = (kept.low.array() <= now.low.array()).all() &&
                                  (kept.high.array() >= now.high.array()).all();
                if (!held) scratch.is_held[k] = 0;
            }
        },
        wisps_at_a_time);
    return std::find(scratch.is_held.begin(), scratch.is_held.end(), 0) == scratch.is_held.end() && live > 0;
}

/// [m] that boxes get on every side so that the pairs serve for some steps; none when all is too fast.
Real room_for(const Search& on, Real h) {
    Real fastest = 0;
    for (const WispSection& section : on.scratch.sections)
        fastest = std::max(fastest, on.state.v[section.point + 1].squaredNorm());
    const Real room = room_steps * h * std::sqrt(fastest);
    return room < largest_room ? std::max(room, largest_room / 10) : 0;
}

/// Pairs of sections whose boxes overlap. What they are kept for changes nothing but the time it takes.
void find_pairs(const Search& on, Real h) {
    HairScratch& scratch = on.scratch;
    if (gather_sections(on)) return;
    const Real room = room_for(on, h);
    scratch.boxes.resize(scratch.sections.size());
    parallel_for(
        static_cast<int>(scratch.sections.size()),
        [&](int k) {
            const int point = scratch.sections[k].point;
            scratch.boxes[k] = section_box(on.end(point), on.end(point + 1));
            scratch.boxes[k].inflate(room);
        },
        pairs_at_once);
    overlapping_pairs(scratch.search, scratch.boxes, scratch.pairs);
}

/// A spot of a section as something that answers impulses.
struct Spot {
    int first = 0;
    Real a = 1, b = 0;  ///< weights of its two particles
    Real inverse_mass = 0;
};

Spot spot_of(const Model& model, int first, Real fraction) {
    const Real a = 1 - fraction, b = fraction;
    return {first, a, b, a * a * model.inv_mass[first] + b * b * model.inv_mass[first + 1]};
}

Vec3 velocity_of(const State& state, const Spot& spot) {
    return spot.a * state.v[spot.first] + spot.b * state.v[spot.first + 1];
}

void push(const Model& model, const Spot& spot, const Vec3& impulse, State& state) {
    state.v[spot.first] += spot.a * model.inv_mass[spot.first] * impulse;
    state.v[spot.first + 1] += spot.b * model.inv_mass[spot.first + 1] * impulse;
}

/// Samples that face a collision are stopped like what they run into: the envelope is squashed.
void squash(const Model& model, const Hair& hair, const HairScratch& scratch, const Spot& spot,
            const Vec3& towards, Real speed, State& state) {
    const int begin = model.parts[hair.part].points.begin;
    const int point = spot.first + (spot.b > 0.5 ? 1 : 0);
    if (model.inv_mass[point] == 0) return;
    std::array<Real, most_wisp_samples> cosine, sine;
    set_half_lines(hair.material.samples, cosine, sine);
    const SectionFrame& frame = scratch.frames[point - begin];
    Real* rate = &state.hair[&hair - model.hair.data()]
                      .radius_speed[static_cast<std::size_t>(point - begin) * hair.material.samples];
    for (int k = 0; k < hair.material.samples; ++k) {
        const Real facing = (cosine[k] * frame.u + sine[k] * frame.v).dot(towards);
        if (facing > 0) rate[k] -= facing * speed;
    }
}

/// Relative to `across`, a unit vector across both sections or zero.
WispMeeting meeting_of(const WispContactRule& rule, const Vec3& across, const Vec3& relative) {
    const Real through = across.dot(relative);
    const bool rubs =
        through == 0 || through * through < rule.threshold * rule.threshold * relative.squaredNorm();
    if (rubs) return rule.interpenetrate ? WispMeeting::Rub : WispMeeting::Nothing;
    return rule.collide ? WispMeeting::Collide : WispMeeting::Nothing;
}

void answer(const Model& model, const Hair& hair, Real h, const WispContact& contact, HairScratch& scratch,
            State& state) {
    const Spot a = spot_of(model, contact.a, contact.s), b = spot_of(model, contact.b, contact.t);
    const bool one_sided = hair.contact.response == WispResponse::OneSided && contact.only_b;
    const Real inverse = one_sided ? b.inverse_mass : a.inverse_mass + b.inverse_mass;
    if (!(inverse > 0)) return;
    const Vec3 relative = velocity_of(state, b) - velocity_of(state, a);
    const WispMeeting meeting = meeting_of(hair.contact, contact.across, relative);
    const Real approach = -relative.dot(contact.normal);
    Vec3 left = relative;
    if (meeting == WispMeeting::Rub)
        left = std::exp(-hair.contact.viscosity * contact.density * h) *
               (relative - contact.across.dot(relative) * contact.across);
    if (meeting == WispMeeting::Collide && approach > 0) {
        left.setZero();
        squash(model, hair, scratch, a, contact.normal, approach / 2, state);
        squash(model, hair, scratch, b, -contact.normal, approach / 2, state);
    }
    const Vec3 impulse = (left - relative) / inverse;
    push(model, b, impulse, state);
    if (!one_sided) push(model, a, -impulse, state);
}

}  // namespace

void find_frames(const Model& model, const std::vector<Pose>& tracks, const Hair& hair, const State& state,
                 HairScratch& scratch) {
    const int begin = model.parts[hair.part].points.begin;
    const HairState& own = state.hair[&hair - model.hair.data()];
    parallel_for(
        hair.slots,
        [&](int slot) {
            if (own.wisps[slot].root < 0) return;
            const int first = slot * hair.particles;
            const auto direction = [&](int i) -> Vec3 {
                return (state.x[begin + first + i + 1] - state.x[begin + first + i]).normalized();
            };
            carry_frames(hair.particles, root_side(hair, tracks, own.wisps[slot].root), direction,
                         [&](int i, const SectionFrame& f) { scratch.frames[first + i] = f; });
            for (int i = first; !own.twist.empty() && i < first + hair.particles; ++i)
                scratch.frames[i] = twisted(scratch.frames[i], own.twist[i]);
        },
        wisps_at_a_time);
}

SectionEnd section_end(const Model& model, const Hair& hair, const State& state, const HairScratch& scratch,
                       int point) {
    const int local = point - model.parts[hair.part].points.begin;
    const HairState& own = state.hair[&hair - model.hair.data()];
    return {state.x[point], scratch.frames[local],
            &own.radius[static_cast<std::size_t>(local) * hair.material.samples], hair.material.samples};
}

void find_wisp_contacts(const Model& model, const Control& control, const Hair& hair, const State& state,
                        HairScratch& scratch) {
    find_frames(model, control.track_t1, hair, state, scratch);
    const Search on{model,
                    hair,
                    state,
                    scratch,
                    state.hair[&hair - model.hair.data()],
                    model.parts[hair.part].points.begin};
    find_pairs(on, control.time_t1 - control.time_t0);
    const int count = static_cast<int>(scratch.pairs.size());
    const int runs = (count + pairs_at_once - 1) / pairs_at_once;
    if (static_cast<int>(scratch.found.size()) < runs) scratch.found.resize(runs);
    parallel_for(
        runs,
        [&](int run) {
            std::vector<WispContact>& found = scratch.found[run];
            found.clear();
            const int end = std::min(count, (run + 1) * pairs_at_once);
            if (hair.contact.search == WispSearch::Segments)
                return meet_segments(on, run * pairs_at_once, end, found);
            for (int k = run * pairs_at_once; k < end; ++k)
                meet_points(on, scratch.sections[scratch.pairs[k].a], scratch.sections[scratch.pairs[k].b],
                            found);
        },
        2);
    scratch.contacts.clear();
    for (int run = 0; run < runs; ++run)
        scratch.contacts.insert(scratch.contacts.end(), scratch.found[run].begin(), scratch.found[run].end());
}

WispMeeting kind_of_meeting(const WispContactRule& rule, const Vec3& along_a, const Vec3& along_b,
                            const Vec3& relative) {
    return meeting_of(rule, across_both(along_a, along_b, along_a.squaredNorm() * along_b.squaredNorm()),
                      relative);
}

Vec3 rubbed(const Vec3& along_a, const Vec3& along_b, const Vec3& relative, Real viscosity, Real h) {
    const Vec3 across = across_both(along_a, along_b, along_a.squaredNorm() * along_b.squaredNorm());
    return std::exp(-viscosity * h) * (relative - across.dot(relative) * across);
}

void answer_wisp_contacts(const Model& model, const Hair& hair, Real h, State& state, HairScratch& scratch) {
    for (const WispContact& contact : scratch.contacts) answer(model, hair, h, contact, scratch, state);
}

}  // namespace souple
