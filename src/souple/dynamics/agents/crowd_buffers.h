// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Room that crowds work in; rebuilt from the State when it does not fit, never saved.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "souple/dynamics/agents/crowd.h"
#include "souple/dynamics/agents/orca_lines.h"
#include "souple/dynamics/scratch.h"
#include "souple/geometry/search/plane_grid.h"
#include "souple/topology/environment/find_path.h"
#include "souple/topology/environment/near_cells.h"

namespace souple {

/// Seconds since the start, by what they were spent on (002 F2.48).
struct CrowdTimes {
    Real multiresolution = 0;  ///< cells split and merged
    Real behaviour = 0;        ///< neighbours asked for, velocities chosen
    Real point_agents = 0;     ///< moved, kept apart, registered
    Real polygon_agents = 0;   ///< the same for agents with a shape
};

/// Adds the time between its birth and its death to a number of seconds.
class Stopwatch {
public:
    explicit Stopwatch(Real& seconds) : seconds_(seconds), start_(Clock::now()) {}
    ~Stopwatch() { seconds_ += std::chrono::duration<Real>(Clock::now() - start_).count(); }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    Real& seconds_;
    Clock::time_point start_;
};

/// What a crowd has done in its last step.
struct CrowdCounts {
    int changed_cells = 0, splits = 0, merges = 0, searches = 0, sweeps = 0;
    int alarmed = 0;   ///< agents that an announced body made flee
    int struck = 0;    ///< agents that a body had to push
    Real overlap = 0;  ///< [m] deepest that is left
};

struct AgentPair {
    int a = 0, b = 0;
};

/// Pairs that are pushed apart by one thread: those of agents in a few rows of the grid. The other agent of a
/// pair may be in the next strip, so that every second strip can be worked on at once.
struct PairStrip {
    int begin = 0, end = 0;          ///< items of the grid
    std::vector<AgentPair> pairs;    ///< of agents
    std::vector<AgentPair> leaning;  ///< agent and wall
    Real depth = 0, wall_depth = 0;  ///< [m] deepest overlap that was met in the last sweep
    bool is_quiet = false;           ///< nobody here or in reach has moved since
};

/// How far it is to one goal from every side of a cell of the first mesh, people on the way counted in.
struct WayField {
    struct Entry {
        Real cost = 0;
        int side = 0;
    };
    std::vector<Real> cost;   ///< [m] by dart: from the middle of its side on; infinite: no way
    std::vector<int> next;    ///< by dart: the side to go through after it; -1: the goal
    std::vector<Entry> open;  ///< a heap
};
struct RealmBuffer;

struct CrowdBuffer {
    std::shared_ptr<RealmBuffer> realm;  ///< of a crowd in a realm, which uses little else here
    std::vector<Vec2> x, v;  ///< by agent: ground places and velocities before the step [m], [m/s]; NaN: gone
    std::vector<Vec2> next;  ///< by agent: chosen velocities [m/s], then new places [m]
    std::vector<Vec2> barred;        ///< by agent: how walls changed where it came to [m]
    std::vector<Real> radius;        ///< by agent [m]
    std::vector<MovingDisc> bodies;  ///< of other parts, as agents see them
    std::vector<Vec2> body_places;   ///< their middles [m]
    PlaneGrid body_grid;             ///< those, sorted
    Real widest_seen = 0;            ///< [m] largest radius of those
    PlaneGrid grid;
    std::vector<MovingDisc> discs;   ///< agents as they were before the step, by slot: in the order of the
                                     ///< grid; then those of other crowds that are seen
    std::vector<Vec2> other_places;  ///< of these others [m]
    std::vector<Vec2> other_wants;   ///< what each would do if it were alone [m/s]
    PlaneGrid other_grid;
    std::vector<int> slot_of;       ///< by agent; of those who are there, unless the grid itself is asked
    std::vector<Real> block_moves;  ///< [m^2] by block of agents: square of the longest way in the step
    BoxTree tree;
    std::vector<Aabb> boxes;
    std::vector<Vec3> points;
    std::vector<CellQueue> queues;  ///< by block of agents
    std::vector<Real> people;       ///< [1/m^2] by cell of the first mesh; empty: nobody asks
    std::vector<WayField> ways;     ///< by CrowdPart::crowded_goals
    std::vector<PathRoom> rooms;    ///< by block of agents
    std::vector<PairStrip> strips;
    int strip_count = 0;
    std::vector<AgentPair> beside;  ///< agent and section of a body
    std::vector<int> pressed;       ///< agents around a skin

    std::vector<Vec2> corner_x, corner_v;  ///< by corner of a body, before the step [m], [m/s]
    std::vector<Vec2> corner_next;         ///< by corner: chosen velocities [m/s], then new places [m]
    std::vector<Wall> side_place;          ///< by side of a body [m]
    std::vector<Vec2> side_velocity;       ///< by side [m/s]
    std::vector<CellQueue> body_queues;    ///< by body
    std::vector<int> near_sections;        ///< of one body
    std::vector<Face> corner_cell;         ///< by corner, while sides are registered anew
    std::vector<char> alarmed;             ///< by agent

    Registration cells;
    bool has_cells = false;
    std::shared_ptr<const Environment> of;  ///< whose cells these are
    std::uint64_t history = 0;              ///< CrowdState::history that `cells` has followed
    std::vector<Face> arrived;              ///< by agent
    std::vector<char> searched;

    CrowdTimes times;
    CrowdCounts counts;
};

struct CrowdBuffers {
    std::vector<CrowdBuffer> of;  ///< by Model::crowds
};

/// Whether a place in a CrowdBuffer is that of somebody.
inline bool is_there(const Vec2& x) { return x.x() == x.x(); }

/// Agents are worked on in blocks of this size, whatever the number of threads.
constexpr int agent_block = 512;
inline int block_count(int agents) { return (agents + agent_block - 1) / agent_block; }

/// The buffers of a world, its own and of the right number.
CrowdBuffers& buffers_of(const Model& model, Scratch& scratch);

}  // namespace souple
