// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A part: one thing a person named, as ranges into the Model's arrays and the way it is carried through time.
#pragma once

#include <string>
#include <vector>

#include "souple/core/types.h"

namespace souple {

/// How a part is carried through time; one file each in solvers/.
enum class Method {
    ExplicitEuler,
    ModifiedEuler,
    SemiImplicitEuler,
    VelocityVerlet,
    Midpoint,
    RungeKutta4,
    ImplicitEuler,
    CorrectedEuler,
    Multirate,
};

/// How the orientation of a frame follows its angular velocity (000 F0.4).
enum class RotationRule {
    MeanVelocity,  ///< by the mean of old and new angular velocity, of free turns in body axes: the default
    Quaternion,    ///< the source's form: the angular velocity is itself a quaternion, in body axes
};

/// How a part chooses the number of substeps in a coupling interval.
enum class StepControlKind {
    Fixed,          ///< always `substeps`
    FromForces,     ///< h = safety * sqrt(m * length / largest force) (000 F0.6)
    TryAndRestore,  ///< try n and 2 n, keep when they agree, else restore and try finer (003 F3.24)
};

struct StepControl {
    StepControlKind kind = StepControlKind::Fixed;
    Real tolerance = 1e-4;  ///< [m] TryAndRestore: largest difference of position between n and 2 n substeps
    Real safety = 0.1;      ///< FromForces: fraction of the time a point needs to cross `length`
    Real length = 0.01;     ///< [m] FromForces: the length that matters, a spacing or a thickness
    int max_substeps = 4096;  ///< both: never finer than this
};

/// Which other parts a part can touch.
enum class Touches {
    Nothing,
    Bodies,      ///< rigid bodies touch each other, and what is made of points touches them
    Everything,  ///< points and triangles also touch those of other parts that say so
};

/// What a contact of this part is like, on the part's side.
struct SurfaceFeel {
    Real thickness = 1e-3;  ///< [m] points are kept this far outside what they touch, >= 0
    bool collides = true;   ///< false: the part passes through obstacles
    Touches touches = Touches::Bodies;
    bool self_contact = false;  ///< bodies, points and triangles of the part touch each other
    Real restitution = 0;       ///< in [0, 1], of points and triangles; bodies have their own
    Real friction = 0.5;        ///< Coulomb's coefficient, >= 0, of the same
};

/// How many laws of a rate stand before some place.
struct LawCount {
    int springs = 0, bends = 0, triangles = 0;

    bool operator==(const LawCount&) const = default;
    LawCount operator+(const LawCount& other) const {
        return {springs + other.springs, bends + other.bends, triangles + other.triangles};
    }
    LawCount operator-(const LawCount& other) const {
        return {springs - other.springs, bends - other.bends, triangles - other.triangles};
    }
};

/// What the multirate method does every T / 2^rate.
struct RateLevel {
    Range springs, bends;
    std::vector<int> triangles;        ///< Model::triangles
    std::vector<LawCount> block_ends;  ///< laws that lie near each other are evaluated together; the rest too
    std::vector<int> points;           ///< those that no faster law acts on, without interpolated ones
};

struct Part {
    std::string name;
    std::string kind;  ///< "particles", "cloth", "frames": for reports only, the mechanics never reads it

    std::vector<std::string> frame_names;  ///< by frame: of a body or link, for pictures; or none at all

    Range points;                  ///< State::x, State::v, Model::point_mass
    Range frames;                  ///< State::frames
    Range triangles;               ///< Model::triangles
    Range springs;                 ///< Model::springs
    Range hinges;                  ///< Model::hinges
    Range bends;                   ///< Model::bends
    Range ties;                    ///< Model::ties
    Range rails;                   ///< Model::rails
    Range pieces;                  ///< Model::pieces
    Range interpolated;            ///< Model::interpolated
    int oriented = -1;             ///< Model::oriented, -1: nothing acts between its frames
    int articulated = -1;          ///< Model::trees, -1: its frames are free
    std::vector<RateLevel> rates;  ///< Multirate: by rate; empty: everything at rate 0
    bool holds_forces = false;     ///< Multirate: forces are held between kicks, which gains energy (004 A11)

    Method method = Method::SemiImplicitEuler;
    RotationRule rotation_rule = RotationRule::MeanVelocity;
    int substeps = 1;  ///< in one coupling interval, >= 1
    StepControl control;
    SurfaceFeel surface;
    Real solver_tolerance = 1e-10;  ///< ImplicitEuler: residual relative to the right-hand side
    int solver_iterations = 400;    ///< ImplicitEuler: at most

    int tissue = -1;  ///< Model::tissues: its points are joints of a trail; -1: they are not
    int crowd = -1;   ///< Model::crowds: its points are agents, with stages of their own; -1: they are not
};

}  // namespace souple
