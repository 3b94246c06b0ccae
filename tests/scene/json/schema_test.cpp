// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/json/binding.h and resolve.h: the schema, judged by another library
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "scene/json/sample_scene.h"
#include "souple/scene/json/binding.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/json/resolve.h"
#include "souple/scene/json/write.h"

namespace souple {
namespace {

/// Says yes or no to documents by a schema, independently of our reader.
class Judge {
public:
    explicit Judge(const Node& schema) {
        const auto json = nlohmann::json::parse(to_text(schema));
        valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
        parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(json), schema_);
    }

    bool accepts(const std::string& text) const {
        const auto json = nlohmann::json::parse(text);
        valijson::Validator validator(valijson::Validator::kStrongTypes);
        return validator.validate(schema_, valijson::adapters::NlohmannJsonAdapter(json), nullptr);
    }

private:
    valijson::Schema schema_;
};

std::string problem_of_reader(const std::string& text) {
    try {
        sample_scene::Scene scene;
        read(parse_json(text, "scene.json"), scene);
        return {};
    } catch (const SceneError& error) {
        return error.what();
    }
}

std::string scene_with_cloth(const std::string& keys) {
    return R"({"souple": 1, "parts": [{"kind": "cloth", "name": "n", )" + keys + "}]}";
}

TEST(Schema, Good_documents_please_reader_and_schema) {
    const Judge judge(schema_of<sample_scene::Scene>());
    for (const std::string& text : {
             std::string(R"({"souple": 1})"),
             std::string(
                 R"({"souple": 1, "seed": 5, "gravity": [0, 0, 0], "window": [0, 1], "weights": {"x": 0}})"),
             std::string(R"({"souple": 1, "extra": {"anything": [1, null]}})"),
             std::string(R"({"souple": 1, "parts": [{"kind": "ball", "radius": 1}]})"),
             scene_with_cloth(R"("stiffness": 0.001)"),
             scene_with_cloth(R"("rows": 500, "damping": 9.99, "method": "explicit")"),
             scene_with_cloth(R"("pins": [{"corner": [0, 3], "target": [1, 2, 3]}], "rotation": [0, 90, 0])"),
         }) {
        EXPECT_EQ(problem_of_reader(text), "") << text;
        EXPECT_TRUE(judge.accepts(text)) << text;
    }
}

TEST(Schema, Bad_documents_displease_both) {
    const Judge judge(schema_of<sample_scene::Scene>());
    std::vector<std::string> bad = {
        "[]",
        "3",
        "{}",
        R"({"souple": 2})",
        R"({"souple": 1.5})",
        R"({"souple": "1"})",
        R"({"souple": 1, "x": 1})",
        R"({"souple": 1, "parts": []})",
        R"({"souple": 1, "parts": {}})",
        R"({"souple": 1, "parts": [3]})",
        R"({"souple": 1, "parts": [{}]})",
        R"({"souple": 1, "parts": [{"kind": "cube"}]})",
        R"({"souple": 1, "parts": [{"kind": "cloth"}]})",
        R"({"souple": 1, "parts": [{"kind": "cloth", "name": ""}]})",
        R"({"souple": 1, "parts": [{"kind": "ball"}]})",
        R"({"souple": 1, "parts": [{"kind": "ball", "radius": 0}]})",
        R"({"souple": 1, "parts": [{"kind": "ball", "radius": 1, "rows": 3}]})",
        R"({"souple": 1, "parts": [{"kind": "ball", "radius": 1, "fixed": "yes"}]})",
        R"({"souple": 1, "seed": -1})",
        R"({"souple": 1, "gravity": 9.81})",
        R"({"souple": 1, "gravity": [0, 1]})",
        R"({"souple": 1, "gravity": [0, 1, "2"]})",
        R"({"souple": 1, "window": [0, -1]})",
        R"({"souple": 1, "window": [0, 1, 2]})",
        R"({"souple": 1, "weights": {"a": -1}})",
        R"({"souple": 1, "weights": []})",
    };
    for (const char* keys :
         {R"("stiffness": 0)", R"("stiffness": "1")", R"("stiffness": null)", R"("rows": 1)",
          R"("rows": 501)", R"("rows": 2.5)", R"("method": "fast")", R"("method": 0)", R"("damping": 10)",
          R"("damping": -0.1)", R"("pins": [{}])", R"("pins": [{"corner": [0]}])",
          R"("pins": [{"corner": [0, -1]}])", R"("pins": [{"corner": [0, 0], "target": [1]}])",
          R"("pins": [{"corner":[0,0]},{"corner":[0,0]},{"corner":[0,0]},{"corner":[0,0]}])",
          R"("stifness": 1)", R"("rotation": [0, 0])", R"("texture": false)", R"("radius": 1)"})
        bad.push_back(scene_with_cloth(keys));
    for (const std::string& text : bad) {
        EXPECT_NE(problem_of_reader(text), "") << text;
        EXPECT_FALSE(judge.accepts(text)) << text;
    }
}

/// Replaces one random value of a tree by something else.
void mutate(Node& node, std::uint32_t& state) {
    const auto draw = [&state](std::size_t n) {
        state = state * 1664525u + 1013904223u;
        return static_cast<std::size_t>(state >> 16) % n;
    };
    const std::size_t children = node.items.size() + node.members.size();
    if (children > 0 && draw(6) != 0) {
        const std::size_t i = draw(children);
        if (draw(12) == 0 && !node.members.empty()) {
            node.members[i].key += "x";
        } else if (draw(12) == 0) {
            if (node.items.empty())
                node.members.erase(node.members.begin() + static_cast<std::ptrdiff_t>(i));
            else
                node.items.erase(node.items.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            mutate(node.items.empty() ? node.members[i].value : node.items[i], state);
        }
        return;
    }
    const Node choices[] = {Node(),
                            true,
                            0,
                            -1,
                            0.5,
                            3,
                            7,
                            1000,
                            "",
                            "explicit",
                            "ball",
                            "cloth",
                            make_array(),
                            make_object(),
                            make_array({1, 2, 3}),
                            make_array({make_object()})};
    node = choices[draw(std::size(choices))];
}

TEST(Schema, Random_mutations_are_judged_alike_by_reader_and_schema) {
    const Judge judge(schema_of<sample_scene::Scene>());
    const Node valid =
        parse_json(R"({"souple": 1, "seed": 3, "gravity": [0, -9, 0], "window": [0, 1], "weights": {"a": 2},
        "parts": [{"kind": "ball", "name": "b", "radius": 2, "fixed": true, "position": [1, 2, 3]},
                  {"kind": "cloth", "name": "c", "stiffness": 5, "rows": 3, "method": "implicit", "damping": 1,
                   "rotation": [0, 0, 9], "pins": [{"corner": [0, 0], "target": [0, 1, 2]}]}]})",
                   "scene.json")
            .root;
    std::uint32_t state = 5;
    int accepted = 0;
    for (int i = 0; i < 1500; ++i) {
        Node mutated = valid;
        mutate(mutated, state);
        if (i % 2) mutate(mutated, state);
        const std::string text = to_text(mutated);
        const std::string problem = problem_of_reader(text);
        ASSERT_EQ(problem.empty(), judge.accepts(text)) << text << "\n" << problem;
        accepted += problem.empty();
    }
    EXPECT_GT(accepted, 100);
    EXPECT_LT(accepted, 1400);
}

TEST(Schema, Descriptions_units_defaults_and_bounds_are_in_it) {
    const Node schema = schema_of<sample_scene::Scene>();
    const auto text_at = [&](const char* path) {
        const Node* node = find_node(schema, path);
        return node ? to_text(*node) : std::string("nothing");
    };
    EXPECT_EQ(text_at("$schema"), "\"http://json-schema.org/draft-07/schema#\"");
    const std::string cloth = "properties.parts.items.oneOf.0.";
    EXPECT_EQ(text_at((cloth + "properties.stiffness").c_str()),
              R"({"type":"number","exclusiveMinimum":0,"description":"Of one spring. [N/m]","default":100})");
    EXPECT_EQ(text_at((cloth + "properties.method").c_str()),
              R"({"type":"string","enum":["explicit","implicit"],"default":"implicit"})");
    EXPECT_EQ(text_at((cloth + "required").c_str()), R"(["kind","name"])");
    EXPECT_EQ(text_at((cloth + "properties.kind").c_str()), R"({"const":"cloth"})");
    EXPECT_EQ(text_at((cloth + "description").c_str()), "\"A rectangle of cloth.\"");
    EXPECT_EQ(text_at((cloth + "additionalProperties").c_str()), "false");
    EXPECT_EQ(text_at((cloth + "properties.damping.default").c_str()), "nothing");
    EXPECT_EQ(text_at("properties.gravity.default"), "[0,-9.81,0]");
    EXPECT_EQ(text_at("required"), "[\"souple\"]");
}

TEST(Schema, Files_before_loading_please_the_authoring_schema) {
    Node schema = schema_of<sample_scene::Scene>();
    add_authoring_schema(schema);
    const Judge judge(schema);
    EXPECT_TRUE(
        judge.accepts(R"({"include": ["a.json"], "materials": {"m": {"radius": 3, "based_on": "n"}, "n": {}},
        "templates": {"t": {"parts": [{"kind": "ball", "name": "b", "material": "m"}]}},
        "parts": [{"kind": "instance", "name": "i", "template": "t", "position": [0, 1, 2], "set": {"b.radius": 2}},
                  {"kind": "cloth", "material": "m"}]})"));
    for (const char* bad :
         {R"({"include": "a.json"})", R"({"materials": []})", R"({"materials": {"m": 3}})",
          R"({"templates": {"t": {}}})", R"({"templates": {"t": {"parts": [{"kind": "cube"}]}}})",
          R"({"templates": {"t": {"parts": [{"kind": "ball"}], "x": 1}}})",
          R"({"parts": [{"kind": "instance", "name": "i"}]})",
          R"({"parts": [{"kind": "instance", "name": "i", "template": "t", "x": 1}]})",
          R"({"parts": [{"kind": "cloth", "material": 3}]})", R"({"unknown": 1})"})
        EXPECT_FALSE(judge.accepts(bad)) << bad;
}

}  // namespace
}  // namespace souple
