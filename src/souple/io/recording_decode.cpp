// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Bytes to frames.
#include <cmath>
#include <set>

#include "souple/io/recording_bytes.h"
#include "souple/io/recording_frames.h"
#include "souple/view/check_frame.h"

namespace souple {

namespace {

template <class Choice>
Choice get_choice(RecordingParser& in, Choice last) {
    const std::uint32_t value = in.get32();
    if (value > static_cast<std::uint32_t>(last)) throw InputError("a kind is unknown: the file is damaged");
    return static_cast<Choice>(value);
}

StructureForm get_form(RecordingParser& in) {
    StructureForm form;
    form.kind = get_choice(in, StructureKind::Hairs);
    form.head.name = in.get_text();
    form.head.part = in.get_text();
    form.endless = in.get32() != 0;
    form.mesh = in.get32();
    const std::uint32_t quantities = in.get_count(16);  // two empty texts and two kinds
    for (std::uint32_t q = 0; q < quantities; ++q) {
        Quantity quantity;
        quantity.name = in.get_text();
        quantity.unit = in.get_text();
        quantity.kind = get_choice(in, QuantityKind::Colour);
        quantity.place = get_choice(in, QuantityPlace::Faces);
        form.head.quantities.push_back(std::move(quantity));
    }
    form.indices = in.get_ints();
    form.radii = in.get_floats();
    if (form.kind == StructureKind::Instances && !in.is_at_end()) {  // version 3 ends here
        form.names.resize(in.get_count(4));
        for (std::string& name : form.names) name = in.get_text();
    }
    return form;
}

std::vector<Vec3> get_places(RecordingParser& in, std::size_t count) {
    std::vector<Vec3> places(count);
    for (int k = 0; k < 3; ++k)
        in.get_run(count,
                   [&](std::size_t i, std::uint32_t word) { places[i][k] = std::bit_cast<float>(word); });
    return places;
}

void get_quantity_values(RecordingParser& in, StructureHead& head) {
    for (Quantity& quantity : head.quantities) {
        const std::size_t each = quantity.kind == QuantityKind::Scalar ? 1 : 3;
        const std::size_t count = in.get_count(4 * each);
        quantity.values.resize(each * count);
        for (std::size_t k = 0; k < each; ++k)
            in.get_run(count, [&](std::size_t i, std::uint32_t word) {
                quantity.values[each * i + k] = std::bit_cast<float>(word);
            });
    }
}

std::vector<std::array<int, 3>> triangles_of(const StructureForm& form) {
    if (form.indices.size() % 3 != 0)
        throw InputError("a triangle has no three corners: the file is damaged");
    std::vector<std::array<int, 3>> triangles(form.indices.size() / 3);
    for (std::size_t i = 0; i < form.indices.size(); ++i) triangles[i / 3][i % 3] = form.indices[i];
    return triangles;
}

PointsView get_points(RecordingParser& in, const StructureForm& form) {
    PointsView view{form.head, get_places(in, in.get_count(12)), form.radii};
    get_quantity_values(in, view.head);
    return view;
}

DiscsView get_discs(RecordingParser& in, const StructureForm& form) {
    const std::size_t count = in.get_count(24);
    DiscsView view{form.head, get_places(in, count), {}, form.radii};
    view.normals = get_places(in, count);
    get_quantity_values(in, view.head);
    return view;
}

CurvesView get_curves(RecordingParser& in, const StructureForm& form) {
    CurvesView view{form.head, get_places(in, in.get_count(12)), form.indices, form.radii,
                    form.kind == StructureKind::Hairs ? CurvesKind::Hairs : CurvesKind::Strands};
    get_quantity_values(in, view.head);
    return view;
}

SurfaceView get_surface(RecordingParser& in, const StructureForm& form) {
    SurfaceView view{form.head, get_places(in, in.get_count(12)), triangles_of(form)};
    get_quantity_values(in, view.head);
    return view;
}

InstancesView get_instances(RecordingParser& in, const StructureForm& form, const FormLookup& lookup) {
    InstancesView view{form.head, lookup.mesh(form.mesh), {}, form.endless, form.names};
    view.poses.resize(in.get_count(28));
    for (int k = 0; k < 7; ++k)
        in.get_run(view.poses.size(), [&](std::size_t i, std::uint32_t word) {
            Real& value = k < 3 ? view.poses[i].position[k] : view.poses[i].rotation.coeffs()[k - 3];
            value = std::bit_cast<float>(word);
        });
    // rounding to 32 bits left the quaternions a little off unit length
    for (Pose& pose : view.poses)
        if (std::abs(pose.rotation.squaredNorm() - 1) < 1e-3) pose.rotation.normalize();
    get_quantity_values(in, view.head);
    return view;
}

void get_structure(RecordingParser& in, const StructureForm& form, const FormLookup& lookup, Frame& frame) {
    switch (form.kind) {
        case StructureKind::Points:
            frame.points.push_back(get_points(in, form));
            break;
        case StructureKind::Discs:
            frame.discs.push_back(get_discs(in, form));
            break;
        case StructureKind::Curves:
        case StructureKind::Hairs:
            frame.curves.push_back(get_curves(in, form));
            break;
        case StructureKind::Surface:
            frame.surfaces.push_back(get_surface(in, form));
            break;
        case StructureKind::Instances:
            frame.instances.push_back(get_instances(in, form, lookup));
            break;
    }
}

Staging get_staging(RecordingParser& in) {
    std::vector<StagingNote> notes(in.get_count(16));  // three empty texts and an empty list
    for (StagingNote& note : notes) {
        note.part = in.get_text();
        note.key = in.get_text();
        note.word = in.get_text();
        note.numbers = in.get_floats();
    }
    return staging_from(notes);
}

}  // namespace

RecordingHeader header_from_bytes(std::string_view bytes) {
    RecordingParser in(bytes);
    RecordingHeader header;
    header.title = in.get_text();
    header.scene = in.get_text();
    header.frames_per_second = in.get_real();
    if (!in.is_at_end()) header.staging = get_staging(in);  // version 1 ends here
    in.expect_end();
    if (!(header.frames_per_second > 0) || !std::isfinite(header.frames_per_second))
        throw InputError("its frame rate is not positive");
    return header;
}

StructureForm form_from_bytes(std::string_view bytes) {
    RecordingParser in(bytes);
    StructureForm form = get_form(in);
    in.expect_end();
    return form;
}

SurfaceView mesh_from_bytes(std::string_view bytes) {
    RecordingParser in(bytes);
    const StructureForm form = get_form(in);
    SurfaceView mesh = get_surface(in, form);
    in.expect_end();
    return mesh;
}

Frame frame_from_bytes(std::string_view bytes, const FormLookup& lookup) {
    RecordingParser in(bytes);
    Frame frame;
    frame.time = in.get_real();
    frame.step = static_cast<std::int64_t>(in.get64());
    const std::uint32_t structures = in.get_count(8);  // a form's number and a count
    std::set<std::uint32_t> used;
    for (std::uint32_t s = 0; s < structures; ++s) {
        const std::uint32_t number = in.get32();
        // a few bytes that name a large form over and over would fill the memory
        if (!used.insert(number).second) throw InputError("a structure comes twice: the file is damaged");
        get_structure(in, *lookup.form(number), lookup, frame);
    }
    in.expect_end();
    check(frame);
    return frame;
}

}  // namespace souple
