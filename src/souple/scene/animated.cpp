// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/animated.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "souple/scene/describe_scene.h"

namespace souple {

namespace {

/// A key of the root, and of a list the entry.
using Holder = std::pair<int, int>;

bool is_list_of_defs(const std::string& key) { return key == "parts" || key == "links" || key == "fields"; }

/// What has to be read again when numbers change: single entries of lists, and keys of the root.
std::set<Holder> holders_of(const Node& root, const std::vector<AnimatedNumber>& animated) {
    std::set<Holder> holders;
    for (const AnimatedNumber& number : animated) {
        const int key = number.path.steps.front();
        const bool in_list = is_list_of_defs(root.members[static_cast<std::size_t>(key)].key);
        holders.emplace(key, in_list ? number.path.steps[1] : -1);
    }
    return holders;
}

const Node& node_of(const Node& root, const Holder& holder) {
    const Node& value = root.members[static_cast<std::size_t>(holder.first)].value;
    return holder.second < 0 ? value : value.items[static_cast<std::size_t>(holder.second)];
}

template <class Choice>
void read_entry(const Document& document, const Node& entry, const std::string& path) {
    Choice choice;
    ReadContext context{&document, path};
    read_value(context, entry, choice, FieldOptions{});
}

void read_holders(const Document& document, const std::set<Holder>& holders) {
    Node others = make_object({{"souple", 1}});
    for (const Holder& holder : holders) {
        const std::string& list = document.root.members[static_cast<std::size_t>(holder.first)].key;
        const Node& node = node_of(document.root, holder);
        if (holder.second < 0) {
            set_member(others, list, node);
            continue;
        }
        const std::string path = join_path(list, item_segment(node, static_cast<std::size_t>(holder.second)));
        if (list == "parts") read_entry<PartChoice>(document, node, path);
        if (list == "links") read_entry<LinkDef>(document, node, path);
        if (list == "fields") read_entry<FieldChoice>(document, node, path);
    }
    SceneDef rest;
    read(document, others, "", rest);
}

/// The times of all keys, or of as many as may be read: of each number those of its extremes, then others
/// evenly.
std::vector<Real> times_to_read(const std::vector<AnimatedNumber>& animated, std::size_t most) {
    std::set<Real> all, chosen;
    const auto by_value = [](const auto& a, const auto& b) { return a[1] < b[1]; };
    for (const AnimatedNumber& number : animated) {
        for (const auto& key : number.keys) all.insert(key[0]);
        const auto [least, largest] = std::minmax_element(number.keys.begin(), number.keys.end(), by_value);
        chosen.insert({(*least)[0], (*largest)[0]});
    }
    if (all.size() <= most) return {all.begin(), all.end()};
    const std::vector<Real> times(all.begin(), all.end()), extremes(chosen.begin(), chosen.end());
    chosen.clear();
    for (std::size_t k = 0; k < most; ++k) {
        chosen.insert(times[k * times.size() / most]);
        chosen.insert(extremes[k * extremes.size() / most]);
    }
    return {chosen.begin(), chosen.end()};
}

}  // namespace

std::vector<AnimatedNumber> find_animated(const Scene& scene) {
    std::vector<AnimatedNumber> animated;
    PathIndex index(scene.document.root);
    for (const ControlChoice& control : scene.def.controls)
        if (const auto* def = std::get_if<AnimateDef>(&control))
            animated.push_back({*index.compile(def->path), def->keys, NAN});
    return animated;
}

Real value_at(const std::vector<std::array<Real, 2>>& keys, Real time) {
    if (time <= keys.front()[0]) return keys.front()[1];
    const auto after = std::lower_bound(keys.begin(), keys.end(), time,
                                        [](const std::array<Real, 2>& key, Real t) { return key[0] < t; });
    if (after == keys.end()) return keys.back()[1];
    const std::array<Real, 2>&before = *std::prev(after), &next = *after;
    const Real s = (time - before[0]) / (next[0] - before[0]);
    return before[1] + s * (next[1] - before[1]);
}

bool update_numbers(Scene& scene, std::vector<AnimatedNumber>& animated, Real time) {
    bool changed = false;
    for (AnimatedNumber& number : animated) {
        const Real value = value_at(number.keys, time);
        if (value == number.value) continue;
        number.value = value;
        set_number(scene.document.root, number.path, value);
        changed = true;
    }
    return changed;
}

void check_animated_values(Scene& scene, std::vector<AnimatedNumber>& animated) {
    constexpr std::size_t most_values = 20'000'000;  // some seconds of reading
    if (animated.empty()) return;
    const std::set<Holder> holders = holders_of(scene.document.root, animated);
    std::size_t values = animated.size();
    for (const Holder& holder : holders) values += count_values(node_of(scene.document.root, holder));
    for (const Real time : times_to_read(animated, std::max<std::size_t>(1, most_values / values)))
        if (update_numbers(scene, animated, time)) read_holders(scene.document, holders);
}

}  // namespace souple
