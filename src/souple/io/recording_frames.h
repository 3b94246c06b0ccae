// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Frames as bytes: what stays the same about a structure is its form, stored once; what moves is stored in
// each frame.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "souple/io/recording.h"
#include "souple/view/frame.h"

namespace souple {

enum class StructureKind { Points, Discs, Curves, Surface, Instances, Hairs };

/// Everything about a structure but where it is and what its quantities measure.
struct StructureForm {
    StructureKind kind = StructureKind::Points;
    StructureHead head;        ///< quantities without values
    std::vector<int> indices;  ///< starts of curves, or corners of triangles
    std::vector<float> radii;  ///< [m]
    bool endless = false;
    std::uint32_t mesh = 0;          ///< of instances: the number of its chunk
    std::vector<std::string> names;  ///< of instances
};

/// Which numbers the forms and meshes of a recording have: what the file holds already is not written again.
class FormRegister {
public:
    /// Calls store(number, bytes) when the form is a new one.
    using Store = std::function<void(bool is_mesh, std::uint32_t number, const std::string& bytes)>;
    explicit FormRegister(Store store) : store_(std::move(store)) {}

    /// The next form or mesh that the file holds already, in the order of their numbers.
    void take_up(bool is_mesh, std::string bytes);

    std::uint32_t form_number(StructureForm form);
    std::uint32_t mesh_number(const InstancesView& view);

private:
    struct KnownForm {
        StructureForm form;
        std::uint32_t number = 0;
    };
    struct KnownMesh {
        std::shared_ptr<const SurfaceView> mesh;  ///< kept, so that its address stays its own
        std::string bytes;
        std::uint32_t number = 0;
    };
    Store store_;
    std::map<std::string, KnownForm> forms_;  ///< the last of each structure
    std::map<std::string, KnownMesh> meshes_;
    std::map<std::uint32_t, std::string> taken_up_;  ///< bytes of meshes, until a form says whose they are
    std::uint32_t count_ = 0;
};

std::string to_bytes(const RecordingHeader& header);
RecordingHeader header_from_bytes(std::string_view bytes);

std::string to_bytes(const Frame& frame, FormRegister& forms);
StructureForm form_from_bytes(std::string_view bytes);
SurfaceView mesh_from_bytes(std::string_view bytes);

/// How a frame's references are followed.
struct FormLookup {
    std::function<std::shared_ptr<const StructureForm>(std::uint32_t)> form;
    std::function<std::shared_ptr<const SurfaceView>(std::uint32_t)> mesh;
};
/// A frame that passes check(); InputError when the bytes hold none.
Frame frame_from_bytes(std::string_view bytes, const FormLookup& lookup);

}  // namespace souple
