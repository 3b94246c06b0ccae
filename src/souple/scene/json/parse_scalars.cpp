// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Scanning of blanks, comments, strings and numbers.
#include "souple/scene/json/parse_scalars.h"

#include <fmt/format.h>
#include <algorithm>

#include <charconv>
#include <cstdint>
#include <system_error>

#include "souple/scene/json/write.h"

namespace souple {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

const char* skip_comment(TextCursor& at) {
    const std::string_view rest = at.text.substr(at.position);
    if (rest.starts_with("//")) {
        const std::size_t end = at.text.find('\n', at.position);
        at.position = end == std::string_view::npos ? at.text.size() : end;
        return nullptr;
    }
    if (!rest.starts_with("/*")) return "expected a value, found '/'; a comment starts with // or /*";
    const std::size_t end = at.text.find("*/", at.position + 2);
    if (end == std::string_view::npos) return "comment without an end";
    for (; at.position < end + 2; ++at.position) {
        if (at.text[at.position] != '\n') continue;
        ++at.line;
        at.line_start = at.position + 1;
    }
    return nullptr;
}

void append_utf8(std::string& out, std::uint32_t code) {
    const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | (code >> 6));
        put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        put(0xE0 | (code >> 12));
        put(0x80 | ((code >> 6) & 0x3F));
        put(0x80 | (code & 0x3F));
    } else {
        put(0xF0 | (code >> 18));
        put(0x80 | ((code >> 12) & 0x3F));
        put(0x80 | ((code >> 6) & 0x3F));
        put(0x80 | (code & 0x3F));
    }
}

/// Length of the UTF-8 sequence at the cursor, or 0 when it is none (overlong, a surrogate, cut short...).
std::size_t utf8_length(std::string_view rest) {
    const auto byte = [&](std::size_t i) {
        return i < rest.size() ? static_cast<unsigned char>(rest[i]) : 0U;
    };
    const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first <= 0xDF) return tail(1) ? 2 : 0;
    if (first >= 0xE0 && first <= 0xEF) {
        const bool overlong = first == 0xE0 && byte(1) < 0xA0;
        const bool surrogate = first == 0xED && byte(1) > 0x9F;
        return tail(1) && tail(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const bool overlong = first == 0xF0 && byte(1) < 0x90;
        const bool too_large = first == 0xF4 && byte(1) > 0x8F;
        return tail(1) && tail(2) && tail(3) && !overlong && !too_large ? 4 : 0;
    }
    return 0;
}

bool scan_hex4(TextCursor& at, std::uint32_t& code) {
    if (at.text.size() - at.position < 4) return false;
    const char* begin = at.text.data() + at.position;
    const auto result = std::from_chars(begin, begin + 4, code, 16);
    if (result.ptr != begin + 4) return false;
    at.position += 4;
    return true;
}

/// Reads the four digits after `\u`, and the second half of a surrogate pair.
const char* scan_unicode_escape(TextCursor& at, std::string& out) {
    constexpr const char* lone = "half of a surrogate pair in a \\u escape";
    std::uint32_t code = 0, low = 0;
    if (!scan_hex4(at, code)) return "expected four hexadecimal digits after \\u";
    if (code >= 0xDC00 && code <= 0xDFFF) return lone;
    if (code >= 0xD800 && code <= 0xDBFF) {
        if (!at.text.substr(at.position).starts_with("\\u")) return lone;
        at.position += 2;
        if (!scan_hex4(at, low) || low < 0xDC00 || low > 0xDFFF) return lone;
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    append_utf8(out, code);
    return nullptr;
}

std::string scan_escape(TextCursor& at, std::string& out) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    ++at.position;
    const char c = peek(at);
    if (c == 'u') {
        ++at.position;
        const char* problem = scan_unicode_escape(at, out);
        return problem ? problem : "";
    }
    const std::size_t index = is_at_end(at) ? std::string_view::npos : letters.find(c);
    if (index == std::string_view::npos) return "unknown escape: \\ followed by " + describe_byte(at);
    out += meanings[index];
    ++at.position;
    return {};
}

std::string scan_word(TextCursor& at, Node& out) {
    std::size_t end = at.position;
    while (end < at.text.size() && (is_letter(at.text[end]) || is_digit(at.text[end]))) ++end;
    const std::string_view word = at.text.substr(at.position, end - at.position);
    if (word == "true" || word == "false") {
        out = Node(word == "true");
    } else if (word == "null") {
        out = Node();
    } else if (word == "NaN" || word == "nan" || word == "Infinity" || word == "inf") {
        return fmt::format("a number must be finite, found {}", word);
    } else {
        return fmt::format("expected a value, found {}", quote_short(word));
    }
    at.position = end;
    return {};
}

void skip_digits(TextCursor& at) {
    while (is_digit(peek(at))) ++at.position;
}

/// Moves over `-12.5e-3` and says what breaks its grammar.
const char* scan_number_grammar(TextCursor& at) {
    take(at, '-');
    const bool leading_zero = peek(at) == '0';
    if (!is_digit(peek(at))) return "expected a digit";
    const std::size_t first = at.position;
    skip_digits(at);
    if (leading_zero && at.position - first > 1) return "a number must not start with 0 and another digit";
    if (take(at, '.')) {
        if (!is_digit(peek(at))) return "expected a digit after the decimal point";
        skip_digits(at);
    }
    if (peek(at) != 'e' && peek(at) != 'E') return nullptr;
    ++at.position;
    if (!take(at, '+')) take(at, '-');
    if (!is_digit(peek(at))) return "expected a digit in the exponent";
    skip_digits(at);
    return nullptr;
}

/// Whether a number out of the range of double is too large (else it is too small and counts as zero).
bool is_too_large(std::string_view text) {
    const std::size_t mark = text.find_first_of("eE");
    const std::string_view digits = text.substr(0, mark);
    long exponent = 0;
    if (mark != std::string_view::npos) {
        std::string_view power = text.substr(mark + 1);
        if (power.starts_with('+')) power.remove_prefix(1);
        const auto result = std::from_chars(power.data(), power.data() + power.size(), exponent);
        if (result.ec == std::errc::result_out_of_range) return !power.starts_with('-');
        // far beyond any double, and small enough to be added to the length of a text
        exponent = std::clamp(exponent, -1'000'000'000L, 1'000'000'000L);
    }
    // place of the first digit that is not zero, counted from the decimal point
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::size_t first = digits.find_first_of("123456789");
    if (first == std::string_view::npos) return false;
    return static_cast<long>(point) - static_cast<long>(first) + exponent > 0;
}

std::string scan_number(TextCursor& at, Node& out) {
    const std::size_t begin = at.position;
    if (at.text.substr(begin).starts_with("-Inf") || at.text.substr(begin).starts_with("-inf"))
        return "a number must be finite, found -Infinity";
    if (const char* problem = scan_number_grammar(at)) return problem;
    const std::string_view text = at.text.substr(begin, at.position - begin);
    double value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec == std::errc::result_out_of_range) {
        if (is_too_large(text)) {
            at.position = begin;
            return fmt::format("a number must be finite, {} is too large", text.substr(0, 40));
        }
        value = text.starts_with('-') ? -0.0 : 0.0;
    }
    out = Node(value);
    return {};
}

}  // namespace

bool is_at_end(const TextCursor& at) { return at.position >= at.text.size(); }

char peek(const TextCursor& at) { return is_at_end(at) ? '\0' : at.text[at.position]; }

bool take(TextCursor& at, char c) {
    if (is_at_end(at) || at.text[at.position] != c) return false;
    ++at.position;
    return true;
}

Place place_of(const TextCursor& at) {
    return {0, at.line, static_cast<int>(at.position - at.line_start) + 1};
}

std::string describe_byte(const TextCursor& at) {
    if (is_at_end(at)) return "the end of the file";
    const unsigned byte = static_cast<unsigned char>(at.text[at.position]);
    if (byte >= 0x20 && byte < 0x7f) return fmt::format("'{}'", static_cast<char>(byte));
    return fmt::format("byte 0x{:02x}", byte);
}

void skip_byte_order_mark(TextCursor& at) {
    if (!at.text.starts_with("\xEF\xBB\xBF")) return;
    at.position = at.line_start = 3;
}

const char* skip_blanks_and_comments(TextCursor& at) {
    for (; !is_at_end(at); ++at.position) {
        const char c = at.text[at.position];
        if (c == '/') {
            if (const char* problem = skip_comment(at)) return problem;
            --at.position;  // the loop moves on
        } else if (c == '\n') {
            ++at.line;
            at.line_start = at.position + 1;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            break;
        }
    }
    return nullptr;
}

std::string scan_string(TextCursor& at, std::string& out) {
    take(at, '"');
    while (!is_at_end(at)) {
        const char c = at.text[at.position];
        if (c == '"') {
            ++at.position;
            return {};
        }
        if (c == '\\') {
            if (const std::string problem = scan_escape(at, out); !problem.empty()) return problem;
            continue;
        }
        if (c == '\n') return "string without a closing quote on its line";
        if (static_cast<unsigned char>(c) < 0x20)
            return "control character in a string: " + describe_byte(at);
        const std::size_t length = utf8_length(at.text.substr(at.position, 4));
        if (length == 0) return "not UTF-8: " + describe_byte(at);
        out.append(at.text, at.position, length);
        at.position += length;
    }
    return "string without a closing quote";
}

std::string scan_number_or_word(TextCursor& at, Node& out) {
    const char c = peek(at);
    if (c == '-' || is_digit(c)) return scan_number(at, out);
    if (is_letter(c)) return scan_word(at, out);
    return "expected a value, found " + describe_byte(at);
}

}  // namespace souple
