// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Frames to bytes.
#include <algorithm>

#include "souple/core/parallel.h"
#include "souple/io/recording_bytes.h"
#include "souple/io/recording_frames.h"

namespace souple {

namespace {

std::uint32_t size32(std::size_t size) { return static_cast<std::uint32_t>(size); }

/// Three runs: x, y, z.
void put_places(const std::vector<Vec3>& places, RecordingBytes& out) {
    char* const room = out.make_room(12 * places.size());
    const auto fill_axis = [&](int k) {
        RecordingBytes::fill_run(room + 4 * places.size() * k, places.size(), [&](std::size_t i) {
            return std::bit_cast<std::uint32_t>(static_cast<float>(places[i][k]));
        });
    };
    constexpr std::size_t many = 4096;
    parallel_for(3, fill_axis, places.size() > many ? 1 : 3);
}

void put_quantity_values(const StructureHead& head, RecordingBytes& out) {
    for (const Quantity& quantity : head.quantities) {
        const std::size_t each = quantity.kind == QuantityKind::Scalar ? 1 : 3;
        const std::size_t count = quantity.values.size() / each;
        out.put32(size32(count));
        for (std::size_t k = 0; k < each; ++k)
            out.put_run(count, [&](std::size_t i) {
                return std::bit_cast<std::uint32_t>(quantity.values[each * i + k]);
            });
    }
}

void put_form(const StructureForm& form, RecordingBytes& out) {
    out.put32(static_cast<std::uint32_t>(form.kind));
    out.put_text(form.head.name);
    out.put_text(form.head.part);
    out.put32(form.endless ? 1 : 0);
    out.put32(form.mesh);
    out.put32(size32(form.head.quantities.size()));
    for (const Quantity& quantity : form.head.quantities) {
        out.put_text(quantity.name);
        out.put_text(quantity.unit);
        out.put32(static_cast<std::uint32_t>(quantity.kind));
        out.put32(static_cast<std::uint32_t>(quantity.place));
    }
    out.put_ints(form.indices);
    out.put_floats(form.radii);
    if (form.kind != StructureKind::Instances) return;
    out.put32(size32(form.names.size()));
    for (const std::string& name : form.names) out.put_text(name);
}

StructureHead without_values(const StructureHead& head) {
    StructureHead bare{head.name, head.part, {}};
    for (const Quantity& q : head.quantities)
        bare.quantities.push_back({q.name, q.unit, q.kind, q.place, {}});
    return bare;
}

bool is_same(const StructureForm& a, const StructureForm& b) {
    const auto alike = [](const Quantity& p, const Quantity& q) {
        return p.name == q.name && p.unit == q.unit && p.kind == q.kind && p.place == q.place;
    };
    const std::vector<Quantity>& p = a.head.quantities;
    const std::vector<Quantity>& q = b.head.quantities;
    return a.kind == b.kind && a.head.name == b.head.name && a.head.part == b.head.part &&
           std::equal(p.begin(), p.end(), q.begin(), q.end(), alike) && a.indices == b.indices &&
           a.radii == b.radii && a.endless == b.endless && a.mesh == b.mesh && a.names == b.names;
}

std::vector<int> corners_of(const SurfaceView& view) {
    std::vector<int> corners;
    corners.reserve(3 * view.triangles.size());
    for (const auto& triangle : view.triangles)
        corners.insert(corners.end(), triangle.begin(), triangle.end());
    return corners;
}

// form and motion of each kind of structure

StructureForm form_of(const PointsView& view, FormRegister&) {
    return {StructureKind::Points, without_values(view.head), {}, view.radii, false, 0, {}};
}
StructureForm form_of(const DiscsView& view, FormRegister&) {
    return {StructureKind::Discs, without_values(view.head), {}, view.radii, false, 0, {}};
}
StructureForm form_of(const CurvesView& view, FormRegister&) {
    const bool hairs = view.kind == CurvesKind::Hairs;
    return {hairs ? StructureKind::Hairs : StructureKind::Curves,
            without_values(view.head),
            view.first,
            view.radii,
            false,
            0,
            {}};
}
StructureForm surface_form(const SurfaceView& view) {
    return {StructureKind::Surface, without_values(view.head), corners_of(view), {}, false, 0, {}};
}
StructureForm form_of(const SurfaceView& view, FormRegister&) { return surface_form(view); }
StructureForm form_of(const InstancesView& view, FormRegister& forms) {
    return {StructureKind::Instances,
            without_values(view.head),
            {},
            {},
            view.endless,
            forms.mesh_number(view),
            view.names};
}

template <class View>
void put_motion(const View& view, RecordingBytes& out) {
    out.put32(size32(view.positions.size()));
    put_places(view.positions, out);
    if constexpr (std::is_same_v<View, DiscsView>) put_places(view.normals, out);
    put_quantity_values(view.head, out);
}

void put_motion(const InstancesView& view, RecordingBytes& out) {
    out.put32(size32(view.poses.size()));
    for (int k = 0; k < 7; ++k)
        out.put_run(view.poses.size(), [&](std::size_t i) {
            const Pose& pose = view.poses[i];
            const Real value = k < 3 ? pose.position[k] : pose.rotation.coeffs()[k - 3];
            return std::bit_cast<std::uint32_t>(static_cast<float>(value));
        });
    put_quantity_values(view.head, out);
}

template <class View>
void put_all(const std::vector<View>& views, FormRegister& forms, RecordingBytes& out) {
    for (const View& view : views) {
        out.put32(forms.form_number(form_of(view, forms)));
        put_motion(view, out);
    }
}

}  // namespace

std::uint32_t FormRegister::form_number(StructureForm form) {
    const auto [place, is_new] = forms_.try_emplace(form.head.name);
    KnownForm& known = place->second;
    if (!is_new && is_same(known.form, form)) return known.number;
    RecordingBytes bytes;
    put_form(form, bytes);
    known = {std::move(form), count_++};
    store_(false, known.number, bytes.bytes());
    return known.number;
}

std::uint32_t FormRegister::mesh_number(const InstancesView& view) {
    KnownMesh& known = meshes_[view.head.name];
    if (known.mesh == view.mesh) return known.number;
    known.mesh = view.mesh;
    RecordingBytes bytes;
    put_form(surface_form(*view.mesh), bytes);
    put_motion(*view.mesh, bytes);
    if (known.bytes == bytes.bytes()) return known.number;  // the same mesh at another address
    known.bytes = bytes.bytes();
    known.number = count_++;
    store_(true, known.number, known.bytes);
    return known.number;
}

void FormRegister::take_up(bool is_mesh, std::string bytes) {
    const std::uint32_t number = count_++;
    if (is_mesh) {
        taken_up_[number] = std::move(bytes);
        return;
    }
    StructureForm form = form_from_bytes(bytes);
    if (form.kind == StructureKind::Instances)
        if (const auto mesh = taken_up_.find(form.mesh); mesh != taken_up_.end())
            meshes_[form.head.name] = {nullptr, mesh->second, form.mesh};
    const std::string name = form.head.name;
    forms_[name] = {std::move(form), number};
}

std::string to_bytes(const RecordingHeader& header) {
    RecordingBytes out;
    out.put_text(header.title);
    out.put_text(header.scene);
    out.put_real(header.frames_per_second);
    const std::vector<StagingNote> notes = to_notes(header.staging);
    out.put32(size32(notes.size()));
    for (const StagingNote& note : notes) {
        out.put_text(note.part);
        out.put_text(note.key);
        out.put_text(note.word);
        out.put_floats(note.numbers);
    }
    return out.bytes();
}

std::string to_bytes(const Frame& frame, FormRegister& forms) {
    RecordingBytes out;
    out.put_real(frame.time);
    out.put64(static_cast<std::uint64_t>(frame.step));
    out.put32(size32(frame.points.size() + frame.discs.size() + frame.curves.size() + frame.surfaces.size() +
                     frame.instances.size()));
    put_all(frame.points, forms, out);
    put_all(frame.discs, forms, out);
    put_all(frame.curves, forms, out);
    put_all(frame.surfaces, forms, out);
    put_all(frame.instances, forms, out);
    return out.bytes();
}

}  // namespace souple
