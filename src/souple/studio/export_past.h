// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What has been seen so far, as a recording or as files that other programs open.
#pragma once

#include <string>
#include <vector>

#include "souple/studio/session.h"
#include "souple/view/film.h"

namespace souple {

/// The recorded past as a film, or the recording that is played; good while the session is left alone.
Film film_of(const Session& session);

/// Writes it as the file's ending says: .rec, or a format of souple/io/exports.h with so many hairs of each
/// part. Makes its folder. Returns the frames written. Throws InputError for other endings and for what
/// exports refuse.
int export_past(const Session& session, const std::string& path, int hairs);

/// Names of files that an export to this path would replace, numbered ones of a sequence too, sorted.
std::vector<std::string> files_in_the_way(const std::string& path);

}  // namespace souple
