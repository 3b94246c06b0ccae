// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/models/articulated.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "souple/core/errors.h"
#include "souple/core/suggest.h"
#include "souple/dynamics/articulated/tree_motion.h"
#include "souple/geometry/formula.h"
#include "souple/geometry/solid/mass_properties.h"
#include "souple/geometry/space_curve.h"
#include "souple/math/rotation.h"

namespace souple {

namespace {

/// The tree while it is built.
struct TreeBuild {
    World& world;
    const ArticulatedDef& def;
    Pose part;
    int first_frame = 0;
    ArticulatedTree tree;
    std::vector<JointState> joints;
    std::vector<Pose> rest;                   ///< by link: its frame when all joints are at zero
    std::vector<std::string> titles = {};     ///< of chains each link has its own
    std::map<std::string, int> link_of = {};  ///< by name; of chains the last
    std::map<std::string, int> link_of_joint = {};

    std::string title(const std::string& link) const {
        return fmt::format("link '{}' of part '{}'", link, def.part.name);
    }
};

[[noreturn]] void refuse_name(const TreeBuild& build, const std::string& name, const std::string& who,
                              const char* what) {
    std::vector<std::string> known;
    for (const auto* names : {&build.tree.link_names, &build.tree.joint_names})
        for (const std::string& other : *names)
            if (!other.empty() && (known.empty() || known.back() != other)) known.push_back(other);
    const std::string hint = suggestion(name, known, "links and joints");
    throw InputError(fmt::format("{} names '{}', and no {} is called so{}{}", who, name, what,
                                 hint.empty() ? "" : "; ", hint));
}

/// The last link of that name; -1 for the base.
int find_link(const TreeBuild& build, const std::string& name, const std::string& who) {
    if (name.empty()) return -1;
    if (const auto found = build.link_of.find(name); found != build.link_of.end()) return found->second;
    refuse_name(build, name, who, "earlier link");
}

/// The same, or the link that hangs on the joint of that name.
int find_driven(const TreeBuild& build, const std::string& name, const std::string& who) {
    if (name.empty()) return -1;
    if (const auto found = build.link_of.find(name); found != build.link_of.end()) return found->second;
    if (const auto found = build.link_of_joint.find(name); found != build.link_of_joint.end())
        return found->second;
    refuse_name(build, name, who, "link or joint");
}

bool slides(JointKind kind) { return kind == JointKind::Slider; }

DofLaw law_of(const JointDef& def) {
    const Real unit = slides(def.kind) ? 1 : radians_per_degree;
    DofLaw law;
    law.stiffness = def.stiffness;
    law.damping = def.damping;
    law.rest = unit * def.rest;
    if (def.limits) {
        law.low = unit * (*def.limits)[0];
        law.high = unit * (*def.limits)[1];
        law.stop_stiffness = def.stop_stiffness;
        law.stop_damping = def.stop_damping;
    }
    law.motor_speed = def.motor_speed;
    law.motor_gain = def.motor_gain;
    law.motor_most = def.motor_most;
    return law;
}

void check_joint(const JointDef& def, const std::string& title) {
    const auto is_axis = [](const Vec3& v) { return is_finite(v) && v.norm() > 1e-9; };
    if (!is_axis(def.axis) || (def.kind == JointKind::Universal && !is_axis(def.second_axis)))
        throw InputError(fmt::format("the joint of {} has an axis of no length", title));
    if (def.kind == JointKind::Universal &&
        std::abs(def.axis.normalized().dot(def.second_axis.normalized())) > 1e-9)
        throw InputError(fmt::format("the axes of the universal joint of {} are not at right angles", title));
    if (def.kind == JointKind::Ball && def.rest != 0)
        throw InputError(
            fmt::format("the ball joint of {} has rest {}: its spring rests straight", title, def.rest));
    for (const auto& limits : {def.limits, def.second_limits})
        if (limits && !((*limits)[0] <= (*limits)[1]))
            throw InputError(fmt::format("the limits of the joint of {} are the wrong way round", title));
}

JointState start_of(const JointDef& def) {
    JointState joint;
    joint.qd = def.speed;
    if (def.kind == JointKind::Ball)
        joint.turn = rotation_from_degrees(def.start);
    else
        joint.q = (slides(def.kind) ? 1 : radians_per_degree) * def.start;
    return joint;
}

/// A joint at `at`, along the part's axes when all joints are at zero.
TreeLink make_link(const TreeBuild& build, const JointDef& def, int parent, const Vec3& shift,
                   const Pose& frame) {
    const Pose joint = build.part * Pose{def.at + shift, Quat::Identity()};
    const Pose on_link = build.part * Pose{def.link_at.value_or(def.at) + shift, Quat::Identity()};
    TreeLink link;
    link.parent = parent;
    link.kind = def.kind;
    link.in_parent = parent < 0 ? joint : inverse(build.rest[parent]) * joint;
    link.in_joint = inverse(on_link) * frame;
    link.axes = {def.axis.normalized(), def.second_axis.normalized()};
    link.laws.fill(law_of(def));
    if (def.kind == JointKind::Universal && def.second_limits) {
        JointDef second = def;
        second.limits = def.second_limits;
        link.laws[1] = law_of(second);
    }
    return link;
}

void add_free_link(TreeBuild& build, const LimbDef& limb, const Pose& frame) {
    TreeLink link;
    link.kind = JointKind::Free;
    JointState joint;
    joint.q = frame.position;
    joint.turn = frame.rotation;
    joint.qd = build.def.part.velocity + build.part.rotation * limb.body.velocity;
    joint.spin = build.part.rotation * limb.body.spin;
    build.tree.links.push_back(link);
    build.joints.push_back(joint);
}

/// A mass that is given comes before that of the solid.
WeighedSolid weigh(const LimbDef& limb, const std::string& title) {
    if (!limb.mass) return weigh(limb.body, title);
    const PrincipalAxes axes = principal_axes(limb.mass->inertia);
    const bool good = limb.mass->mass > 0 && std::isfinite(limb.mass->mass) && is_finite(limb.mass->centre) &&
                      is_finite(axes.moments) && axes.moments.minCoeff() > 0;
    if (!good) throw InputError(fmt::format("{} has a mass or a moment of inertia that no body has", title));
    return {{limb.mass->mass, axes.moments}, {limb.mass->centre, axes.rotation}};
}

void add_limb(TreeBuild& build, const LimbDef& limb) {
    const std::string title = build.title(limb.name);
    const WeighedSolid weighed = weigh(limb, title);
    check_joint(limb.joint, title);
    if (limb.joint.link_at && build.def.formulation == Formulation::Reduced)
        throw InputError(
            fmt::format("{} starts apart from its joint: only the maximal formulation "
                        "assembles itself",
                        title));
    int parent = find_link(build, limb.parent, title);
    for (int k = 0; k < limb.repeat; ++k) {
        const Vec3 shift = k * limb.body.pitch;
        const Pose frame = build.part *
                           Pose{limb.body.position + shift, rotation_from_degrees(limb.body.rotation)} *
                           weighed.principal;
        const int index = static_cast<int>(build.tree.links.size());
        if (index == 0 && build.def.floating) {
            add_free_link(build, limb, frame);
        } else {
            build.tree.links.push_back(make_link(build, limb.joint, parent, shift, frame));
            build.joints.push_back(start_of(limb.joint));
        }
        build.rest.push_back(frame);
        build.titles.push_back(limb.repeat == 1 ? limb.name : fmt::format("{}_{}", limb.name, k));
        build.tree.link_names.push_back(limb.name);
        build.tree.joint_names.push_back(limb.joint_name);
        build.link_of[limb.name] = index;
        if (!limb.joint_name.empty()) build.link_of_joint[limb.joint_name] = index;
        add_body_pieces(build.world, limb.body, weighed.principal,
                        add_frame(build.world, frame, Vec3::Zero(), Vec3::Zero(), weighed.inertia));
        parent = index;
    }
}

/// What belongs to one kind of loop and not to this one.
void check_loop(const LoopDef& def, const std::string& who) {
    const bool is_curve = def.kind == LoopKind::Curve, is_distance = def.kind == LoopKind::Distance;
    if (is_curve == def.points.empty())
        throw InputError(fmt::format(
            "{} {}", who,
            is_curve ? "needs the points of its curve" : "has points, and they belong to a curve"));
    if ((def.kind == LoopKind::Surface) == def.surface.empty())
        throw InputError(fmt::format("{} {}", who,
                                     def.surface.empty() ? "needs the formula of its surface"
                                                         : "has a formula, and it belongs to a surface"));
    if (!is_distance && (def.length || !def.held))
        throw InputError(fmt::format("{} has length or held, and they belong to a distance", who));
    if (def.kind != LoopKind::Place && !def.along.empty())
        throw InputError(fmt::format("{} has along, and it belongs to a place", who));
    const JointDef& law = def.law;
    const bool has_law = law.stiffness > 0 || law.limits || law.motor_gain > 0;
    if (has_law && !is_curve && !(is_distance && !def.held))
        throw InputError(fmt::format(
            "{} has a spring, limits or a motor: a curve may, and a distance that is not held", who));
    if (law.damping > 0 && (def.kind == LoopKind::Place || def.kind == LoopKind::Weld))
        throw InputError(fmt::format("{} has damping, and nothing that slides", who));
    if (law.limits && !((*law.limits)[0] <= (*law.limits)[1]))
        throw InputError(fmt::format("the limits of {} are the wrong way round", who));
}

void add_guide(const LoopDef& def, const std::string& who, LoopClosure& loop) {
    if (def.kind == LoopKind::Curve)
        loop.curve = std::make_shared<const SpaceCurve>(make_curve(def.points, def.closed, who));
    if (def.kind == LoopKind::Surface)
        loop.surface = std::make_shared<const Formula>(parse_formula(def.surface));
}

void add_loop(TreeBuild& build, const LoopDef& def) {
    const std::string who = fmt::format("a loop of part '{}'", build.def.part.name);
    check_loop(def, who);
    LoopClosure loop;
    loop.kind = def.kind;
    loop.a = find_link(build, def.a, who);
    loop.b = find_link(build, def.b, who);
    if (loop.a == loop.b) throw InputError(fmt::format("{} holds a link to itself", who));
    const auto part_in = [&](int link) {
        return link < 0 ? build.part : inverse(build.rest[link]) * build.part;
    };
    const Vec3 at_a = def.a_at.value_or(def.at);
    loop.guide_a = part_in(loop.a);
    loop.guide_b = part_in(loop.b);
    loop.local_a = loop.guide_a.to_world(at_a);
    loop.local_b = loop.guide_b.to_world(def.at);
    loop.length = def.length.value_or((def.at - at_a).norm());
    loop.held = def.held;
    if (loop.kind == LoopKind::Distance && loop.held && !(loop.length > 0))
        throw InputError(fmt::format("{} holds a distance of 0: use a place", who));
    JointDef along = def.law;
    along.kind = JointKind::Slider;  // in metres
    loop.law = law_of(along);
    for (const Vec3& axis : def.along) loop.along.push_back(loop.guide_a.rotation * axis.normalized());
    add_guide(def, who, loop);
    build.tree.loops.push_back(loop);
}

struct Drive {
    int link = 0, freedom = 0;
    bool prescribes = false;
    std::vector<std::array<Real, 2>> keys;
};

std::vector<JointBehaviour> joint_behaviours(const TreeBuild& build) {
    std::vector<JointBehaviour> behaviours;
    for (const BehaviourDef& def : build.def.behaviours) {
        const std::string who = fmt::format("a behaviour of {}", build.title(def.link));
        const int link = find_driven(build, def.link, who);
        const JointKind joint = link < 0 ? JointKind::Free : build.tree.links[link].kind;
        behaviours.push_back(make_joint_behaviour(def, link, joint, who));
    }
    return behaviours;
}

Behaviour make_behaviour(const TreeBuild& build) {
    std::vector<Drive> drives;
    for (const DriveDef& def : build.def.drives) {
        const int link =
            find_driven(build, def.link, fmt::format("a drive of part '{}'", build.def.part.name));
        if (link < 0 || def.freedom < 0 || def.freedom >= freedom_of(build.tree.links[link].kind) ||
            build.tree.links[link].kind == JointKind::Free)
            throw InputError(fmt::format("{} has no freedom {}", build.title(def.link), def.freedom));
        if (def.keys.empty())
            throw InputError(fmt::format("a drive of {} has no keys", build.title(def.link)));
        drives.push_back({link, def.freedom, def.prescribes, def.keys});
    }
    const std::vector<JointBehaviour> behaviours = joint_behaviours(build);
    if (drives.empty() && behaviours.empty()) return build.def.behaviour;
    return [drives, behaviours, also = build.def.behaviour](Real time, std::span<const JointState> joints,
                                                            std::span<JointDrive> out) {
        for (const Drive& drive : drives) {
            const Real value = keyed_value(drive.keys, time).value;
            if (drive.prescribes) {
                out[drive.link].prescribed[drive.freedom] = true;
                out[drive.link].acceleration[drive.freedom] = value;
            } else {
                out[drive.link].force[drive.freedom] += value;
            }
        }
        for (const JointBehaviour& own : behaviours) drive_joint(own, time, joints[own.link], out[own.link]);
        if (also) also(time, joints, out);
    };
}

/// Methods that know trees; every method knows frames.
void check_method(const ArticulatedDef& def) {
    if (def.links.empty()) throw InputError(fmt::format("part '{}' has no links", def.part.name));
    if (!(def.decay_time > 0))
        throw InputError(
            fmt::format("part '{}' has decay_time {} s; it must be positive", def.part.name, def.decay_time));
    const Method m = def.part.method;
    if (m == Method::ImplicitEuler || m == Method::Multirate)
        throw InputError(
            fmt::format("part '{}' is articulated: its method cannot be implicit_euler", def.part.name));
    if (def.formulation == Formulation::Maximal) return;
    if (m != Method::ExplicitEuler && m != Method::SemiImplicitEuler && m != Method::Midpoint &&
        m != Method::RungeKutta4)
        throw InputError(
            fmt::format("part '{}' is in reduced coordinates: its method must be "
                        "explicit_euler, semi_implicit_euler, midpoint or runge_kutta_4",
                        def.part.name));
}

bool starts_apart(const ArticulatedDef& def) {
    return std::any_of(def.links.begin(), def.links.end(),
                       [](const LimbDef& limb) { return limb.joint.link_at.has_value(); });
}

}  // namespace

PartId add_articulated(World& world, const ArticulatedDef& def) {
    check_method(def);
    Part part = begin_part(world, def.part, "articulated");
    part.surface.self_contact = def.part.self_contact.value_or(true);
    TreeBuild build{world, def, pose_of(def.part), world.state.frames.count(), {}, {}, {}, {}, {}};
    for (const LimbDef& limb : def.links) add_limb(build, limb);
    for (const LoopDef& loop : def.loops) add_loop(build, loop);
    ArticulatedTree& tree = build.tree;
    tree.part = static_cast<int>(world.model.parts.size());
    tree.frames = {build.first_frame, static_cast<int>(tree.links.size())};
    tree.formulation = def.formulation;
    tree.decay_time = def.decay_time;
    tree.behaviour = make_behaviour(build);
    std::vector<LinkPlace> places;
    if (starts_apart(def)) {
        read_joints(tree, world.state.frames, build.joints, places);
    } else {
        place_links(tree, build.joints, places);
        write_frames(tree, places, world.state.frames);
    }
    part.frame_names = std::move(build.titles);
    part.articulated = static_cast<int>(world.model.trees.size());
    world.model.trees.push_back(std::move(tree));
    world.state.trees.push_back({std::move(build.joints)});
    add_torques(world, part, def.torques);
    return close_part(world, part);
}

}  // namespace souple
