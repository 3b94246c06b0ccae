// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "base_parts.h"

#include "souple/scene/json/parse.h"

namespace souple::trials {

namespace {

// Everything is about half a metre large, around [0, 0, 0], and goes downwards at 2 m/s.
const char* parts_text = R"({
  "rigid": { "kind": "rigid", "velocity": [0, -2, 0], "bodies": [
      { "shape": { "kind": "sphere", "radius": 0.2 }, "restitution": 0.3 },
      { "shape": { "kind": "box", "size": [0.4, 0.2, 0.3] }, "position": [0.1, 0.35, 0] } ] },
  "compound": { "kind": "rigid", "velocity": [0, -2, 0], "bodies": [
      { "shape": { "kind": "compound", "pieces": [
          { "shape": { "kind": "capsule", "radius": 0.1, "length": 0.3 }, "rotation": [0, 0, 90] },
          { "shape": { "kind": "cylinder", "radius": 0.1, "length": 0.3 }, "position": [0.2, 0.1, 0] } ] } } ] },
  "tree": { "kind": "articulated", "floating": true, "links": [
      { "name": "root", "shape": { "kind": "box", "size": [0.3, 0.3, 0.2] }, "velocity": [0, -2, 0] },
      { "name": "limb", "parent": "root", "shape": { "kind": "sphere", "radius": 0.1 }, "position": [0.3, 0, 0],
        "joint": { "kind": "hinge", "at": [0.15, 0, 0], "axis": [0, 0, 1], "damping": 0.1 } } ] },
  "mechanism": { "kind": "articulated", "formulation": "maximal", "links": [
      { "name": "root", "shape": { "kind": "capsule", "radius": 0.05, "length": 0.2 }, "position": [0, -0.1, 0],
        "joint": { "kind": "ball", "at": [0, 0.1, 0] } },
      { "name": "limb", "parent": "root", "shape": { "kind": "sphere", "radius": 0.1 }, "position": [0, -0.4, 0],
        "joint": { "kind": "hinge", "at": [0, -0.25, 0] } } ],
      "loops": [ { "kind": "distance", "a": "root", "b": "limb", "at": [0, -0.4, 0], "a_at": [0, -0.1, 0] } ] },
  "cloth": { "kind": "cloth", "columns": 4, "rows": 3, "width": 0.6, "height": 0.5, "density": 0.2, "stiffness": 60,
      "bend_rigidity": 1e-5, "thickness": 0.01, "substeps": 4, "velocity": [0, -2, 0] },
  "refined_cloth": { "kind": "cloth", "columns": 2, "rows": 2, "width": 0.6, "height": 0.6, "density": 0.2,
      "stiffness": 60, "bend_rigidity": 1e-5, "thickness": 0.01, "substeps": 4,
      "velocity": [0, -2, 0], "adapt": { "max_level": 1, "alpha": 40 } },
  "particles": { "kind": "particles", "thickness": 0.05, "touches": "everything", "velocity": [0, -2, 0],
      "points": [ { "mass": 0.1 }, { "position": [0.3, 0, 0], "mass": 0.2 }, { "position": [0.3, 0.3, 0] } ],
      "springs": [ { "a": 0, "b": 1, "stiffness": 20 }, { "a": 1, "b": 2, "stiffness": 20 } ],
      "chains": [ { "from": [-0.2, 0, 0.2], "to": [0.2, 0, 0.2], "segments": 4, "mass": 0.1, "stiffness": 50 } ] },
  "frames": { "kind": "frames", "frames": [ { "velocity": [0, -2, 0] }, { "position": [0.3, 0, 0] } ] },
  "hair": { "kind": "hair", "method": "corrected_euler", "substeps": 20, "thickness": 0.01, "touches": "everything",
      "grids": [ { "columns": 1, "rows": 3, "spacing": 0.05, "direction": [1, 0, 0] } ], "particles": 6,
      "length": 0.4, "mass": 0.01, "radius": 0.015, "hairs": { "hairs": 5 },
      "wisp": { "stiffness": 100, "damping": 0.02, "bend_stiffness": 0.5, "bend_damping": 0.001,
                "sample_mass": 2e-5, "sample_stiffness": 0.072, "sample_damping": 7.2e-4 } },
  "oriented": { "kind": "oriented", "method": "velocity_verlet", "substeps": 4, "drag": 0, "spin_drag": 0,
      "body_radius": 0.15, "velocity": [0, -2, 0],
      "laws": [ { "name": "law", "interactions": [
          { "law": "cohesion", "weight": 0.5, "rest": 0.3, "range": 0.6, "amplitude": 500, "alpha": 10 },
          { "law": "friction", "weight": 0.5, "range": 0.6, "amplitude": 1 } ] } ],
      "objects": [ { "mass": 1, "inertia": 0.03, "shape": { "kind": "row", "count": 3, "spacing": 0.3 } } ] },
  "skin": { "kind": "oriented", "method": "velocity_verlet", "substeps": 4, "drag": 0, "spin_drag": 0,
      "velocity": [0, -2, 0],
      "laws": [ { "name": "law", "interactions": [
          { "law": "cohesion", "weight": 0.5, "rest": 0.3, "range": 0.6, "amplitude": 500, "alpha": 10 },
          { "law": "co_linear", "weight": 5, "range": 0.6, "axis": [1, 0, 0] } ] } ],
      "skin": { "thickness": 0.2, "range": 0.4, "stiffness": 1e4, "seed_spacing": 0.1, "cell": 0.1,
                "skeleton": [ { "kind": "segment", "from": [-0.1, 0, 0], "to": [0.1, 0, 0] } ] },
      "objects": [ { "mass": 1, "inertia": 0.03, "shape": { "kind": "row", "count": 2, "spacing": 0.3 } } ] },
  "crowd": { "kind": "crowd", "touches": "bodies", "mass": 70,
      "kinds": [ { "name": "person", "behaviour": "orca", "radius": 0.2, "height": 1.75, "speed": 1.3 } ],
      "groups": [ { "places": { "kind": "list", "places": [[0.4, 0], [-0.4, 0.1]] }, "goal_opposite": [0, 0] } ] },
  "walkers": { "kind": "crowd", "touches": "bodies", "levels": 1, "adapts": true,
      "ground": { "kind": "rectangle", "low": [-3, -3], "high": [3, 3], "cell": 1,
                  "obstacles": [ { "low": [1, 1], "high": [2, 2] } ] },
      "kinds": [ { "name": "person", "behaviour": "force_field", "radius": 0.2, "speed": 1 } ],
      "groups": [ { "places": { "kind": "rows", "columns": 2, "rows": 2 }, "goal_shift": [1, 0] } ] },
  "planet": { "kind": "crowd", "levels": 1, "adapts": true, "realm": { "kind": "sphere", "radius": 2, "subdivisions": 1 },
      "kinds": [ { "name": "person", "radius": 0.2, "speed": 1 } ],
      "groups": [ { "places": { "kind": "anywhere", "count": 4 }, "goal_across": [0, 0, 0] } ] },
  "flock": { "kind": "crowd", "levels": 1, "adapts": true,
      "realm": { "kind": "space", "low": [-2, -2, -2], "high": [2, 2, 2], "cells": [3, 3, 3] },
      "kinds": [ { "name": "person", "behaviour": "boids", "radius": 0.2, "speed": 1 } ],
      "groups": [ { "places": { "kind": "anywhere", "count": 4 }, "goal_across": [0, 0, 0] } ] },
  "tissue": { "kind": "tissue", "space": { "low": [-1, -1, -1], "high": [1, 1, 1], "cells": [3, 3, 3] }, "levels": 1,
      "fibres": [ { "points": [[-0.5, 0.1, 0], [0.5, 0.1, 0]] } ],
      "membranes": [ { "corner": [-0.5, -0.3, -0.5], "a": [1, 0, 0], "b": [0, 0, 1], "columns": 2, "rows": 2 } ],
      "follow": "carrier", "segments": 4, "segment": 0.02, "sight": 0.3 } })";

// (a part of a kind that is not listed is made from the schema alone)
const char* least_text = R"({
  "cloth": { "columns": 3, "rows": 3, "width": 0.5, "height": 0.5 },
  "adapt": { "max_level": 1 },
  "hull": { "points": [[0, 0, 0], [0.3, 0, 0], [0, 0.3, 0], [0, 0, 0.3]] },
  "mesh": { "file": "../../data/pyramid.obj" },
  "mesh_sequence": { "file": "../../data/growing_box_####.obj" },
  "formula": { "inside": "x^2+y^2+z^2-0.1", "low": [-0.5, -0.5, -0.5], "high": [0.5, 0.5, 0.5] },
  "particles": { "points": [{}] },
  "rows": { "columns": 2, "rows": 2 },
  "scatter": { "count": 3, "low": [-2, -2], "high": [2, 2] },
  "circle": { "count": 3, "radius": 1 },
  "anywhere": { "count": 3 },
  "city": { "columns": 2, "rows": 1 },
  "motion": { "keys": [{ "time": 0 }, { "time": 0.1, "position": [0.05, 0, 0.05] }] },
  "animate": { "path": "gravity.1", "keys": [[0, -9.81], [0.1, -5]] } })";

const char* words_text = R"({
  "file": ["../../data/pyramid.obj", "../../data/irregular_sheet.ply", "../../data/growing_box_####.obj",
           "../../data/twisting_head.gltf", "no_such_file.obj"],
  "mesh": ["../../data/coarse_sheet.obj", "../../data/irregular_sheet.obj", "no_such_file.obj"],
  "urdf": ["../../data/two_armed.urdf", "no_such_file.urdf"],
  "groom": ["../hair/long_hair.groom", "no_such_file.groom"],
  "edge": ["left", "border", "top_corners", "middle"],
  "inside": ["x^2+y^2+z^2-0.1", "y+0.1*x", "x"],
  "surface": ["x^2+y^2-0.01", "y", "x*"],
  "force": ["z-x-0.1*y", "t", "1/x"],
  "parent": ["root", "limb", ""], "link": ["limb", "root", "tail"],
  "a": ["root", "limb", ""], "b": ["limb", "root", ""],
  "law": ["law", "other"], "type": ["law", "other"], "kind": ["person", "other"],
  "path": ["gravity.1", "parts.subject.friction", "parts.subject.position.0", "contact.push_rate",
           "parts.companion.thickness", "parts.subject.substeps", "parts.companion.stiffness"],
  "probe": ["p0", "p9"],
  "at": ["end", "always", "now"],
  "": ["subject", "companion", "floor", "wall", "carrier", "rider", "nobody", ""] })";

const Node& tree_of(const char* text) {
    static std::map<const char*, Node> read;
    const auto [found, is_new] = read.try_emplace(text);
    if (is_new) found->second = parse_json(text, "base").root;
    return found->second;
}

}  // namespace

const std::map<std::string, Node>& base_parts() {
    static const std::map<std::string, Node> parts = [] {
        std::map<std::string, Node> all;
        for (const Member& member : tree_of(parts_text).members) all[member.key] = member.value;
        return all;
    }();
    return parts;
}

const std::vector<Member>& least_members(const std::string& kind) {
    static const std::vector<Member> none;
    const Node* found = find_member(tree_of(least_text), kind);
    return found ? found->members : none;
}

const std::vector<std::vector<std::string>>& rival_keys() {
    static const std::vector<std::vector<std::string>> sets{{"points", "file"},
                                                            {"keys", "part"},
                                                            {"point", "rest", "frame", "every"},
                                                            {"below", "above", "between", "near"},
                                                            {"ground", "realm"}};
    return sets;
}

double most_moderate(std::string_view key) { return key == "max_level" || key == "start_level" ? 1 : 8; }

const std::vector<std::string>& words_for(std::string_view key) {
    static const std::map<std::string, std::vector<std::string>, std::less<>> words = [] {
        std::map<std::string, std::vector<std::string>, std::less<>> all;
        for (const Member& member : tree_of(words_text).members)
            for (const Node& word : member.value.items) all[member.key].push_back(word.text);
        return all;
    }();
    const auto found = words.find(key);
    return found == words.end() ? words.at("") : found->second;
}

}  // namespace souple::trials
