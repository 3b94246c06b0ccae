// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/first_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "souple/dynamics/contact/touch_pair.h"
#include "souple/dynamics/scratch.h"

namespace souple {

namespace {

/// Things that meet more often in one interval are left to the answer of whole intervals.
constexpr int most_pieces = 256;

/// Tries for one contact; every third halves what is left, so that they always suffice.
constexpr int most_tries = 120;

/// The same of tries in all its pieces together.
constexpr int most_tries_together = 512;

/// An impact, and the end of an interval, take this share of the interval.
constexpr Real instant = 1e-6, too_short = 1e-9;

constexpr Real just_touching = 1e-7;  // [m] within this a sweep says that things touch
constexpr Real far_off = 1e9;         // [m] a gap that nobody crosses

/// What a try reads and changes.
struct StepRun {
    Control& control;
    State& state;
    Scratch& scratch;
    StepReport& report;
};

Vec3 velocity_at(const ContactView& view, const Movers& movers, const ManifoldSide& side, const Vec3& place) {
    const int frames = view.state.frames.count();
    if (side.obstacle >= 0) {
        const TouchableMotion motion = motion_of(view, {TouchableKind::Obstacle, side.obstacle, -1});
        return motion.v + motion.w.cross(place - motion.centre);
    }
    if (side.mover >= frames) return view.state.v[side.mover - frames];
    if (side.mover >= 0)
        return view.state.frames.v[side.mover] +
               view.state.frames.w[side.mover].cross(place - view.state.frames.x[side.mover]);
    Vec3 sum = Vec3::Zero();
    if (side.spread < 0) return sum;
    const Spread& spread = movers.spreads[side.spread];
    for (int k = 0; k < Spread::most; ++k)
        if (spread.movers[k] >= 0) sum += spread.weights[k] * view.state.v[spread.movers[k] - frames];
    return sum;
}

/// Whether two things are apart or part too fast to rest on each other. What overlaps already will not touch
/// for the first time.
bool is_open(const ContactView& view, const Movers& movers, const Manifold& manifold) {
    for (int k = 0; k < manifold.count; ++k) {
        const ManifoldPoint& point = manifold.points[k];
        if (point.gap > 0) continue;
        if (point.gap < -view.model.contact.first_contact_tolerance) return false;
        const Vec3 apart = velocity_at(view, movers, manifold.b, point.place) -
                           velocity_at(view, movers, manifold.a, point.place);
        if (manifold.normal.dot(apart) <= view.model.contact.bounce_speed) return false;
    }
    return true;
}

/// A lane of a packet that neither asks for impulses nor starts with any.
void set_aside(int lane, Manifold& manifold, RowPacket& packet) {
    for (int p = 0; p < 4; ++p) {
        packet.gap[p][lane] = far_off;
        packet.impulse[p][lane] = 0;
    }
    packet.impulse_1[lane] = packet.impulse_2[lane] = packet.twist[lane] = 0;
    for (int p = 0; p < manifold.count; ++p) manifold.points[p].gap = far_off;
}

/// Takes what is open out of the solver's hands: the try shows whether it meets.
void watch(const ContactView& view, Scratch& scratch) {
    InteractionScratch& interaction = scratch.interaction;
    scratch.first_contact.watched.clear();
    for (RowPacket& packet : interaction.packets)
        for (int lane = 0; lane < lane_count; ++lane) {
            const int k = packet.manifold[lane];
            if (k < 0 || !is_open(view, interaction.movers, interaction.manifolds[k])) continue;
            scratch.first_contact.watched.push_back(k);
            set_aside(lane, interaction.manifolds[k], packet);
        }
}

Real smallest_gap(const Manifold& manifold) {
    Real gap = std::numeric_limits<Real>::infinity();
    for (int k = 0; k < manifold.count; ++k) gap = std::min(gap, manifold.points[k].gap);
    return gap;
}

/// A pair of touchables in the world as it was and as a try left it.
struct TriedPair {
    const ContactView& from;
    const ContactView& to;
    const Touchable& a;
    const Touchable& b;
};

/// [m] between both after the try; infinite when they are far apart.
Real gap_at_end(const TriedPair& pair, Scratch& scratch) {
    Movers& movers = scratch.interaction.movers;
    if (!touches_several(pair.to, pair.a, pair.b)) {
        Manifold touching;
        touch_pair(pair.to, pair.a, pair.b, spare_spread(scratch.interaction), touching, movers);
        return smallest_gap(touching);
    }
    Real gap = std::numeric_limits<Real>::infinity();
    std::vector<Manifold>& found = scratch.first_contact.found;
    found.clear();
    touch_mesh_pair(pair.to, pair.a, pair.b, movers, found);
    for (const Manifold& one : found) gap = std::min(gap, smallest_gap(one));
    return gap;
}

/// The same; below zero too when one has crossed the other on the way, by what it went beyond the first
/// touch.
Real gap_of(const TriedPair& pair, Scratch& scratch) {
    const Real gap = gap_at_end(pair, scratch);
    const auto is_body = [](const Touchable& t) {
        return t.kind == TouchableKind::Piece || t.kind == TouchableKind::Obstacle;
    };
    const bool is_deep = gap < -pair.to.model.contact.first_contact_tolerance;
    if (is_deep || !is_body(pair.a) || !is_body(pair.b)) return gap;
    const auto touched = first_touch(pair.from, pair.to, pair.a, pair.b, just_touching);
    if (!touched) return gap;
    const auto way = [&pair](const Touchable& t) -> Vec3 {
        return motion_of(pair.to, t).pose.position - motion_of(pair.from, t).pose.position;
    };
    const Real distance = (way(pair.b) - way(pair.a)).norm();
    const Real before = *touched * distance, beyond = distance - before;
    // (at either end the gap itself is the better judge)
    return before > 2 * just_touching && beyond > 2 * just_touching ? -beyond : gap;
}

/// [m] the deepest overlap of what was open, as a gap below zero.
Real gap_after(const Interval& interval, const StepRun& run) {
    FirstContactScratch& own = run.scratch.first_contact;
    const std::size_t count = run.control.obstacles.size();
    own.at_end.time_t1 = 1;
    own.at_end.obstacles.resize(count);
    for (std::size_t o = 0; o < count; ++o)
        own.at_end.obstacles[o].pose_t0 = own.at_end.obstacles[o].pose_t1 = run.control.obstacles[o].pose_t1;
    const auto& edges = run.scratch.interaction.edges;
    const auto& skins = run.scratch.interaction.skin_fields;
    const ContactView from{interval.model, run.control, own.kept, interval.length, edges, skins};
    const ContactView to{interval.model, own.at_end, run.state, interval.length, edges, skins};
    Real gap = std::numeric_limits<Real>::infinity();
    for (const int k : own.watched) {
        const std::uint64_t pair = run.scratch.interaction.manifolds[k].pair;
        const std::vector<Touchable>& touchables = run.scratch.interaction.touchables;
        gap = std::min(
            gap, gap_of({from, to, touchables[pair >> 32], touchables[pair & 0xffffffffu]}, run.scratch));
    }
    return gap;
}

/// The stages of the step; watched contacts are left out.
void take(const Interval& interval, bool watches, const StepRun& run) {
    const auto& [control, state, scratch, report] = run;
    apply_controls(interval, control, state, scratch.profile, scratch.carriers);
    find_contacts(interval, control, state, scratch);
    if (watches) watch({interval.model, control, state, interval.length, scratch.interaction.edges}, scratch);
    advance(interval, control, state, scratch, report);
    solve_contacts(interval, control, state, scratch, report);
}

Real attempt(const Interval& interval, const StepRun& run) {
    take(interval, true, run);
    return gap_after(interval, run);
}

/// Where a try after which things are `gap` > 0 apart and one after which they overlap suggest the contact.
struct Bracket {
    Real open = 0, open_gap = 0;      ///< [s], [m]; not known while the gap is 0
    Real closed = 0, closed_gap = 0;  ///< [s], [m] < 0

    Real guess(int tries, Real tolerance) const {
        const bool known = open_gap > 0 && std::isfinite(open_gap);
        const Real share =
            known && tries % 3 != 2 ? (open_gap + 0.5 * tolerance) / (open_gap - closed_gap) : 0.5;
        return open + share * (closed - open);
    }
};

/// Shortens the interval until its end overlaps by no more than the tolerance [m]; the state is that of its
/// end. `work` is what corrections had done before the interval [J].
void go_back_to_contact(Interval& interval, Real gap, Real work, const StepRun& run) {
    const Real tolerance = interval.model.contact.first_contact_tolerance;
    Bracket bracket{0, 0, interval.length, gap};
    for (int tries = 0; bracket.closed_gap < -tolerance && !run.report.failure; ++tries) {
        const bool last = tries == most_tries;
        interval.length = last ? bracket.closed : bracket.guess(tries, tolerance);
        run.state = run.scratch.first_contact.kept;
        run.report.correction_work = work;
        ++run.report.rejected_tries;
        gap = attempt(interval, run);
        if (last) return;
        if (gap > 0)
            bracket.open = interval.length, bracket.open_gap = gap;
        else
            bracket.closed = interval.length, bracket.closed_gap = gap;
    }
}

/// Impulses of what touches now. Only velocities change, and the impulses of rest are those from before.
void strike(const Interval& now, const StepRun& run) {
    FirstContactScratch& own = run.scratch.first_contact;
    State& state = run.state;
    own.x = state.x;
    own.frames_x = state.frames.x;
    own.frames_q = state.frames.q;
    own.touching = state.touching;
    const Real work = run.report.correction_work;
    const std::vector<LinkGrip> grips = state.links;  // (an instant says nothing about the force that tears)
    state.touching.clear();
    apply_controls(now, run.control, state, run.scratch.profile, run.scratch.carriers);
    find_contacts(now, run.control, state, run.scratch);
    solve_contacts(now, run.control, state, run.scratch, run.report);
    state.x = own.x;
    state.frames.x = own.frames_x;
    state.frames.q = own.frames_q;
    state.touching = own.touching;
    state.links = grips;
    run.report.correction_work = work;
    ++run.report.first_contacts;
}

}  // namespace

void follow_contacts(const Interval& whole, Control& control, State& state, Scratch& scratch,
                     StepReport& report) {
    const StepRun run{control, state, scratch, report};
    if (whole.model.contact.penalty.kind != ResponseKind::Impulse) return take(whole, false, run);
    Real done = 0;
    const int tries_before = report.rejected_tries;
    for (int piece = 0; whole.length - done > too_short * whole.length; ++piece) {
        Interval interval{whole.model, whole.time + done, whole.length - done, 0, 1};
        const bool is_too_dear = report.rejected_tries - tries_before > most_tries_together;
        if (piece == most_pieces || is_too_dear) return take(interval, false, run);
        scratch.first_contact.kept = state;
        const Real work = report.correction_work;
        const Real gap = attempt(interval, run);
        if (gap > 0 || report.failure) return;
        go_back_to_contact(interval, gap, work, run);
        if (report.failure) return;
        done += interval.length;
        strike({whole.model, whole.time + done, instant * whole.length, 0, 1}, run);
    }
}

}  // namespace souple
