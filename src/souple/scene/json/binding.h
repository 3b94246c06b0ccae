// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// One description of a Def serves reading, the schema, the manual and writing:
//
//     void describe(Binder& b, ClothDef& d) {
//         b.field("stiffness", d.stiffness, {.unit = "N/m", .above = 0, .doc = "Of one spring."});
//     }
//     template <class Def> void read(const Document&, const Node&, path, Def&);   Node schema_of<Def>();
//
// A field may be Real, int, std::uint64_t, bool, std::string, Vec3, Quat (written as a rotation vector in
// degrees), Node (anything), an enum with `enum_names`, std::vector, std::array, std::optional,
// std::map<std::string, T>, another described struct, or a std::variant of described structs with
// `kind_name`.
//
//     inline auto enum_names(Method) { return std::array{EnumName{Method::Explicit, "explicit"}, ...}; }
//     inline const char* kind_name(const ClothDef&) { return "cloth"; }
//
// A struct must not contain itself: its schema would have no end.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "souple/scene/json/node.h"

namespace souple {

constexpr const char* file_format = "file";  ///< "format" of texts that name files, in the schema

/// What is allowed in a field and what the manual says about it. Bounds hold for every number of the field.
struct FieldOptions {
    const char* unit = "";
    std::optional<double> above = std::nullopt;
    std::optional<double> at_least = std::nullopt;
    std::optional<double> below = std::nullopt;
    std::optional<double> at_most = std::nullopt;
    bool required = false;
    bool is_file = false;      ///< text is a file name, made relative to the file it is written in
    int min_size = 0;          ///< entries of a list or characters of a text
    int max_size = -1;         ///< -1 for no limit
    const char* tag = "kind";  ///< key that chooses the alternative of a variant
    const char* doc = "";
};

template <class E>
struct EnumName {
    E value;
    const char* text;
};
template <class E>
EnumName(E, const char*) -> EnumName<E>;

/// Where reading stands: the document, for file names, and the path so far.
struct ReadContext {
    const Document* document = nullptr;
    std::string path;

    [[noreturn]] void fail(const Place& place, const std::string& message) const;
};

/// Lengthens the path of a context for as long as it lives.
class PathScope {
public:
    PathScope(ReadContext& context, std::string_view segment);
    ~PathScope() { context_.path.resize(length_); }
    PathScope(const PathScope&) = delete;
    PathScope& operator=(const PathScope&) = delete;

private:
    ReadContext& context_;
    std::size_t length_;
};

/// The visitor that `describe` talks to. It does one of three jobs with each field.
class Binder {
public:
    enum class Job { Read, Schema, Write };

    Binder(ReadContext& context, const Node& object, const char* tag);  ///< reads
    explicit Binder(Job job);                                           ///< makes a schema or writes

    template <class T>
    void field(const char* name, T& value, const FieldOptions& options = {});

    /// A condition between fields, placed after them: reading fails with `message` when it does not hold.
    void check(bool condition, const std::string& message);

    /// One sentence for the schema about the whole struct.
    void about(const char* text);

    /// Reading: complains about unknown keys, then missing ones, then failed checks.
    void finish() const;

    /// The schema or the written object.
    Node take();

private:
    const Node* find_field(const char* name, const FieldOptions& options);
    void add_property(const char* name, Node schema, Node initial, const FieldOptions& options);

    Job job_;
    ReadContext* context_ = nullptr;
    const Node* object_ = nullptr;
    std::vector<std::string> known_;
    std::string missing_;
    std::string failed_check_;
    std::string about_;
    Node out_;
    Node required_;
};

/// Reads a node of a document into a Def; keys that are not written leave the Def's value alone.
/// `path` is the path of the node, for errors. Throws SceneError.
template <class Def>
void read(const Document& document, const Node& node, std::string_view path, Def& def);

/// The same for the whole document.
template <class Def>
void read(const Document& document, Def& def);

/// JSON Schema (draft 07) of a Def, with defaults from `Def{}`. Stricter for whole numbers is only the
/// reader: it also refuses what does not fit an int.
template <class Def>
Node schema_of();

/// The Def as JSON, defaults included.
template <class Def>
Node to_node(Def def);

}  // namespace souple

#include "souple/scene/json/binding_values.h"
