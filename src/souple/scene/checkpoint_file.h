// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The file around a checkpoint: a head that can be read by itself, a checksum, and compressed bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "souple/core/types.h"

namespace souple {

/// What a checkpoint says about itself without being unpacked.
struct CheckpointHead {
    std::uint64_t run = 0;  ///< RunCourse::run
    std::int64_t step = 0;
    Real time = 0;            ///< [s]
    std::int64_t frames = 0;  ///< RunCourse::frames
};

/// The bytes of the file.
std::string pack_checkpoint(const CheckpointHead& head, std::string_view plain);

struct UnpackedCheckpoint {
    CheckpointHead head;
    std::string plain;
};
/// Throws InputError for what is no checkpoint, of another version, cut short or damaged.
UnpackedCheckpoint unpack_checkpoint(std::string_view bytes);

/// The head of a file whose checksum is right; throws InputError, with its name, like unpack_checkpoint.
CheckpointHead read_checkpoint_head(const std::string& path);

/// The bytes of a file; throws InputError with its name when there is none or it is too large for one.
std::string read_checkpoint_bytes(const std::string& path);

}  // namespace souple
