// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests io/recording_writer.cpp where it goes on with what another one left.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "souple/core/errors.h"
#include "souple/io/recording.h"

namespace souple {

namespace {

namespace fs = std::filesystem;

const RecordingHeader header{"Tumbling", "tumbling.json", 24};

/// A folder of its own for each test, gone afterwards.
class ResumedRecording : public ::testing::Test {
protected:
    ResumedRecording()
        : folder_(fs::temp_directory_path() / ("souple_resumed_" + std::to_string(::getpid()))) {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    ~ResumedRecording() override { fs::remove_all(folder_); }
    std::string path(const std::string& name = "film.rec") const { return (folder_ / name).string(); }

private:
    fs::path folder_;
};

std::string file_bytes(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A strip of triangles; the mesh of a body is one too.
SurfaceView strip(const std::string& name, int corners, Real time) {
    SurfaceView view{{name, name, {}}, {}, {}};
    for (int i = 0; i < corners; ++i) view.positions.emplace_back(i, i % 2 + 0.1 * time, 0);
    for (int i = 2; i < corners; ++i) view.triangles.push_back({i - 2, i - 1, i});
    return view;
}

/// A sheet that changes its triangles now and then, two bodies of meshes that are made anew in each frame,
/// and a rope that is there in some.
Frame tumbling(int k) {
    Frame frame;
    frame.time = k / 24.0;
    frame.step = k;
    frame.surfaces.push_back(strip("sheet", k % 3 == 2 ? 8 : 6, frame.time));
    const Quantity speed{"speed", "m/s", QuantityKind::Scalar, QuantityPlace::Nodes, {float(k)}};
    for (const char* name : {"body", "stone"}) {
        const auto mesh = std::make_shared<const SurfaceView>(strip("mesh", name[0] == 'b' ? 5 : 4, 0));
        frame.instances.push_back(
            {{name, name, {speed}}, mesh, {Pose{Vec3(k, 0, 0), Quat::Identity()}}, false});
    }
    if (k % 2 == 0)
        frame.curves.push_back({{"rope", "rope", {}}, {Vec3::Zero(), Vec3(k, 1, 0)}, {0, 2}, {0.5f}, {}});
    return frame;
}

void write_tumbling(const std::string& path, int frames) {
    RecordingWriter writer(path, header);
    for (int k = 0; k < frames; ++k) writer.append(tumbling(k));
    writer.finish();
}

}  // namespace

TEST_F(ResumedRecording, gone_on_with_after_any_frame_it_comes_out_the_same) {
    write_tumbling(path("whole.rec"), 9);
    const std::string whole = file_bytes(path("whole.rec"));
    for (int kept = 1; kept <= 7; ++kept) {
        {
            RecordingWriter killed(path(), header);
            for (int k = 0; k < 7; ++k) killed.append(tumbling(k));
        }
        std::ofstream(path() + ".part", std::ios::app) << "half a frame";
        ASSERT_TRUE(can_go_on(path() + ".part", header));
        RecordingWriter writer(path(), header, kept);
        EXPECT_EQ(writer.frame_count(), kept);
        for (int k = kept; k < 9; ++k) writer.append(tumbling(k));
        writer.finish();
        EXPECT_TRUE(file_bytes(path()) == whole) << kept;
    }
    RecordingHeader faster = header;
    faster.frames_per_second = 25;
    EXPECT_TRUE(can_go_on(path(), header));
    EXPECT_FALSE(can_go_on(path(), faster));
    EXPECT_FALSE(can_go_on(path("gone.rec"), header));
}

TEST_F(ResumedRecording, counts_what_is_broken_at_its_end) {
    write_tumbling(path(), 2);
    const std::string whole = file_bytes(path());
    EXPECT_EQ(RecordingReader(whole, "whole").broken_bytes(), 0u);
    const std::string cut =
        whole.substr(0, whole.size() - 1);  // an index without its end is whole but of no use
    const std::uint64_t index = RecordingReader(cut, "cut").broken_bytes();
    EXPECT_GT(index, 32u);
    const std::string frames = whole.substr(0, whole.size() - 1 - index);
    EXPECT_EQ(RecordingReader(frames + "1234567", "cut").broken_bytes(), 7u);
    EXPECT_EQ(RecordingReader(frames + "1234567", "cut").frame_count(), 2);
}

}  // namespace souple
