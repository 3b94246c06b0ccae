// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Marching tetrahedra.
#include "souple/view/polygonise.h"

#include <algorithm>
#include <cmath>

#include "souple/core/parallel.h"

namespace souple {

namespace {

/// Lattice over the box and one cell beyond it on every side.
struct Lattice {
    Vec3 origin = Vec3::Zero(), cell = Vec3::Ones();  ///< [m]
    std::array<int, 3> nodes{};                       ///< along each axis
    std::vector<Real> values;

    int index(int i, int j, int k) const { return (k * nodes[1] + j) * nodes[0] + i; }
    /// What to add to an index to go along the axes whose bits are set.
    int offset(int bits) const { return index(bits & 1, bits >> 1 & 1, bits >> 2 & 1); }
    Vec3 place(int node) const {
        const int i = node % nodes[0], j = node / nodes[0] % nodes[1], k = node / (nodes[0] * nodes[1]);
        return origin + Vec3(i, j, k).cwiseProduct(cell);
    }
};

Lattice make_lattice(const Aabb& box, int cells) {
    constexpr int fewest = 8;  // a flat box is still looked at inside
    Lattice lattice;
    const Real longest = box.size().maxCoeff();
    for (int axis = 0; axis < 3; ++axis) {
        const Real share = std::ceil(cells * box.size()[axis] / longest - 1e-9);
        const int count = std::clamp(static_cast<int>(share), std::min(fewest, cells), cells);
        lattice.cell[axis] = box.size()[axis] / count;
        lattice.origin[axis] = box.low[axis] - lattice.cell[axis];
        lattice.nodes[axis] = count + 3;
    }
    return lattice;
}

void sample(const std::function<Real(const Vec3&)>& field, Lattice& lattice) {
    lattice.values.resize(static_cast<std::size_t>(lattice.nodes[0]) * lattice.nodes[1] * lattice.nodes[2]);
    // a corner exactly at zero would give triangles without area
    const Real least = 1e-3 * lattice.cell.minCoeff();
    parallel_for(static_cast<int>(lattice.values.size()), [&](int n) {
        const Real value = field(lattice.place(n));
        const bool inside = value < 0;
        lattice.values[n] =
            inside ? std::min(value, -least) : std::max(std::isnan(value) ? least : value, least);
    });
}

/// The points on the lattice's links, each made when first asked for.
class LinkPoints {
public:
    LinkPoints(const Lattice& lattice, TriangleMesh& mesh)
        : lattice_(lattice), mesh_(mesh), made_(7 * lattice.values.size(), -1) {}

    /// Between two nodes of one cell, given as its lowest node and the bits of the axes to go along.
    int point(int base, int bits_a, int bits_b) {
        const int low = bits_a & bits_b, way = bits_a ^ bits_b;
        const int a = base + lattice_.offset(low), b = base + lattice_.offset(low | way);
        int& made = made_[7 * static_cast<std::size_t>(a) + way - 1];
        if (made < 0) {
            const Real at_a = lattice_.values[a], at_b = lattice_.values[b];
            const Real s = std::isfinite(at_a - at_b) ? at_a / (at_a - at_b) : 0.5;
            made = static_cast<int>(mesh_.points.size());
            mesh_.points.push_back(lattice_.place(a) + s * (lattice_.place(b) - lattice_.place(a)));
        }
        return made;
    }

private:
    const Lattice& lattice_;
    TriangleMesh& mesh_;
    std::vector<int> made_;
};

/// Corners of a tetrahedron as bits of a cell, in the order that turns to the right hand.
using Tetrahedron = std::array<int, 4>;

/// One for each order of the axes: from the lowest corner to the highest along cell edges.
constexpr std::array<Tetrahedron, 6> tetrahedra = {
    {{0, 1, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 3, 2, 7}, {0, 6, 4, 7}, {0, 5, 1, 7}}};

/// Moves the inside corners to the front and keeps the hand by swapping two others when needed.
int gather_inside(const Lattice& lattice, int base, Tetrahedron& corners) {
    int inside = 0;
    bool odd = false;
    for (int k = 0; k < 4; ++k) {
        if (lattice.values[base + lattice.offset(corners[k])] >= 0) continue;
        if (k != inside) {
            std::swap(corners[k], corners[inside]);
            odd = !odd;
        }
        ++inside;
    }
    if (odd) inside >= 2 ? std::swap(corners[0], corners[1]) : std::swap(corners[2], corners[3]);
    return inside;
}

void cut(const Lattice& lattice, int base, Tetrahedron corners, LinkPoints& links, TriangleMesh& mesh) {
    const int inside = gather_inside(lattice, base, corners);
    if (inside == 0 || inside == 4) return;
    const auto between = [&](int a, int b) { return links.point(base, corners[a], corners[b]); };
    if (inside == 1) mesh.triangles.push_back({between(0, 1), between(0, 2), between(0, 3)});
    if (inside == 3) mesh.triangles.push_back({between(0, 3), between(1, 3), between(2, 3)});
    if (inside == 2) {
        const int p = between(0, 2), q = between(0, 3), r = between(1, 3), s = between(1, 2);
        mesh.triangles.push_back({p, q, r});
        mesh.triangles.push_back({p, r, s});
    }
}

}  // namespace

TriangleMesh polygonise(const std::function<Real(const Vec3&)>& field, const Aabb& box, int cells) {
    Lattice lattice = make_lattice(box, cells);
    sample(field, lattice);
    TriangleMesh mesh;
    LinkPoints links(lattice, mesh);
    for (int k = 0; k + 1 < lattice.nodes[2]; ++k)
        for (int j = 0; j + 1 < lattice.nodes[1]; ++j)
            for (int i = 0; i + 1 < lattice.nodes[0]; ++i)
                for (const Tetrahedron& corners : tetrahedra)
                    cut(lattice, lattice.index(i, j, k), corners, links, mesh);
    return mesh;
}

}  // namespace souple
