// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A scene as its file says it: parts, what surrounds them, what is measured and what must come out.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "souple/dynamics/fields.h"
#include "souple/models/cloth.h"
#include "souple/models/crowd.h"
#include "souple/models/frames.h"
#include "souple/models/hair.h"
#include "souple/models/oriented.h"
#include "souple/models/particles.h"
#include "souple/models/tissue.h"
#include "souple/scene/articulated_def.h"
#include "souple/scene/body_def.h"
#include "souple/scene/json/node.h"
#include "souple/scene/picture_def.h"
#include "souple/scene/shape_def.h"

namespace souple {

// --- parts ---

/// A cloth as files name it: the mesh is a file.
struct ClothEntry {
    ClothDef cloth;
    std::string mesh;  ///< OBJ, PLY, STL or glTF; empty: a grid
};

struct PoseKeyDef {
    Real time = 0;                 ///< [s]
    Vec3 position = Vec3::Zero();  ///< [m]
    Vec3 rotation = Vec3::Zero();  ///< [deg] rotation vector
};

/// How an obstacle moves: by keys of its own, or with a motion that others share.
struct ObstacleMotionDef {
    std::string name;              ///< of a motion; then the obstacle's place is in its axes
    std::vector<PoseKeyDef> keys;  ///< otherwise
};

struct ObstacleDef {
    std::string name = "obstacle";
    ShapeDef shape = PlaneDef{};
    Vec3 position = Vec3::Zero();  ///< [m]
    Vec3 rotation = Vec3::Zero();  ///< [deg]
    ObstacleMotionDef motion;
    bool smooth = false;
    Real restitution = 0, friction = 0.3, tangential_keep = 1, bounce_speed = 0.01;
};

using PartChoice = std::variant<ParticlesDef, ClothEntry, FramesDef, RigidEntry, ArticulatedEntry, HairDef,
                                OrientedDef, CrowdDef, TissueDef, ObstacleDef>;

// --- what surrounds the parts ---

struct DragDef {
    Drag drag;
    std::string part;  ///< empty: every part
};
struct UniformWindDef {
    Wind wind;
};
struct SourceDef {
    Wind wind{.kind = WindKind::Source, .axis = Vec3::Zero()};
};
struct SinkDef {
    Wind wind{.kind = WindKind::Sink, .axis = Vec3::Zero()};
};
struct VortexDef {
    Wind wind{.kind = WindKind::Vortex};
};
struct PressureDef {
    Pressure pressure;
    std::string part;
};
struct CentripetalDef {
    Centripetal centripetal;
    std::string part;
};
using FieldChoice =
    std::variant<DragDef, UniformWindDef, SourceDef, SinkDef, VortexDef, PressureDef, CentripetalDef>;

/// One end of a link: a material spot of a part.
struct LinkEndDef {
    std::string part;
    std::optional<int> point;   ///< by id,
    std::optional<Vec3> rest;   ///< [m] or nearest to a place of the rest shape,
    std::optional<int> frame;   ///< or on a body of the part
    std::optional<Vec3> local;  ///< [m] in the body's axes; default: where the other end is at the start
    bool every = false;         ///< or every point and every body of the part: a link for each
};
/// Holds two spots together, whatever parts they are on.
struct LinkDef {
    std::string name;
    LinkEndDef a, b;
    Real stiffness = 0;                  ///< [N/m] 0: rigid
    Real damping = 0;                    ///< [kg/s]
    Real rest_length = 0;                ///< [m] 0: held in all directions
    std::optional<Real> catches_within;  ///< [m]
    std::optional<Real> lets_go_beyond;  ///< [m]
    std::optional<Real> strength;        ///< [N]
    bool once = false;                   ///< what lets go is broken for good
};

/// Changes a number of the scene over time; between keys it goes linearly.
struct AnimateDef {
    std::string name;
    std::string path;
    std::vector<std::array<Real, 2>> keys;  ///< [time, value]
};
/// A movement that pins, ties and obstacles may follow: key frames, or a body of a part.
struct MotionDef {
    std::string name = "motion";
    std::string part;  ///< whose body carries it
    int frame = 0;     ///< which body
    std::vector<PoseKeyDef> keys;
    bool smooth = false;
};
/// Holds a spot for good from a time on.
struct HoldSpotDef {
    std::string name;
    LinkEndDef spot;
    std::optional<Vec3> at;  ///< [m] default: where the spot is then
    Real from = 0;           ///< [s]
};
/// A force that acts on a spot for good from a time on.
struct LoadSpotDef {
    std::string name;
    LinkEndDef spot;
    Vec3 force = Vec3::Zero();  ///< [N] world axes
    Real from = 0;              ///< [s]
};
using ControlChoice = std::variant<AnimateDef, MotionDef, HoldSpotDef, LoadSpotDef>;

// --- what is measured ---

enum class Measure {
    KineticEnergy,
    ElasticEnergy,
    PotentialEnergy,
    TotalEnergy,
    Momentum,
    AngularMomentum,
    CentreOfMass,
    MinHeight,
    MaxHeight,
    Extent,
    RmsStrain,
    MaxStrain,
    PointCount,
    FrameCount,
    ElementCount,
    ContactCount,
    Penetration,
    Overlap,
    Crossings,
    Position,
    Velocity,
    Speed,
    MaxDistance,
    RmsDistance,
    Oscillation,
    RmsSpeed,
    Substeps,
    Mass,
    FaceCount,
    InterpolatedCount,
    FinestLevel,
    SharpestFold,
    SmallestAngle,
    WispCount,
    WispContacts,
    Lean,
    SegmentStrain,
    WispPenetration,
    EnvelopePenetration,
    HairPenetration,
    HairLift,
    WispThroughCloth,
    HairThroughCloth,
    HairLengthError,
    Flatness,
    TipTwist,
    ShapeChange,
    HullVolume,
    FragmentCount,
    BondCount,
    MeanHeat,
    SkinOverlap,
    SkinPress,
    SkinVolume,
    SkinPieces,
    SeedCount,
    ValidSeeds,
    SeedsLookedAt,
    SeedsTouching,
    JointPosition,
    LoopResidual,
    LinksHeld,

    // of crowds
    ArrivedShare,
    AgentOverlap,
    WallOverlap,
    CellChangeShare,
    CellCount,
    DeepestCell,
    MeanAgentSpeed,
    AgentDensity,
    LaneOrder,
    CellSearches,
    BodyOverlap,
    BodiesArrived,
    AlarmedAgents,
    StruckAgents,
    DartsPerCell,
    OffCell,
    AgentCellLevel,
    BodyCellLevel,
    LevelMemoryShare,
    RegistrationFault,
    MisledByPlanes,

    // of tissues, and the counts of cells and faults above
    CellsAstray,
    TrailLength,
    SegmentCount,
    NearFibre,
    NearMembrane,
    NearTrail,
    NearFault,
    ShapesLookedAt,
};

enum class Component { X, Y, Z, Norm };

struct ProbeDef {
    std::string name;
    Measure measure = Measure::KineticEnergy;
    std::string part;                       ///< empty: the sum over, or the extreme of, every part
    std::string other;                      ///< the other part of a distance
    Component component = Component::Norm;  ///< of measures that are vectors
    std::optional<int> point;               ///< material point: by id,
    std::optional<Vec3> rest;               ///< [m] or nearest to a place of the rest shape,
    std::optional<int> frame;               ///< or in a frame of the part
    std::string link;                       ///< that frame by name: of a link, or of the joint it hangs on
    Vec3 local = Vec3::Zero();              ///< [m] in that frame's axes
    std::optional<Vec3> relative_to;        ///< position: measured from here [m]
    std::optional<GroundBlockDef> region;   ///< of a crowd: those in this rectangle only
    bool relative_to_start = false;         ///< difference from the value at the start
    bool may_be_undefined = false;          ///< there are moments at which there is nothing to measure
};

/// A bound on a probe.
struct ExpectDef {
    std::string name;  ///< default: what it says
    std::string probe;
    Node at = Node("end");  ///< a time [s], "end", "always", "max", "min" or "mean"
    Real from = 0;          ///< [s] what was recorded before is not looked at
    std::optional<Real> below, above, near;
    std::optional<std::array<Real, 2>> between;
    Real tolerance = 0;  ///< of `near`
};

struct PreRollDef {
    Real duration = 0;  ///< [s] simulated before time 0
    Real damping = 0;   ///< [1/s] extra, only while settling
    bool stop = true;   ///< all velocities are zero at time 0
};

struct SceneDef {
    int souple = 1;  ///< version of the format
    std::string title, about;
    Real duration = 1;  ///< [s]
    Real frames_per_second = 30;
    Real step = 1.0 / 120;  ///< [s]
    int intervals = 1;
    std::uint64_t seed = 1;
    Vec3 gravity{0, -9.81, 0};  ///< [m/s^2]
    Real max_speed = 1e5;       ///< [m/s]
    ContactSettings contact;
    std::vector<std::array<std::string, 2>> strangers;  ///< parts that pass through each other
    PreRollDef pre_roll;
    std::vector<PartChoice> parts;
    std::vector<LinkDef> links;
    std::vector<FieldChoice> fields;
    std::vector<MotionDef> motions;
    std::vector<ControlChoice> controls;
    std::vector<ProbeDef> probes;
    std::vector<ExpectDef> expect;
    PictureDef picture;
    std::string breaks_with;  ///< PATH=VALUE that must make the scene fail
};

}  // namespace souple
