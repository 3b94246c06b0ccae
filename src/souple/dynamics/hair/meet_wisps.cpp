// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/meet_wisps.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <span>

#include "souple/core/parallel.h"
#include "souple/dynamics/hair/answer_wisps.h"
#include "souple/dynamics/hair/closest_sections.h"
#include "souple/dynamics/hair/wisp_motion.h"

namespace souple {

namespace {

constexpr int sections_at_once = 32;
constexpr int sections_placed_at_once = 1024;
constexpr int points_listed_at_once = 512;
constexpr int wisps_at_a_time = 16;

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
    Real density(int point, const WispMemory& wisp) const {
        const Real radius = hair.rest_radius[wisp.root * hair.particles + (point - begin) % hair.particles];
        const Real area = outline_area(end(point));
        const Real rest = std::numbers::pi * radius * radius;
        return area > 0.05 * rest ? share_of(wisp) * rest / area : 20;
    }
    WispSection section(int slot, int i) const {
        const int point = begin + slot * hair.particles + i;
        const Real* radius = &own.radius[static_cast<std::size_t>(point - begin) * hair.material.samples];
        const auto [narrowest, widest] = std::minmax_element(radius, radius + 2 * hair.material.samples);
        const Vec3 &x = state.x[point], way = state.x[point + 1] - x;
        return {x,
                way,
                *widest,
                way.squaredNorm(),
                *narrowest,
                density(point, own.wisps[slot]),
                point,
                slot,
                Real(i + 2 == hair.particles ? 2 : 1)};
    }
};

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

/// [m] how far two sections reach towards each other, each at its place of the contact.
Real reach_of_outlines(const Search& on, const WispContact& contact) {
    const int samples = on.hair.material.samples;
    const Real s = contact.s, t = contact.t;
    if (samples != 4) {
        const auto reach = [&](int point, Real f, const Vec3& towards) {
            return (1 - f) * outline_towards(on.end(point), towards) +
                   f * outline_towards(on.end(point + 1), towards);
        };
        return reach(contact.a, s, contact.normal) + reach(contact.b, t, -contact.normal);
    }
    const SectionFrame *a = &on.scratch.frames[contact.a - on.begin],
                       *b = &on.scratch.frames[contact.b - on.begin];
    const Real* radius_a = &on.own.radius[static_cast<std::size_t>(contact.a - on.begin) * samples];
    const Real* radius_b = &on.own.radius[static_cast<std::size_t>(contact.b - on.begin) * samples];
    const Vec3& n = contact.normal;
    const Lanes sign = {1, 1, -1, -1};
    const Lanes reach = four_outlines({a, a + 1, b, b + 1}, {radius_a, radius_a + 4, radius_b, radius_b + 4},
                                      {n.x() * sign, n.y() * sign, n.z() * sign});
    return (1 - s) * reach[0] + s * reach[1] + (1 - t) * reach[2] + t * reach[3];
}

/// Two sections whose skeletons are near each other there.
void meet_at(const Search& on, const WispSection& a, const WispSection& b, const FourClosest& at,
             const FourMeetings& meet, int lane, std::vector<WispContact>& found) {
    if (!may_meet(on, a, b)) return;
    Vec3 normal = meet.normal.at(lane);
    if (!(normal.squaredNorm() > 0)) normal = on.scratch.frames[a.point - on.begin].u;
    const WispContact contact{a.point,    b.point,
                              at.s[lane], at.t[lane],
                              normal,     (a.density + b.density) / 2,
                              false,      meet.across.at(lane)};
    const Real distance = meet.distance[lane];
    if (distance < a.narrowest + b.narrowest || reach_of_outlines(on, contact) > distance)
        found.push_back(contact);
}

/// By the closest places of skeleton segments, one section with four others at a time. The earlier of two is
/// the first of a pair, which has a say in the bits of a contact.
void meet_segments(const Search& on, int own, std::span<const int> others, std::vector<WispContact>& found) {
    const std::vector<WispSection>& sections = on.scratch.placed;
    const WispSection& one = sections[own];
    const FourSections same = side_by_side({&one, &one, &one, &one});
    for (std::size_t k = 0; k < others.size(); k += lane_count) {
        std::array<const WispSection*, lane_count> other;
        for (int lane = 0; lane < lane_count; ++lane)
            other[lane] = &sections[others[std::min(k + lane, others.size() - 1)]];
        const LaneMask points = {other[0]->point, other[1]->point, other[2]->point, other[3]->point};
        const LaneMask is_later = points > one.point;
        const FourSections four = side_by_side(other);
        const FourSections a = chosen(is_later, same, four), b = chosen(is_later, four, same);
        const FourClosest at = four_closest(a, b);
        unsigned near = bits_of(at.near);
        if (others.size() - k < lane_count) near &= (1u << (others.size() - k)) - 1;
        if (near == 0) continue;
        const FourMeetings meet = four_meetings(a, b, at);
        for (; near != 0; near &= near - 1) {
            const int lane = std::countr_zero(near);
            const bool first = is_later[lane] != 0;
            meet_at(on, first ? one : *other[lane], first ? *other[lane] : one, at, meet, lane, found);
        }
    }
}

/// By the source's test: the two particles of each section against the volume of the other.
void meet_points(const Search& on, const WispSection& one, const WispSection& two,
                 std::vector<WispContact>& found) {
    if (!may_meet(on, one, two)) return;
    const Vec3 across = across_both(one.way, two.way, one.squared_length * two.squared_length);
    const auto test = [&](const WispSection& volume, const WispSection& section, int which) {
        if (which == 1 && !section.is_last()) return;  // the next one's
        const Vec3& p = on.state.x[section.point + which];
        if (!is_inside_section(on.end(volume.point), on.end(volume.point + 1), p)) return;
        const Real s = std::clamp<Real>(volume.way.dot(p - volume.x) / volume.squared_length, 0, 1);
        Vec3 away = p - volume.x - s * volume.way;
        if (!(away.norm() > 1e-12)) away = on.scratch.frames[volume.point - on.begin].u;
        found.push_back(
            {volume.point, section.point, s, Real(which), away.normalized(), volume.density, true, across});
    };
    for (const int which : {0, 1}) {
        test(one, two, which);
        test(two, one, which);
    }
}

/// All sections of wisps that live, and what holds them.
void gather_sections(const Search& on) {
    HairScratch& scratch = on.scratch;
    const int each = on.hair.particles - 1;
    find_live_slots(on.hair, on.own, scratch.live);
    const int live = static_cast<int>(scratch.live.size());
    scratch.sections.resize(static_cast<std::size_t>(live) * each);
    scratch.grid.capsules.resize(scratch.sections.size());
    parallel_for(
        live,
        [&](int k) {
            for (int i = 0; i < each; ++i) {
                WispSection& section = scratch.sections[static_cast<std::size_t>(k) * each + i];
                section = on.section(scratch.live[k], i);
                scratch.grid.capsules[static_cast<std::size_t>(k) * each + i] =
                    section_capsule(section.x, section.way, section.widest);
            }
        },
        wisps_at_a_time);
}

/// The sections again in the order of their places: those near each other are near in memory too.
void place_sections(HairScratch& scratch) {
    scratch.placed.resize(scratch.sections.size());
    parallel_for(
        static_cast<int>(scratch.placed.size()),
        [&](int place) { scratch.placed[place] = scratch.sections[scratch.grid.number[place]]; },
        sections_placed_at_once);
}

/// What the sections at places [begin, end) of the grid meet at later ones.
void meet_later(const Search& on, int begin, int end, SectionRun& run) {
    const std::vector<WispSection>& sections = on.scratch.placed;
    run.found.clear();
    for (int place = begin; place < end; ++place) {
        const int count = find_later_sections(on.scratch.grid, place, run.near);
        const std::span<int> others(run.near.data(), count);
        if (on.hair.contact.search == WispSearch::Segments) {
            meet_segments(on, place, others, run.found);
            continue;
        }
        for (const int other : others) {
            const bool first = sections[place].point < sections[other].point;
            meet_points(on, sections[first ? place : other], sections[first ? other : place], run.found);
        }
    }
}

void name_contacts(int number, SectionRun& run) {
    run.keys.clear();
    for (const WispContact& contact : run.found) {
        const int index = static_cast<int>(run.keys.size());
        run.keys.push_back({std::min(contact.a, contact.b), std::max(contact.a, contact.b), number, index});
    }
}

/// Sorts the keys of all contacts by the lower point.
void sort_keys(const Search& on, int runs) {
    HairScratch& scratch = on.scratch;
    scratch.first_key.assign(on.model.parts[on.hair.part].points.count + 1, 0);
    for (int run = 0; run < runs; ++run)
        for (const ContactKey& key : scratch.runs[run].keys) ++scratch.first_key[key.low - on.begin];
    int sum = 0;
    for (int& first : scratch.first_key) first = sum += first;
    scratch.keys.resize(sum);
    for (int run = runs - 1; run >= 0; --run) {
        const std::vector<ContactKey>& keys = scratch.runs[run].keys;
        for (std::size_t k = keys.size(); k-- > 0;)
            scratch.keys[--scratch.first_key[keys[k].low - on.begin]] = keys[k];
    }
}

/// The keys of all runs in one list. A pair that the source's test finds twice keeps its order.
void list_wisp_contacts(const Search& on, int runs) {
    HairScratch& scratch = on.scratch;
    sort_keys(on, runs);
    const auto list_point = [&](int point) {
        ContactKey* const first = scratch.keys.data() + scratch.first_key[point];
        ContactKey* const last = scratch.keys.data() + scratch.first_key[point + 1];
        for (ContactKey* key = first; key < last; ++key)
            for (ContactKey* at = key; at > first && at->high < (at - 1)->high; --at)
                std::swap(*at, *(at - 1));
    };
    parallel_for(static_cast<int>(scratch.first_key.size()) - 1, list_point, points_listed_at_once);
}

}  // namespace

void find_frames(const Model& model, const std::vector<Pose>& tracks, const std::vector<Pose>& anchors,
                 const Hair& hair, const State& state, HairScratch& scratch) {
    const int begin = model.parts[hair.part].points.begin;
    const HairState& own = state.hair[&hair - model.hair.data()];
    parallel_for(
        hair.slots,
        [&](int slot) {
            if (own.wisps[slot].root < 0) return;
            const int first = slot * hair.particles;
            PerParticle<Vec3> along;
            for (int i = 0; i + 1 < hair.particles; ++i)
                along[i] = (state.x[begin + first + i + 1] - state.x[begin + first + i]).normalized();
            const auto direction = [&](int i) -> const Vec3& { return along[i]; };
            carry_frames(hair.particles, root_side(hair, tracks, anchors, own.wisps[slot].root), direction,
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
    find_frames(model, control.track_t1, control.anchor_t1, hair, state, scratch);
    const Search on{model,
                    hair,
                    state,
                    scratch,
                    state.hair[&hair - model.hair.data()],
                    model.parts[hair.part].points.begin};
    gather_sections(on);
    sort_sections(scratch.grid);
    place_sections(scratch);
    const int count = static_cast<int>(scratch.sections.size());
    const int runs = (count + sections_at_once - 1) / sections_at_once;
    if (static_cast<int>(scratch.runs.size()) < runs) scratch.runs.resize(runs);
    parallel_for(
        runs,
        [&](int k) {
            meet_later(on, k * sections_at_once, std::min(count, (k + 1) * sections_at_once),
                       scratch.runs[k]);
            name_contacts(k, scratch.runs[k]);
        },
        2);
    list_wisp_contacts(on, runs);
}

}  // namespace souple
