// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The process that simulates: a simulator between two ends of a socket. Frames are packed here, for each page
// by itself.
#pragma once

#include <string>

#include "simulator.h"

namespace souple::studio {

/// The socket that the process is born with.
constexpr int simulation_socket = 3;

/// Serves until the other side closes the socket.
int serve_simulation(const std::string& folder, const SimulatorLimits& limits);

}  // namespace souple::studio
