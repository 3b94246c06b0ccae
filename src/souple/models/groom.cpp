// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/groom.h"

#include <fmt/format.h>

#include <sstream>

#include "souple/core/errors.h"
#include "souple/core/read_file.h"

namespace souple {

namespace {

constexpr const char* groom_mark = "souple-groom-1";

Pose head_pose(const World& world, const Hair& hair, int root) {
    const int track = hair.roots[root].track;
    return track < 0 ? Pose{} : pose_at(world.model.tracks[track], world.state.time);
}

}  // namespace

std::string groom_text(const World& world, const Hair& hair) {
    const int begin = world.model.parts[hair.part].points.begin;
    std::string text = fmt::format("{} {} {}\n", groom_mark, hair.root_count(), hair.particles);
    for (int root = 0; root < hair.root_count(); ++root)
        for (int i = 0; i < hair.particles; ++i) {
            const Vec3 p =
                head_pose(world, hair, root).to_local(world.state.x[begin + root * hair.particles + i]);
            text += fmt::format("{} {} {}\n", p.x(), p.y(), p.z());
        }
    return text;
}

void start_from_groom(World& world, const Hair& hair, const std::string& file) {
    std::istringstream in(read_whole_file(file));
    std::string mark;
    int roots = 0, particles = 0;
    if (!in || !(in >> mark >> roots >> particles) || mark != groom_mark)
        throw InputError(fmt::format("{}: this is no groom of souple", file));
    if (roots != hair.root_count() || particles != hair.particles)
        throw InputError(fmt::format("{}: it has {} wisps of {} particles, the hair {} of {}", file, roots,
                                     particles, hair.root_count(), hair.particles));
    const int begin = world.model.parts[hair.part].points.begin;
    for (int root = 0; root < roots; ++root)
        for (int i = 0; i < particles; ++i) {
            Vec3 p;
            if (!(in >> p.x() >> p.y() >> p.z()) || !is_finite(p))
                throw InputError(fmt::format("{}: it ends early, or a number is damaged", file));
            if (i < 2) continue;  // the root is where the head has it
            world.state.x[begin + root * particles + i] = head_pose(world, hair, root).to_world(p);
        }
}

}  // namespace souple
