// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "server.h"

#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "http_answers.h"
#include "souple/core/errors.h"
#include "souple/studio/messages.h"
#include "supervisor.h"

namespace souple::studio {

namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = net::ip::tcp;
using Request = http::request<http::empty_body>;

constexpr std::size_t most_head_bytes = 8192;
constexpr std::size_t most_answers = 512;  // that wait for a page; one that reads none of them is cut off
constexpr int most_pages = 32;
constexpr auto patience = std::chrono::seconds(30);  // for the head of a request

class LivePage;

/// What all connections share; only the server's thread touches it.
struct Office {
    Address address;
    std::string folder;
    Supervisor& supervisor;
    std::map<int, std::weak_ptr<LivePage>> pages;
    std::string status = {};  ///< the latest
    std::string news = {};    ///< of the process that simulates, the latest
    int next_page = 1;
};

std::string_view plain(beast::string_view text) { return {text.data(), text.size()}; }

RequestHead head_of(const Request& request) {
    return {plain(request.target()), plain(request[http::field::host]), plain(request[http::field::origin])};
}

/// One page over its WebSocket. It asks for a frame when the one before is on its way: those in between are
/// dropped.
class LivePage : public std::enable_shared_from_this<LivePage> {
public:
    LivePage(Office& office, tcp::socket socket) : office_(office), socket_(std::move(socket)) {}

    void start(const Request& request) {
        socket_.read_message_max(most_message_bytes);
        socket_.auto_fragment(false);  // a frame in one piece: pieces of 4 kB cost a call each
        socket_.set_option(websocket::stream_base::timeout::suggested(beast::role_type::server));
        socket_.async_accept(request, [self = shared_from_this()](beast::error_code error) {
            if (!error) self->begin();
        });
    }

    void show(std::string frame) {
        frames_.push_back(std::move(frame));
        write();
    }

    void tell(std::string text) {
        if (texts_.size() >= most_answers) return close();
        texts_.push_back(std::move(text));
        write();
    }

    void close() {
        beast::error_code ignored;
        beast::get_lowest_layer(socket_).socket().close(ignored);
    }

private:
    void begin() {
        number_ = office_.next_page++;
        office_.pages[number_] = weak_from_this();
        if (!office_.status.empty()) tell(office_.status);
        if (!office_.news.empty()) tell(office_.news);
        office_.supervisor.add_page(number_);
        office_.supervisor.say(number_, R"({"do":"status"})");
        read();
    }

    void read() {
        socket_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, std::size_t) {
            if (error) return self->leave();
            self->hear(beast::buffers_to_string(self->buffer_.data()));
            self->buffer_.consume(self->buffer_.size());
            self->read();
        });
    }

    void hear(std::string message) {
        office_.supervisor.say(number_, message.empty() ? " " : std::move(message));
    }

    void write() {
        if (writing_ || !socket_.is_open() || (texts_.empty() && frames_.empty())) return;
        writing_ = true;
        const bool is_text = !texts_.empty();
        if (is_text) {
            sending_ = std::move(texts_.front());
            texts_.pop_front();
        } else {
            sending_ = std::move(frames_.front());
            frames_.pop_front();
        }
        socket_.text(is_text);
        socket_.async_write(net::buffer(sending_),
                            [self = shared_from_this(), is_text](beast::error_code error, std::size_t) {
                                self->writing_ = false;
                                if (error) return self->leave();
                                if (!is_text) self->office_.supervisor.free_page(self->number_);
                                self->write();
                            });
    }

    void leave() {
        if (office_.pages.erase(number_) == 0) return;
        office_.supervisor.remove_page(number_);
    }

    Office& office_;
    websocket::stream<beast::tcp_stream> socket_;
    beast::flat_buffer buffer_;
    int number_ = 0;
    std::deque<std::string> texts_;
    std::deque<std::string> frames_;  ///< each needs those before it: none is dropped here
    std::string sending_;
    bool writing_ = false;
};

/// One connection that speaks HTTP, until it becomes a page.
class Visit : public std::enable_shared_from_this<Visit> {
public:
    Visit(Office& office, tcp::socket socket) : office_(office), stream_(std::move(socket)) {}

    void read() {
        parser_.emplace();
        parser_->header_limit(most_head_bytes);
        parser_->body_limit(0);
        stream_.expires_after(patience);
        http::async_read(stream_, buffer_, *parser_,
                         [self = shared_from_this()](beast::error_code error, std::size_t) {
                             if (!error) self->receive(self->parser_->release());
                         });
    }

private:
    void receive(const Request& request) {
        const std::string target(admitted_target(office_.address, head_of(request)));
        if (target.empty())
            return send({403, "text/plain", "the address of the studio was not given\n"}, false);
        if (websocket::is_upgrade(request)) return welcome(request, target);
        if (request.method() != http::verb::get) return send({405, "text/plain", "GET only\n"}, false);
        send(answer_get(office_.folder, target), request.keep_alive());
    }

    void welcome(const Request& request, const std::string& target) {
        if (target != "/socket") return send({404, "text/plain", "not found\n"}, false);
        if (office_.pages.size() >= most_pages) return send({503, "text/plain", "too many pages\n"}, false);
        stream_.expires_never();
        std::make_shared<LivePage>(office_, stream_.release_socket())->start(request);
    }

    void send(HttpAnswer answer, bool keep_alive) {
        response_ = {};
        response_.result(static_cast<unsigned>(answer.status));
        response_.set(http::field::content_type, answer.type);
        response_.set(http::field::cache_control, "no-store");
        response_.set("X-Content-Type-Options", "nosniff");
        response_.set("Referrer-Policy", "no-referrer");
        response_.set("Content-Security-Policy",
                      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
                      "frame-ancestors 'none'");
        response_.keep_alive(keep_alive);
        response_.body() = std::move(answer.body);
        response_.prepare_payload();
        http::async_write(stream_, response_,
                          [self = shared_from_this(), keep_alive](beast::error_code error, std::size_t) {
                              if (!error && keep_alive) return self->read();
                              beast::error_code ignored;
                              self->stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
                          });
    }

    Office& office_;
    beast::tcp_stream stream_;
    beast::flat_buffer buffer_{2 * most_head_bytes};
    std::optional<http::request_parser<http::empty_body>> parser_;
    http::response<http::string_body> response_;
};

void accept_next(tcp::acceptor& acceptor, Office& office) {
    acceptor.async_accept([&](beast::error_code error, tcp::socket socket) {
        if (error == net::error::operation_aborted) return;
        if (!error) std::make_shared<Visit>(office, std::move(socket))->read();
        accept_next(acceptor, office);
    });
}

tcp::acceptor listen_on(net::io_context& context, int port) {
    try {
        const tcp::endpoint here(net::ip::address_v4::loopback(), static_cast<std::uint16_t>(port));
        return {context, here};
    } catch (const boost::system::system_error& error) {
        throw InputError(fmt::format("port {}: {}", port, error.code().message()));
    }
}

template <class Call>
void for_each_page(const Office& office, const Call& call) {
    const auto pages = office.pages;  // a page that is cut off leaves the list
    for (const auto& [number, page] : pages)
        if (const auto alive = page.lock()) call(*alive);
}

/// What the supervisor tells is carried over to the server's thread.
PageListeners make_listeners(net::io_context& context, Office& office) {
    const auto to_page = [&](int page, std::string bytes, void (LivePage::*take)(std::string)) {
        net::post(context, [&office, page, take, bytes = std::move(bytes)]() mutable {
            const auto found = office.pages.find(page);
            const auto alive = found == office.pages.end() ? nullptr : found->second.lock();
            if (alive) (*alive.*take)(std::move(bytes));
        });
    };
    const auto to_all = [&](std::string text, std::string Office::*latest, bool lasts) {
        net::post(context, [&office, latest, lasts, text = std::move(text)] {
            office.*latest = lasts ? text : "";
            for_each_page(office, [&](LivePage& page) { page.tell(text); });
        });
    };
    return {[=](int page, std::string text) { to_page(page, std::move(text), &LivePage::tell); },
            [=](int page, std::string frame) { to_page(page, std::move(frame), &LivePage::show); },
            [=](std::string status) { to_all(std::move(status), &Office::status, true); },
            [=](std::string news, bool lasts) { to_all(std::move(news), &Office::news, lasts); }};
}

/// Asks the desktop to show an address; nobody minds when there is no desktop.
void show_in_browser(const std::string& address) {
    std::string program = "xdg-open", where = address;
    char* arguments[] = {program.data(), where.data(), nullptr};
    pid_t child = 0;
    if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0)
        fmt::print("(no xdg-open here: open the address in a browser)\n");
}

}  // namespace

void serve(const ServerOptions& options) {
    Supervisor supervisor({options.folder, options.threads, options.memory, options.patience}, options.scene);
    net::io_context context(1);
    tcp::acceptor acceptor = listen_on(context, options.port);
    Office office{{make_token(), acceptor.local_endpoint().port()},
                  std::filesystem::canonical(options.folder).string(),
                  supervisor,
                  {}};
    net::signal_set signals(context, SIGINT, SIGTERM);
    signals.async_wait([&](beast::error_code error, int) {
        if (!error) context.stop();
    });
    accept_next(acceptor, office);
    supervisor.start(make_listeners(context, office));
    const std::string address =
        fmt::format("http://127.0.0.1:{}/{}/", office.address.port, office.address.token);
    fmt::print("souple studio: {}\nStop it with Ctrl-C; edits that were not saved are lost then.\n", address);
    std::fflush(stdout);
    if (options.open) show_in_browser(address);
    context.run();
    supervisor.stop();
    const int lost = supervisor.unsaved();
    fmt::print(
        "\nstopped{}\n",
        lost == 0 ? "" : fmt::format(": {} edit{} not saved and lost", lost, lost == 1 ? " was" : "s were"));
}

}  // namespace souple::studio
