// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// The studio: frames and bytes that one page is sent in a second, for the welcome scene, a head of 100 wisps
// and a cloth of 20,000 triangles. The simulator is the studio's own; frames are packed on another thread, as
// its server does, and thrown away. What a frame costs beside the steps is measured once more by itself.
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
#include "souple/scene/json/write.h"
#include "souple/studio/frame_stream.h"
#include "souple/studio/messages.h"

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

/// [s] processor time of this thread.
double own_time() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// [ms] for one frame: from the state to what is seen, from there to bytes, and its share of the states.
struct FrameCost {
    double describe = 0, pack = 0, tell = 0;
};

FrameCost cost_beside_steps(const Case& one) {
    constexpr int frames = 40, frames_of_a_state = 6;  // 60 and 10 a second
    Session session;
    session.folder = SOUPLE_SOURCE_DIR;
    open_file(session, one.scene);
    PageStream page;
    FrameCost cost;
    for (int k = -5; k < frames; ++k) {  // the first ones find no room made
        advance(session);
        const double start = own_time();
        const LiveFrame frame = current_frame(session);
        const double described = own_time();
        const std::string bytes = to_stream_bytes(frame, page);
        const double packed = own_time();
        const std::string state = to_text(status_of(session));
        const double told = own_time();
        if (k < 0 || bytes.empty() || state.empty()) continue;
        cost.describe += 1e3 * (described - start) / frames;
        cost.pack += 1e3 * (packed - described) / frames;
        cost.tell += 1e3 * (told - packed) / frames / frames_of_a_state;
    }
    return cost;
}

/// [s] that the scene certainly goes on for: a scene that has ended sends nothing.
double playing_time(const Case& one) {
    Session session;
    session.folder = SOUPLE_SOURCE_DIR;
    open_file(session, one.scene);
    return 0.8 * static_cast<double>(session.simulation.step_count) * session.simulation.settings.h;
}

void measure(const Case& one, int threads, double longest) {
    const double seconds = std::min(longest, playing_time(one));
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
    const FrameCost cost = cost_beside_steps(one);
    fmt::print(
        "{:<26} {:>8.1f} {:>4.0f} {:>6.2f} {:>4.0f} {:>9.2f} {:>9.1f} {:>9.3f} {:>7.3f} {:>7.3f} {:>8.1f}\n",
        one.name, rate, one.bar, bytes / wall / 1e6, one.megabytes, bytes / frames / 1e6 * one.bar,
        1e3 * spent / frames, cost.describe, cost.pack, cost.tell,
        static_cast<double>(after.step - before.step) / wall);
}

}  // namespace

int main(int argc, char** argv) {
    const int threads = std::max(1, argc > 1 ? std::atoi(argv[1]) : 2);
    const double told = argc > 2 ? std::atof(argv[2]) : 0, seconds = told > 0 ? told : 5;
    fmt::print("studio, {} threads; describe, pack and tell in ms of processor time for a frame\n", threads);
    fmt::print("{:<26} {:>8} {:>4} {:>6} {:>4} {:>9} {:>9} {:>9} {:>7} {:>7} {:>8}\n", "scene", "frames/s",
               "bar", "MB/s", "bar", "MB/s@bar", "cpu ms/fr", "describe", "pack", "tell", "steps/s");
    for (const Case& one : {Case{"welcome", "scenes/welcome.json", 60, 20},
                            Case{"head, 100 wisps", "benchmarks/studio_head.json", 30, 1},
                            Case{"cloth, 20,000 triangles", "benchmarks/studio_cloth.json", 30, 20}})
        measure(one, threads, seconds);
    return 0;
}
