// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/ply_file.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "souple/core/errors.h"
#include "souple/geometry/text_numbers.h"

namespace souple {

namespace {

enum class PlyFormat { Ascii, LittleEndian, BigEndian };
enum class PlyType { Int8, UInt8, Int16, UInt16, Int32, UInt32, Float, Double };

std::size_t size_of(PlyType type) {
    constexpr std::array<std::size_t, 8> sizes = {1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[static_cast<std::size_t>(type)];
}

std::optional<PlyType> type_named(std::string_view name) {
    constexpr std::array<std::array<std::string_view, 2>, 8> names = {{{"char", "int8"},
                                                                       {"uchar", "uint8"},
                                                                       {"short", "int16"},
                                                                       {"ushort", "uint16"},
                                                                       {"int", "int32"},
                                                                       {"uint", "uint32"},
                                                                       {"float", "float32"},
                                                                       {"double", "float64"}}};
    for (std::size_t i = 0; i < names.size(); ++i)
        if (name == names[i][0] || name == names[i][1]) return static_cast<PlyType>(i);
    return std::nullopt;
}

struct PlyProperty {
    std::string_view name;
    PlyType type = PlyType::Float;
    std::optional<PlyType> count_type;  ///< of a list
};

struct PlyElement {
    std::string_view name;
    std::size_t count = 0;
    std::vector<PlyProperty> properties;
};

/// The file as it is read: header lines first, then values one after the other.
struct PlyReader {
    std::string_view rest;
    const std::string& name;
    int line = 0;
    PlyFormat format = PlyFormat::Ascii;
    std::vector<PlyElement> elements = {};

    [[noreturn]] void fail(const std::string& problem) const {
        throw InputError(line > 0 ? fmt::format("{}:{}: {}", name, line, problem)
                                  : fmt::format("{}: {}", name, problem));
    }
    void read_header();
    void read_element_line(std::string_view words);
    void read_property_line(std::string_view words);
    PlyType read_type(std::string_view& words) const;
    Real read_value(PlyType type);
    Real read_text_value();
    std::size_t read_list_size(PlyType type, PlyType item_type);
    void check_count(const PlyElement& element) const;
};

void PlyReader::read_header() {
    line = 1;
    if (take_line(rest) != "ply") fail("not a PLY file");
    for (bool done = false; !done;) {
        if (rest.empty()) fail("the header has no end_header");
        std::string_view words = take_line(rest);
        ++line;
        const std::string_view keyword = take_word(words);
        if (keyword == "format") {
            const std::string_view kind = take_word(words);
            if (kind != "ascii" && kind != "binary_little_endian" && kind != "binary_big_endian")
                fail(fmt::format("unknown format '{}'", kind));
            format = kind == "ascii"                  ? PlyFormat::Ascii
                     : kind == "binary_little_endian" ? PlyFormat::LittleEndian
                                                      : PlyFormat::BigEndian;
        } else if (keyword == "element") {
            read_element_line(words);
        } else if (keyword == "property") {
            read_property_line(words);
        }
        done = keyword == "end_header";
    }
    // the next line of a text is the first value's; a binary body has no lines
    line = format == PlyFormat::Ascii ? line + 1 : 0;
}

void PlyReader::read_element_line(std::string_view words) {
    const std::string_view element = take_word(words);
    const auto count = parse_number<std::uint32_t>(take_word(words));
    if (element.empty() || !count) fail("an element needs a name and a count");
    elements.push_back({element, *count, {}});
}

PlyType PlyReader::read_type(std::string_view& words) const {
    const std::string_view word = take_word(words);
    const auto type = type_named(word);
    if (!type) fail(fmt::format("unknown type '{}'", word));
    return *type;
}

void PlyReader::read_property_line(std::string_view words) {
    if (elements.empty()) fail("a property before the first element");
    PlyProperty property;
    std::string_view ahead = words;
    if (take_word(ahead) == "list") {
        words = ahead;
        property.count_type = read_type(words);
    }
    property.type = read_type(words);
    property.name = take_word(words);
    elements.back().properties.push_back(property);
}

Real PlyReader::read_text_value() {
    std::size_t blanks = 0;
    while (blanks < rest.size() && std::string_view(" \t\r\n").find(rest[blanks]) != std::string_view::npos)
        line += rest[blanks++] == '\n';
    rest.remove_prefix(blanks);
    if (rest.empty()) fail("the file ends too early");
    const std::string_view word = take_word(rest);
    const auto value = parse_number<Real>(word);
    if (!value || !std::isfinite(*value)) fail(fmt::format("'{}' is not a finite number", word));
    return *value;
}

/// The bytes of a number, the lowest first, as a Number.
template <class Number>
Real number_of(std::uint64_t bits) {
    Number number;
    if constexpr (sizeof(Number) == 8) {
        number = std::bit_cast<Number>(bits);
    } else if constexpr (sizeof(Number) == 4) {
        number = std::bit_cast<Number>(static_cast<std::uint32_t>(bits));
    } else {
        number = static_cast<Number>(bits);
    }
    return static_cast<Real>(number);
}

Real PlyReader::read_value(PlyType type) {
    if (format == PlyFormat::Ascii) return read_text_value();
    const std::size_t size = size_of(type);
    if (rest.size() < size) fail("the file ends too early");
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const std::size_t place = format == PlyFormat::LittleEndian ? i : size - 1 - i;
        bits |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(rest[place])) << (8 * i);
    }
    rest.remove_prefix(size);
    switch (type) {
        case PlyType::Int8:
            return number_of<std::int8_t>(bits);
        case PlyType::UInt8:
            return number_of<std::uint8_t>(bits);
        case PlyType::Int16:
            return number_of<std::int16_t>(bits);
        case PlyType::UInt16:
            return number_of<std::uint16_t>(bits);
        case PlyType::Int32:
            return number_of<std::int32_t>(bits);
        case PlyType::UInt32:
            return number_of<std::uint32_t>(bits);
        case PlyType::Float:
            return number_of<float>(bits);
        default:
            return number_of<double>(bits);
    }
}

std::size_t PlyReader::read_list_size(PlyType type, PlyType item_type) {
    const Real count = read_value(type);
    const std::size_t item_size = format == PlyFormat::Ascii ? 1 : size_of(item_type);
    if (!(count >= 0) || count != std::floor(count) || count > static_cast<Real>(rest.size() / item_size))
        fail(fmt::format("a list of {} items does not fit into the file", count));
    return static_cast<std::size_t>(count);
}

/// No loop and no array is longer than the bytes that are there.
void PlyReader::check_count(const PlyElement& element) const {
    std::size_t row = 0;
    for (const PlyProperty& property : element.properties)
        row += format == PlyFormat::Ascii ? 1 : size_of(property.count_type.value_or(property.type));
    if (element.count > 0 && row > 0 && element.count > rest.size() / row)
        fail(fmt::format("the file ends too early: {} '{}' were promised", element.count, element.name));
}

int to_index(const PlyReader& reader, Real value) {
    if (!(value >= 0 && value <= std::numeric_limits<int>::max() && value == std::floor(value)))
        reader.fail(fmt::format("a face refers to point {}", value));
    return static_cast<int>(value);
}

void read_vertex(PlyReader& reader, const PlyElement& element, TriangleMesh& mesh) {
    Vec3 point = Vec3::Constant(std::numeric_limits<Real>::quiet_NaN());
    for (const PlyProperty& property : element.properties) {
        if (property.count_type) {
            const std::size_t count = reader.read_list_size(*property.count_type, property.type);
            for (std::size_t i = 0; i < count; ++i) reader.read_value(property.type);
            continue;
        }
        const Real value = reader.read_value(property.type);
        if (property.name == "x" || property.name == "y" || property.name == "z")
            point[property.name[0] - 'x'] = value;
    }
    mesh.points.push_back(point);
}

void read_row(PlyReader& reader, const PlyElement& element, TriangleMesh& mesh) {
    for (const PlyProperty& property : element.properties) {
        const std::size_t count =
            property.count_type ? reader.read_list_size(*property.count_type, property.type) : 1;
        const bool is_face = element.name == "face" && property.count_type &&
                             (property.name == "vertex_indices" || property.name == "vertex_index");
        int first = -1, last = -1;
        for (std::size_t i = 0; i < count; ++i) {
            const Real value = reader.read_value(property.type);
            if (!is_face) continue;
            const int corner = to_index(reader, value);
            if (i == 0) first = corner;
            if (i >= 2) mesh.triangles.push_back({first, last, corner});
            last = corner;
        }
    }
}

}  // namespace

TriangleMesh read_ply(std::string_view bytes, const std::string& name) {
    PlyReader reader{bytes, name};
    reader.read_header();
    TriangleMesh mesh;
    for (const PlyElement& element : reader.elements) {
        reader.check_count(element);
        if (element.properties.empty()) continue;
        for (std::size_t i = 0; i < element.count; ++i) {
            if (element.name == "vertex") {
                read_vertex(reader, element, mesh);
            } else {
                read_row(reader, element, mesh);
            }
        }
    }
    check_indices(mesh, name);
    return mesh;
}

}  // namespace souple
