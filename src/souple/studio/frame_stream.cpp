// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/frame_stream.h"

#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "souple/core/hash.h"
#include "souple/scene/json/write.h"

namespace souple {

namespace {

constexpr std::uint32_t stream_mark = 0x314c5053;  // "SPL1"

/// Numbers of four bytes, one list after the other.
class Numbers {
public:
    template <class T>
    int put(std::span<const T> values) {
        static_assert(sizeof(T) == 4);
        const int offset = count();
        bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
        return offset;
    }
    int put(const std::vector<Vec3>& places) {
        const int offset = count();
        for (const Vec3& place : places) put(place);
        return offset;
    }
    void put(const Vec3& v) {
        const std::array<float, 3> f{static_cast<float>(v.x()), static_cast<float>(v.y()),
                                     static_cast<float>(v.z())};
        put(std::span<const float>(f));
    }
    int count() const { return static_cast<int>(bytes_.size() / 4); }
    const std::string& bytes() const { return bytes_; }

private:
    std::string bytes_;
};

/// One frame on its way to one page.
struct Packing {
    PageStream& page;
    Numbers numbers;
    Node structures = make_array();
};

std::span<const int> flat(const std::vector<std::array<int, 3>>& triangles) {
    return {triangles.empty() ? nullptr : triangles.front().data(), 3 * triangles.size()};
}

std::uint64_t topology_hash(std::span<const int> indices, std::size_t nodes) {
    std::uint64_t hash = 0x9e3779b97f4a7c15ull + nodes;
    for (const int index : indices)
        hash = (hash ^ static_cast<std::uint64_t>(index)) * 0x100000001b3ull + (hash >> 29);
    return hash;
}

/// True, and noted, when the page has another topology of this structure.
bool is_news(Packing& packing, const std::string& name, std::uint64_t topology) {
    const auto [known, added] = packing.page.known.try_emplace(name, topology);
    return added || std::exchange(known->second, topology) != topology;
}

Node begin_structure(const StructureHead& head, const char* kind, std::size_t count) {
    return make_object({{"name", head.name}, {"part", head.part}, {"kind", kind}, {"count", count}});
}

/// The names of scalar quantities, and the values of the one that the page asked for.
void put_quantity(Packing& packing, const StructureHead& head, Node& node) {
    Node names = make_array();
    for (const Quantity& quantity : head.quantities) {
        if (quantity.kind != QuantityKind::Scalar) continue;
        append(names, quantity.name);
        if (quantity.name != packing.page.quantity) continue;
        set_member(node, "values", packing.numbers.put(std::span<const float>(quantity.values)));
        set_member(node, "value_count", quantity.values.size());
        set_member(node, "values_on", quantity.place == QuantityPlace::Faces ? "faces" : "nodes");
        set_member(node, "unit", quantity.unit);
    }
    set_member(node, "quantities", std::move(names));
}

void put_triangles(Packing& packing, const std::vector<std::array<int, 3>>& triangles, Node& node) {
    set_member(node, "triangles", packing.numbers.put(flat(triangles)));
    set_member(node, "triangle_count", triangles.size());
}

void put_surface(Packing& packing, const SurfaceView& view) {
    Node node = begin_structure(view.head, "surface", view.positions.size());
    set_member(node, "positions", packing.numbers.put(view.positions));
    if (is_news(packing, view.head.name, topology_hash(flat(view.triangles), view.positions.size())))
        put_triangles(packing, view.triangles, node);
    put_quantity(packing, view.head, node);
    append(packing.structures, std::move(node));
}

/// Every n-th curve, so that a head of hair stays within what a page can take.
void put_curves(Packing& packing, const CurvesView& view) {
    const int nodes = static_cast<int>(view.positions.size());
    const std::size_t stride = static_cast<std::size_t>(1 + nodes / (most_streamed_curve_nodes + 1));
    std::vector<int> first{0};
    const int offset = packing.numbers.count();
    for (std::size_t c = 0; c + 1 < view.first.size(); c += stride) {
        for (int i = view.first[c]; i < view.first[c + 1]; ++i) packing.numbers.put(view.positions[i]);
        first.push_back(first.back() + view.first[c + 1] - view.first[c]);
    }
    Node node = begin_structure(view.head, "curves", static_cast<std::size_t>(first.back()));
    set_member(node, "positions", offset);
    set_member(node, "of_curves", view.first.empty() ? 0 : static_cast<int>(view.first.size()) - 1);
    if (is_news(packing, view.head.name, topology_hash(first, first.size()))) {
        set_member(node, "first", packing.numbers.put(std::span<const int>(first)));
        set_member(node, "curve_count", first.size() - 1);
    }
    if (stride == 1) put_quantity(packing, view.head, node);
    append(packing.structures, std::move(node));
}

void put_points(Packing& packing, const PointsView& view) {
    Node node = begin_structure(view.head, "points", view.positions.size());
    set_member(node, "positions", packing.numbers.put(view.positions));
    set_member(node, "radii", packing.numbers.put(std::span<const float>(view.radii)));
    set_member(node, "radius_count", view.radii.size());
    put_quantity(packing, view.head, node);
    append(packing.structures, std::move(node));
}

void put_discs(Packing& packing, const DiscsView& view) {
    Node node = begin_structure(view.head, "discs", view.positions.size());
    set_member(node, "positions", packing.numbers.put(view.positions));
    set_member(node, "normals", packing.numbers.put(view.normals));
    set_member(node, "radii", packing.numbers.put(std::span<const float>(view.radii)));
    set_member(node, "radius_count", view.radii.size());
    put_quantity(packing, view.head, node);
    append(packing.structures, std::move(node));
}

void put_instances(Packing& packing, const InstancesView& view) {
    Node node = begin_structure(view.head, "instances", view.poses.size());
    const int offset = packing.numbers.count();
    for (const Pose& pose : view.poses) {
        packing.numbers.put(pose.position);
        const auto& q = pose.rotation;
        const std::array<float, 4> turn{static_cast<float>(q.x()), static_cast<float>(q.y()),
                                        static_cast<float>(q.z()), static_cast<float>(q.w())};
        packing.numbers.put(std::span<const float>(turn));
    }
    set_member(node, "poses", offset);
    set_member(node, "endless", view.endless);
    std::shared_ptr<const SurfaceView>& known = packing.page.meshes[view.head.name];
    if (view.mesh && known != view.mesh) {
        known = view.mesh;
        set_member(node, "positions", packing.numbers.put(view.mesh->positions));
        set_member(node, "position_count", view.mesh->positions.size());
        put_triangles(packing, view.mesh->triangles, node);
    }
    put_quantity(packing, view.head, node);
    append(packing.structures, std::move(node));
}

void append_word(std::string& bytes, std::uint32_t word) {
    bytes.append(reinterpret_cast<const char*>(&word), sizeof word);
}

}  // namespace

std::string to_stream_bytes(const Frame& frame, PageStream& page) {
    Packing packing{page, {}};
    for (const PointsView& view : frame.points) put_points(packing, view);
    for (const DiscsView& view : frame.discs) put_discs(packing, view);
    for (const CurvesView& view : frame.curves) put_curves(packing, view);
    for (const SurfaceView& view : frame.surfaces) put_surface(packing, view);
    for (const InstancesView& view : frame.instances) put_instances(packing, view);
    std::string head = to_text(make_object(
        {{"time", frame.time}, {"step", frame.step}, {"structures", std::move(packing.structures)}}));
    head.resize((head.size() + 3) / 4 * 4, ' ');
    std::string bytes;
    bytes.reserve(8 + head.size() + packing.numbers.bytes().size());
    append_word(bytes, stream_mark);
    append_word(bytes, static_cast<std::uint32_t>(head.size()));
    bytes += head;
    return bytes + packing.numbers.bytes();
}

}  // namespace souple
