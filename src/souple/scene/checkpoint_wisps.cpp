// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/checkpoint_wisps.h"

#include <algorithm>
#include <cmath>

#include "souple/core/errors.h"

namespace souple {

namespace {

std::uint64_t as_word(std::int64_t number) { return static_cast<std::uint64_t>(number); }

WispMemory get_wisp(ByteReader& in, int roots) {
    std::uint64_t root = 0, depth = 0, apart = 0;
    WispMemory wisp;
    in.get(root);
    in.get(depth);
    in.get(wisp.branch);
    in.get(apart);
    in.get(wisp.close);
    const auto number = static_cast<std::int64_t>(root);
    if (number < -1 || number >= roots || depth > 63 || apart > 1 || !std::isfinite(wisp.close))
        throw InputError("a wisp of hair is damaged");
    wisp.root = static_cast<int>(number);
    wisp.depth = static_cast<int>(depth);
    wisp.apart = apart == 1;
    return wisp;
}

}  // namespace

void put_wisps(ByteWriter& out, const std::vector<HairState>& hair) {
    out.put(as_word(static_cast<std::int64_t>(hair.size())));
    for (const HairState& own : hair) {
        out.put(as_word(static_cast<std::int64_t>(own.wisps.size())));
        for (const WispMemory& wisp : own.wisps) {
            out.put(as_word(wisp.root));
            out.put(as_word(wisp.depth));
            out.put(wisp.branch);
            out.put(as_word(wisp.apart));
            out.put(wisp.close);
        }
        out.put(own.radius);
        out.put(own.radius_speed);
        out.put(own.twist);
        out.put(own.twist_rate);
    }
}

void get_wisps(ByteReader& in, std::vector<HairState>& hair) {
    std::uint64_t count = 0, slots = 0;
    in.get(count);
    if (count != hair.size()) throw InputError("it holds another number of hair parts");
    for (HairState& own : hair) {
        in.get(slots);
        if (slots != own.wisps.size()) throw InputError("it holds another number of wisps");
        int roots = 0;
        for (const WispMemory& wisp : own.wisps) roots = std::max(roots, wisp.root + 1);
        const std::size_t samples = own.radius.size(), twists = own.twist.size();
        for (WispMemory& wisp : own.wisps) wisp = get_wisp(in, roots);
        in.get(own.radius);
        in.get(own.radius_speed);
        in.get(own.twist);
        in.get(own.twist_rate);
        if (own.radius.size() != samples || own.radius_speed.size() != samples)
            throw InputError("it holds envelopes of another number of samples");
        if (own.twist.size() != twists || own.twist_rate.size() != twists)
            throw InputError("it holds another number of twisted sections");
    }
}

}  // namespace souple
