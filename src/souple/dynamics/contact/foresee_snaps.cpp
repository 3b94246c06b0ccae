// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/foresee_snaps.h"

#include <algorithm>

namespace souple {

void foresee_snaps(const Model& model, const State& state, Real length, Real slack, std::vector<Vec3>& pull,
                   std::vector<Real>& thrown) {
    thrown.assign(state.x.size(), 0);
    pull.assign(state.x.size(), Vec3::Zero());
    for (const Part& part : model.parts) {
        if (part.triangles.empty() || part.surface.touches == Touches::Nothing) continue;
        for (int s = part.springs.begin; s < part.springs.end(); ++s) {
            const Spring& spring = model.springs[s];
            const auto [a, b] = spring.nodes;
            const Vec3 way = state.x[b] - state.x[a];
            const Real far = way.norm();
            if (!(far > 0)) continue;
            const Vec3 force = spring.stiffness * (far - spring.rest_length) / far * way;
            pull[a] += force;
            pull[b] -= force;
            for (const int i : {a, b}) thrown[i] = std::max(thrown[i], spring.rest_length);
        }
        for (int i = part.points.begin; i < part.points.end(); ++i) {
            const Real way = 0.5 * length * length * model.inv_mass[i] * pull[i].norm();
            thrown[i] = way > slack ? std::min(way, thrown[i]) : 0;
        }
    }
}

}  // namespace souple
