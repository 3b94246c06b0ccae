// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What scene files may say about tissues.
#pragma once

#include "souple/models/tissue.h"
#include "souple/scene/json/binding.h"

namespace souple {

inline const char* kind_name(const TissueDef&) { return "tissue"; }

void describe(Binder& b, FibreDef& d);
void describe(Binder& b, MembraneDef& d);
void describe(Binder& b, TissueDef& d);

}  // namespace souple
