// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Values of probes as a table on disk, row by row as they are taken: time, then one column each.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "souple/core/files.h"
#include "souple/scene/probes.h"

namespace souple {

/// Rows go to NAME.part, which becomes NAME in finish(). Errors are InputErrors with the file's name.
class ProbeTable {
public:
    /// Starts with what the probes took until this time. When there are more values than they keep, the rows
    /// of NAME.part are gone on with, or those of NAME, if they are of these probes and reach that far.
    ProbeTable(const std::string& name, const std::vector<Probe>& probes, Real time);
    ~ProbeTable();
    ProbeTable(const ProbeTable&) = delete;
    ProbeTable& operator=(const ProbeTable&) = delete;

    /// The value that each probe took last, if it is not in the table yet.
    void add(const std::vector<Probe>& probes, Real time);
    /// Gives all rows to the system; `Synced` waits for the disk.
    void flush(Durability durability = Durability::Cached);
    void finish();
    /// Rows at the start that neither memory nor an older table had.
    std::int64_t missing_rows() const { return missing_; }

private:
    using Clock = std::chrono::steady_clock;
    bool take_up(const std::string& file, const std::vector<Probe>& probes, Real time);
    void write_kept(const std::vector<Probe>& probes);
    [[noreturn]] void fail(int error);

    WritePlace place_;
    int file_ = -1;
    std::string pending_;  ///< rows that are not written yet
    std::int64_t rows_ = 0, missing_ = 0;
    Clock::time_point written_;
};

/// The first line of the table.
std::string table_head(const std::vector<Probe>& probes);

}  // namespace souple
