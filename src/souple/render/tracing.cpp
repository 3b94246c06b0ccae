// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/render/tracing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "souple/core/errors.h"

namespace souple {

RTCDevice new_device() {
    RTCDevice device = rtcNewDevice(nullptr);
    if (!device) throw InputError("cannot start Embree: this processor lacks what it needs");
    return device;
}

float* new_buffer(RTCGeometry geometry, RTCBufferType type, RTCFormat format, std::size_t count) {
    const std::size_t size = sizeof(float) * (format == RTC_FORMAT_FLOAT4 ? 4 : 3);
    void* data = rtcSetNewGeometryBuffer(geometry, type, 0, format, size, count);
    if (!data) throw InputError(fmt::format("not enough memory to draw {} points", count));
    return static_cast<float*>(data);
}

void put_indices(RTCGeometry geometry, RTCFormat format, const std::vector<unsigned>& indices) {
    const std::size_t each = format == RTC_FORMAT_UINT3 ? 3 : 1;
    void* data = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, format, sizeof(unsigned) * each,
                                         indices.size() / each);
    if (!data) throw InputError(fmt::format("not enough memory to draw {} pieces", indices.size() / each));
    std::copy(indices.begin(), indices.end(), static_cast<unsigned*>(data));
}

float pixel_size(const Camera& camera, int height, const Vec3& point) {
    const Vec3 forward = (camera.target - camera.eye).normalized();
    const Real depth = std::max<Real>(0, forward.dot(point - camera.eye));
    const Real half = std::tan(camera.field_of_view * std::numbers::pi / 360);
    return static_cast<float>(2 * depth * half / height);
}

}  // namespace souple
