// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The nearest known word by edit distance.
#include "souple/core/suggest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "souple/core/quote.h"

namespace souple {

namespace {

constexpr std::size_t longest_word = 64;   // longer ones are no slips of the fingers
constexpr std::size_t longest_list = 400;  // characters of known words worth printing

std::string lower(std::string_view word) {
    std::string out(word);
    for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
    // three rows of the table of Damerau and Levenshtein: two back, previous, current
    std::vector<int> two_back(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = static_cast<int>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            current[j] = std::min({replaced, previous[j] + 1, current[j - 1] + 1});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) current[j] = std::min(current[j], two_back[j - 2] + 1);
        }
        std::swap(two_back, previous);
        std::swap(previous, current);
    }
    return previous[b.size()];
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& known) {
    if (word.empty() || word.size() > longest_word) return {};
    const std::string wanted = lower(word);
    std::string best;
    int best_distance = 1 + static_cast<int>(word.size() + 2) / 3;
    for (const std::string& candidate : known) {
        if (candidate.size() > longest_word) continue;
        const int distance = edit_distance(wanted, lower(candidate));
        if (distance >= best_distance) continue;
        best_distance = distance;
        best = candidate;
    }
    return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known,
                       std::string_view things) {
    if (const std::string near = nearest_word(word, known); !near.empty())
        return fmt::format("did you mean {}?", quote(near));
    std::string list;
    for (const std::string& candidate : known) {
        if (list.size() + candidate.size() > longest_list) {
            list += ", ...";
            break;
        }
        list += (list.empty() ? "" : ", ") + candidate;
    }
    return list.empty() ? std::string() : fmt::format("known {}: {}", things, list);
}

}  // namespace souple
