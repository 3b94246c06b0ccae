// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The choice of the method, and the buffers of all of them.
#include <algorithm>

#include "souple/dynamics/solvers/common.h"

namespace souple {

namespace {

/// Points of other parts that these elements read.
template <class E>
void add_neighbours(const Part& part, const std::vector<E>& elements, Range range,
                    std::vector<int>& neighbours) {
    for (int k = range.begin; k < range.end(); ++k)
        for (const int node : elements[k].nodes)
            if (node >= 0 && !part.points.contains(node)) neighbours.push_back(node);
}

std::vector<int> find_neighbours(const Model& model, const Part& part) {
    std::vector<int> neighbours;
    if (part.method == Method::Multirate) return neighbours;  // it looks nowhere ahead
    add_neighbours(part, model.springs, part.springs, neighbours);
    add_neighbours(part, model.hinges, part.hinges, neighbours);
    add_neighbours(part, model.bends, part.bends, neighbours);
    add_neighbours(part, model.ties, part.ties, neighbours);
    std::sort(neighbours.begin(), neighbours.end());
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
    return neighbours;
}

ImplicitSystem make_system(const Model& model, const Part& part) {
    const int rows = part.points.count;
    ImplicitSystem system;
    system.matrix = make_block_matrix(rows, coupled_pairs(model, part));
    system.symmetric = has_symmetric_jacobian(model, part);
    for (int i = part.points.begin; i < part.points.end(); ++i) {
        system.has_led_points = system.has_led_points || is_led(model, i);
        system.mass += model.point_mass[i];
    }
    for (auto* vectors : {&system.right_side, &system.solution, &system.velocity, &system.product})
        vectors->resize(rows);
    prepare(rows, system.sparse);
    return system;
}

void resize_for_points(std::size_t count, SolverScratch& scratch) {
    for (auto* vectors :
         {&scratch.forces.point, &scratch.stage.x, &scratch.stage.v, &scratch.slopes.v, &scratch.slopes.a})
        vectors->resize(count, Vec3::Zero());
}

void resize_for_frames(std::size_t count, SolverScratch& scratch) {
    Frames& stage = scratch.stage.frames;
    Slopes& slopes = scratch.slopes;
    for (auto* vectors : {&scratch.forces.frame, &scratch.forces.torque, &stage.x, &stage.v, &stage.w,
                          &slopes.frame_v, &slopes.frame_a, &slopes.torque})
        vectors->resize(count, Vec3::Zero());
    stage.q.resize(count, Quat::Identity());
    slopes.turn.resize(count, Quat::Identity());
}

void prepare_rates(const Model& model, const Part& part, MultirateScratch& own) {
    if (part.method != Method::Multirate) return;
    pack_rates(model, part, own.packets);
    for (auto* values : {&own.sums, &own.places, &own.speeds}) values->resize(own.packets.starts.back().sums);
    own.points.resize(own.packets.points.size());
    own.outside.resize(own.packets.points.size());
}

/// The method alone.
SubstepReport step_by_method(const Substep& substep, State& state, SolverScratch& scratch) {
    switch (substep.part.method) {
        case Method::ExplicitEuler:
            return step_explicit_euler(substep, state, scratch);
        case Method::ModifiedEuler:
            return step_modified_euler(substep, state, scratch);
        case Method::SemiImplicitEuler:
            return step_semi_implicit_euler(substep, state, scratch);
        case Method::VelocityVerlet:
            return step_velocity_verlet(substep, state, scratch);
        case Method::Midpoint:
            return step_midpoint(substep, state, scratch);
        case Method::RungeKutta4:
            return step_runge_kutta_4(substep, state, scratch);
        case Method::ImplicitEuler:
            return step_implicit_euler(substep, state, scratch);
        case Method::CorrectedEuler:
            return step_corrected_euler(substep, state, scratch);
        case Method::Multirate:
            return step_multirate(substep, state, scratch, {});
    }
    return {};
}

}  // namespace

void prepare(const Model& model, SolverScratch& scratch) {
    // (sizes are compared too: another model may carry the same revision)
    if (scratch.revision == model.revision && scratch.systems.size() == model.parts.size() &&
        scratch.stage.x.size() == model.point_mass.size() && scratch.trees.size() == model.trees.size())
        return;
    scratch.trees.resize(model.trees.size());
    for (std::size_t t = 0; t < model.trees.size(); ++t)
        prepare(model.trees[t], model.frame_inertia.size(), scratch.trees[t]);
    prepare(model, scratch.assembly);
    resize_for_points(model.point_mass.size(), scratch);
    resize_for_frames(model.frame_inertia.size(), scratch);
    scratch.systems.clear();
    scratch.neighbours.clear();
    for (const Part& part : model.parts) {
        const bool implicit = part.method == Method::ImplicitEuler;
        scratch.systems.push_back(implicit ? make_system(model, part) : ImplicitSystem{});
        scratch.neighbours.push_back(find_neighbours(model, part));
    }
    scratch.multirate.resize(model.parts.size());
    for (std::size_t p = 0; p < model.parts.size(); ++p)
        prepare_rates(model, model.parts[p], scratch.multirate[p]);
    scratch.revision = model.revision;
}

SubstepReport take_substep(const Substep& substep, State& state, SolverScratch& scratch) {
    prepare(substep.model, scratch);
    if (const int tree = substep.part.articulated; tree >= 0) {
        if (substep.model.trees[tree].formulation == Formulation::Reduced) {
            step_tree(substep, substep.model.trees[tree], state, scratch);
            return {};
        }
        const SubstepReport report = step_by_method(substep, state, scratch);
        read_joints(substep.model.trees[tree], state.frames, state.trees[tree].joints,
                    scratch.trees[tree].work.places);
        return report;
    }
    return step_by_method(substep, state, scratch);
}

}  // namespace souple
