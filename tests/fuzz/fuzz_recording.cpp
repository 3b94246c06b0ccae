// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Fuzzes the recording reader: any bytes are refused with InputError or give frames that keep their promises.
// Seals the chunks first, because nearly no mutation survives a checksum.
#include <cstdint>
#include <string>

#include "souple/core/errors.h"
#include "souple/core/hash.h"
#include "souple/io/recording.h"
#include "souple/io/recording_chunks.h"
#include "souple/view/check_frame.h"

namespace {

/// Gives each chunk the checksum of what it holds now.
void seal(std::string& bytes) {
    std::uint64_t offset = souple::recording_preamble_bytes;
    while (const auto head = souple::find_chunk(souple::memory_source(bytes), offset)) {
        const std::uint64_t sealed = souple::chunk_head_bytes - 8;
        souple::Hasher hasher;
        for (std::uint64_t i = 0; i < sealed; ++i)
            hasher.add_byte(static_cast<std::uint8_t>(bytes[offset + i]));
        for (std::uint64_t i = 0; i < head->packed; ++i)
            hasher.add_byte(static_cast<std::uint8_t>(bytes[offset + souple::chunk_head_bytes + i]));
        for (int b = 0; b < 8; ++b) bytes[offset + sealed + b] = static_cast<char>(hasher.value() >> 8 * b);
        offset += souple::chunk_head_bytes + head->packed;
    }
}

void read_all(const std::string& bytes) {
    try {
        const souple::RecordingReader reader(bytes, "fuzz");
        for (int k = 0; k < reader.frame_count(); ++k) souple::check(reader.read(k));
    } catch (const souple::InputError&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string bytes(reinterpret_cast<const char*>(data), size);
    read_all(bytes);
    seal(bytes);
    read_all(bytes);
    return 0;
}
