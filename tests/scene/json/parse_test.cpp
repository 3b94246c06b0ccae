// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/scene/json/parse.h
#include "souple/scene/json/parse.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "scene/json/expect_error.h"
#include "souple/scene/json/paths.h"
#include "souple/scene/json/write.h"

namespace souple {
namespace {

Node parse(const std::string& text) { return parse_json(text, "scene.json").root; }

void expect_bad(const std::string& text, int line, const std::string& path, const std::string& words) {
    SCOPED_TRACE(text.substr(0, 80));
    expect_error([&] { parse_json(text, "scene.json"); }, {.line = line, .path = path, .words = words});
}

TEST(ParseJson, Every_kind_of_value_is_read) {
    const Node root = parse(R"({"a": null, "b": true, "c": false, "d": -1.5e-3, "e": "text", "f": [1, 2]})");
    ASSERT_TRUE(root.is(NodeKind::Object));
    EXPECT_TRUE(find_member(root, "a")->is(NodeKind::Null));
    EXPECT_TRUE(find_member(root, "b")->boolean);
    EXPECT_FALSE(find_member(root, "c")->boolean);
    EXPECT_TRUE(find_member(root, "c")->is(NodeKind::Bool));
    EXPECT_EQ(find_member(root, "d")->number, -1.5e-3);
    EXPECT_EQ(find_member(root, "e")->text, "text");
    EXPECT_EQ(find_member(root, "f")->items.size(), 2u);
    EXPECT_EQ(find_member(root, "missing"), nullptr);
}

TEST(ParseJson, Keys_keep_their_order_and_every_value_its_place) {
    const Node root = parse("// note\n{ \"z\": 1,\n  /* two\n lines */ \"a\": [10,\n   20] }");
    ASSERT_EQ(root.members.size(), 2u);
    EXPECT_EQ(root.place.line, 2);
    EXPECT_EQ(root.members[0].key, "z");
    EXPECT_EQ(root.members[0].key_place.line, 2);
    EXPECT_EQ(root.members[0].key_place.column, 3);
    EXPECT_EQ(root.members[0].value.place.column, 8);
    EXPECT_EQ(root.members[1].key_place.line, 4);
    EXPECT_EQ(root.members[1].key_place.column, 11);
    EXPECT_EQ(root.members[1].value.items[1].place.line, 5);
    EXPECT_EQ(root.members[1].value.items[1].place.column, 4);
}

TEST(ParseJson, Escapes_and_surrogate_pairs_become_utf8) {
    EXPECT_EQ(parse(R"("\"\\\/\b\f\n\r\t")").text, "\"\\/\b\f\n\r\t");
    EXPECT_EQ(parse(R"("\u0041\u00e9\u20AC")").text, "A\xC3\xA9\xE2\x82\xAC");
    EXPECT_EQ(parse(R"("\ud83d\ude00")").text, "\xF0\x9F\x98\x80");
    EXPECT_EQ(parse("\"\xF0\x9F\x98\x80\"").text, "\xF0\x9F\x98\x80");
    EXPECT_EQ(parse(R"("a\u0000b")").text, std::string("a\0b", 3));
}

TEST(ParseJson, A_byte_order_mark_is_skipped) { EXPECT_EQ(parse("\xEF\xBB\xBF[1]").items.size(), 1u); }

TEST(ParseJson, Comments_may_stand_between_any_two_tokens) {
    EXPECT_EQ(to_text(parse("/**/{/*a*/\"k\"//b\n:/*c*/1/*d*/,\"l\":[//\n]}//end")), R"({"k":1,"l":[]})");
    EXPECT_EQ(parse(R"("// no comment /* here */")").text, "// no comment /* here */");
}

TEST(ParseJson, Numbers_out_of_range_are_named_and_tiny_ones_are_zero) {
    EXPECT_EQ(parse("1e-999").number, 0);
    EXPECT_TRUE(std::signbit(parse("-0.0001e-400").number));
    EXPECT_EQ(parse("0e999999999999999999999").number, 0);
    EXPECT_EQ(parse("5e-324").number, 5e-324);
    EXPECT_EQ(parse("1.7976931348623157e308").number, 1.7976931348623157e308);
    expect_bad("[1, 1e999]", 1, "1", "must be finite, 1e999 is too large");
    expect_bad("[-1e99999999999999999999]", 1, "0", "must be finite");
    expect_bad("{\"a\":\nNaN}", 2, "a", "must be finite, found NaN");
    expect_bad("Infinity", 1, "", "must be finite, found Infinity");
    expect_bad("[-Infinity]", 1, "0", "must be finite, found -Infinity");
}

TEST(ParseJson, Every_error_has_its_line_and_path) {
    expect_bad("", 1, "", "empty");
    expect_bad(" \n // only a comment\n", 3, "", "empty");
    expect_bad("{\"a\": 1,\n \"b\": [1, 2,]}", 2, "b", "trailing comma");
    expect_bad("{\"a\": 1,\n }", 1, "", "trailing comma");
    expect_bad("{\"a\": 1,\n \"b\": 2,\n \"a\": 3}", 3, "a", "duplicate key \"a\", first given on line 1");
    expect_bad("{\"p\": [{\"x\":1, \"x\":2}]}", 1, "p.0.x", "duplicate key");
    expect_bad("{\"a\" 1}", 1, "a", "expected ':', found '1'");
    expect_bad("{a: 1}", 1, "", "expected a key in double quotes, found 'a'");
    expect_bad("[1 2]", 1, "", "expected ',' or ']', found '2'");
    expect_bad("[1,\n", 2, "1", "expected a value, found the end of the file");
    expect_bad("{\"a\": {\"b\":\n\n tru}}", 3, "a.b", "expected a value, found \"tru\"");
    expect_bad("[] x", 1, "", "expected the end of the file, found 'x'");
    expect_bad("[\"abc", 1, "0", "without a closing quote");
    expect_bad("[\"abc\n\"]", 1, "0", "closing quote on its line");
    expect_bad("[\"a\tb\"]", 1, "0", "control character in a string: byte 0x09");
    expect_bad("/* open", 1, "", "comment without an end");
    expect_bad("/ 1", 1, "", "a comment starts with // or /*");
    expect_bad(std::string("\0", 1), 1, "", "byte 0x00");
}

TEST(ParseJson, Malformed_numbers_and_escapes_are_refused) {
    expect_bad("[01]", 1, "0", "must not start with 0");
    expect_bad("[1.]", 1, "0", "digit after the decimal point");
    expect_bad("[.5]", 1, "0", "expected a value, found '.'");
    expect_bad("[+1]", 1, "0", "expected a value, found '+'");
    expect_bad("[1e]", 1, "0", "digit in the exponent");
    expect_bad("[-]", 1, "0", "expected a digit");
    expect_bad(R"(["\x"])", 1, "0", "unknown escape");
    expect_bad(R"(["\u12g4"])", 1, "0", "four hexadecimal digits");
    expect_bad(R"(["\u-123"])", 1, "0", "four hexadecimal digits");
    expect_bad(R"(["\ud83d"])", 1, "0", "surrogate");
    expect_bad(R"(["\ud83dA"])", 1, "0", "surrogate");
    expect_bad(R"(["\ude00"])", 1, "0", "surrogate");
}

TEST(ParseJson, Text_that_is_not_utf8_is_refused) {
    for (const char* bad : {"\x80", "\xC0\xAF", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80",
                            "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xFF"})
        expect_bad(std::string("[\"") + bad + "\"]", 1, "0", "not UTF-8");
}

TEST(ParseJson, Deep_nesting_is_an_error_not_a_crash) {
    const std::string deepest = std::string(100, '[') + std::string(100, ']');
    EXPECT_NO_THROW(parse(deepest));
    for (const std::string open : {"[", "{\"a\":", "[{\"a\":"}) {
        std::string text;
        for (int i = 0; i < 200000; ++i) text += open;
        EXPECT_THROW(parse(text), SceneError);
    }
    try {
        parse(std::string(200000, '['));
    } catch (const SceneError& error) {
        EXPECT_NE(std::string(error.what()).find("deeper than 100"), std::string::npos);
    }
}

TEST(ParseJson, A_large_noise_is_answered_at_its_first_bad_byte) {
    std::string noise(100'000'000, '\0');
    std::uint32_t state = 1;
    for (std::size_t i = 0; i < noise.size(); i += 97)
        noise[i] = static_cast<char>(state = state * 1664525u + 1u);
    const auto start = std::chrono::steady_clock::now();
    EXPECT_THROW(parse_json(std::move(noise), "noise"), SceneError);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(ParseJson, An_object_of_very_many_keys_is_read_in_good_time) {
    std::string text = "{";
    for (int i = 0; i < 50000; ++i) text += "\"key" + std::to_string(i) + "\":0,";
    EXPECT_EQ(parse(text + "\"last\":1}").members.size(), 50001u);
    expect_bad(text + "\"key7\":1}", 1, "key7", "duplicate");
}

class JsonFile : public ::testing::Test {
protected:
    void SetUp() override {
        folder =
            std::filesystem::path(::testing::TempDir()) /
            ("souple_parse_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
        std::filesystem::create_directories(folder);
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    std::filesystem::path folder;
};

TEST_F(JsonFile, A_file_is_read_and_its_errors_carry_its_name) {
    const std::string path = (folder / "a.json").string();
    std::ofstream(path) << "{\"a\":\n!}";
    expect_error([&] { read_json_file(path); }, {.line = 2, .path = "a", .words = "found '!'", .file = path});
    std::ofstream(path) << "{\"a\": 3}";
    EXPECT_EQ(find_node(read_json_file(path).root, "a")->number, 3);
}

TEST_F(JsonFile, Missing_files_folders_and_giants_are_refused) {
    const std::string missing = (folder / "none.json").string();
    expect_error([&] { read_json_file(missing); },
                 {.line = 0, .path = "", .words = "no such file", .file = missing});
    const std::string here = folder.string();
    expect_error([&] { read_json_file(here); },
                 {.line = 0, .path = "", .words = "is a folder", .file = here});
    const std::string giant = (folder / "giant.json").string();
    std::ofstream(giant) << "[]";
    std::filesystem::resize_file(giant, max_json_bytes + 1);  // sparse: takes no space
    expect_error([&] { read_json_file(giant); },
                 {.line = 0, .path = "", .words = "larger than 256 MB", .file = giant});
}

}  // namespace
}  // namespace souple
