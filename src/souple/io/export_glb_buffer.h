// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The numbers of a .glb: accessors into one binary buffer, which grows on disk.
#pragma once

#include <nlohmann/json.hpp>

#include "souple/io/export_files.h"
#include "souple/io/exports.h"

namespace souple {

class GlbBuffer {
public:
    /// The buffer waits in NAME.bin.part until the file is put together.
    explicit GlbBuffer(const std::string& name) : scratch_(name + ".bin") {}

    // each returns the number of a new accessor
    int add_positions(const std::vector<Vec3>& points);
    int add_normals(const std::vector<Vec3>& normals);
    /// How far each point of a morph target goes: three whole numbers for each, as normalised bytes or
    /// shorts. The file then needs the extension KHR_mesh_quantization.
    struct Steps {
        bool are_shorts = false;
    };
    int add_steps(const std::vector<std::int16_t>& numbers, const Steps& steps);
    /// On a texture as people see it, v upwards.
    int add_places(const std::vector<std::array<float, 2>>& places);
    int add_colours(const std::vector<float>& rgb);
    int add_indices(const std::vector<std::uint32_t>& indices);
    int add_times(const std::vector<Real>& times);
    /// What an animation puts out: SCALAR, VEC3 or VEC4, `numbers` in all.
    int add_values(const std::vector<Real>& numbers, const char* type);

    /// Header, JSON chunk, binary chunk.
    void write(nlohmann::json document, PartFiles& files);

private:
    enum class Target { None = 0, Vertices = 34962, Indices = 34963 };
    int add_floats(const std::vector<float>& numbers, int width, Target target, bool with_bounds);
    int add_accessor(std::string_view bytes, Target target, nlohmann::json accessor);

    ScratchFile scratch_;
    bool is_quantised_ = false;
    nlohmann::json views_ = nlohmann::json::array();
    nlohmann::json accessors_ = nlohmann::json::array();
};

}  // namespace souple
