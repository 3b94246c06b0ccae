// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A piece of space with fibres and membranes in it, and a tip that goes through it and leaves a trail of
// segments behind. Everything is written down in the cells it passes through; cells are split around the tip
// and merged behind it, so that what is near the tip is found at once, however much there is elsewhere
// (002 F2.29, F2.30, F2.50 to F2.52).
//
// The tip goes where a motion takes it. What bends a needle would choose where that is; all that is here
// stays as it is then.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "souple/dynamics/model.h"
#include "souple/dynamics/state.h"
#include "souple/dynamics/step.h"
#include "souple/topology/space/space_register.h"

namespace souple {

/// A segment of a fibre or a triangle of a membrane.
struct Embedded {
    std::array<Vec3, 3> local{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};  ///< [m] as the track has it
    int count = 2;   ///< corners: 2 of a fibre, 3 of a membrane
    int track = -1;  ///< Model::tracks; -1: it stays, and `local` is in the world
    int thing = 0;   ///< the fibre or membrane it is of, in the order they came,
    int number = 0;  ///< and which of its segments or triangles it is
};
/// How reports call it.
std::string name_of(const Embedded& piece);

/// What can be near the tip.
enum class TissueKind { Fibre, Membrane, Trail };

/// The points of the part are the joints and, last of all, the tip. Those that are not left behind yet are
/// where the tip is.
struct TissuePart {
    int part = -1;                   ///< Model::parts
    Space space;                     ///< as it came
    std::vector<Embedded> embedded;  ///< shapes of the register with the same numbers; the trail's come next
    int tip_track = -1;              ///< Model::tracks
    Real segment = 0.1;              ///< [m] length at which one is complete
    Real refine_within = 0.1;        ///< [m] cells that come so near to the tip are split
    Real sight = 0.1;                ///< [m] what is farther from the tip is not looked for
};

/// Room that a tissue works in; rebuilt when it is not what the State tells of.
struct TissueBuffer {
    SpaceRegister reg;
    bool has_cells = false;
    std::shared_ptr<const TissuePart> of;
    std::uint64_t history = 0;  ///< TissueState::history that `reg` has followed
};
struct TissueBuffers {
    std::vector<TissueBuffer> of;  ///< by Model::tissues
};

/// A tissue with its memory and the places of its points.
struct TissueView {
    const TissuePart& tissue;
    const TissueState& memory;
    std::span<const Vec3> x;  ///< [m] joints, and the tip

    const Vec3& tip() const { return x.back(); }
    int segment_count() const { return memory.joints; }
    /// [m] along the trail from the end of a segment to the tip.
    Real way_to_tip(int k) const {
        const int between = memory.joints - 2 - k;  // complete ones
        return between < 0 ? 0 : between * tissue.segment + (tip() - x[memory.joints - 1]).norm();
    }
    /// Ends of a segment; the last one ends at the tip.
    std::array<Vec3, 2> segment(int k) const { return {x[k], k + 1 < memory.joints ? x[k + 1] : tip()}; }
};
TissueView view_of_tissue(const Model& model, const State& state, int tissue);

/// Where the track of something embedded is, and [m] its corners then.
Pose pose_of(const Embedded& thing, std::span<const Pose> poses);
std::array<Vec3, 3> corners_at(const Embedded& thing, const Pose& pose);

/// Writes everything down from the beginning. `poses` are those of Model::tracks. InputError names what is
/// outside the space.
SpaceRegister register_tissue(const TissueView& view, std::span<const Pose> poses);
std::vector<Pose> poses_of_tracks(const Model& model, const State& state, Real time);

/// The tip goes on, the trail grows, what is embedded moves, cells follow. Returns what left the space, or
/// nothing; a tip that would leave it waits.
struct TissueChanges {
    int splits = 0, merges = 0;
    std::optional<std::string> fault;
};
TissueChanges move_tissue(const TissuePart& tissue, const Part& part, std::span<const Pose> poses, Real h,
                          TissueState& memory, State& state, TissueBuffer& buffer);

/// Whether cells as they should be would be others: those that come near the tip are split as deep as cells
/// can be, all others are whole.
bool wants_split(const TissuePart& tissue, const Space& space, int cell, const Vec3& tip);

/// What is near the tip.
struct TissueNearest {
    std::array<Real, 3> distance{};  ///< [m] by TissueKind; at most the sight
    int looked_at = 0;               ///< shapes in the cells that come within the sight
};
/// By the cells around the tip. Segments that are nearer along the trail than the sight do not count: those
/// at the tip are always near.
TissueNearest find_nearest(const TissueView& view, const SpaceRegister& reg);
/// By looking at everything.
TissueNearest find_nearest_by_search(const TissueView& view, std::span<const Pose> poses);
/// [m] from the tip to something of the trail or embedded.
Real distance_to(const Vec3& tip, std::span<const Vec3> corners);

/// Moves tissues in the stage of that name.
void move_tissues(const Interval& interval, State& state, Scratch& scratch, StepReport& report);

}  // namespace souple
