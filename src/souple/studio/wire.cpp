// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "souple/studio/wire.h"

#include <array>
#include <cstring>

#include "souple/core/errors.h"

namespace souple {

namespace {

constexpr std::size_t head_bytes = 16;

struct Head {
    std::uint32_t kind = 0;
    std::int32_t page = 0;
    std::uint64_t size = 0;
};
static_assert(sizeof(Head) == head_bytes);

}  // namespace

std::string wire_head(const WireMessage& message) {
    const Head head{static_cast<std::uint32_t>(message.kind), message.page, message.bytes.size()};
    std::string bytes(head_bytes, '\0');
    std::memcpy(bytes.data(), &head, head_bytes);
    return bytes;
}

void WireReader::add(std::string_view bytes) {
    if (taken_ == bytes_.size()) {
        bytes_.clear();
        taken_ = 0;
    } else if (taken_ > bytes_.size() / 2) {
        bytes_.erase(0, taken_);
        taken_ = 0;
    }
    bytes_ += bytes;
}

std::optional<WireMessage> WireReader::next() {
    const std::string_view left = std::string_view(bytes_).substr(taken_);
    if (left.size() < head_bytes) return {};
    Head head;
    std::memcpy(&head, left.data(), head_bytes);
    if (head.kind > static_cast<std::uint32_t>(WireKind::Alive) || head.page < 0 ||
        head.size > most_wire_bytes)
        throw InputError("a message between the processes of the studio cannot be");
    if (left.size() - head_bytes < head.size) return {};
    taken_ += head_bytes + head.size;
    return WireMessage{static_cast<WireKind>(head.kind), head.page,
                       std::string(left.substr(head_bytes, head.size))};
}

}  // namespace souple
