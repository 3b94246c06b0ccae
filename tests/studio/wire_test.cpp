// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Tests of souple/studio/wire.h
#include "souple/studio/wire.h"

#include <gtest/gtest.h>

#include "souple/core/errors.h"

namespace souple {

TEST(Wire, messages_arrive_whole_however_their_bytes_are_cut) {
    std::string bytes;
    for (int k = 0; k < 50; ++k) {
        const WireMessage message{WireKind::Answer, k, std::string(static_cast<std::size_t>(k * k), 'a')};
        bytes += wire_head(message) + message.bytes;
    }
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{1000}, bytes.size()}) {
        WireReader reader;
        int next = 0;
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            reader.add(std::string_view(bytes).substr(at, piece));
            while (const auto message = reader.next()) {
                EXPECT_EQ(message->page, next);
                EXPECT_EQ(message->bytes.size(), static_cast<std::size_t>(next * next));
                ++next;
            }
        }
        EXPECT_EQ(next, 50);
    }
}

TEST(Wire, a_head_that_cannot_be_is_refused) {
    for (const WireMessage& wrong :
         {WireMessage{static_cast<WireKind>(99), 0, ""}, WireMessage{WireKind::Answer, -1, ""}}) {
        WireReader reader;
        reader.add(wire_head(wrong));
        EXPECT_THROW(reader.next(), InputError);
    }
    std::string head = wire_head({WireKind::Answer, 0, ""});
    head.back() = '\x7f';  // half the numbers there are
    WireReader reader;
    reader.add(head);
    EXPECT_THROW(reader.next(), InputError);
}

}  // namespace souple
