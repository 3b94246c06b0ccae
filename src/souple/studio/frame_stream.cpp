// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/frame_stream.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "souple/scene/json/write.h"
#include "souple/studio/pack_wisps.h"
#include "souple/studio/stream_numbers.h"

namespace souple {

namespace {

constexpr std::uint32_t stream_mark = 0x314c5053;  // "SPL1"

/// One frame on its way to one page.
struct Packing {
    PageStream& page;
    StreamNumbers numbers;
    Node structures = make_array();
    Node same = make_array();          ///< names of structures that are as the page has them
    std::set<std::string> asked = {};  ///< names of PageStream::known that this frame has
};

std::span<const int> flat(const std::vector<std::array<int, 3>>& triangles) {
    return {triangles.empty() ? nullptr : triangles.front().data(), 3 * triangles.size()};
}

/// Quicker than the hash of states, which goes byte by byte: this one is taken of every frame. Four sums do
/// not wait for one another.
template <class Word>
std::uint64_t quick_hash(std::span<const Word> words, std::size_t more = 0) {
    std::array<std::uint64_t, 4> sums{more, words.size(), 2, 3};
    const auto mix = [](std::uint64_t sum, std::uint64_t word) {
        return (sum ^ word) * 0x9e3779b97f4a7c15ull + (sum >> 29);
    };
    for (std::size_t i = 0; i < words.size(); ++i)
        sums[i % 4] = mix(sums[i % 4], std::bit_cast<std::uint32_t>(words[i]));
    std::uint64_t hash = 0;
    for (const std::uint64_t sum : sums) hash = mix(hash, sum);
    return hash;
}

/// True, and noted, when the page has something else under this name.
bool is_news(Packing& packing, const std::string& name, std::uint64_t hash) {
    packing.asked.insert(name);
    const auto [known, added] = packing.page.known.try_emplace(name, hash);
    return added || std::exchange(known->second, hash) != hash;
}

Node begin_structure(const StructureHead& head, const char* kind, std::size_t count) {
    return make_object({{"name", head.name}, {"part", head.part}, {"kind", kind}, {"count", count}});
}

/// Lengths of vectors, numbers as they are.
std::vector<float> scalars_of(const Quantity& quantity) {
    if (quantity.kind == QuantityKind::Scalar) return quantity.values;
    std::vector<float> lengths;
    for (std::size_t i = 0; i + 2 < quantity.values.size(); i += 3)
        lengths.push_back(std::hypot(quantity.values[i], quantity.values[i + 1], quantity.values[i + 2]));
    return lengths;
}

const char* place_name(const Quantity& quantity) {
    return quantity.place == QuantityPlace::Faces ? "faces" : "nodes";
}

/// Colours that a structure has of its own, such as those of registered cells: when they are new.
void put_colours(Packing& packing, const StructureHead& head, const Quantity& quantity, Node& node) {
    if (!is_news(packing, head.name + "/colours", quick_hash(std::span<const float>(quantity.values))))
        return;
    set_member(node, "colours", packing.numbers.put(quantity.values));
    set_member(node, "colour_count", quantity.values.size() / 3);
    set_member(node, "colours_on", place_name(quantity));
}

/// The names of quantities, and the values of the one that the page asked for.
void put_quantities(Packing& packing, const StructureHead& head, Node& node) {
    Node names = make_array();
    for (const Quantity& quantity : head.quantities) {
        if (quantity.kind == QuantityKind::Colour) {
            put_colours(packing, head, quantity, node);
            continue;
        }
        append(names, quantity.name);
        if (quantity.name != packing.page.wish.quantity || quantity.values.empty()) continue;
        const std::vector<float> values = scalars_of(quantity);
        set_member(node, "values", packing.numbers.put(values));
        set_member(node, "value_count", values.size());
        set_member(node, "values_on", place_name(quantity));
        set_member(node, "unit", quantity.unit);
    }
    set_member(node, "quantities", std::move(names));
}

void end_structure(Packing& packing, const StructureHead& head, Node node) {
    put_quantities(packing, head, node);
    append(packing.structures, std::move(node));
}

void put_triangles(Packing& packing, const std::vector<std::array<int, 3>>& triangles, Node& node) {
    set_member(node, "triangles", packing.numbers.put(flat(triangles)));
    set_member(node, "triangle_count", triangles.size());
}

void put_radii(Packing& packing, const std::vector<float>& radii, Node& node) {
    set_member(node, "radii", packing.numbers.put(radii));
    set_member(node, "radius_count", radii.size());
}

void put(Packing& packing, const SurfaceView& view) {
    Node node = begin_structure(view.head, "surface", view.positions.size());
    set_member(node, "positions", packing.numbers.put(view.positions));
    if (is_news(packing, view.head.name, quick_hash(flat(view.triangles), view.positions.size())))
        put_triangles(packing, view.triangles, node);
    end_structure(packing, view.head, std::move(node));
}

/// Every n-th curve, so that the hairs of a recording stay within what a page can take.
void put(Packing& packing, const CurvesView& view) {
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
    if (is_news(packing, view.head.name, quick_hash(std::span<const int>(first), first.size()))) {
        set_member(node, "first", packing.numbers.put(first));
        set_member(node, "curve_count", first.size() - 1);
    }
    end_structure(packing, stride == 1 ? view.head : StructureHead{view.head.name, view.head.part, {}},
                  std::move(node));
}

void put(Packing& packing, const PointsView& view) {
    Node node = begin_structure(view.head, "points", view.positions.size());
    set_member(node, "positions", packing.numbers.put(view.positions));
    put_radii(packing, view.radii, node);
    end_structure(packing, view.head, std::move(node));
}

void put(Packing& packing, const DiscsView& view) {
    Node node = begin_structure(view.head, "discs", view.positions.size());
    set_member(node, "positions", packing.numbers.put(view.positions));
    set_member(node, "normals", packing.numbers.put(view.normals));
    put_radii(packing, view.radii, node);
    end_structure(packing, view.head, std::move(node));
}

/// What stands still and has no quantities is only named.
bool stands_still(Packing& packing, const InstancesView& view, bool new_mesh) {
    StreamNumbers poses;
    poses.put(view.poses);
    const auto* words = reinterpret_cast<const int*>(poses.bytes().data());
    const bool moved = is_news(packing, view.head.name,
                               quick_hash(std::span(words, static_cast<std::size_t>(poses.count()))));
    return !moved && !new_mesh && view.head.quantities.empty();
}

void put(Packing& packing, const InstancesView& view) {
    std::shared_ptr<const SurfaceView>& known = packing.page.meshes[view.head.name];
    const bool new_mesh = view.mesh && known != view.mesh;
    if (stands_still(packing, view, new_mesh)) return append(packing.same, view.head.name);
    Node node = begin_structure(view.head, "instances", view.poses.size());
    set_member(node, "poses", packing.numbers.put(view.poses));
    set_member(node, "endless", view.endless);
    if (new_mesh) {
        known = view.mesh;
        set_member(node, "positions", packing.numbers.put(view.mesh->positions));
        set_member(node, "position_count", view.mesh->positions.size());
        put_triangles(packing, view.mesh->triangles, node);
    }
    end_structure(packing, view.head, std::move(node));
}

void put(Packing& packing, const WispsView& view) {
    Node node = begin_structure(view.head, "wisps", view.wisps.size());
    put_wisp_places(view, packing.numbers, node);
    if (is_news(packing, view.head.name, wisp_notes_hash(view))) put_wisp_notes(view, packing.numbers, node);
    end_structure(packing, view.head, std::move(node));
}

bool is_wanted(const Sights& sights, const std::string& name) {
    if (name == "forces") return sights.forces;
    if (name == "torques") return sights.torques;
    if (name == "contacts") return sights.contacts;
    if (name == "zones") return sights.zones;
    return name != "rest" || sights.rest;
}

void put(Packing& packing, const ArrowsView& view) {
    if (!is_wanted(packing.page.wish.sights, view.name)) return;
    Node node = begin_structure({"sight " + view.name, "", {}}, "arrows", view.from.size());
    set_member(node, "positions", packing.numbers.put(view.from));
    set_member(node, "along", packing.numbers.put(view.along));
    set_member(node, "unit", view.unit);
    append(packing.structures, std::move(node));
}

void put(Packing& packing, const EllipsoidsView& view) {
    if (!is_wanted(packing.page.wish.sights, view.name)) return;
    Node node = begin_structure({"sight " + view.name, "", {}}, "ellipsoids", view.poses.size());
    set_member(node, "poses", packing.numbers.put(view.poses));
    set_member(node, "axes", packing.numbers.put(view.radii));
    append(packing.structures, std::move(node));
}

template <class View>
void put_all(Packing& packing, const std::vector<View>& views) {
    for (const View& view : views) put(packing, view);
}

void append_word(std::string& bytes, std::uint32_t word) {
    bytes.append(reinterpret_cast<const char*>(&word), sizeof word);
}

}  // namespace

std::string to_stream_bytes(const LiveFrame& live, PageStream& page) {
    Packing packing{page, {}};
    put_all(packing, live.frame.points);
    put_all(packing, live.frame.discs);
    put_all(packing, live.frame.curves);
    put_all(packing, live.frame.surfaces);
    put_all(packing, live.frame.instances);
    put_all(packing, live.wisps);
    put_all(packing, live.arrows);
    put_all(packing, live.ellipsoids);
    // (a page forgets what a frame does not have)
    std::erase_if(page.known, [&](const auto& entry) { return !packing.asked.contains(entry.first); });
    std::erase_if(page.meshes, [&](const auto& entry) {
        return std::none_of(live.frame.instances.begin(), live.frame.instances.end(),
                            [&](const auto& view) { return view.head.name == entry.first; });
    });
    std::string head = to_text(make_object({{"time", live.frame.time},
                                            {"step", live.frame.step},
                                            {"structures", std::move(packing.structures)},
                                            {"same", std::move(packing.same)}}));
    head.resize((head.size() + 3) / 4 * 4, ' ');
    std::string bytes;
    bytes.reserve(8 + head.size() + packing.numbers.bytes().size());
    append_word(bytes, stream_mark);
    append_word(bytes, static_cast<std::uint32_t>(head.size()));
    bytes += head;
    return bytes += packing.numbers.bytes();
}

}  // namespace souple
