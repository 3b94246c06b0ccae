// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Fills a frame from a world, following its plan.
#include "souple/view/describe_world.h"

#include <cmath>
#include <numeric>
#include <span>

#include "souple/core/errors.h"
#include "souple/view/body_colours.h"
#include "souple/view/show_crowd.h"
#include "souple/view/show_hair.h"
#include "souple/view/show_skins.h"
#include "souple/view/show_tissue.h"

namespace souple {

namespace {

/// A world with what is worked out once for all its structures.
struct Scenery {
    const Model& model;
    const State& state;
    const Control& control;
    const ViewOptions& options;
    std::vector<float> strain;   ///< by point, empty when nobody wants it
    std::vector<float> contact;  ///< by point, empty when nobody told or wants it
};

bool is_wanted(const ViewOptions& options, const char* quantity) {
    return !options.wanted || options.wanted->contains(quantity);
}

/// Mean strain of the springs that meet at each point.
std::vector<float> strains_of(const Model& model, const State& state, const ViewOptions& options) {
    if (!is_wanted(options, "strain")) return {};
    std::vector<Real> sum(state.x.size(), 0);
    std::vector<int> count(state.x.size(), 0);
    for (const Spring& spring : model.springs) {
        const auto [a, b] = spring.nodes;
        if (!(spring.rest_length > 0)) continue;
        const Real strain = (state.x[b] - state.x[a]).norm() / spring.rest_length - 1;
        for (const int node : {a, b}) {
            sum[node] += strain;
            ++count[node];
        }
    }
    std::vector<float> strains(state.x.size(), 0);
    for (std::size_t i = 0; i < strains.size(); ++i)
        if (count[i] > 0) strains[i] = static_cast<float>(sum[i] / count[i]);
    return strains;
}

std::vector<float> contacts_of(const State& state, const ViewOptions& options) {
    if (!options.contacts || !is_wanted(options, "contact")) return {};
    std::vector<float> touching(state.x.size(), 0);
    for (const Contact& contact : *options.contacts)
        if (contact.point >= 0 && contact.point < state.point_count()) touching[contact.point] = 1;
    return touching;
}

Quantity scalars(std::string name, std::string unit) {
    return {std::move(name), std::move(unit), {}, {}, {}};
}

/// Vectors at the nodes; nothing when the array is not of this world.
void add_vectors(const std::string& name, const std::string& unit, const std::vector<Vec3>& vectors,
                 std::span<const int> nodes, StructureHead& head) {
    Quantity quantity{name, unit, QuantityKind::Vector, QuantityPlace::Nodes, {}};
    quantity.values.reserve(3 * nodes.size());
    for (const int node : nodes) {
        if (node >= static_cast<int>(vectors.size())) return;
        for (int k = 0; k < 3; ++k) quantity.values.push_back(static_cast<float>(vectors[node][k]));
    }
    head.quantities.push_back(std::move(quantity));
}

Quantity speeds(const ViewOptions& options, const std::vector<Vec3>& velocities, std::span<const int> nodes) {
    Quantity speed = scalars("speed", "m/s");
    if (!is_wanted(options, "speed")) return speed;
    speed.values.reserve(nodes.size());
    for (const int node : nodes) speed.values.push_back(static_cast<float>(velocities[node].norm()));
    return speed;
}

/// Values by point at the nodes; the name alone when there are none.
void add_scalars(const std::string& name, const std::vector<float>& values, std::span<const int> nodes,
                 StructureHead& head) {
    Quantity quantity = scalars(name, "1");
    if (!values.empty()) {
        quantity.values.reserve(nodes.size());
        for (const int node : nodes) quantity.values.push_back(values[node]);
    }
    head.quantities.push_back(std::move(quantity));
}

StructureHead point_head(const Scenery& scenery, const std::string& name, const Part& part,
                         std::span<const int> nodes) {
    StructureHead head{name, part.name, {}};
    head.quantities.push_back(speeds(scenery.options, scenery.state.v, nodes));
    if (!part.springs.empty()) add_scalars("strain", scenery.strain, nodes, head);
    if (scenery.options.contacts) add_scalars("contact", scenery.contact, nodes, head);
    if (scenery.options.forces) add_vectors("force", "N", scenery.options.forces->point, nodes, head);
    return head;
}

std::vector<Vec3> places(const State& state, std::span<const int> nodes) {
    std::vector<Vec3> positions;
    positions.reserve(nodes.size());
    for (const int node : nodes) positions.push_back(state.x[node]);
    return positions;
}

/// How often the faces of a surface that refines itself were divided.
void add_levels(const Model& model, const Part& part, StructureHead& head) {
    for (const AdaptiveCloth& cloth : model.adaptive) {
        if (&model.parts[cloth.part] != &part) continue;
        Quantity level{"level", "1", QuantityKind::Scalar, QuantityPlace::Faces, {}};
        for (const Leaf& leaf : cloth.leaves)
            level.values.insert(level.values.end(), cloth.triangles_of_leaf(), leaf.level);
        head.quantities.push_back(std::move(level));
    }
}

void show_surface(const Scenery& scenery, const Part& part, const PartPlan& plan, Frame& frame) {
    if (plan.triangles.empty()) return;
    std::vector<int> nodes(part.points.count);
    std::iota(nodes.begin(), nodes.end(), part.points.begin);
    StructureHead head = point_head(scenery, plan.surface_name, part, nodes);
    add_levels(scenery.model, part, head);
    if (scenery.options.rest) add_vectors("rest", "m", scenery.model.point_rest, nodes, head);
    frame.surfaces.push_back({std::move(head), places(scenery.state, nodes), plan.triangles});
}

void show_threads(const Scenery& scenery, const Part& part, const PartPlan& plan, Frame& frame) {
    if (!plan.curve_nodes.empty())
        frame.curves.push_back({point_head(scenery, plan.curves_name, part, plan.curve_nodes),
                                places(scenery.state, plan.curve_nodes),
                                plan.curve_first,
                                {plan.curve_radius}});
    if (!plan.ball_nodes.empty())
        frame.points.push_back({point_head(scenery, plan.points_name, part, plan.ball_nodes),
                                places(scenery.state, plan.ball_nodes),
                                {plan.ball_radius}});
}

/// Several bodies of a part are told apart by colours; links of an articulated one belong together.
void add_body_colours(const Part& part, std::span<const int> frames, StructureHead& head) {
    if (part.frames.count < 2 || part.articulated >= 0) return;
    Quantity colour{"colour", "", QuantityKind::Colour, QuantityPlace::Nodes, {}};
    for (const int f : frames)
        for (const float value : body_colour(static_cast<std::size_t>(f - part.frames.begin)))
            colour.values.push_back(value);
    head.quantities.push_back(std::move(colour));
}

void show_bodies(const Scenery& scenery, const Part& part, const PartPlan& plan, Frame& frame) {
    const Frames& frames = scenery.state.frames;
    for (const BodyPlan& body : plan.bodies) {
        InstancesView view{{body.name, part.name, {}}, body.mesh, {}, false, body.names};
        for (const int f : body.frames) view.poses.push_back({frames.x[f], frames.q[f]});
        view.head.quantities.push_back(speeds(scenery.options, frames.v, body.frames));
        if (scenery.options.forces) {
            add_vectors("force", "N", scenery.options.forces->frame, body.frames, view.head);
            add_vectors("torque", "N m", scenery.options.forces->torque, body.frames, view.head);
        }
        add_body_colours(part, body.frames, view.head);
        frame.instances.push_back(std::move(view));
    }
}

void show_discs(const Scenery& scenery, const Part& part, const PartPlan& plan, Frame& frame) {
    if (plan.discs_name.empty()) return;
    const Frames& frames = scenery.state.frames;
    std::vector<int> nodes(part.frames.count);
    std::iota(nodes.begin(), nodes.end(), part.frames.begin);
    DiscsView view{{plan.discs_name, part.name, {}}, {}, {}, plan.disc_radii};
    for (int i = 0; i < part.frames.count; ++i) {
        view.positions.push_back(frames.x[nodes[i]]);
        view.normals.push_back(frames.q[nodes[i]] * plan.disc_axes[i]);
    }
    view.head.quantities.push_back(speeds(scenery.options, frames.v, nodes));
    if (scenery.options.forces) {
        add_vectors("force", "N", scenery.options.forces->frame, nodes, view.head);
        add_vectors("torque", "N m", scenery.options.forces->torque, nodes, view.head);
    }
    frame.discs.push_back(std::move(view));
}

/// Where the controls have put an obstacle at this moment; null when they were not applied or tell of another
/// time, as after a state was restored: then it is where its track has it.
const ObstacleMotion* motion_of(const Scenery& scenery, std::size_t o) {
    constexpr Real same_time = 1e-6;  // [s]
    const bool current = std::abs(scenery.control.time_t1 - scenery.state.time) < same_time;
    return current && o < scenery.control.obstacles.size() ? &scenery.control.obstacles[o] : nullptr;
}

Pose pose_of(const Scenery& scenery, std::size_t o) {
    if (const ObstacleMotion* motion = motion_of(scenery, o)) return motion->pose_t1;
    const Obstacle& obstacle = scenery.model.obstacles[o];
    return obstacle.track < 0 ? obstacle.pose
                              : pose_at(scenery.model.tracks[obstacle.track], scenery.state.time);
}

std::vector<Vec3> deformed_points(const Scenery& scenery, std::size_t o) {
    const ObstacleMotion* motion = motion_of(scenery, o);
    if (motion && !motion->points_t1.empty()) return motion->points_t1;
    std::vector<Vec3> points;
    points_at(*scenery.model.obstacles[o].deforming, scenery.state.time, points);
    const Pose pose = pose_of(scenery, o);
    for (Vec3& p : points) p = pose.to_world(p);
    return points;
}

void show_obstacle(const Scenery& scenery, std::size_t o, const ObstaclePlan& plan, Frame& frame) {
    const Obstacle& obstacle = scenery.model.obstacles[o];
    const StructureHead head{plan.name, obstacle.name, {}};
    if (obstacle.deforming)
        frame.surfaces.push_back({head, deformed_points(scenery, o), obstacle.deforming->triangles});
    else
        frame.instances.push_back({head, plan.mesh, {pose_of(scenery, o)}, plan.endless});
}

}  // namespace

Frame describe_world(const ViewPlan& plan, const Model& model, const State& state, const Control& control,
                     const ViewOptions& options) {
    if (plan.revision != model.revision || plan.parts.size() != model.parts.size() ||
        plan.obstacles.size() != model.obstacles.size())
        throw InputError("the view was planned for another model");
    const Scenery scenery{
        model, state, control, options, strains_of(model, state, options), contacts_of(state, options)};
    Frame frame;
    frame.time = state.time;
    frame.step = state.step;
    for (std::size_t p = 0; p < model.parts.size(); ++p) {
        if (const int hair = plan.parts[p].hair; hair >= 0 && options.hair) {
            frame.curves.push_back(show_wisps(model, model.hair[hair], state, plan.parts[p].wisps_name));
            HairGallery own;
            const HairLines& lines =
                lines_of(model, control, model.hair[hair], state, options.shown ? *options.shown : own);
            frame.curves.push_back(show_hair(model, model.hair[hair], lines, plan.parts[p].curves_name));
        }
        if (model.parts[p].tissue >= 0)
            show_tissue(model, model.parts[p], state, plan.parts[p].crowd_name, frame);
        else if (!plan.parts[p].crowd_name.empty())
            show_crowd(model, model.parts[p], state, plan.parts[p].crowd_name, frame);
        show_surface(scenery, model.parts[p], plan.parts[p], frame);
        show_threads(scenery, model.parts[p], plan.parts[p], frame);
        show_bodies(scenery, model.parts[p], plan.parts[p], frame);
        show_discs(scenery, model.parts[p], plan.parts[p], frame);
    }
    show_skins(plan, model, state, frame);
    for (std::size_t o = 0; o < model.obstacles.size(); ++o)
        show_obstacle(scenery, o, plan.obstacles[o], frame);
    return frame;
}

Frame describe_world(const Model& model, const State& state, const Control& control,
                     const ViewOptions& options) {
    return describe_world(plan_view(model), model, state, control, options);
}

}  // namespace souple
