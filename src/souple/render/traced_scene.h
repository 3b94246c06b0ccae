// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A frame as Embree holds it, and what a ray finds there.
#pragma once

#include <embree3/rtcore.h>

#include <memory>
#include <optional>

#include "souple/render/render_frame.h"
#include "souple/view/smooth_normals.h"

namespace souple {

struct Ray {
    Vec3f origin = Vec3f::Zero();
    Vec3f direction = Vec3f::UnitZ();  ///< unit
};

/// What a ray meets first.
struct TracedMeeting {
    const Material* material = nullptr;
    Finish finish = Finish::Solid;
    float distance = 0;
    Vec3f position = Vec3f::Zero();
    Vec3f face = Vec3f::UnitY();     ///< normal of the geometry, towards the ray's origin
    Vec3f normal = Vec3f::UnitY();   ///< smooth normal, towards the ray's origin
    Vec3f tangent = Vec3f::UnitX();  ///< of curves
    Vec3f colour = Vec3f::Zero();
    float edge = 1e30f;     ///< distance to the nearest edge of a triangle, in the scene's units
    float breadth = 1e30f;  ///< smallest height of that triangle
};

/// One geometry: what is needed to shade it beyond what Embree gives back.
struct Thing {
    Finish finish = Finish::Solid;
    Material material;
    std::vector<std::array<int, 3>> triangles;
    CornerNormals normals;
    std::vector<unsigned> segments;  ///< first control point of each piece of a curve
    std::vector<int> nodes;          ///< node of each control point
    std::vector<Vec3f> colours;      ///< empty: the material's
    bool colours_on_faces = false;
    const float* vertices = nullptr;  ///< in Embree's buffer
    std::size_t stride = 3;           ///< floats for each vertex
};

/// Positions inside are relative to the camera's target: single precision goes further there.
class TracedScene {
public:
    TracedScene(const Frame& frame, const Camera& camera, const RenderSettings& settings);
    ~TracedScene();
    TracedScene(const TracedScene&) = delete;
    TracedScene& operator=(const TracedScene&) = delete;

    std::optional<TracedMeeting> first_meeting(const Ray& ray) const;
    bool is_blocked(const Ray& ray, float reach) const;

private:
    /// A geometry of the upper scene: a thing, turned when it is an instance.
    struct Entry {
        std::size_t thing = 0;
        std::size_t copy = 0;  ///< which placement of an instance
        Eigen::Matrix3f rotation = Eigen::Matrix3f::Identity();
    };

    Vec3f local(const Vec3& world) const { return (world - origin_).cast<float>(); }
    float pixel_at(const Vec3& world) const;
    void add(const PointsView& view);
    void add(const DiscsView& view);
    void add(const CurvesView& view);
    void add(const SurfaceView& view);
    void add(const InstancesView& view);
    void add_copies(const SurfaceView& mesh, const std::vector<Pose>& poses, Thing& thing);
    Thing& new_thing(const StructureHead& head, Finish finish, std::size_t nodes);
    Entry& attach(RTCGeometry geometry);
    RTCGeometry triangle_geometry(const SurfaceView& mesh, bool in_world, Thing& thing);
    void meet_triangle(const RTCHit& hit, const Thing& thing, TracedMeeting& meeting) const;

    Camera camera_;
    RenderSettings settings_;
    Vec3 origin_;
    RTCDevice device_ = nullptr;
    RTCScene scene_ = nullptr;
    std::vector<RTCScene> inner_;
    std::vector<Thing> things_;
    std::vector<Entry> entries_;
};

/// Arrows and balls of the overlays, in a scene of their own: they cast no shadow and show through things.
class TracedGlyphs {
public:
    TracedGlyphs(const Frame& frame, const Camera& camera, const RenderSettings& settings);
    ~TracedGlyphs();
    TracedGlyphs(const TracedGlyphs&) = delete;
    TracedGlyphs& operator=(const TracedGlyphs&) = delete;

    struct Seen {
        float distance = 0;
        Vec3f colour = Vec3f::Zero();
        float through = 1;  ///< how strongly it shows through what is before it
    };
    std::optional<Seen> first_seen(const Ray& ray) const;

private:
    RTCDevice device_ = nullptr;
    RTCScene scene_ = nullptr;
    /// Of a geometry: its colour, and how strongly it shows through what is before it, 0 to 1.
    struct Style {
        Vec3f colour = Vec3f::Ones();
        float through = 1;
    };
    std::vector<Style> styles_;
};

}  // namespace souple
