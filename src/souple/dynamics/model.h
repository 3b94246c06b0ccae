// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The constant half of a world: masses, laws and parts. It never changes inside a step.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "souple/dynamics/adapt/adaptive_cloth.h"
#include "souple/dynamics/articulated/tree.h"
#include "souple/dynamics/contact/body_piece.h"
#include "souple/dynamics/contact/frame_skin.h"
#include "souple/dynamics/elements/bend.h"
#include "souple/dynamics/elements/hinge.h"
#include "souple/dynamics/elements/rail.h"
#include "souple/dynamics/elements/spring.h"
#include "souple/dynamics/elements/tie.h"
#include "souple/dynamics/fields.h"
#include "souple/dynamics/hair/hair.h"
#include "souple/dynamics/link.h"
#include "souple/dynamics/obstacle.h"
#include "souple/dynamics/oriented/oriented_part.h"
#include "souple/dynamics/part.h"
#include "souple/dynamics/surface_anchor.h"
#include "souple/dynamics/track.h"
#include "souple/math/types.h"

namespace souple {

struct CrowdPart;   // dynamics/agents/crowd.h
struct TissuePart;  // dynamics/tissue/tissue.h

/// Inertia of a frame about its principal axes, which are its body axes.
struct FrameInertia {
    Real mass = 1;                ///< [kg] > 0
    Vec3 moments = Vec3::Ones();  ///< [kg m^2] > 0
};

/// Leads a point along a track: it goes where `track` takes `local`, whatever pulls at it.
struct Pin {
    int node = 0;
    Vec3 local = Vec3::Zero();  ///< [m] in the track's coordinates, or the world's when track is -1
    int track = -1;
    int anchor = -1;  ///< Model::anchors: `local` is in its axes, whatever the track
};

/// A force held on a point, or on a frame's centre, between two times.
struct Load {
    int node = 0;
    Vec3 force = Vec3::Zero();  ///< [N]
    Real start = -1e30;         ///< [s]
    Real stop = 1e30;           ///< [s]
    bool on_frame = false;
};

/// A torque held on a frame between two times.
struct Torque {
    int frame = 0;
    Vec3 torque = Vec3::Zero();  ///< [N m], world axes
    Real start = -1e30;          ///< [s]
    Real stop = 1e30;            ///< [s]
};

/// A point that is always in the middle of two others: what pulls at it pulls at them (004 F4.7).
struct Interpolated {
    int node = 0, a = 0, b = 0;
};

struct Model {
    // matter
    std::vector<Real> point_mass;  ///< [kg] > 0
    std::vector<Real> inv_mass;    ///< [1/kg], 0 for a led point
    std::vector<int> point_id;     ///< stable name of each point inside its part
    std::vector<Vec3> point_rest;  ///< [m] rest shape in part coordinates: material places are on it
    std::vector<FrameInertia> frame_inertia;

    // laws, one array per kind; a part's elements are contiguous
    std::vector<Spring> springs;
    std::vector<Hinge> hinges;
    std::vector<Bend> bends;
    std::vector<Tie> ties;
    std::vector<Rail> rails;
    std::vector<Pin> pins;
    std::vector<Load> loads;
    std::vector<Torque> torques;
    std::vector<Nodes<3>> triangles;  ///< surface of parts: pressure, pictures, contact

    std::vector<Interpolated> interpolated;  ///< parents before children
    std::vector<AdaptiveCloth> adaptive;     ///< their parts are the last ones of every array
    std::vector<Hair> hair;
    std::vector<OrientedPart> oriented;  ///< laws between frames of a part

    std::vector<FrameSkin> skins;        ///< implicit skins that frames carry, in the order of parts
    std::vector<ArticulatedTree> trees;  ///< links of articulated parts
    std::vector<std::shared_ptr<const CrowdPart>> crowds;    ///< whose agents are the points of a part
    std::vector<std::shared_ptr<const TissuePart>> tissues;  ///< whose joints are the points of a part

    // contact between parts
    std::vector<BodyPiece> pieces;              ///< what frames carry; a part's are contiguous
    std::vector<std::array<int, 2>> strangers;  ///< pairs of parts that pass through each other
    ContactSettings contact;
    std::vector<Link> links;  ///< what holds parts together

    // what surrounds the parts
    Vec3 gravity{0, -9.81, 0};  ///< [m/s^2]
    std::vector<Drag> drags;
    std::vector<Wind> winds;
    std::vector<Pressure> pressures;
    std::vector<Centripetal> centripetals;
    std::vector<Obstacle> obstacles;
    std::vector<Track> tracks;
    std::vector<SurfaceAnchor> anchors;  ///< on deforming obstacles

    std::vector<Part> parts;
    Real max_speed = 1e5;  ///< [m/s] faster than this is an explosion
    std::uint64_t seed = 1;
    int revision = 0;  ///< changes when the arrays or numbers in them do; Scratch follows it

    // (copying and destroying all of these arrays is compiled once, in model.cpp)
    Model();
    Model(const Model&);
    Model(Model&&) noexcept;
    Model& operator=(const Model&);
    Model& operator=(Model&&) noexcept;
    ~Model();
};

inline bool is_led(const Model& model, int node) { return model.inv_mass[node] == 0; }

}  // namespace souple
