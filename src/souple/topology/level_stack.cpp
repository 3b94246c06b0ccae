// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/level_stack.h"

#include "souple/core/errors.h"

namespace souple {

namespace {

/// Works on the last level; what it writes no longer shares the links of the level before.
struct LevelEditor {
    LevelStack& stack;
    int k = level_count(stack) - 1;

    explicit LevelEditor(LevelStack& s) : stack(s) {
        const std::vector<int> shared = stack.of_dart.back();
        stack.of_dart.push_back(shared);
        ++k;
    }
    LevelLinks& edit(Dart d) {
        int& place = stack.of_dart[k][d.index];
        const auto& below = stack.of_dart[k - 1];
        if (d.index < static_cast<int>(below.size()) && below[d.index] == place) {
            const LevelLinks copy = stack.links[place];
            place = static_cast<int>(stack.links.size());
            stack.links.push_back(copy);
        }
        return stack.links[place];
    }
    Dart add(int vertex, char border = 0) {
        stack.of_dart[k].push_back(static_cast<int>(stack.links.size()));
        stack.links.push_back({-1, -1, -1, vertex});
        stack.border.push_back(border);
        return {dart_count(stack, k) - 1};
    }
    void link(Dart d, Dart next) {
        edit(d).next = next.index;
        edit(next).previous = d.index;
    }
    void sew(Dart d, Dart across) {
        edit(d).across = across.index;
        edit(across).across = d.index;
    }
    int vertex(Dart d) const { return links_of(stack, k, d).vertex; }
    Dart add_pair(int from, int to) {
        const Dart d = add(from);
        sew(d, add(to));
        return d;
    }
    /// The dart at the midpoint of a side of the level before; cuts the side unless that is done.
    Dart cut(Dart d) {
        const Dart after = phi1(stack, k, d);
        if (after != phi1(stack, k - 1, d)) return after;
        const Dart across = phi2(stack, k, d), beyond = phi1(stack, k, across);
        const int middle = stack.vertex_count++;
        const Dart near = add(middle, stack.border[d.index]), far = add(middle, stack.border[across.index]);
        link(d, near);
        link(near, after);
        link(across, far);
        link(far, beyond);
        sew(d, far);
        sew(near, across);
        return near;
    }
};

std::vector<Dart> darts_around(const LevelStack& stack, int k, Dart first) {
    std::vector<Dart> darts;
    Dart d = first;
    do {
        darts.push_back(d);
        d = phi1(stack, k, d);
    } while (d != first);
    return darts;
}

void split_with(LevelEditor& level, Dart first) {
    const std::vector<Dart> corner = darts_around(level.stack, level.k - 1, first);
    const std::size_t n = corner.size();
    std::vector<Dart> middle, last, inward;
    for (const Dart d : corner) {
        middle.push_back(level.cut(d));
        last.push_back(phi1_inv(level.stack, level.k, middle.back()));
    }
    const int centre = n > 3 ? level.stack.vertex_count++ : -1;
    for (std::size_t i = 0; i < n; ++i)
        inward.push_back(
            level.add_pair(level.vertex(middle[i]), n > 3 ? centre : level.vertex(middle[(i + n - 1) % n])));
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t before = (i + n - 1) % n;
        level.link(last[i], inward[i]);
        if (n == 3) {
            level.link(inward[i], middle[before]);
            level.link(phi2(level.stack, level.k, inward[before]), phi2(level.stack, level.k, inward[i]));
        } else {
            level.link(inward[i], phi2(level.stack, level.k, inward[before]));
            level.link(phi2(level.stack, level.k, inward[before]), middle[before]);
        }
    }
}

void fan(LevelEditor& level, Dart first) {
    const std::vector<Dart> side = darts_around(level.stack, level.k, first);
    const std::size_t n = side.size();
    const int centre = level.stack.vertex_count++;
    std::vector<Dart> outward;
    for (const Dart d : side) outward.push_back(level.add_pair(centre, level.vertex(d)));
    for (std::size_t i = 0; i < n; ++i) {
        const Dart inward = phi2(level.stack, level.k, outward[(i + 1) % n]);
        level.link(outward[i], side[i]);
        level.link(side[i], inward);
        level.link(inward, outward[i]);
    }
}

/// The edge between two triangles joins the other two corners instead.
void flip(LevelEditor& level, Dart d) {
    const auto next = [&](Dart x) { return phi1(level.stack, level.k, x); };
    const Dart e = phi2(level.stack, level.k, d);
    const Dart d1 = next(d), d2 = next(d1), e1 = next(e), e2 = next(e1);
    level.edit(d).vertex = level.vertex(e2);
    level.edit(e).vertex = level.vertex(d2);
    level.link(d, d2);
    level.link(d2, e1);
    level.link(e1, d);
    level.link(e, e2);
    level.link(e2, d1);
    level.link(d1, e);
}

}  // namespace

LevelStack stack_from(const Map2& map) {
    LevelStack stack;
    stack.of_dart.emplace_back();
    for (int d = 0; d < map.darts.slot_count(); ++d) {
        const DartRecord& dart = map.darts[d];
        SOUPLE_ASSERT(map.darts.is_live(d) && dart.level == 0);
        stack.of_dart[0].push_back(d);
        stack.links.push_back({dart.next, dart.previous, dart.across, dart.vertex});
        stack.border.push_back(static_cast<char>(dart.border));
    }
    stack.vertex_count = map.vertices.slot_count();
    return stack;
}

std::vector<Dart> faces_of(const LevelStack& stack, int k) {
    std::vector<Dart> faces;
    std::vector<char> seen(dart_count(stack, k));
    for (int d = 0; d < dart_count(stack, k); ++d) {
        if (seen[d] || stack.border[d]) continue;
        faces.push_back({d});
        for (const Dart x : darts_around(stack, k, {d})) seen[x.index] = 1;
    }
    return faces;
}

void add_level_of_midpoints(LevelStack& stack, std::span<const Dart> faces) {
    LevelEditor level(stack);
    for (const Dart d : faces) split_with(level, d);
}

void add_level_of_fans(LevelStack& stack, std::span<const Dart> faces) {
    LevelEditor level(stack);
    for (const Dart d : faces) fan(level, d);
}

void add_level_of_root_three(LevelStack& stack) {
    const std::vector<Dart> faces = faces_of(stack, level_count(stack) - 1);
    LevelEditor level(stack);
    const int old = dart_count(stack, level.k);
    for (const Dart d : faces) fan(level, d);
    for (int d = 0; d < old; ++d) {
        const int across = phi2(stack, level.k, {d}).index;
        if (d < across && !stack.border[d] && !stack.border[across]) flip(level, {d});
    }
}

void add_level_of_dual(LevelStack& stack) {
    LevelEditor level(stack);
    const int below = level.k - 1, old = dart_count(stack, below);
    const auto old_next = [&](Dart d) { return phi1(stack, below, d); };
    for (int d = 0; d < old; ++d) level.edit({d}).vertex = stack.vertex_count++;
    // against d in the quad of its edge; then the quad's side at the corner where d starts; its other side
    std::vector<Dart> against, at_corner;
    for (int i = 0; i < old; ++i) {
        const Dart d{i}, beside = old_next(phi2(stack, below, d));
        against.push_back(level.add(level.vertex(old_next(d))));
        at_corner.push_back(level.add_pair(level.vertex(d), level.vertex(beside)));
    }
    for (int i = 0; i < old; ++i) {
        const Dart d{i}, across = phi2(stack, below, d),
                         before = phi2(stack, below, phi1_inv(stack, below, d));
        level.sew(d, against[i]);
        level.link(against[i], at_corner[i]);
        level.link(at_corner[i], against[across.index]);
        level.link(phi2(stack, level.k, at_corner[i]), phi2(stack, level.k, at_corner[before.index]));
    }
}

Map2 map_at(const LevelStack& stack, int k, const std::string& name) {
    std::vector<int> number(stack.vertex_count, -1);
    for (int d = 0; d < dart_count(stack, k); ++d) number[links_of(stack, k, {d}).vertex] = 0;
    int count = 0;
    for (int& n : number)
        if (n == 0) n = count++;
    PolygonList polygons;
    std::vector<int> corners;
    for (const Dart face : faces_of(stack, k)) {
        corners.clear();
        for (const Dart d : darts_around(stack, k, face))
            corners.push_back(number[links_of(stack, k, d).vertex]);
        polygons.add(corners);
    }
    return map_from_polygons(count, polygons, name);
}

}  // namespace souple
