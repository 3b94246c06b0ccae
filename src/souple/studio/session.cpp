// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/dynamics/hair/follow_wisps.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/json/write.h"
#include "souple/studio/studio_files.h"
#include "souple/view/describe_world.h"

namespace souple {

namespace {

constexpr Real most_owed = 0.25;  // [s] a clock that ran on while nobody could step is forgotten

/// At the start of a simulation: nothing has happened, nothing is held.
void begin_with(Session& session, Simulation fresh) {
    session.start_hash = hash_of(fresh.world.state);
    session.simulation = std::move(fresh);
    session.plan = plan_view(session.simulation.world.model);
    session.past = {};
    session.hands = {};
    session.ended = false;
    session.owed = 0;
    session.trouble.clear();
    place_obstacles(session.simulation);
    keep(session.simulation, session.past);
}

bool same_member(const Node& a, const Node& b, std::string_view key) {
    const Node *in_a = find_member(a, key), *in_b = find_member(b, key);
    return in_a && in_b ? same_value(*in_a, *in_b) : in_a == in_b;
}

bool same_parts(const Model& a, const Model& b) {
    return a.tracks.size() == b.tracks.size() &&
           std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                      [](const Part& p, const Part& q) { return p.name == q.name && p.kind == q.kind; });
}

/// Whether the running state can go on under the new scene: it would have started alike.
bool can_go_on(const Session& session, const Node& root, const Simulation& fresh) {
    const Node& old = session.scene.document.root;
    return same_member(old, root, "pre_roll") && same_member(old, root, "seed") &&
           hash_of(fresh.world.state) == session.start_hash &&
           same_parts(session.simulation.world.model, fresh.world.model);
}

/// The new model takes over the state that is.
void go_on_with(Session& session, const Node& root, Simulation fresh) {
    Simulation& running = session.simulation;
    Model model = std::move(fresh.world.model);
    follow_leaves(running.world.state, model);
    follow_wisps(running.world.state, model);
    model.revision = running.world.model.revision + 1;
    running.world.model = std::move(model);
    if (same_member(session.scene.document.root, root, "probes")) {
        forget_after(running.world.state.step, session.past);
    } else {
        running.probes = std::move(fresh.probes);
        session.past = {};
    }
    running.scene = std::move(fresh.scene);
    running.settings = fresh.settings;
    running.step_count = fresh.step_count;
    running.animated = std::move(fresh.animated);
    running.settings_hash = fresh.settings_hash;
    follow_model(running.world, session.hands);
    follow(running.world.model, session.plan);
    place_obstacles(running);
    keep(running, session.past);
}

/// Reads, checks and builds the scene with another document, then takes it.
EditEffect take_document(Session& session, Document document) {
    Scene next{session.scene.file, std::move(document), {}};
    reread(next);
    check_files_inside(session.folder, next.document);
    Simulation fresh = make_simulation(next);
    const bool live = can_go_on(session, next.document.root, fresh);
    if (live)
        go_on_with(session, next.document.root, std::move(fresh));
    else
        begin_with(session, std::move(fresh));
    session.scene = std::move(next);
    ++session.revision;
    return live ? EditEffect::Live : EditEffect::Restarted;
}

/// Objects on the way to a value that the file leaves to their defaults.
void make_parents(Node& root, std::string_view path) {
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) return;
    const std::string_view parent = path.substr(0, dot);
    if (find_node(root, parent)) return;
    make_parents(root, parent);
    try_set_node(root, parent, make_object());
}

EditEffect move_between(Session& session, std::vector<Node>& from, std::vector<Node>& to,
                        const char* nothing) {
    if (from.empty()) throw InputError(nothing);
    Document document{from.back(), session.scene.document.files};
    Node old = session.scene.document.root;
    const EditEffect effect = take_document(session, std::move(document));
    from.pop_back();
    to.push_back(std::move(old));
    return effect;
}

}  // namespace

void open_scene(Session& session, const std::string& file) {
    Scene scene = load_scene_inside(session.folder, file);
    begin_with(session, make_simulation(scene));
    session.scene = std::move(scene);
    session.undo.clear();
    session.redo.clear();
    session.playing = false;
    session.is_open = true;
    ++session.revision;
}

void reset(Session& session) { begin_with(session, make_simulation(session.scene)); }

bool advance(Session& session) {
    Simulation& simulation = session.simulation;
    put_on_forces(session.hands, simulation.settings.h, simulation.world);
    StepReport report;
    try {
        report = souple::advance(simulation);
    } catch (const std::exception& error) {  // an animated number that the scene cannot have
        take_off_forces(simulation.world);
        session.trouble = error.what();
        session.playing = false;
        return false;
    }
    take_off_forces(simulation.world);
    follow_model(simulation.world, session.hands);
    if (report.failure) {
        session.trouble = to_text(*report.failure);
        session.playing = false;
        return false;
    }
    session.trouble.clear();
    if (!session.hands.grabs.empty()) forget_after(simulation.world.state.step, session.past);
    keep(simulation, session.past);
    return true;
}

int run_for(Session& session, Real seconds, Real budget) {
    using Clock = std::chrono::steady_clock;
    if (!session.is_open || !session.playing) return 0;
    const Clock::time_point start = Clock::now();
    const Real h = session.simulation.settings.h;
    session.owed = std::min(session.owed + seconds * session.speed, std::max(h, most_owed));
    int taken = 0;
    while (session.playing && session.owed >= h) {
        if (!advance(session)) break;
        session.owed -= h;
        ++taken;
        if (is_finished(session.simulation) && !session.ended) {
            session.ended = true;
            session.playing = false;
        }
        if (std::chrono::duration<Real>(Clock::now() - start).count() > budget) break;
    }
    return taken;
}

void seek(Session& session, std::int64_t step) {
    session.playing = false;
    session.owed = 0;
    if (!return_to(session.past, step, session.simulation))
        throw InputError(fmt::format("step {} was not recorded", step));
    follow_model(session.simulation.world, session.hands);
    session.trouble.clear();
    session.ended = is_finished(session.simulation);
}

EditEffect set_scene_value(Session& session, const std::string& path, const Node& value) {
    Document document = session.scene.document;
    make_parents(document.root, path);
    set_value(document, path, to_text(value), "studio");
    Node old = session.scene.document.root;
    const EditEffect effect = take_document(session, std::move(document));
    session.undo.push_back(std::move(old));
    if (session.undo.size() > most_undo) session.undo.erase(session.undo.begin());
    session.redo.clear();
    return effect;
}

EditEffect undo_edit(Session& session) {
    return move_between(session, session.undo, session.redo, "there is nothing to undo");
}

EditEffect redo_edit(Session& session) {
    return move_between(session, session.redo, session.undo, "there is nothing to redo");
}

Frame current_frame(Session& session) {
    const World& world = session.simulation.world;
    follow(world.model, session.plan);
    return describe_world(session.plan, world.model, world.state, world.control,
                          {&world.scratch.contact.contacts, nullptr, false});
}

}  // namespace souple
