// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/dress_frame.h"

#include <algorithm>

#include "souple/view/quantities.h"

namespace souple {

namespace {

/// Whether the settings leave it out.
struct IsLeftOut {
    const RenderSettings& settings;

    bool operator()(const StructureHead& head) const {
        const Look* look = find_look(settings.looks, head.part);
        return look && look->hidden;
    }
    template <class View>
    bool operator()(const View& view) const {
        return (*this)(view.head);
    }
    bool operator()(const InstancesView& view) const {
        return (view.endless && !settings.planes) || (*this)(view.head);
    }
};

template <class Views>
bool any_of(const Views& views, const IsLeftOut& is_left_out) {
    return std::any_of(views.begin(), views.end(), is_left_out);
}

bool hides_something(const Frame& frame, const IsLeftOut& is_left_out) {
    return any_of(frame.points, is_left_out) || any_of(frame.discs, is_left_out) ||
           any_of(frame.curves, is_left_out) || any_of(frame.surfaces, is_left_out) ||
           any_of(frame.instances, is_left_out);
}

bool has_plane(const Frame& frame) {
    return std::any_of(frame.instances.begin(), frame.instances.end(),
                       [](const InstancesView& view) { return view.endless; });
}

InstancesView ground_at(Real height) {
    const auto square = std::make_shared<SurfaceView>();
    square->positions = {{-1, 0, -1}, {-1, 0, 1}, {1, 0, 1}, {1, 0, -1}};
    square->triangles = {{0, 1, 2}, {0, 2, 3}};
    const Pose pose{{0, height, 0}, Quat::Identity()};
    return {{"picture_ground", "picture_ground", {}}, square, {pose}, true};
}

}  // namespace

std::optional<Frame> dressed(const Frame& frame, const RenderSettings& settings) {
    const IsLeftOut is_left_out{settings};
    const bool add_ground = settings.ground && !has_plane(frame);
    if (!add_ground && !hides_something(frame, is_left_out)) return std::nullopt;
    Frame changed = frame;
    std::erase_if(changed.points, is_left_out);
    std::erase_if(changed.discs, is_left_out);
    std::erase_if(changed.curves, is_left_out);
    std::erase_if(changed.surfaces, is_left_out);
    std::erase_if(changed.instances, is_left_out);
    if (add_ground) changed.instances.push_back(ground_at(*settings.ground));
    return changed;
}

}  // namespace souple
