// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "souple/dynamics/adapt/follow_leaves.h"
#include "souple/dynamics/hair/follow_wisps.h"
#include "souple/dynamics/scratch.h"
#include "souple/io/recording.h"
#include "souple/scene/checkpoint.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/json/write.h"
#include "souple/studio/studio_files.h"
#include "souple/view/describe_world.h"

namespace souple {

namespace {

constexpr Real most_owed = 0.25;  // [s] a clock that ran on while nobody could step is forgotten

/// The next frame of a recording; false at its end.
bool show_next(Screening& screening) {
    if (screening.frame + 1 >= screening.film.frame_count) return false;
    ++screening.frame;
    return true;
}

/// At the end: the scene's duration is over, or the recording's last frame is shown.
bool is_at_end(const Session& session) {
    if (!session.screening) return is_finished(session.simulation);
    return session.screening->frame + 1 >= session.screening->film.frame_count;
}

/// At the start of a simulation: nothing has happened, nothing is held.
void begin_with(Session& session, Simulation fresh) {
    session.start_hash = hash_of(fresh.world.state);
    session.simulation = std::move(fresh);
    session.plan = plan_view(session.simulation.world.model);
    session.past = {};
    session.looking.pressing.reset();
    session.ended = false;
    session.owed = 0;
    session.trouble.clear();
    hold_things(session.simulation);
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
           same_parts(session.simulation.world.model, fresh.world.model) && hold_alike(old, root);
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
    follow_model(running.world, running.held);
    follow(running.world.model, session.plan);
    place_obstacles(running);
    forget(running.shown);
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

/// Nobody has edited what was just opened.
void begin_watching(Session& session) {
    session.undo.clear();
    session.redo.clear();
    session.playing = false;
    session.ended = false;
    session.owed = 0;
    session.unsaved = 0;
    session.is_open = true;
    ++session.revision;
    session.edit_step = EditStep::Opened;
}

/// What was not told by a checkpoint or a kept state: what touched, and what was before.
void go_on_from_there(Session& session) {
    World& world = session.simulation.world;
    ++world.model.revision;
    world.scratch->contact.contacts.clear();
    session.looking.pressing = ArrowsView{"contacts", "N", {}, {}};
    session.past = {};
    session.trouble.clear();
    session.playing = false;
    session.owed = 0;
    session.ended = is_finished(session.simulation);
    hold_things(session.simulation);
    place_obstacles(session.simulation);
    keep(session.simulation, session.past);
}

EditEffect move_between(Session& session, std::vector<Node>& from, std::vector<Node>& to,
                        const char* nothing) {
    if (from.empty()) throw InputError(nothing);
    Document document{from.back(), session.scene.document.files};
    Node old = session.scene.document.root;
    const EditEffect effect = take_document(session, std::move(document));
    session.edit_step = &from == &session.undo ? EditStep::Undone : EditStep::Redone;
    from.pop_back();
    to.push_back(std::move(old));
    ++session.unsaved;
    return effect;
}

}  // namespace

void open_file(Session& session, const std::string& file) {
    if (file.ends_with(".rec"))
        open_recording(session, file);
    else
        open_scene(session, file);
}

void open_scene(Session& session, const std::string& file) {
    Scene scene = load_scene_inside(session.folder, file);
    scene.most_memory = session.most_memory;
    begin_with(session, make_simulation(scene));
    session.scene = std::move(scene);
    session.screening.reset();
    begin_watching(session);
}

void open_scene_again(Session& session, Scene scene, const std::string& state, const Node* held) {
    check_files_inside(session.folder, scene.document);
    scene.most_memory = session.most_memory;
    reread(scene);
    Scene as_held = scene;
    if (held) {
        as_held.document = with_held(std::move(as_held.document), *held);
        reread(as_held);
    }
    begin_with(session, make_simulation(std::move(as_held)));
    if (!state.empty()) from_plain_bytes(state, "the kept state", session.simulation);
    session.scene = std::move(scene);
    session.screening.reset();
    begin_watching(session);
    if (!state.empty()) go_on_from_there(session);
}

void open_recording(Session& session, const std::string& file) {
    const std::string path = path_inside(session.folder, file).string();
    Film film = open_film(path);
    if (film.frame_count == 0) throw InputError(fmt::format("{}: has no frames", file));
    session.screening = {path, std::move(film), 0};
    session.simulation = {};
    session.past = {};
    session.trouble.clear();
    begin_watching(session);
}

void reset(Session& session) {
    session.ended = false;
    if (session.screening)
        session.screening->frame = 0;
    else
        begin_with(session, make_simulation(session.scene));
}

Real interval_of(const Session& session) {
    return session.screening ? 1 / session.screening->film.frames_per_second : session.simulation.settings.h;
}

bool advance(Session& session) {
    session.trouble.clear();
    if (session.on_progress) session.on_progress();
    if (session.screening) {
        show_next(*session.screening);
        return true;
    }
    session.looking.pressing.reset();
    Simulation& simulation = session.simulation;
    StepReport report;
    try {
        report = souple::advance(simulation);
    } catch (const std::exception& error) {  // an animated number that the scene cannot have
        session.trouble = error.what();
        session.playing = false;
        return false;
    }
    if (report.failure) {
        place_obstacles(simulation);  // and hands: faces that the step divided or joined are as they were
        session.trouble = to_text(*report.failure);
        session.playing = false;
        return false;
    }
    if (simulation.world.control.hands.are_busy()) forget_after(simulation.world.state.step, session.past);
    keep(simulation, session.past);
    return true;
}

int run_for(Session& session, Real seconds, Real budget) {
    using Clock = std::chrono::steady_clock;
    if (!session.is_open || !session.playing) return 0;
    const Clock::time_point start = Clock::now();
    const Real h = interval_of(session);
    session.owed = std::min(session.owed + seconds * session.speed, std::max(h, most_owed));
    int taken = 0;
    while (session.playing && session.owed >= h) {
        if (!advance(session)) break;
        session.owed -= h;
        ++taken;
        if (is_at_end(session) && !session.ended) {
            session.ended = true;
            session.playing = false;
        }
        // the next step would take as long as these did
        const Real spent = std::chrono::duration<Real>(Clock::now() - start).count();
        if (spent * (taken + 1) > budget * taken) break;
    }
    return taken;
}

void seek(Session& session, std::int64_t step) {
    if (session.screening) {
        const std::int64_t last = session.screening->film.frame_count - 1;
        session.screening->frame = static_cast<int>(std::clamp<std::int64_t>(step, 0, last));
    } else {
        const PastMoment* then = return_to(session.past, step, session.simulation);
        if (!then) throw InputError(fmt::format("step {} was not recorded", step));
        session.looking.pressing = then->pressing;
        follow_model(session.simulation.world, session.simulation.held);
    }
    session.trouble.clear();
    session.playing = false;
    session.owed = 0;
    session.ended = is_at_end(session);
}

EditEffect set_scene_values(Session& session, std::span<const SceneChange> changes) {
    Document document = session.scene.document;
    for (const SceneChange& change : changes) {
        make_parents(document.root, change.path);
        set_value(document, change.path, to_text(change.value), "studio");
    }
    Node old = session.scene.document.root;
    const EditEffect effect = take_document(session, std::move(document));
    session.edit_step = EditStep::Edited;
    session.undo.push_back(std::move(old));
    if (session.undo.size() > most_undo) session.undo.erase(session.undo.begin());
    session.redo.clear();
    ++session.unsaved;
    return effect;
}

EditEffect set_scene_value(Session& session, const std::string& path, const Node& value) {
    const SceneChange change{path, value};
    return set_scene_values(session, {&change, 1});
}

EditEffect undo_edit(Session& session) {
    return move_between(session, session.undo, session.redo, "there is nothing to undo");
}

EditEffect redo_edit(Session& session) {
    return move_between(session, session.redo, session.undo, "there is nothing to redo");
}

void wish(Session& session, int page, const Wish& wanted) {
    session.wishes[page] = wanted;
    Sights all;
    session.looking.quantities.clear();
    for (const auto& [who, one] : session.wishes) {
        const Sights& its = one.sights;
        all = {all.forces || its.forces, all.torques || its.torques, all.contacts || its.contacts,
               all.zones || its.zones, all.rest || its.rest};
        if (!one.quantity.empty()) session.looking.quantities.insert(one.quantity);
    }
    session.looking.sights = all;
}

void release(Session& session, int page) {
    Hands& hands = session.simulation.world.control.hands;
    std::erase_if(hands.grabs, [page](const Grab& grab) { return grab.owner == page; });
    std::erase_if(hands.balls, [page](const PushBall& ball) { return ball.owner == page; });
}

void forget_page(Session& session, int page) {
    release(session, page);
    wish(session, page, {});
    session.wishes.erase(page);
}

LiveFrame current_frame(Session& session) {
    if (session.screening) {
        const Screening& screening = *session.screening;
        LiveFrame live{screening.film.frame(screening.frame), {}, {}, {}};
        live.frame.step = screening.frame;  // what the page scrubs over
        return live;
    }
    const World& world = session.simulation.world;
    follow(world.model, session.plan);
    LiveFrame live{describe_world(session.plan, world.model, world.state, world.control,
                                  {.contacts = &world.scratch->contact.contacts,
                                   .hair = false,
                                   .wanted = &session.looking.quantities}),
                   wisps_now(session.plan, world.model, world.state),
                   {},
                   {}};
    add_sights(world, session.simulation.settings.h, session.looking, live);
    return live;
}

bool return_to_checkpoint(Session& session, const std::string& path) {
    Simulation& simulation = session.simulation;
    const bool same = read_checkpoint(path, simulation);
    let_all_go(simulation.world, simulation.held);
    simulation.held.waiting = read_held(session.scene, simulation.world).waiting;
    go_on_from_there(session);
    return same;
}

}  // namespace souple
