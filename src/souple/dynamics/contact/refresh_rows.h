// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Places of round bodies in the later intervals of a step. A flat face keeps the places where it touches;
// what rolls touches with other matter in every interval, and a place that it took along would lift it.
#pragma once

#include "souple/dynamics/contact/touchables.h"

namespace souple {

/// Seeks the places of all rows between round bodies and bodies or obstacles anew; impulses stay.
void refresh_rows(const ContactView& view, InteractionScratch& scratch);

}  // namespace souple
