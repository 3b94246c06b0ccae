// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a scene says about its pictures, as recordings and films hold it.
#pragma once

#include "souple/scene/scene.h"
#include "souple/view/staging.h"

namespace souple::cli {

Staging staging_of(const Scene& scene);

}  // namespace souple::cli
