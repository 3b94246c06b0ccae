// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests scene/probe_table.cpp, and in probes.cpp what is kept of long series.
#include "souple/scene/probe_table.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "souple/core/errors.h"
#include "support/test_scene.h"

namespace souple {

namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test, gone afterwards.
class Table : public ::testing::Test {
protected:
    Table() : folder_(fs::path(testing::TempDir()) / ("souple_probe_table_" + std::to_string(::getpid()))) {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
    }
    ~Table() override { fs::remove_all(folder_); }
    std::string path() const { return (folder_ / "probes.csv").string(); }
    std::string text(const std::string& ending = "") const {
        std::ifstream file(path() + ending, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

private:
    fs::path folder_;
};

std::vector<Probe> two_probes() {
    std::vector<Probe> probes(2);
    probes[0].name = "height";
    probes[1].name = "speed, \"odd\"";
    return probes;
}

Real time_of(int k) { return 0.01 * k; }

/// As record() does.
void take_values(int k, std::vector<Probe>& probes) {
    for (Probe& probe : probes) {
        probe.latest = std::sin(0.3 * k) + (&probe == &probes[0] ? 0 : 5);
        if (probe.taken++ % probe.stride != 0) continue;
        probe.times.push_back(time_of(k));
        probe.values.push_back(probe.latest);
    }
}

/// Values of steps [begin, end), all of them in the table and at most so many in memory.
void go_on(ProbeTable& table, int begin, int end, std::vector<Probe>& probes, std::size_t most = 16) {
    for (int k = begin; k < end; ++k) {
        take_values(k, probes);
        table.add(probes, time_of(k));
        for (Probe& probe : probes) keep_at_most(most, probe);
    }
}

}  // namespace

TEST_F(Table, has_every_row_whatever_is_kept_in_memory) {
    std::vector<Probe> all = two_probes(), few = two_probes();
    {
        ProbeTable table(path(), few, 0);
        go_on(table, 0, 1000, few);
        EXPECT_FALSE(fs::exists(path()));
        table.finish();
    }
    EXPECT_LE(few[0].values.size(), 16u);
    const std::string streamed = text();
    EXPECT_EQ(streamed.substr(0, streamed.find('\n')), "time,height,\"speed, \"\"odd\"\"\"");
    EXPECT_EQ(std::count(streamed.begin(), streamed.end(), '\n'), 1001);
    for (int k = 0; k < 1000; ++k) take_values(k, all);
    ProbeTable(path(), all, time_of(999)).finish();
    EXPECT_EQ(text(), streamed);
}

TEST_F(Table, rows_are_with_the_system_while_it_grows) {
    std::vector<Probe> probes = two_probes();
    ProbeTable table(path(), probes, 0);
    go_on(table, 0, 5000, probes);
    EXPECT_GT(text(".part").size(), 100'000u);
    table.add(probes, time_of(4999));  // nothing new
    table.finish();
    const std::string whole = text();
    EXPECT_EQ(std::count(whole.begin(), whole.end(), '\n'), 5001);
}

TEST_F(Table, goes_on_with_the_rows_of_a_killed_run) {
    std::vector<Probe> probes = two_probes(), then;
    {
        ProbeTable table(path(), probes, 0);
        go_on(table, 0, 700, probes);
        then = probes;  // a checkpoint, and then a kill
        go_on(table, 700, 800, probes);
    }
    std::ofstream(path() + ".part", std::ios::app) << "8.0,0.1";
    {
        ProbeTable table(path(), then, time_of(699));
        EXPECT_EQ(table.missing_rows(), 0);
        go_on(table, 700, 1000, then);
        table.finish();
    }
    const std::string resumed = text();
    std::vector<Probe> whole = two_probes();
    ProbeTable table(path(), whole, 0);
    go_on(table, 0, 1000, whole);
    table.finish();
    EXPECT_EQ(text(), resumed);
    EXPECT_EQ(then[0].values, whole[0].values);
}

TEST_F(Table, goes_on_with_a_finished_one_and_not_with_another_one) {
    std::vector<Probe> probes = two_probes();
    {
        ProbeTable table(path(), probes, 0);
        go_on(table, 0, 700, probes);
        table.finish();
    }
    const std::string before = text();
    ProbeTable(path(), probes, time_of(699)).finish();
    EXPECT_EQ(text(), before);
    const ProbeTable other_time(path(), probes, time_of(650));
    EXPECT_EQ(other_time.missing_rows(), 700 - static_cast<std::int64_t>(probes[0].values.size()));
    EXPECT_EQ(text(), before);  // still under its name
    std::vector<Probe> renamed = probes;
    renamed[0].name = "depth";
    EXPECT_GT(ProbeTable(path(), renamed, time_of(699)).missing_rows(), 0);
}

TEST_F(Table, a_disk_that_refuses_is_named) {
    const std::vector<Probe> probes = two_probes();
    EXPECT_THROW(ProbeTable("/nowhere/at/all.csv", probes, 0), InputError);
}

TEST(Probes, what_is_kept_of_a_long_series_does_not_depend_on_when_it_is_thinned) {
    std::vector<Probe> often = two_probes(), once = two_probes();
    for (int k = 0; k < 1000; ++k) {
        take_values(k, often);
        keep_at_most(10, often[0]);
        take_values(k, once);
    }
    keep_at_most(10, once[0]);
    EXPECT_EQ(often[0].values, once[0].values);
    EXPECT_EQ(often[0].times, once[0].times);
    EXPECT_EQ(often[0].stride, 128);
    EXPECT_EQ(often[0].times.front(), 0);
    forget_later(300, often[0]);
    EXPECT_EQ(often[0].taken, 300);
    EXPECT_EQ(often[0].times, (std::vector<Real>{0, time_of(128), time_of(256)}));
    forget_later(0, often[0]);
    EXPECT_TRUE(often[0].values.empty());
}

TEST(Probes, a_run_in_memory_keeps_every_value) {
    Simulation simulation = make_simulation(load_scene_text(falling_stone(), "test.json"));
    while (!is_finished(simulation)) advance(simulation);
    EXPECT_EQ(simulation.probes[0].taken, 101);
    EXPECT_EQ(simulation.probes[0].values.size(), 101u);
    EXPECT_EQ(simulation.probes[0].latest, simulation.probes[0].values.back());
}

}  // namespace souple
