// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/read_urdf.h"

#include <console_bridge/console.h>
#include <fmt/format.h>
#include <tinyxml.h>
#include <urdf_model/model.h>
#include <urdf_parser/urdf_parser.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "souple/core/errors.h"
#include "souple/core/read_file.h"
#include "souple/geometry/mesh_files.h"
#include "souple/geometry/solid/mass_properties.h"
#include "souple/math/degrees.h"

namespace souple {

namespace {

/// What one description is read with: where errors are, and what has been made so far.
struct UrdfReading {
    std::string name;
    UrdfOptions options;
    std::map<std::string, int> rows;  ///< lines of links and joints, by their names
    std::vector<LimbDef> limbs;
    std::vector<Pose> places;  ///< by limb: of the link when all joints are at zero
    std::set<std::string> seen;
};

[[noreturn]] void complain(const UrdfReading& reading, const std::string& who, const std::string& what) {
    const auto row = reading.rows.find(who);
    if (row == reading.rows.end()) throw InputError(fmt::format("{}: {}", reading.name, what));
    throw InputError(fmt::format("{}:{}: {}", reading.name, row->second, what));
}

/// Keeps what the reader says while it lives, instead of printing it.
struct UrdfComplaints : console_bridge::OutputHandler {
    UrdfComplaints() { console_bridge::useOutputHandler(this); }
    ~UrdfComplaints() override { console_bridge::restorePreviousOutputHandler(); }
    void log(const std::string& text, console_bridge::LogLevel level, const char*, int) override {
        if (level >= console_bridge::CONSOLE_BRIDGE_LOG_ERROR && first.empty()) first = text;
    }
    std::string first;
};

/// Goes to the end of the tag at k; how much deeper the next one lies. Signs in comments and quotes mean
/// nothing.
int pass_tag(std::string_view text, std::size_t& k) {
    const std::string_view rest = text.substr(k);
    constexpr std::pair<std::string_view, std::string_view> skipped[] = {
        {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}};
    for (const auto& [open, close] : skipped)
        if (rest.starts_with(open)) {
            k = text.find(close, k + 2);
            return 0;
        }
    const bool closes = rest.starts_with("</");
    char quote = 0;
    for (++k; k < text.size() && (quote || text[k] != '>'); ++k) {
        if (quote ? text[k] == quote : text[k] == '"' || text[k] == '\'') quote = quote ? 0 : text[k];
    }
    if (closes) return -1;
    return k < text.size() && text[k - 1] == '/' ? 0 : 1;
}

/// The XML reader recurses, and is known to run for ever on some bytes: such files are refused before.
void check_bytes(std::string_view text, const std::string& name) {
    constexpr std::size_t most_bytes = 16 << 20;
    constexpr int most_depth = 64;
    if (text.size() > most_bytes) throw InputError(fmt::format("{}: it is larger than 16 MB", name));
    int line = 1;
    for (const unsigned char c : text) {
        line += c == '\n';
        if ((c < ' ' && c != '\n' && c != '\r' && c != '\t') || c == 0xEF)
            throw InputError(fmt::format("{}:{}: byte {:#x} does not belong in a robot description", name,
                                         line, static_cast<int>(c)));
    }
    int depth = 0;
    for (std::size_t k = text.find('<'); k < text.size(); k = text.find('<', k)) {
        const std::size_t start = k;
        depth = std::max(depth + pass_tag(text, k), 0);
        if (depth > most_depth)
            throw InputError(fmt::format("{}:{}: elements are nested deeper than {}", name,
                                         1 + std::count(text.begin(), text.begin() + start, '\n'),
                                         most_depth));
    }
}

/// Links joined to trees, each known by the link at its root.
struct LinkForest {
    std::map<std::string, int> numbers;
    std::vector<int> above;  ///< towards the root, which is above itself

    int number(const std::string& link) {
        const auto [entry, is_new] = numbers.emplace(link, static_cast<int>(above.size()));
        if (is_new) above.push_back(entry->second);
        return entry->second;
    }
    int root(int link) {
        while (above[link] != link) link = above[link] = above[above[link]];
        return link;
    }
};

/// Refuses joints that lead back to where they began; the parser makes of them objects that hold each other
/// for ever.
void check_for_rings(const TiXmlElement& robot, const UrdfReading& reading) {
    LinkForest forest;
    std::set<int> children;
    for (const TiXmlElement* e = robot.FirstChildElement("joint"); e; e = e->NextSiblingElement("joint")) {
        const TiXmlElement *parent = e->FirstChildElement("parent"), *child = e->FirstChildElement("child");
        const char* from = parent ? parent->Attribute("link") : nullptr;
        const char* to = child ? child->Attribute("link") : nullptr;
        if (!from || !to) continue;  // (the parser says what is missing)
        const int below = forest.number(to), root = forest.root(forest.number(from));
        const bool is_new = children.insert(below).second;
        if (is_new && root == below)
            throw InputError(fmt::format("{}:{}: link '{}' is its own ancestor", reading.name, e->Row(), to));
        if (!is_new)
            throw InputError(fmt::format("{}:{}: link '{}' has two parents", reading.name, e->Row(), to));
        forest.above[below] = root;
    }
}

/// Lines of named elements; InputError for what is no XML.
void find_rows(const std::string& text, UrdfReading& reading) {
    TiXmlDocument document;
    document.Parse(text.c_str());
    if (document.Error())
        throw InputError(fmt::format("{}:{}: {}", reading.name, document.ErrorRow(), document.ErrorDesc()));
    const TiXmlElement* robot = document.FirstChildElement("robot");
    if (!robot) throw InputError(fmt::format("{}: it has no element robot", reading.name));
    check_for_rings(*robot, reading);
    for (const TiXmlElement* e = robot->FirstChildElement(); e; e = e->NextSiblingElement())
        if (const char* name = e->Attribute("name")) reading.rows.emplace(name, e->Row());
}

/// The line of the first thing that a complaint names in brackets or quotes.
std::string named_in(const std::string& complaint, const UrdfReading& reading) {
    for (const auto& [name, row] : reading.rows)
        for (const auto& [open, close] : {std::pair{'[', ']'}, std::pair{'\'', '\''}, std::pair{'"', '"'}})
            if (complaint.find(open + name + close) != std::string::npos) return name;
    return "";
}

urdf::ModelInterfaceSharedPtr parse_model(const std::string& text, const UrdfReading& reading) {
    UrdfComplaints complaints;
    urdf::ModelInterfaceSharedPtr model;
    try {
        model = urdf::parseURDF(text);
    } catch (const std::exception& error) {
        complain(reading, named_in(error.what(), reading), error.what());
    }
    if (!model || !model->root_link_) {
        const std::string what = complaints.first.empty() ? "it is no tree of links" : complaints.first;
        complain(reading, named_in(what, reading), what);
    }
    return model;
}

Vec3 to_vec3(const urdf::Vector3& v) { return {v.x, v.y, v.z}; }

Pose to_pose(const urdf::Pose& pose) {
    const urdf::Rotation& r = pose.rotation;
    return {to_vec3(pose.position), Quat(r.w, r.x, r.y, r.z).normalized()};
}

Hull hull_of_mesh(const UrdfReading& reading, const urdf::Mesh& mesh, const std::string& who) {
    const std::filesystem::path file = std::filesystem::path(mesh.filename).lexically_normal();
    const bool is_beside = !file.empty() && file.is_relative() && *file.begin() != "..";
    if (mesh.filename.find("://") != std::string::npos || !reading.options.folder || !is_beside)
        complain(reading, who,
                 fmt::format("mesh '{}' of link '{}' is no file that lies beside the description",
                             mesh.filename, who));
    std::vector<Vec3> points =
        load_mesh((std::filesystem::path(*reading.options.folder) / file).string()).points;
    for (Vec3& p : points) p = p.cwiseProduct(to_vec3(mesh.scale));
    return {std::make_shared<const ConvexHull>(make_hull(points, who))};
}

/// Around its own origin; cylinders of descriptions lie along z, ours along y.
Piece piece_of(const UrdfReading& reading, const urdf::Geometry& geometry, const std::string& who) {
    const Quat z_to_y = rotation_from_degrees({90, 0, 0});
    switch (geometry.type) {
        case urdf::Geometry::SPHERE:
            return {Sphere{static_cast<const urdf::Sphere&>(geometry).radius}, {}};
        case urdf::Geometry::BOX:
            return {Box{0.5 * to_vec3(static_cast<const urdf::Box&>(geometry).dim)}, {}};
        case urdf::Geometry::CYLINDER: {
            const auto& cylinder = static_cast<const urdf::Cylinder&>(geometry);
            return {Cylinder{cylinder.radius, 0.5 * cylinder.length}, {Vec3::Zero(), z_to_y}};
        }
        case urdf::Geometry::MESH:
            return {hull_of_mesh(reading, static_cast<const urdf::Mesh&>(geometry), who), {}};
    }
    return {};
}

/// What others touch, or what is seen where nothing is said about that; in the axes of the link.
void add_pieces(const UrdfReading& reading, const urdf::Link& link, const Pose& in_body, Solid& solid) {
    const auto add = [&](const auto& shapes) {
        for (const auto& shape : shapes) {
            if (!shape || !shape->geometry) continue;
            Piece piece = piece_of(reading, *shape->geometry, link.name);
            piece.pose = in_body * to_pose(shape->origin) * piece.pose;
            solid.pieces.push_back(piece);
        }
    };
    if (link.collision_array.empty())
        add(link.visual_array);
    else
        add(link.collision_array);
    try {
        if (!solid.pieces.empty()) check(solid, fmt::format("link '{}'", link.name));
    } catch (const InputError& error) {
        complain(reading, link.name, error.what());
    }
}

LimbMass mass_of(const UrdfReading& reading, const urdf::Link& link) {
    const urdf::Inertial& inertial = *link.inertial;
    Mat3 inertia;
    inertia << inertial.ixx, inertial.ixy, inertial.ixz, inertial.ixy, inertial.iyy, inertial.iyz,
        inertial.ixz, inertial.iyz, inertial.izz;
    const Pose origin = to_pose(inertial.origin);
    const Mat3 axes = origin.rotation.toRotationMatrix();
    const LimbMass mass{inertial.mass, origin.position, axes * inertia * axes.transpose()};
    const bool finite = std::isfinite(mass.mass) && is_finite(mass.centre) && mass.inertia.allFinite();
    if (!finite || !(principal_axes(mass.inertia).moments.minCoeff() > 0))
        complain(reading, link.name,
                 fmt::format("link '{}' has a mass or a moment of inertia that no body has", link.name));
    return mass;
}

JointKind kind_of(const UrdfReading& reading, const urdf::Joint& joint) {
    switch (joint.type) {
        case urdf::Joint::REVOLUTE:
        case urdf::Joint::CONTINUOUS:
            return JointKind::Hinge;
        case urdf::Joint::PRISMATIC:
            return JointKind::Slider;
        case urdf::Joint::FIXED:
            return JointKind::Fixed;
        default:
            complain(reading, joint.name,
                     fmt::format("joint '{}' is planar or floating; it may be revolute, continuous, "
                                 "prismatic or fixed",
                                 joint.name));
    }
}

JointDef joint_of(const UrdfReading& reading, const urdf::Joint& joint, const Pose& place) {
    if (joint.mimic) complain(reading, joint.name, fmt::format("joint '{}' mimics another", joint.name));
    JointDef def;
    def.kind = kind_of(reading, joint);
    def.at = place.position;
    if (def.kind == JointKind::Fixed) return def;
    def.axis = place.rotation * to_vec3(joint.axis);
    if (!is_finite(def.axis) || def.axis.norm() < 1e-9)
        complain(reading, joint.name, fmt::format("joint '{}' has an axis of no length", joint.name));
    if (joint.dynamics) def.damping = joint.dynamics->damping;
    if (joint.limits && joint.type != urdf::Joint::CONTINUOUS) {
        const Real unit = def.kind == JointKind::Slider ? 1 : 180 / M_PI;
        def.limits = {unit * joint.limits->lower, unit * joint.limits->upper};
    }
    if (!(def.damping >= 0) || (def.limits && !((*def.limits)[0] <= (*def.limits)[1])))
        complain(reading, joint.name,
                 fmt::format("joint '{}' has negative damping, or limits the wrong way round", joint.name));
    return def;
}

/// A link still to be read.
struct UrdfTask {
    const urdf::Link* link = nullptr;
    int parent = -1;  ///< limb it hangs on
    Pose above;       ///< of the parent link
};

bool weighs(const urdf::Link& link) { return link.inertial && link.inertial->mass > 0; }

/// Adds a limb for a link that weighs something; returns the limb that children hang on.
int add_limb(const UrdfTask& task, const Pose& place, UrdfReading& reading) {
    const urdf::Link& link = *task.link;
    const urdf::Joint* joint = link.parent_joint.get();
    if (!weighs(link)) {
        const bool fixed = joint && kind_of(reading, *joint) == JointKind::Fixed;
        if (!fixed && (joint || reading.options.floating))
            complain(reading, link.name,
                     fmt::format("link '{}' has no mass, and nothing holds it still", link.name));
        if (task.parent >= 0)
            add_pieces(reading, link, inverse(reading.places[task.parent]) * place,
                       reading.limbs[task.parent].body.solid);
        return task.parent;
    }
    LimbDef limb;
    limb.name = link.name;
    limb.parent = task.parent < 0 ? "" : reading.limbs[task.parent].name;
    limb.body.position = place.position;
    limb.body.rotation = rotation_to_degrees(place.rotation);
    limb.mass = mass_of(reading, link);
    limb.joint.kind = JointKind::Fixed;
    limb.joint.at = place.position;
    if (joint) limb.joint = joint_of(reading, *joint, place);
    if (joint) limb.joint_name = joint->name;
    add_pieces(reading, link, {}, limb.body.solid);
    reading.limbs.push_back(limb);
    reading.places.push_back(place);
    return static_cast<int>(reading.limbs.size()) - 1;
}

void read_tree(const urdf::ModelInterface& model, UrdfReading& reading) {
    std::vector<UrdfTask> waiting{{model.root_link_.get(), -1, {}}};
    while (!waiting.empty()) {
        const UrdfTask task = waiting.back();
        waiting.pop_back();
        const urdf::Link& link = *task.link;
        if (!reading.seen.insert(link.name).second)
            complain(reading, link.name, fmt::format("link '{}' has two parents", link.name));
        const Pose place = link.parent_joint
                               ? task.above * to_pose(link.parent_joint->parent_to_joint_origin_transform)
                               : task.above;
        if (!is_finite(place.position) || !place.rotation.coeffs().allFinite())
            complain(reading, link.name, fmt::format("the place of link '{}' is not finite", link.name));
        const int limb = add_limb(task, place, reading);
        for (auto child = link.child_links.rbegin(); child != link.child_links.rend(); ++child)
            waiting.push_back({child->get(), limb, place});
    }
    for (const auto& [name, link] : model.links_)
        if (reading.seen.count(name) == 0)
            complain(reading, name, fmt::format("link '{}' does not hang on the root", name));
}

}  // namespace

std::vector<LimbDef> read_urdf(std::string_view text, const std::string& name, const UrdfOptions& options) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";  // that some editors put first
    if (text.substr(0, mark.size()) == mark) text.remove_prefix(mark.size());
    check_bytes(text, name);
    const std::string plain(text);
    UrdfReading reading;
    reading.name = name;
    reading.options = options;
    find_rows(plain, reading);
    read_tree(*parse_model(plain, reading), reading);
    if (reading.limbs.empty()) throw InputError(fmt::format("{}: none of its links has a mass", name));
    return reading.limbs;
}

std::vector<LimbDef> load_urdf(const std::string& path, bool floating) {
    return read_urdf(read_whole_file(path), path,
                     {floating, std::filesystem::path(path).parent_path().string()});
}

}  // namespace souple
