// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Works out the table by walking around the faces of the cell instead of listing it.
#include "souple/implicit/cube_cases.h"

#include <vector>

#include "souple/core/errors.h"

namespace souple {

namespace {

using Face = std::array<int, 4>;

/// Corners counter-clockwise seen from outside the cell.
Face face_corners(int axis, int side) {
    const int u = 1 << (axis + 1) % 3, v = 1 << (axis + 2) % 3, base = side << axis;
    if (side == 0) return {base, base | v, base | u | v, base | u};
    return {base, base | u, base | u | v, base | v};
}

int edge_between(int a, int b) {
    for (int edge = 0; edge < 12; ++edge) {
        const auto [corner, axis] = cube_edge(edge);
        if (corner == (a & b) && (corner | 1 << axis) == (a | b)) return edge;
    }
    return -1;
}

bool share_a_face(int edge_a, int edge_b) {
    const auto [a, axis_a] = cube_edge(edge_a);
    const auto [b, axis_b] = cube_edge(edge_b);
    for (int axis = 0; axis < 3; ++axis)
        if (axis != axis_a && axis != axis_b && (a >> axis & 1) == (b >> axis & 1)) return true;
    return false;
}

/// next[e]: where the surface goes from edge e with the inside on its left; -1 for edges that are not cut.
std::array<int, 12> segments_of(int inside) {
    std::array<int, 12> next;
    next.fill(-1);
    const auto is_in = [&](int corner) { return (inside >> corner & 1) != 0; };
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side) {
            const Face face = face_corners(axis, side);
            for (int i = 0; i < 4; ++i) {
                if (is_in(face[i]) || !is_in(face[(i + 1) % 4])) continue;
                int last = (i + 1) % 4;  // of the corners inside that follow
                while (is_in(face[(last + 1) % 4])) last = (last + 1) % 4;
                next[edge_between(face[i], face[(i + 1) % 4])] =
                    edge_between(face[last], face[(last + 1) % 4]);
            }
        }
    return next;
}

/// Cuts off ears whose new side is not in a face, until a triangle is left.
bool cut_ears(const std::vector<int>& loop, CubeCase& result) {
    const auto add = [&](int a, int b, int c) {
        result.triangles[result.count++] = {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b),
                                            static_cast<std::uint8_t>(c)};
    };
    const int n = static_cast<int>(loop.size());
    if (n == 3) {
        add(loop[0], loop[1], loop[2]);
        return true;
    }
    for (int k = 0; k < n; ++k) {
        const int before = loop[(k + n - 1) % n], after = loop[(k + 1) % n];
        if (share_a_face(before, after)) continue;
        std::vector<int> rest = loop;
        rest.erase(rest.begin() + k);
        const int count = result.count;
        add(before, loop[k], after);
        if (cut_ears(rest, result)) return true;
        result.count = count;
    }
    return false;
}

CubeCase make_case(int inside) {
    CubeCase result;
    std::array<int, 12> next = segments_of(inside);
    for (int start = 0; start < 12; ++start) {
        std::vector<int> loop;
        for (int edge = start; next[edge] >= 0;) {
            loop.push_back(edge);
            const int following = next[edge];
            next[edge] = -1;
            edge = following;
        }
        if (!loop.empty()) SOUPLE_ASSERT(cut_ears(loop, result));
    }
    return result;
}

std::array<CubeCase, 256> make_cases() {
    std::array<CubeCase, 256> cases;
    for (int inside = 0; inside < 256; ++inside) cases[inside] = make_case(inside);
    return cases;
}

}  // namespace

const std::array<CubeCase, 256>& cube_cases() {
    static const std::array<CubeCase, 256> cases = make_cases();
    return cases;
}

}  // namespace souple
