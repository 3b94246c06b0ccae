// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Agents with a shape, called bodies: polygons on the ground that are rigid (a car), in sections that pull
// each other (a train, a snake) or soft (a slug). Their corners are points of the State behind the agents
// that are discs (002 F2.40, F2.44, F2.45).
#pragma once

#include <array>
#include <vector>

#include "souple/core/types.h"
#include "souple/math/types.h"

namespace souple {

/// What a body of one kind is like.
struct AgentShape {
    Real length = 4, width = 1.8;                ///< [m]
    int corners = 4;                             ///< 4: a rectangle; more: places on an ellipse
    std::vector<std::array<Real, 2>> outline{};  ///< [m] ahead and to the side, instead of length and width
    int sections = 1;                            ///< in a row, each pulled by the one before
    Real gap = 0.3;                              ///< [m] between sections
    Real elasticity = 1;    ///< alpha: share of the way back to its shape in a step; 1: rigid
    Real plasticity = 0;    ///< beta: share of a stretch or shear that it gives in to
    Real turn = 1;          ///< [rad/s] the fastest it turns
    Real anticipation = 0;  ///< [s] it is announced so far ahead by an edge along its velocity; 0: not
    Real wedge = 0;         ///< [m] the edge is two that end so far apart; 0: one
};

/// One polygon of a body.
struct BodySection {
    int body = 0;
    Range corners;        ///< in CrowdPart::rest_corners
    Real front = 0;       ///< [m] hitch ahead of the middle
    Real rear = 0;        ///< [m] hitch behind the middle
    Real reach = 0;       ///< [m] of the corner farthest from the middle
    Real half_width = 0;  ///< [m]
};

struct ShapedAgent {
    int group = 0;   ///< CrowdPart::groups
    Range sections;  ///< the first one leads
    Range goals;     ///< in CrowdPart::goal_places
    Range heralds;   ///< sides that announce it
};

/// A side of a section, outside on its left, or an edge that announces a body. The first sides are those of
/// the corners, in their order.
struct BodySide {
    int body = 0, section = 0;
    int a = -1, b = -1;  ///< corners; -1: it announces
    Real spread = 0;     ///< [m] to the left at the tip, of one that announces
};

}  // namespace souple
