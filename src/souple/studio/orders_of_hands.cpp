// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Orders of the pointer: pull, push, hold still, load.
#include <fmt/format.h>

#include <algorithm>

#include "souple/studio/order.h"

namespace souple {

namespace {

constexpr std::size_t most_held_forces = 1000;

Hands& hands_of(const Order& order) { return order.session.simulation.world.control.hands; }

}  // namespace

Node do_grab(const Order& order) {
    Session& session = order.session;
    Grab grab = find_touched(session.plan, session.simulation.world, touched_in(order));
    grab.owner = order.page;
    release(session, order.page);
    hands_of(order).grabs.push_back(grab);
    const World& world = session.simulation.world;
    return make_object({{"part", world.model.parts[grab.part].name},
                        {"at", list_of(place_of(grab, world.model, world.state))}});
}

Node do_drag(const Order& order) {
    const Vec3 to = place_in(order, "to");
    bool found = false;
    for (Grab& grab : hands_of(order).grabs)
        if (grab.owner == order.page) {
            grab.target = to;
            found = true;
        }
    if (!found) throw InputError("nothing is grabbed");
    return make_object();
}

Node do_release(const Order& order) {
    release(order.session, order.page);
    return make_object();
}

Node do_pin(const Order& order) {
    Session& session = order.session;
    World& world = session.simulation.world;
    hold_still(find_touched(session.plan, world, touched_in(order)), world, session.simulation.held);
    ++session.unsaved;
    forget_after(world.state.step, session.past);
    return make_object();
}

Node do_unpin(const Order& order) {
    Session& session = order.session;
    World& world = session.simulation.world;
    const int part = find_part(world.model, text_of(order, "part"));
    if (part < 0) throw InputError("there is no such part");
    let_go(part, place_in(order, "at"), world, session.simulation.held);
    ++session.unsaved;
    forget_after(world.state.step, session.past);
    return make_object();
}

Node do_push(const Order& order) {
    const PushBall ball{order.page, place_in(order, "at"), number_of(order, "radius", 1e-4, 1e3)};
    auto& balls = hands_of(order).balls;
    std::erase_if(balls, [&](const PushBall& other) { return other.owner == order.page; });
    balls.push_back(ball);
    return make_object();
}

Node do_add_force(const Order& order) {
    Session& session = order.session;
    World& world = session.simulation.world;
    const Vec3 force = place_in(order, "force");
    if (hands_of(order).forces.size() >= most_held_forces) throw InputError("there are too many forces");
    const Grab spot = find_touched(session.plan, world, touched_in(order));
    const int number = load(spot, force, world, session.simulation.held);
    ++session.unsaved;
    forget_after(world.state.step, session.past);
    return make_object({{"number", number}, {"part", world.model.parts[spot.part].name}});
}

Node do_remove_force(const Order& order) {
    Session& session = order.session;
    const int number = static_cast<int>(number_of(order, "number", 1, 1e9));
    if (!take_away(number, session.simulation.world, session.simulation.held))
        throw InputError(fmt::format("there is no force {}", number));
    ++session.unsaved;
    forget_after(session.simulation.world.state.step, session.past);
    return make_object();
}

}  // namespace souple
