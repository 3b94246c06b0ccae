// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The promises of frame.h, one after the other.
#include "souple/view/check_frame.h"

#include <cmath>
#include <set>

namespace souple {

namespace {

constexpr const char* too_far = "a place is 1e30 m away or more, farther than a recording can hold";

/// One structure under examination.
struct Examined {
    const StructureHead& head;
    std::size_t nodes = 0, faces = 0;

    void require(bool good, const char* fault) const {
        if (!good) throw FrameError(head, fault);
    }
};

void check_places(const Examined& examined, const std::vector<Vec3>& places) {
    bool finite = true, near = true;
    for (const Vec3& p : places) {
        finite &= p.allFinite();
        near &= (p.array().abs() < farthest_place).all();
    }
    examined.require(finite, "a place is not finite");
    examined.require(near, too_far);
}

void check_radii(const Examined& examined, const std::vector<float>& radii) {
    examined.require(radii.size() == 1 || radii.size() == examined.nodes, "the number of radii is wrong");
    for (const float radius : radii)
        examined.require(std::isfinite(radius) && radius >= 0, "a radius is negative or not finite");
}

void check_triangles(const Examined& examined, const std::vector<std::array<int, 3>>& triangles) {
    for (const auto& triangle : triangles)
        for (const int node : triangle)
            examined.require(node >= 0 && static_cast<std::size_t>(node) < examined.nodes,
                             "a triangle has a corner that does not exist");
}

void check_starts(const Examined& examined, const std::vector<int>& first) {
    examined.require(!first.empty() && first.front() == 0, "the first curve does not start at 0");
    for (std::size_t c = 1; c < first.size(); ++c)
        examined.require(first[c] >= first[c - 1], "a curve ends before it starts");
    examined.require(static_cast<std::size_t>(first.back()) == examined.nodes,
                     "the last curve does not end at the last position");
}

void check_quantities(const Examined& examined) {
    for (const Quantity& quantity : examined.head.quantities) {
        const std::size_t places = quantity.place == QuantityPlace::Nodes ? examined.nodes : examined.faces;
        const std::size_t each = quantity.kind == QuantityKind::Scalar ? 1 : 3;
        examined.require(quantity.values.size() == each * places,
                         "a quantity has the wrong number of values");
    }
}

void check_structure(const PointsView& view) {
    const Examined examined{view.head, view.positions.size(), 0};
    check_places(examined, view.positions);
    check_radii(examined, view.radii);
    check_quantities(examined);
}

void check_structure(const DiscsView& view) {
    const Examined examined{view.head, view.positions.size(), 0};
    check_places(examined, view.positions);
    check_places(examined, view.normals);
    examined.require(view.normals.size() == view.positions.size(), "the number of normals is wrong");
    check_radii(examined, view.radii);
    check_quantities(examined);
}

void check_structure(const CurvesView& view) {
    const Examined examined{view.head, view.positions.size(), 0};
    check_places(examined, view.positions);
    check_starts(examined, view.first);
    check_radii(examined, view.radii);
    check_quantities(examined);
}

void check_structure(const SurfaceView& view) {
    const Examined examined{view.head, view.positions.size(), view.triangles.size()};
    check_places(examined, view.positions);
    check_triangles(examined, view.triangles);
    check_quantities(examined);
}

void check_structure(const InstancesView& view) {
    const Examined examined{view.head, view.poses.size(), 0};
    examined.require(view.mesh != nullptr, "the mesh is missing");
    for (const Pose& pose : view.poses) {
        examined.require(pose.position.allFinite() && std::abs(pose.rotation.squaredNorm() - 1) < 1e-3,
                         "a placement is not finite or not a rotation");
        examined.require((pose.position.array().abs() < farthest_place).all(), too_far);
    }
    examined.require(view.names.empty() || view.names.size() == view.poses.size(),
                     "the number of names is wrong");
    check_structure(*view.mesh);
    check_quantities(examined);
}

template <class View>
void check_all(const std::vector<View>& views, std::set<std::string>& names) {
    for (const View& view : views) {
        if (view.head.name.empty()) throw FrameError(view.head, "a structure has no name");
        const Examined examined{view.head, 0, 0};
        examined.require(names.insert(view.head.name).second, "the name is used twice");
        check_structure(view);
    }
}

}  // namespace

FrameError::FrameError(const StructureHead& head, const std::string& what)
    : InputError(head.name.empty() ? what : "structure '" + head.name + "': " + what),
      part(head.part),
      fault(what) {}

void check(const Frame& frame) {
    std::set<std::string> names;
    check_all(frame.points, names);
    check_all(frame.discs, names);
    check_all(frame.curves, names);
    check_all(frame.surfaces, names);
    check_all(frame.instances, names);
}

}  // namespace souple
