// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/io/export_resample.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "souple/core/errors.h"
#include "souple/geometry/distance.h"
#include "souple/geometry/surface_tree.h"

namespace souple {

namespace {

/// Where a spot of the material is: in a triangle, by its corners' weights.
struct Spot {
    int triangle = -1;
    Vec3 weights = Vec3::Zero();
};

/// A surface at rest, and inside each node's neighbourhood a place that tells the two sides of a cut apart.
struct RestShape {
    SurfaceTree tree;
    std::vector<Vec3> inner;  ///< [m] a thousandth of the way from the node into one of its triangles
};

struct FixedMesh {
    std::string name;
    RestShape shape;
    Real size = 0;                     ///< [m] of the surface as it moves
    Real rest_size = 0;                ///< [m]
    std::vector<Vec3> last_rest = {};  ///< of the frame for which `spots` were found
    std::vector<std::array<int, 3>> last_triangles = {};
    std::vector<Spot> spots = {};
};

std::optional<std::vector<Vec3>> rest_of(const SurfaceView& view) {
    for (const Quantity& quantity : view.head.quantities) {
        if (quantity.name != rest_quantity || quantity.kind != QuantityKind::Vector ||
            quantity.place != QuantityPlace::Nodes || quantity.values.size() != 3 * view.positions.size())
            continue;
        std::vector<Vec3> rest;
        for (std::size_t i = 0; i + 2 < quantity.values.size(); i += 3)
            rest.push_back({quantity.values[i], quantity.values[i + 1], quantity.values[i + 2]});
        return rest;
    }
    return std::nullopt;
}

/// Throws InputError for a shape at rest with triangles that have no area.
RestShape make_rest_shape(const std::vector<Vec3>& rest, const SurfaceView& view) {
    RestShape shape{make_surface_tree({rest, view.triangles}, view.head.name), rest};
    for (const auto& [a, b, c] : view.triangles) {
        const Vec3 centre = (rest[a] + rest[b] + rest[c]) / 3;
        for (const int i : {a, b, c}) shape.inner[i] = rest[i] + 1e-3 * (centre - rest[i]);
    }
    return shape;
}

/// The spots of one shape's nodes in another, or nothing when a node is farther from it than `reach` [m].
std::optional<std::vector<Spot>> spots_in(const RestShape& to, const RestShape& from, Real reach) {
    const std::vector<Vec3>& nodes = from.tree.mesh.points;
    std::vector<Spot> spots;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const int triangle = nearest(to.tree, from.inner[i], 4 * reach).triangle;
        if (triangle < 0) return std::nullopt;
        const auto& [a, b, c] = to.tree.mesh.triangles[triangle];
        const auto& points = to.tree.mesh.points;
        const TrianglePoint foot = closest_on_triangle(nodes[i], points[a], points[b], points[c]);
        if ((foot.point - nodes[i]).norm() > reach) return std::nullopt;
        spots.push_back({triangle, foot.weights});
    }
    return spots;
}

Vec3 place_of(const Spot& spot, const std::vector<std::array<int, 3>>& triangles,
              const std::vector<Vec3>& positions) {
    const auto& [a, b, c] = triangles[spot.triangle];
    return spot.weights[0] * positions[a] + spot.weights[1] * positions[b] + spot.weights[2] * positions[c];
}

Quantity resampled(const Quantity& quantity, const FixedMesh& fixed, const SurfaceView& view) {
    const std::size_t width = quantity.kind == QuantityKind::Scalar ? 1 : 3;
    Quantity result{quantity.name, quantity.unit, quantity.kind, quantity.place, {}};
    for (const Spot& spot : fixed.spots)
        for (std::size_t k = 0; k < width; ++k) {
            Real value = 0;
            for (int corner = 0; corner < 3; ++corner) {
                const auto node = static_cast<std::size_t>(view.triangles[spot.triangle][corner]);
                value += spot.weights[corner] * quantity.values[width * node + k];
            }
            result.values.push_back(static_cast<float>(value));
        }
    return result;
}

/// Looks the nodes of the fixed mesh up in this frame, unless it is laid out as the one before.
bool find_spots(FixedMesh& fixed, const SurfaceView& view) {
    std::optional<std::vector<Vec3>> rest = rest_of(view);
    if (!rest) return false;
    if (*rest == fixed.last_rest && view.triangles == fixed.last_triangles) return true;
    auto spots = spots_in(make_rest_shape(*rest, view), fixed.shape, resampling_tolerance * fixed.rest_size);
    if (!spots) return false;
    fixed.last_rest = std::move(*rest);
    fixed.last_triangles = view.triangles;
    fixed.spots = std::move(*spots);
    return true;
}

/// The view with the fixed mesh in its place, or nothing when the frame does not know its rest.
std::optional<SurfaceView> resample(FixedMesh& fixed, const SurfaceView& view) {
    if (!find_spots(fixed, view)) return std::nullopt;
    SurfaceView result;
    result.head.name = view.head.name;
    result.head.part = view.head.part;
    result.triangles = fixed.shape.tree.mesh.triangles;
    for (const Spot& spot : fixed.spots)
        result.positions.push_back(place_of(spot, view.triangles, view.positions));
    for (const Quantity& quantity : view.head.quantities) {
        const std::size_t width = quantity.kind == QuantityKind::Scalar ? 1 : 3;
        if (quantity.place == QuantityPlace::Nodes && quantity.values.size() == width * view.positions.size())
            result.head.quantities.push_back(resampled(quantity, fixed, view));
    }
    return result;
}

/// Whether every node of the frame is where the fixed mesh shows its spot.
bool stands_for(FixedMesh& fixed, const SurfaceView& view) {
    const std::optional<SurfaceView> shown = resample(fixed, view);
    if (!shown) return false;
    const RestShape own = make_rest_shape(fixed.last_rest, view);
    const auto spots = spots_in(fixed.shape, own, resampling_tolerance * fixed.rest_size);
    if (!spots) return false;
    for (std::size_t i = 0; i < spots->size(); ++i) {
        const Vec3 place = place_of((*spots)[i], shown->triangles, shown->positions);
        if ((place - view.positions[i]).norm() > resampling_tolerance * fixed.size) return false;
    }
    return true;
}

const SurfaceView* find_surface(const Frame& frame, const std::string& name) {
    for (const SurfaceView& view : frame.surfaces)
        if (view.head.name == name && !view.positions.empty() && !view.triangles.empty()) return &view;
    return nullptr;
}

bool changes(const SurveyedStructure& structure) {
    return std::any_of(structure.runs.begin(), structure.runs.end(), [&](const TopologyRun& run) {
        return run.topology != structure.runs.front().topology;
    });
}

/// The mesh of the frame with the most triangles and, among those, the most nodes.
std::optional<FixedMesh> finest(const SurveyedStructure& structure, const Film& film) {
    if (structure.kind != PieceKind::Surface || !changes(structure)) return std::nullopt;
    const auto run = std::max_element(structure.runs.begin(), structure.runs.end(),
                                      [](const TopologyRun& a, const TopologyRun& b) {
                                          return std::pair(a.cells, a.nodes) < std::pair(b.cells, b.nodes);
                                      });
    const Frame frame = film.frame(run->begin);
    const SurfaceView* view = find_surface(frame, structure.name);
    const auto rest = view ? rest_of(*view) : std::nullopt;
    if (!rest) return std::nullopt;
    Aabb box;
    for (const Vec3& p : *rest) box.extend(p);
    return FixedMesh{structure.name, make_rest_shape(*rest, *view), structure.size, box.size().norm()};
}

bool stands_for_all(FixedMesh& fixed, const Film& film) {
    for (int i = 0; i < film.frame_count; ++i) {
        const Frame frame = film.frame(i);
        const SurfaceView* view = find_surface(frame, fixed.name);
        if (view && !stands_for(fixed, *view)) return false;
    }
    return true;
}

/// A shape at rest that is no proper mesh throws: there is then no fixed mesh either.
std::optional<FixedMesh> fixed_mesh_of(const SurveyedStructure& structure, const Film& film) {
    try {
        std::optional<FixedMesh> fixed = finest(structure, film);
        if (fixed && stands_for_all(*fixed, film)) return fixed;
    } catch (const InputError&) {
    }
    return std::nullopt;
}

}  // namespace

std::optional<Film> with_fixed_meshes(const Film& film, const FilmSurvey& survey) {
    // shared: a film is copied, and what was found for one frame serves the next
    const auto meshes = std::make_shared<std::vector<FixedMesh>>();
    for (const SurveyedStructure& structure : survey.structures)
        if (auto fixed = fixed_mesh_of(structure, film)) meshes->push_back(std::move(*fixed));
    if (meshes->empty()) return std::nullopt;
    Film result = film;
    result.frame = [original = film.frame, meshes](int index) {
        Frame frame = original(index);
        for (FixedMesh& fixed : *meshes)
            for (SurfaceView& view : frame.surfaces) {
                if (view.head.name != fixed.name || view.triangles.empty()) continue;
                if (auto shown = resample(fixed, view)) view = std::move(*shown);
            }
        return frame;
    };
    return result;
}

}  // namespace souple
