// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "souple/core/files.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/suggest.h"
#include "souple/scene/json/write.h"
#include "souple/scene/report.h"
#include "souple/studio/studio_files.h"

namespace souple {

namespace {

constexpr Real most_speed = 100;
constexpr std::size_t most_plotted = 1000;  // values of one probe in one answer
constexpr int most_steps = 1000;            // in one message

/// One message: who says it, and what.
struct Order {
    Session& session;
    int page;
    const Node& said;
};

const Node& need(const Order& order, std::string_view key, NodeKind kind, const char* what) {
    const Node* node = find_member(order.said, key);
    if (!node || !node->is(kind))
        throw InputError(
            fmt::format("\"{}\" must be {}, found {}", key, what, node ? describe_found(*node) : "nothing"));
    return *node;
}

std::string text_of(const Order& order, std::string_view key) {
    return need(order, key, NodeKind::String, "a text").text;
}

Real number_of(const Order& order, std::string_view key, Real least, Real most) {
    const Real number = need(order, key, NodeKind::Number, "a number").number;
    if (!(number >= least && number <= most))
        throw InputError(fmt::format("\"{}\" is {}; it may be {} to {}", key, number, least, most));
    return number;
}

Vec3 place_in(const Order& order, std::string_view key) {
    const Node& list = need(order, key, NodeKind::Array, "three numbers");
    Vec3 place;
    if (list.items.size() != 3) throw InputError(fmt::format("\"{}\" must be three numbers", key));
    for (int k = 0; k < 3; ++k) {
        const Node& item = list.items[static_cast<std::size_t>(k)];
        if (!item.is(NodeKind::Number) || std::abs(item.number) > 1e6)
            throw InputError(fmt::format("\"{}\" must be three numbers below 1e6", key));
        place[k] = item.number;
    }
    return place;
}

Touched touched_in(const Order& order) {
    return {text_of(order, "structure"), static_cast<int>(number_of(order, "node", 0, 1e9)),
            place_in(order, "at")};
}

Node effect_node(EditEffect effect) { return make_object({{"restarted", effect == EditEffect::Restarted}}); }

Node list_of(const Vec3& v) { return make_array({v.x(), v.y(), v.z()}); }

// --- orders ---

Node do_open(const Order& order) {
    open_scene(order.session, text_of(order, "scene"));
    return make_object({{"title", order.session.scene.def.title}});
}

Node do_play(const Order& order) {
    order.session.playing = true;
    order.session.owed = 0;
    return make_object();
}

Node do_pause(const Order& order) {
    order.session.playing = false;
    return make_object();
}

Node do_step(const Order& order) {
    const bool counted = find_member(order.said, "count") != nullptr;
    const int count = counted ? static_cast<int>(number_of(order, "count", 1, most_steps)) : 1;
    order.session.playing = false;
    for (int i = 0; i < count; ++i)
        if (!advance(order.session)) throw InputError(order.session.trouble);
    return make_object({{"step", order.session.simulation.world.state.step}});
}

Node do_reset(const Order& order) {
    reset(order.session);
    return make_object();
}

Node do_speed(const Order& order) {
    order.session.speed = number_of(order, "value", 0.001, most_speed);
    return make_object();
}

Node do_seek(const Order& order) {
    seek(order.session, static_cast<std::int64_t>(number_of(order, "step", -1e9, 1e12)));
    return make_object({{"step", order.session.simulation.world.state.step}});
}

Node do_set(const Order& order) {
    const Node* value = find_member(order.said, "value");
    if (!value) throw InputError("\"value\" is missing");
    return effect_node(set_scene_value(order.session, text_of(order, "path"), *value));
}

Node do_undo(const Order& order) { return effect_node(undo_edit(order.session)); }
Node do_redo(const Order& order) { return effect_node(redo_edit(order.session)); }

Node do_grab(const Order& order) {
    Session& session = order.session;
    Grab grab = find_touched(session.plan, session.simulation.world, touched_in(order));
    grab.owner = order.page;
    forget_page(session, order.page);
    session.hands.grabs.push_back(grab);
    return make_object({{"part", session.simulation.world.model.parts[grab.part].name},
                        {"at", list_of(place_of(grab, session.simulation.world))}});
}

Node do_drag(const Order& order) {
    const Vec3 to = place_in(order, "to");
    bool found = false;
    for (Grab& grab : order.session.hands.grabs)
        if (grab.owner == order.page) {
            grab.target = to;
            found = true;
        }
    if (!found) throw InputError("nothing is grabbed");
    return make_object();
}

Node do_release(const Order& order) {
    forget_page(order.session, order.page);
    return make_object();
}

Node do_pin(const Order& order) {
    Session& session = order.session;
    World& world = session.simulation.world;
    hold_still(find_touched(session.plan, world, touched_in(order)), world, session.hands);
    forget_after(world.state.step, session.past);
    return make_object();
}

Node do_unpin(const Order& order) {
    Session& session = order.session;
    World& world = session.simulation.world;
    const int part = find_part(world.model, text_of(order, "part"));
    if (part < 0) throw InputError("there is no such part");
    let_go(part, place_in(order, "at"), world, session.hands);
    forget_after(world.state.step, session.past);
    return make_object();
}

Node do_save(const Order& order) {
    const std::filesystem::path path = path_inside(order.session.folder, text_of(order, "file"));
    if (path.extension() != ".json") throw InputError("a scene is saved as a .json file");
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    write_whole_file(path.string(), saved_text(order.session.scene.document, path));
    return make_object(
        {{"file",
          path.lexically_relative(std::filesystem::canonical(order.session.folder)).generic_string()}});
}

Node do_scene(const Order& order) {
    return make_object({{"revision", order.session.revision}, {"scene", order.session.scene.document.root}});
}

Node do_scenes(const Order& order) {
    Node list = make_array();
    for (const SceneEntry& entry : list_scenes(order.session.folder))
        append(list, make_object({{"file", entry.file}, {"title", entry.title}, {"picture", entry.picture}}));
    return make_object({{"scenes", std::move(list)}});
}

Node do_probes(const Order& order) {
    Node list = make_array();
    for (const Probe& probe : order.session.simulation.probes) {
        Node times = make_array(), values = make_array();
        const std::size_t stride = 1 + probe.values.size() / most_plotted;
        for (std::size_t i = 0; i < probe.values.size(); i += stride) {
            append(times, probe.times[i]);
            append(values, probe.values[i]);
        }
        append(list, make_object({{"name", probe.name},
                                  {"unit", unit_of(probe.def.measure)},
                                  {"times", std::move(times)},
                                  {"values", std::move(values)}}));
    }
    return make_object({{"probes", std::move(list)}});
}

Node do_status(const Order& order) { return make_object({{"status", status_of(order.session)}}); }

struct OrderKind {
    const char* name;
    Node (*carry_out)(const Order&);
    bool needs_scene;
};
constexpr std::array<OrderKind, 20> order_kinds = {
    {{"open", do_open, false},  {"scenes", do_scenes, false}, {"status", do_status, false},
     {"play", do_play, true},   {"pause", do_pause, true},    {"step", do_step, true},
     {"reset", do_reset, true}, {"speed", do_speed, false},   {"seek", do_seek, true},
     {"set", do_set, true},     {"undo", do_undo, true},      {"redo", do_redo, true},
     {"grab", do_grab, true},   {"drag", do_drag, true},      {"release", do_release, true},
     {"pin", do_pin, true},     {"unpin", do_unpin, true},    {"save", do_save, true},
     {"scene", do_scene, true}, {"probes", do_probes, true}}};

Node carry_out(const Order& order) {
    const std::string name = text_of(order, "do");
    std::vector<std::string> known;
    for (const OrderKind& kind : order_kinds) {
        known.emplace_back(kind.name);
        if (name != kind.name) continue;
        if (kind.needs_scene && !order.session.is_open) throw InputError("no scene is open");
        return kind.carry_out(order);
    }
    throw InputError(
        fmt::format("no order is named {}; {}", quote_short(name), suggestion(name, known, "orders")));
}

Node fault(const char* what) { return make_object({{"ok", false}, {"error", what}}); }

Node answer_node(Session& session, int page, std::string_view message) {
    if (message.size() > most_message_bytes) return fault("the message is too long");
    Node said, reply;
    try {
        said = parse_json(std::string(message), "message").root;
        if (!said.is(NodeKind::Object)) throw InputError("a message is an object");
        reply = carry_out({session, page, said});
        set_member(reply, "ok", true);
    } catch (const std::exception& error) {
        reply = fault(error.what());
    }
    for (const char* key : {"id", "do"})
        if (const Node* node = find_member(said, key); node && node->items.empty() && node->members.empty())
            set_member(reply, key, *node);
    return reply;
}

// --- status ---

Node expectations_of(const Session& session) {
    Node list = make_array();
    for (const Verdict& verdict : judge(session.scene.def.expect, session.simulation.probes))
        append(list, make_object({{"name", verdict.name},
                                  {"bound", verdict.bound},
                                  {"value", verdict.value},
                                  {"ok", verdict.ok}}));
    return list;
}

Node timings_of(const Simulation& simulation) {
    Node timings = make_object();
    const auto steps = static_cast<Real>(std::max<std::int64_t>(1, simulation.world.state.step));
    for (std::size_t s = 0; s < stage_names.size(); ++s)
        set_member(timings, stage_names[s], 1e3 * simulation.profile.seconds[s] / steps);
    return timings;
}

Node held_by(const Session& session) {
    Node list = make_array();
    const std::vector<Part>& parts = session.simulation.world.model.parts;
    const auto add = [&](int part, const Vec3& at) {
        append(list, make_object({{"part", parts[part].name}, {"at", list_of(at)}}));
    };
    for (const StillPoint& still : session.hands.still) add(still.part, still.place);
    for (const Grab& grab : session.hands.grabs)
        if (grab.owner == 0) add(grab.part, grab.target);
    return list;
}

}  // namespace

std::string answer(Session& session, int page, std::string_view message) {
    return to_text(answer_node(session, page, message));
}

void forget_page(Session& session, int page) {
    std::erase_if(session.hands.grabs, [page](const Grab& grab) { return grab.owner == page; });
}

Node status_of(const Session& session) {
    if (!session.is_open) return make_object({{"open", false}, {"revision", session.revision}});
    const Simulation& simulation = session.simulation;
    const State& state = simulation.world.state;
    const auto& moments = session.past.moments;
    return make_object({{"open", true},
                        {"revision", session.revision},
                        {"title", session.scene.def.title},
                        {"file", session.scene.file},
                        {"time", state.time},
                        {"step", state.step},
                        {"steps", simulation.step_count},
                        {"h", simulation.settings.h},
                        {"playing", session.playing},
                        {"finished", is_finished(simulation)},
                        {"speed", session.speed},
                        {"past", make_array({moments.begin()->first, std::prev(moments.end())->first})},
                        {"hash", hash_text(state)},
                        {"trouble", session.trouble},
                        {"undo", session.undo.size()},
                        {"redo", session.redo.size()},
                        {"held", held_by(session)},
                        {"timings", timings_of(simulation)},
                        {"expectations", expectations_of(session)}});
}

}  // namespace souple
