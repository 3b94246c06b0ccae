// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The few calls to Embree that its scenes share.
#pragma once

#include <embree3/rtcore.h>

#include <limits>
#include <vector>

#include "souple/render/traced_scene.h"

namespace souple {

RTCDevice new_device();

/// A buffer of Embree's own; it lives as long as the geometry.
float* new_buffer(RTCGeometry geometry, RTCBufferType type, RTCFormat format, std::size_t count);
void put_indices(RTCGeometry geometry, RTCFormat format, const std::vector<unsigned>& indices);

inline void put(float* out, const Vec3f& position, float radius) {
    out[0] = position.x();
    out[1] = position.y();
    out[2] = position.z();
    out[3] = radius;
}

inline RTCRayHit make_query(const Ray& ray) {
    RTCRayHit query{};
    query.ray.org_x = ray.origin.x();
    query.ray.org_y = ray.origin.y();
    query.ray.org_z = ray.origin.z();
    query.ray.dir_x = ray.direction.x();
    query.ray.dir_y = ray.direction.y();
    query.ray.dir_z = ray.direction.z();
    query.ray.tfar = std::numeric_limits<float>::infinity();
    query.ray.mask = ~0u;
    query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    query.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    return query;
}

/// [m] that a pixel covers at the depth of a point.
float pixel_size(const Camera& camera, int height, const Vec3& point);

}  // namespace souple
