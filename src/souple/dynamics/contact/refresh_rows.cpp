// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/refresh_rows.h"

#include <algorithm>
#include <numeric>

#include "souple/core/parallel.h"
#include "souple/dynamics/contact/fill_rows.h"
#include "souple/dynamics/contact/touch_pair.h"

namespace souple {

namespace {

bool is_round(const BodyPiece& piece) {
    if (piece.mesh) return false;
    return !std::holds_alternative<Box>(piece.convex) && !std::holds_alternative<Hull>(piece.convex) &&
           !std::holds_alternative<TriangleSolid>(piece.convex);
}

/// Whether two touchables roll on each other: both rigid, one of them round, none a mesh.
bool rolls(const ContactView& view, const Touchable& a, const Touchable& b) {
    const auto is_rigid = [](const Touchable& t) {
        return t.kind == TouchableKind::Piece || t.kind == TouchableKind::Obstacle;
    };
    const auto is_round_piece = [&](const Touchable& t) {
        return t.kind == TouchableKind::Piece && is_round(view.model.pieces[t.index]);
    };
    return is_rigid(a) && is_rigid(b) && (is_round_piece(a) || is_round_piece(b)) &&
           !touches_several(view, a, b);
}

/// The load of before on the places of now: where the same features touch it stays, else it is shared out.
void carry_load(const Manifold& before, Manifold& now) {
    const auto sum_of = [](const Manifold& m) {
        return std::accumulate(m.normal_impulse.begin(), m.normal_impulse.begin() + m.count, Real(0));
    };
    int matched = 0;
    for (int k = 0; k < now.count; ++k)
        for (int j = 0; j < before.count; ++j)
            if (before.points[j].feature == now.points[k].feature) {
                now.normal_impulse[k] = before.normal_impulse[j];
                ++matched;
            }
    if (matched < now.count && now.count > 0)
        std::fill_n(now.normal_impulse.begin(), now.count, sum_of(before) / now.count);
    now.tangent_impulse = before.tangent_impulse - before.tangent_impulse.dot(now.normal) * now.normal;
    now.twist_impulse = before.twist_impulse;
}

void clear_lane(int lane, RowPacket& packet, CarriedPlaces& places) {
    for (int k = 0; k < 4; ++k) {
        places.share[k][lane] = 0;
        packet.impulse[k][lane] = 0;
    }
}

}  // namespace

void refresh_rows(const ContactView& view, InteractionScratch& scratch) {
    if (std::none_of(view.model.pieces.begin(), view.model.pieces.end(), is_round)) return;
    parallel_for(
        static_cast<int>(scratch.packets.size()),
        [&](int p) {
            RowPacket& packet = scratch.packets[p];
            for (int lane = 0; lane < lane_count; ++lane) {
                const int k = packet.manifold[lane];
                if (k < 0) continue;
                Manifold& manifold = scratch.manifolds[k];
                const Touchable &a = scratch.touchables[manifold.pair >> 32],
                                &b = scratch.touchables[manifold.pair & 0xffffffffu];
                if (!rolls(view, a, b)) continue;
                leave_manifold(packet, lane, manifold);
                const Manifold before = manifold;
                touch_pair(view, a, b, 0, manifold, scratch.movers);
                carry_load(before, manifold);
                clear_lane(lane, packet, scratch.places[p]);
                enter_manifold(manifold, lane, scratch.movers, packet, scratch.places[p]);
            }
        },
        16);
}

}  // namespace souple
