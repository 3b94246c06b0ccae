// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "schema_options.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base_parts.h"
#include "souple/scene/json/write.h"

namespace souple::trials {

namespace {

using Kind = SchemaStep::Kind;

const std::string& type_of(const Node& schema) {
    static const std::string none;
    const Node* type = find_member(schema, "type");
    return type ? type->text : none;
}

double number_in(const Node& schema, std::string_view key, double otherwise) {
    const Node* found = find_member(schema, key);
    return found && found->is(NodeKind::Number) ? found->number : otherwise;
}

/// What a schema allows of numbers.
struct Bounds {
    double low, high;
    bool low_open, high_open, whole;

    explicit Bounds(const Node& schema)
        : low(number_in(schema, "exclusiveMinimum", number_in(schema, "minimum", -INFINITY))),
          high(number_in(schema, "exclusiveMaximum", number_in(schema, "maximum", INFINITY))),
          low_open(find_member(schema, "exclusiveMinimum")),
          high_open(find_member(schema, "exclusiveMaximum")),
          whole(type_of(schema) == "integer") {}

    double clamp(double x) const {
        if (whole) x = std::round(x);
        if (x <= low) x = low_open ? low + 0.05 : low;
        if (x >= high) x = high_open ? high - 0.01 * std::max(1.0, std::abs(high - low)) : high;
        return x;
    }
};

std::vector<Node> values_of_number(const Node& schema, std::string_view key, bool moderate) {
    const Bounds bounds(schema);
    const double initial = number_in(schema, "default", 0);
    std::vector<double> wanted{0, 0.1, 1};
    if (initial != 0 && std::abs(initial) < 1e6) wanted = {0, 0.5 * initial, 2 * initial};
    if (bounds.whole) wanted = {bounds.clamp(0), bounds.clamp(0) + 1, initial + 2};
    if (bounds.low < 0) wanted.push_back(-0.5);
    if (std::abs(bounds.low) < 1e6) wanted.push_back(bounds.low);
    if (bounds.high <= (bounds.whole ? 8 : 400)) wanted.push_back(bounds.high);
    if (!moderate) wanted.insert(wanted.end(), {-1e9, 1e-9, 1e9});
    std::vector<Node> values;
    for (const double x : wanted) {
        const double allowed = bounds.clamp(x);
        const double most = bounds.whole ? most_moderate(key) : std::max(1000.0, 2 * std::abs(initial));
        if (moderate && std::abs(allowed) > most) continue;
        if (std::none_of(values.begin(), values.end(), [&](const Node& v) { return v.number == allowed; }))
            values.push_back(allowed);
    }
    return values;
}

/// A list of numbers or of places; the entries are far enough apart to be points of a line or corners of a
/// solid.
Node numbers(const Node& schema, int count, int nth) {
    static const double of_place[8][3] = {{0, 0.1, 0.05},    {0.2, 0.15, 0},   {0.25, 0.35, 0.3},
                                          {-0.1, 0.3, -0.3}, {0.4, 0, 0.4},    {-0.4, 0.4, 0.1},
                                          {0.3, -0.3, -0.2}, {-0.2, -0.4, 0.4}};
    Node list = make_array();
    const Node* items = find_member(schema, "items");
    for (int k = 0; k < count; ++k) {
        if (type_of(*items) == "array")
            append(list, numbers(*items, static_cast<int>(number_in(*items, "minItems", 2)), k));
        else
            append(list, Bounds(*items).clamp(of_place[nth % 8][k % 3] * (Bounds(*items).whole ? 10 : 1)));
    }
    return list;
}

bool is_of_numbers(const Node& schema) {
    const Node* items = find_member(schema, "items");
    if (!items) return false;
    const std::string& type = type_of(*items);
    return type == "number" || type == "integer" || (type == "array" && is_of_numbers(*items));
}

std::vector<Node> values_of_list(const Node& schema) {
    const int least = static_cast<int>(number_in(schema, "minItems", 0));
    const int most = static_cast<int>(number_in(schema, "maxItems", least + 6));
    std::vector<Node> values;
    if (!is_of_numbers(schema)) {
        for (int count = least; count <= std::min(most, 2); ++count) {
            Node list = make_array();
            for (int k = 0; k < count; ++k) append(list, least_of(*find_member(schema, "items")));
            values.push_back(std::move(list));
        }
        return values;
    }
    for (const int count : {least, std::min(most, least + 2), std::min(most, 5)})
        if (values.empty() || static_cast<int>(values.back().items.size()) != count)
            for (const int nth : {0, 2}) values.push_back(numbers(schema, count, nth));
    if (least == most) {  // a direction, no direction, twice what it is
        Node along = make_array(), nowhere = make_array();
        const Bounds bounds(*find_member(schema, "items"));
        for (int k = 0; k < least; ++k) {
            append(along, bounds.clamp(k == 0 ? 1 : 0));
            append(nowhere, bounds.clamp(0));
        }
        values.push_back(std::move(along));
        values.push_back(std::move(nowhere));
    }
    return values;
}

/// Values of what holds no keys of its own.
std::vector<Node> values_of(const Node& schema, std::string_view key, bool moderate) {
    if (const Node* words = find_member(schema, "enum")) return words->items;
    const std::string& type = type_of(schema);
    if (type == "boolean") return {Node(true), Node(false)};
    if (type == "number" || type == "integer") return values_of_number(schema, key, moderate);
    if (type == "array") return values_of_list(schema);
    std::vector<Node> values;
    for (const std::string& word : words_for(key)) values.emplace_back(word);
    return values;
}

std::string text_of(const std::vector<SchemaStep>& way) {
    std::string text;
    for (const SchemaStep& step : way) {
        if (step.kind == Kind::Member) text += (text.empty() ? "" : "/") + step.name;
        if (step.kind == Kind::Alternative) text += "=" + step.name;
    }
    return text;
}

/// Names are given by whoever puts scenes together; texts for people change nothing.
bool is_left_out(std::string_view key) {
    static const std::vector<std::string_view> keys{"name",    "souple",    "title",     "about",
                                                    "include", "templates", "materials", "breaks_with",
                                                    "kind",    "material"};
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

struct Collector {
    bool moderate = true;
    std::vector<Option> found;
    std::vector<SchemaStep> way;

    void add(Node value, bool is_presence) {
        const std::string text = text_of(way) + " = " + to_text(value);
        found.push_back({way, std::move(value), is_presence, text});
    }

    void walk(const Node& schema, std::string_view key) {
        if (find_member(schema, "$ref")) return;
        if (const Node* alternatives = find_member(schema, "oneOf")) {
            for (const Node& one : alternatives->items) {
                const SchemaStep step{Kind::Alternative,
                                      kinds_of(make_object({{"oneOf", make_array({one})}}))[0]};
                if (step.name == "instance") continue;
                way.push_back(step);
                add(least_of(one), true);
                walk_members(one);
                way.pop_back();
            }
            return;
        }
        if (find_member(schema, "properties")) {
            add(least_of(schema, key), true);
            return walk_members(schema);
        }
        if (type_of(schema) == "object") return;
        for (Node& value : values_of(schema, key, moderate)) add(std::move(value), false);
        if (type_of(schema) != "array" || is_of_numbers(schema)) return;
        way.push_back({Kind::Item, ""});
        walk(*find_member(schema, "items"), key);
        way.pop_back();
    }

    void walk_members(const Node& schema) {
        for (const Member& member : find_member(schema, "properties")->members) {
            const bool is_kind = find_member(member.value, "const");
            const bool is_word = member.key == "kind" && !is_kind;
            if (is_kind || (is_left_out(member.key) && !is_word)) continue;
            way.push_back({Kind::Member, member.key});
            walk(member.value, member.key);
            way.pop_back();
        }
    }
};

/// The key that chooses among alternatives, and what it says in this one.
const Member* kind_member(const Node& alternative) {
    for (const Member& member : find_member(alternative, "properties")->members)
        if (find_member(member.value, "const")) return &member;
    return nullptr;
}

std::string kind_in(const Node& alternative) {
    const Member* member = kind_member(alternative);
    return member ? find_member(member->value, "const")->text : std::string();
}

/// Keys of which an object takes one.
void remove_rivals(Node& object, const std::string& key) {
    for (const std::vector<std::string>& set : rival_keys())
        if (std::find(set.begin(), set.end(), key) != set.end())
            for (const std::string& rival : set)
                if (rival != key) remove_member(object, rival);
}

}  // namespace

std::vector<std::string> kinds_of(const Node& schema) {
    std::vector<std::string> kinds;
    if (const Node* alternatives = find_member(schema, "oneOf"))
        for (const Node& one : alternatives->items) kinds.push_back(kind_in(one));
    return kinds;
}

std::vector<Option> options_of(const Node& schema, bool moderate) {
    Collector collector{moderate, {}, {}};
    collector.walk_members(schema);
    return std::move(collector.found);
}

Node least_of(const Node& schema, std::string_view key) {
    if (const Node* alternatives = find_member(schema, "oneOf")) return least_of(alternatives->items[0], key);
    if (const Node* properties = find_member(schema, "properties")) {
        Node object = make_object();
        const Member* kind = kind_member(schema);
        if (kind) set_member(object, kind->key, find_member(kind->value, "const")->text);
        if (const Node* needed = find_member(schema, "required"))
            for (const Node& name : needed->items)
                if (!kind || name.text != kind->key)
                    set_member(object, name.text, least_of(*find_member(*properties, name.text), name.text));
        // (a part may have its required keys from a material, so that the schema does not name them)
        for (const Member& own :
             least_members(kind ? find_member(kind->value, "const")->text : std::string(key)))
            if (find_member(*properties, own.key)) set_member(object, own.key, own.value);
        return object;
    }
    if (const Node* initial = find_member(schema, "default"))
        if (type_of(schema) != "string" || !initial->text.empty()) return *initial;
    const std::vector<Node> values = values_of(schema, key, true);
    return values.empty() ? make_object() : values[values.size() > 1 && type_of(schema) == "number" ? 1 : 0];
}

const Node* schema_after(const Node& schema, const SchemaStep& step) {
    if (step.kind == Kind::Item) return find_member(schema, "items");
    if (step.kind == Kind::Member) {
        const Node* properties = find_member(schema, "properties");
        return properties ? find_member(*properties, step.name) : nullptr;
    }
    if (const Node* alternatives = find_member(schema, "oneOf"))
        for (const Node& one : alternatives->items)
            if (kind_in(one) == step.name) return &one;
    return nullptr;
}

void place(Node& at, const Node& schema, std::span<const SchemaStep> way, const Option& option,
           std::string_view key) {
    if (way.empty()) {
        if (!option.is_presence || !at.is(option.value.kind)) at = option.value;
        return;
    }
    const SchemaStep& step = way.front();
    const Node& next = *schema_after(schema, step);
    if (step.kind == Kind::Member) {
        if (!at.is(NodeKind::Object)) at = least_of(schema, key);
        remove_rivals(at, step.name);
        Node* member = find_member(at, step.name);
        return place(member ? *member : set_member(at, step.name, {}), next, way.subspan(1), option,
                     step.name);
    }
    if (step.kind == Kind::Alternative) {
        const Member* kind = kind_member(next);
        const Node* chosen = find_member(at, kind->key);
        if (!chosen || chosen->text != step.name) at = least_of(next);
        return place(at, next, way.subspan(1), option);
    }
    if (!at.is(NodeKind::Array)) at = make_array();
    // an entry of the kind that is wanted, or a new one
    const bool is_chosen = way.size() > 1 && way[1].kind == Kind::Alternative;
    auto entry = std::find_if(at.items.begin(), at.items.end(), [&](const Node& item) {
        const Member* kind = is_chosen ? kind_member(*schema_after(next, way[1])) : nullptr;
        const Node* said = kind ? find_member(item, kind->key) : nullptr;
        return !kind || (said && said->text == way[1].name);
    });
    if (entry == at.items.end()) entry = at.items.insert(entry, least_of(next));
    place(*entry, next, way.subspan(1), option);
}

}  // namespace souple::trials
