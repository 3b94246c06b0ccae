// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The simulating process as its parent sees it: born from the same program, talked to over a socket, and how
// it ended.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "socket_wire.h"

namespace souple::studio {

struct ChildProcess {
    pid_t id = -1;
    std::shared_ptr<Socket> socket;  ///< shared with the thread that writes to it
};

/// Starts this program once more with these words; its end of the socket is `simulation_socket`.
ChildProcess start_child(const std::vector<std::string>& words);

/// Ends it, if it has not ended, and says how it did: "ended by signal 11 (segmentation fault)".
std::string end_child(ChildProcess& child);

}  // namespace souple::studio
