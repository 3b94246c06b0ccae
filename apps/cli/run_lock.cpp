// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The file is held twice: by the kernel (flock), which forgets when the process ends, and by what is written
// in it, which says who it is and counts where flock does not reach, as on some shared disks.
#include "run_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "souple/core/errors.h"
#include "souple/core/files.h"
#include "souple/scene/json/parse.h"
#include "souple/scene/json/write.h"

namespace souple::cli {

namespace {

struct Holder {
    std::string host, command, started;  ///< started: in the kernel's own ticks since it started
    int process = 0;
};

std::string read_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string this_host() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// When a process started: a number may be used again, but not at the same time. Empty when there is none.
std::string start_of(int process) {
    const std::string stat = read_text(fmt::format("/proc/{}/stat", process));
    const std::size_t name_end = stat.rfind(')');  // the name may hold anything
    if (name_end == std::string::npos) return "";
    std::istringstream words(stat.substr(name_end + 1));
    std::string word;
    words >> word;
    if (word == "Z" || word == "X") return "";    // dead, and only waiting for its parent to see it
    for (int k = 4; k <= 22; ++k) words >> word;  // the 22nd of the line is the start
    return word;
}

std::string command_of_this() {
    std::string words = read_text("/proc/self/cmdline");
    while (!words.empty() && words.back() == '\0') words.pop_back();
    for (char& c : words)
        if (c == '\0') c = ' ';
    return words.substr(0, 1000);
}

std::string word_in(const Node& object, const char* key) {
    const Node* found = find_member(object, key);
    return found && found->is(NodeKind::String) ? found->text : std::string();
}

/// Who the file names; a file that names nobody is of a run that ended while it wrote it.
Holder read_holder(const std::string& path) {
    try {
        const Document document = parse_json(read_text(path), path);
        const Node* process = find_member(document.root, "process");
        const bool is_number =
            process && process->is(NodeKind::Number) && process->number > 0 && process->number < 1e9;
        return {word_in(document.root, "host"), word_in(document.root, "command"),
                word_in(document.root, "started"), is_number ? static_cast<int>(process->number) : 0};
    } catch (const InputError&) {
        return {};
    }
}

std::string describe(const Holder& holder) {
    if (holder.process == 0) return "another process";
    return fmt::format("process {} on {} ({})", holder.process, holder.host, holder.command);
}

[[noreturn]] void refuse(const std::string& path, const std::string& folder, const Holder& holder) {
    std::string advice = "wait for it, or choose another folder with -o";
    if (holder.process != 0 && holder.host == this_host())
        advice += fmt::format("; it is stopped with: kill {}", holder.process);
    else if (holder.process != 0)
        advice += fmt::format("; if it has ended, remove {}", path);
    throw InputError(fmt::format("{}: {} is running into this folder; {}", folder, describe(holder), advice));
}

/// Whether the one who is named may still be running, as far as can be seen from here.
bool may_live(const Holder& holder) {
    if (holder.process == 0) return false;
    if (holder.host != this_host()) return true;
    return holder.process != getpid() && !holder.started.empty() &&
           start_of(holder.process) == holder.started;
}

bool is_the_file(int file, const std::string& path) {
    struct stat held {
    }, named{};
    return fstat(file, &held) == 0 && stat(path.c_str(), &named) == 0 && held.st_ino == named.st_ino &&
           held.st_dev == named.st_dev;
}

}  // namespace

RunLock::RunLock(const std::string& folder) : path_((std::filesystem::path(folder) / "run.lock").string()) {
    // one that ends removes its file: whoever opened it before holds a file without a name, and tries again
    while (!try_to_hold()) close(file_);
    const Holder before = read_holder(path_);
    if (may_live(before)) {
        close(file_);
        refuse(path_, folder, before);
    }
    const std::string text = to_text(make_object({{"process", getpid()},
                                                  {"host", this_host()},
                                                  {"started", start_of(getpid())},
                                                  {"command", command_of_this()}}),
                                     TextLayout::Pretty);
    int error = ftruncate(file_, 0) == 0 ? write_all(file_, text) : errno;
    if (!error) return;
    unlink(path_.c_str());
    close(file_);
    throw InputError(fmt::format("{}: cannot be written: {}", path_, std::strerror(error)));
}

RunLock::~RunLock() {
    unlink(path_.c_str());
    close(file_);
}

bool RunLock::try_to_hold() {
    file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) throw InputError(fmt::format("{}: cannot be written: {}", path_, std::strerror(errno)));
    if (flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        close(file_);
        refuse(path_, std::filesystem::path(path_).parent_path().string(), read_holder(path_));
    }
    return is_the_file(file_, path_);
}

}  // namespace souple::cli
