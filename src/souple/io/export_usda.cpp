// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Universal Scene Description as text, with time samples: meshes that may change their topology, curves,
// points and moving instances.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "souple/io/export_looks.h"
#include "souple/io/export_survey.h"
#include "souple/io/export_usda_layer.h"

namespace souple {

namespace {

struct UsdFilm {
    UsdLayer layer;
    ScratchFile scratch;
    const Staging& staging;
    std::set<std::string> names = {"materials"};  ///< taken below the root
    UsdPrim materials{"Scope", "materials", "/film/materials"};
};

/// Time code of a time [s]; whole when the film keeps its beat.
Real code_of(Real time, Real frames_per_second) {
    const Real code = time * frames_per_second, whole = std::round(code);
    return std::abs(code - whole) < 1e-6 ? whole : code;
}

std::string unique_name(UsdFilm& film, const std::string& wish) {
    std::string name = plain_name(wish);
    for (int k = 2; !film.names.insert(name).second; ++k) name = fmt::format("{}_{}", plain_name(wish), k);
    return name;
}

UsdPrim make_prim(UsdFilm& film, const std::string& type, const std::string& wish) {
    UsdPrim prim{type, unique_name(film, wish), ""};
    prim.path = "/film/" + prim.name;
    prim.is_there.assign(film.layer.codes.size(), false);
    return prim;
}

std::string usd_colour(const Vec3f& c) { return fmt::format("({}, {}, {})", c[0], c[1], c[2]); }

/// A preview material of this paint; returns its path.
std::string usd_material(UsdFilm& film, const PiecePaint& paint, const std::string& wish) {
    std::string name = wish;
    const auto is_taken = [&](const UsdPrim& known) { return known.name == name; };
    for (int k = 2; std::any_of(film.materials.children.begin(), film.materials.children.end(), is_taken);
         ++k)
        name = fmt::format("{}_{}", wish, k);
    const std::string path = film.materials.path + "/" + name;
    UsdPrim shader{"Shader", "shader", path + "/shader"};
    shader.fixed_lines = {"uniform token info:id = \"UsdPreviewSurface\"",
                          fmt::format("color3f inputs:diffuseColor = {}", usd_colour(paint.colour)),
                          fmt::format("float inputs:roughness = {}", paint.roughness),
                          "token outputs:surface"};
    UsdPrim material{"Material", name, path};
    material.fixed_lines = {fmt::format("token outputs:surface.connect = <{}/shader.outputs:surface>", path)};
    material.children.push_back(std::move(shader));
    film.materials.children.push_back(std::move(material));
    return path;
}

/// Gives a prim a material, and the same colour to readers that know no materials. What has colours on its
/// nodes or faces gets none, since a material would hide them.
void paint(UsdFilm& film, const FilmPiece& piece, UsdPrim& prim) {
    prim.metadata.push_back("prepend apiSchemas = [\"MaterialBindingAPI\"]");
    if (colours_of(piece) || colours_of(piece, QuantityPlace::Faces)) return;
    const PiecePaint painted = paint_of(piece, film.staging);
    prim.fixed_lines.push_back(
        fmt::format("rel material:binding = <{}>", usd_material(film, painted, prim.name)));
    prim.fixed_lines.push_back(
        fmt::format("color3f[] primvars:displayColor = [{}] ( interpolation = \"constant\" )",
                    usd_colour(painted.colour)));
}

const char* type_of(PieceKind kind) {
    return kind == PieceKind::Surface ? "Mesh" : kind == PieceKind::Curves ? "BasisCurves" : "Points";
}

std::vector<std::string> fixed_lines(PieceKind kind) {
    if (kind == PieceKind::Surface)
        return {"uniform token subdivisionScheme = \"none\"", "uniform bool doubleSided = 1"};
    if (kind == PieceKind::Curves)
        return {"uniform token type = \"linear\"", "uniform token wrap = \"nonperiodic\""};
    return {};
}

std::string extent_of(const std::vector<Vec3>& points) {
    Vec3 low = points.front(), high = low;
    for (const Vec3& p : points) {
        low = low.cwiseMin(p);
        high = high.cwiseMax(p);
    }
    return usd_points({low, high});
}

void add_topology(const FilmPiece& piece, Real code, UsdPrim& prim, ScratchFile& scratch) {
    std::vector<int> counts, corners;
    if (piece.kind == PieceKind::Surface) {
        counts.assign(piece.triangles.size(), 3);
        for (const auto& triangle : piece.triangles)
            corners.insert(corners.end(), triangle.begin(), triangle.end());
        add_sample(prim, scratch, {"int[] faceVertexCounts", ""}, code, usd_integers(counts));
        add_sample(prim, scratch, {"int[] faceVertexIndices", ""}, code, usd_integers(corners));
    } else if (piece.kind == PieceKind::Curves) {
        for (std::size_t k = 0; k + 1 < piece.first.size(); ++k)
            counts.push_back(piece.first[k + 1] - piece.first[k]);
        add_sample(prim, scratch, {"int[] curveVertexCounts", ""}, code, usd_integers(counts));
    }
}

void add_quantities(const FilmPiece& piece, Real code, UsdPrim& prim, ScratchFile& scratch) {
    bool has_colour = false;
    for (const QuantityColumn& column : quantity_columns({&piece, 1})) {
        const Quantity& quantity = *find_quantity(piece, column);
        const char* type = column.kind == QuantityKind::Scalar   ? "float[]"
                           : column.kind == QuantityKind::Vector ? "vector3f[]"
                                                                 : "color3f[]";
        const bool is_first_colour = column.kind == QuantityKind::Colour && !has_colour;
        has_colour = has_colour || is_first_colour;
        const std::string name = is_first_colour ? "displayColor" : column.name;
        const UsdAttribute head{fmt::format("{} primvars:{}", type, name),
                                column.place == QuantityPlace::Nodes ? "vertex" : "uniform"};
        add_sample(prim, scratch, head, code,
                   column.width() == 1 ? usd_floats(quantity.values) : usd_triples(quantity.values));
    }
}

void add_piece(const FilmPiece& piece, Real code, UsdPrim& prim, ScratchFile& scratch) {
    add_topology(piece, code, prim, scratch);
    add_sample(prim, scratch, {"point3f[] points", ""}, code, usd_points(piece.positions));
    add_sample(prim, scratch, {"float3[] extent", ""}, code, extent_of(piece.positions));
    if (!piece.corner_normals.empty())
        add_sample(prim, scratch, {"normal3f[] normals", "faceVarying"}, code,
                   usd_normals(piece.corner_normals));
    else if (piece.kind == PieceKind::Surface)
        add_sample(prim, scratch, {"normal3f[] normals", "vertex"}, code,
                   usd_normals(node_normals(piece.positions, piece.triangles)));
    else if (!piece.normals.empty())
        add_sample(prim, scratch, {"normal3f[] normals", ""}, code, usd_points(piece.normals));
    if (const auto places = texture_places(piece); !places.empty())
        add_sample(prim, scratch, {"texCoord2f[] primvars:st", "vertex"}, code, usd_pairs(places));
    if (!piece.radii.empty()) {
        std::vector<float> widths = piece.radii;
        for (float& width : widths) width *= 2;
        add_sample(prim, scratch, {"float[] widths", "vertex"}, code, usd_floats(widths));
    }
    add_quantities(piece, code, prim, scratch);
}

/// A prim that moves, with the mesh inside; all but the first refer to the mesh of the first.
UsdPrim make_instance(UsdFilm& film, const InstancesView& instances, std::size_t pose, const UsdPrim* first) {
    UsdPrim prim = make_prim(film, "Xform", instance_name(instances, pose));
    prim.fixed_lines = {"uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\"]"};
    FilmPiece piece = rigid_piece(instances);
    piece.own_colour = instance_colour(instances, pose);
    paint(film, piece, prim);
    UsdPrim mesh{"Mesh", "mesh", prim.path + "/mesh"};
    if (first) {
        mesh.metadata = {fmt::format("references = <{}>", first->children.front().path)};
    } else {
        add_corner_normals(piece);
        mesh.fixed_lines = fixed_lines(PieceKind::Surface);
        add_piece(piece, 0, mesh, film.scratch);
    }
    prim.children.push_back(std::move(mesh));
    return prim;
}

void add_pose(UsdFilm& film, const Pose& pose, std::size_t frame, UsdPrim& prim) {
    const Vec3& p = pose.position;
    const Quat q = pose.rotation.normalized();
    const Real code = film.layer.codes[frame];
    prim.is_there[frame] = true;
    add_sample(prim, film.scratch, {"double3 xformOp:translate", ""}, code,
               fmt::format("({}, {}, {})", p.x(), p.y(), p.z()));
    add_sample(prim, film.scratch, {"quatf xformOp:orient", ""}, code,
               fmt::format("({}, {}, {}, {})", static_cast<float>(q.w()), static_cast<float>(q.x()),
                           static_cast<float>(q.y()), static_cast<float>(q.z())));
}

struct InstanceGroup {
    std::string name;
    std::vector<UsdPrim> prims = {};
};

void add_instances(UsdFilm& film, const InstancesView& instances, std::size_t frame,
                   std::vector<InstanceGroup>& groups) {
    if (!instances.mesh || instances.mesh->positions.empty() || instances.mesh->triangles.empty()) return;
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const InstanceGroup& known) { return known.name == instances.head.name; });
    if (group == groups.end()) group = groups.insert(groups.end(), InstanceGroup{instances.head.name});
    for (std::size_t k = 0; k < instances.poses.size(); ++k) {
        if (k == group->prims.size())
            group->prims.push_back(
                make_instance(film, instances, k, k == 0 ? nullptr : &group->prims.front()));
        add_pose(film, instances.poses[k], frame, group->prims[k]);
    }
}

void collect(UsdFilm& usd, const Film& film, const FilmSurvey& found, const ExportSettings& settings) {
    std::vector<UsdPrim> structures;
    for (const SurveyedStructure& structure : found.structures) {
        structures.push_back(make_prim(usd, type_of(structure.kind), structure.name));
        structures.back().fixed_lines = fixed_lines(structure.kind);
    }
    std::vector<InstanceGroup> groups;
    for (std::size_t i = 0; i < usd.layer.codes.size(); ++i) {
        const Frame frame = film.frame(static_cast<int>(i));
        for (const FilmPiece& piece : loose_pieces(frame))
            for (std::size_t k = 0; k < structures.size(); ++k)
                if (found.structures[k].name == piece.name && found.structures[k].kind == piece.kind) {
                    if (structures[k].metadata.empty()) paint(usd, piece, structures[k]);
                    structures[k].is_there[i] = !paint_of(piece, usd.staging).hidden;
                    add_piece(piece, usd.layer.codes[i], structures[k], usd.scratch);
                }
        for (const InstancesView& instances : frame.instances) add_instances(usd, instances, i, groups);
        report_progress(settings, static_cast<int>(i) + 1);
    }
    usd.layer.prims = std::move(structures);
    for (InstanceGroup& group : groups)
        for (UsdPrim& prim : group.prims) usd.layer.prims.push_back(std::move(prim));
    usd.layer.prims.push_back(std::move(usd.materials));
}

}  // namespace

ExportResult export_usda(const Film& whole, const ExportSettings& settings) {
    const Film film = film_for_export(whole, settings);
    const FilmSurvey found = survey(film);
    const std::int64_t estimate = admit(ExportFormat::Usda, found, film, settings);
    UsdFilm usd{
        {film.title, film.frames_per_second, {}}, ScratchFile(settings.path + ".samples"), film.staging};
    for (const Real time : found.times) usd.layer.codes.push_back(code_of(time, film.frames_per_second));
    collect(usd, film, found, settings);
    PartFiles files;
    files.open(settings.path);
    write_layer(usd.layer, usd.scratch, files);
    files.commit();
    return {files.names(), estimate, files.bytes(), {}};
}

}  // namespace souple
