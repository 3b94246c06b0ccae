// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/divide_step.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/contact/touchables.h"
#include "souple/dynamics/scratch.h"

namespace souple {

namespace {

/// How many times its own size a body goes past a piece of matter. What it meets first gives way, so its path
/// leads on through the neighbours, which a search from the start of the step does not see.
Real sizes_gone(const ContactView& view, const Touchable& body, const Touchable& matter) {
    const BodyPiece& piece = view.model.pieces[body.index];
    const Aabb box = piece.mesh ? bounds(Solid{{}, piece.mesh}, {}) : bounds(piece.convex, {});
    const Real size = box.size().minCoeff() + view.model.parts[matter.part].surface.thickness;
    const TouchableMotion motion = motion_of(view, body);
    Real speed = 0;
    for (const int i : nodes_of(view, matter)) speed = std::max(speed, (motion.v - view.state.v[i]).norm());
    return view.length * (speed + 0.5 * box.size().norm() * motion.w.norm()) / size;
}

}  // namespace

int count_divisions(const Interval& whole, Control& control, State& state, Scratch& scratch) {
    const int most = whole.model.contact.max_divisions;
    if (most <= 1 || whole.model.pieces.empty()) return 1;
    apply_controls(whole, control, state, scratch.profile, scratch.carriers);
    find_contacts(whole, control, state, scratch);
    const InteractionScratch& found = scratch.interaction;
    const ContactView view{whole.model, control, state, whole.length, found.edges, found.skin_fields};
    Real sizes = 1;
    for (const IndexPair& pair : found.pairs) {
        const Touchable &a = found.touchables[pair.a], &b = found.touchables[pair.b];
        if (a.kind == TouchableKind::Piece &&
            (b.kind == TouchableKind::Point || b.kind == TouchableKind::Triangle))
            sizes = std::max(sizes, sizes_gone(view, a, b));
    }
    return static_cast<int>(std::min(std::ceil(sizes), static_cast<Real>(most)));
}

}  // namespace souple
