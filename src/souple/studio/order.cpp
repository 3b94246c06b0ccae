// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/order.h"

#include <fmt/format.h>

#include <cmath>

#include "souple/core/suggest.h"

namespace souple {

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

Node list_of(const Vec3& v) { return make_array({v.x(), v.y(), v.z()}); }

}  // namespace souple
