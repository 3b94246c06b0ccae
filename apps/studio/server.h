// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The live server: HTTP and WebSocket on loopback, one process that simulates, any number of pages.
#pragma once

#include <string>

namespace souple::studio {

struct ServerOptions {
    std::string folder = ".";  ///< nothing outside is read or written
    std::string scene;         ///< opened at the start; empty: none
    int port = 0;              ///< 0: any free one
    int threads = 0;           ///< 0: all
    double memory = 0;         ///< [B] that a scene may take; 0: 80 % of the machine's
    double patience = 120;     ///< [s] without a sign of life, after which the simulation is opened again
    bool open = true;          ///< shows the page in the browser of the desktop
};

/// Serves until Ctrl-C. Throws InputError for a bad scene or a port that is taken.
void serve(const ServerOptions& options);

}  // namespace souple::studio
