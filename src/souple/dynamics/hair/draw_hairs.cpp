// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/hair/draw_hairs.h"

#include <algorithm>

#include "souple/core/parallel.h"
#include "souple/dynamics/hair/hair_pieces.h"
#include "souple/dynamics/hair/near_obstacles.h"
#include "souple/dynamics/hair/press_hairs.h"

namespace souple {

namespace {

constexpr Real drawn_reach = 0.05;  // [m] farther solids are not asked
constexpr Real drawn_gap = 1e-5;    // [m] lifted points are this far outside
constexpr int wisps_drawn_at_once = 4;

Real rest_length_of(const WispMotion& wisp) {
    Real rest = 0;
    for (int i = 0; i + 1 < wisp.n; ++i) rest += wisp.segment[i].rest;
    return rest;
}

/// Samples end where their half-line comes to a sheet. Those of the root are in the head.
void flatten_under(const std::vector<SheetOnHair>& sheets, WispMotion& wisp) {
    for (int i = 2; !sheets.empty() && i < wisp.n; ++i)
        for (int k = 0; k < wisp.samples; ++k)
            wisp.radius_of(i, k) *=
                way_to_sheet(sheets, wisp.x[i], wisp.x[i] + wisp.radius_of(i, k) * wisp.half_line(i, k));
}

bool is_of(const HairCourses& courses, const Hair& hair) {
    const HairLook &a = courses.look, &b = hair.look;
    return courses.roots == hair.root_count() && courses.sections == hair.particles && a.hairs == b.hairs &&
           a.spread == b.spread && a.wobble == b.wobble && a.shorter == b.shorter && a.seed == b.seed;
}

void find_courses(const Hair& hair, HairCourses& courses) {
    if (is_of(courses, hair)) return;
    courses.look = hair.look;
    courses.roots = hair.root_count();
    courses.sections = hair.particles;
    const int hairs = hair.look.hairs;
    courses.part.resize(static_cast<std::size_t>(courses.roots) * hairs);
    courses.places.resize(courses.part.size() * hair.particles);
    parallel_for(courses.roots, [&](int root) {
        for (int k = 0; k < hairs; ++k) {
            const std::size_t at = static_cast<std::size_t>(root) * hairs + k;
            courses.part[at] =
                find_course(hair.look, root, k, hair.particles, &courses.places[at * hair.particles]);
        }
    });
}

/// The hairs of one wisp, whose sections are known.
void draw_wisp(const Hair& hair, const HairCourses& courses, const WispMemory& memory, const WispMotion& wisp,
               HairLines& lines) {
    std::vector<SectionEnd> ends(wisp.n);
    for (int i = 0; i < wisp.n; ++i)
        ends[i] = {wisp.x[i], wisp.frame[i], &wisp.radius[i * wisp.samples], wisp.samples};
    const Real rest = rest_length_of(wisp);
    for (int k = 0; k < hair.look.hairs; ++k) {
        if (!has_hair(hair.look, memory, k)) continue;
        const std::size_t at = static_cast<std::size_t>(memory.root) * hair.look.hairs + k;
        lines.first.push_back(static_cast<int>(lines.points.size()));
        lines.number.push_back(static_cast<int>(at));
        lines.wanted.push_back(append_hair(hair.look, &courses.places[at * courses.sections],
                                           courses.part[at], ends, rest, lines.points));
    }
}

/// One wisp after the other.
void join(const std::vector<HairLines>& wisps, HairLines& all) {
    std::vector<int> first_point;
    int points = 0, hairs = 0;
    all.by_slot.clear();
    for (const HairLines& wisp : wisps) {
        all.by_slot.push_back(hairs);
        first_point.push_back(points);
        hairs += static_cast<int>(wisp.first.size());
        points += static_cast<int>(wisp.points.size());
    }
    all.by_slot.push_back(hairs);
    all.points.resize(points);
    all.wanted.resize(hairs);
    all.number.resize(hairs);
    all.first.resize(hairs + 1);
    all.first[hairs] = points;
    parallel_for(
        static_cast<int>(wisps.size()),
        [&](int slot) {
            const HairLines& wisp = wisps[slot];
            std::copy(wisp.points.begin(), wisp.points.end(), all.points.begin() + first_point[slot]);
            std::copy(wisp.wanted.begin(), wisp.wanted.end(), all.wanted.begin() + all.by_slot[slot]);
            std::copy(wisp.number.begin(), wisp.number.end(), all.number.begin() + all.by_slot[slot]);
            for (std::size_t h = 0; h < wisp.first.size(); ++h)
                all.first[all.by_slot[slot] + h] = first_point[slot] + wisp.first[h];
        },
        wisps_drawn_at_once);
}

/// A control that says where everything is now, when the given one does not.
Control control_now(const Model& model, const Control& control, const State& state) {
    Control now = control;
    now.track_t0.clear();
    for (const Track& track : model.tracks) now.track_t0.push_back(pose_now(track, state));
    now.track_t1 = now.track_t0;
    anchors_now(model, state, now.anchor_t0);
    now.anchor_t1 = now.anchor_t0;
    return now;
}

void draw_under(const std::vector<SheetOnHair>& sheets, const Model& model, const Control& control,
                const Hair& hair, const State& state, ShownHairs& shown) {
    const HairState& own = state.hair[&hair - model.hair.data()];
    const Control now = control_now(model, control, state);
    find_courses(hair, shown.courses);
    shown.wisps.resize(hair.slots);
    parallel_for(
        hair.slots,
        [&](int slot) {
            HairLines& lines = shown.wisps[slot];
            lines.points.clear();
            lines.first.clear();
            lines.wanted.clear();
            lines.number.clear();
            if (own.wisps[slot].root < 0) return;
            WispMotion wisp;
            load_wisp(model, now, hair, slot, state, wisp);
            find_sections(wisp, 1);
            flatten_under(sheets, wisp);
            draw_wisp(hair, shown.courses, own.wisps[slot], wisp, lines);
        },
        wisps_drawn_at_once);
    join(shown.wisps, shown.lines);
}

/// A solid near a wisp, and a box that it does not leave.
struct BoxedSolid {
    const NearObstacle* near;
    Aabb box;
};

void lift_point(const NearObstacles& near, Vec3& point) {
    for (int o = 0; o < near.count; ++o) {
        const Nearest found = nearest_obstacle(near.list[o], point, 1, drawn_reach);
        if (found.distance < 0) point += (drawn_gap - found.distance) * found.normal;
    }
}

/// Solids are looked for once for all hairs between two particles; only what is in one asks about all.
void lift_piece(const Hair& hair, const NearObstacles& near, int slot, int piece, HairLines& lines) {
    const Aabb box = box_of_piece(hair, lines, slot, piece);
    std::array<BoxedSolid, most_near_obstacles> solids;
    int count = 0;
    for (int o = 0; o < near.count; ++o) {
        const Obstacle& obstacle = *near.list[o].obstacle;
        const bool is_boxed = !obstacle.deforming && is_boxed_solid(obstacle.shape);
        solids[count] = {&near.list[o], is_boxed ? solid_box(obstacle, *near.list[o].motion) : everywhere()};
        if (solids[count].box.overlaps(box)) ++count;
    }
    if (count == 0) return;
    for_each_in_piece(hair, lines, slot, piece, [&](int p) {
        Vec3& point = lines.points[p];
        for (int o = 0; o < count; ++o)
            if (solids[o].box.contains(point) && is_in_obstacle(*solids[o].near, point, 1))
                return lift_point(near, point);
    });
}

}  // namespace

HairLines draw_hairs(const Model& model, const Control& control, const Hair& hair, const State& state) {
    ShownHairs shown;
    draw_under(find_sheets(model, hair, state), model, control, hair, state, shown);
    return std::move(shown.lines);
}

void lift_hairs(const Model& model, const Control& control, const Hair& hair, const State& state,
                HairLines& lines) {
    const HairState& own = state.hair[&hair - model.hair.data()];
    const Control now = control_now(model, control, state);
    const auto lift_wisp = [&](int slot) {
        if (own.wisps[slot].root < 0) return;
        WispMotion wisp;
        NearSolids<OneLane> nearby;
        load_wisp_and_obstacles(model, now, hair, slot, state, wisp, nearby);
        for (int piece = 1; nearby[0].count > 0 && piece + 1 < hair.particles; ++piece)
            lift_piece(hair, nearby[0], slot, piece, lines);
    };
    parallel_for(hair.slots, lift_wisp, wisps_drawn_at_once);
}

void show_hairs(const Model& model, const Control& control, const Hair& hair, const State& state,
                ShownHairs& shown) {
    const std::vector<SheetOnHair> sheets = find_sheets(model, hair, state);
    draw_under(sheets, model, control, hair, state, shown);
    press_hairs(sheets, model, hair, state, shown.lines);
    lift_hairs(model, control, hair, state, shown.lines);
}

HairLines shown_hairs(const Model& model, const Control& control, const Hair& hair, const State& state) {
    ShownHairs shown;
    show_hairs(model, control, hair, state, shown);
    return std::move(shown.lines);
}

void forget(HairGallery& gallery) { gallery.is_drawn.clear(); }

const HairLines& lines_of(const Model& model, const Control& control, const Hair& hair, const State& state,
                          HairGallery& gallery) {
    const std::size_t h = &hair - model.hair.data();
    gallery.hair.resize(model.hair.size());
    gallery.is_drawn.resize(model.hair.size(), false);
    if (!gallery.is_drawn[h]) show_hairs(model, control, hair, state, gallery.hair[h]);
    gallery.is_drawn[h] = true;
    return gallery.hair[h].lines;
}

}  // namespace souple
