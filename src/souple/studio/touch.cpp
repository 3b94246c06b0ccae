// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/touch.h"

#include <fmt/format.h>

#include "souple/core/errors.h"

namespace souple {

namespace {

int part_showing(const ViewPlan& plan, const std::string& structure) {
    for (std::size_t p = 0; p < plan.parts.size(); ++p) {
        const PartPlan& part = plan.parts[p];
        for (const std::string* name :
             {&part.surface_name, &part.curves_name, &part.points_name, &part.wisps_name, &part.discs_name})
            if (!name->empty() && *name == structure) return static_cast<int>(p);
        for (const BodyPlan& body : part.bodies)
            if (body.name == structure) return static_cast<int>(p);
    }
    return -1;
}

/// The frame that an instance or a disc shows, -1 for other structures.
int frame_showing(const PartPlan& plan, const Part& part, const Touched& touched) {
    if (touched.structure == plan.discs_name && touched.node >= 0 && touched.node < part.frames.count)
        return part.frames.begin + touched.node;
    for (const BodyPlan& body : plan.bodies)
        if (body.name == touched.structure && touched.node >= 0 &&
            touched.node < static_cast<int>(body.frames.size()))
            return body.frames[touched.node];
    return -1;
}

}  // namespace

Grab find_touched(const ViewPlan& plan, const World& world, const Touched& touched) {
    const Model& model = world.model;
    Grab grab{.part = part_showing(plan, touched.structure), .target = touched.at};
    if (grab.part < 0 || !is_finite(touched.at))
        throw InputError(fmt::format("'{}' cannot be touched", touched.structure));
    const Part& part = model.parts[grab.part];
    grab.frame = frame_showing(plan.parts[grab.part], part, touched);
    if (grab.frame >= 0) {
        const Pose pose{world.state.frames.x[grab.frame], world.state.frames.q[grab.frame]};
        grab.local = pose.to_local(touched.at);
        return grab;
    }
    grab.point = nearest_free_point(model, grab.part, world.state.x, touched.at);
    if (grab.point < 0) throw InputError(fmt::format("nothing of '{}' can move", part.name));
    grab.rest = model.point_rest[grab.point];
    return grab;
}

}  // namespace souple
