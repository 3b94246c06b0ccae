// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/io/export_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "souple/core/errors.h"

namespace souple {

namespace fs = std::filesystem;

namespace {

std::string part_of(const std::string& name) { return name + ".part"; }

[[noreturn]] void refuse(const std::string& name, const char* what) {
    const int code = errno;
    throw InputError(
        fmt::format("{}: cannot be {}{}{}", name, what, code ? ": " : "", code ? std::strerror(code) : ""));
}

void remove_quietly(const std::string& name) {
    std::error_code ignored;
    fs::remove(name, ignored);
}

}  // namespace

PartFiles::~PartFiles() {
    file_.close();
    for (const WritePlace& place : places_) give_up(place);
}

void PartFiles::open(const std::string& name) {
    close();
    const WritePlace place = find_place(name);
    errno = 0;
    file_.open(place.part, std::ios::binary | std::ios::trunc);
    if (!file_) refuse(place.part, "written");
    names_.push_back(name);
    places_.push_back(place);
}

void PartFiles::write(std::string_view bytes) {
    errno = 0;
    if (!file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size())))
        refuse(places_.back().part, "written");
    bytes_ += static_cast<std::int64_t>(bytes.size());
}

void PartFiles::close() {
    if (!file_.is_open()) return;
    errno = 0;
    file_.close();
    if (!file_) refuse(places_.back().part, "written");
}

void PartFiles::commit() {
    close();
    for (std::size_t i = 0; i < names_.size(); ++i) {
        try {
            put_in_place(places_[i]);
        } catch (const InputError&) {
            for (std::size_t k = 0; k < i; ++k)
                if (places_[k].is_plain) remove_quietly(places_[k].target);
            throw;
        }
    }
}

ScratchFile::ScratchFile(const std::string& name) : name_(part_of(name)) {
    errno = 0;
    file_.open(name_, std::ios::binary | std::ios::trunc | std::ios::in | std::ios::out);
    if (!file_) refuse(name_, "written");
}

ScratchFile::~ScratchFile() {
    file_.close();
    remove_quietly(name_);
}

ScratchFile::Block ScratchFile::append(std::string_view bytes) {
    errno = 0;
    const Block block{size_, static_cast<std::int64_t>(bytes.size())};
    file_.write(bytes.data(), block.size);
    if (!file_) refuse(name_, "written");
    size_ += block.size;
    return block;
}

void ScratchFile::read(const Block& block, std::string& out) {
    errno = 0;
    out.resize(static_cast<std::size_t>(block.size));
    file_.flush();
    file_.seekg(block.begin);
    file_.read(out.data(), block.size);
    if (!file_) refuse(name_, "read");
}

std::string numbered_name(const std::string& path, int number, int count) {
    const fs::path whole(path);
    const int width = std::max<int>(4, static_cast<int>(fmt::format("{}", std::max(0, count - 1)).size()));
    const std::string name =
        fmt::format("{}_{:0{}}{}", whole.stem().string(), number, width, whole.extension().string());
    return (whole.parent_path() / name).string();
}

void check_export_path(const std::string& path) {
    if (path.empty()) throw InputError("an export needs a file name");
    if (fs::is_directory(path)) throw InputError(fmt::format("{}: is a folder, a file was expected", path));
    const fs::path folder = fs::path(path).parent_path();
    if (!folder.empty() && !fs::is_directory(folder))
        throw InputError(fmt::format("{}: there is no folder {}", path, folder.string()));
}

}  // namespace souple
