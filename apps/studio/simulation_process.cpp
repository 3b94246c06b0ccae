// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "simulation_process.h"

#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "simulator.h"
#include "socket_wire.h"
#include "souple/scene/json/parse.h"
#include "souple/studio/frame_stream.h"
#include "souple/studio/messages.h"

namespace souple::studio {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto between_beats = std::chrono::milliseconds(500);
constexpr auto for_ever = std::chrono::hours(24);  // then again

/// What a message `{"do":"show","quantity":"speed","see":["forces"]}` asks of the stream; nothing for others.
std::optional<Wish> asked_wish(const std::string& message) {
    if (message.size() > most_message_bytes || message.find("\"show\"") == std::string::npos) return {};
    try {
        const Node said = parse_json(message, "message").root;
        const Node* order = find_member(said, "do");
        if (!order || order->text != "show") return {};
        return wish_in(said);
    } catch (const InputError&) {
        return {};
    }
}

/// What one page has, and whether it can take more.
struct PageDesk {
    PageStream stream;
    std::shared_ptr<const LiveFrame> sent;
    bool is_free = true;
};

/// What has to be said, and to whom. One thread speaks; the simulator's and the one that hears only leave
/// notes.
class Speaker {
public:
    explicit Speaker(const Socket& socket) : socket_(socket) {}

    void tell(WireMessage message) {
        note([&] { texts_.push_back(std::move(message)); });
    }
    void show(std::shared_ptr<const LiveFrame> frame) {
        note([&] { latest_ = std::move(frame); });
    }
    /// Changes what is known of the pages; their number comes back.
    template <class Fn>
    int change_pages(const Fn& fn) {
        const std::lock_guard lock(pages_mutex_);
        fn(pages_);
        return static_cast<int>(pages_.size());
    }
    void wake() {
        note([&] { woken_ = true; });
    }

    /// Speaks until the other side is gone, and says that `beats` has grown.
    void speak(const std::function<std::int64_t()>& beats) {
        std::int64_t last_beats = -1;
        Clock::time_point last_alive{};
        bool heard = true;
        while (heard) {
            for (const WireMessage& text : take_notes()) heard = heard && send_message(socket_, text);
            const std::int64_t now = beats();
            if (now != last_beats && Clock::now() - last_alive > between_beats) {
                heard = heard && send_message(socket_, {WireKind::Alive, 0, ""});
                last_alive = Clock::now();
                last_beats = now;
            }
            heard = heard && send_frames();
        }
    }

private:
    template <class Fn>
    void note(const Fn& fn) {
        {
            const std::lock_guard lock(mutex_);
            fn();
        }
        something_.notify_all();
    }

    std::deque<WireMessage> take_notes() {
        std::unique_lock lock(mutex_);
        something_.wait_for(lock, between_beats,
                            [this] { return woken_ || !texts_.empty() || latest_ != frame_; });
        woken_ = false;
        frame_ = latest_;
        return std::exchange(texts_, {});
    }

    /// The frame to every page that can take one and has not got it.
    bool send_frames() {
        if (!frame_) return true;
        const std::lock_guard lock(pages_mutex_);
        for (auto& [number, page] : pages_) {
            if (!page.is_free || page.sent == frame_) continue;
            page.is_free = false;
            page.sent = frame_;
            if (!send_message(socket_, {WireKind::Frame, number, to_stream_bytes(*frame_, page.stream)}))
                return false;
        }
        return true;
    }

    const Socket& socket_;
    std::mutex pages_mutex_;  ///< held while frames are packed: the simulator does not wait for it
    std::map<int, PageDesk> pages_;
    std::shared_ptr<const LiveFrame> frame_;  ///< only for the thread that speaks
    std::mutex mutex_;                        ///< of what follows
    std::condition_variable something_;
    std::deque<WireMessage> texts_;
    std::shared_ptr<const LiveFrame> latest_;
    bool woken_ = false;
};

Listeners listeners_of(Speaker& speaker) {
    return {[&](int page, std::string text) {
                speaker.tell({WireKind::Answer, page, std::move(text)});
            },
            [&](std::shared_ptr<const LiveFrame> frame) { speaker.show(std::move(frame)); },
            [&](std::string status) {
                speaker.tell({WireKind::Status, 0, std::move(status)});
            },
            [&](JournalEntry entry) {
                speaker.tell({WireKind::Entry, 0, to_bytes(entry)});
            }};
}

void hear(WireMessage message, Simulator& simulator, Speaker& speaker) {
    const int page = message.page;
    using Pages = std::map<int, PageDesk>;
    if (message.kind == WireKind::Order) {
        // the page may have dropped what it knew: all of it is sent again
        if (const std::optional<Wish> wish = asked_wish(message.bytes)) {
            speaker.change_pages([&](Pages& pages) {
                if (pages.contains(page)) pages[page] = {{{}, {}, *wish}, nullptr, pages[page].is_free};
            });
            speaker.wake();
        }
        simulator.say(page, message.bytes.empty() ? " " : std::move(message.bytes));
    } else if (message.kind == WireKind::Come) {
        simulator.set_watchers(speaker.change_pages([&](Pages& pages) { pages[page] = {}; }));
    } else if (message.kind == WireKind::Gone) {
        simulator.set_watchers(speaker.change_pages([&](Pages& pages) { pages.erase(page); }));
        simulator.say(page, "");
    } else if (message.kind == WireKind::Free) {
        speaker.change_pages([&](Pages& pages) {
            if (pages.contains(page)) pages[page].is_free = true;
        });
        speaker.wake();
    } else {
        throw InputError("the server said what only a simulation says");
    }
}

void serve(const Socket& socket, const std::string& folder, const SimulatorLimits& limits) {
    SocketReader reader(socket);
    const std::optional<WireMessage> first = reader.wait(for_ever);
    if (!first || first->kind != WireKind::OpenAgain) return;
    std::optional<Simulator> simulator;
    try {
        simulator.emplace(folder, journal_from_bytes(first->bytes), limits);
    } catch (const std::exception& error) {
        send_message(socket, {WireKind::Failed, 0, error.what()});
        return;
    }
    send_message(socket, {WireKind::Ready, 0, ""});
    Speaker speaker(socket);
    simulator->start(listeners_of(speaker));
    std::thread speaking([&] { speaker.speak([&] { return simulator->beats(); }); });
    while (!reader.is_at_end())
        if (std::optional<WireMessage> message = reader.wait(for_ever))
            hear(std::move(*message), *simulator, speaker);
    // nobody is there to hear of it: what the other threads are at does not count, and one may be stuck
    std::_Exit(0);
}

/// Sockets of the server that came along: a page whose socket this process held would not see it close.
void close_others() {
    std::vector<int> others;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
        if (const int number = std::atoi(entry.path().filename().c_str()); number > simulation_socket)
            others.push_back(number);
    for (const int number : others) close(number);
}

}  // namespace

int serve_simulation(const std::string& folder, const SimulatorLimits& limits) {
    int kind = 0;
    socklen_t size = sizeof kind;
    if (getsockopt(simulation_socket, SOL_SOCKET, SO_TYPE, &kind, &size) != 0)
        throw InputError("this verb is only for the studio, which starts it: type `souple studio`");
    close_others();
    std::signal(SIGINT, SIG_IGN);  // Ctrl-C ends the server, and with its socket this process
    std::signal(SIGPIPE, SIG_IGN);
    const Socket socket(simulation_socket);
    serve(socket, folder, limits);
    return 0;
}

}  // namespace souple::studio
