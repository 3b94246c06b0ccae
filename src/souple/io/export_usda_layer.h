// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A USD layer as text: prims whose attributes have values at time codes. Values wait in a scratch file, since
// a film brings them frame by frame and the text wants them attribute by attribute.
#pragma once

#include "souple/io/export_files.h"
#include "souple/io/exports.h"

namespace souple {

struct UsdAttribute {
    struct Sample {
        Real code = 0;  ///< time code
        ScratchFile::Block text = {};
    };
    std::string declaration;    ///< "point3f[] points"
    std::string interpolation;  ///< of a primvar: vertex, uniform, constant; or empty
    std::uint64_t last_hash = 0;
    std::vector<Sample> samples = {};
};

struct UsdPrim {
    std::string type;                           ///< Mesh, BasisCurves, Points, Xform
    std::string name;                           ///< a plain name, unique among its siblings
    std::string path;                           ///< from the root, with the name
    std::vector<std::string> metadata = {};     ///< lines such as `references = </film/box/mesh>`
    std::vector<std::string> fixed_lines = {};  ///< attributes that are always the same
    std::vector<UsdAttribute> attributes = {};
    std::vector<bool> is_there = {};  ///< for each frame
    std::vector<UsdPrim> children = {};
};

/// Adds a value; the attribute is made when it is new.
void add_sample(UsdPrim& prim, ScratchFile& scratch, const UsdAttribute& head, Real code,
                const std::string& text);

struct UsdLayer {
    std::string title;
    Real frames_per_second = 30;
    std::vector<Real> codes;  ///< the time code of each frame
    std::vector<UsdPrim> prims = {};
};

void write_layer(const UsdLayer& layer, ScratchFile& scratch, PartFiles& files);

// values as text
std::string usd_points(const std::vector<Vec3>& points);
std::string usd_floats(const std::vector<float>& numbers);
std::string usd_triples(const std::vector<float>& numbers);
std::string usd_pairs(const std::vector<std::array<float, 2>>& pairs);
/// Of unit length, to a ten-thousandth.
std::string usd_normals(const std::vector<Vec3>& normals);
std::string usd_integers(const std::vector<int>& numbers);

}  // namespace souple
