// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Overlays as small things of their own: arrows are two cones, contacts are balls.
#include <cmath>

#include "souple/render/tracing.h"
#include "souple/view/quantities.h"

namespace souple {

namespace {

const Vec3f white(1.0f, 1.0f, 1.0f), red(0.85f, 0.03f, 0.02f), orange(1.0f, 0.42f, 0.02f);

/// Cones between pairs of points, each with its radius; a ball is a cone without length.
struct Glyphs {
    std::vector<float> points;
    std::vector<unsigned> segments;
};

void add_cone(Glyphs& glyphs, const Vec3f& from, float radius_from, const Vec3f& to, float radius_to) {
    const std::size_t start = glyphs.points.size();
    glyphs.points.resize(start + 8);
    put(&glyphs.points[start], from, radius_from);
    put(&glyphs.points[start + 4], to, radius_to);
    glyphs.segments.push_back(static_cast<unsigned>(start / 4));
}

/// Positions of the nodes of each structure that may carry arrows.
template <class Fn>
void for_each_node(const Frame& frame, const char* name, const Fn& fn) {
    const auto visit = [&](const StructureHead& head, const std::vector<Vec3>& positions) {
        const Quantity* quantity = find_quantity(head, name);
        if (!quantity || quantity->place != QuantityPlace::Nodes) return;
        for (std::size_t i = 0; i < positions.size(); ++i) fn(*quantity, i, positions[i]);
    };
    for (const PointsView& view : frame.points) visit(view.head, view.positions);
    for (const DiscsView& view : frame.discs) visit(view.head, view.positions);
    for (const CurvesView& view : frame.curves) visit(view.head, view.positions);
    for (const SurfaceView& view : frame.surfaces) visit(view.head, view.positions);
    for (const InstancesView& view : frame.instances) {
        std::vector<Vec3> centres;
        for (const Pose& pose : view.poses) centres.push_back(pose.position);
        visit(view.head, centres);
    }
}

struct ArrowStyle {
    const char* quantity = "force";
    Real longest = 0;  ///< that is drawn a sixth of the picture high; 0: find it
};

Glyphs arrows(const Frame& frame, const Camera& camera, int height, const ArrowStyle& style) {
    Real longest = style.longest;
    if (!(longest > 0))
        for_each_head(frame, [&](const StructureHead& head) {
            longest = std::max(longest, longest_vector(head, style.quantity));
        });
    Glyphs glyphs;
    if (!(longest > 0)) return glyphs;
    const Real pixel = pixel_size(camera, height, camera.target), full = pixel * height / 6;
    for_each_node(frame, style.quantity, [&](const Quantity& quantity, std::size_t i, const Vec3& position) {
        const Vec3 arrow = vector_at(quantity, i) * (full / longest);
        const Real length = arrow.norm();
        if (!is_finite(position) || !(length > 2 * pixel)) return;
        const Vec3f from = (position - camera.target).cast<float>(), along = arrow.cast<float>();
        const float radius = static_cast<float>(std::min(0.003 * height * pixel, length / 12));
        add_cone(glyphs, from, radius, from + 0.75f * along, radius);
        add_cone(glyphs, from + 0.72f * along, 2.6f * radius, from + along, 0.2f * radius);
    });
    return glyphs;
}

Glyphs contact_balls(const Frame& frame, const Camera& camera, int height) {
    Glyphs glyphs;
    for_each_node(frame, "contact", [&](const Quantity& quantity, std::size_t i, const Vec3& position) {
        const bool touching = quantity.kind == QuantityKind::Scalar
                                  ? i < quantity.values.size() && quantity.values[i] != 0
                                  : !vector_at(quantity, i).isZero(0);
        if (!touching || !is_finite(position)) return;
        const float radius = 0.006f * static_cast<float>(height) * pixel_size(camera, height, position);
        const Vec3f centre = (position - camera.target).cast<float>();
        add_cone(glyphs, centre, radius, centre + Vec3f(0, 1e-3f * radius, 0), radius);
    });
    return glyphs;
}

}  // namespace

TracedGlyphs::TracedGlyphs(const Frame& frame, const Camera& camera, const RenderSettings& settings) {
    const Overlays& show = settings.overlays;
    device_ = new_device();
    scene_ = rtcNewScene(device_);
    const auto attach = [this](const Glyphs& glyphs, const Style& style) {
        if (glyphs.segments.empty()) return;
        RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_ROUND_LINEAR_CURVE);
        float* out =
            new_buffer(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, glyphs.points.size() / 4);
        std::copy(glyphs.points.begin(), glyphs.points.end(), out);
        put_indices(geometry, RTC_FORMAT_UINT, glyphs.segments);
        rtcCommitGeometry(geometry);
        rtcAttachGeometryByID(scene_, geometry, static_cast<unsigned>(styles_.size()));
        rtcReleaseGeometry(geometry);
        styles_.push_back(style);
    };
    if (show.forces)
        attach(arrows(frame, camera, settings.height, {"force", show.longest_force}), {white, 0.5f});
    if (show.torques)
        attach(arrows(frame, camera, settings.height, {"torque", show.longest_torque}), {red, 0.5f});
    if (show.contacts) attach(contact_balls(frame, camera, settings.height), {orange, 0.9f});
    rtcCommitScene(scene_);
}

TracedGlyphs::~TracedGlyphs() {
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
}

std::optional<TracedGlyphs::Seen> TracedGlyphs::first_seen(const Ray& ray) const {
    if (styles_.empty()) return std::nullopt;
    RTCRayHit query = make_query(ray);
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(scene_, &context, &query);
    if (query.hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;
    // lit from the eye: dark along the outline, so that white shows on a pale ground too
    const Vec3f normal = Vec3f(query.hit.Ng_x, query.hit.Ng_y, query.hit.Ng_z).normalized();
    const float facing = std::abs(normal.dot(ray.direction));
    const Style& style = styles_[query.hit.geomID];
    return Seen{query.ray.tfar, style.colour * (0.12f + 0.98f * facing), style.through};
}

}  // namespace souple
