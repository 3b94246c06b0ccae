// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/touch.h"

#include <fmt/format.h>

#include <limits>

#include "souple/core/errors.h"

namespace souple {

namespace {

/// The index below `count` with the least `distance`, -1 when no index may be chosen.
template <class Distance>
int nearest(int count, const Distance& distance) {
    int best = -1;
    Real least = std::numeric_limits<Real>::infinity();
    for (int i = 0; i < count; ++i)
        if (const Real d = distance(i); d < least) {
            least = d;
            best = i;
        }
    return best;
}

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

void lead(const StillPoint& still, World& world) {
    add_pin(world, still.point, still.place, -1);
    ++world.model.revision;
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

void hold_still(const Grab& touched, World& world, HeldPoints& held) {
    if (touched.frame >= 0 || refines_itself(world.model, touched.part)) {
        std::vector<Grab>& grabs = world.control.hands.grabs;
        Grab lasting = touched;
        lasting.owner = 0;
        lasting.target = place_of(touched, world.model, world.state);
        // held once more, it is held here: two springs at one place would be too stiff for the step
        std::erase_if(grabs, [&](const Grab& old) {
            return old.owner == 0 && old.part == lasting.part && old.frame == lasting.frame &&
                   (old.frame >= 0 || old.rest == lasting.rest);
        });
        grabs.push_back(lasting);
        return;
    }
    held.points.push_back({touched.part, touched.point, world.state.x[touched.point]});
    lead(held.points.back(), world);
    held.revision = world.model.revision;
}

void let_go(int part, const Vec3& at, World& world, HeldPoints& held) {
    std::vector<Grab>& grabs = world.control.hands.grabs;
    const auto far = std::numeric_limits<Real>::infinity();
    const auto from_still = [&](int i) {
        return held.points[i].part == part ? (held.points[i].place - at).norm() : far;
    };
    const auto from_grab = [&](int i) {
        return grabs[i].part == part && grabs[i].owner == 0 ? (grabs[i].target - at).norm() : far;
    };
    const int still = nearest(static_cast<int>(held.points.size()), from_still);
    const int grab = nearest(static_cast<int>(grabs.size()), from_grab);
    if (still < 0 && grab < 0) throw InputError("nothing of this part is held");
    if (still < 0 || (grab >= 0 && from_grab(grab) < from_still(still))) {
        grabs.erase(grabs.begin() + grab);
        return;
    }
    Model& model = world.model;
    const int point = held.points[still].point;
    std::erase_if(model.pins, [point](const Pin& pin) { return pin.node == point; });
    model.inv_mass[point] = 1 / model.point_mass[point];
    held.revision = ++model.revision;
    held.points.erase(held.points.begin() + still);
}

void follow_model(World& world, HeldPoints& held) {
    if (held.points.empty() || held.revision == world.model.revision) return;
    for (const StillPoint& still : held.points)
        if (!is_led(world.model, still.point)) lead(still, world);
    held.revision = world.model.revision;
}

}  // namespace souple
