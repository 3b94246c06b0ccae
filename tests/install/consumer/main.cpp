// SPDX-FileCopyrightText: 2026 The souple authors
// SPDX-License-Identifier: MIT

// A program outside the tree: includes an installed header, links the installed library.
#include <cstdio>

#include "souple/core/hash.h"
#include "souple/core/parallel.h"

int main() {
    const bool hashes = souple::hash_of("souple") != souple::hash_of("raide");
    const bool threads = souple::default_thread_count() > 0;
    std::puts(hashes && threads ? "the installed library works" : "the installed library is broken");
    return hashes && threads ? 0 : 1;
}
