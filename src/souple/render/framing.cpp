// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/framing.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "souple/view/quantities.h"

namespace souple {

namespace {

constexpr Real filled = 2.0 / 3;     // of the picture
constexpr Real still_share = 1e-3;   // of its size that a thing may stir and yet stand still
constexpr Real scenery_ratio = 2.5;  // still things may make the picture this much wider than what moves does
constexpr Real lone_scenery_ratio = 8;  // where nothing moves: and be this much larger than all smaller ones
constexpr Real dot_room = 0.05;         // [m] around a single place without extent
constexpr Real flat_share = 1.0 / 3;    // flat: less of this extent than of the others
constexpr Real low_share = 1.0 / 6;     // so low that it is looked at from higher above

struct LookingFrom {
    Real azimuth, elevation;  // [degrees] from the z axis, above the horizon
};
constexpr std::array<LookingFrom, framing_direction_count> directions = {
    {{35, 20}, {15, 20}, {75, 20}, {35, 40}}};

Real radians(Real degrees) { return degrees * std::numbers::pi / 180; }

CameraAxes axes_looking(const LookingFrom& place) {
    const Real a = radians(place.azimuth), e = radians(place.elevation);
    const Vec3 from(std::sin(a) * std::cos(e), std::sin(e), std::cos(a) * std::cos(e));
    return axes_of({.eye = from, .target = Vec3::Zero(), .up = Vec3::UnitY()});
}

/// How far a ball reaches over planes through the origin with the slopes of the picture's sides: the camera
/// that stands where none is reached over sees it whole.
void include_ball(const Framing& framing, const Vec3& centre, Real radius, Silhouette& reach) {
    reach.box.extend(Aabb{centre - Vec3::Constant(radius), centre + Vec3::Constant(radius)});
    const Real tx = framing.tan_x, ty = framing.tan_y;
    const Real rx = radius * std::hypot(1.0, tx), ry = radius * std::hypot(1.0, ty);
    for (std::size_t d = 0; d < framing.axes.size(); ++d) {
        const CameraAxes& axes = framing.axes[d];
        const Real x = axes.right.dot(centre), y = axes.up.dot(centre), z = axes.forward.dot(centre);
        std::array<Real, 4>& sides = reach.sides[d];
        sides[0] = std::max(sides[0], x - tx * z + rx);
        sides[1] = std::max(sides[1], -x - tx * z + rx);
        sides[2] = std::max(sides[2], y - ty * z + ry);
        sides[3] = std::max(sides[3], -y - ty * z + ry);
    }
}

Silhouette both(const Silhouette& a, const Silhouette& b) {
    Silhouette united = a;
    united.box.extend(b.box);
    for (std::size_t d = 0; d < united.sides.size(); ++d)
        for (std::size_t k = 0; k < 4; ++k) united.sides[d][k] = std::max(a.sides[d][k], b.sides[d][k]);
    return united;
}

template <class View>
std::vector<Vec3> anchors_of(const View& view) {
    return view.positions;
}
/// Three corners of the mesh's box follow every turn of a placement.
std::vector<Vec3> anchors_of(const InstancesView& view) {
    Aabb box;
    for (const Vec3& x : view.mesh->positions) box.extend(x);
    std::vector<Vec3> anchors;
    for (const Pose& pose : view.poses)
        for (const Vec3& corner : {box.low, box.high, Vec3(box.low.x(), box.high.y(), box.low.z())})
            anchors.push_back(pose.to_world(corner));
    return anchors;
}

/// Calls fn(centre, radius) for every ball of which a view's outline is made.
template <class View, class Fn>
void for_each_ball(const View& view, const Fn& fn) {
    for (std::size_t i = 0; i < view.positions.size(); ++i) {
        if constexpr (requires { view.radii; })
            fn(view.positions[i], Real(radius_at(view.radii, i)));
        else
            fn(view.positions[i], Real(0));
    }
}
template <class Fn>
void for_each_ball(const InstancesView& view, const Fn& fn) {
    for (const Pose& pose : view.poses)
        for (const Vec3& x : view.mesh->positions) fn(pose.to_world(x), Real(0));
}

bool has_stirred(const std::vector<Vec3>& before, const std::vector<Vec3>& now, Real size) {
    if (before.size() != now.size()) return true;
    for (std::size_t i = 0; i < now.size(); ++i)
        if ((now[i] - before[i]).norm() > still_share * size) return true;
    return false;
}

template <class View>
void include_view(Framing& framing, const View& view, bool shown) {
    const auto [place, is_new] = framing.sights.try_emplace(view.head.name);
    Sight& sight = place->second;
    const std::vector<Vec3> anchors = sight.moves ? std::vector<Vec3>{} : anchors_of(view);
    // what stands still is taken in once
    if (!is_new && !sight.moves && anchors == sight.anchors && (!shown || !sight.shown.empty())) return;
    for_each_ball(view, [&](const Vec3& centre, Real radius) {
        if (!is_finite(centre)) return;
        sight.whole.extend(Aabb{centre - Vec3::Constant(radius), centre + Vec3::Constant(radius)});
        if (shown) include_ball(framing, centre, radius, sight.shown);
    });
    framing.whole.extend(sight.whole);
    if (is_new) sight.anchors = anchors;
    sight.is_solid = std::is_same_v<View, InstancesView>;
    if (sight.moves || sight.whole.empty()) return;
    sight.moves = has_stirred(sight.anchors, anchors, sight.whole.size().norm());
    if (sight.moves) sight.anchors = {};
}

void note_vectors(Framing& framing, const StructureHead& head) {
    framing.longest_force = std::max(framing.longest_force, longest_vector(head, "force"));
    framing.longest_torque = std::max(framing.longest_torque, longest_vector(head, "torque"));
}

bool is_hidden(const Framing& framing, const StructureHead& head) {
    const Look* look = find_look(framing.looks, head.part);
    return look && look->hidden;
}

/// The extremes of what the part's look shows.
void note_extremes(Framing& framing, const StructureHead& head) {
    const Look* look = find_look(framing.looks, head.part);
    const Quantity* quantity = look && !look->show.empty() ? find_quantity(head, look->show) : nullptr;
    if (!quantity) return;
    for (const float value : scalars_of(*quantity)) {
        if (!std::isfinite(value)) continue;
        const auto [place, is_new] =
            framing.extremes.try_emplace(head.part, std::array<Real, 2>{value, value});
        std::array<Real, 2>& range = place->second;
        range = {std::min<Real>(range[0], value), std::max<Real>(range[1], value)};
    }
}

Real size_of(const Aabb& box) { return box.empty() ? 0 : box.size().norm(); }

/// What moves, and those still things beside which it stays large, the smallest first.
Silhouette subject_of(const Framing& framing) {
    Aabb subject_box;  // in the whole film
    Silhouette subject;
    std::vector<const Sight*> still;
    for (const auto& [name, sight] : framing.sights) {
        if (!sight.moves) {
            still.push_back(&sight);
            continue;
        }
        subject_box.extend(sight.whole);
        subject = both(subject, sight.shown);
    }
    std::stable_sort(still.begin(), still.end(),
                     [](const Sight* a, const Sight* b) { return size_of(a->whole) < size_of(b->whole); });
    const bool any_moves = size_of(subject_box) > 0;
    for (const Sight* sight : still) {
        if (sight->shown.empty()) continue;
        Aabb wide = subject_box;
        wide.extend(sight->whole);
        const Real size = size_of(subject_box);
        const bool is_scenery = any_moves ? size_of(wide) > scenery_ratio * size
                                          : size > 0 && size_of(sight->whole) > lone_scenery_ratio * size;
        if (sight->is_solid && is_scenery) continue;
        subject = both(subject, sight->shown);
        if (!any_moves) subject_box = wide;
    }
    return subject;
}

std::size_t best_direction(const Vec3& size) {
    if (size.z() < flat_share * size.x()) return 1;
    if (size.x() < flat_share * size.z()) return 2;
    return size.y() < low_share * std::min(size.x(), size.z()) ? 3 : 0;
}

}  // namespace

Silhouette::Silhouette() {
    for (std::array<Real, 4>& four : sides) four.fill(-std::numeric_limits<Real>::infinity());
}

Framing::Framing(Real picture_aspect, Real picture_field_of_view)
    : aspect(picture_aspect), field_of_view(picture_field_of_view) {
    tan_y = filled * std::tan(radians(field_of_view / 2));
    tan_x = tan_y * aspect;
    for (std::size_t d = 0; d < axes.size(); ++d) axes[d] = axes_looking(directions[d]);
}

void include(Framing& framing, const Frame& frame, bool shown) {
    const auto include_all = [&framing, shown](const auto& views) {
        for (const auto& view : views)
            if (!is_hidden(framing, view.head)) include_view(framing, view, shown);
    };
    include_all(frame.points);
    include_all(frame.discs);
    include_all(frame.curves);
    include_all(frame.surfaces);
    for (const InstancesView& view : frame.instances) {
        if (!view.mesh || is_hidden(framing, view.head)) continue;
        framing.solids[view.head.name] = {view.head.part, view.mesh, view.poses, view.endless};
        if (!view.endless) include_view(framing, view, shown);
    }
    for_each_head(frame, [&framing](const StructureHead& head) {
        note_vectors(framing, head);
        note_extremes(framing, head);
    });
}

Camera fitting_camera(const Framing& framing) {
    Silhouette subject = subject_of(framing);
    Camera camera;
    camera.field_of_view = framing.field_of_view;
    if (subject.empty()) return camera;
    const Vec3 middle = subject.box.center(), size = subject.box.size();
    // numbers that far from the origin have no room for less
    const Real least = std::max(size.isZero(0) ? dot_room : 0, 1e-9 * middle.norm());
    if (size.norm() < 2 * least) include_ball(framing, middle, least, subject);
    const std::size_t d = best_direction(size);
    const CameraAxes& axes = framing.axes[d];
    const std::array<Real, 4>& sides = subject.sides[d];
    // each pair of opposite sides gives the middle between them and how far back the eye must be
    const Real x = (sides[0] - sides[1]) / 2, y = (sides[2] - sides[3]) / 2;
    const Real z =
        std::min(-(sides[0] + sides[1]) / (2 * framing.tan_x), -(sides[2] + sides[3]) / (2 * framing.tan_y));
    camera.eye = x * axes.right + y * axes.up + z * axes.forward;
    camera.target = camera.eye + (axes.forward.dot(middle) - z) * axes.forward;
    return camera;
}

}  // namespace souple
