// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The studio: frames and bytes that one page is sent in a second, for the welcome scene, a head of 100 wisps
// and a cloth of 20,000 triangles. The simulator is the studio's own; frames are packed on another thread, as
// its server does, and thrown away.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <ctime>
#include <mutex>
#include <thread>

#include "apps/studio/simulator.h"
#include "souple/core/parallel.h"
#include "souple/studio/frame_stream.h"

namespace {

using namespace souple;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

double processor_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// A page that reads as fast as it can: of frames that wait for it only the latest is packed.
class Reader {
public:
    Reader() : thread_([this] { live(); }) {}
    ~Reader() {
        {
            const std::lock_guard lock(mutex_);
            stopping_ = true;
        }
        came_.notify_all();
        thread_.join();
    }

    void show(std::shared_ptr<const LiveFrame> frame) {
        {
            const std::lock_guard lock(mutex_);
            waiting_ = std::move(frame);
        }
        came_.notify_all();
    }

    struct Count {
        int frames = 0;
        double bytes = 0, first = 0;  ///< the first frame has all topology
        std::int64_t step = 0;
    };
    Count count() {
        const std::lock_guard lock(mutex_);
        return count_;
    }

private:
    void live() {
        PageStream page;
        while (true) {
            std::shared_ptr<const LiveFrame> frame;
            {
                std::unique_lock lock(mutex_);
                came_.wait(lock, [this] { return stopping_ || waiting_; });
                if (stopping_) return;
                frame = std::exchange(waiting_, nullptr);
            }
            const double bytes = static_cast<double>(to_stream_bytes(*frame, page).size());
            const std::lock_guard lock(mutex_);
            if (count_.frames++ == 0) count_.first = bytes;
            count_.bytes += bytes;
            count_.step = frame->frame.step;
        }
    }

    std::mutex mutex_;
    std::condition_variable came_;
    std::shared_ptr<const LiveFrame> waiting_;
    Count count_;
    bool stopping_ = false;
    std::thread thread_;
};

struct Case {
    const char* name;
    const char* scene;
    double bar;        ///< [frames/s] at least
    double megabytes;  ///< [MB/s] at most
};

void measure(const Case& one, int threads, double seconds) {
    studio::Simulator simulator(SOUPLE_SOURCE_DIR, one.scene, threads);
    Reader reader;
    simulator.set_watchers(1);
    simulator.start(
        {[](int, std::string) {}, [&](auto frame) { reader.show(std::move(frame)); }, [](std::string) {}});
    while (reader.count().frames < 5) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const Reader::Count before = reader.count();
    const Clock::time_point start = Clock::now();
    const double processor = processor_now();
    while (seconds_since(start) < seconds) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const Reader::Count after = reader.count();
    const double wall = seconds_since(start), spent = processor_now() - processor;
    simulator.stop();
    const int frames = std::max(1, after.frames - before.frames);
    const double rate = frames / wall, bytes = after.bytes - before.bytes;
    fmt::print("{:<28} {:>9.1f} {:>6.0f} {:>9.2f} {:>6.0f} {:>10.2f} {:>10.1f} {:>10.1f}\n", one.name, rate,
               one.bar, bytes / wall / 1e6, one.megabytes, bytes / frames / 1e6 * one.bar,
               1e3 * spent / frames, static_cast<double>(after.step - before.step) / wall);
}

}  // namespace

int main(int argc, char** argv) {
    const int threads = std::max(1, argc > 1 ? std::atoi(argv[1]) : 2);
    const double told = argc > 2 ? std::atof(argv[2]) : 0, seconds = told > 0 ? told : 5;
    fmt::print("studio, {} threads\n{:<28} {:>9} {:>6} {:>9} {:>6} {:>10} {:>10} {:>10}\n", threads, "scene",
               "frames/s", "bar", "MB/s", "bar", "MB/s at bar", "cpu ms/fr", "steps/s");
    for (const Case& one : {Case{"welcome", "scenes/welcome.json", 60, 20},
                            Case{"head, 100 wisps", "benchmarks/studio_head.json", 30, 1},
                            Case{"cloth, 20,000 triangles", "benchmarks/studio_cloth.json", 30, 20}})
        measure(one, threads, seconds);
    return 0;
}
