// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/io/export_looks.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "souple/geometry/aabb.h"
#include "souple/io/export_resample.h"
#include "souple/view/quantities.h"
#include "souple/view/smooth_normals.h"

namespace souple {

namespace {

constexpr Real solid_crease = 35;  // [degrees] as in pictures

/// Of the quantities that are shown, by part.
using Ranges = std::map<std::string, std::array<Real, 2>>;

template <class Fn>
void for_each_mutable_head(Frame& frame, const Fn& fn) {
    for (PointsView& view : frame.points) fn(view.head);
    for (DiscsView& view : frame.discs) fn(view.head);
    for (CurvesView& view : frame.curves) fn(view.head);
    for (SurfaceView& view : frame.surfaces) fn(view.head);
    for (InstancesView& view : frame.instances) fn(view.head);
}

bool has_no_range(const Look& look) { return !look.show.empty() && !look.range; }

/// Looks through the film only when somebody needs it.
Ranges ranges_of(const Film& film) {
    Ranges ranges;
    const auto& looks = film.staging.looks;
    for (const auto& [part, look] : looks)
        if (look.range) ranges[part] = *look.range;
    if (std::none_of(looks.begin(), looks.end(), [](const auto& each) { return has_no_range(each.second); }))
        return ranges;
    for (int i = 0; i < film.frame_count; ++i)
        for_each_head(film.frame(i), [&](const StructureHead& head) {
            const Look* look = find_look(looks, head.part);
            const Quantity* shown = look && has_no_range(*look) ? find_quantity(head, look->show) : nullptr;
            if (!shown) return;
            auto& range = ranges.try_emplace(head.part, std::array<Real, 2>{0, 0}).first->second;
            for (const float value : scalars_of(*shown))
                if (std::isfinite(value))
                    range = {std::min<Real>(range[0], value), std::max<Real>(range[1], value)};
        });
    return ranges;
}

void erase_colours(StructureHead& head) {
    std::erase_if(head.quantities, [](const Quantity& q) { return q.kind == QuantityKind::Colour; });
}

void show_colours(const Look& look, const std::array<Real, 2>& range, StructureHead& head) {
    const Quantity* shown = find_quantity(head, look.show);
    if (!shown && !look.colour) return;
    Quantity colour{"colour", "", QuantityKind::Colour, QuantityPlace::Nodes, {}};
    if (shown) {
        colour.place = shown->place;
        for (const Vec3f& c : colours_between(*shown, range))
            colour.values.insert(colour.values.end(), c.data(), c.data() + 3);
    }
    erase_colours(head);
    if (!colour.values.empty()) head.quantities.push_back(std::move(colour));
}

Vec3 doubled_area(const std::vector<Vec3>& x, const std::array<int, 3>& triangle) {
    const auto& [a, b, c] = triangle;
    return (x[b] - x[a]).cross(x[c] - x[a]);
}

/// The numbers of one node, put behind the others.
void copy_node(const FilmPiece& from, int node, FilmPiece& to) {
    to.positions.push_back(from.positions[node]);
    if (!from.radii.empty()) to.radii.push_back(from.radii[node]);
    for (std::size_t q = 0; q < from.quantities.size(); ++q) {
        const Quantity& quantity = from.quantities[q];
        const std::size_t width = quantity.kind == QuantityKind::Scalar ? 1 : 3;
        if (quantity.place != QuantityPlace::Nodes || quantity.values.size() != width * from.positions.size())
            continue;
        const auto begin = quantity.values.begin() + static_cast<long>(width) * node;
        to.quantities[q].values.insert(to.quantities[q].values.end(), begin,
                                       begin + static_cast<long>(width));
    }
}

/// The piece without nodes and triangles; quantities on faces stay.
FilmPiece without_nodes(const FilmPiece& piece) {
    FilmPiece bare = piece;
    bare.positions.clear();
    bare.normals.clear();
    bare.radii.clear();
    bare.triangles.clear();
    bare.corner_normals.clear();
    for (Quantity& quantity : bare.quantities)
        if (quantity.place == QuantityPlace::Nodes) quantity.values.clear();
    return bare;
}

}  // namespace

Film with_shown_colours(const Film& film) {
    if (film.staging.looks.empty()) return film;
    Film shown = film;
    shown.frame = [film, ranges = std::make_shared<Ranges>(ranges_of(film))](int index) {
        Frame frame = film.frame(index);
        for_each_mutable_head(frame, [&](StructureHead& head) {
            const Look* look = find_look(film.staging.looks, head.part);
            const auto range = ranges->find(head.part);
            if (look)
                show_colours(*look, range == ranges->end() ? std::array<Real, 2>{0, 0} : range->second, head);
        });
        return frame;
    };
    return shown;
}

PiecePaint paint_of(const FilmPiece& piece, const Staging& staging) {
    const Look* look = find_look(staging.looks, piece.part);
    const Material material =
        look ? material_of(piece.part, piece.finish, *look) : material_of(piece.part, piece.finish);
    PiecePaint paint{piece.own_colour.value_or(material.front)};
    if (piece.finish == Finish::Ball || piece.finish == Finish::Hair) paint.roughness = 0.5f;
    if (look && look->roughness) paint.roughness = static_cast<float>(*look->roughness);
    paint.hidden = look && look->hidden;
    return paint;
}

const Quantity* colours_of(const FilmPiece& piece, QuantityPlace place) {
    const std::size_t count = place == QuantityPlace::Nodes ? piece.positions.size() : piece.triangles.size();
    for (const Quantity& quantity : piece.quantities)
        if (quantity.kind == QuantityKind::Colour && quantity.place == place &&
            quantity.values.size() == 3 * count)
            return &quantity;
    return nullptr;
}

std::uint8_t screen_byte(float light) {
    if (!std::isfinite(light)) return 128;
    return static_cast<std::uint8_t>(std::lround(255 * shown_light(std::clamp(light, 0.0f, 1.0f))));
}

FilmPiece with_node_colours(const FilmPiece& piece) {
    const Quantity* on_faces = colours_of(piece, QuantityPlace::Faces);
    if (!on_faces || colours_of(piece)) return piece;
    FilmPiece flat = without_nodes(piece);
    Quantity colour{on_faces->name, "", QuantityKind::Colour, QuantityPlace::Nodes, {}};
    for (std::size_t t = 0; t < piece.triangles.size(); ++t) {
        const int first = static_cast<int>(flat.positions.size());
        for (const int node : piece.triangles[t]) {
            copy_node(piece, node, flat);
            colour.values.insert(colour.values.end(), on_faces->values.begin() + static_cast<long>(3 * t),
                                 on_faces->values.begin() + static_cast<long>(3 * t + 3));
        }
        flat.triangles.push_back({first, first + 1, first + 2});
    }
    flat.corner_normals = piece.corner_normals;
    flat.quantities.push_back(std::move(colour));
    return flat;
}

std::vector<Vec3> node_normals(const std::vector<Vec3>& positions,
                               const std::vector<std::array<int, 3>>& triangles) {
    std::vector<Vec3> normals(positions.size(), Vec3::Zero());
    for (const auto& triangle : triangles) {
        const Vec3 around = doubled_area(positions, triangle);
        for (const int node : triangle) normals[node] += around;
    }
    for (Vec3& n : normals) {
        const Real length = n.norm();
        n = length > 0 ? Vec3(n / length) : Vec3(Vec3::UnitY());
    }
    return normals;
}

void add_corner_normals(FilmPiece& piece) {
    if (piece.finish != Finish::Solid && piece.finish != Finish::Ground) return;
    SurfaceView mesh;
    mesh.positions = piece.positions;
    mesh.triangles = piece.triangles;
    piece.corner_normals.clear();
    for (const auto& corners : smooth_normals(mesh, solid_crease))
        for (const Vec3f& normal : corners)
            piece.corner_normals.push_back(normal.isZero() ? Vec3(Vec3::UnitY())
                                                           : Vec3(normal.cast<Real>().normalized()));
}

FilmPiece split_at_creases(const FilmPiece& piece) {
    if (piece.corner_normals.empty()) return piece;
    // the different normals at each node, and which of them each corner has
    std::vector<std::vector<Vec3>> normals(piece.positions.size());
    std::vector<std::size_t> which;
    for (std::size_t corner = 0; corner < piece.corner_normals.size(); ++corner) {
        std::vector<Vec3>& known = normals[piece.triangles[corner / 3][corner % 3]];
        const Vec3& own = piece.corner_normals[corner];
        const auto same = std::find_if(known.begin(), known.end(),
                                       [&own](const Vec3& n) { return n.dot(own) >= 1 - 1e-6; });
        which.push_back(static_cast<std::size_t>(same - known.begin()));
        if (same == known.end()) known.push_back(own);
    }
    FilmPiece split = without_nodes(piece);
    std::vector<std::size_t> first;  // of the nodes that each old one has become, which stay in its place
    for (std::size_t node = 0; node < normals.size(); ++node) {
        first.push_back(split.positions.size());
        for (const Vec3& normal : normals[node]) {
            copy_node(piece, static_cast<int>(node), split);
            split.normals.push_back(normal);
        }
    }
    for (std::size_t t = 0; t < piece.triangles.size(); ++t) {
        std::array<int, 3>& triangle = split.triangles.emplace_back();
        for (std::size_t k = 0; k < 3; ++k)
            triangle[k] = static_cast<int>(first[piece.triangles[t][k]] + which[3 * t + k]);
    }
    return split;
}

std::vector<std::array<float, 2>> texture_places(const FilmPiece& piece) {
    const QuantityColumn column{rest_quantity, QuantityPlace::Nodes, QuantityKind::Vector};
    const Quantity* rest = piece.kind == PieceKind::Surface ? find_quantity(piece, column) : nullptr;
    if (!rest) return {};
    Aabb box;
    for (std::size_t i = 0; i < piece.positions.size(); ++i) box.extend(vector_at(*rest, i));
    int across = 0, longest = 0;
    const Vec3 size = box.size(), middle = box.center();
    size.minCoeff(&across);
    const Real length = size.maxCoeff(&longest);
    if (!(length > 0) || !(size[across] <= 1e-5 * length)) return {};
    // right and up as a person sees the sheet from its front: a grid lies in y = 0 with v along -z
    const int right = across == 0 ? 2 : 0, up = across == 1 ? 2 : 1;
    const Real turn = across == 1 ? -1 : 1;
    std::vector<std::array<float, 2>> places;
    for (std::size_t i = 0; i < piece.positions.size(); ++i) {
        const Vec3 from_middle = (vector_at(*rest, i) - middle) / size[longest];
        const Real u = from_middle[right] + 0.5 * size[right] / size[longest];
        const Real v = turn * from_middle[up] + 0.5 * size[up] / size[longest];
        places.push_back({static_cast<float>(u), static_cast<float>(v)});
    }
    return places;
}

}  // namespace souple
