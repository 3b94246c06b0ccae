// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A crowd that flies or swims: points in a space of cells that adapt to it, each drawn to a goal and pushed
// away by those in the ring of its cell by k (R - d)^2 - z d' (002 F2.42, F2.49).
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/core/rng.h"
#include "souple/topology/space/space_register.h"

namespace souple {

struct SpaceCrowdLaw {
    Real influence = 0.6;   ///< [m] R: beyond it nobody is felt; cells stay wider
    Real stiffness = 30;    ///< [1/(m s^2)] k
    Real damping = 2;       ///< [1/s] z
    Real relaxation = 0.3;  ///< [s] in which the wanted velocity is taken up
    Real arrive = 0.3;      ///< [m] from the goal an agent wants to stop
    CellRule rule{.split_above = 8, .merge_below = 4};
};

struct SpaceCrowd {
    SpaceCrowdLaw law;
    CellRegister<Space> cells;
    std::vector<Vec3> places, velocities;  ///< [m], [m/s]
    std::vector<Vec3> goals;               ///< [m]
    std::vector<Real> speeds;              ///< [m/s] wanted; twice that is the most
    CellChanges adapted;                   ///< in the latest step
    int arrived = 0;                       ///< agents at their goals, in the latest step
    std::vector<Vec3> next;                ///< room to work in
};

/// Takes away levels whose cells would be narrower than the influence, since only rings of cells are asked.
inline void keep_rings_wide(Space& space, Real influence) {
    Real narrowest = influence * std::ldexp(Real(1), space.max_level);
    for_each_volume(space.map,
                    [&](VolumeCell c) { narrowest = std::min(narrowest, space.box[c].size().minCoeff()); });
    while (space.max_level > 0 && std::ldexp(narrowest, -space.max_level) < influence) --space.max_level;
}

/// InputError when an agent is outside the space.
inline SpaceCrowd make_space_crowd(Space space, const SpaceCrowdLaw& law, std::vector<Vec3> places,
                                   std::vector<Vec3> goals, std::vector<Real> speeds) {
    SpaceCrowd crowd;
    crowd.law = law;
    keep_rings_wide(space, law.influence);
    crowd.cells = register_nobody(std::move(space));
    for (std::size_t i = 0; i < places.size(); ++i) {
        const CellArrival arrival = seek_cell(crowd.cells.ground, 0, -1, places[i]);
        if (arrival.cell < 0) throw InputError(fmt::format("agent {} is outside the space", i));
        add_point(crowd.cells, static_cast<int>(i), arrival.cell, arrival.hint);
    }
    crowd.velocities.assign(places.size(), Vec3::Zero());
    crowd.places = std::move(places);
    crowd.goals = std::move(goals);
    crowd.speeds = std::move(speeds);
    return crowd;
}

/// [m/s^2] on agent i: towards its goal, and away from those near it.
inline Vec3 pull_and_push(const SpaceCrowd& crowd, int i) {
    const SpaceCrowdLaw& law = crowd.law;
    const Vec3 way = crowd.goals[i] - crowd.places[i];
    const Real left = way.norm();
    const Vec3 wanted = left < law.arrive ? Vec3(Vec3::Zero()) : Vec3(crowd.speeds[i] / left * way);
    Vec3 sum = (wanted - crowd.velocities[i]) / law.relaxation;
    ring(crowd.cells, crowd.cells.cell[i], [&](int k) {
        const Vec3 apart = crowd.places[i] - crowd.places[k];
        const Real squared = apart.squaredNorm();
        if (k == i || squared >= law.influence * law.influence || squared == 0) return;
        const Real d = std::sqrt(squared), rate = apart.dot(crowd.velocities[i] - crowd.velocities[k]) / d;
        const Real gap = law.influence - d;
        sum += (law.stiffness * gap * gap - law.damping * rate) / d * apart;
    });
    return sum;
}

/// One step of h [s] by Euler's method: cells adapt, everybody decides from the old state, all move. The same
/// bits on any number of threads.
inline void step(SpaceCrowd& crowd, Real h) {
    const int count = static_cast<int>(crowd.places.size());
    crowd.adapted = adapt_cells<Space>(crowd.cells, crowd.law.rule, crowd.places);
    crowd.next.resize(count);
    parallel_for(
        count, [&](int i) { crowd.next[i] = crowd.velocities[i] + h * pull_and_push(crowd, i); }, 64);
    crowd.arrived = 0;
    for (int i = 0; i < count; ++i) {
        const Real most = 2 * crowd.speeds[i], speed = crowd.next[i].norm();
        crowd.velocities[i] = speed > most ? Vec3(most / speed * crowd.next[i]) : crowd.next[i];
        crowd.places[i] += h * crowd.velocities[i];
        crowd.arrived += (crowd.goals[i] - crowd.places[i]).norm() < crowd.law.arrive;
    }
    move_points<Space>(crowd.cells, crowd.places);
}

/// Points on the unit sphere, first at random and then pushed apart as equal charges are, `sweeps` times.
inline std::vector<Vec3> spread_on_sphere(int count, Rng& rng, int sweeps) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
        const Real x = rng.normal(), y = rng.normal();
        points.push_back(Vec3(x, y, rng.normal()).normalized());
    }
    std::vector<Vec3> moved(count);
    const Real spacing = std::sqrt(4 * std::numbers::pi / count);  // of one point's share of the sphere
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        parallel_for(
            count,
            [&](int i) {
                Vec3 force = Vec3::Zero();
                for (int k = 0; k < count; ++k) {
                    const Vec3 apart = points[i] - points[k];
                    const Real squared = apart.squaredNorm();
                    if (squared > 0) force += apart / (squared * std::sqrt(squared));
                }
                force -= force.dot(points[i]) * points[i];
                // a share of the spacing for a push as strong as that of one neighbour, and never far
                const Real push = force.norm() * spacing * spacing;
                const Real way = spacing * std::min(0.1 * push, Real(0.2));
                moved[i] = (points[i] + (push > 0 ? Vec3(way * force.normalized()) : force)).normalized();
            },
            16);
        points.swap(moved);
    }
    return points;
}

}  // namespace souple
