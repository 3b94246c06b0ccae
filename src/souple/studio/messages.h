// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// What pages say to a session and what it answers, as JSON texts (docs/formats/stream.md).
#pragma once

#include <string>
#include <string_view>

#include "souple/scene/json/node.h"
#include "souple/studio/session.h"

namespace souple {

constexpr std::size_t most_message_bytes = 65536;  ///< of one message from a page

/// Carries out one message of a page and answers it. Whatever the message is, an answer comes back; one that
/// says `"ok": false` has changed nothing.
std::string answer(Session& session, int page, std::string_view message);

/// The answer to a message that is not carried out, or needs nothing to be carried out.
std::string refusal(std::string_view message, const std::string& why);
std::string accepted(std::string_view message);

/// What `"quantity": "speed", "see": ["forces", ...]` of a message asks for; InputError for names to see that
/// nobody knows.
Wish wish_in(const Node& said);

/// What every page shows: time, play, expectations, timings, what is held.
Node status_of(const Session& session);

}  // namespace souple
