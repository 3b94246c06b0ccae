// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A set of files that appears under its final names all at once, or not at all.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "souple/core/files.h"

namespace souple {

/// Files are written as NAME.part. Without a call of commit() they are removed at the end.
class PartFiles {
public:
    PartFiles() = default;
    ~PartFiles();
    PartFiles(const PartFiles&) = delete;
    PartFiles& operator=(const PartFiles&) = delete;

    /// Opens NAME.part, closing the file before. Throws InputError when it cannot be made.
    void open(const std::string& name);
    void write(std::string_view bytes);
    /// Closes the open file; throws InputError when not all of it reached the disk.
    void close();
    /// Gives all files their final names. When one cannot be renamed, those before it are taken back.
    void commit();

    const std::vector<std::string>& names() const { return names_; }
    std::int64_t bytes() const { return bytes_; }

private:
    std::vector<std::string> names_;
    std::vector<WritePlace> places_;
    std::ofstream file_;
    std::int64_t bytes_ = 0;
};

/// A file for passing notes to oneself: blocks are appended, read in any order, and gone at the end.
class ScratchFile {
public:
    explicit ScratchFile(const std::string& name);
    ~ScratchFile();
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    struct Block {
        std::int64_t begin = 0;
        std::int64_t size = 0;  ///< [bytes]
    };
    Block append(std::string_view bytes);
    void read(const Block& block, std::string& out);
    std::int64_t size() const { return size_; }

private:
    std::string name_;
    std::fstream file_;
    std::int64_t size_ = 0;
};

/// film.obj and 7 of 120 give film_0007.obj.
std::string numbered_name(const std::string& path, int number, int count);

/// Throws InputError when there is no folder for the file or a folder has its name.
void check_export_path(const std::string& path);

}  // namespace souple
