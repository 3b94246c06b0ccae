// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/checkpoint.h"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "souple/core/files.h"
#include "souple/core/hash.h"
#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/dynamics/hair/follow_wisps.h"
#include "souple/scene/byte_stream.h"
#include "souple/scene/checkpoint_course.h"
#include "souple/scene/checkpoint_crowds.h"
#include "souple/scene/checkpoint_file.h"
#include "souple/scene/checkpoint_leaves.h"
#include "souple/scene/checkpoint_wisps.h"

namespace souple {

namespace {

void put_touching(ByteWriter& out, const std::vector<ManifoldMemory>& touching) {
    out.put(static_cast<std::uint64_t>(touching.size()));
    for (const ManifoldMemory& memory : touching) {
        out.put(memory.pair);
        out.put(static_cast<std::uint64_t>(memory.sub));
        out.put(static_cast<std::uint64_t>(memory.count));
        for (int k = 0; k < memory.count; ++k) {
            out.put(static_cast<std::uint64_t>(memory.features[k]));
            out.put(memory.normal[k]);
        }
        for (int k = 0; k < 3; ++k) out.put(memory.tangent[k]);
        out.put(memory.twist);
    }
}

std::uint64_t get_word(ByteReader& in) {
    std::uint64_t word = 0;
    in.get(word);
    return word;
}

/// Grows with what is really there, whatever the count says.
void get_touching(ByteReader& in, std::vector<ManifoldMemory>& touching) {
    touching.clear();
    for (std::uint64_t left = get_word(in); left > 0; --left) {
        ManifoldMemory memory;
        memory.pair = get_word(in);
        memory.sub = static_cast<std::uint32_t>(get_word(in));
        const std::uint64_t count = get_word(in);
        if (count > memory.features.size()) throw InputError("it holds a contact of more than four points");
        memory.count = static_cast<int>(count);
        for (int k = 0; k < memory.count; ++k) {
            memory.features[k] = static_cast<std::uint32_t>(get_word(in));
            in.get(memory.normal[k]);
        }
        for (int k = 0; k < 3; ++k) in.get(memory.tangent[k]);
        in.get(memory.twist);
        touching.push_back(memory);
    }
}

void put_oriented(ByteWriter& out, const std::vector<OrientedMemory>& memories) {
    for (const OrientedMemory& memory : memories) {
        out.put(static_cast<std::uint64_t>(memory.bonds.size()));
        for (const Bond& bond : memory.bonds) {
            out.put(static_cast<std::uint64_t>(bond.a));
            out.put(static_cast<std::uint64_t>(bond.b));
            out.put(bond.length);
        }
        out.put(memory.heat);
    }
}

/// Grows with what is really there, whatever the count says.
void get_oriented(ByteReader& in, std::vector<OrientedMemory>& memories) {
    for (OrientedMemory& memory : memories) {
        memory.bonds.clear();
        for (std::uint64_t left = get_word(in); left > 0; --left) {
            const std::uint64_t a = get_word(in), b = get_word(in);
            if (a >= b || b > std::uint64_t(std::numeric_limits<int>::max()))
                throw InputError("it holds a bond of no two particles");
            Bond bond{static_cast<int>(a), static_cast<int>(b), 0};
            in.get(bond.length);
            memory.bonds.push_back(bond);
        }
        in.get(memory.heat);
    }
}

void put_joints(ByteWriter& out, const std::vector<TreeState>& trees) {
    for (const TreeState& tree : trees)
        for (const JointState& joint : tree.joints) {
            for (int k = 0; k < 3; ++k) out.put(joint.q[k]);
            for (int k = 0; k < 4; ++k) out.put(joint.turn.coeffs()[k]);
            for (int k = 0; k < 3; ++k) out.put(joint.qd[k]);
            for (int k = 0; k < 3; ++k) out.put(joint.spin[k]);
        }
}

/// The scene says how many there are.
void get_joints(ByteReader& in, std::vector<TreeState>& trees) {
    for (TreeState& tree : trees)
        for (JointState& joint : tree.joints) {
            for (int k = 0; k < 3; ++k) in.get(joint.q[k]);
            for (int k = 0; k < 4; ++k) in.get(joint.turn.coeffs()[k]);
            for (int k = 0; k < 3; ++k) in.get(joint.qd[k]);
            for (int k = 0; k < 3; ++k) in.get(joint.spin[k]);
        }
}

/// The scene says how many there are: none without conditional links.
void get_grips(ByteReader& in, std::vector<LinkGrip>& links) {
    for (LinkGrip& grip : links) {
        const std::uint64_t word = get_word(in);
        if (word > static_cast<std::uint64_t>(LinkGrip::Broken))
            throw InputError("it holds a link in a state that no link has");
        grip = static_cast<LinkGrip>(word);
    }
}

void put_state(ByteWriter& out, const State& state) {
    // a field that State gains does not compile until it is written, or left out on purpose
    const auto& [time, step, x, v, frames, parts, touching, quiet, leaves, hair, oriented, trees, crowds,
                 tissues, links] = state;
    out.put(time);
    out.put(static_cast<std::uint64_t>(step));
    out.put(x);
    out.put(v);
    out.put(frames.x);
    out.put(frames.q);
    out.put(frames.v);
    out.put(frames.w);
    out.put(static_cast<std::uint64_t>(parts.size()));
    for (const PartMemory& memory : parts) {
        out.put(memory.rng.state);
        out.put(static_cast<std::uint64_t>(memory.substeps));
        out.put(memory.debt);
    }
    put_touching(out, touching);
    out.put(quiet);
    put_leaves(out, leaves);
    put_wisps(out, hair);
    put_oriented(out, oriented);
    put_joints(out, trees);
    put_crowds(out, crowds);
    put_tissues(out, tissues);
    for (const LinkGrip grip : links) out.put(static_cast<std::uint64_t>(grip));
}

void get_state(ByteReader& in, State& state) {
    std::uint64_t step = 0, parts = 0;
    in.get(state.time);
    in.get(step);
    state.step = static_cast<std::int64_t>(step);
    in.get(state.x);
    in.get(state.v);
    in.get(state.frames.x);
    in.get(state.frames.q);
    in.get(state.frames.v);
    in.get(state.frames.w);
    in.get(parts);
    if (parts != state.parts.size()) throw InputError("it holds another number of parts");
    for (PartMemory& memory : state.parts) {
        std::uint64_t substeps = 0;
        in.get(memory.rng.state);
        in.get(substeps);
        memory.substeps = static_cast<int>(substeps);
        in.get(memory.debt);
    }
    get_touching(in, state.touching);
    in.get(state.quiet);
    get_leaves(in, state.leaves);
    get_wisps(in, state.hair);
    get_oriented(in, state.oriented);
    get_joints(in, state.trees);
    get_crowds(in, state.crowds);
    get_tissues(in, state.tissues);
    get_grips(in, state.links);
}

void check_fits(const Simulation& simulation, const State& state) {
    const State& now = simulation.world.state;
    const std::size_t points = now.x.size() - point_count(now.leaves) + point_count(state.leaves);
    if (state.x.size() != points || state.v.size() != points || state.frames.count() != now.frames.count() ||
        state.frames.q.size() != now.frames.q.size() || state.frames.v.size() != now.frames.v.size() ||
        state.frames.w.size() != now.frames.w.size())
        throw InputError("it holds another number of points or frames");
    if (!state.quiet.empty() && state.quiet.size() != state.frames.x.size())
        throw InputError("it holds quiet times of another number of frames");
    for (std::size_t k = 0; k < state.oriented.size(); ++k) {
        const OrientedMemory& memory = state.oriented[k];
        const auto before = [](const Bond& p, const Bond& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; };
        const int count = static_cast<int>(simulation.world.model.oriented[k].kind_of.size());
        for (std::size_t i = 0; i < memory.bonds.size(); ++i)
            if (memory.bonds[i].b >= count || (i > 0 && !before(memory.bonds[i - 1], memory.bonds[i])))
                throw InputError("it holds bonds of other particles");
        if (memory.heat.size() != now.oriented[k].heat.size())
            throw InputError("it holds heat of another number of particles");
    }
}

/// Names what a State must fit: the parts with their counts, and the probes.
std::uint64_t shape_hash(const Simulation& simulation) {
    Hasher hasher;
    for (const Part& part : simulation.world.model.parts) {
        hasher.add(part.name);
        hasher.add(part.kind);
        hasher.add(part.rates.empty() ? part.points.count : 0);  // those of adaptive parts come and go
        hasher.add(part.frames.count);
    }
    for (const Probe& probe : simulation.probes) hasher.add(probe.name);
    return hasher.value();
}

struct Loaded {
    State state;
    std::vector<Probe> probes;
    RunCourse course;
    bool same_settings = false;
};

Loaded parse(std::string_view plain, const Simulation& simulation) {
    ByteReader in(plain);
    std::uint64_t shape = 0, settings = 0;
    in.get(shape);
    in.get(settings);
    if (shape != shape_hash(simulation))
        throw InputError("it was taken from another scene: its parts or probes differ");
    Loaded loaded{simulation.world.state, simulation.probes, {}, settings == simulation.settings_hash};
    get_state(in, loaded.state);
    check_fits(simulation, loaded.state);
    check_crowds(simulation.world.model, loaded.state.crowds);
    check_tissues(simulation.world.model, loaded.state.tissues);
    get_probes(in, loaded.probes);
    get_course(in, simulation.scene.def.expect, loaded.probes, loaded.course);
    if (!in.at_end()) throw InputError("there is something behind its end");
    return loaded;
}

/// The simulation goes on from what was loaded; returns whether its settings were the same.
bool take_over(Loaded loaded, Simulation& simulation) {
    simulation.world.state = std::move(loaded.state);
    follow_leaves(simulation.world.state, simulation.world.model);
    follow_wisps(simulation.world.state, simulation.world.model);
    forget(simulation.shown);
    simulation.probes = std::move(loaded.probes);
    return loaded.same_settings;
}

std::string to_plain(const Simulation& simulation, const RunCourse& course) {
    ByteWriter body;
    body.put(shape_hash(simulation));
    body.put(simulation.settings_hash);
    put_state(body, simulation.world.state);
    put_probes(body, simulation.probes);
    put_course(body, course);
    return body.take();
}

}  // namespace

std::string to_bytes(const Simulation& simulation, const RunCourse& course) {
    const State& state = simulation.world.state;
    return pack_checkpoint({course.run, state.step, state.time, course.frames}, to_plain(simulation, course));
}

bool from_bytes(std::string_view bytes, const std::string& name, Simulation& simulation, RunCourse* course) {
    try {
        const UnpackedCheckpoint file = unpack_checkpoint(bytes);
        Loaded loaded = parse(file.plain, simulation);
        loaded.course.run = file.head.run;
        loaded.course.frames = file.head.frames;
        if (course) *course = loaded.course;
        return take_over(std::move(loaded), simulation);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", name, error.what()));
    }
}

std::string to_plain_bytes(const Simulation& simulation) { return to_plain(simulation, {}); }

bool from_plain_bytes(std::string_view plain, const std::string& name, Simulation& simulation) {
    try {
        return take_over(parse(plain, simulation), simulation);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", name, error.what()));
    }
}

void write_checkpoint(const std::string& path, const Simulation& simulation, const RunCourse& course) {
    write_whole_file(path, to_bytes(simulation, course), Durability::Synced);
}

bool read_checkpoint(const std::string& path, Simulation& simulation, RunCourse* course) {
    return from_bytes(read_checkpoint_bytes(path), path, simulation, course);
}

}  // namespace souple
