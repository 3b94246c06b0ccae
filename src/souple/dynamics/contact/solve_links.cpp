// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Links of one interval: which ones hold, what they are solved for, and what their impulses do to the state.
#include "souple/dynamics/contact/solve_links.h"

#include <algorithm>
#include <limits>

#include "souple/dynamics/adapt/interpolated.h"
#include "souple/dynamics/articulated/spatial_algebra.h"
#include "souple/dynamics/contact/link_groups.h"
#include "souple/dynamics/contact/link_kernels.h"
#include "souple/dynamics/contact/touchables.h"
#include "souple/dynamics/contact/tree_movers.h"
#include "souple/dynamics/solvers/common.h"

namespace souple {

namespace {

/// What solves of one interval share.
struct LinkSolve {
    const Model& model;
    Real h;
    State& state;
    LinkScratch& scratch;

    int frames() const { return state.frames.count(); }
    int count() const { return static_cast<int>(scratch.active.size()); }
    const Link& link(int row) const { return model.links[scratch.active[row]]; }
};

void list_active(const LinkSolve& on) {
    const std::vector<Link>& links = on.model.links;
    std::vector<LinkGrip>& grips = on.state.links;
    if (grips.size() != links.size() &&
        std::any_of(links.begin(), links.end(), [](const Link& link) { return is_conditional(link.when); }))
        grips.resize(links.size(), LinkGrip::Free);
    on.scratch.active.clear();
    for (std::size_t k = 0; k < links.size(); ++k) {
        if (!grips.empty()) update_grip(links[k].when, between_ends(on.state, links[k]).norm(), grips[k]);
        if (grips.empty() || grips[k] == LinkGrip::Holds) on.scratch.active.push_back(static_cast<int>(k));
    }
}

/// A link brings its whole tree.
void add_frame(const Model& model, int frame, std::vector<int>& nodes) {
    for (const ArticulatedTree& tree : model.trees)
        if (tree.frames.contains(frame)) {
            for (int f = tree.frames.begin; f < tree.frames.end(); ++f) nodes.push_back(f);
            return;
        }
    nodes.push_back(frame);
}

/// The points that an end hangs on, as nodes; of an interpolated one the ends of its edge.
Spread carriers_of(const LinkSolve& on, const MaterialPoint& end) {
    Spread nodes;
    for (int k = 0; k < 3; ++k)
        if (end.nodes[k] >= 0) hang_on(on.scratch.movers, on.frames(), end.nodes[k], end.weights[k], nodes);
    return nodes;
}

void list_nodes(const LinkSolve& on) {
    std::vector<int>& nodes = on.scratch.nodes;
    nodes.clear();
    for (int row = 0; row < on.count(); ++row)
        for (const MaterialPoint* end : {&on.link(row).a, &on.link(row).b}) {
            if (end->frame >= 0) add_frame(on.model, end->frame, nodes);
            for (const int node : carriers_of(on, *end).movers)
                if (node >= 0) nodes.push_back(node);
        }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

int mover_of(const LinkSolve& on, int node) {
    const std::vector<int>& nodes = on.scratch.nodes;
    return static_cast<int>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
}

/// The mover or the spread that carries an end.
int mover_of(const LinkSolve& on, const MaterialPoint& end) {
    if (end.frame >= 0) return mover_of(on, end.frame);
    Spread spread = carriers_of(on, end);
    for (int& mover : spread.movers)
        if (mover >= 0) mover = mover_of(on, mover);
    on.scratch.movers.spreads.push_back(spread);
    return mover_of_spread(static_cast<int>(on.scratch.movers.spreads.size()) - 1);
}

void load_movers(const LinkSolve& on) {
    const std::vector<int>& nodes = on.scratch.nodes;
    Movers& movers = on.scratch.movers;
    movers.velocity.assign(nodes.size(), {});
    movers.answer.assign(nodes.size(), {});
    movers.spreads.clear();
    for (std::size_t m = 0; m < nodes.size(); ++m) {
        const int point = nodes[m] - on.frames();
        if (point >= 0) {
            movers.velocity[m].v = on.state.v[point];
            movers.answer[m].inverse_mass = on.model.inv_mass[point];
            continue;
        }
        const FrameInertia& inertia = on.model.frame_inertia[nodes[m]];
        const Mat3 axes = on.state.frames.q[nodes[m]].toRotationMatrix();
        movers.velocity[m] = {on.state.frames.v[nodes[m]], on.state.frames.w[nodes[m]]};
        movers.answer[m] = {1 / inertia.mass,
                            Mat3(axes * inertia.moments.cwiseInverse().asDiagonal() * axes.transpose())};
    }
    list_trees(on.model, nodes, movers);
    load_trees(on.model, on.state, {}, movers);
    on.scratch.free_velocity = movers.velocity;
    on.scratch.spin.assign(nodes.size(), Vec3::Zero());
}

/// A spring is implicit: it pulls by the gap and the speed of the end of the interval,
///   impulse = -h k (gap + h (v - v_free)) - h c v.
void set_spring(const LinkSolve& on, const Link& link, LinkRow& row) {
    if (link.stiffness <= 0) return;
    row.softness = 1 / (on.h * (on.h * link.stiffness + link.damping));
    const Vec3 start = gap_of(on.state, link) - on.h * relative_velocity(row, on.scratch.movers);
    row.bias = row.softness * on.h * link.stiffness * start;
}

void fill_rows(const LinkSolve& on) {
    on.scratch.rows.resize(on.count());
    for (int k = 0; k < on.count(); ++k) {
        const Link& link = on.link(k);
        LinkRow& row = on.scratch.rows[k];
        row = {.a = mover_of(on, link.a), .b = mover_of(on, link.b)};
        const Vec3 place = place_of_impulse(on.state, link);
        row.arm_a = arm_of(on.state, link.a, place);
        row.arm_b = arm_of(on.state, link.b, place);
        // two ends at one place have no direction: such a row waits until they are apart
        const Vec3 apart = between_ends(on.state, link);
        const bool along = link.rest_length > 0 && apart.norm() > 1e-12;
        if (along) row.axis = apart.normalized();
        if (link.rest_length > 0 && !along) continue;
        set_spring(on, link, row);
        const Mat3 answer = response_between(on.scratch.movers, row.a, row.arm_a, row.b, row.arm_b) +
                            row.softness * Mat3::Identity();
        if (answer.trace() > 0) set_inverse(answer, row);
    }
}

/// From before any impulse.
void apply_impulses(LinkScratch& scratch, bool only_torn) {
    scratch.movers.velocity = scratch.free_velocity;
    for (const LinkRow& row : scratch.rows)
        if (is_torn(row) || !only_torn) apply_to_both(row, row.impulse, scratch.movers);
}

/// Impulses of all rows that hold, on top of what torn ones pass on.
void solve_holding(LinkScratch& scratch) {
    apply_impulses(scratch, true);
    scratch.vectors.residual.assign(scratch.rows.size(), Vec3::Zero());
    for (std::size_t k = 0; k < scratch.rows.size(); ++k) {
        const LinkRow& row = scratch.rows[k];
        if (!is_torn(row))
            scratch.vectors.residual[k] = -felt(row, relative_velocity(row, scratch.movers) + row.bias);
    }
    solve_groups(Rows::All, scratch);
    for (std::size_t k = 0; k < scratch.rows.size(); ++k)
        if (!is_torn(scratch.rows[k])) scratch.rows[k].impulse = scratch.vectors.x[k];
    apply_impulses(scratch, false);
}

/// How many times its strength a row takes.
Real excess_of(const LinkSolve& on, int row) {
    const LinkRow& own = on.scratch.rows[row];
    const Real bears = on.h * on.link(row).when.strength, takes = own.impulse.norm();
    if (is_torn(own) || !(takes > bears)) return 0;
    return bears > 0 ? takes / bears : std::numeric_limits<Real>::max();
}

/// The weakest of a group give way first, since that changes what is left for the others. Those that take
/// nearly as much too much go with them: equal ones together, and a web in few rounds.
bool tear_weakest(const LinkSolve& on) {
    std::vector<LinkGroup>& groups = on.scratch.groups;
    for (LinkGroup& group : groups) group.worst = 0;
    for (int row = 0; row < on.count(); ++row) {
        Real& worst = groups[on.scratch.rows[row].group].worst;
        worst = std::max(worst, excess_of(on, row));
    }
    bool any = false;
    for (int row = 0; row < on.count(); ++row) {
        LinkRow& torn = on.scratch.rows[row];
        const Real worst = groups[torn.group].worst, excess = excess_of(on, row);
        if (!(worst > 0) || !(excess >= 0.5 * worst)) continue;
        torn.softness = std::numeric_limits<Real>::infinity();
        torn.impulse /= excess;
        torn.inverse.setZero();
        let_go(on.link(row).when, on.state.links[on.scratch.active[row]]);
        any = true;
    }
    return any;
}

void solve_velocities(const LinkSolve& on) {
    solve_holding(on.scratch);
    while (!on.state.links.empty() && tear_weakest(on)) solve_holding(on.scratch);
}

/// Moves and turns a mover in the state.
void move(const LinkSolve& on, int mover, const Vec3& shift, const Vec3& turn) {
    const int node = on.scratch.nodes[mover];
    if (node >= on.frames()) {
        on.state.x[node - on.frames()] += shift;
        return;
    }
    on.state.frames.x[node] += shift;
    on.state.frames.q[node] = (to_quaternion(turn) * on.state.frames.q[node]).normalized();
}

/// Each mover by its way; links by what their joints make of it, interpolated points with their ends.
template <class Way>
void move_all(const LinkSolve& on, const Way& way) {
    move_trees(on.scratch.movers, way, on.state);
    for (int m = 0; m < static_cast<int>(on.scratch.nodes.size()); ++m) {
        if (is_link(on.scratch.movers, m)) continue;
        const Twist gone = way(m);
        move(on, m, gone.v, gone.w);
    }
    place_all_interpolated(on.model, on.state);
}

/// What a row feels of its gap now.
Vec3 felt_gap(const LinkSolve& on, int row) {
    return felt(on.scratch.rows[row], gap_of(on.state, on.link(row)));
}

/// By what the impulses change of the way over the interval.
void shift_places(const LinkSolve& on) {
    move_all(on, [&](int m) {
        const MoverVelocity& now = on.scratch.movers.velocity[m];
        const MoverVelocity& free = on.scratch.free_velocity[m];
        return Twist{on.h * (now.w - free.w), on.h * (now.v - free.v)};
    });
    for (int k = 0; k < on.count(); ++k)
        on.scratch.rows[k].opened =
            std::max(Real(0), felt_gap(on, k).norm() - on.scratch.start_gap[on.scratch.active[k]]);
}

/// Where an arm is nearly stretched a small pull along it asks for a large turn, whose way is not straight: a
/// group goes as far as it turns nothing by more than this.
constexpr Real farthest_turn = 0.2;  // [rad]

void apply_pushes(LinkScratch& scratch) {
    std::fill(scratch.movers.velocity.begin(), scratch.movers.velocity.end(), MoverVelocity{});
    for (std::size_t k = 0; k < scratch.rows.size(); ++k)
        apply_to_both(scratch.rows[k], scratch.vectors.x[k], scratch.movers);
}

void limit_turns(LinkScratch& scratch) {
    for (LinkGroup& group : scratch.groups) group.turn = 0;
    for (std::size_t m = 0; m < scratch.movers.velocity.size(); ++m)
        if (const int g = group_of_mover(scratch, static_cast<int>(m)); g >= 0)
            scratch.groups[g].turn = std::max(scratch.groups[g].turn, scratch.movers.velocity[m].w.norm());
    bool any = false;
    for (std::size_t k = 0; k < scratch.rows.size(); ++k) {
        const Real turn = scratch.groups[scratch.rows[k].group].turn;
        if (!(turn > farthest_turn)) continue;
        scratch.vectors.x[k] *= farthest_turn / turn;
        any = true;
    }
    if (any) apply_pushes(scratch);
}

/// Closes what is left of the gaps of rigid links, as far as the speed of pushing goes and what the interval
/// opened: shifting overshoots where an end gained its speed within it, and that must not add up.
void close_gaps(const LinkSolve& on) {
    LinkScratch& scratch = on.scratch;
    for (int k = 0; k < on.count(); ++k) {
        const Link& link = on.link(k);
        const Vec3 gap = felt_gap(on, k);
        const Real wide = gap.norm(), reach = on.h * on.model.contact.push_speed + scratch.rows[k].opened;
        scratch.vectors.residual[k].setZero();
        if (link.stiffness <= 0 && !is_torn(scratch.rows[k]))
            scratch.vectors.residual[k] = -(wide > reach ? reach / wide : 1) * gap;
    }
    solve_groups(Rows::Rigid, scratch);
    apply_pushes(scratch);
    limit_turns(scratch);
    for (std::size_t k = 0; k < scratch.rows.size(); ++k) scratch.rows[k].push += scratch.vectors.x[k];
    move_all(on, [&](int m) { return Twist{scratch.movers.velocity[m].w, scratch.movers.velocity[m].v}; });
}

/// Shifting two ends that do not have one velocity changes their angular momentum: bodies give it back as
/// spin.
void balance_spins(const LinkSolve& on) {
    for (int k = 0; k < on.count(); ++k) {
        const Link& link = on.link(k);
        const LinkRow& row = on.scratch.rows[k];
        const Vec3 shifted = on.h * row.impulse + row.push;  // [kg m]
        const Vec3 gained = shifted.cross(
            Vec3(velocity_of(on.scratch.movers, row.a).v - velocity_of(on.scratch.movers, row.b).v));
        const bool both = link.a.frame >= 0 && link.b.frame >= 0;
        if (link.a.frame >= 0) on.scratch.spin[row.a] -= (both ? 0.5 : 1) * gained;
        if (link.b.frame >= 0) on.scratch.spin[row.b] -= (both ? 0.5 : 1) * gained;
    }
}

/// Velocities back into the state. A frame that was turned keeps its angular momentum, not its spin.
void store_movers(const LinkSolve& on, const std::vector<Quat>& q_free) {
    for (std::size_t m = 0; m < on.scratch.nodes.size(); ++m) {
        const int node = on.scratch.nodes[m];
        const MoverVelocity& velocity = on.scratch.movers.velocity[m];
        if (is_link(on.scratch.movers, static_cast<int>(m))) continue;
        if (node >= on.frames()) {
            on.state.v[node - on.frames()] = velocity.v;
            continue;
        }
        const Vec3& moments = on.model.frame_inertia[node].moments;
        const Vec3 momentum = angular_momentum(moments, {q_free[m], velocity.w}) + on.scratch.spin[m];
        on.state.frames.v[node] = velocity.v;
        on.state.frames.w[node] = spin_of(moments, on.state.frames.q[node], momentum);
    }
}

void keep_orientations(const LinkSolve& on) {
    on.scratch.q_free.resize(on.scratch.nodes.size());
    for (std::size_t m = 0; m < on.scratch.nodes.size(); ++m)
        if (on.scratch.nodes[m] < on.frames()) on.scratch.q_free[m] = on.state.frames.q[on.scratch.nodes[m]];
}

}  // namespace

void note_gaps(const Model& model, const State& state, LinkScratch& scratch) {
    scratch.start_gap.resize(model.links.size());
    for (std::size_t k = 0; k < model.links.size(); ++k)
        scratch.start_gap[k] = gap_of(state, model.links[k]).norm();
}

void solve_links(const Model& model, Real h, State& state, LinkScratch& scratch) {
    if (model.links.empty()) return;
    const LinkSolve on{model, h, state, scratch};
    list_active(on);
    if (scratch.active.empty()) return;
    list_ends(model, scratch.movers);
    list_nodes(on);
    load_movers(on);
    fill_rows(on);
    find_groups(scratch);
    keep_orientations(on);
    solve_velocities(on);
    scratch.new_velocity = scratch.movers.velocity;
    shift_places(on);
    // turning is not linear: the second pass takes what the first one left
    for (int pass = 0; pass < 2; ++pass) close_gaps(on);
    scratch.movers.velocity = scratch.new_velocity;
    balance_spins(on);
    store_movers(on, scratch.q_free);
    store_trees(model, scratch.movers, state);
    place_all_interpolated(model, state);
}

}  // namespace souple
