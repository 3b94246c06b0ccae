// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/json/write.h
#include "souple/scene/json/write.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "souple/scene/json/parse.h"

namespace souple {
namespace {

std::uint32_t next(std::uint32_t& state) { return state = state * 1664525u + 1013904223u; }

/// A random tree; every double bit pattern that is finite may occur.
Node random_node(std::uint32_t& state, int depth) {
    const std::uint32_t choice = (next(state) >> 16) % (depth > 0 ? 6 : 4);
    if (choice == 0) return Node();
    if (choice == 1) return Node((next(state) >> 20) % 2 == 0);
    if (choice == 2) {
        const std::uint64_t bits = (std::uint64_t{next(state)} << 32) | next(state);
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        return std::isfinite(value) ? Node(value) : Node(static_cast<int>(bits % 100000));
    }
    if (choice == 3) {
        std::string text = "\xC3\xA9\"\\/";
        for (std::uint32_t i = (next(state) >> 16) % 6; i > 0; --i)
            text += static_cast<char>((next(state) >> 16) % 127);
        return text;
    }
    Node node = choice == 4 ? make_array() : make_object();
    for (std::uint32_t i = (next(state) >> 16) % 5; i > 0; --i) {
        if (choice == 4)
            append(node, random_node(state, depth - 1));
        else
            set_member(node, "k" + std::to_string(i), random_node(state, depth - 1));
    }
    return node;
}

TEST(WriteJson, Numbers_are_short_and_read_back_to_the_same_bits) {
    EXPECT_EQ(number_text(100000), "100000");
    EXPECT_EQ(number_text(0.1), "0.1");
    EXPECT_EQ(number_text(-2.5), "-2.5");
    EXPECT_EQ(number_text(1e300), "1e+300");
    EXPECT_EQ(number_text(-0.0), "-0");
    EXPECT_EQ(number_text(5e-324), "5e-324");
    EXPECT_EQ(number_text(std::nan("")), "null");
    EXPECT_EQ(number_text(std::numeric_limits<double>::infinity()), "null");
}

TEST(WriteJson, Strings_are_escaped) {
    EXPECT_EQ(quote("a\"b\\c\n\t\x01"), R"("a\"b\\c\n\t\u0001")");
    EXPECT_EQ(quote_short(std::string(100, 'x')).size(), 65u);
}

TEST(WriteJson, Builders_make_ordered_objects) {
    Node report = make_object({{"steps", 12}, {"ok", true}, {"name", "nappe"}, {"none", Node()}});
    set_member(report, "list", make_array(std::vector<double>{1, 2.5}));
    set_member(report, "steps", 13);
    EXPECT_EQ(to_text(report), R"({"steps":13,"ok":true,"name":"nappe","none":null,"list":[1,2.5]})");
    EXPECT_TRUE(remove_member(report, "ok"));
    EXPECT_FALSE(remove_member(report, "ok"));
}

TEST(WriteJson, Pretty_text_indents_and_keeps_short_lists_on_a_line) {
    const Node node = make_object({{"g", make_array({0, -9.81, 0})},
                                   {"e", make_object()},
                                   {"p", make_array({make_object({{"a", 1}})})}});
    EXPECT_EQ(to_text(node, TextLayout::Pretty),
              "{\n  \"g\": [0, -9.81, 0],\n  \"e\": {},\n  \"p\": [\n    {\n      \"a\": 1\n    }\n  ]\n}\n");
}

TEST(WriteJson, Random_trees_survive_writing_and_parsing) {
    std::uint32_t state = 7;
    for (int i = 0; i < 300; ++i) {
        const Node node = random_node(state, 5);
        for (const TextLayout layout : {TextLayout::Compact, TextLayout::Pretty})
            ASSERT_TRUE(same_value(node, parse_json(to_text(node, layout), "random").root)) << to_text(node);
    }
}

TEST(WriteJson, Another_library_reads_the_same_values_in_both_directions) {
    std::uint32_t state = 11;
    for (int i = 0; i < 300; ++i) {
        const Node node = random_node(state, 5);
        const std::string text = to_text(node);
        const auto theirs = nlohmann::ordered_json::parse(text);
        // their text in our parser
        const Node back = parse_json(theirs.dump(), "theirs").root;
        ASSERT_TRUE(same_value(node, back)) << text;
        // our pretty text in their parser
        ASSERT_EQ(nlohmann::ordered_json::parse(to_text(node, TextLayout::Pretty)), theirs);
    }
}

TEST(WriteJson, Another_library_judges_mutated_texts_alike) {
    const std::string valid = R"({"a":[1,-2.5e3,true,null,"x\u00e9\n"],"b":{"c":"","d":[[]]},"e":0.125})";
    const std::string letters = "{}[],:\"\\0123456789eE+-.tfnu x";
    std::uint32_t state = 3;
    int accepted = 0;
    for (int i = 0; i < 4000; ++i) {
        std::string text = valid;
        for (std::uint32_t k = 1 + (next(state) >> 16) % 2; k > 0; --k)
            text[(next(state) >> 8) % text.size()] = letters[(next(state) >> 16) % letters.size()];
        bool ours = true;
        try {
            parse_json(text, "mutated");
        } catch (const SceneError& error) {
            // what is stricter here on purpose is left out of the comparison
            const std::string message = error.what();
            if (message.find("duplicate") != std::string::npos || message.find("finite") != std::string::npos)
                continue;
            ours = false;
        }
        ASSERT_EQ(ours, nlohmann::json::accept(text)) << text;
        accepted += ours;
    }
    EXPECT_GT(accepted, 100);
}

}  // namespace
}  // namespace souple
