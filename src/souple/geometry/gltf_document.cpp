// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Our own reader on a JSON library, not tinygltf: that one trusts the indices of a file in places and
// crashes.
#include "souple/geometry/gltf_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>

#include "souple/core/errors.h"
#include "souple/core/read_file.h"

namespace souple {

using nlohmann::json;

void GltfDocument::fail(const std::string& problem) const { throw InputError(name + ": " + problem); }

const json& GltfDocument::item(const char* array, std::size_t index) const {
    if (index >= count(array)) fail(fmt::format("{} {} does not exist", array, index));
    return json.at(array).at(index);
}

std::size_t GltfDocument::count(const char* array) const {
    const auto found = json.find(array);
    return found != json.end() && found->is_array() ? found->size() : 0;
}

std::size_t GltfDocument::natural(const nlohmann::json& object, const char* key,
                                  std::optional<std::size_t> fallback) const {
    constexpr std::uint64_t largest = std::uint64_t(1) << 40;  // sums and products of a few stay exact
    const auto found = object.find(key);
    if (found == object.end()) {
        if (!fallback) fail(fmt::format("'{}' is missing", key));
        return *fallback;
    }
    if (!found->is_number_unsigned() || found->get<std::uint64_t>() > largest)
        fail(fmt::format("'{}' is not a sensible count or index", key));
    return found->get<std::size_t>();
}

namespace {

std::uint32_t word_at(std::string_view bytes, std::size_t place) {
    std::uint32_t word = 0;
    for (int i = 3; i >= 0; --i) word = word << 8 | static_cast<std::uint8_t>(bytes[place + i]);
    return word;
}

/// The JSON and the binary chunk of a .glb.
struct GlbChunks {
    std::string_view text, binary;
};

GlbChunks split_glb(std::string_view bytes, const GltfDocument& document) {
    constexpr std::uint32_t json_type = 0x4E4F534A, binary_type = 0x004E4942;
    GlbChunks chunks;
    if (bytes.size() < 12 || word_at(bytes, 4) != 2) document.fail("not a glTF 2.0 binary file");
    std::size_t place = 12;
    while (place + 8 <= bytes.size()) {
        const std::size_t length = word_at(bytes, place);
        const std::uint32_t type = word_at(bytes, place + 4);
        if (length > bytes.size() - place - 8) document.fail("the file ends too early");
        const std::string_view content = bytes.substr(place + 8, length);
        if (type == json_type && chunks.text.empty()) chunks.text = content;
        if (type == binary_type && chunks.binary.empty()) chunks.binary = content;
        place += 8 + length;
    }
    return chunks;
}

std::string decode_base64(std::string_view text, const GltfDocument& document) {
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        if (c == '=') break;
        const std::size_t digit =
            std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/").find(c);
        if (digit == std::string_view::npos) document.fail("a buffer is not base64");
        bits = (bits << 6 | static_cast<std::uint32_t>(digit)) & 0xffffff;
        count += 6;
        if (count >= 8) bytes.push_back(static_cast<char>(bits >> (count -= 8) & 0xff));
    }
    return bytes;
}

/// A file that lies beside the one that names it, or below: nothing else is read on its word.
std::string file_below(const GltfDocument& document, const std::string& folder, const std::string& uri) {
    std::error_code error;
    const auto home = std::filesystem::canonical(folder.empty() ? "." : folder, error);
    const auto file = std::filesystem::weakly_canonical(home / uri, error);
    const auto relative = file.lexically_relative(home);
    if (error || relative.empty() || *relative.begin() == "..")
        document.fail("buffer '" + uri + "' does not lie beside the file");
    return file.string();
}

std::string read_buffer(const GltfDocument& document, const json& buffer, std::string_view binary,
                        const std::optional<std::string>& folder) {
    const auto uri = buffer.find("uri");
    if (uri == buffer.end()) return std::string(binary);
    const std::string& text = uri->get_ref<const std::string&>();
    if (text.starts_with("data:")) {
        const std::size_t comma = text.find(";base64,");
        if (comma == std::string::npos) document.fail("a buffer is not base64");
        return decode_base64(std::string_view(text).substr(comma + 8), document);
    }
    if (!folder) document.fail("a buffer is in another file");
    return read_whole_file(file_below(document, *folder, text));
}

std::size_t component_size(std::size_t type) {
    switch (type) {
        case 5120:
        case 5121:
            return 1;
        case 5122:
        case 5123:
            return 2;
        case 5125:
        case 5126:
            return 4;
        default:
            return 0;
    }
}

template <class Number>
Real number_at(const char* bytes, Real scale) {
    Number number;
    std::memcpy(&number, bytes, sizeof number);
    return std::max(scale * static_cast<Real>(number),
                    scale == 1 ? std::numeric_limits<Real>::lowest() : -1.0);
}

/// `scaled` maps the integers of the type to [0, 1] or [-1, 1].
Real component_at(const char* bytes, std::size_t type, bool scaled) {
    switch (type) {
        case 5120:
            return number_at<std::int8_t>(bytes, scaled ? 1.0 / 127 : 1);
        case 5121:
            return number_at<std::uint8_t>(bytes, scaled ? 1.0 / 255 : 1);
        case 5122:
            return number_at<std::int16_t>(bytes, scaled ? 1.0 / 32767 : 1);
        case 5123:
            return number_at<std::uint16_t>(bytes, scaled ? 1.0 / 65535 : 1);
        case 5125:
            return number_at<std::uint32_t>(bytes, 1);
        default: {
            float number;
            std::memcpy(&number, bytes, sizeof number);
            return number;
        }
    }
}

std::size_t width_of(const std::string& type) {
    if (type == "SCALAR") return 1;
    if (type == "VEC2") return 2;
    if (type == "VEC3") return 3;
    if (type == "VEC4") return 4;
    return type == "MAT4" ? 16 : 0;
}

}  // namespace

GltfDocument read_gltf(std::string_view bytes, const std::string& name,
                       const std::optional<std::string>& folder) {
    GltfDocument document{name, {}, {}};
    try {
        GlbChunks chunks{bytes, {}};
        if (bytes.starts_with("glTF")) chunks = split_glb(bytes, document);
        document.json = json::parse(chunks.text.begin(), chunks.text.end());
        if (!document.json.is_object()) document.fail("not a glTF file");
        for (std::size_t i = 0; i < document.count("buffers"); ++i)
            document.buffers.push_back(read_buffer(document, document.item("buffers", i),
                                                   i == 0 ? chunks.binary : std::string_view{}, folder));
    } catch (const json::exception& error) {
        document.fail(error.what());
    }
    return document;
}

std::vector<Real> read_accessor(const GltfDocument& document, std::size_t index, std::size_t width) {
    const json& accessor = document.item("accessors", index);
    if (accessor.contains("sparse") || !accessor.contains("bufferView"))
        document.fail(fmt::format("accessor {} is sparse, which is not supported", index));
    const json& view = document.item("bufferViews", document.natural(accessor, "bufferView"));
    const std::size_t buffer_index = document.natural(view, "buffer");
    if (buffer_index >= document.buffers.size())
        document.fail(fmt::format("buffer {} does not exist", buffer_index));
    const std::string& buffer = document.buffers[buffer_index];
    const std::size_t type = document.natural(accessor, "componentType"), size = component_size(type);
    if (size == 0 || width_of(accessor.at("type").get<std::string>()) != width)
        document.fail(fmt::format("accessor {} does not hold what is needed", index));
    const std::size_t stride = document.natural(view, "byteStride", size * width);
    const std::size_t count = document.natural(accessor, "count");
    const std::size_t begin =
        document.natural(view, "byteOffset", 0) + document.natural(accessor, "byteOffset", 0);
    if (stride < size * width || stride > 65536 || count > buffer.size() ||
        (count > 0 && begin + (count - 1) * stride + size * width > buffer.size()))
        document.fail(fmt::format("accessor {} reaches beyond its buffer", index));
    const bool scaled = accessor.value("normalized", false);
    std::vector<Real> numbers;
    numbers.reserve(count * width);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < width; ++k)
            numbers.push_back(component_at(buffer.data() + begin + i * stride + k * size, type, scaled));
    return numbers;
}

}  // namespace souple
