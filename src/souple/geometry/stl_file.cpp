// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/stl_file.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "souple/core/errors.h"
#include "souple/geometry/text_numbers.h"

namespace souple {

namespace {

constexpr std::size_t head_bytes = 80, facet_bytes = 50;

std::uint32_t stl_word(std::string_view bytes, std::size_t at) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 4; ++k)
        word |= static_cast<std::uint32_t>(static_cast<std::uint8_t>(bytes[at + k])) << (8 * k);
    return word;
}

/// Binary files may begin with "solid" too: their size gives them away.
bool is_binary(std::string_view bytes) {
    if (bytes.size() >= head_bytes + 4 &&
        bytes.size() == head_bytes + 4 + facet_bytes * std::uint64_t{stl_word(bytes, head_bytes)})
        return true;
    std::string_view ahead = bytes;
    return take_word(ahead) != "solid";
}

void add_triangle(TriangleMesh& mesh) {
    const int end = static_cast<int>(mesh.points.size());
    mesh.triangles.push_back({end - 3, end - 2, end - 1});
}

TriangleMesh read_binary(std::string_view bytes, const std::string& name) {
    if (bytes.size() < head_bytes + 4)
        throw InputError(
            fmt::format("{}: not an STL file: neither does it begin with 'solid', nor has it "
                        "the {} bytes of a binary head",
                        name, head_bytes + 4));
    const std::size_t count = stl_word(bytes, head_bytes);
    const std::size_t room = (bytes.size() - head_bytes - 4) / facet_bytes;
    if (count > room)
        throw InputError(
            fmt::format("{}: the file ends too early: {} triangles were promised, there is room for {}", name,
                        count, room));
    TriangleMesh mesh;
    for (std::size_t t = 0; t < count; ++t) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            Vec3 point;
            for (int axis = 0; axis < 3; ++axis) {
                const std::size_t at =
                    head_bytes + 4 + t * facet_bytes + 12 * (corner + 1) + 4 * std::size_t(axis);
                point[axis] = std::bit_cast<float>(stl_word(bytes, at));
            }
            if (!is_finite(point))
                throw InputError(fmt::format("{}: corner {} of triangle {}, at byte {}, is not finite", name,
                                             corner, t,
                                             head_bytes + 4 + t * facet_bytes + 12 * (corner + 1)));
            mesh.points.push_back(point);
        }
        add_triangle(mesh);
    }
    return mesh;
}

/// The text as it is read, word by word.
struct StlText {
    std::string_view rest;
    const std::string& name;
    int line = 1;

    [[noreturn]] void fail(const std::string& problem) const {
        throw InputError(fmt::format("{}:{}: {}", name, line, problem));
    }
    /// Empty at the end of the file.
    std::string_view next() {
        const std::size_t before = rest.size();
        const std::string_view all = rest, word = take_word(rest);
        const std::string_view blanks =
            all.substr(0, word.empty() ? before : static_cast<std::size_t>(word.data() - all.data()));
        for (const char c : blanks) line += c == '\n';
        return word;
    }
    void expect(std::string_view word) {
        const std::string_view found = next();
        if (found.empty()) fail(fmt::format("the file ends too early: '{}' was expected", word));
        if (found != word) fail(fmt::format("'{}' was expected, found '{}'", word, found));
    }
    Real number() {
        const std::string_view word = next();
        if (word.empty()) fail("the file ends too early: a number was expected");
        const auto value = parse_number<Real>(word);
        if (!value || !std::isfinite(*value)) fail(fmt::format("'{}' is not a finite number", word));
        return *value;
    }
    /// The rest of the line: the name of a solid, which may be any words.
    void skip_line() {
        take_line(rest);
        ++line;
    }
};

void read_facet(StlText& text, TriangleMesh& mesh) {
    text.expect("normal");
    // exporters write words such as -nan here: nobody reads it
    for (int k = 0; k < 3; ++k)
        if (text.next().empty()) text.fail("the file ends too early: a normal was expected");
    text.expect("outer");
    text.expect("loop");
    for (int corner = 0; corner < 3; ++corner) {
        text.expect("vertex");
        Vec3 point;
        for (int axis = 0; axis < 3; ++axis) point[axis] = text.number();
        mesh.points.push_back(point);
    }
    text.expect("endloop");
    text.expect("endfacet");
    add_triangle(mesh);
}

/// One solid after the other; all of them become one mesh.
TriangleMesh read_text(std::string_view bytes, const std::string& name) {
    TriangleMesh mesh;
    StlText text{bytes, name};
    bool inside = false;
    for (std::string_view word = text.next(); !word.empty(); word = text.next()) {
        if (word == "facet" && inside) {
            read_facet(text, mesh);
        } else if (word == (inside ? "endsolid" : "solid")) {
            inside = !inside;
            text.skip_line();
        } else {
            text.fail(
                fmt::format("'{}' was expected, found '{}'", inside ? "facet' or 'endsolid" : "solid", word));
        }
    }
    if (inside) text.fail("the file ends too early: 'endsolid' was expected");
    return mesh;
}

}  // namespace

TriangleMesh read_stl(std::string_view bytes, const std::string& name) {
    TriangleMesh mesh = is_binary(bytes) ? read_binary(bytes, name) : read_text(bytes, name);
    if (mesh.triangles.empty()) throw InputError(name + ": no triangles");
    std::vector<std::vector<Vec3>> frames{std::move(mesh.points)};
    weld(frames, mesh.triangles);
    mesh.points = std::move(frames[0]);
    check_indices(mesh, name);
    return mesh;
}

}  // namespace souple
