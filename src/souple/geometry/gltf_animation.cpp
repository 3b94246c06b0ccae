// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/gltf_animation.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace souple {

using nlohmann::json;

namespace {

std::optional<GltfChannel::Path> path_named(const std::string& name) {
    if (name == "translation") return GltfChannel::Path::Translation;
    if (name == "rotation") return GltfChannel::Path::Rotation;
    if (name == "scale") return GltfChannel::Path::Scale;
    if (name == "weights") return GltfChannel::Path::Weights;
    return std::nullopt;
}

/// A spline's keys are in-tangent, value, out-tangent: only the values stay.
std::vector<Real> without_tangents(const std::vector<Real>& values, std::size_t width) {
    std::vector<Real> kept;
    for (std::size_t i = width; i + 2 * width <= values.size(); i += 3 * width)
        kept.insert(kept.end(), values.begin() + static_cast<long>(i),
                    values.begin() + static_cast<long>(i + width));
    return kept;
}

void read_curve(const GltfDocument& document, const json& sampler, GltfChannel& channel) {
    const std::string interpolation = sampler.value("interpolation", "LINEAR");
    const bool is_spline = interpolation == "CUBICSPLINE";
    channel.is_step = interpolation == "STEP";
    channel.times = read_accessor(document, document.natural(sampler, "input"), 1);
    const std::size_t count = channel.times.size(), keys = is_spline ? 3 * count : count;
    const std::size_t output = document.natural(sampler, "output");
    if (channel.path == GltfChannel::Path::Weights) {
        channel.values = read_accessor(document, output, 1);
        channel.width = keys > 0 ? channel.values.size() / keys : 0;
    } else {
        channel.width = channel.path == GltfChannel::Path::Rotation ? 4 : 3;
        channel.values = read_accessor(document, output, channel.width);
    }
    if (count == 0 || channel.values.size() != keys * channel.width)
        document.fail("an animation does not have one value for each time");
    if (is_spline) channel.values = without_tangents(channel.values, channel.width);
    for (std::size_t i = 0; i < count; ++i)
        if (!std::isfinite(channel.times[i]) || (i > 0 && !(channel.times[i] > channel.times[i - 1])))
            document.fail("the times of an animation do not increase");
}

/// Where a time lies: between key `index` and the next, at `share` of the way.
struct KeyPlace {
    std::size_t index = 0, next = 0;
    Real share = 0;
};

KeyPlace find_key(const GltfChannel& channel, Real time) {
    const auto after = std::upper_bound(channel.times.begin(), channel.times.end(), time);
    const std::size_t next = static_cast<std::size_t>(after - channel.times.begin());
    if (next == 0) return {0, 0, 0};
    if (next == channel.times.size() || channel.is_step) return {next - 1, next - 1, 0};
    const Real start = channel.times[next - 1];
    return {next - 1, next, (time - start) / (channel.times[next] - start)};
}

Quat rotation_at(const Real* key) { return Quat(key[3], key[0], key[1], key[2]).normalized(); }

void apply(const GltfChannel& channel, Real time, GltfNode& node) {
    const KeyPlace place = find_key(channel, time);
    const Real* a = channel.values.data() + place.index * channel.width;
    const Real* b = channel.values.data() + place.next * channel.width;
    const auto mixed = [&](std::size_t k) { return a[k] + place.share * (b[k] - a[k]); };
    switch (channel.path) {
        case GltfChannel::Path::Translation:
            node.translation = {mixed(0), mixed(1), mixed(2)};
            break;
        case GltfChannel::Path::Scale:
            node.scale = {mixed(0), mixed(1), mixed(2)};
            break;
        case GltfChannel::Path::Rotation:
            node.rotation = rotation_at(a).slerp(place.share, rotation_at(b));
            break;
        case GltfChannel::Path::Weights:
            node.morph_weights.resize(channel.width);
            for (std::size_t k = 0; k < channel.width; ++k) node.morph_weights[k] = mixed(k);
            break;
    }
}

}  // namespace

GltfAnimation read_animation(const GltfDocument& document, const GltfNodes& nodes) {
    GltfAnimation animation;
    if (document.count("animations") == 0) return animation;
    const json& first = document.item("animations", 0);
    for (const auto& json_channel : first.at("channels")) {
        const json& target = json_channel.at("target");
        const auto path = path_named(target.at("path").get<std::string>());
        if (!path || !target.contains("node")) continue;
        GltfChannel channel;
        channel.path = *path;
        channel.node = document.natural(target, "node");
        if (channel.node >= nodes.list.size()) document.fail("an animation moves a node that does not exist");
        const json& samplers = first.at("samplers");
        const std::size_t sampler = document.natural(json_channel, "sampler");
        if (sampler >= samplers.size()) document.fail("an animation refers to a sampler that does not exist");
        read_curve(document, samplers.at(sampler), channel);
        animation.times.insert(animation.times.end(), channel.times.begin(), channel.times.end());
        animation.channels.push_back(std::move(channel));
    }
    std::sort(animation.times.begin(), animation.times.end());
    animation.times.erase(std::unique(animation.times.begin(), animation.times.end()), animation.times.end());
    return animation;
}

void pose(const GltfAnimation& animation, Real time, GltfNodes& nodes) {
    for (const GltfChannel& channel : animation.channels) apply(channel, time, nodes.list[channel.node]);
}

}  // namespace souple
