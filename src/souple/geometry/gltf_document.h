// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A glTF 2.0 file taken apart: its JSON, its buffers and the numbers inside them. No crash on any bytes.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "souple/core/types.h"

namespace souple {

struct GltfDocument {
    std::string name;  ///< for errors
    nlohmann::json json;
    std::vector<std::string> buffers;

    [[noreturn]] void fail(const std::string& problem) const;
    /// The object number `index` of a top-level array.
    const nlohmann::json& item(const char* array, std::size_t index) const;
    std::size_t count(const char* array) const;
    /// A non-negative integer member; the fallback when it is absent, an error when there is none.
    std::size_t natural(const nlohmann::json& object, const char* key,
                        std::optional<std::size_t> fallback = {}) const;
};

/// Text or binary, told by the first bytes. Buffers are inside, or files in `folder` and below when there is
/// one.
GltfDocument read_gltf(std::string_view bytes, const std::string& name,
                       const std::optional<std::string>& folder);

/// All numbers of accessor `index`, `width` of them for each entry. Normalised integers are scaled.
std::vector<Real> read_accessor(const GltfDocument& document, std::size_t index, std::size_t width);

}  // namespace souple
