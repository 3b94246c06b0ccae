// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Fuzzes the readers of mesh files: the first byte chooses the format, the rest is the file.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "souple/core/errors.h"
#include "souple/geometry/mesh_files.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view file(reinterpret_cast<const char*>(bytes) + 1, size - 1);
    try {
        switch (bytes[0] == '4' ? 4 : bytes[0] % 4) {
            case 0:
                souple::load_grouped_mesh_from_bytes(souple::MeshFormat::Obj, file, "fuzz");
                break;
            case 1:
                souple::load_grouped_mesh_from_bytes(souple::MeshFormat::Ply, file, "fuzz");
                break;
            case 2:
                souple::load_grouped_mesh_from_bytes(souple::MeshFormat::Gltf, file, "fuzz");
                break;
            case 4:
                souple::load_grouped_mesh_from_bytes(souple::MeshFormat::Stl, file, "fuzz");
                break;
            default:
                souple::load_sequence_from_bytes(file, "fuzz");
        }
    } catch (const souple::InputError&) {
        // a bad file must end here and nowhere else
    }
    return 0;
}
