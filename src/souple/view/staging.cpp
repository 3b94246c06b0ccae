// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/view/staging.h"

#include <cmath>

#include "souple/core/errors.h"

namespace souple {

namespace {

std::vector<float> numbers_of(bool value) { return {value ? 1.0f : 0.0f}; }
std::vector<float> numbers_of(Real value) { return {static_cast<float>(value)}; }
std::vector<float> numbers_of(const Vec3& v) {
    return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}
std::vector<float> numbers_of(const std::array<Real, 2>& pair) {
    return {static_cast<float>(pair[0]), static_cast<float>(pair[1])};
}

template <class T>
constexpr std::size_t number_count = 1;
template <>
constexpr std::size_t number_count<Vec3> = 3;
template <>
constexpr std::size_t number_count<std::array<Real, 2>> = 2;

void assign(const std::vector<float>& n, bool& value) { value = n[0] != 0; }
void assign(const std::vector<float>& n, Real& value) { value = n[0]; }
void assign(const std::vector<float>& n, Vec3& value) { value = Vec3(n[0], n[1], n[2]); }
void assign(const std::vector<float>& n, std::array<Real, 2>& value) { value = {n[0], n[1]}; }

/// Lists the wishes of a staging, or fills them in: one list of keys serves both.
class NoteWriter {
public:
    std::string part;
    std::vector<StagingNote> notes;

    template <class T>
    void operator()(const char* key, std::optional<T>& value) {
        if (value) notes.push_back({part, key, "", numbers_of(*value)});
    }
    void operator()(const char* key, bool& value) {
        if (value) notes.push_back({part, key, "", numbers_of(value)});
    }
    void operator()(const char* key, std::string& value) {
        if (!value.empty()) notes.push_back({part, key, value, {}});
    }
};

class NoteReader {
public:
    const StagingNote& note;

    template <class T>
    void operator()(const char* key, std::optional<T>& value) const {
        if (note.key == key) assign(numbers(number_count<T>), value.emplace());
    }
    void operator()(const char* key, bool& value) const {
        if (note.key == key) assign(numbers(1), value);
    }
    void operator()(const char* key, std::string& value) const {
        if (note.key == key) value = note.word;
    }

private:
    const std::vector<float>& numbers(std::size_t count) const {
        bool good = note.numbers.size() == count;
        for (const float number : note.numbers) good = good && std::isfinite(number);
        if (!good)
            throw InputError("the picture's '" + note.key + "' has wrong numbers: the file is damaged");
        return note.numbers;
    }
};

template <class Visitor>
void visit(Staging& s, Visitor& visitor) {
    visitor("camera.from", s.camera.from);
    visitor("camera.to", s.camera.to);
    visitor("camera.up", s.camera.up);
    visitor("camera.field_of_view", s.camera.field_of_view);
    visitor("ground", s.ground);
    visitor("sun", s.sun);
    visitor("background", s.background);
    visitor("time", s.time);
    visitor("trails", s.trails);
}

template <class Visitor>
void visit(Look& look, Visitor& visitor) {
    visitor("colour", look.colour);
    visitor("back", look.back);
    visitor("roughness", look.roughness);
    visitor("hidden", look.hidden);
    visitor("show", look.show);
    visitor("range", look.range);
}

}  // namespace

std::vector<StagingNote> to_notes(const Staging& staging) {
    Staging copy = staging;
    NoteWriter writer;
    visit(copy, writer);
    for (auto& [part, look] : copy.looks) {
        writer.part = part;
        visit(look, writer);
    }
    return std::move(writer.notes);
}

Staging staging_from(const std::vector<StagingNote>& notes) {
    Staging staging;
    for (const StagingNote& note : notes) {
        const NoteReader reader{note};
        if (note.part.empty())
            visit(staging, reader);
        else
            visit(staging.looks[note.part], reader);
    }
    return staging;
}

}  // namespace souple
