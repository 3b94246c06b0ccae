// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Where everything is, as a table: a line for each point and each body in each frame.
#include <fmt/format.h>

#include <iterator>

#include "souple/io/export_files.h"
#include "souple/io/export_survey.h"

namespace souple {

namespace {

constexpr const char* position_columns =
    "frame,time [s],structure,name,index,x [m],y [m],z [m],qx,qy,qz,qw\n";

/// A name with a comma or a quote stands in quotes.
std::string table_word(const std::string& word) {
    if (word.find_first_of(",\"\n\r") == std::string::npos) return word;
    std::string quoted = "\"";
    for (const char c : word) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

std::string table_of(const Frame& frame, int index, Real time) {
    std::string text;
    auto out = std::back_inserter(text);
    for (const FilmPiece& piece : loose_pieces(frame)) {
        const std::string start = fmt::format("{},{},{},,", index, time, table_word(piece.name));
        for (std::size_t i = 0; i < piece.positions.size(); ++i) {
            const Vec3& p = piece.positions[i];
            fmt::format_to(out, "{}{},{:.9g},{:.9g},{:.9g},,,,\n", start, i, p.x(), p.y(), p.z());
        }
    }
    for (const InstancesView& view : frame.instances)
        for (std::size_t k = 0; k < view.poses.size(); ++k) {
            const Vec3& p = view.poses[k].position;
            const Quat& q = view.poses[k].rotation;
            fmt::format_to(out, "{},{},{},{},{},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}\n", index,
                           time, table_word(view.head.name), table_word(instance_name(view, k)), k, p.x(),
                           p.y(), p.z(), q.x(), q.y(), q.z(), q.w());
        }
    return text;
}

}  // namespace

ExportResult export_positions(const Film& whole, const ExportSettings& settings) {
    const Film film = film_for_export(whole, settings);
    const FilmSurvey found = survey(film);
    const std::int64_t estimate = admit(ExportFormat::Positions, found, film, settings);
    PartFiles files;
    files.open(settings.path);
    files.write(position_columns);
    for (int i = 0; i < film.frame_count; ++i) {
        files.write(table_of(film.frame(i), i, found.times[static_cast<std::size_t>(i)]));
        report_progress(settings, i + 1);
    }
    files.commit();
    return {files.names(), estimate, files.bytes(), {}};
}

}  // namespace souple
