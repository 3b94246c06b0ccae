// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Our own reader, not tinyobjloader: that one rounds to float, turns words that are no numbers into zeros and
// tells no line.
#include "souple/geometry/obj_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "souple/core/errors.h"
#include "souple/geometry/text_numbers.h"

namespace souple {

namespace {

struct LinePlace {
    const std::string& name;
    int line = 0;
    [[noreturn]] void fail(const std::string& problem) const {
        throw InputError(fmt::format("{}:{}: {}", name, line, problem));
    }
};

Vec3 read_point(std::string_view line, const LinePlace& place) {
    Vec3 point;
    for (int axis = 0; axis < 3; ++axis) {
        const std::string_view word = take_word(line);
        if (word.empty()) place.fail("a point needs three coordinates");
        const auto value = parse_number<Real>(word);
        if (!value || !std::isfinite(*value)) place.fail(fmt::format("'{}' is not a finite number", word));
        point[axis] = *value;
    }
    return point;
}

/// "7", "7/1", "7//3" or "7/1/3"; negative numbers count back from the last point read.
int read_corner(std::string_view word, int point_count, const LinePlace& place) {
    const auto number = parse_number<int>(word.substr(0, word.find('/')));
    if (!number) place.fail(fmt::format("'{}' is not a corner of a face", word));
    const long long index = *number > 0 ? *number - 1LL : *number + static_cast<long long>(point_count);
    if (*number == 0 || index < 0 || index >= point_count)
        place.fail(
            fmt::format("a face refers to point {}, but there are {} points so far", *number, point_count));
    return static_cast<int>(index);
}

/// Points of the groups so far, and which of them the next faces belong to.
struct ObjGroups {
    std::map<std::string, std::vector<int>, std::less<>> points;
    std::vector<std::vector<int>*> open;  ///< by the last `g`
    std::vector<int>* object = nullptr;   ///< by the last `o`

    /// Words that programs write for "no group" are none.
    std::vector<int>* named(std::string_view word) {
        if (word == "off" || word == "(null)" || word.empty()) return nullptr;
        const auto found = points.find(word);
        return &(found != points.end() ? found : points.emplace(word, std::vector<int>()).first)->second;
    }
    void open_groups(std::string_view words) {
        open.clear();
        for (std::string_view word = take_word(words); !word.empty(); word = take_word(words))
            if (std::vector<int>* group = named(word)) open.push_back(group);
    }
    void add(int point) {
        for (std::vector<int>* group : open) group->push_back(point);
        if (object) object->push_back(point);
    }
    std::vector<MeshGroup> sorted() {
        std::vector<MeshGroup> groups;
        for (auto& [name, list] : points) {
            std::sort(list.begin(), list.end());
            list.erase(std::unique(list.begin(), list.end()), list.end());
            if (!list.empty()) groups.push_back({name, std::move(list)});
        }
        return groups;
    }
};

void read_face(std::string_view line, TriangleMesh& mesh, ObjGroups& groups, const LinePlace& place) {
    const int point_count = static_cast<int>(mesh.points.size());
    int first = -1, last = -1, corners = 0;
    for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
        const int corner = read_corner(word, point_count, place);
        groups.add(corner);
        if (++corners == 1) first = corner;
        if (corners >= 3) mesh.triangles.push_back({first, last, corner});
        last = corner;
    }
    if (corners < 3) place.fail("a face needs three corners");
}

}  // namespace

GroupedMesh read_obj(std::string_view text, const std::string& name) {
    TriangleMesh mesh;
    ObjGroups groups;
    LinePlace place{name};
    std::string joined;
    while (!text.empty()) {
        std::string_view line = take_line(text);
        ++place.line;
        // a backslash at the end joins a line and the next
        if (line.ends_with('\\')) {
            joined.assign(line);
            while (joined.ends_with('\\') && !text.empty()) {
                joined.back() = ' ';
                joined += take_line(text);
                ++place.line;
            }
            line = joined;
        }
        const std::string_view keyword = take_word(line);
        if (keyword == "v") mesh.points.push_back(read_point(line, place));
        if (keyword == "f") read_face(line, mesh, groups, place);
        if (keyword == "g") groups.open_groups(line);
        if (keyword == "o") groups.object = groups.named(take_word(line));
    }
    check_indices(mesh, name);
    return {std::move(mesh), groups.sorted()};
}

}  // namespace souple
