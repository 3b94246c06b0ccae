// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/geometry/mesh_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>

#include "souple/core/errors.h"
#include "souple/core/read_file.h"
#include "souple/geometry/gltf_scene.h"
#include "souple/geometry/obj_file.h"
#include "souple/geometry/ply_file.h"
#include "souple/geometry/stl_file.h"
#include "souple/geometry/text_numbers.h"

namespace souple {

namespace fs = std::filesystem;

static TriangleMesh first_frame(MeshSequence sequence) {
    return {std::move(sequence.points[0]), std::move(sequence.triangles)};
}

static std::string extension_of(const std::string& path) {
    std::string extension = fs::path(path).extension().string();
    for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return extension;
}

TriangleMesh load_mesh(const std::string& path) {
    const std::string extension = extension_of(path);
    if (extension == ".gltf" || extension == ".glb")
        return first_frame(
            rest_pose(read_gltf(read_whole_file(path), path, fs::path(path).parent_path().string())));
    return load_grouped_mesh(path).mesh;
}

TriangleMesh load_mesh_from_bytes(MeshFormat format, std::string_view bytes, const std::string& name) {
    if (format == MeshFormat::Gltf) return first_frame(rest_pose(read_gltf(bytes, name, std::nullopt)));
    return load_grouped_mesh_from_bytes(format, bytes, name).mesh;
}

GroupedMesh load_grouped_mesh(const std::string& path) {
    const std::string extension = extension_of(path);
    if (extension == ".obj") return read_obj(read_whole_file(path), path);
    if (extension == ".ply") return {read_ply(read_whole_file(path), path), {}};
    if (extension == ".stl") return {read_stl(read_whole_file(path), path), {}};
    if (extension == ".gltf" || extension == ".glb")
        return grouped_rest_pose(
            read_gltf(read_whole_file(path), path, fs::path(path).parent_path().string()));
    throw InputError(
        fmt::format("{}: '{}' is not a mesh format (.obj, .ply, .stl, .gltf, .glb)", path, extension));
}

GroupedMesh load_grouped_mesh_from_bytes(MeshFormat format, std::string_view bytes, const std::string& name) {
    if (format == MeshFormat::Obj) return read_obj(bytes, name);
    if (format == MeshFormat::Ply) return {read_ply(bytes, name), {}};
    if (format == MeshFormat::Stl) return {read_stl(bytes, name), {}};
    return grouped_rest_pose(read_gltf(bytes, name, std::nullopt));
}

MeshSequence load_sequence_from_bytes(std::string_view gltf, const std::string& name) {
    return animated(read_gltf(gltf, name, std::nullopt));
}

namespace {

/// The number in a file's name where the pattern has its run of #, or nothing.
std::optional<int> frame_number(std::string_view file, std::string_view prefix, std::string_view suffix,
                                std::size_t digits) {
    if (file.size() < prefix.size() + suffix.size() + digits) return std::nullopt;
    if (!file.starts_with(prefix) || !file.ends_with(suffix)) return std::nullopt;
    const std::string_view number = file.substr(prefix.size(), file.size() - prefix.size() - suffix.size());
    const bool all_digits = number.find_first_not_of("0123456789") == std::string_view::npos;
    if (!all_digits || (number.size() > digits && number[0] == '0')) return std::nullopt;
    return parse_number<int>(number);
}

/// Number and path of every frame, by number.
std::vector<std::pair<int, std::string>> find_frames(const std::string& pattern) {
    const fs::path path(pattern);
    const std::string file = path.filename().string();
    const std::size_t begin = file.find('#'), end = std::min(file.find_first_not_of('#', begin), file.size());
    const std::string_view prefix = std::string_view(file).substr(0, begin);
    const std::string_view suffix = std::string_view(file).substr(end);
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    std::vector<std::pair<int, std::string>> frames;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), last; !error && it != last; it.increment(error))
        if (const auto number = frame_number(it->path().filename().string(), prefix, suffix, end - begin))
            frames.emplace_back(*number, it->path().string());
    std::sort(frames.begin(), frames.end());
    if (frames.empty()) throw InputError(pattern + ": no file matches");
    return frames;
}

MeshSequence load_numbered(const std::string& pattern, Real frames_per_second) {
    if (!(frames_per_second > 0)) throw InputError(pattern + ": frames per second must be positive");
    MeshSequence sequence;
    const auto frames = find_frames(pattern);
    for (const auto& [number, path] : frames) {
        TriangleMesh mesh = load_mesh(path);
        if (sequence.points.empty()) sequence.triangles = mesh.triangles;
        if (mesh.triangles != sequence.triangles ||
            (!sequence.points.empty() && mesh.points.size() != sequence.points[0].size()))
            throw InputError(path + ": points or triangles differ from those of " + frames[0].second);
        sequence.times.push_back((number - frames[0].first) / frames_per_second);
        sequence.points.push_back(std::move(mesh.points));
    }
    return sequence;
}

/// Two times of a sequence, and how far from the first to the second.
struct BetweenTimes {
    std::size_t before = 0, after = 0;
    Real share = 0;
};

BetweenTimes between_times(const MeshSequence& sequence, Real time) {
    SOUPLE_ASSERT(!sequence.times.empty());
    const auto after = std::upper_bound(sequence.times.begin(), sequence.times.end(), time);
    const std::size_t next = static_cast<std::size_t>(after - sequence.times.begin());
    if (next == 0 || next == sequence.times.size()) {
        const std::size_t held = next == 0 ? 0 : next - 1;
        return {held, held, 0};
    }
    const Real start = sequence.times[next - 1];
    return {next - 1, next, (time - start) / (sequence.times[next] - start)};
}

Vec3 place_between(const MeshSequence& sequence, const BetweenTimes& at, std::size_t point) {
    const Vec3 &a = sequence.points[at.before][point], &b = sequence.points[at.after][point];
    return a + at.share * (b - a);
}

}  // namespace

MeshSequence load_sequence(const std::string& path, Real frames_per_second) {
    if (fs::path(path).filename().string().find('#') != std::string::npos)
        return load_numbered(path, frames_per_second);
    const std::string extension = extension_of(path);
    if (extension == ".gltf" || extension == ".glb")
        return animated(read_gltf(read_whole_file(path), path, fs::path(path).parent_path().string()));
    TriangleMesh mesh = load_mesh(path);
    return {std::move(mesh.triangles), {0}, {std::move(mesh.points)}};
}

void points_at(const MeshSequence& sequence, Real time, std::vector<Vec3>& out) {
    out.resize(sequence.points.front().size());
    const BetweenTimes at = between_times(sequence, time);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = place_between(sequence, at, i);
}

Vec3 point_at(const MeshSequence& sequence, int point, Real time) {
    return place_between(sequence, between_times(sequence, time), point);
}

}  // namespace souple
