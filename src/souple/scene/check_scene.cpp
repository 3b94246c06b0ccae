// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/check_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "souple/core/suggest.h"
#include "souple/scene/check_penalty.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/json/write.h"

namespace souple {

namespace {

constexpr Real most_steps = 1e9;
// (each new one is compared with the names of those before it: 20000 take two seconds)
constexpr std::size_t most_names = 20000;

/// Names that others refer to, in their order and sorted.
struct NameList {
    std::vector<std::string> names;
    std::set<std::string_view> sorted;  ///< views of names of the def

    void add(const std::string& name) {
        names.push_back(name);
        sorted.insert(name);
    }
    bool holds(std::string_view name) const { return sorted.contains(name); }
};

/// The name of a part with matter; null for an obstacle.
const std::string* matter_name(const PartChoice& part) {
    return std::holds_alternative<ObstacleDef>(part) ? nullptr : &name_of(part);
}

NameList matter_names(const SceneDef& def) {
    NameList list;
    for (const PartChoice& part : def.parts)
        if (const std::string* name = matter_name(part)) list.add(*name);
    return list;
}

void check_reference(const Scene& scene, const std::string& path, const std::string& name,
                     const NameList& known, const char* what) {
    if (name.empty() || known.holds(name)) return;
    const std::string hint = suggestion(name, known.names, std::string(what) + "s");
    throw error_at_path(scene.document, path,
                        fmt::format("no {} is named '{}'; {}", what, name,
                                    hint.empty() ? fmt::format("the scene has no {}s", what) : hint));
}

void refuse_many(const Scene& scene, const char* list, std::size_t size) {
    if (size > most_names)
        throw error_at_path(
            scene.document, entry_path(scene.document, list, most_names),
            fmt::format("there are {} {}, and at most {} may be; put what belongs together into one "
                        "part",
                        size, list, most_names));
}

void check_times(const Scene& scene, const std::string& path, const std::vector<PoseKeyDef>& keys) {
    for (std::size_t k = 1; k < keys.size(); ++k)
        if (!(keys[k].time > keys[k - 1].time))
            throw error_at_path(scene.document, fmt::format("{}.{}.time", path, k),
                                "times of keys must increase");
}

/// The source's form of turning belongs to Euler's family; the others turn in their own way.
void check_rotation_rule(const Scene& scene, const std::string& path, const PartDef& part) {
    const bool own_way = part.method == Method::Midpoint || part.method == Method::RungeKutta4 ||
                         part.method == Method::VelocityVerlet;
    if (part.rotation_rule == RotationRule::Quaternion && own_way)
        throw error_at_path(scene.document, path + ".rotation_rule",
                            "the quaternion rule goes with Euler's methods only");
}

/// An obstacle may move with a motion of the scene, by its name.
void check_shared_motion(const Scene& scene, const std::string& path, const std::string& name,
                         const std::map<std::string_view, const MotionDef*>& motions) {
    if (name.empty()) return;
    NameList known;
    for (const auto& [other, motion] : motions) known.add(motion->name);
    check_reference(scene, path, name, known, "motion");
    if (const MotionDef& motion = *motions.at(name); !motion.part.empty())
        throw error_at_path(
            scene.document, path,
            fmt::format("the motion '{}' is that of a body of part '{}'; an obstacle moves by keys. "
                        "Add a body to that part instead",
                        name, motion.part));
}

void check_parts(const Scene& scene) {
    refuse_many(scene, "parts", scene.def.parts.size());
    std::set<std::string_view> seen;
    std::map<std::string_view, const MotionDef*> motions;
    for (const MotionEntry& entry : motions_of(scene)) motions.emplace(entry.motion->name, entry.motion);
    for (std::size_t p = 0; p < scene.def.parts.size(); ++p) {
        const std::string& name = name_of(scene.def.parts[p]);
        const std::string path = entry_path(scene.document, "parts", p);
        if (!seen.insert(name).second)
            throw error_at_path(scene.document, path, fmt::format("two parts are named '{}'", name));
        if (const auto* frames = std::get_if<FramesDef>(&scene.def.parts[p]))
            check_rotation_rule(scene, path, frames->part);
        if (const auto* rigid = std::get_if<RigidEntry>(&scene.def.parts[p]))
            check_rotation_rule(scene, path, rigid->rigid.part);
        if (const auto* tree = std::get_if<ArticulatedEntry>(&scene.def.parts[p]))
            check_rotation_rule(scene, path, tree->articulated.part);
        if (const auto* oriented = std::get_if<OrientedDef>(&scene.def.parts[p]))
            check_rotation_rule(scene, path, oriented->part);
        if (const auto* obstacle = std::get_if<ObstacleDef>(&scene.def.parts[p])) {
            check_times(scene, path + ".motion", obstacle->motion.keys);
            check_shared_motion(scene, path + ".motion", obstacle->motion.name, motions);
        }
    }
}

void check_strangers(const Scene& scene) {
    const NameList known = matter_names(scene.def);
    for (std::size_t k = 0; k < scene.def.strangers.size(); ++k)
        for (const std::string& name : scene.def.strangers[k])
            check_reference(scene, fmt::format("strangers.{}", k), name.empty() ? "?" : name, known, "part");
}

void check_fields(const Scene& scene) {
    const NameList known = matter_names(scene.def);
    for (std::size_t f = 0; f < scene.def.fields.size(); ++f) {
        const std::string path = entry_path(scene.document, "fields", f) + ".part";
        std::visit(
            [&](const auto& field) {
                if constexpr (requires { field.part; })
                    check_reference(scene, path, field.part, known, "part");
            },
            scene.def.fields[f]);
    }
}

void check_links(const Scene& scene) {
    const NameList known = matter_names(scene.def);
    std::set<std::string_view> obstacles;
    for (const PartChoice& part : scene.def.parts)
        if (!matter_name(part)) obstacles.insert(name_of(part));
    for (std::size_t k = 0; k < scene.def.links.size(); ++k) {
        const LinkDef& link = scene.def.links[k];
        const std::string path = entry_path(scene.document, "links", k);
        for (const char* end : {"a", "b"}) {
            const std::string& name = (*end == 'a' ? link.a : link.b).part;
            const std::string place = fmt::format("{}.{}.part", path, end);
            if (obstacles.contains(name))
                throw error_at_path(
                    scene.document, place,
                    fmt::format(
                        "'{}' is an obstacle, which is no end of a link: link to a point that is pinned "
                        "and follows it",
                        name));
            check_reference(scene, place, name, known, "part");
        }
    }
}

bool starts_with(const std::string& text, const std::string& beginning) {
    return text.rfind(beginning, 0) == 0;
}

bool is_of_pictures(const std::string& path) {
    return starts_with(path, "picture.") ||
           (starts_with(path, "parts.") && path.find(".look.") != std::string::npos);
}

/// Numbers that act only at the start, or that would make an obstacle jump, are not for animation.
void check_may_change(const Scene& scene, PathIndex& index, const std::string& where,
                      const std::string& path) {
    for (const char* fixed : {"souple", "duration", "frames_per_second", "step", "intervals", "seed",
                              "pre_roll", "motions", "controls", "probes", "expect"})
        if (path == fixed || starts_with(path, std::string(fixed) + "."))
            throw error_at_path(scene.document, where,
                                fmt::format("'{}' cannot change while the scene runs", path));
    if (is_of_pictures(path))
        throw error_at_path(
            scene.document, where,
            fmt::format("'{}' is about pictures and cannot change while the scene runs", path));
    std::string_view rest = path;
    if (!starts_with(path, "parts.")) return;
    rest.remove_prefix(std::string_view("parts.").size());
    const int part = index.step(*find_member(scene.document.root, "parts"), rest);
    if (part < 0 || !std::holds_alternative<ObstacleDef>(scene.def.parts[static_cast<std::size_t>(part)]))
        return;
    for (const char* key : {"position", "rotation", "motion"})
        if (rest.starts_with(key))
            throw error_at_path(scene.document, where, "an obstacle is moved by the keys of its motion");
}

void check_animation(const Scene& scene, PathIndex& index, const std::string& path,
                     const AnimateDef& animate) {
    for (std::size_t k = 1; k < animate.keys.size(); ++k)
        if (!(animate.keys[k][0] > animate.keys[k - 1][0]))
            throw error_at_path(scene.document, fmt::format("{}.keys.{}", path, k),
                                "times of keys must increase");
    check_may_change(scene, index, path + ".path", animate.path);
    const auto compiled = index.compile(animate.path);
    if (!compiled)
        throw error_at_path(scene.document, path + ".path",
                            explain_missing(scene.document.root, animate.path));
    const Node* target = &node_at(scene.document.root, *compiled);
    if (!target->is(NodeKind::Number))
        throw error_at_path(
            scene.document, path + ".path",
            fmt::format("'{}' is {}, only numbers can be animated", animate.path, describe_found(*target)));
}

void check_controls(const Scene& scene) {
    refuse_many(scene, "controls", scene.def.controls.size());
    refuse_many(scene, "motions", scene.def.motions.size());
    const NameList known = matter_names(scene.def);
    std::map<std::string_view, std::string> seen;
    for (const MotionEntry& entry : motions_of(scene)) {
        check_times(scene, entry.path + ".keys", entry.motion->keys);
        check_reference(scene, entry.path + ".part", entry.motion->part, known, "part");
        const auto [other, is_new] = seen.emplace(entry.motion->name, entry.path);
        if (!is_new)
            throw error_at_path(
                scene.document, entry.path + ".name",
                fmt::format(
                    "the motion '{}' stands in {} already: who follows it would not know which is meant",
                    entry.motion->name, other->second));
    }
    PathIndex index(scene.document.root);
    for (std::size_t c = 0; c < scene.def.controls.size(); ++c) {
        const std::string path = entry_path(scene.document, "controls", c);
        if (const auto* hold = std::get_if<HoldSpotDef>(&scene.def.controls[c]))
            check_reference(scene, path + ".spot.part", hold->spot.part, known, "part");
        if (const auto* load = std::get_if<LoadSpotDef>(&scene.def.controls[c]))
            check_reference(scene, path + ".spot.part", load->spot.part, known, "part");
        if (const auto* animate = std::get_if<AnimateDef>(&scene.def.controls[c]))
            check_animation(scene, index, path, *animate);
    }
}

void check_probes(const Scene& scene) {
    const NameList known = matter_names(scene.def);
    for (std::size_t p = 0; p < scene.def.probes.size(); ++p) {
        const ProbeDef& probe = scene.def.probes[p];
        const std::string path = entry_path(scene.document, "probes", p);
        check_reference(scene, path + ".part", probe.part, known, "part");
        check_reference(scene, path + ".other", probe.other, known, "part");
        const bool distance = probe.measure == Measure::MaxDistance || probe.measure == Measure::RmsDistance;
        if (distance && (probe.part.empty() || probe.other.empty()))
            throw error_at_path(scene.document, path, "a distance needs both part and other");
        const bool spot = probe.measure == Measure::Position || probe.measure == Measure::Velocity ||
                          probe.measure == Measure::Speed;
        const int chosen =
            probe.point.has_value() + probe.rest.has_value() + probe.frame.has_value() + !probe.link.empty();
        const bool of_spot = spot || (probe.measure == Measure::Mass && chosen > 0);
        if (of_spot && (probe.part.empty() || chosen != 1))
            throw error_at_path(scene.document, path,
                                "a material spot needs part and exactly one of point, rest, frame and link");
        if (chosen > 0 && !of_spot && probe.measure != Measure::JointPosition)
            throw error_at_path(
                scene.document, path,
                "this measure is of whole parts: point, rest, frame and link mean nothing to it");
    }
}

void check_when(const Scene& scene, const std::string& path, const Node& at) {
    static const std::vector<std::string> words{"end", "always", "max", "min", "mean"};
    if (at.is(NodeKind::Number)) {
        if (at.number >= 0 && at.number <= scene.def.duration) return;
        throw error_at_path(
            scene.document, path,
            fmt::format("the time {} s lies outside the scene's {} s", at.number, scene.def.duration));
    }
    if (at.is(NodeKind::String) && std::find(words.begin(), words.end(), at.text) != words.end()) return;
    const std::string near = at.is(NodeKind::String) ? nearest_word(at.text, words) : std::string();
    throw error_at_path(
        scene.document, path,
        fmt::format("expected a time in s, or end, always, max, min or mean, found {}{}", describe_found(at),
                    near.empty() ? "" : fmt::format("; did you mean {}?", quote(near))));
}

void check_expectations(const Scene& scene) {
    NameList known;
    for (const ProbeDef& probe : scene.def.probes) known.add(probe.name);
    for (std::size_t e = 0; e < scene.def.expect.size(); ++e) {
        const std::string path = entry_path(scene.document, "expect", e);
        check_reference(scene, path + ".probe", scene.def.expect[e].probe, known, "probe");
        check_when(scene, path + ".at", scene.def.expect[e].at);
        if (scene.def.expect[e].from > scene.def.duration)
            throw error_at_path(scene.document, path + ".from", "it lies after the end of the scene");
    }
}

}  // namespace

const std::string& name_of(const PartChoice& part) {
    struct Visitor {
        const std::string& operator()(const ParticlesDef& d) const { return d.part.name; }
        const std::string& operator()(const ClothEntry& d) const { return d.cloth.part.name; }
        const std::string& operator()(const FramesDef& d) const { return d.part.name; }
        const std::string& operator()(const RigidEntry& d) const { return d.rigid.part.name; }
        const std::string& operator()(const ArticulatedEntry& d) const { return d.articulated.part.name; }
        const std::string& operator()(const HairDef& d) const { return d.part.name; }
        const std::string& operator()(const OrientedDef& d) const { return d.part.name; }
        const std::string& operator()(const CrowdDef& d) const { return d.part.name; }
        const std::string& operator()(const TissueDef& d) const { return d.name; }
        const std::string& operator()(const ObstacleDef& d) const { return d.name; }
    };
    return std::visit(Visitor{}, part);
}

std::vector<MotionEntry> motions_of(const Scene& scene) {
    std::vector<MotionEntry> entries;
    for (std::size_t m = 0; m < scene.def.motions.size(); ++m)
        entries.push_back({&scene.def.motions[m], entry_path(scene.document, "motions", m)});
    for (std::size_t c = 0; c < scene.def.controls.size(); ++c)
        if (const auto* motion = std::get_if<MotionDef>(&scene.def.controls[c]))
            entries.push_back({motion, entry_path(scene.document, "controls", c)});
    return entries;
}

void check_scene(const Scene& scene) {
    const SceneDef& def = scene.def;
    if ((def.duration + def.pre_roll.duration) / def.step > most_steps)
        throw error_at_path(scene.document, "step",
                            fmt::format("{} s in steps of {} s are more than {:g} steps", def.duration,
                                        def.step, most_steps));
    check_parts(scene);
    check_penalty(scene);
    check_strangers(scene);
    check_links(scene);
    check_fields(scene);
    check_controls(scene);
    check_probes(scene);
    check_expectations(scene);
}

}  // namespace souple
