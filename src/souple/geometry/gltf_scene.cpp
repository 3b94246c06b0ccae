// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/gltf_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "souple/core/errors.h"
#include "souple/geometry/gltf_animation.h"
#include "souple/geometry/gltf_nodes.h"

namespace souple {

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);
constexpr std::size_t most_points =
    10'000'000;  // in one scene; a small file can ask for any number of copies
constexpr std::size_t most_frame_points = 50'000'000;

/// One primitive of a mesh, placed by one node.
struct Patch {
    std::size_t node = 0, skin = none;
    std::vector<Vec3> points;
    std::vector<std::vector<Vec3>> targets;   ///< displacements for a morph weight of 1
    std::vector<Real> joints, joint_weights;  ///< four of each for a point of a skin
    const nlohmann::json* attributes = nullptr;
    std::size_t first = 0;  ///< its first point in the scene
};

struct Skin {
    std::vector<std::size_t> joints;  ///< nodes
    std::vector<Affine> inverse_bind;
};

struct GltfScene {
    const GltfDocument& document;
    GltfNodes nodes;
    std::vector<Skin> skins = {};
    std::vector<Patch> patches = {};
    std::vector<std::array<int, 3>> triangles = {};
    std::size_t point_count = 0;  ///< of all patches
    std::size_t numbers_read = 0;
};

/// Many nodes may show one large mesh: what a file makes us read is counted, however small the file.
void count_work(GltfScene& scene, std::size_t numbers) {
    scene.numbers_read += numbers;
    if (scene.numbers_read > most_points) scene.document.fail("the scene has too many points");
}

std::vector<Vec3> to_points(const std::vector<Real>& numbers) {
    std::vector<Vec3> points(numbers.size() / 3);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
    return points;
}

/// The corners of a primitive's triangles, three by three: lists, strips and fans; nothing for points and
/// lines.
std::vector<std::size_t> corners_of(const GltfDocument& document, const nlohmann::json& primitive,
                                    std::size_t point_count) {
    const std::size_t mode = document.natural(primitive, "mode", 4);
    if (mode < 4 || mode > 6) return {};
    std::vector<std::size_t> listed;
    if (primitive.contains("indices")) {
        for (const Real index : read_accessor(document, document.natural(primitive, "indices"), 1)) {
            if (!(index >= 0 && index < static_cast<Real>(point_count)))
                document.fail(
                    fmt::format("a primitive refers to point {}, but has {} points", index, point_count));
            listed.push_back(static_cast<std::size_t>(index));
        }
    } else {
        for (std::size_t i = 0; i < point_count; ++i) listed.push_back(i);
    }
    std::vector<std::size_t> corners;
    if (mode == 4) listed.resize(listed.size() / 3 * 3);
    if (mode == 4) return listed;
    for (std::size_t i = 2; i < listed.size(); ++i) {
        const std::size_t before = listed[i - 1];
        if (mode == 6) corners.insert(corners.end(), {listed[0], before, listed[i]});
        if (mode == 5 && i % 2 == 0) corners.insert(corners.end(), {listed[i - 2], before, listed[i]});
        if (mode == 5 && i % 2 == 1) corners.insert(corners.end(), {before, listed[i - 2], listed[i]});
    }
    return corners;
}

void add_patch(GltfScene& scene, const nlohmann::json& primitive, std::size_t node, std::size_t skin) {
    const GltfDocument& document = scene.document;
    const nlohmann::json& attributes = primitive.at("attributes");
    if (!attributes.contains("POSITION")) return;
    Patch patch{node,
                skin,
                to_points(read_accessor(document, document.natural(attributes, "POSITION"), 3)),
                {},
                {},
                {},
                &attributes,
                scene.point_count};
    count_work(scene, patch.points.size());
    const auto corners = corners_of(document, primitive, patch.points.size());
    count_work(scene, corners.size() / 3);
    if (corners.empty()) return;
    const auto targets = primitive.find("targets");
    for (std::size_t k = 0; targets != primitive.end() && k < targets->size(); ++k) {
        const bool moves = targets->at(k).contains("POSITION");
        patch.targets.push_back(
            moves ? to_points(read_accessor(document, document.natural(targets->at(k), "POSITION"), 3))
                  : std::vector<Vec3>(patch.points.size(), Vec3::Zero()));
        if (patch.targets.back().size() != patch.points.size())
            document.fail("a morph target has another size");
        count_work(scene, patch.points.size());
    }
    if (skin != none) {
        patch.joints = read_accessor(document, document.natural(attributes, "JOINTS_0"), 4);
        patch.joint_weights = read_accessor(document, document.natural(attributes, "WEIGHTS_0"), 4);
        if (patch.joints.size() != 4 * patch.points.size() ||
            patch.joint_weights.size() != patch.joints.size())
            document.fail("a skin's joints or weights are not one for each point");
        for (const Real joint : patch.joints)
            if (!(joint >= 0 && joint < static_cast<Real>(scene.skins[skin].joints.size())))
                document.fail(fmt::format("joint {} does not exist", joint));
    }
    const std::size_t first = scene.point_count;
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
        scene.triangles.push_back({static_cast<int>(first + corners[i]),
                                   static_cast<int>(first + corners[i + 1]),
                                   static_cast<int>(first + corners[i + 2])});
    scene.point_count += patch.points.size();
    scene.patches.push_back(std::move(patch));
}

Skin read_skin(const GltfDocument& document, const nlohmann::json& json) {
    Skin skin;
    for (const auto& joint : json.at("joints")) {
        if (!joint.is_number_unsigned() || joint.get<std::size_t>() >= document.count("nodes"))
            document.fail("a skin refers to a node that does not exist");
        skin.joints.push_back(joint.get<std::size_t>());
    }
    skin.inverse_bind.assign(skin.joints.size(), Affine::Identity());
    if (!json.contains("inverseBindMatrices")) return skin;
    const auto numbers = read_accessor(document, document.natural(json, "inverseBindMatrices"), 16);
    if (numbers.size() < 16 * skin.joints.size()) document.fail("a skin has too few matrices");
    for (std::size_t j = 0; j < skin.joints.size(); ++j) skin.inverse_bind[j] = affine_of(&numbers[16 * j]);
    return skin;
}

GltfScene read_scene(const GltfDocument& document) {
    GltfScene scene{document, read_nodes(document)};
    for (std::size_t i = 0; i < document.count("skins"); ++i)
        scene.skins.push_back(read_skin(document, document.item("skins", i)));
    for (const std::size_t index : scene.nodes.order) {
        const nlohmann::json& node = document.item("nodes", index);
        if (!node.contains("mesh")) continue;
        const std::size_t skin = document.natural(node, "skin", none);
        if (skin != none && skin >= scene.skins.size())
            document.fail("a node refers to a skin that does not exist");
        const nlohmann::json& mesh = document.item("meshes", document.natural(node, "mesh"));
        for (const auto& primitive : mesh.at("primitives")) add_patch(scene, primitive, index, skin);
    }
    return scene;
}

/// A skinned point follows the weighted mean of its joints, and not its node.
Vec3 skinned(const Patch& patch, const std::vector<Affine>& joints, std::size_t i, const Vec3& p) {
    Vec3 sum = Vec3::Zero();
    Real total = 0;
    for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) {
        sum += patch.joint_weights[k] * (joints[static_cast<std::size_t>(patch.joints[k])] * p);
        total += patch.joint_weights[k];
    }
    return total > 0 ? Vec3(sum / total) : p;
}

void add_frame(MeshSequence& sequence, const GltfScene& scene, const GltfNodes& nodes, Real time) {
    const std::vector<Affine> global = global_transforms(nodes);
    std::vector<Vec3> points;
    for (const Patch& patch : scene.patches) {
        std::vector<Affine> joints;
        if (patch.skin != none) {
            const Skin& skin = scene.skins[patch.skin];
            for (std::size_t j = 0; j < skin.joints.size(); ++j)
                joints.push_back(global[skin.joints[j]] * skin.inverse_bind[j]);
        }
        const std::vector<Real>& weights = nodes.list[patch.node].morph_weights;
        for (std::size_t i = 0; i < patch.points.size(); ++i) {
            Vec3 p = patch.points[i];
            for (std::size_t k = 0; k < std::min(weights.size(), patch.targets.size()); ++k)
                p += weights[k] * patch.targets[k][i];
            points.push_back(patch.skin != none ? skinned(patch, joints, i, p) : global[patch.node] * p);
        }
    }
    if (!points.empty()) check_indices({points, {{0, 0, 0}}}, scene.document.name);
    sequence.times.push_back(time);
    sequence.points.push_back(std::move(points));
}

using PointGroups = std::map<std::string, std::vector<int>>;

/// The name of a node or skin's joint, when it has one.
std::string name_of(const GltfDocument& document, std::size_t node) {
    const nlohmann::json& object = document.item("nodes", node);
    const auto name = object.find("name");
    return name != object.end() && name->is_string() ? name->get<std::string>() : "";
}

void add_group(const std::string& name, const Patch& patch, const std::function<bool(std::size_t)>& has,
               PointGroups& groups) {
    if (name.empty()) return;
    for (std::size_t i = 0; i < patch.points.size(); ++i)
        if (has(i)) groups[name].push_back(static_cast<int>(patch.first + i));
}

/// Attributes that an application adds begin with an underscore.
void add_attribute_groups(const GltfDocument& document, const Patch& patch, PointGroups& groups) {
    for (const auto& [key, number] : patch.attributes->items()) {
        if (!key.starts_with('_') || !number.is_number_unsigned()) continue;
        const nlohmann::json& accessor = document.item("accessors", number.get<std::size_t>());
        if (accessor.value("type", "") != "SCALAR") continue;
        const std::vector<Real> values = read_accessor(document, number.get<std::size_t>(), 1);
        if (values.size() != patch.points.size())
            document.fail(fmt::format("attribute {} has not one number for each point", key));
        add_group(
            key.substr(1), patch, [&](std::size_t i) { return values[i] >= 0.5; }, groups);
    }
}

void add_joint_groups(const GltfScene& scene, const Patch& patch, PointGroups& groups) {
    if (patch.skin == none) return;
    const std::vector<std::size_t>& joints = scene.skins[patch.skin].joints;
    for (std::size_t i = 0; i < patch.points.size(); ++i)
        for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) {
            const std::string name =
                name_of(scene.document, joints[static_cast<std::size_t>(patch.joints[k])]);
            if (patch.joint_weights[k] >= 0.5 && !name.empty())
                groups[name].push_back(static_cast<int>(patch.first + i));
        }
}

/// `number` is what each point of the scene is called after welding.
std::vector<MeshGroup> groups_of(const GltfScene& scene, const std::vector<int>& number) {
    PointGroups groups;
    for (const Patch& patch : scene.patches) {
        add_group(
            name_of(scene.document, patch.node), patch, [](std::size_t) { return true; }, groups);
        add_attribute_groups(scene.document, patch, groups);
        add_joint_groups(scene, patch, groups);
    }
    std::vector<MeshGroup> list;
    for (auto& [name, points] : groups) {
        for (int& point : points) point = number[static_cast<std::size_t>(point)];
        std::sort(points.begin(), points.end());
        points.erase(std::unique(points.begin(), points.end()), points.end());
        list.push_back({name, std::move(points)});
    }
    return list;
}

/// `groups` is filled when it is given.
MeshSequence sample(const GltfDocument& document, bool with_animation,
                    std::vector<MeshGroup>* groups = nullptr) {
    try {
        const GltfScene scene = read_scene(document);
        GltfNodes nodes = scene.nodes;
        const GltfAnimation animation = with_animation ? read_animation(document, nodes) : GltfAnimation{};
        if (std::max<std::size_t>(1, animation.times.size()) * (scene.point_count + nodes.list.size()) >
            most_frame_points)
            document.fail("the animation has too many frames for so many points");
        MeshSequence sequence{scene.triangles, {}, {}};
        for (const Real time : animation.times) {
            pose(animation, time, nodes);
            add_frame(sequence, scene, nodes, time);
        }
        if (animation.times.empty()) add_frame(sequence, scene, nodes, 0);
        const std::vector<int> number = weld(sequence.points, sequence.triangles);
        if (groups) *groups = groups_of(scene, number);
        check_indices({sequence.points[0], sequence.triangles}, document.name);
        return sequence;
    } catch (const nlohmann::json::exception& error) {
        document.fail(error.what());
    }
}

}  // namespace

MeshSequence rest_pose(const GltfDocument& document) { return sample(document, false); }

GroupedMesh grouped_rest_pose(const GltfDocument& document) {
    std::vector<MeshGroup> groups;
    MeshSequence sequence = sample(document, false, &groups);
    return {{std::move(sequence.points[0]), std::move(sequence.triangles)}, std::move(groups)};
}

MeshSequence animated(const GltfDocument& document) { return sample(document, true); }

}  // namespace souple
