// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Small films whose every position is a formula, a folder to export them to, and what stands in it.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <memory>
#include <sstream>

#include "souple/geometry/triangle_mesh.h"
#include "souple/io/exports.h"

namespace souple::test {

namespace fs = std::filesystem;

/// A folder of its own for each test, removed at the end.
class ExportTest : public testing::Test {
protected:
    void SetUp() override {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        folder = fs::temp_directory_path() / ("souple_export_" + std::to_string(::getpid()) + info->name());
        fs::create_directories(folder);
    }
    void TearDown() override { fs::remove_all(folder); }

    std::string path(const std::string& name) const { return (folder / name).string(); }
    /// The names in the folder, in order.
    std::vector<std::string> content() const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
        std::sort(names.begin(), names.end());
        return names;
    }

    fs::path folder;
};

inline std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

inline SurfaceView surface_of(const std::string& name, const TriangleMesh& mesh) {
    SurfaceView view;
    view.head.name = name;
    view.positions = mesh.points;
    view.triangles = mesh.triangles;
    return view;
}

/// A cloth that waves, with a number, a vector and a colour on its nodes and a number on its faces.
inline SurfaceView waving_cloth(Real time, int columns = 6, int rows = 5) {
    SurfaceView cloth = surface_of("cloth", make_grid(columns, rows, 1.5, 1.0));
    Quantity speed{"speed", "m/s", QuantityKind::Scalar, QuantityPlace::Nodes, {}};
    Quantity force{"force", "N", QuantityKind::Vector, QuantityPlace::Nodes, {}};
    Quantity colour{"colour", "", QuantityKind::Colour, QuantityPlace::Nodes, {}};
    Quantity strain{"strain", "", QuantityKind::Scalar, QuantityPlace::Faces, {}};
    for (Vec3& p : cloth.positions) {
        const Real phase = 3 * p.x() + 5 * time;
        p += Vec3(0.05 * std::cos(phase), 1 + 0.2 * std::sin(phase), 0.1 * time * time);
        speed.values.push_back(static_cast<float>(std::abs(std::cos(phase))));
        for (const Real number : {p.x(), -2.0, time}) force.values.push_back(static_cast<float>(number));
        for (const float number : {0.25f, 0.5f, 1.0f}) colour.values.push_back(number);
    }
    for (std::size_t i = 0; i < cloth.triangles.size(); ++i)
        strain.values.push_back(static_cast<float>(i) + static_cast<float>(time));
    cloth.head.quantities = {speed, force, colour, strain};
    return cloth;
}

inline Pose box_pose(Real time, int index = 0) {
    const Vec3 axis = Vec3(1, 2, 3).normalized();
    return {Vec3(2 + time + index, 3 - 4.9 * time * time, 0.5 * index),
            Quat(Eigen::AngleAxis<Real>(4 * time + index, axis))};
}

inline InstancesView moving_boxes(Real time, int count = 1) {
    InstancesView boxes;
    boxes.head.name = "box";
    boxes.mesh = std::make_shared<SurfaceView>(surface_of("box", make_box_mesh({0.1, 0.2, 0.3})));
    for (int k = 0; k < count; ++k) boxes.poses.push_back(box_pose(time, k));
    return boxes;
}

inline CurvesView swinging_curves(Real time, int count = 3, int points = 5) {
    CurvesView curves;
    curves.head.name = "strands";
    curves.radii = {0.002f};
    curves.first.push_back(0);
    for (int c = 0; c < count; ++c) {
        for (int i = 0; i < points; ++i)
            curves.positions.push_back(
                {-1 + 0.1 * c + 0.02 * i * i * std::sin(6 * time + c), 1 - 0.1 * i, 0.05 * c});
        curves.first.push_back(static_cast<int>(curves.positions.size()));
    }
    return curves;
}

inline PointsView falling_points(Real time) {
    PointsView points;
    points.head.name = "drops";
    points.radii = {0.01f, 0.02f, 0.03f};
    for (int i = 0; i < 3; ++i) points.positions.push_back({0.1 * i, 2 - 4.9 * time * time, 0.3 * i});
    return points;
}

inline DiscsView turning_discs(Real time) {
    DiscsView discs;
    discs.head.name = "discs";
    discs.radii = {0.05f};
    for (int i = 0; i < 2; ++i) {
        discs.positions.push_back({3.0 + i, 0.1 * time, 0});
        discs.normals.push_back({std::sin(time), std::cos(time), 0});
    }
    return discs;
}

template <class Fill>
Film film_of(int frame_count, Fill fill, Real frames_per_second = 30) {
    Film film{"a \"film\" of tests", frame_count, frames_per_second, {}};
    film.frame = [fill, frames_per_second](int index) {
        Frame frame;
        frame.time = index / frames_per_second;
        frame.step = 10 * index;
        fill(frame, index);
        return frame;
    };
    return film;
}

inline Film cloth_film(int frames) {
    return film_of(frames, [](Frame& frame, int) { frame.surfaces = {waving_cloth(frame.time)}; });
}

inline Film box_film(int frames, int boxes = 1) {
    return film_of(frames,
                   [boxes](Frame& frame, int) { frame.instances = {moving_boxes(frame.time, boxes)}; });
}

inline Film curves_film(int frames) {
    return film_of(frames, [](Frame& frame, int) { frame.curves = {swinging_curves(frame.time)}; });
}

/// A grid that gains a column every `every` frames.
inline Film growing_film(int frames, int every = 1) {
    return film_of(frames, [every](Frame& frame, int index) {
        frame.surfaces = {waving_cloth(frame.time, 2 + index / every, 2)};
    });
}

/// One of everything.
inline Film mixed_film(int frames) {
    return film_of(frames, [](Frame& frame, int) {
        frame.surfaces = {waving_cloth(frame.time)};
        frame.instances = {moving_boxes(frame.time, 2)};
        frame.curves = {swinging_curves(frame.time)};
        frame.points = {falling_points(frame.time)};
        frame.discs = {turning_discs(frame.time)};
    });
}

/// The largest distance between two lists of points [m]; infinite when they differ in length.
inline Real farthest(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    if (a.size() != b.size()) return std::numeric_limits<Real>::infinity();
    Real most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).norm());
    return most;
}

}  // namespace souple::test
