// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/answer_wisps.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "souple/core/parallel.h"
#include "souple/dynamics/hair/closest_sections.h"
#include "souple/dynamics/hair/pull_carriers.h"
#include "souple/dynamics/hair/wisp_motion.h"
#include "souple/math/lane_memory.h"

namespace souple {

namespace {

constexpr int contacts_filled_at_once = 1024;
constexpr int contacts_ahead = 16;
constexpr int columns_answered_at_once = 16;
constexpr int crowded_colour = 63;  // of what is left where wisps meet more others than there are colours:
                                    // answered one after the other

/// What every answer asks for.
struct Answering {
    const Model& model;
    const Hair& hair;
    State& state;
    HairScratch& scratch;
    int begin;  ///< first point of the part
    bool felt;  ///< whether a body carries the roots and feels them
    std::array<Real, most_wisp_samples> cosine{}, sine{};  ///< of half-lines
};

int lanes_of_colour(int colour) { return colour == crowded_colour ? 1 : lane_count; }

/// A new pair of wisps, with the first colour that neither has yet. It depends only on pairs that it is
/// linked to, so that a new one elsewhere changes nothing here.
int add_pair(int low, int high, HairScratch& scratch) {
    std::uint64_t &used_low = scratch.used_colours[low], &used_high = scratch.used_colours[high];
    const int colour = std::min(std::countr_one(used_low | used_high), crowded_colour);
    used_low |= std::uint64_t(1) << colour;
    used_high |= std::uint64_t(1) << colour;
    scratch.latest_pair[high] = static_cast<int>(scratch.pairs.size());
    scratch.pairs.push_back({low, high, colour, scratch.colour_count[colour]++, 0});
    return scratch.latest_pair[high];
}

/// Sorts contacts by pairs of wisps, in which they keep their order: from the root on.
void pair_contacts(const Answering& on) {
    HairScratch& scratch = on.scratch;
    scratch.pairs.clear();
    scratch.latest_pair.assign(on.hair.slots, -1);
    scratch.used_colours.assign(on.hair.slots, 0);
    scratch.colour_count.fill(0);
    scratch.place_of.resize(scratch.keys.size());
    for (std::size_t k = 0; k < scratch.keys.size(); ++k) {
        const int low = (scratch.keys[k].low - on.begin) / on.hair.particles;
        const int high = (scratch.keys[k].high - on.begin) / on.hair.particles;
        int pair = scratch.latest_pair[high];
        if (pair < 0 || scratch.pairs[pair].low != low) pair = add_pair(low, high, scratch);
        scratch.place_of[k] = {pair, scratch.pairs[pair].contacts++};
    }
}

int columns_of_colour(const HairScratch& scratch, int colour) {
    const int lanes = lanes_of_colour(colour);
    return (scratch.colour_count[colour] + lanes - 1) / lanes;
}

int column_of(const HairScratch& scratch, const WispPair& pair) {
    return scratch.colour_begin[pair.colour] + pair.rank / lanes_of_colour(pair.colour);
}

/// Room for packets: a column of four pairs is as long as the one with the most contacts.
void make_packets(const Answering& on) {
    HairScratch& scratch = on.scratch;
    int columns = 0;
    for (int colour = 0; colour < wisp_colours; ++colour) {
        scratch.colour_begin[colour] = columns;
        columns += columns_of_colour(scratch, colour);
    }
    scratch.first_packet.assign(columns + 1, 0);
    for (const WispPair& pair : scratch.pairs) {
        int& length = scratch.first_packet[column_of(scratch, pair) + 1];
        length = std::max(length, pair.contacts);
    }
    for (int c = 0; c < columns; ++c) scratch.first_packet[c + 1] += scratch.first_packet[c];
    scratch.packets.resize(scratch.first_packet[columns]);
    parallel_for(
        static_cast<int>(scratch.packets.size()), [&](int k) { scratch.packets[k].contact.fill(-1); },
        contacts_filled_at_once);
}

/// Into its lane: how much of a change of the relative velocity goes to each of the contact's particles.
void fill_packets(const Answering& on, Real h, int k) {
    const WispContact& contact = contact_at(on.scratch, k);
    const ContactPlace& place = on.scratch.place_of[k];
    const WispPair& pair = on.scratch.pairs[place.pair];
    const int lane = pair.rank % lanes_of_colour(pair.colour);
    FourContacts& four = on.scratch.packets[on.scratch.first_packet[column_of(on.scratch, pair)] + place.row];
    const Real* inv_mass = on.model.inv_mass.data();
    const bool one_sided = on.hair.contact.response == WispResponse::OneSided && contact.only_b;
    const Real s = contact.s, t = contact.t;
    const Real a0 = one_sided ? 0 : (1 - s) * inv_mass[contact.a];
    const Real a1 = one_sided ? 0 : s * inv_mass[contact.a + 1];
    const Real b0 = (1 - t) * inv_mass[contact.b], b1 = t * inv_mass[contact.b + 1];
    const Real inverse = (1 - s) * a0 + s * a1 + (1 - t) * b0 + t * b1;
    const Real mass = inverse > 0 ? 1 / inverse : 0;
    four.contact[lane] = k;
    four.a[lane] = contact.a;
    four.b[lane] = contact.b;
    four.s[lane] = s;
    four.t[lane] = t;
    for (int axis = 0; axis < 3; ++axis) {
        four.across[axis][lane] = contact.across[axis];
        four.normal[axis][lane] = contact.normal[axis];
    }
    four.left[lane] = std::exp(-on.hair.contact.viscosity * contact.density * h);
    four.mass[lane] = mass;
    four.gain_a0[lane] = a0 * mass;
    four.gain_a1[lane] = a1 * mass;
    four.gain_b0[lane] = b0 * mass;
    four.gain_b1[lane] = b1 * mass;
}

Lanes lanes_of(const LaneNumbers& numbers) { return lanes_from(numbers.data()); }
LaneVec3 lanes_of(const std::array<LaneNumbers, 3>& vectors) {
    return {lanes_of(vectors[0]), lanes_of(vectors[1]), lanes_of(vectors[2])};
}

/// Velocities of the two particles of a section, in each lane.
struct SectionVelocities {
    LaneVec3 first, second;
};

SectionVelocities load_velocities(const LaneIndices& sections, const State& state) {
    std::array<Lanes, lane_count> low, high;
    for (int lane = 0; lane < lane_count; ++lane) {
        const Real* from = state.v.data()->data() + 3 * static_cast<std::size_t>(sections[lane]);
        low[lane] = lanes_from(from);
        high[lane] = lanes_from(from + 2);
    }
    transpose(low[0], low[1], low[2], low[3]);
    transpose(high[0], high[1], high[2], high[3]);
    return {{low[0], low[1], low[2]}, {low[3], high[2], high[3]}};
}

void store_velocities(const FourContacts& four, const LaneIndices& sections, const SectionVelocities& v,
                      State& state) {
    std::array<Lanes, lane_count> low = {v.first.x, v.first.y, v.first.z, v.second.x};
    std::array<Lanes, lane_count> high = {v.first.z, v.second.x, v.second.y, v.second.z};
    transpose(low[0], low[1], low[2], low[3]);
    transpose(high[0], high[1], high[2], high[3]);
    for (int lane = 0; lane < lane_count; ++lane) {
        if (four.contact[lane] < 0) continue;
        Real* to = state.v.data()->data() + 3 * static_cast<std::size_t>(sections[lane]);
        lanes_to(low[lane], to);
        lanes_to(high[lane], to + 2);
    }
}

/// Samples that face a collision are stopped like what they run into: the envelope is squashed.
void squash(const Answering& on, int first, Real fraction, const Vec3& towards, Real speed) {
    const int point = first + (fraction > 0.5 ? 1 : 0), samples = on.hair.material.samples;
    if (on.model.inv_mass[point] == 0) return;
    const SectionFrame& frame = on.scratch.frames[point - on.begin];
    const Real along_u = frame.u.dot(towards), along_v = frame.v.dot(towards);
    Real* rate = &on.state.hair[&on.hair - on.model.hair.data()]
                      .radius_speed[static_cast<std::size_t>(point - on.begin) * samples];
    for (int k = 0; k < samples; ++k) {
        const Real facing = on.cosine[k] * along_u + on.sine[k] * along_v;
        if (facing > 0) rate[k] -= facing * speed;
    }
}

/// Pairs that stop, a bit for each lane, squash each other.
void squash_both(const Answering& on, const FourContacts& four, unsigned stops, const Lanes& approach) {
    for (; stops != 0; stops &= stops - 1) {
        const int lane = std::countr_zero(stops);
        if (four.contact[lane] < 0) continue;
        const Vec3 normal(four.normal[0][lane], four.normal[1][lane], four.normal[2][lane]);
        squash(on, four.a[lane], four.s[lane], normal, approach[lane] / 2);
        squash(on, four.b[lane], four.t[lane], -normal, approach[lane] / 2);
    }
}

/// What particles of a root do not take is left for the body that carries them.
void note_held(const Answering& on, const FourContacts& four, const LaneVec3& change) {
    for (int lane = 0; lane < lane_count; ++lane) {
        if (four.contact[lane] < 0) continue;
        const Vec3 impulse = four.mass[lane] * change.at(lane);
        const auto note = [&](int point, Real part) {
            if (is_led(on.model, point)) on.scratch.held[point - on.begin] += part * impulse;
        };
        const WispContact& contact = contact_at(on.scratch, four.contact[lane]);
        note(contact.b, 1 - contact.t);
        note(contact.b + 1, contact.t);
        if (on.hair.contact.response == WispResponse::OneSided && contact.only_b) continue;
        note(contact.a, contact.s - 1);
        note(contact.a + 1, -contact.s);
    }
}

/// Lanes without a contact read where another one does, since all else may be written meanwhile.
LaneIndices points_to_read(const FourContacts& four, const LaneIndices& points) {
    LaneIndices read = points;
    int used = 0;
    while (four.contact[used] < 0) ++used;
    for (int lane = 0; lane < lane_count; ++lane)
        if (four.contact[lane] < 0) read[lane] = points[used];
    return read;
}

void answer_packet(const Answering& on, const FourContacts& four) {
    const WispContactRule& rule = on.hair.contact;
    const Lanes one = all_lanes(1), none{}, s = lanes_of(four.s), t = lanes_of(four.t);
    const LaneVec3 across = lanes_of(four.across);
    SectionVelocities a = load_velocities(points_to_read(four, four.a), on.state);
    SectionVelocities b = load_velocities(points_to_read(four, four.b), on.state);
    const LaneVec3 relative = ((one - t) * b.first + t * b.second) - ((one - s) * a.first + s * a.second);
    const Lanes through = dot(across, relative);
    const LaneMask rubs =
        (through == none) | (through * through < rule.threshold * rule.threshold * dot(relative, relative));
    LaneVec3 left = relative;
    if (rule.interpenetrate)
        left = chosen(rubs, lanes_of(four.left) * (relative - through * across), relative);
    if (rule.collide) {
        const Lanes approach = -dot(relative, lanes_of(four.normal));
        const LaneMask stops = ~rubs & (approach > none) & (lanes_of(four.mass) > none);
        left = chosen(stops, LaneVec3{}, left);
        squash_both(on, four, bits_of(stops), approach);
    }
    const LaneVec3 change = left - relative;
    a.first -= lanes_of(four.gain_a0) * change;
    a.second -= lanes_of(four.gain_a1) * change;
    b.first += lanes_of(four.gain_b0) * change;
    b.second += lanes_of(four.gain_b1) * change;
    store_velocities(four, four.a, a, on.state);
    store_velocities(four, four.b, b, on.state);
    if (on.felt) note_held(on, four, change);
}

/// What roots did not take, all together.
WispPull pull_of_held(const Answering& on) {
    WispPull pull;
    for (std::size_t i = 0; i < on.scratch.held.size(); ++i) {
        const Vec3& impulse = on.scratch.held[i];
        pull = pull + WispPull{impulse, on.state.x[on.begin + i].cross(impulse)};
    }
    return pull;
}

}  // namespace

Vec3 across_both(const Vec3& way_a, const Vec3& way_b, Real squared_lengths) {
    const Vec3 across = way_a.cross(way_b);
    const Real squared = across.squaredNorm();
    if (!(squared >= parallel_sine * parallel_sine * squared_lengths)) return Vec3::Zero();
    return across / std::sqrt(squared);
}

WispPull answer_wisp_contacts(const Model& model, const Hair& hair, Real h, State& state,
                              HairScratch& scratch) {
    const Range& points = model.parts[hair.part].points;
    Answering on{model, hair, state, scratch, points.begin, is_felt(model, hair)};
    set_half_lines(hair.material.samples, on.cosine, on.sine);
    pair_contacts(on);
    make_packets(on);
    if (on.felt) scratch.held.assign(points.count, Vec3::Zero());
    parallel_runs(
        contact_count(scratch),
        [&](int begin, int end) {
            for (int k = begin; k < end; ++k) {  // (found by place, wanted by point: they are far apart)
                __builtin_prefetch(&contact_at(scratch, std::min(k + contacts_ahead, end - 1)));
                fill_packets(on, h, k);
            }
        },
        contacts_filled_at_once);
    for (int colour = wisp_colours - 1; colour >= 0; --colour) {
        const int first = scratch.colour_begin[colour], count = columns_of_colour(scratch, colour);
        const auto answer_column = [&](int c) {
            for (int k = scratch.first_packet[first + c]; k < scratch.first_packet[first + c + 1]; ++k)
                answer_packet(on, scratch.packets[k]);
        };
        parallel_for(count, answer_column,
                     colour == crowded_colour ? std::max(1, count) : columns_answered_at_once);
    }
    return on.felt ? pull_of_held(on) : WispPull{};
}

}  // namespace souple
