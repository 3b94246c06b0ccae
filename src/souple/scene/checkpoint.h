// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A simulation on disk: its state and what its probes recorded, versioned, checksummed and compressed.
#pragma once

#include <string>
#include <string_view>

#include "souple/scene/run_course.h"
#include "souple/scene/simulation.h"

namespace souple {

/// Writes to a temporary name beside `path`, waits for the disk, and renames: an older checkpoint is never
/// half overwritten. Throws InputError when the disk does not take it.
void write_checkpoint(const std::string& path, const Simulation& simulation, const RunCourse& course = {});

/// Puts the simulation where the checkpoint was taken. Parts, their counts and probes must be those of the
/// checkpoint; step, stiffness and other settings may differ, so that a run that went bad can go on with
/// better ones. Returns whether all settings are the same. Throws InputError (and leaves the simulation
/// alone) for a file that is missing, cut short, damaged, of another version or of other parts.
bool read_checkpoint(const std::string& path, Simulation& simulation, RunCourse* course = nullptr);

/// The same from and to memory.
std::string to_bytes(const Simulation& simulation, const RunCourse& course = {});
bool from_bytes(std::string_view bytes, const std::string& name, Simulation& simulation,
                RunCourse* course = nullptr);

/// The same without compression and checksum, for what stays in the memory of this
/// machine: a frame's time must not be lost with it.
std::string to_plain_bytes(const Simulation& simulation);
bool from_plain_bytes(std::string_view plain, const std::string& name, Simulation& simulation);

}  // namespace souple
