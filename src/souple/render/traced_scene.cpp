// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/traced_scene.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "souple/render/light.h"
#include "souple/render/tracing.h"
#include "souple/view/endless.h"
#include "souple/view/quantities.h"

namespace souple {

namespace {

constexpr Real cloth_crease = 80;  // [degrees]
constexpr Real solid_crease = 35;  // [degrees]

std::array<Real, 2> extremes_of(const Quantity& quantity) {
    std::array<Real, 2> range{0, 0};
    for (const float value : scalars_of(quantity))
        if (std::isfinite(value)) range = {std::min<Real>(range[0], value), std::max<Real>(range[1], value)};
    return range;
}

std::vector<Vec3f> colours_of(const Quantity& quantity) {
    std::vector<Vec3f> colours;
    if (quantity.kind == QuantityKind::Colour)
        for (std::size_t i = 0; 3 * i + 2 < quantity.values.size(); ++i)
            colours.push_back(vector_at(quantity, i).cast<float>());
    if (quantity.kind == QuantityKind::Scalar)
        for (const float level : quantity.values) colours.push_back(level_colour(level));
    return colours;
}

/// [pixels] of a point without a size, in a picture of this height.
float dot_radius(int height) { return std::max(1.0f, 0.015f * static_cast<float>(height)); }

/// [pixels] A few points must be found in the picture; many may be as fine as they are.
float least_radius(float dot, std::size_t count) {
    const float crowd = std::sqrt(static_cast<float>(count) / 16);
    return std::max(0.7f, dot / std::max(1.0f, crowd));
}

Vec3f vertex(const Thing& thing, std::size_t i) {
    const float* v = thing.vertices + thing.stride * i;
    return {v[0], v[1], v[2]};
}

/// Direction of a Catmull-Rom piece.
Vec3f curve_tangent(const Thing& thing, unsigned piece, float u) {
    const std::size_t i = thing.segments[piece];
    const Vec3f a = vertex(thing, i), b = vertex(thing, i + 1), c = vertex(thing, i + 2),
                d = vertex(thing, i + 3);
    const Vec3f slope =
        0.5f * ((c - a) + u * (2 * (2 * a - 5 * b + 4 * c - d) + 3 * u * (-a + 3 * b - 3 * c + d)));
    const float length = slope.norm();
    return length > 0 ? Vec3f(slope / length) : Vec3f::UnitY();
}

/// `copy` is the placement of an instance: its quantities are given for whole copies.
Vec3f colour_at(const Thing& thing, std::size_t copy, const RTCHit& hit, bool from_behind) {
    const Vec3f plain = from_behind ? thing.material.back : thing.material.front;
    if (thing.colours.empty()) return plain;
    const auto at = [&thing](std::size_t i) { return thing.colours[std::min(i, thing.colours.size() - 1)]; };
    if (thing.finish == Finish::Solid) return at(copy);
    if (!thing.segments.empty()) {
        const std::size_t i = thing.segments[hit.primID];
        return (1 - hit.u) * at(thing.nodes[i + 1]) + hit.u * at(thing.nodes[i + 2]);
    }
    if (thing.triangles.empty() || thing.colours_on_faces) return at(hit.primID);
    const auto& [a, b, c] = thing.triangles[hit.primID];
    return (1 - hit.u - hit.v) * at(a) + hit.u * at(b) + hit.v * at(c);
}

}  // namespace

TracedScene::TracedScene(const Frame& frame, const Camera& camera, const RenderSettings& settings)
    : camera_(camera), settings_(settings), origin_(camera.target) {
    device_ = new_device();
    scene_ = rtcNewScene(device_);
    for (const PointsView& view : frame.points) add(view);
    for (const DiscsView& view : frame.discs) add(view);
    for (const CurvesView& view : frame.curves) add(view);
    for (const SurfaceView& view : frame.surfaces) add(view);
    for (const InstancesView& view : frame.instances) add(view);
    rtcCommitScene(scene_);
}

TracedScene::~TracedScene() {
    for (RTCScene inner : inner_) rtcReleaseScene(inner);
    rtcReleaseScene(scene_);
    rtcReleaseDevice(device_);
}

/// [m] that a pixel covers at this depth.
float TracedScene::pixel_at(const Vec3& world) const { return pixel_size(camera_, settings_.height, world); }

Thing& TracedScene::new_thing(const StructureHead& head, Finish finish, std::size_t nodes) {
    Thing thing;
    thing.finish = finish;
    const Look* look = find_look(settings_.looks, head.part);
    thing.material = look ? material_of(head.part, finish, *look) : material_of(head.part, finish);
    const Quantity* quantity = settings_.overlays.level ? find_quantity(head, "level") : nullptr;
    const Quantity* shown = look && !quantity ? find_quantity(head, look->show) : nullptr;
    // what a person asked for is stronger than what the structure brings along
    const Quantity* own = look && look->colour ? nullptr : find_quantity(head, "colour");
    if (!quantity) quantity = shown ? shown : own;
    if (quantity && finish != Finish::Ground) {
        thing.colours = shown ? colours_between(*shown, look->range.value_or(extremes_of(*shown)))
                              : colours_of(*quantity);
        thing.colours_on_faces = quantity->place == QuantityPlace::Faces;
        if (!thing.colours_on_faces && thing.colours.size() < nodes) thing.colours.clear();
    }
    things_.push_back(std::move(thing));
    return things_.back();
}

TracedScene::Entry& TracedScene::attach(RTCGeometry geometry) {
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(scene_, geometry, static_cast<unsigned>(entries_.size()));
    rtcReleaseGeometry(geometry);
    entries_.push_back({});
    entries_.back().thing = things_.size() - 1;
    return entries_.back();
}

void TracedScene::add(const PointsView& view) {
    if (view.positions.empty()) return;
    new_thing(view.head, Finish::Ball, view.positions.size());
    RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_SPHERE_POINT);
    float* out = new_buffer(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, view.positions.size());
    const float dot = dot_radius(settings_.height), least = least_radius(dot, view.positions.size());
    for (std::size_t i = 0; i < view.positions.size(); ++i) {
        const float radius = radius_at(view.radii, i), pixel = pixel_at(view.positions[i]);
        put(out + 4 * i, local(view.positions[i]),
            radius > 0 ? std::max(radius, least * pixel) : dot * pixel);
    }
    attach(geometry);
}

void TracedScene::add(const DiscsView& view) {
    if (view.positions.empty()) return;
    new_thing(view.head, Finish::Disc, view.positions.size());
    RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_ORIENTED_DISC_POINT);
    const std::size_t count = std::min(view.positions.size(), view.normals.size());
    float* out = new_buffer(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, count);
    float* normals = new_buffer(geometry, RTC_BUFFER_TYPE_NORMAL, RTC_FORMAT_FLOAT3, count);
    const float least = least_radius(dot_radius(settings_.height), count);
    for (std::size_t i = 0; i < count; ++i) {
        const float pixel = pixel_at(view.positions[i]);
        put(out + 4 * i, local(view.positions[i]), std::max(radius_at(view.radii, i), least * pixel));
        for (int k = 0; k < 3; ++k) normals[3 * i + k] = static_cast<float>(view.normals[i][k]);
    }
    attach(geometry);
}

void TracedScene::add(const CurvesView& view) {
    Thing thing;
    std::vector<float> points;
    const auto push = [&](const Vec3& position, int node) {
        // thinner than this, rays would miss it more often than not and the picture would be noise
        const float radius = std::max(radius_at(view.radii, node), 0.25f * pixel_at(view.positions[node]));
        points.resize(points.size() + 4);
        put(points.data() + points.size() - 4, local(position), radius);
        thing.nodes.push_back(node);
    };
    for (std::size_t c = 0; c + 1 < view.first.size(); ++c) {
        const int begin = view.first[c], end = view.first[c + 1];
        if (end - begin < 2) continue;
        const auto& x = view.positions;
        // the curve goes through all its points: one more on each side, mirrored, shapes its ends
        push(2 * x[begin] - x[begin + 1], begin);
        for (int i = begin; i < end; ++i) {
            if (i + 1 < end) thing.segments.push_back(static_cast<unsigned>(thing.nodes.size() - 1));
            push(x[i], i);
        }
        push(2 * x[end - 1] - x[end - 2], end - 1);
    }
    if (thing.segments.empty()) return;
    Thing& kept = new_thing(view.head, Finish::Hair, view.positions.size());
    kept.nodes = std::move(thing.nodes);
    kept.segments = std::move(thing.segments);
    RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_ROUND_CATMULL_ROM_CURVE);
    float* out = new_buffer(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT4, points.size() / 4);
    std::copy(points.begin(), points.end(), out);
    put_indices(geometry, RTC_FORMAT_UINT, kept.segments);
    kept.vertices = out;
    kept.stride = 4;
    attach(geometry);
}

RTCGeometry TracedScene::triangle_geometry(const SurfaceView& mesh, bool in_world, Thing& thing) {
    RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_TRIANGLE);
    float* out = new_buffer(geometry, RTC_BUFFER_TYPE_VERTEX, RTC_FORMAT_FLOAT3, mesh.positions.size());
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        const Vec3f x = in_world ? local(mesh.positions[i]) : Vec3f(mesh.positions[i].cast<float>());
        for (int k = 0; k < 3; ++k) out[3 * i + k] = x[k];
    }
    std::vector<unsigned> indices;
    for (const auto& triangle : mesh.triangles)
        for (const int node : triangle) indices.push_back(static_cast<unsigned>(node));
    put_indices(geometry, RTC_FORMAT_UINT3, indices);
    thing.vertices = out;
    thing.triangles = mesh.triangles;
    thing.normals = smooth_normals(mesh, thing.finish == Finish::Cloth ? cloth_crease : solid_crease);
    return geometry;
}

void TracedScene::add(const SurfaceView& view) {
    if (view.triangles.empty()) return;
    Thing& thing = new_thing(view.head, Finish::Cloth, view.positions.size());
    attach(triangle_geometry(view, true, thing));
}

void TracedScene::add(const InstancesView& view) {
    if (!view.mesh || view.mesh->triangles.empty() || view.poses.empty()) return;
    if (view.endless) {
        // so large that its border is never seen
        const Real reach = 10 * ground_fade_start(camera_, settings_.reach) * ground_fade_width;
        for (const Pose& pose : view.poses) {
            Thing& ground = new_thing(view.head, Finish::Ground, view.poses.size());
            attach(triangle_geometry(spread_out(*view.mesh, pose, camera_.target, reach), true, ground));
        }
        return;
    }
    Thing& thing = new_thing(view.head, Finish::Solid, view.poses.size());
    if (view.poses.size() > 1) {
        add_copies(*view.mesh, view.poses, thing);
        return;
    }
    // a single one is quicker to trace without a scene of its own
    SurfaceView mesh = *view.mesh;
    for (Vec3& x : mesh.positions) x = view.poses[0].to_world(x);
    attach(triangle_geometry(mesh, true, thing));
}

void TracedScene::add_copies(const SurfaceView& mesh, const std::vector<Pose>& poses, Thing& thing) {
    RTCGeometry geometry = triangle_geometry(mesh, false, thing);
    rtcCommitGeometry(geometry);
    RTCScene inner = rtcNewScene(device_);
    rtcAttachGeometry(inner, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(inner);
    inner_.push_back(inner);
    for (std::size_t i = 0; i < poses.size(); ++i) {
        RTCGeometry copy = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_INSTANCE);
        rtcSetGeometryInstancedScene(copy, inner);
        Eigen::Matrix<float, 3, 4> placement;
        placement.leftCols<3>() = poses[i].rotation.toRotationMatrix().cast<float>();
        placement.col(3) = local(poses[i].position);
        rtcSetGeometryTransform(copy, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, placement.data());
        Entry& entry = attach(copy);
        entry.copy = i;
        entry.rotation = placement.leftCols<3>();
    }
}

void TracedScene::meet_triangle(const RTCHit& hit, const Thing& thing, TracedMeeting& meeting) const {
    const auto& corners = thing.normals[hit.primID];
    const std::array<float, 3> w = {1 - hit.u - hit.v, hit.u, hit.v};
    meeting.normal = w[0] * corners[0] + w[1] * corners[1] + w[2] * corners[2];
    if (!settings_.overlays.wireframe || thing.finish == Finish::Ground) return;
    std::array<Vec3f, 3> x;
    for (std::size_t k = 0; k < 3; ++k) x[k] = vertex(thing, thing.triangles[hit.primID][k]);
    const float area = (x[1] - x[0]).cross(x[2] - x[0]).norm();
    for (std::size_t k = 0; k < 3; ++k) {
        const float height = area / (x[(k + 2) % 3] - x[(k + 1) % 3]).norm();
        meeting.edge = std::min(meeting.edge, w[k] * height);
        meeting.breadth = std::min(meeting.breadth, height);
    }
}

std::optional<TracedMeeting> TracedScene::first_meeting(const Ray& ray) const {
    RTCRayHit query = make_query(ray);
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(scene_, &context, &query);
    const RTCHit& hit = query.hit;
    if (hit.geomID == RTC_INVALID_GEOMETRY_ID) return std::nullopt;
    const bool instanced = hit.instID[0] != RTC_INVALID_GEOMETRY_ID;
    const Entry& entry = entries_[instanced ? hit.instID[0] : hit.geomID];
    const Thing& thing = things_[entry.thing];
    TracedMeeting meeting;
    meeting.material = &thing.material;
    meeting.finish = thing.finish;
    meeting.distance = query.ray.tfar;
    meeting.position = ray.origin + query.ray.tfar * ray.direction;
    meeting.face = (entry.rotation * Vec3f(hit.Ng_x, hit.Ng_y, hit.Ng_z)).normalized();
    meeting.normal = meeting.face;
    if (!thing.triangles.empty()) {
        meet_triangle(hit, thing, meeting);
        meeting.normal = entry.rotation * meeting.normal;
    }
    if (!thing.segments.empty()) meeting.tangent = curve_tangent(thing, hit.primID, hit.u);
    const bool from_behind = meeting.face.dot(ray.direction) > 0;
    meeting.colour = colour_at(thing, entry.copy, hit, from_behind);
    if (from_behind) {
        meeting.face = -meeting.face;
        meeting.normal = -meeting.normal;
    }
    const float length = meeting.normal.norm();
    meeting.normal = length > 1e-6f ? Vec3f(meeting.normal / length) : meeting.face;
    return meeting;
}

bool TracedScene::is_blocked(const Ray& ray, float reach) const {
    RTCRay query = make_query(ray).ray;
    query.tfar = reach;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcOccluded1(scene_, &context, &query);
    return query.tfar < 0;
}

}  // namespace souple
