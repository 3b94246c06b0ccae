// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/core/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "souple/core/errors.h"

namespace souple {

namespace {

namespace fs = std::filesystem;

/// What somebody can type next when writing fails so.
const char* what_to_do(int error) {
    switch (error) {
        case ENOSPC:
        case EDQUOT:
            return "; see what is left with: df -h, make room, or name a file on another disk";
        case EACCES:
        case EPERM:
        case EROFS:
            return "; name a file in a folder of your own";
        case ENOENT:
            return "; make its folder first with mkdir -p";
        case EFBIG:
            return "; raise the limit with ulimit -f, or name a file on another disk";
        default:
            return "";
    }
}

[[noreturn]] void refuse(const std::string& name, int error) {
    throw InputError(
        fmt::format("{}: cannot be written: {}{}", name, std::strerror(error), what_to_do(error)));
}

/// The end of a chain of symbolic links; nothing needs to be there.
std::string follow_links(const std::string& name) {
    fs::path path = name;
    for (int links = 0; links < 40; ++links) {
        std::error_code error;
        if (!fs::is_symlink(path, error)) return path.string();
        const fs::path next = fs::read_symlink(path, error);
        if (error) refuse(name, error.value());
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    refuse(name, ELOOP);
}

/// A file that is closed at the end of its life.
struct Opened {
    int number = -1;

    Opened(const std::string& path, int flags)
        : number(::open(path.c_str(), flags | O_CLOEXEC | O_NOCTTY, 0666)) {}
    ~Opened() {
        if (number >= 0) ::close(number);
    }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;

    int close() {
        const int error = ::close(number) == 0 ? 0 : errno;
        number = -1;
        return error;
    }
};

/// Writes a new file; returns 0 or the number of the error.
int write_part(const std::string& part, std::string_view bytes, Durability durability) {
    Opened file(part, O_WRONLY | O_CREAT | O_TRUNC);
    if (file.number < 0) return errno;
    int error = write_all(file.number, bytes);
    if (!error && durability == Durability::Synced && ::fsync(file.number) != 0) error = errno;
    const int closing = file.close();
    return error ? error : closing;
}

/// A rename lasts once the folder is on disk.
void sync_folder_of(const std::string& path) {
    const fs::path parent = fs::path(path).parent_path();
    const Opened folder(parent.empty() ? "." : parent.string(), O_RDONLY | O_DIRECTORY);
    if (folder.number >= 0) ::fsync(folder.number);
}

/// Into what is there already and is no plain file.
int write_through(const WritePlace& place, std::string_view bytes) {
    Opened file(place.target, O_WRONLY);
    return file.number < 0 ? errno : write_all(file.number, bytes);
}

int copy_through(const WritePlace& place) {
    std::ifstream part(place.part, std::ios::binary);
    if (!part) return EIO;
    Opened file(place.target, O_WRONLY);
    int error = file.number < 0 ? errno : 0;
    std::string piece(1 << 16, '\0');
    while (!error && part) {
        part.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        error = write_all(file.number, {piece.data(), static_cast<std::size_t>(part.gcount())});
    }
    return error;
}

}  // namespace

int write_all(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t wrote = ::write(file, bytes.data(), bytes.size());
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return errno;
        bytes.remove_prefix(static_cast<std::size_t>(wrote));
    }
    return 0;
}

WritePlace find_place(const std::string& name) {
    WritePlace place{name, name, "", true};
    struct stat status {};
    if (::stat(name.c_str(), &status) == 0) {
        if (S_ISDIR(status.st_mode)) refuse(name, EISDIR);
        place.is_plain = S_ISREG(status.st_mode);
    }
    // (the link of an open pipe, as /dev/stdout may be, leads to a name that no folder has)
    if (place.is_plain) place.target = follow_links(name);
    place.part = place.target + ".part";
    if (!place.is_plain) {
        const fs::path target(place.target);
        place.part = (fs::temp_directory_path() /
                      fmt::format("souple_{}_{}.part", ::getpid(), target.filename().string()))
                         .string();
    }
    return place;
}

void put_in_place(const WritePlace& place) {
    int error = 0;
    if (!place.is_plain)
        error = copy_through(place);
    else if (::rename(place.part.c_str(), place.target.c_str()) != 0)
        error = errno;
    if (error) refuse(place.name, error);
    if (!place.is_plain) give_up(place);
}

void give_up(const WritePlace& place) {
    std::error_code ignored;
    fs::remove(place.part, ignored);
}

void write_whole_file(const std::string& path, std::string_view bytes, Durability durability) {
    const WritePlace place = find_place(path);
    if (!place.is_plain) {
        if (const int error = write_through(place, bytes)) refuse(path, error);
        return;
    }
    try {
        if (const int error = write_part(place.part, bytes, durability)) refuse(path, error);
        put_in_place(place);
    } catch (const InputError&) {
        give_up(place);
        throw;
    }
    if (durability == Durability::Synced) sync_folder_of(place.target);
}

}  // namespace souple
