// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Messages of souple/studio/wire.h over a socket between two processes.
#pragma once

#include <chrono>
#include <optional>

#include "souple/studio/wire.h"

namespace souple::studio {

/// A socket that closes itself.
class Socket {
public:
    explicit Socket(int number) : number_(number) {}
    ~Socket();
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;

    int number() const { return number_; }

private:
    int number_;
};

/// False when nobody is on the other side any more.
bool send_message(const Socket& socket, const WireMessage& message);

class SocketReader {
public:
    explicit SocketReader(const Socket& socket) : socket_(socket) {}

    /// The next message; nothing when none came in this time, or when the other side is gone. Throws
    /// InputError for what is no message.
    std::optional<WireMessage> wait(std::chrono::milliseconds longest);
    bool is_at_end() const { return at_end_; }

private:
    const Socket& socket_;
    WireReader reader_;
    std::string piece_ = std::string(std::size_t{1} << 18, '\0');
    bool at_end_ = false;
};

}  // namespace souple::studio
