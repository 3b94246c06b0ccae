// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Probes and the course of a run as bytes of a checkpoint.
#pragma once

#include <vector>

#include "souple/scene/byte_stream.h"
#include "souple/scene/run_course.h"

namespace souple {

void put_probes(ByteWriter& out, const std::vector<Probe>& probes);
/// Reads what was written for probes of the same names; InputError when it cannot be.
void get_probes(ByteReader& in, std::vector<Probe>& probes);

/// Whose course it is and how many frames it has stands in the head of the file.
void put_course(ByteWriter& out, const RunCourse& course);
/// Tallies of what is still expected are kept; others are made anew of what the probes hold.
void get_course(ByteReader& in, const std::vector<ExpectDef>& expectations, const std::vector<Probe>& probes,
                RunCourse& course);

}  // namespace souple
