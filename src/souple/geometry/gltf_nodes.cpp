// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/gltf_nodes.h"

#include <fmt/format.h>

#include <array>

namespace souple {

using nlohmann::json;

Affine affine_of(const Real* numbers) {
    Affine affine = Affine::Identity();
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 3; ++row) affine(row, column) = numbers[4 * column + row];
    return affine;
}

namespace {

template <std::size_t n>
std::array<Real, n> numbers_of(const GltfDocument& document, const json& node, const char* key,
                               std::array<Real, n> fallback) {
    const auto found = node.find(key);
    if (found == node.end()) return fallback;
    if (!found->is_array() || found->size() != n)
        document.fail(fmt::format("'{}' does not have {} numbers", key, n));
    for (std::size_t i = 0; i < n; ++i) fallback[i] = found->at(i).get<Real>();
    return fallback;
}

GltfNode read_node(const GltfDocument& document, const json& json_node) {
    GltfNode node;
    node.has_matrix = json_node.contains("matrix");
    if (node.has_matrix) {
        const auto m = numbers_of<16>(document, json_node, "matrix", {});
        node.matrix = affine_of(m.data());
    }
    const auto t = numbers_of<3>(document, json_node, "translation", {0, 0, 0});
    const auto r = numbers_of<4>(document, json_node, "rotation", {0, 0, 0, 1});
    const auto s = numbers_of<3>(document, json_node, "scale", {1, 1, 1});
    node.translation = {t[0], t[1], t[2]};
    node.rotation = Quat(r[3], r[0], r[1], r[2]).normalized();
    node.scale = {s[0], s[1], s[2]};
    // a node's morph weights go before its mesh's
    if (json_node.contains("weights")) {
        node.morph_weights = json_node.at("weights").get<std::vector<Real>>();
    } else if (json_node.contains("mesh")) {
        const json& mesh = document.item("meshes", document.natural(json_node, "mesh"));
        if (mesh.contains("weights")) node.morph_weights = mesh.at("weights").get<std::vector<Real>>();
    }
    return node;
}

std::size_t node_index(const GltfDocument& document, const json& value) {
    if (!value.is_number_unsigned() || value.get<std::size_t>() >= document.count("nodes"))
        document.fail("a node that does not exist is referred to");
    return value.get<std::size_t>();
}

/// The roots of the scene that the file shows, or all nodes without a parent when it has no scene.
std::vector<std::size_t> roots_of(const GltfDocument& document, const std::vector<GltfNode>& nodes) {
    std::vector<std::size_t> roots;
    if (document.count("scenes") > 0) {
        const json& scene = document.item("scenes", document.natural(document.json, "scene", 0));
        if (scene.contains("nodes"))
            for (const auto& root : scene.at("nodes")) roots.push_back(node_index(document, root));
        return roots;
    }
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].parent < 0) roots.push_back(i);
    return roots;
}

}  // namespace

GltfNodes read_nodes(const GltfDocument& document) {
    GltfNodes nodes;
    const std::size_t count = document.count("nodes");
    for (std::size_t i = 0; i < count; ++i)
        nodes.list.push_back(read_node(document, document.item("nodes", i)));
    const auto children = [&document](std::size_t i) -> json {
        const json& node = document.item("nodes", i);
        return node.contains("children") ? node.at("children") : json::array();
    };
    for (std::size_t i = 0; i < count; ++i)
        for (const auto& child : children(i))
            nodes.list[node_index(document, child)].parent = static_cast<int>(i);
    nodes.order = roots_of(document, nodes.list);
    // breadth first; a node met twice is a ring or has two parents
    std::vector<char> is_met(count, 0);
    for (std::size_t k = 0; k < nodes.order.size(); ++k) {
        const std::size_t index = nodes.order[k];
        if (is_met[index]) document.fail(fmt::format("node {} has two parents", index));
        is_met[index] = 1;
        for (const auto& child : children(index)) nodes.order.push_back(node_index(document, child));
        if (nodes.order.size() > 2 * count) document.fail("the nodes are not a tree");
    }
    return nodes;
}

std::vector<Affine> global_transforms(const GltfNodes& nodes) {
    std::vector<Affine> global(nodes.list.size(), Affine::Identity());
    for (const std::size_t i : nodes.order) {
        const GltfNode& node = nodes.list[i];
        Affine local = node.matrix;
        if (!node.has_matrix) {
            local = Affine::Identity();
            local.linear() = node.rotation.toRotationMatrix() * node.scale.asDiagonal();
            local.translation() = node.translation;
        }
        global[i] = node.parent >= 0 ? Affine(global[node.parent] * local) : local;
    }
    return global;
}

}  // namespace souple
