// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Refuses to start on a processor without the instructions this build uses, with words instead of a crash.
#pragma once

namespace souple::cli {

/// Prints what is missing and returns false when the processor is too old for this build.
bool cpu_is_sufficient();

}  // namespace souple::cli
