// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "mesh_info.h"

#include <fmt/format.h>

#include <algorithm>

#include "commands.h"
#include "souple/geometry/mesh_files.h"
#include "souple/geometry/mesh_report.h"

namespace souple::cli {

namespace {

constexpr std::size_t most_listed = 20;  // borders, groups

std::string counted(std::size_t count, const char* thing) {
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string place(const Vec3& p) { return fmt::format("({:.4g}, {:.4g}, {:.4g})", p.x(), p.y(), p.z()); }

void print_form(const MeshReport& report) {
    const Vec3 size = report.box.size();
    fmt::print("  size: {:.4g} x {:.4g} x {:.4g} m, from {} to {}\n", size.x(), size.y(), size.z(),
               place(report.box.low), place(report.box.high));
    fmt::print("  area: {:.4g} m^2; edges: {:.3g} m on average, {:.3g} to {:.3g} m\n", report.area,
               report.mean_edge, report.shortest_edge, report.longest_edge);
    fmt::print("  {}\n", counted(report.components, "component"));
    if (report.is_closed)
        fmt::print("  closed: yes, volume {:.4g} m^3{}\n", std::abs(report.volume),
                   report.volume < 0 ? ", triangles are clockwise seen from outside" : "");
    else
        fmt::print("  closed: no, {} and {}\n", counted(report.borders.size(), "border"),
                   counted(report.holes, "hole"));
}

void print_borders(const MeshReport& report) {
    for (std::size_t k = 0; k < std::min(report.borders.size(), most_listed); ++k) {
        const MeshBorder& border = report.borders[k];
        fmt::print("  border {}: {}, {:.4g} m around {}\n", k, counted(border.points.size(), "point"),
                   border.length, place(border.centre));
    }
    if (report.borders.size() > most_listed)
        fmt::print("  and {} more\n", report.borders.size() - most_listed);
}

void print_groups(const GroupedMesh& file) {
    fmt::print("  groups: {}\n", file.groups.empty() ? "none" : "");
    for (std::size_t k = 0; k < std::min(file.groups.size(), most_listed); ++k)
        fmt::print("    {}: {}\n", file.groups[k].name, counted(file.groups[k].points.size(), "point"));
    if (file.groups.size() > most_listed) fmt::print("    and {} more\n", file.groups.size() - most_listed);
}

}  // namespace

int print_mesh(const std::string& path) {
    const GroupedMesh file = load_grouped_mesh(path);
    const MeshReport report = inspect(file.mesh);
    fmt::print("{}: {}, {}\n", path, counted(file.mesh.points.size(), "point"),
               counted(file.mesh.triangles.size(), "triangle"));
    print_form(report);
    print_borders(report);
    print_groups(file);
    for (const std::string& hint : report.hints) fmt::print("  hint: {}\n", hint);
    return good;
}

}  // namespace souple::cli
