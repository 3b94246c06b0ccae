// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/articulated/virtual_work.h"

#include "souple/dynamics/articulated/spatial_algebra.h"

namespace souple {

void find_generalised_forces(const ArticulatedTree& tree, const std::vector<LinkPlace>& places,
                             std::span<const Vec3> force, std::span<const Vec3> torque,
                             std::vector<Wrench>& carried, std::span<GeneralisedForce> generalised) {
    const int count = static_cast<int>(tree.links.size());
    carried.assign(count, {});
    for (int i = count - 1; i >= 0; --i) {
        const TreeLink& link = tree.links[i];
        const LinkPlace& place = places[i];
        const int f = tree.frames.begin + i;
        carried[i] = carried[i] + about(Wrench{torque[f], force[f]}, place.centre);
        generalised[i] = {};
        if (link.kind == JointKind::Free) generalised[i] = {carried[i].force, carried[i].moment};
        for (int k = 0; k < place.freedom; ++k) generalised[i].force[k] = dot(place.column[k], carried[i]);
        if (link.parent >= 0) carried[link.parent] = carried[link.parent] + about(carried[i], place.arm);
    }
}

}  // namespace souple
