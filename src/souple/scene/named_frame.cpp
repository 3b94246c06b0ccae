// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/scene/named_frame.h"

#include <fmt/format.h>

#include <vector>

#include "souple/core/errors.h"
#include "souple/core/suggest.h"

namespace souple {

int frame_named(const Model& model, const Part& part, const std::string& name) {
    if (part.articulated < 0)
        throw InputError(
            fmt::format("part '{}' is not articulated: it has no links, name a frame", part.name));
    const ArticulatedTree& tree = model.trees[part.articulated];
    for (const auto* names : {&tree.link_names, &tree.joint_names})
        for (int k = static_cast<int>(names->size()) - 1; k >= 0; --k)
            if ((*names)[k] == name) return k;
    std::vector<std::string> known;
    for (const auto* names : {&tree.link_names, &tree.joint_names})
        for (const std::string& other : *names)
            if (!other.empty() && (known.empty() || known.back() != other)) known.push_back(other);
    throw InputError(fmt::format("part '{}' has no link or joint '{}'; {}", part.name, name,
                                 suggestion(name, known, "links and joints")));
}

}  // namespace souple
