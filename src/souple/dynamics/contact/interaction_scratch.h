// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Buffers of the interaction layer: who can be touched, who touches whom, and the rows of the solver.
#pragma once

#include <cstdint>
#include <vector>

#include "souple/dynamics/contact/account_scratch.h"
#include "souple/dynamics/contact/hold_scratch.h"
#include "souple/dynamics/contact/manifold.h"
#include "souple/dynamics/contact/row_packet.h"
#include "souple/dynamics/oriented/oriented_forces.h"
#include "souple/geometry/aabb.h"
#include "souple/geometry/bvh.h"
#include "souple/geometry/search/pairs.h"
#include "souple/implicit/skin_field.h"

namespace souple {

enum class TouchableKind : std::uint8_t { Piece, Obstacle, Point, Triangle, Edge, Agent, Skin };

/// Something that others can touch.
struct Touchable {
    TouchableKind kind = TouchableKind::Piece;
    int index = 0;  ///< in the Model's array of that kind, of agents their point; InteractionScratch::edges
    int part = -1;  ///< Model::parts, -1 for obstacles
};

/// A frame that is left where it lies.
struct Sleeper {
    int frame = 0;
    Vec3 x = Vec3::Zero();
    Quat q = Quat::Identity();
};

/// The sum of what ground or wall carries of something through one manifold, where it acts.
struct CarriedLoad {
    int manifold = 0, mover = no_mover;
    Vec3 away = Vec3::Zero();  ///< unit, out of the ground
    Vec3 arm = Vec3::Zero();   ///< [m] from the centre of what is carried
    Real answer = 0;           ///< [1/kg] along `away`, of links only
    Real impulse = 0;          ///< [N s]
};

struct InteractionScratch {
    // bodies, obstacles, agents and skins first, then matter: points and triangles of parts that meet bodies
    // or each other, then edges of those that meet matter
    std::vector<Touchable> touchables;
    int body_count = 0;                           ///< all before matter among the touchables
    int edge_begin = 0;                           ///< where edges begin among the touchables
    std::vector<Nodes<2>> edges;                  ///< by part, sorted
    std::vector<int> edge_end;                    ///< by part
    int edge_revision = -1, edge_triangles = -1;  ///< of the model that the edges were listed from
    std::vector<Aabb> boxes;                      ///< over the whole step
    std::vector<SkinField> skin_fields;           ///< by Model::skins, where contacts were sought
    std::vector<Pose> skin_carriers;
    PairSearch body_search, matter_search, edge_search;
    Bvh body_tree;
    std::vector<Aabb> body_boxes;
    std::vector<Aabb> matter_boxes;  ///< by matter; empty: it meets no other matter
    std::vector<Aabb> reach;         ///< room of leave_out_lonely
    std::vector<Vec3> pull;          ///< room of foresee_snaps
    std::vector<Real> thrown;        ///< [m] by point: how far tension can throw it within the step
    std::vector<int> first_pair;     ///< by matter: where its pairs with bodies begin
    std::vector<IndexPair> found;
    std::vector<IndexPair> pairs;  ///< of touchables, in a fixed order

    std::vector<Manifold> manifolds;  ///< one place for each pair, then further touches of meshes
    std::vector<int> active;          ///< manifolds with points, in order
    bool any_bounces = false;         ///< among the active ones

    std::vector<Sleeper> asleep;
    std::vector<int> resting;                    ///< manifolds between sleepers and what is fixed
    std::vector<int> island;                     ///< by frame: the way to the lowest frame of its island
    std::vector<std::uint8_t> may_sleep, awake;  ///< by frame; by lowest frame of an island

    HoldScratch hold;
    std::vector<OwnSheet> own_sheets;  ///< by part

    Movers movers;
    std::vector<Vec3> start_centre;             ///< [m] by mover, at the start of the interval
    std::vector<MoverVelocity> start_velocity;  ///< the same
    std::vector<MoverVelocity> free_velocity;   ///< before any impulse of contacts: see load_movers
    std::vector<int> touched;                   ///< movers with a contact, sorted
    std::vector<MoverVelocity> push_velocity;   ///< of pushing overlaps apart: acts on places only
    std::vector<Quat> q_free;                   ///< by frame: orientations before impulses turned anything
    std::vector<Quat> q_start;                  ///< by frame: at the start of the interval
    std::vector<std::uint8_t> held;             ///< by frame: whether laws or links hold it
    std::vector<EnergyRoom> strained;           ///< by Model::oriented: for the work of pushes
    std::vector<Vec3> shift;                    ///< [m] by mover: what impacts add to the way it goes
    std::vector<Vec3> turn;                     ///< [rad] the same
    std::vector<std::uint8_t> is_touched;       ///< by mover
    std::vector<RowPacket> packets;             ///< by colour
    std::vector<CarriedPlaces> places;          ///< by packet
    std::vector<int> colour_begin;              ///< first packet of each colour, and the end
    std::vector<int> colour_of;                 ///< by place in `active`
    std::vector<std::uint64_t> used_colours;    ///< by mover
    std::vector<int> upward;                    ///< packets in the order of the contact graph, when asked for
    std::vector<std::array<Real, 4>> reaction;  ///< [N] by manifold and place: see ground_reaction.h
    std::vector<Real> link_depth, object_depth;  ///< [m] by mover, of walls by mover and facing
    std::vector<CarriedLoad> carried_loads;
    std::vector<int> level;  ///< by mover: steps from what is fixed
    AccountScratch account;
};

/// Two of movers.spreads that no pair has: for who looks at one pair again, with triangles in the model.
inline int spare_spread(const InteractionScratch& scratch) {
    return 2 * static_cast<int>(scratch.pairs.size());
}

}  // namespace souple
