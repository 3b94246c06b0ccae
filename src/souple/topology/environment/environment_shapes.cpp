// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/topology/environment/environment_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "souple/core/errors.h"

namespace souple {

namespace {

[[noreturn]] void refuse_shape(const std::string& name, const std::string& what) {
    throw TopologyError(name + ": " + what);
}

/// Where cells end along one axis: at obstacles, and in between so that none is longer than a cell.
std::vector<Real> lines_along(const RectangleGround& ground, int axis) {
    std::vector<Real> ends{ground.low[axis], ground.high[axis]}, lines;
    for (const PlaneBox& box : ground.obstacles) ends.insert(ends.end(), {box.low[axis], box.high[axis]});
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
        const int count =
            std::max(1, static_cast<int>(std::ceil((ends[k + 1] - ends[k]) / ground.cell - 1e-9)));
        for (int i = 0; i < count; ++i) lines.push_back(ends[k] + (ends[k + 1] - ends[k]) * i / count);
    }
    lines.push_back(ends.back());
    return lines;
}

void check_rectangles(const RectangleGround& ground, const std::string& name) {
    if (!((ground.high - ground.low).minCoeff() > 0) || !(ground.cell > 0))
        refuse_shape(name, "it has no area");
    for (std::size_t i = 0; i < ground.obstacles.size(); ++i) {
        const PlaneBox& a = ground.obstacles[i];
        if (!((a.high - a.low).minCoeff() > 0)) refuse_shape(name, fmt::format("obstacle {} has no area", i));
        if ((a.low - ground.low).minCoeff() < 0 || (ground.high - a.high).minCoeff() < 0)
            refuse_shape(name, fmt::format("obstacle {} reaches outside", i));
    }
}

/// The rows or columns of cells that lie between two of the lines.
Range cells_between(const std::vector<Real>& lines, Real low, Real high) {
    const int first = static_cast<int>(std::lower_bound(lines.begin(), lines.end(), low) - lines.begin());
    const int last = static_cast<int>(std::lower_bound(lines.begin(), lines.end(), high) - lines.begin());
    return {first, last - first};
}

/// By cell, the obstacle that covers it, -1 for none. Obstacles end at lines: those that overlap share a
/// cell.
std::vector<int> covered_cells(const RectangleGround& ground, const std::vector<Real>& x,
                               const std::vector<Real>& y, const std::string& name) {
    const int columns = static_cast<int>(x.size()) - 1, rows = static_cast<int>(y.size()) - 1;
    std::vector<int> owner(static_cast<std::size_t>(columns) * rows, -1);
    for (int n = 0; n < static_cast<int>(ground.obstacles.size()); ++n) {
        const PlaneBox& box = ground.obstacles[n];
        const Range across = cells_between(x, box.low.x(), box.high.x());
        const Range along = cells_between(y, box.low.y(), box.high.y());
        int other = n;
        for (int j = along.begin; j < along.end(); ++j)
            for (int i = across.begin; i < across.end(); ++i) {
                int& cell = owner[static_cast<std::size_t>(j) * columns + i];
                if (cell >= 0) other = std::min(other, cell);
                cell = n;
            }
        if (other < n) refuse_shape(name, fmt::format("obstacles {} and {} overlap", other, n));
    }
    return owner;
}

constexpr Real most_ground_cells = 2e7;  // (their numbers are ints, and so many take a minute and 20 GB)

void refuse_above_most(const RectangleGround& ground, Real cells, const std::string& name) {
    if (!(cells <= most_ground_cells))
        refuse_shape(
            name, fmt::format("{:.3g} cells of {} m are too many, at most {:.0e} may be; make cells larger",
                              cells, ground.cell, most_ground_cells));
}

}  // namespace

GroundMesh ground_of(const RectangleGround& ground, const std::string& name) {
    check_rectangles(ground, name);
    refuse_above_most(ground, (ground.high - ground.low).maxCoeff() / ground.cell, name);
    const std::vector<Real> x = lines_along(ground, 0), y = lines_along(ground, 1);
    const int columns = static_cast<int>(x.size()), rows = static_cast<int>(y.size());
    GroundMesh mesh;
    mesh.name = name;
    refuse_above_most(ground, Real(columns - 1) * (rows - 1), name);
    const std::vector<int> owner = covered_cells(ground, x, y, name);
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i) mesh.points.emplace_back(x[i], y[j]);
    for (int j = 0; j + 1 < rows; ++j)
        for (int i = 0; i + 1 < columns; ++i) {
            const int a = j * columns + i, b = a + 1, c = b + columns, d = a + columns;
            const char blocked = owner[static_cast<std::size_t>(j) * (columns - 1) + i] >= 0;
            if (ground.triangles) {
                mesh.polygons.add(std::array{a, b, c});
                mesh.polygons.add(std::array{a, c, d});
                mesh.obstacle.push_back(blocked);
            } else {
                mesh.polygons.add(std::array{a, b, c, d});
            }
            mesh.obstacle.push_back(blocked);
        }
    return mesh;
}

GroundMesh ground_of(const CityGround& city, const std::string& name) {
    const Real pitch = city.block + city.street;
    RectangleGround ground;
    ground.low = city.low;
    ground.high = city.low + Vec2(city.columns * pitch + city.street, city.rows * pitch + city.street);
    ground.cell = city.cell;
    for (int j = 0; j < city.rows; ++j)
        for (int i = 0; i < city.columns; ++i) {
            const Vec2 low = city.low + Vec2(city.street + i * pitch, city.street + j * pitch);
            ground.obstacles.push_back({low, low + Vec2::Constant(city.block)});
        }
    return ground_of(ground, name);
}

GroundMesh ground_of(const TriangleMesh& mesh, const std::string& name) {
    GroundMesh ground;
    ground.name = name;
    for (const Vec3& p : mesh.points) ground.points.emplace_back(p.x(), p.z());
    for (const auto& triangle : mesh.triangles) ground.polygons.add(triangle);
    return ground;
}

}  // namespace souple
