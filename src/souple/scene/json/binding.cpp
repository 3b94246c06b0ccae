// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The three jobs of the visitor that are the same for all types.
#include "souple/scene/json/binding.h"

#include <fmt/format.h>

#include <algorithm>

#include "souple/core/suggest.h"
#include "souple/scene/json/write.h"

namespace souple {

void ReadContext::fail(const Place& place, const std::string& message) const {
    throw error_at(*document, place, path, message);
}

PathScope::PathScope(ReadContext& context, std::string_view segment)
    : context_(context), length_(context.path.size()) {
    if (!context.path.empty()) context.path += '.';
    context.path += segment;
}

Binder::Binder(ReadContext& context, const Node& object, const char* tag)
    : job_(Job::Read), context_(&context), object_(&object) {
    if (tag) known_.emplace_back(tag);
}

Binder::Binder(Job job) : job_(job), out_(make_object()), required_(make_array()) {}

void Binder::check(bool condition, const std::string& message) {
    if (job_ == Job::Read && !condition && failed_check_.empty()) failed_check_ = message;
}

void Binder::about(const char* text) { about_ = text; }

void Binder::finish() const {
    for (const Member& member : object_->members) {
        if (std::find(known_.begin(), known_.end(), member.key) != known_.end()) continue;
        const std::string hint = suggestion(member.key, known_, "keys");
        const PathScope scope(*context_, member.key);
        context_->fail(member.key_place, fmt::format("unknown key {}; {}", quote_short(member.key), hint));
    }
    if (!missing_.empty()) context_->fail(object_->place, fmt::format("missing key {}", quote(missing_)));
    if (!failed_check_.empty()) context_->fail(object_->place, failed_check_);
}

Node Binder::take() {
    if (job_ == Job::Write) return std::move(out_);
    Node schema = make_object({{"type", "object"}});
    if (!about_.empty()) set_member(schema, "description", about_);
    set_member(schema, "properties", std::move(out_));
    if (!required_.items.empty()) set_member(schema, "required", std::move(required_));
    set_member(schema, "additionalProperties", false);
    return schema;
}

const Node* Binder::find_field(const char* name, const FieldOptions& options) {
    known_.emplace_back(name);
    const Node* found = find_member(*object_, name);
    if (!found && options.required && missing_.empty()) missing_ = name;
    return found;
}

void Binder::add_property(const char* name, Node schema, Node initial, const FieldOptions& options) {
    std::string description = options.doc;
    if (*options.unit) description += fmt::format("{}[{}]", description.empty() ? "" : " ", options.unit);
    if (!description.empty()) set_member(schema, "description", description);
    // the fields of a struct carry their own defaults
    const bool has_own = find_member(schema, "properties") || find_member(schema, "oneOf");
    if (!options.required && !has_own && !initial.is(NodeKind::Null))
        set_member(schema, "default", std::move(initial));
    if (options.required) append(required_, name);
    set_member(out_, name, std::move(schema));
}

}  // namespace souple
