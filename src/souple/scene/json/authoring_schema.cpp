// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The schema of a file as people write it, from the schema of the complete document.
#include <algorithm>

#include "souple/scene/json/resolve.h"

namespace souple {

namespace {

Node text_schema(const char* description) {
    return make_object({{"type", "string"}, {"description", description}});
}

Node vector_schema(const char* description) {
    return make_object({{"type", "array"},
                        {"minItems", 3},
                        {"maxItems", 3},
                        {"items", make_object({{"type", "number"}})},
                        {"description", description}});
}

Node instance_schema() {
    Node properties = make_object(
        {{"kind", make_object({{"const", "instance"}})},
         {"name", make_object({{"type", "string"},
                               {"minLength", 1},
                               {"description", "Comes before the names of the parts, with a dot."}})},
         {"template", text_schema("Which template to lay down.")},
         {"position", vector_schema("Where its origin goes. [m]")},
         {"rotation", vector_schema("Rotation vector. [degrees]")},
         {"set", make_object({{"type", "object"},
                              {"description", "Values to change, by path: \"cloth.stiffness\": 5."}})}});
    return make_object({{"type", "object"},
                        {"properties", std::move(properties)},
                        {"required", make_array({"kind", "name", "template"})},
                        {"additionalProperties", false}});
}

Node template_schema() {
    Node parts = make_object({{"$ref", "#/properties/parts"}});
    return make_object({{"type", "object"},
                        {"properties", make_object({{"parts", std::move(parts)}})},
                        {"required", make_array({"parts"})},
                        {"additionalProperties", false}});
}

/// A part may take its keys from a material, so that only its kind is always there.
void widen_part(Node& part) {
    Node* properties = find_member(part, "properties");
    if (!properties) return;
    set_member(*properties, "material", text_schema("Name of the material whose keys are the defaults."));
    set_member(part, "required", make_array({"kind"}));
}

}  // namespace

void add_authoring_schema(Node& schema) {
    Node* properties = find_member(schema, "properties");
    if (!properties) return;
    remove_member(schema, "required");
    Node* parts = find_member(*properties, "parts");
    Node* items = parts ? find_member(*parts, "items") : nullptr;
    Node* kinds = items ? find_member(*items, "oneOf") : nullptr;
    if (kinds) {
        for (Node& part : kinds->items) widen_part(part);
        append(*kinds, instance_schema());
        set_member(*properties, "templates",
                   make_object({{"type", "object"},
                                {"description", "Groups of parts that instances lay down."},
                                {"additionalProperties", template_schema()}}));
    }
    set_member(*properties, "include",
               make_object({{"type", "array"},
                            {"items", make_object({{"type", "string"}, {"minLength", 1}})},
                            {"description", "Files to merge under this one, relative to it."}}));
    Node material = make_object(
        {{"type", "object"}, {"properties", make_object({{"based_on", text_schema("Another material.")}})}});
    set_member(*properties, "materials",
               make_object({{"type", "object"},
                            {"description", "Named sets of keys for parts."},
                            {"additionalProperties", std::move(material)}}));
}

}  // namespace souple
