// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Writing JSON text, compact for machines or pretty for people.
#include "souple/scene/json/write.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace souple {

namespace {

constexpr std::size_t line_width = 100;  // a list of plain values longer than this is broken up

bool is_plain(const Node& node) { return !node.is(NodeKind::Array) && !node.is(NodeKind::Object); }

void write_compact(const Node& node, std::string& out, std::string_view separator) {
    bool first = true;
    const auto next = [&] {
        if (!first) out += separator;
        first = false;
    };
    switch (node.kind) {
        case NodeKind::Null:
            out += "null";
            break;
        case NodeKind::Bool:
            out += node.boolean ? "true" : "false";
            break;
        case NodeKind::Number:
            out += number_text(node.number);
            break;
        case NodeKind::String:
            out += quote(node.text);
            break;
        case NodeKind::Array:
            out += '[';
            for (const Node& item : node.items) next(), write_compact(item, out, separator);
            out += ']';
            break;
        case NodeKind::Object:
            out += '{';
            for (const Member& member : node.members) {
                next();
                out += quote(member.key) + ":";
                write_compact(member.value, out, separator);
            }
            out += '}';
            break;
    }
}

/// The text of a short list of plain values on one line, or empty.
std::string one_line(const Node& node) {
    if (!node.is(NodeKind::Array) || !std::all_of(node.items.begin(), node.items.end(), is_plain)) return {};
    std::string out;
    write_compact(node, out, ", ");
    return out.size() <= line_width ? out : std::string();
}

void write_pretty(const Node& node, std::string& out, std::size_t indent) {
    const bool is_object = node.is(NodeKind::Object);
    if (is_plain(node) || (is_object ? node.members.empty() : node.items.empty()))
        return write_compact(node, out, ", ");
    if (const std::string line = one_line(node); !line.empty()) {
        out += line;
        return;
    }
    const std::string margin(indent + 2, ' ');
    bool first = true;
    const auto next = [&] {
        out += first ? "\n" : ",\n";
        out += margin;
        first = false;
    };
    out += is_object ? '{' : '[';
    for (const Node& item : node.items) next(), write_pretty(item, out, indent + 2);
    for (const Member& member : node.members) {
        next();
        out += quote(member.key) + ": ";
        write_pretty(member.value, out, indent + 2);
    }
    out += '\n' + std::string(indent, ' ');
    out += is_object ? '}' : ']';
}

}  // namespace

std::string to_text(const Node& node, TextLayout layout) {
    std::string out;
    if (layout == TextLayout::Compact) {
        write_compact(node, out, ",");
    } else {
        write_pretty(node, out, 0);
        out += '\n';
    }
    return out;
}

std::string number_text(double value) {
    if (!std::isfinite(value)) return "null";
    constexpr double exact_integers = 9007199254740992.0;  // 2^53
    // (the shortest text of 100000 would be 1e+05)
    if (value == std::trunc(value) && std::abs(value) < exact_integers &&
        !(value == 0 && std::signbit(value)))
        return std::to_string(static_cast<std::int64_t>(value));
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return std::string(buffer, end);
}

}  // namespace souple
