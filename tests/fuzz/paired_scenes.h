// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Scenes in which every option of the schema meets every kind of part, obstacle and field and every contact
// setting: a covering array of pairs, drawn row by row. A row takes the options that have met least of what
// else is in its scene. The same seed gives the same rows, as long as the engine accepts the same scenes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "schema_options.h"
#include "souple/core/rng.h"

namespace souple::trials {

/// What options are paired with: a part that meets the subject, an obstacle, a field or a contact setting.
struct Company {
    enum class Kind { Part, Floor, Wall, Field, Setting };
    Kind kind = Kind::Part;
    std::string name;  ///< of base_parts, of a kind of obstacle or field, or an option's text
    int option = -1;   ///< of a setting
};

/// What one scene is made of.
struct Row {
    std::string subject;       ///< of base_parts
    std::vector<int> company;  ///< PairedScenes::companies
    std::vector<int> options;  ///< PairedScenes::options
    std::uint64_t seed = 0;    ///< of where things are
};

struct PairedScenes {
    Node schema;
    std::vector<Option> options;
    std::map<std::string, std::vector<int>> groups;  ///< options of a kind of part, of a kind of field, ...
    std::vector<Company> companies;
    std::vector<std::uint8_t>
        met;  ///< by option and company: 255 once both have been in a scene that ran, else tries
    std::vector<int> accepted;  ///< by option: scenes that ran with it
    std::vector<int> refused;   ///< by option
    Rng rng;
};

PairedScenes make_paired_scenes(std::uint64_t seed, bool moderate);

/// The next row; changes nothing but the random numbers.
Row draw_row(PairedScenes& scenes);

std::string text_of(const PairedScenes& scenes, const Row& row);

/// The row's scene ran: its pairs have met.
void note_met(PairedScenes& scenes, const Row& row);
/// A scene was refused at a path: one option goes that may be the reason; false when none is left.
bool drop_culprit(PairedScenes& scenes, const std::string& path, Row& row);

struct Coverage {
    std::int64_t pairs = 0, met = 0;
    int options = 0, never_accepted = 0;
};
Coverage coverage_of(const PairedScenes& scenes);

}  // namespace souple::trials
