// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Messages between the process that serves pages and the one that simulates: a head of sixteen bytes, then
// the rest. Each side checks what the other says, since it may have gone mad before it died.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace souple {

enum class WireKind : std::uint32_t {
    // to the simulation
    OpenAgain,  ///< a journal: comes first; answered by Ready or Failed
    Come,       ///< a page came; it may be sent a frame
    Gone,       ///< a page has gone
    Order,      ///< of a page: a text, answered by Answer, in the order of orders
    Free,       ///< a page may be sent one more frame
    // from the simulation
    Ready,   ///< it is where the journal stands
    Failed,  ///< it cannot be: a text
    Answer,
    Status,
    Frame,
    Entry,  ///< of the journal
    Alive,  ///< it is at work or listens: once a second
};

struct WireMessage {
    WireKind kind = WireKind::Alive;
    int page = 0;
    std::string bytes;
};

constexpr std::size_t most_wire_bytes = std::size_t{1} << 34;  ///< of one message

/// The head of a message of so many bytes; the bytes themselves follow it.
std::string wire_head(const WireMessage& message);

/// Takes bytes as they come and gives messages. What is kept grows with what came, whatever a head promises.
class WireReader {
public:
    void add(std::string_view bytes);
    /// The next whole message; throws InputError for what no side says.
    std::optional<WireMessage> next();

private:
    std::string bytes_;
    std::size_t taken_ = 0;
};

}  // namespace souple
