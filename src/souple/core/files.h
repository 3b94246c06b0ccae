// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Writing whole files so that a reader never sees half of one, and never instead of what is no plain file.
#pragma once

#include <string>
#include <string_view>

namespace souple {

/// Where the bytes for a name go: into a part first, which takes the place of the file once it is whole.
struct WritePlace {
    std::string name;      ///< as it was asked for: errors say it
    std::string target;    ///< symbolic links followed
    std::string part;      ///< to be written; nobody reads it
    bool is_plain = true;  ///< a file, or nothing yet; else a device or a pipe, which is written into
};

/// Throws InputError for a folder and for links in a circle. What is no plain file gets a part of its own
/// among the temporary files.
WritePlace find_place(const std::string& name);

/// Renames the part to the file that is meant, or writes its bytes into the device or pipe. Throws InputError
/// and leaves the part when that fails.
void put_in_place(const WritePlace& place);

/// Removes the part, if there is one.
void give_up(const WritePlace& place);

enum class Durability {
    Cached,  ///< outlives the program, however it ends
    Synced,  ///< outlives the machine: on disk when the function returns
};

/// Writes beside the file and renames: an older file stays whole until the new one is. Throws InputError
/// naming the file, and leaves nothing behind, when the disk refuses.
void write_whole_file(const std::string& path, std::string_view bytes,
                      Durability durability = Durability::Cached);

/// Writes all of it to an open file. Returns 0, or the number of the error.
int write_all(int file, std::string_view bytes);

}  // namespace souple
