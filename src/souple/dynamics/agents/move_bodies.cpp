// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/agents/move_bodies.h"

#include <algorithm>
#include <cmath>

#include "souple/dynamics/agents/body_shape.h"
#include "souple/dynamics/agents/steer_bodies.h"
#include "souple/dynamics/agents/walk.h"

namespace souple {

namespace {

std::span<const Vec2> rest_of(const CrowdPart& crowd, const BodySection& section) {
    return std::span(crowd.rest_corners).subspan(section.corners.begin, section.corners.count);
}
std::span<Vec2> corners_in(std::vector<Vec2>& values, const BodySection& section) {
    return std::span(values).subspan(section.corners.begin, section.corners.count);
}

/// Places at the end of the step for the first section: its corners move freely, then go back to their
/// shape.
void lead(const CrowdPart& crowd, const BodySection& section, const AgentShape& shape, Real h,
          CrowdBuffer& buffer) {
    const std::span<Vec2> next = corners_in(buffer.corner_next, section);
    const std::span<const Vec2> rest = rest_of(crowd, section);
    for (int k = 0; k < section.corners.count; ++k)
        next[k] = buffer.corner_x[section.corners.begin + k] + h * next[k];
    const PlaneFit fit = fit_shape(rest, next);
    for (int k = 0; k < section.corners.count; ++k)
        next[k] += shape.elasticity * (shape_goal(fit, shape.plasticity, rest[k]) - next[k]);
}

/// A section that is pulled: its front is at the hitch, and its rear goes where the pull takes it.
void follow(const CrowdPart& crowd, const BodySection& section, const Vec2& hitch, CrowdBuffer& buffer) {
    const std::span<Vec2> next = corners_in(buffer.corner_next, section);
    const std::span<const Vec2> rest = rest_of(crowd, section);
    const PlaneFit before = fit_shape(rest, corners_in(buffer.corner_x, section));
    const Vec2 rear = before.middle - section.rear * before.ahead();
    Vec2 ahead = hitch - rear;
    ahead = ahead.squaredNorm() > 0 ? Vec2(ahead.normalized()) : before.ahead();
    const Vec2 middle = hitch - section.front * ahead;
    for (int k = 0; k < section.corners.count; ++k)
        next[k] = middle + rest[k].x() * ahead + rest[k].y() * Vec2(-ahead.y(), ahead.x());
}

/// [m] what has to be added to the places of a section so that a corner does not pass a wall: for the corner
/// that is stopped farthest from where it wanted to be. Zero when nothing is in the way.
Vec2 held_back(const Environment& ground, const BodySection& section, const CrowdBuffer& buffer) {
    Vec2 most = Vec2::Zero();
    for (int k = section.corners.begin; k < section.corners.end(); ++k) {
        const TrackEnd end =
            track(ground, cell_of_corner(buffer, k), buffer.corner_x[k], buffer.corner_next[k]);
        if (!end.wall) continue;
        // along the wall it may go on; walls are seen from their left
        const Vec2 side = (finish_of(ground, end.wall) - start_of(ground, end.wall)).normalized();
        const Vec2 inwards{-side.y(), side.x()};
        const Real back = inwards.dot(end.place - buffer.corner_next[k]) + 1e-9;
        if (back * back > most.squaredNorm()) most = back * inwards;
    }
    return most;
}

/// A side that a wall would cut.
bool meets_a_wall(const Environment& ground, const BodySection& section, const CrowdBuffer& buffer) {
    for (int k = 0; k < section.corners.count; ++k) {
        const int a = section.corners.begin + k, b = section.corners.begin + (k + 1) % section.corners.count;
        const Face cell =
            track_freely(ground, cell_of_corner(buffer, a), buffer.corner_x[a], buffer.corner_next[a]).cell;
        if (!cell || track(ground, cell, buffer.corner_next[a], buffer.corner_next[b]).wall) return true;
    }
    return false;
}

/// Moves a section back until its corners pass no wall; if that does not help, it stays where it was. The
/// sides of one that is pulled may be cut by a corner of a wall: it has no choice of its own.
void stop_at_walls(const BodySection& section, bool is_pulled, CrowdBuffer& buffer) {
    const Environment& ground = buffer.cells.ground;
    constexpr int most_tries = 4;
    for (int tries = 0; tries < most_tries; ++tries) {
        const Vec2 back = held_back(ground, section, buffer);
        if (back.isZero()) {
            if (is_pulled || !meets_a_wall(ground, section, buffer)) return;
            break;
        }
        for (Vec2& place : corners_in(buffer.corner_next, section)) place += back;
    }
    for (int k = section.corners.begin; k < section.corners.end(); ++k)
        buffer.corner_next[k] = buffer.corner_x[k];
}

/// The sections of other bodies that a section may run into, from the cells of its corners.
void find_sections_near(const CrowdPart& crowd, const BodySection& section, Real distance,
                        CrowdBuffer& buffer) {
    buffer.near_sections.clear();
    for (int k = section.corners.begin; k < section.corners.end(); ++k) {
        NearSides sides;
        find_near_sides(buffer.cells, cell_of_corner(buffer, k), buffer.corner_x[k], distance,
                        buffer.body_queues[section.body], sides);
        for (int n = 0; n < sides.count; ++n) {
            const BodySide& side = crowd.sides[sides.side[n]];
            if (side.body != section.body && side.a >= 0) buffer.near_sections.push_back(side.section);
        }
    }
    std::sort(buffer.near_sections.begin(), buffer.near_sections.end());
    buffer.near_sections.erase(std::unique(buffer.near_sections.begin(), buffer.near_sections.end()),
                               buffer.near_sections.end());
}

/// Takes corners of leading sections out of other bodies, half of the way each when both lead.
void part_bodies(const CrowdPart& crowd, Real distance, CrowdBuffer& buffer) {
    for (const ShapedAgent& body : crowd.bodies) {
        const BodySection& head = crowd.sections[body.sections.begin];
        find_sections_near(crowd, head, distance, buffer);
        for (const int n : buffer.near_sections) {
            const BodySection& other = crowd.sections[n];
            const bool both_lead = crowd.bodies[other.body].sections.begin == n;
            Vec2 most = Vec2::Zero();
            for (int k = head.corners.begin; k < head.corners.end(); ++k) {
                const Vec2 out = push_out_of(corners_in(buffer.corner_next, other), buffer.corner_next[k], 0);
                if (out.squaredNorm() > most.squaredNorm()) most = out;
            }
            for (Vec2& place : corners_in(buffer.corner_next, head)) place += (both_lead ? 0.5 : 1) * most;
            if (both_lead)
                for (Vec2& place : corners_in(buffer.corner_next, other)) place -= 0.5 * most;
        }
    }
}

/// Pushes the side that is nearest to a place inside a soft section beyond that place.
void dent(const Vec2& p, std::span<Vec2> corners) {
    const Vec2 out = push_out_of(corners, p, 0);
    if (out.isZero()) return;
    const Vec2 touched = p + out;
    std::size_t side = 0;
    Real least = 1e300, share = 0;
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec2 along = corners[(k + 1) % corners.size()] - corners[k];
        if (along.isZero(0)) continue;
        const Real t = std::clamp((touched - corners[k]).dot(along) / along.squaredNorm(), Real(0), Real(1));
        const Real d = (touched - corners[k] - t * along).squaredNorm();
        if (d >= least) continue;
        least = d;
        side = k;
        share = t;
    }
    // both ends as much as they lie near, so that the place itself is met
    const Real weight = (1 - share) * (1 - share) + share * share;
    corners[side] -= (1 - share) / weight * out;
    corners[(side + 1) % corners.size()] -= share / weight * out;
}

/// A soft section gives way: corners of walls dent its sides, and its own corners go along walls.
void yield_to_walls(const CrowdPart& crowd, const BodySection& section, CrowdBuffer& buffer) {
    const std::span<Vec2> corners = corners_in(buffer.corner_next, section);
    Vec2 middle = Vec2::Zero();
    for (const Vec2& corner : corners) middle += corner / section.corners.count;
    if (!crowd.walls.empty())
        visit_walls(crowd, middle, 2 * section.reach, [&](const Wall& wall) {
            dent(wall.a, corners);
            dent(wall.b, corners);
        });
    for (int k = section.corners.begin; k < section.corners.end(); ++k)
        buffer.corner_next[k] =
            walk(buffer.cells.ground, cell_of_corner(buffer, k), buffer.corner_x[k], buffer.corner_next[k])
                .place;
}

/// Where the way to `tip` ends: halved while that is beyond the ground.
TrackEnd end_on_ground(const Environment& ground, const TrackEnd& from, Vec2 tip) {
    for (int halvings = 0; halvings < 10; ++halvings, tip = 0.5 * (from.place + tip))
        if (const TrackEnd end = track_freely(ground, from.cell, from.place, tip); end.cell) return end;
    return from;
}

/// One that announces ends on the ground.
void register_herald(const CrowdPart& crowd, int s, const Vec2& p, CrowdBuffer& buffer) {
    Registration& cells = buffer.cells;
    const int corner = crowd.sections[crowd.sides[s].section].corners.begin;
    const Vec2 middle = buffer.side_place[s].a, tip = buffer.side_place[s].b;
    const Face start = cell_of_corner(buffer, corner);
    const TrackEnd from = end_on_ground(cells.ground, {start, p, {}, 0, false}, middle);
    const TrackEnd to = end_on_ground(cells.ground, from, tip);
    if (s < static_cast<int>(cells.segments.size())) {
        // ends are tracked: around holes the tip goes back, along with the body, and out again
        const Vec2 before = cells.segments[s].p;
        if (!cells.ground.is_convex) {
            move_segment(cells, s, before, before);
            move_segment(cells, s, from.place, from.place);
        }
        move_segment(cells, s, from.place, to.place);
    } else {
        add_segment(cells, from.place, from.cell, to.place, to.cell);
    }
}

/// Walls stop the first section; the others go where it pulls them.
void pull_sections(const CrowdPart& crowd, const ShapedAgent& body, CrowdBuffer& buffer) {
    const BodySection* ahead = &crowd.sections[body.sections.begin];
    if (crowd.groups[body.group].shape->elasticity < 1)
        yield_to_walls(crowd, *ahead, buffer);
    else
        stop_at_walls(*ahead, false, buffer);
    for (int k = body.sections.begin + 1; k < body.sections.end(); ++k) {
        const PlaneFit fit = fit_shape(rest_of(crowd, *ahead), corners_in(buffer.corner_next, *ahead));
        ahead = &crowd.sections[k];
        follow(crowd, *ahead, fit.middle - crowd.sections[k - 1].rear * fit.ahead(), buffer);
        stop_at_walls(*ahead, true, buffer);
    }
}

}  // namespace

void register_sides(const CrowdPart& crowd, std::span<const Face> cells, CrowdBuffer& buffer) {
    for (int s = 0; s < crowd.corner_count(); ++s) {
        const BodySide& side = crowd.sides[s];
        add_segment(buffer.cells, buffer.corner_x[side.a], cells[side.a], buffer.corner_x[side.b],
                    cells[side.b]);
    }
    for (int s = crowd.corner_count(); s < crowd.side_count(); ++s) {
        const int corner = crowd.sections[crowd.sides[s].section].corners.begin;
        register_herald(crowd, s, buffer.corner_x[corner], buffer);
    }
}

void move_bodies(const CrowdPart& crowd, Real h, CrowdBuffer& buffer) {
    Real fastest = 0;
    for (const ShapedAgent& body : crowd.bodies) {
        const AgentGroup& group = crowd.groups[body.group];
        const BodySection& head = crowd.sections[body.sections.begin];
        lead(crowd, head, *group.shape, h, buffer);
        fastest = std::max(fastest, group.max_speed);
        for (int k = head.corners.end(); k < crowd.sections[body.sections.end() - 1].corners.end(); ++k)
            buffer.corner_next[k] = buffer.corner_x[k];
    }
    constexpr int sweeps = 4;
    for (int sweep = 0; sweep < sweeps; ++sweep) part_bodies(crowd, 4 * h * fastest, buffer);
    for (const ShapedAgent& body : crowd.bodies) pull_sections(crowd, body, buffer);
    for (int k = 0; k < crowd.corner_count(); ++k)
        buffer.corner_v[k] = (buffer.corner_next[k] - buffer.corner_x[k]) / h;
    place_sides(crowd, buffer.corner_next, buffer.corner_v, buffer);
    for (int s = 0; s < crowd.corner_count(); ++s)
        move_segment(buffer.cells, s, buffer.side_place[s].a, buffer.side_place[s].b);
    for (int s = crowd.corner_count(); s < crowd.side_count(); ++s)
        register_herald(crowd, s, buffer.corner_next[crowd.sections[crowd.sides[s].section].corners.begin],
                        buffer);
}

}  // namespace souple
