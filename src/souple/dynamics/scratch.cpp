// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/scratch.h"

#include "souple/dynamics/hair/advance_hair.h"
#include "souple/dynamics/model.h"

namespace souple {

namespace {

void resize(Motion& motion, std::size_t points, std::size_t frames) {
    motion.x.resize(points);
    motion.v.resize(points);
    motion.frames.x.resize(frames);
    motion.frames.q.resize(frames);
    motion.frames.v.resize(frames);
    motion.frames.w.resize(frames);
}

}  // namespace

Scratch::Scratch() = default;
Scratch::Scratch(const Scratch&) = default;
Scratch::Scratch(Scratch&&) noexcept = default;
Scratch& Scratch::operator=(const Scratch&) = default;
Scratch& Scratch::operator=(Scratch&&) noexcept = default;
Scratch::~Scratch() = default;

void prepare(const Model& model, Scratch& scratch) {
    prepare(model, scratch.solver);
    const std::size_t points = model.point_mass.size(), frames = model.frame_inertia.size();
    // (sizes are compared too: another model may carry the same revision)
    if (scratch.revision == model.revision && scratch.x_before.size() == points &&
        scratch.contact.obstacle_boxes.size() == model.obstacles.size() &&
        scratch.hair.size() == model.hair.size())
        return;
    scratch.hair.resize(model.hair.size());
    for (std::size_t h = 0; h < model.hair.size(); ++h) prepare(model, model.hair[h], scratch.hair[h]);
    scratch.revision = model.revision;
    scratch.x_before.resize(points);
    scratch.v_before.resize(points);
    scratch.part_kept.trees.resize(model.trees.size());
    scratch.part_coarse.trees.resize(model.trees.size());
    resize(scratch.part_kept, points, frames);
    resize(scratch.part_coarse, points, frames);
    scratch.contact.obstacle_boxes.resize(model.obstacles.size());
    scratch.contact.meetings.reserve(model.obstacles.size());
    scratch.contact.met.assign(points, {});  // of obstacles that may be gone
    scratch.contact.contacts.clear();
    scratch.contact.contacts.reserve(points);
}

}  // namespace souple
