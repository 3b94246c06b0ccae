// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/meet_wisps.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "souple/core/parallel.h"
#include "souple/dynamics/hair/closest_sections.h"
#include "souple/dynamics/hair/pull_carriers.h"
#include "souple/dynamics/hair/wisp_motion.h"

namespace souple {

namespace {

constexpr Real parallel_sine = 1e-3;  // sections closer to parallel have no direction across both
constexpr int sections_at_once = 32;
constexpr int contacts_at_once = 1024;
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
                i + 2 == hair.particles};
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
    if ((at.s >= 1 && !a.is_last) || (at.t >= 1 && !b.is_last) || !may_meet(on, a, b)) return;
    const Real distance = between.norm();
    const Vec3 across = across_both(a.way, b.way, a.squared_length * b.squared_length);
    Vec3 normal = distance > 1e-9 ? Vec3(between / distance) : across;
    if (!(normal.squaredNorm() > 0)) normal = on.scratch.frames[a.point - on.begin].u;
    WispContact contact{a.point, b.point, at.s, at.t, normal, (a.density + b.density) / 2, false, across, 1};
    if (distance < a.narrowest + b.narrowest || outlines_meet(on, contact, distance))
        found.push_back(contact);
}

/// By the closest places of skeleton segments, one section with four others at a time, which all come after
/// it or all before it: who is first has a say in the bits of a contact.
void meet_segments(const Search& on, const WispSection& one, std::span<const int> others, bool are_later,
                   std::vector<WispContact>& found) {
    const std::vector<WispSection>& sections = on.scratch.sections;
    const FourSections same = side_by_side({&one, &one, &one, &one});
    for (std::size_t k = 0; k < others.size(); k += lane_count) {
        std::array<const WispSection*, lane_count> other;
        for (int lane = 0; lane < lane_count; ++lane)
            other[lane] = &sections[others[std::min(k + lane, others.size() - 1)]];
        const FourSections four = side_by_side(other);
        const FourClosest at = are_later ? four_closest(same, four) : four_closest(four, same);
        if (!any(at.near)) continue;
        for (int lane = 0; lane < lane_count && k + lane < others.size(); ++lane)
            if (at.near[lane])
                meet_at(on, are_later ? one : *other[lane], are_later ? *other[lane] : one,
                        {at.s[lane], at.t[lane]}, at.between.at(lane), found);
    }
}

/// By the source's test: the two particles of each section against the volume of the other.
void meet_points(const Search& on, const WispSection& one, const WispSection& two,
                 std::vector<WispContact>& found) {
    if (!may_meet(on, one, two)) return;
    const Vec3 across = across_both(one.way, two.way, one.squared_length * two.squared_length);
    const auto test = [&](const WispSection& volume, const WispSection& section, int which) {
        if (which == 1 && !section.is_last) return;  // the next one's
        const Vec3& p = on.state.x[section.point + which];
        if (!is_inside_section(on.end(volume.point), on.end(volume.point + 1), p)) return;
        const Real s = std::clamp<Real>(volume.way.dot(p - volume.x) / volume.squared_length, 0, 1);
        Vec3 away = p - volume.x - s * volume.way;
        if (!(away.norm() > 1e-12)) away = on.scratch.frames[volume.point - on.begin].u;
        found.push_back({volume.point, section.point, s, Real(which), away.normalized(), volume.density, true,
                         across, 1});
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

/// What the sections at places [begin, end) of the grid meet at later ones.
void meet_later(const Search& on, int begin, int end, SectionRun& run) {
    const SectionGrid& grid = on.scratch.grid;
    const std::vector<WispSection>& sections = on.scratch.sections;
    run.found.clear();
    for (int place = begin; place < end; ++place) {
        const int own = grid.number[place], count = find_later_sections(grid, place, run.near);
        const std::span<int> others(run.near.data(), count);
        if (on.hair.contact.search == WispSearch::Points) {
            for (const int other : others)
                meet_points(on, sections[std::min(own, other)], sections[std::max(own, other)], run.found);
            continue;
        }
        const auto middle = std::partition(others.begin(), others.end(), [&](int j) { return j > own; });
        meet_segments(on, sections[own], {others.begin(), middle}, true, run.found);
        meet_segments(on, sections[own], {middle, others.end()}, false, run.found);
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
    scratch.sorted_keys.resize(sum);
    for (int run = runs - 1; run >= 0; --run) {
        const std::vector<ContactKey>& keys = scratch.runs[run].keys;
        for (std::size_t k = keys.size(); k-- > 0;)
            scratch.sorted_keys[--scratch.first_key[keys[k].low - on.begin]] = keys[k];
    }
}

/// The contacts of all runs in one list. A pair that the source's test finds twice keeps its order.
void list_wisp_contacts(const Search& on, int runs) {
    HairScratch& scratch = on.scratch;
    sort_keys(on, runs);
    scratch.contacts.resize(scratch.sorted_keys.size());
    const auto list_point = [&](int point) {
        ContactKey* const first = scratch.sorted_keys.data() + scratch.first_key[point];
        ContactKey* const last = scratch.sorted_keys.data() + scratch.first_key[point + 1];
        for (ContactKey* key = first; key < last; ++key)
            for (ContactKey* at = key; at > first && at->high < (at - 1)->high; --at)
                std::swap(*at, *(at - 1));
        for (ContactKey* key = first; key < last; ++key)
            scratch.contacts[key - scratch.sorted_keys.data()] = scratch.runs[key->run].found[key->index];
    };
    parallel_for(static_cast<int>(scratch.first_key.size()) - 1, list_point, points_listed_at_once);
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

/// What particles of the root do not take goes to the body that carries them.
void push(const Model& model, const Hair& hair, const Spot& spot, const Vec3& impulse, State& state) {
    state.v[spot.first] += spot.a * model.inv_mass[spot.first] * impulse;
    state.v[spot.first + 1] += spot.b * model.inv_mass[spot.first + 1] * impulse;
    const Real held = (is_led(model, spot.first) ? spot.a : 0) + (is_led(model, spot.first + 1) ? spot.b : 0);
    if (held > 0 && is_felt(model, hair))
        pull_carrier(model, hair, held * impulse, state.x[spot.first], state);
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

void answer(const Model& model, const Hair& hair, const WispContact& contact, const HairScratch& scratch,
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
        left = contact.left * (relative - contact.across.dot(relative) * contact.across);
    if (meeting == WispMeeting::Collide && approach > 0) {
        left.setZero();
        squash(model, hair, scratch, a, contact.normal, approach / 2, state);
        squash(model, hair, scratch, b, -contact.normal, approach / 2, state);
    }
    const Vec3 impulse = (left - relative) / inverse;
    push(model, hair, b, impulse, state);
    if (!one_sided) push(model, hair, a, -impulse, state);
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
            PerParticle<Vec3> along;
            for (int i = 0; i + 1 < hair.particles; ++i)
                along[i] = (state.x[begin + first + i + 1] - state.x[begin + first + i]).normalized();
            const auto direction = [&](int i) -> const Vec3& { return along[i]; };
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
    gather_sections(on);
    sort_sections(scratch.grid);
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
    parallel_for(
        static_cast<int>(scratch.contacts.size()),
        [&](int k) {
            WispContact& contact = scratch.contacts[k];
            contact.left = std::exp(-hair.contact.viscosity * contact.density * h);
        },
        contacts_at_once);
    for (const WispContact& contact : scratch.contacts) answer(model, hair, contact, scratch, state);
}

}  // namespace souple
