// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The camera that is chosen: what has been seen of a motion, and the place from which it fills two thirds of
// the picture.
#pragma once

#include "souple/geometry/aabb.h"
#include "souple/render/camera.h"
#include "souple/view/film.h"

namespace souple {

constexpr Real usual_field_of_view = 30;  // [degrees] from bottom to top

/// Directions that a camera may be asked to look in: three quarters, then for motions that are flat in z, in
/// x and in y.
constexpr int framing_direction_count = 4;

/// A box, and how far things reach over the four sides of the picture for each direction to look in.
struct Silhouette {
    Silhouette();

    Aabb box;
    std::array<std::array<Real, 4>, framing_direction_count> sides;  ///< [m] right, left, top, bottom

    bool empty() const { return box.empty(); }
};

/// What has been seen of one structure.
struct Sight {
    Silhouette shown;           ///< in the frames that are shown
    Aabb whole;                 ///< in the whole film
    std::vector<Vec3> anchors;  ///< [m] where its nodes were at first; none once it has moved
    bool moves = false;         ///< by more than a thousandth of its size
    bool is_solid = false;      ///< instances: they may be scenery
};

/// Instances as they were seen last.
struct SeenSolid {
    std::string part;
    std::shared_ptr<const SurfaceView> mesh;
    std::vector<Pose> poses;
    bool endless = false;
};

/// What has been seen of a motion so far, in just enough numbers to place a camera.
struct Framing {
    explicit Framing(Real aspect, Real field_of_view = usual_field_of_view);

    Real aspect = 1;                           ///< width over height of the picture
    Real field_of_view = usual_field_of_view;  ///< [degrees]
    Real tan_x = 0, tan_y = 0;                 ///< slopes of the sides of the part that is to be filled
    std::array<CameraAxes, framing_direction_count> axes;
    Aabb whole;                                           ///< of all that is neither endless nor hidden
    std::map<std::string, Sight> sights;                  ///< by structure
    std::map<std::string, SeenSolid> solids;              ///< by structure
    Real longest_force = 0;                               ///< of vector quantities named force
    Real longest_torque = 0;                              ///< and torque
    std::map<std::string, Look> looks = {};               ///< by part: hidden ones are not taken in
    std::map<std::string, std::array<Real, 2>> extremes;  ///< of the quantity that a part's look shows
};

/// Takes in all that a frame shows, except what is endless or hidden. Frames that are not `shown` tell what
/// moves and how large everything is, but need not fit into the picture.
void include(Framing& framing, const Frame& frame, bool shown = true);

/// The place from which what was shown spans two thirds of the picture, across or from bottom to top. Flat
/// motions are looked at from their broad side or from higher above, others from three quarters. Solids that
/// never move and would make what moves small, such as a room or a large floor, may reach out of the picture.
Camera fitting_camera(const Framing& framing);

/// The parts whose solids stand still and hide at least half of what moves from the camera: walls between
/// them, endless ones too. Nothing that reaches in between what moves is among them.
std::vector<std::string> parts_in_the_way(const Framing& framing, const Camera& camera);

}  // namespace souple
