// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/io/export_glb_buffer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "souple/core/errors.h"

namespace souple {

using nlohmann::json;

namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

constexpr int type_float = 5126, type_uint32 = 5125, type_int8 = 5120, type_int16 = 5122;

template <class Number>
std::string_view bytes_of(const std::vector<Number>& numbers) {
    return {reinterpret_cast<const char*>(numbers.data()), sizeof(Number) * numbers.size()};
}

std::vector<float> floats_of(const std::vector<Vec3>& vectors) {
    std::vector<float> floats;
    floats.reserve(3 * vectors.size());
    for (const Vec3& v : vectors)
        for (int axis = 0; axis < 3; ++axis) floats.push_back(static_cast<float>(v[axis]));
    return floats;
}

void put_word(std::string& bytes, std::size_t word) {
    const auto value = static_cast<std::uint32_t>(word);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

const char* type_of(int width) {
    return width == 1 ? "SCALAR" : width == 2 ? "VEC2" : width == 3 ? "VEC3" : "VEC4";
}

}  // namespace

int GlbBuffer::add_positions(const std::vector<Vec3>& points) {
    return add_floats(floats_of(points), 3, Target::Vertices, true);
}

int GlbBuffer::add_normals(const std::vector<Vec3>& normals) {
    return add_floats(floats_of(normals), 3, Target::Vertices, false);
}

int GlbBuffer::add_steps(const std::vector<std::int16_t>& numbers, const Steps& steps) {
    // each point starts at a multiple of four bytes
    const std::size_t stride = steps.are_shorts ? 8 : 4, size = steps.are_shorts ? 2 : 1;
    std::string bytes(numbers.size() / 3 * stride, '\0');
    std::array<int, 3> low{0, 0, 0}, high{0, 0, 0};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto bits = static_cast<std::uint16_t>(numbers[i]);
        char* const place = bytes.data() + i / 3 * stride + i % 3 * size;
        place[0] = static_cast<char>(bits & 255u);
        if (steps.are_shorts) place[1] = static_cast<char>(bits >> 8);
        low[i % 3] = std::min<int>(low[i % 3], numbers[i]);
        high[i % 3] = std::max<int>(high[i % 3], numbers[i]);
    }
    is_quantised_ = true;
    const int accessor = add_accessor(bytes, Target::Vertices,
                                      {{"componentType", steps.are_shorts ? type_int16 : type_int8},
                                       {"normalized", true},
                                       {"type", "VEC3"},
                                       {"count", numbers.size() / 3},
                                       {"min", low},
                                       {"max", high}});
    views_.back()["byteStride"] = stride;
    return accessor;
}

int GlbBuffer::add_places(const std::vector<std::array<float, 2>>& places) {
    std::vector<float> numbers;
    // glTF counts v from the top of the picture
    for (const auto& [u, v] : places) numbers.insert(numbers.end(), {u, 1 - v});
    return add_floats(numbers, 2, Target::Vertices, false);
}

int GlbBuffer::add_colours(const std::vector<float>& rgb) {
    std::vector<float> clamped = rgb;
    for (float& c : clamped) c = std::isfinite(c) ? std::clamp(c, 0.0f, 1.0f) : 0.5f;
    return add_floats(clamped, 3, Target::Vertices, false);
}

int GlbBuffer::add_indices(const std::vector<std::uint32_t>& indices) {
    return add_accessor(bytes_of(indices), Target::Indices,
                        {{"componentType", type_uint32}, {"type", "SCALAR"}, {"count", indices.size()}});
}

int GlbBuffer::add_times(const std::vector<Real>& times) {
    return add_floats({times.begin(), times.end()}, 1, Target::None, true);
}

int GlbBuffer::add_values(const std::vector<Real>& numbers, const char* type) {
    const std::string word = type;
    return add_floats({numbers.begin(), numbers.end()},
                      word == "SCALAR" ? 1
                      : word == "VEC3" ? 3
                                       : 4,
                      Target::None, false);
}

int GlbBuffer::add_floats(const std::vector<float>& numbers, int width, Target target, bool with_bounds) {
    json accessor{{"componentType", type_float}, {"type", type_of(width)}};
    accessor["count"] = numbers.size() / static_cast<std::size_t>(width);
    if (with_bounds) {
        const auto step = static_cast<std::size_t>(width);
        std::vector<float> low(numbers.begin(), numbers.begin() + width), high = low;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            low[i % step] = std::min(low[i % step], numbers[i]);
            high[i % step] = std::max(high[i % step], numbers[i]);
        }
        accessor["min"] = low;
        accessor["max"] = high;
    }
    return add_accessor(bytes_of(numbers), target, std::move(accessor));
}

int GlbBuffer::add_accessor(std::string_view bytes, Target target, json accessor) {
    const ScratchFile::Block block = scratch_.append(bytes);
    json view{{"buffer", 0}, {"byteOffset", block.begin}, {"byteLength", block.size}};
    if (target != Target::None) view["target"] = static_cast<int>(target);
    accessor["bufferView"] = views_.size();
    views_.push_back(std::move(view));
    accessors_.push_back(std::move(accessor));
    return static_cast<int>(accessors_.size()) - 1;
}

void GlbBuffer::write(json document, PartFiles& files) {
    const auto size = static_cast<std::size_t>(scratch_.size());
    if (is_quantised_)
        for (const char* list : {"extensionsUsed", "extensionsRequired"})
            document[list] = json::array({"KHR_mesh_quantization"});
    if (size > 0) {
        document["buffers"] = {{{"byteLength", size}}};
        document["bufferViews"] = std::move(views_);
        document["accessors"] = std::move(accessors_);
    }
    std::string text = document.dump(-1, ' ', false, json::error_handler_t::replace);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const std::size_t total = 20 + text.size() + (size > 0 ? 8 + size : 0);
    if (total > std::numeric_limits<std::uint32_t>::max())
        throw InputError("a .glb holds at most 4 GB: take fewer frames or another format");
    std::string head = "glTF";
    put_word(head, 2);
    put_word(head, total);
    put_word(head, text.size());
    head += "JSON" + text;
    if (size > 0) {
        put_word(head, size);
        head += std::string("BIN\0", 4);
    }
    files.write(head);
    std::string block;
    constexpr std::int64_t block_size = 1 << 24;
    for (std::int64_t begin = 0; begin < scratch_.size(); begin += block_size) {
        scratch_.read({begin, std::min(block_size, scratch_.size() - begin)}, block);
        files.write(block);
    }
}

}  // namespace souple
