// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The umbrella a hello world includes.
#pragma once

#include "souple/dynamics/measure.h"
#include "souple/dynamics/world.h"
#include "souple/models/cloth.h"
#include "souple/models/frames.h"
#include "souple/models/particles.h"
#include "souple/scene/simulation.h"
