// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/meet_wisps.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/core/parallel.h"
#include "souple/dynamics/hair/wisp_motion.h"

namespace souple {

namespace {

constexpr Real parallel_sine = 1e-3;  // sections closer to parallel have no direction across both
constexpr int pairs_at_once = 64;

/// What the search asks all the time.
struct Search {
    const Model& model;
    const Hair& hair;
    const State& state;
    HairScratch& scratch;
    int begin;  ///< first point of the part

    int slot_of(int point) const { return (point - begin) / hair.particles; }
    SectionEnd end(int point) const { return section_end(model, hair, state, scratch, point); }
    const HairState& own() const { return state.hair[&hair - model.hair.data()]; }
    /// [m] no outline of the section that begins there is wider.
    Real widest(int point) const {
        const Real* radius = &own().radius[static_cast<std::size_t>(point - begin) * hair.material.samples];
        return *std::max_element(radius, radius + 2 * hair.material.samples);
    }
    /// Relative to rest: a squashed envelope is denser, half a wisp is thinner.
    Real density(int point) const {
        const WispMemory& wisp = own().wisps[slot_of(point)];
        const Real radius = hair.rest_radius[wisp.root * hair.particles + (point - begin) % hair.particles];
        const Real area = outline_area(end(point));
        const Real rest = std::numbers::pi * radius * radius;
        return area > 0.05 * rest ? share_of(wisp) * rest / area : 20;
    }
};

bool are_halves(const WispMemory& a, const WispMemory& b) {
    return a.root == b.root && a.depth == b.depth && a.depth > 0 &&
           (a.branch ^ b.branch) == std::uint64_t(1) << (a.depth - 1);
}

/// Neighbours on one wisp, and halves that have just come from one, do not meet.
bool may_meet(const Search& on, int a, int b) {
    const int slot_a = on.slot_of(a), slot_b = on.slot_of(b);
    if (slot_a == slot_b) return std::abs(a - b) > 2;
    const WispMemory &wisp_a = on.own().wisps[slot_a], &wisp_b = on.own().wisps[slot_b];
    return !are_halves(wisp_a, wisp_b) || (wisp_a.apart && wisp_b.apart);
}

/// By the closest places of the two skeleton segments. A joint belongs to the section that begins there.
int meet_segments(const Search& on, int a, int b, std::array<WispContact, 4>& found) {
    const auto& x = on.state.x;
    const ClosestFractions at = closest_on_segments(x[a], x[a + 1], x[b], x[b + 1]);
    const auto ends_here = [&](int p, Real f) {
        return f < 1 || (p + 2 - on.begin) % on.hair.particles == 0;
    };
    if (!ends_here(a, at.s) || !ends_here(b, at.t)) return 0;
    const Vec3 place_a = x[a] + at.s * (x[a + 1] - x[a]), place_b = x[b] + at.t * (x[b + 1] - x[b]);
    const Vec3 way = place_b - place_a;
    const Real distance = way.norm();
    if (distance >= on.widest(a) + on.widest(b)) return 0;
    Vec3 normal = distance > 1e-9 ? Vec3(way / distance) : Vec3((x[a + 1] - x[a]).cross(x[b + 1] - x[b]));
    if (!(normal.norm() > 1e-12)) normal = on.scratch.frames[a - on.begin].u;
    normal.normalize();
    const Real reach_a =
        (1 - at.s) * outline_towards(on.end(a), normal) + at.s * outline_towards(on.end(a + 1), normal);
    const Real reach_b =
        (1 - at.t) * outline_towards(on.end(b), -normal) + at.t * outline_towards(on.end(b + 1), -normal);
    if (distance >= reach_a + reach_b) return 0;
    found[0] = {
        a, b, at.s, at.t, normal, (on.density(a) + on.density(b)) / 2, reach_a + reach_b - distance, false};
    return 1;
}

/// By the source's test: the two particles of each section against the volume of the other.
int meet_points(const Search& on, int a, int b, std::array<WispContact, 4>& found) {
    int count = 0;
    const auto test = [&](int volume, int section, int which) {
        if (which == 1 && (section + 2 - on.begin) % on.hair.particles != 0) return;  // the next one's
        const Vec3& p = on.state.x[section + which];
        if (!is_inside_section(on.end(volume), on.end(volume + 1), p)) return;
        const Vec3 axis = on.state.x[volume + 1] - on.state.x[volume];
        const Real s = std::clamp<Real>(axis.dot(p - on.state.x[volume]) / axis.squaredNorm(), 0, 1);
        Vec3 away = p - on.state.x[volume] - s * axis;
        if (!(away.norm() > 1e-12)) away = on.scratch.frames[volume - on.begin].u;
        found[count++] = {volume, section, s, Real(which), away.normalized(), on.density(volume), 0, true};
    };
    for (const int which : {0, 1}) {
        test(a, b, which);
        test(b, a, which);
    }
    return count;
}

void gather_sections(const Search& on) {
    HairScratch& scratch = on.scratch;
    scratch.boxes.clear();
    scratch.sections.clear();
    for (int slot = 0; slot < on.hair.slots; ++slot) {
        if (on.own().wisps[slot].root < 0) continue;
        for (int i = 0; i + 1 < on.hair.particles; ++i) {
            const int point = on.begin + slot * on.hair.particles + i;
            scratch.sections.push_back(point);
            scratch.boxes.push_back(section_box(on.end(point), on.end(point + 1)));
        }
    }
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

void answer(const Model& model, const Hair& hair, Real h, const WispContact& contact, HairScratch& scratch,
            State& state) {
    const Spot a = spot_of(model, contact.a, contact.s), b = spot_of(model, contact.b, contact.t);
    const bool one_sided = hair.contact.response == WispResponse::OneSided && contact.only_b;
    const Real inverse = one_sided ? b.inverse_mass : a.inverse_mass + b.inverse_mass;
    if (!(inverse > 0)) return;
    const Vec3 relative = velocity_of(state, b) - velocity_of(state, a);
    const Vec3 along_a = (state.x[contact.a + 1] - state.x[contact.a]).normalized();
    const Vec3 along_b = (state.x[contact.b + 1] - state.x[contact.b]).normalized();
    const WispMeeting meeting = kind_of_meeting(hair.contact, along_a, along_b, relative);
    const Real approach = -relative.dot(contact.normal);
    Vec3 left = relative;
    if (meeting == WispMeeting::Rub)
        left = rubbed(along_a, along_b, relative, hair.contact.viscosity * contact.density, h);
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
        },
        pairs_at_once);
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
    const Search on{model, hair, state, scratch, model.parts[hair.part].points.begin};
    gather_sections(on);
    overlapping_pairs(scratch.search, scratch.boxes, scratch.pairs);
    const int count = static_cast<int>(scratch.pairs.size());
    scratch.found.resize(count);
    scratch.found_count.resize(count);
    parallel_for(
        count,
        [&](int k) {
            const int a = scratch.sections[scratch.pairs[k].a], b = scratch.sections[scratch.pairs[k].b];
            scratch.found_count[k] = 0;
            if (!may_meet(on, a, b)) return;
            scratch.found_count[k] = hair.contact.search == WispSearch::Segments
                                         ? meet_segments(on, a, b, scratch.found[k])
                                         : meet_points(on, a, b, scratch.found[k]);
        },
        pairs_at_once);
    scratch.contacts.clear();
    for (int k = 0; k < count; ++k)
        for (int c = 0; c < scratch.found_count[k]; ++c) scratch.contacts.push_back(scratch.found[k][c]);
}

WispMeeting kind_of_meeting(const WispContactRule& rule, const Vec3& along_a, const Vec3& along_b,
                            const Vec3& relative) {
    const Vec3 across = along_a.cross(along_b);
    const Real sine = across.norm(), speed = relative.norm();
    const bool undecided = sine < parallel_sine || !(speed > 0);
    const bool rubs = undecided || std::abs(across.dot(relative)) < rule.threshold * sine * speed;
    if (rubs) return rule.interpenetrate ? WispMeeting::Rub : WispMeeting::Nothing;
    return rule.collide ? WispMeeting::Collide : WispMeeting::Nothing;
}

Vec3 rubbed(const Vec3& along_a, const Vec3& along_b, const Vec3& relative, Real viscosity, Real h) {
    const Vec3 across = along_a.cross(along_b);
    const Real sine = across.norm();
    Vec3 allowed = relative;
    if (sine >= parallel_sine) allowed -= across.dot(relative) / (sine * sine) * across;
    return std::exp(-viscosity * h) * allowed;
}

void answer_wisp_contacts(const Model& model, const Hair& hair, Real h, State& state, HairScratch& scratch) {
    for (const WispContact& contact : scratch.contacts) answer(model, hair, h, contact, scratch, state);
}

}  // namespace souple
