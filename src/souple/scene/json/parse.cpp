// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A recursive descent parser that remembers places and stops at the first wrong byte.
#include "souple/scene/json/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "souple/scene/json/parse_scalars.h"
#include "souple/scene/json/write.h"

namespace souple {

namespace {

/// One level above the value being read: a key, or an index when there is no key.
struct Step {
    const std::string* key = nullptr;
    std::size_t index = 0;
};

struct Parser {
    TextCursor at;
    std::string file_name;
    std::vector<Step> steps;
    std::size_t value_count = 0;
};

std::string path_of(const Parser& parser) {
    std::string path;
    for (const Step& step : parser.steps)
        path = join_path(path, step.key ? *step.key : std::to_string(step.index));
    return path;
}

[[noreturn]] void fail(const Parser& parser, const Place& place, const std::string& message) {
    throw SceneError({parser.file_name, place.line, path_of(parser)},
                     fmt::format("{} (column {})", message, place.column));
}

[[noreturn]] void fail_here(const Parser& parser, const std::string& message) {
    fail(parser, place_of(parser.at), message);
}

void skip_blanks(Parser& parser) {
    if (const char* problem = skip_blanks_and_comments(parser.at)) fail_here(parser, problem);
}

[[noreturn]] void expect_found(const Parser& parser, std::string_view expected) {
    fail_here(parser, fmt::format("expected {}, found {}", expected, describe_byte(parser.at)));
}

Node parse_value(Parser& parser);

std::string parse_string(Parser& parser) {
    std::string out;
    if (const std::string problem = scan_string(parser.at, out); !problem.empty()) fail_here(parser, problem);
    return out;
}

/// After an entry: true when a comma promises another one. A comma before the closing bracket is an error.
bool has_next(Parser& parser, char closing, std::string_view expected) {
    skip_blanks(parser);
    if (take(parser.at, closing)) return false;
    const Place comma = place_of(parser.at);
    if (!take(parser.at, ',')) expect_found(parser, expected);
    skip_blanks(parser);
    if (peek(parser.at) == closing) fail(parser, comma, "trailing comma: another entry must follow");
    return true;
}

Node parse_array(Parser& parser) {
    Node array = make_array();
    take(parser.at, '[');
    skip_blanks(parser);
    if (take(parser.at, ']')) return array;
    do {
        parser.steps.push_back({nullptr, array.items.size()});
        array.items.push_back(parse_value(parser));
        parser.steps.pop_back();
    } while (has_next(parser, ']', "',' or ']'"));
    return array;
}

void check_duplicates(Parser& parser, const std::vector<Member>& members) {
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return members[a].key < members[b].key; });
    for (std::size_t i = 1; i < order.size(); ++i) {
        const Member& first = members[order[i - 1]];
        const Member& second = members[order[i]];
        if (first.key != second.key) continue;
        parser.steps.push_back({&second.key});
        fail(parser, second.key_place,
             fmt::format("duplicate key {}, first given on line {}", quote_short(second.key),
                         first.key_place.line));
    }
}

Node parse_object(Parser& parser) {
    Node object = make_object();
    take(parser.at, '{');
    skip_blanks(parser);
    if (take(parser.at, '}')) return object;
    do {
        const Place key_place = place_of(parser.at);
        if (peek(parser.at) != '"') expect_found(parser, "a key in double quotes");
        const std::string key = parse_string(parser);
        parser.steps.push_back({&key});
        skip_blanks(parser);
        if (!take(parser.at, ':')) expect_found(parser, "':'");
        Node value = parse_value(parser);
        parser.steps.pop_back();
        object.members.push_back({key, std::move(value), key_place});
    } while (has_next(parser, '}', "',' or '}'"));
    check_duplicates(parser, object.members);
    return object;
}

Node parse_scalar(Parser& parser) {
    if (peek(parser.at) == '"') return parse_string(parser);
    Node value;
    if (const std::string problem = scan_number_or_word(parser.at, value); !problem.empty())
        fail_here(parser, problem);
    return value;
}

Node parse_value(Parser& parser) {
    skip_blanks(parser);
    const Place place = place_of(parser.at);
    if (++parser.value_count > max_json_values)
        fail(parser, place, fmt::format("more than {} values", max_json_values));
    const char c = peek(parser.at);
    const bool nests = c == '[' || c == '{';
    if (nests && parser.steps.size() >= static_cast<std::size_t>(max_json_depth))
        fail(parser, place, fmt::format("nested deeper than {} levels", max_json_depth));
    Node value = c == '[' ? parse_array(parser) : c == '{' ? parse_object(parser) : parse_scalar(parser);
    value.place = place;
    return value;
}

}  // namespace

Document parse_json(std::string text, std::string file_name) {
    Parser parser{TextCursor{text}, file_name, {}, 0};
    skip_byte_order_mark(parser.at);
    skip_blanks(parser);
    if (is_at_end(parser.at)) fail_here(parser, "the file is empty: expected a JSON value");
    Document document;
    document.root = parse_value(parser);
    skip_blanks(parser);
    if (!is_at_end(parser.at)) expect_found(parser, "the end of the file");
    document.files.push_back(std::move(file_name));
    return document;
}

Document read_json_file(const std::string& path) {
    std::error_code problem;
    const auto status = std::filesystem::status(path, problem);
    const auto fail_file = [&](const std::string& message) { throw SceneError({path, 0, ""}, message); };
    if (!std::filesystem::exists(status)) fail_file("no such file");
    if (std::filesystem::is_directory(status)) fail_file("is a folder, not a file");
    const std::string too_large = fmt::format("larger than {} MB", max_json_bytes >> 20);
    const std::uintmax_t size = std::filesystem::file_size(path, problem);
    if (!problem && size > max_json_bytes) fail_file(too_large);
    std::ifstream in(path, std::ios::binary);
    if (!in) fail_file("cannot be opened");
    std::string text;
    std::vector<char> block(std::size_t{1} << 16);
    // read in blocks: the size of a pipe is not known beforehand
    while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
        text.append(block.data(), static_cast<std::size_t>(in.gcount()));
        if (text.size() > max_json_bytes) fail_file(too_large);
    }
    return parse_json(std::move(text), path);
}

}  // namespace souple
