// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What the schema does not say and a scene needs: a small part of each kind that others can touch, names that
// there are, and keys that go together.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "souple/scene/json/node.h"

namespace souple::trials {

/// Small parts about the origin, by what is special about them; several may be of one kind.
const std::map<std::string, Node>& base_parts();

/// What besides its required keys an object of a kind needs to be accepted.
const std::vector<Member>& least_members(const std::string& kind);

/// Sets of keys of which an object takes one.
const std::vector<std::vector<std::string>>& rival_keys();

/// The largest moderate value of a whole number: of one that is an exponent of the cost it is small.
double most_moderate(std::string_view key);

/// What a text under this key may say. A key that is not known here gets the names of what is in every scene.
const std::vector<std::string>& words_for(std::string_view key);

}  // namespace souple::trials
