// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Reads the part of USD's text format that films are written in, without sharing a line with the writer.
#pragma once

#include <cctype>
#include <cstdlib>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace souple::test {

/// The value of an attribute at a time: its numbers in order, or its word.
struct UsdValue {
    std::vector<double> numbers;
    std::string word;
};

struct UsdText {
    static constexpr double always = -1;  ///< the time code of a value without one
    std::map<std::string, std::string> types, settings, references, interpolations;  ///< by path
    std::map<std::string, std::map<double, UsdValue>> values;  ///< by path.attribute, then time code

    /// The sample at a time code, or the last before it: values are held.
    const UsdValue& at(const std::string& path, double code) const {
        const auto& samples = values.at(path);
        const auto after = samples.upper_bound(code);
        if (after == samples.begin()) throw std::runtime_error("usda: " + path + " has no value yet");
        return std::prev(after)->second;
    }
};

class UsdTextReader {
public:
    explicit UsdTextReader(std::string text) : text_(std::move(text)) {}

    UsdText read() {
        if (text_.rfind("#usda 1.0\n", 0) != 0) fail("magic");
        at_ = text_.find('\n');
        expect("(");
        while (!accept(")")) {
            const std::string key = word();
            expect("=");
            const UsdValue setting = value();
            result_.settings[key] =
                setting.word.empty() ? std::to_string(setting.numbers.at(0)) : setting.word;
        }
        while (skip(), at_ < text_.size()) read_prim("");
        return result_;
    }

private:
    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error("usda: " + what + " at " + std::to_string(at_) + ": " +
                                 text_.substr(at_, 40));
    }
    void skip() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    }
    bool accept(const std::string& mark) {
        skip();
        if (text_.compare(at_, mark.size(), mark) != 0) return false;
        at_ += mark.size();
        return true;
    }
    void expect(const std::string& mark) {
        if (!accept(mark)) fail("expected " + mark);
    }
    /// Up to a blank or a mark that ends a name.
    std::string word() {
        skip();
        const std::size_t begin = at_;
        while (at_ < text_.size() && !std::isspace(static_cast<unsigned char>(text_[at_])) &&
               std::string("=(){},").find(text_[at_]) == std::string::npos)
            ++at_;
        if (begin == at_) fail("expected a word");
        return text_.substr(begin, at_ - begin);
    }
    std::string quoted(char end) {
        std::string inside;
        for (; at_ < text_.size() && text_[at_] != end; ++at_) {
            if (text_[at_] == '\\') ++at_;
            inside += text_[at_];
        }
        ++at_;
        return inside;
    }
    /// Numbers lose their brackets: a list of points is a list of coordinates.
    UsdValue value() {
        UsdValue found;
        int depth = 0;
        do {
            if (accept("[") || accept("(")) {
                ++depth;
            } else if (accept("]") || accept(")")) {
                --depth;
            } else if (accept("\"")) {
                found.word += quoted('"');
            } else if (accept("<")) {
                found.word += quoted('>');
            } else if (!accept(",")) {
                char* end = nullptr;
                found.numbers.push_back(std::strtod(text_.c_str() + at_, &end));
                if (end == text_.c_str() + at_) fail("expected a number");
                at_ = static_cast<std::size_t>(end - text_.c_str());
            }
        } while (depth > 0);
        return found;
    }
    void read_prim(const std::string& parent) {
        expect("def");
        const std::string type = word();
        expect("\"");
        const std::string path = parent + "/" + quoted('"');
        if (!result_.types.emplace(path, type).second) fail("second prim " + path);
        if (accept("(")) read_metadata(path);
        expect("{");
        while (!accept("}")) {
            skip();
            if (text_.compare(at_, 4, "def ") == 0)
                read_prim(path);
            else
                read_attribute(path);
        }
    }
    void read_metadata(const std::string& path) {
        while (!accept(")")) {
            if (accept("references = <")) {
                result_.references[path] = quoted('>');
            } else {
                expect("prepend apiSchemas = ");
                value();
            }
        }
    }
    void read_attribute(const std::string& path) {
        accept("uniform ");
        const std::string type = word();
        std::string name = path + "." + word();
        const std::string ending = ".timeSamples";
        if (accept("=")) {
            if (name.size() > ending.size() && name.ends_with(ending)) {
                name.resize(name.size() - ending.size());
                read_samples(name);
            } else {
                result_.values[name][UsdText::always] = value();
            }
        }
        result_.types[name] = type;
        if (accept("(")) {
            expect("interpolation = \"");
            result_.interpolations[name] = quoted('"');
            expect(")");
        }
    }
    void read_samples(const std::string& name) {
        expect("{");
        while (!accept("}")) {
            const double code = value().numbers.at(0);
            expect(":");
            result_.values[name][code] = value();
            accept(",");
        }
    }

    std::string text_;
    std::size_t at_ = 0;
    UsdText result_;
};

}  // namespace souple::test
