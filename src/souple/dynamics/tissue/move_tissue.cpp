// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A tip goes on through its tissue: the trail grows behind it, and cells are split around it and merged where
// it was.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "souple/core/errors.h"
#include "souple/core/hash.h"
#include "souple/dynamics/scratch.h"
#include "souple/dynamics/tissue/tissue.h"

namespace souple {

namespace {

/// One tissue in one interval.
struct TissueMove {
    const TissuePart& tissue;
    TissueState& memory;
    std::span<Vec3> x;  ///< [m] joints, and the tip
    SpaceRegister& reg;
    TissueChanges done;
    Hasher history;

    int tip() const { return static_cast<int>(x.size()) - 1; }
    int active() const { return static_cast<int>(reg.shapes.size()) - 1; }
    Space& space() { return reg.points.ground; }
};

void follow_tissue(const TissueView& view, const std::shared_ptr<const TissuePart>& tissue,
                   std::span<const Pose> poses, TissueBuffer& buffer) {
    if (buffer.has_cells && buffer.of == tissue && buffer.history == view.memory.history) return;
    buffer.reg = register_tissue(view, poses);
    buffer.of = tissue;
    buffer.has_cells = true;
    buffer.history = view.memory.history;
}

void move_embedded(TissueMove& m, std::span<const Pose> poses) {
    for (std::size_t e = 0; e < m.tissue.embedded.size(); ++e) {
        const Embedded& thing = m.tissue.embedded[e];
        if (thing.track < 0) continue;
        const std::array<Vec3, 3> corners = corners_at(thing, poses[thing.track]);
        if (move_shape(m.reg, static_cast<int>(e), std::span(corners).first(thing.count))) continue;
        m.done.fault = name_of(thing) + " leaves the space";
        return;
    }
}

/// Two States may differ in nothing but where a body has carried what is embedded.
void note_poses(TissueMove& m, std::span<const Pose> poses) {
    std::vector<char> is_used(poses.size());
    for (const Embedded& thing : m.tissue.embedded)
        if (thing.track >= 0) is_used[thing.track] = true;
    for (std::size_t k = 0; k < poses.size(); ++k) {
        if (!is_used[k]) continue;
        for (int axis = 0; axis < 3; ++axis) m.history.add(poses[k].position[axis]);
        for (int axis = 0; axis < 4; ++axis) m.history.add(poses[k].rotation.coeffs()[axis]);
    }
}

/// Where the way from p, which is nearer than that, to q comes to a distance from a joint.
Vec3 place_at_distance(const Vec3& joint, const Vec3& p, const Vec3& q, Real distance) {
    const Vec3 way = q - p, off = p - joint;
    const Real a = way.squaredNorm(), b = off.dot(way), c = off.squaredNorm() - distance * distance;
    const Real root = std::sqrt(std::max(b * b - a * c, Real(0)));
    // (of the two forms of the one positive root that which takes no difference of like numbers)
    const Real s = b > 0 ? -c / (b + root) : (root - b) / a;
    return p + std::clamp(s, Real(0), Real(1)) * way;
}

/// Moves the segment at the tip; what is not written down where it is fails the step.
bool move_last_segment(TissueMove& m, const Vec3& from, const Vec3& to) {
    const std::array<Vec3, 2> ends{from, to};
    if (move_shape(m.reg, m.active(), ends)) return true;
    m.done.fault = fmt::format("segment {} of the trail leaves the space", m.memory.joints - 1);
    return false;
}

/// The segment at the tip is complete: the place becomes a joint, and a new segment begins there.
bool drop_joint(TissueMove& m, const Vec3& place) {
    const int joint = m.memory.joints;
    if (!move_last_segment(m, m.x[joint - 1], place)) return false;
    const std::array<Vec3, 2> next{place, place};
    const int cell = m.reg.shapes.back().cells[1];
    add_shape(m.reg, next, cell);
    add_point(m.reg.points, joint, cell);
    m.x[joint] = place;
    ++m.memory.joints;
    return true;
}

/// Moves the tip; each complete segment is exactly as long as it has to be.
void grow_trail(TissueMove& m, const Vec3& to) {
    const int tip = m.tip();
    const int cell = seek_cell(m.space(), m.reg.points.cell[tip], m.reg.points.hint[tip], to).cell;
    if (cell < 0) return;  // it would leave the space, and waits
    Vec3 from = m.x[tip];
    while (m.memory.joints < tip && (to - m.x[m.memory.joints - 1]).norm() >= m.tissue.segment) {
        from = place_at_distance(m.x[m.memory.joints - 1], from, to, m.tissue.segment);
        if (!drop_joint(m, from)) return;
    }
    for (int k = m.memory.joints; k <= tip; ++k) m.x[k] = to;
    if (!move_last_segment(m, m.x[m.memory.joints - 1], to)) return;
    if (cell == m.reg.points.cell[tip]) return;
    remove_point(m.reg.points, tip);
    add_point(m.reg.points, tip, cell);
}

/// Splits and merges hear of each other by name, in an order that does not depend on numbers of cells.
void note(TissueMove& m, const CellName& name, bool split) {
    const auto place = std::lower_bound(m.memory.divided.begin(), m.memory.divided.end(), name);
    split ? void(m.memory.divided.insert(place, name)) : void(m.memory.divided.erase(place));
    m.history.add(name.root);
    m.history.add(name.path);
}

/// Names of the leaves around the tip that have to be split, sorted.
std::vector<CellName> cells_to_split(TissueMove& m) {
    const Real near = m.tissue.refine_within;
    std::vector<CellName> names;
    CellQueue queue;
    queue.start();
    queue.push(m.reg.points.cell[m.tip()]);
    for (std::size_t k = 0; k < queue.cells.size(); ++k) {
        const int cell = queue.cells[k];
        if (wants_split(m.tissue, m.space(), cell, m.x.back()))
            names.push_back(name_of_cell(m.space(), cell));
        for (const int c : m.reg.points.around[cell])
            if (squared_distance(box_of_cell(m.space(), c), m.x.back()) <= near * near) queue.push(c);
    }
    std::sort(names.begin(), names.end());
    return names;
}

void split_around_tip(TissueMove& m) {
    const int first = cell_slots(m.tissue.space);
    std::vector<CellName> refused;  // (bent cells may not be splittable)
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (const CellName& name : cells_to_split(m)) {
            if (std::find(refused.begin(), refused.end(), name) != refused.end()) continue;
            if (split_registered(m.reg, cell_named(m.space(), first, name), m.x)) {
                note(m, name, true);
                ++m.done.splits;
                goes_on = true;
            } else {
                refused.push_back(name);
            }
        }
    }
}

void merge_behind_tip(TissueMove& m) {
    const int first = cell_slots(m.tissue.space);
    const std::vector<CellName> divided = m.memory.divided;
    for (auto name = divided.rbegin(); name != divided.rend(); ++name) {  // children before parents
        const int cell = cell_named(m.space(), first, *name);
        if (wants_split(m.tissue, m.space(), cell, m.x.back()) || !can_merge_cell(m.space(), cell)) continue;
        merge_registered(m.reg, cell, m.x);
        note(m, *name, false);
        ++m.done.merges;
    }
}

}  // namespace

TissueChanges move_tissue(const TissuePart& tissue, const Part& part, std::span<const Pose> poses, Real h,
                          TissueState& memory, State& state, TissueBuffer& buffer) {
    const auto x = std::span(state.x).subspan(part.points.begin, part.points.count);
    TissueMove m{tissue, memory, x, buffer.reg, {}, {}};
    m.history.add(memory.history);
    const Vec3 before = x.back();
    move_embedded(m, poses);
    if (!m.done.fault) grow_trail(m, poses[tissue.tip_track].position);
    if (m.done.fault) {
        buffer.has_cells = false;
        return m.done;
    }
    for (int i = 0; i < part.points.count; ++i) state.v[part.points.begin + i].setZero();
    state.v[part.points.end() - 1] = (x.back() - before) / h;
    merge_behind_tip(m);
    split_around_tip(m);
    for (int k = 0; k < 3; ++k) m.history.add(x.back()[k]);
    note_poses(m, poses);
    memory.history = buffer.history = m.history.value();
    buffer.reg.points.touched.clear();  // (nobody adapts cells to how many are in them)
    return m.done;
}

void move_tissues(const Interval& interval, State& state, Scratch& scratch, StepReport& report) {
    const Model& model = interval.model;
    if (model.tissues.empty() || report.failure) return;
    const Zone zone(scratch.profile, Stage::Move);
    const Real end = interval.time + interval.length;
    const std::vector<Pose> poses = poses_of_tracks(model, state, end);
    if (!scratch.tissues || scratch.tissues.use_count() > 1)
        scratch.tissues = std::make_shared<TissueBuffers>();
    scratch.tissues->of.resize(model.tissues.size());
    for (std::size_t t = 0; t < model.tissues.size() && !report.failure; ++t) {
        const TissuePart& tissue = *model.tissues[t];
        TissueBuffer& buffer = scratch.tissues->of[t];
        const int index = static_cast<int>(t);
        TissueChanges done;
        try {  // (a body may have carried something out of the space)
            follow_tissue(view_of_tissue(model, state, index), model.tissues[t],
                          poses_of_tracks(model, state, interval.time), buffer);
            done = move_tissue(tissue, model.parts[tissue.part], poses, interval.length, state.tissues[t],
                               state, buffer);
        } catch (const InputError& error) {
            done.fault = error.what();
            buffer.has_cells = false;  // some of it may have moved
        }
        report.split_cells += done.splits;
        report.merged_cells += done.merges;
        if (done.fault)
            report.failure = Failure{Stage::Move, state.step, model.parts[tissue.part].name, *done.fault};
    }
}

}  // namespace souple
