// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A simulation on disk: its state and what its probes recorded, versioned, checksummed and compressed.
#pragma once

#include <string>
#include <string_view>

#include "souple/scene/simulation.h"

namespace souple {

/// Writes to a temporary name beside `path` and renames, so that an older checkpoint is never half
/// overwritten. Throws InputError when the disk does not take it.
void write_checkpoint(const std::string& path, const Simulation& simulation);

/// Puts the simulation where the checkpoint was taken; it must have been made from the same scene. Throws
/// InputError (and leaves the simulation alone) for a file that is missing, cut short, damaged, too new or of
/// another scene.
void read_checkpoint(const std::string& path, Simulation& simulation);

/// The same from and to memory.
std::string to_bytes(const Simulation& simulation);
void from_bytes(std::string_view bytes, const std::string& name, Simulation& simulation);

}  // namespace souple
