// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "socket_wire.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace souple::studio {

namespace {

bool send_all(int socket, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

}  // namespace

Socket::~Socket() { close(number_); }

bool send_message(const Socket& socket, const WireMessage& message) {
    return send_all(socket.number(), wire_head(message)) && send_all(socket.number(), message.bytes);
}

std::optional<WireMessage> SocketReader::wait(std::chrono::milliseconds longest) {
    const auto end = std::chrono::steady_clock::now() + longest;
    while (true) {
        if (std::optional<WireMessage> message = reader_.next()) return message;
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        if (at_end_ || left.count() <= 0) return {};
        pollfd waiting{socket_.number(), POLLIN, 0};
        if (poll(&waiting, 1, static_cast<int>(left.count())) <= 0) continue;
        const ssize_t came = recv(socket_.number(), piece_.data(), piece_.size(), MSG_DONTWAIT);
        if (came > 0)
            reader_.add(std::string_view(piece_).substr(0, static_cast<std::size_t>(came)));
        else if (came == 0 || (errno != EAGAIN && errno != EINTR))
            at_end_ = true;
    }
}

}  // namespace souple::studio
