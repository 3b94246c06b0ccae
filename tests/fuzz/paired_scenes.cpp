// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "paired_scenes.h"

#include <algorithm>

#include "base_parts.h"
#include "souple/core/errors.h"
#include "souple/scene/json/write.h"
#include "souple/scene/scene.h"

namespace souple::trials {

namespace {

constexpr std::uint8_t both_ran = 255;
constexpr int least_tries = 12;  ///< a pair that was refused so often counts as one that cannot be

int one_below(Rng& rng, std::size_t count) { return static_cast<int>(rng.next() % count); }

const Node& items_schema(const Node& schema, const std::string& list) {
    return *find_member(*find_member(*find_member(schema, "properties"), list), "items");
}

/// Whether options of this key are chosen by the kind of an entry.
bool has_kinds(const std::string& key) { return key == "parts" || key == "fields" || key == "controls"; }

std::string group_of(const Option& option) {
    const std::string& key = option.way[0].name;
    if (has_kinds(key)) return option.way.size() > 2 ? key + "=" + option.way[2].name : "";
    for (const char* own : {"contact", "links", "probes", "expect"})
        if (key == own) return key;
    return "scene";
}

void list_companies(PairedScenes& scenes) {
    using Kind = Company::Kind;
    for (const auto& [name, part] : base_parts()) scenes.companies.push_back({Kind::Part, name, -1});
    const Node& obstacle =
        *schema_after(items_schema(scenes.schema, "parts"), {SchemaStep::Kind::Alternative, "obstacle"});
    const Node& shape = *schema_after(obstacle, {SchemaStep::Kind::Member, "shape"});
    for (const Kind kind : {Kind::Floor, Kind::Wall})
        for (const std::string& name : kinds_of(shape)) scenes.companies.push_back({kind, name, -1});
    for (const std::string& name : kinds_of(items_schema(scenes.schema, "fields")))
        scenes.companies.push_back({Kind::Field, name, -1});
    for (const int option : scenes.groups["contact"])
        scenes.companies.push_back({Kind::Setting, scenes.options[option].text, option});
}

std::uint8_t& met_at(PairedScenes& scenes, int option, int company) {
    return scenes.met[static_cast<std::size_t>(option) * scenes.companies.size() + company];
}

/// How much there is to gain from an option in this company.
int worth_of(PairedScenes& scenes, int option, const Row& row) {
    int worth = 0;
    for (const int company : row.company) worth += std::max(0, least_tries - met_at(scenes, option, company));
    return worth;
}

/// The most worthwhile of some options, drawn among few so that no two rows are alike.
void take_options(PairedScenes& scenes, const std::string& group, int count, Row& row) {
    const std::vector<int>& all = scenes.groups[group];
    if (all.empty()) return;
    for (int k = 0; k < count; ++k) {
        int best = -1, most = -1;
        for (int draw = 0; draw < 24; ++draw) {
            const int option = all[one_below(scenes.rng, all.size())];
            const int worth = worth_of(scenes, option, row);
            if (worth > most) best = option, most = worth;
        }
        // (of two values for one key the second would hide the first)
        const auto same_key = [&](int other) {
            const auto key = [&](int o) {
                const std::string& text = scenes.options[o].text;
                return text.substr(0, text.find(" = "));
            };
            return key(other) == key(best);
        };
        if (std::none_of(row.options.begin(), row.options.end(), same_key)) row.options.push_back(best);
    }
}

void take_company(PairedScenes& scenes, Company::Kind kind, Row& row) {
    std::vector<int> of_kind;
    for (int c = 0; c < static_cast<int>(scenes.companies.size()); ++c)
        if (scenes.companies[c].kind == kind) of_kind.push_back(c);
    row.company.push_back(of_kind[one_below(scenes.rng, of_kind.size())]);
}

Vec3 near_origin(Rng& rng, double reach) {
    return {rng.uniform(-reach, reach), rng.uniform(-reach, reach), rng.uniform(-reach, reach)};
}

Node vector_node(const Vec3& v) { return make_array({v.x(), v.y(), v.z()}); }

Node named(const Node& entry, const char* name) {
    Node out = entry;
    set_member(out, "name", name);
    return out;
}

/// A part at a place; crowds and tissues stay on their ground.
Node part_at(const std::string& base, const char* name, const Vec3& place) {
    Node part = named(base_parts().at(base), name);
    const std::string& kind = find_member(part, "kind")->text;
    if (kind != "crowd" && kind != "tissue") set_member(part, "position", vector_node(place));
    return part;
}

Node obstacle_of(const PairedScenes& scenes, const std::string& shape, const char* name, const Vec3& place) {
    const Node& schema =
        *schema_after(items_schema(scenes.schema, "parts"), {SchemaStep::Kind::Alternative, "obstacle"});
    const Node& shapes = *schema_after(schema, {SchemaStep::Kind::Member, "shape"});
    Node obstacle = make_object({{"kind", "obstacle"}, {"name", name}});
    set_member(obstacle, "shape", least_of(*schema_after(shapes, {SchemaStep::Kind::Alternative, shape})));
    set_member(obstacle, "position", vector_node(place));
    return obstacle;
}

/// Everything but the options.
Node bare_scene(const PairedScenes& scenes, const Row& row) {
    Rng rng{row.seed};
    Node parts = make_array(), fields = make_array();
    append(parts, part_at(row.subject, "subject", near_origin(rng, 0.1)));
    for (const int c : row.company) {
        const Company& company = scenes.companies[c];
        const Vec3 place = near_origin(rng, 0.15);
        if (company.kind == Company::Kind::Part)
            append(parts, part_at(company.name, "companion", place + Vec3(0, rng.uniform(0, 0.5), 0)));
        if (company.kind == Company::Kind::Floor)
            append(parts,
                   obstacle_of(scenes, company.name, "floor", place - Vec3(0, rng.uniform(0.1, 0.5), 0)));
        if (company.kind == Company::Kind::Wall)
            append(parts,
                   obstacle_of(scenes, company.name, "wall", place + Vec3(rng.uniform(0.2, 0.6), 0, 0)));
        if (company.kind == Company::Kind::Field) {
            const SchemaStep kind{SchemaStep::Kind::Alternative, company.name};
            append(fields, least_of(*schema_after(items_schema(scenes.schema, "fields"), kind)));
        }
    }
    // (obstacles may come before, between and after the parts)
    for (std::size_t k = parts.items.size(); k > 1; --k)
        std::swap(parts.items[k - 1], parts.items[one_below(rng, k)]);
    Node scene = make_object({{"souple", 1}, {"duration", 0.006}, {"step", 0.003}});
    set_member(scene, "seed", row.seed % 1000);
    set_member(scene, "contact", make_object());
    set_member(scene, "parts", std::move(parts));
    set_member(scene, "fields", std::move(fields));
    const SchemaStep motion{SchemaStep::Kind::Alternative, "motion"};
    set_member(scene, "controls",
               make_array({named(least_of(*schema_after(items_schema(scenes.schema, "controls"), motion)),
                                 "carrier")}));
    set_member(scene, "probes",
               make_array({make_object({{"name", "p0"}, {"measure", "kinetic_energy"}}),
                           make_object({{"name", "p1"}, {"measure", "overlap"}, {"part", "subject"}})}));
    return scene;
}

/// The entry of a list that an option is about: the first of its kind, but parts only by the right name.
Node* entry_for(Node& scene, const Option& option, const Row& row) {
    const std::string& list = option.way[0].name;
    Node* entries = find_member(scene, list);
    const bool is_subject = list == "parts" && option.way[2].name != "obstacle";
    for (Node& entry : entries->items) {
        const Node* name = find_member(entry, "name");
        if (is_subject ? name && name->text == "subject"
                       : find_member(entry, "kind")->text == option.way[2].name)
            if (list != "parts" || is_subject || !name || name->text == (row.seed % 2 ? "floor" : "wall"))
                return &entry;
    }
    return nullptr;
}

/// One end of a link, on a body or on a point.
Node end_on(const std::string& base, const char* name) {
    const std::string& kind = find_member(base_parts().at(base), "kind")->text;
    Node end = make_object({{"part", name}});
    const bool is_body = kind == "rigid" || kind == "articulated" || kind == "frames" || kind == "oriented";
    set_member(end, is_body ? "frame" : "point", 0);
    if (is_body) set_member(end, "local", make_array({0, 0, 0}));
    return end;
}

/// What must be there before an option can be about it.
void prepare(const PairedScenes& scenes, const Row& row, const std::string& key, Node& scene) {
    if (find_member(scene, key)) return;
    if (key == "expect") set_member(scene, key, make_array({make_object({{"probe", "p0"}, {"above", -1}})}));
    if (key != "links") return;
    std::string companion = row.subject;
    for (const int c : row.company)
        if (scenes.companies[c].kind == Company::Kind::Part) companion = scenes.companies[c].name;
    set_member(scene, key,
               make_array({make_object(
                   {{"a", end_on(row.subject, "subject")}, {"b", end_on(companion, "companion")}})}));
}

void apply(const PairedScenes& scenes, const Row& row, int index, Node& scene) {
    const Option& option = scenes.options[index];
    prepare(scenes, row, option.way[0].name, scene);
    if (has_kinds(option.way[0].name) && option.way.size() > 2)
        if (Node* entry = entry_for(scene, option, row)) {
            const Node& schema =
                *schema_after(items_schema(scenes.schema, option.way[0].name), option.way[2]);
            return place(*entry, schema, std::span(option.way).subspan(3), option);
        }
    place(scene, scenes.schema, option.way, option);
}

std::string kind_of_base(const std::string& base) { return find_member(base_parts().at(base), "kind")->text; }

}  // namespace

PairedScenes make_paired_scenes(std::uint64_t seed, bool moderate) {
    PairedScenes scenes;
    scenes.schema = scene_schema();
    scenes.rng.state = seed;
    for (Option& option : options_of(scenes.schema, moderate)) {
        const std::string group = group_of(option);
        if (group.empty()) continue;
        scenes.groups[group].push_back(static_cast<int>(scenes.options.size()));
        scenes.options.push_back(std::move(option));
    }
    for (const std::string& kind : kinds_of(items_schema(scenes.schema, "parts"))) {
        const auto is_of_kind = [&](const auto& base) {
            return find_member(base.second, "kind")->text == kind;
        };
        if (kind != "obstacle" && kind != "instance" &&
            std::none_of(base_parts().begin(), base_parts().end(), is_of_kind))
            throw InputError("base_parts has no part of the kind " + kind);
    }
    list_companies(scenes);
    scenes.met.assign(scenes.options.size() * scenes.companies.size(), 0);
    scenes.accepted.assign(scenes.options.size(), 0);
    scenes.refused.assign(scenes.options.size(), 0);
    return scenes;
}

Row draw_row(PairedScenes& scenes) {
    Row row;
    row.seed = scenes.rng.next() >> 16;
    auto base = base_parts().begin();
    std::advance(base, one_below(scenes.rng, base_parts().size()));
    row.subject = base->first;
    using Kind = Company::Kind;
    for (const Kind kind :
         {Kind::Part, Kind::Floor, Kind::Wall, Kind::Field, Kind::Field, Kind::Setting, Kind::Setting})
        take_company(scenes, kind, row);
    for (const int c : row.company)
        if (scenes.companies[c].option >= 0) row.options.push_back(scenes.companies[c].option);
    take_options(scenes, "parts=" + kind_of_base(row.subject), 5, row);
    take_options(scenes, "parts=obstacle", 2, row);
    for (const int c : row.company)
        if (scenes.companies[c].kind == Kind::Field)
            take_options(scenes, "fields=" + scenes.companies[c].name, 1, row);
    for (const char* group : {"contact", "scene", "probes", "controls=motion"})
        take_options(scenes, group, 1, row);
    const char* seldom[] = {"links", "expect", "controls=animate"};
    take_options(scenes, seldom[one_below(scenes.rng, 3)], 2, row);
    return row;
}

std::string text_of(const PairedScenes& scenes, const Row& row) {
    Node scene = bare_scene(scenes, row);
    for (const int option : row.options) apply(scenes, row, option, scene);
    return to_text(scene, TextLayout::Pretty);
}

void note_met(PairedScenes& scenes, const Row& row) {
    for (const int option : row.options) {
        ++scenes.accepted[option];
        for (const int company : row.company) met_at(scenes, option, company) = both_ran;
    }
}

bool drop_culprit(PairedScenes& scenes, const std::string& path, Row& row) {
    if (row.options.empty()) return false;
    // an option is more likely the reason the more of its keys the path names
    const auto keys_named = [&](int option) {
        int count = 0;
        for (const SchemaStep& step : scenes.options[option].way)
            count += step.kind == SchemaStep::Kind::Member && path.find(step.name) != std::string::npos;
        return count;
    };
    int most = 0;
    for (const int option : row.options) most = std::max(most, keys_named(option));
    std::vector<std::size_t> suspects;
    for (std::size_t k = 0; k < row.options.size(); ++k)
        if (keys_named(row.options[k]) == most) suspects.push_back(k);
    const std::size_t culprit = suspects[one_below(scenes.rng, suspects.size())];
    const int option = row.options[culprit];
    ++scenes.refused[option];
    for (const int company : row.company)
        if (std::uint8_t& tries = met_at(scenes, option, company); tries < both_ran - 1) ++tries;
    row.options.erase(row.options.begin() + static_cast<std::ptrdiff_t>(culprit));
    // a setting that is gone is no company any more
    std::erase_if(row.company, [&](int c) { return scenes.companies[c].option == option; });
    return true;
}

Coverage coverage_of(const PairedScenes& scenes) {
    Coverage coverage;
    coverage.options = static_cast<int>(scenes.options.size());
    coverage.pairs = static_cast<std::int64_t>(scenes.met.size());
    coverage.met = std::count(scenes.met.begin(), scenes.met.end(), both_ran);
    coverage.never_accepted = static_cast<int>(std::count(scenes.accepted.begin(), scenes.accepted.end(), 0));
    return coverage;
}

}  // namespace souple::trials
