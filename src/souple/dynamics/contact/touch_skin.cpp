// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/dynamics/contact/touch_skin.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "souple/core/parallel.h"

namespace souple {

namespace {

constexpr int surface_rounds = 12;
constexpr Real surface_error = 1e-3;  ///< of the field, which is 1 on the skin

/// A place of the skin and the way out of it.
struct SkinPlace {
    Vec3 place = Vec3::Zero();
    Vec3 normal = Vec3::UnitY();
};

/// Follows the slope of the field from p to where it is 1; nothing where the slope leads nowhere. Far from
/// the skin the slope is small and a step along it long: it must not lead to the other side.
std::optional<SkinPlace> surface_near(const SkinField& field, const Vec3& p, Real reach) {
    Vec3 place = p;
    bool starts_inside = false, was_inside = false;
    for (int round = 0; round < surface_rounds; ++round) {
        const FieldSample found = sample(field, place);
        const Real squared = found.gradient.squaredNorm();
        if (!(found.value > 0) || !(squared > 0)) return std::nullopt;
        const bool is_inside = found.value > 1;
        if (round == 0) starts_inside = is_inside;
        if (std::abs(found.value - 1) < surface_error) {
            const Vec3 normal = -found.gradient / std::sqrt(squared);
            const Vec3 on_skin = place + (1 - found.value) / squared * found.gradient;
            // (where p lies on the skin itself rounding says on which side)
            if (round > 0 && starts_inside != (normal.dot(p - on_skin) < 0)) return std::nullopt;
            return SkinPlace{on_skin, normal};
        }
        if (round > 0 && is_inside != was_inside) reach *= 0.5;
        was_inside = is_inside;
        Vec3 way = (1 - found.value) / squared * found.gradient;
        if (const Real length = way.norm(); length > reach) way *= reach / length;
        place += way;
    }
    return std::nullopt;
}

int strongest_carrier(const SkinField& field, const Vec3& place) {
    int strongest = -1;
    Real largest = 0;
    for_each_share(field, place, [&](int carrier, Real share) {
        if (share <= largest) return;
        largest = share;
        strongest = carrier;
    });
    return strongest;
}

}  // namespace

void pose_skins(const Model& model, const State& state, InteractionScratch& scratch) {
    scratch.skin_fields.resize(model.skins.size());
    for (std::size_t s = 0; s < model.skins.size(); ++s) {
        const FrameSkin& skin = model.skins[s];
        scratch.skin_carriers.clear();
        for (const int f : skin.frames)
            scratch.skin_carriers.push_back({state.frames.x[f], state.frames.q[f]});
        pose_field(scratch.skin_fields[s], skin.primitives, scratch.skin_carriers);
    }
}

Aabb skin_box(const ContactView& view, int skin, Real slack) {
    Aabb box = view.skins[skin].box;
    const Real size = box.size().norm();
    Real fastest = 0;
    for (const int f : view.model.skins[skin].frames)
        fastest = std::max(fastest, view.state.frames.v[f].norm() + size * view.state.frames.w[f].norm());
    box.inflate(slack + view.length * fastest);
    return box;
}

void touch_skin(const ContactView& view, int skin, int point, Real margin, Manifold& manifold) {
    const SkinField& field = view.skins[skin];
    const FrameSkin& own = view.model.skins[skin];
    const Vec3 p = view.state.x[point];
    const auto surface = surface_near(field, p, 0.25 * field.box.size().minCoeff());
    if (!surface) return;
    const Real thickness = view.model.parts[manifold.b.part].surface.thickness;
    const Vec3 on_point = p - thickness * surface->normal;
    const Real gap = surface->normal.dot(on_point - surface->place);
    const int carrier = strongest_carrier(field, surface->place);
    if (gap > margin || carrier < 0) return;
    const int frame = own.frames[carrier];
    const Pose pose{view.state.frames.x[frame], view.state.frames.q[frame]};
    manifold.a.mover = frame;
    manifold.normal = surface->normal;
    manifold.count = 1;
    ManifoldPoint& touch = manifold.points[0];
    touch.local_a = pose.to_local(surface->place);
    touch.local_b = on_point - p;
    touch.place = 0.5 * (surface->place + on_point);
    touch.apart = on_point - surface->place;
    touch.gap = gap;
    touch.feature = 0;
    manifold.normal_impulse[0] = 0;
}

}  // namespace souple
