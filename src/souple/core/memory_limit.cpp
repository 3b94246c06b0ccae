// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/core/memory_limit.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "souple/core/errors.h"

namespace souple {

namespace {

constexpr double share_of_memory = 0.8;
constexpr double unlimited_memory = std::numeric_limits<double>::infinity();
constexpr std::array memory_units{"B", "kB", "MB", "GB", "TB", "PB", "EB"};

/// The number in a file of the kernel's; infinite when there is none, or the word "max".
double number_in(const std::filesystem::path& file) {
    std::ifstream in(file);
    double number = 0;
    return in >> number ? number : unlimited_memory;
}

/// The least of the limits of a control group and of those it is in.
double least_of_groups(const std::filesystem::path& mount, std::filesystem::path group, const char* file) {
    double least = unlimited_memory;
    while (true) {
        least = std::min(least, number_in(mount / group.relative_path() / file));
        if (!group.has_relative_path()) return least;
        group = group.parent_path();
    }
}

/// What control groups leave, of the first version or the second.
double limit_of_groups() {
    std::ifstream groups("/proc/self/cgroup");  // lines such as 0::/user.slice or 4:memory:/user.slice
    double least = unlimited_memory;
    for (std::string line; std::getline(groups, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        const std::string group = line.substr(second + 1);
        if (controllers == ",,")
            least = std::min(least, least_of_groups("/sys/fs/cgroup", group, "memory.max"));
        if (controllers.find(",memory,") != std::string::npos)
            least = std::min(least, least_of_groups("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes"));
    }
    return least;
}

double limit_of_address_space() {
    rlimit limit{};
    const bool is_set = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return is_set ? static_cast<double>(limit.rlim_cur) : unlimited_memory;
}

}  // namespace

MemoryLimit default_memory_limit() {
    const double machine =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    const double groups = limit_of_groups(), address_space = limit_of_address_space();
    MemoryLimit limit{share_of_memory * machine, "80 % of this machine's memory"};
    if (share_of_memory * groups < limit.bytes)
        limit = {share_of_memory * groups, "80 % of what its control group leaves"};
    if (share_of_memory * address_space < limit.bytes)
        limit = {share_of_memory * address_space, "80 % of the address space that ulimit -v leaves"};
    return limit;
}

double parse_memory(std::string_view text) {
    const auto fail = [&] {
        return InputError(fmt::format("'{}' is no amount of memory: expected one like 3GB or 800MB", text));
    };
    std::size_t end = 0;
    double number = 0;
    try {
        number = std::stod(std::string(text), &end);
    } catch (const std::exception&) {
        throw fail();
    }
    while (end < text.size() && text[end] == ' ') ++end;
    std::string unit(text.substr(end));
    for (char& c : unit) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (unit.ends_with('B')) unit.pop_back();
    const std::size_t power = unit.empty() ? 0 : std::string_view(" KMGTPE").find(unit);
    if (unit.size() > 1 || power == std::string_view::npos || unit == " " || !(number > 0) ||
        !std::isfinite(number))
        throw fail();
    return number * std::pow(1000.0, static_cast<double>(power));
}

std::string memory_text(double bytes) {
    std::size_t unit = 0;
    while (bytes >= 999.5 && unit + 1 < memory_units.size()) {
        bytes /= 1000;
        ++unit;
    }
    return unit == 0 ? fmt::format("{:.0f} B", bytes)
                     : fmt::format("{:.{}f} {}", bytes, bytes < 99.95 ? 1 : 0, memory_units[unit]);
}

}  // namespace souple
