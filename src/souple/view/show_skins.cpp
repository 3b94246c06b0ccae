// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/view/show_skins.h"

#include "souple/dynamics/contact/measure_skins.h"

namespace souple {

namespace {

/// [m/s] of the particles around a place, as they share the field there.
Quantity skin_speeds(const PlacedSkin& placed, std::span<const Vec3> points) {
    Quantity speed{"speed", "m/s", QuantityKind::Scalar, QuantityPlace::Nodes, {}};
    speed.values.reserve(points.size());
    for (const Vec3& p : points) {
        Real total = 0;
        Vec3 velocity = Vec3::Zero();
        for_each_share(placed.field, p, [&](int c, Real share) {
            total += share;
            velocity += share * (placed.v[c] + placed.w[c].cross(p - placed.x[c]));
        });
        speed.values.push_back(static_cast<float>(total > 0 ? velocity.norm() / total : 0));
    }
    return speed;
}

}  // namespace

void show_skins(const ViewPlan& plan, const Model& model, const State& state, Frame& frame) {
    if (model.skins.empty()) return;
    SkinGallery gallery;
    place_skins(model, state, gallery);
    TriangleMesh mesh;
    for (std::size_t p = 0; p < plan.parts.size(); ++p)
        for (std::size_t k = 0; k < plan.parts[p].skins.size(); ++k) {
            const int skin = plan.parts[p].skins[k];
            draw_skin(model, skin, gallery, mesh);
            StructureHead head{plan.parts[p].skin_names[k], model.parts[p].name, {}};
            head.quantities.push_back(skin_speeds(gallery.placed[skin], mesh.points));
            frame.surfaces.push_back({std::move(head), mesh.points, mesh.triangles});
        }
}

}  // namespace souple
