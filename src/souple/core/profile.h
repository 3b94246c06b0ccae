// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Seconds spent in each stage of the step. The stages' names are those of docs/concepts/the_step.md
// and the keys of a report.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

#include "souple/core/types.h"

namespace souple {

enum class Stage { ApplyControls, FindContacts, Steer, Advance, SolveContacts, Move, Accept, Adapt, Measure };

constexpr std::array<const char*, 9> stage_names = {"apply_controls", "find_contacts",  "steer",
                                                    "advance",        "solve_contacts", "move",
                                                    "accept",         "adapt",          "measure"};

inline const char* name_of(Stage stage) { return stage_names[static_cast<std::size_t>(stage)]; }

struct Profile {
    std::array<Real, stage_names.size()> seconds{};  ///< [s] by stage
    Real& operator[](Stage stage) { return seconds[static_cast<std::size_t>(stage)]; }
};

/// Adds the time between its birth and its death to one stage.
class Zone {
public:
    Zone(Profile& profile, Stage stage) : seconds_(profile[stage]), start_(Clock::now()) {}
    ~Zone() { seconds_ += std::chrono::duration<Real>(Clock::now() - start_).count(); }
    Zone(const Zone&) = delete;
    Zone& operator=(const Zone&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    Real& seconds_;
    Clock::time_point start_;
};

}  // namespace souple
