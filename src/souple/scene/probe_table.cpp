// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/probe_table.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "souple/core/errors.h"

namespace souple {

namespace {

constexpr std::size_t most_pending = 1 << 15;           // [bytes]
constexpr auto longest_wait = std::chrono::seconds(1);  // before a row can be seen by others

/// A name as a cell of a table.
std::string quoted(const std::string& name) {
    if (name.find_first_of(",\"\n") == std::string::npos) return name;
    std::string cell = "\"";
    for (const char c : name) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
    return cell + "\"";
}

std::int64_t taken_of(const std::vector<Probe>& probes) { return probes.empty() ? 0 : probes.front().taken; }

/// [bytes] up to the end of so many rows; none when the file has another head, fewer rows, or the last of
/// them is of another time.
std::optional<std::int64_t> find_end(const std::string& file, const std::string& head, std::int64_t rows,
                                     Real time) {
    std::ifstream in(file, std::ios::binary);
    std::string found(head.size(), '\0');
    if (!in.read(found.data(), static_cast<std::streamsize>(found.size())) || found != head) return {};
    std::int64_t end = static_cast<std::int64_t>(head.size());
    std::string row;
    for (std::int64_t r = 0; r < rows; ++r) {
        if (!std::getline(in, row) || in.eof()) return {};
        end += static_cast<std::int64_t>(row.size()) + 1;
    }
    if (rows > 0 && !row.starts_with(fmt::format("{},", time))) return {};
    return end;
}

}  // namespace

std::string table_head(const std::vector<Probe>& probes) {
    std::string text = "time";
    for (const Probe& probe : probes) text += "," + quoted(probe.name);
    return text + "\n";
}

ProbeTable::ProbeTable(const std::string& name, const std::vector<Probe>& probes, Real time)
    : place_(find_place(name)), written_(Clock::now()) {
    const bool has_all = probes.empty() || probes.front().stride == 1;
    if (!has_all && place_.is_plain &&
        (take_up(place_.part, probes, time) || take_up(place_.target, probes, time)))
        return;
    file_ = ::open(place_.part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file_ < 0) fail(errno);
    write_kept(probes);
}

ProbeTable::~ProbeTable() {
    if (file_ < 0) return;
    write_all(file_, pending_);  // (what a full disk does not take has been complained about)
    ::close(file_);
}

bool ProbeTable::take_up(const std::string& file, const std::vector<Probe>& probes, Real time) {
    const std::optional<std::int64_t> end = find_end(file, table_head(probes), taken_of(probes), time);
    if (!end) return false;
    std::error_code error;
    if (file != place_.part)
        std::filesystem::copy_file(file, place_.part, std::filesystem::copy_options::overwrite_existing,
                                   error);
    if (error) fail(error.value());
    file_ = ::open(place_.part.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file_ < 0 || ::ftruncate(file_, static_cast<off_t>(*end)) != 0) fail(errno);
    rows_ = taken_of(probes);
    return true;
}

void ProbeTable::write_kept(const std::vector<Probe>& probes) {
    pending_ = table_head(probes);
    rows_ = taken_of(probes);
    const std::size_t kept = probes.empty() ? 0 : probes.front().values.size();
    missing_ = rows_ - static_cast<std::int64_t>(kept);
    for (std::size_t i = 0; i < kept; ++i) {
        pending_ += fmt::format("{}", probes.front().times[i]);
        for (const Probe& probe : probes) pending_ += fmt::format(",{}", probe.values[i]);
        pending_ += "\n";
    }
    flush();
}

void ProbeTable::add(const std::vector<Probe>& probes, Real time) {
    if (taken_of(probes) == rows_) return;
    rows_ = taken_of(probes);
    fmt::format_to(std::back_inserter(pending_), "{}", time);
    for (const Probe& probe : probes) fmt::format_to(std::back_inserter(pending_), ",{}", probe.latest);
    pending_ += "\n";
    if (pending_.size() > most_pending || Clock::now() - written_ > longest_wait) flush();
}

void ProbeTable::flush(Durability durability) {
    if (file_ < 0) throw InputError(fmt::format("{}: is not open any more", place_.part));
    int error = write_all(file_, pending_);
    if (!error && durability == Durability::Synced && ::fdatasync(file_) != 0) error = errno;
    if (error) fail(error);
    pending_.clear();
    written_ = Clock::now();
}

void ProbeTable::finish() {
    flush();
    const int closed = ::close(file_);
    file_ = -1;
    if (closed != 0) fail(errno);
    put_in_place(place_);
}

void ProbeTable::fail(int error) {
    pending_.clear();
    throw InputError(fmt::format("{}: cannot be written: {}", place_.part, std::strerror(error)));
}

}  // namespace souple
