// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The step that the forces of the moment suggest (000 F0.6): long near rest, short when something is pushed
// hard.
#include <cmath>
#include <limits>

#include "souple/dynamics/solvers/common.h"

namespace souple {

namespace {

/// The smallest of what is added to it.
struct Least {
    Real value = std::numeric_limits<Real>::infinity();
    Least& operator+=(const Least& other) {
        value = std::min(value, other.value);
        return *this;
    }
};

}  // namespace

Real step_from_forces(const Model& model, const Part& part, const Forces& forces) {
    // the least mass / force: its inverse is the largest acceleration; led points go where they are led
    Least least = parallel_sum(part.points.count, Least{}, [&](int k) {
        const int i = part.points.begin + k;
        return is_led(model, i) ? Least{} : Least{model.point_mass[i] / forces.point[i].norm()};
    });
    least += parallel_sum(part.frames.count, Least{}, [&](int k) {
        const int i = part.frames.begin + k;
        return Least{model.frame_inertia[i].mass / forces.frame[i].norm()};
    });
    return part.control.safety * std::sqrt(part.control.length * least.value);
}

}  // namespace souple
