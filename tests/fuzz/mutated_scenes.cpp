// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "mutated_scenes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "souple/core/errors.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/write.h"

namespace souple::trials {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_text = 12000;  // [bytes] longer scenes would take all the time
constexpr double smallest = 1e-3, largest = 300;
constexpr double longest_step = 0.02;  // [s] cloth goes through itself and everything else in longer ones

int pick(Rng& rng, std::size_t count) { return static_cast<int>(rng.next() % count); }

template <class T>
const T& any_of(Rng& rng, const std::vector<T>& list) {
    return list[pick(rng, list.size())];
}

void collect(const Node& node, std::set<double>& numbers, std::set<std::string>& words) {
    if (node.is(NodeKind::Number)) numbers.insert(node.number);
    if (node.is(NodeKind::String)) words.insert(node.text);
    for (const Node& item : node.items) collect(item, numbers, words);
    for (const Member& member : node.members) {
        words.insert(member.key);
        collect(member.value, numbers, words);
    }
}

void list_nodes(Node& node, std::vector<Node*>& nodes) {
    nodes.push_back(&node);
    for (Node& item : node.items) list_nodes(item, nodes);
    for (Member& member : node.members) list_nodes(member.value, nodes);
}

double changed(Rng& rng, double x, bool moderate) {
    switch (pick(rng, moderate ? 8 : 11)) {
        case 0:
            return 0;
        case 1:
            return -x;
        case 2:
            return 2 * x;
        case 3:
            return 0.5 * x;
        case 4:
            return x + 1;
        case 5:
            return std::round(x) - 1;
        case 6:
            return x + rng.uniform(-0.5, 0.5);
        case 7:
            return 1;
        case 8:
            return 1e300;
        case 9:
            return 1e-300;
        default:
            return 1e9 * rng.uniform(-1, 1);
    }
}

Node other_kind(Rng& rng) {
    switch (pick(rng, 6)) {
        case 0:
            return {};
        case 1:
            return Node(true);
        case 2:
            return Node("");
        case 3:
            return make_array();
        case 4:
            return make_object();
        default:
            return Node(0.25);
    }
}

/// Drops, doubles or swaps an entry of a list or an object.
void rearrange(Rng& rng, Node& node) {
    const auto change = [&rng](auto& list) {
        const auto at = static_cast<std::ptrdiff_t>(pick(rng, list.size()));
        const int way = pick(rng, 4);
        if (way < 2) list.erase(list.begin() + at);
        if (way == 2) {
            auto copy = list[at];
            list.insert(list.begin() + at, std::move(copy));
        }
        if (way == 3) std::swap(list[at], list[pick(rng, list.size())]);
    };
    if (!node.items.empty()) change(node.items);
    if (!node.members.empty()) change(node.members);
}

void change_value(MutatedScenes& scenes, Node& root, bool moderate) {
    Rng& rng = scenes.rng;
    std::vector<Node*> nodes;
    list_nodes(root, nodes);
    Node& node = *nodes[pick(rng, nodes.size())];
    const int way = pick(rng, 10);
    if (way == 0) {
        node = other_kind(rng);
    } else if (way == 1) {  // what another scene says somewhere
        Node other = any_of(rng, scenes.bases).root;
        std::vector<Node*> others;
        list_nodes(other, others);
        node = Node(*others[pick(rng, others.size())]);
    } else if (way == 2 && !node.members.empty()) {
        node.members[pick(rng, node.members.size())].key = any_of(rng, scenes.words);
    } else if (node.is(NodeKind::Number)) {
        node.number = changed(rng, node.number, moderate);
    } else if (node.is(NodeKind::Bool)) {
        node.boolean = !node.boolean;
    } else if (node.is(NodeKind::String)) {
        node.text = any_of(rng, scenes.words);
    } else {
        rearrange(rng, node);
    }
}

void change_bytes(Rng& rng, std::string& text) {
    if (text.empty()) text = " ";
    const std::size_t from = pick(rng, text.size()), length = pick(rng, 40);
    switch (pick(rng, 4)) {
        case 0:
            text[from] = static_cast<char>(pick(rng, 256));
            break;
        case 1:
            text.erase(from, length);
            break;
        case 2:
            text.insert(pick(rng, text.size()), text.substr(from, length));
            break;
        default:
            text[from] = "0123456789-.eE\"{}[],:"[pick(rng, 21)];
    }
}

std::string any_setting(MutatedScenes& scenes, const BaseScene& base) {
    std::string path;
    const Node* node = &base.root;
    while (!node->items.empty() || !node->members.empty()) {
        const bool is_list = !node->items.empty();
        const int k = pick(scenes.rng, is_list ? node->items.size() : node->members.size());
        const Node& next = is_list ? node->items[k] : node->members[k].value;
        path += (path.empty() ? "" : ".") + (is_list ? item_segment(next, k) : node->members[k].key);
        node = &next;
        if (pick(scenes.rng, 8) == 0) break;
    }
    const std::string value = pick(scenes.rng, 2) ? number_text(changed(scenes.rng, node->number, true))
                                                  : any_of(scenes.rng, scenes.words);
    return path + "=" + value;
}

std::string whole_text(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void add_base(const fs::path& path, std::set<std::string>& words, MutatedScenes& scenes) {
    BaseScene base{path.string(), whole_text(path), {}, {}};
    if (base.text.size() > longest_text) return;
    std::set<double> numbers;
    try {
        base.root = parse_json(base.text, base.file).root;
        collect(base.root, numbers, words);
        collect(load_document(base.file).root, numbers, words);
    } catch (const InputError&) {
        return;  // (a piece that others include, or one of the corpus that is refused)
    }
    if (!find_member(base.root, "parts")) return;
    base.numbers.assign(numbers.begin(), numbers.end());
    scenes.bases.push_back(std::move(base));
}

bool is_small(double x) { return x == 0 || (std::abs(x) >= smallest && std::abs(x) <= largest); }

bool has_small_numbers(const Node& node, const std::vector<double>& known) {
    if (node.is(NodeKind::Number) && !is_small(node.number) &&
        !std::binary_search(known.begin(), known.end(), node.number))
        return false;
    const auto holds = [&](const Node& inner) { return has_small_numbers(inner, known); };
    return std::all_of(node.items.begin(), node.items.end(), holds) &&
           std::all_of(node.members.begin(), node.members.end(),
                       [&](const Member& m) { return holds(m.value); });
}

}  // namespace

MutatedScenes make_mutated_scenes(const std::vector<std::string>& paths, std::uint64_t seed) {
    MutatedScenes scenes;
    scenes.rng.state = seed;
    std::vector<fs::path> files;
    for (const std::string& path : paths) {
        if (!fs::is_directory(path)) files.emplace_back(path);
        if (!fs::is_directory(path)) continue;
        for (const auto& entry : fs::recursive_directory_iterator(path))
            if (entry.is_regular_file() && entry.path().extension() == ".json") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::set<std::string> words;
    for (const fs::path& file : files) add_base(file, words, scenes);
    scenes.words.assign(words.begin(), words.end());
    if (scenes.bases.empty()) throw InputError("no scene found to mutate");
    return scenes;
}

MutatedScene draw_mutated(MutatedScenes& scenes, bool moderate) {
    Rng& rng = scenes.rng;
    const BaseScene& base = any_of(rng, scenes.bases);
    MutatedScene mutated{&base, base.text, {}};
    const int way = pick(rng, 10);
    if (way == 0) mutated.settings.push_back(any_setting(scenes, base));
    if (way >= 1 && way <= 6) {
        Node root = base.root;
        for (int k = 1 + pick(rng, 3); k > 0; --k) change_value(scenes, root, moderate);
        mutated.text = to_text(root, TextLayout::Pretty);
    }
    if (way >= 7)
        for (int k = 1 + pick(rng, 3); k > 0; --k) change_bytes(rng, mutated.text);
    return mutated;
}

bool is_moderate(const Scene& scene, const BaseScene& base) {
    const Node* step = find_member(base.root, "step");
    if (scene.def.step > std::max(longest_step, step && step->is(NodeKind::Number) ? step->number : 0))
        return false;
    return has_small_numbers(scene.document.root, base.numbers);
}

}  // namespace souple::trials
