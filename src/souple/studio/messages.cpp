// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "souple/core/suggest.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/write.h"
#include "souple/scene/report.h"
#include "souple/studio/order.h"
#include "souple/studio/studio_files.h"

namespace souple {

namespace {

constexpr Real most_speed = 100;
constexpr std::size_t most_plotted = 1000;  // values of one probe in one answer
constexpr int most_steps = 1000;            // in one message

Node effect_node(EditEffect effect) { return make_object({{"restarted", effect == EditEffect::Restarted}}); }

std::int64_t step_of(const Session& session) {
    return session.screening ? session.screening->frame : session.simulation.world.state.step;
}

Node do_open(const Order& order) {
    const int lost = order.session.unsaved;
    const Node* drop = find_member(order.said, "drop_edits");
    if (lost > 0 && !(drop && drop->is(NodeKind::Bool) && drop->boolean))
        throw InputError(fmt::format("{} not saved: save the scene first, or say \"drop_edits\": true",
                                     lost == 1 ? "an edit is" : fmt::format("{} edits are", lost)));
    open_file(order.session, text_of(order, "scene"));
    return make_object();
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
    Session& session = order.session;
    const bool counted = find_member(order.said, "count") != nullptr;
    const int count = counted ? static_cast<int>(number_of(order, "count", 1, most_steps)) : 1;
    session.playing = false;
    for (int i = 0; i < count; ++i)
        if (!advance(session)) throw InputError(session.trouble);
    return make_object({{"step", step_of(session)}});
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
    return make_object({{"step", step_of(order.session)}});
}

/// One value, or a list of changes that are one edit.
std::vector<SceneChange> changes_in(const Order& order) {
    const auto change_in = [&](const Node& said) -> SceneChange {
        const Order part{order.session, order.page, said};
        const Node* value = find_member(said, "value");
        if (!value) throw InputError("\"value\" is missing");
        return {text_of(part, "path"), *value};
    };
    if (!find_member(order.said, "changes")) return {change_in(order.said)};
    std::vector<SceneChange> changes;
    for (const Node& item : need(order, "changes", NodeKind::Array, "a list").items)
        changes.push_back(change_in(item));
    if (changes.empty()) throw InputError("\"changes\" is empty");
    return changes;
}

Node do_set(const Order& order) { return effect_node(set_scene_values(order.session, changes_in(order))); }
Node do_undo(const Order& order) { return effect_node(undo_edit(order.session)); }
Node do_redo(const Order& order) { return effect_node(redo_edit(order.session)); }

Node do_show(const Order& order) {
    wish(order.session, order.page, wish_in(order.said));
    return make_object();
}

Node do_scene(const Order& order) {
    return make_object({{"revision", order.session.revision}, {"scene", order.session.scene.document.root}});
}

Node do_scenes(const Order& order) {
    Node list = make_array();
    const SceneList found = list_scenes(order.session.folder);
    for (const SceneEntry& entry : found.scenes)
        append(list, make_object({{"file", entry.file}, {"title", entry.title}, {"picture", entry.picture}}));
    return make_object({{"scenes", std::move(list)}, {"left_out", found.left_out}});
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

constexpr std::array<OrderKind, 27> order_kinds = {{{"open", do_open, OrderNeeds::Nothing},
                                                    {"scenes", do_scenes, OrderNeeds::Nothing},
                                                    {"status", do_status, OrderNeeds::Nothing},
                                                    {"speed", do_speed, OrderNeeds::Nothing},
                                                    {"show", do_show, OrderNeeds::Nothing},
                                                    {"play", do_play, OrderNeeds::SomethingOpen},
                                                    {"pause", do_pause, OrderNeeds::SomethingOpen},
                                                    {"step", do_step, OrderNeeds::SomethingOpen},
                                                    {"reset", do_reset, OrderNeeds::SomethingOpen},
                                                    {"seek", do_seek, OrderNeeds::SomethingOpen},
                                                    {"export", do_export, OrderNeeds::SomethingOpen},
                                                    {"release", do_release, OrderNeeds::SomethingOpen},
                                                    {"set", do_set, OrderNeeds::Scene},
                                                    {"undo", do_undo, OrderNeeds::Scene},
                                                    {"redo", do_redo, OrderNeeds::Scene},
                                                    {"grab", do_grab, OrderNeeds::Scene},
                                                    {"drag", do_drag, OrderNeeds::Scene},
                                                    {"pin", do_pin, OrderNeeds::Scene},
                                                    {"unpin", do_unpin, OrderNeeds::Scene},
                                                    {"push", do_push, OrderNeeds::Scene},
                                                    {"add_force", do_add_force, OrderNeeds::Scene},
                                                    {"remove_force", do_remove_force, OrderNeeds::Scene},
                                                    {"save", do_save, OrderNeeds::Scene},
                                                    {"checkpoint", do_checkpoint, OrderNeeds::Scene},
                                                    {"return", do_return, OrderNeeds::Scene},
                                                    {"scene", do_scene, OrderNeeds::Scene},
                                                    {"probes", do_probes, OrderNeeds::Scene}}};

void check_needs(OrderNeeds needs, const Session& session) {
    if (needs == OrderNeeds::Nothing) return;
    if (!session.is_open) throw InputError("no scene is open");
    if (needs == OrderNeeds::Scene && session.screening)
        throw InputError("a recording is played: it cannot be changed");
}

Node carry_out(const Order& order) {
    const std::string name = text_of(order, "do");
    std::vector<std::string> known;
    for (const OrderKind& kind : order_kinds) {
        known.emplace_back(kind.name);
        if (name != kind.name) continue;
        check_needs(kind.needs, order.session);
        return kind.carry_out(order);
    }
    throw InputError(
        fmt::format("no order is named {}; {}", quote_short(name), suggestion(name, known, "orders")));
}

/// Reads the message, makes the reply with a function, and gives it the name and number of the order.
template <class CarryOut>
Node answer_node(std::string_view message, const CarryOut& carry_out) {
    const auto fault = [](const char* what) { return make_object({{"ok", false}, {"error", what}}); };
    if (message.size() > most_message_bytes) return fault("the message is too long");
    Node said, reply;
    try {
        said = parse_json(std::string(message), "message").root;
        if (!said.is(NodeKind::Object)) throw InputError("a message is an object");
        reply = carry_out(said);
        set_member(reply, "ok", true);
    } catch (const ThereAlready& error) {
        reply = fault(error.what());
        set_member(reply, "exists", true);
    } catch (const std::exception& error) {
        reply = fault(error.what());
    }
    for (const char* key : {"id", "do"})
        if (const Node* node = find_member(said, key); node && node->items.empty() && node->members.empty())
            set_member(reply, key, *node);
    return reply;
}

}  // namespace

std::string answer(Session& session, int page, std::string_view message) {
    return to_text(answer_node(message, [&](const Node& said) { return carry_out({session, page, said}); }));
}

std::string refusal(std::string_view message, const std::string& why) {
    return to_text(answer_node(message, [&](const Node&) -> Node { throw InputError(why); }));
}

std::string accepted(std::string_view message) {
    return to_text(answer_node(message, [](const Node&) { return make_object(); }));
}

Wish wish_in(const Node& said) {
    Wish wanted;
    Sights& sights = wanted.sights;
    if (const Node* quantity = find_member(said, "quantity")) wanted.quantity = quantity->text;
    const Node* list = find_member(said, "see");
    if (!list) return wanted;
    if (!list->is(NodeKind::Array)) throw InputError("\"see\" must be a list of names");
    for (const Node& item : list->items) {
        const auto is = [&](const char* name) { return item.text == name; };
        bool* seen = is("forces")     ? &sights.forces
                     : is("torques")  ? &sights.torques
                     : is("contacts") ? &sights.contacts
                     : is("zones")    ? &sights.zones
                     : is("rest")     ? &sights.rest
                                      : nullptr;
        if (!seen) throw InputError(fmt::format("\"see\" knows no {}", describe_found(item)));
        *seen = true;
    }
    return wanted;
}

}  // namespace souple
