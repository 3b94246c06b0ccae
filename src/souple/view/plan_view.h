// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What of a world's looks is the same in every frame: names, curves, and the meshes of solids.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "souple/dynamics/model.h"
#include "souple/geometry/triangle_mesh.h"
#include "souple/view/frame.h"

namespace souple {

/// Frames of a part that have the same inertia, and so look alike.
struct BodyPlan {
    std::string name;
    std::vector<int> frames;
    std::shared_ptr<const SurfaceView> mesh;
    std::vector<std::string> names;  ///< of the frames, empty where one has none; or no names at all
};

struct PartPlan {
    std::string surface_name, curves_name, points_name;
    std::vector<std::array<int, 3>> triangles;  ///< counted from the part's first point
    std::vector<int> curve_nodes;               ///< of all curves, one after the other
    std::vector<int> curve_first;               ///< start of each curve, and the end of the last
    std::vector<int> ball_nodes;                ///< points shown as balls
    float curve_radius = 0;                     ///< [m]
    float ball_radius = 0;                      ///< [m]
    std::vector<BodyPlan> bodies;
    int hair = -1;           ///< Model::hair: shown hair by hair, as curves
    std::string wisps_name;  ///< of the axes of its wisps
    std::vector<int> skins;  ///< Model::skins that belong to it
    std::vector<std::string> skin_names;
    std::string discs_name;         ///< empty unless the part is made of oriented particles
    std::vector<Vec3> disc_axes;    ///< by frame of the part: the normal in its axes
    std::vector<float> disc_radii;  ///< [m]

    std::string crowd_name;  ///< empty unless the part is a crowd
};

struct ObstaclePlan {
    std::string name;
    std::shared_ptr<const SurfaceView> mesh;  ///< null for a deforming obstacle
    bool endless = false;
};

struct ViewPlan {
    int revision = -1;  ///< of the model
    std::vector<PartPlan> parts;
    std::vector<ObstaclePlan> obstacles;
};

ViewPlan plan_view(const Model& model);

/// Plans again when the model has changed.
void follow(const Model& model, ViewPlan& plan);

/// Curves along the springs of points: paths that run on while exactly two springs meet, from the lowest
/// point on; a ring ends where it began. Springs that only hinder bending (they skip one point of a chain and
/// are as long at rest as what they skip) are left out, and those without stiffness.
struct SpringCurves {
    std::vector<int> nodes;
    std::vector<int> first;  ///< start of each curve, and the end of the last
};
SpringCurves find_curves(const Model& model, const Part& part);

/// Triangles of everything a frame of the part carries, in the frame's axes; none when it carries nothing.
TriangleMesh tessellate_body(const Model& model, const Part& part, int frame);

/// Whole sides [m] of the box of even density that has this inertia; a side that would be imaginary is thin.
Vec3 box_sides(const FrameInertia& inertia);

}  // namespace souple
