// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

#include "cpu.h"

#include <cstdio>

namespace souple::cli {

bool cpu_is_sufficient() {
#if defined(__x86_64__) && defined(__AVX2__)
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
        !__builtin_cpu_supports("bmi2")) {
        std::fputs(
            "error: this build needs a processor with AVX2, FMA and BMI2 (x86-64-v3).\n"
            "Configure with -DSOUPLE_ARCHITECTURE=x86-64 for an older one.\n",
            stderr);
        return false;
    }
#endif
    return true;
}

}  // namespace souple::cli
