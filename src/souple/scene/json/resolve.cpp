// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Loading: includes first, then settings of materials and templates, instances, materials, other settings.
#include "souple/scene/json/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include "souple/core/read_file.h"
#include "souple/core/suggest.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/json/write.h"

namespace souple {

namespace {

constexpr std::array<std::string_view, 7> joined_lists = {"parts",    "links",  "fields", "motions",
                                                          "controls", "probes", "expect"};

struct Merging {
    const LoadOptions& options;
    Document out;
    std::vector<std::string> chain;  ///< file names as written, from the scene down to the file being read
    std::vector<std::string> chain_ids;  ///< the same as unique names
    std::set<std::string> done;          ///< unique names
};

/// One spelling for each file, however the path to it is written.
std::string unique_name(const std::filesystem::path& path) {
    std::error_code problem;
    const std::filesystem::path canonical = std::filesystem::weakly_canonical(path, problem);
    return (problem || canonical.empty() ? path.lexically_normal() : canonical).string();
}

bool is_joined_list(std::string_view key) {
    return std::find(joined_lists.begin(), joined_lists.end(), key) != joined_lists.end();
}

/// Where each key of an object stands, and of the objects in it: kept while one file after the other is laid
/// on it.
struct KeyTree {
    bool is_grown = false;
    std::map<std::string, std::size_t> keys;
    std::map<std::size_t, KeyTree> inner;
};

/// Lays `over` on `under`: objects key by key, else `over` wins.
void merge_over(Node& under, Node over, bool at_root, KeyTree& tree) {
    under.place = over.place;
    for (std::size_t i = 0; !tree.is_grown && i < under.members.size(); ++i)
        tree.keys.emplace(under.members[i].key, i);
    tree.is_grown = true;
    for (Member& member : over.members) {
        const auto [found, is_new] = tree.keys.emplace(member.key, under.members.size());
        if (is_new) {
            under.members.push_back(std::move(member));
            continue;
        }
        Member& below = under.members[found->second];
        const bool both_lists = below.value.is(NodeKind::Array) && member.value.is(NodeKind::Array);
        if (below.value.is(NodeKind::Object) && member.value.is(NodeKind::Object)) {
            merge_over(below.value, std::move(member.value), false, tree.inner[found->second]);
        } else if (at_root && both_lists && is_joined_list(member.key)) {
            for (Node& item : member.value.items) below.value.items.push_back(std::move(item));
        } else {
            tree.inner.erase(found->second);
            below.value = std::move(member.value);
            below.key_place = member.key_place;
        }
    }
}

Node merge_file(Merging& merging, Document document);

Document read_included(Merging& merging, const std::string& path, const Place& place,
                       const std::string& json_path) {
    try {
        if (const std::string why = why_not_a_file(path); !why.empty()) throw SceneError({path, 0, ""}, why);
        return merging.options.read_file ? merging.options.read_file(path) : read_json_file(path);
    } catch (const SceneError& error) {
        // what is wrong inside the file has a line; what is wrong with the file belongs to the include
        if (error.location.line > 0) throw;
        throw error_at(merging.out, place, json_path, fmt::format("cannot include: {}", error.what()));
    }
}

void merge_include(Merging& merging, const Node& entry, std::size_t index, Node& base, KeyTree& keys) {
    const std::string json_path = fmt::format("include.{}", index);
    const auto fail = [&](const std::string& message) {
        throw error_at(merging.out, entry.place, json_path, message);
    };
    if (!entry.is(NodeKind::String) || entry.text.empty())
        fail("expected a file name, found " + describe_found(entry));
    const std::filesystem::path includer = merging.chain.back();
    const std::string path = (includer.parent_path() / entry.text).lexically_normal().string();
    const std::string id = unique_name(path);
    const auto& ids = merging.chain_ids;
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) {
        std::string chain;
        for (const std::string& file : merging.chain) chain += file + " -> ";
        fail("include cycle: " + chain + path);
    }
    if (merging.done.contains(id)) return;
    if (merging.chain.size() > static_cast<std::size_t>(max_include_depth))
        fail(fmt::format("includes nested deeper than {}", max_include_depth));
    merge_over(base, merge_file(merging, read_included(merging, path, entry.place, json_path)), true, keys);
}

Node merge_file(Merging& merging, Document document) {
    const std::string file = document.files.empty() ? std::string() : document.files.front();
    Node own = std::move(document.root);
    set_file(own, add_file(merging.out, file));
    if (!own.is(NodeKind::Object))
        throw error_at(merging.out, own.place, "", "a scene must be an object, found " + describe_found(own));
    merging.chain.push_back(file);
    merging.chain_ids.push_back(unique_name(file));
    Node base = make_object();
    KeyTree keys;
    if (const Node* include = find_member(own, "include")) {
        if (!include->is(NodeKind::Array))
            throw error_at(merging.out, include->place, "include",
                           "expected an array of file names, found " + describe_found(*include));
        for (std::size_t i = 0; i < include->items.size(); ++i)
            merge_include(merging, include->items[i], i, base, keys);
    }
    remove_member(own, "include");
    merge_over(base, std::move(own), true, keys);
    merging.done.insert(merging.chain_ids.back());
    merging.chain.pop_back();
    merging.chain_ids.pop_back();
    return base;
}

/// Materials and templates are used up while loading, so settings inside them must come first.
bool acts_before_loading(const std::string& setting) {
    return setting.starts_with("materials.") || setting.starts_with("templates.");
}

Document complete(Document document, const LoadOptions& options) {
    document = merge_includes(std::move(document), options);
    for (const std::string& setting : options.settings)
        if (acts_before_loading(setting)) apply_setting(document, setting);
    expand_instances(document);
    apply_materials(document);
    check_unique_names(document);
    for (const std::string& setting : options.settings)
        if (!acts_before_loading(setting)) apply_setting(document, setting);
    return document;
}

}  // namespace

Document load_document(const std::string& path, const LoadOptions& options) {
    return complete(options.read_file ? options.read_file(path) : read_json_file(path), options);
}

Document load_document_text(std::string text, const std::string& file_name, const LoadOptions& options) {
    return complete(parse_json(std::move(text), file_name), options);
}

Document merge_includes(Document document, const LoadOptions& options) {
    Merging merging{options, {}, {}, {}, {}};
    Node root = merge_file(merging, std::move(document));
    merging.out.root = std::move(root);
    return std::move(merging.out);
}

void check_unique_names(const Document& document) {
    for (const std::string_view list : joined_lists) {
        const Node* entries = find_member(document.root, list);
        if (!entries || !entries->is(NodeKind::Array)) continue;
        std::map<std::string, Place> places;
        for (const Node& entry : entries->items) {
            const Node* name = find_member(entry, "name");
            if (!name || !name->is(NodeKind::String)) continue;
            const auto [first, is_new] = places.emplace(name->text, name->place);
            if (is_new) continue;
            const SceneError other = error_at(document, first->second, "", "");
            throw error_at(document, name->place, fmt::format("{}.{}.name", list, name->text),
                           fmt::format("the name {} is taken already at {}:{}", quote_short(name->text),
                                       other.location.file, other.location.line));
        }
    }
}

}  // namespace souple
