// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// One message of a page as the functions that carry it out see it. Only for the files of this folder.
#pragma once

#include <string>
#include <string_view>

#include "souple/scene/json/node.h"
#include "souple/studio/session.h"

namespace souple {

/// Who says it, and what.
struct Order {
    Session& session;
    int page;
    const Node& said;
};

/// Refused because files would be replaced: whoever says it may ask, and say it again.
struct ThereAlready : InputError {
    using InputError::InputError;
};

/// Values of the message; InputError says what is missing or out of bounds.
const Node& need(const Order& order, std::string_view key, NodeKind kind, const char* what);
std::string text_of(const Order& order, std::string_view key);
Real number_of(const Order& order, std::string_view key, Real least, Real most);
Vec3 place_in(const Order& order, std::string_view key);  ///< three numbers below 1e6
Touched touched_in(const Order& order);

Node list_of(const Vec3& v);

/// What an order needs to make sense.
enum class OrderNeeds { Nothing, SomethingOpen, Scene };

struct OrderKind {
    const char* name;
    Node (*carry_out)(const Order&);
    OrderNeeds needs;
};

// each carries out one order and answers it
Node do_grab(const Order& order);
Node do_drag(const Order& order);
Node do_release(const Order& order);
Node do_pin(const Order& order);
Node do_unpin(const Order& order);
Node do_push(const Order& order);
Node do_add_force(const Order& order);
Node do_remove_force(const Order& order);
Node do_save(const Order& order);
Node do_checkpoint(const Order& order);
Node do_return(const Order& order);
Node do_export(const Order& order);

}  // namespace souple
