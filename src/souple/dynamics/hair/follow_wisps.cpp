// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/follow_wisps.h"

namespace souple {

namespace {

void set_springs(const Hair& hair, Real share, int slot, Model& model) {
    const Part& part = model.parts[hair.part];
    const WispMaterial& material = hair.material;
    for (int k = 0; k < hair.springs_of_wisp(); ++k) {
        Spring& spring = model.springs[part.springs.begin + slot * hair.springs_of_wisp() + k];
        const bool segment = k < hair.particles - 1;
        spring.stiffness = share * (segment ? material.stiffness : material.bend_stiffness);
        spring.damping = share * (segment ? material.damping : material.bend_damping);
    }
    for (int k = 0; k < hair.hinges_of_wisp(); ++k) {
        Hinge& hinge = model.hinges[part.hinges.begin + slot * hair.hinges_of_wisp() + k];
        hinge.stiffness = share * material.bend_stiffness;
        hinge.damping = share * material.bend_damping;
    }
}

/// Rest lengths and roots are those of the wisp's root.
void set_root(const Hair& hair, int root, int slot, Model& model) {
    if (slot == root) return;
    const Part& part = model.parts[hair.part];
    for (int k = 0; k < hair.springs_of_wisp(); ++k)
        model.springs[part.springs.begin + slot * hair.springs_of_wisp() + k].rest_length =
            model.springs[part.springs.begin + root * hair.springs_of_wisp() + k].rest_length;
    for (int k = 0; k < 2; ++k) {
        Pin& pin = model.pins[hair.first_pin + 2 * slot + k];
        const int node = pin.node;
        pin = model.pins[hair.first_pin + 2 * root + k];
        pin.node = node;
    }
}

}  // namespace

void follow_wisps(const HairState& own, const Hair& hair, Model& model) {
    const int begin = model.parts[hair.part].points.begin;
    for (int slot = 0; slot < hair.slots; ++slot) {
        const WispMemory& wisp = own.wisps[slot];
        const Real share = wisp.root < 0 ? 0 : share_of(wisp);
        const int root = wisp.root < 0 ? 0 : wisp.root;
        for (int i = 0; i < hair.particles; ++i) {
            const Real mass = share * hair.mass[root * hair.particles + i];
            model.point_mass[begin + slot * hair.particles + i] = mass;
            model.inv_mass[begin + slot * hair.particles + i] = i < 2 || share == 0 ? 0 : 1 / mass;
        }
        set_springs(hair, share, slot, model);
        set_root(hair, root, slot, model);
    }
}

void follow_wisps(const State& state, Model& model) {
    for (std::size_t h = 0; h < model.hair.size(); ++h) follow_wisps(state.hair[h], model.hair[h], model);
}

}  // namespace souple
