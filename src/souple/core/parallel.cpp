// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/core/parallel.h"

#include <thread>

namespace souple {

int default_thread_count() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace souple
