// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Plans the looks of a model: which points are on curves, what frames and obstacles look like.
#include "souple/view/plan_view.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "souple/geometry/aabb.h"
#include "souple/view/describe_world.h"

namespace souple {

namespace {

constexpr Real plane_reach = 10;         // [m] an endless plane is shown at least this far to each side
constexpr Real plane_share = 10;         // of the scene's size
constexpr Real lone_ball_radius = 0.02;  // [m] of a point that has nothing to compare with
constexpr Real ball_share = 0.008;       // of the scene's size

/// Names given so far; a second taker gets a number behind it.
class Names {
public:
    std::string claim(const std::string& wanted) {
        std::string name = wanted;
        for (int k = 2; !taken_.insert(name).second; ++k) name = wanted + "_" + std::to_string(k);
        return name;
    }
    bool is_taken(const std::string& name) const { return taken_.contains(name); }

private:
    std::set<std::string> taken_;
};

std::shared_ptr<const SurfaceView> to_view(TriangleMesh mesh, const std::string& name) {
    auto view = std::make_shared<SurfaceView>();
    view->head.name = view->head.part = name;
    view->positions = std::move(mesh.points);
    view->triangles = std::move(mesh.triangles);
    return view;
}

/// [m] what there is to compare a point with: the longest part, or the room that finite obstacles take up.
/// Parts tell only their own extent, because a model does not know where they are.
Real size_of(const Model& model) {
    Real size = 0;
    for (const Part& part : model.parts) {
        Aabb box;
        for (int i = part.points.begin; i < part.points.end(); ++i) box.extend(model.point_rest[i]);
        if (!box.empty()) size = std::max(size, box.size().norm());
    }
    Aabb room;
    for (const Obstacle& obstacle : model.obstacles) {
        if (obstacle.deforming || std::holds_alternative<Plane>(obstacle.shape)) continue;
        const Aabb box = bounds(obstacle.shape);
        if (box.empty() || !is_finite(box.low) || !is_finite(box.high)) continue;
        const Vec3 half = Vec3::Constant(0.5 * box.size().norm());
        const Vec3 centre = obstacle.pose.to_world(box.center());
        room.extend(Aabb{centre - half, centre + half});
    }
    return room.empty() ? size : std::max(size, room.size().maxCoeff());
}

/// [m] mean rest length of the part's springs; without springs from the room its points have.
Real spacing_of(const Model& model, const Part& part) {
    Real sum = 0;
    for (int s = part.springs.begin; s < part.springs.end(); ++s) sum += model.springs[s].rest_length;
    if (sum > 0) return sum / part.springs.count;
    Aabb box;
    for (int i = part.points.begin; i < part.points.end(); ++i) box.extend(model.point_rest[i]);
    return box.empty() ? 0 : box.size().norm() / std::cbrt(Real(part.points.count));
}

/// Points that are not threaded on a curve of two springs or more.
std::vector<int> loose_points(const Part& part, const SpringCurves& curves) {
    std::vector<bool> threaded(part.points.count, false);
    for (std::size_t c = 0; c + 1 < curves.first.size(); ++c) {
        if (curves.first[c + 1] - curves.first[c] < 3) continue;
        for (int k = curves.first[c]; k < curves.first[c + 1]; ++k)
            threaded[curves.nodes[k] - part.points.begin] = true;
    }
    std::vector<int> loose;
    for (int i = 0; i < part.points.count; ++i)
        if (!threaded[i]) loose.push_back(part.points.begin + i);
    return loose;
}

/// [m] a point is as thick as its part, but seen: a small share of the scene, apart from its neighbours.
Real ball_radius(const Model& model, Real thickness, Real spacing) {
    const Real size = size_of(model);
    const Real seen = size > 0 ? ball_share * size : lone_ball_radius;
    return std::max(thickness, spacing > 0 ? std::min(seen, 0.2 * spacing) : seen);
}

void plan_threads(const Model& model, const Part& part, Names& names, PartPlan& plan) {
    SpringCurves curves = find_curves(model, part);
    const Real spacing = spacing_of(model, part), thickness = part.surface.thickness;
    plan.ball_nodes = loose_points(part, curves);
    plan.ball_radius = static_cast<float>(ball_radius(model, thickness, spacing));
    plan.curve_radius = static_cast<float>(std::max(thickness, 0.02 * spacing));
    plan.curve_nodes = std::move(curves.nodes);
    plan.curve_first = std::move(curves.first);
    if (!plan.curve_nodes.empty()) plan.curves_name = names.claim(part.name + "_curves");
    if (!plan.ball_nodes.empty()) plan.points_name = names.claim(part.name + "_points");
}

/// The pieces that a frame carries; a part's pieces are in the order of its frames.
Range pieces_of(const Model& model, const Part& part, int frame) {
    const auto begin = model.pieces.begin() + part.pieces.begin, end = begin + part.pieces.count;
    const auto before = [](const BodyPiece& piece, int f) { return piece.frame < f; };
    const auto first = std::lower_bound(begin, end, frame, before);
    const auto last = std::lower_bound(first, end, frame + 1, before);
    return {static_cast<int>(first - model.pieces.begin()), static_cast<int>(last - first)};
}

bool same_piece(const BodyPiece& a, const BodyPiece& b) {
    if (a.mesh != b.mesh || a.convex.index() != b.convex.index()) return false;
    const auto* hull_a = std::get_if<Hull>(&a.convex);
    const auto* hull_b = std::get_if<Hull>(&b.convex);
    if (hull_a && hull_a->hull != hull_b->hull) return false;
    const Aabb box_a = bounds(a.convex, a.pose), box_b = bounds(b.convex, b.pose);
    return box_a.low == box_b.low && box_a.high == box_b.high &&
           a.pose.rotation.coeffs() == b.pose.rotation.coeffs();
}

/// Frames that look alike share a mesh: the same inertia and the same pieces.
bool look_alike(const Model& model, Range a, Range b) {
    if (a.count != b.count) return false;
    for (int k = 0; k < a.count; ++k)
        if (!same_piece(model.pieces[a.begin + k], model.pieces[b.begin + k])) return false;
    return true;
}

TriangleMesh body_mesh(const Model& model, const Part& part, int frame) {
    TriangleMesh mesh = tessellate_body(model, part, frame);
    return mesh.triangles.empty() ? make_box_mesh(box_sides(model.frame_inertia[frame]) / 2) : mesh;
}

/// Bodies and links keep the names that a person or a robot's description gave them; where another thing has
/// that name already, their part's goes before it.
void name_bodies(const Part& part, Names& names, PartPlan& plan) {
    for (BodyPlan& body : plan.bodies) {
        const auto name_of = [&part](int frame) {
            const auto index = static_cast<std::size_t>(frame - part.frames.begin);
            return index < part.frame_names.size() ? part.frame_names[index] : std::string();
        };
        for (const int f : body.frames) {
            const std::string own = name_of(f);
            const bool is_free = !own.empty() && !names.is_taken(own);
            body.names.push_back(own.empty() ? own : names.claim(is_free ? own : part.name + "_" + own));
        }
        const auto is_empty = [](const std::string& name) { return name.empty(); };
        if (std::all_of(body.names.begin(), body.names.end(), is_empty)) body.names.clear();
    }
}

void plan_bodies(const Model& model, const Part& part, Names& names, PartPlan& plan) {
    struct Look {
        Vec3 sides;
        Range pieces;
    };
    std::vector<Look> looks;  // of plan.bodies
    for (int f = part.frames.begin; f < part.frames.end(); ++f) {
        const Look look{box_sides(model.frame_inertia[f]), pieces_of(model, part, f)};
        const auto same = std::find_if(looks.begin(), looks.end(), [&](const Look& other) {
            return other.sides == look.sides && look_alike(model, other.pieces, look.pieces);
        });
        const std::size_t b = static_cast<std::size_t>(same - looks.begin());
        if (same == looks.end()) {
            looks.push_back(look);
            const std::string name = names.claim(part.name + "_bodies");
            plan.bodies.push_back({name, {}, to_view(body_mesh(model, part, f), name), {}});
        }
        plan.bodies[b].frames.push_back(f);
    }
    if (!part.frame_names.empty()) name_bodies(part, names, plan);
}

int find_hair(const Model& model, const Part& part) {
    for (std::size_t h = 0; h < model.hair.size(); ++h)
        if (&model.parts[model.hair[h].part] == &part) return static_cast<int>(h);
    return -1;
}

/// A particle is a disc in its tangent plane that leaves room between neighbours; its normal is the axis of
/// the first law that has one.
void plan_discs(const OrientedPart& oriented, const Part& part, Names& names, PartPlan& plan) {
    plan.discs_name = names.claim(part.name);
    for (const int k : oriented.kind_of) {
        const Range laws = oriented.kinds[k].laws;
        Real radius = 0;
        Vec3 axis = Vec3::Zero();
        for (int l = laws.begin; l < laws.end(); ++l) {
            const OrientedLaw& law = oriented.laws[l];
            if (is_central(law.kind) && radius == 0) radius = 0.4 * law.rest.minCoeff();
            if (!is_central(law.kind) && law.kind != LawKind::PairFriction && axis.isZero()) axis = law.axis;
        }
        plan.disc_axes.push_back(axis.isZero() ? Vec3(Vec3::UnitZ()) : axis);
        plan.disc_radii.push_back(static_cast<float>(radius > 0 ? radius : 0.16 * reach_of(oriented)));
    }
}

/// Skins hide the particles that carry them; without one they are discs.
void plan_particles(const Model& model, const Part& part, Names& names, PartPlan& plan) {
    int carriers = 0;
    for (std::size_t s = 0; s < model.skins.size(); ++s) {
        const FrameSkin& skin = model.skins[s];
        if (skin.part < 0 || &model.parts[skin.part] != &part) continue;
        carriers += static_cast<int>(skin.frames.size());
        plan.skins.push_back(static_cast<int>(s));
        plan.skin_names.push_back(names.claim(part.name + "_" + skin.name));
    }
    if (carriers < part.frames.count) plan_discs(model.oriented[part.oriented], part, names, plan);
}

PartPlan plan_part(const Model& model, const Part& part, Names& names) {
    PartPlan plan;
    plan.hair = find_hair(model, part);
    if (plan.hair >= 0) {
        plan.curves_name = names.claim(part.name + "_hairs");
        plan.wisps_name = names.claim(part.name);
        return plan;
    }
    if (part.crowd >= 0 || part.tissue >= 0) {
        plan.crowd_name = names.claim(part.name);
        return plan;
    }
    for (int t = part.triangles.begin; t < part.triangles.end(); ++t) {
        const auto [a, b, c] = model.triangles[t];
        const int first = part.points.begin;
        plan.triangles.push_back({a - first, b - first, c - first});
    }
    if (!plan.triangles.empty())
        plan.surface_name = names.claim(part.name);
    else
        plan_threads(model, part, names, plan);
    if (part.oriented >= 0)
        plan_particles(model, part, names, plan);
    else
        plan_bodies(model, part, names, plan);
    return plan;
}

ObstaclePlan plan_obstacle(const Obstacle& obstacle, Real endless_reach, Names& names) {
    ObstaclePlan plan;
    plan.name = names.claim(obstacle.name);
    plan.endless = !obstacle.deforming && std::holds_alternative<Plane>(obstacle.shape);
    const Real reach = plan.endless ? endless_reach : plane_reach;
    if (!obstacle.deforming) plan.mesh = to_view(tessellate(obstacle.shape, reach), plan.name);
    return plan;
}

}  // namespace

Vec3 box_sides(const FrameInertia& inertia) {
    const Vec3& j = inertia.moments;
    // J_x = m (b^2 + c^2) / 12 and so on, solved for the sides
    const Vec3 squares = 6 / inertia.mass * (Vec3::Constant(j.sum()) - 2 * j);
    const Real thin = 1e-4 * squares.maxCoeff();
    return squares.cwiseMax(Vec3::Constant(thin)).cwiseSqrt();
}

ViewPlan plan_view(const Model& model) {
    ViewPlan plan;
    plan.revision = model.revision;
    Names names;
    for (const Part& part : model.parts) plan.parts.push_back(plan_part(model, part, names));
    const Real reach = std::max(plane_reach, plane_share * size_of(model));
    for (const Obstacle& obstacle : model.obstacles)
        plan.obstacles.push_back(plan_obstacle(obstacle, reach, names));
    return plan;
}

void follow(const Model& model, ViewPlan& plan) {
    if (plan.revision != model.revision) plan = plan_view(model);
}

}  // namespace souple
