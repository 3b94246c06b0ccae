// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// Fuzzes the reader of run.json: any bytes are refused with their place or give a file that reads back the
// same.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "souple/core/errors.h"
#include "souple/scene/run_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const souple::RunFile file =
            souple::read_run_file({reinterpret_cast<const char*>(data), size}, "fuzz");
        const std::string text = souple::to_text(file);
        if (souple::to_text(souple::read_run_file(text, "again")) != text) std::abort();
        if (souple::run_of(file.run) == 0 || file.command.size() < 2) std::abort();
    } catch (const souple::SceneError& error) {
        if (error.location.file.empty()) std::abort();
    }
    return 0;
}
