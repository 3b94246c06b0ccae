// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/pack_wisps.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "souple/core/hash.h"

namespace souple {

namespace {

constexpr Real most_signed = 32767, most_unsigned = 65535;

std::int16_t in_units(Real value, Real unit) {
    return static_cast<std::int16_t>(std::clamp(std::round(value / unit), -most_signed, most_signed));
}

/// [m] of one count: the longest way from particle to particle takes all of them but a few.
Real unit_of_steps(const WispsView& view) {
    Real longest = 1e-3;
    for (std::size_t i = 0; i < view.places.size(); ++i)
        if (i % view.particles != 0)
            longest = std::max(longest, (view.places[i] - view.places[i - 1]).lpNorm<Eigen::Infinity>());
    return longest / (most_signed - 16);
}

/// From each particle to the next, counted from where the page has put the one before: errors do not add up.
std::vector<std::int16_t> steps_of(const WispsView& view, Real unit) {
    std::vector<std::int16_t> steps;
    steps.reserve(3 * view.places.size());
    Vec3 reached = Vec3::Zero();
    for (std::size_t i = 0; i < view.places.size(); ++i) {
        if (i % view.particles == 0) {
            reached = view.places[i].cast<float>().cast<Real>();
            continue;
        }
        for (int k = 0; k < 3; ++k) {
            steps.push_back(in_units(view.places[i][k] - reached[k], unit));
            reached[k] += unit * steps.back();
        }
    }
    return steps;
}

std::vector<Vec3> roots_of(const WispsView& view) {
    std::vector<Vec3> roots;
    for (std::size_t i = 0; i < view.places.size(); i += view.particles) roots.push_back(view.places[i]);
    return roots;
}

std::vector<std::uint32_t> words_of(const WispsView& view) {
    std::vector<std::uint32_t> words;
    for (const WispNote& wisp : view.wisps)
        for (const std::uint32_t word :
             {static_cast<std::uint32_t>(wisp.root), static_cast<std::uint32_t>(wisp.depth),
              static_cast<std::uint32_t>(wisp.branch), static_cast<std::uint32_t>(wisp.branch >> 32),
              std::bit_cast<std::uint32_t>(wisp.rest)})
            words.push_back(word);
    return words;
}

const char* name_of(HairRule rule) {
    if (rule == HairRule::Axes) return "axes";
    return rule == HairRule::Angle ? "angle" : "barycentric";
}

}  // namespace

void put_wisp_places(const WispsView& view, StreamNumbers& numbers, Node& node) {
    const Real unit = unit_of_steps(view);
    Real widest = 1e-6;
    for (const float radius : view.radii) widest = std::max<Real>(widest, radius);
    std::vector<std::uint16_t> radii;
    for (const float radius : view.radii)
        radii.push_back(static_cast<std::uint16_t>(std::round(radius / widest * most_unsigned)));
    std::vector<std::int16_t> sides;
    for (const Vec3& side : view.sides)
        for (int k = 0; k < 3; ++k) sides.push_back(in_units(side[k], 1 / most_signed));
    set_member(node, "roots", numbers.put(roots_of(view)));
    set_member(node, "steps", numbers.put(steps_of(view, unit)));
    set_member(node, "step_unit", unit);
    set_member(node, "sides", numbers.put(sides));
    set_member(node, "radii", numbers.put(radii));
    set_member(node, "radius_unit", widest / most_unsigned);
    if (!view.twist.empty()) set_member(node, "twist", numbers.put(view.twist));
}

void put_wisp_notes(const WispsView& view, StreamNumbers& numbers, Node& node) {
    const HairLook& look = view.look;
    set_member(node, "notes", numbers.put(words_of(view)));
    set_member(node, "particles", view.particles);
    set_member(node, "samples", view.samples);
    // a seed has more digits than a number of JSON keeps
    set_member(node, "look",
               make_object({{"hairs", look.hairs},
                            {"spread", look.spread},
                            {"wobble", look.wobble},
                            {"shorter", look.shorter},
                            {"drawn", look.drawn},
                            {"points", look.points},
                            {"rule", name_of(look.rule)},
                            {"seed", std::to_string(look.seed)}}));
}

std::uint64_t wisp_notes_hash(const WispsView& view) {
    const HairLook& look = view.look;
    Hasher hasher;
    for (const std::uint32_t word : words_of(view)) hasher.add(std::uint64_t{word});
    for (const Real number : {look.spread, look.wobble, look.shorter, look.drawn}) hasher.add(number);
    hasher.add(look.seed);
    for (const int number :
         {look.hairs, look.points, static_cast<int>(look.rule), view.particles, view.samples})
        hasher.add(number);
    return hasher.value();
}

}  // namespace souple
