// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What a scene may say, worked out from the schema: each key with some values, so that a new key takes part
// by itself. And how such a value is put into a scene, with all that must stand around it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "souple/scene/json/node.h"

namespace souple::trials {

/// One step into a schema: to a key, into a list, or to one kind of several.
struct SchemaStep {
    enum class Kind { Member, Item, Alternative };
    Kind kind = Kind::Member;
    std::string name;
};

/// A place in the schema and a value for it.
struct Option {
    std::vector<SchemaStep> way;
    Node value;
    bool is_presence = false;  ///< the value only says that the object is there: what is there may stay
    std::string text;          ///< for people: parts=rigid/bodies/shape=box/size = [1, 1, 1]
};

/// Every option below a schema; without `moderate` numbers go to the ends of what is allowed, which may ask
/// for more memory than there is.
std::vector<Option> options_of(const Node& schema, bool moderate);

/// The least that a schema accepts: required keys, and no kind but the one asked for.
Node least_of(const Node& schema, std::string_view key = "");

/// The schema that a step leads to; null when there is none.
const Node* schema_after(const Node& schema, const SchemaStep& step);

/// Puts a value where the steps lead from `at`, whose schema is given; what is missing on the way is made.
void place(Node& at, const Node& schema, std::span<const SchemaStep> way, const Option& option,
           std::string_view key = "");

/// Of a schema with alternatives: their names.
std::vector<std::string> kinds_of(const Node& schema);

}  // namespace souple::trials
