// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests io/recording_writer.cpp, io/recording_reader.cpp and what they are made of.
#include "souple/io/recording.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "souple/core/errors.h"
#include "souple/core/parallel.h"
#include "souple/core/rng.h"
#include "souple/io/recording_bytes.h"
#include "souple/io/recording_chunks.h"

namespace souple {

namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test, gone afterwards.
class Recording : public ::testing::Test {
protected:
    Recording() : folder_(fs::temp_directory_path() / ("souple_recording_" + std::to_string(::getpid()))) {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    ~Recording() override { fs::remove_all(folder_); }
    std::string path(const std::string& name = "film.rec") const { return (folder_ / name).string(); }

private:
    fs::path folder_;
};

std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Vec3> wavy_places(int count, Real time) {
    std::vector<Vec3> places;
    for (int i = 0; i < count; ++i) {
        const Vec3 exact(0.1 * i, std::sin(0.7 * i + time), -1.0 / (i + 1) + time);
        places.push_back((exact * 0x1p20).array().round().matrix() * 0x1p-20);  // what 32 bits can hold
    }
    return places;
}

Quantity quantity(const std::string& name, QuantityKind kind, int count, Real time) {
    Quantity made{name, "m/s", kind, QuantityPlace::Nodes, {}};
    const int each = kind == QuantityKind::Scalar ? 1 : 3;
    for (int i = 0; i < each * count; ++i) made.values.push_back(static_cast<float>(std::cos(i + time)));
    return made;
}

std::shared_ptr<const SurfaceView> some_mesh() {
    SurfaceView mesh{{"mesh", "box", {quantity("paint", QuantityKind::Colour, 4, 0)}}, wavy_places(4, 0), {}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    return std::make_shared<const SurfaceView>(mesh);
}

/// One structure of each kind; the surface has another topology in every fourth frame.
Frame frame_at(int k, const std::shared_ptr<const SurfaceView>& mesh) {
    const Real time = k / 30.0;
    const int n = k % 4 == 3 ? 7 : 5;
    Frame frame;
    frame.time = time;
    frame.step = 10 * k;
    frame.points = {
        {{"balls", "a", {quantity("speed", QuantityKind::Scalar, 6, time)}}, wavy_places(6, time), {0.5f}}};
    frame.discs = {
        {{"discs", "b", {}}, wavy_places(3, time), {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()}, {0.25f}}};
    frame.curves = {{{"hair", "c", {}}, wavy_places(5, time), {0, 2, 5}, {1, 2, 3, 4, 5}, CurvesKind::Hairs}};
    frame.surfaces = {
        {{"cloth", "d", {quantity("force", QuantityKind::Vector, n, time)}}, wavy_places(n, time), {}}};
    for (int i = 2; i < n; ++i) frame.surfaces[0].triangles.push_back({0, i - 1, i});
    frame.instances = {
        {{"body", "e", {}}, mesh, {Pose{Vec3(1, k / 32.0, 2), Quat(0, 0, 1, 0)}, Pose{}}, false},
        {{"ground", "f", {}}, mesh, {Pose{}}, true}};
    return frame;
}

void expect_equal(const StructureHead& a, const StructureHead& b) {
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.part, b.part);
    ASSERT_EQ(a.quantities.size(), b.quantities.size());
    for (std::size_t q = 0; q < a.quantities.size(); ++q) {
        EXPECT_EQ(a.quantities[q].name, b.quantities[q].name);
        EXPECT_EQ(a.quantities[q].unit, b.quantities[q].unit);
        EXPECT_EQ(a.quantities[q].kind, b.quantities[q].kind);
        EXPECT_EQ(a.quantities[q].place, b.quantities[q].place);
        EXPECT_EQ(a.quantities[q].values, b.quantities[q].values);
    }
}

void expect_equal(const SurfaceView& a, const SurfaceView& b) {
    expect_equal(a.head, b.head);
    EXPECT_EQ(a.positions, b.positions);
    EXPECT_EQ(a.triangles, b.triangles);
}

void expect_equal(const InstancesView& a, const InstancesView& b) {
    expect_equal(a.head, b.head);
    expect_equal(*a.mesh, *b.mesh);
    EXPECT_EQ(a.endless, b.endless);
    ASSERT_EQ(a.poses.size(), b.poses.size());
    for (std::size_t i = 0; i < a.poses.size(); ++i) {
        EXPECT_EQ(a.poses[i].position, b.poses[i].position);
        EXPECT_LT((a.poses[i].rotation.coeffs() - b.poses[i].rotation.coeffs()).norm(), 1e-7);
    }
}

void expect_equal(const Frame& a, const Frame& b) {
    EXPECT_EQ(a.time, b.time);
    EXPECT_EQ(a.step, b.step);
    ASSERT_TRUE(a.points.size() == 1 && a.discs.size() == 1 && a.curves.size() == 1);
    expect_equal(a.points[0].head, b.points[0].head);
    EXPECT_EQ(a.points[0].positions, b.points[0].positions);
    EXPECT_EQ(a.points[0].radii, b.points[0].radii);
    EXPECT_EQ(a.discs[0].positions, b.discs[0].positions);
    EXPECT_EQ(a.discs[0].normals, b.discs[0].normals);
    EXPECT_EQ(a.discs[0].radii, b.discs[0].radii);
    EXPECT_EQ(a.curves[0].positions, b.curves[0].positions);
    EXPECT_EQ(a.curves[0].first, b.curves[0].first);
    EXPECT_EQ(a.curves[0].radii, b.curves[0].radii);
    EXPECT_EQ(a.curves[0].kind, b.curves[0].kind);
    ASSERT_TRUE(a.surfaces.size() == 1 && a.instances.size() == 2);
    expect_equal(a.surfaces[0], b.surfaces[0]);
    expect_equal(a.instances[0], b.instances[0]);
    expect_equal(a.instances[1], b.instances[1]);
}

void write_film(const std::string& path, int frames) {
    RecordingWriter writer(path, {"Waves", "waves.json", 24});
    const auto mesh = some_mesh();
    for (int k = 0; k < frames; ++k) writer.append(frame_at(k, mesh));
    writer.finish();
}

std::string complaint(const std::function<void()>& act) {
    try {
        act();
    } catch (const InputError& error) {
        return error.what();
    }
    return "none";
}

/// Reads whatever can be read; anything but frames and InputError fails the test by escaping.
int count_good_frames(std::string bytes) {
    int good = 0;
    try {
        const RecordingReader reader(std::move(bytes), "mutant");
        for (int k = 0; k < reader.frame_count(); ++k) {
            reader.read(k);
            ++good;
        }
    } catch (const InputError&) {
    }
    return good;
}

}  // namespace

TEST_F(Recording, gives_back_every_kind_of_structure_as_it_was) {
    write_film(path(), 9);
    const RecordingReader reader(path());
    EXPECT_EQ(reader.header().title, "Waves");
    EXPECT_EQ(reader.header().scene, "waves.json");
    EXPECT_EQ(reader.header().frames_per_second, 24);
    EXPECT_TRUE(reader.is_finished());
    ASSERT_EQ(reader.frame_count(), 9);
    const auto mesh = some_mesh();
    for (const int k : {8, 3, 0, 4, 7, 3}) expect_equal(frame_at(k, mesh), reader.read(k));
}

TEST_F(Recording, has_its_final_name_only_when_it_is_finished_and_can_be_read_before) {
    {
        RecordingWriter writer(path(), {"Waves", "", 24});
        for (int k = 0; k < 3; ++k) writer.append(frame_at(k, some_mesh()));
        EXPECT_FALSE(fs::exists(path()));
        const RecordingReader reader(path() + ".part");
        EXPECT_EQ(reader.frame_count(), 3);
        EXPECT_FALSE(reader.is_finished());
        writer.append(frame_at(3, some_mesh()));
    }  // an interruption: nobody called finish
    EXPECT_FALSE(fs::exists(path()));
    const RecordingReader reader(path() + ".part");
    ASSERT_EQ(reader.frame_count(), 4);
    expect_equal(frame_at(3, some_mesh()), reader.read(3));
    write_film(path(), 1);
    EXPECT_FALSE(fs::exists(path() + ".part"));
}

TEST_F(Recording, cut_anywhere_opens_up_to_its_last_whole_frame) {
    write_film(path(), 6);
    const std::string whole = bytes_of(path());
    const auto mesh = some_mesh();
    int most = 0, refused = 0;
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        try {
            const RecordingReader reader(whole.substr(0, size), "cut");
            const int frames = reader.frame_count();
            EXPECT_TRUE(frames == most || frames == most + 1);  // never fewer with more bytes
            EXPECT_EQ(reader.is_finished(), size == whole.size());
            if (frames > most) expect_equal(frame_at(frames - 1, mesh), reader.read(frames - 1));
            most = frames;
        } catch (const InputError&) {
            EXPECT_EQ(most, 0);  // only while the header is not whole
            ++refused;
        }
    }
    EXPECT_EQ(most, 6);
    EXPECT_LT(refused, 120);
}

TEST_F(Recording, stores_topology_and_meshes_once) {
    const auto mesh = some_mesh();
    RecordingWriter writer(path(), {"Waves", "", 24});
    std::vector<std::uintmax_t> sizes;
    for (int k = 0; k < 3; ++k) {
        Frame frame = frame_at(0, k < 2 ? mesh : some_mesh());  // an equal mesh elsewhere is the same mesh
        writer.append(frame);
        sizes.push_back(fs::file_size(path() + ".part"));
    }
    EXPECT_LT(sizes[1] - sizes[0], sizes[0] / 2);
    EXPECT_LE(sizes[2] - sizes[1], sizes[1] - sizes[0] + 4);
    writer.finish();
    const RecordingReader reader(path());
    EXPECT_EQ(reader.read(0).instances[0].mesh, reader.read(2).instances[0].mesh);
}

TEST_F(Recording, a_film_plays_it_in_any_order_from_several_threads) {
    write_film(path(), 12);
    const Film film = open_film(path());
    EXPECT_EQ(film.title, "Waves");
    EXPECT_EQ(film.frame_count, 12);
    EXPECT_EQ(film.frames_per_second, 24);
    std::vector<Real> times(96);
    parallel_for(
        96, [&](int i) { times[i] = film.frame(i * 5 % 12).time; }, 2);
    for (int i = 0; i < 96; ++i) EXPECT_EQ(times[i], i * 5 % 12 / 30.0);
}

TEST_F(Recording, a_damaged_frame_is_named_and_the_others_still_play) {
    write_film(path(), 6);
    std::string bytes = bytes_of(path());
    const std::size_t third = [&] {  // the third chunk of kind "fram"
        std::size_t at = 0;
        for (int k = 0; k < 3; ++k) at = bytes.find("fram", at + 1);
        return at;
    }();
    bytes[third + chunk_head_bytes + 10] ^= 0x10;
    const RecordingReader reader(bytes, "hurt.rec");
    EXPECT_EQ(reader.frame_count(), 6);
    EXPECT_EQ(complaint([&] { reader.read(2); }),
              "hurt.rec: frame 2: a checksum does not match: the file is damaged");
    expect_equal(frame_at(5, some_mesh()), reader.read(5));
    const RecordingReader cut(bytes.substr(0, bytes.size() - 1), "cut");  // without index: up to the damage
    EXPECT_EQ(cut.frame_count(), 2);
}

TEST_F(Recording, what_is_no_recording_is_refused_by_name) {
    EXPECT_EQ(complaint([&] { RecordingReader(path("none.rec")); }),
              path("none.rec") + ": cannot be opened: No such file or directory");
    EXPECT_EQ(complaint([&] { RecordingReader(path(".")); }), path(".") + ": is not a file");
    EXPECT_EQ(complaint([] { RecordingReader(std::string(), "x"); }), "x: this is no recording of souple");
    EXPECT_EQ(complaint([] { RecordingReader(std::string(100, 'a'), "x"); }),
              "x: this is no recording of souple");
    write_film(path(), 1);
    std::string bytes = bytes_of(path());
    bytes[8] = 9;
    EXPECT_EQ(complaint([&] { RecordingReader(bytes, "x"); }),
              "x: its format is version 9, this program reads versions 1 to 4");
}

TEST_F(Recording, a_full_disk_is_said_and_leaves_nothing_under_the_final_name) {
    if (::symlink("/dev/full", (path() + ".part").c_str()) != 0) GTEST_SKIP();
    const std::string said = complaint([&] { RecordingWriter writer(path(), {"Waves", "", 24}); });
    EXPECT_EQ(said, path() + ".part: cannot be written: No space left on device");
    EXPECT_FALSE(fs::exists(path()));
    EXPECT_FALSE(fs::is_symlink(path() + ".part"));
}

TEST_F(Recording, a_place_that_cannot_be_written_is_said_at_once) {
    EXPECT_EQ(complaint([&] {
                  RecordingWriter writer(path("no/such/film.rec"), {"", "", 24});
              }),
              path("no/such/film.rec") + ".part: cannot be written: No such file or directory");
    EXPECT_NE(complaint([&] { RecordingWriter writer(path(), {"", "", 0}); }), "none");
}

TEST_F(Recording, a_frame_that_is_not_in_order_is_refused_and_the_next_one_is_written) {
    RecordingWriter writer(path(), {"Waves", "", 24});
    Frame bad = frame_at(0, some_mesh());
    bad.surfaces[0].triangles[0][0] = 99;
    EXPECT_EQ(complaint([&] { writer.append(bad); }),
              "structure 'cloth': a triangle has a corner that does not exist");
    writer.append(frame_at(1, some_mesh()));
    writer.finish();
    EXPECT_EQ(writer.frame_count(), 1);
    expect_equal(frame_at(1, some_mesh()), RecordingReader(path()).read(0));
}

TEST_F(Recording, bytes_changed_by_chance_never_break_the_reader) {
    write_film(path(), 5);
    const std::string whole = bytes_of(path());
    Rng rng{7};
    int unharmed = 0;
    for (int round = 0; round < 600; ++round) {
        std::string bytes = whole;
        const int changes = 1 + static_cast<int>(rng.next() % 4);
        for (int c = 0; c < changes; ++c) bytes[rng.next() % bytes.size()] = static_cast<char>(rng.next());
        if (rng.next() % 4 == 0) bytes.resize(rng.next() % bytes.size());
        unharmed += count_good_frames(std::move(bytes)) == 5;
    }
    EXPECT_LT(unharmed, 120);  // changes are noticed, but for those in the index or in unused bytes
}

TEST_F(Recording, contents_changed_under_a_right_checksum_never_break_the_reader) {
    write_film(path(), 1);
    const RecordingSource source = memory_source(bytes_of(path()));
    struct Chunk {
        ChunkHead head;
        std::string plain;
    };
    std::vector<Chunk> chunks;
    std::uint64_t offset = recording_preamble_bytes;
    while (const auto head = find_chunk(source, offset)) {
        chunks.push_back({*head, read_chunk(source, offset, head->kind, head->number)});
        offset += chunk_head_bytes + head->packed;
    }
    ASSERT_EQ(chunks.back().head.kind, ChunkKind::Index);
    chunks.pop_back();
    Rng rng{11};
    ChunkPacker packer;
    for (int round = 0; round < 800; ++round) {
        std::string bytes = source.read(0, recording_preamble_bytes);
        const std::size_t victim = rng.next() % chunks.size();
        for (std::size_t c = 0; c < chunks.size(); ++c) {
            std::string plain = chunks[c].plain;
            if (c == victim) plain[rng.next() % plain.size()] = static_cast<char>(rng.next());
            if (c == victim && rng.next() % 8 == 0) plain.resize(rng.next() % plain.size());
            packer.pack(chunks[c].head.kind, chunks[c].head.number, plain, bytes);
        }
        count_good_frames(std::move(bytes));
    }
}

TEST_F(Recording, a_chunk_that_lies_about_its_size_costs_no_memory) {
    std::string out;
    ChunkPacker packer;
    packer.pack(ChunkKind::Frame, 0, "some plain text", out);
    ChunkHead head = *find_chunk(memory_source(out), 0);
    head.plain = std::uint64_t(1) << 31;
    EXPECT_NE(complaint([&] { unpack(head, std::string_view(out).substr(chunk_head_bytes)); }), "none");
    head.plain = 3;
    EXPECT_NE(complaint([&] { unpack(head, std::string_view(out).substr(chunk_head_bytes)); }), "none");
}

TEST(RecordingBytes, runs_of_any_numbers_come_back_to_the_bit) {
    Rng rng{3};
    std::vector<float> floats = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, NAN, 1e-42f, -3.4e38f};
    std::vector<int> ints = {0, -1, 2147483647, -2147483647 - 1, 5};
    for (int i = 0; i < 1000; ++i)
        floats.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(rng.next())));
    for (int i = 0; i < 1000; ++i) ints.push_back(static_cast<int>(rng.next()));
    RecordingBytes out;
    out.put_floats(floats);
    out.put_ints(ints);
    RecordingParser in(out.bytes());
    const std::vector<float> back = in.get_floats();
    ASSERT_EQ(back.size(), floats.size());
    for (std::size_t i = 0; i < back.size(); ++i)
        EXPECT_EQ(std::bit_cast<std::uint32_t>(back[i]), std::bit_cast<std::uint32_t>(floats[i]));
    EXPECT_EQ(in.get_ints(), ints);
    in.expect_end();
}

}  // namespace souple
