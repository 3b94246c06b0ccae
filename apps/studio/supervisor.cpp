// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "supervisor.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "souple/scene/json/parse.h"
#include "souple/scene/json/write.h"
#include "souple/studio/messages.h"

namespace souple::studio {

namespace {

constexpr double steady = 10;                  // [s] who lives longer did not die of how it was opened
constexpr int most_deaths = 5;                 // one after the other
constexpr double silence_to_tell = 5;          // [s]
constexpr std::size_t most_unanswered = 5000;  // orders
constexpr auto tick = std::chrono::milliseconds(500);
constexpr double most_tick = 2;  // [s] when all of this was stopped, nobody was silent

double now_in_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string count_text(int count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

bool asks_for(const std::string& message, const char* name) {
    if (message.find(name) == std::string::npos || message.size() > most_message_bytes) return false;
    try {
        const Node said = parse_json(message, "message").root;
        const Node* order = find_member(said, "do");
        return order && order->text == name;
    } catch (const InputError&) {
        return false;
    }
}

}  // namespace

Supervisor::Supervisor(const SupervisorOptions& options, const std::string& scene) : options_(options) {
    begin_process();
    writer_ = std::thread([this] { write(); });
    try {
        if (!scene.empty()) open_first(scene);
    } catch (...) {
        stop();
        throw;
    }
}

Supervisor::~Supervisor() { stop(); }

void Supervisor::open_first(const std::string& scene) {
    say(0, to_text(make_object({{"do", "open"}, {"scene", scene}})));
    while (own_answer_.empty()) {
        if (std::optional<WireMessage> message = reader_->wait(tick)) take(std::move(*message));
        if (reader_->is_at_end())
            throw std::runtime_error(
                fmt::format("the simulation died while it opened {}: {}", scene, end_child(child_)));
    }
    const Node reply = parse_json(own_answer_, "answer").root;
    if (const Node* error = find_member(reply, "error")) throw InputError(error->text);
    say(0, R"({"do":"play"})");
}

void Supervisor::start(PageListeners listeners) {
    listeners_ = std::move(listeners);
    watcher_ = std::thread([this] { watch(); });
}

void Supervisor::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
        if (outlet_) shutdown(outlet_->number(), SHUT_RDWR);  // nobody waits for the other side any more
    }
    something_.notify_all();
    if (watcher_.joinable()) watcher_.join();
    if (child_.id >= 0) end_child(child_);
    if (writer_.joinable()) writer_.join();
}

// --- what pages do ---

void Supervisor::post(WireMessage message) {
    {
        const std::lock_guard lock(mutex_);
        outgoing_.push_back(std::move(message));
    }
    something_.notify_all();
}

void Supervisor::add_page(int page) {
    {
        const std::lock_guard lock(mutex_);
        pages_.insert(page);
    }
    post({WireKind::Come, page, ""});
}

void Supervisor::free_page(int page) { post({WireKind::Free, page, ""}); }

void Supervisor::remove_page(int page) {
    {
        const std::lock_guard lock(mutex_);
        pages_.erase(page);
    }
    post({WireKind::Gone, page, ""});
}

void Supervisor::say(int page, std::string message) {
    const bool restarts = asks_for(message, "restart");
    std::string refused;
    {
        const std::lock_guard lock(mutex_);
        if (restarts) restart_asked_ = true;
        if (restarts || is_down_)
            refused = answer_alone(message);
        else if (unanswered_.size() >= most_unanswered)
            refused = refusal(message, "too many orders wait for an answer");
        else {
            unanswered_.push_back({page, message});
            outgoing_.push_back({WireKind::Order, page, std::move(message)});
        }
    }
    something_.notify_all();
    if (!refused.empty()) listeners_.answered(page, std::move(refused));
}

/// What can be done without a simulation. (the mutex is held)
std::string Supervisor::answer_alone(const std::string& message) {
    if (asks_for(message, "restart")) return accepted(message);
    try {
        if (asks_for(message, "save")) return save_kept(options_.folder, message, journal_);
    } catch (const std::exception& error) {
        return refusal(message, error.what());
    }
    return refusal(message, "the simulation does not run: save the scene, or start it again");
}

void Supervisor::write() {
    while (true) {
        std::unique_lock lock(mutex_);
        something_.wait(lock, [this] { return stopping_ || (outlet_ && !outgoing_.empty()); });
        if (stopping_) return;
        const std::shared_ptr<Socket> outlet = outlet_;
        const WireMessage message = std::move(outgoing_.front());
        outgoing_.pop_front();
        lock.unlock();
        send_message(*outlet, message);  // who is gone is found by the thread that listens
    }
}

// --- the process ---

void Supervisor::begin_process() {
    std::vector<std::string> words{"studio-simulation", "--folder", options_.folder};
    if (options_.threads > 0) words.insert(words.end(), {"--threads", std::to_string(options_.threads)});
    if (options_.memory > 0) words.insert(words.end(), {"--memory", fmt::format("{:.0f}B", options_.memory)});
    is_ready_ = was_busy_ = false;
    child_ = start_child(words);
    reader_.emplace(*child_.socket);
    born_ = now_in_seconds();
    const std::lock_guard lock(mutex_);
    Journal kept = journal_;
    if (retry_ == Retry::FromStart) kept.state.clear();
    plays_ = retry_ == Retry::AsItWas && journal_.standing.playing;
    journal_.standing.playing = plays_;
    // what pages said while there was no process waits behind this; they themselves are told anew
    std::erase_if(outgoing_, [](const WireMessage& one) { return one.kind != WireKind::Order; });
    for (const int page : pages_) outgoing_.push_front({WireKind::Come, page, ""});
    outgoing_.push_front({WireKind::OpenAgain, 0, to_bytes(kept)});
    outlet_ = child_.socket;
    something_.notify_all();
}

void Supervisor::watch() {
    std::string reason = listen();
    while (!asked(&Supervisor::stopping_)) {
        bury(reason);
        if (retry_ == Retry::Never && !wait_for_restart()) return;
        try {
            begin_process();
            reason = listen();
        } catch (const std::exception& error) {  // no memory for it, no process to be had
            reason = error.what();
        }
    }
}

bool Supervisor::asked(bool Supervisor::*flag) {
    const std::lock_guard lock(mutex_);
    return this->*flag;
}

/// Until the process is gone, or has to go; says why.
std::string Supervisor::listen() {
    double silence = 0, before = now_in_seconds();
    try {
        while (!asked(&Supervisor::stopping_)) {
            std::optional<WireMessage> message = reader_->wait(tick);
            if (!message && reader_->is_at_end()) return end_child(child_);
            if (asked(&Supervisor::restart_asked_)) return "it was ended by hand";
            const double now = now_in_seconds();
            silence += std::min(now - std::exchange(before, now), most_tick);
            if (message) {
                const bool is_sign = message->kind == WireKind::Alive || message->kind == WireKind::Answer ||
                                     message->kind == WireKind::Ready;
                if (is_sign) silence = 0;
                take(std::move(*message));
            }
            if (silence > options_.patience)
                return fmt::format("it gave no sign of life for {:.0f} s", silence);
            tell_silence(silence);
        }
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

void Supervisor::take(WireMessage message) {
    switch (message.kind) {
        case WireKind::Answer:
            return take_answer(std::move(message));
        case WireKind::Status:
            return listeners_.status ? listeners_.status(std::move(message.bytes)) : void();
        case WireKind::Frame:
            return listeners_.shown ? listeners_.shown(message.page, std::move(message.bytes)) : void();
        case WireKind::Ready:
            return tell_ready();
        case WireKind::Failed:
            throw InputError(message.bytes);
        case WireKind::Alive:
            return;
        case WireKind::Entry: {
            JournalEntry entry = entry_from_bytes(message.bytes);
            const std::lock_guard lock(mutex_);
            return keep(std::move(entry), journal_);
        }
        default:
            throw InputError("the simulation said what only the server says");
    }
}

void Supervisor::take_answer(WireMessage message) {
    {
        const std::lock_guard lock(mutex_);
        if (unanswered_.empty() || unanswered_.front().page != message.page)
            throw InputError("the simulation answered what nobody asked");
        unanswered_.pop_front();
    }
    if (message.page == 0)
        own_answer_ = std::move(message.bytes);
    else
        listeners_.answered(message.page, std::move(message.bytes));
}

void Supervisor::tell_ready() {
    is_ready_ = true;
    if (plays_) say(0, R"({"do":"play"})");
    if (reason_.empty()) return;
    Journal kept;
    {
        const std::lock_guard lock(mutex_);
        kept.file = journal_.file;
        kept.standing = journal_.standing;
    }
    std::string text = fmt::format("The simulation had died: {}. ", reason_);
    if (kept.file.empty())
        text += "It runs again.";
    else if (retry_ == Retry::FromStart)
        text += "It died again where it was: the scene is open at its start, and paused";
    else
        text += fmt::format("The scene is open again at {:.3f} s, step {}", kept.standing.time,
                            kept.standing.step);
    if (kept.standing.unsaved > 0)
        text += ", with " + count_text(kept.standing.unsaved, "edit") + " not saved";
    if (retry_ == Retry::Paused) text += "; it stays paused";
    announce("again", text);
}

void Supervisor::tell_silence(double silence) {
    if (silence > silence_to_tell)
        announce("busy",
                 fmt::format("The simulation has not answered for {:.0f} s; after {:.0f} s it is ended and "
                             "the scene opened again.",
                             silence, options_.patience));
    else if (was_busy_)
        announce("running", "");
    was_busy_ = silence > silence_to_tell;
}

/// Less and less of what may be the reason is tried again. (the mutex is held)
Supervisor::Retry Supervisor::next_retry(const Order* suspect, double lived) {
    deaths_ = is_ready_ && lived > steady ? 1 : deaths_ + 1;
    if (restart_asked_) return Retry::Paused;
    if (deaths_ > most_deaths) return Retry::Never;
    if (deaths_ == 1) return Retry::AsItWas;
    const bool was_at_work = is_ready_ && (suspect || journal_.standing.playing);
    if (was_at_work) return std::max(retry_, Retry::Paused);
    return static_cast<Retry>(static_cast<int>(retry_) + 1);
}

/// The process is gone: what it has not answered is refused, and it is decided how the next one begins.
void Supervisor::bury(const std::string& reason) {
    if (child_.id >= 0) end_child(child_);
    reason_ = reason;
    std::deque<Order> lost;
    int edits = 0;
    {
        const std::lock_guard lock(mutex_);
        outlet_.reset();
        outgoing_.clear();
        lost = std::exchange(unanswered_, {});
        retry_ = next_retry(lost.empty() ? nullptr : &lost.front(), now_in_seconds() - born_);
        restart_asked_ = false;
        is_down_ = retry_ == Retry::Never;
        edits = journal_.standing.unsaved;
    }
    const std::string text = fmt::format("The simulation died: {}.", reason);
    for (const Order& order : lost)
        if (order.page != 0) listeners_.answered(order.page, refusal(order.message, text));
    if (!is_down_) return announce("lost", text + " The scene is opened again.");
    announce("down",
             fmt::format("{} It died {} one after the other and is not started again by itself; {} not "
                         "saved, and kept here. Save the scene, or start the simulation again.",
                         text, count_text(deaths_, "time"),
                         edits == 1 ? "1 edit is" : fmt::format("{} edits are", edits)));
}

/// False when the studio ends.
bool Supervisor::wait_for_restart() {
    std::unique_lock lock(mutex_);
    something_.wait(lock, [this] { return stopping_ || restart_asked_; });
    restart_asked_ = is_down_ = false;
    retry_ = Retry::Paused;
    deaths_ = 0;
    return !stopping_;
}

void Supervisor::announce(const char* state, const std::string& text) {
    const std::string_view name = state;
    const bool lasts = name == "lost" || name == "down" || name == "busy";
    if (listeners_.news)
        listeners_.news(to_text(make_object({{"do", "process"}, {"state", state}, {"text", text}})), lasts);
}

}  // namespace souple::studio
