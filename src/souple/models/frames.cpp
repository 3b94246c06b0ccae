// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/frames.h"

#include <fmt/format.h>

#include "souple/core/errors.h"

namespace souple {

namespace {

void add_torque(World& world, const Part& part, const TorqueDef& def) {
    const int count = world.state.frames.count() - part.frames.begin;
    if (def.frame < 0 || def.frame >= count)
        throw InputError(fmt::format("part '{}' has no frame {} (it has {})", part.name, def.frame, count));
    const int frame = part.frames.begin + def.frame;
    world.model.torques.push_back({frame, def.torque, def.start, def.stop});
    if (!def.force.isZero()) world.model.loads.push_back({frame, def.force, def.start, def.stop, true});
}

}  // namespace

void add_torques(World& world, const Part& part, const std::vector<TorqueDef>& torques) {
    for (const TorqueDef& torque : torques) add_torque(world, part, torque);
}

PartId add_frames(World& world, const FramesDef& def) {
    if (def.frames.empty()) throw InputError(fmt::format("part '{}' has no frames", def.part.name));
    const Part part = begin_part(world, def.part, "frames");
    const Pose pose = pose_of(def.part);
    for (const FrameDef& frame : def.frames)
        add_frame(world, pose * Pose{frame.position, rotation_from_degrees(frame.rotation)},
                  def.part.velocity + pose.rotation * frame.velocity, pose.rotation * frame.spin,
                  {frame.mass, frame.moments});
    add_torques(world, part, def.torques);
    return close_part(world, part);
}

}  // namespace souple
