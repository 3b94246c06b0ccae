// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// studio: serves a page that shows and changes a running scene.
#include "apps/studio/server.h"

#include <fmt/format.h>

#include "apps/studio/http_answers.h"
#include "apps/studio/simulation_process.h"
#include "commands.h"

namespace souple::cli {

int studio(const StudioOptions& options) {
    if (!studio::has_page()) {
        fmt::print(
            stderr,
            "error: this program was built without the studio's page: npm, or the packages it fetches, "
            "were missing.\nRun `tools/setup page` with a network, then `tools/build release`.\n");
        return bad_input;
    }
    studio::serve({".", options.scene, options.port, options.threads, options.memory, options.patience,
                   !options.no_open});
    return good;
}

int studio_simulation(const StudioOptions& options) {
    return studio::serve_simulation(options.folder, {options.threads, options.memory});
}

}  // namespace souple::cli
